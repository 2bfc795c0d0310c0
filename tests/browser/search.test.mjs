// The best layout: found by workers, shown while it is found, previewed on hover and adopted by a press.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, address, calm, numberIn, openTab, press, settled, unfold, until, violations } from "./planner.mjs";

test.use({ tab: "search" });

/** A plan whose layout space is small enough for any machine. */
const SMALL = "#v=1&p=llama3-8b/h100x8&tp=8&gbs=16";
/** A plan with a layout space so large that its search can be watched: a hundred million layouts. */
const LARGE = "#v=1&p=deepseek-v3-671b/h800x2048&tp=8&ep=64&gbs=15360";
const ALONE = { query: "?view=search" };

/** Waits until the search for the best layouts and its further questions have ended. */
async function found(page) {
  await expect(page.locator("#search .progress small")).toContainText("estimated.");
  await page.locator("#search .way h3").waitFor();
  await settled(page);
}

/** The fragment of the page's address. */
const fragment = (page) => page.evaluate(() => location.hash);
/** The layouts of the list. */
const rows = (page) => page.locator("#search .adopt.row");
/** The texts of a column of the list. */
const column = (page, index) => page.locator(`#search .best tbody tr td:nth-child(${index})`).allTextContents();

/** Seconds of a duration in words. */
function seconds(words) {
  const units = { ms: 1e-3, s: 1, min: 60, h: 3600 };
  return numberIn(words) * units[words.trim().split(/\s/).pop()];
}

test("finds the best of all legal layouts, the best first", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(SMALL, ALONE);
  await found(page);
  const steps = (await column(page, 3)).map(seconds);
  assert.ok(steps.length > 4 && steps.length <= 20, steps.join());
  assert.deepEqual(steps, steps.toSorted((one, other) => one - other));
  await expect(page.locator("#search-caption")).toHaveText(/is the best of [\d,]+ legal layouts: a step takes/);
  const counts = await page.locator("#search .progress small").textContent();
  const [all, , late, small, foreign, full, estimated] = counts.match(/[\d,.]+\d|\d/g).map((text) => numberIn(text));
  assert.equal(late + small + foreign + full + estimated, all, counts);
  // Shares of a step: useful work and all overheads.
  const [mfu, ...tolls] = await Promise.all([4, 6, 7, 8, 9, 10, 11, 12].map((index) => column(page, index)));
  for (const [index, share] of mfu.entries()) {
    const sum = numberIn(share) + tolls.reduce((sum, toll) => sum + numberIn(toll[index]), 0);
    assert.ok(Math.abs(sum - 100) < 0.5, `${sum}`);
  }
});

test("finds the same however many workers there are", { tag: "@core" }, async ({ open }) => {
  const answers = [];
  for (const cores of [1, 2, 4]) {
    const prepare = (page) => page.addInitScript((cores) => {
      Object.defineProperty(navigator, "hardwareConcurrency", { get: () => cores });
    }, cores);
    const page = await open(FITS, { ...ALONE, prepare });
    await found(page);
    assert.equal(page.workers().length, [1, 2, 3][answers.length]);
    answers.push([await page.locator("#search-caption").textContent(), ...await rows(page).allTextContents()]);
    await page.close();
  }
  assert.ok(answers[0].length > 10, `${answers[0].length}`);
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
});

test("adopts a layout at a press, and Back returns", { tag: "@core" }, async ({ open }) => {
  const page = await open(SMALL, ALONE);
  await found(page);
  const first = await rows(page).first().textContent();
  await press(rows(page).first());
  await expect.poll(() => fragment(page)).not.toBe(SMALL);
  await expect(page.locator("#search-caption")).toContainText("Yours is the best of");
  await page.locator("#search .way", { hasText: "Your layout is as good as the best." }).waitFor();
  await expect(rows(page).first()).toHaveText(first);
  await settled(page);
  await page.goBack();
  await address(page, SMALL);
  await expect(page.locator("#search-caption")).toContainText(`${first} is the best of`);
});

