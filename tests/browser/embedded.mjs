// Builds lessons with MkDocs, Sphinx and Jupyter Book 1, as `cargo xtask test --embed` installs them, and tests the
// planners in them.
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "./fixtures.mjs";
import { serve } from "./serve.mjs";

const SOURCES = fileURLToPath(new URL("../data/embed/", import.meta.url));
/** The folder of the programs. */
const PROGRAMS = process.env.SHARDWISE_PROGRAMS;

/** The build of each: the program, its arguments, and the folder of the pages. */
const MAKERS = {
  mkdocs: { run: ["mkdocs", "build", "--strict", "--quiet"], made: "site" },
  sphinx: { run: ["sphinx-build", "-W", "-q", "-b", "html", ".", "made"], made: "made" },
  book: { run: ["jupyter-book", "build", "--warningiserror", "--quiet", "."], made: "_build/html" },
};

/** A copy of a maker's sources with this address of the planner. */
function sources(maker, planner) {
  const copy = mkdtempSync(join(tmpdir(), "shardwise-lessons-"));
  cpSync(join(SOURCES, maker), copy, { recursive: true });
  const address = planner.replace(/\/$/, "");
  const lesson = readFileSync(join(SOURCES, "lesson.html"), "utf8");
  for (const name of readdirSync(copy, { recursive: true })) {
    if (!/\.(md|py|yml)$/.test(name)) continue;
    const text = readFileSync(join(copy, name), "utf8");
    writeFileSync(join(copy, name), text.replace("LESSON", () => lesson).replaceAll("PLANNER", address));
  }
  return copy;
}

/** Builds a lesson, and serves it until the end of the test. */
async function serveLesson({ site, atEnd }, maker) {
  const { run: [program, ...words], made } = MAKERS[maker];
  const folder = sources(maker, site.url);
  atEnd(() => rmSync(folder, { recursive: true }));
  // Material for MkDocs prints a note on its successors at every build.
  const env = { ...process.env, NO_MKDOCS_2_WARNING: "1" };
  await promisify(execFile)(join(PROGRAMS, program), words, { cwd: folder, env });
  const lesson = await serve(join(folder, made), { base: "/" });
  atEnd(() => lesson.close());
  return lesson;
}

for (const maker of Object.keys(MAKERS)) {
  test.describe(maker, () => {
    test("a lesson’s planners work", async ({ open, site, atEnd }) => {
      const lesson = await serveLesson({ site, atEnd }, maker);
      const prepare = (page) => page.addInitScript(() => {
        window.states = [];
        addEventListener("shardwise-state", ({ detail }) => window.states.push(detail));
      });
      // The makers' own pages load fonts and scripts of other hosts, which may not be there.
      const page = await open("", { host: `${lesson.url}index.html`, prepare, noisy: true });
      const states = () => page.evaluate(() => window.states);
      const element = page.locator("#element");
      await element.scrollIntoViewIfNeeded();
      await expect.poll(states).not.toEqual([]);
      const frame = await (await element.locator("iframe").elementHandle()).contentFrame();
      // It is as wide as the text and as high as its content, without scroll bars.
      await expect(async () => {
        const { height, width } = await element.boundingBox();
        expect(height).toBeGreaterThan(300);
        expect(height).not.toBe(480);
        expect(width).toBeGreaterThan(300);
      }).toPass();
      await expect.poll(() => frame.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return scrollWidth <= innerWidth && scrollHeight <= innerHeight + 1;
      })).toBe(true);
      // A slider moves, and the lesson receives the state.
      await frame.locator("#pp").press("ArrowLeft");
      await expect.poll(async () => (await states()).at(-1).hash).toMatch(/pp=2/);
      // The plain frame is shown, too.
      await page.locator("#frame").scrollIntoViewIfNeeded();
      await expect(page.frameLocator("#frame").locator("#verdict")).toBeVisible();
      if (maker === "mkdocs") {
        // The recipe's script follows the colour switch of Material for MkDocs.
        const root = frame.locator("html");
        await expect(root).toHaveAttribute("data-theme", "light");
        await page.evaluate(() => document.body.setAttribute("data-md-color-scheme", "slate"));
        await expect(root).toHaveAttribute("data-theme", "dark");
      }
    });
  });
}
