// Results of the native command, to compare the page with.
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The built program. */
const PROGRAM = process.env.SHARDWISE_COMMAND
  ?? resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target", "debug/shardwise");

/** What the command has estimated so far, by its options and the link. */
const estimates = new Map();

/** The command's estimate of a link, as JSON. */
export function estimate(link, ...options) {
  const key = [...options, link].join(" ");
  if (!estimates.has(key)) estimates.set(key, run(["estimate", "--json", ...options, link]));
  return estimates.get(key);
}

async function run(words) {
  const { stdout } = await promisify(execFile)(PROGRAM, words, { cwd: ROOT });
  return JSON.parse(stdout);
}
