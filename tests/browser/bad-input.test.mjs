// Robustness: with any link, and with any browser interface missing, the page opens and reports the problem. It runs
// no code from the link.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import {
  FITS, LARGEST, LONG_SPLIT, TOO_LARGE, address, grab, notices, press, pressInMenu, settled, shown, showsSoon, type,
  verdict,
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

/** The lines of the notice about the link. */
const lines = (page) => page.locator("#link-notice li:not(:has(button))");

/** Dismisses the notice about the link. */
async function dismiss(page) {
  await press(page.locator("#link-notice button"));
  await expect(page.locator("#link-notice")).toBeHidden();
}

/** Asserts that no part of a link has become part of the page. */
async function isUnharmed(page) {
  assert.equal(await page.evaluate(() => window.struck), undefined);
  await expect(page.locator("#planner :is(img, script, iframe, object, embed, base, link, meta)")).toHaveCount(0);
  const handlers = await page.evaluate(() =>
    [...document.querySelectorAll("#planner *")].flatMap((element) =>
      element.getAttributeNames().filter((attribute) => attribute.startsWith("on"))));
  assert.deepEqual(handlers, []);
  await expect(page.locator("#failure")).toBeHidden();
}

/** Asserts the lines of the notice about the link, one pattern each. */
async function lists(page, link, patterns) {
  await expect(page.locator("#link-notice li").first()).toBeVisible();
  await expect(lines(page), link).toHaveText(patterns, { useInnerText: true });
  await expect(page.locator("#verdict")).not.toBeEmpty();
  await isUnharmed(page);
}

test("a notice lists what is wrong with a link", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  for (const [link, patterns] of LINKS) {
    await page.evaluate((link) => { location.hash = link; }, link);
    await lists(page, link, patterns);
    await dismiss(page);
  }
  await settled(page);
  await isUnharmed(page);
});

test("a notice lists what is wrong with the link that opens the page", async ({ open }) => {
  for (const [link, patterns] of LINKS.slice(-5)) {
    const page = await open(link);
    await lists(page, link, patterns);
    await settled(page);
    await isUnharmed(page);
    await page.close();
  }
});

test("markup and script in a link stay text", { tag: ["@core", "@security"] }, async ({ open }) => {
  const page = await open(FITS);
  for (const payload of PAYLOADS) {
    for (const text of [payload, encodeURIComponent(payload)]) {
      const link = `#v=${text}&p=${text}&tp=${text}&${text}=1&b.p=${text}/${text}x8`;
      await page.evaluate((link) => { location.hash = link; }, link);
      await expect(async () => {
        const said = await lines(page).allInnerTexts();
        assert.ok(said.length >= 5, said.join("\n"));
        assert.ok(said.filter((line) => line.includes("struck")).length >= 3, said.join("\n"));
      }).toPass();
      await isUnharmed(page);
      await dismiss(page);
    }
  }
  await settled(page);
  await isUnharmed(page);
  await page.close();
  // Also as the page's first link, in its address and in its query.
  const first = `${BASE}&tp=${encodeURIComponent(PAYLOADS[0])}`;
  const query = `?theme=${encodeURIComponent(PAYLOADS[0])}&units=${encodeURIComponent(PAYLOADS[1])}`;
  const other = await open(first, { query });
  await expect(lines(other).first()).toHaveText(/“<img src=x onerror=/);
  await settled(other);
  await isUnharmed(other);
});

test("the notice can be dismissed, and the plan stays as it was read", async ({ open }) => {
  const page = await open(`${BASE}&tp=8&pp=nonsense`);
  await settled(page);
  const before = await page.locator("#need").textContent();
  await expect(page.locator("#tp")).toHaveAttribute("aria-valuetext", /^8, /);
  await dismiss(page);
  await settled(page);
  await expect(page.locator("#need")).toHaveText(before);
  await page.locator("#tp").press("ArrowLeft");
  await address(page, `${BASE}&tp=4`);
  await expect(page.locator("#link-notice")).toBeHidden();
});

test("a fragment edited by hand is followed", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  const before = await shown(page);
  await page.evaluate((link) => { location.hash = link; }, TOO_LARGE);
  await verdict(page, "Does not fit");
  await expect(page.locator("#pp")).toHaveAttribute("aria-valuetext", /^1\b/);
  await page.evaluate((link) => { location.hash = link; }, `${FITS}&colour=red`);
  await verdict(page, "Fits");
  await expect(lines(page)).toHaveText([/“colour”/]);
  await address(page, FITS);
  await dismiss(page);
  await showsSoon(page, before);
  // Without a fragment, the plan is the default.
  await page.evaluate(() => { location.hash = ""; });
  await expect(page.locator(".plan-title")).toContainText("8B");
  await settled(page);
  await expect(page.locator("#link-notice")).toBeHidden();
});

