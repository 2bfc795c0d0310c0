// The processor time that an event of a slider takes on the main thread, which other work on the machine does not
// change: scripts, styles and layout, by the browser's own counters.
import { settled } from "./planner.mjs";

/** The browser's counters of the main thread's work, in seconds of processor time. */
const COUNTERS = { scripts: "ScriptDuration", styles: "RecalcStyleDuration", layout: "LayoutDuration" };
/** Events of a slider that are not counted, in which the browser compiles the code. */
const WARMING = 20;

/**
 * Moves a slider to the first or the second position beside its own, as a drag does, and waits for the frame after
 * that: neither is the plan whose stops are marked, to which a drag returns at most once. Runs in the page.
 */
async function moveOnce({ key, isSecond }) {
  const slider = document.getElementById(key);
  window.sliderFrom ??= {};
  window.sliderFrom[key] ??= Number(slider.value);
  const from = window.sliderFrom[key];
  const way = from + 2 <= Number(slider.max) ? 1 : -1;
  slider.value = String(from + way * (isSecond ? 2 : 1));
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** Counts the main thread's processor time in a page. Returns a function that reads the counters. */
export async function countCpu(devtools) {
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    const found = new Map(metrics.map(({ name, value }) => [name, value]));
    return Object.fromEntries(Object.entries(COUNTERS).map(([part, name]) => [part, found.get(name) * 1e3]));
  };
}

/**
 * The milliseconds of processor time that each event of a slider takes, by part, and their sum. `page` is settled; it
 * is settled again afterwards.
 */
export async function cpuOfEvents(page, read, key, events) {
  const spent = [];
  for (let event = 0; event < WARMING + events; event += 1) {
    const before = await read();
    await page.evaluate(moveOnce, { key, isSecond: event % 2 === 1 });
    const after = await read();
    const parts = Object.fromEntries(Object.keys(COUNTERS).map((part) => [part, after[part] - before[part]]));
    parts.sum = Object.values(parts).reduce((sum, part) => sum + part, 0);
    if (event >= WARMING) spent.push(parts);
  }
  await settled(page);
  return spent;
}
