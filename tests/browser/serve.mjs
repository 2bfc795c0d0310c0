// Serves the built page the way a static host does, under a sub-path, with the headers that its own header file asks for.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sirv from "sirv";

const BASE = "/any/sub/path/";

/**
 * Serves a folder on 127.0.0.1, at a free port, below "/any/sub/path/".
 *
 * `headers` are sent with every file, beside those of the folder's `_headers`. With `compress`, a
 * browser that accepts it gets the compressed twins that lie beside the files. `base` is another
 * path to serve it below. `to` has it serve another folder from now on; after `hold` it hears and never
 * answers; `close` ends the server and every connection to it.
 */
export async function serve(folder, { headers = {}, compress = false, base = BASE } = {}) {
  let files;
  let isHeld = false;
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
    files(request, response, notFound);
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}${base}`,
    to,
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
