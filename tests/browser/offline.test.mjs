// Without a network: the page as one file, and releases that a service worker caches.
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { DIST, expect, test } from "./fixtures.mjs";
import {
  FITS, calm, catchFiles, kept, openTab, pasteConfig, press, readNumber, searched, settled, started, unfold,
} from "./planner.mjs";
import { NEXT_TITLE, nextRelease, releaseOf } from "./release.mjs";
import { serve } from "./serve.mjs";

/** Our lessons, one file each, by id. */
const LESSONS = ["tour", "recipe", "challenges", "exercises", "finetune"];
const SINGLE = join(dirname(DIST), "dist-single/shardwise.html");

/** Requests of the page and its workers, without those for content in the page itself. */
const asked = (page) => page.evaluate(() =>
  performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !/^(blob|data):/.test(name)));

/** The ids of our lessons, from the page's own files. */
const lessons = (page) => page.evaluate((names) => Promise.all(names.map(async (name) => {
  const response = await fetch(`${document.documentElement.dataset.release}_${name}.json`);
  return (await response.json()).id;
})), LESSONS);

/** The cached releases. */
const releases = (page) => page.evaluate(async () =>
  (await caches.keys()).map((name) => name.split(" ").at(-1)).filter((name) => name !== "tabs").sort());

/** Waits until exactly these releases are cached, each as a whole: no worker is still being installed. */
async function keeps(page, wanted) {
  await expect.poll(() => releases(page)).toEqual(wanted.toSorted());
  await expect.poll(() => page.evaluate(async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
    return !installing && !waiting && active.state === "activated";
  }), "the worker is installed").toBe(true);
}

/** Waits until a service worker controls the page. */
const isKept = (page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");

/**
 * A temporary copy of the built page, removed after the test. Its worker waits for the network however slow this
 * machine is, and so never shows the cached page in place of a late one.
 */
async function patientRelease(atEnd) {
  const copy = await mkdtemp(join(tmpdir(), "shardwise-"));
  atEnd(() => rm(copy, { recursive: true }));
  await cp(DIST, copy, { recursive: true });
  const worker = await readFile(join(copy, "sw.js"), "utf8");
  const patient = worker.replace(/\bPATIENCE ?= ?\w+/, "PATIENCE=1e9");
  assert.notEqual(patient, worker);
  await writeFile(join(copy, "sw.js"), patient);
  return copy;
}

/** Clears Chromium's own cache, so that only the service worker can answer. */
async function forgetCopies(browserName, page) {
  if (browserName !== "chromium") return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.clearBrowserCache");
}

/** A page of a server of its own, whose releases may be cached. */
async function visit({ open, atEnd }, folder = DIST) {
  const server = await serve(folder);
  atEnd(() => server.close().catch(() => {}));
  const page = await open("", {
    host: server.url + FITS,
    context: { serviceWorkers: "allow" },
    noisy: true,
    prepare: (page) => page.addInitScript(catchFiles),
  });
  await started(page);
  return { page, server };
}

const BOTH = ["@core", "@firefox"];
test("one file holds all of it and asks for nothing", { tag: BOTH }, async ({ open, atEnd }) => {
  // Below a path without the project's name, with characters that addresses encode.
  const folder = await mkdtemp(join(tmpdir(), "ein Kurs #1 %20 "));
  atEnd(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "ä"));
  await cp(SINGLE, join(folder, "ä/shardwise.html"));
  const file = pathToFileURL(join(folder, "ä/shardwise.html")).href;
  const hosted = await open(FITS);
  await settled(hosted);
  const need = await readNumber(hosted, "#need");
  await hosted.close();
  const requests = [];
  const page = await open("", {
    host: file + FITS,
    prepare: async (page) => {
      page.on("request", (request) => requests.push(request.url()));
      await page.addInitScript(catchFiles);
    },
  });
  await started(page);
  await expect.poll(() => readNumber(page, "#need")).toBe(need);
  await settled(page);
  await searched(page);
  await pasteConfig(page);
  await page.locator("#bring-take").waitFor();
  await page.keyboard.press("Escape");
  await openTab(page, "accuracy");
  await unfold(page.locator("#accuracy details"));
  await page.locator("#accuracy table").waitFor();
  assert.deepEqual(await lessons(page), LESSONS);
  const details = page.locator("#memory details.numbers");
  await unfold(details);
  for (const kind of ["csv", "svg", "png"]) {
    const made = await kept(page, () => press(details.locator(`[data-keep=${kind}]`)));
    assert.equal(made.name, `shardwise-memory.${kind}`);
    assert.ok(made.bytes.length > 100);
  }
  // A change is estimated, and written to the address if the browser allows that for a file.
  await page.locator("#pp").press("ArrowLeft");
  await expect.poll(() => readNumber(page, "#need")).not.toBe(need);
  assert.deepEqual(await asked(page), []);
  assert.deepEqual(requests.filter((address) => !/^(blob|data):/.test(address) && address.split("#")[0] !== file), []);
  await expect(page.locator("#failure")).toBeHidden();
});

