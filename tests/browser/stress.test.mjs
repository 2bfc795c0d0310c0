// Long use: random events, lessons opened and closed, planners mounted and removed. A few of each here; `cargo xtask
// test --stress` runs all of them and prints their costs.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, ILLEGAL, TIGHT, TOO_LARGE, openTab, press, searched, settled, unfold } from "./planner.mjs";
import { serveHost } from "./host.mjs";

// A trace would keep elements, which are counted here.
test.use({ preferences: { collects: true }, trace: "off" });

const IS_FULL = process.env.SHARDWISE_STRESS === "1";
/** Random events per round, and rounds, each with other events. */
const [EVENTS, ROUNDS] = IS_FULL ? [2_000, 5] : [150, 4];
/**
 * Numbers of lessons and planners: before the first measurement, and up to the last one. Until the first one the browser
 * compiles what runs often: of 138 kB between 60 lessons and 180, some 40 are left between 360 and 720.
 */
const [LESSONS, EMBEDS] = IS_FULL ? [[200, 1_000], [30, 300]] : [[180, 360], [6, 18]];
/** Largest growth of heap, nodes and the program's memory between the two, as a factor. */
const GROWTH = 1.1;
/** Variation of a small heap by a browser's own data, in bytes: a few compiled functions. */
const SLACK = 500_000;
/** Variation of nodes where nothing is chosen. */
const FEW = { attached: 20, detached: 20 };
/**
 * Variation of the nodes that the page shows and of those that it keeps for later, with the choices made in the panels:
 * of forty runs the least had 2,440 elements and the most 3,400. A page has a listener for every third element.
 */
const CHOSEN = { attached: 1_000, detached: 200, listeners: 330 };
/**
 * Largest heap that a lesson or a planner may leave behind, in bytes: below a leak that occurred once, above the
 * variation of repeated runs.
 */
const [LESSON_LEAVES, EMBED_LEAVES] = [1_000, 10_000];
/** Longest duration of a frame, in milliseconds, on a machine that does nothing else. */
const FRAME = 200;
/** What is judged, as far as the browser reports it. */
const QUANTITIES = ["memory", "attached", "detached", "heap", "listeners"];
/** Not zero, at which the generator of random numbers stays. */
const SEED = Number(process.env.SHARDWISE_SEED ?? 1 + Math.floor(Math.random() * (2 ** 31 - 2)));

/** Before a page starts: exposes the memory of each of its programs to the test. */
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

/**
 * Before a page starts: counts the elements that were made and are not collected, attached or not. Only Chromium's tools
 * tell their number.
 */
function countElements() {
  window.living = 0;
  const collected = new FinalizationRegistry(() => { window.living -= 1; });
  const count = (element) => {
    window.living += 1;
    collected.register(element);
    return element;
  };
  for (const name of ["createElement", "createElementNS", "importNode"]) {
    const own = Document.prototype[name];
    Document.prototype[name] = function make(...words) {
      return count(own.apply(this, words));
    };
  }
  const own = Node.prototype.cloneNode;
  Node.prototype.cloneNode = function cloneNode(...words) {
    return count(own.apply(this, words));
  };
}

/** In a page: the number of elements that `countElements` counts, once it no longer falls. */
async function livingElements() {
  let [living, before] = [window.living, Infinity];
  for (let turn = 0; turn < 3 || living < before; turn += 1) {
    await TestUtils.gc();
    // The registry reports what was collected in tasks of its own.
    await new Promise((resolve) => { setTimeout(resolve); });
    [living, before] = [window.living, living];
  }
  return living;
}

/** In a page: from now on the longest interval between two frames is recorded, in milliseconds. */
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

/**
 * The memory that a page uses after garbage collection, as far as the browser reports it. Firefox reports neither heap
 * nor listeners; there only elements count as detached, not texts.
 */
async function held(browserName, page) {
  const attached = await page.evaluate(() => document.getElementsByTagName("*").length);
  const memory = await page.evaluate(() =>
    [...window.memories ?? []].reduce((sum, { buffer }) => sum + buffer.byteLength, 0));
  if (browserName !== "chromium") {
    // The parser makes some of the first elements, which are not counted.
    return { memory, attached, detached: Math.max(0, await page.evaluate(livingElements) - attached) };
  }
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  for (let turn = 0; turn < 3; turn += 1) await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const metric = (wanted) => metrics.find(({ name }) => name === wanted).value;
  const detached = await detachedNodes(devtools);
  await devtools.detach();
  const [all, heap, listeners] = ["Nodes", "JSHeapUsedSize", "JSEventListeners"].map(metric);
  return { memory, attached, detached, all, heap, listeners };
}

/**
 * The number of nodes that no document contains and that a script keeps. The browser's own count of all nodes has some
 * more, by up to half, which it keeps itself and no script can reach: whether it does differs between equal runs.
 */
async function detachedNodes(devtools) {
  const size = ({ children = [] }) => children.reduce((sum, child) => sum + size(child), 1);
  await devtools.send("DOM.enable");
  const { detachedNodes } = await devtools.send("DOM.getDetachedDomNodes");
  await devtools.send("DOM.disable");
  return detachedNodes.reduce((sum, { treeNode }) => sum + size(treeNode), 0);
}

