// Reports what Node's own reporter does, and before its closing lines: which tests took longest, and which one a file was at when its time was up.
import { basename } from "node:path";
import { finished } from "node:stream/promises";
import { spec } from "node:test/reporters";

/** How many of the slowest tests are named. */
const SLOWEST = 10;

/** The tests of all files by their whole names: how long each took, and those that have begun and not ended. */
class Tests {
  #took = [];
  /** The names of what is being told of, outermost first: files are told of one after the other. */
  #inside = [];
  /** What each file has begun last and not ended; told of at once, and so of several files. */
  #running = new Map();

  note({ type, data }) {
    const file = basename(data?.file ?? "");
    if (type === "test:dequeue") this.#running.set(file, data.name);
    if (type === "test:start") this.#inside = [...this.#inside.slice(0, data.nesting), data.name];
    if (type !== "test:pass" && type !== "test:fail") return;
    // A file that is ended fails as a test of its own.
    if (data.name === data.file) return;
    this.#running.delete(file);
    if (data.details.type === "suite" || data.skip) return;
    const name = [...this.#inside.slice(0, data.nesting), data.name].join(", ");
    this.#took.push({ seconds: data.details.duration_ms / 1_000, name: `${file}: ${name}` });
  }

  /** What is said of them at the end. */
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
  const tests = new Tests();
  const own = new spec();
  const texts = [];
  own.on("data", (text) => texts.push(text));
  let isClosing = false;
  for await (const event of source) {
    tests.note(event);
    // The closing lines begin with how many tests there were.
    const closes = event.type === "test:diagnostic" && event.data.nesting === 0 && /^tests \d+$/.test(event.data.message);
    if (closes && !isClosing) {
      isClosing = true;
      yield tests.lines();
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
