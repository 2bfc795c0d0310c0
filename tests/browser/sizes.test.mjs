// Windows of six sizes: in every view no text lies on another, is cut off or small, and the figure has most of the room.
import assert from "node:assert/strict";
import { test } from "./fixtures.mjs";
import { cutOff, heightInSight, overlaps, smallTexts } from "./layout.mjs";
import { FITS, openTab, press, settled } from "./planner.mjs";

/** Widths and heights of windows, with the theme in which every change is tested. */
const SIZES = [
  [390, 844, "light"], [820, 1180, "dark"], [1280, 720, "light"], [1440, 900, "dark"], [1920, 1080, "light"],
  [2560, 1440, "dark"],
];
/** Sizes that are tested in Firefox, too. */
const IN_FIREFOX = [390, 1280];

/** The views, with their drawings; those without one are read from the top. */
const VIEWS = {
  cut: ".cut-area", watch: ".watch-drawing", timeline: ".lanes-region", waterfall: ".fall", map: ".nodes",
  lastinch: ".roofline", sweep: ".swept", search: ".found", compare: "", run: "", bill: "", accuracy: "",
};
/** Views above which memory and time are folded at first. */
const TALL = ["watch", "timeline", "lastinch", "search"];
/** Pixels of the smallest letters. */
const SMALLEST = 12;
/** Pixels of a figure that are in sight, at least. */
const [ON_A_PHONE, ON_A_LAPTOP] = [180, 480];

/** The tab of a view is in sight as a whole. */
const isTabInSight = (page, view) => page.locator(`#view-${view}-tab`).evaluate((tab) => {
  const [{ left, right }, row] = [tab, tab.parentElement].map((element) => element.getBoundingClientRect());
  return left >= row.left && right <= row.right && right <= innerWidth;
});

for (const [width, height, tested] of SIZES) {
  for (const theme of ["light", "dark"]) {
    const isTested = theme === tested;
    const tag = isTested ? ["@core", ...(IN_FIREFOX.includes(width) ? ["@firefox"] : [])] : [];
    test(`texts stand apart and figures have room, ${width} by ${height}, ${theme}`, { tag }, async ({ open }) => {
      const page = await open(FITS, { query: `?theme=${theme}`, context: { viewport: { width, height } } });
      await settled(page);
      for (const [view, drawing] of Object.entries(VIEWS)) {
        if (width >= 1280) assert.ok(await isTabInSight(page, view), `the tab of ${view}`);
        await openTab(page, view);
        await settled(page);
        assert.deepEqual(await overlaps(page), [], `${view}: texts on each other`);
        assert.deepEqual(await cutOff(page, { allowsDots: true }), [], `${view}: cut off`);
        assert.deepEqual(await smallTexts(page, SMALLEST), [], `${view}: small`);
        if (width < 768 && drawing) {
          const room = await heightInSight(page, `#view-${view} ${drawing}`);
          assert.ok(room >= ON_A_PHONE, `${view}: ${room} pixels`);
        }
        if (height === 720) {
          const isFolded = TALL.includes(view);
          if (!isFolded) await press(page.locator("#changes .unfold"));
          const room = await heightInSight(page, `#view-${view}`);
          assert.ok(room >= ON_A_LAPTOP, `${view}: ${room} pixels`);
          if (!isFolded) await press(page.locator("#changes .unfold"));
        }
      }
    });
  }
}
