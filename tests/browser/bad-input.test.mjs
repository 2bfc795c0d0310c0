// Robustness: with any link, and with any browser interface missing, the page opens and reports the problem. It runs
// no code from the link.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  FITS, LARGEST, LONG_SPLIT, TOO_LARGE, address, grab, inEachBrowser, notices, settled, shown,
  showsSoon, verdict,
} from "./planner.mjs";

const BASE = "#v=1&p=llama3-70b/h100x64";

/** A payload that would leave a trace if it were parsed as markup or script. */
const PAYLOADS = [
  "<img src=x onerror=window.struck=1>",
  "\"><script>window.struck=1</script>",
  "'-window.struck=1-'",
  "javascript:window.struck=1",
  "</li><svg onload=window.struck=1>",
  "{{window.struck=1}}",
];

/** A link, and the lines of the notice, one pattern each. */
const LINKS = [
  [`${BASE}&colour=red&zero=9`, [/“colour”/, /“9” is not a value of “zero”; using 1/]],
  [`${BASE}&tp=0&pp=-1&cp=1e30&mbs=NaN`, [/“0”.*“tp”/, /“-1”.*“pp”/, /“1e30”.*“cp”/, /“NaN”.*“mbs”/]],
  [`${BASE}&gbs=99999999999999999999999&layers=0&hidden=1.5`, [/“gbs”/, /“0”.*“layers”/, /“1\.5”.*“hidden”/]],
  [`${BASE}&hbm=1e30&price=-3&imbal=0.5&node=0`, [/“hbm”/, /“price”/, /“imbal”/, /“node”/]],
  [`${BASE}&tp=8&tp=4`, [/“tp” stands twice/]],
  [`${BASE}&tp=&pp`, [/“tp”/, /“pp”/]],
  [`${BASE}&TP=8&%20=1`, [/“TP”/, /“ ”/]],
  ["#v=1&p=hal9000/abacusx64", [/“hal9000”/, /“abacus”/]],
  ["#v=1&p=llama3-8b/h100x0", [/“p”/]],
  ["#v=1&p=llama3-8b/h100x99999999999999999999", [/“p”/]],
  ["#v=2&p=llama3-8b/h100x8", [/version “2”/]],
  ["#v=%3Cb%3E1", [/version “<b>1”/]],
  [`${BASE}&%FF%FE=1&tp=%80%81&%=1&%4=1`, [/“\uFFFD+”/, /“tp”/, /“%”/, /“%4”/]],
  [`${BASE}&tp=%00%0A%1B`, [/“tp”/]],
  [`${BASE}&__proto__=1&constructor=1&toString=1`, [/“__proto__”/, /“constructor”/, /“toString”/]],
  [`${BASE}&b.tp=0&b.colour=red`, [/“0” is not a value of “b\.tp”/, /“b\.colour”/]],
  [`${BASE}&tp=${"8".repeat(3_000)}`, [/longer than 2,048 characters/, /“8{59}…”.*“tp”/]],
];

