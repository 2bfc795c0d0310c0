// Serves the built page the way a static host does, under a sub-path.
import { createServer } from "node:http";
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import sirv from "sirv";

const BASE = "/any/sub/path/";

/**
 * Serves a folder on 127.0.0.1, at a free port, below "/any/sub/path/".
 *
 * `headers` are sent with every file. With `compress`, a browser that accepts brotli gets bodies
 * compressed at quality 11, prepared before this returns. `close` ends the server and every
 * connection to it.
 */
export async function serve(folder, { headers = {}, compress = false } = {}) {
  const served = compress ? await compressedCopy(folder) : folder;
  const files = sirv(served, {
    brotli: compress,
    setHeaders(response) {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    },
  });
  const server = createServer((request, response) => {
    const notFound = () => response.writeHead(404).end();
    if (!request.url.startsWith(BASE)) return notFound();
    request.url = request.url.slice(BASE.length - 1);
    files(request, response, notFound);
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}${BASE}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (compress) await rm(served, { recursive: true });
    },
  };
}

/** A temporary copy of a folder in which every file has its compressed twin, named `*.br`. */
async function compressedCopy(folder) {
  const copy = await mkdtemp(join(tmpdir(), "shardwise-"));
  await cp(folder, copy, { recursive: true });
  for (const name of await readdir(copy, { recursive: true })) {
    const path = join(copy, name);
    if (!(await stat(path)).isFile()) continue;
    await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path)));
  }
  return copy;
}
