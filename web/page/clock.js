// The time since the first move of a game, until it is won.

import { get } from "./dom.js";

export const clockOf = () => {
  const clock = {};
  let began = 0;
  let ended = 0;

  clock.text = () => {
    const seconds = Math.floor(((ended || performance.now()) - began) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };

  const show = () => {
    get("timer").hidden = !(get("timed").checked && began);
    if (began) get("timer").textContent = clock.text();
  };

  // The game as it is now: a new one has no time, a won one takes no more.
  clock.follow = (played, won) => {
    if (!played) [began, ended] = [0, 0];
    else if (!began) began = performance.now();
    ended = won ? ended || performance.now() : 0;
    show();
  };

  setInterval(show, 1000);
  get("timed").addEventListener("change", show);
  return clock;
};
