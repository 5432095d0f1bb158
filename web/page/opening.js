// The dialogue that opens a deal or a board, and boards that are pasted or dropped on the page.

import { element } from "../../crates/report/src/replay/page/table.js";
import { get } from "./dom.js";

const EXAMPLES = [
  ["FreeCell 617", { text: "FreeCell 617" }],
  ["11982, lost", { text: "FreeCell 11982" }],
  ["41 with one cell", { text: "FreeCell 41", cells: 1 }],
  ["Spider, 1 suit", { text: "Spider 1 5" }],
  ["Spider, 4 suits", { text: "Spider 4 1" }],
  ["Klondike", { text: "Klondike 617" }],
  ["Forty Thieves", { text: "Forty Thieves 6" }],
  ["Seahaven Towers", { text: "random:seahaven:3" }],
];

// One word, or a game and a number: `ms:617`, `Spider 4 1`, `FreeCell #617`.
const NAME = /^\S+$|^[a-z][a-z'&]{2,}[ -][\w ,#()'&-]*\d$/i;

export const openingOf = (game) => {
  const opening = {};
  const dialog = get("opening");
  const number = (id) => (get(id).value === "" ? null : Number(get(id).value));

  const asked = () => ({
    ask: "open", text: get("text").value, game: get("game").value || null, cells: number("cells"), columns: number("columns"),
    ranks: number("ranks"), lines: get("lines").value || null,
  });

  const fill = ({ text, ...numbers }) => {
    get("text").value = text;
    for (const id of ["game", "cells", "columns", "ranks", "lines"]) get(id).value = numbers[id] ?? "";
  };

  const submit = async () => {
    get("wrong").textContent = "";
    const wrong = await game.open(asked());
    if (wrong) {
      get("wrong").textContent = wrong;
      get("text").setAttribute("aria-invalid", "true");
      get("text").focus();
    } else {
      dialog.close();
    }
  };

  opening.show = (text) => {
    get("wrong").textContent = "";
    get("text").removeAttribute("aria-invalid");
    if (text !== undefined) fill({ text });
    if (!dialog.open) dialog.showModal();
    get("text").focus();
    get("text").select();
  };

  // A text that was pasted on the page: opened, or shown with what is wrong.
  opening.text = async (text) => {
    opening.show(text);
    await submit();
  };

  get("opening-form").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  get("cancel").addEventListener("click", () => dialog.close());
  get("open").addEventListener("click", () => opening.show());
  get("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) fill({ text: await file.text(), game: get("game").value });
    event.target.value = "";
  });
  // Enter opens the name of a deal; in a board it makes a line.
  get("text").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey || NAME.test(get("text").value.trim()))) {
      event.preventDefault();
      submit();
    }
  });
  for (const [name, example] of EXAMPLES) {
    const button = element("button", get("examples"), "small", name);
    button.type = "button";
    button.addEventListener("click", () => {
      fill(example);
      submit();
    });
  }
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (event.target.closest?.("input, textarea") || !text.trim()) return;
    event.preventDefault();
    opening.text(text);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    const text = file ? await file.text() : event.dataTransfer.getData("text/plain");
    if (text.trim()) opening.text(text);
  });
  return opening;
};
