// Cluster map: the partners of GPUs and their links, checked against the plan's own arithmetic.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, numberIn, press, settled, type, unfold, violations } from "./planner.mjs";

test.use({ tab: "map" });

/** 16,384 GPUs: Llama-3 405B as it was trained, tensor parallelism of eight, 16 pipeline stages. */
const LARGE = "#v=1&p=llama3-405b/h100x16384&layers=128&tp=8&pp=16&gbs=2048";

/** Goes to the view, once it is drawn. */
async function shown(page) {
  await settled(page);
  const map = page.locator("#map");
  await map.scrollIntoViewIfNeeded();
  await map.locator(".legs li").first().waitFor();
  await settled(page);
  return map;
}

/** Waits until the GPUs that match have these numbers, in order. */
const hasGpus = (page, selector, expected) => expect.poll(() => page.locator(`#map .cards i${selector}`)
  .evaluateAll((cards) => cards.map((card) => Number(card.dataset.gpu)))).toEqual(expected);
const range = (from, to, step = 1) => Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
/** Waits until this GPU is the chosen one. */
const at = (page, gpu, options) =>
  expect(page.locator("#map .nodes")).toHaveAttribute("aria-valuenow", String(gpu), options);
/** Chooses a GPU by a press of the mouse on its card. */
const pressCard = (page, gpu) => expect(async () => {
  await settled(page);
  await page.locator(`#map [data-gpu='${gpu}']`).click();
  await at(page, gpu, { timeout: 2_000 });
}).toPass();
const leg = (page, name) =>
  page.locator("#map .legs li", { has: page.locator("b", { hasText: new RegExp(`^${name}$`) }) });
/** The bytes at the start of a text. */
const bytes = (text) => numberIn(text) * (/^[\d.,]+\s(GiB|MiB)/u.exec(text)[1] === "GiB" ? 2 ** 30 : 2 ** 20);
const near = (value, expected, what) =>
  assert.ok(Math.abs(value / expected - 1) < 0.01, `${what}: ${value}, not ${expected}`);

test("the first GPU's partners stand where its degrees put them", async ({ open }) => {
  const page = await open(FITS);
  const map = await shown(page);
  await expect(map.locator(".cards i")).toHaveCount(64);
  await expect(map.locator(".node")).toHaveCount(8);
  await hasGpus(page, ".chosen", [0]);
  // tp 8: the rest of its node; pp 4: one GPU in every 16; 64 / (8 · 4) = 2 replicas, 8 apart.
  await hasGpus(page, ".framed", range(1, 7));
  await hasGpus(page, ".partner", [8, 16, 32, 48]);
  await expect(map.locator(".partner")).toHaveText(["D", "P", "P", "P"]);
  await press(map.locator("button", { hasText: "Data" }));
  await hasGpus(page, ".framed", [8]);
  await press(map.locator("button", { hasText: "Pipeline" }));
  await hasGpus(page, ".framed", [16, 32, 48]);
  await expect(leg(page, "Tensor")).toHaveText(/7 partners, GPUs 0 to 7, in its node/);
  await expect(leg(page, "Pipeline")).toHaveText(/GPU 16 behind it, in other nodes/);
  await expect(leg(page, "Data")).toHaveText(/GPU 8, in other nodes/);
});

test("groups have one number each, and the chosen GPU's stands out", async ({ open }) => {
  const page = await open("#v=1&p=llama3-70b/h100x64&tp=4&cp=2&pp=2");
  const map = await shown(page);
  // Cells with a letter have no number.
  const numbers = () => map.locator(".cards i").evaluateAll((cards) =>
    cards.map((card) => (/partner|framed/.test(card.className) ? "" : card.textContent.trim())));
  const own = () => map.locator(".cards .own").evaluateAll((cards) => cards.map((card) => Number(card.dataset.gpu)));
  const isNumbered = (expected) => async () =>
    (await numbers()).every((number, gpu) => number === "" || Number(number) === expected(gpu));
  await expect.poll(isNumbered((gpu) => Math.floor(gpu / 4))).toBe(true);
  assert.deepEqual(await own(), [0, 1, 2, 3]);
  await press(map.locator("button", { hasText: "Context" }));
  // Groups of two, four apart: the first eight GPUs are four groups.
  await expect.poll(isNumbered((gpu) => 4 * Math.floor(gpu / 8) + (gpu % 4))).toBe(true);
  assert.deepEqual(await own(), [0, 4]);
});

