// The board on the page: which film is on the table, at which move, and what is marked on it.

import { boardsOf, longestOf } from "../../crates/report/src/replay/page/film.js";
import { tableOf } from "../../crates/report/src/replay/page/table.js";
import { cardInWords, pileInWords } from "./words.js";

export const stageOf = (place, board) => {
  const stage = { board, table: null, film: null, boards: [], at: 0, now: null, marks: new Set(), known: new Set(), targets: new Map() };
  let start = null;
  let groups = [];
  // The longest column of the game so far, and the one that is laid out for.
  let grown = 0;
  let longest = 0;
  let plan = false;
  // Whether cards that lie face down are shown too.
  let peeking = false;

  // Every pile is a group that owns its place and its cards, so that a screen reader goes pile by pile.
  const make = (film) => {
    board.replaceChildren();
    stage.table = tableOf(board, film);
    groups = film.piles.map((pile, n) => {
      const group = document.createElement("div");
      group.setAttribute("role", "group");
      board.append(group);
      const slot = stage.table.slots[n];
      slot.id = `pile-${n}`;
      slot.setAttribute("role", "button");
      slot.tabIndex = -1;
      slot.dataset.pile = n;
      return group;
    });
    stage.table.cards.forEach((card, n) => {
      card.id = `card-${n}`;
      card.setAttribute("role", "button");
      card.tabIndex = -1;
      // Its label says it all.
      [...card.children].forEach((part) => part.setAttribute("aria-hidden", "true"));
    });
  };

  // The film of a game that began with `began`, at one of its moves. `watched`: a plan, whose whole film is laid out for.
  // `known`: cards that lie face down and were seen, each a pile and how many of its cards lie beneath.
  stage.use = (began, film, at, still, { watched = false, known } = {}) => {
    const other = began !== start;
    if (other) make(film);
    [start, stage.film] = [began, film];
    stage.boards = boardsOf(film);
    stage.now = stage.boards[at];
    if (known) know(known);
    const needed = Math.max(longestOf(film, stage.boards), 12);
    // A column that grows squeezes all cards of a played game until another game, so that undo moves nothing else.
    if (other) grown = 0;
    if (!watched) grown = Math.max(grown, needed);
    const wanted = watched ? Math.max(grown, needed) : grown;
    // A watched plan has its controls, which leave the board another height.
    if (other || wanted !== longest || watched !== plan) {
      [longest, plan] = [wanted, watched];
      stage.lay();
    }
    stage.go(at, still || other);
  };

  stage.go = (at, still) => {
    stage.at = at;
    stage.now = stage.boards[at];
    stage.table.show(stage.now, still);
    board.dataset.at = at;
    label();
  };

  // Puts cards back that were dragged to where they may not be.
  stage.again = (still) => stage.table.show({ ...stage.now, moved: new Set() }, still);

  stage.lay = () => {
    if (!stage.table) return;
    const narrow = window.innerWidth <= 800;
    stage.edge = parseFloat(getComputedStyle(place).getPropertyValue("--edge"));
    // Around the board on a laptop: everything; on a phone: its verdict too, and the sheet of a watched plan.
    const around = narrow ? ["header", "#under", ...(plan ? ["#player"] : [])] : ["header", "#under", "footer"];
    const taken = around.reduce((sum, part) => sum + document.querySelector(part).offsetHeight, narrow ? 110 : 0);
    const high = Math.max(plan && narrow ? 300 : 360, window.innerHeight - taken - 2 * stage.edge);
    stage.table.lay(place.clientWidth - 2 * stage.edge, high, longest);
    stage.again(true);
  };

  const label = () => {
    stage.film.piles.forEach((pile, n) => {
      const cards = stage.now.piles[n];
      const words = pileInWords(stage.film, n, cards.length);
      groups[n].setAttribute("aria-label", words);
      groups[n].setAttribute("aria-owns", [`pile-${n}`, ...cards.map((card) => `card-${card}`)].join(" "));
      const slot = stage.table.slots[n];
      slot.setAttribute("aria-label", words);
      slot.setAttribute("aria-hidden", String(cards.length > 0));
      cards.forEach((card, i) => {
        const down = i < stage.now.down[n];
        const moves = stage.targets.has(`${n}:${i}`) ? ", can be moved" : "";
        const open = !down || peeking || stage.known.has(card);
        const name = open ? cardInWords(stage.film.cards[card]) + (down ? ", face down" : "") : "face down";
        const marked = stage.marks.has(card) ? ", marked" : "";
        const element = stage.table.cards[card];
        element.setAttribute("aria-label", `${name}, ${words}, card ${i + 1}${moves}${marked}`);
        // In a pile that lies on one place only the top card is visible.
        const buried = stage.film.piles[n].kind !== "column" && stage.film.piles[n].kind !== "reserve";
        element.setAttribute("aria-hidden", String(buried && i < cards.length - 1));
      });
    });
  };

  // What may be dragged where: from the module, for the last board of the game.
  stage.allow = (targets) => {
    stage.targets = new Map(targets.map(({ from, to }) => [from.join(":"), to]));
    stage.table.cards.forEach((card) => card.classList.remove("free"));
    for (const { from } of targets) stage.element(from)?.classList.add("free");
    label();
  };

  // Known cards show their face.
  const know = (places) => {
    stage.known = new Set(places.map(([pile, index]) => stage.now.piles[pile]?.[index]));
    stage.table.cards.forEach((card, n) => card.classList.toggle("known", stage.known.has(n)));
  };

  stage.peek = (on) => {
    peeking = on;
    board.classList.toggle("peeking", on);
    label();
  };

  // Marks cards, each a pile and how many of its cards lie beneath.
  stage.mark = (places) => {
    stage.marks = new Set(places.map(([pile, index]) => stage.now.piles[pile]?.[index]));
    stage.table.cards.forEach((card, n) => card.classList.toggle("marked", stage.marks.has(n)));
    board.classList.toggle("marking", places.length > 0);
    label();
  };

  // Shows a move: the cards that go, and where to.
  stage.point = ([pile, index], to) => {
    stage.unpoint();
    stage.now.piles[pile].slice(index).forEach((card) => stage.table.cards[card].classList.add("taken"));
    stage.element([to, stage.now.piles[to].length - 1]).classList.add("target");
  };
  stage.unpoint = () => {
    board.querySelectorAll(".taken, .target").forEach((found) => found.classList.remove("taken", "target"));
  };

  // The element of a card that lies there, or of the place if none does.
  stage.element = ([pile, index]) => {
    const card = stage.now.piles[pile]?.[index];
    return card === undefined ? stage.table.slots[pile] : stage.table.cards[card];
  };

  // Where an element is: a pile, and how many cards lie beneath; of a place nothing lies beneath.
  stage.placeOf = (element) => {
    const found = element?.closest?.("[data-pile]");
    if (!found || !board.contains(found)) return null;
    return [Number(found.dataset.pile), Number(found.dataset.index ?? 0)];
  };

  // The pile at a point of the board: a column reaches down to the bottom.
  stage.pileAt = (x, y) => {
    const [w, h] = stage.table.size;
    let best = null;
    stage.table.places.forEach(({ x: left, y: top, dx }, n) => {
      const column = stage.film.piles[n].kind === "column";
      const wide = w + dx * Math.max(0, stage.now.piles[n].length - 1);
      const inside = x > left - w * 0.3 && x < left + wide + w * 0.3 && y > top - h * 0.3 && (column || y < top + h * 1.3);
      const far = Math.abs(x - left - wide / 2) + (column ? 0 : Math.abs(y - top - h / 2));
      if (inside && (!best || far < best.far)) best = { n, far };
    });
    return best?.n ?? null;
  };
  return stage;
};
