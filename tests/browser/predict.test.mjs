// Predictions: a reader predicts figures of a change by keys, mouse or touch; until the outcome is shown the page does not give it away.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, press, settled, violations } from "./planner.mjs";

const QUERY = "?predict=tp:4&ask=memory.total@0,time.tensor,idle";
const card = (page) => page.locator("#predict");
const question = (page) => page.locator("#predict-question");
const see = (page) => page.locator("#predict-see");
const outcome = (page) => page.locator("#predict-outcome");
const WIDTHS = [[390, 844], [820, 1180], [1280, 720], [1440, 900], [1920, 1080]];

/** The plan with the query that asks for predictions. */
const asked = async (open, options) => {
  const page = await open(FITS, { ...options, query: QUERY });
  await settled(page);
  await expect(question(page)).toBeVisible();
  return page;
};

test("a round by keys alone: the outcome takes the focus, and the last button makes the change", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await press(page.locator("#predict-button"));
  await expect(question(page)).toBeFocused();
  await expect(see(page)).toBeDisabled();
  const slider = page.locator("#predict-value");
  const before = await page.locator("#predict output").textContent();
  await slider.focus();
  for (let step = 0; step < 10; step += 1) await page.keyboard.press("ArrowRight");
  await expect(page.locator("#predict output")).not.toHaveText(before);
  await press(see(page));
  await expect(outcome(page)).toBeFocused();
  await expect(page.locator("#predict tbody tr")).not.toHaveCount(0);
  await press(page.locator("#predict-next"));
  await expect(question(page)).toBeFocused();
  await page.locator("#predict .acts button").nth(1).press("Enter");
  await press(see(page));
  await press(page.locator("#predict-next"));
  await page.locator("#predict .choices input").first().press("Space");
  await press(see(page));
  await press(page.locator("#predict-apply"));
  await expect(card(page)).toHaveCount(0);
  await expect(page).toHaveURL(/tp=4/);
  await expect(page.locator("#predict-button")).toBeFocused();
});

test("the ghost on the real bar and that of the card are one", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await asked(open);
  const real = page.locator("#memory .guess input");
  const box = await real.boundingBox();
  await page.mouse.click(box.x + box.width * 0.8, box.y + box.height / 2);
  await expect(see(page)).toBeEnabled();
  const first = await page.locator("#predict output").textContent();
  const large = await page.locator("#predict-value").boundingBox();
  await page.mouse.click(large.x + large.width * 0.3, large.y + large.height / 2);
  await expect(page.locator("#predict output")).not.toHaveText(first);
  await press(see(page));
  await press(page.locator("#predict-next"));
  const bar = await page.locator("#tolls .guess input").boundingBox();
  await page.mouse.click(bar.x + bar.width * 0.2, bar.y + bar.height / 2);
  await expect(see(page)).toBeEnabled();
});

test("until the outcome is shown, figures, controls, marks and advice rest", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const resting = [".stops", "#changes", "#views", "[data-mark]"];
  const page = await open(FITS);
  await settled(page);
  // All of them are there before the round.
  for (const part of resting) await expect(page.locator(part).first()).toBeVisible();
  await press(page.locator("#predict-button"));
  await expect(question(page)).toBeFocused();
  await press(page.locator("#memory .stage .why").first());
  await expect(page.locator("#why")).toHaveCount(0);
  await expect(page.locator("header [role=status]")).toContainText("Predict first");
  for (const part of resting) {
    for (const element of await page.locator(part).all()) await expect(element).not.toBeVisible();
  }
  for (const control of await page.locator("#controls input[type=range]").all()) await expect(control).toBeDisabled();
  await page.keyboard.press("Escape");
  await question(page).press("Escape");
  await expect(card(page)).toHaveCount(0);
  await expect(page.locator("#tp")).toBeEnabled();
});

for (const [width, height] of WIDTHS) {
  test(`verdict, memory and time are in sight beside a question, and nothing is cut off, at ${width} × ${height}`, { tag: "@core" }, async ({ open, browserName }) => {
    const hasTouch = browserName === "chromium";
    const page = await asked(open, { context: { viewport: { width, height }, hasTouch } });
    const asNow = page.locator("#predict .acts button").nth(1);
    await (hasTouch ? asNow.tap() : asNow.click());
    for (const shown of [false, true]) {
      if (shown) await (hasTouch ? see(page).tap() : see(page).click());
      if (shown) await expect(outcome(page)).toBeVisible();
      const faults = await page.evaluate(() => {
        const place = (part) => document.querySelector(part).getBoundingClientRect();
        const card = place("#predict");
        const parts = ["#verdict", "#need", "#memory .stages", "#memory .keys", "#tolls .marks", "#tolls .parts"];
        const covered = parts.filter((part) => {
          const { top, bottom, left, right, height } = place(part);
          const apart = bottom <= card.top + 1 || top >= card.bottom || right <= card.left || left >= card.right;
          return height > 0 && !apart;
        });
        const inside = document.querySelectorAll("#predict :is(.question, .rows, .choices, table, blockquote, .guesses, .acts, .top)");
        const wide = [...inside].filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.className || part.tagName);
        return [...covered, ...wide];
      });
      assert.deepEqual(faults, []);
    }
    assert.deepEqual(await violations(page), []);
  });
}