inEachBrowser(({ name, open, site }) => {
  /** The lines of the notice about the link. */
  const lines = (page) => page.locator("#link-notice li:not(:has(button))").allInnerTexts();

  /** Asserts that no part of a link has become part of the page. */
  async function isUnharmed(page) {
    assert.equal(await page.evaluate(() => window.struck), undefined);
    assert.equal(await page.locator("#planner :is(img, script, iframe, object, embed, base, link, meta)").count(), 0);
    const handlers = await page.evaluate(() =>
      [...document.querySelectorAll("#planner *")].flatMap((element) =>
        element.getAttributeNames().filter((attribute) => attribute.startsWith("on"))));
    assert.deepEqual(handlers, []);
    assert.ok(await page.locator("#failure").isHidden());
  }

  /** Asserts the lines of the notice about the link, one pattern each. */
  async function lists(page, link, patterns) {
    await page.locator("#link-notice li").first().waitFor();
    const said = await lines(page);
    assert.equal(said.length, patterns.length, `${link}:\n${said.join("\n")}`);
    patterns.forEach((pattern, index) => assert.match(said[index], pattern, link));
    assert.notEqual(await page.locator("#verdict").textContent(), "");
    await isUnharmed(page);
  }

  test("a notice lists what is wrong with a link", async (t) => {
    const page = await open(t, FITS);
    for (const [link, patterns] of LINKS) {
      await page.evaluate((link) => { location.hash = link; }, link);
      await lists(page, link, patterns);
      await page.locator("#link-notice button").click();
      await page.locator("#link-notice").waitFor({ state: "hidden" });
    }
  });

  test("a notice lists what is wrong with the link that opens the page", async (t) => {
    for (const [link, patterns] of LINKS.slice(-5)) await lists(await open(t, link), link, patterns);
  });

  test("markup and script in a link stay text", async (t) => {
    const page = await open(t, FITS);
    for (const payload of PAYLOADS) {
      for (const text of [payload, encodeURIComponent(payload)]) {
        const link = `#v=${text}&p=${text}&tp=${text}&${text}=1&b.p=${text}/${text}x8`;
        await page.evaluate((link) => { location.hash = link; }, link);
        await page.locator("#link-notice li").first().waitFor();
        const said = await lines(page);
        assert.ok(said.length >= 5, said.join("\n"));
        assert.ok(said.filter((line) => line.includes("struck")).length >= 3, said.join("\n"));
        await isUnharmed(page);
        await page.locator("#link-notice button").click();
        await page.locator("#link-notice").waitFor({ state: "hidden" });
      }
    }
    // Also as the page's first link, in its address and in its query.
    const first = `${BASE}&tp=${encodeURIComponent(PAYLOADS[0])}`;
    const query = `?theme=${encodeURIComponent(PAYLOADS[0])}&units=${encodeURIComponent(PAYLOADS[1])}`;
    const other = await open(t, first, { query });
    assert.match((await lines(other))[0], /“<img src=x onerror=/);
    await isUnharmed(other);
  });

  test("the notice can be dismissed, and the plan stays as it was read", async (t) => {
    const page = await open(t, `${BASE}&tp=8&pp=nonsense`);
    const before = await page.locator("#need").textContent();
    assert.equal(await page.locator("#tp").getAttribute("aria-valuetext"), "8");
    await page.locator("#link-notice button").click();
    await page.locator("#link-notice").waitFor({ state: "hidden" });
    assert.equal(await page.locator("#need").textContent(), before);
    await page.locator("#tp").focus();
    await page.keyboard.press("ArrowLeft");
    await address(page, `${BASE}&tp=4`);
    assert.ok(await page.locator("#link-notice").isHidden());
  });

  test("a fragment edited by hand is followed", async (t) => {
    const page = await open(t, FITS);
    const before = await shown(page);
    await page.evaluate((link) => { location.hash = link; }, TOO_LARGE);
    await verdict(page, "Out of memory");
    assert.equal(await page.locator("#pp").getAttribute("aria-valuetext"), "1");
    await page.evaluate((link) => { location.hash = link; }, `${FITS}&colour=red`);
    await verdict(page, "Fits");
    assert.match((await lines(page)).join(), /“colour”/);
    await address(page, FITS);
    await page.locator("#link-notice button").click();
    await showsSoon(page, before);
    // Without a fragment, the plan is the default.
    await page.evaluate(() => { location.hash = ""; });
    await page.locator(".plan-title", { hasText: "8B" }).waitFor();
    assert.ok(await page.locator("#link-notice").isHidden());
  });

  test("a change keeps what it does not touch: plan B", async (t) => {
    const page = await open(t, `${FITS}&b.tp=4`);
    assert.deepEqual(await notices(page), []);
    await page.locator("#tp").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => /tp=16.*b\.tp=4/.test(location.hash));
  });

  test("the largest plans that a link can ask for do not hang the page", async (t) => {
    for (const link of LARGEST) {
      const page = await open(t, link);
      assert.deepEqual(await notices(page), ["cures"]);
      // The page answers again once the cures are computed.
      await page.locator("#cures", { hasText: "Looking for cures" }).waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Reset" }).click();
      await address(page, link.replace(/&layers.*/, ""));
    }
  });

  for (const link of LONG_SPLIT) {
    test(`a split schedule of many stages does not hang the page: ${link}`, async (t) => {
      const page = await open(t, link);
      await page.locator("#verdict", { hasText: /^(Fits|Tight|Out of memory)$/ }).waitFor();
      await settled(page);
      // The page answers: a slider changes the plan.
      await page.getByRole("button", { name: "Reset" }).click();
      await address(page, link.replace(/&layers.*/, ""));
    });
  }

  test("without storage, everything works but is forgotten", async (t) => {
    const prepare = (page) => page.addInitScript(() => {
      for (const storage of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, storage, {
          get() { throw new DOMException("denied", "SecurityError"); },
        });
      }
    });
    const page = await open(t, FITS, { prepare });
    await page.getByRole("button", { name: "Memory in GiB" }).click();
    await page.locator("#capacity", { hasText: /GB$/ }).waitFor();
    await page.getByRole("button", { name: "Theme: as system" }).click();
    await page.locator("html[data-theme=light]").waitFor();
    assert.ok(await page.locator("#failure").isHidden());
  });

  test("without a history to write, the plan still follows the controls", async (t) => {
    const prepare = (page) => page.addInitScript(() => {
      for (const method of ["replaceState", "pushState"]) {
        History.prototype[method] = () => { throw new DOMException("too often", "SecurityError"); };
      }
    });
    const page = await open(t, TOO_LARGE, { prepare });
    await page.locator("#cures button").first().click();
    await page.waitForFunction(() => document.getElementById("verdict").textContent !== "Out of memory");
    await page.locator("[role=status]", { hasText: /^(Fits|Tight): / }).waitFor();
    assert.ok(await page.locator("#failure").isHidden());
  });

  for (const [what, prepare] of [
    ["without a clipboard", () => {
      delete Navigator.prototype.clipboard;
      delete Document.prototype.execCommand;
    }],
    ["with a clipboard that refuses", () => {
      Document.prototype.execCommand = () => false;
      Object.defineProperty(Navigator.prototype, "clipboard", {
        value: { writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) },
      });
    }],
  ]) {
    test(`${what}, the address is there to be copied by hand`, async (t) => {
      const page = await open(t, FITS, { prepare: (page) => page.addInitScript(prepare) });
      await page.locator("#mbs").focus();
      await page.keyboard.press("ArrowRight");
      await page.locator("#copy-link").click();
      const field = page.locator(".by-hand input");
      await field.waitFor();
      const whole = `${site().url}${FITS}&mbs=2`;
      assert.equal(await field.inputValue(), whole);
      assert.equal(await field.evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd)), whole);
      assert.ok(await page.locator("#failure").isHidden());
      // The field has the address of the plan in sight.
      await page.locator("#mbs").focus();
      await page.keyboard.press("ArrowLeft");
      await address(page, FITS);
      if (await field.isVisible()) assert.equal(await field.inputValue(), site().url + FITS);
    });
  }

  /** Asserts that the page reports in a sentence that it cannot start. */
  async function saysSo(page) {
    await page.locator("#failure").waitFor();
    assert.match(await page.locator("#failure").innerText(), /could not start/);
    assert.ok(await page.locator("#verdict").count() === 0);
    assert.doesNotMatch(await page.locator("body").innerText(), /Estimating/);
  }

  test("without WebAssembly, the page says so", async (t) => {
    const prepare = (page) => page.addInitScript(() => { delete globalThis.WebAssembly; });
    await saysSo(await open(t, FITS, { broken: true, prepare }));
  });

  for (const file of ["wasm", "js"]) {
    test(`where the .${file} file does not come, the page says so`, async (t) => {
      const prepare = (page) => page.route(`**/*.${file}`, (route) => route.abort());
      await saysSo(await open(t, FITS, { broken: true, prepare }));
    });
    test(`where another .${file} file comes, the page says so`, async (t) => {
      const prepare = (page) => page.route(`**/*.${file}`, (route) => route.fulfill({ body: "not it" }));
      await saysSo(await open(t, FITS, { broken: true, prepare }));
    });
  }

  // Playwright cannot switch off JavaScript in a stock Firefox: its option has no effect there.
  test("with JavaScript off, the page says so", { skip: name !== "chromium" && "Playwright cannot switch it off in a stock Firefox" }, async (t) => {
    const page = await open(t, FITS, { broken: true, context: { javaScriptEnabled: false } });
    const said = page.locator("noscript p");
    assert.ok(await said.isVisible());
    assert.match(await said.innerText(), /needs JavaScript and WebAssembly/);
    assert.match(await said.innerText(), /shardwise estimate/);
    assert.doesNotMatch(await page.locator("body").innerText(), /Estimating/);
  });

  test("an error that is not the planner's does not declare it broken", async (t) => {
    const page = await open(t, FITS, { noisy: true });
    // A browser extension may leave this behind.
    await page.evaluate(() => {
      setTimeout(() => { throw new Error("not the planner's"); });
      Promise.reject(new Error("nor this"));
      return new Promise((resolve) => setTimeout(() => setTimeout(resolve)));
    });
    assert.equal(await page.locator("#mfu").count(), 1);
    assert.ok(await page.locator("#failure").isHidden());
  });

  test("inside another page, history and address are left alone", async (t) => {
    const page = await open(t, TOO_LARGE, { query: "?embed=1" });
    const place = () => page.evaluate(() => [location.href, history.length]);
    const before = await place();
    await page.locator("#cures button").first().click();
    await page.waitForFunction(() => document.getElementById("verdict").textContent !== "Out of memory");
    // The text arrives with the address or after it: both wait for the plan to rest.
    await page.locator("[role=status]", { hasText: /^(Fits|Tight): / }).waitFor();
    assert.deepEqual(await place(), before);
    const drag = await grab(page, "mbs");
    await drag.to(4);
    await drag.drop();
    await verdict(page, "Out of memory");
    await page.locator("[role=status]", { hasText: "Out of memory: " }).waitFor();
    assert.deepEqual(await place(), before);
    await page.locator("#model").selectOption({ index: 0 });
    await page.locator("#tp").focus();
    await page.keyboard.press("End");
    await verdict(page, "Not possible");
    await page.locator("[role=status]", { hasText: "cannot exist" }).waitFor();
    await page.locator("#undo[aria-disabled=false]").click();
    assert.deepEqual(await place(), before);
    // The link out of the frame still has the whole plan.
    await page.locator("#tp").focus();
    await page.keyboard.press("Home");
    await page.locator("#alone[href*='#v=1&p=']:not([href*='tp='])").waitFor();
    assert.deepEqual(await place(), before);
  });

  test("in a sandboxed frame, without storage and history, the planner works", async (t) => {
    const host = await open(t, FITS, { noisy: true });
    await host.evaluate((src) => {
      document.body.innerHTML = `<iframe sandbox="allow-scripts" width="900" height="700" src="${src}"></iframe>`;
    }, `${site().url}?embed=1${TOO_LARGE}`);
    const frame = host.frameLocator("iframe");
    await frame.locator("#verdict", { hasText: "Out of memory" }).waitFor();
    await frame.locator("#cures button").first().click();
    await frame.locator("#verdict", { hasText: /^(Fits|Tight)$/ }).waitFor();
    await frame.locator("#mbs").focus();
    await frame.locator("#mbs").press("ArrowRight");
    await frame.locator("#alone[href*='&mbs=2']").waitFor();
    assert.ok(await frame.locator("#failure").isHidden());
    assert.equal(await host.evaluate(() => location.hash), FITS);
  });
});
