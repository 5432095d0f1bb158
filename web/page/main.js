// The page: what each button asks of the module, and where its answer goes.

import { answersOf } from "./answer.js";
import { clockOf } from "./clock.js";
import { dealsOf } from "./deals.js";
import { get } from "./dom.js";
import { engineOf, STOPPED } from "./engine.js";
import { gameOf } from "./game.js";
import { handsOf } from "./hands.js";
import { judgeOf } from "./judge.js";
import { keysOf } from "./keys.js";
import { openingOf } from "./opening.js";
import { keep, restore } from "./options.js";
import { peekOf } from "./peek.js";
import { playerOf } from "./player.js";
import { runsOf } from "./run.js";
import { savesOf } from "./save.js";
import { stageOf } from "./stage.js";
import { winOf } from "./win.js";

const say = (text, kind = "") => {
  get("said").textContent = text;
  get("said").className = kind;
};
// For a screen reader alone: what eyes see elsewhere.
const heard = (text) => (get("heard").textContent = text);

// What needs to know every card.
const OPEN_ONLY = ["hint", "why", "shortest", "sat", "rate", "save-board", "save-moves", "save-page", "dimacs", "check", "share"];

// With a capital letter and a full stop.
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1).replace(/[^.]$/, "$&.");

const page = async () => {
  const engine = await engineOf();
  const game = gameOf(engine);
  const stage = stageOf(get("stage"), get("board"));
  const answers = answersOf(get("answer"), heard);
  const runs = runsOf(engine.thinker);
  const peek = peekOf(game, stage, () => judge.now());
  const judge = judgeOf(game, runs, say, peek.honest);
  const clock = clockOf();
  const win = winOf(stage);
  const deals = dealsOf(engine, game, say);
  const until = () => ({ seconds: Number(get("seconds").value) || 120, memory_mib: Number(get("memory").value) || 1024 });

  const act = async (from, to) => {
    const wrong = await game.drag(from, to);
    if (wrong) say(wrong, "wrong");
    return !wrong;
  };
  const hands = handsOf(stage, act);
  const keys = keysOf(stage, hands);
  hands.idle = () => player.on || Boolean(game.hidden);

  // The board of the game as it stands.
  const settle = (still) => {
    stage.use(game.start, game.board.film, game.moves.length, still, { known: game.board.known });
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
    win.hide();
    // These lines take room, so they stand before the board is laid out.
    get("title").textContent = game.title;
    say("");
    if (other) {
      get("about").textContent = [game.about, ...game.notes].filter(Boolean).map(sentence).join(" ");
      deals.follow();
    }
    settle(other);
    peek.follow(other);
    const count = game.moves.length;
    const moves = count === 1 ? "1 move" : `${count || "no"} moves`;
    document.title = `${game.title}: patsat`;
    get("undo").disabled = get("restart").disabled = count === 0;
    get("redo").disabled = game.undone.length === 0;
    get("count").textContent = `${moves} played`;
    OPEN_ONLY.forEach((id) => (get(id).disabled = Boolean(game.hidden)));
    heard(count && !other ? stage.film.moves[count - 1].text : "");
    clock.follow(count, game.board.won);
    if (game.board.won) {
      say(`You won in ${moves}.`, "won");
      win.show(get("timed").checked ? `${moves} in ${clock.text()}` : moves);
    }
    if (game.hidden) return;
    const { answer } = await engine.board.ask(game.question("link"));
    if (answer) {
      game.link = answer;
      history.replaceState(null, "", `#${answer}`);
    }
    await judge.now();
  };

  // Asks, shows that it works, and gives a good answer to `shown`.
  const ask = async (name, question, shown) => {
    if (!game.start) return;
    if (player.on) player.leave();
    hands.leave();
    stage.mark([]);
    answers.clear();
    judge.leave();
    const reply = await runs.run(name, question, answers.line);
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

  // A search that decided this position: a hint then decides it too.
  const decided = ({ verdict, left }) => {
    if (verdict !== "solved" && verdict !== "unwinnable") return;
    game.judged.set(game.moves.length, { verdict, left });
    if (get("judge").checked) judge.now();
  };

  const CHEATS = "This answer uses cards that you have not seen.";
  const warn = () => peek.honest() && answers.warn(CHEATS);

  const solve = (name, by, certify = false) =>
    ask(name, game.question("solve", { by, certify, until: until() }), async (answer) => {
      decided({ verdict: answer.verdict, left: answer.plan?.length });
      const again = by === "shortest" ? by : "search";
      const certify = () => solve("Making a certificate…", again, true);
      answers.solve(answer, { certify, shortest: answer.shortest });
      warn();
      if (answer.plan?.length) await watch(answer.plan, answer.steps);
    });

  // Of a board with hidden cards: what holds whatever they are.
  const solveHidden = () =>
    ask("Searching…", { ...game.hidden, ask: "hidden", until: until() }, (answer) => {
      answers.lines(answer);
      if (answer.board) player.watch(game.start, answer.board.film, 0);
    });

  const point = ({ from, to }) => from && stage.point(from, to);
  const isDecided = () => ["solved", "unwinnable"].includes(game.judged.get(game.moves.length)?.verdict);
  const hint = () =>
    ask("Looking for the best move…", game.question("hint", { peek: !peek.honest(), decided: isDecided(), until: until() }), (answer) => {
      answers.hint(answer, { show: point, play: (one) => game.play(one.move) });
      if (!peek.honest()) decided({ verdict: answer.verdict, left: answer.moves[0]?.left + 1 });
    });

  const why = () =>
    ask("Looking for the reason…", game.question("why", { until: until() }), async (answer) => {
      decided({ verdict: answer.verdict, left: answer.plan?.length });
      answers.why(answer, { mark: stage.mark, certify: () => solve("Making a certificate…", "search", true) });
      warn();
      if (answer.plan?.length) await watch(answer.plan, []);
    });

  const rate = () => ask("Rating the deal…", game.question("rate", { until: until() }), answers.lines);
  const which = () => {
    const question = game.hidden ? { ...game.hidden, ask: "which-hidden" } : game.question("which");
    return ask("Comparing deals…", question, (answer) =>
      answers.number(answer, (name) => game.open({ ask: "open", text: name })));
  };

  openingOf(game);
  savesOf(engine, game, answers, say, (what) =>
    player.on && what !== "board" ? { moves: stage.film.taken, from: game.moves.length } : { moves: game.moves });

  const theme = () => {
    const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
    document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
    keep("theme", document.documentElement.dataset.theme);
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
    undo: game.undo, redo: game.redo, restart: game.restart, hint, why, rate, which, theme, share, peek: peek.turn, stop: runs.stop,
    solve: () => (game.hidden ? solveHidden() : solve("Searching…", "search")),
    shortest: () => solve("Searching for a shortest plan…", "shortest"),
    sat: () => solve("Writing the first formula…", "sat"),
  };
  for (const [id, press] of Object.entries(buttons)) get(id).addEventListener("click", press);

  document.addEventListener("keydown", (event) => {
    const field = event.target.closest("input, select, textarea, dialog[open]");
    const presses = event.target.closest("button, summary, [role='button']") && (event.key === " " || event.key === "Enter");
    if (field || presses || event.ctrlKey || event.metaKey || event.altKey) return;
    const letters = { u: "undo", r: "redo", s: "solve", h: "hint", w: "why", k: "peek", t: "theme", o: "open", n: "next-deal", p: "previous-deal", a: "any-deal" };
    if (event.key === "Escape" && runs.shown) runs.stop();
    else if (letters[event.key]) get(letters[event.key]).click();
    else if (!player.on || !player.key(event.key)) return;
    event.preventDefault();
  });
  window.addEventListener("resize", stage.lay);
  get("judge").addEventListener("change", () => judge.now());
  restore(["judge", "home", "timed"]);

  const fromLink = async () => {
    const link = decodeURIComponent(location.hash.slice(1));
    if (link === game.link) return "";
    return link ? game.open({ ask: "from-link", link }) : game.open({ ask: "open", text: "FreeCell 617" });
  };
  window.addEventListener("hashchange", async () => {
    const wrong = await fromLink();
    if (wrong) say(wrong, "wrong");
  });
  await deals.ready;
  const wrong = await fromLink();
  if (wrong) {
    await game.open({ ask: "open", text: "FreeCell 617" });
    say(wrong, "wrong");
  }
  document.documentElement.dataset.ready = "";
};

page().catch((error) => {
  get("title").textContent = "patsat cannot start here";
  say(`This browser cannot run the page: ${error.message ?? error}`, "wrong");
});