test("a change keeps what it does not touch: plan B", async ({ open }) => {
  const page = await open(`${FITS}&b.tp=4`);
  await settled(page);
  assert.deepEqual(await notices(page), []);
  await page.locator("#tp").press("ArrowRight");
  await expect(page).toHaveURL(/#.*tp=16.*b\.tp=4/);
});

test("the largest plans that a link can ask for do not hang the page", { tag: "@core" }, async ({ open }) => {
  for (const link of LARGEST) {
    const page = await open(link, { hasDeadlines: true });
    // The framework of some refuses them, too.
    const others = async () => (await notices(page)).filter((name) => name !== "refusals");
    await expect.poll(others).toEqual(["cures"]);
    // The page answers again once the cures are computed.
    await expect(page.locator("#cures", { hasText: "Looking for ways" })).toBeHidden();
    await pressInMenu(page, "#reset");
    await address(page, link.replace(/&layers.*/, ""));
    await page.close();
  }
});

for (const link of LONG_SPLIT) {
  test(`a split schedule of many stages does not hang the page: ${link}`, async ({ open }) => {
    const page = await open(link, { hasDeadlines: true });
    await verdict(page, /^(Fits|Tight|May not fit|Does not fit)$/);
    await settled(page);
    // The page answers.
    await pressInMenu(page, "#reset");
    await address(page, link.replace(/&layers.*/, ""));
  });
}

test("without storage, everything works but is forgotten", { tag: "@core" }, async ({ open }) => {
  const prepare = (page) => page.addInitScript(() => {
    for (const storage of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, storage, {
        get() { throw new DOMException("denied", "SecurityError"); },
      });
    }
  });
  const page = await open(FITS, { prepare });
  await pressInMenu(page, "#units");
  await expect(page.locator("#capacity")).toHaveText(/GB$/);
  await pressInMenu(page, "[aria-label=\'Theme: as system\']");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await settled(page);
  await expect(page.locator("#failure")).toBeHidden();
});

test("without a history to write, the plan still follows the controls", { tag: "@core" }, async ({ open }) => {
  const prepare = (page) => page.addInitScript(() => {
    for (const method of ["replaceState", "pushState"]) {
      History.prototype[method] = () => { throw new DOMException("too often", "SecurityError"); };
    }
  });
  const page = await open(TOO_LARGE, { prepare });
  await settled(page);
  await press(page.locator("#cures button").first());
  await expect(page.locator("#verdict")).not.toHaveText("Does not fit");
  await page.locator("[role=status]", { hasText: /^(Fits|Tight|May not fit): / }).waitFor();
  await settled(page);
  await expect(page.locator("#failure")).toBeHidden();
});

for (const [what, tag, prepare] of [
  ["without a clipboard", "@core", () => {
    delete Navigator.prototype.clipboard;
    delete Document.prototype.execCommand;
  }],
  ["with a clipboard that refuses", [], () => {
    Document.prototype.execCommand = () => false;
    Object.defineProperty(Navigator.prototype, "clipboard", {
      value: { writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) },
    });
  }],
]) {
  test(`${what}, the address is there to be copied by hand`, { tag }, async ({ open, site }) => {
    const page = await open(FITS, { prepare: (page) => page.addInitScript(prepare) });
    await page.locator("#mbs").press("ArrowRight");
    await pressInMenu(page, "#copy-link");
    const field = page.locator(".by-hand input");
    await expect(field).toBeVisible();
    const whole = `${site.url}${FITS}&mbs=2`;
    await expect(field).toHaveValue(whole);
    const selected = () => field.evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd));
    await expect.poll(selected).toBe(whole);
    await expect(page.locator("#failure")).toBeHidden();
    // The field stays, with the address of the plan in sight.
    await page.locator("#mbs").press("ArrowLeft");
    await address(page, FITS);
    await expect(field).toBeVisible();
    await expect(field).toHaveValue(site.url + FITS);
  });
}

/** Asserts that the page reports in a sentence that it cannot start. */
async function saysSo(page) {
  await expect(page.locator("#failure")).toBeVisible();
  await expect(page.locator("#failure")).toContainText("could not start", { useInnerText: true });
  await expect(page.locator("#verdict")).toHaveCount(0);
  await expect(page.locator("body")).not.toContainText("Estimating", { useInnerText: true });
}

test("without WebAssembly, the page says so", { tag: "@core" }, async ({ open }) => {
  const prepare = (page) => page.addInitScript(() => { delete globalThis.WebAssembly; });
  await saysSo(await open(FITS, { broken: true, prepare }));
});

