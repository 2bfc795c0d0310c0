// The waterfall: from the peak to the MFU in points that add up, each cause with links to its controls.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { estimate } from "./command.mjs";
import { FITS, grab, numberIn, press, settled, unfold, violations } from "./planner.mjs";

test.use({ tab: "waterfall" });

const CAUSES = 18;
/** The part of a step of each cause: everything before recompute is compute. */
const PARTS = {
  recompute: 8, forward_only: 9, tp: 10, cp: 11, ep: 12, pp: 13, dp: 14, bubble: 15, imbalance: 16, optimizer: 17,
};

/** The points at the ends of all bars, in tenths, from the peak down to the MFU. */
async function tenths(page) {
  await page.locator("#waterfall .fall").waitFor();
  const texts = await page.locator("#waterfall .fall").evaluate((list, causes) => {
    // A cause in the line of those that take nothing has no number.
    const text = (element) => element?.querySelector("b")?.textContent ?? "0.0";
    const ends = [...list.querySelectorAll(".end")];
    const all = Array.from({ length: causes }, (_, cause) => list.querySelector(`[data-cause='${cause}']`));
    return [ends[0], ...all, ...ends.slice(1)].map(text);
  }, CAUSES);
  return texts.map((text) => Math.round(10 * numberIn(text)));
}

/** Asserts that peak and losses add up to the rest, to the last digit. */
function addsUp(tenths) {
  assert.equal(tenths.slice(0, -1).reduce((sum, one) => sum + one), tenths.at(-1), `${tenths}`);
}

/** The bars: left and right end, as shares of the track. */
const bars = (page) => page.locator("#waterfall .fall .track > i:not(.range)").evaluateAll((bars) =>
  bars.map(({ style }) => {
    const [left, width] = [style.translate, style.width].map(Number.parseFloat);
    return [left, left + width];
  }));

/**
 * Records the marked controls in each state from now on, because the marks stand only for a while; returns a function
 * that reads these lists.
 */
async function recordMarks(page) {
  await page.evaluate(() => {
    window.marks = [];
    new MutationObserver(() => {
      const rows = [...document.querySelectorAll("[data-called]")];
      const marked = rows.map((row) => row.dataset.control).sort();
      if (`${marked}` !== `${window.marks.at(-1) ?? ""}`) window.marks.push(marked);
    }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-called"] });
  });
  return () => page.evaluate(() => window.marks);
}

for (const link of [
  FITS,
  "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=16&gbs=1536&ckpt=full",
  "#v=1&p=mixtral-8x7b/h100x128&tp=2&pp=4&ep=8&gbs=512",
]) {
  test(`the points add up to the command's figures: ${link}`, async ({ open }) => {
    const page = await open(link);
    await settled(page);
    const points = await tenths(page);
    assert.equal(points.length, CAUSES + 2);
    addsUp(points);
    const { mfu, time } = await estimate(link);
    const share = (key) => (1_000 * time[`${key}_s`]) / time.step_s;
    assert.equal(points[0], 1_000);
    assert.equal(points.at(-1), Math.round(1_000 * mfu));
    for (const [key, index] of Object.entries(PARTS)) {
      assert.ok(Math.abs(-points[1 + index] - share(key)) <= 1.51, `${key}: ${points[1 + index]}, ${share(key)}`);
    }
    const kernels = -points.slice(1, 9).reduce((sum, one) => sum + one);
    assert.ok(Math.abs(kernels - (share("compute") - 1_000 * mfu)) <= 8, `${kernels}`);
    // Each bar begins where the one above ends, and has the stated length.
    const drawn = await bars(page);
    const losses = points.slice(1, 1 + CAUSES).filter((loss) => loss !== 0);
    drawn.slice(1, -1).forEach(([left, right], index) => {
      const above = index === 0 ? drawn[0][1] : drawn[index][0];
      // Losses of less than a twentieth of a point have no bar.
      assert.ok(Math.abs(right - above) < 0.15, `${index}: ${right}, ${above}`);
      assert.ok(Math.abs(right - left + losses[index] / 10) < 0.18, `${index}: ${left} to ${right}`);
    });
    await expect(page.locator("#waterfall-caption")).toContainText(`${(100 * mfu).toFixed(1)} remain as MFU`);
  });
}

test("it follows how the page counts, up to the 16-bit peak of an 8-bit plan", async ({ open }) => {
  const link = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&dtype=fp8&ckpt=full";
  for (const [query, name, options] of [
    ["?mfu=hfu", "HFU", ["--mfu", "hfu"]],
    ["?mfu=causal", "MFU", ["--mfu", "causal"]],
    ["?peak=16bit", "MFU", ["--peak", "16bit"]],
  ]) {
    const page = await open(link, { query });
    await settled(page);
    const points = await tenths(page);
    addsUp(points);
    const { mfu } = await estimate(link, ...options);
    assert.equal(points.at(-1), Math.round(1_000 * mfu), query);
    assert.equal(points[0], query.includes("peak") ? 2_000 : 1_000);
    await expect(page.locator("#waterfall .end span").nth(-2)).toHaveText(name);
  }
});

test("it follows the finger", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const before = await tenths(page);
  await page.locator("#waterfall").scrollIntoViewIfNeeded();
  await settled(page);
  const drag = await grab(page, "tp");
  await drag.to(0);
  await page.locator("#waterfall .nothing [data-cause='10']").waitFor();
  const during = await tenths(page);
  addsUp(during);
  assert.ok(before[11] < 0 && during[11] === 0, `${before[11]} to ${during[11]}`);
  await drag.drop();
});

