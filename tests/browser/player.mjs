// Benchmark of the player of a step: the work of each frame, and the size of its drawing, on a slowed-down processor.
import { settled } from "./planner.mjs";

/** Plans that together have every scene, with the scenes that are played. */
const PLAYED = [
  ["#v=1&p=llama3-70b/h100x64&tp=8&pp=4&vp=5&zero=1&gbs=256", ["tp", "pipeline", "dp", "checkpoint", "optimizer", "attention"]],
  ["#v=1&p=llama3-70b/h100x64&zero=3&ckpt=full&recipe=torchtitan", ["zero"]],
  ["#v=1&p=mixtral-8x7b/h100x64&tp=1&pp=4&ep=8&gbs=256", ["experts"]],
  ["#v=1&p=llama3-8b/h100x64&cp=8&cpkind=ring&seq=131072&gbs=64", ["context"]],
];
/** Widths and heights of the page: a laptop and a phone. */
const SIZES = [[1440, 900], [390, 844]];
/** Milliseconds of a frame's work. */
const FRAME_BUDGET = 8;
/** Elements of the drawing, at most. */
const NODES_BUDGET = 400;

/** Plays the open scene to its end at double speed, and returns the most elements of its drawing. Runs in the page. */
async function playScene() {
  const button = document.querySelector(".watch-play");
  document.querySelector(".watch-speeds button:last-child").click();
  const drawing = document.querySelector(".watch-drawing svg");
  const name = button.getAttribute("aria-label");
  const elements = drawing.getElementsByTagName("*");
  let nodes = 0;
  let hasBegun = false;
  const over = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      nodes = Math.max(nodes, elements.length);
      const isAtRest = button.getAttribute("aria-label") === name;
      hasBegun ||= !isAtRest;
      if (!hasBegun || !isAtRest) return;
      observer.disconnect();
      resolve();
    }).observe(document.getElementById("watch"), { subtree: true, childList: true, attributes: true });
  });
  button.click();
  await over;
  return nodes;
}

/** Seconds of scripts, styles and layout so far, and the number of layouts: one for each frame that moves. */
async function work(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const of = (name) => metrics.find((metric) => metric.name === name).value;
  return ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration", "LayoutCount"].map(of);
}

/** Measures the frames of every scene; `judgement` is the caller's. */
export async function measurePlayer(slowPage, site, { judgement, milliseconds }) {
  console.log("Mean work of a frame of the player (scripts, styles, layout), CPU 4 times slower, each scene to its end:");
  for (const [width, height] of SIZES) {
    const { page, close } = await slowPage();
    await page.setViewportSize({ width, height });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable");
    for (const [plan, scenes] of PLAYED) {
      for (const scene of scenes) {
        await page.goto("about:blank");
        await page.goto(`${site.url}?tab=watch&scene=${scene}${plan}`);
        await settled(page);
        await page.locator(".watch-place").waitFor();
        const before = await work(devtools);
        const nodes = await page.evaluate(playScene);
        const [script, style, layout, frames] = (await work(devtools)).map((value, index) => value - before[index]);
        const each = [script, style, layout].map((seconds) => (1_000 * seconds) / frames);
        const sum = each.reduce((sum, part) => sum + part);
        console.log(`  ${`${width} px`.padEnd(8)} ${scene.padEnd(10)} ${milliseconds(sum)}: ${judgement(sum, FRAME_BUDGET)} `
          + `(${each.map(milliseconds).join(", ")}); ${nodes} elements: ${judgement(nodes, NODES_BUDGET, "elements")}; ${frames} frames`);
      }
    }
    await close();
  }
}
