// A second release for tests, made from the built one without compiling.
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The title of its page. */
export const NEXT_TITLE = "Shardwise, the next release";

/** The stem of the file names of a built release. */
export async function releaseOf(folder) {
  const html = await readFile(join(folder, "index.html"), "utf8");
  return html.match(/data-release="\.\/([^"]+)"/)[1];
}

/** A temporary copy of a built page under another release's name and title; the caller removes it. */
export async function nextRelease(folder) {
  const copy = await mkdtemp(join(tmpdir(), "shardwise-"));
  await cp(folder, copy, { recursive: true });
  const old = await releaseOf(copy);
  const next = old.replace(/[0-9a-f]{16}$/, (digits) => [...digits].reverse().join(""));
  for (const name of await readdir(copy)) {
    if (/\.(br|gz)$/.test(name)) await rm(join(copy, name));
    else if (name.startsWith(old)) await rename(join(copy, name), join(copy, name.replace(old, next)));
  }
  const index = await readFile(join(copy, "index.html"), "utf8");
  const renamed = index.replaceAll(old, next).replace(/<title>[^<]*/, `<title>${NEXT_TITLE}`);
  for (const name of await readdir(copy)) {
    if (!/^_headers$|\.(html|js)$/.test(name)) continue;
    const text = await readFile(join(copy, name), "utf8");
    await writeFile(join(copy, name), name === "index.html" ? renamed : text.replaceAll(old, next));
  }
  return copy;
}
