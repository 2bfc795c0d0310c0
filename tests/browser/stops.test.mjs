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
  const middle = async (mark) => {
    const { x, y, width, height } = await mark.boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...await middle(five));
  await expect(page.locator("[data-control=pp] .tip"))
    .toHaveText(/^Pipeline 5: cannot exist\..*does not divide 64 GPUs/);
  const pp = page.locator("#pp");
  await expect(pp).toHaveAttribute("aria-valuetext", "4, fits");
  await pp.press("ArrowRight");
  await expect(pp).toHaveAttribute("aria-valuetext", "8, fits");
  await address(page, FITS.replace("pp=4", "pp=8"));
  await settled(page);
  await pp.press("ArrowLeft");
  await address(page, FITS);
  await settled(page);
  // A mark lies where the thumb would be. Its piece of the band lies below the track; where no plan can
  // exist there is none.
  const [mark, range] = [await five.boundingBox(), await pp.boundingBox()];
  assert.ok(Math.abs(mark.y + mark.height / 2 - range.y - range.height / 2) < 2);
  const band = await page.locator("[data-control=pp] .stops b").evaluateAll((pieces) => pieces.map((piece) => {
    const { left, right, top, height } = piece.getBoundingClientRect();
    return { left, right, top, height, name: piece.className };
  }));
  const [place] = await middle(five);
  assert.deepEqual(band.slice(0, 4).map(({ name }) => name), ["oom", "fits", "fits", "fits"]);
  assert.ok(band.every(({ left, right, height }) => height === 6 && (right < place || left > place)));
  assert.ok(band.every(({ top }) => top > range.y + range.height / 2));
  await page.mouse.click(...await middle(five));
  await expect(page.locator("#reasons li").first()).toContainText("does not divide 64 GPUs");
  await expect(pp).toHaveAttribute("aria-valuetext", "5, cannot exist");
  await expect(pp).toHaveValue("3");
});

test("a crowded slider has a band and no crosses", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  for (const key of ["gpus", "seq", "gbs"]) {
    await expect(marks(page, key)).toHaveCount(0);
    await expect(page.locator(`[data-control=${key}] .stops b.fits`)).not.toHaveCount(0);
  }
});

test("options say their state", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const names = page.locator("#zero label");
  await expect(names.nth(1)).toHaveText("1, fits");
  await expect(names.nth(1).locator("i")).toHaveClass("fits");
  await expect(page.locator("#sched option").first()).toHaveText(/, (fits|does not fit)(, not in .+)?$/);
  await expect(page.locator(".foot")).toHaveText(/fits\s*tight\s*may not fit\s*does not fit\s*cannot exist/);
});

test("pointing at a stop, an option or advice shows its plan beside the present one", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const outlines = page.locator("#memory .outlines s");
  const places = () => page.evaluate(() =>
    [...document.querySelectorAll("#memory .stage, #tolls li, .row, header dd")].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join();
    }));
  const before = await places();
  const slider = await page.locator("#tp").boundingBox();
  const stop = (index) => [slider.x + 8 + ((slider.width - 16) * index) / 6, slider.y + slider.height / 2];
  await page.mouse.move(...stop(2));
  await expect(outlines).toHaveCount(4);
  await expect(outlines.first()).toHaveText(/^[\d.]+!?$/);
  await expect(page.locator(".stops .tip")).toHaveText(/^Tensor 4: does not fit, [\d.]+\s.iB, MFU [\d.]+\s%$/);
  await expect(page.locator(".would")).toHaveText(/^→\sDoes not fit [\d.]+$/);
  await expect(page.locator("#delta-mfu")).toHaveText(/^→\s[\d.]+\s%$/);
  await expect(page.locator("#tolls .second i")).toHaveCount(10);
  assert.deepEqual(await places(), before, "nothing moves");
  // The head says what the plan then has.
  const promised = await page.locator("#delta-mfu").textContent();
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.move(0, 0);
  await expect(outlines).toHaveCount(0);
  await expect(page.locator("#mfu")).toHaveText(promised.slice(2));
  await settled(page);
  await page.locator("#zero label").nth(3).hover();
  await expect(outlines).toHaveCount(4);
  await page.mouse.move(0, 0);
  await expect(outlines).toHaveCount(0);
  await page.locator("#changes button:visible").first().focus();
  await expect(outlines).not.toHaveCount(0);
  await page.locator("#tp").focus();
  await expect(outlines).toHaveCount(0);
  // A key that is held shows the plan from before.
  await page.keyboard.down("ArrowRight");
  await expect(page.locator("#delta-mfu")).toHaveText(/^was /);
  await expect(outlines).toHaveCount(4);
  await page.keyboard.up("ArrowRight");
  await expect(outlines).toHaveCount(0);
});

test("a control says what else it has moved, and takes it back", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const place = await page.locator("#cp").boundingBox();
  await page.locator("#tp").press("ArrowLeft");
  const moved = page.locator("[data-control=tp] .moved");
  await expect(moved).toBeVisible();
  await expect(moved.locator("span")).toHaveText("Data parallel 2 → 4; micro-batches a pipeline 256 → 128");
  assert.deepEqual(await page.locator("#cp").boundingBox(), place, "nothing moves");
  await address(page, FITS.replace("tp=8", "tp=4"));
  await moved.locator("button").press("Enter");
  await address(page, FITS);
  await expect(moved).toBeHidden();
  await expect(page.locator("#tp")).toBeFocused();
});
