// The view Cut in a browser: a press chooses a GPU for all views, handles cut elsewhere, and the drawing has the size
// of its place.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, address, openTab, press, settled } from "./planner.mjs";

const BOTH = { tag: ["@core", "@firefox"] };

/** The middle of the cell of a GPU, in pixels of the window. The outlines of cells are those of the drawing's path. */
const cell = (page, gpu) => page.locator(".cut-gpus").evaluate((gpus, gpu) => {
  const labels = [...gpus.querySelectorAll("text")];
  const label = labels.find((text) => text.textContent.trim().split(" ").at(-1) === String(gpu));
  const { left, bottom } = label.getBoundingClientRect();
  return { x: left + 3, y: bottom + 4 };
}, gpu);

const chosen = (page) => page.locator(".cut-gpus").getAttribute("aria-valuenow");

test("a pressed GPU is chosen in all views, and keys walk from it", BOTH, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  assert.equal(await chosen(page), "0");
  const { x, y } = await cell(page, 19);
  await page.mouse.click(x, y);
  await expect(page.locator(".cut-chosen h3")).toHaveText(/^GPU 19 stage 1, column 3/);
  await expect(page.locator("#memory .stage[data-chosen]")).toHaveAttribute("data-stage", "1");
  await page.locator(".cut-gpus").press("ArrowDown");
  assert.equal(await chosen(page), "35");
  await expect(page.locator(".cut-gpus")).toHaveAttribute("aria-valuetext", /^GPU 35, stage 2, column 3/);
  await openTab(page, "map");
  await expect(page.locator("#map-gpu")).toHaveValue("35");
  await page.locator("#map-gpu").focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("5");
  await expect(page.locator("#map-gpu")).toHaveValue("5");
  await openTab(page, "cut");
  assert.equal(await chosen(page), "5");
});

test("a handle is dragged and moved by keys, and the plan follows", BOTH, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const handle = page.locator(".cut-handle[data-handle=tp]");
  await expect(handle).toHaveText(/TP\s8/);
  const [grid, from] = [await page.locator(".cut-gpus").boundingBox(), await handle.boundingBox()];
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  // Four columns: the first cut is twice as far from the left end of the grid.
  const ruler = await page.locator(".cut-gpus .node").first().evaluate((node) => node.getBoundingClientRect().left);
  await page.mouse.move(ruler + 2 * (x - ruler), y, { steps: 4 });
  await page.mouse.up();
  await expect(handle).toHaveText(/TP\s4/);
  await address(page, FITS.replace("tp=8", "tp=4"));
  assert.ok(grid.width > 500);
  await handle.press("ArrowRight");
  await address(page, FITS);
  await page.locator(".cut-handle[data-handle=gpus]").press("ArrowRight");
  await address(page, FITS.replace("h100x64", "h100x128"));
});

test("replicas stand apart when a reader wants", BOTH, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await press(page.locator(".cut-tools button", { hasText: "Apart" }));
  await expect(page.locator(".cut-gpus text", { hasText: "replica 1" })).toHaveCount(1);
});

test("the drawing has the size of its place", BOTH, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const sizes = () => page.locator(".cut-gpus").evaluate((gpus) => {
    const { width, height } = gpus.querySelector("svg").viewBox.baseVal;
    return [width - gpus.clientWidth, height - gpus.clientHeight].map(Math.round);
  });
  await expect.poll(sizes).toEqual([0, 0]);
  await page.setViewportSize({ width: 900, height: 700 });
  await expect.poll(sizes).toEqual([0, 0]);
});