test("says on which card a plan fits, how long its sequences can be, and with which models", async ({ open }) => {
  const plan = "#v=1&p=llama3-8b/rtx4090x1&seq=2048&gbs=16&ft=qlora&recipe=hf&ckpt=full";
  const page = await open(plan, ALONE);
  await found(page);
  for (const [question, answer] of [
    ["card", "The cheapest card on which the plan fits: RTX 3090 24 GB"],
    ["longest", "The longest sequence that fits on RTX 4090 24 GB:"],
    ["model", "The largest model of the catalogue that fits on RTX 4090 24 GB:"],
  ]) {
    const details = page.locator(`#fits-${question}`);
    await unfold(details);
    await expect(details.locator("p").first()).toContainText(answer);
  }
  await press(page.locator("#fits-card .adopt", { hasText: "RTX 3090" }));
  await address(page, plan.replace("rtx4090", "rtx3090"));
  await expect(page.locator("#fits-longest p").first()).toContainText("fits on RTX 3090 24 GB:");
  await settled(page);
  await page.goBack();
  await address(page, plan);
});

test("shows in the head what a layout would bring while one looks at it", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await page.locator("#search").scrollIntoViewIfNeeded();
  await found(page);
  const head = page.locator("#delta-step");
  await expect(head).toHaveText("");
  await expect(async () => {
    await page.mouse.move(0, 0);
    await rows(page).first().hover();
    await expect(head).toContainText("→", { timeout: 2_000 });
  }).toPass();
  await settled(page);
  const said = seconds(await head.textContent());
  const [best] = (await column(page, 3)).map(seconds);
  assert.ok(Math.abs(said / best - 1) < 0.01, `${said} of ${best}`);
  await page.locator("#search-caption").hover();
  await expect(head).toHaveText("");
  await rows(page).nth(1).focus();
  await expect(head).toContainText("→");
  assert.equal(await fragment(page), FITS);
});

test("holds an axis where the reader says so", async ({ open }) => {
  const page = await open("#v=1&p=llama3-8b/h100x8&tp=2&gbs=16", ALONE);
  await found(page);
  const allRows = (check) => expect(async () => {
    const names = await rows(page).allTextContents();
    assert.ok(names.length > 3 && names.every(check), names.join());
  }).toPass();
  await unfold(page.locator("#search-freedom"));
  const summary = page.locator("#search-freedom summary");
  await page.locator("#search-axis-1").selectOption({ label: "as mine" });
  await expect(summary).toContainText("all but one");
  await allRows((name) => name.includes("TP 2"));
  await page.locator("#search-axis-4").selectOption({ label: "1F1B" });
  await page.locator("#search-axis-9").selectOption({ label: "without" });
  await expect(summary).toContainText("all but 3");
  await allRows((name) => name.includes("TP 2") && !/zb|half|vmin|dual|gpipe| v |recompute/.test(name));
});

test("looks for what is asked", async ({ open }) => {
  const page = await open(SMALL, ALONE);
  await found(page);
  await page.locator("#search-goal").selectOption({ label: "the least memory" });
  await expect(async () => {
    const sizes = (await column(page, 5)).map((size) => Number.parseFloat(size));
    assert.ok(sizes.length > 4);
    assert.deepEqual(sizes, sizes.toSorted((one, other) => one - other));
  }).toPass();
  const days = page.locator("#search-days");
  await expect(days).toBeHidden();
  await page.locator("#search-goal").selectOption({ label: "the cheapest run" });
  await expect(days).toBeVisible();
  await days.fill("1");
  await days.press("Enter");
  await expect(page.locator("#search-caption")).toContainText("No layout fits");
});

test("says what memory buys: stairs that rise, each a layout to adopt", async ({ open }) => {
  const page = await open(FITS, ALONE);
  await found(page);
  const points = page.locator("#search .point");
  await points.nth(3).waitFor();
  const places = await points.evaluateAll((points) =>
    points.map((point) => [Number.parseFloat(point.style.left), Number.parseFloat(point.style.bottom)]));
  for (const [index, [right, up]] of places.entries()) {
    if (index === 0) continue;
    assert.ok(right > places[index - 1][0] && up >= places[index - 1][1], JSON.stringify(places));
  }
  await press(points.first());
  await expect.poll(() => fragment(page)).not.toBe(FITS);
});

