// Published runs beside the model's predictions: loaded on request, computed by the same model, each a link to its
// plan.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.mjs";
import {
  FITS, address, numberIn, press, pressInMenu, readNumber, settled, unfold, unfoldRun, violations,
} from "./planner.mjs";

test.use({ tab: "accuracy" });

const DATA = JSON.parse(await readFile(new URL("../../static/accuracy.json", import.meta.url)));

const view = (page) => page.locator("#accuracy details");

/** Opens the view and waits until the runs are loaded and drawn. */
async function unfoldRuns(page) {
  await settled(page);
  await unfold(view(page));
  await expect(page.locator("#accuracy table")).toBeVisible();
  await settled(page);
}

/** Records every request for the data in `asked`. */
const noting = (asked) => (page) => page.on("request", (request) => {
  if (request.url().includes("accuracy.json")) asked.push(request.url());
});

const rows = (page) => page.locator("#accuracy tbody tr");
const texts = (locator) => locator.allTextContents();
const published = (page) => page.locator(".published");
const readout = (page) => page.locator("#accuracy .readout");
/** The button of a figure by its index: time of a step, memory. */
const figure = (page, index) => page.locator("#accuracy .which").nth(index);
const source = (page, name) => page.locator("#accuracy .only", { hasText: name });
/** Number of marks in the plot. */
const marks = (page) => page.locator(".plot path.mark").evaluateAll((paths) =>
  paths.reduce((sum, path) => sum + path.getAttribute("d").split("M").length - 1, 0));
const row = (link) => DATA.rows.find((row) => row[1] === link);
const seconds = (text) => numberIn(text) * { ms: 1e-3, s: 1, min: 60, h: 3600 }[text.trim().split(/\s/).at(-1)];

test("nothing is loaded before it is opened, then once, and the sentence says the data's figures", {
  tag: "@core",
}, async ({ open }) => {
  const asked = [];
  const page = await open(FITS, { prepare: noting(asked) });
  await settled(page);
  await expect(page.locator("#accuracy table")).toHaveCount(0);
  await expect(published(page)).toBeHidden();
  assert.deepEqual(asked, []);
  await unfoldRuns(page);
  await press(view(page).locator("summary"));
  await expect(view(page)).not.toHaveAttribute("open");
  await unfoldRuns(page);
  assert.equal(asked.length, 1);
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const { step, unseen, memory } = DATA.summary;
  const sentence = page.locator("#accuracy-caption");
  for (const part of [`${step[0]} published plans`, ...[step, unseen].flatMap((one) => one.slice(1).map(percent))]) {
    await expect(sentence).toContainText(part);
  }
  await press(figure(page, 1));
  for (const part of [`${memory[0]} of ${step[0]}`, ...memory.slice(1).map(percent)]) {
    await expect(sentence).toContainText(part);
  }
});

test("every run has its mark and its row, the worst first; a source can be looked at alone", async ({ open }) => {
  const page = await open(FITS);
  await unfoldRuns(page);
  const timed = DATA.rows.filter((row) => row[2]).length;
  await expect.poll(() => marks(page)).toBe(timed);
  const more = page.locator("#accuracy .more");
  for (let count = await rows(page).count(); count < timed; count = await rows(page).count()) {
    await press(more);
    await expect.poll(() => rows(page).count()).toBeGreaterThan(count);
  }
  await expect(more).toHaveCount(0);
  await expect(rows(page)).toHaveCount(timed);
  await settled(page);
  const errors = await texts(page.locator("#accuracy td:last-child"));
  const ratios = errors.map(numberIn).map((percent) => 1 + percent / 100);
  const factors = ratios.map((ratio) => Math.max(ratio, 1 / ratio));
  factors.slice(1).forEach((factor, index) => assert.ok(factor <= factors[index] + 0.002, errors[index + 1]));
  // The same figures as in the report, which the native command writes.
  const sorted = errors.map(numberIn).map(Math.abs).sort((one, other) => one - other);
  assert.ok(Math.abs(sorted[sorted.length >> 1] - 100 * DATA.summary.step[1]) < 0.5, `${sorted[sorted.length >> 1]}`);
  await press(source(page, "bloom"));
  await expect(source(page, "bloom")).toHaveAttribute("aria-pressed", "true");
  const sources = async () => [...new Set(await texts(page.locator("#accuracy tbody td:nth-child(2)")))];
  await expect.poll(sources).toEqual(["bloom"]);
  await press(figure(page, 1));
  const measured = DATA.rows.filter((row) => row[3]).length;
  await expect.poll(() => marks(page)).toBe(measured);
  await expect(more.filter({ hasText: `of ${measured - 20}` })).toBeVisible();
});

