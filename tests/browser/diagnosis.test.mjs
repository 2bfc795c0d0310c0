// Diagnosis: the limit in numbers, and the change that helps most, whose effect is as predicted.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FITS, TOO_LARGE, inEachBrowser, numberIn, readNumber, until, verdict } from "./planner.mjs";

const caption = (page) => page.locator("#diagnosis-caption").textContent();
const warnings = (page) => page.locator("#diagnosis .warnings:not(.old) li").allTextContents();

inEachBrowser(({ open }) => {
  test("the advice does what it says, and the browser's Back returns", async (t) => {
    const page = await open(t, FITS);
    const button = page.locator("#diagnosis .advised");
    await button.waitFor();
    const [faster, size] = (await button.locator("small").textContent()).split(",");
    const [need, mfu] = [await readNumber(page, "#need"), await readNumber(page, "#mfu")];
    const spare = (await readNumber(page, "#capacity")) - need;
    assert.ok(Math.abs(numberIn((await caption(page)).split("has")[1]) - spare) < 0.11, await caption(page));
    await button.focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction((before) => location.hash !== before, FITS);
    assert.ok(Math.abs(await readNumber(page, "#mfu") - mfu * (1 + numberIn(faster) / 100)) < 0.1);
    assert.ok(Math.abs(await readNumber(page, "#need") - (need + numberIn(size))) < 0.11);
    await page.goBack();
    await page.waitForFunction((before) => location.hash === before, FITS);
    // The figures follow with the next frame.
    await until(async () => await readNumber(page, "#need") === need, `the need is ${need} again`);
  });

  test("memory comes first where the plan does not fit, and the cures stand above", async (t) => {
    const page = await open(t, TOO_LARGE);
    await verdict(page, "Out of memory");
    const over = (await readNumber(page, "#need")) - (await readNumber(page, "#capacity"));
    assert.ok(Math.abs(numberIn((await caption(page)).split("needs")[1]) - over) < 0.11, await caption(page));
    assert.equal(await page.locator("#diagnosis .advice").isVisible(), false);
    await page.locator("#cures button").first().waitFor();
  });

  test("an expert's warnings come and go with what earns them", async (t) => {
    const page = await open(t, FITS);
    await page.locator("#diagnosis .advised").waitFor();
    assert.deepEqual(await warnings(page), []);
    await page.locator("#tp").focus();
    await page.keyboard.press("ArrowRight");
    await page.locator("#diagnosis .warnings li", { hasText: "16 GPUs leaves the 8" }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.querySelectorAll("#diagnosis .warnings li").length === 0);
  });
});
