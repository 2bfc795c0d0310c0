// The timeline: its bubble, its blocks and their dependencies, by pointer and by keys, beside another schedule.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { estimate } from "./command.mjs";
import { drawn, grab, numberIn, press, settled, unfold, violations } from "./planner.mjs";

/** p = 4, m = 8. */
const PLAN = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=16";
/** p = m = 8. */
const EIGHT = "#v=1&p=llama3-70b/h100x64&tp=8&pp=8&gbs=8";
/** p = 64, m = 512. */
const LONG = "#v=1&p=class-100b/h100x4096&layers=128&tp=8&pp=64&gbs=4096";
/** Two stages per rank and no long repeats. */
const CUT = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&vp=2&gbs=1024";

const seconds = (text) => numberIn(text) * { ms: 1e-3, s: 1, min: 60, h: 3600 }[text.trim().split(/\s/).at(-1)];
const plain = (text) => text.replaceAll("\u{a0}", " ");
const caption = (page) => page.locator("#timeline-caption");
const readout = (page) => page.locator(".lanes-readout");
const region = (page) => page.locator("#timeline-region");
const canvas = (page) => page.locator("#timeline canvas");

/** Waits until the readout has this text; returns all of it. */
async function says(page, pattern) {
  const said = async () => plain(await readout(page).textContent());
  await expect.poll(said).toMatch(pattern);
  return said();
}

/** Opens a plan and waits until its timeline is drawn. */
async function opened(open, fragment, options) {
  const page = await open(fragment, { tab: "timeline", ...options });
  await settled(page);
  await region(page).waitFor();
  return page;
}

/** The rows of the table of stages, as texts. */
async function stages(page) {
  const details = page.locator("#timeline details:not([id])");
  if (await details.getAttribute("open") === null) await unfold(details);
  await details.locator("table").waitFor();
  return details.locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
}

/** Opens the table of the chosen stage's blocks; returns its rows. */
async function unfoldBlocks(page) {
  await unfold(page.locator("#timeline-blocks"));
  const rows = page.locator("#timeline-blocks tbody tr");
  await rows.first().waitFor();
  return rows;
}

/** The colour of a point of the first canvas: red, green, blue, opacity. */
const pixel = (page, left, top) => canvas(page).evaluate((canvas, [left, top]) =>
  [...canvas.getContext("2d").getImageData(left, top, 1, 1).data], [left, top]);

/** Share of a canvas with visible hatching: where no block, gap or margin is painted. */
const idle = (page, row, rows, chart = 0) => canvas(page).nth(chart).evaluate((canvas, [row, rows]) => {
  const y = Math.floor(((row + 0.3) * canvas.height) / rows);
  const { data } = canvas.getContext("2d").getImageData(0, y, canvas.width, 1);
  let clear = 0;
  for (let index = 3; index < data.length; index += 4) clear += 1 - data[index] / 255;
  return clear / canvas.width;
}, [row, rows]);

test("the bubble is the command's, in words, in the table and in the picture", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await opened(open, EIGHT);
  const { time, memory } = await estimate(EIGHT);
  await expect(caption(page)).toContainText(`bubble is ${(100 * time.bubble_fraction).toFixed(1)} %`);
  // (p − 1)/(m + p − 1) = 7/15 for equal stages.
  await expect(caption(page)).toContainText("7 of 15 micro-batch slots, 46.7 %");
  assert.ok(Math.abs(time.bubble_fraction - 7 / 15) < 0.05);
  const rows = await stages(page);
  assert.equal(rows.length, 8);
  // The stage that works most waits as long as the bubble, and all together as long as bubble and imbalance.
  const idle_s = rows.map((row) => seconds(row[2]));
  assert.ok(Math.abs(Math.min(...idle_s) - time.bubble_s) <= 0.006 * time.step_s, `${idle_s}`);
  const mean = idle_s.reduce((sum, one) => sum + one) / idle_s.length;
  assert.ok(Math.abs(mean - time.bubble_s - time.imbalance_s) <= 0.006 * time.step_s, `${mean}`);
  rows.forEach(([stage, works, waits, , flight, held], rank) => {
    assert.equal(Number(stage), rank);
    assert.equal(Number(flight), 8 - rank);
    const { activations_gib, logits_gib } = memory.stages[rank];
    assert.ok(Math.abs(numberIn(held) - activations_gib - logits_gib) < 0.051, held);
    assert.ok(seconds(works) + seconds(waits) <= time.step_s * 1.01, `${works} + ${waits}`);
  });
  // The hatched part of the picture is the idle time of the first stage.
  await canvas(page).scrollIntoViewIfNeeded();
  const waits = seconds(rows[0][2]) / time.step_s;
  await expect(async () => {
    const share = await idle(page, 0, 8);
    assert.ok(Math.abs(share - waits) < 0.02, `${share} of the row is idle, not ${waits}`);
  }).toPass();
});

