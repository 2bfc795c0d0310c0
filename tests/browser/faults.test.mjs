// Failures of each file of the release, one at a time: the page reports it, works on, and retries only at the reader's
// request.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DIST, expect, test } from "./fixtures.mjs";
import { FITS, TOO_LARGE, catchFiles, openTab, pasteConfig, press, started, unfold } from "./planner.mjs";
import { releaseOf } from "./release.mjs";
import { WAYS, serve } from "./serve.mjs";

const RELEASE = await releaseOf(DIST);
/** Milliseconds after which the page reports that a file is late, with a margin. */
const LATE = 12_000;
/** Files that no visit requests: those for servers, compressed twins, and previews for other sites. */
const NO_PART = /^_headers$|^\.htaccess$|\.(br|gz)$|^oembed\.json$|\.png$/;
/** Files, one of each way of loading, without which every change has to be tested. */
const CORE = [".js", "_bg.wasm", "_figures.pack", "_views.pack", "_search.js", "_share.wasm", "_lesson.wasm"];
/** Those of them that are also tested in Firefox, and that are also tested when they stall. */
const FIRST = ["_bg.wasm", "_figures.pack", "_views.pack"];

const again = (page, place) => page.locator(`${place} button:visible`, { hasText: /^Try again$/ });

/** Opens the pane of the dialog in which lessons are written. */
async function openWriter(page) {
  for (const id of ["share", "tab-lesson", "own-open"]) await press(page.locator(`#${id}`));
}

/** Requests a figure as a file. */
async function keepFigure(page) {
  await unfold(page.locator("#memory details.numbers"));
  await press(page.locator("#memory [data-keep=csv]"));
}

/** Waits until the page shows its first part. */
const first = (page) => started(page);
/** Waits until all later figures are shown. */
const all = (page) => page.locator("#cut summary").first().waitFor({ state: "attached" });

/**
 * The page while a part is missing: `ready` waits until the part can be requested, and `act` requests it.
 * `says` is the place of a sentence about it, and `works` waits until it is loaded. Without `goesOn`
 * nothing can be changed.
 */
const PARTS = {
  start: {
    says: ["#slow:visible, #failure:visible", /still loading|could not start/],
    place: "body",
    works: all,
    goesOn: false,
  },
  figures: {
    fragment: TOO_LARGE,
    ready: first,
    says: ["#unloaded", /The other figures, “Share”, “Import” and “Lessons” (are still loading|did not load)/],
    place: "#unloaded",
    works: all,
  },
  views: {
    fragment: TOO_LARGE,
    ready: first,
    says: ["#unloaded", /Advice and the other views (are still loading|did not load)/],
    place: "#unloaded",
    also: async (page) => {
      await expect(page.locator("#cures")).toContainText("looks for changes has not loaded");
      await expect(page.locator("body")).not.toContainText("Looking for", { useInnerText: true });
    },
    works: async (page) => {
      await openTab(page, "map");
      await page.locator("#map").waitFor();
    },
  },
  plans: {
    ready: first,
    says: ["#unloaded", /Advice and the other views (are still loading|did not load)/],
    place: "#unloaded",
    works: async (page) => {
      await openTab(page, "bill");
      await page.locator("#bill").waitFor();
    },
  },
  best: {
    ready: all,
    act: (page) => openTab(page, "search"),
    says: ["#search .unloaded", /The search (is still loading|did not load)/],
    place: "#search",
    works: (page) => page.locator("#search .best tbody tr").first().waitFor(),
  },
  search: {
    ready: all,
    act: (page) => openTab(page, "search"),
    says: ["#search .unloaded", /The search (has stopped|has not answered)/],
    place: "#search",
    also: async (page) => {
      await expect(page.locator("#search .progress")).toHaveCount(0);
      await expect(page.locator("#search .best")).toHaveCount(0);
    },
    works: (page) => page.locator("#search .best tbody tr").first().waitFor(),
  },
  watch: {
    ready: all,
    act: (page) => openTab(page, "watch"),
    says: ["#watch .unloaded", /The player (is still loading|did not load)/],
    place: "#watch",
    works: (page) => page.locator(".watch-play").waitFor(),
  },
  share: {
    ready: all,
    act: (page) => press(page.locator("#share")),
    says: ["#later-bar .unloaded", /This dialog (is still loading|did not load)/],
    place: "#later-bar",
    works: (page) => page.locator("#link-field").waitFor(),
  },
  import: {
    ready: all,
    act: pasteConfig,
    says: ["#share-dialog .unloaded", /The reader of files (is still loading|did not load)/],
    place: "#share-dialog",
    works: (page) => page.locator("#bring-take").waitFor(),
    goesOn: false,
  },
  writer: {
    ready: all,
    act: openWriter,
    says: ["#own-lesson .unloaded", /The editor (is still loading|did not load)/],
    place: "#own-lesson",
    works: (page) => page.locator("#own-text").waitFor(),
    goesOn: false,
  },
  lesson: {
    ready: all,
    act: (page) => press(page.locator("#lessons")),
    says: ["#later-bar .unloaded", /The lessons (are still loading|did not load)/],
    place: "#later-bar",
    works: (page) => page.locator("#lesson .shelf").waitFor(),
  },
  // Each address requests the same file, and has another condition to wait for.
  embed: [["?goal=fits", "#goal"], ["?lesson=tour", "#lesson[data-step]:not([data-step=\"\"])"]].map(([query, place]) => ({
    query,
    ready: all,
    says: ["#unloaded", /Parts that the address names, such as a lesson or a goal, (are still loading|did not load)/],
    place: "#unloaded",
    works: (page) => page.locator(place).waitFor(),
  })),
  keep: {
    ready: all,
    act: keepFigure,
    says: ["#memory .unloaded", /The file was not saved/],
    place: "#memory",
    works: (page) => expect.poll(() => page.evaluate(() => window.files.at(-1)?.name)).toBe("shardwise-memory.csv"),
  },
  accuracy: {
    ready: all,
    act: async (page) => {
      await openTab(page, "accuracy");
      await unfold(page.locator("#accuracy details"));
    },
    says: ["#accuracy .unloaded", /The measurements (are still loading|did not load)/],
    place: "#accuracy",
    works: (page) => page.locator("#accuracy table").waitFor(),
  },
  shelf: {
    ready: all,
    act: (page) => press(page.locator("#lessons")),
    says: ["#lesson .shelf", /did not load/],
    place: "#lesson",
    works: (page) => expect(page.locator("#lesson .shelf")).not.toHaveText(/did not load|Fetching/),
    // After this time without a byte the request is aborted.
    patience: 17_000,
  },
};

