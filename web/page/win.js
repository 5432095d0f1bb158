// A win: the board shows a message, and its cards fly out and return (board.css, which omits this on request).

import { get } from "./dom.js";

export const winOf = (stage) => ({
  show: (words) => {
    get("won").hidden = false;
    get("won-words").textContent = words;
    stage.table.cards.forEach((card, n) => {
      // Golden angles spread the directions evenly, however many cards there are.
      const angle = n * 2.4;
      card.style.setProperty("--fly-x", `${Math.round(Math.cos(angle) * 320)}px`);
      card.style.setProperty("--fly-y", `${Math.round(190 + Math.sin(angle) * 170)}px`);
      card.style.setProperty("--fly-turn", `${(n % 7) * 40 - 120}deg`);
      card.style.setProperty("--fly-wait", `${n * 22}ms`);
    });
    stage.board.classList.add("cheering");
  },
  hide: () => {
    get("won").hidden = true;
    stage.board.classList.remove("cheering");
  },
});
