// The arithmetic of figures: every figure opens its card, by mouse, touch and keys; the card follows the plan and covers neither the verdict nor memory nor time.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, calm, grab, openTab, press, settled, violations } from "./planner.mjs";

const card = (page) => page.locator("#why");
const title = (page) => page.locator("#why-heading");
const lines = (page) => page.locator("#why .line");
const WIDTHS = [[390, 844], [820, 1180], [1280, 720], [1440, 900]];

/** Presses a figure, waits for its card, and presses it again; returns the card's title. */
async function opened(page, figure, act) {
  await act(figure);
  await expect(lines(page).first().or(page.locator("#why .beside p")).first()).toBeVisible();
  const text = await title(page).textContent();
  await page.keyboard.press("Escape");
  await expect(card(page)).toHaveCount(0);
  return text;
}

test("every figure of the head, of memory and of time opens, by keys", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const figures = page.locator(":is(header, #memory, #tolls) .why:visible");
  const count = await figures.count();
  assert.ok(count >= 5 + 4 + 8, `${count} figures`);
  const titles = new Set();
  for (let place = 0; place < count; place += 1) {
    titles.add(await opened(page, figures.nth(place), press));
    // The focus goes back to the figure.
    await expect(figures.nth(place)).toBeFocused();
  }
  assert.ok(titles.size >= count - 2, [...titles].join(", "));
});

test("the parts of the bars open, by the mouse, and are framed", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const seen = [];
  for (const part of await page.locator("#memory .stage:nth-child(2) .track i").all()) {
    const box = await part.boundingBox();
    if (box.width < 4) continue;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(part).toHaveAttribute("data-opened");
    seen.push(await title(page).textContent());
  }
  assert.ok(seen.length >= 4 && new Set(seen).size === seen.length, seen.join(", "));
  await page.locator("#tolls .marks .cable").click();
  await expect(page.locator("#tolls .marks .cable")).toHaveAttribute("data-opened");
});

test("figures of Run, Bill, Cut and Watch open", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  for (const [view, least] of [["run", 10], ["bill", 6], ["cut", 7], ["watch", 1]]) {
    await openTab(page, view);
    const figures = page.locator(`#view-${view} .why:visible`);
    await expect(async () => assert.ok(await figures.count() >= least, view)).toPass();
    const count = await figures.count();
    for (let place = 0; place < count; place += 1) await opened(page, figures.nth(place), press);
  }
});

for (const [width, height] of WIDTHS) {
  test(`verdict, memory and time are in sight beside the card, and a touch opens it, at ${width} × ${height}`, { tag: "@core" }, async ({ open, browserName }) => {
    const hasTouch = browserName === "chromium";
    const page = await open(FITS, { context: { viewport: { width, height }, hasTouch } });
    await settled(page);
    const figure = page.locator("#memory .stage .why").first();
    await (hasTouch ? figure.tap() : figure.click());
    await expect(lines(page).first()).toBeVisible();
    const covered = await page.evaluate(() => {
      const card = document.getElementById("why").getBoundingClientRect();
      const parts = ["#verdict", "#need", "#memory .stages", "#memory .keys", "#tolls .marks", "#tolls .parts"];
      return parts.filter((part) => {
        const element = document.querySelector(part);
        const { top, bottom, left, right, height } = element.getBoundingClientRect();
        const apart = bottom <= card.top + 1 || top >= card.bottom || right <= card.left || left >= card.right;
        return height > 0 && !apart;
      });
    });
    assert.deepEqual(covered, []);
    const { width: wide, height: high } = await card(page).boundingBox();
    assert.ok(wide <= width && high >= 200, `${wide} × ${high}`);
    const overflow = await page.evaluate(() => {
      const inside = document.querySelectorAll("#why .line, #why .formula, #why .paper");
      return [...inside].filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent);
    });
    assert.deepEqual(overflow, []);
  });
}

test("keys walk the tree, open and close its lines, and leave it", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const figure = page.locator("#tolls .parts li.dominant .why");
  await press(figure);
  await expect(lines(page).first()).toBeFocused();
  const before = await lines(page).count();
  await page.keyboard.press("ArrowLeft");
  await expect(lines(page).first()).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowRight");
  await expect(lines(page)).toHaveCount(before);
  await page.keyboard.press("End");
  await expect(lines(page).last()).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(lines(page).first()).toHaveAttribute("aria-expanded", "false");
  const { level, size, place } = await lines(page).first().evaluate((line) => ({
    level: line.ariaLevel,
    size: line.ariaSetSize,
    place: line.ariaPosInSet,
  }));
  assert.deepEqual([level, place], ["1", "1"]);
  assert.ok(Number(size) >= 1);
  await page.keyboard.press("Escape");
  await expect(figure).toBeFocused();
});

test("the card follows a drag, with the values from before it", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await press(page.locator("#memory .stage .why").first());
  await expect(lines(page).first()).toBeVisible();
  const value = page.locator("#why .top > b");
  const before = await value.textContent();
  const drag = await grab(page, "mbs");
  await drag.to(1);
  await expect(value).not.toHaveText(before);
  await expect(page.locator("#why .top .was")).toContainText(before);
  await drag.drop();
  await calm(page);
  await expect(page.locator("#why .top .was")).toHaveText("");
});

test("an address opens a figure down to a number, and a wrong one is said", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS, { query: "?why=memory.activations@2" });
  await expect(title(page)).toHaveText("activations of stage 2");
  const path = (await lines(page).last().getAttribute("id")).slice("why-".length);
  const deep = await open(FITS, { query: `?why=memory.activations@2/${path}` });
  await expect(deep.locator(`[id="why-${path}"]`)).toBeVisible();
  const wrong = await open(FITS, { query: "?why=memory.all" });
  await expect(wrong.locator("#link-notice")).toContainText("why=memory.all");
});

test("the card has no faults for readers of screens", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await press(page.locator("#step"));
  await expect(lines(page).first()).toBeVisible();
  await calm(page);
  assert.deepEqual(await violations(page), []);
});
