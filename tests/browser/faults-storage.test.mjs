// Browser storage: used by several tabs at once, full, unavailable, or corrupted.
import { expect, test } from "./fixtures.mjs";
import { FITS, KEPT, address, openTab, press, pressInMenu, settled, started, unfold } from "./planner.mjs";

/** Number of tabs that store a plan each. */
const TABS = 6;
/** Largest number of plans in the list. */
const MOST = 30;

const names = (page) => page.locator(`${KEPT} .name`);
const refusal = (page, words) => page.locator(`${KEPT} [role=alert]`, { hasText: words }).waitFor();
/** Waits until the list has this number of plans. */
const has = (page, count) => expect(names(page)).toHaveCount(count);
/** Moves the focus to the third choice of a control, and chooses it. */
const third = (page, key) => page.locator(`#${key} input`).nth(2).press(" ");

async function openList(page) {
  await openTab(page, "compare");
  await unfold(page.locator(KEPT));
}

async function keep(page, name) {
  await page.locator("#snapshot-name").fill(name);
  await press(page.locator(".snapshot", { hasText: "Save this plan" }));
}

/** Waits until the open lesson has this number of steps done. */
const stepsDone = (page, count) => expect(page.locator("#lesson-list li[data-done]")).toHaveCount(count);

/** Another tab of the same reader. */
async function tab(page) {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await started(other);
  return other;
}

test("tabs that keep plans at once keep all of them, and each list follows", async ({ open }) => {
  // Six pages load.
  test.slow();
  const page = await open(FITS);
  const pages = [page];
  while (pages.length < TABS) pages.push(await tab(page));
  // Only the tab in front gets keys, and draws.
  const inEach = async (act) => {
    for (const [index, each] of pages.entries()) {
      await each.bringToFront();
      await act(each, index);
    }
  };
  await inEach(openList);
  await inEach((each, index) => keep(each, `tab ${index}`));
  // The last plan is the first in all lists, and is removed from all of them.
  const all = pages.map((_, index) => `tab ${index}`).toReversed();
  await inEach((each) => expect(names(each)).toHaveText(all));
  await page.bringToFront();
  await press(page.locator(`${KEPT} button`, { hasText: "Delete" }).first());
  await inEach((each) => expect(names(each)).toHaveText(all.slice(1)));
});

test("nothing makes room: a full list says so, and a name that is taken gets a number", async ({ open }) => {
  // Thirty plans are kept, one after the other.
  test.slow();
  const page = await open(FITS);
  await openList(page);
  await keep(page, "one");
  await page.locator("#mbs").press("ArrowRight");
  await address(page, `${FITS}&mbs=2`);
  await keep(page, "one");
  await expect(names(page)).toHaveText(["one (2)", "one"]);
  for (let count = 3; count <= MOST; count += 1) {
    await keep(page, `plan ${count}`);
    await has(page, count);
  }
  const before = await names(page).allTextContents();
  await keep(page, "one too many");
  await refusal(page, "the list is full, with 30 plans");
  await expect(names(page)).toHaveText(before);
  await expect(page.locator("#snapshot-name")).toHaveValue("one too many");
  await settled(page);
  await page.reload();
  await openList(page);
  await expect(names(page)).toHaveText(before);
  // Once there is room the plan is stored, and the sentence is removed.
  await press(page.locator(`${KEPT} button`, { hasText: "Delete" }).last());
  await has(page, MOST - 1);
  await keep(page, "now it fits");
  await has(page, MOST);
  await expect(page.locator(`${KEPT} [role=alert]`)).toBeHidden();
});

test("where there is no room left the plan is not kept, and says so", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(FITS);
  await openList(page);
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
  await expect(names(page)).toHaveText(["before"]);
  // Other choices last as long as the page.
  const need = page.locator("#need");
  await expect(need).toHaveText(/\d/);
  const before = await need.textContent();
  await pressInMenu(page, "#units");
  await expect(need).not.toHaveText(before);
});

test("where nothing is kept all else works", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS, {
    prepare: (page) => page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", { get() { throw new DOMException("off", "SecurityError"); } });
    }),
  });
  await openList(page);
  await keep(page, "lost");
  await refusal(page, "stores nothing");
  await expect(names(page)).toHaveCount(0);
  await pressInMenu(page, "#theme");
  await press(page.locator("#lessons"));
  await press(page.locator("#lesson [data-lesson=tour]", { hasText: "tour" }));
  await page.locator("#lesson[data-step=state]").waitFor();
});

test("what was spoiled is passed over, and what an earlier release kept is there", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS, {
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
  await openList(page);
  await expect(names(page)).toHaveText(["spoiled", "earlier", "<b>"]);
  const earlier = page.locator(`${KEPT} li`, { hasText: "earlier" });
  await press(earlier.locator("button", { hasText: "Go to" }));
  await address(page, `${FITS}&mbs=2`);
  await press(earlier.locator("button", { hasText: "Delete" }));
  await expect(names(page)).toHaveText(["spoiled", "<b>"]);
  await keep(page, "new");
  await has(page, 3);
  await settled(page);
  await page.reload();
  await openList(page);
  await expect(names(page)).toHaveText(["new", "spoiled", "<b>"]);
  await press(page.locator("#lessons"));
  await page.locator("#lesson .shelf small", { hasText: "done" }).first().waitFor();
});

test("two tabs that store steps of one lesson at the same moment keep both", async ({ open }) => {
  const page = await open(FITS, {
    query: "?lesson=tour/state",
    prepare: (page) => page.context().addInitScript(() => {
      // A slow tab stores nothing by itself; another one stores that first, in the middle of its own.
      const own = Storage.prototype.setItem;
      window.withheld = [];
      window.stolen = [];
      Storage.prototype.setItem = function setItem(key, value) {
        // The storage of the session is the tab's own.
        if (this !== localStorage) return own.call(this, key, value);
        if (window.isSlow) {
          window.withheld.push([key, value]);
          return undefined;
        }
        for (const [key, value] of window.stolen.splice(0)) own.call(this, key, value);
        return own.call(this, key, value);
      };
    }),
  });
  await page.locator("#lesson[data-step=state]").waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url().replace("tour/state", "tour/scratchpad"));
  await other.locator("#lesson[data-step=scratchpad]").waitFor();
  await other.evaluate(() => { window.isSlow = true; });
  await third(other, "ckpt");
  await stepsDone(other, 1);
  const isOfLesson = ([key]) => key.startsWith("shardwise.lesson.");
  const read = async () => (await other.evaluate(() => window.withheld)).filter(isOfLesson);
  await expect.poll(read).not.toEqual([]);
  const withheld = await read();
  await page.bringToFront();
  await page.evaluate((withheld) => { window.stolen = withheld; }, withheld);
  await third(page, "zero");
  await expect.poll(() => page.evaluate(() => window.stolen)).toEqual([]);
  await settled(page);
  await page.reload();
  await stepsDone(page, 2);
});

test("steps that an earlier release stored are still done, beside those stored now", async ({ open }) => {
  const page = await open(FITS, {
    query: "?lesson=tour/state",
    prepare: (page) => page.addInitScript(() => {
      if (location.host && localStorage.length === 0) localStorage.setItem("shardwise.lesson.tour", "scratchpad 2 #v=1\n");
    }),
  });
  await page.locator("#lesson[data-step=state]").waitFor();
  await stepsDone(page, 1);
  await third(page, "zero");
  await stepsDone(page, 2);
  await settled(page);
  await page.reload();
  await stepsDone(page, 2);
});
