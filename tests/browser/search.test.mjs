// The best layout: found by workers, shown while it is found, previewed on hover and adopted by a press.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FITS, address, calm, inEachBrowser, numberIn, settled, violations } from "./planner.mjs";

/** A plan whose layout space is small enough for any machine. */
const SMALL = "#v=1&p=llama3-8b/h100x8&tp=8&gbs=16";
/** A plan with a layout space so large that its search can be watched: a hundred million layouts. */
const LARGE = "#v=1&p=deepseek-v3-671b/h800x2048&tp=8&ep=64&gbs=15360";
const ALONE = { query: "?view=search" };

/** Waits until the search for the best layouts and its further questions have ended. */
async function found(page) {
  await page.locator("#search .progress small", { hasText: "estimated." }).waitFor({ timeout: 60_000 });
  await page.locator("#search .way h3").waitFor({ timeout: 60_000 });
}

/** The layouts of the list. */
const rows = (page) => page.locator("#search .adopt.row");
/** The texts of a column of the list. */
const column = (page, index) => page.locator(`#search .best tbody tr td:nth-child(${index})`).allTextContents();

/** Seconds of a duration in words. */
function seconds(words) {
  const units = { ms: 1e-3, s: 1, min: 60, h: 3600 };
  return numberIn(words) * units[words.trim().split(/\s/).pop()];
}