test("a cause opens to what lowers it, marks its controls and leads to them, by keys alone", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const marks = await recordMarks(page);
  const bubble = page.locator("#waterfall [data-cause='15']");
  await press(bubble);
  await expect(bubble).toHaveAttribute("aria-expanded", "true");
  // The marks are removed, and the controls stay unchanged.
  const levers = ["gbs", "mbs", "pp", "sched", "vp"];
  await expect.poll(marks).toEqual([levers, []]);
  await page.keyboard.press("Tab");
  await expect(page.locator("#waterfall [data-lever]:focus")).toHaveAttribute("data-lever", "gbs");
  await page.keyboard.press("Enter");
  await expect(page.locator("#gbs")).toBeFocused();
  await expect.poll(async () => (await marks()).slice(0, 3)).toEqual([levers, [], ["gbs"]]);
  const place = await page.locator("#gbs").boundingBox();
  const header = await page.locator("header").boundingBox();
  assert.ok(place.y > header.height, "the control is in sight below the head");
  await press(bubble);
  await expect(bubble).toHaveAttribute("aria-expanded", "false");
  await expect(page.locator("#waterfall [data-lever]")).toHaveCount(0);
});

test("a folded control is unfolded, a choice gives the focus to what is chosen, and what a plan has not is not offered", async ({ open }) => {
  const page = await open(`${FITS}&ckpt=full`);
  const levers = (cause) => page.locator(`#waterfall li:has([data-cause='${cause}']) [data-lever]`);
  await settled(page);
  await press(page.locator("#waterfall [data-cause='3']"));
  await press(levers(3).first());
  await expect(page.locator("#kern")).toBeFocused();
  await press(page.locator("#waterfall [data-cause='8']"));
  const keys = () => levers(8).evaluateAll((levers) => levers.map((lever) => lever.dataset.lever));
  await expect.poll(keys).toEqual(["ckpt", "ckptn"]);
  await press(levers(8).first());
  const chosen = page.locator("#ckpt input:checked");
  await expect(chosen).toBeFocused();
  await expect(chosen).toHaveAttribute("value", "2");
});

test("the table says the same", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const points = await tenths(page);
  await unfold(page.locator("#waterfall details.numbers"));
  const rows = page.locator("#waterfall tbody tr");
  await rows.first().waitFor();
  await settled(page);
  const cells = await rows.locator("td:nth-child(2)").allTextContents();
  assert.deepEqual(cells.map((cell) => Math.round(10 * numberIn(cell))), points);
  // Causes that take nothing stand in one line of the drawing.
  const all = await rows.locator("th").allTextContents();
  const names = all.filter((_, place) => points[place] !== 0);
  const shown = page.locator("#waterfall .fall li > :first-child > span:first-child");
  assert.deepEqual(names, await shown.allTextContents());
  const sure = await rows.locator("td:nth-child(4)").allTextContents();
  assert.deepEqual([...new Set(sure)].sort(), ["", "assumed", "calibrated"]);
});

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing, ${theme}`, async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
    const page = await open(FITS, { query: `?theme=${theme}` });
    await settled(page);
    await press(page.locator("#waterfall [data-cause='10']"));
    await unfold(page.locator("#waterfall details.numbers"));
    await page.locator("#waterfall table").waitFor();
    await settled(page);
    assert.deepEqual(await violations(page), []);
  });
}
