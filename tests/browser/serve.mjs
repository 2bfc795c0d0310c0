// Serves the built page as a static host does, under a sub-path, with the headers of its own header file.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sirv from "sirv";

const BASE = "/any/sub/path/";

/** Ways in which a file can fail: missing; cut off; truncated without an error; truncated, then stalled. */
export const WAYS = ["missing", "cut", "half", "stalled"];

/** Types of the files that are answered wrongly. */
const TYPES = { html: "text/html", js: "text/javascript", json: "application/json", wasm: "application/wasm" };

async function answerWrongly(response, way, file) {
  if (way === "missing") return response.writeHead(404).end();
  const bytes = await readFile(file);
  const half = bytes.subarray(0, bytes.length / 2);
  const type = TYPES[file.split(".").at(-1)] ?? "application/octet-stream";
  const length = way === "half" ? half.length : bytes.length;
  // Other pages may load it, according to the header files.
  const open = { "Access-Control-Allow-Origin": "*" };
  response.writeHead(200, { "Content-Type": type, "Content-Length": length, ...open });
  if (way === "half") return response.end(half);
  // Data on its way is to arrive before the connection breaks.
  return response.write(half, () => way === "cut" && response.destroy());
}

/**
 * Serves a folder on 127.0.0.1, at a free port, below "/any/sub/path/".
 *
 * `headers` are sent with every file, beside those of the folder's `_headers`. With `compress`, a
 * browser that accepts them gets the compressed twins beside the files. `base` is another path to
 * serve it below. The result has functions: `to` serves another folder from now on. After `hold`
 * the server accepts requests and never answers. After `spoil` it answers one file wrongly, in one
 * of the ways of `WAYS`, until the way is none. `asked` returns the number of requests for that
 * file. `disconnect` ends every connection, also of stalled answers; `close` ends the server and
 * every connection to it.
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
    disconnect: () => server.closeAllConnections(),
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
 * a prefix before a `*`, each followed by indented headers; all that match apply.
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
