// The timeline: its bubble, its blocks and their dependencies, by pointer and by keys, beside another schedule.
import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate } from "./command.mjs";
import { drawn, grab, inEachBrowser, numberIn, settled, violations } from "./planner.mjs";

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
const caption = async (page) => plain(await page.locator("#timeline-caption").textContent());
const readout = (page) => page.locator(".lanes-readout");
const said = async (page) => plain(await readout(page).textContent());
const region = (page) => page.locator("#timeline-region");

/** The rows of the table of stages, as texts. */
async function stages(page) {
  const details = page.locator("#timeline details:not([id])");
  if (await details.getAttribute("open") === null) await details.locator("summary").click();
  await details.locator("table").waitFor();
  return details.locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
}

/** Share of a canvas with visible hatching: where no block, gap or margin is painted. */
const idle = (page, row, rows, chart = 0) => page.locator("#timeline canvas").nth(chart).evaluate((canvas, [row, rows]) => {
  const y = Math.floor(((row + 0.3) * canvas.height) / rows);
  const { data } = canvas.getContext("2d").getImageData(0, y, canvas.width, 1);
  let clear = 0;
  for (let index = 3; index < data.length; index += 4) clear += 1 - data[index] / 255;
  return clear / canvas.width;
}, [row, rows]);

