// Accessibility: axe finds no fault in any state, all controls are reachable by keys, small screens and strong settings
// work.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import {
  FITS, ILLEGAL, TIGHT, TOO_LARGE, address, notices, numberIn, openTab, press, pressInMenu, searched, settled, type,
  unfoldRun, verdict, violations,
} from "./planner.mjs";

// Stock Firefox reads this preference only at its start, so every page of this file has it.
test.use({ preferences: { reducedMotion: "reduce" } });

/** Opens all collapsed parts that are there. */
const unfoldDetails = (page) => page.evaluate(() => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});

/** Opens all collapsed parts, and waits until the tables behind the figures are drawn. */
async function unfoldAll(page) {
  await settled(page);
  await openTab(page, "accuracy");
  await settled(page);
  await unfoldDetails(page);
  // On a phone memory and time are tabs, too.
  for (const figure of ["#memory", "#tolls"]) await expect(page.locator(`${figure} table`)).toBeAttached();
  await expect(page.locator("#accuracy table")).toBeVisible();
  await settled(page);
}

/** The first cure of a plan that does not fit. */
const cure = (page) => page.locator("#cures button").first();

/** States of the page: how to reach each, and a check that it was reached. */
const STATES = [
  ["a plan that fits", FITS, (page) => verdict(page, "Fits")],
  ["a tight plan", TIGHT, async (page) => {
    await verdict(page, "Tight");
    await expect(cure(page)).toBeVisible();
  }],
  ["a plan out of memory", TOO_LARGE, async (page) => {
    await verdict(page, "Does not fit");
    await expect(cure(page)).toBeVisible();
  }],
  ["an illegal plan", ILLEGAL, async (page) => {
    await verdict(page, "Cannot exist");
    await expect.poll(() => notices(page)).toEqual(["reasons"]);
  }],
  ["a link not understood", `${FITS}&colour=red&tp=x&b.pp=2`, async (page) => {
    await expect.poll(() => notices(page)).toEqual(["link-notice"]);
  }],
  ["everything unfolded", FITS, unfoldAll],
  ["many stages", "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=32&gbs=512", unfoldAll],
  ["an address to be copied by hand", FITS, async (page) => {
    await settled(page);
    await page.evaluate(() => {
      delete Navigator.prototype.clipboard;
      Document.prototype.execCommand = () => false;
    });
    await pressInMenu(page, "#copy-link");
    await expect(page.locator(".by-hand input")).toBeVisible();
  }],
];

const PHONE = { viewport: { width: 320, height: 640 } };

/** The focused element, two frames on: its name, true if it has a visible ring, true if most of it is in sight. */
async function focusInPage() {
  // Keys come at the speed of a person: Firefox scrolls back partway if they come faster.
  for (let frames = 0; frames < 2; frames += 1) {
    await new Promise((done) => {
      requestAnimationFrame(done);
      // A window out of sight gets no frames.
      setTimeout(done, 250);
    });
  }
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
  // The panes around the element cut it off at their edges.
  let [upper, lower] = [0, innerHeight];
  for (let pane = ringed.parentElement; pane; pane = pane.parentElement) {
    const isPane = getComputedStyle(pane).overflowY !== "visible" && getComputedStyle(pane).display !== "contents";
    const edges = isPane ? pane.getBoundingClientRect() : { top: upper, bottom: lower };
    [upper, lower] = [Math.max(upper, edges.top), Math.min(lower, edges.bottom)];
  }
  const height = Math.min(bottom - top, lower - upper);
  const seen = Math.min(bottom, lower) - Math.max(top, upper);
  return {
    name: element.id || `${element.tagName} ${element.name || element.ariaLabel || element.textContent}`.trim(),
    box: element.matches(".row .number") ? `${element.closest(".row").querySelector("[type=range]").id} box` : null,
    isRinged: outline(ringed) && ringed.matches(":focus-visible, :focus-visible + *"),
    isInSight: seen > height / 2 && left >= -1 && right <= innerWidth + 1,
    place: [...document.querySelectorAll("*")].indexOf(element),
  };
}

const nameOf = ({ name, box }) => box ?? name;

/**
 * Presses a key until the focus leaves the page or returns to its start; returns each stop in order. Waits at each
 * stop until it is in sight.
 */
