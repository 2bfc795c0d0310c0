// Presentation by a teacher's query: views alone, controls hidden and locked, a theme, open tables, a goal.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import {
  FITS, ILLEGAL, TOO_LARGE, address, openTab, press, pressInMenu, searched, settled, type, unfoldRun, verdict,
  violations,
} from "./planner.mjs";

/** Keys of the visible controls, with all folds opened. */
const controls = (page) => page.evaluate(() => {
  for (const details of document.querySelectorAll("aside details")) details.open = true;
  return [...document.querySelectorAll("aside [data-control]")]
    .filter((row) => row.offsetParent !== null).map((row) => row.dataset.control);
});

test("hidden controls are gone, and groups that are empty without them", async ({ open }) => {
  const all = await open(FITS);
  await settled(all);
  const plain = await controls(all);
  await all.close();
  const failures = ["watts", "mtbf", "ckptbw", "restart"];
  const gone = ["p", "tp", "seq", "slen", "pack", "mbs", "gbs", "mstep", "mmem", ...failures];
  const page = await open(FITS, { query: `?hide=${gone.join()}` });
  await settled(page);
  const hidden = new Set([...gone, "model", "gpu", "gpus"]);
  await expect.poll(() => controls(page)).toEqual(plain.filter((key) => !hidden.has(key)));
  const headings = await page.locator("aside :is(h2, h3, summary)").evaluateAll((all) =>
    all.filter((heading) => heading.offsetParent !== null).map((heading) => heading.textContent));
  for (const heading of ["Batch", "Fit to my machine", "Failures and power"]) {
    assert.ok(!headings.some((each) => each.toLowerCase() === heading.toLowerCase()), headings.join());
  }
  assert.ok(headings.length >= 6, headings.join());
});

test("chosen controls are shown alone, and folded ones are open", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS, { query: "?show=tp,zero,price,hsdp" });
  await settled(page);
  const seen = await page.locator("aside :is([data-control], h2, h3, summary, p):visible").evaluateAll((all) =>
    all.map((element) => element.dataset.control));
  assert.deepEqual(seen, ["tp", "zero", "hsdp", "price"]);
});

test("an embedded page of 600 by 420 pixels needs no scrolling", { tag: "@core" }, async ({ open }) => {
  const query = "?embed=1&view=verdict,memory&show=tp,pp,zero,ckpt";
  for (const link of [FITS, TOO_LARGE]) {
    const page = await open(link, { query, context: { viewport: { width: 600, height: 420 } } });
    await settled(page);
    for (const key of ["tp", "pp", "zero", "ckpt"]) await expect(page.locator(`#${key}`)).toBeInViewport({ ratio: 1 });
    await expect(page.locator("#alone")).toBeInViewport({ ratio: 1 });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height <= 420, `${link} is ${height} pixels high`);
    await page.close();
  }
});

test("nothing that is hidden is ever seen, not even at the start", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const prepare = (page) => page.addInitScript(() => {
    window.seen = 0;
    new MutationObserver(() => {
      const row = document.querySelector("[data-control=tp]");
      if (row && getComputedStyle(row).display !== "none") window.seen += 1;
    }).observe(document, { subtree: true, childList: true });
  });
  const page = await open(FITS, { query: "?hide=tp", prepare });
  await settled(page);
  assert.equal(await page.evaluate(() => window.seen), 0);
  await expect(page.locator("[data-control=tp]")).toHaveCount(1);
});

