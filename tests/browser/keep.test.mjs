// Figures as files: SVG and PNG of the visible part, CSV of the numbers.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, TOO_LARGE, catchFiles, kept, press, settled, unfold } from "./planner.mjs";

/** Presses a figure's button and returns the resulting file. */
async function figureAs(page, figure, kind) {
  const details = page.locator(`#${figure} details.numbers`);
  if (!(await details.evaluate((details) => details.open))) await unfold(details);
  const file = await kept(page, () => press(details.locator(`[data-keep=${kind}]`)));
  assert.equal(file.name, `shardwise-${figure}.${kind}`);
  return file.bytes;
}

for (const figure of ["memory", "tolls", "waterfall", "bill"]) {
  const tag = figure === "memory" ? ["@core", "@firefox"] : [];
  test(`${figure}: the table comes as CSV, the picture as SVG and PNG`, { tag }, async ({ open }) => {
    const tab = ["waterfall", "bill"].includes(figure) ? figure : "";
    const page = await open(FITS, { tab, prepare: (page) => page.addInitScript(catchFiles) });
    await settled(page);
    const csv = (await figureAs(page, figure, "csv")).toString("utf8");
    await settled(page);
    const cells = await page.locator(`#${figure} table tr`).evaluateAll((rows) =>
      rows.map((row) => [...row.cells].map((cell) => cell.textContent.replaceAll("\u{a0}", " "))));
    const read = csv.replace("\u{feff}", "").trim().split("\r\n")
      .map((line) => line.slice(1, -1).split("\",\"").map((cell) => cell.replaceAll("\"\"", "\"")));
    assert.ok(cells.length > 2);
    assert.deepEqual(read, cells);

    const svg = (await figureAs(page, figure, "svg")).toString("utf8");
    const drawn = await page.evaluate((svg) => {
      const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
      return {
        fault: parsed.querySelector("parsererror")?.textContent,
        width: Number(parsed.documentElement.getAttribute("width")),
        words: [...parsed.querySelectorAll("text")].map((text) => text.textContent).join(" "),
        marks: parsed.querySelectorAll("rect").length,
        scripts: parsed.querySelectorAll("script, foreignObject").length,
      };
    }, svg);
    assert.equal(drawn.fault, undefined);
    assert.equal(drawn.scripts, 0);
    assert.ok(drawn.marks > 5);
    const seen = await page.locator(`#${figure} > :not(details, .behind, [hidden])`).allInnerTexts();
    // A comma between two buttons is a text of the drawing for itself.
    const words = (text) => text.replaceAll("\u{a0}", " ").split(/\s+|(?=,\s|,$)/).filter(Boolean);
    assert.ok(words(seen.join(" ")).length > 0);
    // Options of lists are not part of the picture.
    const chosen = (await page.locator(`#${figure} :has(> select)`).allInnerTexts()).join(" ");
    const missing = words(seen.join(" "))
      .filter((word) => !drawn.words.includes(word) && !chosen.includes(word));
    assert.deepEqual(missing, []);

    const png = await figureAs(page, figure, "png");
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    assert.equal(png.readUInt32BE(16), 2 * drawn.width);
  });
}

test("a figure that changes while it is saved is saved as it is then", async ({ open }) => {
  const page = await open(FITS, {
    prepare: async (page) => {
      await page.addInitScript(catchFiles);
      await page.addInitScript(() => {
        // Time flies, so that each element is drawn in a slice of its own; at a word in their midst the plan changes.
        const [now, rects] = [performance.now.bind(performance), Range.prototype.getClientRects];
        let [ahead, words] = [0, 0];
        performance.now = () => {
          if (window.change) ahead += 20;
          return now() + ahead;
        };
        Range.prototype.getClientRects = function getClientRects(...options) {
          if (window.change && (words += 1) === 5) location.hash = window.change;
          return rects.apply(this, options);
        };
      });
    },
  });
  await settled(page);
  await unfold(page.locator("#memory details.numbers"));
  await settled(page);
  const before = await page.locator("#memory figcaption").innerText();
  await page.evaluate((change) => { window.change = change; }, TOO_LARGE);
  const { bytes } = await kept(page, () => press(page.locator("#memory [data-keep=svg]")));
  await expect(page.locator("#memory figcaption")).not.toHaveText(before, { useInnerText: true });
  await settled(page);
  const saved = await page.evaluate((svg) => {
    const texts = new DOMParser().parseFromString(svg, "image/svg+xml").querySelectorAll("text");
    return [...texts].flatMap((text) => text.textContent.split(" "));
  }, bytes.toString("utf8"));
  const caption = (await page.locator("#memory figcaption").innerText()).replaceAll("\u{a0}", " ");
  const words = caption.split(/\s+/).filter(Boolean);
  assert.ok(words.length > 0);
  assert.deepEqual(words.filter((word) => !saved.join(" ").replaceAll("\u{a0}", " ").includes(word)), []);
});