test("keys go from block to block and from stage to stage, and a reader hears each", async ({ open }) => {
  const page = await opened(open, PLAN);
  await expect(region(page)).toHaveAttribute("aria-label", /Left and right/);
  await expect(readout(page)).toHaveAttribute("aria-live", "polite");
  await region(page).focus();
  await page.keyboard.press("ArrowRight");
  const first = await says(
    page,
    /^Stage 0, forward of micro-batch 0: starts at 0\.00 ms, .*Waits for nothing\.( At .*)?$/,
  );
  const length = seconds(first.match(/takes ([\d.]+ \w+)/)[1]);
  await page.keyboard.press("ArrowRight");
  await says(page, /micro-batch 1: .*Follows forward of micro-batch 0 at once\.( At .*)?$/);
  // 1F1B: four forwards, then the first backward, which has to come back from the last stage.
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
  await says(page, /^Stage 0, backward of micro-batch 0: .*Waited .* for backward of micro-batch 0 on stage 1\.( At .*)?$/);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  const below = await says(
    page,
    /^Stage 1, forward of micro-batch 0: .*for forward of micro-batch 0 on stage 0\.( At .*)?$/,
  );
  assert.ok(seconds(below.match(/starts at ([\d.]+ \w+)/)[1]) >= length * 0.99, below);
  await page.keyboard.press("End");
  await says(page, /^Stage 1, backward of micro-batch 7:/);
  await page.keyboard.press("ArrowUp");
  const last = await says(page, /^Stage 0, backward of micro-batch 7:/);
  // Parts of a block belong to the block.
  const [, takes, parts] = last.match(/takes ([\d.]+ \w+): (.*?)\. (?:Waited|Follows)/);
  const sum = parts.split(", ").map(seconds).reduce((one, other) => one + other);
  assert.ok(Math.abs(sum / seconds(takes) - 1) < 0.01, `${parts} are not ${takes}`);
  // The buttons act in the same way.
  await press(page.getByRole("button", { name: "Block before" }));
  await says(page, /^Stage 0, backward of micro-batch 6:/);
});

test("the pointer finds the block under it", { tag: "@core" }, async ({ open }) => {
  const page = await opened(open, PLAN);
  await canvas(page).evaluate((canvas) => canvas.scrollIntoView({ block: "center" }));
  await settled(page);
  const { width, height } = await canvas(page).boundingBox();
  const top = height / 8;
  await expect(async () => {
    await canvas(page).hover({ position: { x: 3, y: top } });
    await expect(readout(page)).toContainText("Stage 0, forward of micro-batch 0");
  }).toPass();
  // The first block of the last stage is its forward of micro-batch 0, whatever comes before it.
  await expect(async () => {
    await canvas(page).hover({ position: { x: 3, y: 7 * top } });
    await expect(readout(page)).toContainText("Stage 3, forward of micro-batch 0");
  }).toPass();
  await expect(async () => {
    await canvas(page).click({ position: { x: width - 3, y: top } });
    await expect(readout(page)).toContainText("Stage 0, backward of micro-batch 7");
  }).toPass();
  await expect(page.locator(".lanes-held")).toContainText("stage 0 holds up to 4 micro-batches");
});

test("zoom makes the drawing longer and keeps the block in sight", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await opened(open, PLAN);
  const widths = () => region(page).evaluate((region) => [region.clientWidth, region.scrollWidth, region.scrollLeft]);
  // Rounded, they would be eight times as inexact as the drawing.
  const exact = (element) => element.evaluate((element) => element.getBoundingClientRect().width);
  await region(page).focus();
  await settled(page);
  const names = await exact(page.locator(".lanes-names"));
  const width = await exact(region(page));
  const [whole, before] = await widths();
  assert.equal(before, whole);
  await page.keyboard.press("End");
  for (let times = 0; times < 3; times += 1) await page.keyboard.press("+");
  await expect(async () => {
    const [, after, left] = await widths();
    assert.ok(Math.abs(after - names - 8 * (width - names)) <= 2, `${after} is not eight times ${width}`);
    assert.ok(left > 6 * (width - names), `${left}`);
  }).toPass();
  await page.keyboard.press("Home");
  await expect.poll(async () => (await widths())[2]).toBe(0);
  await press(page.getByRole("button", { name: "Zoom out" }));
  const half = 4 * (width - names);
  await expect(async () => {
    const [, now] = await widths();
    assert.ok(Math.abs(now - names - half) <= 2, `${now} is not four times ${width}`);
  }).toPass();
  await canvas(page).evaluate((canvas) => canvas.scrollIntoView({ block: "center" }));
  // Content above may still grow, and would move the canvas away from the pointer.
  await settled(page);
  await expect(async () => {
    await canvas(page).hover({ position: { x: 200, y: 10 } });
    await expect(page.locator("#timeline-region:hover")).toHaveCount(1);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    await expect.poll(async () => (await widths())[1]).toBeGreaterThan(1.5 * (half + names));
  }).toPass();
  assert.equal(await page.evaluate(() => window.devicePixelRatio), 1);
});

