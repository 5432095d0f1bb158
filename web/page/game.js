// The game that is played: where it began and the moves since, both as the module gave them.

import { STOPPED } from "./engine.js";

export const gameOf = (engine) => {
  const game = { start: null, moves: [], undone: [], title: "", board: null, changed: () => {}, judged: new Map() };

  game.question = (ask, more) => ({ ask, start: game.start, moves: game.moves, ...more });

  // What was known of positions that are played no more is forgotten.
  const set = (moves, undone, board) => {
    for (const at of [...game.judged.keys()]) if (at > moves.length) game.judged.delete(at);
    Object.assign(game, { moves, undone, board });
    game.changed(false);
  };

  // Opens what a question asks for; the sentence of what is wrong, if something is.
  game.open = async (question) => {
    const { answer, refused } = await engine.board.ask(question);
    if (!answer) return refused ?? "The board could not be opened.";
    game.judged = new Map();
    Object.assign(game, { start: answer.start, title: answer.title, about: answer.about, notes: answer.notes });
    Object.assign(game, { moves: answer.moves, undone: [], board: answer.board });
    game.changed(true);
    return "";
  };

  // Goes to where these moves lead.
  game.go = async (moves, undone = []) => {
    const { answer, refused } = await engine.board.ask({ ask: "board", start: game.start, moves });
    if (answer) set(moves, undone, answer);
    return refused ?? "";
  };

  // Plays what a drag means, if the rules let it; else the sentence why they do not.
  game.drag = async (from, to) => {
    const reply = await engine.board.ask(game.question("drag", { from, to }));
    if (reply === STOPPED) return "";
    if (reply.refused !== undefined) return reply.refused;
    return game.play(reply.answer);
  };

  game.play = (move) => game.go([...game.moves, move]);

  game.undo = () => {
    if (!game.moves.length) return "";
    return game.go(game.moves.slice(0, -1), [...game.undone, game.moves.at(-1)]);
  };

  game.redo = () => {
    if (!game.undone.length) return "";
    return game.go([...game.moves, game.undone.at(-1)], game.undone.slice(0, -1));
  };

  game.restart = () => game.go([], [...game.undone, ...[...game.moves].reverse()]);
  return game;
};
