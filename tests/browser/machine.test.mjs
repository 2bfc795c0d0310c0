// Calibration to the reader's machine: every figure follows the measured step time, also in other plans, and so does
// the link.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  FITS, TOO_LARGE, address, grab, inEachBrowser, numberIn, readNumber, showsSoon, shown,
} from "./planner.mjs";

/** Types a number into one of the box's fields, key by key, and leaves it by Enter. */
async function measure(page, key, text) {
  await page.locator(`#${key}`).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

const sentences = (page) => page.locator(".machine .follows").allTextContents();
const stepName = (page) => page.locator("div:has(> dd #step) dt").textContent();

inEachBrowser(({ open }) => {
  test("a measured step rescales the step, also in other plans, until it is forgotten", async (t) => {
    const page = await open(t, FITS);
    const before = await shown(page);
    const predicted = await readNumber(page, "#step");
    const link = `${FITS}&mstep=100.5`;
    await measure(page, "mstep", "100.5");
    await address(page, link);
    assert.equal(await readNumber(page, "#step"), 101, "three digits of the measured step");
    assert.equal(await stepName(page), "step, fitted");
    const [, sentence, ...more] = await sentences(page);
    assert.deepEqual(more, []);
    const numbers = sentence.match(/[\d.]+/g).map(Number);
    assert.deepEqual(numbers.slice(0, 2), [101, predicted]);
    assert.ok(Math.abs(numbers[2] - predicted / 100.5) < 0.01, sentence);
    // Another plan: the measurement stays with the plan that was run.
    const drag = await grab(page, "pp");
    await drag.to(1);
    await drag.drop();
    await address(page, "#v=1&p=llama3-70b/h100x64&tp=8&pp=2&mstep=100.5&m.pp=4");
    assert.equal((await sentences(page)).at(-1), "Measured with pp=4.");
    const rescaled = await readNumber(page, "#step");
    const raw = await open(t, "#v=1&p=llama3-70b/h100x64&tp=8&pp=2");
    const ratio = rescaled / await readNumber(raw, "#step");
    assert.ok(Math.abs(ratio / (100.5 / predicted) - 1) < 0.02, `rescaled by ${ratio}`);
    // The link passes all of it to the next reader.
    const next = await open(t, await page.evaluate(() => location.hash));
    assert.equal(await next.locator("#mstep").inputValue(), "100.5");
    await showsSoon(next, await shown(page));
    // Back to the plan that was run, and to the model's own figures.
    await page.locator("#go-back").click();
    await address(page, link);
    assert.equal(await readNumber(page, "#step"), 101);
    await page.locator("#forget").click();
    await address(page, FITS);
    await showsSoon(page, before);
    assert.equal(await page.evaluate(() => document.activeElement.id), "mstep");
  });

  test("a measured peak is added to every stage, in the reader's unit", async (t) => {
    const page = await open(t, FITS);
    const need = await readNumber(page, "#need");
    await page.locator("#units").click();
    assert.match(await page.locator("label[for=mmem]").textContent(), /GB$/);
    await measure(page, "mmem", "64.424509");
    await address(page, `${FITS}&mmem=60`);
    await page.locator("#units").click();
    assert.equal(await page.locator("#mmem").inputValue(), "60");
    assert.equal(await readNumber(page, "#need"), 60);
    assert.equal(await page.locator(".ghost").textContent(), "fitted");
    assert.equal(await stepName(page), "step", "no step was measured");
    const [, sentence] = await sentences(page);
    assert.ok(Math.abs(numberIn(sentence.split(":")[1]) - (60 - need)) < 0.11, sentence);
    await page.reload();
    await page.waitForFunction(() => document.querySelector("#mmem")?.value === "60");
  });

  test("an absurd measurement is left out and says so; an empty field takes it away", async (t) => {
    const page = await open(t, FITS);
    const step = await page.locator("#step").textContent();
    await measure(page, "mstep", "0.001");
    await page.locator("#not-modelled", { hasText: "The measured step is left out" }).waitFor();
    assert.equal(await page.locator("#step").textContent(), step);
    assert.equal(await stepName(page), "step");
    await page.locator("#mstep").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Tab");
    await address(page, FITS);
    await page.locator("#not-modelled").waitFor({ state: "hidden" });
  });

  test("a figure half typed stays while the page moves on", async (t) => {
    const page = await open(t, TOO_LARGE);
    await page.locator("#mstep").focus();
    await page.keyboard.type("12.");
    await page.locator("#cures button").first().waitFor();
    await page.keyboard.type("5");
    await page.keyboard.press("Tab");
    await address(page, `${TOO_LARGE}&mstep=12.5`);
    // Cures are rescaled to the same machine.
    await page.locator("#cures button").first().click();
    await page.waitForFunction(() => /&mstep=12\.5&m\./.test(location.hash));
  });
});
