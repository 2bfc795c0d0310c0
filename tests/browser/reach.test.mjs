// Reach of controls and figures: stops of the Tab key, headings, sizes of targets on a phone.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, TOO_LARGE, press, settled, unfold, unfoldRun } from "./planner.mjs";

const PHONE = { viewport: { width: 390, height: 844 } };

/** Presses the Tab key until an element has the focus that fits the selector; returns the number of stops. */
async function tabTo(page, selector, most) {
  for (let stops = 1; stops <= most; stops += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((selector) => document.activeElement.matches(selector), selector)) return stops;
  }
  throw new Error(`${selector} is no stop within ${most}`);
}

test("tensor parallelism is within 8 stops of the Tab key from the top, a view within 12", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const toControls = await tabTo(page, ".skip[href='#controls']", 8);
  await page.keyboard.press("Enter");
  await expect(page.locator("#controls")).toBeFocused();
  const toTensor = toControls + await tabTo(page, "#tp", 8);
  assert.ok(toTensor <= 8, `tensor parallelism is stop ${toTensor}`);
  const tabs = page.locator("[role=tab]:visible");
  const names = await tabs.evaluateAll((tabs) => tabs.map(({ id }) => id));
  assert.ok(names.length >= 14, names.join());
  for (const [place, name] of names.entries()) {
    // The first link is the first stop.
    await page.locator(".skip").first().focus();
    const toViews = 1 + await tabTo(page, ".skip[href='#views']", 8);
    await page.keyboard.press("Enter");
    await expect(page.locator("#views")).toBeFocused();
    const toTabs = await tabTo(page, "[role=tab]", 3);
    await page.keyboard.press("Home");
    for (let step = 0; step < place; step += 1) await page.keyboard.press("ArrowRight");
    const view = `#${name.replace(/-tab$/, "")}`;
    await expect(page.locator(`#${name}`)).toBeFocused();
    await page.locator(`${view}[data-shown]`).waitFor();
    await settled(page);
    // A view without anything to press is read from its pane, which the link has reached.
    if (await page.locator(view).locator("button, a, input, select, summary, [tabindex='0']").count() === 0) continue;
    const stops = toViews + toTabs + await tabTo(page, `${view}, ${view} *`, 12 - toViews - toTabs);
    assert.ok(stops <= 12, `${view} is stop ${stops}`);
  }
});

test("each figure has a heading", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "a structure of elements: one browser is enough");
  const page = await open(FITS);
  await settled(page);
  const heading = (figure) => page.locator(`${figure} h2`).first();
  for (const figure of ["#memory", "#tolls"]) await expect(heading(figure)).toHaveText(/\S/);
  const tabs = page.locator("[role=tab]:visible");
  for (const id of await tabs.evaluateAll((tabs) => tabs.map(({ id }) => id))) {
    await press(page.locator(`#${id}`));
    const view = `#${id.replace(/-tab$/, "")}`;
    await page.locator(`${view}[data-shown]`).waitFor();
    await expect(heading(view), view).toBeVisible();
    await expect(heading(view), view).toHaveText(/\S/);
  }
});

/**
 * Targets in sight that are smaller than 44 by 44 pixels; a radio or a box counts with its label, and links inside a
 * sentence do not count (WCAG 2.5.8, exception "Inline").
 */
function smallInPage() {
  const targets = [...document.querySelectorAll("button, a[href], input, select, summary")];
  const small = [];
  for (const target of targets) {
    const isOption = target.matches("[type=radio], [type=checkbox]");
    const area = isOption ? target.closest("label") ?? target : target;
    if (!area.checkVisibility() || area.closest(".skip, .unseen, .link, .term")) continue;
    const { width, height } = area.getBoundingClientRect();
    if (width === 0 || (width > 43.5 && height > 43.5)) continue;
    small.push(`${target.id || target.name || target.textContent.trim().slice(0, 20) || target.className} in ${area.closest("[id]").id}: ${Math.round(width)} × ${Math.round(height)}`);
  }
  return small;
}

test("on a phone every target has 44 pixels", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "a layout of lengths: one browser is enough");
  const page = await open(TOO_LARGE, { context: PHONE });
  await expect(page.locator("#cures button").first()).toBeVisible();
  await settled(page);
  await unfoldRun(page);
  await unfold(page.locator("#memory-behind details"));
  await expect(page.locator("#memory-behind table")).toBeVisible();
  assert.deepEqual(await page.evaluate(smallInPage), []);
  await press(page.locator("#menu"));
  await expect(page.locator("#menu-items")).toBeVisible();
  assert.deepEqual(await page.evaluate(smallInPage), [], "the menu");
  await page.keyboard.press("Escape");
  await press(page.locator("#lessons"));
  await press(page.locator("#lesson [data-lesson=tour]"));
  await page.locator('#lesson[data-step="state"]').waitFor();
  await settled(page);
  assert.deepEqual(await page.evaluate(smallInPage), [], "a lesson");
});

test("a drag by touch shows the plan from before until the finger lifts", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "touches are sent by the protocol of Chromium");
  const page = await open(FITS, { context: { ...PHONE, hasTouch: true, isMobile: true } });
  await settled(page);
  const before = await page.locator("#need").textContent();
  const slider = page.locator("#mbs");
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await slider.boundingBox();
  const client = await page.context().newCDPSession(page);
  const touch = (type, at) => client.send("Input.dispatchTouchEvent", {
    type,
    touchPoints: at === undefined ? [] : [{ x: x + 8 + at, y: y + height / 2 }],
  });
  await touch("touchStart", 0);
  for (const at of [0.1, 0.2, 0.3]) await touch("touchMove", at * (width - 16));
  await expect(page.locator("#need")).not.toHaveText(before);
  await expect(page.locator(".need .was")).toBeInViewport();
  await expect(page.locator(".need .was")).toHaveText(`was ${before}`);
  await expect(page.locator("#delta-mfu")).toHaveText(/^was /);
  await expect(page.locator("#memory .outlines s")).toHaveCount(4);
  await touch("touchEnd");
  await expect(page.locator("#memory .outlines s")).toHaveCount(0);
  await expect(page.locator("#delta-mfu")).toHaveText("");
  await expect(page.locator(".need .was")).toHaveCount(0);
});
