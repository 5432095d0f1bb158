// Cards taken by mouse, finger or pen: a drag, or a click on a card and another on its target. The module lists the
// legal targets; for any other it returns the rule that the move breaks. `act` plays, and returns whether it could.

// Pixels that a pointer moves before a click becomes a drag.
const SLACK = 6;

export const handsOf = (stage, act) => {
  const hands = { taken: null, idle: () => false };
  let drag = null;

  const at = (place) => place.join(":");
  const targets = (place) => stage.targets.get(at(place)) ?? [];

  // Takes a card, so that the next click or key says where to.
  hands.take = (place) => {
    hands.leave();
    hands.taken = place;
    raised(place).forEach((card) => card.classList.add("taken"));
    targets(place).forEach((pile) => end(pile).classList.add("target"));
  };

  hands.leave = () => {
    hands.taken = null;
    stage.unpoint();
    stage.board.querySelectorAll(".dragged").forEach((found) => found.classList.remove("dragged"));
  };

  hands.put = async (pile) => {
    const from = hands.taken;
    hands.leave();
    return act(from, pile);
  };

  // The places that the taken card may go to, those that a person means first.
  hands.targets = () => (hands.taken ? targets(hands.taken) : []);

  const raised = ([pile, index]) => stage.now.piles[pile].slice(index).map((card) => stage.table.cards[card]);
  const end = (pile) => stage.element([pile, stage.now.piles[pile].length - 1]);

  // A click on a card or a place.
  hands.click = async (place) => {
    if (hands.taken) {
      if (at(hands.taken) === at(place)) return hands.leave();
      // An illegal target is explained, and may be the card that is meant next.
      const other = place[0] !== hands.taken[0];
      if (other && ((await hands.put(place[0])) || targets(place).length === 0)) return undefined;
    }
    if (targets(place).length === 0) {
      hands.leave();
      return stage.now.piles[place[0]].length ? act(place, null) : undefined;
    }
    const kind = stage.film.piles[place[0]].kind;
    hands.take(place);
    // A stock has one way to be played.
    if (kind === "stock") await hands.put(targets(place)[0]);
    return undefined;
  };

  // A second click at once: where it goes best, home before all.
  hands.send = async (place) => {
    const [first] = targets(place);
    if (first === undefined) return;
    hands.take(place);
    await hands.put(first);
  };

  const where = (event) => {
    const box = stage.board.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  stage.board.addEventListener("pointerdown", (event) => {
    const place = stage.placeOf(event.target);
    if (!place || event.button !== 0 || hands.idle()) return;
    // No capture yet: it would turn a click into one on the board.
    drag = { place, from: where(event), moving: false, id: event.pointerId };
  });

  stage.board.addEventListener("pointermove", (event) => {
    if (!drag || drag.id !== event.pointerId) return;
    const [x, y] = where(event);
    const [dx, dy] = [x - drag.from[0], y - drag.from[1]];
    if (!drag.moving) {
      if (Math.hypot(dx, dy) < SLACK || !stage.now.piles[drag.place[0]].length) return;
      drag.moving = true;
      hands.take(drag.place);
      drag.cards = raised(drag.place).map((card) => ({ card, was: card.style.transform, z: card.style.zIndex }));
      drag.cards.forEach(({ card }, i) => {
        card.classList.add("dragged");
        card.style.zIndex = 9000 + i;
      });
      stage.board.setPointerCapture(event.pointerId);
    }
    drag.cards.forEach(({ card, was }) => (card.style.transform = `translate(${dx}px, ${dy}px) ${was}`));
  });

  stage.board.addEventListener("pointerup", async (event) => {
    const done = drag;
    drag = null;
    if (!done || !done.moving || done.id !== event.pointerId) return;
    // The middle of the card says where it was put, not the finger at its edge.
    const [w, h] = stage.table.size;
    const box = stage.board.getBoundingClientRect();
    const card = done.cards[0].card.getBoundingClientRect();
    const pile = stage.pileAt(card.left - box.left - stage.edge + w / 2, card.top - box.top - stage.edge + h / 2);
    stage.swallow = true;
    setTimeout(() => (stage.swallow = false));
    done.cards.forEach(({ card: one, z }) => (one.style.zIndex = z));
    if (pile === null || pile === done.place[0]) {
      hands.leave();
      stage.again();
      return;
    }
    await hands.put(pile);
    stage.again();
  });

  stage.board.addEventListener("pointercancel", () => {
    if (drag?.moving) stage.again();
    drag = null;
    hands.leave();
  });

  stage.board.addEventListener("click", (event) => {
    const place = stage.placeOf(event.target);
    // After a drag browsers send a click too.
    if (!place || stage.swallow || hands.idle()) return;
    if (event.detail > 1) hands.send(place);
    else hands.click(place);
  });
  return hands;
};
