// The mark of rest, for which the other tests wait, and presses during which the page changes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures.mjs";
import { FITS, TOO_LARGE, address, calm, settled, verdict } from "./planner.mjs";

/** Milliseconds after which a press no longer holds drawing back, read from the page's source. */
const LONGEST_PRESS = 1_000 * Number(readFileSync(new URL("../../src/app/press.rs", import.meta.url), "utf8")
  .match(/const LONGEST_PRESS: Duration = Duration::from_secs\((\d+)\)/)[1]);

/** Position, size and text of each figure, section, summary and button. */
const places = (page) => page.locator("main").locator("figure, section, summary, button").evaluateAll((all) =>
  all.map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const name = element.id || element.className || element.textContent.slice(0, 30);
    return [name, ...[left, top, width, height].map(Math.round), element.textContent];
  }));

const PLANS = {
  "a plan that fits": FITS,
  "a plan out of memory": TOO_LARGE,
  "a mixture of experts": "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&gbs=15360",
};

for (const [what, link] of Object.entries(PLANS)) {
  const tag = { [FITS]: ["@core", "@firefox"], [TOO_LARGE]: ["@core"] }[link] ?? [];
  test(`nothing moves once the page is at rest: ${what}`, { tag }, async ({ open }) => {
    const page = await open(link);
    await settled(page);
    const before = await places(page);
    await calm(page);
    assert.deepEqual(await places(page), before);
  });
}

test("the mark of rest goes with a change and returns after it", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const marks = await page.evaluate(async () => {
    const isRested = () => document.querySelector("#planner main").hasAttribute("data-rested");
    const seen = [isRested()];
    const slider = document.getElementById("pp");
    slider.value = "0";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    // The mark is set and removed by a task of its own.
    await new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });
    return [...seen, isRested()];
  });
  assert.deepEqual(marks, [true, false]);
  await settled(page);
  await expect(page.locator("#cures button")).not.toHaveCount(0);
});

test("a press reaches what it began on, though the page changes meanwhile", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  // Alone, the memory figure has no fixed height, and the one below it moves with it.
  const page = await open(FITS, { query: "?view=memory,tolls" });
  const numbers = page.locator("#tolls details.numbers");
  const summary = numbers.locator("> summary");
  await settled(page);
  await summary.scrollIntoViewIfNeeded();
  /** Distance of the summary from the top of the figure above: the page may be scrolled when that shrinks. */
  const depth = async () => (await summary.boundingBox()).y - (await page.locator("#memory").boundingBox()).y;
  const before = await depth();
  const { x, y, width, height } = await summary.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  // Of four pipeline stages one is left: the figure loses three bars.
  await page.evaluate(async (fragment) => {
    location.hash = fragment;
    // The event of the address is a task of its own, and so is the frame that would draw.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => { requestAnimationFrame(resolve); });
  }, TOO_LARGE);
  assert.equal(await depth(), before, "nothing may move while the pointer is pressed");
  await page.mouse.up();
  await expect(numbers).toHaveAttribute("open");
  await expect(page.locator("#memory .stage")).toHaveCount(1);
  await address(page, TOO_LARGE);
  await expect.poll(depth, "the change moves the summary").toBeLessThan(before - 20);
});

test("a pointer that stays pressed holds nothing back for long", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS, { prepare: (page) => page.clock.install() });
  await settled(page);
  const summary = page.locator("#memory details.numbers > summary");
  await summary.hover();
  await page.mouse.down();
  await page.evaluate((fragment) => { location.hash = fragment; }, TOO_LARGE);
  await verdict(page, "Fits");
  await page.clock.fastForward(LONGEST_PRESS);
  await verdict(page, "Does not fit");
  await page.mouse.up();
  await settled(page);
});
