// A short search after each move: it proves that the game is lost, or finds that it can be won, or stays undecided.

import { get } from "./dom.js";
import { STOPPED } from "./engine.js";

// Stands in place of a verdict that is being searched.
const WAITING = "…";
// A player waits no longer for a verdict before the next move.
const UNTIL = { seconds: 2, memory_mib: 512 };

// `honest` says whether some card was not seen by the player, and must not be used.
export const judgeOf = (game, runs, say, honest) => {
  const judge = {};

  const told = (before, now) => {
    const moves = (n) => `${n} ${n === 1 ? "move" : "moves"}`;
    const { verdict, left } = now;
    if (verdict === "unwinnable") {
      const search = "a complete search found no win";
      if (!game.moves.length) return [`This deal cannot be won: ${search}.`, "lost"];
      // Only where it could be won before, it was this move that lost it.
      if (before?.verdict === "solved") {
        return [`This move loses: ${search} after it. Before it, the game could be won in ${moves(before.left)}. Undo takes it back.`, "lost"];
      }
      if (before?.verdict === "unwinnable") return ["The game is lost, and was before this move.", "lost"];
      return [`The game is lost: ${search} from here. \"Why lost?\" shows the losing move.`, "lost"];
    }
    if (verdict === "solved") return [`Can be won in ${moves(left)} (plan verified).`, "won"];
    return [`Undecided within ${UNTIL.seconds} s.`, ""];
  };

  // Gives up a search for a verdict that another question ends.
  judge.leave = () => {
    if (get("said").textContent === WAITING) say("");
  };

  // Judges the position; one that is won has its own words.
  judge.now = async () => {
    const at = game.moves.length;
    // An error that came with this board stays.
    if (game.board.won || game.hidden || get("said").className === "wrong") return;
    if (!get("judge").checked || honest()) {
      say("");
      return;
    }
    const asked = game.moves;
    let now = game.judged.get(at);
    let fresh = "";
    if (!now) {
      say(WAITING);
      fresh = get("said").textContent;
      const reply = await runs.quietly(game.question("judge", { until: UNTIL }));
      if (reply === STOPPED || game.moves !== asked) return;
      if (!reply.answer) {
        say("");
        return;
      }
      now = reply.answer;
      game.judged.set(at, now);
    }
    // A message that came meanwhile answers an action of the player.
    if (!fresh || get("said").textContent === fresh) say(...told(game.judged.get(at - 1), now));
  };
  return judge;
};
