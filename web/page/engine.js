// The workers. One keeps the board and answers at once; the other thinks, may be stopped by ending it, and is made
// anew then. What the module says is passed on as it is.

import { bytesOf, get } from "./dom.js";

const moduleOf = async () => {
  const squeezed = new Blob([bytesOf(get("wasm").textContent)]);
  const stream = squeezed.stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
};

// What a run ends with that was stopped; the page then says nothing.
export const STOPPED = { stopped: true };

class Thinker {
  constructor(module, url) {
    [this.module, this.url, this.id] = [module, url, 0];
    this.start();
  }

  start() {
    this.worker = new Worker(this.url);
    this.waiting = new Map();
    this.panic = "";
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      for (const id of [...this.waiting.keys()]) this.heard({ id, trap: event.message || "the worker ended" });
    };
    this.worker.postMessage({ module: this.module });
  }

  heard(data) {
    if (data.panic) this.panic = data.panic;
    const asked = this.waiting.get(data.id);
    if (!asked) return;
    if (data.told) {
      asked.told(JSON.parse(data.told));
      return;
    }
    this.waiting.delete(data.id);
    if (data.answer !== undefined) {
      asked.done(JSON.parse(data.answer));
      return;
    }
    // Without a panic the module ended because there was no memory left.
    const panic = this.panic;
    this.restart();
    asked.done(panic ? { refused: `This is a bug of patsat, please report it: ${panic}` } : { exhausted: data.trap });
  }

  ask(question, told = () => {}) {
    return new Promise((done) => {
      this.waiting.set(++this.id, { done, told });
      this.worker.postMessage({ id: this.id, question: JSON.stringify(question) });
    });
  }

  get busy() {
    return this.waiting.size > 0;
  }

  // Ends what it does and begins anew, with all its memory free.
  restart() {
    const waiting = [...this.waiting.values()];
    this.worker.terminate();
    this.start();
    waiting.forEach((asked) => asked.done(STOPPED));
  }
}

// Both workers, once the module is compiled.
export const engineOf = async () => {
  const script = new Blob([get("worker").textContent], { type: "text/javascript" });
  const url = URL.createObjectURL(script);
  const module = await moduleOf();
  return { board: new Thinker(module, url), thinker: new Thinker(module, url) };
};
