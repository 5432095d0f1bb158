// A plan to watch, in place of the game: the controls are those of the program's own page.

import { controlsOf } from "../../crates/report/src/replay/page/controls.js";
import { get } from "./dom.js";

export const playerOf = (stage, done) => {
  const player = { on: false };
  const controls = controlsOf(stage, (count) => `A plan of ${count} ${count === 1 ? "move" : "moves"}`);

  // Shows a film of the game that began with `began`, from its move `from` on.
  player.watch = (began, shown, from) => {
    get("take").hidden = !shown.taken;
    player.on = true;
    get("player").hidden = false;
    stage.use(began, shown, from, true, { watched: true });
    controls.watch(shown, from, from);
    // On a phone the button that was pressed lies below the board.
    stage.board.scrollIntoView({ block: "nearest" });
  };

  // Leaves the film; the game takes its place again, at the move that was shown if `take`.
  player.leave = (take = false) => {
    if (!player.on) return;
    controls.stop();
    player.on = false;
    get("player").hidden = true;
    done(take ? stage.at : null);
  };

  get("take").addEventListener("click", () => player.leave(true));
  get("leave").addEventListener("click", () => player.leave());

  // A key for the film; whether it was one.
  player.key = (key) => {
    if (key !== "Escape") return controls.key(key);
    player.leave();
    return true;
  };
  return player;
};
