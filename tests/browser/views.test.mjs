// The views are open one at a time: what is closed is not there, and keys, address and paper know all of them.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, address, openTab, press, pressInMenu, settled, unfoldRun, upToDate } from "./planner.mjs";

const BOTH = { tag: ["@core", "@firefox"] };
/** The view of the open tab. */
const open = (page, view) => expect(page.locator(`#view-${view}-tab`)).toHaveAttribute("aria-selected", "true");
/** The words of the views that are shown. */
const shown = (page) => page.locator(".view").evaluateAll((views) => views
  .filter((view) => view.checkVisibility()).map(({ id }) => id.replace("view-", "")));
/** The open tab as the address has it. */
const tabOf = (page) => new URL(page.url()).searchParams.get("tab");

/** The shares of elements that are in the viewport, by selector. */
const seen = (page, selectors) => page.evaluate((selectors) => selectors.map((selector) => {
  const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
  const width = Math.min(right, innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return Math.round((100 * Math.max(width, 0) * Math.max(height, 0)) / ((right - left) * (bottom - top)));
}), selectors);

for (const [width, height] of [[1440, 900], [1280, 720]]) {
  test(`slider, memory, time and a view are in one sight, ${width} by ${height}`, { tag: "@core" }, async ({
    open: visit,
  }) => {
    const page = await visit(FITS, { context: { viewport: { width, height } } });
    await settled(page);
    const parts = ["#verdict", "#tp", "#memory .stages", "#tolls .marks", "#tolls .parts", "#changes .advised", "#view-cut"];
    assert.deepEqual(await seen(page, parts), parts.map(() => 100));
    // The view has two fifths of the height, and neither the page nor the figures above it scroll.
    const { height: room } = await page.locator("#view-cut").boundingBox();
    assert.ok(room > 0.4 * height, `${room} of ${height} pixels`);
    assert.deepEqual(await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      return [scrollWidth, scrollHeight];
    }), [width, height]);
    await unfoldRun(page);
    await page.locator("#price").focus();
    assert.deepEqual(await seen(page, parts.filter((part) => part !== "#tp")), parts.slice(1).map(() => 100));
  });
}

test("memory and time fold above a tall view, and unfold at a press, 1280 by 720", BOTH, async ({ open: visit }) => {
  const page = await visit(FITS, { query: "?tab=timeline", context: { viewport: { width: 1280, height: 720 } } });
  await settled(page);
  const [figures, view] = [page.locator("#figures"), page.locator("#view-timeline")];
  const heights = async () => [await figures.boundingBox(), await view.boundingBox()].map(({ height }) => height);
  const [low, tall] = await heights();
  assert.ok(low <= 90 && tall >= 520, `${low} and ${tall}`);
  // The bars are in sight with their totals, and the first change that helps.
  const parts = ["#memory .stages", "#memory .total", "#tolls .marks", "#changes .advised"];
  assert.deepEqual(await seen(page, parts), parts.map(() => 100));
  await press(page.locator("#changes .unfold"));
  const [high, short] = await heights();
  assert.ok(high > 250 && short < 360, `${high} and ${short}`);
  await expect(page.locator("#tolls .parts")).toBeVisible();
  await press(page.locator("#changes .unfold"));
  assert.deepEqual(await heights(), [low, tall]);
  // The line of the captions unfolds, too.
  const { x, y } = await page.locator("#memory figcaption").boundingBox();
  await page.mouse.click(x + 40, y + 8);
  await expect(page.locator("#tolls .parts")).toBeVisible();
  // Cut has them in full.
  await openTab(page, "cut");
  await expect(page.locator("#tolls .parts")).toBeVisible();
});

test("on a phone the player has the screen, and the controls are one press away", BOTH, async ({ open: visit }) => {
  const page = await visit(FITS, { query: "?tab=watch", context: { viewport: { width: 390, height: 844 } } });
  await settled(page);
  await expect(page.locator("#controls")).toBeHidden();
  const { height } = await page.locator("#view-watch").boundingBox();
  assert.ok(height > 600, `${height}`);
  await press(page.locator("#changes .unfold"));
  await expect(page.locator("#tp")).toBeVisible();
  await press(page.locator("#changes .unfold"));
  await expect(page.locator("#controls")).toBeHidden();
});

