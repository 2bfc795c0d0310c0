// Each file of the release fails to come, one at a time: the page says so, goes on, and asks again only when the reader does.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { endsWith } from "./endings.mjs";
import { FITS, TOO_LARGE, catchFiles, inEachBrowser, started } from "./planner.mjs";
import { releaseOf } from "./release.mjs";
import { WAYS, serve } from "./serve.mjs";

const DIST = process.env.SHARDWISE_DIST;
const RELEASE = await releaseOf(DIST);
/** Milliseconds after which the page says that something is late, and some more. */
const LATE = 12_000;
/** What servers read, compressed twins, and what other sites show of the page: no visit asks for them. */
const NO_PART = /^_headers$|^\.htaccess$|\.(br|gz)$|^oembed\.json$|\.png$/;

const again = (page, place) => page.locator(`${place} button:visible`, { hasText: /^Try again$/ });
const sight = (page, id) => page.locator(`#${id}`).evaluate((element) => element.scrollIntoView());

const press = (page, id) => page.locator(`#${id}`).click();

/** Opens the pane of the dialog in which lessons are written. */
async function openWriter(page) {
  await press(page, "share");
  await press(page, "tab-lesson");
  await press(page, "own-open");
}

/** Asks for a figure as a file. */
async function keepFigure(page) {
  await page.locator("#memory details.numbers summary").click();
  await page.locator("#memory [data-keep=csv]").click();
}

/** The page stands as far as its first part goes. */
const first = (page) => started(page);
/** And all later figures. */
const all = (page) => page.locator("#accuracy summary").waitFor({ state: "attached" });

/**
 * What becomes of the page while a part does not come: `ready` waits until it can be asked for, `act` asks for it,
 * `says` is where a sentence says so, `works` waits until it is there. Without `goesOn` nothing can be moved.
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
    also: async (page) => {
      assert.match(await page.locator("#cures").textContent(), /looks for changes has not loaded/);
      assert.doesNotMatch(await page.locator("body").innerText(), /Looking for/);
    },
    works: all,
  },
  best: {
    ready: all,
    act: (page) => sight(page, "search"),
    says: ["#search .unloaded", /The search (is still loading|did not load)/],
    place: "#search",
    works: (page) => page.locator("#search .best tbody tr").first().waitFor({ timeout: 60_000 }),
  },
  search: {
    ready: all,
    act: (page) => sight(page, "search"),
    says: ["#search .unloaded", /The search (has stopped|has not answered)/],
    place: "#search",
    also: async (page) => {
      assert.equal(await page.locator("#search .progress").count(), 0);
      assert.equal(await page.locator("#search .best").count(), 0);
    },
    works: (page) => page.locator("#search .best tbody tr").first().waitFor({ timeout: 60_000 }),
  },
  share: {
    ready: all,
    act: (page) => press(page, "share"),
    says: ["#later-bar .unloaded", /This dialog (is still loading|did not load)/],
    place: "#later-bar",
    works: (page) => page.locator("#link-field").waitFor(),
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
    act: (page) => press(page, "lessons"),
    says: ["#later-bar .unloaded", /The lessons (are still loading|did not load)/],
    place: "#later-bar",
    works: (page) => page.locator("#lesson .shelf").waitFor(),
  },
  embed: {
    query: "?goal=fits",
    ready: all,
    says: ["#unloaded", /What the address asks for, such as a lesson or a goal, (is still loading|did not load)/],
    place: "#unloaded",
    works: (page) => page.locator("#goal").waitFor(),
  },
  keep: {
    ready: all,
    act: keepFigure,
    says: ["#memory .unloaded", /The file was not saved/],
    place: "#memory",
    works: (page) => page.waitForFunction(() => window.files.pop()?.name === "shardwise-memory.csv"),
  },
  accuracy: {
    ready: all,
    act: (page) => page.locator("#accuracy summary").click(),
    says: ["#accuracy .unloaded", /The measurements (are still loading|did not load)/],
    place: "#accuracy",
    works: (page) => page.locator("#accuracy table").waitFor(),
  },
  shelf: {
    ready: all,
    act: (page) => press(page, "lessons"),
    says: ["#lesson .shelf", /did not come/],
    place: "#lesson",
    works: (page) => page.waitForFunction(() => !/did not come|Fetching/.test(document.querySelector("#lesson .shelf").textContent)),
    // Nothing for so long is given up.
    patience: 17_000,
  },
};

/** Of what a visit goes without unharmed: the worker for the next visit, and the element for other pages. */
const UNHARMED = ["sw.js", "embed.js"];

