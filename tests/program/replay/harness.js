(async () => {
  const out = [];
  const get = (id) => document.getElementById(id);
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const show = (name) => {
    const piles = new Map();
    for (const card of document.querySelectorAll(".card")) {
      const place = card.dataset.place;
      if (!piles.has(place)) piles.set(place, []);
      const [, x, y] = /translate\(([-\d.]+)px, ([-\d.]+)px\)/.exec(card.style.transform);
      piles.get(place).push({ n: Number(card.dataset.index), name: card.dataset.card, x: Number(x), y: Number(y),
        down: card.classList.contains("down") });
    }
    out.push("at " + name + " " + get("board").dataset.at + " " + get("slider").value);
    for (const [place, cards] of [...piles].sort((a, b) => Number(a[0].replace(/\D/g, "")) - Number(b[0].replace(/\D/g, "")))) {
      cards.sort((a, b) => a.n - b.n);
      // What lies higher in a column lies lower on the screen, and in line.
      if (place.startsWith("column") && cards.some((c, i) => i > 0 && !(c.y > cards[i - 1].y && c.x === cards[i - 1].x))) {
        out.push("crooked " + place);
      }
      out.push(place + " " + cards.filter((c) => c.down).length + " " + cards.map((c) => c.name).join(" "));
    }
  };
  const press = (id) => get(id).click();
  const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  const last = Number(get("slider").max);
  show("start");
  for (let n = 1; n <= last; n += 1) {
    press("next");
    show("next");
    const marked = document.querySelectorAll("#list [aria-current]");
    if (marked.length !== 1 || marked[0].querySelector(".number").textContent !== String(n)) out.push("unmarked " + n);
  }
  press("next"); show("next");
  press("first"); show("first");
  press("last"); show("last");
  press("back"); show("back");
  press("back-step"); show("back-step");
  press("next-step"); show("next-step");
  get("slider").value = Math.min(3, last); get("slider").dispatchEvent(new Event("input")); show("slider");
  get("jump").value = 1; get("jump").dispatchEvent(new Event("change")); show("jump");
  key("ArrowRight"); show("right");
  key("ArrowLeft"); show("left");
  key("End"); show("end");
  key("Home"); show("home");
  key("PageDown"); show("page-down");
  key("PageUp"); show("page-up");
  document.querySelectorAll("#list button")[1].click(); show("list");
  press("first");
  get("speed").selectedIndex = 4;
  press("play"); await wait(700); press("play");
  const played = Number(get("board").dataset.at);
  out.push("played " + (played >= 2 && played <= 7) + " " + get("play").getAttribute("aria-label"));
  await wait(700);
  out.push("paused " + (Number(get("board").dataset.at) === played));
  press("last"); key(" "); out.push("again " + get("board").dataset.at); key(" ");
  const colour = () => getComputedStyle(document.body).backgroundColor;
  const before = colour(); press("theme"); out.push("theme " + (colour() !== before));
  out.push("wide " + (document.documentElement.scrollWidth <= window.innerWidth));
  const pre = document.createElement("pre");
  pre.textContent = "BEGIN\n" + out.join("\n") + "\nEND";
  document.body.replaceChildren(pre);
})();
