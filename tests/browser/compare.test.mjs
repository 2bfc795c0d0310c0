// Comparison of A with B: pinning, differences, undo and redo, stored plans, both plans in one link.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, KEPT, address, box, calm, numberIn, press, settled, unfold, verdict, violations } from "./planner.mjs";

test.use({ tab: "compare" });

const BOTH = `${FITS}&b.tp=4&b.ckpt=full`;

const text = (page, selector) => page.locator(selector).textContent();
const seconds = (text) => numberIn(text) * { ms: 1e-3, s: 1, min: 60, h: 3600 }[text.trim().split(/\s/).at(-1)];

/** The cells of the row of this name: A, B, difference, bar. */
const row = (page, name) =>
  page.locator("#compare .sides tr", { has: page.locator("th", { hasText: name }) }).first().locator("td");

test("a link holds both plans, and each figure says how far A lies from B", async ({ open }) => {
  const page = await open(BOTH);
  await settled(page);
  await expect(page.locator("#not-modelled")).toBeHidden();
  await expect(page.locator("#compare .differ li")).toHaveText(["Tensor 8 → 4", "Checkpointing none → full"]);
  // The same plans alone, each in a page of its own.
  const alone = {};
  for (const [name, link] of [["a", FITS], ["b", `${FITS.replace("tp=8", "tp=4")}&ckpt=full`]]) {
    const other = await open(link);
    await settled(other);
    alone[name] = {
      need: numberIn(await text(other, "#need")),
      mfu: numberIn(await text(other, "#mfu")),
      step: seconds(await text(other, "#step")),
    };
    await other.close();
  }
  await page.bringToFront();
  // Names and differences of the head have places of their own, and no two of them meet.
  const parts = await page.locator("header dl :is(dt, dd > .why, .delta)").evaluateAll((parts) => parts
    .map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return { left, right, top, bottom, text: part.textContent, isSeen: part.contains(middle) };
    })
    .filter(({ left, right }) => right > left));
  assert.equal(parts.length, 12, parts.map(({ text }) => text).join());
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
  for (const [index, one] of parts.entries()) {
    assert.ok(one.isSeen, one.text);
    for (const other of parts.slice(index + 1)) assert.ok(!meet(one, other), `${one.text} and ${other.text}`);
  }
  const { a, b } = alone;
  const delta = async (id) => numberIn(await text(page, id));
  assert.ok(Math.abs(await delta("#delta-need") - 100 * (a.need / b.need - 1)) < 0.5);
  assert.ok(Math.abs(await delta("#delta-mfu") - (a.mfu - b.mfu)) < 0.11);
  assert.ok(Math.abs(await delta("#delta-step") - 100 * (a.step / b.step - 1)) < 0.7);
  await expect(page.locator("#delta-mfu")).toHaveAttribute("title", /^B has [\d.]+\s%$/);
  assert.ok(Math.abs(numberIn(await page.locator("#delta-mfu").getAttribute("title")) - b.mfu) < 0.11);
  const [now, pinned, moved] = await row(page, "Step").allTextContents();
  assert.ok(Math.abs(seconds(now) / a.step - 1) < 1e-3 && Math.abs(seconds(pinned) / b.step - 1) < 1e-3);
  assert.ok(Math.abs(seconds(moved) - (a.step - b.step)) < 0.11, moved);
  await expect(row(page, "MFU").first()).toHaveText(await text(page, "#mfu"));
});