test("another schedule stands below, and both are said in words", async ({ open }) => {
  const page = await opened(open, PLAN);
  const select = page.locator("#timeline select");
  const offered = () => select.locator("option").evaluateAll((options) => options.map((option) => option.value));
  await expect.poll(offered)
    .toEqual(["", "gpipe", "int", "zbh1", "zbh2", "zbv", "vhalf", "vmin", "dualpipe", "dualpipev"]);
  await select.selectOption("zbh2");
  const results = page.locator(".lanes-result");
  await expect(results).toHaveCount(2);
  for (const [index, [link, schedule]] of [[PLAN, "1F1B"], [`${PLAN}&sched=zbh2`, "ZB-H2"]].entries()) {
    const { time, memory } = await estimate(link);
    const held = Math.max(...memory.stages.map((stage) => stage.activations_gib + stage.logits_gib));
    const bubble = `${(100 * time.bubble_fraction).toFixed(1)} %`;
    const expected = `${schedule} has a bubble of ${bubble} and peak activations of ${held.toFixed(1)} GiB`;
    const said = async () => plain(await results.nth(index).textContent());
    await expect.poll(async () => (await said()).slice(0, expected.length)).toBe(expected);
  }
  await expect(canvas(page)).toHaveCount(2);
  // Both in the picture: in the first stage of ZB-H2 only gaps and the time after the step are idle.
  await expect(async () => {
    const [one, other] = [await idle(page, 0, 4), await idle(page, 0, 4, 1)];
    assert.ok(one > 0.15 && one < 0.4 && other < one, `${one}, ${other}`);
  }).toPass();
  await page.locator(".keys", { hasText: "weight gradient" }).locator("span", { hasText: "weight" }).waitFor();
  // Keys move between the two.
  await region(page).focus();
  await page.keyboard.press("ArrowRight");
  for (let stage = 0; stage < 4; stage += 1) await page.keyboard.press("ArrowDown");
  await expect(page.locator(".lanes-second .lanes-names b")).toHaveText(/0$/);
  await says(page, /^Stage 0,/);
  await unfoldBlocks(page);
  const cells = page.locator("#timeline-blocks td, #timeline-blocks th");
  await cells.filter({ hasText: "weight gradient" }).first().waitFor();
  await select.selectOption("");
  await expect(results).toHaveCount(0);
  await expect(canvas(page)).toHaveCount(1);
});

test("a stage's blocks stand in a table, what repeats in one row", async ({ open }) => {
  const page = await opened(open, PLAN);
  const rows = await unfoldBlocks(page);
  await settled(page);
  // p = 4, m = 8: four forwards, alternating backwards and forwards, then the other backwards.
  const words = (await rows.locator("th").allTextContents()).join("; ");
  assert.match(words, /^forward 0–/);
  assert.match(words, /backward \d–7$/);
  const { time } = await estimate(PLAN);
  const last = await rows.last().locator("td").nth(1).textContent();
  assert.ok(seconds(last) <= time.step_s && seconds(last) > 0.8 * time.step_s, last);
});

test("a table that stops says so", async ({ open }) => {
  // Zero-bubble order has no long repeats: more rows than the table shows.
  const page = await opened(open, CUT);
  const rows = await unfoldBlocks(page);
  await expect(rows).toHaveCount(200);
  const cut = page.locator("#timeline-blocks p");
  await expect(cut).toHaveText(/^The first 200 of [\d,]+ rows/);
  const said = await cut.textContent();
  assert.ok(numberIn(said.split(" of ")[1]) > 200, said);
});

test("it is painted light for print, and as before after it", { tag: "@core" }, async ({ open }) => {
  const page = await opened(open, PLAN, { query: "?theme=dark" });
  await page.locator("#timeline").scrollIntoViewIfNeeded();
  const blank = [0, 0, 0, 0];
  await expect.poll(() => pixel(page, 8, 3)).not.toEqual(blank);
  await settled(page);
  const dark = await pixel(page, 8, 3);
  // The browser prints what is painted when the event and the microtasks after it end.
  const light = await canvas(page).evaluate(async (canvas) => {
    dispatchEvent(new Event("beforeprint"));
    await new Promise(requestAnimationFrame);
    return [...canvas.getContext("2d").getImageData(8, 3, 1, 1).data];
  });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.notDeepEqual(light, dark);
  await expect.poll(() => pixel(page, 8, 3)).toEqual(dark);
  await page.close();
  // The colours equal those of the light theme.
  const other = await opened(open, PLAN, { query: "?theme=light" });
  await other.locator("#timeline").scrollIntoViewIfNeeded();
  await expect.poll(() => pixel(other, 8, 3)).toEqual(light);
});

