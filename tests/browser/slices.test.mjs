// Long work in slices: each ends by the clock, each work by its deadline with a message, and a changed plan ends it,
// too. The test controls the clock and the timers, so that the machine's speed does not matter.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FAR_TOO_LARGE, FITS, UNREACHABLE, openLesson, openTab, press, settled, type, unfold } from "./planner.mjs";

/**
 * Largest number of clock readings in one task: at the start of a slice, after a piece of work, and when views are
 * drawn.
 */
const MOST_READINGS = 4;

/**
 * Before the page starts: installs a clock that advances by a whole slice at each reading, and counts the most readings
 * of a task.
 */
function slowClock(page) {
  return page.addInitScript(() => {
    let now = performance.now();
    // No readings outside the tasks of timers, in which slices run.
    let readings;
    window.most = 0;
    window.tasks = 0;
    performance.now = () => {
      if (readings !== undefined) window.most = Math.max(window.most, readings += 1);
      return now += 20;
    };
    const wait = window.setTimeout;
    window.setTimeout = (act, ...rest) => wait((...given) => {
      readings = 0;
      window.tasks += 1;
      try {
        act(...given);
      } finally {
        readings = undefined;
      }
    }, ...rest);
  });
}

/** Before the page starts: while `window.isHeld`, deferred tasks are held; `window.release()` runs them. */
function heldTimers(page) {
  return page.addInitScript(() => {
    const held = [];
    const wait = window.setTimeout;
    window.setTimeout = (act, time, ...rest) =>
      window.isHeld && !time ? held.push(() => act(...rest)) : wait(act, time, ...rest);
    window.release = () => {
      window.isHeld = false;
      held.splice(0).forEach((act) => wait(act));
    };
  });
}

/** Opens a page with a clock or timers of the test: their deadlines are the page's own. */
const openWith = (open, fragment, prepare) => open(fragment, { prepare, hasDeadlines: true });

/** Asserts that no task of the page has read the clock too often so far. */
async function areTasksShort(page) {
  const most = await page.evaluate(() => window.most);
  assert.ok(most <= MOST_READINGS, `${most} readings of the clock in one task`);
}

/** Requests two hints, and returns them. */
async function twoHints(page) {
  const hints = page.locator(".lesson-hints li");
  for (let hint = 1; hint <= 2; hint += 1) {
    await press(page.locator("#lesson-hint"));
    await expect(hints).toHaveCount(hint);
  }
  return hints;
}

test("cures are sought an estimate at a time where that is slow, and stop with a sentence", {
  tag: "@core",
}, async ({ open }) => {
  const page = await openWith(open, FAR_TOO_LARGE, slowClock);
  await expect(page.locator("#cures")).toContainText("The search stopped after three seconds");
  const tasks = await page.evaluate(() => window.tasks);
  await areTasksShort(page);
  // Three seconds of slices and pauses of 20 ms.
  assert.ok(tasks > 70, `${tasks} tasks`);
});

test("the change that helps most, too", async ({ open }) => {
  const page = await openWith(open, FITS, slowClock);
  await openTab(page, "sweep");
  await page.locator("#changes .advice", { hasText: /three seconds/ }).waitFor();
  await areTasksShort(page);
  // A sweep has more time, and is complete.
  await page.locator("#sweep .point").first().waitFor({ state: "attached" });
  await settled(page);
  await areTasksShort(page);
});

test("published runs are estimated one at a time, and those left over are counted", async ({ open }) => {
  const page = await openWith(open, FITS, slowClock);
  await openTab(page, "accuracy");
  await unfold(page.locator("#accuracy details.numbers"));
  const stopped = /Stopped after ten seconds. Runs not estimated: \d/;
  await page.locator("#accuracy p", { hasText: stopped }).waitFor();
  await areTasksShort(page);
});

test("a goal that no plan reaches is answered, with how far the search went", { tag: "@core" }, async ({ open }) => {
  const page = await openWith(open, FITS, slowClock);
  await settled(page);
  await openLesson(page, UNREACHABLE);
  const hints = await twoHints(page);
  await hints.filter({ hasText: "The search stopped after a second" }).waitFor();
  await areTasksShort(page);
});

test("a plan that changes ends what was sought for the one before", {
  tag: ["@core", "@firefox"],
}, async ({ open }) => {
  const page = await openWith(open, FITS, heldTimers);
  await settled(page);
  await openLesson(page, UNREACHABLE);
  await page.evaluate(() => {
    window.isHeld = true;
  });
  const hints = await twoHints(page);
  await expect(hints.nth(1)).toHaveText("Looking for a solution…");
  await type(page, "gbs", "64");
  await expect(hints).toHaveCount(0);
  await page.evaluate(() => window.release());
  await settled(page);
  // The search starts anew for the present plan.
  await press(page.locator("#lesson-hint"));
  await expect(hints).toHaveCount(1);
});