test("pin, change, exchange, go back, unpin: all by keyboard, all in the address", {
  tag: "@core",
}, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await press(page.locator("#pin"));
  await address(page, `${FITS}&b.same=1`);
  await expect(page.locator("#pin")).toHaveAttribute("aria-pressed", "true");
  await page.locator("#compare .differ", { hasText: "Both plans are the same." }).waitFor();
  await page.locator("#mbs").press("ArrowRight");
  await address(page, `${FITS}&mbs=2&b.mbs=1`);
  const faster = page.locator("#delta-mfu");
  await expect(faster).toHaveText(/^[+−]\d/);
  const [sign] = await faster.textContent();
  const act = (name) => press(page.locator("#compare .act", { hasText: name }));
  await act("Swap");
  await address(page, `${FITS}&b.mbs=2`);
  await expect(faster).toHaveText(sign === "+" ? /^−\d/ : /^\+\d/);
  await act("Go back");
  await address(page, `${FITS}&mbs=2&b.same=1`);
  await act("Unpin");
  await address(page, `${FITS}&mbs=2`);
  await expect(faster).toHaveText("");
  await expect(page.locator("#compare")).toBeFocused();
});

test("undo and redo walk through where the plan has rested", async ({ open }) => {
  const page = await open(FITS);
  const [undo, redo] = [page.locator("#undo"), page.locator("#redo")];
  // Undo ends at the first plan that rests.
  await settled(page);
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  await page.locator("#mbs").press("ArrowRight");
  await address(page, `${FITS}&mbs=2`);
  await expect(undo).toHaveAttribute("aria-disabled", "false");
  await page.locator("#mbs").press("ArrowRight");
  await address(page, `${FITS}&mbs=4`);
  await settled(page);
  await page.keyboard.press("ControlOrMeta+z");
  await address(page, `${FITS}&mbs=2`);
  await press(undo);
  await address(page, FITS);
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await address(page, `${FITS}&mbs=2`);
  await press(redo);
  await address(page, `${FITS}&mbs=4`);
  await expect(redo).toHaveAttribute("aria-disabled", "true");
  // In a text box, the keys act on the box.
  await box(page, "mbs").press("ControlOrMeta+z");
  await calm(page);
  assert.equal(await page.evaluate(() => location.hash), `${FITS}&mbs=4`);
  // The plan has not changed: the next undo goes to the first.
  await press(undo);
  await address(page, `${FITS}&mbs=2`);
});

test("plans are kept in the browser under a name, and what is typed stays text", {
  tag: ["@core", "@firefox"],
}, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const name = "<img src=x onerror=alert(1)>\u{1f600}";
  const [plans, names] = [page.locator(KEPT), page.locator(`${KEPT} .name`)];
  await unfold(plans);
  await page.locator("#snapshot-name").fill(name);
  await press(page.locator(".snapshot", { hasText: "Save this plan" }));
  await expect(names).toHaveText([name]);
  await page.locator("#mbs").press("ArrowRight");
  await address(page, `${FITS}&mbs=2`);
  await settled(page);
  await page.reload();
  await settled(page);
  await unfold(plans);
  await expect(names).toHaveText([name]);
  await expect(plans.locator("img")).toHaveCount(0);
  await press(plans.locator("button", { hasText: "Pin" }));
  await expect(page).toHaveURL(/#.*&mbs=2&b\.mbs=1$/);
  await press(plans.locator("button", { hasText: "Go to" }));
  await address(page, FITS);
  await press(plans.locator("button", { hasText: "Delete" }));
  await expect(names).toHaveCount(0);
  await settled(page);
  await page.reload();
  await settled(page);
  await expect(plans).toBeAttached();
  await expect(names).toHaveCount(0);
});

test("a plan B that cannot exist is said, and harms nothing", async ({ open }) => {
  const page = await open(`${FITS}&b.tp=6`);
  await settled(page);
  await expect(page.locator("#compare-caption")).toContainText("cannot exist");
  await verdict(page, "Fits");
  await expect(page.locator("#delta-mfu")).toHaveText("");
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing, ${colorScheme}`, async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
    const page = await open(BOTH, { context: { colorScheme } });
    await settled(page);
    await unfold(page.locator(KEPT));
    await unfold(page.locator("#compare details", { hasText: "Published runs" }));
    await unfold(page.locator("#compare .numbers"));
    await page.locator("#compare .numbers table").waitFor();
    await settled(page);
    assert.deepEqual(await violations(page, "#compare, header"), []);
  });
}
