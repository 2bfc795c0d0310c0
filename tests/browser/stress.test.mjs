// Long use: random events, lessons opened and closed, planners mounted and gone. A few of each here; `cargo xtask test --stress` has all of them and prints what they cost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endsWith } from "./endings.mjs";
import { FITS, TIGHT, TOO_LARGE, ILLEGAL, inEachBrowser, settled } from "./planner.mjs";
import { serveHost } from "./host.mjs";

const IS_FULL = process.env.SHARDWISE_STRESS === "1";
/** Random events of a round, and rounds of the very same events. */
const [EVENTS, ROUNDS] = IS_FULL ? [2_000, 5] : [300, 2];
/** Lessons, planners: before the first measurement, and up to the last one. */
const [LESSONS, EMBEDS] = IS_FULL ? [[100, 1_000], [30, 300]] : [[15, 45], [4, 12]];
/** How much heap, nodes and the program's memory may grow between the two, as a factor. */
const GROWTH = 1.1;
/** What a browser's own bookkeeping moves a small heap by, in bytes: a few compiled functions. */
const SLACK = 500_000;
/** How long a frame may take at most, in milliseconds, of a machine that does nothing else. */
const FRAME = 200;
const SEED = Number(process.env.SHARDWISE_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Before a page starts: the memory of each of its programs is where a test finds it. */
function catchMemories() {
  window.memories = new Set();
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const own = WebAssembly[name];
    WebAssembly[name] = async (...words) => {
      const made = await own.apply(WebAssembly, words);
      const { memory } = (made.instance ?? made).exports;
      if (memory) window.memories.add(memory);
      return made;
    };
  }
}