test("on a phone the figure stays in sight while any control is moved", BOTH, async ({ open: visit }) => {
  const page = await visit(FITS, { context: { viewport: { width: 390, height: 844 } } });
  await settled(page);
  await unfoldRun(page);
  for (const key of ["gpus", "tp", "vp", "gbs", "tok", "price"]) {
    const slider = page.locator(`#${key}`);
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    assert.deepEqual(await seen(page, ["#verdict", "#memory .stages", `#${key}`]), [100, 100, 100], key);
  }
  await press(page.locator("#tolls-tab"));
  await expect(page.locator("#tolls .marks")).toBeInViewport();
  await expect(page.locator("#memory")).toBeHidden();
  await openTab(page, "map");
  await expect(page.locator("#map")).toBeInViewport();
  await expect(page.locator("#tolls")).toBeHidden();
});

test("in a low window the controls stay beside the figures", BOTH, async ({ open: visit }) => {
  const page = await visit(FITS, { context: { viewport: { width: 720, height: 450 } } });
  await settled(page);
  await page.locator("#tp").focus();
  const parts = ["#tp", "#memory .stages"];
  assert.deepEqual(await seen(page, parts), [100, 100]);
  await page.locator("#tolls").scrollIntoViewIfNeeded();
  assert.deepEqual(await seen(page, ["#tp", "#tolls .marks"]), [100, 100]);
});

test("an open tab is in sight in its row", BOTH, async ({ open: visit }) => {
  const page = await visit(FITS, { context: { viewport: { width: 820, height: 1180 } }, query: "?tab=accuracy" });
  await settled(page);
  const tab = (view) => page.locator(`#view-${view}-tab`);
  await expect(tab("accuracy")).toBeInViewport({ ratio: 0.95 });
  await expect(tab("cut")).not.toBeInViewport({ ratio: 0.95 });
  await page.keyboard.press("1");
  await expect(tab("cut")).toBeInViewport({ ratio: 0.95 });
});

test("a view is drawn when its tab is opened, and follows the plan only while it is open", BOTH, async ({ open: visit }) => {
  const page = await visit(FITS);
  await settled(page);
  assert.deepEqual(await shown(page), ["cut"]);
  await expect(page.locator("#map")).toHaveCount(0);
  await openTab(page, "map");
  await settled(page);
  assert.deepEqual(await shown(page), ["map"]);
  const sentence = page.locator("#map-caption");
  const before = await sentence.textContent();
  await openTab(page, "bill");
  await page.locator("#tp").press("ArrowLeft");
  await address(page, FITS.replace("tp=8", "tp=4"));
  await settled(page);
  await upToDate(page);
  assert.equal(await sentence.textContent(), before, "a closed view is not drawn");
  await openTab(page, "map");
  await expect(sentence).not.toHaveText(before);
});

test("arrows and digits open tabs, digits in a field do not", BOTH, async ({ open: visit }) => {
  const page = await visit(FITS);
  await settled(page);
  await page.locator("#view-cut-tab").focus();
  await page.keyboard.press("ArrowRight");
  await open(page, "watch");
  await expect(page.locator("#view-watch-tab")).toBeFocused();
  await page.keyboard.press("End");
  await open(page, "accuracy");
  await page.keyboard.press("ArrowRight");
  await open(page, "cut");
  await page.locator("#tp").focus();
  await page.keyboard.press("8");
  await open(page, "search");
  await page.locator(".row:has(#mbs) input.number").focus();
  await page.keyboard.press("3");
  await settled(page);
  await open(page, "search");
});

test("the address keeps the open tab and all else of its query", BOTH, async ({ open: visit }) => {
  const page = await visit(FITS, { query: "?theme=dark&from=course" });
  await settled(page);
  await openTab(page, "run");
  await expect.poll(() => page.url()).toContain(`?theme=dark&from=course&tab=run${FITS}`);
  // A plan in one step is an entry of the history; it goes back with the tab that was open then.
  await pressInMenu(page, "#reset");
  await expect.poll(() => page.url()).not.toContain(FITS);
  await openTab(page, "sweep");
  await expect.poll(() => tabOf(page)).toBe("sweep");
  await page.goBack();
  await open(page, "run");
  await address(page, FITS);
  await settled(page);
  await page.reload();
  await open(page, "run");
});

test("on paper all views stand one below the other", { tag: "@core" }, async ({ open: visit, browserName }) => {
  test.skip(browserName !== "chromium", "a stock Firefox emulates no other medium");
  const page = await visit(FITS);
  await settled(page);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const tabs = await page.locator("[role=tab]").count();
  await expect.poll(async () => (await shown(page)).length).toBe(tabs);
  await expect(page.locator("#views figure:visible")).toHaveCount(tabs);
  await expect(page.locator("[role=tab]").first()).toBeHidden();
});
