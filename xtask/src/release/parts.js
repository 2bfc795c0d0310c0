// How the page's loader fetches the later parts of the program. The build puts the constant AGAIN
// (name of an event) before it, and after it a constant for each file of several pieces.

/** Addresses that have been asked for. */
const tried = new Set();

/**
 * The bytes at an address. A part is asked for whole, so that one that is cut off fails here,
 * wherever it is read. While it is on its way, the page may have it asked for once more, with the
 * event AGAIN: the first answer that is whole counts, and it fails when all have failed. Whatever is
 * asked for again does not come from the browser's cache, which may hold the failure.
 * @param {URL} address
 * @param {number} least fewer bytes than this are a failure
 * @returns {Promise<ArrayBuffer>}
 */
const whole = (address, least) => {
  let open = 0;
  let ask;
  const there = new Promise((resolve, reject) => {
    ask = async () => {
      open += 1;
      try {
        const cache = tried.has(address.href) ? "reload" : "default";
        tried.add(address.href);
        const answer = await fetch(address, { cache });
        if (!answer.ok) throw new Error(answer.status);
        const bytes = await answer.arrayBuffer();
        if (bytes.byteLength < least) throw new Error(bytes.byteLength);
        resolve(bytes);
      } catch (error) {
        open -= 1;
        if (open === 0) reject(error);
      }
    };
  });
  addEventListener(AGAIN, ask);
  const rest = () => removeEventListener(AGAIN, ask);
  there.then(rest, rest);
  ask();
  return there;
};

/** These bytes as a response that WebAssembly can be compiled from. */
const program = (bytes) => new Response(bytes, { headers: { "Content-Type": "application/wasm" } });

/** A part that is a file of its own. */
const part = async (address) => program(await whole(address, 0));

/**
 * Reads pieces, from one place to another, out of the file at an address. The file is fetched once, and again after a
 * failure.
 */
const pack = (address, least) => {
  let file;
  return async (from, to) => {
    file ??= whole(new URL(address, import.meta.url), least);
    file.catch(() => { file = undefined; });
    return program((await file).slice(from, to));
  };
};
