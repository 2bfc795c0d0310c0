// Fingers on sliders: what scrolls the page sets nothing, what slides or taps sets the value. Touches are sent by the
// protocol of Chromium.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, address, settled } from "./planner.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test.skip(({ browserName }) => browserName !== "chromium", "touches are sent by the protocol of Chromium");

/** The slider of a key in the middle of the window, and a function that moves a finger over it. */
async function fingerOn(page, key) {
  const slider = page.locator(`#${key}`);
  await slider.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const { x, y, width, height } = await slider.boundingBox();
  const devtools = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  return async (from, moves) => {
    const at = ([right, down]) => [{ x: x + from * width + right, y: y + height / 2 + down }];
    await touch("touchStart", at([0, 0]));
    for (const move of moves) await touch("touchMove", at(move));
    await touch("touchEnd", []);
  };
}

for (const key of ["pp", "tp", "gbs"]) {
  test(`a swipe that scrolls leaves the slider as it is: ${key}`, { tag: "@core" }, async ({ open }) => {
    const page = await open(FITS, { context: PHONE });
    await settled(page);
    const value = await page.locator(`#${key}`).inputValue();
    const swipe = await fingerOn(page, key);
    const place = async () => (await page.locator(`#${key}`).boundingBox()).y;
    const before = await place();
    await swipe(0.9, [[1, -10], [2, -40], [2, -90], [30, -150], [60, -220]]);
    await expect.poll(place).toBeLessThan(before - 50);
    await settled(page);
    await address(page, FITS);
    await expect(page.locator(`#${key}`)).toHaveValue(value);
    // The slider works as before: by a key, and by a finger.
    await page.locator(`#${key}`).press("ArrowLeft");
    await expect(page.locator(`#${key}`)).not.toHaveValue(value);
  });
}

test("a swipe to the side slides, and a tap sets", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS, { context: PHONE });
  await settled(page);
  const slider = page.locator("#pp");
  const value = Number(await slider.inputValue());
  const last = Number(await slider.getAttribute("max") ?? await slider.evaluate((field) => field.max));
  const finger = await fingerOn(page, "pp");
  await finger(0.1, [[20, 0], [60, 2], [90, 4]]);
  await settled(page);
  const slid = Number(await slider.inputValue());
  assert.notEqual(slid, value);
  assert.ok(!page.url().endsWith(FITS), page.url());
  await finger(0.97, []);
  await expect(slider).toHaveValue(String(last));
  await settled(page);
  assert.notEqual(slid, last);
});