test("locked controls cannot be moved, and say so", { tag: "@core" }, async ({ open, browserName }) => {
  const page = await open(FITS, { query: "?lock=tp,zero,sched,p,mstep" });
  await settled(page);
  for (const key of ["tp", "zero", "sched", "model", "gpu", "gpus"]) {
    const row = page.locator(`aside [data-control=${key}]`);
    await expect(row, key).toHaveAttribute("title", "Locked");
    // Firefox returns the rule unevaluated: `attr(title)`.
    assert.match(await row.evaluate((row) => getComputedStyle(row, "::after").content), /Locked|title/);
    const inputs = row.locator("input, select, button");
    await expect(inputs.and(page.locator(":disabled")), key).not.toHaveCount(0);
    await expect(inputs.and(page.locator(":enabled")), key).toHaveCount(0);
  }
  await expect(page.locator("#mstep")).toBeDisabled();
  await expect(page.locator("#pp")).toBeEnabled();
  await page.locator("#tp").focus().catch(() => {});
  await page.keyboard.press("ArrowLeft");
  await page.locator("[data-control=tp]").click({ force: true });
  await page.locator("#pp").press("ArrowLeft");
  await address(page, FITS.replace("pp=4", "pp=2"));
  await settled(page);
  // Axe reads the DOM and styles: one browser is enough.
  if (browserName === "chromium") assert.deepEqual(await violations(page), []);
});

test("no cure, advice or layout moves what is locked, nor do reset and undo", async ({ open }) => {
  const page = await open(TOO_LARGE, { query: "?lock=tp,pp,gbs" });
  await settled(page);
  const cures = await page.locator("#cures button").allInnerTexts();
  assert.ok(cures.length > 0);
  assert.ok(cures.every((cure) => !/\b(TP|PP)\b|sequences a step/.test(cure)), cures.join());
  await press(page.locator("#cures button").first());
  await expect(page.locator("#verdict")).not.toHaveText("Does not fit");
  await settled(page);
  const advice = await page.locator("#changes .advised").allInnerTexts();
  assert.ok(advice.every((change) => !/\b(TP|PP)\b/.test(change)), advice.join());
  // The verdict of a stop may follow its value.
  const held = () => page.evaluate(() =>
    ["tp", "pp", "gbs"].map((key) => document.getElementById(key).getAttribute("aria-valuetext").split(",")[0]));
  assert.deepEqual(await held(), ["8", "1", "512"]);
  /** Waits until the address meets a condition and all is drawn: what is locked has its value still. */
  const holds = async (hasChanged) => {
    await expect.poll(() => hasChanged(page.url())).toBe(true);
    await settled(page);
    assert.deepEqual(await held(), ["8", "1", "512"]);
  };
  // A longer sequence would imply a smaller batch.
  await type(page, "seq", "4096");
  await holds((url) => /seq=4096/.test(url));
  await pressInMenu(page, "#reset");
  await holds((url) => !/seq=4096/.test(url));
  const before = page.url();
  await page.locator("#model").selectOption({ index: 1 });
  await holds((url) => url !== before);
  await page.keyboard.press("ControlOrMeta+z");
  await holds((url) => url === before);
  // An address sets exactly what it contains.
  await page.evaluate((link) => { location.hash = link; }, FITS);
  await expect(page.locator("#pp")).toHaveAttribute("aria-valuetext", /^4(,|$)/);
});

test("the best layouts have what is locked", async ({ open }) => {
  const page = await open(FITS, { query: "?lock=tp&view=search" });
  await searched(page);
  const layouts = page.locator("#search .found:not(.old) .adopt.row");
  await press(layouts.first());
  await expect.poll(() => new URL(page.url()).hash).not.toBe(FITS);
  await settled(page);
  await expect(page.locator("#tp")).toHaveAttribute("aria-valuetext", /^8(,|$)/);
  const rows = await layouts.allInnerTexts();
  assert.ok(rows.length > 2);
  assert.ok(rows.every((row) => !/TP (1|2|4|16)\b/.test(row)), rows.join("\n"));
});

test("repairs leave alone what is locked", async ({ open }) => {
  const repairs = async (options) => {
    const page = await open(ILLEGAL, options);
    await settled(page);
    await expect(page.locator("#reasons li")).not.toHaveCount(0);
    const texts = await page.locator("#reasons button").allInnerTexts();
    await page.close();
    return texts;
  };
  const free = await repairs();
  const left = await repairs({ query: "?lock=tp" });
  assert.ok(left.length < free.length && left.every((repair) => !/^TP/.test(repair)), left.join());
});

