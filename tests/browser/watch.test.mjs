// The player of a step in a browser: it plays and stops, is stepped and dragged, follows the plan, and rests where
// readers want less motion.
import assert from "node:assert/strict";
import { crc32 } from "node:zlib";
import { expect, test } from "./fixtures.mjs";
import { FITS, catchFiles, kept, openTab, press, settled, unfold, violations } from "./planner.mjs";

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
  // The scene opens with the sentence to which it leads, and each moment has its pace.
  await expect(page.locator("#watch-caption h2")).toContainText("it has nothing to multiply.");
  const pace = page.locator(".watch-pace > span");
  await expect(pace).toHaveText(/^here 1\s+s shows /);
  const before = await pace.textContent();
  const place = page.locator(".watch-place");
  await place.focus();
  await place.press("End");
  await expect(number(page)).toHaveText("12 / 12");
  await expect(pace).not.toHaveText(before);
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

test("a message of the chosen GPU opens its scene, and a variant changes the plan", BOTH, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await openTab(page, "cut");
  await press(page.locator(".cut-message", { hasText: "Pipeline" }));
  await page.locator(".watch-place").waitFor();
  await expect(page.locator("[data-scene=pipeline]")).toHaveAttribute("aria-pressed", "true");
  await page.locator("[data-scene=zero]").click();
  await page.locator(".watch-variants").getByRole("button", { name: "3", exact: true }).click();
  await expect(page.locator("#watch-caption")).toContainText("gathered, used and freed");
  await expect.poll(() => page.evaluate(() => location.hash)).toContain("zero=3");
});

/** The chunks of a PNG whose check sums are right. */
function chunksOf(png) {
  const chunks = [];
  for (let at = 8; at < png.length;) {
    const size = png.readUInt32BE(at);
    const content = png.subarray(at + 4, at + 8 + size);
    assert.equal(png.readUInt32BE(at + 8 + size), crc32(content));
    chunks.push([content.toString("latin1", 0, 4), content.subarray(4)]);
    at += 12 + size;
  }
  return chunks;
}

/** Opens the buttons that keep files of a scene; returns a function that keeps one of a kind. */
async function keeper(page) {
  const details = page.locator("#watch details.numbers");
  await unfold(details);
  return (kind) => kept(page, () => press(details.locator(`[data-keep=${kind}]`)));
}

test("a scene is kept as a strip of its moments", BOTH, async ({ open }) => {
  const page = await opened(open, FITS, "scene=dp&at=2", { prepare: (page) => page.addInitScript(catchFiles) });
  const before = await number(page).textContent();
  const keep = await keeper(page);
  const { name, bytes } = await keep("strip");
  assert.equal(name, "shardwise-watch-strip.svg");
  const moments = Number(before.split(" / ")[1]);
  const drawn = [...bytes.toString("utf8").matchAll(/>(\d+) \/ (\d+)</g)].map(([, moment, all]) => [Number(moment), Number(all)]);
  assert.deepEqual(drawn, Array.from({ length: moments }, (_, index) => [index + 1, moments]));
  await expect(number(page)).toHaveText(before);
});

test("a scene is kept as an animation", async ({ open }) => {
  const page = await opened(open, FITS, "scene=dp&at=2", { prepare: (page) => page.addInitScript(catchFiles) });
  const before = await number(page).textContent();
  const keep = await keeper(page);
  const { name, bytes } = await keep("film");
  assert.equal(name, "shardwise-watch-film.png");
  const chunks = chunksOf(bytes);
  const frames = chunks.filter(([name]) => name === "fcTL");
  assert.deepEqual([chunks[0][0], chunks.at(-1)[0]], ["IHDR", "IEND"]);
  assert.equal(chunks.find(([name]) => name === "acTL")[1].readUInt32BE(0), frames.length);
  assert.ok(frames.length > Number(before.split(" / ")[1]), `${frames.length} frames`);
  // The numbers of frames and of their data are one row.
  const numbered = chunks.filter(([name]) => name === "fcTL" || name === "fdAT");
  assert.deepEqual(numbered.map(([, data]) => data.readUInt32BE(0)), numbered.map((_, index) => index));
  // The whole file is a picture that a browser reads, and the player is where it was.
  const width = await page.evaluate(async (bytes) => {
    const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
    return picture.width;
  }, [...bytes]);
  assert.equal(width, chunks[0][1].readUInt32BE(0));
  await expect(number(page)).toHaveText(before);
});
