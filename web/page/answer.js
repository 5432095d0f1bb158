// Answers of the module, laid out in the panel. The module chose their words.

import { element } from "../../crates/report/src/replay/page/table.js";
import { save } from "./save.js";

const MEMORY = "Memory limit reached: the browser provides no more memory.";

// `heard` gets what a screen reader should say of an answer.
export const answersOf = (place, heard) => {
  const answers = {};

  answers.clear = () => place.replaceChildren();

  const folded = (title, all) => {
    if (!all.length) return;
    const details = element("details", place, "lines");
    element("summary", details, "", title);
    all.forEach((line) => element("p", details, "", line));
  };

  // The verdict and its sentence.
  const verdict = ({ verdict: kind, badge, says }) => {
    answers.clear();
    element("p", place, `badge ${kind}`, badge);
    element("p", place, "says", says);
    heard(`${badge}. ${says}`);
  };

  // Other counts of moves, what the verdict trusts, and its cost.
  const details = ({ length, rests, cost }) =>
    folded("Details", [length && `Length: ${length}.`, rests, cost && `Cost: ${cost}.`].filter(Boolean));

  const button = (text, act, name = "") => {
    const made = element("button", place, name, text);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  };

  // What is proved has a certificate, or one can be made.
  const proof = (answer, proved, certify) => {
    if (answer.certificate) button(`Save ${answer.certificate.name}`, () => save(answer.certificate));
    else if (proved) button("Make a certificate", certify);
  };

  answers.solve = (answer, { certify, shortest }) => {
    verdict(answer);
    details(answer);
    folded(`Formulas solved: ${answer.rounds.length}`, answer.rounds);
    proof(answer, answer.verdict === "unwinnable" || shortest, certify);
  };

  // The best move and what every other leads to; `show` marks one, `play` plays it.
  answers.hint = (answer, { show, play }) => {
    verdict(answer);
    for (const line of answer.more.split("\n").filter(Boolean)) element("p", place, "", line);
    if (!answer.moves.length) return details(answer);
    const list = element("ol", place, "hints");
    for (const one of answer.moves) {
      const item = element("li", list);
      const made = element("button", item, one.kind);
      made.type = "button";
      element("span", made, "mark", one.mark);
      element("span", made, "words", one.words);
      if (one.then) element("span", made, "left", one.then);
      made.addEventListener("click", () => play(one));
      made.addEventListener("focus", () => show(one));
      made.addEventListener("pointerenter", () => show(one));
    }
    show(answer.moves[0]);
    return details(answer);
  };

  // Why it is lost: pattern by pattern, its cards marked by `mark`.
  answers.why = (answer, { mark, certify }) => {
    verdict(answer);
    if (answer.since) element("p", place, "since", answer.since);
    if (answer.without) element("p", place, "", `No dead patterns: ${answer.without}.`);
    const all = answer.patterns;
    if (all.length) {
      let at = 0;
      const head = element("div", place, "row");
      const text = element("div", place, "pattern");
      // It scrolls where it is long, by keys too.
      text.tabIndex = 0;
      text.setAttribute("role", "group");
      text.setAttribute("aria-label", "Pattern");
      const turn = (step) => {
        at = (at + step + all.length) % all.length;
        text.replaceChildren();
        all[at].text.trimEnd().split("\n").forEach((line, n) => element(n ? "p" : "h2", text, "", line.trim()));
        where.textContent = `${at + 1} of ${all.length}`;
        mark(all[at].marked);
      };
      const step = (name, by) => {
        const made = element("button", head, "", name);
        made.type = "button";
        made.setAttribute("aria-label", `${name} pattern`);
        made.addEventListener("click", () => turn(by));
      };
      if (all.length > 1) step("Previous", -1);
      const where = element("span", head);
      where.hidden = all.length === 1;
      if (all.length > 1) step("Next", 1);
      turn(0);
    }
    details(answer);
    proof(answer, answer.verdict === "unwinnable", certify);
  };

  answers.check = ({ valid, says }) =>
    verdict({
      // A limit may have ended the check.
      verdict: valid === null ? "unknown" : valid ? "solved" : "unwinnable",
      badge: valid === null ? "Undecided" : valid ? "Valid" : "Not valid",
      says: says.replace(/^(Valid|Not valid|Undecided): /, ""),
    });

  // A verdict with sentences below it.
  answers.lines = (answer) => {
    verdict(answer);
    answer.lines.forEach((line) => element("p", place, "", line));
  };

  // The number of a board, and a button that opens the deal.
  answers.number = ({ says, name }, open) => {
    answers.clear();
    element("p", place, "says", says);
    heard(says);
    if (name) button("Open this deal", () => open(name));
  };

  // What went wrong, or that no memory was left.
  answers.failed = (reply) => {
    if (reply.exhausted) {
      verdict({ verdict: "unknown", badge: "Undecided", says: MEMORY });
    } else {
      answers.clear();
      element("p", place, "says wrong", reply.refused);
      heard(reply.refused);
    }
  };

  // What an answer rests on that the player may not have wanted to know.
  answers.warn = (line) => place.querySelector(".says")?.after(element("p", place, "since", line));

  // A line about work that goes on.
  answers.line = (line) => element("p", place, "line", line);
  return answers;
};
