// Settings that the browser keeps for the next visit. A browser may forbid it; then they last as long as the page.

import { get } from "./dom.js";

const KEY = "patsat";

const stored = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
};

export const keep = (name, value) => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), [name]: value }));
  } catch {
    // The setting holds until the page is closed.
  }
};

// Restores the theme and these checkboxes, and keeps what is changed.
export const restore = (boxes) => {
  const kept = stored();
  if (kept.theme) document.documentElement.dataset.theme = kept.theme;
  for (const name of boxes) {
    const box = get(name);
    if (name in kept) box.checked = kept[name];
    box.addEventListener("change", () => keep(name, box.checked));
  }
};