/** In a page: from now on the longest time between two frames is noted, in milliseconds. */
function watchFrames() {
  window.longestFrame = 0;
  let last = performance.now();
  const next = (now) => {
    window.longestFrame = Math.max(window.longestFrame, now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** What a page holds, once what is no longer used is gone: as far as the browser tells. */
async function held(name, page) {
  const memory = await page.evaluate(() => [...window.memories ?? []].reduce((sum, { buffer }) => sum + buffer.byteLength, 0));
  if (name !== "chromium") {
    const nodes = await page.evaluate(() => document.getElementsByTagName("*").length);
    return { memory, nodes };
  }
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  for (let turn = 0; turn < 3; turn += 1) await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const metric = (wanted) => metrics.find(({ name }) => name === wanted).value;
  await devtools.detach();
  const shown = await page.evaluate(() => {
    const nodes = document.createNodeIterator(document);
    let count = 0;
    while (nodes.nextNode()) count += 1;
    return count;
  });
  const nodes = metric("Nodes");
  return { memory, nodes, detached: nodes - shown, heap: metric("JSHeapUsedSize"), listeners: metric("JSEventListeners") };
}

/** Fails where more is held than was before, of what is `judged`; all of it is printed. */
function judge(t, what, before, after, count, judged = ["memory", "nodes", "heap", "listeners"]) {
  const told = Object.keys(before).map((name) =>
    `${name} ${before[name]} -> ${after[name]} (${((after[name] - before[name]) / count).toFixed(1)} each)`);
  t.diagnostic(`${what}: ${told.join(", ")}`);
  for (const name of judged.filter((name) => name in before)) {
    const slack = ["heap", "memory"].includes(name) ? SLACK : 20;
    assert.ok(after[name] <= Math.max(before[name] * GROWTH, before[name] + slack), `${what}: ${told.join(", ")}`);
  }
}

/** The longest frame since frames are watched; fails where one took too long, if the long run has the machine alone. */
async function judgeFrames(t, what, page) {
  const longest = await page.evaluate(() => window.longestFrame);
  t.diagnostic(`${what}: no frame longer than ${longest.toFixed(0)} ms`);
  if (IS_FULL) assert.ok(longest <= FRAME, `${what}: a frame of ${longest.toFixed(0)} ms`);
}

/** In a page: so many random events, a few between two frames. */
async function doRandomThings([seed, count, links]) {
  let state = seed;
  const random = () => {
    // The generator of Park and Miller.
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const below = (most) => Math.floor(random() * most);
  const some = (list) => list[below(list.length)];
  /** What would leave the page, wait for the reader, or fill their disk. */
  const LEFT = "a[href], [type=file], [data-keep], #code-keep, #files-keep, #own-keep, #link-share, #lesson-print, [data-copy], #copy-link, #lesson-copy, [data-reload]";
  for (let done = 0; done < count; done += 1) {
    const open = document.querySelector("dialog[open]") ?? document;
    const all = [...open.querySelectorAll("button, input, select, summary, textarea, [tabindex], [data-at]")]
      .filter((element) => element.checkVisibility() && !element.matches(LEFT));
    const element = some(all);
    const kind = below(20);
    if (kind === 0) location.hash = some(links);
    else if (kind === 1) scrollTo(0, random() * document.body.scrollHeight);
    else if (kind === 2) dispatchEvent(new Event(some(["resize", "blur", "focus", "storage", "shardwise-colours", "popstate"])));
    else if (kind === 3) document.dispatchEvent(new KeyboardEvent("keydown", { key: some(["z", "y", "Escape", "Enter", "ArrowLeft", "?", " "]), ctrlKey: random() < 0.5, bubbles: true }));
    else if (element) {
      const box = element.getBoundingClientRect();
      const place = { bubbles: true, cancelable: true, clientX: box.x + random() * box.width, clientY: box.y + random() * box.height };
      element.focus({ preventScroll: true });
      if (element.matches("select")) {
        element.selectedIndex = below(element.options.length);
        element.dispatchEvent(new Event("change", { bubbles: true }));
      } else if (element.matches("input:not([type=radio], [type=checkbox]), textarea")) {
        element.value = some([`${below(5000)}`, "", "-1", "1e99", "NaN", "9,11,11,9", "mfu > 40 %"]);
        if (element.type === "range") element.value = `${below(Number(element.max) + 1)}`;
        element.dispatchEvent(new Event("input", { bubbles: true }));
        if (random() < 0.5) element.dispatchEvent(new Event("change", { bubbles: true }));
      } else if (kind < 6) {
        element.dispatchEvent(new PointerEvent("pointermove", place));
        element.dispatchEvent(new KeyboardEvent("keydown", { key: some(["ArrowLeft", "ArrowRight", "Home", "End", "PageUp"]), bubbles: true }));
      } else element.click();
    }
    if (done % 4 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  // All that is open is closed, and the plan is the first one again.
  document.querySelector("dialog[open]")?.close();
  for (const details of document.querySelectorAll("main details[open]")) details.open = false;
  document.querySelector("#lesson:not([hidden]) #lesson-close")?.click();
  location.hash = links[0];
}

/** In a page: so many lessons are opened and closed. */
async function readLessons(count) {
  const there = async (selector) => {
    while (!document.querySelector(selector)) await new Promise(requestAnimationFrame);
    return document.querySelector(selector);
  };
  for (let done = 0; done < count; done += 1) {
    document.getElementById("lessons").click();
    (await there(`#lesson .shelf [data-lesson=${["tour", "recipe", "challenges", "exercises"][done % 4]}]`)).click();
    await there("#lesson[data-step]:not([data-step=\"\"])");
    (await there("#lesson-close")).click();
    await there("#lesson[hidden]");
  }
}

/** In a page: so many planners are put into it and taken out again. */
async function mount(count) {
  for (let done = 0; done < count; done += 1) {
    const planner = document.createElement("shardwise-planner");
    planner.setAttribute("plan", "#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
    const told = new Promise((resolve) => planner.addEventListener("shardwise-state", resolve, { once: true }));
    document.body.replaceChildren(planner);
    await told;
    planner.remove();
    window.events.length = 0;
    window.messages.length = 0;
  }
}

const limit = IS_FULL ? 3_000_000 : 300_000;

inEachBrowser(({ name, open, site }) => {
  const prepare = async (page) => {
    page.setDefaultTimeout(limit);
    await page.addInitScript(catchMemories);
  };

  test("random events do no harm", { timeout: limit }, async (t) => {
    t.diagnostic(`seed ${SEED}`);
    const page = await open(t, FITS, { prepare });
    await settled(page);
    const links = [FITS, TIGHT, TOO_LARGE, ILLEGAL];
    const act = async (seed, count) => {
      await page.evaluate(doRandomThings, [seed, count, links]);
      await page.waitForFunction((hash) => location.hash === hash, FITS);
      await settled(page);
    };
    // A program's memory never shrinks: it is as large as the largest plan needed. So the same events come again.
    await act(SEED, EVENTS);
    const before = await held(name, page);
    await page.evaluate(watchFrames);
    for (let round = 1; round < ROUNDS; round += 1) await act(SEED, EVENTS);
    const what = `${name}: ${ROUNDS * EVENTS} random events of seed ${SEED}`;
    await judgeFrames(t, what, page);
    judge(t, what, before, await held(name, page), (ROUNDS - 1) * EVENTS,
      // What is shown depends on what was opened last, and fields have nodes of their own beside it: a few hundred
      // events move both, and the program's memory, by more than they leave behind. All of it is
      // printed; only what thousands of events leave is judged.
      IS_FULL ? ["memory", "detached", "heap", "listeners"] : ["heap", "listeners"]);
    assert.ok(await page.locator("#failure").isHidden());
  });

  test("lessons are opened and closed without a trace", { timeout: limit }, async (t) => {
    const page = await open(t, FITS, { prepare });
    await settled(page);
    const [first, last] = LESSONS;
    await page.evaluate(readLessons, first);
    const before = await held(name, page);
    await page.evaluate(watchFrames);
    await page.evaluate(readLessons, last - first);
    const what = `${name}: ${last} lessons`;
    await judgeFrames(t, what, page);
    judge(t, what, before, await held(name, page), last - first);
  });

  test("planners come and go", { timeout: limit }, async (t) => {
    const host = await serveHost(site().url, "");
    endsWith(t, () => host.close());
    const page = await open(t, "", { host: host.url, prepare });
    const [first, last] = EMBEDS;
    await page.evaluate(mount, first);
    const before = await held(name, page);
    await page.evaluate(watchFrames);
    await page.evaluate(mount, last - first);
    const what = `${name}: ${last} planners`;
    await judgeFrames(t, what, page);
    judge(t, what, before, await held(name, page), last - first);
  });
});
