// Accessibility: axe finds no fault in any state, all controls are reachable by keys, small screens and strong settings
// work.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  FITS, ILLEGAL, TIGHT, TOO_LARGE, address, inEachBrowser, notices, numberIn, searched, settled, type,
  verdict, violations,
} from "./planner.mjs";

/** Opens all collapsed parts, and waits until the tables behind the figures are drawn. */
async function unfold(page) {
  await page.locator("#accuracy summary").waitFor();
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  await page.locator("#memory table").waitFor();
  await page.locator("#tolls table").waitFor();
  await page.locator("#accuracy table").waitFor();
}

/** States of the page: how to reach each, and a check that it was reached. */
const STATES = [
  ["a plan that fits", FITS, (page) => verdict(page, "Fits")],
  ["a tight plan", TIGHT, async (page) => {
    await verdict(page, "Tight");
    await page.locator("#cures button").first().waitFor();
  }],
  ["a plan out of memory", TOO_LARGE, async (page) => {
    await verdict(page, "Out of memory");
    await page.locator("#cures button").first().waitFor();
  }],
  ["an illegal plan", ILLEGAL, async (page) => {
    await verdict(page, "Not possible");
    assert.deepEqual(await notices(page), ["reasons"]);
  }],
  ["a link not understood", `${FITS}&colour=red&tp=x&b.pp=2`, async (page) => {
    assert.deepEqual(await notices(page), ["link-notice"]);
  }],
  ["everything unfolded", FITS, unfold],
  ["many stages", "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=32&gbs=512", unfold],
  ["an address to be copied by hand", FITS, async (page) => {
    await page.evaluate(() => {
      delete Navigator.prototype.clipboard;
      Document.prototype.execCommand = () => false;
    });
    await page.locator("#copy-link").click();
    await page.locator(".by-hand input").waitFor();
  }],
];

const PHONE = { viewport: { width: 320, height: 640 } };

/** The focused element: its name, true if it has a visible ring, true if most of it is in sight. */
function focusInPage() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const outline = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
  };
  // The ring of an option is drawn around its text.
  const isOption = element.matches("[type=radio], [type=checkbox]");
  const ringed = isOption ? element.nextElementSibling : element;
  const { left, right, top, bottom } = ringed.getBoundingClientRect();
  const header = document.querySelector("header");
  // The skip link appears above the head.
  const isBelow = !header.contains(element) && !element.matches(".skip");
  const isStuck = isBelow && getComputedStyle(header).position === "sticky";
  const covered = isStuck ? header.getBoundingClientRect().bottom : 0;
  const height = Math.min(bottom - top, innerHeight - covered);
  const seen = Math.min(bottom, innerHeight) - Math.max(top, covered);
  return {
    name: element.id || `${element.tagName} ${element.name || element.ariaLabel || element.textContent}`.trim(),
    box: element.matches(".row .number") ? `${element.closest(".row").querySelector("[type=range]").id} box` : null,
    isRinged: outline(ringed) && ringed.matches(":focus-visible, :focus-visible + *"),
    isInSight: seen > height / 2 && left >= -1 && right <= innerWidth + 1,
    place: [...document.querySelectorAll("*")].indexOf(element),
  };
}

const nameOf = ({ name, box }) => box ?? name;

/** Presses a key until the focus leaves the page or returns to its start; returns each stop in order. */
async function walk(page, key) {
  const stops = [];
  for (let presses = 0; presses < 500; presses += 1) {
    await page.keyboard.press(key);
    // At the speed of a person: Firefox scrolls back partway if keys come faster.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const stop = await page.evaluate(focusInPage);
    if (stop === null || stop.place === stops[0]?.place) return stops;
    stops.push(stop);
  }
  throw new Error(`${key} never came round: ${stops.map(nameOf).slice(-5).join(", ")}`);
}

/** All stops from the first to the last by Tab, and on a second page back by Shift+Tab. */
async function walkBothWays(openAtOnce) {
  const openPage = async () => {
    const page = await openAtOnce();
    // Content that is loaded later has stops, too, also where it loads when it comes into sight.
    await settled(page);
    await searched(page);
    return page;
  };
  const forwards = await walk(await openPage(), "Tab");
  const last = forwards.at(-1).place;
  const page = await openPage();
  // From the last stop, not from outside the page, where an automated Firefox keeps the focus.
  await page.evaluate((last) => document.querySelectorAll("*")[last].focus(), last);
  const backwards = [await page.evaluate(focusInPage), ...await walk(page, "Shift+Tab")];
  return { Tab: forwards, "Shift+Tab": backwards };
}

