// Comparison of A with B: pinning, differences, undo and redo, stored plans, both plans in one link.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FITS, address, calm, inEachBrowser, numberIn, upToDate, verdict, violations } from "./planner.mjs";

const BOTH = `${FITS}&b.tp=4&b.ckpt=full`;

/** Waits until the later figures are drawn and show the plan. */
async function later(page) {
  await page.locator("#compare").waitFor();
  await upToDate(page);
}
const text = (page, selector) => page.locator(selector).textContent();
const seconds = (text) => numberIn(text) * { ms: 1e-3, s: 1, min: 60, h: 3600 }[text.trim().split(/\s/).at(-1)];

/** The cells of the table's row of this name. */
async function row(page, name) {
  const cells = page.locator("#compare tbody tr", { has: page.locator("th", { hasText: name }) }).first().locator("td");
  return cells.allTextContents();
}

inEachBrowser(({ open }) => {
  test("a link holds both plans, and each figure says how far A lies from B", async (t) => {
    const page = await open(t, BOTH);
    await later(page);
    assert.equal(await page.locator("#not-modelled").isVisible(), false);
    assert.deepEqual(await page.locator("#compare .differ li").allTextContents(), ["tp 8 → 4", "ckpt none → full"]);
    // The same plans alone, each in a page of its own.
    const alone = {};
    for (const [name, link] of [["a", FITS], ["b", `${FITS.replace("tp=8", "tp=4")}&ckpt=full`]]) {
      const other = await open(t, link);
      alone[name] = {
        need: numberIn(await text(other, "#need")),
        mfu: numberIn(await text(other, "#mfu")),
        step: seconds(await text(other, "#step")),
      };
    }
    const { a, b } = alone;
    const delta = async (id) => numberIn(await text(page, id));
    assert.ok(Math.abs(await delta("#delta-need") - 100 * (a.need / b.need - 1)) < 0.5);
    assert.ok(Math.abs(await delta("#delta-mfu") - (a.mfu - b.mfu)) < 0.11);
    assert.ok(Math.abs(await delta("#delta-step") - 100 * (a.step / b.step - 1)) < 0.7);
    await page.locator("#compare .numbers summary").click();
    await page.locator("#compare tbody tr").first().waitFor();
    const [now, pinned, moved] = await row(page, "Step");
    assert.ok(Math.abs(seconds(now) / a.step - 1) < 1e-3 && Math.abs(seconds(pinned) / b.step - 1) < 1e-3);
    assert.ok(Math.abs(numberIn(moved) - 100 * (a.step / b.step - 1)) < 0.7, moved);
    assert.equal((await row(page, "MFU"))[0], await text(page, "#mfu"));
  });

  test("pin, change, exchange, go back, unpin: all by keyboard, all in the address", async (t) => {
    const page = await open(t, FITS);
    await later(page);
    await page.locator("#pin").focus();
    await page.keyboard.press("Enter");
    await address(page, `${FITS}&b.same=1`);
    assert.equal(await page.locator("#pin").getAttribute("aria-pressed"), "true");
    await page.locator("#compare .differ", { hasText: "the same so far" }).waitFor();
    await page.locator("#mbs").focus();
    await page.keyboard.press("ArrowRight");
    await address(page, `${FITS}&mbs=2&b.mbs=1`);
    const faster = await text(page, "#delta-mfu");
    assert.match(faster, /^[+−]\d/);
    const act = async (name) => {
      await page.locator("#compare .act", { hasText: name }).focus();
      await page.keyboard.press("Enter");
    };
    await act("Exchange");
    await address(page, `${FITS}&b.mbs=2`);
    await page.waitForFunction(
      (before) => document.getElementById("delta-mfu").textContent[0] !== before[0], faster);
    await act("Go back");
    await address(page, `${FITS}&mbs=2&b.same=1`);
    await act("Unpin");
    await address(page, `${FITS}&mbs=2`);
    assert.equal(await text(page, "#delta-mfu"), "");
    assert.equal(await page.evaluate(() => document.activeElement.id), "compare");
  });

  test("undo and redo walk through where the plan has rested", async (t) => {
    const page = await open(t, FITS);
    await later(page);
    const isOff = (id) => page.locator(id).getAttribute("aria-disabled");
    // Undo ends at the first plan that rests.
    await calm(page);
    assert.equal(await isOff("#undo"), "true");
    await page.locator("#mbs").focus();
    await page.keyboard.press("ArrowRight");
    await address(page, `${FITS}&mbs=2`);
    await page.locator("#undo[aria-disabled=false]").waitFor();
    await page.keyboard.press("ArrowRight");
    await address(page, `${FITS}&mbs=4`);
    await calm(page);
    await page.keyboard.press("ControlOrMeta+z");
    await address(page, `${FITS}&mbs=2`);
    await page.locator("#undo").click();
    await address(page, FITS);
    assert.equal(await isOff("#undo"), "true");
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await address(page, `${FITS}&mbs=2`);
    await page.locator("#redo").click();
    await address(page, `${FITS}&mbs=4`);
    assert.equal(await isOff("#redo"), "true");
    // In a text box, the keys act on the box.
    const box = page.locator(".row:has(#mbs) input.number");
    await box.focus();
    await page.keyboard.press("ControlOrMeta+z");
    await calm(page);
    assert.equal(await page.evaluate(() => location.hash), `${FITS}&mbs=4`);
    // The plan has not changed: the next undo goes to the first.
    await page.locator("#undo").click();
    await address(page, `${FITS}&mbs=2`);
  });

  test("plans are kept in the browser under a name, and what is typed stays text", async (t) => {
    const page = await open(t, FITS);
    await later(page);
    const name = "<img src=x onerror=alert(1)>\u{1f600}";
    await page.locator(".snapshots summary").click();
    await page.locator("#snapshot-name").fill(name);
    await page.locator(".snapshot", { hasText: "Keep this plan" }).click();
    await page.locator("#mbs").focus();
    await page.keyboard.press("ArrowRight");
    await address(page, `${FITS}&mbs=2`);
    await page.reload();
    await later(page);
    await page.locator(".snapshots summary").click();
    await page.locator(".snapshots .name").first().waitFor();
    assert.deepEqual(await page.locator(".snapshots .name").allTextContents(), [name]);
    assert.equal(await page.locator(".snapshots img").count(), 0);
    await page.locator(".snapshots button", { hasText: "Pin" }).click();
    await page.waitForFunction(() => location.hash.endsWith("&mbs=2&b.mbs=1"));
    await page.locator(".snapshots button", { hasText: "Go to" }).click();
    await address(page, FITS);
    await page.locator(".snapshots button", { hasText: "Forget" }).click();
    await page.locator(".snapshots .name").waitFor({ state: "detached" });
    await page.reload();
    await later(page);
    assert.equal(await page.locator(".snapshots .name").count(), 0);
  });

  test("a plan B that cannot exist is said, and harms nothing", async (t) => {
    const page = await open(t, `${FITS}&b.tp=6`);
    await later(page);
    await page.locator("#compare-caption", { hasText: "cannot exist" }).waitFor();
    await verdict(page, "Fits");
    assert.equal(await text(page, "#delta-mfu"), "");
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing, ${colorScheme}`, async (t) => {
      const page = await open(t, BOTH, { context: { colorScheme } });
      await later(page);
      await page.locator(".snapshots summary").click();
      await page.locator("#compare .numbers summary").click();
      await page.locator("#compare table").waitFor();
      assert.deepEqual(await violations(page, "#compare, header"), []);
    });
  }
});
