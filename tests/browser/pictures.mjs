// Pictures of the page in the guides of docs/, taken on the page that was built last: all, or those that the arguments
// name. `cargo xtask pictures` builds the page first.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { launch } from "./browsers.mjs";
import { FITS, TOO_LARGE, settled } from "./planner.mjs";
import { reduced } from "./png.mjs";
import { serve } from "./serve.mjs";

const DIST = process.env.SHARDWISE_DIST ?? new URL("../../dist", import.meta.url).pathname;
const DOCS = new URL("../../docs/", import.meta.url).pathname;
/** Bytes of a picture. */
const LARGEST = 150_000;

const DESKTOP = { width: 1280, height: 720 };

/** The pictures: name, size of the window, address without its page, and what is done there. */
const PICTURES = [
  { name: "shardwise", size: { width: 1440, height: 900 }, address: FITS },
  { name: "first-visit", size: DESKTOP, address: "", isFirstVisit: true },
  {
    name: "ghost",
    size: DESKTOP,
    address: FITS,
    act: async (page) => {
      const { x, y, width, height } = await page.locator("#pp").boundingBox();
      await page.mouse.move(x + 8 + (width - 16) / 7, y + height / 2);
      await page.locator(".stops .tip").waitFor();
    },
  },
  {
    name: "out-of-memory",
    size: DESKTOP,
    address: TOO_LARGE,
    act: (page) => page.locator("#cures button").first().waitFor(),
  },
  {
    name: "watch",
    size: DESKTOP,
    address: `?tab=watch&scene=tp&at=6${FITS}`,
    act: (page) => page.locator(".watch-place").waitFor(),
  },
  {
    name: "lesson",
    size: DESKTOP,
    address: "?lesson=tour/bubble",
    act: (page) => page.locator('#lesson[data-step="bubble"]').waitFor(),
  },
  { name: "phone", size: { width: 390, height: 844 }, address: FITS },
  { name: "dark", size: DESKTOP, address: `?theme=dark&tab=timeline${FITS}` },
  { name: "embed", size: { width: 600, height: 420 }, address: `?embed=1&show=tp,pp,zero,ckpt${FITS}` },
];

async function take(browser, site, { name, size, address, isFirstVisit, act }) {
  const context = await browser.newContext({ viewport: size, colorScheme: "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  if (!isFirstVisit) await page.addInitScript(() => localStorage.setItem("shardwise.first", "no"));
  await page.goto(site.url + address);
  await settled(page);
  await act?.(page);
  await settled(page);
  const picture = reduced(await page.screenshot());
  assert.ok(picture.length <= LARGEST, `${name}: ${picture.length} bytes`);
  writeFileSync(`${DOCS}${name}.png`, picture);
  console.log(`docs/${name}.png: ${Math.round(picture.length / 1000)} kB`);
  await context.close();
}

const asked = process.argv.slice(2);
const site = await serve(DIST);
const browser = await launch("chromium");
for (const picture of PICTURES.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  await take(browser, site, picture);
}
await browser.close();
await site.close();
