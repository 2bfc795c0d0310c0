// A figure as a file: SVG and PNG of what is seen, CSV of the numbers behind it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FITS, catchFiles, inEachBrowser, kept } from "./planner.mjs";

/** Presses a figure's button and gives the file that comes of it. */
async function figureAs(page, figure, kind) {
  const details = page.locator(`#${figure} details.numbers`);
  if (!(await details.evaluate((details) => details.open))) await details.locator("summary").click();
  const file = await kept(page, () => details.locator(`[data-keep=${kind}]`).click());
  assert.equal(file.name, `shardwise-${figure}.${kind}`);
  return file.bytes;
}

inEachBrowser(({ open }) => {
  for (const figure of ["memory", "tolls", "waterfall", "bill"]) {
    test(`${figure}: the table comes as CSV, the picture as SVG and PNG`, async (t) => {
      const page = await open(t, FITS, { prepare: (page) => page.addInitScript(catchFiles) });
      await page.locator(`#${figure}`).waitFor();
      const csv = (await figureAs(page, figure, "csv")).toString("utf8");
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
      const words = (text) => text.replaceAll("\u{a0}", " ").split(/\s+/).filter(Boolean);
      // What is chosen is no part of the picture.
      const chosen = (await page.locator(`#${figure} :has(> select)`).allInnerTexts()).join(" ");
      const missing = words(seen.join(" "))
        .filter((word) => !drawn.words.includes(word) && !chosen.includes(word));
      assert.deepEqual(missing, []);

      const png = await figureAs(page, figure, "png");
      assert.equal(png.subarray(1, 4).toString(), "PNG");
      assert.equal(png.readUInt32BE(16), 2 * drawn.width);
    });
  }
});
