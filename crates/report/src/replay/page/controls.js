// The controls of a plan that is watched: caption, list of moves, slider, buttons, speed and keys. The page of a replay
// and the page in a browser use them. `stage` has `at`, the moves made, and `go(at, still)`; `start` words the start.

import { element } from "./table.js";

export const controlsOf = (stage, start) => {
  const get = (id) => document.getElementById(id);
  let film = null;
  let first = 0;
  let timer = 0;
  let items = [];

  const last = () => film.moves.length;
  const ends = () => film.steps.filter((end) => end > first);
  const label = (name, path) => {
    get("play").setAttribute("aria-label", name);
    get("play").querySelector("path").setAttribute("d", path);
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    label("Play", "M7 4v16l13-8z");
  };
  const turn = (to, still) => {
    const at = Math.max(first, Math.min(last(), to));
    stage.go(at, still);
    const [move, steps, count] = [film.moves[at - 1], ends(), last() - first];
    const of = steps.length ? ` (step ${steps.findIndex((end) => end >= at) + 1} of ${steps.length})` : "";
    get("caption").textContent = at > first
      ? `Move ${at - first} of ${count}${of}: ${move.word ? `${move.word}, ` : ""}${move.text}`
      : start(count);
    get("slider").value = at;
    get("list").querySelector("[aria-current]")?.removeAttribute("aria-current");
    const [list, current] = [get("moves"), items[at - first - 1]];
    if (!current) {
      list.scrollTop = 0;
      return;
    }
    current.setAttribute("aria-current", "step");
    const [seen, item] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
    if (item.top < seen.top || item.bottom > seen.bottom) list.scrollTop += item.top - seen.top - list.clientHeight / 2;
  };
  const go = (to, still) => {
    stop();
    turn(to, still);
  };
  const play = () => {
    if (timer) {
      stop();
      return;
    }
    if (stage.at === last()) turn(first, true);
    label("Pause", "M6 5h4v14H6zM14 5h4v14h-4z");
    timer = setInterval(() => {
      turn(stage.at + 1);
      if (stage.at === last()) stop();
    }, 1000 / Number(get("speed").value));
  };
  const speed = (by) => {
    const choice = get("speed");
    choice.selectedIndex = Math.max(0, Math.min(choice.options.length - 1, choice.selectedIndex + by));
    if (timer) {
      stop();
      play();
    }
  };
  // Without steps a step is ten moves.
  const stepOn = () => (ends().length ? ends().find((end) => end > stage.at) ?? last() : stage.at + 10);
  const stepBack = () => (ends().length ? ends().filter((end) => end < stage.at).pop() ?? first : stage.at - 10);

  // Shows a film from its move `from` on, at move `at`.
  const watch = (shown, from, at) => {
    [film, first] = [shown, from];
    for (const id of ["slider", "jump"]) {
      if (get(id)) [get(id).min, get(id).max] = [first, last()];
    }
    get("list").replaceChildren();
    const heads = ends().length ? [first, ...ends()] : [];
    items = film.moves.slice(first).map((move, n) => {
      const item = element("li", get("list"));
      const step = heads.indexOf(first + n);
      if (step >= 0) element("h2", item, "", `Step ${step + 1}`);
      const button = element("button", item);
      button.type = "button";
      element("span", button, "number", String(n + 1));
      element("span", button, "word", move.word);
      element("span", button, "", move.text);
      button.addEventListener("click", () => go(first + n + 1, true));
      return button;
    });
    turn(at, true);
  };

  const acts = {
    first: () => go(first, true), "back-step": () => go(stepBack(), true), back: () => go(stage.at - 1), play,
    next: () => go(stage.at + 1), "next-step": () => go(stepOn(), true), last: () => go(last(), true),
  };
  for (const [id, act] of Object.entries(acts)) get(id)?.addEventListener("click", act);
  get("slider").addEventListener("input", () => go(Number(get("slider").value), true));
  get("jump")?.addEventListener("change", () => go(Number(get("jump").value) || 0, true));
  get("speed").addEventListener("change", () => speed(0));

  const keys = {
    ArrowRight: acts.next, ArrowLeft: acts.back, Home: acts.first, End: acts.last,
    PageDown: acts["next-step"], PageUp: acts["back-step"], " ": play, "+": () => speed(1), "-": () => speed(-1),
  };
  // A key; whether it was one of these.
  const key = (pressed) => {
    keys[pressed]?.();
    return pressed in keys;
  };
  return { watch, stop, key };
};
