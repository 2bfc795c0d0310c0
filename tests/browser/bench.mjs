// Benchmarks of the page in Chromium, slowed down to a cheap laptop: latency of a slider, time to the first verdict,
// and duration of the search for the best layout.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import os from "node:os";
import { launch, paths } from "./browsers.mjs";
import { countCpu, cpuOfEvents } from "./cpu.mjs";
import { serveHost } from "./host.mjs";
import { FITS, LARGEST, calm, settled } from "./planner.mjs";
import { measurePlayer } from "./player.mjs";
import { serve } from "./serve.mjs";
import { measureTasks } from "./tasks.mjs";

/** Factor by which the processor is slowed down. */
const SLOWDOWN = 4;
/** A large pipeline: p = 16, m = 64. */
const PLAN = "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=16&gbs=512";
/** Sliders that are measured: for each the positions, and true if p and m stay. */
const SLIDERS = [["seq", true], ["price", true], ["mbs", false], ["tp", false], ["pp", false]];
/** Events of a slider, with the timeline and all tables open, and with each tab open. */
const EVENTS = 200;
const TAB_EVENTS = 40;
/** Events whose processor time is counted, and the tabs that are open. */
const CPU_EVENTS = 60;
const CPU_TABS = ["cut", "timeline", "bill"];
/** Milliseconds from a slider's event to the changed page: in 95 of 100 cases, and in all. */
const ANSWER_BUDGET = 8;
const WORST_BUDGET = 25;
/** Sum of the layout shifts of a drag of `TAB_EVENTS` events. */
const SHIFT_BUDGET = 0.02;
/** Slow 4G: 1.6 Mbit/s and 150 ms to the server. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const LOADS = 5;
/** Milliseconds from the call to the first verdict, on slow 4G. */
const VERDICT_BUDGET = 1_600;

/** Plans whose best layout is searched, with the time limit in milliseconds, if any. */
const SEARCHES = [
  ["#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=16&gbs=1536", 1_500],
  ["#v=1&p=llama3-405b/h100x16384&tp=8&pp=16&ends=1&gbs=2048", 3_000],
  ["#v=1&p=deepseek-v3-671b/h800x2048&tp=8&ep=64&gbs=15360", undefined],
];
/** A small plan, for which the workers start. */
const WARMING = "#v=1&p=llama3-8b/h100x8&gbs=16";
/** Milliseconds until the first layouts are found. */
const FIRST_BUDGET = 100;
/** Milliseconds that a plan rests before the search for its best layout starts. */
const PAUSE = 120;

/** Number of planners on one page. */
const EMBEDS = 12;
/** Milliseconds from an embedded planner's start to its verdict, and megabytes, for each but the first. */
const EMBED_BUDGET = [150, 25];

const milliseconds = (time) => `${time.toFixed(time < 100 ? 1 : 0)} ms`;

/** Whether everything measured so far is within its budget. */
let isWithin = true;

/** Says whether a value is within its budget, and remembers if it is not. */
function judgement(value, budget, unit = "ms") {
  // A value that was not measured is not within.
  if (!(value <= budget)) isWithin = false;
  return `${value <= budget ? "within" : "OVER"} ${budget} ${unit}`;
}

/** The quantile of values for this share. */
function quantile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

/** A new page in a slowed-down browser without a cache; `network` slows the network down, too. */
async function slowPage(browser, network) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  if (network) await devtools.send("Network.emulateNetworkConditions", network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  return { page, devtools, close: () => context.close() };
}

/** Records, in the page, the duration of each frame callback as `frameTimes`. */
function timeFrames() {
  window.frameTimes = [];
  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => ask((time) => {
    const began = performance.now();
    callback(time);
    window.frameTimes.push(performance.now() - began);
  });
}

/**
 * Moves a slider back and forth between its position and the next, one event per frame as in a
 * drag. Times each event from just before it is sent to the end of its microtasks, and what the page
 * does in the frame after it. Runs in the page.
 */
async function timeEvents({ key, events }) {
  const slider = document.getElementById(key);
  const first = Number(slider.value);
  const second = first < Number(slider.max) ? first + 1 : first - 1;
  let changes = 0;
  const observer = new MutationObserver((records) => {
    changes += records.length;
  });
  let shift = 0;
  const shifts = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += entry.value;
  });
  shifts.observe({ type: "layout-shift" });
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };
  observer.observe(document.getElementById("planner"), everything);
  const atOnce = [];
  const inFrame = [];
  let unchanged = 0;
  for (let event = 0; event < events; event += 1) {
    changes = 0;
    window.frameTimes.length = 0;
    slider.value = String(event % 2 === 0 ? second : first);
    const sent = performance.now();
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    // Its microtasks are part of it.
    await null;
    atOnce.push(performance.now() - sent);
    // A busy page draws a frame or two later.
    for (let frame = 0; frame < 3 && (frame === 0 || changes === 0); frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    inFrame.push(window.frameTimes.reduce((sum, time) => sum + time, 0));
    if (changes === 0) unchanged += 1;
  }
  // The shifts of the last frame are reported after it.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (const entry of shifts.takeRecords()) shift += entry.value;
  shifts.disconnect();
  observer.disconnect();
  return { atOnce, inFrame, unchanged, shift };
}

