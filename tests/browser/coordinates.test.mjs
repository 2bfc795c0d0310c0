// Numbers of attributes are written as browsers read them, in a window so wide that coordinates exceed 1,000.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, catchFiles, kept, openTab, press, settled, unfold } from "./planner.mjs";

const WIDE = { viewport: { width: 2560, height: 1440 } };

/** Numbers that a browser refuses: with a comma between thousands, or a typographic minus. */
const UNREADABLE = /\d,\d{3}(?!\d)|\u2212/;
/** Attributes that have numbers. */
const NAMES = ["x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height", "viewBox", "d", "points", "transform", "style"];

/** Such attributes of elements of the page, with their values. */
const attributes = (page) => page.locator("svg, svg *, main [style]").evaluateAll((elements, names) =>
  elements.flatMap((element) => names.map((name) => [name, element.getAttribute(name) ?? ""])), NAMES);

/** Such attributes in the text of an SVG file. */
const written = (svg) => [...svg.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])
  .filter(([name]) => NAMES.includes(name));

const unreadable = (attributes) => {
  assert.ok(attributes.length > 20);
  return attributes.filter(([, value]) => UNREADABLE.test(value));
};

test("every figure has coordinates that browsers read, 2560 by 1440", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(FITS, { context: WIDE, prepare: (page) => page.addInitScript(catchFiles) });
  await settled(page);
  const views = await page.locator("[role=tab][id^=view-]").evaluateAll((tabs) =>
    tabs.map(({ id }) => id.replace(/^view-|-tab$/g, "")));
  assert.ok(views.length > 10, views.join());
  for (const view of views) {
    await openTab(page, view);
    await settled(page);
    assert.deepEqual(unreadable(await attributes(page)), [], view);
  }
  await openTab(page, "cut");
  await settled(page);
  const { width, right } = await page.locator("svg.cut-marks").evaluate((svg) => ({
    width: svg.viewBox.baseVal.width,
    right: Math.max(...[...svg.querySelectorAll("text")].map((text) => text.getBBox().x)),
  }));
  assert.ok(width > 1_000 && right < width, `${right} of ${width}`);
  await unfold(page.locator("#cut details.numbers"));
  const { bytes } = await kept(page, () => press(page.locator("#cut [data-keep=svg]")));
  assert.deepEqual(unreadable(written(bytes.toString("utf8"))), []);
});

test("at the end of a scene the slider of the player is at its end", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(FITS, { query: "?tab=watch" });
  await settled(page);
  const place = page.locator(".watch-place");
  await place.press("End");
  await expect(place).toHaveValue("1000");
});
