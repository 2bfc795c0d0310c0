// A reporter with the output of Node's own, and before its closing lines three additions: the slowest tests, the tests
// at which a file ran out of time, and the duration of all steps.
import { basename } from "node:path";
import { finished } from "node:stream/promises";
import { spec } from "node:test/reporters";

/** Number of the slowest tests to list. */
const SLOWEST = 10;
/** Seconds of the earlier steps, if `cargo xtask test` runs these tests as its last step. */
const BEFORE = process.env.SHARDWISE_SECONDS_BEFORE;

/** A number of seconds as minutes and seconds. */
const inWords = (seconds) => `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, "0")} s`;

/** Text with the duration of these tests in milliseconds, and of all steps with them. */
function total(milliseconds) {
  const seconds = milliseconds / 1_000;
  const lines = [["tests in browsers", seconds], ["all steps", Number(BEFORE) + seconds]];
  return lines.map(([name, seconds]) => `${inWords(seconds).padStart(12)}  ${name}\n`).join("");
}

/** The tests of all files by their full names: the duration of each, and the unfinished ones. */
class Tests {
  #took = [];
  /** The names of the enclosing tests, outermost first: files are reported one after the other. */
  #inside = [];
  /** The last test that each file has begun and not ended; reported at once, and so for several files. */
  #running = new Map();

  note({ type, data }) {
    const file = basename(data?.file ?? "");
    if (type === "test:dequeue") this.#running.set(file, data.name);
    if (type === "test:start") this.#inside = [...this.#inside.slice(0, data.nesting), data.name];
    if (type !== "test:pass" && type !== "test:fail") return;
    // A file that runs out of time fails as a test of its own.
    if (data.name === data.file) return;
    this.#running.delete(file);
    if (data.details.type === "suite" || data.skip) return;
    const name = [...this.#inside.slice(0, data.nesting), data.name].join(", ");
    this.#took.push({ seconds: data.details.duration_ms / 1_000, name: `${file}: ${name}` });
  }

  /** The lines at the end. */
  lines() {
    const slowest = this.#took.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
    const lines = [`the ${slowest.length} slowest tests:`];
    for (const { seconds, name } of slowest) lines.push(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
    for (const [file, name] of this.#running) lines.push(`not ended: ${file}: ${name}`);
    return `${lines.join("\n")}\n`;
  }
}

/** @param {AsyncIterable<{ type: string, data: object }>} source Node's events of a run. */
export default async function* report(source) {
  const begun = performance.now();
  const tests = new Tests();
  const own = new spec();
  const texts = [];
  own.on("data", (text) => texts.push(text));
  let isClosing = false;
  for await (const event of source) {
    tests.note(event);
    // The closing lines begin with the number of tests.
    const closes = event.type === "test:diagnostic" && event.data.nesting === 0 && /^tests \d+$/.test(event.data.message);
    if (closes && !isClosing) {
      isClosing = true;
      yield tests.lines();
      if (BEFORE) yield total(performance.now() - begun);
    }
    await new Promise((resolve, reject) => {
      own.write(event, (error) => (error ? reject(error) : resolve()));
    });
    yield* texts.splice(0);
  }
  own.end();
  await finished(own);
  yield* texts.splice(0);
}
