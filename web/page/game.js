// The game that is played: where it began, the moves since, and what was seen of the start on moves that were taken
// back too, all as the module gave them.

import { get } from "./dom.js";
import { STOPPED } from "./engine.js";

export const gameOf = (engine) => {
  const game = { start: null, moves: [], undone: [], title: "", board: null, seen: null, changed: () => {}, judged: new Map() };
  // The numbers of moves home that the page played by itself: undo and redo pass over them.
  let automatic = new Set();

  game.question = (ask, more) => ({ ask, start: game.start, moves: game.moves, seen: game.seen, ...more });

  // Verdicts on positions that are played no more are forgotten.
  const set = (moves, undone, board) => {
    for (const at of [...game.judged.keys()]) if (at > moves.length) game.judged.delete(at);
    Object.assign(game, { moves, undone, board, seen: board.seen });
    game.changed(false);
  };

  // Opens the game of a question; returns a sentence if that fails.
  game.open = async (question) => {
    const { answer, refused } = await engine.board.ask(question);
    if (!answer) return refused ?? "The board could not be opened.";
    const { title, preset, number, about, notes, moves, board } = answer;
    // A board with hidden cards stays as it was typed: only that text says which cards are hidden.
    const hidden = answer.hidden ? question : null;
    Object.assign(game, { title, preset, number: number ?? "", about, notes, moves, board, hidden, seen: board.seen, start: answer.start || question.text });
    game.judged = new Map();
    game.undone = [];
    automatic = new Set();
    game.changed(true);
    return "";
  };

  // Goes to where these moves lead; `home`: safe cards then go home if that is wanted.
  game.go = async (moves, undone = [], home = false) => {
    const { answer, refused } = await engine.board.ask(game.question("board", { moves, home }));
    if (!answer) return refused ?? "";
    answer.added.forEach((_, n) => automatic.add(moves.length + n));
    set([...moves, ...answer.added], undone, answer);
    return "";
  };

  // Plays the move of a drag; returns the rule that it breaks if it is not legal. Without `to` only the rule.
  game.drag = async (from, to) => {
    const reply = await engine.board.ask(game.question("drag", { from, to }));
    if (reply === STOPPED) return "";
    if (reply.refused !== undefined) return reply.refused;
    return game.play(reply.answer);
  };

  game.play = (move) => {
    automatic = new Set([...automatic].filter((n) => n < game.moves.length));
    return game.go([...game.moves, move], [], get("home").checked);
  };

  game.undo = () => {
    if (!game.moves.length) return "";
    let left = game.moves.length - 1;
    while (left > 0 && automatic.has(left)) left--;
    return game.go(game.moves.slice(0, left), [...game.undone, ...game.moves.slice(left).reverse()]);
  };

  game.redo = () => {
    if (!game.undone.length) return "";
    let left = game.undone.length - 1;
    while (left > 0 && automatic.has(game.moves.length + game.undone.length - left)) left--;
    return game.go([...game.moves, ...game.undone.slice(left).reverse()], game.undone.slice(0, left));
  };

  game.restart = () => game.go([], [...game.undone, ...[...game.moves].reverse()]);
  return game;
};
