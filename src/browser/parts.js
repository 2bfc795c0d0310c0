// Fetches the pieces of later parts, in place of the browser's `fetch`, which the loader of wasm-split calls. The
// build writes the table of files: the sizes of the pieces in each, in their order.
import FILES from "shardwise-pieces";

/** Event by which the page requests again all files on their way, as in `src/app/parts.rs`. */
const AGAIN = "shardwise-again";

/** Names of files that have been requested. */
const tried = new Set();

/**
 * The bytes of a file. A file that is cut off fails here, wherever it is read. While it is on its way, the event AGAIN
 * requests it once more: the first whole answer counts, and it fails when all have failed. A repeated request does not
 * use the browser's cache, which may hold the failure.
 * @param {string} name
 * @param {number} size
 * @returns {Promise<ArrayBuffer>}
 */
const whole = (name, size) => {
  let open = 0;
  let ask;
  const there = new Promise((resolve, reject) => {
    ask = async () => {
      open += 1;
      try {
        const cache = tried.has(name) ? "reload" : "default";
        tried.add(name);
        const answer = await window.fetch(`${document.documentElement.dataset.release}_${name}`, { cache });
        if (!answer.ok) throw new Error(answer.status);
        const bytes = await answer.arrayBuffer();
        if (bytes.byteLength < size) throw new Error(bytes.byteLength);
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

/** Files that are on their way or have come, by name. */
const files = new Map();

/**
 * A piece as a response that WebAssembly can be compiled from.
 * @param {URL} address its address for the loader, of which only the name counts
 */
export const fetch = async ({ pathname }) => {
  const piece = pathname.split("/").at(-1).slice(0, -".wasm".length);
  const [name, pieces] = Object.entries(FILES).find(([, pieces]) => piece in pieces);
  let [start, size] = [0, 0];
  for (const [other, bytes] of Object.entries(pieces)) {
    if (other === piece) start = size;
    size += bytes;
  }
  if (!files.has(name)) {
    const file = whole(name, size);
    files.set(name, file);
    file.catch(() => files.delete(name));
  }
  const bytes = (await files.get(name)).slice(start, start + pieces[piece]);
  return new Response(bytes, { headers: { "Content-Type": "application/wasm" } });
};
