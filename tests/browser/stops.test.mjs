// Marks of the stops of controls: what each leads to, before it is tried.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, address, settled } from "./planner.mjs";

const marks = (page, key) => page.locator(`[data-control=${key}] .stops i`);
const words = (page, key) => marks(page, key).evaluateAll((all) => all.map((mark) => mark.className));

test("each stop is marked, keys skip impossible ones, and a press says why", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  // 1, 2, 5, 8, …: the thumb stands at 4.
  assert.deepEqual((await words(page, "pp")).slice(0, 4), ["oom", "fits", "illegal", "fits"]);
  const five = marks(page, "pp").nth(2);
  await expect(five).toHaveAttribute("title", /^Pipeline 5: impossible\..*does not divide 64 GPUs/);
  const pp = page.locator("#pp");
  await expect(pp).toHaveAttribute("aria-valuetext", "4, fits");
  await pp.press("ArrowRight");
  await expect(pp).toHaveAttribute("aria-valuetext", "8, fits");
  await address(page, FITS.replace("pp=4", "pp=8"));
  await settled(page);
  await pp.press("ArrowLeft");
  await address(page, FITS);
  await settled(page);
  // A mark lies where the thumb would be, and may be pressed.
  const [mark, range] = [await five.boundingBox(), await pp.boundingBox()];
  assert.ok(Math.abs(mark.y + mark.height / 2 - range.y - range.height / 2) < 2);
  await five.click();
  await expect(page.locator("#reasons li").first()).toContainText("does not divide 64 GPUs");
  await expect(pp).toHaveAttribute("aria-valuetext", "5, impossible");
  await expect(pp).toHaveValue("3");
});

test("options say their state", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const names = page.locator("#zero label");
  await expect(names.nth(1)).toHaveText("1, fits");
  await expect(names.nth(1).locator("i")).toHaveClass("fits");
  await expect(page.locator("#sched option").first()).toHaveText(/, (fits|out of memory)$/);
  await expect(page.locator(".foot")).toHaveText(/fits\s*tight\s*out of memory\s*impossible/);
});