/** Opens the page with a tab, and waits until nothing changes any more. */
async function openAt(page, site, tab) {
  await page.goto("about:blank");
  await page.goto(`${site.url}?tab=${tab}${PLAN}`);
  await settled(page);
}

/** Opens the page with the timeline and all tables of numbers open. */
async function openAll(page, site) {
  await openAt(page, site, "timeline");
  await page.locator(".follows", { hasText: " 64 micro-batches" }).waitFor();
  await page.locator("#memory .stage").nth(7).waitFor();
  await page.locator("#timeline summary").first().waitFor();
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("main figure details")) details.open = true;
  });
  await page.locator("#changes .advised").waitFor();
}

/** Times the events of a slider, after some warm-up events in which the browser compiles the code. */
async function timeSlider(page, key, events = EVENTS) {
  await page.evaluate(timeEvents, { key, events: 20 });
  const { atOnce, inFrame, unchanged, shift } = await page.evaluate(timeEvents, { key, events });
  assert.equal(unchanged, 0, `${unchanged} events of the slider ${key} changed nothing`);
  const times = atOnce.map((time, event) => time + inFrame[event]);
  const [p95, worst] = [quantile(times, 0.95), Math.max(...times)];
  const drag = (shift * TAB_EVENTS) / events;
  return `p50 ${milliseconds(quantile(times, 0.5))}, p95 ${milliseconds(p95)}: ${judgement(p95, ANSWER_BUDGET)}, `
    + `worst ${milliseconds(worst)}: ${judgement(worst, WORST_BUDGET)}; `
    + `shift ${drag.toFixed(3)}: ${judgement(drag, SHIFT_BUDGET, "a drag")}`;
}

async function measureSliders(browser, site) {
  console.log(
    `Slider to changed page, CPU ${SLOWDOWN} times slower, p = 16, m = 64, the timeline and all tables open, `
    + `${EVENTS} events each:`,
  );
  const { page, close } = await slowPage(browser);
  await page.addInitScript(timeFrames);
  for (const [key, keepsSize] of SLIDERS) {
    await openAll(page, site);
    const words = await timeSlider(page, key);
    console.log(`  ${key.padEnd(5)} ${words}${keepsSize ? "" : " (p or m changes on the way)"}`);
  }
  console.log(`With each tab open and no table, ${TAB_EVENTS} events each:`);
  const tabs = await page.locator("[role=tab]").evaluateAll((tabs) =>
    tabs.map((tab) => tab.getAttribute("aria-controls").replace("view-", "")));
  for (const tab of tabs) {
    await openAt(page, site, tab);
    for (const [key] of SLIDERS) {
      console.log(`  ${tab.padEnd(10)} ${key.padEnd(5)} ${await timeSlider(page, key, TAB_EVENTS)}`);
      await settled(page);
    }
  }
  await close();
}

/**
 * The processor time of the main thread for each event of a slider, times the factor of a cheap laptop. Other work on
 * the machine does not change it.
 */
async function measureCpu(browser, site) {
  console.log(
    `Processor time of the main thread for an event of a slider, times ${SLOWDOWN}, p = 16, m = 64, ${CPU_EVENTS} `
    + "events each: scripts, styles and layout:",
  );
  const context = await browser.newContext();
  const page = await context.newPage();
  const read = await countCpu(await context.newCDPSession(page));
  for (const tab of CPU_TABS) {
    for (const [key] of SLIDERS) {
      await openAt(page, site, tab);
      const spent = await cpuOfEvents(page, read, key, CPU_EVENTS);
      const sums = spent.map(({ sum }) => sum * SLOWDOWN);
      const mean = (part) => milliseconds((SLOWDOWN * spent.reduce((sum, one) => sum + one[part], 0)) / spent.length);
      const [p95, worst] = [quantile(sums, 0.95), Math.max(...sums)];
      console.log(
        `  ${tab.padEnd(10)} ${key.padEnd(5)} p50 ${milliseconds(quantile(sums, 0.5))}, p95 ${milliseconds(p95)}: `
        + `${judgement(p95, ANSWER_BUDGET)}, worst ${milliseconds(worst)}: ${judgement(worst, WORST_BUDGET)}; mean of `
        + `scripts ${mean("scripts")}, styles ${mean("styles")}, layout ${mean("layout")}`,
      );
    }
  }
  await context.close();
}