test("a row loads its plan, measured stands beside predicted, and Back returns", {
  tag: "@firefox",
}, async ({ open }) => {
  const page = await open(FITS);
  await unfoldRuns(page);
  await expect(published(page)).toHaveText("");
  const link = rows(page).nth(2).locator("a");
  const [, measured, predicted, off] = await texts(rows(page).nth(2).locator("td"));
  const fragment = await link.getAttribute("href");
  await link.focus();
  await expect(readout(page)).toContainText(await link.textContent());
  await page.keyboard.press("Enter");
  await address(page, fragment);
  assert.ok(row(fragment), "a link of the data");
  assert.ok(Math.abs(seconds(measured) / row(fragment)[2] - 1) < 0.01, measured);
  await expect(page.locator("#step")).toHaveText(predicted);
  for (const part of [measured, predicted, off, DATA.groups[row(fragment)[0]]]) {
    await expect(published(page)).toContainText(part);
  }
  await settled(page);
  const said = await published(page).textContent();
  await expect(link).toBeFocused();
  // The reader's calibration rescales the planner, not the published runs.
  await unfoldRun(page);
  await page.locator("#mstep").focus();
  // A pace more than 50 times off would be left out.
  await page.keyboard.type(String(Math.ceil(2 * row(fragment)[2])));
  await page.keyboard.press("Enter");
  await expect(page.locator("dt", { hasText: "step, fitted" })).toBeVisible();
  await settled(page);
  assert.equal(await published(page).textContent(), said);
  await press(page.locator("#forget"));
  // Another plan is not a published run.
  await page.locator("#mbs").focus();
  await page.keyboard.press("ArrowRight");
  await expect(published(page)).toHaveText("");
  await page.keyboard.press("ArrowLeft");
  await expect(published(page)).toHaveText(said);
  await address(page, fragment);
  await settled(page);
  await page.goBack();
  await address(page, FITS);
  await expect(published(page)).toHaveText("");
  await settled(page);
  await page.goForward();
  await expect(published(page)).toHaveText(said);
});

test("the pointer finds the nearest point, and a press loads it", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await unfoldRuns(page);
  await press(source(page, "nanotron"));
  await expect(source(page, "nanotron")).toHaveAttribute("aria-pressed", "true");
  const plot = page.locator(".hit");
  await plot.evaluate((plot) => plot.scrollIntoView({ block: "center" }));
  await settled(page);
  const d = await page.locator(".plot path.mark:not(.faint)").getAttribute("d");
  const [x, y] = d.match(/[\d.]+/g).map(Number);
  const { width } = await plot.boundingBox();
  const position = { x: (x / 999) * width + 2, y: (y / 999) * width - 2 };
  await plot.hover({ position });
  await expect(readout(page)).toContainText("nanotron");
  const label = await page.locator("#accuracy .readout b").textContent();
  assert.ok(label.includes(" × "), label);
  await plot.click({ position });
  const loaded = () => page.evaluate(() => location.hash);
  await expect.poll(loaded).not.toBe(FITS);
  assert.ok(row(await loaded()), "a link of the data");
  await expect(published(page)).toContainText("nanotron");
  await settled(page);
  assert.equal(await page.locator("#accuracy .readout b").textContent(), label);
});

test("memory is compared by its kind, in the reader's unit", async ({ open }) => {
  const page = await open(FITS);
  await unfoldRuns(page);
  await press(figure(page, 1));
  const first = rows(page).first();
  const predicted = first.locator("td").nth(2);
  await expect(predicted).toHaveText(/GiB$/);
  const [, gib] = await texts(first.locator("td"));
  const fragment = await first.locator("a").getAttribute("href");
  assert.ok(Math.abs(numberIn(gib) - row(fragment)[3]) < 0.06, gib);
  await pressInMenu(page, "#units");
  await expect(predicted).toHaveText(/GB$/);
  const [, gb] = await texts(first.locator("td"));
  assert.ok(Math.abs(numberIn(gb) / numberIn(gib) - 1.0737) < 0.01, `${gib}, ${gb}`);
  await press(first.locator("a"));
  await address(page, fragment);
  await expect(published(page)).toContainText(gb);
});

test("a file that does not come is said, harms nothing, and is asked for again", { tag: "@core" }, async ({ open }) => {
  const prepare = (page) => page.route("**/*_accuracy.json", (route) => route.fulfill({ status: 404, body: "none" }));
  const page = await open(FITS, { prepare, noisy: true });
  await settled(page);
  await unfold(view(page));
  await expect(page.locator("#accuracy p", { hasText: "did not load" })).toBeVisible();
  const before = await readNumber(page, "#need");
  await page.locator("#pp").focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => readNumber(page, "#need")).not.toBe(before);
  await page.unroute("**/*_accuracy.json");
  await press(page.locator("#accuracy button", { hasText: "Try again" }));
  await expect(page.locator("#accuracy table")).toBeVisible();
});

test("a file of another shape is a file that does not come", async ({ open }) => {
  for (const body of ["[]", "{\"rows\":[[1,2,3],null,\"x\"]}", "null", "{\"rows\":{\"length\":3}}"]) {
    const contentType = "application/json";
    const prepare = (page) => page.route("**/*_accuracy.json", (route) => route.fulfill({ body, contentType }));
    const page = await open(FITS, { prepare });
    await settled(page);
    await unfold(view(page));
    await expect(page.locator("#accuracy p", { hasText: "did not load" })).toBeVisible();
    await page.close();
  }
});

test("a teacher's link opens it", async ({ open }) => {
  const page = await open(FITS, { query: "?view=accuracy" });
  await expect(page.locator("#accuracy table")).toBeVisible();
});

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing, ${theme}`, async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
    const page = await open(FITS, { query: `?theme=${theme}` });
    await unfoldRuns(page);
    await press(page.locator("#accuracy .only").nth(3));
    await press(rows(page).first().locator("a"));
    await expect(published(page)).toContainText("Published by");
    await settled(page);
    assert.deepEqual(await violations(page), []);
  });
}

test("opening it holds the page up for no longer than a moment", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "Firefox reports no long tasks");
  const page = await open(FITS, { hasDeadlines: true });
  await settled(page);
  await page.evaluate(() => {
    window.long = [];
    new PerformanceObserver((list) => window.long.push(...list.getEntries().map((entry) => entry.duration)))
      .observe({ type: "longtask" });
  });
  await unfoldRuns(page);
  const longest = Math.max(0, ...await page.evaluate(() => window.long));
  assert.ok(longest < 200, `${longest} ms`);
});