/**
 * Fails if the quantities of `judged` have grown, and prints all of them. `before` and `after` are lists of
 * measurements with `count` things between them; the least of each list counts. `leaves` is the heap in bytes
 * that each thing may leave behind, if that is known; `nodes` has the numbers of nodes that all of them may leave.
 */
function judge(what, before, after, count, { judged = QUANTITIES, leaves, nodes = FEW } = {}) {
  const names = Object.keys(before[0]);
  const of = (name) => [before, after].map((all) => Math.min(...all.map((held) => held[name])));
  const costs = names.map((name) => {
    const [was, is] = of(name);
    return `${name} ${was} -> ${is} (${((is - was) / count).toFixed(1)} each)`;
  });
  console.log(`${what}: ${costs.join(", ")}`);
  const known = judged.filter((name) => names.includes(name));
  assert.ok(known.length > 0, `${what}: of ${names} none is judged`);
  for (const name of known) {
    const [was, is] = of(name);
    const slack = { heap: SLACK, memory: SLACK, listeners: 20, ...nodes }[name];
    const limit = name === "heap" && leaves
      ? was + Math.min((GROWTH - 1) * was, leaves * count)
      : Math.max(was * GROWTH, was + slack);
    assert.ok(is <= limit, `${what}: ${name} is more than ${limit.toFixed(0)}: ${costs.join(", ")}`);
  }
}

/** The longest frame since recording began; fails if one took too long and the long run has the machine alone. */
async function judgeFrames(what, page) {
  const longest = await page.evaluate(() => window.longestFrame);
  console.log(`${what}: no frame longer than ${longest.toFixed(0)} ms`);
  if (IS_FULL) assert.ok(longest <= FRAME, `${what}: a frame of ${longest.toFixed(0)} ms`);
}

/**
 * In a page: sends this number of random events, a few between two frames. Returns the state of the generator for the
 * next ones.
 */
async function doRandomThings([seed, count, links]) {
  let state = seed;
  const random = () => {
    // The Park–Miller generator.
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const below = (most) => Math.floor(random() * most);
  const some = (list) => list[below(list.length)];
  /** Targets that would leave the page, wait for the reader, or fill their disk. */
  const LEFT = `a[href], [type=file], [data-keep], #code-keep, #files-keep, #own-keep, #link-share, #lesson-print,
    [data-copy], #copy-link, #lesson-copy, [data-reload]`;
  for (let done = 0; done < count; done += 1) {
    const open = document.querySelector("dialog[open]") ?? document;
    const all = [...open.querySelectorAll("button, input, select, summary, textarea, [tabindex], [data-at]")]
      .filter((element) => element.checkVisibility() && !element.matches(LEFT));
    const element = some(all);
    const kind = below(20);
    if (kind === 0) location.hash = some(links);
    else if (kind === 1) scrollTo(0, random() * document.body.scrollHeight);
    else if (kind === 2) {
      dispatchEvent(new Event(some(["resize", "blur", "focus", "storage", "shardwise-colours", "popstate"])));
    } else if (kind === 3) {
      const key = some(["z", "y", "Escape", "Enter", "ArrowLeft", "?", " "]);
      document.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey: random() < 0.5, bubbles: true }));
    } else if (element) {
      const box = element.getBoundingClientRect();
      const [clientX, clientY] = [box.x + random() * box.width, box.y + random() * box.height];
      const place = { bubbles: true, cancelable: true, clientX, clientY };
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
        const key = some(["ArrowLeft", "ArrowRight", "Home", "End", "PageUp"]);
        element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      } else element.click();
    }
    if (done % 4 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return state;
}

/**
 * In a page: closes all that can be opened, and follows the link `fragment`. Returns what it found open: nothing once
 * nothing comes late any more.
 */
function closeAll(fragment) {
  const found = [];
  const close = (selector, close) => {
    for (const element of document.querySelectorAll(selector)) {
      found.push(`${element.tagName} ${element.id || element.className}`);
      close(element);
    }
  };
  close("dialog[open]", (dialog) => dialog.close());
  close("main details[open]", (details) => { details.open = false; });
  close("#lesson:not([hidden]) #lesson-close", (button) => button.click());
  if (location.hash !== fragment) {
    found.push(location.hash);
    location.hash = fragment;
  }
  return found;
}

/** In a page: closes all dialogs. */
function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

/**
 * Brings the page back to one state: the plan of FITS, all closed. A part that an event needs may come long after
 * the event, and then opens.
 */
async function restore(page) {
  await expect(async () => {
    const found = await page.evaluate(closeAll, FITS);
    await settled(page);
    assert.deepEqual(found, []);
  }).toPass();
  // The closed Share dialog keeps the pane that was chosen last: that of teachers has 500 elements and a planner.
  await page.evaluate(() => document.getElementById("share").click());
  await page.evaluate(() => document.getElementById("tab-link").click());
  await page.locator("#link-field").waitFor();
  await page.evaluate(closeDialogs);
  await expect.poll(() => page.frames().length, "no other planner").toBe(1);
  await settled(page);
}