test("bytes and seconds are those of the plan, and the exposed ones those of the step", async ({ open }) => {
  const page = await open(FITS);
  await shown(page);
  // 80 layers in 4 stages, 512 sequences of 8,192 over 2 replicas: 256 micro-batches of 128 MiB.
  const message = 2 * 8192 * 8192;
  const what = (name) => leg(page, name).locator(".what").textContent();
  // Four and a half all-reduces per layer under sequence parallelism and one for the embedding; a ring of 8 sends 2 ·
  // 7/8 of each.
  near(bytes(await what("Tensor")), message * (4.5 * 20 + 1) * 1.75 * 256, "tensor");
  near(bytes(await what("Pipeline")), (message / 8) * 256, "pipeline");
  // Weights of 20 layers: 8 KV heads of 128 beside 64; gated MLP; 1/8 on each GPU, norms whole.
  const layer = (8192 * 8192 * 2 + 2 * 8192 * 1024 + 3 * 8192 * 28672) / 8 + 2 * 8192;
  const embedding = (128256 * 8192) / 8;
  near(bytes(await what("Data")), ((20 * layer + embedding) * (4 + 2)) / 2, "data");
  await unfold(page.locator("#map details.numbers"));
  const rows = page.locator("#map tbody tr");
  await expect(rows).toHaveCount(3);
  const cells = (row) => rows.nth(row).locator("td");
  for (const [index, text] of ["8", "1", "yes"].entries()) await expect(cells(0).nth(index)).toHaveText(text);
  await expect(cells(0).nth(6)).toHaveText("NVLink");
  await expect(cells(0).nth(7)).toHaveText(/ of 450 GB\/s$/);
  // The largest overhead of communication is that of the tensor ranks: the same seconds as in the first view.
  for (const [index, text] of ["2", "8", "no"].entries()) await expect(cells(2).nth(index)).toHaveText(text);
  await expect(cells(2).nth(7)).toHaveText(/ of 50\.0 GB\/s$/);
});

test("the gap of bandwidths is drawn to scale", async ({ open }) => {
  const page = await open(FITS);
  const map = await shown(page);
  const widths = await map.locator(".bands .track i").evaluateAll((bars) =>
    bars.map((bar) => bar.getBoundingClientRect().width));
  assert.equal(widths.length, 2);
  assert.ok(Math.abs(widths[0] / widths[1] - 9) < 0.1, `${widths}`);
  await expect(map.locator(".bands .key")).toHaveText(/9×.*900 GB\/s.*50 GB\/s for one: 18×/);
  // Offloaded state uses a third link: 64 GB/s on an H100.
  await page.evaluate((hash) => { location.hash = hash; }, `${FITS}&off=opt`);
  await leg(page, "Host").waitFor();
  await expect(map.locator(".bands .figure")).toHaveText(["450 GB/s", "50 GB/s", "64 GB/s"]);
});

test("keys, the box and the pointer choose a GPU", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  const map = await shown(page);
  const grid = map.locator(".nodes");
  await grid.focus();
  const steps = [
    ["ArrowRight", 1], ["ArrowDown", 9], ["PageDown", 25], ["ArrowLeft", 24], ["ArrowUp", 16], ["PageUp", 0],
    ["ArrowUp", 0], ["End", 63], ["ArrowDown", 63], ["Home", 0],
  ];
  let before = 0;
  for (const [key, gpu] of steps) {
    await page.keyboard.press(key);
    // A key at the edge changes nothing.
    if (gpu === before) await settled(page);
    await at(page, gpu);
    before = gpu;
  }
  await expect(grid).toBeFocused();
  const field = map.locator("#map-gpu");
  await field.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("21");
  await at(page, 21);
  // A partner before it and one after it: 21 ∓ 16.
  await expect(leg(page, "Pipeline")).toHaveText(/GPU 5 before it, GPU 37 behind it/);
  await expect(grid).toHaveAttribute(
    "aria-valuetext", /GPU 21, node 2, stage 1.*Tensor: 7 partners, GPUs 16 to 23/);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("999");
  await at(page, 63);
  await expect(field).toHaveValue("63");
  await pressCard(page, 40);
  await expect(field).toHaveValue("40");
});

