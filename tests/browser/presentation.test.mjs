// Presentation by a teacher's query: views alone, controls hidden and locked, a theme, open tables, a goal.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  FITS, TOO_LARGE, address, calm, inEachBrowser, searched, settled, type, verdict, violations,
} from "./planner.mjs";

inEachBrowser(({ open }) => {
  /** Keys of the visible controls, with all folds opened. */
  const controls = (page) => page.evaluate(() => {
    for (const details of document.querySelectorAll("aside details")) details.open = true;
    return [...document.querySelectorAll("aside [data-control]")]
      .filter((row) => row.offsetParent !== null).map((row) => row.dataset.control);
  });

  test("hidden controls are gone, and groups that are empty without them", async (t) => {
    const plain = await controls(await open(t, FITS));
    const failures = ["watts", "mtbf", "ckptbw", "restart"];
    const gone = ["p", "tp", "seq", "mbs", "gbs", "mstep", "mmem", ...failures];
    const page = await open(t, FITS, { query: `?hide=${gone.join()}` });
    const left = await controls(page);
    const hidden = new Set([...gone, "model", "gpu", "gpus"]);
    assert.deepEqual(left, plain.filter((key) => !hidden.has(key)));
    const headings = await page.locator("aside :is(h2, summary)").evaluateAll((all) =>
      all.filter((heading) => heading.offsetParent !== null).map((heading) => heading.textContent));
    for (const heading of ["Batch", "Fit to my machine", "Failures and power"]) {
      assert.ok(!headings.some((each) => each.toLowerCase() === heading.toLowerCase()), headings.join());
    }
    assert.ok(headings.length >= 6, headings.join());
  });

  test("nothing that is hidden is ever seen, not even at the start", async (t) => {
    const prepare = (page) => page.addInitScript(() => {
      window.seen = 0;
      new MutationObserver(() => {
        const row = document.querySelector("[data-control=tp]");
        if (row && getComputedStyle(row).display !== "none") window.seen += 1;
      }).observe(document, { subtree: true, childList: true });
    });
    const page = await open(t, FITS, { query: "?hide=tp", prepare });
    await settled(page);
    assert.equal(await page.evaluate(() => window.seen), 0);
    assert.equal(await page.locator("[data-control=tp]").count(), 1);
  });

  test("locked controls cannot be moved, and say so", async (t) => {
    const page = await open(t, FITS, { query: "?lock=tp,zero,sched,p,mstep" });
    await page.locator("#mstep").waitFor();
    for (const key of ["tp", "zero", "sched", "model", "gpu", "gpus"]) {
      const row = page.locator(`aside [data-control=${key}]`);
      assert.equal(await row.getAttribute("title"), "Locked", key);
      // Firefox returns the rule unevaluated: `attr(title)`.
      assert.match(await row.evaluate((row) => getComputedStyle(row, "::after").content), /Locked|title/);
      const inputs = await row.locator("input, select, button").evaluateAll((all) => all.map((input) => input.matches(":disabled")));
      assert.ok(inputs.length > 0 && inputs.every(Boolean), key);
    }
    assert.ok(await page.locator("#mstep").isDisabled());
    assert.ok(await page.locator("#pp").isEnabled());
    await page.locator("#tp").focus().catch(() => {});
    await page.keyboard.press("ArrowLeft");
    await page.locator("[data-control=tp]").click({ force: true });
    await page.locator("#pp").focus();
    await page.keyboard.press("ArrowLeft");
    await address(page, FITS.replace("pp=4", "pp=2"));
    assert.deepEqual(await violations(page), []);
  });

  test("no cure, advice or layout moves what is locked, nor do reset and undo", async (t) => {
    const page = await open(t, TOO_LARGE, { query: "?lock=tp,pp,gbs" });
    await settled(page);
    const cures = await page.locator("#cures button").allInnerTexts();
    assert.ok(cures.length > 0);
    assert.ok(cures.every((cure) => !/\b(TP|PP)\b|sequences a step/.test(cure)), cures.join());
    await page.locator("#cures button").first().click();
    await page.waitForFunction(() => document.getElementById("verdict").textContent !== "Out of memory");
    await settled(page);
    const advice = await page.locator("#diagnosis .advised").allInnerTexts();
    assert.ok(advice.every((change) => !/\b(TP|PP)\b/.test(change)), advice.join());
    const held = () => page.evaluate(() => ["tp", "pp", "gbs"].map((key) => document.getElementById(key).getAttribute("aria-valuetext")));
    assert.deepEqual(await held(), ["8", "1", "512"]);
    // A longer sequence would imply a smaller batch.
    await type(page, "seq", "4096");
    await page.waitForFunction(() => /seq=4096/.test(location.hash));
    assert.deepEqual(await held(), ["8", "1", "512"]);
    await page.getByRole("button", { name: "Reset" }).click();
    assert.deepEqual(await held(), ["8", "1", "512"]);
    await page.locator("#model").selectOption({ index: 1 });
    assert.deepEqual(await held(), ["8", "1", "512"]);
    await page.keyboard.press("ControlOrMeta+z");
    assert.deepEqual(await held(), ["8", "1", "512"]);
    // An address sets exactly what it contains.
    await page.evaluate((link) => { location.hash = link; }, FITS);
    await page.waitForFunction(() => document.getElementById("pp").getAttribute("aria-valuetext") === "4");
  });

  test("the best layouts have what is locked", async (t) => {
    const page = await open(t, FITS, { query: "?lock=tp&view=search" });
    await searched(page);
    await page.locator("#search .found:not(.old) .adopt.row").first().click();
    await page.waitForFunction((before) => location.hash !== before, FITS);
    assert.equal(await page.locator("#tp").getAttribute("aria-valuetext"), "8");
    const rows = await page.locator("#search .found:not(.old) .adopt.row").allInnerTexts();
    assert.ok(rows.length > 2);
    assert.ok(rows.every((row) => !/TP (1|2|4|16)\b/.test(row)), rows.join("\n"));
  });

  test("repairs leave alone what is locked", async (t) => {
    const illegal = "#v=1&p=llama3-70b/h100x64&tp=6&pp=4";
    const free = await open(t, illegal);
    const count = await free.locator("#reasons button").count();
    const page = await open(t, illegal, { query: "?lock=tp" });
    await page.locator("#reasons li").first().waitFor();
    const repairs = await page.locator("#reasons button").allInnerTexts();
    assert.ok(repairs.length < count && repairs.every((repair) => !/^TP/.test(repair)), repairs.join());
  });

  test("what a query does not mean is listed, and can be dismissed", async (t) => {
    const query = "?view=memory,nowhere&hide=colour&lock=%3Cb%3E&theme=pink&lang=de&utm_source=mail";
    const page = await open(t, FITS, { query });
    await page.locator("#link-notice li").first().waitFor();
    const lines = await page.locator("#link-notice li:not(:has(button))").allInnerTexts();
    assert.deepEqual(lines.map((line) => line.match(/“(.*)”/)[1]), ["view=nowhere", "hide=colour", "lock=<b>", "theme=pink"]);
    await page.locator("#link-notice button").click();
    await page.locator("#link-notice").waitFor({ state: "hidden" });
    assert.ok(await page.locator("#memory").isVisible());
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
  });

  test("a projector’s theme is larger and has more contrast", async (t) => {
    const size = (page) => page.locator("#need").evaluate((need) => parseFloat(getComputedStyle(need).fontSize));
    const page = await open(t, FITS, { query: "?theme=projector" });
    const plain = await open(t, FITS, { query: "?theme=light" });
    assert.ok((await size(page)) > 1.2 * (await size(plain)));
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(0, 0, 0)");
    await settled(page);
    assert.deepEqual(await violations(page), []);
    await page.locator("#theme").click();
    await page.locator("html[data-theme=light]").waitFor();
  });

  test("with table=1 the tables behind all figures are open", async (t) => {
    const page = await open(t, FITS, { query: "?table=1" });
    await page.locator("#memory-behind table").waitFor({ state: "attached" });
    await page.waitForFunction(() => [...document.querySelectorAll("main figure details.numbers:not([id])")]
      .every((details) => details.open));
    for (const id of ["tolls", "waterfall", "bill"]) await page.locator(`#${id} table`).first().waitFor({ state: "attached" });
  });

  test("a goal is said, and once it is reached", async (t) => {
    const page = await open(t, TOO_LARGE, { query: "?goal=fits,%20tp%20<=%208" });
    const goal = page.locator("#goal");
    await goal.filter({ hasText: "Not reached" }).waitFor();
    assert.match(await goal.innerText(), /^○\s+Goal: .*fits.*Tensor ≤ 8/);
    assert.equal(await goal.getAttribute("data-reached"), null);
    await page.locator("#pp").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await verdict(page, "Fits");
    await goal.filter({ hasText: "✓" }).waitFor();
    await page.locator("header > [role=status]", { hasText: "Reached." }).waitFor();
    assert.match(await page.locator("header > [role=status]").textContent(), /^Fits: .* Goal: .* Reached\.$/);
    assert.deepEqual(await violations(page), []);
    // It is announced only once while it stays reached.
    await page.locator("#mbs").focus();
    await page.evaluate(() => {
      window.said = 0;
      new MutationObserver(() => { window.said += 1; })
        .observe(document.querySelector("header > [role=status]"), { subtree: true, childList: true, characterData: true });
    });
    await page.locator("#price").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => /price=/.test(location.hash));
    await calm(page);
    assert.equal(await page.evaluate(() => window.said), 0);
    // The loss is announced, which the count would have shown.
    await page.locator("#pp").focus();
    await page.keyboard.press("Home");
    await page.waitForFunction(() => window.said > 0);
  });

  test("a goal that cannot be read says what is wrong with it", async (t) => {
    const page = await open(t, FITS, { query: "?goal=mfa%20>%2040%25" });
    const goal = page.locator("#goal");
    await goal.waitFor();
    assert.match(await goal.innerText(), /mfa/);
  });
});
