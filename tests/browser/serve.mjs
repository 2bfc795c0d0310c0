// Serves the built page the way a static host does, under a sub-path, with the headers that its own header file asks for.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sirv from "sirv";

const BASE = "/any/sub/path/";

/** How a file may fail to come: not there; cut off on the way; half of it, as if that were all; half of it, then silence. */
export const WAYS = ["missing", "cut", "half", "stalled"];

/** Types of the files that are answered wrongly. */
const TYPES = { html: "text/html", js: "text/javascript", json: "application/json", wasm: "application/wasm" };

async function answerWrongly(response, way, file) {
  if (way === "missing") return response.writeHead(404).end();
  const bytes = await readFile(file);
  const half = bytes.subarray(0, bytes.length / 2);
  const type = TYPES[file.split(".").at(-1)] ?? "application/octet-stream";
  const length = way === "half" ? half.length : bytes.length;
  response.writeHead(200, { "Content-Type": type, "Content-Length": length });
  if (way === "half") return response.end(half);
  // What is under way is to arrive before the connection breaks.
  return response.write(half, () => way === "cut" && response.destroy());
}

/**
 * Serves a folder on 127.0.0.1, at a free port, below "/any/sub/path/".
 *
 * `headers` are sent with every file, beside those of the folder's `_headers`. With `compress`, a
 * browser that accepts it gets the compressed twins that lie beside the files. `base` is another
 * path to serve it below. `to` has it serve another folder from now on; after `hold` it hears and never
 * answers; after `spoil` it answers wrongly when it is asked for one file, in one of the ways of `WAYS`, until it
 * is told to in none; `asked` tells how often it was asked for that file; `close` ends the server and every
 * connection to it.
 */
export async function serve(folder, { headers = {}, compress = false, base = BASE } = {}) {
  let files;
  let isHeld = false;
  const spoiled = new Map();
  const counts = new Map();
  const to = async (folder) => {
    const asked = await headersOf(folder);
    files = sirv(folder, {
      brotli: compress,
      gzip: compress,
      setHeaders(response, path) {
        for (const [name, value] of Object.entries({ ...asked(path), ...headers })) response.setHeader(name, value);
      },
    });
  };
  await to(folder);
  const server = createServer((request, response) => {
    if (isHeld) return;
    const notFound = () => response.writeHead(404).end();
    if (!request.url.startsWith(base)) return notFound();
    request.url = request.url.slice(base.length - 1);
    const [name] = request.url.slice(1).split("?");
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (spoiled.has(name)) return answerWrongly(response, spoiled.get(name), join(folder, name));
    files(request, response, notFound);
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}${base}`,
    to,
    spoil(name, way) {
      if (way) spoiled.set(name, way);
      else spoiled.delete(name);
    },
    asked: (name) => counts.get(name) ?? 0,
    hold() {
      isHeld = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * The headers of each path, as Netlify and Cloudflare Pages read `_headers`: lines of a path, or of
 * the beginning of one before a `*`, each followed by indented headers; all that match count.
 */
export async function headersOf(folder) {
  const text = await readFile(join(folder, "_headers"), "utf8").catch(() => "");
  const rules = [];
  for (const line of text.split("\n").filter((line) => line.trim() && !line.startsWith("#"))) {
    if (line.startsWith(" ")) {
      const [, name, value] = line.match(/^\s+([\w-]+): (.*)$/);
      rules.at(-1).headers[name] = value;
    } else {
      rules.push({ path: line, headers: {} });
    }
  }
  const matches = (rule, path) =>
    rule.endsWith("*") ? path.startsWith(rule.slice(0, -1)) : path === rule;
  return (path) =>
    Object.assign({}, ...rules.filter((rule) => matches(rule.path, path)).map((rule) => rule.headers));
}
