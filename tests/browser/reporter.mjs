// The end of a run: the slowest tests, the flaky ones, the duration of all steps, and a closing line.
import { basename } from "node:path";

/** Number of the slowest tests to list. */
const SLOWEST = 10;
/** Number of flaky tests from which a run counts as failed: that many at once are no accident. */
const TOO_MANY_FLAKY = 3;
/** Seconds of the earlier steps, if `cargo xtask test` runs these tests as its last step. */
const BEFORE = process.env.SHARDWISE_SECONDS_BEFORE;

/** A number of seconds as minutes and seconds. */
const inWords = (seconds) => `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, "0")} s`;

/** The full name of a test: browser, file, titles. */
function nameOf(test) {
  const [, browser, file, ...titles] = test.titlePath();
  return `${browser}, ${basename(file)}: ${titles.join(", ")}`;
}

/** A reporter of Playwright; it stands after the one that lists each test. */
export default class Closing {
  #root;

  onBegin(config, suite) {
    this.#root = suite;
  }

  onEnd({ status, duration }) {
    const tests = this.#root.allTests();
    // They were listed, not run.
    if (tests.every((test) => test.results.length === 0)) return undefined;
    const took = (test) => test.results.reduce((sum, result) => sum + result.duration, 0) / 1_000;
    const slowest = tests.toSorted((one, other) => took(other) - took(one)).slice(0, SLOWEST);
    const lines = ["", `the ${slowest.length} slowest tests:`];
    for (const test of slowest) lines.push(`${took(test).toFixed(1).padStart(7)} s  ${nameOf(test)}`);
    const of = (outcome) => tests.filter((test) => test.outcome() === outcome);
    const [flaky, failed] = [of("flaky"), of("unexpected")];
    for (const test of failed) lines.push(`FAILED: ${nameOf(test)}`);
    for (const test of flaky) {
      const [first] = (test.results[0].error?.message ?? "").split("\n");
      lines.push(`FLAKY: ${nameOf(test)} (failed first: ${first})`);
    }
    const grave = flaky.filter((test) => test.tags.includes("@security"));
    const isTooFlaky = flaky.length >= TOO_MANY_FLAKY || grave.length > 0;
    if (isTooFlaky) {
      lines.push(`${flaky.length} flaky tests, ${grave.length} of them about security: this counts as a failure`);
    }
    const seconds = duration / 1_000;
    lines.push(`${inWords(seconds).padStart(12)}  tests in browsers`);
    if (BEFORE) lines.push(`${inWords(Number(BEFORE) + seconds).padStart(12)}  all steps`);
    // One alone on a line, for programs that read it.
    const bad = failed.length + (isTooFlaky ? flaky.length : 0);
    const skipped = of("skipped").length;
    const good = tests.length - bad - skipped;
    lines.push(`${good} passed, ${bad} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`, "");
    process.stdout.write(lines.join("\n"));
    return { status: isTooFlaky && status === "passed" ? "failed" : status };
  }
}
