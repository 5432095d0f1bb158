// The board by keyboard alone: arrows go from card to card, Enter takes one and puts it down, Escape leaves it.

export const keysOf = (stage, hands) => {
  const keys = {};
  // Where the focus is, or would be.
  let place = [0, 0];

  const cards = (pile) => stage.now.piles[pile].length;

  // Of piles that lie on one place, their top; of a column any card.
  const within = ([pile, index]) => {
    const { kind } = stage.film.piles[pile];
    const most = Math.max(0, cards(pile) - 1);
    return [pile, kind === "column" || kind === "reserve" ? Math.min(index, most) : most];
  };

  const focus = (wanted, move = true) => {
    stage.board.querySelectorAll("[tabindex='0']").forEach((found) => (found.tabIndex = -1));
    place = within(wanted);
    const element = stage.element(place);
    element.tabIndex = 0;
    if (move) element.focus({ preventScroll: false });
  };

  // After a move the focus stays at its pile, on the top card.
  keys.settle = () => {
    const had = stage.board.contains(document.activeElement);
    const pile = Math.min(place[0], stage.film.piles.length - 1);
    focus([pile, cards(pile) - 1], had);
  };

  const row = (column) => stage.film.piles.flatMap((pile, n) => ((pile.kind === "column") === column ? [n] : []));

  const beside = (step) => {
    const all = hands.taken ? [...hands.targets()].sort((a, b) => a - b) : row(stage.film.piles[place[0]].kind === "column");
    if (!all.length) return;
    const at = all.indexOf(place[0]);
    const to = at < 0 ? all.find((n) => n > place[0]) ?? all[0] : all[(at + step + all.length) % all.length];
    focus([to, hands.taken ? Infinity : cards(to) - 1]);
  };

  // Up and down a column, and from its ends to the row above and back.
  const along = (step) => {
    const { kind } = stage.film.piles[place[0]];
    const [columns, above] = [row(true), row(false)];
    const lies = (n) => stage.table.places[n].x;
    const near = (all) => all.reduce((a, b) => (Math.abs(lies(b) - lies(place[0])) < Math.abs(lies(a) - lies(place[0])) ? b : a), all[0]);
    if (kind !== "column") {
      if (step > 0 && columns.length) focus([near(columns), 0]);
      return;
    }
    const to = place[1] + step;
    if (to < 0) {
      if (above.length) focus([near(above), Infinity]);
    } else {
      focus([place[0], to]);
    }
  };

  stage.board.addEventListener("focusin", (event) => {
    const found = stage.placeOf(event.target);
    if (found) place = within(found);
  });

  stage.board.addEventListener("keydown", async (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || hands.idle()) return;
    const enter = async () => {
      if (!hands.taken) {
        await hands.click(place);
        // The best place to put it is where the focus goes, so that Enter twice plays the move that is meant.
        const [first] = hands.targets();
        if (hands.taken && first !== undefined) focus([first, Infinity]);
      } else if (hands.targets().includes(place[0])) {
        await hands.put(place[0]);
      } else {
        hands.leave();
      }
    };
    const act = {
      ArrowLeft: () => beside(-1), ArrowRight: () => beside(1), ArrowUp: () => along(-1), ArrowDown: () => along(1),
      Enter: enter, " ": enter,
      Escape: () => {
        const from = hands.taken;
        hands.leave();
        if (from) focus(from);
      },
    }[event.key];
    if (!act || (event.key === "Escape" && !hands.taken)) return;
    event.preventDefault();
    event.stopPropagation();
    await act();
  });
  return keys;
};
