"use strict";
(() => {
  const film = JSON.parse(document.getElementById("film").textContent);
  const last = film.moves.length;
  const get = (id) => document.getElementById(id);
  const board = get("board");

  // The board after every move; piles that a move leaves alone are shared with the board before.
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
  const columns = film.piles.flatMap((pile, n) => (pile.kind === "column" ? [n] : []));
  const above = film.piles.flatMap((pile, n) => (pile.kind === "column" ? [] : [n]));
  const longest = Math.max(1, ...boards.map((b) => Math.max(0, ...columns.map((n) => b.piles[n].length))));
  const reserves = Math.max(0, ...above.map((n) => (film.piles[n].kind === "reserve" ? film.start[n].length : 0)));

  const PIPS = {
    1: [[50, 50]], 2: [[50, 22], [50, 78]], 3: [[50, 22], [50, 50], [50, 78]],
    4: [[37, 22], [63, 22], [37, 78], [63, 78]], 5: [[37, 22], [63, 22], [50, 50], [37, 78], [63, 78]],
    6: [[37, 22], [63, 22], [37, 50], [63, 50], [37, 78], [63, 78]],
    7: [[37, 22], [63, 22], [50, 36], [37, 50], [63, 50], [37, 78], [63, 78]],
    8: [[37, 22], [63, 22], [50, 36], [37, 50], [63, 50], [50, 64], [37, 78], [63, 78]],
    9: [[37, 22], [63, 22], [37, 41], [63, 41], [50, 50], [37, 59], [63, 59], [37, 78], [63, 78]],
    10: [[37, 22], [63, 22], [50, 31], [37, 41], [63, 41], [37, 59], [63, 59], [50, 69], [37, 78], [63, 78]],
  };
  // The height of a column's number.
  const HEAD = 20;
  const element = (kind, parent, name, text) => {
    const made = document.createElement(kind);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    parent.append(made);
    return made;
  };

  const slots = film.piles.map((pile) => element("div", board, "slot", pile.kind === "column" ? "" : pile.label));
  // A column is called by its number, in the list and here.
  const heads = film.piles.map((pile) => (pile.kind === "column" ? element("div", board, "head", pile.label) : null));
  const counts = film.piles.map((pile) => (pile.kind === "stock" || pile.kind === "waste" ? element("div", board, "count") : null));
  const cards = film.cards.map((card) => {
    const made = element("div", board, card.red ? "card red" : "card");
    element("span", made, "corner", card.rank + card.suit);
    element("span", made, "corner turned", card.rank + card.suit);
    element("span", made, "middle", card.suit);
    if (card.pips) {
      for (const [x, y] of PIPS[card.pips]) {
        const pip = element("span", made, y > 50 ? "pip turned" : "pip", card.suit);
        pip.style.left = x + "%";
        pip.style.top = y + "%";
      }
    } else {
      element("span", made, "court", card.rank + card.suit);
    }
    made.dataset.card = card.name;
    return made;
  });

  let at = 0;
  let timer = 0;
  // Where each pile begins, which way it goes on, and how large a card is: by the window's size.
  let places = [];
  let size = [0, 0];

  const lay = () => {
    const width = get("stage").clientWidth - 20;
    // A reserve lies side by side, so it takes as many places as it has cards.
    const wide = (n) => (film.piles[n].kind === "reserve" ? reserves : 1);
    const row = above.reduce((sum, n) => sum + wide(n), 0);
    const most = Math.min(Math.max(columns.length, row, 1), 16);
    const gap = width < 600 ? 3 : 8;
    const high = window.innerHeight - 130;
    // As wide as the board allows, and as high as the longest column then leaves room for.
    const least = (high - gap * 3 - HEAD) / (2 * 1.42 + 0.17 * 1.42 * (longest - 1));
    const largest = Math.max(60, Math.min(130, Math.floor(least)));
    const w = Math.max(20, Math.min(largest, Math.floor((width - gap * (most - 1)) / most)));
    const h = Math.round(w * 1.42);
    const fit = Math.max(1, Math.floor((width + gap) / (w + gap)));
    // What cards leave of the width lies between them.
    const across = fit >= most && most > 1 ? Math.min(w * 1.4, (width - w) / (most - 1)) : w + gap;
    const room = Math.max(260, high) - h - gap * 3 - HEAD;
    const fan = Math.max(w < 46 ? 13 : 15, Math.min(h * 0.3, (room - h) / Math.max(1, longest - 1)));
    places = [];
    let x = 0;
    let y = 0;
    for (const n of above) {
      if (x > 0 && x + wide(n) > fit) {
        x = 0;
        y += h + gap;
      }
      places[n] = { x: x * across, y, dx: film.piles[n].kind === "reserve" ? across : 0, dy: 0 };
      x += wide(n);
    }
    let top = above.length ? y + h + gap * 2 : 0;
    const block = HEAD + h + fan * (longest - 1) + gap * 2;
    columns.forEach((n, i) => {
      const at = i % fit;
      if (i > 0 && at === 0) top += block;
      places[n] = { x: at * across, y: top + HEAD, dx: 0, dy: fan };
    });
    size = [w, h];
    board.style.height = top + (columns.length ? block : 0) + "px";
    board.style.setProperty("--corner", Math.max(11, Math.round(w * (w < 52 ? 0.3 : 0.22))) + "px");
    board.style.setProperty("--pip", Math.round(w * 0.2) + "px");
    board.style.setProperty("--court", Math.round(w * 0.38) + "px");
    film.piles.forEach((pile, n) => {
      const style = slots[n].style;
      [style.width, style.height] = [w + "px", h + "px"];
      style.transform = `translate(${places[n].x}px, ${places[n].y}px)`;
      // A word is as wide as its slot, a suit is not made larger for that.
      style.fontSize = Math.min(w * 0.4, (w - 6) / (0.62 * Math.max(1, pile.label.length))) + "px";
      if (heads[n]) {
        heads[n].style.width = w + "px";
        heads[n].style.transform = `translate(${places[n].x}px, ${places[n].y - HEAD}px)`;
      }
      if (counts[n]) {
        counts[n].style.width = w + "px";
        counts[n].style.zIndex = 5000;
        counts[n].style.transform = `translate(${places[n].x}px, ${places[n].y + h - 20}px)`;
      }
    });
    for (const card of cards) {
      [card.style.width, card.style.height] = [w + "px", h + "px"];
      card.classList.toggle("small", w < 52);
    }
    show(true);
  };

  const show = (still) => {
    const now = boards[at];
    board.classList.toggle("still", Boolean(still));
    board.dataset.at = at;
    now.piles.forEach((pile, n) => {
      const { x, y, dx, dy } = places[n];
      let top = y;
      pile.forEach((number, i) => {
        const card = cards[number];
        const down = i < now.down[n];
        card.classList.toggle("down", down);
        card.classList.toggle("moved", now.moved.has(number));
        card.dataset.place = film.piles[n].kind + n;
        card.dataset.index = i;
        card.style.zIndex = i + 1 + (now.moved.has(number) ? 2000 : 0);
        card.style.transform = `translate(${x + i * dx}px, ${top}px)`;
        // What lies face down need not be read.
        top += down ? dy * 0.5 : dy;
      });
      if (counts[n]) counts[n].textContent = pile.length || "";
    });
    const move = film.moves[at - 1];
    const step = film.steps.findIndex((end) => end >= at);
    const of = film.steps.length && at ? ` (step ${step + 1} of ${film.steps.length})` : "";
    get("caption").textContent = move
      ? `Move ${at} of ${last}${of}: ${move.word ? move.word + ", " : ""}${move.text}`
      : `Start of ${last} moves`;
    get("slider").value = at;
    if (document.activeElement !== get("jump")) get("jump").value = at;
    for (const marked of get("list").querySelectorAll("[aria-current]")) marked.removeAttribute("aria-current");
    const current = items[at];
    if (current) {
      current.setAttribute("aria-current", "step");
      const list = get("moves");
      const [top, bottom] = [current.offsetTop - list.offsetTop, current.offsetTop - list.offsetTop + current.offsetHeight];
      if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
    }
  };

  const label = (name, path) => {
    get("play").setAttribute("aria-label", name);
    get("play").querySelector("path").setAttribute("d", path);
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    label("Play", "M7 4v16l13-8z");
  };
  const turn = (to, still) => {
    at = Math.max(0, Math.min(last, to));
    show(still);
  };
  const go = (to, still) => {
    stop();
    turn(to, still);
  };
  const start = () => {
    if (at === last) turn(0, true);
    label("Pause", "M6 5h4v14H6zM14 5h4v14h-4z");
    timer = setInterval(() => {
      turn(at + 1);
      if (at === last) stop();
    }, 1000 / Number(get("speed").value));
  };
  const play = () => (timer ? stop() : start());
  const speed = (by) => {
    const choice = get("speed");
    choice.selectedIndex = Math.max(0, Math.min(choice.options.length - 1, choice.selectedIndex + by));
    if (timer) {
      stop();
      start();
    }
  };
  // Without steps a step is ten moves.
  const stepOn = () => (film.steps.length ? film.steps.find((end) => end > at) ?? last : at + 10);
  const stepBack = () => (film.steps.length ? film.steps.filter((end) => end < at).pop() ?? 0 : at - 10);
  const theme = () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  };

  const items = [null];
  film.moves.forEach((move, n) => {
    const item = document.createElement("li");
    const step = film.steps.findIndex((end) => end > n);
    if (film.steps.length && (n === 0 || film.steps[step - 1] === n)) element("h2", item, "", `Step ${step + 1}`);
    const button = element("button", item);
    button.type = "button";
    element("span", button, "number", n + 1);
    element("span", button, "word", move.word);
    element("span", button, "", move.text);
    button.addEventListener("click", () => go(n + 1));
    get("list").append(item);
    items.push(button);
  });

  get("slider").max = last;
  get("jump").max = last;
  const on = (id, act) => get(id).addEventListener("click", act);
  on("first", () => go(0, true));
  on("back-step", () => go(stepBack(), true));
  on("back", () => go(at - 1));
  on("play", play);
  on("next", () => go(at + 1));
  on("next-step", () => go(stepOn(), true));
  on("last", () => go(last, true));
  on("theme", theme);
  get("slider").addEventListener("input", () => go(Number(get("slider").value), true));
  get("jump").addEventListener("change", () => go(Number(get("jump").value) || 0, true));
  get("speed").addEventListener("change", () => speed(0));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const field = event.target.closest("input[type=number], select");
    const presses = event.target.closest("button") && (event.key === " " || event.key === "Enter");
    if (field || presses) return;
    const act = {
      ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0, true), End: () => go(last, true),
      PageDown: () => go(stepOn(), true), PageUp: () => go(stepBack(), true), " ": play,
      "+": () => speed(1), "-": () => speed(-1), t: theme,
    }[event.key];
    if (act) {
      act();
      event.preventDefault();
    }
  });
  window.addEventListener("resize", lay);
  const asked = Number(location.hash.slice(1));
  at = Number.isInteger(asked) ? Math.max(0, Math.min(last, asked)) : 0;
  lay();
})();
