// Stability of the layout: content that a reader looks at, or is about to press, stays in place while the page fills
// in.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, TOO_LARGE, drawn, settled } from "./planner.mjs";

/** Position of an element in the window, in whole pixels from its top left corner. */
const place = (page, selector) => page.locator(selector).evaluate((element) => {
  const { left, top } = element.getBoundingClientRect();
  return [Math.round(left), Math.round(top)];
});

/** What readers look at and act on in the first part of the program. */
const FIRST = ["#verdict", "#need", "#mfu", "#memory", "#memory .stage", "#tp"];

test("a figure that is read stays while the best layout above it is searched for and grows", async ({ open }) => {
  const page = await open(FITS, { query: "?view=timeline,waterfall,search,run" });
  await settled(page);
  const height = () => page.locator("#search").evaluate((figure) => figure.offsetHeight);
  const low = await height();
  // The search begins as soon as the figure is near: its position is read in the same task.
  const before = await page.locator("#run").evaluate((figure) => {
    figure.scrollIntoView();
    const { left, top } = figure.getBoundingClientRect();
    return [Math.round(left), Math.round(top)];
  });
  await page.locator("#search .found .way h3").first().waitFor();
  await page.locator("#search-act").waitFor({ state: "hidden" });
  await settled(page);
  await drawn(page);
  assert.ok(await height() > low + 100, "the search above must have grown");
  assert.deepEqual(await place(page, "#run"), before);
});

for (const width of [1280, 900, 390]) {
  test(`the first look stands where it was when the later parts come, ${width} pixels wide`, async ({
    open,
  }) => {
    let release;
    const held = new Promise((resolve) => { release = resolve; });
    const prepare = (page) => page.route("**/*_figures.pack", async (route) => {
      await held;
      await route.continue();
    });
    const page = await open(TOO_LARGE, { prepare, context: { viewport: { width, height: 800 } } });
    await page.locator("#tp").waitFor();
    await drawn(page);
    await expect(page.locator("#undo"), "the later parts must not be there yet").toHaveCount(0);
    const before = await Promise.all(FIRST.map((part) => place(page, part)));
    release();
    await settled(page);
    await drawn(page);
    await expect(page.locator("#undo")).toHaveCount(1);
    assert.deepEqual(await Promise.all(FIRST.map((part) => place(page, part))), before);
  });
}
