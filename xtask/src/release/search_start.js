// The end of the search worker's script: starts its program, so that a worker needs nothing but the
// script's name. The build puts the constant PROGRAM, the name of the program's file, before it.

// The browser drops messages that come before somebody listens: they are kept for the program.
const early = [];
onmessage = (event) => early.push(event);

// `beside` is an address beside the program, where the worker was started by other means than its own.
wasm_bindgen({ module_or_path: new URL(PROGRAM, self.beside ?? location) })
  .then(() => early.forEach((event) => onmessage(event)))
  // The browser reports no rejected promise of a worker to the page, but it does report an error.
  .catch((error) => setTimeout(() => { throw error; }));
