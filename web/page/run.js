// A run of the thinker: its progress, its time, and how to stop it.

import { get } from "./dom.js";
import { STOPPED } from "./engine.js";

// After a run of this many milliseconds the worker is replaced.
const LONG = 2000;

export const runsOf = (thinker) => {
  const runs = { shown: false };
  let clock = 0;

  const begin = (name) => {
    clearInterval(clock);
    runs.shown = true;
    const began = performance.now();
    get("work").hidden = false;
    get("now").textContent = name;
    const tick = () => (get("clock").textContent = `${((performance.now() - began) / 1000).toFixed(1)} s`);
    tick();
    clock = setInterval(tick, 100);
  };

  const end = () => {
    clearInterval(clock);
    runs.shown = false;
    get("work").hidden = true;
  };

  // Sends a query to the thinker and shows its progress. An earlier query is stopped.
  runs.run = async (name, question, stays = () => {}) => {
    if (thinker.busy) thinker.restart();
    begin(name);
    const asked = performance.now();
    const reply = await thinker.ask(question, ({ now, stays: line }) => {
      get("now").textContent = now;
      if (line) stays(line);
    });
    if (reply === STOPPED) return reply;
    end();
    // The memory of a module never shrinks, and the memory limit applies to all of it.
    if (!thinker.busy && performance.now() - asked > LONG) thinker.restart();
    return reply;
  };

  // The same without showing progress, for queries that the player did not start.
  runs.quietly = async (question) => {
    if (thinker.busy && runs.shown) return STOPPED;
    if (thinker.busy) thinker.restart();
    return thinker.ask(question);
  };

  runs.stop = () => {
    if (thinker.busy) thinker.restart();
    end();
  };
  return runs;
};
