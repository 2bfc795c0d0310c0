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
  const isEnglish = (word) => /^[A-Za-z]{3,}$/.test(word) && !NAMES.has(word);
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

test("probe", async ({ open }) => {
  for (const lang of ["en-XA", "ar-XB"]) {
  const page = await open(FITS, { query: `?lang=${lang}`, prepare, context: NARROW });
  await settled(page);
  await page.screenshot({ path: `/tmp/shots/${lang}.png`, fullPage: true });
  console.log(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir, document.title, document.documentElement.scrollWidth]));
  if (lang === "en-XA") console.log((await english(page)).join("\n"));
  }
});
