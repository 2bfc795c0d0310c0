// Conventions of MFU and memory: figures and texts follow the reader's choice, the verdict does not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FITS, inEachBrowser, readNumber, started } from "./planner.mjs";

const words = (page) => page.locator(".counting summary").textContent();
const unfold = (page) => page.locator(".counting summary").click();
const list = (page, name) => page.locator(`.counting select[name=${name}]`);
const chosen = (page) => page.locator(".counting select").evaluateAll((lists) => lists.map((list) => list.selectedIndex));

inEachBrowser(({ open }) => {
  test("the definition of MFU is named, chosen and remembered", async (t) => {
    const page = await open(t, FITS);
    assert.equal(await words(page), "MFU, non-causal attention, over bf16 peak · nvidia-smi memory");
    const plain = await readNumber(page, "#mfu");
    const step = await page.locator("#step").textContent();
    await unfold(page);
    await list(page, "mfu").selectOption("causal attention");
    assert.equal(await words(page), "MFU, causal attention, over bf16 peak · nvidia-smi memory");
    const causal = await readNumber(page, "#mfu");
    assert.ok(causal < plain && causal > 0.8 * plain, `${causal} of ${plain}`);
    await list(page, "mfu").selectOption("all parameters");
    assert.ok(await readNumber(page, "#mfu") > plain);
    assert.equal(await page.locator("#step").textContent(), step);
    assert.equal(await page.evaluate(() => location.hash), FITS, "a matter of taste, not of the plan");
    await page.reload();
    await started(page);
    assert.deepEqual(await chosen(page), [2, 0, 2]);
  });

  test("what is recomputed counts in HFU alone, another peak in all", async (t) => {
    const page = await open(t, `${FITS}&ckpt=full`, { query: "?mfu=hfu" });
    const hfu = await readNumber(page, "#mfu");
    assert.equal(await page.locator("div:has(> dd #mfu) dt").textContent(), "HFU");
    await unfold(page);
    await list(page, "mfu").selectOption("non-causal attention");
    const mfu = await readNumber(page, "#mfu");
    assert.ok(hfu > 1.25 * mfu && hfu < 1.4 * mfu, `${hfu} and ${mfu}`);
    const half = await open(t, `${FITS}&dtype=fp32`, { query: "?peak=16bit" });
    assert.match(await words(half), /over 16-bit peak/);
    const low = await readNumber(half, "#mfu");
    await unfold(half);
    await list(half, "peak").selectOption({ index: 0 });
    assert.match(await words(half), /over fp32 peak/);
    assert.ok(Math.abs(await readNumber(half, "#mfu") / low - 2) < 0.05);
  });

  test("another kind of memory stands beside the verdict and changes none of it", async (t) => {
    const page = await open(t, FITS);
    const [verdict, need] = await page.locator("#verdict, #need").allTextContents();
    await unfold(page);
    await list(page, "mem").focus();
    await page.keyboard.press("ArrowUp");
    await page.locator(".ghost", { hasText: "reserved" }).waitFor();
    const reserved = await readNumber(page, ".ghost");
    await page.keyboard.press("ArrowUp");
    await page.locator(".ghost", { hasText: "allocated" }).waitFor();
    assert.deepEqual(await page.locator("#verdict, #need").allTextContents(), [verdict, need]);
    const allocated = await readNumber(page, ".ghost");
    assert.ok(allocated < reserved && reserved < Number(need), `${allocated}, ${reserved}, ${need}`);
    assert.ok(allocated > 0.5 * Number(need), `${allocated} of ${need}`);
    assert.equal(await readNumber(page, "#memory .stage:nth-child(2) .total"), allocated);
    const given = await open(t, FITS, { query: "?mem=allocated" });
    assert.equal(await readNumber(given, ".ghost"), allocated);
  });
});
