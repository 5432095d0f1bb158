// Another deal: by game and number, the next, the one before, or any.

import { element } from "../../crates/report/src/replay/page/table.js";
import { get } from "./dom.js";

export const dealsOf = (engine, game, say) => {
  const deals = {};

  const open = async (question) => {
    const wrong = await game.open(question);
    if (wrong) say(wrong, "wrong");
  };
  const another = (which) => open({ ask: "another", start: game.start, which });

  deals.next = () => another("next");
  deals.previous = () => another("previous");
  // A board with hidden cards has no start to deal from.
  deals.any = () => (game.hidden ? deals.chosen(1 + Math.floor(Math.random() * 1e6)) : another({ any: Math.random() }));
  deals.chosen = (number) => open({ ask: "open", text: `${get("new-game").value} ${number}` });

  // Shows which deal is open.
  deals.follow = () => {
    get("new-game").value = game.preset;
    get("new-number").value = game.number;
    get("next-deal").disabled = get("previous-deal").disabled = !game.number;
    get("which").hidden = Boolean(game.number);
  };

  get("new-deal").addEventListener("submit", (event) => {
    event.preventDefault();
    deals.chosen(get("new-number").value || 1);
  });
  get("next-deal").addEventListener("click", deals.next);
  get("previous-deal").addEventListener("click", deals.previous);
  get("any-deal").addEventListener("click", deals.any);
  get("won-next").addEventListener("click", deals.any);

  deals.ready = engine.board.ask({ ask: "games" }).then(({ answer }) => {
    for (const { name, words, about } of answer) {
      for (const list of ["game", "new-game"]) {
        const option = element("option", get(list), "", words);
        option.value = name;
        option.title = about;
      }
    }
  });
  return deals;
};
