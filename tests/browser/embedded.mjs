// Builds lessons with MkDocs, Sphinx and Jupyter Book 1, as `cargo xtask test --embed` installs them, and tests the
// planners in them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, wanted } from "./browsers.mjs";
import { endsWith } from "./endings.mjs";
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

/** A copy of the sources with this address of the planner. */
function sources(planner) {
  const copy = mkdtempSync(join(tmpdir(), "shardwise-lessons-"));
  cpSync(SOURCES, copy, { recursive: true });
  const address = planner.replace(/\/$/, "");
  const lesson = readFileSync(join(copy, "lesson.html"), "utf8");
  for (const name of readdirSync(copy, { recursive: true })) {
    if (!/\.(md|py|yml)$/.test(name)) continue;
    const text = readFileSync(join(copy, name), "utf8");
    writeFileSync(join(copy, name), text.replace("LESSON", () => lesson).replaceAll("PLANNER", address));
  }
  return copy;
}

let planner;
let copy;
before(async () => {
  planner = await serve(process.env.SHARDWISE_DIST);
  copy = sources(planner.url);
});
after(async () => {
  await planner?.close();
  if (copy) rmSync(copy, { recursive: true });
});

for (const [maker, { run: [program, ...words], made }] of Object.entries(MAKERS)) {
  describe(maker, () => {
    let lesson;
    before(async () => {
      const folder = join(copy, maker);
      // Material for MkDocs prints a note on its successors at every build.
      const env = { ...process.env, NO_MKDOCS_2_WARNING: "1" };
      execFileSync(join(PROGRAMS, program), words, { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });
      lesson = await serve(join(folder, made), { base: "/" });
    });
    after(() => lesson?.close());

    for (const name of wanted()) {
      test(`a lesson’s planners work in ${name}`, async (t) => {
        const browser = await launch(name);
        endsWith(t, () => browser.close());
        const page = await browser.newPage();
        page.setDefaultTimeout(30_000);
        await page.addInitScript(() => {
          window.states = [];
          addEventListener("shardwise-state", ({ detail }) => window.states.push(detail));
        });
        await page.goto(`${lesson.url}index.html`);
        await page.locator("#element").scrollIntoViewIfNeeded();
        await page.waitForFunction(() => window.states.length > 0);
        const handle = await page.evaluateHandle(() => document.getElementById("element").shadowRoot.querySelector("iframe"));
        const frame = await handle.asElement().contentFrame();
        // It is as wide as the text and as high as its content, without scroll bars.
        await page.waitForFunction(() => {
          const { height, width } = document.getElementById("element").getBoundingClientRect();
          return height > 300 && height !== 480 && width > 300;
        });
        assert.ok(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        assert.ok(await frame.evaluate(() => document.documentElement.scrollHeight <= innerHeight + 1));
        // A slider moves, and the lesson receives the state.
        await frame.locator("#pp").focus();
        await frame.locator("#pp").press("ArrowLeft");
        await page.waitForFunction(() => /pp=2/.test(window.states.at(-1).hash));
        // The plain frame is shown, too.
        await page.locator("#frame").scrollIntoViewIfNeeded();
        await page.frameLocator("#frame").locator("#verdict").waitFor();
        if (maker === "mkdocs") {
          // The recipe's script follows the colour switch of Material for MkDocs.
          await frame.locator("html[data-theme=light]").waitFor();
          await page.evaluate(() => document.body.setAttribute("data-md-color-scheme", "slate"));
          await frame.locator("html[data-theme=dark]").waitFor();
        }
      });
    }
  });
}
