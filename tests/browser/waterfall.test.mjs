// The waterfall: from the peak to the MFU in points that add up, each cause with links to its controls.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { FITS, grab, inEachBrowser, numberIn, settled, violations } from "./planner.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CAUSES = 16;
/** The part of a step of each cause: everything before recompute is compute. */
const PARTS = { recompute: 7, tp: 8, cp: 9, ep: 10, pp: 11, dp: 12, bubble: 13, imbalance: 14, optimizer: 15 };

/** The native command's result for a link. */
async function estimate(link, ...options) {
  const command = ["run", "--quiet", "--bin", "shardwise", "--", "estimate", "--json", ...options, link];
  const { stdout } = await promisify(execFile)("cargo", command, { cwd: ROOT });
  return JSON.parse(stdout);
}

/** The points at the ends of all bars, in tenths, from the peak down to the MFU. */
async function tenths(page) {
  await page.locator("#waterfall .fall").waitFor();
  const texts = await page.locator("#waterfall .fall b").allTextContents();
  return texts.map((text) => Math.round(10 * numberIn(text)));
}

/** Asserts that peak and losses add up to the rest, to the last digit. */
function addsUp(tenths) {
  assert.equal(tenths.slice(0, -1).reduce((sum, one) => sum + one), tenths.at(-1), `${tenths}`);
}

/** The bars: left and right end, as shares of the track. */
const bars = (page) => page.locator("#waterfall .fall .track > i:not(.range)").evaluateAll((bars) =>
  bars.map((bar) => [Number.parseFloat(bar.style.left), Number.parseFloat(bar.style.left) + Number.parseFloat(bar.style.width)]));

