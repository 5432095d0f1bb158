import { controlsOf } from "./controls.js";
import { boardsOf, longestOf } from "./film.js";
import { tableOf } from "./table.js";

(() => {
  const film = JSON.parse(document.getElementById("film").textContent);
  const get = (id) => document.getElementById(id);
  const board = get("board");
  const boards = boardsOf(film);
  const longest = longestOf(film, boards);
  const table = tableOf(board, film);

  const stage = {
    at: 0,
    go: (at, still) => {
      stage.at = at;
      table.show(boards[at], still);
      board.dataset.at = at;
      if (document.activeElement !== get("jump")) get("jump").value = at;
    },
  };
  const controls = controlsOf(stage, (count) => `Start of ${count} moves`);
  const lay = () => {
    // The whole page fits the window where the cards can be small enough.
    const around = [...document.querySelectorAll("header, footer")].reduce((sum, part) => sum + part.offsetHeight, 28);
    table.lay(get("stage").clientWidth - 20, window.innerHeight - around, longest);
    stage.go(stage.at, true);
  };
  const theme = () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  };

  get("theme").addEventListener("click", theme);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const field = event.target.closest("input[type=number], select");
    const presses = event.target.closest("button") && (event.key === " " || event.key === "Enter");
    if (field || presses) return;
    if (event.key === "t") theme();
    else if (!controls.key(event.key)) return;
    event.preventDefault();
  });
  window.addEventListener("resize", lay);
  lay();
  const asked = Number(location.hash.slice(1));
  controls.watch(film, 0, Number.isInteger(asked) ? asked : 0);
})();
