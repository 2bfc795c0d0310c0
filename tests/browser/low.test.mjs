// Low windows: a drawing is in sight as a whole, with the buttons that move it, also beside a lesson.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, settled } from "./planner.mjs";

const LAPTOP = { viewport: { width: 1280, height: 720 } };

/** The lower end of an element, in pixels of the window. */
const bottom = async (locator) => {
  const { y, height } = await locator.boundingBox();
  return y + height;
};

/** Pairs of texts of the drawing that lie on each other, among those at its left edge: the names of rows and lanes. */
const overlaps = (page) => page.locator(".watch-drawing svg").evaluate((svg) => {
  const boxes = [...svg.querySelectorAll("text")]
    .filter((text) => text.getBBox().x < 4 && text.textContent.trim())
    .map((text) => [text.textContent, text.getBoundingClientRect()]);
  return boxes.flatMap(([one, { top, bottom }], index) => boxes.slice(index + 1)
    // A line of text is higher than its letters.
    .filter(([, other]) => Math.min(bottom, other.bottom) - Math.max(top, other.top) > 4)
    .map(([other]) => [one, other]));
});

// In a lesson the player has less room.
for (const [what, query, fragment, tag] of [
  ["alone", "?tab=watch&scene=tp&at=6", FITS, []],
  ["in a lesson", "?lesson=tour/cable", "", ["@core", "@firefox"]],
]) {
  test(`the player is in sight as a whole ${what}, 1280 by 720`, { tag }, async ({ open }) => {
    const page = await open(fragment, { query, context: LAPTOP });
    await settled(page);
    await expect(page.locator(".watch-play")).toBeInViewport({ ratio: 1 });
    assert.ok(await bottom(page.locator(".watch-foot")) <= 720);
    assert.deepEqual(await overlaps(page), []);
  });
}

test("the timeline and the roofline end within the window, 1280 by 720", { tag: "@core" }, async ({ open }) => {
  for (const [view, part] of [["timeline", "canvas"], ["lastinch", ".chart svg"]]) {
    const page = await open(FITS, { query: `?tab=${view}`, context: LAPTOP });
    await settled(page);
    assert.ok(await bottom(page.locator(`#view-${view} ${part}`).first()) <= 720, view);
  }
});

test("on a phone nothing lies on the headline of the cut or on the rows of memory", { tag: "@core" }, async ({ open }) => {
  const phone = { viewport: { width: 390, height: 844 } };
  const cut = await open(FITS, { query: "?tab=cut", context: phone });
  await settled(cut);
  const words = await cut.locator("#cut figcaption").evaluate((caption) => {
    const { right } = caption.getBoundingClientRect();
    return right - Number.parseFloat(getComputedStyle(caption).paddingInlineEnd);
  });
  const { x } = await cut.locator(".cut-watch").boundingBox();
  assert.ok(words <= x, `${words} of ${x}`);
  const stages = "#v=1&p=llama3-405b/h100x16384&tp=8&pp=16&gbs=2048&cp=2";
  const memory = await open(stages, { context: phone });
  await settled(memory);
  const last = await bottom(memory.locator("#memory .stage").last());
  const note = await memory.locator("#memory > p").boundingBox();
  assert.ok(last <= note.y + 1, `${last} of ${note.y}`);
});

test("in narrow frames the player's parts do not lie on each other", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS, {
    query: "?embed=1&view=watch&scene=tp&at=6",
    context: { viewport: { width: 390, height: 600 } },
  });
  await page.locator(".watch-place").waitFor();
  assert.deepEqual(await overlaps(page), []);
  const details = await page.locator("#watch details.numbers").boundingBox();
  assert.ok(await bottom(page.locator(".watch-foot")) <= details.y + 1);
  assert.ok(await bottom(page.locator("#watch")) >= details.y + details.height - 1);
});
