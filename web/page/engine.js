// The workers. One handles the board and answers at once. The other runs long queries; terminating it stops a query,
// and a new worker replaces it. Answers of the module are passed on unchanged.

import { bytesOf, get } from "./dom.js";

const moduleOf = async () => {
  const squeezed = new Blob([bytesOf(get("wasm").textContent)]);
  const stream = squeezed.stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
};

// The result of a stopped run, for which the page shows no message.
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
    // Without a panic the module ended because it ran out of memory.
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

  // Stops the current query and replaces the worker, which frees all its memory.
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