const SCRIPT = readFileSync(join(DIST, `${RELEASE}.js`), "utf8");

/** The part of the program that loads a piece which several parts share. */
function loading(piece) {
  const lists = SCRIPT.matchAll(/__wasm_split_load_(\w+) ?= ?wrapAsyncCb\(makeLoad\([^]*?\[([^\]]*)\]\)\)/g);
  const parts = [...lists].filter(([, , pieces]) => pieces.split(/, ?/).includes(`__${piece}`)).map(([, part]) => part);
  return parts.find((part) => part !== "writer") ?? parts[0];
}

/** Which part of the page a file of the release belongs to. */
function partOf(file) {
  if (file === `${RELEASE}.js` || file === `${RELEASE}_bg.wasm`) return "start";
  const [, own] = file.match(/^shardwise-page-[0-9a-f]{16}_(\w+)\.(?:js|json|wasm|pack)$/) ?? [];
  if (own?.startsWith("chunk_")) return loading(own);
  return ["tour", "recipe", "challenges", "exercises"].includes(own) ? "shelf" : own;
}

const FILES = (await readdir(DIST, { withFileTypes: true }))
  .filter((entry) => entry.isFile() && !NO_PART.test(entry.name) && entry.name !== "index.html")
  .map(({ name }) => name);

inEachBrowser(({ open }) => {
  /** A page of a server that answers wrongly for one file. */
  async function visit(t, file, way, { query = "", fragment = FITS, ready } = {}) {
    const server = await serve(DIST);
    endsWith(t, () => server.close());
    server.spoil(file, way);
    const errors = [];
    const page = await open(t, "", {
      host: server.url + query + fragment,
      noisy: true,
      // A page of which a file stands still is never loaded.
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

  /** A slider moves, and what follows from it. */
  async function goesOn(page) {
    const before = await page.locator("#step").textContent();
    await page.locator("#seq").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((before) => document.getElementById("step").textContent !== before, before);
  }

  for (const file of FILES) {
    const name = file.replace(RELEASE, "");
    if (UNHARMED.includes(file)) {
      test(`${name} is not missed`, async (t) => {
        const { page, errors } = await visit(t, file, "missing", { ready: all });
        await page.clock.runFor(LATE);
        await goesOn(page);
        assert.deepEqual(errors, []);
      });
      continue;
    }
    const part = PARTS[partOf(file)];
    for (const way of WAYS) {
      test(`${name}: ${way}`, { timeout: 120_000 }, async (t) => {
        assert.ok(part, `nothing is known of ${file}: say in PARTS what becomes of the page without it`);
        const { page, server, errors } = await visit(t, file, way, part);
        await part.act?.(page);
        const [place, sentence] = part.says;
        const said = page.locator(place, { hasText: sentence }).first();
        // What stands still tells nothing: the page's own clock goes on.
        if (way === "stalled") await page.clock.runFor(part.patience ?? LATE);
        await said.waitFor();
        await part.also?.(page);
        if (part.goesOn !== false) await goesOn(page);
        // However often the page is drawn: nobody has asked for it again.
        const asked = server.asked(file);
        await page.clock.runFor(LATE);
        if (part !== PARTS.start) assert.equal(server.asked(file), asked);
        server.spoil(file);
        await again(page, part.place).first().click();
        await part.works(page);
        assert.ok(server.asked(file) > asked);
        // A part of the program that cannot be had is told of, and nothing else fails by it.
        // What a worker throws is told here as well, though the page has heard it.
        // And Firefox reports a script that is none, though the page has caught that.
        const uncaught = errors.filter((error) => !error.startsWith("Loading module from"));
        if (![PARTS.start, PARTS.search].includes(part)) assert.deepEqual(uncaught, []);
      });
    }
  }
});
