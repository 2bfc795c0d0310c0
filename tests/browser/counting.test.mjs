// Conventions of MFU and memory: figures and texts follow the reader's choice, the verdict does not.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, press, readNumber, settled, started } from "./planner.mjs";

const openMenu = (page) => press(page.locator("#menu"));
const words = (page) => page.locator(".counting > p");
const list = (page, name) => page.locator(`.counting select[name=${name}]`);
const chosen = (page) => page.locator(".counting select").evaluateAll((lists) =>
  lists.map((list) => list.selectedIndex));

test("the definition of MFU is named, chosen and remembered", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await expect(words(page)).toHaveText("MFU, non-causal attention, over bf16 peak · nvidia-smi memory");
  const plain = await readNumber(page, "#mfu");
  const step = await page.locator("#step").textContent();
  await openMenu(page);
  await list(page, "mfu").selectOption("causal attention");
  await expect(words(page)).toHaveText("MFU, causal attention, over bf16 peak · nvidia-smi memory");
  await expect(async () => {
    const causal = await readNumber(page, "#mfu");
    assert.ok(causal < plain && causal > 0.8 * plain, `${causal} of ${plain}`);
  }).toPass();
  await list(page, "mfu").selectOption("all parameters");
  await expect.poll(() => readNumber(page, "#mfu")).toBeGreaterThan(plain);
  await settled(page);
  assert.equal(await page.locator("#step").textContent(), step);
  assert.equal(await page.evaluate(() => location.hash), FITS, "a matter of taste, not of the plan");
  await page.reload();
  await started(page);
  await expect.poll(() => chosen(page)).toEqual([2, 0, 2]);
});

test("what is recomputed counts in HFU alone, another peak in all", async ({ open }) => {
  const page = await open(`${FITS}&ckpt=full`, { query: "?mfu=hfu" });
  await settled(page);
  const hfu = await readNumber(page, "#mfu");
  await expect(page.locator("div:has(> dd #mfu) dt")).toHaveText("HFU");
  await openMenu(page);
  await list(page, "mfu").selectOption("non-causal attention");
  await expect(async () => {
    const mfu = await readNumber(page, "#mfu");
    assert.ok(hfu > 1.25 * mfu && hfu < 1.4 * mfu, `${hfu} and ${mfu}`);
  }).toPass();
  await page.close();
  const half = await open(`${FITS}&dtype=fp32`, { query: "?peak=16bit" });
  await settled(half);
  await expect(words(half)).toHaveText(/over 16-bit peak/);
  const low = await readNumber(half, "#mfu");
  await openMenu(half);
  await list(half, "peak").selectOption({ index: 0 });
  await expect(words(half)).toHaveText(/over fp32 peak/);
  await expect(async () => {
    const high = await readNumber(half, "#mfu");
    assert.ok(Math.abs(high / low - 2) < 0.05, `${high} is not twice ${low}`);
  }).toPass();
});

test("another kind of memory stands beside the verdict and changes none of it", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const [verdict, need] = await page.locator("#verdict, #need").allTextContents();
  await openMenu(page);
  await list(page, "mem").focus();
  const ghost = page.locator(".ghost");
  await page.keyboard.press("ArrowUp");
  await expect(ghost).toContainText("reserved");
  const reserved = await readNumber(page, ".ghost");
  await page.keyboard.press("ArrowUp");
  await expect(ghost).toContainText("allocated");
  await settled(page);
  assert.deepEqual(await page.locator("#verdict, #need").allTextContents(), [verdict, need]);
  const allocated = await readNumber(page, ".ghost");
  assert.ok(allocated < reserved && reserved < Number(need), `${allocated}, ${reserved}, ${need}`);
  assert.ok(allocated > 0.5 * Number(need), `${allocated} of ${need}`);
  await expect.poll(() => readNumber(page, "#memory .stage:nth-child(2) .total")).toBe(allocated);
  await page.close();
  const given = await open(FITS, { query: "?mem=allocated" });
  await expect.poll(() => readNumber(given, ".ghost")).toBe(allocated);
});
