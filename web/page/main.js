// The page: what each button asks of the module, and where its answer goes.

import { answersOf } from "./answer.js";
import { get } from "./dom.js";
import { engineOf, STOPPED } from "./engine.js";
import { gameOf } from "./game.js";
import { handsOf } from "./hands.js";
import { judgeOf, sentence } from "./judge.js";
import { keysOf } from "./keys.js";
import { openingOf } from "./opening.js";
import { playerOf } from "./player.js";
import { runsOf } from "./run.js";
import { savesOf } from "./save.js";
import { stageOf } from "./stage.js";

const say = (text, kind = "") => {
  get("said").textContent = text;
  get("said").className = kind;
};

const page = async () => {
  const engine = await engineOf();
  const game = gameOf(engine);
  const stage = stageOf(get("stage"), get("board"));
  const answers = answersOf(get("answer"));
  const runs = runsOf(engine.thinker);
  const judge = judgeOf(game, runs, say);
  const until = () => ({ seconds: Number(get("seconds").value) || 120, memory_mib: Number(get("memory").value) || 1024 });

  const act = async (from, to) => {
    const wrong = await game.drag(from, to);
    if (wrong) say(wrong, "wrong");
  };
  const hands = handsOf(stage, act);
  const keys = keysOf(stage, hands);
  hands.idle = () => player.on;

  // The board of the game as it stands.
  const settle = (still) => {
    stage.use(game.start, game.board.film, game.moves.length, still);
    stage.mark([]);
    stage.allow(game.board.targets);
    keys.settle();
  };
  const player = playerOf(stage, async (at) => {
    if (at !== null && at !== game.moves.length) await game.go(stage.film.taken.slice(0, at));
    else settle(true);
  });

  game.changed = async (other) => {
    hands.leave();
    runs.stop();
    answers.clear();
    if (player.on) player.leave();
    if (other) stage.targets = new Map();
    settle(other);
    get("title").textContent = game.title;
    document.title = `${game.title}: patsat`;
    get("undo").disabled = get("restart").disabled = game.moves.length === 0;
    get("redo").disabled = game.undone.length === 0;
    const played = { 0: "no move played", 1: "1 move played" }[game.moves.length] ?? `${game.moves.length} moves played`;
    get("count").textContent = played;
    if (other) say([sentence(game.about), ...game.notes].filter(Boolean).join(". "));
    const { answer } = await engine.board.ask(game.question("link"));
    if (answer) {
      game.link = answer;
      history.replaceState(null, "", `#${answer}`);
    }
    await judge.now(other);
  };

  // Asks, shows that it works, and gives a good answer to `shown`.
  const ask = async (name, question, shown) => {
    if (!game.start) return;
    if (player.on) player.leave();
    hands.leave();
    stage.mark([]);
    answers.clear();
    const reply = await runs.run(name, question, answers.lines);
    if (reply === STOPPED) return;
    if (reply.answer) await shown(reply.answer);
    else answers.failed(reply);
  };

  const watch = async (plan, steps) => {
    const moves = [...game.moves, ...plan];
    const parts = steps?.length ? [game.moves.length, ...steps] : [];
    const { answer } = await engine.board.ask({ ask: "board", start: game.start, moves, steps: parts });
    if (!answer) return;
    answer.film.taken = moves;
    player.watch(game.start, answer.film, game.moves.length);
  };

  const solve = (name, by, certify = false) =>
    ask(name, game.question("solve", { by, certify, until: until() }), async (answer) => {
      const again = by === "shortest" ? by : "search";
      const certify = () => solve("Making a certificate…", again, true);
      answers.solve(answer, { certify, shortest: answer.shortest });
      if (answer.plan?.length) await watch(answer.plan, answer.steps);
    });

  const point = ({ from, to }) => from && stage.point(from, to);
  const hint = () =>
    ask("Looking for the best move…", game.question("hint", { until: until() }), (answer) =>
      answers.hint(answer, { show: point, play: (one) => game.play(one.move) }));

  const why = () =>
    ask("Looking for the reason…", game.question("why", { until: until() }), async (answer) => {
      answers.why(answer, { mark: stage.mark, certify: () => solve("Making a certificate…", "search", true) });
      if (answer.plan?.length) await watch(answer.plan, []);
    });

  const opening = openingOf(engine, game);
  savesOf(engine, game, answers, say, (what) =>
    player.on && what !== "board" ? { moves: stage.film.taken, from: game.moves.length } : { moves: game.moves });

  const theme = () => {
    const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
    document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  };
  const share = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      say("Link to this position copied.");
    } catch {
      say("The address of this page links to this position.");
    }
  };
  const buttons = {
    undo: game.undo, redo: game.redo, restart: game.restart, hint, why, theme, share, stop: runs.stop,
    solve: () => solve("Searching…", "search"),
    shortest: () => solve("Searching for a shortest plan…", "shortest"),
    sat: () => solve("Writing the first formula…", "sat"),
  };
  for (const [id, press] of Object.entries(buttons)) get(id).addEventListener("click", press);

  document.addEventListener("keydown", (event) => {
    const field = event.target.closest("input, select, textarea, dialog[open]");
    const presses = event.target.closest("button, summary, [role='button']") && (event.key === " " || event.key === "Enter");
    if (field || presses || event.ctrlKey || event.metaKey || event.altKey) return;
    const letters = { u: "undo", r: "redo", s: "solve", h: "hint", w: "why", t: "theme", o: "open" };
    if (event.key === "Escape" && runs.shown) runs.stop();
    else if (letters[event.key]) get(letters[event.key]).click();
    else if (!player.on || !player.key(event.key)) return;
    event.preventDefault();
  });
  window.addEventListener("resize", stage.lay);
  get("judge").addEventListener("change", () => judge.now(false));

  const fromLink = async () => {
    const link = decodeURIComponent(location.hash.slice(1));
    if (link === game.link) return "";
    return link ? game.open({ ask: "from-link", link }) : game.open({ ask: "open", text: "ms:617" });
  };
  window.addEventListener("hashchange", async () => {
    const wrong = await fromLink();
    if (wrong) say(wrong, "wrong");
  });
  const wrong = await fromLink();
  if (wrong) {
    await game.open({ ask: "open", text: "ms:617" });
    say(wrong, "wrong");
  }
  document.documentElement.dataset.ready = "";
};

page().catch((error) => {
  get("title").textContent = "patsat cannot start here";
  say(`This browser cannot run the page: ${error.message ?? error}`, "wrong");
});
