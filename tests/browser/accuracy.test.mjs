// Published runs beside the model's predictions: loaded on request, computed by the same model, each a link to its
// plan. It measures times, so `cargo xtask test` runs it with nothing beside it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { FITS, address, inEachBrowser, numberIn, readNumber, settled, violations } from "./planner.mjs";

const DATA = JSON.parse(await readFile(new URL("../../static/accuracy.json", import.meta.url)));

/** Opens the view and waits until the runs are loaded. */
async function unfold(page) {
  await page.locator("#accuracy summary").click();
  await page.locator("#accuracy table").waitFor();
}

/** Records every request for the data in `asked`. */
const noting = (asked) => (page) => page.on("request", (request) => {
  if (request.url().includes("accuracy.json")) asked.push(request.url());
});

const rows = (page) => page.locator("#accuracy tbody tr");
const texts = (locator) => locator.allTextContents();
const published = (page) => page.locator(".published").textContent();
const row = (link) => DATA.rows.find((row) => row[1] === link);
const seconds = (text) => numberIn(text) * { ms: 1e-3, s: 1, min: 60, h: 3600 }[text.trim().split(/\s/).at(-1)];

inEachBrowser(({ name, open }) => {
  test("nothing is loaded before it is opened, then once, and the sentence says the data's figures", async (t) => {
    const asked = [];
    const page = await open(t, FITS, { prepare: noting(asked) });
    assert.equal(await page.locator("#accuracy table").count(), 0);
    assert.equal(await page.locator(".published").isVisible(), false);
    assert.deepEqual(asked, []);
    await unfold(page);
    await settled(page);
    await page.locator("#accuracy summary").click();
    await page.locator("#accuracy summary").click();
    assert.equal(asked.length, 1);
    const percent = (share) => `${(100 * share).toFixed(1)} %`;
    const { step, unseen, memory } = DATA.summary;
    const sentence = page.locator("#accuracy-caption");
    const said = (await sentence.textContent()).replaceAll("\u{a0}", " ");
    for (const part of [`${step[0]} published plans`, ...[step, unseen].flatMap((one) => one.slice(1).map(percent))]) {
      assert.ok(said.includes(part), `${part} is not in: ${said}`);
    }
    await page.locator("#accuracy .which").nth(1).click();
    await sentence.filter({ hasText: `${memory[0]} of ${step[0]}` }).waitFor();
    const next = (await sentence.textContent()).replaceAll("\u{a0}", " ");
    for (const part of memory.slice(1).map(percent)) assert.ok(next.includes(part), next);
  });

  test("every run has its mark and its row, the worst first; a source can be looked at alone", async (t) => {
    const page = await open(t, FITS);
    await unfold(page);
    const marks = (selector) => page.locator(selector).evaluateAll((paths) =>
      paths.reduce((sum, path) => sum + path.getAttribute("d").split("M").length - 1, 0));
    assert.equal(await marks(".plot path.mark"), DATA.rows.filter((row) => row[2]).length);
    const more = page.locator("#accuracy .more");
    while (await more.count() > 0) await more.click();
    assert.equal(await rows(page).count(), DATA.rows.filter((row) => row[2]).length);
    const errors = await texts(page.locator("#accuracy td:last-child"));
    const factors = errors.map(numberIn).map((percent) => 1 + percent / 100).map((factor) => Math.max(factor, 1 / factor));
    factors.slice(1).forEach((factor, index) => assert.ok(factor <= factors[index] + 0.002, errors[index + 1]));
    // The same figures as in the report, which the native command writes.
    const sorted = errors.map(numberIn).map(Math.abs).sort((one, other) => one - other);
    assert.ok(Math.abs(sorted[sorted.length >> 1] - 100 * DATA.summary.step[1]) < 0.5, `${sorted[sorted.length >> 1]}`);
    const bloom = page.locator("#accuracy .only", { hasText: "bloom" });
    await bloom.click();
    assert.equal(await bloom.getAttribute("aria-pressed"), "true");
    const sources = new Set(await texts(page.locator("#accuracy tbody td:nth-child(2)")));
    assert.deepEqual([...sources], ["bloom"]);
    await page.locator("#accuracy .which").nth(1).click();
    const measured = DATA.rows.filter((row) => row[3]).length;
    assert.equal(await marks(".plot path.mark"), measured);
    await page.locator("#accuracy .more", { hasText: `of ${measured - 20}` }).waitFor();
  });

  test("a row loads its plan, measured stands beside predicted, and Back returns", async (t) => {
    const page = await open(t, FITS);
    await unfold(page);
    assert.equal(await published(page), "");
    const link = rows(page).nth(2).locator("a");
    const [, measured, predicted, off] = await texts(rows(page).nth(2).locator("td"));
    const fragment = await link.getAttribute("href");
    await link.focus();
    await page.locator("#accuracy .readout", { hasText: await link.textContent() }).waitFor();
    await page.keyboard.press("Enter");
    await address(page, fragment);
    assert.ok(row(fragment), "a link of the data");
    assert.ok(Math.abs(seconds(measured) / row(fragment)[2] - 1) < 0.01, measured);
    assert.equal(await page.locator("#step").textContent(), predicted);
    const said = await published(page);
    assert.ok(said.includes(measured) && said.includes(predicted) && said.includes(off), said);
    assert.ok(said.includes(DATA.groups[row(fragment)[0]]), said);
    assert.equal(await link.evaluate((link) => link === document.activeElement), true);
    // The reader's calibration rescales the planner, not the published runs.
    await page.locator("#mstep").focus();
    // A pace more than 50 times off would be left out.
    await page.keyboard.type(String(Math.ceil(2 * row(fragment)[2])));
    await page.keyboard.press("Enter");
    await page.locator("dt", { hasText: "step, fitted" }).waitFor();
    assert.equal(await published(page), said);
    await page.locator("#forget").click();
    // Another plan is not a published run.
    await page.locator("#units").focus();
    await page.locator("#mbs").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector(".published").textContent === "");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((said) => document.querySelector(".published").textContent === said, said);
    await address(page, fragment);
    await page.goBack();
    await address(page, FITS);
    await page.waitForFunction(() => document.querySelector(".published").textContent === "");
    await page.goForward();
    await page.waitForFunction((said) => document.querySelector(".published").textContent === said, said);
  });

  test("the pointer finds the nearest point, and a press loads it", async (t) => {
    const page = await open(t, FITS);
    await unfold(page);
    await page.locator("#accuracy .only", { hasText: "nanotron" }).click();
    const plot = page.locator(".hit");
    await plot.evaluate((plot) => plot.scrollIntoView({ block: "center" }));
    const d = await page.locator(".plot path.mark:not(.faint)").getAttribute("d");
    const [x, y] = d.match(/[\d.]+/g).map(Number);
    const { width } = await plot.boundingBox();
    const position = { x: (x / 999) * width + 2, y: (y / 999) * width - 2 };
    await plot.hover({ position });
    await page.locator("#accuracy .readout", { hasText: "nanotron" }).waitFor();
    const label = await page.locator("#accuracy .readout b").textContent();
    await plot.click({ position });
    await page.waitForFunction((before) => location.hash !== before, FITS);
    const loaded = row(await page.evaluate(() => location.hash));
    assert.ok(label.includes(" × "), label);
    assert.equal(await page.locator("#accuracy .readout b").textContent(), label);
    assert.match(await published(page), /nanotron/);
  });

  test("memory is compared by its kind, in the reader's unit", async (t) => {
    const page = await open(t, FITS);
    await unfold(page);
    await page.locator("#accuracy .which").nth(1).click();
    await page.waitForFunction(() => document.querySelector("#accuracy td:nth-child(3)").textContent.endsWith("GiB"));
    const first = rows(page).first();
    const [, gib] = await texts(first.locator("td"));
    const fragment = await first.locator("a").getAttribute("href");
    assert.ok(Math.abs(numberIn(gib) - row(fragment)[3]) < 0.06, gib);
    await page.locator("#units").click();
    await page.waitForFunction(() => document.querySelector("#accuracy td:nth-child(3)").textContent.endsWith("GB"));
    const [, gb] = await texts(first.locator("td"));
    assert.ok(Math.abs(numberIn(gb) / numberIn(gib) - 1.0737) < 0.01, `${gib}, ${gb}`);
    await first.locator("a").click();
    await address(page, fragment);
    assert.ok((await published(page)).includes(gb));
  });

  test("a file that does not come is said, harms nothing, and is asked for again", async (t) => {
    const prepare = (page) => page.route("**/*_accuracy.json", (route) => route.fulfill({ status: 404, body: "none" }));
    const page = await open(t, FITS, { prepare, noisy: true });
    await settled(page);
    await page.locator("#accuracy summary").click();
    await page.locator("#accuracy p", { hasText: "did not load" }).waitFor();
    const before = await readNumber(page, "#need");
    await page.locator("#pp").focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((before) => Number(document.getElementById("need").textContent) !== before, before);
    await page.unroute("**/*_accuracy.json");
    await page.locator("#accuracy button", { hasText: "Try again" }).click();
    await page.locator("#accuracy table").waitFor();
  });

  test("a file of another shape is a file that does not come", async (t) => {
    for (const body of ["[]", "{\"rows\":[[1,2,3],null,\"x\"]}", "null", "{\"rows\":{\"length\":3}}"]) {
      const prepare = (page) => page.route("**/*_accuracy.json", (route) => route.fulfill({ body, contentType: "application/json" }));
      const page = await open(t, FITS, { prepare });
      await settled(page);
      await page.locator("#accuracy summary").click();
      await page.locator("#accuracy p", { hasText: "did not load" }).waitFor();
    }
  });

  test("a teacher's link opens it", async (t) => {
    const page = await open(t, FITS, { query: "?view=accuracy" });
    await page.locator("#accuracy table").waitFor();
  });

  for (const theme of ["light", "dark"]) {
    test(`axe finds nothing, ${theme}`, async (t) => {
      const page = await open(t, FITS, { query: `?theme=${theme}` });
      await unfold(page);
      await page.locator("#accuracy .only").nth(3).click();
      await rows(page).first().locator("a").click();
      await page.locator(".published", { hasText: "Published by" }).waitFor();
      assert.deepEqual(await violations(page), []);
    });
  }

  test("opening it holds the page up for no longer than a moment", { skip: name !== "chromium" && "Firefox reports no long tasks" }, async (t) => {
    const page = await open(t, FITS);
    await page.evaluate(() => {
      window.long = [];
      new PerformanceObserver((list) => window.long.push(...list.getEntries().map((entry) => entry.duration)))
        .observe({ type: "longtask" });
    });
    await unfold(page);
    const longest = Math.max(0, ...await page.evaluate(() => window.long));
    assert.ok(longest < 200, `${longest} ms`);
  });
});
