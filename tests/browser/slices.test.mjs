// Long work in slices: each ends by the clock, each work by its deadline with a message, and a changed plan ends it,
// too. The test controls the clock and the timers, so that the machine's speed does not matter.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FAR_TOO_LARGE, FITS, UNREACHABLE, inEachBrowser, settled, type } from "./planner.mjs";

/** Largest number of clock readings in one task: at the start of a slice, after a piece of work, and when views are drawn. */
const MOST_READINGS = 4;

/** Before the page starts: installs a clock that advances by a whole slice at each reading, and counts the most readings of a task. */
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

/** Opens a lesson from its text. */
async function openLesson(page, text) {
  await page.locator("#lessons").click();
  await page.locator("#lesson-file").setInputFiles({ name: "lesson.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await page.locator("#lesson[data-step=one]").waitFor();
}

inEachBrowser(({ open }) => {
  test("cures are sought an estimate at a time where that is slow, and stop with a sentence", async (t) => {
    const page = await open(t, FAR_TOO_LARGE, { prepare: slowClock });
    await page.locator("#cures", { hasText: "The search stopped after three seconds" }).waitFor();
    const { most, tasks } = await page.evaluate(() => ({ most: window.most, tasks: window.tasks }));
    assert.ok(most <= MOST_READINGS, `${most} readings of the clock in one task`);
    // Three seconds of slices and pauses of 20 ms.
    assert.ok(tasks > 70, `${tasks} tasks`);
  });

  test("the change that helps most, too", async (t) => {
    const page = await open(t, FITS, { prepare: slowClock });
    await page.locator("#diagnosis .advice", { hasText: /three seconds/ }).waitFor();
    assert.ok(await page.evaluate(() => window.most) <= MOST_READINGS);
    // A sweep and the published runs have more time, and are complete.
    await page.locator("#sweep .point").first().waitFor({ state: "attached" });
    assert.ok(await page.evaluate(() => window.most) <= MOST_READINGS);
  });

  test("published runs are estimated one at a time, and those left over are counted", async (t) => {
    const page = await open(t, FITS, { prepare: slowClock });
    // A long answer above moves the content below it, even under a press.
    await settled(page);
    await page.locator("#accuracy summary").click();
    await page.locator("#accuracy p", { hasText: /Stopped after ten seconds: runs that were not estimated: \d/ }).waitFor();
    assert.ok(await page.evaluate(() => window.most) <= MOST_READINGS);
  });

  test("a goal that no plan reaches is answered, with how far the search went", async (t) => {
    const page = await open(t, FITS, { prepare: slowClock });
    await settled(page);
    await openLesson(page, UNREACHABLE);
    for (let hint = 0; hint < 2; hint += 1) await page.locator("#lesson-hint").click();
    await page.locator(".lesson-hints li", { hasText: "The search stopped after a second" }).waitFor();
    assert.ok(await page.evaluate(() => window.most) <= MOST_READINGS);
  });

  test("a plan that changes ends what was sought for the one before", async (t) => {
    const page = await open(t, FITS, { prepare: heldTimers });
    await settled(page);
    await openLesson(page, UNREACHABLE);
    await page.evaluate(() => {
      window.isHeld = true;
    });
    for (let hint = 0; hint < 2; hint += 1) await page.locator("#lesson-hint").click();
    const hints = page.locator(".lesson-hints li");
    assert.equal(await hints.nth(1).textContent(), "Looking for a way…");
    await type(page, "gbs", "64");
    await page.waitForFunction(() => document.querySelectorAll(".lesson-hints li").length === 0);
    await page.evaluate(() => window.release());
    // The search starts anew for the present plan.
    await page.locator("#lesson-hint").click();
    assert.equal(await hints.count(), 1);
  });
});