for (const [file, tag] of [["wasm", ["@core", "@firefox"]], ["js", []]]) {
  test(`where the .${file} file does not come, the page says so`, { tag }, async ({ open }) => {
    const prepare = (page) => page.route(`**/*.${file}`, (route) => route.abort());
    await saysSo(await open(FITS, { broken: true, prepare }));
  });
  test(`where another .${file} file comes, the page says so`, async ({ open }) => {
    const prepare = (page) => page.route(`**/*.${file}`, (route) => route.fulfill({ body: "not it" }));
    await saysSo(await open(FITS, { broken: true, prepare }));
  });
}

test("with JavaScript off, the page says so", async ({ open, browserName }) => {
  // Its option has no effect there.
  test.skip(browserName !== "chromium", "Playwright cannot switch off JavaScript in a stock Firefox");
  const page = await open(FITS, { broken: true, context: { javaScriptEnabled: false } });
  const said = page.locator("noscript p");
  await expect(said).toBeVisible();
  await expect(said).toContainText(/needs JavaScript and WebAssembly/, { useInnerText: true });
  await expect(said).toContainText(/shardwise estimate/, { useInnerText: true });
  await expect(page.locator("body")).not.toContainText("Estimating", { useInnerText: true });
});

test("an error that is not the planner's does not declare it broken", async ({ open }) => {
  const page = await open(FITS, { noisy: true });
  // A browser extension may leave this behind.
  await page.evaluate(() => {
    setTimeout(() => { throw new Error("not the planner's"); });
    Promise.reject(new Error("nor this"));
    return new Promise((resolve) => setTimeout(() => setTimeout(resolve)));
  });
  await settled(page);
  await expect(page.locator("#mfu")).toHaveCount(1);
  await expect(page.locator("#failure")).toBeHidden();
});

test("inside another page, history and address are left alone", { tag: "@core" }, async ({ open }) => {
  const page = await open(TOO_LARGE, { query: "?embed=1" });
  const place = () => page.evaluate(() => [location.href, history.length]);
  await settled(page);
  const before = await place();
  const isUnmoved = async () => {
    await settled(page);
    assert.deepEqual(await place(), before);
  };
  await press(page.locator("#cures button").first());
  await expect(page.locator("#verdict")).not.toHaveText("Does not fit");
  // The text arrives with the address or after it: both wait for the plan to rest.
  await page.locator("[role=status]", { hasText: /^(Fits|Tight|May not fit): / }).waitFor();
  await isUnmoved();
  const drag = await grab(page, "mbs");
  await drag.to(4);
  await drag.drop();
  await verdict(page, "Does not fit");
  await page.locator("[role=status]", { hasText: "Does not fit: " }).waitFor();
  await isUnmoved();
  // The link out of the frame is written when the plan rests, so that Undo takes back one change.
  const alone = page.locator("#alone");
  await page.locator("#model").selectOption({ label: "GPT-2 1.5B" });
  await expect(alone).toHaveAttribute("href", /#v=1&p=gpt2-1\.5b.*&tp=8&/);
  await type(page, "tp", "25");
  await verdict(page, "Cannot exist");
  await page.locator("[role=status]", { hasText: "cannot exist" }).waitFor();
  await expect(alone).toHaveAttribute("href", /&tp=25&/);
  await press(page.locator("#undo[aria-disabled=false]"));
  await expect(alone).toHaveAttribute("href", /&tp=8&/);
  await isUnmoved();
  // That link still has the whole plan.
  await page.locator("#tp").press("Home");
  await page.locator("#alone[href*='#v=1&p=']:not([href*='tp='])").waitFor();
  await isUnmoved();
});

test("in a sandboxed frame, without storage and history, the planner works", {
  tag: ["@core", "@firefox"],
}, async ({ open, site }) => {
  const host = await open(FITS, { noisy: true });
  await host.evaluate((src) => {
    document.body.innerHTML = `<iframe sandbox="allow-scripts" width="900" height="700" src="${src}"></iframe>`;
  }, `${site.url}?embed=1${TOO_LARGE}`);
  const frame = host.frameLocator("iframe");
  await verdict(frame, "Does not fit");
  await settled(frame);
  await press(frame.locator("#cures button").first());
  await verdict(frame, /^(Fits|Tight|May not fit)$/);
  await frame.locator("#mbs").press("ArrowRight");
  await frame.locator("#alone[href*='&mbs=2']").waitFor();
  await settled(frame);
  await expect(frame.locator("#failure")).toBeHidden();
  assert.equal(await host.evaluate(() => location.hash), FITS);
});
