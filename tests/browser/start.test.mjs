// The card of a first visit: what opens and closes it, its plans, and where the focus goes.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, press, settled, type, violations } from "./planner.mjs";

const card = (page) => page.locator("#start");

test("a first visit has the card, once, and a plan that fits in its address", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open("", { firstVisit: true });
  await expect(card(page)).toBeVisible();
  await expect(page.locator("#start-tour")).toBeFocused();
  await expect(page.locator("#start li:has(button)")).toHaveCount(9);
  await expect(page.locator("#start li:has([data-state=oom])")).toHaveText(/Can you make it fit\?/);
  await expect.poll(() => page.evaluate(() => location.hash)).toBe(FITS);
  await expect(page.locator("#verdict")).toHaveText("Fits");
  await page.keyboard.press("Escape");
  await expect(card(page)).toBeHidden();
  await expect(page.locator("#controls")).toBeFocused();
  // The next visit has none.
  await page.goto(page.url().split("#")[0]);
  await settled(page);
  await expect(card(page)).toBeHidden();
});

test("the controls stay usable, and the first drag closes the card", { tag: "@core" }, async ({ open }) => {
  const page = await open("", { firstVisit: true });
  await expect(card(page)).toBeVisible();
  // Nothing covers the slider.
  const isFree = await page.locator("#pp").evaluate((slider) => {
    const { left, top, width, height } = slider.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === slider;
  });
  assert.ok(isFree);
  await type(page, "pp", "1");
  await expect(card(page)).toBeHidden();
  await expect(page.locator("#verdict")).toHaveText("Does not fit");
});

test("plans, the tour and the import begin from the card", async ({ open }) => {
  const page = await open(FITS);
  await expect(card(page)).toBeHidden();
  const again = async () => {
    await page.locator("#menu").click();
    await page.locator("#menu-start").click();
    await expect(card(page)).toBeVisible();
  };
  await again();
  await press(page.locator("#start-look"));
  await expect(card(page)).toBeHidden();
  await again();
  await press(page.locator("#start li button:has([data-state=oom])"));
  await expect(card(page)).toBeHidden();
  await expect(page.locator("#verdict")).toHaveText("Does not fit");
  await again();
  await press(page.locator("#start-import"));
  await expect(page.locator("dialog[open]")).toBeVisible();
  await page.keyboard.press("Escape");
  await again();
  await press(page.locator("#start-tour"));
  await page.locator('#lesson[data-step="state"]').waitFor();
});

test("a browser that stores nothing has the card, and no error", async ({ open }) => {
  const page = await open("", {
    firstVisit: true,
    prepare: (page) => page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", { get() { throw new DOMException("refused", "SecurityError"); } });
    }),
  });
  await expect(card(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card(page)).toBeHidden();
});

test("axe finds nothing in the card", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
  for (const query of ["light", "dark"]) {
    const page = await open(FITS, { query: `?theme=${query}` });
    await page.locator("#menu").click();
    await page.locator("#menu-start").click();
    await expect(page.locator("#start li:has(button)")).toHaveCount(9);
    await settled(page);
    assert.deepEqual(await violations(page, "#start"), []);
    await page.close();
  }
});
