// Losses while the page runs: its workers, its clipboard, the files of its release.
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { DIST, expect, test } from "./fixtures.mjs";
import { FITS, address, calm, openTab, press, pressInMenu, settled, started, unfold } from "./planner.mjs";
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

/** A large search whose workers a test can end, with a clock that it can set and that runs by the true one. */
const search = (open) => open(LARGE, {
  query: "?view=search",
  hasDeadlines: true,
  prepare: async (page) => {
    await page.clock.install();
    await page.addInitScript(catchWorkers);
  },
});

/** Number of workers that the page has started. */
const count = (page) => page.evaluate(() => window.caught.length);

test("workers that are gone are missed, and the reader starts others", { tag: "@core" }, async ({ open }) => {
  const page = await search(open);
  await rows(page).first().waitFor();
  const before = await page.evaluate(() => {
    for (const worker of window.caught) worker.terminate();
    return window.caught.length;
  });
  await page.clock.runFor(15_000);
  await page.locator("#search .unloaded", { hasText: "has not answered for ten seconds" }).waitFor();
  // Another plan is not compared with the answer to this one.
  await page.evaluate((hash) => { location.hash = hash; }, LARGE.replace("gbs=15360", "gbs=7680"));
  await expect(page.locator("#search-caption")).not.toHaveText(/is the best/);
  await expect(rows(page)).toHaveCount(0);
  assert.equal(await count(page), before);
  await press(page.locator("#search [data-again=workers]"));
  await page.locator("#search .drawn .unloaded").waitFor({ state: "detached" });
  await rows(page).first().waitFor();
  await expect(page.locator("#search-caption")).toContainText("is the best");
  assert.equal(await count(page), 2 * before);
});

test("one worker that is gone is enough to say so", async ({ open }) => {
  const page = await search(open);
  await rows(page).first().waitFor();
  await page.evaluate(() => window.caught[0].terminate());
  await page.clock.runFor(15_000);
  await page.locator("#search .unloaded", { hasText: "has not answered for ten seconds" }).waitFor();
});

test("workers that fail at once are told of once, and nothing else fails", async ({ open }) => {
  const page = await open(SMALL, { query: "?view=search", prepare: (page) => page.addInitScript(failWorkers) });
  await page.locator("#search .unloaded", { hasText: "The search has stopped" }).waitFor();
  const before = await count(page);
  await press(page.locator("#search [data-again=workers]"));
  await expect.poll(() => count(page)).toBeGreaterThan(before);
  await page.locator("#search .unloaded", { hasText: "The search has stopped" }).waitFor();
});

const BOTH = ["@core", "@firefox"];
test("a tab of the last release says what its server has no more", { tag: BOTH }, async ({ open, atEnd }) => {
  const next = await nextRelease(DIST);
  atEnd(() => rm(next, { recursive: true }));
  const server = await serve(DIST);
  atEnd(() => server.close());
  const page = await open("", { host: server.url + FITS, noisy: true });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await started(page);
  await settled(page);
  const title = await page.title();
  await server.to(next);
  for (const [id, place] of [["share", "This dialog did not load"], ["lessons", "The lessons did not load"]]) {
    await press(page.locator(`#${id}`));
    await page.locator("#later-bar .unloaded", { hasText: place }).waitFor();
  }
  await openTab(page, "accuracy");
  await unfold(page.locator("#accuracy details"));
  await page.locator("#accuracy .unloaded", { hasText: "did not load" }).waitFor();
  // The plan stays usable, and a reload loads the next release with it.
  await page.locator("#mbs").press("ArrowRight");
  await address(page, `${FITS}&mbs=2`);
  await settled(page);
  await page.reload();
  await started(page);
  await expect(page).not.toHaveTitle(title);
  await address(page, `${FITS}&mbs=2`);
  assert.deepEqual(errors, []);
});

test("a clipboard that never answers is said, and a copy that comes late as well", async ({ open }) => {
  const page = await open(FITS, {
    hasDeadlines: true,
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
  const asked = () => page.evaluate(() => window.answers.length);
  await pressInMenu(page, "#copy-link");
  await expect.poll(asked).toBe(1);
  await expect(page.locator(".by-hand:visible")).toHaveCount(0);
  await page.clock.runFor(4_000);
  await page.locator(".by-hand:visible", { hasText: "Copy this address" }).waitFor();
  await press(page.locator("#share"));
  await press(page.locator("[data-copy=link-field]"));
  await expect.poll(asked).toBe(2);
  await page.clock.runFor(4_000);
  await page.locator("[data-copy=link-field]", { hasText: "copy it with the keyboard" }).waitFor();
  await page.evaluate(() => { window.answers[1](); });
  await page.locator("[data-copy=link-field]", { hasText: /^Copied/ }).waitFor();
});

test("a clipboard that is closed, and sharing that is refused, are said", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS, {
    prepare: (page) => page.addInitScript(() => {
      window.refusal = "NotAllowedError";
      window.refused = 0;
      const refuse = async () => {
        window.refused += 1;
        throw new DOMException("no", window.refusal);
      };
      Object.defineProperty(navigator, "clipboard", { value: { writeText: refuse } });
      Object.defineProperty(navigator, "share", { value: refuse });
      document.execCommand = () => false;
    }),
  });
  await settled(page);
  await pressInMenu(page, "#copy-link");
  await page.locator(".by-hand:visible", { hasText: "Copy this address" }).waitFor();
  await expect(page.locator("#address")).toHaveValue(page.url());
  await press(page.locator("#share"));
  await press(page.locator("[data-copy=link-field]"));
  await page.locator("[data-copy=link-field]", { hasText: "copy it with the keyboard" }).waitFor();
  // A reader who cancels gets no message.
  await page.evaluate(() => {
    window.refusal = "AbortError";
    window.refused = 0;
  });
  await press(page.locator("#link-share"));
  await expect.poll(() => page.evaluate(() => window.refused)).toBe(1);
  await calm(page);
  await expect(page.locator("#share-dialog .note[role=status]")).toBeHidden();
  await page.evaluate(() => { window.refusal = "NotAllowedError"; });
  await press(page.locator("#link-share"));
  await page.locator("#share-dialog .note[role=status]", { hasText: "did not share the link" }).waitFor();
});
