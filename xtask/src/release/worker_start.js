// The end of a worker's script: starts its program, so that a worker needs nothing but the script's
// name.

// The browser drops messages that come before somebody listens: they are kept for the program.
const early = [];
onmessage = (event) => early.push(event);

// `beside` is the script's address, if the worker was started by other means than that.
wasm_bindgen({ module_or_path: String(self.beside ?? location).replace(/\.js$/, ".wasm") })
  .then(() => early.forEach((event) => onmessage(event)))
  // The browser reports no rejected promise of a worker to the page, but it does report an error.
  .catch((error) => setTimeout(() => { throw error; }));
