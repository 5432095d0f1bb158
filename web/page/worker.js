// The worker: holds the module and answers one question after another. The page terminates it.

onmessage = ({ data }) => {
  if (data.module) {
    wasm_bindgen.initSync({ module: data.module });
    wasm_bindgen.onPanic((message) => postMessage({ panic: message }));
    postMessage({ ready: true });
    return;
  }
  const { id, question } = data;
  try {
    const answer = wasm_bindgen.ask(question, (line) => postMessage({ id, told: line }));
    postMessage({ id, answer });
  } catch (error) {
    // The module cannot be used after this; the page creates another worker.
    postMessage({ id, trap: String(error) });
  }
};
