// Scenes of drawn plans, played from start to end. A few plans here; `cargo xtask test --stress` plays 200.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, settled } from "./planner.mjs";

const IS_FULL = process.env.SHARDWISE_STRESS === "1";
/** Legal plans that are played. */
const PLANS = IS_FULL ? 200 : 12;
/** Not zero, at which the generator of random numbers stays. */
const SEED = Number(process.env.SHARDWISE_SEED ?? 1 + Math.floor(Math.random() * (2 ** 31 - 2)));
const SCENES = ["tp", "zero", "pipeline", "dp", "experts", "checkpoint", "context", "optimizer", "attention"];
/** Longest duration of the test, in milliseconds. */
const LIMIT = IS_FULL ? 60 * 60_000 : 5 * 60_000;

test.use({ trace: "off" });

/**
 * Before a page starts: frames come as fast as the page draws them, each a tenth of a second after the one before, and
 * pauses are over at once.
 */
function hurry() {
  const { setTimeout: own } = window;
  window.setTimeout = (callback, milliseconds, ...words) => own(callback, milliseconds < 5_000 ? 0 : milliseconds, ...words);
  const { port1, port2 } = new MessageChannel();
  let waiting = [];
  let time = 0;
  port1.onmessage = () => {
    const due = waiting;
    waiting = [];
    time += 100;
    for (const callback of due) callback(time);
  };
  window.requestAnimationFrame = (callback) => {
    waiting.push(callback);
    port2.postMessage(0);
    return time + 1;
  };
}

/**
 * Plays every scene of drawn legal plans. Returns for each scene how often it was played, and the faults. Runs in the
 * page.
 */
async function playPlans({ seed, plans }) {
  let state = seed;
  const one = (list) => {
    state = (state * 48_271) % (2 ** 31 - 1);
    return list[state % list.length];
  };
  const draw = () => {
    const model = one(["gpt2-1.5b", "llama3-8b", "llama3-70b", "llama3-405b", "gpt3-175b", "mixtral-8x7b", "qwen3-30b-a3b", "deepseek-v3-671b"]);
    const machine = one(["a100-80", "h100", "h800", "b200"]);
    const keys = {
      tp: one([1, 1, 2, 4, 8, 16]),
      pp: one([1, 1, 2, 4, 8]),
      cp: one([1, 1, 1, 2, 4]),
      ep: one([1, 1, 2, 4, 8]),
      zero: one([0, 1, 1, 2, 3, 3]),
      ckpt: one(["none", "sel", "full"]),
      flash: one([0, 1, 1]),
      sched: one(["1f1b", "1f1b", "gpipe", "zbh1", "zbv", "dualpipe"]),
      vp: one([1, 1, 1, 2]),
      cpkind: one(["ring", "a2a", "ag"]),
      off: one(["none", "none", "opt", "acts"]),
      sp: one([0, 1, 1]),
      mbs: one([1, 1, 2]),
      seq: one([2_048, 4_096, 8_192, 32_768]),
      gbs: one([64, 256, 1_024]),
    };
    const written = Object.entries(keys).map(([key, value]) => `&${key}=${value}`).join("");
    return `#v=1&p=${model}/${machine}x${one([8, 16, 64, 256, 512])}${written}`;
  };
  const task = () => new Promise((resolve) => { setTimeout(resolve); });
  const open = async (link) => {
    const changed = new Promise((resolve) => { addEventListener("hashchange", resolve, { once: true }); });
    location.hash = link;
    await changed;
    await task();
    await task();
  };
  const button = document.querySelector(".watch-play");
  const isAtRest = () => button.getAttribute("aria-label") === "Play";
  const played = {};
  const faults = [];
  const refused = {};
  let [legal, drawn] = [0, 0];
  document.querySelector(".watch-speeds button:last-child").click();
  while (legal < plans && drawn < 100 * plans) {
    const link = draw();
    drawn += 1;
    await open(link);
    const reason = document.querySelector("#reasons li");
    if (reason) {
      refused[reason.textContent.slice(0, 40)] = link;
      continue;
    }
    legal += 1;
    for (const tab of document.querySelectorAll("[data-scene]:not([aria-disabled])")) {
      tab.click();
      await task();
      const { scene } = tab.dataset;
      if (document.querySelector(".watch-place").hidden) {
        // A step that is too long, or a stage without such layers: the caption says so.
        played[`${scene} not drawn`] = (played[`${scene} not drawn`] ?? 0) + 1;
        continue;
      }
      button.click();
      await task();
      if (isAtRest()) faults.push(`${scene} of ${link} does not begin`);
      for (let turn = 0; turn < 20_000 && !isAtRest(); turn += 1) await task();
      const [number, all] = document.querySelector(".watch-number").textContent.split(" / ");
      if (!isAtRest() || number !== all) faults.push(`${scene} of ${link}: ${number} of ${all}`);
      played[scene] = (played[scene] ?? 0) + 1;
    }
  }
  return { played, faults, legal, drawn, refused };
}

test("every scene of drawn plans plays to its end", async ({ open, browserName }) => {
  test.setTimeout(LIMIT);
  const page = await open(FITS, {
    query: "?tab=watch&scene=tp", hasDeadlines: true, prepare: (page) => page.addInitScript(hurry),
  });
  await settled(page);
  await page.locator(".watch-place").waitFor();
  const { played, faults, legal, drawn } = await page.evaluate(playPlans, { seed: SEED, plans: PLANS });
  console.log(`${browserName}, seed ${SEED}: ${legal} legal plans of ${drawn}; ${JSON.stringify(played)}`);
  assert.deepEqual(faults, []);
  assert.equal(legal, PLANS);
  if (IS_FULL) assert.deepEqual(SCENES.filter((scene) => !played[scene]), []);
  await expect(page.locator("#failure")).toBeHidden();
});