inEachBrowser(({ name, open }) => {
  test("finds the best of all legal layouts, the best first", async (t) => {
    const page = await open(t, SMALL, ALONE);
    await found(page);
    const steps = (await column(page, 3)).map(seconds);
    assert.ok(steps.length > 4 && steps.length <= 20, steps.join());
    assert.deepEqual(steps, steps.toSorted((one, other) => one - other));
    assert.match(await page.locator("#search-caption").textContent(), /is the best of [\d,]+ legal layouts: a step takes/);
    const counts = await page.locator("#search .progress small").textContent();
    const [all, , late, small, full, estimated] = counts.match(/[\d,.]+\d|\d/g).map((text) => numberIn(text));
    assert.equal(late + small + full + estimated, all, counts);
    // Shares of a step: useful work and all overheads.
    const [mfu, ...tolls] = await Promise.all([4, 6, 7, 8, 9, 10, 11, 12].map((index) => column(page, index)));
    for (const [index, share] of mfu.entries()) {
      const sum = numberIn(share) + tolls.reduce((sum, toll) => sum + numberIn(toll[index]), 0);
      assert.ok(Math.abs(sum - 100) < 0.5, `${sum}`);
    }
  });

  test("finds the same however many workers there are", async (t) => {
    const answers = [];
    for (const cores of [1, 2, 4]) {
      const prepare = (page) => page.addInitScript((cores) => {
        Object.defineProperty(navigator, "hardwareConcurrency", { get: () => cores });
      }, cores);
      const page = await open(t, FITS, { ...ALONE, prepare });
      await found(page);
      assert.equal(page.workers().length, [1, 2, 3][answers.length]);
      answers.push([await page.locator("#search-caption").textContent(), ...await rows(page).allTextContents()]);
    }
    assert.ok(answers[0].length > 20);
    assert.deepEqual(answers[1], answers[0]);
    assert.deepEqual(answers[2], answers[0]);
  });

  test("adopts a layout at a press, and Back returns", async (t) => {
    const page = await open(t, SMALL, ALONE);
    await found(page);
    const first = await rows(page).first().textContent();
    await rows(page).first().click();
    await page.waitForFunction((before) => location.hash !== before, SMALL);
    await page.locator("#search-caption", { hasText: "Yours is the best of" }).waitFor();
    await page.locator("#search .way", { hasText: "Yours is as good." }).waitFor();
    assert.equal(await rows(page).first().textContent(), first);
    await page.goBack();
    await address(page, SMALL);
    await page.locator("#search-caption", { hasText: `${first} is the best of` }).waitFor();
  });

  test("shows in the head what a layout would bring while one looks at it", async (t) => {
    const page = await open(t, FITS);
    await settled(page);
    await page.locator("#search").scrollIntoViewIfNeeded();
    await found(page);
    const head = page.locator("#delta-step");
    assert.equal(await head.textContent(), "");
    await rows(page).first().hover();
    await page.locator("#delta-step", { hasText: "→" }).waitFor();
    const said = numberIn(await head.textContent());
    const [best] = (await column(page, 3)).map(seconds);
    const own = seconds(await page.locator("#step").textContent());
    assert.ok(Math.abs(said - 100 * (best / own - 1)) < 1, `${said}, ${best} of ${own}`);
    await page.locator("#search-caption").hover();
    await page.waitForFunction(() => document.getElementById("delta-step").textContent === "");
    await rows(page).nth(1).focus();
    await page.locator("#delta-step", { hasText: "→" }).waitFor();
    assert.equal(await page.evaluate(() => location.hash), FITS);
  });

  test("holds an axis where the reader says so", async (t) => {
    const page = await open(t, "#v=1&p=llama3-8b/h100x8&tp=2&gbs=16", ALONE);
    await found(page);
    await page.locator("#search-freedom summary").click();
    await page.locator("#search-axis-1").selectOption({ label: "as mine" });
    await page.locator("#search-freedom summary", { hasText: "one axis is held" }).waitFor();
    await page.waitForFunction(() => [...document.querySelectorAll("#search .adopt.row")].every((row) => row.textContent.includes("TP 2")));
    await page.locator("#search-axis-4").selectOption({ label: "1F1B" });
    await page.locator("#search-axis-9").selectOption({ label: "without" });
    await page.locator("#search-freedom summary", { hasText: "3 axes are held" }).waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll("#search .adopt.row")].every(({ textContent: words }) =>
        words.includes("TP 2") && !/zb|half|vmin|dual|gpipe| v |recompute/.test(words)));
    assert.ok(await rows(page).count() > 3);
  });

  test("looks for what is asked", async (t) => {
    const page = await open(t, SMALL, ALONE);
    await found(page);
    await page.locator("#search-goal").selectOption({ label: "the least memory" });
    await page.waitForFunction(() => {
      const cells = [...document.querySelectorAll("#search .best tbody tr td:nth-child(5)")];
      const sizes = cells.map((cell) => Number.parseFloat(cell.textContent));
      return sizes.length > 4 && sizes.every((size, index) => index === 0 || sizes[index - 1] <= size);
    });
    assert.equal(await page.locator("#search-days").isVisible(), false);
    await page.locator("#search-goal").selectOption({ label: "the cheapest run" });
    assert.equal(await page.locator("#search-days").isVisible(), true);
    await page.locator("#search-days").fill("1");
    await page.locator("#search-days").press("Enter");
    await page.locator("#search-caption", { hasText: "No layout leaves enough room" }).waitFor();
  });

  test("says what memory buys: stairs that rise, each a layout to adopt", async (t) => {
    const page = await open(t, FITS, ALONE);
    await found(page);
    await page.locator("#search .point").nth(3).waitFor();
    const places = await page.locator("#search .point").evaluateAll((points) =>
      points.map((point) => [Number.parseFloat(point.style.left), Number.parseFloat(point.style.bottom)]));
    for (const [index, [right, up]] of places.entries()) {
      if (index === 0) continue;
      assert.ok(right > places[index - 1][0] && up >= places[index - 1][1], JSON.stringify(places));
    }
    await page.locator("#search .point").first().click();
    await page.waitForFunction((before) => location.hash !== before, FITS);
  });

  test("leads from one's own layout to the best, and says what each axis buys", async (t) => {
    const page = await open(t, FITS, ALONE);
    await found(page);
    const legs = page.locator("#search .way li");
    await legs.first().waitFor();
    const last = await legs.last().locator(".figure").first().textContent();
    const [best] = await column(page, 3);
    assert.ok(last.startsWith(best), `${last} is not ${best}`);
    await page.locator("#search-buys summary").click();
    const lines = page.locator("#search-buys li");
    await lines.first().waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll("#search-buys li")].every((line) => !line.textContent.includes("Looking")), null, { timeout: 60_000 });
    for (const line of await lines.allTextContents()) {
      assert.match(line, /\(\+?[\d.]+\s%\)|nothing fits without it/, line);
    }
    await legs.last().locator("button").click();
    await page.locator("#search .way", { hasText: "Yours is as good." }).waitFor();
  });

  test("starts anew when the plan changes, and shows nothing of the old question", async (t) => {
    const page = await open(t, LARGE, ALONE);
    await page.locator("#search .progress button", { hasText: "Stop" }).waitFor();
    await page.evaluate((fragment) => { location.hash = fragment; }, SMALL);
    await page.locator("#search .progress small", { hasText: "estimated." }).waitFor({ timeout: 60_000 });
    const names = await rows(page).allTextContents();
    assert.ok(names.every((name) => !name.includes("EP")), names.join());
  });

  test("stops when it is told to, and takes it up again", async (t) => {
    // Each request for more work is answered by one message; a question itself by none.
    const prepare = (page) => page.addInitScript(() => {
      window.moments = { asked: 0, told: 0 };
      window.Worker = class extends Worker {
        constructor(...given) {
          super(...given);
          this.addEventListener("message", () => { window.moments.told += 1; });
        }

        postMessage(message) {
          // The first byte of a question is 0.
          if (message[0] !== 0) window.moments.asked += 1;
          super.postMessage(message);
        }
      };
    });
    const page = await open(t, LARGE, { ...ALONE, prepare });
    const act = page.locator("#search-act");
    await page.locator("#search-act", { hasText: "Stop" }).waitFor();
    await rows(page).first().waitFor({ timeout: 60_000 });
    await act.click();
    await page.locator("#search-act", { hasText: "Look again" }).waitFor();
    // Replies to requests made ahead arrive; then nothing more.
    await page.waitForFunction(() => window.moments.asked > 0 && window.moments.told === window.moments.asked);
    await calm(page);
    const said = () => page.locator("#search .progress small").textContent();
    const [before, moments] = [await said(), await page.evaluate(() => window.moments.asked)];
    await calm(page);
    assert.equal(await said(), before);
    assert.equal(await page.evaluate(() => window.moments.asked), moments);
    assert.match(await page.locator("#search-caption").textContent(), /is the best so far/);
    await act.click();
    await page.waitForFunction((before) => document.querySelector("#search .progress small").textContent !== before, before);
  });

  test("does nothing while it is out of sight", async (t) => {
    const page = await open(t, SMALL);
    await settled(page);
    assert.equal(page.workers().length, 0);
    await page.locator("#search").scrollIntoViewIfNeeded();
    await found(page);
    assert.ok(page.workers().length > 0);
  });

  test("never searches in the page itself: without workers nothing is found, and it says so", async (t) => {
    const prepare = (page) => page.addInitScript(() => {
      window.Worker = class {
        constructor() { throw new Error("none here"); }
      };
    });
    const page = await open(t, SMALL, { ...ALONE, prepare });
    await page.locator("#search-caption", { hasText: "starts no workers here" }).waitFor();
    await calm(page);
    assert.equal(await rows(page).count(), 0);
  });

  test("says so where its program does not come", async (t) => {
    const prepare = (page) => page.route("**/*_search.js", (route) => route.abort());
    const page = await open(t, SMALL, { ...ALONE, prepare, noisy: true });
    await page.locator("#search .unloaded", { hasText: "The search has stopped" }).waitFor();
  });

  test("is read by a screen reader and at 320 pixels", async (t) => {
    const context = { viewport: { width: 320, height: 640 } };
    const page = await open(t, FITS, { ...ALONE, context });
    await found(page);
    await page.locator("#search-freedom summary").click();
    await page.locator("#search-axis-1").waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 320);
    for (const theme of ["light", "dark"]) {
      await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, theme);
      assert.deepEqual(await violations(page), [], theme);
    }
  });
});