/** Records, in the page, the time at which the verdict's figures are first shown. */
function noteVerdict() {
  const observer = new MutationObserver(() => {
    if (document.getElementById("mfu")?.textContent) {
      window.verdictAt = performance.now();
      observer.disconnect();
    }
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}

async function measureLoads(browser, site) {
  const paints = [];
  const verdicts = [];
  for (let load = 0; load < LOADS; load += 1) {
    const { page, close } = await slowPage(browser, NETWORK);
    await page.addInitScript(noteVerdict);
    await page.goto(site.url + PLAN);
    await page.waitForFunction(() => window.verdictAt !== undefined);
    verdicts.push(await page.evaluate(() => window.verdictAt));
    paints.push(await page.evaluate(() =>
      performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN));
    await close();
  }
  const verdict = quantile(verdicts, 0.5);
  console.log(`First visit on slow 4G, CPU ${SLOWDOWN} times slower, brotli, median of ${LOADS}:`);
  console.log(`  skeleton ${milliseconds(quantile(paints, 0.5))}`);
  console.log(
    `  verdict ${milliseconds(verdict)}: ${judgement(verdict, VERDICT_BUDGET)} `
    + `(from ${milliseconds(Math.min(...verdicts))} to ${milliseconds(Math.max(...verdicts))})`,
  );
}

/** Times the largest plans: to their verdict, and to their cures. */
async function measureLargest(browser, site) {
  console.log("The largest plans that a link can ask for, not slowed down:");
  for (const link of LARGEST) {
    const page = await browser.newPage();
    const began = performance.now();
    await page.goto(site.url + link);
    await page.locator("#mfu", { hasText: "%" }).waitFor({ state: "attached" });
    const verdict = performance.now() - began;
    await page.locator("#cures", { hasText: "Looking for ways" }).waitFor({ state: "hidden" });
    console.log(`  verdict ${milliseconds(verdict)}, cures ${milliseconds(performance.now() - began)}: ${link}`);
    await page.close();
  }
}

/** Records, in the page, the time at which the search first shows a layout, and the intervals between its frames. */
function noteSearch() {
  const notes = { rows: undefined, done: undefined, frames: [] };
  window.notes = notes;
  let last = performance.now();
  const frame = (now) => {
    if (notes.done === undefined) notes.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new MutationObserver(() => {
    const view = document.getElementById("search");
    // Results of the previous plan are greyed, and do not count.
    if (view.querySelector(".found:not(.old) .adopt.row")) notes.rows ??= performance.now();
    const said = view.querySelector(".progress small")?.textContent ?? "";
    if (notes.rows !== undefined && said.includes("estimated")) notes.done ??= performance.now();
  }).observe(document.getElementById("search"), { subtree: true, childList: true, characterData: true, attributes: true });
}

/**
 * Times the page's search from the change of the plan to its first layout and to its last. The
 * workers have started already, as they have after the first search.
 */
async function measureSearch(browser, site) {
  console.log(`The best of all layouts, in ${os.availableParallelism()} workers at most, not slowed down, median of ${LOADS}:`);
  for (const [link, budget] of SEARCHES) {
    const page = await browser.newPage();
    const firsts = [];
    const lasts = [];
    const frames = [];
    let said;
    for (let turn = 0; turn < LOADS; turn += 1) {
      await page.goto("about:blank");
      await page.goto(`${site.url}?view=search${WARMING}`);
      await page.locator("#search .progress small", { hasText: "estimated" }).waitFor({ timeout: 60_000 });
      await page.locator("#search .point").first().waitFor({ timeout: 60_000 });
      await page.evaluate(noteSearch);
      const began = await page.evaluate((link) => {
        location.hash = link;
        return performance.now();
      }, link);
      await page.waitForFunction(() => window.notes.done !== undefined, null, { timeout: 120_000 });
      const notes = await page.evaluate(() => window.notes);
      // A changed plan rests for a moment before the search begins.
      firsts.push(notes.rows - began - PAUSE);
      lasts.push(notes.done - began - PAUSE);
      frames.push(...notes.frames);
      said = await page.locator("#search .progress small").textContent();
    }
    const first = quantile(firsts, 0.5);
    const last = quantile(lasts, 0.5);
    console.log(`  ${link}`);
    console.log(`    first layout ${milliseconds(first)}: ${judgement(first, FIRST_BUDGET)}; `
      + `all ${milliseconds(last)}${budget ? `: ${judgement(last, budget)}` : ""}`);
    console.log(`    frames ${milliseconds(quantile(frames, 0.5))} apart, p95 ${milliseconds(quantile(frames, 0.95))}, `
      + `most ${milliseconds(Math.max(...frames))}`);
    console.log(`    ${said}`);
    await page.close();
  }
}

/** Megabytes of memory of all the browser's processes, each shared page counted once; available only on Linux. */
function megabytes() {
  const parents = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      // The text before the last bracket is the program's name, which may contain anything.
      const [, parent] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
      parents.set(pid, parent);
    } catch {
      // The process has ended meanwhile.
    }
  }
  const isOurs = (pid) => pid !== undefined && (parents.get(pid) === String(process.pid) || isOurs(parents.get(pid)));
  let kilobytes = 0;
  for (const pid of [...parents.keys()].filter(isOurs)) {
    try {
      kilobytes += Number(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8").match(/^Pss:\s+(\d+)/m)?.[1] ?? 0);
    } catch {
      // This process has ended, too.
    }
  }
  return (kilobytes * 1024) / 1e6;
}

/** The time to the verdict of each of many planners on one page, and their memory. */
async function measureEmbeds(browser, site) {
  const planner = (_, index) =>
    `<shardwise-planner id="p${index}" plan="${FITS}" view="verdict,memory" height="900"></shardwise-planner>`;
  const host = await serveHost(site.url, Array.from({ length: EMBEDS }, planner).join(""));
  const page = await browser.newPage();
  await page.addInitScript(noteVerdict);
  await page.goto(host.url);
  const [times, sizes] = [[], []];
  for (let index = 0; index < EMBEDS; index += 1) {
    await page.evaluate((id) => document.getElementById(id).scrollIntoView(), `p${index}`);
    const handle = await page.waitForFunction(
      (id) => document.getElementById(id).shadowRoot.querySelector("iframe"), `p${index}`);
    const frame = await handle.asElement().contentFrame();
    await frame.waitForFunction(() => window.verdictAt !== undefined);
    times.push(await frame.evaluate(() => window.verdictAt));
    await frame.locator("#timeline summary").first().waitFor({ state: "attached" });
    await calm(frame);
    if (os.platform() === "linux") sizes.push(megabytes());
  }
  const [time, size] = EMBED_BUDGET;
  const later = times.slice(1);
  console.log(`${EMBEDS} planners on one page of another origin, one after the other, not slowed down:`);
  console.log(`  verdict: the first ${milliseconds(times[0])}; then ${milliseconds(quantile(later, 0.5))} `
    + `(${milliseconds(Math.min(...later))} to ${milliseconds(Math.max(...later))}): ${judgement(quantile(later, 0.5), time)}`);
  if (sizes.length > 0) {
    // The next planner may have started within a measurement, so the difference over all of them counts.
    const each = (sizes.at(-1) - sizes[0]) / (EMBEDS - 1);
    console.log(`  memory: ${sizes[0].toFixed(0)} MB with the first; then ${each.toFixed(1)} MB each: `
      + judgement(each, size, "MB"));
  }
  await page.close();
  await host.close();
}

/**
 * All benchmarks; the program ends with 1 if one is over its budget. `node bench.mjs tasks` runs one of them alone,
 * `node bench.mjs tasks hint` the acts of that name.
 */
const MEASUREMENTS = {
  sliders: measureSliders,
  cpu: measureCpu,
  player: (browser, site) => measurePlayer(() => slowPage(browser), site, { judgement, milliseconds }),
  loads: measureLoads,
  largest: measureLargest,
  tasks: measureTasks,
  search: measureSearch,
  embeds: measureEmbeds,
};

if (paths.chromium) {
  const [chosen, ...options] = process.argv.slice(2);
  if (chosen !== undefined && !Object.hasOwn(MEASUREMENTS, chosen)) throw new Error(`no benchmark is called “${chosen}”`);
  const site = await serve(process.env.SHARDWISE_DIST, { compress: true });
  const browser = await launch("chromium");
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    if (chosen !== undefined && chosen !== name) continue;
    if (await measure(browser, site, ...options) === false) isWithin = false;
  }
  await browser.close();
  await site.close();
  if (!isWithin) {
    console.log("Something is over its budget: see OVER above.");
    process.exitCode = 1;
  }
} else {
  console.log("Not measured: no Chromium here, and Firefox cannot be slowed down.");
}