/** All elements that should have a stop of their own. */
function controlsInPage() {
  const isShown = (element) => element.offsetParent !== null;
  const names = [...document.querySelectorAll("aside .row")].filter(isShown).flatMap((row) => {
    const control = row.querySelector("[type=range], [type=text], select");
    if (!control) return [`INPUT ${row.id}`];
    return row.querySelector(".number") ? [control.id, `${control.id} box`] : [control.id];
  });
  const buttons = [...document.querySelectorAll("button:not([tabindex='-1']), summary")].filter(isShown);
  return [...names, ...buttons.map((button) =>
    button.id || `${button.tagName} ${button.ariaLabel || button.textContent}`.trim())];
}

/** True if no element extends beyond the right edge of the page. */
function overflowInPage() {
  const root = document.documentElement;
  if (root.scrollWidth <= innerWidth) return [];
  const right = (element) => element.getBoundingClientRect().right;
  const out = [...document.querySelectorAll("body *")]
    .filter((element) => right(element) > innerWidth + 1 && !element.parentElement.closest(".scroll"))
    .sort((one, other) => right(other) - right(one));
  return [`${root.scrollWidth} > ${innerWidth}`, ...out.slice(0, 5).map((element) =>
    `${element.tagName}#${element.id}.${element.className} in ${element.parentElement.outerHTML.slice(0, 60)}`)];
}

