// Cards and places as a screen reader says them.

const RANKS = { A: "ace", J: "jack", Q: "queen", K: "king", T: "ten" };
const SUITS = { "♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades" };

export const cardInWords = (card) => card.rank === "?" ? "hidden card" : `${RANKS[card.rank] ?? card.rank} of ${SUITS[card.suit] ?? `suit ${card.suit}`}`;

export const pileInWords = (film, n, cards) => {
  const { kind, label } = film.piles[n];
  const same = film.piles.slice(0, n).filter((pile) => pile.kind === kind).length;
  const name = {
    cell: `cell ${String.fromCharCode(97 + same)}`,
    home: label ? `home of ${SUITS[label] ?? `suit ${label}`}` : `place ${same + 1} for a complete run`,
    column: `column ${label}`,
  }[kind] ?? kind;
  const held = { 0: "empty", 1: "1 card" }[cards] ?? `${cards} cards`;
  return `${name}, ${held}`;
};
