// Reads from the planner the state that the tests compare, and acts on it as a reader does.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";

/** Milliseconds after the last change until the page does deferred work, read from its source. */
const REST = Number(readFileSync(new URL("../../src/app/render.rs", import.meta.url), "utf8")
  .match(/const REST: Duration = Duration::from_millis\((\d+)\)/)[1]);

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

/** Waits until the planner has replaced the skeleton. */
export async function started(page) {
  await page.locator("#mfu", { hasText: "%" }).waitFor({ state: "attached" });
}

/** Waits until the page is at rest: all of it is loaded, drawn and worked out, and nothing changes any more. */
export async function settled(page) {
  await page.locator("main[data-rested]").waitFor({ state: "attached" });
}

/**
 * Presses a button, a link or the summary of details by the Enter key. Unlike a press of the mouse it cannot miss what
 * moves.
 */
export async function press(locator) {
  await locator.press("Enter");
}

/** The list of plans that readers have stored in their browser. */
export const KEPT = ".snapshots:has(#snapshot-name)";

/** Opens details by their summary, and waits until they are open. */
export async function unfold(details) {
  await details.locator("> summary").press("Enter");
  await expect(details).toHaveAttribute("open");
}

/** Opens the controls of the run, which are folded away at first. */
export async function unfoldRun(page) {
  await page.locator("aside details:has(> summary > h2)").evaluate((group) => { group.open = true; });
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
  await expect.poll(async () => Boolean(await check()), what).toBe(true);
}

/** Counts, in a page or a frame, the messages that reach its window from now on; returns a function that waits for a number of them. */
export async function counted(where) {
  await where.evaluate(() => {
    window.counted = 0;
    addEventListener("message", () => { window.counted += 1; });
  });
  return (count) => where.waitForFunction((count) => window.counted >= count, count);
}

/** Presses a button of the menu, which is opened for that. */
export async function pressInMenu(page, button) {
  if (!await page.locator(button).isVisible()) await press(page.locator("#menu"));
  await press(page.locator(button));
}

/** Opens a lesson from its text, as a reader does with a file. */
export async function openLesson(page, text) {
  await press(page.locator("#lessons"));
  const file = { name: "lesson.json", mimeType: "application/json", buffer: Buffer.from(text) };
  await page.locator("#lesson-file").setInputFiles(file);
  await page.locator("#lesson[data-step]:not([data-step=''])").waitFor();
}

/** Opens the tab of a view. */
export async function openTab(page, view) {
  await press(page.locator(`#view-${view}-tab`));
  await page.locator(`#view-${view}[data-shown]`).waitFor({ state: "attached" });
}

/** Opens the dialog for imports, whose button is in the menu of a narrow page. */
export async function openImport(page) {
  const button = page.locator("#import");
  await (await button.isVisible() ? press(button) : pressInMenu(page, "#menu-import"));
  await page.locator("#bring-text").waitFor();
}

/** Opens the dialog for imports and pastes a model's configuration, which the worker for files reads. */
export async function pasteConfig(page) {
  await openImport(page);
  await page.locator("#bring-text").fill('{"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12}');
}

/** Opens the best layout and waits until the search has ended; then back to the top. */
export async function searched(page) {
  const isAlone = await page.locator("html[data-view]").count() > 0;
  if (!isAlone) await openTab(page, "search");
  await page.locator("#search").waitFor({ state: "attached" });
  await page.evaluate(() => document.getElementById("search").scrollIntoView());
  await page.locator("#search .found:not(.old) .way h3").waitFor();
  await page.locator("#search-act").waitFor({ state: "hidden" });
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
  await expect(page.locator("#verdict")).toHaveText(word);
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
    words: words(".plan-title, #verdict, .summary, .follows, #notices, #changes"),
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
  // All is read at once: between two reads a figure may become outdated, and then has no text.
  await expect.poll(() => page.evaluate(shownInPage)).toEqual(expected);
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
