// Opens the planner in every browser at hand, and reads off it what the tests compare.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { launch, wanted } from "./browsers.mjs";
import { endsWith } from "./endings.mjs";
import { serve } from "./serve.mjs";

/** How long the page waits after the last change before it does what can wait, in milliseconds, as its source says. */
const REST = Number(readFileSync(new URL("../../src/app/render.rs", import.meta.url), "utf8")
  .match(/const REST: Duration = Duration::from_millis\((\d+)\)/)[1]);

/** How long a test may have a page, in milliseconds: some times the longest of a machine of two busy cores. */
const LIMIT = 180_000;

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** A plan that fits: Llama-3 70B on 64 H100s. */
export const FITS = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
/** The same without a pipeline, which does not. */
export const TOO_LARGE = "#v=1&p=llama3-70b/h100x64&tp=8";
/** One that fits with little to spare. */
export const TIGHT = "#v=1&p=llama3-70b/h100x64&tp=8&cp=2";
/** One that cannot exist. */
export const ILLEGAL = "#v=1&p=llama3-70b/h100x64&tp=6&pp=4";
/** A plan so much too large that hundreds of changes and pairs of changes are tried in vain. */
export const FAR_TOO_LARGE = "#v=1&p=llama3-405b/t4x8&seq=131072&gbs=1024";
/** A lesson whose goal no plan reaches. */
export const UNREACHABLE = JSON.stringify({
  shardwise: 1,
  id: "unreachable",
  title: "Unreachable",
  start: TOO_LARGE,
  steps: [{ id: "one", title: "One", text: "No plan does this.", goal: "mfu > 99%" }],
});

/** The largest that a link can ask for: a thousand stages, two virtual ones each, a long step. */
export const LARGEST = [
  "#v=1&p=llama3-8b/h100x1000&layers=1000&pp=1000&gbs=262144",
  "#v=1&p=gpt3-175b/a100-80x500&layers=1000&pp=500&vp=2&gbs=262000",
  "#v=1&p=llama3-8b/h100x1000&layers=1000&pp=1000&sched=gpipe&gbs=1073741824",
];

/**
 * Declares the tests once for each browser; `declare` gets the browser's `name` and `open`.
 *
 * `preferences` are those of `launch`.
 */
export function inEachBrowser(declare, { preferences } = {}) {
  const names = wanted();
  assert.ok(names.length > 0, "no browser: SHARDWISE_WITHOUT leaves out all");
  // One that is missing fails each of its tests, by name: nothing is passed over.
  for (const name of names) {
    describe(name, () => {
      let browser;
      let site;
      before(async () => {
        site = await serve(process.env.SHARDWISE_DIST);
        browser = await launch(name, preferences);
      });
      after(async () => {
        await browser?.close();
        await site?.close();
      });

      /**
       * A fresh page of the planner, closed after the test `t`, which fails if the page reports
       * an error, does what its policy forbids, or asks another host for anything. No service
       * worker stands between the page and the server.
       *
       * `query` stands before the fragment; `context` are the context's options; `prepare` gets
       * the page before it goes anywhere. With `noisy` it may report errors, with `broken` the
       * planner need not even start. With `host`, that address is opened instead, of a page which
       * has planners as parts, or of another place of the planner; `until` says how far that has to
       * be loaded. Addresses that begin with one of `asks` may be asked, too.
       */
      const open = async (t, fragment, { query = "", context: options, prepare, noisy, broken, host, asks = [], until = "load", limit = LIMIT } = {}) => {
        const context = await browser.newContext({ serviceWorkers: "block", ...options });
        const faults = [];
        let hasEndedRequests = false;
        // A page that is taken away ends all that is waited for in it, and with that the test.
        let isLate = false;
        const late = setTimeout(() => {
          isLate = true;
          context.close();
        }, limit);
        endsWith(t, async () => {
          clearTimeout(late);
          await context.close();
          assert.ok(!isLate, `took longer than ${limit / 1_000} s, so that its page was closed`);
          const unexplained = faults.filter((fault) => !(hasEndedRequests && fault === "Error"));
          assert.deepEqual(noisy || broken ? [] : unexplained, []);
        });
        const page = await context.newPage();
        page.setDefaultTimeout(20_000);
        page.on("pageerror", (error) => faults.push(error.message));
        page.on("console", (message) => {
          if (message.type() === "error") faults.push(message.text());
        });
        // Firefox ends the requests of a page, or of a frame, that goes elsewhere while its scripts still run:
        // the loader writes of each that a part did not come, and Playwright has but the error's class of it. Of a
        // frame's requests it does not always say that they ended.
        page.on("requestfailed", (request) => {
          if (request.failure()?.errorText === "NS_BINDING_ABORTED") hasEndedRequests = true;
        });
        const frames = new Set();
        page.on("framenavigated", (frame) => {
          if (frame === page.mainFrame()) return;
          if (frames.has(frame)) hasEndedRequests = true;
          frames.add(frame);
        });
        page.on("request", (request) => {
          const address = request.url();
          const known = [site.url, host && new URL("/", host).href, ...asks].filter(Boolean);
          if (/^(http|ws)/.test(address) && !known.some((url) => address.startsWith(url))) faults.push(address);
        });
        await page.addInitScript(tellViolations);
        await prepare?.(page);
        await page.goto(host ?? site.url + query + fragment, { waitUntil: until });
        if (!broken && !host) await started(page);
        return page;
      };
      declare({ name, open, site: () => site });
    });
  }
}