test("leads from one's own layout to the best, and says what each axis buys", async ({ open }) => {
  const page = await open(FITS, ALONE);
  await found(page);
  const legs = page.locator("#search .way li");
  await legs.first().waitFor();
  const last = await legs.last().locator(".figure").first().textContent();
  const [best] = await column(page, 3);
  assert.ok(last.startsWith(best), `${last} is not ${best}`);
  await unfold(page.locator("#search-buys"));
  const lines = page.locator("#search-buys li");
  await lines.first().waitFor();
  await expect(lines.filter({ hasText: "Looking" })).toHaveCount(0);
  for (const line of await lines.allTextContents()) {
    assert.match(line, /\(\+?[\d.]+\s%\)|nothing fits without it/, line);
  }
  await press(legs.last().locator("button"));
  await page.locator("#search .way", { hasText: "Your layout is as good as the best." }).waitFor();
});

test("starts anew when the plan changes, and shows nothing of the old question", { tag: "@core" }, async ({ open }) => {
  const page = await open(LARGE, ALONE);
  await page.locator("#search .progress button", { hasText: "Stop" }).waitFor();
  await page.evaluate((fragment) => { location.hash = fragment; }, SMALL);
  await expect(page.locator("#search .progress small")).toContainText("estimated.");
  await settled(page);
  const names = await rows(page).allTextContents();
  assert.ok(names.length > 0 && names.every((name) => !name.includes("EP")), names.join());
});

test("stops when it is told to, and takes it up again", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  // Each request for more work is answered by one message; a question itself by none.
  const prepare = (page) => page.addInitScript(() => {
    window.moments = { requests: 0, answers: 0 };
    window.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        this.addEventListener("message", () => { window.moments.answers += 1; });
      }

      postMessage(message) {
        // The first byte of a question is 0.
        if (message[0] !== 0) window.moments.requests += 1;
        super.postMessage(message);
      }
    };
  });
  const page = await open(LARGE, { ...ALONE, prepare });
  const act = page.locator("#search-act");
  await expect(act).toHaveText("Stop");
  await rows(page).first().waitFor();
  await press(act);
  await expect(act).toHaveText("Look again");
  // Replies to requests made ahead arrive; then nothing more.
  const moments = () => page.evaluate(() => window.moments);
  await until(async () => {
    const { requests, answers } = await moments();
    return requests > 0 && answers === requests;
  }, "all requests are answered");
  await calm(page);
  const progress = page.locator("#search .progress small");
  const [before, { requests }] = [await progress.textContent(), await moments()];
  await calm(page);
  assert.equal(await progress.textContent(), before);
  assert.equal((await moments()).requests, requests);
  await expect(page.locator("#search-caption")).toHaveText(/is the best so far/);
  await press(act);
  await expect(progress).not.toHaveText(before);
});

test("does nothing while it is out of sight", async ({ open }) => {
  const page = await open(SMALL, { tab: "" });
  await settled(page);
  assert.equal(page.workers().length, 0);
  await openTab(page, "search");
  await found(page);
  assert.ok(page.workers().length > 0);
});

test("never searches in the page itself: without workers nothing is found, and it says so", {
  tag: "@core",
}, async ({ open }) => {
  const prepare = (page) => page.addInitScript(() => {
    window.Worker = class {
      constructor() { throw new Error("none here"); }
    };
  });
  const page = await open(SMALL, { ...ALONE, prepare });
  await expect(page.locator("#search-caption")).toContainText("starts no workers");
  await calm(page);
  await settled(page);
  await expect(rows(page)).toHaveCount(0);
});

test("says so where its program does not come", async ({ open }) => {
  const prepare = (page) => page.route("**/*_search.js", (route) => route.abort());
  const page = await open(SMALL, { ...ALONE, prepare, noisy: true });
  await page.locator("#search .unloaded", { hasText: "The search has stopped" }).waitFor();
});

test("is read by a screen reader and at 320 pixels", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
  const context = { viewport: { width: 320, height: 640 } };
  const page = await open(FITS, { ...ALONE, context });
  await found(page);
  await unfold(page.locator("#search-freedom"));
  await page.locator("#search-axis-1").waitFor();
  await settled(page);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 320);
  for (const theme of ["light", "dark"]) {
    await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, theme);
    assert.deepEqual(await violations(page), [], theme);
  }
});
