// Measures the longest pieces of work on the page's main thread for each action of a reader: meanwhile the page does
// not answer.
import { FAR_TOO_LARGE, FITS, LARGEST, LONG_LINK, TOO_LARGE, UNREACHABLE, openLesson } from "./planner.mjs";

/** Factor by which the processor is slowed down. */
const SLOWDOWN = 4;
/** Longest duration of one piece of work, in milliseconds. */
const BUDGET = 50;
/** Number of pieces that are listed for each act, and of all acts, the longest first. */
const [LISTED, LISTED_OF_ALL] = [3, 10];
/** Number of letters that are printed of a link. */
const LETTERS = 90;
/** Milliseconds without any piece of work beyond `QUIET_PIECE` until an act counts as finished. */
const QUIET = 600;
const QUIET_PIECE = 10;
/** Milliseconds after which an act counts as finished in any case. */
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

/** A step of as many blocks as the timeline draws at most: 65,536. */
const LONG_TIMELINE = "#v=1&p=class-100b/h100x4096&layers=128&tp=8&pp=64&gbs=4096";
/** A file to import of 118 kB, almost as long as any that is read, of lines that are not understood. */
const LONG_IMPORT = JSON.stringify({
  model_type: "llama", hidden_size: 4096, intermediate_size: 14336, num_hidden_layers: 32, num_attention_heads: 32,
  num_key_value_heads: 8, vocab_size: 128256,
  ...Object.fromEntries(Array.from({ length: 4_300 }, (_, index) => [`another_setting_${index}`, index])),
});

const VIEWS = ["timeline", "waterfall", "map", "lastinch", "sweep", "run", "bill", "compare", "accuracy"];
const SLIDERS = ["seq", "mbs", "tp", "pp", "gbs"];

/** Moves a slider to its end and back, one event per frame as in a drag. Runs in the page. */
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

const show = (view) => (page) => page.evaluate((view) => {
  document.getElementById(`view-${view}-tab`).click();
  document.getElementById(`view-${view}`).scrollIntoView();
}, view);
const go = (link) => (page) => page.evaluate((link) => {
  location.hash = link;
}, link);

/** Requests the hints of a goal until there are no more. */
async function hints(page) {
  for (let hint = 0; hint < 3; hint += 1) await page.locator("#lesson-hint").click({ timeout: 60_000 });
}

/** Saves a figure as a file of this kind. */
async function save(page, figure, kind) {
  if (figure !== "memory") await show(figure)(page);
  const details = page.locator(`#${figure} details.numbers:has([data-keep])`);
  if (!await details.evaluate((details) => details.open)) await details.locator("summary").click();
  const saved = page.waitForEvent("download");
  await details.locator(`[data-keep=${kind}]`).click();
  await saved;
}

/** Answers the question of an exercise, and has it checked. */
async function check(page) {
  const question = page.locator("[data-question]").first();
  await question.waitFor();
  await question.fill("52");
  await question.press("Enter");
  await page.locator("[data-answer=\"0\"]:not([data-state=\"\"])").waitFor();
}

/** Opens the dialog at imports, and chooses a file. */
async function bring(page, text) {
  await page.locator("#import").click();
  await page.locator("#bring-file").setInputFiles({ name: "config.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await page.locator(".brought").waitFor();
}

/** Opens the tables of numbers of all figures. */
const openTables = (page) => page.evaluate(() => {
  for (const details of document.querySelectorAll("main figure details")) details.open = true;
});

/** Opens the dialog at the editor of lessons, and writes one. */
async function write(page, text) {
  await page.locator("#share").click();
  await page.locator("#tab-lesson").click();
  await page.locator("#own-open").click();
  await page.locator("#own-text").fill(text);
}

/** The acts of a reader, by name, each starting from a plan. */
const SESSIONS = [
  { link: PIPELINE, acts: [
    ...SLIDERS.map((key) => [`drag ${key}`, (page) => page.evaluate(drag, key)]),
    ...VIEWS.map((view) => [`show ${view}`, show(view)]),
    ["measurements opened", async (page) => {
      await page.locator("#view-accuracy-tab").click();
      await page.locator("#accuracy summary").first().click();
      await page.locator("#accuracy table").waitFor();
    }],
    ...["svg", "png", "csv"].flatMap((kind) => ["memory", "map"].map(
      (figure) => [`${figure} saved as ${kind}`, (page) => save(page, figure, kind)])),
    ["open all tables", openTables],
    ["drag seq, all tables open", (page) => page.evaluate(drag, "seq")],
    ["another plan by the address", go(FITS)],
    ["a mixture by the address", go("#v=1&p=deepseek-v3-671b/h800x2048&tp=8&ep=64&gbs=15360")],
    ["sweep of other axes", async (page) => {
      await page.locator("#view-sweep-tab").click();
      await page.locator("#sweep-across").selectOption("model");
      await page.locator("#sweep-between").selectOption("hidden width");
    }],
    ["search", show("search")],
  ] },
  { link: LONG_TIMELINE, acts: [
    ["show timeline near its limit", show("timeline")],
    ["drag seq, timeline near its limit", (page) => page.evaluate(drag, "seq")],
    ["timeline saved as svg", (page) => save(page, "timeline", "svg")],
  ] },
  { link: FAR_TOO_LARGE, acts: [
    ["another plan too large", go(TOO_LARGE)],
    ["cures of a plan far too large", go(FAR_TOO_LARGE)],
  ] },
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
    ["exercises", async (page) => {
      await page.locator("#lessons").click();
      await page.locator("#lesson [data-lesson=exercises]").first().click();
      await page.locator("#lesson[data-step]:not([data-step=''])").waitFor();
    }],
    ["an answer is checked", check],
  ] },
  { link: LONG_LINK, acts: [["a long link shared", async (page) => {
    await page.locator("#share").click();
    await page.locator("#link-field").waitFor();
  }]] },
  { link: FITS, acts: [["a large import", (page) => bring(page, LONG_IMPORT)]] },
  { link: FITS, acts: [
    ["share", (page) => page.locator("#share").click()],
    ["its panes", async (page) => {
      for (const tab of ["tab-lesson", "tab-files"]) await page.locator(`#${tab}`).click();
    }],
  ] },
  { link: FITS, acts: [["a long lesson is written", (page) => write(page, LONG_LESSON)]] },
  ...LARGEST.map((link) => ({ link, acts: [
    ["drag seq", (page) => page.evaluate(drag, "seq")],
    ["show sweep", show("sweep")],
    ["open all tables", openTables],
    ["another plan and back", async (page) => {
      await go(FITS)(page);
      await go(link)(page);
    }],
  ] })),
];

