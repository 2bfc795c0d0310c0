// Numbers of attributes are written as browsers read them, in a window so wide that coordinates exceed 1,000.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, catchFiles, kept, openTab, press, settled, unfold } from "./planner.mjs";

const WIDE = { viewport: { width: 2560, height: 1440 } };

/**
 * The attributes of drawings, in the page or in a text of SVG, whose numbers have a comma between thousands or a
 * typographic minus. An attribute may separate its numbers by commas, but before three digits none does.
 */
function unreadable(svg) {
  const names = ["x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height", "viewBox", "d", "points", "transform", "style"];
  const where = svg ? new DOMParser().parseFromString(svg, "image/svg+xml") : document;
  return [...where.querySelectorAll("svg, svg *, main [style]")].flatMap((element) => names
    .map((name) => [element.tagName, name, element.getAttribute(name)])
    .filter(([, , value]) => /\d,\d{3}(?!\d)|\u2212/.test(value ?? "")));
}

test("every figure has coordinates that browsers read, 2560 by 1440", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(FITS, { context: WIDE, prepare: (page) => page.addInitScript(catchFiles) });
  await settled(page);
  const views = await page.locator("[role=tab][id^=view-]").evaluateAll((tabs) =>
    tabs.map(({ id }) => id.replace(/^view-|-tab$/g, "")));
  assert.ok(views.length > 10, views.join());
  for (const view of views) {
    await openTab(page, view);
    await settled(page);
    assert.deepEqual(await page.evaluate(unreadable), [], view);
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
  assert.deepEqual(await page.evaluate(unreadable, bytes.toString("utf8")), []);
});

test("at the end of a scene the slider of the player is at its end", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(FITS, { query: "?tab=watch" });
  await settled(page);
  const place = page.locator(".watch-place");
  await place.press("End");
  await expect(place).toHaveValue("1000");
});