test("it follows a slider, and a smaller cluster", async ({ open }) => {
  const page = await open(FITS);
  const map = await shown(page);
  await pressCard(page, 63);
  await page.locator("#tp").press("ArrowLeft");
  await leg(page, "Tensor").filter({ hasText: "3 partners, GPUs 60 to 63" }).waitFor();
  await type(page, "gpus", "32");
  await page.keyboard.press("Enter");
  await at(page, 31);
  await expect(map.locator(".cards i")).toHaveCount(32);
});

test("16,384 GPUs stay few elements, and any is chosen on the map of them all", {
  tag: "@core",
}, async ({ open }) => {
  const page = await open(LARGE);
  const map = await shown(page);
  assert.ok(await map.locator("*").count() < 500);
  await expect(map.locator(".cards i")).toHaveCount(256);
  // 2,048 nodes as 256 squares of 8; partners of a stage of 1,024 GPUs: its first 16 squares.
  await expect(map.locator(".key").first()).toHaveText(/8 nodes of 64 GPUs/);
  await press(map.locator("button", { hasText: "Data" }));
  const dots = () => map.locator(".dots").evaluate((dots) => dots.getAttribute("d").split("M").length - 1);
  await expect.poll(dots).toBe(16);
  await press(map.locator("button", { hasText: "Pipeline" }));
  await settled(page);
  assert.equal(await dots(), 16);
  await expect(leg(page, "Data")).toHaveText(/127 partners, GPUs 0 to 1,016 in steps of 8/);
  const whole = map.locator(".whole");
  await expect(async () => {
    await whole.scrollIntoViewIfNeeded();
    await settled(page);
    const { width } = await whole.boundingBox();
    // The second square of the second row: 33 · 64 GPUs in.
    await whole.click({ position: { x: (width / 32) * 1.5, y: (width / 32) * 1.5 } });
    await at(page, 33 * 64, { timeout: 2_000 });
  }).toPass();
  await expect(map.locator(".legs h3")).toHaveText(/GPU 2,112, node 264, stage 2/);
  await map.locator(".nodes").focus();
  await page.evaluate(() => {
    const grid = document.querySelector("#map .nodes");
    for (let turn = 0; turn < 20; turn += 1) {
      grid.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    }
  });
  await at(page, 33 * 64 + 20);
});

test("one GPU, and a hundred thousand", async ({ open }) => {
  const alone = await open("#v=1&p=gpt2-1.5b/h100x1");
  await alone.locator("#map .cards i").waitFor();
  await expect(alone.locator("#map-caption")).toHaveText(/has no communication/);
  await alone.close();
  const page = await open("#v=1&p=llama3-405b/h100x98304&layers=128&tp=8&pp=16&gbs=6144");
  const map = await shown(page);
  assert.ok(await map.locator("*").count() < 500);
  await expect(map.locator(".key").first()).toHaveText(/64 nodes of 512 GPUs/);
});

test("groups that a domain does not hold are said", async ({ open }) => {
  for (const [link, said] of [
    [FITS, "8 groups of 8 GPUs, each within one NVLink domain."],
    ["#v=1&p=llama3-70b/h100x64&tp=16&pp=2", "4 groups of 16 GPUs, all reaching beyond one NVLink domain."],
    // Nodes end at 8, 16, …; six at a time, GPUs 6 to 11 and 12 to 17 are on both sides.
    ["#v=1&p=custom/h100x48&heads=48&kv=48&tp=6&hidden=6144&ffn=24576&vocab=49152&seq=6144&gbs=64",
      "8 groups of 6 GPUs, 4 of them reaching beyond one NVLink domain."],
  ]) {
    const page = await open(link);
    const map = await shown(page);
    await map.locator(".key", { hasText: said }).waitFor();
    await page.close();
  }
});

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing, ${theme}`, async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
    const page = await open(LARGE, { query: `?theme=${theme}&view=map` });
    const map = await shown(page);
    await unfold(map.locator("details.numbers"));
    await map.locator("table").waitFor();
    await settled(page);
    assert.deepEqual(await violations(page), []);
  });
}
