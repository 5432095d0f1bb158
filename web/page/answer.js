// Answers as a person reads them. Words and numbers are the module's; here they get a place.

import { element } from "../../crates/report/src/replay/page/table.js";
import { save } from "./save.js";

const VERDICTS = { solved: "Solved", no_plan_within: "No plan within", unwinnable: "Unwinnable", unknown: "Unknown" };

// A verdict's first word is its badge already.
const rest = (verdict, says) => {
  const word = VERDICTS[verdict];
  const text = says.startsWith(`${word}: `) ? says.slice(word.length + 2) : says;
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const answersOf = (place) => {
  const answers = {};

  answers.clear = () => place.replaceChildren();

  // The verdict, its sentence, and what is to be trusted for it.
  const verdict = ({ verdict: word, says, rests, length, cost }) => {
    answers.clear();
    element("p", place, `badge ${word}`, VERDICTS[word]);
    element("p", place, "says", rest(word, says));
    if (length) element("p", place, "length", length);
    if (rests) {
      const about = element("p", place, "rests");
      element("b", about, "", "What this trusts. ");
      about.append(rests);
    }
    if (cost) element("p", place, "cost", cost);
  };

  const lines = (title, all) => {
    if (!all?.length) return;
    const details = element("details", place, "lines");
    element("summary", details, "", title);
    all.forEach((line) => element("p", details, "", line));
  };

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
    lines(`Formulas solved: ${answer.rounds.length}`, answer.rounds);
    proof(answer, answer.verdict === "unwinnable" || shortest, certify);
  };

  // The best move and what every other leads to; `show` marks one, `play` plays it.
  answers.hint = (answer, { show, play }) => {
    verdict({ ...answer, says: [answer.says, answer.more].filter(Boolean).join(" ") });
    if (!answer.moves.length) return;
    const list = element("ol", place, "hints");
    for (const one of answer.moves) {
      const item = element("li", list);
      const made = element("button", item, one.mark);
      made.type = "button";
      element("span", made, "mark", one.mark);
      element("span", made, "words", one.words);
      const more = one.left !== undefined ? `${one.left} left` : one.lost_while ? `then lost while ${one.lost_while}` : "";
      if (more) element("span", made, "left", more);
      made.addEventListener("click", () => play(one));
      made.addEventListener("focus", () => show(one));
      made.addEventListener("pointerenter", () => show(one));
    }
    show(answer.moves[0]);
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
      const turn = (step) => {
        at = (at + step + all.length) % all.length;
        text.replaceChildren();
        all[at].text.trimEnd().split("\n").forEach((line, n) => element(n ? "p" : "h3", text, "", line.trim()));
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
      if (all.length > 1) step("Next", 1);
      turn(0);
    }
    proof(answer, answer.verdict === "unwinnable", certify);
  };

  answers.check = ({ valid, says }) => {
    answers.clear();
    element("p", place, `badge ${valid ? "solved" : "unwinnable"}`, valid ? "Valid" : "Not valid");
    element("p", place, "says", says.replace(/^(Valid|Not valid): /, ""));
  };

  // A sentence of what went wrong, or that there was no memory left.
  answers.failed = (reply) => {
    if (reply.exhausted) {
      const says = "Memory limit reached: the browser provides no more memory.";
      verdict({ verdict: "unknown", says });
    } else {
      answers.clear();
      element("p", place, "says wrong", reply.refused);
    }
  };

  answers.lines = (line) => element("p", place, "line", line);
  return answers;
};
