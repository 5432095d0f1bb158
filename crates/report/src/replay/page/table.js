// A table of cards: elements for places and cards, made once, and moved to where a board has them.

import { aboveOf, columnsOf } from "./film.js";

const PIPS = {
  1: [[50, 50]], 2: [[50, 27], [50, 73]], 3: [[50, 27], [50, 50], [50, 73]],
  4: [[34, 27], [66, 27], [34, 73], [66, 73]], 5: [[34, 27], [66, 27], [50, 50], [34, 73], [66, 73]],
  6: [[34, 27], [66, 27], [34, 50], [66, 50], [34, 73], [66, 73]],
  7: [[34, 27], [66, 27], [50, 38.5], [34, 50], [66, 50], [34, 73], [66, 73]],
  8: [[34, 27], [66, 27], [50, 38.5], [34, 50], [66, 50], [50, 61.5], [34, 73], [66, 73]],
  9: [[34, 27], [66, 27], [34, 42.5], [66, 42.5], [50, 50], [34, 57.5], [66, 57.5], [34, 73], [66, 73]],
  10: [[34, 27], [66, 27], [50, 34.5], [34, 42.5], [66, 42.5], [34, 57.5], [66, 57.5], [50, 65.5], [34, 73], [66, 73]],
};
// The height of a column's number.
const HEAD = 20;

export const element = (kind, parent, name, text) => {
  const made = document.createElement(kind);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
};

const cardOf = (card, board) => {
  const made = element("div", board, card.red ? "card red" : "card");
  element("span", made, "corner", card.rank + card.suit);
  element("span", made, "corner turned", card.rank + card.suit);
  element("span", made, "middle", card.suit);
  if (card.pips) {
    for (const [x, y] of PIPS[card.pips]) {
      const pip = element("span", made, y > 50 ? "pip turned" : "pip", card.suit);
      pip.style.left = x + "%";
      pip.style.top = y + "%";
    }
  } else {
    const court = element("span", made, "court", card.rank);
    element("span", court, "", card.suit);
  }
  made.dataset.card = card.name;
  return made;
};

// The elements of a film in `board`. `lay` says how large they are, `show` puts a board on the table.
export const tableOf = (board, film) => {
  const columns = columnsOf(film);
  const above = aboveOf(film);
  const reserves = Math.max(0, ...above.map((n) => (film.piles[n].kind === "reserve" ? film.start[n].length : 0)));
  const counted = (pile) => pile.kind === "stock" || pile.kind === "waste";
  const slots = film.piles.map((pile) => element("div", board, "slot", pile.kind === "column" ? "" : pile.label));
  // A column is called by its number, in the list and here.
  const heads = film.piles.map((pile) => (pile.kind === "column" ? element("div", board, "head", pile.label) : null));
  const counts = film.piles.map((pile) => (counted(pile) ? element("div", board, "count") : null));
  const cards = film.cards.map((card) => cardOf(card, board));
  // Where each pile begins and which way it goes on, and how large a card is.
  const table = { board, film, slots, cards, places: [], size: [0, 0] };

  // Lays it out in a width and a height, for columns of up to `longest` cards.
  table.lay = (width, high, longest) => {
    // A reserve lies side by side, so it takes as many places as it has cards.
    const wide = (n) => (film.piles[n].kind === "reserve" ? reserves : 1);
    const row = above.reduce((sum, n) => sum + wide(n), 0);
    const most = Math.min(Math.max(columns.length, row, 1), 16);
    const gap = width < 600 ? 3 : 8;
    // As wide as the board allows, and as high as the longest column then leaves room for.
    const least = (high - gap * 4 - HEAD) / (2 * 1.42 + 0.17 * 1.42 * (longest - 1));
    const largest = Math.max(60, Math.min(130, Math.floor(least)));
    const w = Math.max(20, Math.min(largest, Math.floor((width - gap * (most - 1)) / most)));
    const h = Math.round(w * 1.42);
    const fit = Math.max(1, Math.floor((width + gap) / (w + gap)));
    // What cards leave of the width lies between them.
    const across = fit >= most && most > 1 ? Math.min(w * 1.4, (width - w) / (most - 1)) : w + gap;
    const room = Math.max(260, high) - h - gap * 4 - HEAD;
    const fan = Math.max(w < 46 ? 13 : 15, Math.min(h * 0.3, (room - h) / Math.max(1, longest - 1)));
    table.places = [];
    let x = 0;
    let y = 0;
    for (const n of above) {
      if (x > 0 && x + wide(n) > fit) {
        x = 0;
        y += h + gap;
      }
      table.places[n] = { x: x * across, y, dx: film.piles[n].kind === "reserve" ? across : 0, dy: 0 };
      x += wide(n);
    }
    let top = above.length ? y + h + gap * 2 : 0;
    const block = HEAD + h + fan * (longest - 1) + gap * 2;
    columns.forEach((n, i) => {
      const at = i % fit;
      if (i > 0 && at === 0) top += block;
      table.places[n] = { x: at * across, y: top + HEAD, dx: 0, dy: fan };
    });
    table.size = [w, h];
    board.style.height = top + (columns.length ? block : 0) + "px";
    board.style.setProperty("--corner", Math.max(11, Math.round(w * (w < 52 ? 0.3 : 0.2))) + "px");
    board.style.setProperty("--pip", Math.round(w * 0.19) + "px");
    board.style.setProperty("--court", Math.round(w * 0.34) + "px");
    film.piles.forEach((pile, n) => {
      const { x, y } = table.places[n];
      const style = slots[n].style;
      [style.width, style.height] = [w + "px", h + "px"];
      style.transform = `translate(${x}px, ${y}px)`;
      // A word is as wide as its slot, a suit is not made larger for that.
      style.fontSize = Math.min(w * 0.4, (w - 6) / (0.62 * Math.max(1, pile.label.length))) + "px";
      if (heads[n]) {
        heads[n].style.width = w + "px";
        heads[n].style.transform = `translate(${x}px, ${y - HEAD}px)`;
      }
      if (counts[n]) {
        counts[n].style.width = w + "px";
        counts[n].style.zIndex = 5000;
        counts[n].style.transform = `translate(${x}px, ${y + h - 20}px)`;
      }
    });
    for (const card of cards) {
      [card.style.width, card.style.height] = [w + "px", h + "px"];
      card.classList.toggle("small", w < 52);
    }
  };

  // Puts every card where the board has it; `still`: at once.
  table.show = (now, still) => {
    board.classList.toggle("still", Boolean(still));
    now.piles.forEach((pile, n) => {
      const { x, y, dx, dy } = table.places[n];
      let top = y;
      pile.forEach((number, i) => {
        const card = cards[number];
        const down = i < now.down[n];
        card.classList.toggle("down", down);
        card.classList.toggle("moved", now.moved.has(number));
        card.dataset.place = film.piles[n].kind + n;
        card.dataset.pile = n;
        card.dataset.index = i;
        card.style.zIndex = i + 1 + (now.moved.has(number) ? 2000 : 0);
        card.style.transform = `translate(${x + i * dx}px, ${top}px)`;
        // What lies face down need not be read, unless it is known.
        top += down && !card.classList.contains("known") ? dy * 0.5 : dy;
      });
      if (counts[n]) counts[n].textContent = pile.length || "";
    });
  };
  return table;
};
