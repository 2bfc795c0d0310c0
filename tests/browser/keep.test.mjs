// A figure as a file: SVG and PNG of what is seen, CSV of the numbers behind it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FITS, inEachBrowser } from "./planner.mjs";

/** Instead of into a folder, files go where the test finds them: stock Firefox tells of no downloads. */
function catchFiles() {
  window.files = [];
  HTMLAnchorElement.prototype.click = async function click() {
    const bytes = new Uint8Array(await (await fetch(this.href)).arrayBuffer());
    window.files.push({ name: this.download, bytes: [...bytes] });
  };
}

/** Presses a figure's button and gives the file that comes of it. */
async function kept(page, figure, kind) {
  const details = page.locator(`#${figure} details.numbers`);
  if (!(await details.evaluate((details) => details.open))) await details.locator("summary").click();
  await details.locator(`[data-keep=${kind}]`).click();
  const file = await (await page.waitForFunction(() => window.files.pop())).jsonValue();
  assert.equal(file.name, `shardwise-${figure}.${kind}`);
  return Buffer.from(file.bytes);
}

inEachBrowser(({ open }) => {
  for (const figure of ["memory", "tolls", "waterfall", "bill"]) {
    test(`${figure}: the table comes as CSV, the picture as SVG and PNG`, async (t) => {
      const page = await open(t, FITS, { prepare: (page) => page.addInitScript(catchFiles) });
      await page.locator(`#${figure}`).waitFor();
      const csv = (await kept(page, figure, "csv")).toString("utf8");
      const cells = await page.locator(`#${figure} table tr`).evaluateAll((rows) =>
        rows.map((row) => [...row.cells].map((cell) => cell.textContent.replaceAll("\u{a0}", " "))));
      const read = csv.replace("\u{feff}", "").trim().split("\r\n")
        .map((line) => line.slice(1, -1).split("\",\"").map((cell) => cell.replaceAll("\"\"", "\"")));
      assert.ok(cells.length > 2);
      assert.deepEqual(read, cells);

      const svg = (await kept(page, figure, "svg")).toString("utf8");
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
      const seen = await page.locator(`#${figure} > :not(details, .behind)`).allInnerTexts();
      const words = (text) => text.replaceAll("\u{a0}", " ").split(/\s+/).filter(Boolean);
      // What is chosen is no part of the picture.
      const chosen = (await page.locator(`#${figure} :has(> select)`).allInnerTexts()).join(" ");
      const missing = words(seen.join(" "))
        .filter((word) => !drawn.words.includes(word) && !chosen.includes(word));
      assert.deepEqual(missing, []);

      const png = await kept(page, figure, "png");
      assert.equal(png.subarray(1, 4).toString(), "PNG");
      assert.equal(png.readUInt32BE(16), 2 * drawn.width);
    });
  }
});
