// Losses while the page runs: its workers, its clipboard, the files of its release.
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { endsWith } from "./endings.mjs";
import { FITS, inEachBrowser, settled, started } from "./planner.mjs";
import { nextRelease } from "./release.mjs";
import { serve } from "./serve.mjs";

/** A layout space so large that its search can be watched: a hundred million layouts. */
const LARGE = "#v=1&p=deepseek-v3-671b/h800x2048&tp=8&ep=64&gbs=15360";
const SMALL = "#v=1&p=llama3-8b/h100x8&tp=8&gbs=16";

const rows = (page) => page.locator("#search .best tbody tr");

/** Before a page starts: exposes its workers, so that a test can end them. */
function catchWorkers() {
  window.caught = [];
  window.Worker = class extends Worker {
    constructor(...words) {
      super(...words);
      window.caught.push(this);
    }
  };
}

/** Before a page starts: makes all workers fail at their start. */
function failWorkers() {
  window.caught = [];
  window.Worker = class {
    constructor() {
      window.caught.push(this);
      const fail = () => this.onerror?.(new Event("error", { cancelable: true }));
      queueMicrotask(fail);
      setTimeout(fail);
    }
    postMessage() {}
    terminate() {}
  };
}

inEachBrowser(({ open }) => {
  test("workers that are gone are missed, and the reader starts others", { timeout: 120_000 }, async (t) => {
    const page = await open(t, LARGE, {
      query: "?view=search",
      prepare: async (page) => {
        await page.clock.install();
        await page.addInitScript(catchWorkers);
      },
    });
    await rows(page).first().waitFor();
    const count = await page.evaluate(() => {
      for (const worker of window.caught) worker.terminate();
      return window.caught.length;
    });
    await page.clock.runFor(15_000);
    await page.locator("#search .unloaded", { hasText: "has not answered for ten seconds" }).waitFor();
    // Another plan is not compared with the answer to this one.
    await page.evaluate((hash) => { location.hash = hash; }, LARGE.replace("gbs=15360", "gbs=7680"));
    await page.waitForFunction(() => !/is the best/.test(document.getElementById("search-caption").textContent));
    assert.equal(await rows(page).count(), 0);
    assert.equal(await page.evaluate(() => window.caught.length), count);
    await page.locator("#search [data-again=workers]").click();
    await page.locator("#search .drawn .unloaded").waitFor({ state: "detached" });
    await rows(page).first().waitFor();
    await page.locator("#search-caption", { hasText: "is the best" }).waitFor();
    assert.equal(await page.evaluate(() => window.caught.length), 2 * count);
  });

  test("one worker that is gone is enough to say so", { timeout: 120_000 }, async (t) => {
    const page = await open(t, LARGE, {
      query: "?view=search",
      prepare: async (page) => {
        await page.clock.install();
        await page.addInitScript(catchWorkers);
      },
    });
    await rows(page).first().waitFor();
    await page.evaluate(() => window.caught[0].terminate());
    await page.clock.runFor(15_000);
    await page.locator("#search .unloaded", { hasText: "has not answered for ten seconds" }).waitFor();
  });

  test("workers that fail at once are told of once, and nothing else fails", async (t) => {
    const page = await open(t, SMALL, { query: "?view=search", prepare: (page) => page.addInitScript(failWorkers) });
    await page.locator("#search .unloaded", { hasText: "The search has stopped" }).waitFor();
    const count = await page.evaluate(() => window.caught.length);
    await page.locator("#search [data-again=workers]").click();
    await page.waitForFunction((count) => window.caught.length > count, count);
    await page.locator("#search .unloaded", { hasText: "The search has stopped" }).waitFor();
  });

  test("a tab of the last release says what its server has no more", async (t) => {
    const next = await nextRelease(process.env.SHARDWISE_DIST);
    endsWith(t, () => rm(next, { recursive: true }));
    const server = await serve(process.env.SHARDWISE_DIST);
    endsWith(t, () => server.close());
    const page = await open(t, "", { host: server.url + FITS, noisy: true });
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await started(page);
    await settled(page);
    const title = await page.title();
    await server.to(next);
    for (const [id, place] of [["share", "This dialog did not load"], ["lessons", "The lessons did not load"]]) {
      await page.locator(`#${id}`).click();
      await page.locator("#later-bar .unloaded", { hasText: place }).waitFor();
    }
    await page.locator("#accuracy summary").click();
    await page.locator("#accuracy .unloaded", { hasText: "did not load" }).waitFor();
    // The plan stays usable, and a reload loads the next release with it.
    await page.locator("#mbs").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((before) => location.hash !== before, FITS);
    await page.reload();
    await started(page);
    assert.notEqual(await page.title(), title);
    assert.match(await page.evaluate(() => location.hash), /mbs=2/);
    assert.deepEqual(errors, []);
  });

  test("a clipboard that never answers is said, and a copy that comes late as well", async (t) => {
    const page = await open(t, FITS, {
      prepare: async (page) => {
        await page.clock.install();
        await page.addInitScript(() => {
          window.answers = [];
          const writeText = () => new Promise((resolve) => { window.answers.push(resolve); });
          Object.defineProperty(navigator, "clipboard", { value: { writeText } });
          document.execCommand = () => false;
        });
      },
    });
    await settled(page);
    await page.locator("#copy-link").click();
    await page.waitForFunction(() => window.answers.length === 1);
    assert.equal(await page.locator(".by-hand:visible").count(), 0);
    await page.clock.runFor(4_000);
    await page.locator(".by-hand:visible", { hasText: "Copy this address" }).waitFor();
    await page.locator("#share").click();
    await page.locator("[data-copy=link-field]").click();
    await page.waitForFunction(() => window.answers.length === 2);
    await page.clock.runFor(4_000);
    await page.locator("[data-copy=link-field]", { hasText: "copy it by hand" }).waitFor();
    await page.evaluate(() => { window.answers[1](); });
    await page.locator("[data-copy=link-field]", { hasText: /^Copied/ }).waitFor();
  });

  test("a clipboard that is closed, and sharing that is refused, are said", async (t) => {
    const page = await open(t, FITS, {
      prepare: (page) => page.addInitScript(() => {
        window.refusal = "NotAllowedError";
        const refuse = async () => { throw new DOMException("no", window.refusal); };
        Object.defineProperty(navigator, "clipboard", { value: { writeText: refuse } });
        Object.defineProperty(navigator, "share", { value: refuse });
        document.execCommand = () => false;
      }),
    });
    await settled(page);
    await page.locator("#copy-link").click();
    await page.locator(".by-hand:visible", { hasText: "Copy this address" }).waitFor();
    assert.ok((await page.locator("#address").inputValue()).endsWith(FITS));
    await page.locator("#share").click();
    await page.locator("[data-copy=link-field]").click();
    await page.locator("[data-copy=link-field]", { hasText: "copy it by hand" }).waitFor();
    // A reader who cancels gets no message.
    await page.evaluate(() => { window.refusal = "AbortError"; });
    await page.locator("#link-share").click();
    await page.evaluate(() => { window.refusal = "NotAllowedError"; });
    assert.equal(await page.locator("#take-along .note[role=status]").isVisible(), false);
    await page.locator("#link-share").click();
    await page.locator("#take-along .note[role=status]", { hasText: "did not share the link" }).waitFor();
  });
});