test("it follows the planner while a slider is dragged", async ({ open }) => {
  const page = await opened(open, PLAN);
  await page.locator("#timeline").scrollIntoViewIfNeeded();
  await settled(page);
  const drag = await grab(page, "pp");
  await drag.to(1);
  await expect(page.locator("#pp")).toHaveAttribute("aria-valuetext", /^2\b/);
  await drag.drop();
  await expect(caption(page)).toContainText("take 1 of 5 micro-batch slots, 20.0 %");
  await expect(page.locator(".lanes-names > *")).toHaveCount(2);
});

test("without a pipeline nothing waits", async ({ open }) => {
  const page = await opened(open, "#v=1&p=llama3-8b/h100x8&gbs=64");
  await expect(caption(page)).toContainText("One stage has no pipeline bubble: 8 micro-batches, one after another");
  await expect(page.locator("#timeline select option")).toHaveCount(1);
  await page.locator("#timeline").scrollIntoViewIfNeeded();
  await expect.poll(() => idle(page, 0, 1)).toBeLessThan(0.001);
});

test("64 stages by 512 micro-batches stay usable", async ({ open }) => {
  const page = await opened(open, LONG);
  await page.locator("#timeline").scrollIntoViewIfNeeded();
  const { time } = await estimate(LONG);
  await expect(caption(page)).toContainText(`bubble is ${(100 * time.bubble_fraction).toFixed(1)} %`);
  await region(page).focus();
  await page.evaluate(() => {
    for (const key of ["ArrowRight", "+", "+", "+", "+", "End", "ArrowDown"]) {
      document.getElementById("timeline-region").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }
  });
  await says(page, /^Stage 1, backward of micro-batch 511/);
  const rows = await unfoldBlocks(page);
  await expect.poll(() => rows.count()).toBeLessThan(20);
});

test("more blocks than can be drawn are said", async ({ open }) => {
  const page = await open("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=1048576", { tab: "timeline" });
  await page.locator("#timeline p", { hasText: "more blocks than can be drawn" }).waitFor();
});

test("play moves the cursor, only when asked, and pause says where it stands", { tag: "@core" }, async ({ open }) => {
  const page = await opened(open, PLAN);
  await expect(page.locator(".lanes-now")).toBeHidden();
  // The cursor crosses the part in sight in eight seconds: four times as near, it plays half a minute.
  for (let times = 0; times < 2; times += 1) await press(page.getByRole("button", { name: "Zoom in" }));
  await press(page.getByRole("button", { name: "Play" }));
  const place = () => page.locator(".lanes-now").evaluate((cursor) => Number(cursor.style.getPropertyValue("--at")));
  await expect.poll(place).toBeGreaterThan(0.02);
  const early = await place();
  await expect.poll(place).toBeGreaterThan(early);
  await press(page.getByRole("button", { name: "Pause" }));
  await says(page, /^Stage 0, /);
  const stopped = await place();
  for (let frame = 0; frame < 5; frame += 1) await drawn(page);
  assert.equal(await place(), stopped);
});

test("the picture follows the theme", async ({ open }) => {
  const page = await opened(open, PLAN, { query: "?theme=light" });
  await page.locator("#timeline").scrollIntoViewIfNeeded();
  const first = () => pixel(page, 1, 4);
  await expect.poll(first).not.toEqual([0, 0, 0, 0]);
  const light = await first();
  await page.evaluate(() => { document.documentElement.dataset.theme = "dark"; });
  await expect.poll(first).not.toEqual(light);
  // The colour equals that of the legend's key.
  const key = () => page.locator("#timeline i.forward").evaluate((key) =>
    getComputedStyle(key).backgroundColor.match(/\d+/g).map(Number));
  await expect(async () => assert.deepEqual(await first(), [...await key(), 255])).toPass();
});

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing, ${theme}`, async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
    const page = await opened(open, PLAN, { query: `?theme=${theme}` });
    await page.locator("#timeline select").selectOption("dualpipe");
    await page.locator(".lanes-result").nth(1).waitFor();
    await stages(page);
    await unfoldBlocks(page);
    await region(page).focus();
    await page.keyboard.press("ArrowRight");
    await settled(page);
    assert.deepEqual(await violations(page), []);
  });
}