inEachBrowser(({ name, open }) => {
  // Stock Firefox reads these preferences only at its start, so every page of this file has them.
  const context = name === "chromium" ? { reducedMotion: "reduce" } : undefined;

  for (const theme of ["light", "dark"]) {
    for (const [what, link, reach] of STATES) {
      test(`axe finds nothing: ${what}, ${theme}`, async (t) => {
        const page = await open(t, link, { query: `?theme=${theme}`, context });
        await reach(page);
        assert.deepEqual(await violations(page), []);
      });
    }

    test(`axe finds nothing: a planner that cannot start, ${theme}`, async (t) => {
      const prepare = (page) => page.route("**/*.wasm", (route) => route.abort());
      const page = await open(t, FITS, { query: `?theme=${theme}`, context, broken: true, prepare });
      await page.locator("#failure").waitFor();
      assert.deepEqual(await violations(page), []);
    });

    test(`axe finds nothing on a phone, ${theme}`, async (t) => {
      const page = await open(t, TOO_LARGE, { query: `?theme=${theme}`, context: { ...context, ...PHONE } });
      await unfold(page);
      await page.locator("#cures button").first().waitFor();
      assert.deepEqual(await violations(page), []);
    });
  }

  test("Tab reaches every control, forwards and backwards, with the focus in sight", async (t) => {
    let expected;
    const ways = await walkBothWays(async () => {
      const page = await open(t, TOO_LARGE, { context });
      await unfold(page);
      await page.locator("#cures button").first().waitFor();
      expected = await page.evaluate(controlsInPage);
      return page;
    });
    assert.ok(expected.length > 60, `only ${expected.length} controls`);
    for (const [key, stops] of Object.entries(ways)) {
      const names = stops.map(nameOf);
      const missed = expected.filter((control) =>
        !names.some((stop) => stop === control || stop.startsWith(`${control} `)));
      assert.deepEqual(missed, [], `${key} does not reach`);
      assert.deepEqual(stops.filter((stop) => !stop.isRinged).map(nameOf), [], `${key}: no ring on`);
      assert.deepEqual(stops.filter((stop) => !stop.isInSight).map(nameOf), [], `${key}: out of sight`);
    }
  });

  test("on a phone the head never covers the focus", async (t) => {
    const ways = await walkBothWays(async () => {
      const page = await open(t, FITS, { context: { ...context, ...PHONE } });
      // The points of this figure are the last stops.
      await page.locator("#sweep .point").first().waitFor({ state: "attached" });
      return page;
    });
    for (const [key, stops] of Object.entries(ways)) {
      assert.ok(stops.length > 40, `${key}: only ${stops.length} stops`);
      assert.deepEqual(stops.filter((stop) => !stop.isInSight).map(nameOf), [], key);
    }
  });

  test("the skip link comes first and leads to the figures", async (t) => {
    const page = await open(t, TOO_LARGE, { context });
    await page.locator("#cures button").first().waitFor();
    await page.keyboard.press("Tab");
    const skip = page.locator(".skip:focus");
    const { x, y } = await skip.boundingBox();
    assert.ok(x >= 0 && y >= 0, "it shows itself");
    await page.keyboard.press("Enter");
    await page.locator("#figures:focus").waitFor();
    assert.equal(await page.evaluate(() => location.hash), TOO_LARGE);
    await page.keyboard.press("Tab");
    await page.locator("#cures button:focus").waitFor();
  });

  test("a plan can be cured by keys alone, and the focus is not lost", async (t) => {
    const page = await open(t, TOO_LARGE, { context });
    await page.locator("#cures button").first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.locator("#cures button:focus").waitFor();
    await page.keyboard.press("Enter");
    await page.locator("#cures").waitFor({ state: "hidden" });
    await verdict(page, "Fits");
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY");
  });

  for (const [what, link, button] of [
    ["a repair", ILLEGAL, "#reasons button"],
    ["Dismiss", `${FITS}&colour=red`, "#link-notice button"],
  ]) {
    test(`the focus is not lost when ${what} takes its own button away`, async (t) => {
      const page = await open(t, link, { context });
      await page.locator(button).first().focus();
      await page.keyboard.press("Enter");
      await page.locator(button.split(" ")[0]).waitFor({ state: "hidden" });
      assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY");
    });
  }

  test("arrows move within a group of options", async (t) => {
    const page = await open(t, FITS, { context });
    await page.locator("#ckpt input").first().focus();
    for (const [key, chosen, link] of [
      ["ArrowRight", 1, `${FITS}&ckpt=sel`],
      ["ArrowRight", 2, `${FITS}&ckpt=full`],
      ["ArrowLeft", 1, `${FITS}&ckpt=sel`],
      ["ArrowLeft", 0, FITS],
    ]) {
      await page.keyboard.press(key);
      await address(page, link);
      const checked = await page.locator("#ckpt input").evaluateAll((radios) => radios.map((radio) => radio.checked));
      assert.deepEqual(checked, [0, 1, 2].map((index) => index === chosen));
    }
  });

  test("every control has a name, every slider its value in words", async (t) => {
    const page = await open(t, FITS, { context });
    const unnamed = await page.evaluate(() =>
      [...document.querySelectorAll("aside :is(input, select)")].filter((control) =>
        !control.ariaLabel && ![...control.labels ?? []].some((label) => label.textContent.trim()))
        .map((control) => control.outerHTML));
    assert.deepEqual(unnamed, []);
    const sliders = await page.locator("[type=range]").evaluateAll((ranges) =>
      ranges.map((range) => ({
        id: range.id,
        words: range.getAttribute("aria-valuetext"),
        label: range.labels[0]?.textContent,
        help: document.getElementById(range.getAttribute("aria-describedby"))?.textContent,
      })));
    assert.ok(sliders.length >= 20, `${sliders.length} sliders`);
    for (const { id, words, label, help } of sliders) {
      assert.match(words ?? "", /\d/, `${id} has no value in words`);
      assert.ok(label, `${id} has no label`);
      assert.ok(help, `${id} has no help`);
    }
    const groups = await page.locator("fieldset").evaluateAll((groups) =>
      groups.map((group) => [group.id, group.querySelector("legend")?.textContent ?? ""]));
    for (const [id, legend] of groups) assert.notEqual(legend, "", id);
  });

  test("a changed verdict is said once, an unchanged one not at all", async (t) => {
    const page = await open(t, FITS, { context });
    await page.evaluate(() => {
      const region = document.querySelector("[role=status]");
      window.said = [];
      new MutationObserver(() => window.said.push(region.textContent))
        .observe(region, { childList: true, characterData: true, subtree: true });
    });
    const region = page.locator("[role=status]");
    assert.equal(await region.getAttribute("aria-live"), "polite");
    assert.equal(await region.textContent(), "");
    await page.locator("#pp").focus();
    // Two steps, one without a change of the verdict: 4 to 2 to 1.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await region.filter({ hasText: /^Out of memory: [\d.]+ of 79\.6\sGiB, MFU [\d.]+\s%\.$/ }).waitFor();
    // Still more memory, and its address: still out of memory, so there is no announcement.
    await page.locator("#mbs").focus();
    await page.keyboard.press("ArrowRight");
    await address(page, `${TOO_LARGE}&mbs=2`);
    await page.keyboard.press("ArrowLeft");
    await address(page, TOO_LARGE);
    await page.locator("#pp").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await region.filter({ hasText: /^Fits: / }).waitFor();
    await type(page, "tp", "6");
    await region.filter({ hasText: "This plan cannot exist" }).waitFor();
    const said = await page.evaluate(() => window.said);
    assert.deepEqual(said.map((text) => text.split(":")[0]), ["Out of memory", "Fits", "This plan cannot exist"]);
  });

  for (const [what, link, reach] of STATES) {
    test(`320 pixels are wide enough: ${what}`, async (t) => {
      const page = await open(t, link, { context: { ...context, ...PHONE } });
      await reach(page);
      assert.deepEqual(await page.evaluate(overflowInPage), []);
      await unfold(page);
      assert.deepEqual(await page.evaluate(overflowInPage), []);
      const header = await page.locator("header").boundingBox();
      assert.ok(header.height < 0.4 * 640, `the head takes ${header.height} of 640 pixels`);
      await page.evaluate(() => scrollTo(0, 1500));
      await page.waitForFunction(() => scrollY > 1000);
      const { top } = await page.locator("header").evaluate((header) => header.getBoundingClientRect());
      assert.ok(Math.abs(top) < 1, `the head has scrolled away: ${top}`);
      await page.locator("#verdict").waitFor();
    });
  }

  test("320 pixels are wide enough for the largest figures", async (t) => {
    const link = "#v=1&p=llama3-405b/h100x16384&seq=131072&mbs=64&gbs=1048576&tok=90000000000000000";
    const page = await open(t, link, { context: { ...context, ...PHONE } });
    assert.match(await page.locator("#need").textContent(), /^\d+\sK$/);
    assert.deepEqual(await page.evaluate(overflowInPage), []);
  });

  for (const width of [1280, 390]) {
    test(`text that runs from the right does not scroll sideways, ${width} pixels`, async (t) => {
      const page = await open(t, TOO_LARGE, { context: { ...context, viewport: { width, height: 720 } } });
      await page.locator("#cures button").first().waitFor();
      await page.evaluate(() => { document.documentElement.dir = "rtl"; });
      const isStill = async () => {
        // Content beyond the left edge of the page counts as width here.
        assert.deepEqual(await page.evaluate(overflowInPage), []);
        const places = await page.evaluate(() => [-9_999, 9_999].map((x) => {
          scrollTo(x, 0);
          return scrollX;
        }));
        assert.deepEqual(places, [0, 0]);
      };
      await isStill();
      await unfold(page);
      await isStill();
    });
  }

  test("at 400 % the head scrolls away instead of filling the window", async (t) => {
    // 1280 by 1024 pixels at 400 %.
    const page = await open(t, TOO_LARGE, { context: { ...context, viewport: { width: 320, height: 256 } } });
    assert.deepEqual(await page.evaluate(overflowInPage), []);
    await page.evaluate(() => scrollTo(0, 1500));
    await page.waitForFunction(() => document.querySelector("header").getBoundingClientRect().bottom <= 0);
  });

  test("the head stays in sight on a desk", async (t) => {
    const page = await open(t, FITS, { context });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForFunction(() => scrollY > 200);
    const { top, bottom } = await page.locator("header").evaluate((header) => header.getBoundingClientRect());
    assert.ok(Math.abs(top) < 1 && bottom < 0.4 * 720, `from ${top} to ${bottom}`);
  });

  test("behind the bars are tables with the same numbers", async (t) => {
    const page = await open(t, FITS, { context });
    await page.locator("#accuracy summary").waitFor();
    assert.equal(await page.locator("table").count(), 0);
    for (const summary of await page.locator("figure summary").all()) await summary.click();
    await page.locator("#memory table").waitFor();
    await page.locator("#tolls table").waitFor();
    const compare = async (stages) => {
      await page.waitForFunction(
        (stages) => document.querySelectorAll("#memory tbody tr").length === stages
          && document.querySelectorAll("#memory .stage").length === stages
          && document.querySelector("#memory tbody tr td:last-child").textContent
            === document.querySelector("#memory .stage .total b").textContent,
        stages,
      );
      const { bars, rows, need } = await page.evaluate(() => ({
        bars: [...document.querySelectorAll("#memory .stage")].map((stage) => ({
          parts: [...stage.querySelectorAll(".track i")].map((part) => part.textContent),
          total: stage.querySelector(".total b").textContent,
        })),
        rows: [...document.querySelectorAll("#memory tbody tr")].map((row) =>
          [...row.querySelectorAll("td")].map((cell) => cell.textContent)),
        need: document.getElementById("need").textContent,
      }));
      rows.forEach((cells, stage) => {
        const { parts, total } = bars[stage];
        assert.equal(cells.at(-1), total);
        assert.equal(cells.length, parts.length + 1);
        assert.ok(parts.some((part) => part !== ""), "no bar is labelled");
        parts.forEach((part, kind) => assert.ok(part === "" || part === cells[kind], `${part}, ${cells[kind]}`));
        const sum = cells.slice(0, -1).reduce((sum, cell) => sum + numberIn(cell), 0);
        assert.ok(Math.abs(sum - numberIn(total)) < 0.4, `${sum} is not ${total}`);
      });
      assert.equal(Math.max(...rows.map((cells) => numberIn(cells.at(-1)))), numberIn(need));
      // Figures out of sight are updated when the plan rests.
      await page.waitForFunction(() =>
        document.querySelector("#tolls tbody tr:last-child td").textContent
          === document.getElementById("step").textContent);
      const time = await page.locator("#tolls tbody tr").evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)));
      assert.equal(time.at(-1)[0], (await page.locator("#step").textContent()));
      const shares = time.slice(0, -1).reduce((sum, [, share]) => sum + numberIn(share), 0);
      assert.ok(Math.abs(shares - 100) < 0.6, `${shares} %`);
    };
    await compare(4);
    // These stay enabled.
    await page.locator("#pp").focus();
    await page.keyboard.press("ArrowLeft");
    await compare(2);
    await type(page, "pp", "8");
    await compare(8);
  });

  test("out of memory is said, not only coloured", async (t) => {
    const page = await open(t, TOO_LARGE, { context });
    assert.equal(await page.locator("#verdict").innerText(), "Out of memory");
    assert.match(await page.locator("#summary").innerText(), /over by [\d.]+\sGiB/);
    const marks = await page.locator(".stage.over .total b").evaluateAll((totals) =>
      totals.map((total) => getComputedStyle(total, "::after").content));
    assert.deepEqual(marks.map((mark) => mark.includes("!")), [true]);
  });

  test("nothing moves by itself where motion is unwelcome", async (t) => {
    const page = await open(t, TOO_LARGE, { context });
    assert.ok(await page.evaluate(() => matchMedia("(prefers-reduced-motion: reduce)").matches));
    await unfold(page);
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll("*")].filter((element) => {
        const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
        return transitionDuration.split(", ").some((time) => Number.parseFloat(time) > 0)
          || animationName !== "none" || scrollBehavior === "smooth";
      }).map((element) => element.outerHTML.slice(0, 80)));
    assert.deepEqual(moving, []);
  });

  const onlyChromium = { skip: name !== "chromium" && "a stock Firefox cannot be told of another medium or of forced colours" };

  test("paper has no buttons, and all of the plan", onlyChromium, async (t) => {
    const page = await open(t, TOO_LARGE, { context });
    await page.locator("#cures button").first().waitFor();
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.evaluate(() => matchMedia("print").matches));
    // Causes and points are marks of their drawings, too.
    const shown = await page.locator("button:not([data-cause], .point), .skip, input[type=range]").evaluateAll((all) =>
      all.filter((element) => element.offsetParent !== null).map((element) => element.outerHTML.slice(0, 80)));
    assert.deepEqual(shown, []);
    assert.equal(await page.locator("header").evaluate((header) => getComputedStyle(header).position), "static");
    for (const part of ["#verdict", "#need", "#summary", "#memory", "#tolls", ".row:has(#tp) .number"]) {
      assert.ok(await page.locator(part).isVisible(), part);
    }
  });

  test("axe finds nothing with forced colours", onlyChromium, async (t) => {
    for (const [, link, reach] of STATES.slice(2, 4)) {
      const page = await open(t, link, { context: { ...context, forcedColors: "active" } });
      assert.ok(await page.evaluate(() => matchMedia("(forced-colors: active)").matches));
      await reach(page);
      assert.deepEqual(await violations(page), []);
      const chosen = page.locator("#zero input:checked + span");
      const other = page.locator("#zero input:not(:checked) + span").first();
      const paint = (option) => option.evaluate((option) => getComputedStyle(option).backgroundColor);
      assert.notEqual(await paint(chosen), await paint(other), "a chosen option looks like any other");
    }
  });

  test("a dark system makes a dark page", onlyChromium, async (t) => {
    const page = await open(t, FITS, { context: { ...context, colorScheme: "dark" } });
    const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({ colorScheme: "light" });
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), dark);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await violations(page), []);
  });
}, { preferences: { reducedMotion: "reduce" } });
