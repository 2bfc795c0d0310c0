// Calibration to the reader's machine: every figure follows the measured step time, also in other plans, and so does
// the link.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import {
  FITS, TOO_LARGE, address, grab, numberIn, press, pressInMenu, readNumber, settled, shown, showsSoon, unfoldRun,
} from "./planner.mjs";

/** Types a number into one of the box's fields, key by key, and leaves it by Enter. */
async function measure(page, key, text) {
  await page.locator(`#${key}`).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

const sentences = (page) => page.locator(".machine .follows");
const stepName = (page) => page.locator("div:has(> dd #step) dt");

test("a measured step rescales the step, also in other plans, until it is forgotten", async ({ open }) => {
  const page = await open(FITS);
  await unfoldRun(page);
  const before = await shown(page);
  const predicted = await readNumber(page, "#step");
  const link = `${FITS}&mstep=100.4`;
  await measure(page, "mstep", "100.4");
  await address(page, link);
  await expect.poll(() => readNumber(page, "#step"), "three digits of the measured step").toBe(100);
  await expect(stepName(page)).toHaveText("step, fitted");
  await settled(page);
  const [, sentence, ...more] = await sentences(page).allTextContents();
  assert.deepEqual(more, []);
  const numbers = sentence.match(/[\d.]+/g).map(Number);
  assert.deepEqual(numbers.slice(0, 2), [100, predicted]);
  assert.ok(Math.abs(numbers[2] - predicted / 100.4) < 0.01, sentence);
  // Another plan: the measurement stays with the plan that was run.
  const drag = await grab(page, "pp");
  await drag.to(1);
  await drag.drop();
  await address(page, "#v=1&p=llama3-70b/h100x64&tp=8&pp=2&mstep=100.4&m.pp=4");
  await expect(sentences(page).last()).toHaveText("Measured with pp=4.");
  const all = await shown(page);
  const rescaled = await readNumber(page, "#step");
  const raw = await open("#v=1&p=llama3-70b/h100x64&tp=8&pp=2");
  await settled(raw);
  const ratio = rescaled / await readNumber(raw, "#step");
  await raw.close();
  assert.ok(Math.abs(ratio / (100.4 / predicted) - 1) < 0.02, `rescaled by ${ratio}`);
  // The link passes all of it to the next reader.
  const next = await open(await page.evaluate(() => location.hash));
  await expect(next.locator("#mstep")).toHaveValue("100.4");
  await showsSoon(next, all);
  await next.close();
  await page.bringToFront();
  // Back to the plan that was run, and to the model's own figures.
  await press(page.locator("#go-back"));
  await address(page, link);
  await expect.poll(() => readNumber(page, "#step")).toBe(100);
  await press(page.locator("#forget"));
  await address(page, FITS);
  await showsSoon(page, before);
  await expect(page.locator("#mstep")).toBeFocused();
});

test("a measured peak is added to every stage, in the reader's unit", async ({ open }) => {
  const page = await open(FITS);
  await unfoldRun(page);
  await settled(page);
  const need = await readNumber(page, "#need");
  await pressInMenu(page, "#units");
  await expect(page.locator("label[for=mmem]")).toHaveText(/GB$/);
  await measure(page, "mmem", "64.424509");
  await address(page, `${FITS}&mmem=60`);
  await pressInMenu(page, "#units");
  await expect(page.locator("#mmem")).toHaveValue("60");
  await expect.poll(() => readNumber(page, "#need")).toBe(60);
  await expect(page.locator(".ghost")).toHaveText("fitted");
  await expect(stepName(page), "no step was measured").toHaveText("step");
  await settled(page);
  const [, sentence] = await sentences(page).allTextContents();
  assert.ok(Math.abs(numberIn(sentence.split(":")[1]) - (60 - need)) < 0.11, sentence);
  await page.reload();
  await expect(page.locator("#mmem")).toHaveValue("60");
});

test("an absurd measurement is left out and says so; an empty field takes it away", async ({ open }) => {
  const page = await open(FITS);
  await unfoldRun(page);
  await settled(page);
  const step = await page.locator("#step").textContent();
  await measure(page, "mstep", "0.001");
  await page.locator("#not-modelled", { hasText: "The measured step is left out" }).waitFor();
  await settled(page);
  await expect(page.locator("#step")).toHaveText(step);
  await expect(stepName(page)).toHaveText("step");
  await page.locator("#mstep").focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Tab");
  await address(page, FITS);
  await expect(page.locator("#not-modelled")).toBeHidden();
});

test("a figure half typed stays while the page moves on", { tag: "@core" }, async ({ open }) => {
  const page = await open(TOO_LARGE);
  await unfoldRun(page);
  await page.locator("#mstep").focus();
  await page.keyboard.type("12.");
  await page.locator("#cures button").first().waitFor();
  await page.keyboard.type("5");
  await page.keyboard.press("Tab");
  await address(page, `${TOO_LARGE}&mstep=12.5`);
  // Cures are rescaled to the same machine.
  await settled(page);
  await press(page.locator("#cures button").first());
  await expect(page).toHaveURL(/&mstep=12\.5&m\./);
});