inEachBrowser(({ name, open }) => {
  test("the bubble is the command's, in words, in the table and in the picture", async (t) => {
    const page = await open(t, EIGHT);
    await page.locator("#timeline canvas").waitFor();
    const { time, memory } = await estimate(EIGHT);
    const sentence = await caption(page);
    assert.ok(sentence.includes(`bubble takes ${(100 * time.bubble_fraction).toFixed(1)} %`), sentence);
    // (p − 1)/(m + p − 1) = 7/15 for equal stages.
    assert.ok(sentence.includes("7 of 15 turns, 46.7 %"), sentence);
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
    await page.locator("#timeline canvas").first().scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector("#timeline canvas").width !== 300);
    const share = await idle(page, 0, 8);
    const waits = seconds(rows[0][2]) / time.step_s;
    assert.ok(Math.abs(share - waits) < 0.02, `${share} of the row is idle, not ${waits}`);
  });

  test("keys go from block to block and from stage to stage, and a reader hears each", async (t) => {
    const page = await open(t, PLAN);
    await region(page).waitFor();
    assert.match(await region(page).getAttribute("aria-label"), /Left and right/);
    assert.equal(await readout(page).getAttribute("aria-live"), "polite");
    await region(page).focus();
    await page.keyboard.press("ArrowRight");
    assert.match(await said(page), /^Stage 0, forward of micro-batch 0: starts at 0\.00 ms, .*Waits for nothing\.$/);
    const length = seconds((await said(page)).match(/takes ([\d.]+ \w+)/)[1]);
    await page.keyboard.press("ArrowRight");
    assert.match(await said(page), /micro-batch 1: .*Follows forward of micro-batch 0 at once\.$/);
    // 1F1B: four forwards, then the first backward, which has to come back from the last stage.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
    assert.match(await said(page), /^Stage 0, backward of micro-batch 0: .*Waited .* for backward of micro-batch 0 on stage 1\.$/);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    const below = await said(page);
    assert.match(below, /^Stage 1, forward of micro-batch 0: .*for forward of micro-batch 0 on stage 0\.$/);
    assert.ok(seconds(below.match(/starts at ([\d.]+ \w+)/)[1]) >= length * 0.99, below);
    await page.keyboard.press("End");
    assert.match(await said(page), /^Stage 1, backward of micro-batch 7:/);
    await page.keyboard.press("ArrowUp");
    assert.match(await said(page), /^Stage 0, backward of micro-batch 7:/);
    // Parts of a block belong to the block.
    const [, takes, parts] = (await said(page)).match(/takes ([\d.]+ \w+): (.*?)\. (?:Waited|Follows)/);
    const sum = parts.split(", ").map(seconds).reduce((one, other) => one + other);
    assert.ok(Math.abs(sum / seconds(takes) - 1) < 0.01, `${parts} are not ${takes}`);
    // The buttons act in the same way.
    await page.getByRole("button", { name: "Block before" }).click();
    assert.match(await said(page), /^Stage 0, backward of micro-batch 6:/);
  });

  test("the pointer finds the block under it", async (t) => {
    const page = await open(t, PLAN);
    const canvas = page.locator("#timeline canvas");
    await canvas.waitFor();
    await canvas.evaluate((canvas) => canvas.scrollIntoView({ block: "center" }));
    const { width, height } = await canvas.boundingBox();
    await canvas.hover({ position: { x: 3, y: height / 8 } });
    await readout(page).filter({ hasText: "Stage 0, forward of micro-batch 0" }).waitFor();
    // The first block of the last stage is its forward of micro-batch 0, whatever comes before it.
    await canvas.hover({ position: { x: 3, y: (height * 7) / 8 } });
    await readout(page).filter({ hasText: "Stage 3, forward of micro-batch 0" }).waitFor();
    await canvas.click({ position: { x: width - 3, y: height / 8 } });
    await readout(page).filter({ hasText: "Stage 0, backward of micro-batch 7" }).waitFor();
    await page.locator(".lanes-held", { hasText: "stage 0 holds up to 4 micro-batches" }).waitFor();
  });

  test("zoom makes the drawing longer and keeps the block in sight", async (t) => {
    const page = await open(t, PLAN);
    await region(page).waitFor();
    const widths = () => region(page).evaluate((region) => [region.clientWidth, region.scrollWidth, region.scrollLeft]);
    const [width, before] = await widths();
    assert.equal(before, width);
    await region(page).focus();
    await page.keyboard.press("End");
    for (let times = 0; times < 3; times += 1) await page.keyboard.press("+");
    const names = await page.locator(".lanes-names").evaluate((names) => names.clientWidth);
    const [, after, left] = await widths();
    assert.ok(Math.abs(after - names - 8 * (width - names)) <= 2, `${after} is not eight times ${width}`);
    assert.ok(left > 6 * (width - names), `${left}`);
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.getElementById("timeline-region").scrollLeft === 0);
    await page.getByRole("button", { name: "Zoom out" }).click();
    const [, half] = await widths();
    assert.ok(Math.abs(half - names - 4 * (width - names)) <= 2);
    const canvas = page.locator("#timeline canvas");
    await canvas.evaluate((canvas) => canvas.scrollIntoView({ block: "center" }));
    // Content above may still grow, and would move the canvas away from the pointer.
    await settled(page);
    await canvas.hover({ position: { x: 200, y: 10 } });
    await page.waitForFunction(() => document.querySelector("#timeline-region:hover"));
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    await page.waitForFunction((half) => document.getElementById("timeline-region").scrollWidth > 1.5 * half, half);
    assert.equal(await page.evaluate(() => window.devicePixelRatio), 1);
  });

  test("another schedule stands below, and both are said in words", async (t) => {
    const page = await open(t, PLAN);
    const select = page.locator("#timeline select");
    await select.waitFor();
    const offered = await select.locator("option").evaluateAll((options) => options.map((option) => option.value));
    assert.deepEqual(offered, ["", "gpipe", "int", "zbh1", "zbh2", "zbv", "vhalf", "vmin", "dualpipe", "dualpipev"]);
    await select.selectOption("zbh2");
    const results = page.locator(".lanes-result");
    await results.nth(1).waitFor();
    const said = (await results.allTextContents()).map(plain);
    for (const [index, [link, schedule]] of [[PLAN, "1F1B"], [`${PLAN}&sched=zbh2`, "ZB-H2"]].entries()) {
      const { time, memory } = await estimate(link);
      const held = Math.max(...memory.stages.map((stage) => stage.activations_gib + stage.logits_gib));
      const expected = `${schedule} has a bubble of ${(100 * time.bubble_fraction).toFixed(1)} % and holds up to ${held.toFixed(1)} GiB`;
      assert.ok(said[index].startsWith(expected), `${said[index]} is not ${expected}`);
    }
    assert.equal(await page.locator("#timeline canvas").count(), 2);
    // Both in the picture: in the first stage of ZB-H2 only gaps and the time after the step are idle.
    const [one, other] = [await idle(page, 0, 4), await idle(page, 0, 4, 1)];
    assert.ok(one > 0.15 && one < 0.4 && other < one, `${one}, ${other}`);
    await page.locator(".keys", { hasText: "weight gradient" }).locator("span", { hasText: "weight" }).waitFor();
    // Keys move between the two.
    await region(page).focus();
    await page.keyboard.press("ArrowRight");
    for (let stage = 0; stage < 4; stage += 1) await page.keyboard.press("ArrowDown");
    assert.match(await readout(page).textContent(), /^Stage 0,/);
    await page.locator("#timeline-blocks summary").click();
    await page.locator("#timeline-blocks td, #timeline-blocks th").filter({ hasText: "weight gradient" }).first().waitFor();
    await select.selectOption("");
    await results.first().waitFor({ state: "detached" });
    assert.equal(await page.locator("#timeline canvas").count(), 1);
  });

  test("a stage's blocks stand in a table, what repeats in one row", async (t) => {
    const page = await open(t, PLAN);
    await settled(page);
    await page.locator("#timeline-blocks summary").click();
    const cells = page.locator("#timeline-blocks tbody tr");
    await cells.first().waitFor();
    // p = 4, m = 8: four forwards, alternating backwards and forwards, then the other backwards.
    const words = (await cells.locator("th").allTextContents()).join("; ");
    assert.match(words, /^forward 0–/);
    assert.match(words, /backward \d–7$/);
    const { time } = await estimate(PLAN);
    const last = await cells.last().locator("td").nth(1).textContent();
    assert.ok(seconds(last) <= time.step_s && seconds(last) > 0.8 * time.step_s, last);
  });

  test("a table that stops says so", async (t) => {
    // Zero-bubble order has no long repeats: more rows than the table shows.
    const page = await open(t, CUT);
    await settled(page);
    await page.locator("#timeline-blocks summary").click();
    const rows = page.locator("#timeline-blocks tbody tr");
    await rows.first().waitFor();
    assert.equal(await rows.count(), 200);
    const said = await page.locator("#timeline-blocks p").textContent();
    assert.ok(/^The first 200 of [\d,]+ rows/.test(said) && numberIn(said.split(" of ")[1]) > 200, said);
  });

  test("it is painted light for print, and as before after it", async (t) => {
    const page = await open(t, PLAN, { query: "?theme=dark" });
    await region(page).waitFor();
    await page.locator("#timeline").scrollIntoViewIfNeeded();
    const pixel = () => page.locator("#timeline canvas").evaluate((canvas) =>
      [...canvas.getContext("2d").getImageData(8, 3, 1, 1).data]);
    const dark = await pixel();
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const light = await pixel();
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    assert.notDeepEqual(light, dark);
    assert.deepEqual(await pixel(), dark);
    // The colours equal those of the light theme.
    const other = await open(t, PLAN, { query: "?theme=light" });
    await region(other).waitFor();
    await other.locator("#timeline").scrollIntoViewIfNeeded();
    const expected = await other.locator("#timeline canvas").evaluate((canvas) =>
      [...canvas.getContext("2d").getImageData(8, 3, 1, 1).data]);
    assert.deepEqual(light, expected);
  });

  test("it follows the planner while a slider is dragged", async (t) => {
    const page = await open(t, PLAN);
    await region(page).waitFor();
    await page.locator("#timeline").scrollIntoViewIfNeeded();
    const before = await caption(page);
    const drag = await grab(page, "pp");
    await drag.to(1);
    await page.locator("#pp[aria-valuetext='2']").waitFor();
    await drag.drop();
    await page.waitForFunction((before) => document.getElementById("timeline-caption").textContent.replaceAll("\u{a0}", " ") !== before, before);
    await page.waitForFunction(() => document.querySelectorAll(".lanes-names > *").length === 2);
    assert.match(await caption(page), /take 1 of 5 turns, 20\.0 %/);
  });

  test("without a pipeline nothing waits", async (t) => {
    const page = await open(t, "#v=1&p=llama3-8b/h100x8&gbs=64");
    await region(page).waitFor();
    assert.match(await caption(page), /One stage waits for no other: 8 micro-batches, one after another/);
    assert.equal(await page.locator("#timeline select option").count(), 1);
    assert.equal(await idle(page, 0, 1) < 0.001, true);
  });

  test("64 stages by 512 micro-batches stay usable", async (t) => {
    const page = await open(t, LONG);
    await page.locator("#timeline canvas").waitFor();
    await page.locator("#timeline").scrollIntoViewIfNeeded();
    const { time } = await estimate(LONG);
    assert.ok((await caption(page)).includes(`bubble takes ${(100 * time.bubble_fraction).toFixed(1)} %`));
    await region(page).focus();
    await page.evaluate(() => {
      for (const key of ["ArrowRight", "+", "+", "+", "+", "End", "ArrowDown"]) {
        document.getElementById("timeline-region").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      }
    });
    assert.match(await said(page), /^Stage 1, backward of micro-batch 511/);
    await page.locator("#timeline-blocks summary").click();
    const rows = await page.locator("#timeline-blocks tbody tr").count();
    assert.ok(rows < 20, `${rows} rows`);
  });

  test("more blocks than can be drawn are said", async (t) => {
    const page = await open(t, "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=1048576");
    await page.locator("#timeline p", { hasText: "more blocks than can be drawn" }).waitFor();
  });

  test("play moves the cursor, only when asked, and pause says where it stands", async (t) => {
    const page = await open(t, PLAN);
    await region(page).waitFor();
    const cursor = page.locator(".lanes-now");
    assert.equal(await cursor.isHidden(), true);
    await page.getByRole("button", { name: "Play" }).click();
    const place = () => page.locator(".lanes").evaluate((lanes) => Number(lanes.style.getPropertyValue("--now")));
    await page.waitForFunction(() => Number(document.querySelector(".lanes").style.getPropertyValue("--now")) > 0.02);
    const early = await place();
    await page.waitForFunction((early) => Number(document.querySelector(".lanes").style.getPropertyValue("--now")) > early, early);
    await page.getByRole("button", { name: "Pause" }).click();
    assert.match(await said(page), /^Stage 0, /);
    const stopped = await place();
    for (let frame = 0; frame < 5; frame += 1) await drawn(page);
    assert.equal(await place(), stopped);
  });

  test("the picture follows the theme", async (t) => {
    const page = await open(t, PLAN, { query: "?theme=light" });
    const canvas = page.locator("#timeline canvas");
    await canvas.waitFor();
    await page.locator("#timeline").scrollIntoViewIfNeeded();
    const first = () => canvas.evaluate((canvas) => [...canvas.getContext("2d").getImageData(1, 4, 1, 1).data].join());
    const light = await first();
    assert.notEqual(light, "0,0,0,0");
    await page.evaluate(() => { document.documentElement.dataset.theme = "dark"; });
    await page.waitForFunction((light) => {
      const context = document.querySelector("#timeline canvas").getContext("2d");
      return [...context.getImageData(1, 4, 1, 1).data].join() !== light;
    }, light);
    // The colour equals that of the legend's key.
    const key = await page.locator("#timeline i.forward").evaluate((key) => getComputedStyle(key).backgroundColor.match(/\d+/g).join());
    assert.equal(await first(), `${key},255`);
  });

  for (const theme of ["light", "dark"]) {
    test(`axe finds nothing, ${theme}`, async (t) => {
      const page = await open(t, PLAN, { query: `?theme=${theme}` });
      await settled(page);
      await page.locator("#timeline select").selectOption("dualpipe");
      await page.locator(".lanes-result").nth(1).waitFor();
      await stages(page);
      await page.locator("#timeline-blocks summary").click();
      await region(page).focus();
      await page.keyboard.press("ArrowRight");
      assert.deepEqual(await violations(page), []);
    });
  }
});

inEachBrowser(({ open }) => {
  test("nothing plays for a reader who wants less motion", async (t) => {
    const page = await open(t, PLAN);
    await region(page).waitFor();
    assert.equal(await page.getByRole("button", { name: "Play" }).isVisible(), false);
    await region(page).focus();
    await page.keyboard.press("Space");
    await drawn(page);
    assert.equal(await page.locator(".lanes-now").isHidden(), true);
    await page.keyboard.press("ArrowRight");
    assert.match(await said(page), /^Stage 0, forward of micro-batch 0/);
  });
}, { preferences: { reducedMotion: "reduce" } });