async function walk(page, key) {
  const stops = [];
  for (let presses = 0; presses < 500; presses += 1) {
    await page.keyboard.press(key);
    let stop;
    const isInSight = async () => {
      stop = await page.evaluate(focusInPage);
      return stop?.isInSight ?? true;
    };
    await expect.poll(isInSight, `${key}: in sight after ${stops.slice(-1).map(nameOf)}`).toBe(true);
    if (stop === null || stop.place === stops[0]?.place) return stops;
    stops.push(stop);
  }
  throw new Error(`${key} never came round: ${stops.map(nameOf).slice(-5).join(", ")}`);
}

/** What should have a stop, and all stops from the first to the last by Tab, and on a second page back by Shift+Tab. */
async function walkBothWays(openAtOnce) {
  const openPage = async () => {
    const page = await openAtOnce();
    // Content that is loaded later has stops, too, also where it loads when it comes into sight.
    await settled(page);
    await searched(page);
    await settled(page);
    // The Tab key begins after the place of the last click.
    await page.mouse.click(2, 2);
    return page;
  };
  const first = await openPage();
  const expected = await first.evaluate(controlsInPage);
  const forwards = await walk(first, "Tab");
  await first.close();
  const last = forwards.at(-1).place;
  const page = await openPage();
  // From the last stop, not from outside the page, where an automated Firefox keeps the focus.
  // A focus that a script sets has a ring after a key in Chromium, and by the option in Firefox.
  await page.keyboard.press("Escape");
  await page.evaluate((last) => document.querySelectorAll("*")[last].focus({ focusVisible: true }), last);
  const backwards = [await page.evaluate(focusInPage), ...await walk(page, "Shift+Tab")];
  return { expected, ways: { Tab: forwards, "Shift+Tab": backwards } };
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

/** Elements beyond the right edge of the page, but for those in rows that are made to be swiped. */
function overflowInPage() {
  const right = (element) => element.getBoundingClientRect().right;
  const out = [...document.querySelectorAll("body *")]
    .filter((element) => right(element) > innerWidth + 1)
    .filter((element) => !element.parentElement.closest(".scroll, .tab-row, #changes, svg"))
    .sort((one, other) => right(other) - right(one));
  return out.slice(0, 5).map((element) =>
    `${right(element)}: ${element.tagName}#${element.id}.${element.className} in ${element.parentElement.outerHTML.slice(0, 60)}`);
}

/** True if the focus is on an element, not on the page as a whole. */
const isFocusKept = (page) => page.evaluate(() => document.activeElement.tagName !== "BODY");

const tagsOf = (isCore) => ({ tag: isCore ? "@core" : [] });

for (const theme of ["light", "dark"]) {
  for (const [what, link, reach] of STATES) {
    const isCore = ["everything unfolded, light", "a plan out of memory, dark"].includes(`${what}, ${theme}`);
    test(`axe finds nothing: ${what}, ${theme}`, tagsOf(isCore), async ({ open, browserName }) => {
      test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
      const page = await open(link, { query: `?theme=${theme}` });
      await reach(page);
      await settled(page);
      assert.deepEqual(await violations(page), []);
      if (reach !== unfoldAll) return;
      const views = await page.locator("[role=tab]").evaluateAll((tabs) =>
        tabs.map(({ id }) => id.match(/view-(\w+)-tab/)[1]));
      for (const view of views) {
        await openTab(page, view);
        await settled(page);
        await unfoldDetails(page);
        await settled(page);
        assert.deepEqual(await violations(page, "#views"), [], view);
      }
    });
  }

  test(`axe finds nothing: a planner that cannot start, ${theme}`, async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
    const prepare = (page) => page.route("**/*.wasm", (route) => route.abort());
    const page = await open(FITS, { query: `?theme=${theme}`, broken: true, prepare });
    await expect(page.locator("#failure")).toBeVisible();
    assert.deepEqual(await violations(page), []);
  });

  test(`axe finds nothing on a phone, ${theme}`, tagsOf(theme === "light"), async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
    const page = await open(TOO_LARGE, { query: `?theme=${theme}`, context: PHONE });
    await unfoldAll(page);
    await expect(cure(page)).toBeVisible();
    assert.deepEqual(await violations(page), []);
  });
}

