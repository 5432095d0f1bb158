// Files of the page, saved as downloads of bytes.

import { bytesOf, get } from "./dom.js";

export const save = ({ name, base64 }) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytesOf(base64)], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

// The bytes of a file that the user picked.
export const base64Of = (file) =>
  new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.readAsDataURL(file);
  });

// The buttons for files. `say` shows a sentence, `shown` returns the moves on the board and the start of a plan.
export const savesOf = (engine, game, answers, say, shown) => {
  const ask = async (what) => {
    const { answer, refused } = await engine.board.ask({ ask: "file", what, start: game.start, ...shown(what) });
    if (answer) save(answer);
    else say(refused);
  };
  get("save-board").addEventListener("click", () => ask("board"));
  get("save-moves").addEventListener("click", () => ask("moves"));
  get("save-page").addEventListener("click", () => ask("page"));

  get("dimacs").addEventListener("click", async () => {
    const horizon = Number(get("horizon").value);
    if (!Number.isInteger(horizon) || horizon < 1) {
      say("The horizon is not a whole number: expected 1 or more.");
      return;
    }
    say("Writing the formula…");
    const { answer, refused, exhausted } = await engine.thinker.ask(game.question("formula", { horizon }));
    if (answer) {
      save(answer.file);
      say(`Saved ${answer.file.name}: ${answer.says}.`);
    } else {
      say(refused ?? (exhausted ? "The formula needs more memory than the browser provides." : ""));
    }
  });

  get("check").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const base64 = await base64Of(file);
    event.target.value = "";
    const { answer, refused, exhausted } = await engine.thinker.ask(game.question("verify", { base64 }));
    if (answer) answers.check(answer);
    else answers.failed({ refused, exhausted });
  });
};