/** Events of a trace that explain a piece of work. */
const CAUSES = ["EventDispatch", "TimerFire", "FireAnimationFrame", "FunctionCall", "RunMicrotasks", "Layout",
  "UpdateLayoutTree", "Paint", "PrePaint", "Commit", "ParseHTML", "v8.compile", "v8.wasm.compile", "MajorGC", "MinorGC", "HitTest",
  "IntersectionObserverController::computeIntersections"];

/** The content of a piece: the kinds of work in it, each with its milliseconds. */
function causesOf(task, events) {
  const inside = events.filter(({ ts, dur = 0, tid }) => tid === task.tid && ts >= task.ts && ts + dur <= task.ts + task.dur);
  const spent = new Map();
  for (const { name, tdur = 0, args } of inside) {
    if (!CAUSES.includes(name)) continue;
    const kind = name === "EventDispatch" ? `${name} ${args.data.type}` : name;
    spent.set(kind, (spent.get(kind) ?? 0) + tdur / 1e3);
  }
  // All work of ours runs in function calls; of nested callbacks only the outer one counts.
  spent.delete("RunMicrotasks");
  const listed = [...spent].filter(([, time]) => time >= 5).toSorted((one, other) => other[1] - one[1]);
  return listed.map(([kind, time]) => `${kind} ${time.toFixed(0)}`).join(", ");
}

/**
 * Traces an act in a browser, and returns its pieces of work, the longest first. Durations are processor
 * time, so that other programs of this machine do not count.
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

/** Lists the longest pieces of each act, and of all acts, and their content. Returns whether all are within the budget. */
export async function measureTasks(browser, site, only = "") {
  console.log(`Longest pieces of work on the page's main thread, CPU ${SLOWDOWN} times slower, processor time:`);
  const all = [];
  let [count, tooLong] = [0, 0];
  const isMeant = ([name]) => name.includes(only);
  const sessions = SESSIONS.filter(({ acts }) => acts.some(isMeant));
  if (sessions.length === 0) throw new Error(`no act has a name with “${only}” in it`);
  for (const { link, acts } of sessions) {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    const short = link.slice(0, LETTERS);
    console.log(`  ${short}`);
    const load = async (page) => {
      await page.goto(site.url + link);
      await page.locator("#timeline summary").first().waitFor({ state: "attached", timeout: 60_000 });
    };
    const upToMeant = acts.slice(0, acts.findLastIndex(isMeant) + 1);
    for (const [name, act] of [["load", load], ...upToMeant]) {
      // An act may need those before it.
      if (name !== "load" && !name.includes(only)) {
        await act(page);
        continue;
      }
      const pieces = await piecesOf(browser, page, act);
      const over = pieces.filter(({ time }) => time > BUDGET);
      all.push(...over.slice(0, LISTED_OF_ALL).map(({ time, causes }) => ({ time, words: `${name}, ${short}: ${causes()}` })));
      tooLong += over.length;
      count += 1;
      console.log(`    ${name.padEnd(30)} ${(pieces[0]?.time ?? 0).toFixed(0)} ms, ${over.length} over ${BUDGET} ms`);
      for (const { time, causes } of over.slice(0, LISTED)) console.log(`      ${time.toFixed(0)} ms: ${causes()}`);
    }
    await context.close();
  }
  all.sort((one, other) => other.time - one.time);
  console.log(`  ${tooLong} pieces over ${BUDGET} ms in ${count} acts: ${tooLong === 0 ? "within the budget" : "OVER the budget; the longest:"}`);
  for (const { time, words } of all.slice(0, LISTED_OF_ALL)) console.log(`    ${time.toFixed(0)} ms: ${words}`);
  return tooLong === 0;
}