/** Tells of all that the page's policy forbids. In the page, and in its frames. */
function tellViolations() {
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
    console.error(`${violatedDirective} forbids ${blockedURI} (${sourceFile}:${lineNumber})`);
  });
}

/** Waits until the planner has taken the skeleton's place. */
export async function started(page) {
  await page.locator("#mfu", { hasText: "%" }).waitFor({ state: "attached" });
}

/** Waits until all figures stand, and what helps the plan is found: nothing moves any more. */
export async function settled(page) {
  await page.locator("#accuracy summary").waitFor({ state: "attached" });
  for (const [place, words] of [["#diagnosis .advice", "Looking for the change"], ["#cures", "Looking for cures"]]) {
    await page.locator(place, { hasText: words }).waitFor({ state: "hidden" });
  }
}

/**
 * Waits until the page, or a frame of it, has drawn what it was to draw: work that was put off to the next frame is
 * done by the end of the second. A frame that is out of sight may be given none: there a timer stands in.
 */
export function drawn(where) {
  return where.evaluate(async () => {
    const frame = () => new Promise((done) => {
      requestAnimationFrame(done);
      setTimeout(done, 250);
    });
    await frame();
    await frame();
    await new Promise((done) => { setTimeout(done); });
  });
}

/**
 * Waits until all has happened that the page, or a frame of it, had put off when this was called: so that what has
 * not happened then will not. A browser ends timers in the order in which they fall due, so one of the page's own
 * pause that starts now ends after every one that the page had started, however busy the machine is.
 */
export async function calm(where) {
  await drawn(where);
  await where.evaluate((rest) => new Promise((done) => { setTimeout(done, rest); }), REST);
  await drawn(where);
}

