// A film: the cards of a game by number, where they lie at the start, and what each move changes.

// The board after every move; piles that a move leaves alone are shared with the board before.
export const boardsOf = (film) => {
  const boards = [{ piles: film.start, down: film.down, moved: new Set() }];
  for (const move of film.moves) {
    const before = boards[boards.length - 1];
    const now = { piles: before.piles.slice(), down: before.down.slice(), moved: new Set() };
    for (const [pile, keep, then, down] of move.changes) {
      now.piles[pile] = before.piles[pile].slice(0, keep).concat(then);
      now.down[pile] = down;
      then.forEach((card) => now.moved.add(card));
    }
    boards.push(now);
  }
  return boards;
};

// The numbers of the piles that are columns, and of those that lie above them.
export const columnsOf = (film) => film.piles.flatMap((pile, n) => (pile.kind === "column" ? [n] : []));
export const aboveOf = (film) => film.piles.flatMap((pile, n) => (pile.kind === "column" ? [] : [n]));

// The most cards that any of these boards has in a column.
export const longestOf = (film, boards) =>
  Math.max(1, ...boards.map((board) => Math.max(0, ...columnsOf(film).map((n) => board.piles[n].length))));
