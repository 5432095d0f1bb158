// Whether a move has lost the game, told at once: a short search after each move, which proves it or stays silent.

import { get } from "./dom.js";
import { STOPPED } from "./engine.js";

// A search that takes longer is given up; the next move is worth more than its answer.
const UNTIL = { seconds: 2, memory_mib: 512 };

// As it stands at the beginning of a sentence.
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const judgeOf = (game, runs, say) => {
  const judge = {};

  const told = (before, now, other) => {
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
    if (verdict === "solved") {
      const text = `Can be won in ${moves(left)} (plan verified).`;
      return [other && game.about ? `${sentence(game.about)}. ${text}` : text, "won"];
    }
    return [`Undecided within ${UNTIL.seconds} s.`, ""];
  };

  // Judges the position; `other`: of a game that was just opened.
  judge.now = async (other) => {
    const at = game.moves.length;
    if (game.board.won) {
      say("Won: every card is home.", "won");
      return;
    }
    if (!get("judge").checked) {
      if (!other) say("");
      return;
    }
    const asked = game.moves;
    let now = game.judged.get(at);
    let fresh = "";
    if (!now) {
      if (!other) say("…");
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
    // What was said meanwhile is about something that was asked for.
    if (!fresh || get("said").textContent === fresh) say(...told(game.judged.get(at - 1), now, other));
  };
  return judge;
};
