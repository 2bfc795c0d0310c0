// Opens the planner in every available browser, and reads from it the state that the tests compare.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { launch, wanted } from "./browsers.mjs";
import { endsWith } from "./endings.mjs";
import { serve } from "./serve.mjs";

/** Milliseconds after the last change until the page does deferred work, read from its source. */
const REST = Number(readFileSync(new URL("../../src/app/render.rs", import.meta.url), "utf8")
  .match(/const REST: Duration = Duration::from_millis\((\d+)\)/)[1]);

/** Milliseconds that a test may use a page: several times the longest duration on a machine with two busy cores. */
const LIMIT = 180_000;

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** A plan that fits: Llama-3 70B on 64 H100s. */
export const FITS = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
/** The same plan without a pipeline, which does not fit. */
export const TOO_LARGE = "#v=1&p=llama3-70b/h100x64&tp=8";
/** A plan that only just fits. */
export const TIGHT = "#v=1&p=llama3-70b/h100x64&tp=8&cp=2";
/** An illegal plan. */
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

/** The largest plan of a link: a thousand stages, two virtual ones each, a long step. */
export const LARGEST = [
  "#v=1&p=llama3-8b/h100x1000&layers=1000&pp=1000&gbs=262144",
  "#v=1&p=gpt3-175b/a100-80x500&layers=1000&pp=500&vp=2&gbs=262000",
  "#v=1&p=llama3-8b/h100x1000&layers=1000&pp=1000&sched=gpipe&gbs=1073741824",
];

/** A plan with a link of 2,100 letters, almost the longest that a QR code can hold. */
export const LONG_LINK = (() => {
  const split = (two) => Array.from({ length: 500 }, (_, rank) => (rank % 2 === 0 ? two : 4 - two)).join();
  return `#v=1&p=llama3-8b/h100x1000&layers=1000&pp=500&split=${split(1)}&b.split=${split(3)}`;
})();
/** Split schedules of many stages with a long warm-up; in earlier releases each took from seconds to hours. */
export const LONG_SPLIT = [
  "#v=1&p=llama3-8b/h100x1000&layers=1000&pp=1000&sched=zbh1&gbs=1073741824",
  "#v=1&p=llama3-8b/h100x128&layers=256&pp=128&sched=zbv&gbs=256",
  "#v=1&p=llama3-8b/h100x256&layers=512&pp=256&sched=zbv&gbs=512",
  "#v=1&p=llama3-8b/h100x500&layers=1000&pp=500&sched=dualpipe&gbs=1000",
];

/**
 * Declares the tests once for each browser; `declare` receives the browser's `name` and `open`.
 *
 * `preferences` are those of `launch`.
 */
export function inEachBrowser(declare, { preferences } = {}) {
  const names = wanted();
  assert.ok(names.length > 0, "no browser: SHARDWISE_WITHOUT leaves out all");
  // All tests of a missing browser fail, by name: none is skipped.
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
       * A fresh page of the planner, closed after the test `t`. The test fails if the page reports an
       * error, violates its policy, or requests anything from another host. No service worker is
       * between the page and the server.
       *
       * `query` is placed before the fragment; `context` has the context's options. `prepare` receives
       * the page before its first navigation. With `noisy` it may report errors; with `broken` the
       * planner need not start. With `host`, that address is opened instead: a page with embedded
       * planners, or another place of the planner. `until` says how far it must be loaded. Requests
       * to addresses that begin with one of `asks` are allowed, too.
       */
      const open = async (t, fragment, { query = "", context: options, prepare, noisy, broken, host, asks = [], until = "load", limit = LIMIT } = {}) => {
        const context = await browser.newContext({ serviceWorkers: "block", ...options });
        const faults = [];
        let hasEndedRequests = false;
        // Closing a page ends everything that waits in it, and so the test.
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
        // Firefox aborts the requests of a page or frame that navigates while its scripts still run. The loader then
        // reports that a part failed, and Playwright gives only the class of the error. For a frame's requests it does
        // not always report the end.
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

/** Reports all violations of the page's policy. Runs in the page, and in its frames. */
function tellViolations() {
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
    console.error(`${violatedDirective} forbids ${blockedURI} (${sourceFile}:${lineNumber})`);
  });
}

/** Waits until the planner has replaced the skeleton. */
export async function started(page) {
  await page.locator("#mfu", { hasText: "%" }).waitFor({ state: "attached" });
}

/** Waits until all figures are drawn and the advice is found: nothing changes any more. */
export async function settled(page) {
  await page.locator("#accuracy summary").waitFor({ state: "attached" });
  for (const [place, words] of [["#diagnosis .advice", "Looking for the change"], ["#cures", "Looking for cures"]]) {
    await page.locator(place, { hasText: words }).waitFor({ state: "hidden" });
  }
}