test("Tab reaches every control, forwards and backwards, with the focus in sight", async ({ open }) => {
  test.setTimeout(6 * test.info().timeout); // Hundreds of keys, and a trace of each.
  const { expected, ways } = await walkBothWays(async () => {
    const page = await open(TOO_LARGE);
    await unfoldAll(page);
    await expect(cure(page)).toBeVisible();
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

test("on a phone the head never covers the focus", async ({ open }) => {
  test.setTimeout(6 * test.info().timeout);
  const { ways } = await walkBothWays(async () => {
    const page = await open(FITS, { tab: "sweep", context: PHONE });
    // The points of this figure are the last stops.
    await expect(page.locator("#sweep .point").first()).toBeAttached();
    return page;
  });
  for (const [key, stops] of Object.entries(ways)) {
    assert.ok(stops.length > 40, `${key}: only ${stops.length} stops`);
    assert.deepEqual(stops.filter((stop) => !stop.isInSight).map(nameOf), [], key);
  }
});

test("skip links come first, and one leads to the figures", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(TOO_LARGE);
  await expect(cure(page)).toBeVisible();
  await settled(page);
  await page.keyboard.press("Tab");
  await expect(page.locator(".skip").first()).toBeFocused();
  await page.keyboard.press("Tab");
  const skip = page.locator(".skip").nth(1);
  await expect(skip).toBeFocused();
  await expect(async () => {
    const { x, y } = await skip.boundingBox();
    assert.ok(x >= 0 && y >= 0, "it shows itself");
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(page.locator("#figures")).toBeFocused();
  await settled(page);
  assert.equal(await page.evaluate(() => location.hash), TOO_LARGE);
  await page.keyboard.press("Tab");
  await expect(page.locator("#cures button:focus")).toBeVisible();
});

test("each region has a link that skips to it, the lesson while one is open", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const links = page.locator(".skip:visible");
  await expect(links).toHaveText(["Skip to the controls", "Skip to the figures", "Skip to the views"]);
  await press(links.nth(0));
  await expect(page.locator("#controls")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("#model")).toBeFocused();
  await press(links.nth(2));
  await page.keyboard.press("Tab");
  await expect(page.locator("#view-cut-tab")).toBeFocused();
  await press(page.locator("#lessons"));
  await press(links.nth(3));
  await expect(page.locator("#lesson")).toBeFocused();
  assert.equal(await page.evaluate(() => location.hash), FITS);
});

test("F6 walks the regions in both directions", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const walked = async (key) => {
    await page.keyboard.press(key);
    return page.evaluate(() => document.activeElement.id);
  };
  for (const region of ["head", "controls", "figures", "views", "head"]) assert.equal(await walked("F6"), region);
  await press(page.locator("#lessons"));
  await expect(page.locator("#lesson")).toBeVisible();
  await page.locator("#tp").focus();
  for (const region of ["head", "lesson", "views"]) assert.equal(await walked("Shift+F6"), region);
});

test("a plan can be cured by keys alone, and the focus is not lost", {
  tag: ["@core", "@firefox"],
}, async ({ open }) => {
  const page = await open(TOO_LARGE);
  await expect(cure(page)).toBeVisible();
  await settled(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator("#cures button:focus")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.locator("#cures")).toBeHidden();
  await verdict(page, "Fits");
  await settled(page);
  assert.ok(await isFocusKept(page));
});

for (const [what, link, button, tag] of [
  ["a repair", ILLEGAL, "#reasons button", "@core"],
  ["Dismiss", `${FITS}&colour=red`, "#link-notice button", []],
]) {
  test(`the focus is not lost when ${what} takes its own button away`, { tag }, async ({ open }) => {
    const page = await open(link);
    await settled(page);
    await press(page.locator(button).first());
    await expect(page.locator(button.split(" ")[0])).toBeHidden();
    await settled(page);
    assert.ok(await isFocusKept(page));
  });
}

test("arrows move within a group of options", async ({ open }) => {
  const page = await open(FITS);
  const radios = page.locator("#ckpt input");
  await radios.first().focus();
  for (const [key, chosen, link] of [
    ["ArrowRight", 1, `${FITS}&ckpt=sel`],
    ["ArrowRight", 2, `${FITS}&ckpt=full`],
    ["ArrowLeft", 1, `${FITS}&ckpt=sel`],
    ["ArrowLeft", 0, FITS],
  ]) {
    await page.keyboard.press(key);
    await address(page, link);
    const checked = () => radios.evaluateAll((radios) => radios.map((radio) => radio.checked));
    await expect.poll(checked).toEqual([0, 1, 2].map((index) => index === chosen));
  }
});

test("every control has a name, every slider its value in words", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
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

test("a rest says once what has changed: the verdict, or else the figures", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await page.evaluate(() => {
    const region = document.querySelector("[role=status]");
    window.said = [];
    new MutationObserver(() => window.said.push(region.textContent))
      .observe(region, { childList: true, characterData: true, subtree: true });
  });
  const region = page.locator("[role=status]");
  await expect(region).toHaveAttribute("aria-live", "polite");
  await expect(region).toHaveText("");
  await page.locator("#pp").focus();
  // Two steps, one without a change of the verdict: 4 to 2 to 1.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(region).toHaveText(
    /^Does not fit: [\d.]+ of 79\.6\sGiB, MFU [\d.]+\s%, if it fit\. Data parallel 2 → 8; micro-batches a pipeline 256 → 64\.$/,
  );
  // Still more memory, and its address: the figures without the verdict.
  await page.locator("#mbs").focus();
  await page.keyboard.press("ArrowRight");
  await address(page, `${TOO_LARGE}&mbs=2`);
  await expect(region).toHaveText(/^[\d.]+ of 79\.6\sGiB, MFU [\d.]+\s%, if it fit\.$/);
  // The price moves none of them.
  await settled(page);
  await unfoldRun(page);
  await type(page, "price", "3");
  await address(page, `${TOO_LARGE}&mbs=2&price=3`);
  await type(page, "mbs", "1");
  await address(page, `${TOO_LARGE}&price=3`);
  await settled(page);
  await type(page, "pp", "4");
  await expect(region).toHaveText(/^Fits: .* Data parallel 8 → 2; micro-batches a pipeline 64 → 256\.$/);
  await type(page, "tp", "6");
  await expect(region).toContainText("This plan cannot exist");
  await settled(page);
  const said = await page.evaluate(() => window.said);
  const first = (text) => text.split(/[:.]/)[0].replace(/^\d+$/, "figures");
  const verdicts = said.map(first).filter((word, place, all) => word !== all[place - 1]);
  assert.deepEqual(verdicts, ["Does not fit", "figures", "Fits", "This plan cannot exist"]);
  assert.equal(new Set(said).size, said.length, said.join("\n"));
});

for (const [what, link, reach] of STATES) {
  const isCore = what === "everything unfolded";
  test(`320 pixels are wide enough: ${what}`, tagsOf(isCore), async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "a layout of lengths: one browser is enough");
    const page = await open(link, { context: PHONE });
    await reach(page);
    await settled(page);
    assert.deepEqual(await page.evaluate(overflowInPage), []);
    await unfoldAll(page);
    assert.deepEqual(await page.evaluate(overflowInPage), []);
    const header = page.locator("header");
    const { height } = await header.boundingBox();
    assert.ok(height < 0.4 * 640, `the head takes ${height} of 640 pixels`);
    // The controls scroll below the verdict and the figure.
    await page.locator("aside").evaluate((aside) => { aside.scrollTop = 1500; });
    await expect.poll(() => page.locator("aside").evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(1000);
    assert.equal(await page.evaluate(() => scrollY), 0);
    await expect(page.locator("#verdict")).toBeInViewport();
    await expect(page.locator("#view-accuracy")).toBeInViewport();
  });
}

test("320 pixels are wide enough for the largest figures", { tag: "@core" }, async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "a layout of lengths: one browser is enough");
  const link = "#v=1&p=llama3-405b/h100x16384&seq=131072&mbs=64&gbs=1048576&tok=90000000000000000";
  const page = await open(link, { context: PHONE });
  await expect(page.locator("#need")).toHaveText(/^\d+\sK$/);
  await settled(page);
  assert.deepEqual(await page.evaluate(overflowInPage), []);
});

