// The line of changes: the limit in numbers, warnings, and the change that helps most, whose effect is as predicted.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, TOO_LARGE, address, numberIn, press, readNumber, settled, verdict } from "./planner.mjs";

/** The limit of the plan, in a sentence. */
const limit = (page) => page.locator("#diagnosis");

test("the advice does what it says, and the browser's Back returns", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const button = page.locator("#changes .advised");
  const [faster, size] = (await button.locator("small").textContent()).split(",");
  const [need, mfu] = [await readNumber(page, "#need"), await readNumber(page, "#mfu")];
  // The plan fits, so that time is its limit: the largest part of the bar.
  const largest = page.locator("#tolls .dominant");
  const sentence = await limit(page).textContent();
  const term = await largest.locator("span").evaluate((name) => name.firstChild.textContent);
  assert.ok(sentence.startsWith(`Largest loss: ${term}`), `${sentence} ${term}`);
  assert.equal(numberIn(sentence), numberIn(await largest.locator("b").textContent()), sentence);
  await press(button);
  await expect.poll(() => page.evaluate(() => location.hash)).not.toBe(FITS);
  await expect(async () => {
    const [nextNeed, nextMfu] = [await readNumber(page, "#need"), await readNumber(page, "#mfu")];
    assert.ok(Math.abs(nextMfu - mfu * (1 + numberIn(faster) / 100)) < 0.1, `${mfu} becomes ${nextMfu}:${faster}`);
    assert.ok(Math.abs(nextNeed - (need + numberIn(size))) < 0.11, `${need} becomes ${nextNeed}:${size}`);
  }).toPass();
  await settled(page);
  await page.goBack();
  await address(page, FITS);
  await expect.poll(() => readNumber(page, "#need")).toBe(need);
});

test("memory comes first where the plan does not fit, and the cures stand above", async ({ open }) => {
  const page = await open(TOO_LARGE);
  await verdict(page, "Does not fit");
  await settled(page);
  const over = (await readNumber(page, "#need")) - (await readNumber(page, "#capacity"));
  const sentence = await limit(page).textContent();
  assert.ok(Math.abs(numberIn(sentence.split("needs")[1]) - over) < 0.11, sentence);
  await expect(page.locator("#changes .advice")).toBeHidden();
  await expect(page.locator("#cures button").first()).toBeVisible();
});

test("an expert's warnings come and go with what earns them", async ({ open }) => {
  const page = await open(FITS);
  await expect(page.locator("#changes .advised")).toBeVisible();
  await settled(page);
  const button = page.locator("#changes .warned");
  await expect(button).toBeHidden();
  await page.locator("#tp").focus();
  await page.keyboard.press("ArrowRight");
  await press(button);
  await expect(page.locator("#warnings li", { hasText: "16 GPUs exceeds the 8" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("#warnings")).toBeHidden();
  await page.locator("#tp").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(button).toBeHidden();
});
