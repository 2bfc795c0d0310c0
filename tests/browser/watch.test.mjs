// The player of a step in a browser: it plays and stops, is stepped and dragged, follows the plan, and rests where
// readers want less motion.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, settled, violations } from "./planner.mjs";

const BOTH = { tag: ["@core", "@firefox"] };

const number = (page) => page.locator(".watch-number");
const sentence = (page) => page.locator(".watch-sentence");
const player = (page, name) => page.locator(".watch-buttons").getByRole("button", { name, exact: true });
const outline = (page, ink) => page.locator(`.watch-drawing .w-${ink}`).getAttribute("d");

/** Opens a plan with a scene of the player. */
async function opened(open, fragment, query, options) {
  const page = await open(fragment, { query: `?tab=watch&${query}`, ...options });
  await settled(page);
  await page.locator(".watch-place").waitFor();
  return page;
}

test("an address opens a scene at a moment, and keys and the place move on", BOTH, async ({ open }) => {
  const page = await opened(open, FITS, "scene=tp&at=3");
  await expect(number(page)).toHaveText("3 / 12");
  await expect(sentence(page)).toContainText("Queries, keys and values.");
  const place = page.locator(".watch-place");
  await place.focus();
  await place.press("End");
  await expect(number(page)).toHaveText("12 / 12");
  await place.press("Home");
  await expect(number(page)).toHaveText("1 / 12");
  await place.evaluate((input) => {
    input.value = 900;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await expect(place).toHaveAttribute("aria-valuetext", /^moment 10 of 12, Out of the MLP, /);
  assert.notEqual(await outline(page, "partial"), "");
  assert.deepEqual(await violations(page), []);
});

test("a moment plays to its end and stops", BOTH, async ({ open }) => {
  const page = await opened(open, FITS, "scene=tp");
  const before = await outline(page, "now");
  await player(page, "Step forward").click();
  // It has stopped once the button offers to play again.
  await expect.poll(async () => (await outline(page, "now")) !== before && await player(page, "Play").count() === 1).toBe(true);
  await expect(number(page)).toHaveText("1 / 12");
  await player(page, "Play").click();
  await player(page, "Pause").click();
  await expect(player(page, "Play")).toHaveCount(1);
});

test("another plan keeps scene and moment, and says what it lacks", BOTH, async ({ open }) => {
  const page = await opened(open, FITS, "scene=tp&at=6");
  const pace = page.locator(".watch-pace > span");
  const before = await pace.textContent();
  await page.evaluate((hash) => { location.hash = hash; }, FITS.replace("tp=8", "tp=4"));
  await expect(pace).not.toHaveText(before);
  await expect(number(page)).toHaveText("6 / 12");
  await page.evaluate((hash) => { location.hash = hash; }, "#v=1&p=llama3-8b/h100x64");
  await expect(page.locator("#watch-caption")).toContainText("This plan has no tensor parallelism.");
  await expect(page.locator("[data-scene=tp]")).toHaveAttribute("aria-disabled", "true");
});

test("a frame shows the player alone", { tag: ["@core"] }, async ({ open }) => {
  const page = await open(FITS, {
    query: "?embed=1&view=watch&scene=zero",
    context: { viewport: { width: 688, height: 420 } },
  });
  await page.locator(".watch-place").waitFor();
  const { y, height } = await page.locator(".watch-foot").boundingBox();
  assert.ok(y + height <= 420, `the foot ends at ${y + height}`);
});
