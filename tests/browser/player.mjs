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
/** Milliseconds of a frame's work, in 95 of 100 frames. */
const FRAME_BUDGET = 8;
/** Elements of the drawing, at most. */
const NODES_BUDGET = 400;

/** Notes, in the page, when the first callback of a frame begins as `frameBegan`. */
function noteFrames() {
  const ask = window.requestAnimationFrame.bind(window);
  let frame;
  window.requestAnimationFrame = (callback) => ask((time) => {
    if (time !== frame) window.frameBegan = performance.now();
    frame = time;
    callback(time);
  });
}

/**
 * Plays the open scene to its end at double speed; returns the time of each frame, microtasks and layout included, and
 * the most elements. Runs in the page.
 */
async function playScene() {
  const button = document.querySelector(".watch-play");
  const [, , fast] = document.querySelectorAll(".watch-speeds button");
  fast.click();
  const drawing = document.querySelector(".watch-drawing svg");
  const name = button.getAttribute("aria-label");
  button.click();
  const times = [];
  let nodes = 0;
  // From here on the player asks for each frame before this loop does.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  do {
    // The player's callback and its microtasks run before this one.
    await new Promise((resolve) => {
      requestAnimationFrame(() => {
        drawing.getBBox();
        times.push(performance.now() - window.frameBegan);
        resolve();
      });
    });
    nodes = Math.max(nodes, drawing.querySelectorAll("*").length);
  } while (button.getAttribute("aria-label") !== name);
  return { times, nodes };
}

/** Measures the frames of every scene; `judgement` and `quantile` are the caller's. */
export async function measurePlayer(slowPage, site, { judgement, quantile, milliseconds }) {
  console.log("Frames of the player, CPU 4 times slower, each scene played to its end:");
  for (const [width, height] of SIZES) {
    const { page, close } = await slowPage();
    await page.setViewportSize({ width, height });
    await page.addInitScript(noteFrames);
    for (const [plan, scenes] of PLAYED) {
      for (const scene of scenes) {
        await page.goto("about:blank");
        await page.goto(`${site.url}?tab=watch&scene=${scene}${plan}`);
        await settled(page);
        await page.locator(".watch-place").waitFor();
        const { times, nodes } = await page.evaluate(playScene);
        const p95 = quantile(times, 0.95);
        console.log(`  ${`${width} px`.padEnd(8)} ${scene.padEnd(10)} p50 ${milliseconds(quantile(times, 0.5))}, `
          + `p95 ${milliseconds(p95)}: ${judgement(p95, FRAME_BUDGET)}, worst ${milliseconds(Math.max(...times))}; `
          + `${nodes} elements: ${judgement(nodes, NODES_BUDGET, "elements")}; ${times.length} frames`);
      }
    }
    await close();
  }
}