for (const width of [1280, 390]) {
  test(`text that runs from the right does not scroll sideways, ${width} pixels`, async ({ open }) => {
    const page = await open(TOO_LARGE, { context: { viewport: { width, height: 720 } } });
    await expect(cure(page)).toBeVisible();
    await settled(page);
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
    await unfoldAll(page);
    await isStill();
  });
}

test("at 400 % the head scrolls away instead of filling the window", async ({ open }) => {
  // 1280 by 1024 pixels at 400 %.
  const page = await open(TOO_LARGE, { context: { viewport: { width: 320, height: 256 } } });
  await settled(page);
  assert.deepEqual(await page.evaluate(overflowInPage), []);
  // The figures below are made as they come near the window: until then the page is shorter.
  await expect.poll(() => page.evaluate(() => {
    scrollTo(0, 1500);
    return scrollY;
  })).toBe(1500);
  const bottom = () => page.locator("header").evaluate((header) => header.getBoundingClientRect().bottom);
  await expect.poll(bottom).toBeLessThanOrEqual(0);
});

test("behind the bars are tables with the same numbers", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await expect(page.locator("table")).toHaveCount(0);
  for (const summary of await page.locator("figure summary").all()) await press(summary);
  await expect(page.locator("#memory table")).toBeVisible();
  await expect(page.locator("#tolls table")).toBeVisible();
  const read = () => page.evaluate(() => {
    const cellsOf = (selector) => [...document.querySelectorAll(selector)].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.textContent));
    return {
      bars: [...document.querySelectorAll("#memory .stage")].map((stage) => ({
        parts: [...stage.querySelectorAll(".track i")].map((part) => part.textContent),
        total: stage.querySelector(".total").textContent,
      })),
      rows: cellsOf("#memory tbody tr"),
      need: document.getElementById("need").textContent,
      time: cellsOf("#tolls tbody tr"),
      step: document.getElementById("step").textContent,
    };
  });
  const compare = (stages) => expect(async () => {
    const { bars, rows, need, time, step } = await read();
    assert.equal(rows.length, stages);
    assert.equal(bars.length, stages);
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
    assert.equal(time.at(-1)[0], step);
    const shares = time.slice(0, -1).reduce((sum, [, share]) => sum + numberIn(share), 0);
    assert.ok(Math.abs(shares - 100) < 0.6, `${shares} %`);
  }).toPass();
  await compare(4);
  // These stay enabled.
  await page.locator("#pp").focus();
  await page.keyboard.press("ArrowLeft");
  await compare(2);
  await type(page, "pp", "8");
  await compare(8);
});

