// Measures how long the page keeps its main thread in one piece, whatever a reader does: no click or key is heard meanwhile.
import { FAR_TOO_LARGE, FITS, LARGEST, TOO_LARGE, UNREACHABLE } from "./planner.mjs";

/** How much slower than this machine. */
const SLOWDOWN = 4;
/** Milliseconds that one piece of work may take. */
const BUDGET = 50;
/** Pieces that are listed for each act, the longest first. */
const LISTED = 3;
/** Milliseconds without any piece of work beyond `QUIET_PIECE` until an act counts as over. */
const QUIET = 600;
const QUIET_PIECE = 10;
/** Milliseconds after which it counts as over anyway. */
const PATIENCE = 30_000;

/** A large pipeline: p = 16, m = 64. */
const PIPELINE = "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=16&gbs=512";
/** The longest lesson file that is read. */
const LONG_LESSON = JSON.stringify({
  shardwise: 1,
  id: "long",
  title: "Long",
  start: FITS,
  steps: Array.from({ length: 40 }, (_, index) => ({
    id: `step-${index}`, title: `Step ${index}`, text: "Drag **it** and watch the MFU. ".repeat(100), goal: "fits",
  })),
});

const VIEWS = ["timeline", "waterfall", "map", "lastinch", "sweep", "run", "bill", "ordered-recipe", "compare", "accuracy"];
const SLIDERS = ["seq", "mbs", "tp", "pp", "gbs"];