/** Languages, of which only a query requests one. See language.test.mjs. */
const LANGUAGE = /\.txt$/;

/** Files outside the page: the service worker, and the element for other pages. See faults-beside.test.mjs. */
const BESIDE = ["sw.js", "embed.js"];

/** The part of the page to which a file of the release belongs. */
function partOf(file) {
  if (file === `${RELEASE}.js` || file === `${RELEASE}_bg.wasm`) return "start";
  const [, own] = file.match(/^shardwise-page-[0-9a-f]{16}_([a-z]+)(?:_chunk_\d+)?\.(?:js|json|wasm|pack)$/) ?? [];
  return ["tour", "recipe", "challenges", "exercises", "finetune"].includes(own) ? "shelf" : own;
}

const FILES = (await readdir(DIST, { withFileTypes: true }))
  .filter((entry) => entry.isFile() && !NO_PART.test(entry.name) && entry.name !== "index.html")
  .map(({ name }) => name)
  .filter((name) => !BESIDE.includes(name) && !LANGUAGE.test(name));

/** A page of a server that answers wrongly for one file. */
async function visit({ open, atEnd }, file, way, { query = "", fragment = FITS, ready } = {}) {
  const server = await serve(DIST);
  atEnd(() => server.close());
  server.spoil(file, way);
  const errors = [];
  const page = await open("", {
    host: server.url + query + fragment,
    noisy: true,
    // The clock that the test sets runs by the true one.
    hasDeadlines: true,
    // A page with a stalled file never finishes loading.
    until: "commit",
    prepare: async (page) => {
      page.on("pageerror", (error) => errors.push(error.message));
      await page.clock.install();
      await page.addInitScript(catchFiles);
    },
  });
  await ready?.(page);
  return { page, server, errors };
}

/** Moves a slider, and checks the effects. */
async function goesOn(page) {
  const step = page.locator("#step");
  await expect(step).toHaveText(/\d/);
  const before = await step.textContent();
  await page.locator("#seq").press("ArrowRight");
  await expect(step).not.toHaveText(before);
}

/** The tags of the tests in which a file fails in one of the ways. */
function tagsOf(name, way) {
  const isInFirefox = way === "missing" && FIRST.includes(name);
  const isCore = way === "missing" ? CORE.includes(name) : way === "stalled" && FIRST.includes(name);
  return [...isCore ? ["@core"] : [], ...isInFirefox ? ["@firefox"] : []];
}

for (const name of CORE) assert.ok(FILES.includes(RELEASE + name), `the release has no file ${name}: mend CORE`);

for (const file of FILES) {
  const name = file.replace(RELEASE, "");
  for (const part of [PARTS[partOf(file)]].flat()) for (const way of WAYS) {
    const tag = tagsOf(name, way);
    test(`${name}${part?.query ?? ""}: ${way}`, { tag }, async ({ open, atEnd, browserName }) => {
      test.skip(browserName !== "chromium" && !tag.includes("@firefox"), "one browser is enough for most files");
      assert.ok(part, `nothing is known of ${file}: say in PARTS what becomes of the page without it`);
      const { page, server, errors } = await visit({ open, atEnd }, file, way, part);
      await part.act?.(page);
      const [place, sentence] = part.says;
      const said = page.locator(place, { hasText: sentence }).first();
      // A stalled file reports nothing: the page's own clock advances.
      if (way === "stalled") await page.clock.runFor(part.patience ?? LATE);
      await said.waitFor();
      await part.also?.(page);
      if (part.goesOn !== false) await goesOn(page);
      // Drawings of the page do not request it again.
      const asked = server.asked(file);
      await page.clock.runFor(LATE);
      if (part !== PARTS.start) {
        // A request that comes after all earlier ones of the page.
        await page.evaluate(() => fetch("index.html", { cache: "reload" }).then((response) => response.text()));
        assert.equal(server.asked(file), asked);
      }
      server.spoil(file);
      await press(again(page, part.place).first());
      await part.works(page);
      assert.ok(server.asked(file) > asked);
      // A missing part of the program is reported, and nothing else fails. Errors thrown in a worker are reported
      // here as well, though the page handles them. Firefox also reports an invalid script, though the page catches
      // that.
      const uncaught = errors.filter((error) => !error.startsWith("Loading module from"));
      if (![PARTS.start, PARTS.search, PARTS.import].includes(part)) assert.deepEqual(uncaught, []);
    });
  }
}