test("one file may load nothing by its own policy", { tag: ["@files", "@security"] }, async () => {
  const html = await readFile(SINGLE, "utf8");
  const [, policy] = html.match(/<head>\s*<meta charset="utf-8">\s*<meta http-equiv="Content-Security-Policy" content="([^"]+)">/);
  assert.match(policy, /default-src 'none'; script-src 'wasm-unsafe-eval' ('sha256-[\w+/=]+' ?)+;/);
  assert.match(policy, /connect-src 'none'/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:/);
  assert.doesNotMatch(html, /<link rel="(modulepreload|preload)"/);
});

test("an old tab goes on with its release, a new one gets the next, and both hold without a server", { tag: BOTH }, async ({ open, atEnd, browserName }) => {
  const built = await patientRelease(atEnd);
  const next = await nextRelease(built);
  atEnd(() => rm(next, { recursive: true }));
  const [first, second] = [await releaseOf(built), await releaseOf(next)];
  const { page: old, server } = await visit({ open, atEnd }, built);
  const title = await old.title();
  await isKept(old);
  await keeps(old, [first]);

  await server.to(next);
  const { status } = await fetch(`${server.url}${first}.js`);
  assert.equal(status, 404, "the server has the old release no more");
  await forgetCopies(browserName, old);
  // The view of the best layout and its workers are loaded only now.
  await searched(old);
  await openTab(old, "accuracy");
  await unfold(old.locator("#accuracy details"));
  await old.locator("#accuracy table").waitFor();
  await expect(old).toHaveTitle(title);

  const fresh = await old.context().newPage();
  await fresh.goto(server.url + FITS);
  await started(fresh);
  await expect(fresh).toHaveTitle(NEXT_TITLE);
  await keeps(fresh, [first, second]);
  await searched(fresh);

  await settled(fresh);
  await server.close();
  await fresh.reload();
  await started(fresh);
  await expect(fresh).toHaveTitle(NEXT_TITLE);
  await searched(fresh);
  // No file has been read and no lesson opened yet: their parts are cached with the rest.
  await pasteConfig(fresh);
  await fresh.locator("#bring-take").waitFor();
  await fresh.keyboard.press("Escape");
  assert.deepEqual(await lessons(fresh), LESSONS);
  // The old tab still works.
  await old.bringToFront();
  await unfold(old.locator("#memory details.numbers"));
  const { name } = await kept(old, () => press(old.locator("#memory [data-keep=csv]")));
  assert.equal(name, "shardwise-memory.csv");
  const need = await readNumber(old, "#need");
  await old.locator("#pp").press("ArrowLeft");
  await expect.poll(() => readNumber(old, "#need")).not.toBe(need);
  await expect(old).toHaveTitle(title);
  await expect(old.locator("#failure")).toBeHidden();

  // Once the tab is closed, a visit removes its release; the browser may list a closed tab for a while.
  await settled(fresh);
  await old.close();
  await expect(async () => {
    await fresh.reload();
    await settled(fresh);
    assert.deepEqual(await releases(fresh), [second]);
  }).toPass();
  await expect(fresh).toHaveTitle(NEXT_TITLE);
});

test("a server that does not answer is not waited for", { tag: "@core" }, async ({ open, atEnd }) => {
  const { page, server } = await visit({ open, atEnd });
  await isKept(page);
  await settled(page);
  server.hold();
  await page.reload();
  await started(page);
  await searched(page);
});

test("a release is kept whole or not at all", async ({ open, atEnd }) => {
  const next = await nextRelease(DIST);
  atEnd(() => rm(next, { recursive: true }));
  // A host between two releases: the old worker beside the new page.
  await cp(join(DIST, "sw.js"), join(next, "sw.js"));
  const { page } = await visit({ open, atEnd }, next);
  const state = await page.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register("sw.js");
    while (installing.state === "installing") await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
    return installing.state;
  });
  assert.equal(state, "redundant");
  await expect.poll(() => releases(page)).toEqual([]);
  assert.equal(await page.evaluate(() => Boolean(navigator.serviceWorker.controller)), false);
  await expect(page.locator("#failure")).toBeHidden();
});

test("pages beside the planner are left to the server", async ({ open, atEnd }) => {
  const { page, server } = await visit({ open, atEnd });
  await isKept(page);
  await settled(page);
  // Any other file below the same path, as an example of a page beside the planner.
  await page.goto(`${server.url}_headers`);
  await expect(page.locator("body")).toContainText("Content-Security-Policy");
});

test("in a frame nothing is kept", async ({ open, atEnd }) => {
  const server = await serve(DIST);
  atEnd(() => server.close());
  // The test sets the clock of the page and its frames, so that later actions of the page have run.
  const prepare = (page) => page.clock.install();
  const context = { serviceWorkers: "allow" };
  // That clock runs by the true one.
  const hasDeadlines = true;
  const host = await open("", { host: `${server.url}_headers`, context, prepare, hasDeadlines, noisy: true });
  await host.evaluate((src) => {
    document.body.innerHTML = `<iframe width="900" height="700" src="${src}"></iframe>`;
  }, `${server.url}?embed=1${FITS}`);
  await settled(host.frameLocator("iframe"));
  await host.clock.fastForward(60_000);
  await calm(host.frames().at(-1));
  assert.equal(server.asked("sw.js"), 0);
  const registered = () => host.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  assert.equal(await registered(), 0);
  // A page outside a frame caches releases, by the same clock.
  await host.goto(server.url + FITS);
  await started(host);
  await host.clock.fastForward(60_000);
  await expect.poll(registered, "a page of its own keeps releases").toBe(1);
});