/** Waits until `check` gives what is true, for what happens outside of the page: in a server of a test. */
export async function until(check, what) {
  const end = Date.now() + 20_000;
  while (!await check()) {
    assert.ok(Date.now() < end, `in 20 s not: ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}

/** Counts, in a page or a frame, the messages that reach its window from now on; gives a wait for so many. */
export async function counted(where) {
  await where.evaluate(() => {
    window.counted = 0;
    addEventListener("message", () => { window.counted += 1; });
  });
  return (count) => where.waitForFunction((count) => window.counted >= count, count);
}

/** Brings the best layout into sight and waits until nothing more is found; then back to the top. */
export async function searched(page) {
  await page.locator("#search").waitFor({ state: "attached" });
  await page.evaluate(() => document.getElementById("search").scrollIntoView());
  await page.locator("#search .found:not(.old) .way h3").waitFor({ timeout: 60_000 });
  await page.locator("#search-act").waitFor({ state: "hidden", timeout: 60_000 });
  await page.evaluate(() => scrollTo(0, 0));
}

/** The number box beside the slider of this key. */
export function box(page, key) {
  return page.locator(`.row:has(#${key}) input.number`);
}

/** Replaces what stands in a number box, key by key. */
export async function type(page, key, text) {
  await box(page, key).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

/** Waits until the verdict reads so. */
export async function verdict(page, word) {
  await page.waitForFunction(
    (word) => document.getElementById("verdict").textContent === word,
    word,
  );
}

/** Waits until the fragment of the address is exactly this. */
export async function address(page, fragment) {
  await page.waitForFunction((fragment) => location.hash === fragment, fragment);
}

/**
 * Puts the mouse on a slider's thumb and presses: `to` drags it to a position, `drop` lets go, if
 * asked above all controls. */
export async function grab(page, key) {
  const slider = page.locator(`#${key}`);
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await slider.boundingBox();
  const [now, last] = await slider.evaluate((range) => [Number(range.value), Number(range.max)]);
  const thumb = 16;
  const place = (position) => x + thumb / 2 + ((width - thumb) * position) / last;
  const middle = y + height / 2;
  await page.mouse.move(place(now), middle);
  await page.mouse.down();
  return {
    to: (position) => page.mouse.move(place(position), middle, { steps: 5 }),
    async drop({ above = false } = {}) {
      if (above) await page.mouse.move(x + thumb / 2, 20, { steps: 3 });
      await page.mouse.up();
    },
  };
}

/** The ids of the notices in sight. */
export function notices(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll(".notice")]
      .filter((notice) => notice.offsetParent !== null)
      .map((notice) => notice.id));
}

/** The first number in a text: thousands set off, with a real minus sign. */
export function numberIn(text) {
  const [digits] = text.match(/[−-]?[\d,]*\.?\d+/) ?? [];
  return Number(digits?.replaceAll(",", "").replace("−", "-") ?? Number.NaN);
}

/** The first number in an element's text. */
export async function readNumber(page, selector) {
  return numberIn(await page.locator(selector).textContent());
}

/** Everything that follows from the plan: words, marks and the state of each control. */
function shownInPage() {
  const words = (selector) =>
    [...document.querySelectorAll(selector)].map((element) => element.innerText.trim());
  const controls = [...document.querySelectorAll("aside input, aside select")].map((control) => {
    const name = control.id || control.name || control.ariaLabel;
    if (control.type === "radio") return [name, control.checked];
    return [name, control.value, control.max, control.getAttribute("aria-valuetext")];
  });
  const marks = [...document.querySelectorAll(".marks i, #figures .track > *")];
  const always = {
    isBehind: document.querySelector("#figures[aria-busy]") !== null,
    controls,
    words: words(".plan-title, #verdict, .summary, .follows, #notices"),
  };
  // An illegal plan has no figures of its own: the last legal ones stand there, greyed.
  if (document.querySelector("[data-state=illegal]")) return always;
  return {
    ...always,
    figures: words("#need, #capacity, dl, .words, #figures figure"),
    marks: marks.map((mark) => `${mark.className} ${mark.getAttribute("style")}`),
  };
}

/** Waits until no figure shows an earlier plan: the browser leaves out what such ones say while they are out of sight. */
export async function upToDate(page) {
  await page.locator("#figures[aria-busy]").waitFor({ state: "detached" });
}

/** What `page` shows, once its cures and its advice are worked out and what is out of sight has followed. */
export async function shown(page) {
  await settled(page);
  await upToDate(page);
  return page.evaluate(shownInPage);
}

/** Waits until `page` shows exactly `expected`, and no figure an earlier plan, or fails with the difference. */
export async function showsSoon(page, expected) {
  const end = Date.now() + 5_000;
  let now;
  do {
    await drawn(page);
    // One look for both: a figure may fall behind between two of them, and then says nothing.
    now = await page.evaluate(shownInPage);
  } while (Date.now() < end && !isDeepStrictEqual(now, expected));
  assert.deepEqual(now, expected);
}

/**
 * Before a page starts: files that it has its reader keep go where `kept` finds them. Stock Firefox tells of no
 * downloads.
 */
export function catchFiles() {
  window.files = [];
  const blobs = new Map();
  const create = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    const address = create.call(URL, blob);
    blobs.set(address, blob);
    return address;
  };
  HTMLAnchorElement.prototype.click = async function click() {
    const bytes = new Uint8Array(await blobs.get(this.href).arrayBuffer());
    window.files.push({ name: this.download, bytes: [...bytes] });
  };
}

/** The file, by name and bytes, that the reader of a page with `catchFiles` is given when `act` is done. */
export async function kept(page, act) {
  await act();
  const { name, bytes } = await (await page.waitForFunction(() => window.files.pop())).jsonValue();
  return { name, bytes: Buffer.from(bytes) };
}

/** What axe finds wrong with the page as it stands, or with a part of it. */
export async function violations(page, part) {
  // Not as a script, which the page's policy forbids.
  await page.evaluate(AXE);
  return page.evaluate(async (part) => {
    const { violations } = await window.axe.run(part ?? document, { resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  }, part);
}