inEachBrowser(({ open }) => {
  for (const link of [
    FITS,
    "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=16&gbs=1536&ckpt=full",
    "#v=1&p=mixtral-8x7b/h100x128&tp=2&pp=4&ep=8&gbs=512",
  ]) {
    test(`the points add up to the command's figures: ${link}`, async (t) => {
      const page = await open(t, link);
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
      const kernels = -points.slice(1, 8).reduce((sum, one) => sum + one);
      assert.ok(Math.abs(kernels - (share("compute") - 1_000 * mfu)) <= 8, `${kernels}`);
      // Each bar begins where the one above ends, and has the stated length.
      const drawn = await bars(page);
      drawn.slice(1, -1).forEach(([left, right], index) => {
        const above = index === 0 ? drawn[0][1] : drawn[index][0];
        assert.ok(Math.abs(right - above) < 0.03, `${index}: ${right}, ${above}`);
        assert.ok(Math.abs(right - left + points[index + 1] / 10) < 0.18, `${index}: ${left} to ${right}`);
      });
      const sentence = (await page.locator("#waterfall-caption").textContent()).replaceAll("\u{a0}", " ");
      assert.ok(sentence.includes(`${(100 * mfu).toFixed(1)} are left as MFU`), sentence);
    });
  }

  test("it follows how the page counts, up to the 16-bit peak of an 8-bit plan", async (t) => {
    const link = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&dtype=fp8&ckpt=full";
    for (const [query, name, options] of [
      ["?mfu=hfu", "HFU", ["--mfu", "hfu"]],
      ["?mfu=causal", "MFU", ["--mfu", "causal"]],
      ["?peak=16bit", "MFU", ["--peak", "16bit"]],
    ]) {
      const page = await open(t, link, { query });
      const points = await tenths(page);
      addsUp(points);
      const { mfu } = await estimate(link, ...options);
      assert.equal(points.at(-1), Math.round(1_000 * mfu), query);
      assert.equal(points[0], query.includes("peak") ? 2_000 : 1_000);
      assert.equal(await page.locator("#waterfall .end span").nth(-2).textContent(), name);
    }
  });

  test("it follows the finger", async (t) => {
    const page = await open(t, FITS);
    const before = await tenths(page);
    await page.locator("#waterfall").scrollIntoViewIfNeeded();
    const drag = await grab(page, "tp");
    await drag.to(0);
    await page.waitForFunction(() => document.querySelector("#waterfall [data-cause='8'] b").textContent === "0.0");
    const during = await tenths(page);
    addsUp(during);
    assert.ok(before[9] < 0 && during[9] === 0, `${before[9]} to ${during[9]}`);
    await drag.drop();
  });

  test("a cause opens to what lowers it, marks its controls and leads to them, by keys alone", async (t) => {
    const page = await open(t, FITS);
    await page.locator("#waterfall .fall").waitFor();
    const bubble = page.locator("#waterfall [data-cause='13']");
    await bubble.focus();
    await page.keyboard.press("Enter");
    await page.locator("#waterfall [data-cause='13'][aria-expanded=true]").waitFor();
    const called = () => page.locator("[data-called]").evaluateAll((rows) =>
      rows.map((row) => row.dataset.control).sort());
    assert.deepEqual(await called(), ["gbs", "mbs", "pp", "sched", "vp"]);
    // The marks are removed, and the controls stay unchanged.
    await page.locator("[data-called]").first().waitFor({ state: "detached" });
    assert.deepEqual(await called(), []);
    await page.keyboard.press("Tab");
    const lever = page.locator("#waterfall [data-lever]:focus");
    assert.equal(await lever.getAttribute("data-lever"), "gbs");
    await page.keyboard.press("Enter");
    await page.locator("#gbs:focus").waitFor();
    assert.deepEqual(await called(), ["gbs"]);
    const place = await page.locator("#gbs").boundingBox();
    const header = await page.locator("header").boundingBox();
    assert.ok(place.y > header.height, "the control is in sight below the head");
    await bubble.press("Enter");
    await page.locator("#waterfall [data-cause='13'][aria-expanded=false]").waitFor();
    assert.equal(await page.locator("#waterfall [data-lever]").count(), 0);
  });

  test("a folded control is unfolded, a choice gives the focus to what is chosen, and what a plan has not is not offered", async (t) => {
    const page = await open(t, `${FITS}&ckpt=full`);
    const levers = (cause) => page.locator(`#waterfall li:has([data-cause='${cause}']) [data-lever]`);
    await settled(page);
    await page.locator("#waterfall [data-cause='3']").click();
    await levers(3).first().click();
    await page.locator("#kern:focus").waitFor();
    await page.locator("#waterfall [data-cause='7']").click();
    const keys = await levers(7).evaluateAll((levers) => levers.map((lever) => lever.dataset.lever));
    assert.deepEqual(keys, ["ckpt", "ckptn"]);
    await levers(7).first().click();
    await page.locator("#ckpt input:checked:focus").waitFor();
    assert.equal(await page.locator("#ckpt input:checked").getAttribute("value"), "2");
  });

  test("the table says the same", async (t) => {
    const page = await open(t, FITS);
    const points = await tenths(page);
    await settled(page);
    await page.locator("#waterfall details.numbers summary").click();
    const rows = page.locator("#waterfall tbody tr");
    await rows.first().waitFor();
    const cells = await rows.locator("td:nth-child(2)").allTextContents();
    assert.deepEqual(cells.map((cell) => Math.round(10 * numberIn(cell))), points);
    const names = await rows.locator("th").allTextContents();
    assert.deepEqual(names, await page.locator("#waterfall .fall li > :first-child > span:first-child").allTextContents());
    const sure = await rows.locator("td:nth-child(4)").allTextContents();
    assert.deepEqual([...new Set(sure)].sort(), ["", "assumed", "calibrated"]);
  });

  for (const theme of ["light", "dark"]) {
    test(`axe finds nothing, ${theme}`, async (t) => {
      const page = await open(t, FITS, { query: `?theme=${theme}` });
      await settled(page);
      await page.locator("#waterfall [data-cause='8']").click();
      await page.locator("#waterfall details.numbers summary").click();
      await page.locator("#waterfall table").waitFor();
      assert.deepEqual(await violations(page), []);
    });
  }
});