test("out of memory is said, not only coloured", async ({ open }) => {
  const page = await open(TOO_LARGE);
  await expect(page.locator("#verdict")).toHaveText("Does not fit", { useInnerText: true });
  await expect(page.locator("#summary")).toHaveText(/over by [\d.]+\sGiB/, { useInnerText: true });
  const marks = () => page.locator(".stage.over .total").evaluateAll((totals) =>
    totals.map((total) => getComputedStyle(total, "::after").content.includes("!")));
  await expect.poll(marks).toEqual([true]);
});

test("nothing moves by itself where motion is unwelcome", async ({ open }) => {
  const page = await open(TOO_LARGE);
  assert.ok(await page.evaluate(() => matchMedia("(prefers-reduced-motion: reduce)").matches));
  await unfoldAll(page);
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll("*")].filter((element) => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
      return transitionDuration.split(", ").some((time) => Number.parseFloat(time) > 0)
        || animationName !== "none" || scrollBehavior === "smooth";
    }).map((element) => element.outerHTML.slice(0, 80)));
  assert.deepEqual(moving, []);
});

test("paper has no buttons, and all of the plan", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "a stock Firefox emulates no other medium");
  const page = await open(TOO_LARGE);
  await expect(cure(page)).toBeVisible();
  await settled(page);
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.evaluate(() => matchMedia("print").matches));
  await settled(page);
  // Figures, causes, points and the messages of a GPU are facts, too.
  const shown = () => page.locator("button:not(.why, [data-cause], .point, .cut-message), .skip, input[type=range]").evaluateAll((all) =>
    all.filter((element) => element.offsetParent !== null).map((element) => element.outerHTML.slice(0, 80)));
  await expect.poll(shown).toEqual([]);
  await expect(page.locator("body"), "nothing is cut off").toHaveCSS("overflow", "visible");
  for (const part of ["#verdict", "#need", "#summary", "#memory", "#tolls", ".row:has(#tp) .number"]) {
    await expect(page.locator(part), part).toBeVisible();
  }
});

test("axe finds nothing with forced colours", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "a stock Firefox emulates no forced colours");
  for (const [, link, reach] of STATES.slice(2, 4)) {
    const page = await open(link, { context: { forcedColors: "active" } });
    assert.ok(await page.evaluate(() => matchMedia("(forced-colors: active)").matches));
    await reach(page);
    await settled(page);
    assert.deepEqual(await violations(page), []);
    const chosen = page.locator("#zero input:checked + span");
    const other = page.locator("#zero input:not(:checked) + span").first();
    const paint = (option) => option.evaluate((option) => getComputedStyle(option).backgroundColor);
    assert.notEqual(await paint(chosen), await paint(other), "a chosen option looks like any other");
    await page.close();
  }
});

test("a dark system makes a dark page", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "a stock Firefox emulates no other colour scheme");
  const page = await open(FITS, { context: { colorScheme: "dark" } });
  await settled(page);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(background).not.toBe(dark);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).toBe(dark);
  assert.deepEqual(await violations(page), []);
});