/** Moves a slider to its end and back, an event a frame as a hand does. In the page. */
async function drag(key) {
  const slider = document.getElementById(key);
  const first = Number(slider.value);
  const places = Array.from({ length: Number(slider.max) + 1 }, (_, place) => place);
  for (const place of [...places, ...places.toReversed(), first]) {
    slider.value = String(place);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

const show = (id) => (page) => page.evaluate((id) => document.getElementById(id).scrollIntoView(), id);
const go = (link) => (page) => page.evaluate((link) => {
  location.hash = link;
}, link);

/** Has the page open a lesson's text, as its own menu does with a file. */
async function openLesson(page, text) {
  await page.locator("#lessons").click();
  await page.locator("#lesson-file").setInputFiles({ name: "lesson.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await page.locator("#lesson[data-step]:not([data-step=''])").waitFor();
}

/** Asks for the hints of a goal until no more can be had. */
async function hints(page) {
  for (let hint = 0; hint < 3; hint += 1) await page.locator("#lesson-hint").click({ timeout: 60_000 });
}

/** Opens the dialog at where a lesson is written, and writes one. */
async function write(page, text) {
  await page.locator("#share").click();
  await page.locator("#tab-lesson").click();
  await page.locator("#own-open").click();
  await page.locator("#own-text").fill(text);
}

/** What a reader does, from a plan on: each act by name. */
const SESSIONS = [
  { link: PIPELINE, acts: [
    ...SLIDERS.map((key) => [`drag ${key}`, (page) => page.evaluate(drag, key)]),
    ...VIEWS.map((view) => [`show ${view}`, show(view)]),
    ["open all tables", (page) => page.evaluate(() => {
      for (const details of document.querySelectorAll("main figure details")) details.open = true;
    })],
    ["drag seq, all tables open", (page) => page.evaluate(drag, "seq")],
    ["another plan by the address", go(FITS)],
    ["a mixture by the address", go("#v=1&p=deepseek-v3-671b/h800x2048&tp=8&ep=64&gbs=15360")],
    ["sweep of other axes", async (page) => {
      await page.locator("#sweep-across").selectOption({ index: 0 });
      await page.locator("#sweep-between").selectOption({ index: 3 });
    }],
    ["search", show("search")],
  ] },
  { link: FAR_TOO_LARGE, acts: [["another plan too large", go(TOO_LARGE)]] },
  { link: FITS, acts: [
    ["lessons", (page) => page.locator("#lessons").click()],
    ["tour", async (page) => {
      await page.locator("#lesson [data-lesson=tour]").first().click();
      await page.locator("#lesson[data-step]:not([data-step=''])").waitFor();
    }],
    ["a step further", (page) => page.locator("#lesson-next").click()],
  ] },
  { link: FITS, acts: [
    ["a lesson from a file", (page) => openLesson(page, UNREACHABLE)],
    ["hints for a goal that no plan reaches", hints],
  ] },
  { link: FITS, acts: [
    ["share", (page) => page.locator("#share").click()],
    ["its panes", async (page) => {
      for (const tab of ["tab-lesson", "tab-files", "tab-import"]) await page.locator(`#${tab}`).click();
    }],
  ] },
  { link: FITS, acts: [["a long lesson is written", (page) => write(page, LONG_LESSON)]] },
  ...LARGEST.map((link) => ({ link, acts: [
    ["drag seq", (page) => page.evaluate(drag, "seq")],
    ["show sweep", show("sweep")],
    ["another plan and back", async (page) => {
      await go(FITS)(page);
      await go(link)(page);
    }],
  ] })),
];

/** Events of a trace by which a piece of work is explained. */
const CAUSES = ["EventDispatch", "TimerFire", "FireAnimationFrame", "FunctionCall", "RunMicrotasks", "Layout",
  "UpdateLayoutTree", "Paint", "PrePaint", "Commit", "ParseHTML", "v8.compile", "v8.wasm.compile", "MajorGC", "MinorGC", "HitTest",
  "IntersectionObserverController::computeIntersections"];

/** What a piece was spent on: the kinds of work in it, each with its milliseconds. */
function causesOf(task, events) {
  const inside = events.filter(({ ts, dur = 0, tid }) => tid === task.tid && ts >= task.ts && ts + dur <= task.ts + task.dur);
  const spent = new Map();
  for (const { name, tdur = 0, args } of inside) {
    if (!CAUSES.includes(name)) continue;
    const kind = name === "EventDispatch" ? `${name} ${args.data.type}` : name;
    spent.set(kind, (spent.get(kind) ?? 0) + tdur / 1e3);
  }
  // All that is ours runs in calls of functions; of callbacks inside others only the outer one counts.
  spent.delete("RunMicrotasks");
  const listed = [...spent].filter(([, time]) => time >= 5).toSorted((one, other) => other[1] - one[1]);
  return listed.map(([kind, time]) => `${kind} ${time.toFixed(0)}`).join(", ");
}

/**
 * Has a browser trace what an act causes, and returns its pieces of work, the longest first: by the time of the
 * processor, so that other programs of this machine do not count.
 */
async function piecesOf(browser, page, act) {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "v8"] });
  await act(page);
  await page.evaluate(async ([quiet, piece, patience]) => {
    const began = performance.now();
    let busy = began;
    for (let last = began; last - busy < quiet && last - began < patience;) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const now = performance.now();
      if (now - last > 5 + piece) busy = now;
      last = now;
    }
  }, [QUIET, QUIET_PIECE, PATIENCE]);
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const threads = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const isPage = ({ pid, tid }) => threads.some((thread) => thread.pid === pid && thread.tid === tid);
  const events = traceEvents.filter((event) => event.ph === "X" && isPage(event));
  const tasks = events.filter(({ name }) => name === "RunTask");
  const longest = tasks.toSorted((one, other) => (other.tdur ?? 0) - (one.tdur ?? 0));
  return longest.map((task) => ({ time: (task.tdur ?? 0) / 1e3, causes: () => causesOf(task, events) }));
}

/** Lists the longest pieces of each act, and what they were spent on. */
export async function measureTasks(browser, site, only = "") {
  console.log(`Longest pieces of work on the page's main thread, CPU ${SLOWDOWN} times slower, processor time:`);
  let worst = 0;
  for (const { link, acts } of SESSIONS) {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    console.log(`  ${link}`);
    const load = async (page) => {
      await page.goto(site.url + link);
      await page.locator("#accuracy summary").first().waitFor({ state: "attached", timeout: 60_000 });
    };
    for (const [name, act] of [["load", load], ...acts]) {
      if (name !== "load" && !name.includes(only)) continue;
      const pieces = await piecesOf(browser, page, act);
      const over = pieces.filter(({ time }) => time > BUDGET);
      worst = Math.max(worst, pieces[0]?.time ?? 0);
      console.log(`    ${name.padEnd(30)} ${(pieces[0]?.time ?? 0).toFixed(0)} ms, ${over.length} over ${BUDGET} ms`);
      for (const { time, causes } of over.slice(0, LISTED)) console.log(`      ${time.toFixed(0)} ms: ${causes()}`);
    }
    await context.close();
  }
  console.log(`  the longest: ${worst.toFixed(0)} ms: ${worst <= BUDGET ? "within" : "OVER"} ${BUDGET} ms`);
}
