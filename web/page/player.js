// A plan to watch: the board after each of its moves, a list of them, and controls as in the program's own page.

import { element } from "../../crates/report/src/replay/page/table.js";
import { get } from "./dom.js";

export const playerOf = (stage, done) => {
  const player = { on: false };
  let film = null;
  let first = 0;
  let timer = 0;
  let items = [];

  const label = (name, path) => {
    get("play").setAttribute("aria-label", name);
    get("play").querySelector("path").setAttribute("d", path);
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    label("Play", "M7 4v16l13-8z");
  };
  const last = () => film.moves.length;
  const turn = (to, still) => {
    const at = Math.max(first, Math.min(last(), to));
    stage.go(at, still);
    const move = film.moves[at - 1];
    const ends = film.steps.filter((end) => end > first);
    const of = ends.length ? ` (step ${ends.findIndex((end) => end >= at) + 1} of ${ends.length})` : "";
    const count = last() - first;
    get("caption").textContent = at > first
      ? `Move ${at - first} of ${count}${of}: ${move.word ? `${move.word}, ` : ""}${move.text}`
      : `A plan of ${count} ${count === 1 ? "move" : "moves"}`;
    get("slider").value = at;
    items.forEach((item, n) => (n + 1 + first === at ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current")));
    const current = items[at - first - 1];
    const list = get("moves");
    if (current) {
      const top = current.offsetTop;
      if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
    } else {
      list.scrollTop = 0;
    }
  };
  const go = (to, still) => {
    stop();
    turn(to, still);
  };
  const start = () => {
    if (stage.at === last()) turn(first, true);
    label("Pause", "M6 5h4v14H6zM14 5h4v14h-4z");
    timer = setInterval(() => {
      turn(stage.at + 1);
      if (stage.at === last()) stop();
    }, 1000 / Number(get("speed").value));
  };
  const play = () => (timer ? stop() : start());

  // Shows a film of the game that began with `began`, from its move `from` on.
  player.watch = (began, shown, from) => {
    [film, first] = [shown, from];
    get("take").hidden = !shown.taken;
    player.on = true;
    get("player").hidden = false;
    get("slider").min = first;
    get("slider").max = last();
    get("list").replaceChildren();
    items = film.moves.slice(first).map((move, n) => {
      const button = element("button", element("li", get("list")));
      button.type = "button";
      element("span", button, "number", String(n + 1));
      element("span", button, "word", move.word);
      element("span", button, "", move.text);
      button.addEventListener("click", () => go(first + n + 1, true));
      return button;
    });
    stage.use(began, film, first, true, true);
    turn(first, true);
    // On a phone the button that was pressed lies below the board.
    stage.board.scrollIntoView({ block: "nearest" });
  };

  // Leaves the film; the game takes its place again, at the move that was shown if `take`.
  player.leave = (take = false) => {
    if (!player.on) return;
    stop();
    player.on = false;
    get("player").hidden = true;
    done(take ? stage.at : null);
  };

  const on = (id, act) => get(id).addEventListener("click", act);
  on("first", () => go(first, true));
  on("back", () => go(stage.at - 1));
  on("play", play);
  on("next", () => go(stage.at + 1));
  on("last", () => go(last(), true));
  on("take", () => player.leave(true));
  on("leave", () => player.leave());
  get("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  get("speed").addEventListener("change", () => {
    if (timer) {
      stop();
      start();
    }
  });

  // A key for the film; whether it was one.
  player.key = (key) => {
    const act = {
      ArrowRight: () => go(stage.at + 1), ArrowLeft: () => go(stage.at - 1), Home: () => go(first, true),
      End: () => go(last(), true), PageDown: () => go(stage.at + 10, true), PageUp: () => go(stage.at - 10, true),
      " ": play, Escape: () => player.leave(),
    }[key];
    act?.();
    return Boolean(act);
  };
  return player;
};
