// Without a network: the page as one file, and releases that a service worker caches.
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { endsWith } from "./endings.mjs";
import {
  FITS, catchFiles, drawn, inEachBrowser, readNumber, searched, settled, started, until,
} from "./planner.mjs";
import { NEXT_TITLE, nextRelease, releaseOf } from "./release.mjs";
import { serve } from "./serve.mjs";

const DIST = process.env.SHARDWISE_DIST;
/** Our lessons, one file each, by id. */
const LESSONS = ["tour", "recipe", "challenges", "exercises"];
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
const kept = (page) => page.evaluate(async () =>
  (await caches.keys()).map((name) => name.split(" ").at(-1)).filter((name) => name !== "tabs").sort());

/** Waits until exactly these releases are cached. */
async function keeps(page, releases) {
  const wanted = releases.toSorted();
  await until(async () => (await kept(page)).join() === wanted.join(), `exactly ${wanted} are kept`);
  assert.deepEqual(await kept(page), wanted);
}

/** Waits until a service worker controls the page. */
const isKept = (page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

/** Clears Chromium's own cache, so that only the service worker can answer. */
async function forgetCopies(name, page) {
  if (name !== "chromium") return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.clearBrowserCache");
}

inEachBrowser(({ name, open }) => {
  /** A page of a server of its own, whose releases may be cached. */
  async function visit(t, folder = DIST) {
    const server = await serve(folder);
    endsWith(t, () => server.close().catch(() => {}));
    const page = await open(t, FITS, { context: { serviceWorkers: "allow" }, noisy: true });
    await page.goto(server.url + FITS);
    await started(page);
    return { page, server };
  }

  test("one file holds all of it and asks for nothing", async (t) => {
    // Below a path without the project's name, with characters that addresses encode.
    const folder = await mkdtemp(join(tmpdir(), "ein Kurs #1 %20 "));
    endsWith(t, () => rm(folder, { recursive: true }));
    await mkdir(join(folder, "ä"));
    await cp(SINGLE, join(folder, "ä/shardwise.html"));
    const file = pathToFileURL(join(folder, "ä/shardwise.html")).href;
    const hosted = await open(t, FITS);
    const need = await readNumber(hosted, "#need");
    const page = await open(t, FITS, { prepare: (page) => page.addInitScript(catchFiles) });
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(file + FITS);
    await started(page);
    assert.equal(await readNumber(page, "#need"), need);
    await settled(page);
    await searched(page);
    await page.locator("#accuracy summary").click();
    await page.locator("#accuracy table").waitFor();
    assert.deepEqual(await lessons(page), LESSONS);
    for (const kind of ["csv", "svg", "png"]) {
      const details = page.locator("#memory details.numbers");
      if (!(await details.evaluate((details) => details.open))) await details.locator("summary").click();
      await details.locator(`[data-keep=${kind}]`).click();
      const made = await (await page.waitForFunction(() => window.files.pop())).jsonValue();
      assert.equal(made.name, `shardwise-memory.${kind}`);
      assert.ok(made.bytes.length > 100);
    }
    // A change is estimated, and written to the address if the browser allows that for a file.
    await page.locator("#pp").focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((need) => document.getElementById("need").textContent !== `${need}`, need);
    assert.deepEqual(await asked(page), []);
    assert.deepEqual(requests.filter((address) => !/^(blob|data):/.test(address) && address.split("#")[0] !== file), []);
    assert.ok(await page.locator("#failure").isHidden());
  });

  test("one file may load nothing by its own policy", async () => {
    const html = await readFile(SINGLE, "utf8");
    const [, policy] = html.match(/<head><meta http-equiv="Content-Security-Policy" content="([^"]+)">/);
    assert.match(policy, /default-src 'none'; script-src 'wasm-unsafe-eval' ('sha256-[\w+/=]+' ?)+;/);
    assert.match(policy, /connect-src 'none'/);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:/);
    assert.doesNotMatch(html, /<link rel="(modulepreload|preload)"/);
  });

  test("an old tab goes on with its release, a new one gets the next, and both hold without a server", async (t) => {
    const next = await nextRelease(DIST);
    endsWith(t, () => rm(next, { recursive: true }));
    const [first, second] = [await releaseOf(DIST), await releaseOf(next)];
    const { page: old, server } = await visit(t);
    const title = await old.title();
    await isKept(old);
    await keeps(old, [first]);

    await server.to(next);
    const { status } = await fetch(`${server.url}${first}.js`);
    assert.equal(status, 404, "the server has the old release no more");
    await forgetCopies(name, old);
    // The view of the best layout and its workers are loaded only now.
    await searched(old);
    await old.locator("#accuracy summary").click();
    await old.locator("#accuracy table").waitFor();
    assert.equal(await old.title(), title);

    const fresh = await old.context().newPage();
    await fresh.goto(server.url + FITS);
    await started(fresh);
    assert.equal(await fresh.title(), NEXT_TITLE);
    await keeps(fresh, [first, second]);
    await searched(fresh);

    await server.close();
    await fresh.reload();
    await started(fresh);
    assert.equal(await fresh.title(), NEXT_TITLE);
    await searched(fresh);
    // No lesson has been opened yet: they are cached with the rest.
    assert.deepEqual(await lessons(fresh), LESSONS);
    // The old tab still works.
    await old.locator("#memory details.numbers summary").click();
    await old.locator("#memory [data-keep=csv]").click();
    await old.locator("#pp").focus();
    await old.keyboard.press("ArrowLeft");
    assert.equal(await old.title(), title);
    assert.ok(await old.locator("#failure").isHidden());

    // Once the tab is closed, its release is removed.
    await old.close();
    await fresh.reload();
    await started(fresh);
    await keeps(fresh, [second]);
  });

  test("a server that does not answer is not waited for", async (t) => {
    const { page, server } = await visit(t);
    await isKept(page);
    server.hold();
    await page.reload();
    await started(page);
    await searched(page);
  });

  test("a release is kept whole or not at all", async (t) => {
    const next = await nextRelease(DIST);
    endsWith(t, () => rm(next, { recursive: true }));
    // A host between two releases: the old worker beside the new page.
    await cp(join(DIST, "sw.js"), join(next, "sw.js"));
    const { page } = await visit(t, next);
    const state = await page.evaluate(async () => {
      const { installing } = await navigator.serviceWorker.register("sw.js");
      while (installing.state === "installing") await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
      return installing.state;
    });
    assert.equal(state, "redundant");
    assert.deepEqual(await kept(page), []);
    assert.equal(await page.evaluate(() => Boolean(navigator.serviceWorker.controller)), false);
    assert.ok(await page.locator("#failure").isHidden());
  });

  test("pages beside the planner are left to the server", async (t) => {
    const { page, server } = await visit(t);
    await isKept(page);
    // Any other file below the same path, as an example of a page beside the planner.
    await page.goto(`${server.url}_headers`);
    assert.match(await page.locator("body").textContent(), /Content-Security-Policy/);
  });

  test("in a frame nothing is kept", async (t) => {
    const server = await serve(DIST);
    endsWith(t, () => server.close());
    // The test sets the clock of the page and its frames, so that later actions of the page have run.
    const prepare = (page) => page.clock.install();
    const host = await open(t, FITS, { context: { serviceWorkers: "allow" }, prepare, noisy: true });
    await host.goto(`${server.url}_headers`);
    await host.evaluate((src) => {
      document.body.innerHTML = `<iframe width="900" height="700" src="${src}"></iframe>`;
    }, `${server.url}?embed=1${FITS}`);
    await host.frameLocator("iframe").locator("#mfu", { hasText: "%" }).waitFor();
    await host.clock.fastForward(60_000);
    await drawn(host.frames().at(-1));
    const registered = () => host.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    assert.equal(await registered(), 0);
    // A page outside a frame caches releases, by the same clock.
    await host.goto(server.url + FITS);
    await started(host);
    await host.clock.fastForward(60_000);
    await until(async () => await registered() === 1, "a page of its own keeps releases");
  });
});
