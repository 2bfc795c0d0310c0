// Browser storage: used by several tabs at once, full, unavailable, or corrupted.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FITS, address, inEachBrowser, started } from "./planner.mjs";

/** Number of tabs that store a plan each. */
const TABS = 6;
/** Largest number of plans in the list. */
const MOST = 30;

const names = (page) => page.locator("#compare .snapshots .name").allTextContents();
const refusal = (page, words) => page.locator("#compare .snapshots [role=alert]", { hasText: words }).waitFor();
/** Waits until the list has this number of plans. */
const has = (page, count) => page.waitForFunction(
  (count) => document.querySelectorAll("#compare .snapshots .name").length === count, count);

async function unfold(page) {
  await page.locator("#compare").waitFor();
  await page.locator("#compare .snapshots summary").click();
}

async function keep(page, name) {
  await page.locator("#snapshot-name").fill(name);
  await page.locator(".snapshot", { hasText: "Keep this plan" }).click();
}

/** Waits until the open lesson has this number of steps done. */
const stepsDone = (page, count) => page.waitForFunction(
  (count) => document.querySelectorAll("#lesson-list li[data-done]").length === count, count);

/** Another tab of the same reader. */
async function tab(page) {
  const other = await page.context().newPage();
  other.setDefaultTimeout(20_000);
  await other.goto(page.url());
  await started(other);
  return other;
}

