// Results of the native command, to compare the page with.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The command's estimate of a link, as JSON. */
export async function estimate(link) {
  const command = ["run", "--quiet", "--bin", "shardwise", "--", "estimate", "--json", link];
  const { stdout } = await promisify(execFile)("cargo", command, { cwd: ROOT });
  return JSON.parse(stdout);
}