/**
 * Waits until the page, or a frame of it, has drawn all that is due. Work deferred to the next frame is
 * done by the end of the second. A frame out of sight may get no animation frames: a timer replaces them.
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
 * Waits until all work that the page, or a frame of it, had deferred before this call is done. Anything not
 * done then will not happen. Browsers end timers in the order in which they are due. So a timer with the
 * page's own pause that starts now ends after all that the page had started, however busy the machine is.
 */
export async function calm(where) {
  await drawn(where);
  await where.evaluate((rest) => new Promise((done) => { setTimeout(done, rest); }), REST);
  await drawn(where);
}

/** Waits until `check` returns a true value, for events outside the page: in a server of a test. */
export async function until(check, what) {
  const end = Date.now() + 20_000;
  while (!await check()) {
    assert.ok(Date.now() < end, `in 20 s not: ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}

/** Counts, in a page or a frame, the messages that reach its window from now on; returns a function that waits for a number of them. */
export async function counted(where) {
  await where.evaluate(() => {
    window.counted = 0;
    addEventListener("message", () => { window.counted += 1; });
  });
  return (count) => where.waitForFunction((count) => window.counted >= count, count);
}

/** Scrolls to the best layout and waits until the search has ended; then back to the top. */
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

/** Replaces the text of a number box, key by key. */
export async function type(page, key, text) {
  await box(page, key).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

/** Waits until the verdict has this text. */
export async function verdict(page, word) {
  await page.waitForFunction(
    (word) => document.getElementById("verdict").textContent === word,
    word,
  );
}

/** Waits until the fragment of the address is exactly this; else says which it is, and where the focus is. */
export async function address(page, fragment) {
  await page.waitForFunction((fragment) => location.hash === fragment, fragment).catch(async (error) => {
    const found = await page.evaluate(() => [location.hash, document.activeElement?.outerHTML]).catch(() => [error]);
    throw new Error(`the address does not become ${fragment}: ${found.join("; focus: ")}`, { cause: error });
  });
}

/**
 * Presses the mouse on a slider's thumb: `to` drags it to a position, `drop` releases it, on request
 * above all controls.
 */
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

/** The first number in a text, with separators between thousands and a real minus sign. */
export function numberIn(text) {
  const [digits] = text.match(/[−-]?[\d,]*\.?\d+/) ?? [];
  return Number(digits?.replaceAll(",", "").replace("−", "-") ?? Number.NaN);
}

/** The first number in an element's text. */
export async function readNumber(page, selector) {
  return numberIn(await page.locator(selector).textContent());
}

/** All content that follows from the plan: texts, marks and the state of each control. */
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
  // An illegal plan has no figures of its own: the last legal ones are shown, greyed.
  if (document.querySelector("[data-state=illegal]")) return always;
  return {
    ...always,
    figures: words("#need, #capacity, dl, .words, #figures figure"),
    marks: marks.map((mark) => `${mark.className} ${mark.getAttribute("style")}`),
  };
}

/** Waits until no figure shows an earlier plan. A browser does not render the text of such figures while they are out of sight. */
export async function upToDate(page) {
  await page.locator("#figures[aria-busy]").waitFor({ state: "detached" });
}

/** The content of `page`, once its cures and advice are found and figures out of sight are updated. */
export async function shown(page) {
  await settled(page);
  await upToDate(page);
  return page.evaluate(shownInPage);
}

/** Waits until `page` shows exactly `expected`, without figures of an earlier plan, or fails with the difference. */
export async function showsSoon(page, expected) {
  const end = Date.now() + 5_000;
  let now;
  do {
    await drawn(page);
    // Both are read at once: between two reads a figure may become outdated, and then has no text.
    now = await page.evaluate(shownInPage);
  } while (Date.now() < end && !isDeepStrictEqual(now, expected));
  assert.deepEqual(now, expected);
}

/**
 * Before a page starts: saved files go where `kept` finds them. Stock Firefox does not report
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

/** The file, by name and bytes, that a page with `catchFiles` saves during `act`. */
export async function kept(page, act) {
  await act();
  const { name, bytes } = await (await page.waitForFunction(() => window.files.pop())).jsonValue();
  return { name, bytes: Buffer.from(bytes) };
}

/** The faults that axe finds in the page, or in a part of it. */
export async function violations(page, part) {
  // Not as a script element, which the page's policy forbids.
  await page.evaluate(AXE);
  return page.evaluate(async (part) => {
    const { violations } = await window.axe.run(part ?? document, { resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  }, part);
}