/** In a page: opens and closes this number of lessons. */
async function readLessons(count) {
  const there = async (selector) => {
    while (!document.querySelector(selector)) await new Promise(requestAnimationFrame);
    return document.querySelector(selector);
  };
  for (let done = 0; done < count; done += 1) {
    document.getElementById("lessons").click();
    (await there(`#lesson .shelf [data-lesson=${["tour", "recipe", "challenges", "exercises", "finetune"][done % 5]}]`)).click();
    await there("#lesson[data-step]:not([data-step=\"\"])");
    (await there("#lesson-close")).click();
    await there("#lesson[hidden]");
  }
}

/** In a page: mounts and removes this number of planners. */
async function mount(count) {
  for (let done = 0; done < count; done += 1) {
    const planner = document.createElement("shardwise-planner");
    planner.setAttribute("plan", "#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
    const ready = new Promise((resolve) => planner.addEventListener("shardwise-state", resolve, { once: true }));
    document.body.replaceChildren(planner);
    await ready;
    planner.remove();
    window.events.length = 0;
    window.messages.length = 0;
  }
}

/** Milliseconds for a test: several times what it takes on a busy machine. */
const LIMIT = IS_FULL ? 30 * 60_000 : 5 * 60_000;

/** Before a page starts: what `held` reads. */
const prepareIn = (browserName) => async (page) => {
  await page.addInitScript(catchMemories);
  if (browserName !== "chromium") await page.addInitScript(countElements);
};

test("random events do no harm", async ({ open, browserName }) => {
  test.setTimeout(LIMIT);
  console.log(`seed ${SEED}`);
  const page = await open(FITS, { prepare: prepareIn(browserName), hasDeadlines: true });
  await settled(page);
  // Content that is mounted when it is first seen, and stays.
  await openTab(page, "accuracy");
  await unfold(page.locator("#accuracy details").first());
  await page.locator("#accuracy table").waitFor();
  await searched(page);
  await press(page.locator("#share"));
  await page.locator("#link-field").waitFor();
  // The editor of lessons keeps the pane around it once it has been there.
  await press(page.locator("#tab-lesson"));
  await press(page.locator("#own-open"));
  await page.locator("#own-text").waitFor();
  await press(page.locator("#tab-link"));
  await page.locator("#link-field").waitFor();
  await page.evaluate(closeDialogs);
  await page.evaluate(readLessons, 1);
  const links = [FITS, TIGHT, TOO_LARGE, ILLEGAL];
  let state = SEED;
  const act = async () => {
    state = await page.evaluate(doRandomThings, [state, EVENTS, links]);
    await restore(page);
  };
  const after = [];
  let last;
  for (let round = 0; round < ROUNDS; round += 1) {
    // By then the parts of the page are loaded.
    if (round === 1) await page.evaluate(watchFrames);
    last = state;
    await act();
    after.push(await held(browserName, page));
  }
  const middle = Math.floor(ROUNDS / 2);
  const what = `${browserName}: ${ROUNDS * EVENTS} random events of seed ${SEED}`;
  // The program's memory is as large as the largest plan needed, and never shrinks: other events may need more.
  judge(what, after.slice(0, middle), after.slice(middle), (ROUNDS - middle) * EVENTS,
    { judged: ["attached", "detached", "heap", "listeners"], nodes: CHOSEN });
  // Repeating thousands of the same events needs no more memory. Repeating a few hundred does, because the state
  // before them differs.
  if (IS_FULL) {
    state = last;
    await act();
    const again = `${browserName}: the last ${EVENTS} of them again`;
    judge(again, after.slice(-1), [await held(browserName, page)], EVENTS, { judged: ["memory"] });
  }
  await judgeFrames(what, page);
  await expect(page.locator("#failure")).toBeHidden();
});

test("lessons are opened and closed without a trace", async ({ open, browserName }) => {
  test.setTimeout(LIMIT);
  const page = await open(FITS, { prepare: prepareIn(browserName), hasDeadlines: true });
  await settled(page);
  const [first, last] = LESSONS;
  await page.evaluate(readLessons, first);
  await settled(page);
  const before = await held(browserName, page);
  await page.evaluate(watchFrames);
  await page.evaluate(readLessons, last - first);
  await settled(page);
  const what = `${browserName}: ${last} lessons`;
  await judgeFrames(what, page);
  judge(what, [before], [await held(browserName, page)], last - first, { leaves: LESSON_LEAVES });
});

test("planners come and go", async ({ open, site, atEnd, browserName }) => {
  test.setTimeout(LIMIT);
  const host = await serveHost(site.url, "");
  atEnd(() => host.close());
  const page = await open("", { host: host.url, prepare: prepareIn(browserName), hasDeadlines: true });
  const [first, last] = EMBEDS;
  await page.evaluate(mount, first);
  const before = await held(browserName, page);
  await page.evaluate(watchFrames);
  await page.evaluate(mount, last - first);
  const what = `${browserName}: ${last} planners`;
  await judgeFrames(what, page);
  judge(what, [before], [await held(browserName, page)], last - first, { leaves: EMBED_LEAVES });
});
