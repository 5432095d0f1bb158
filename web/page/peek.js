// Cards that the player has not seen: they stay hidden, and Hint and the check of each move do without them, unless
// the player peeks.

import { get } from "./dom.js";

const CHEATS = "Peeking is cheating: you see the hidden cards, and Hint and the check after each move use them.";

export const peekOf = (game, stage, changed) => {
  const peek = { on: false };

  // Whether answers must do without some card.
  peek.honest = () => !peek.on && !game.hidden && game.board.unseen > 0;

  const show = () => {
    get("peek").setAttribute("aria-pressed", String(peek.on));
    get("cheats").textContent = peek.on ? CHEATS : "";
    stage.peek(peek.on);
  };

  // For a board that is on the table now; `other`: of another game, which begins honestly.
  peek.follow = (other) => {
    if (other) peek.on = false;
    get("peek").hidden = Boolean(game.hidden) || (game.board.unseen === 0 && !peek.on);
    show();
  };

  peek.turn = () => {
    if (get("peek").hidden) return;
    peek.on = !peek.on;
    show();
    get("heard").textContent = get("cheats").textContent;
    changed();
  };
  return peek;
};