test("what a query does not mean is listed, and can be dismissed", async ({ open }) => {
  const query = "?view=memory,nowhere&hide=colour&lock=%3Cb%3E&theme=pink&utm_source=mail";
  const page = await open(FITS, { query });
  const lines = page.locator("#link-notice li:not(:has(button))");
  await expect(lines).toHaveText([/“view=nowhere”/, /“hide=colour”/, /“lock=<b>”/, /“theme=pink”/]);
  await settled(page);
  await press(page.locator("#link-notice button"));
  await expect(page.locator("#link-notice")).toBeHidden();
  await expect(page.locator("#memory")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("a projector’s theme is larger and has more contrast", async ({ open, browserName }) => {
  const size = (page) => page.locator("#need").evaluate((need) => parseFloat(getComputedStyle(need).fontSize));
  const plain = await open(FITS, { query: "?theme=light" });
  await settled(plain);
  const usual = await size(plain);
  await plain.close();
  const page = await open(FITS, { query: "?theme=projector" });
  await settled(page);
  await expect.poll(() => size(page)).toBeGreaterThan(1.2 * usual);
  await expect(page.locator("body")).toHaveCSS("color", "rgb(0, 0, 0)");
  // Axe reads the DOM and styles: one browser is enough.
  if (browserName === "chromium") assert.deepEqual(await violations(page), []);
  await pressInMenu(page, "#theme");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("with table=1 the tables behind all figures are open", async ({ open }) => {
  const page = await open(FITS, { query: "?table=1" });
  await settled(page);
  await expect(page.locator("#memory-behind table")).not.toHaveCount(0);
  await expect(page.locator("main figure details.numbers:not([id]):not([open])")).toHaveCount(0);
  await expect(page.locator("#tolls table")).not.toHaveCount(0);
  for (const id of ["waterfall", "bill"]) {
    await openTab(page, id);
    await expect(page.locator(`#${id} table`), id).not.toHaveCount(0);
  }
});

test("a goal is said, and once it is reached", { tag: "@core" }, async ({ open, browserName }) => {
  const page = await open(TOO_LARGE, { query: "?goal=fits,%20tp%20<=%208" });
  const goal = page.locator("#goal");
  await expect(goal).toHaveText(/^○\s+Goal: .*fits.*tensor-parallel size at most 8.*Not reached/);
  await expect(goal).not.toHaveAttribute("data-reached");
  await page.locator("#pp").press("ArrowRight");
  await page.locator("#pp").press("ArrowRight");
  await verdict(page, "Fits");
  await expect(goal).toContainText("✓");
  const status = page.locator("header > [role=status]");
  await expect(status).toHaveText(/^Fits: .* Goal: .* Reached\.$/);
  await settled(page);
  // Axe reads the DOM and styles: one browser is enough.
  if (browserName === "chromium") assert.deepEqual(await violations(page), []);
  // It is announced only once while it stays reached.
  await page.locator("#mbs").focus();
  await status.evaluate((status) => {
    window.said = 0;
    new MutationObserver(() => { window.said += 1; })
      .observe(status, { subtree: true, childList: true, characterData: true });
  });
  await unfoldRun(page);
  await page.locator("#price").press("ArrowRight");
  await expect.poll(() => page.url()).toMatch(/price=/);
  await settled(page);
  assert.equal(await page.evaluate(() => window.said), 0);
  // The loss is announced, which the count would have shown.
  await page.locator("#pp").press("Home");
  await expect.poll(() => page.evaluate(() => window.said)).toBeGreaterThan(0);
});

test("a goal that cannot be read says what is wrong with it", async ({ open }) => {
  const page = await open(FITS, { query: "?goal=mfa%20>%2040%25" });
  await expect(page.locator("#goal")).toBeVisible();
  await expect(page.locator("#goal")).toContainText("mfa");
});