inEachBrowser(({ open }) => {
  test("tabs that keep plans at once keep all of them, and each list follows", { timeout: 180_000 }, async (t) => {
    const page = await open(t, FITS);
    const pages = [page];
    while (pages.length < TABS) pages.push(await tab(page));
    for (const each of pages) await unfold(each);
    for (const [index, each] of pages.entries()) await keep(each, `tab ${index}`);
    for (const each of pages) {
      await has(each, TABS);
      assert.deepEqual((await names(each)).toSorted(), pages.map((_, index) => `tab ${index}`));
    }
    // The last plan is the first in all lists, and is removed from all of them.
    assert.equal((await names(page))[0], `tab ${TABS - 1}`);
    await page.locator(".snapshots button", { hasText: "Forget" }).first().click();
    for (const each of pages) await has(each, TABS - 1);
    assert.ok(!(await names(pages[1])).includes(`tab ${TABS - 1}`));
  });

  test("nothing makes room: a full list says so, and a name that is taken gets a number", { timeout: 120_000 }, async (t) => {
    const page = await open(t, FITS);
    await unfold(page);
    await keep(page, "one");
    await page.locator("#mbs").focus();
    await page.keyboard.press("ArrowRight");
    await address(page, `${FITS}&mbs=2`);
    await keep(page, "one");
    await has(page, 2);
    assert.deepEqual(await names(page), ["one (2)", "one"]);
    for (let count = 3; count <= MOST; count += 1) {
      await keep(page, `plan ${count}`);
      await has(page, count);
    }
    const before = await names(page);
    await keep(page, "one too many");
    await refusal(page, "the list is full, with 30 plans");
    assert.deepEqual(await names(page), before);
    assert.equal(await page.locator("#snapshot-name").inputValue(), "one too many");
    await page.reload();
    await unfold(page);
    assert.deepEqual(await names(page), before);
    // Once there is room the plan is stored, and the sentence is removed.
    await page.locator(".snapshots button", { hasText: "Forget" }).last().click();
    await has(page, MOST - 1);
    await keep(page, "now it fits");
    await has(page, MOST);
    await page.locator("#compare .snapshots [role=alert]").waitFor({ state: "hidden" });
  });

  test("where there is no room left the plan is not kept, and says so", async (t) => {
    const page = await open(t, FITS);
    await unfold(page);
    await keep(page, "before");
    await has(page, 1);
    await page.evaluate(() => {
      for (let size = 1 << 22; size > 0; size >>= 1) {
        try {
          for (let part = 0; ; part += 1) localStorage.setItem(`fill ${size} ${part}`, "x".repeat(size));
        } catch {}
      }
    });
    await keep(page, "after");
    await refusal(page, "no room left");
    assert.deepEqual(await names(page), ["before"]);
    // Other choices last as long as the page.
    await page.locator("#units").click();
    await page.locator("#need", { hasText: /\d/ }).waitFor();
  });

  test("where nothing is kept all else works", async (t) => {
    const page = await open(t, FITS, {
      prepare: (page) => page.addInitScript(() => {
        Object.defineProperty(window, "localStorage", { get() { throw new DOMException("off", "SecurityError"); } });
      }),
    });
    await unfold(page);
    await keep(page, "lost");
    await refusal(page, "keeps nothing");
    assert.deepEqual(await names(page), []);
    await page.locator("#theme").click();
    await page.locator("#lessons").click();
    await page.locator("#lesson [data-lesson=tour]", { hasText: "tour" }).click();
    await page.locator("#lesson[data-step=state]").waitFor();
  });

  test("what was spoiled is passed over, and what an earlier release kept is there", async (t) => {
    const page = await open(t, FITS, {
      prepare: (page) => page.addInitScript(() => {
        // Before its first navigation a page has no storage.
        if (!location.host || localStorage.length > 0) return;
        for (const [key, value] of Object.entries({
          "kept.": "\n", "kept.x": "no link", "kept.1-2": "spoiled\n#v=1&p=\u0000&tp=-1e99",
          plan0: "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mbs=2", name0: "earlier", plan1: "\ud800", name1: "<b>", plan2: "", name2: "gone",
          "lesson.tour": "\u0000\n \nstate x \n".repeat(1000), lessons: "maybe", theme: "purple", units: "lb", mfu: "{}",
        })) localStorage.setItem(`shardwise.${key}`, value);
      }),
    });
    await unfold(page);
    assert.deepEqual(await names(page), ["spoiled", "earlier", "<b>"]);
    await page.locator(".snapshots li", { hasText: "earlier" }).locator("button", { hasText: "Go to" }).click();
    await address(page, `${FITS}&mbs=2`);
    await page.locator(".snapshots li", { hasText: "earlier" }).locator("button", { hasText: "Forget" }).click();
    await has(page, 2);
    assert.deepEqual(await names(page), ["spoiled", "<b>"]);
    await keep(page, "new");
    await has(page, 3);
    await page.reload();
    await unfold(page);
    assert.deepEqual(await names(page), ["new", "spoiled", "<b>"]);
    await page.locator("#lessons").click();
    await page.locator("#lesson .shelf small", { hasText: "done" }).first().waitFor();
  });

  test("two tabs that store steps of one lesson at the same moment keep both", async (t) => {
    const page = await open(t, FITS, {
      query: "?lesson=tour/state",
      prepare: (page) => page.context().addInitScript(() => {
        // A tab that is told to be slow stores nothing by itself; another one stores that first, in the middle of its own.
        const own = Storage.prototype.setItem;
        window.withheld = [];
        window.stolen = [];
        Storage.prototype.setItem = function setItem(key, value) {
          if (window.isSlow) {
            window.withheld.push([key, value]);
            return;
          }
          for (const [key, value] of window.stolen.splice(0)) own.call(this, key, value);
          own.call(this, key, value);
        };
      }),
    });
    await page.locator("#lesson[data-step=state]").waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url().replace("tour/state", "tour/scratchpad"));
    await other.locator("#lesson[data-step=scratchpad]").waitFor();
    await other.evaluate(() => { window.isSlow = true; });
    await other.locator("#ckpt input").nth(2).check({ force: true });
    await stepsDone(other, 1);
    await other.waitForFunction(() => window.withheld.some(([key]) => key.startsWith("shardwise.lesson.")));
    const withheld = await other.evaluate(() => window.withheld.filter(([key]) => key.startsWith("shardwise.lesson.")));
    await page.evaluate((withheld) => { window.stolen = withheld; }, withheld);
    await page.locator("#zero input").nth(2).check({ force: true });
    await page.waitForFunction(() => window.stolen.length === 0);
    await page.reload();
    await stepsDone(page, 2);
  });

  test("steps that an earlier release stored are still done, beside those stored now", async (t) => {
    const page = await open(t, FITS, {
      query: "?lesson=tour/state",
      prepare: (page) => page.addInitScript(() => {
        if (location.host && localStorage.length === 0) localStorage.setItem("shardwise.lesson.tour", "scratchpad 2 #v=1\n");
      }),
    });
    await page.locator("#lesson[data-step=state]").waitFor();
    await stepsDone(page, 1);
    await page.locator("#zero input").nth(2).check({ force: true });
    await stepsDone(page, 2);
    await page.reload();
    await stepsDone(page, 2);
  });
});
