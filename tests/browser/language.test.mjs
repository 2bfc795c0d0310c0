// Languages, by the two pseudo-languages that each build makes: accented and a third longer, and from right to left.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures.mjs";
import { FITS, ILLEGAL, TOO_LARGE, openTab, press, pressInMenu, searched, settled, unfoldRun } from "./planner.mjs";

const NARROW = { viewport: { width: 360, height: 740 } };

/** Words of names that no language translates: models, GPUs, works, frameworks and what they call things. */
const NAMES = (() => {
  const folder = new URL("../../crates/formats/catalog/", import.meta.url);
  const words = ["models", "gpus"].flatMap((name) => readFileSync(new URL(`${name}.toml`, folder), "utf8").match(/[A-Za-z]{3,}/g));
  return new Set(words);
})();

/** Texts of the page that are in sight or that screen readers read, each with its element. */
const texts = (page) => page.evaluate(() => {
  const found = [];
  const add = (element, text) => {
    const place = element.closest("[id]")?.id ?? "";
    if (text?.trim()) found.push([text.trim().replace(/\s+/g, " "), `${place} ${element.localName}`]);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (!parentElement.closest("script, style, noscript, code, pre, textarea, [lang]:not(html)")) add(parentElement, data);
  }
  for (const name of ["aria-label", "aria-valuetext", "aria-description", "aria-roledescription", "title", "placeholder", "alt"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (!element.closest("[lang]:not(html)")) add(element, element.getAttribute(name));
    }
  }
  for (const text of window.painted ?? []) add(document.querySelector("canvas") ?? document.body, text);
  add(document.head, document.title);
  return found;
});

/** Texts with words in plain letters that are no names: they were not translated. */
async function english(page) {
  const found = await texts(page);
  const isEnglish = (word) => /^[A-Za-z]{3,}$/.test(word) && /[a-z]/.test(word) && !NAMES.has(word);
  const lines = found
    .map(([text, place]) => [(text.match(/[\p{L}\p{M}]+/gu) ?? []).filter(isEnglish), text, place])
    .filter(([words]) => words.length > 0)
    .map(([words, text, place]) => `${place}: ${words.join(" ")} | ${text.slice(0, 90)}`);
  return [...new Set(lines)];
}

/** Keeps the texts that are painted on canvases. */
const prepare = (page) => page.addInitScript(() => {
  window.painted = new Set();
  for (const kind of [CanvasRenderingContext2D, window.OffscreenCanvasRenderingContext2D].filter(Boolean)) {
    const { fillText } = kind.prototype;
    kind.prototype.fillText = function (text, ...rest) {
      window.painted.add(text);
      return fillText.call(this, text, ...rest);
    };
  }
});

/**
 * Texts of which a part is out of sight for good: outside of an element that cuts off what does not fit, or beside the
 * page. What can be scrolled into sight is not cut off.
 */
const cutOff = (page) => page.evaluate(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const own = text.parentElement;
    if (!text.data.trim() || !own.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (getComputedStyle(own).clipPath !== "none" || own.closest("svg, option, noscript")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    if (width === 0) continue;
    let cutter = "";
    for (let around = own; around && !cutter; around = around.parentElement) {
      const { overflowX, overflowY, clipPath, position } = getComputedStyle(around);
      // Texts for screen readers alone.
      if (clipPath !== "none") cutter = "";
      if (clipPath !== "none") break;
      const isRoot = around === document.documentElement || around === document.body;
      if (!isRoot && /auto|scroll/.test(overflowX + overflowY)) break;
      const box = isRoot ? { left: 0, right: innerWidth } : around.getBoundingClientRect();
      const cuts = isRoot || /hidden|clip/.test(overflowX);
      if (cuts && (left < box.left - 1 || right > box.right + 1)) cutter = around.id || around.className || around.localName;
      if (!isRoot && /hidden|clip/.test(overflowY) && (top < box.top - 2 || bottom > box.bottom + 2)) cutter = around.id || around.className || around.localName;
      if (position === "fixed") break;
    }
    if (cutter) found.push(`${cutter}: ${text.data.trim().slice(0, 60)}`);
  }
  return [...new Set(found)];
});

const LARGE = "#v=1&p=deepseek-v3-671b/h800x2048&tp=8&pp=16&ep=8&gbs=15360&a.tp=4";

test("probe2", async ({ open, browserName }) => {
  test.setTimeout(900_000);
  const seen = new Set();
  const look = async (page, what) => {
    await settled(page);
    for (const line of await english(page)) { if (!seen.has(line)) console.log("ENGLISH", what, line); seen.add(line); }
    for (const line of await cutOff(page)) { if (!seen.has(line)) console.log("CUT", what, line); seen.add(line); }
    const w = await page.evaluate(() => document.documentElement.scrollWidth);
    if (w > 360) console.log("WIDE", what, w);
  };
  for (const [name, link] of Object.entries({ FITS, ILLEGAL, TOO_LARGE, LARGE })) {
    const page = await open(link, { query: "?lang=en-XA", prepare, context: NARROW });
    await look(page, name);
    await page.evaluate(() => { for (const each of document.querySelectorAll("details")) each.open = true; });
    await look(page, `${name} unfolded`);
    await page.evaluate(() => { for (const each of document.querySelectorAll("details")) each.open = false; });
    const views = await page.locator("[role=tab][id$=-tab]").evaluateAll((tabs) => tabs.map(({ id }) => id.match(/^view-(.*)-tab$/)?.[1]).filter(Boolean));
    for (const view of views) {
      await openTab(page, view);
      if (view === "search") await page.locator("main[data-rested]").waitFor();
      await look(page, `${name} ${view}`);
    }
    await press(page.locator("#menu"));
    await look(page, `${name} menu`);
    await page.keyboard.press("Escape");
    await press(page.locator("#share"));
    await look(page, `${name} share`);
    for (const tab of await page.locator("#share-dialog [role=tab]").evaluateAll((tabs) => tabs.map(({ id }) => id))) {
      await press(page.locator(`#${tab}`));
      await look(page, `${name} share ${tab}`);
    }
    await page.close();
  }
  for (const scene of ["tp", "zero", "pipeline", "dp", "experts", "checkpoint", "context", "optimizer", "attention"]) {
    const page = await open(LARGE, { query: `?lang=en-XA&tab=watch&scene=${scene}&at=3`, prepare, context: NARROW });
    await look(page, `scene ${scene}`);
    await page.close();
  }
  for (const lesson of ["tour", "recipe", "challenges", "exercises"]) {
    const page = await open("", { query: `?lang=en-XA&lesson=${lesson}`, prepare, context: NARROW });
    await look(page, `lesson ${lesson}`);
    await page.close();
  }
  const page = await open("", { query: `?lang=en-XA`, prepare, context: NARROW, firstVisit: true });
  await look(page, `first visit`);
  await page.close();
});
