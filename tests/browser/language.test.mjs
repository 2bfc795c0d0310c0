// Languages, by the two pseudo-languages that each build makes: accented and a third longer, and from right to left.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { DIST, expect, test } from "./fixtures.mjs";
import { serveHost } from "./host.mjs";
import { cutOff } from "./layout.mjs";
import { FITS, ILLEGAL, TOO_LARGE, openLesson, press, pressInMenu, settled, until } from "./planner.mjs";
import { WAYS, serve } from "./serve.mjs";

/** A line of a file as an example. */
const EXAMPLE = '{ "model_type": "llama", … }';
const NARROW = { viewport: { width: 360, height: 740 } };

/** Schedules by the names that papers give them. */
const SCHEDULES = ["dualpipe", "dualpipev", "gpipe", "vhalf", "vmin", "zbh", "zbv"];

/** Words of names that no language translates: models, GPUs, reports of runs, works, frameworks and what they call things. */
const NAMES = (() => {
  const folder = new URL("../../crates/formats/catalog/", import.meta.url);
  const words = ["models", "gpus"].flatMap((name) => readFileSync(new URL(`${name}.toml`, folder), "utf8").match(/[A-Za-z]{3,}/g));
  const runs = readFileSync(new URL("../src/famous.rs", folder), "utf8");
  const reports = [...runs.matchAll(/^ *"([^"#]+) (?:19|20)\d\d",$/gm)].flatMap(([, name]) => name.match(/[A-Za-z]{3,}/g));
  return new Set(["Shardwise", ...SCHEDULES, ...words, ...reports]);
})();

/** Addresses and names of files. */
const FILES = /https?:\S+|\S+\.(?:json|py|sh|toml|ya?ml)\b/g;

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
    if (!parentElement.closest("script, style, noscript, code, pre, textarea")) add(parentElement, data);
  }
  for (const name of ["aria-label", "aria-valuetext", "aria-description", "aria-roledescription", "title", "placeholder", "alt"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) add(element, element.getAttribute(name));
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
    .map(([text, place]) => [(text.replace(FILES, "").match(/[\p{L}\p{M}]+/gu) ?? []).filter(isEnglish), text, place])
    .filter(([words, text]) => words.length > 0 && text !== EXAMPLE)
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

/** A mixture of experts with long names and large numbers, compared with another plan. */
const LARGE = "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&gbs=15360";

/** A lesson in the letters of the accented language, so that only its frame could be in English. */
const LESSON = JSON.stringify({
  shardwise: 1,
  id: "pseudo",
  title: "Ťĥé łéššóñ",
  language: "en-XA",
  steps: [
    { id: "one", title: "Óñé", text: "Ɱáķé íť **ƒíť**.", start: TOO_LARGE, goal: "fits" },
    { id: "two", title: "Ťŵó", text: "Łóóķ.", question: { text: "Ĥóŵ ɱáñý?", answer: 4 } },
  ],
});

/** Faults of a page at rest. */
async function faults(page, what) {
  await settled(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...(await english(page)).map((line) => `${what}, English: ${line}`),
    ...(await cutOff(page)).map((line) => `${what}, cut off: ${line}`),
    ...(width > 0 ? [`${what}, wider than the window by ${width}`] : []),
  ];
}

/** Faults of every tab of a page. */
async function faultsOfTabs(page) {
  await settled(page);
  const tabs = await page.locator(".tab-row [role=tab]").evaluateAll((tabs) => tabs.map(({ id }) => id));
  assert.ok(tabs.length >= 12, tabs.join());
  const found = [];
  for (const tab of tabs) {
    await press(page.locator(`#${tab}`));
    found.push(...await faults(page, tab));
  }
  return found;
}

const inLanguage = (open, link, tag, options = {}) =>
  open(link, { prepare, context: NARROW, ...options, query: `?lang=${tag}${options.query ?? ""}` });

test("in another language no English stands on the page and nothing is cut off, 360 pixels wide", {
  tag: ["@core", "@firefox"],
}, async ({ open }) => {
  const page = await inLanguage(open, FITS, "en-XA");
  await expect(page.locator("html")).toHaveAttribute("lang", "en-XA");
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  assert.deepEqual(await faultsOfTabs(page), []);
  for (const details of await page.locator("aside details").all()) await details.evaluate((details) => { details.open = true; });
  assert.deepEqual(await faults(page, "all controls"), []);
  await openLesson(page, LESSON);
  assert.deepEqual(await faults(page, "a lesson"), []);
  for (const count of [1, 2, 3]) {
    await press(page.locator("#lesson-hint"));
    await expect(page.locator(".lesson-hints li")).toHaveCount(count);
  }
  assert.deepEqual(await faults(page, "hints"), []);
});

test("a language from right to left is read from right to left, and nothing is cut off", {
  tag: "@core",
}, async ({ open }) => {
  const page = await inLanguage(open, FITS, "ar-XB");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar-XB");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  const [name, value] = await Promise.all(["#tp", ".row:has(#tp) .number"].map((place) => page.locator(place).boundingBox()));
  assert.ok(value.x < name.x, "a control’s number stands at its left");
  assert.deepEqual(await faultsOfTabs(page), []);
});

for (const [what, link] of Object.entries({ "an illegal plan": ILLEGAL, "a plan out of memory": TOO_LARGE, "a mixture": LARGE })) {
  test(`no English and nothing cut off: ${what}`, async ({ open }) => {
    assert.deepEqual(await faultsOfTabs(await inLanguage(open, link, "en-XA")), []);
  });
}

test("no English and nothing cut off: the dialog of exports and imports, and the menu", async ({ open }) => {
  const page = await inLanguage(open, LARGE, "en-XA");
  await press(page.locator("#menu"));
  assert.deepEqual(await faults(page, "the menu"), []);
  await page.keyboard.press("Escape");
  await pressInMenu(page, "#menu-share");
  await page.locator("#share-dialog [role=tab]").first().waitFor();
  const tabs = await page.locator("#share-dialog [role=tab]").evaluateAll((tabs) => tabs.map(({ id }) => id));
  assert.ok(tabs.length >= 3, tabs.join());
  for (const tab of tabs) {
    await press(page.locator(`#${tab}`));
    assert.deepEqual(await faults(page, tab), []);
  }
  await page.keyboard.press("Escape");
  await pressInMenu(page, "#menu-import");
  await page.locator("#bring-text").waitFor();
  assert.deepEqual(await faults(page, "the import"), []);
});

test("no English and nothing cut off: the scenes of a step", async ({ open }) => {
  for (const scene of ["tp", "zero", "pipeline", "dp", "experts", "checkpoint", "context", "optimizer", "attention"]) {
    const page = await inLanguage(open, LARGE, "en-XA", { query: `&tab=watch&scene=${scene}&at=3` });
    assert.deepEqual(await faults(page, scene), []);
    await page.close();
  }
});

test("no English and nothing cut off: a first visit", async ({ open }) => {
  assert.deepEqual(await faults(await inLanguage(open, "", "en-XA", { firstVisit: true }), "the page"), []);
});

const notices = (page) => page.locator(".notices").first();

test("a language that is not there says so, and English stands in", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS, { query: "?lang=tlh" });
  await expect(notices(page)).toContainText("There is no language “tlh”; English stands in.");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

for (const way of WAYS) {
  test(`a language whose file is ${way} says so, and English stands in`, { tag: way === "half" ? "@core" : [] }, async ({ open, atEnd }) => {
    const server = await serve(DIST);
    atEnd(() => server.close());
    const [file] = (await readdir(DIST)).filter((name) => name.endsWith("_en-XA.txt"));
    server.spoil(file, way);
    const page = await open("", {
      host: `${server.url}?lang=en-xa${FITS}`,
      noisy: true,
      hasDeadlines: true,
      until: "commit",
      prepare: (page) => page.clock.install(),
    });
    await until(() => server.asked(file) > 0, "the language is asked for");
    if (way === "stalled") await page.clock.runFor(16_000);
    await expect(notices(page)).toContainText("The language “en-xa” could not be loaded; English stands in.");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
}

test("the language of an element is its planner’s", async ({ open, site, atEnd }) => {
  const plan = FITS.replaceAll("&", "&amp;");
  const host = await serveHost(site.url, `<shardwise-planner id="one" lang="en-XA" plan="${plan}"></shardwise-planner>`);
  atEnd(() => host.close());
  const page = await open("", { host: host.url, asks: [site.url] });
  await expect(page.frameLocator("#one iframe").locator("html")).toHaveAttribute("lang", "en-XA");
});
