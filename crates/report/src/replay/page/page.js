import { boardsOf, longestOf } from "./film.js";
import { element, tableOf } from "./table.js";

(() => {
  const film = JSON.parse(document.getElementById("film").textContent);
  const last = film.moves.length;
  const get = (id) => document.getElementById(id);
  const board = get("board");
  const boards = boardsOf(film);
  const longest = longestOf(film, boards);
  const table = tableOf(board, film);

  let at = 0;
  let timer = 0;

  const lay = () => {
    // The whole page fits the window where the cards can be small enough.
    const around = [...document.querySelectorAll("header, footer")].reduce((sum, part) => sum + part.offsetHeight, 28);
    table.lay(get("stage").clientWidth - 20, window.innerHeight - around, longest);
    show(true);
  };

  const show = (still) => {
    table.show(boards[at], still);
    board.dataset.at = at;
    const move = film.moves[at - 1];
    const step = film.steps.findIndex((end) => end >= at);
    const of = film.steps.length && at ? ` (step ${step + 1} of ${film.steps.length})` : "";
    get("caption").textContent = move
      ? `Move ${at} of ${last}${of}: ${move.word ? move.word + ", " : ""}${move.text}`
      : `Start of ${last} moves`;
    get("slider").value = at;
    if (document.activeElement !== get("jump")) get("jump").value = at;
    for (const marked of get("list").querySelectorAll("[aria-current]")) marked.removeAttribute("aria-current");
    const current = items[at];
    if (current) {
      current.setAttribute("aria-current", "step");
      const list = get("moves");
      const [top, bottom] = [current.offsetTop - list.offsetTop, current.offsetTop - list.offsetTop + current.offsetHeight];
      if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
    }
  };

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
    at = Math.max(0, Math.min(last, to));
    show(still);
  };
  const go = (to, still) => {
    stop();
    turn(to, still);
  };
  const start = () => {
    if (at === last) turn(0, true);
    label("Pause", "M6 5h4v14H6zM14 5h4v14h-4z");
    timer = setInterval(() => {
      turn(at + 1);
      if (at === last) stop();
    }, 1000 / Number(get("speed").value));
  };
  const play = () => (timer ? stop() : start());
  const speed = (by) => {
    const choice = get("speed");
    choice.selectedIndex = Math.max(0, Math.min(choice.options.length - 1, choice.selectedIndex + by));
    if (timer) {
      stop();
      start();
    }
  };
  // Without steps a step is ten moves.
  const stepOn = () => (film.steps.length ? film.steps.find((end) => end > at) ?? last : at + 10);
  const stepBack = () => (film.steps.length ? film.steps.filter((end) => end < at).pop() ?? 0 : at - 10);
  const theme = () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  };

  const items = [null];
  film.moves.forEach((move, n) => {
    const item = document.createElement("li");
    const step = film.steps.findIndex((end) => end > n);
    if (film.steps.length && (n === 0 || film.steps[step - 1] === n)) element("h2", item, "", `Step ${step + 1}`);
    const button = element("button", item);
    button.type = "button";
    element("span", button, "number", n + 1);
    element("span", button, "word", move.word);
    element("span", button, "", move.text);
    button.addEventListener("click", () => go(n + 1));
    get("list").append(item);
    items.push(button);
  });

  get("slider").max = last;
  get("jump").max = last;
  const on = (id, act) => get(id).addEventListener("click", act);
  on("first", () => go(0, true));
  on("back-step", () => go(stepBack(), true));
  on("back", () => go(at - 1));
  on("play", play);
  on("next", () => go(at + 1));
  on("next-step", () => go(stepOn(), true));
  on("last", () => go(last, true));
  on("theme", theme);
  get("slider").addEventListener("input", () => go(Number(get("slider").value), true));
  get("jump").addEventListener("change", () => go(Number(get("jump").value) || 0, true));
  get("speed").addEventListener("change", () => speed(0));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const field = event.target.closest("input[type=number], select");
    const presses = event.target.closest("button") && (event.key === " " || event.key === "Enter");
    if (field || presses) return;
    const act = {
      ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0, true), End: () => go(last, true),
      PageDown: () => go(stepOn(), true), PageUp: () => go(stepBack(), true), " ": play,
      "+": () => speed(1), "-": () => speed(-1), t: theme,
    }[event.key];
    if (act) {
      act();
      event.preventDefault();
    }
  });
  window.addEventListener("resize", lay);
  const asked = Number(location.hash.slice(1));
  at = Number.isInteger(asked) ? Math.max(0, Math.min(last, asked)) : 0;
  lay();
})();
