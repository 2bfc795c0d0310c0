// Cluster map: the partners of GPUs and their links, checked against the plan's own arithmetic.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FITS, inEachBrowser, numberIn, type, violations } from "./planner.mjs";

/** 16,384 GPUs: Llama-3 405B as it was trained, tensor parallelism of eight, 16 pipeline stages. */
const LARGE = "#v=1&p=llama3-405b/h100x16384&layers=128&tp=8&pp=16&gbs=2048";

/** Goes to the view, once it is drawn. */
async function shown(page) {
  const map = page.locator("#map");
  await map.locator(".legs li").first().waitFor();
  await map.scrollIntoViewIfNeeded();
  return map;
}

/** The numbers of the GPUs that match, in order. */
const gpus = (page, selector) => page.locator(`#map .cards i${selector}`).evaluateAll((cards) =>
  cards.map((card) => Number(card.dataset.gpu)));
const range = (from, to, step = 1) => Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
const at = (page, gpu) => page.waitForFunction((gpu) =>
  document.querySelector("#map .nodes").getAttribute("aria-valuenow") === String(gpu), gpu);
const leg = (page, name) => page.locator("#map .legs li", { has: page.locator("b", { hasText: new RegExp(`^${name}$`) }) });
/** The bytes at the start of a text. */
const bytes = (text) => numberIn(text) * (/^[\d.,]+\s(GiB|MiB)/u.exec(text)[1] === "GiB" ? 2 ** 30 : 2 ** 20);
const near = (value, expected, what) => assert.ok(Math.abs(value / expected - 1) < 0.01, `${what}: ${value}, not ${expected}`);

inEachBrowser(({ name, open }) => {
  test("the first GPU's partners stand where its degrees put them", async (t) => {
    const page = await open(t, FITS);
    const map = await shown(page);
    assert.equal(await map.locator(".cards i").count(), 64);
    assert.equal(await map.locator(".node").count(), 8);
    assert.deepEqual(await gpus(page, ".chosen"), [0]);
    // tp 8: the rest of its node; pp 4: one GPU in every 16; 64 / (8 · 4) = 2 replicas, 8 apart.
    assert.deepEqual(await gpus(page, ".framed"), range(1, 7));
    assert.deepEqual(await gpus(page, ".partner"), [8, 16, 32, 48]);
    const letters = await map.locator(".partner").allTextContents();
    assert.deepEqual(letters, ["D", "P", "P", "P"]);
    await map.locator("button", { hasText: "Data" }).click();
    assert.deepEqual(await gpus(page, ".framed"), [8]);
    await map.locator("button", { hasText: "Pipeline" }).click();
    assert.deepEqual(await gpus(page, ".framed"), [16, 32, 48]);
    assert.match(await leg(page, "Tensor").textContent(), /7 partners, GPUs 0 to 7, in its node/);
    assert.match(await leg(page, "Pipeline").textContent(), /GPU 16 behind it, in other nodes/);
    assert.match(await leg(page, "Data").textContent(), /GPU 8, in other nodes/);
  });

  test("groups have one colour and digit each", async (t) => {
    const page = await open(t, "#v=1&p=llama3-70b/h100x64&tp=4&cp=2&pp=2");
    const map = await shown(page);
    const digits = () => map.locator(".cards i").evaluateAll((cards) => cards.map((card) => card.className.match(/g(\d)/)[1]));
    assert.deepEqual(await digits(), range(0, 63).map((gpu) => String(Math.floor(gpu / 4) % 10)));
    await map.locator("button", { hasText: "Context" }).click();
    // Groups of two, four apart: the first eight GPUs are four groups.
    assert.deepEqual((await digits()).slice(0, 16), [..."0123012345674567"]);
  });

  test("bytes and seconds are those of the plan, and the exposed ones those of the step", async (t) => {
    const page = await open(t, FITS);
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
    const page2 = page.locator("#map details.numbers");
    await page2.locator("summary").click();
    const rows = page.locator("#map tbody tr");
    await rows.first().waitFor();
    assert.equal(await rows.count(), 3);
    const cells = await rows.nth(0).locator("td").allTextContents();
    assert.deepEqual(cells.slice(0, 3), ["8", "1", "yes"]);
    assert.equal(cells[6], "NVLink");
    assert.match(cells[7], / of 450 GB\/s$/);
    // The largest overhead of communication is that of the tensor ranks: the same seconds as in the first view.
    const data = await rows.nth(2).locator("td").allTextContents();
    assert.deepEqual(data.slice(0, 3), ["2", "8", "no"]);
    assert.match(data[7], / of 50\.0 GB\/s$/);
  });

  test("the gap of bandwidths is drawn to scale", async (t) => {
    const page = await open(t, FITS);
    const map = await shown(page);
    const widths = await map.locator(".bands .track i").evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    assert.equal(widths.length, 2);
    assert.ok(Math.abs(widths[0] / widths[1] - 9) < 0.1, `${widths}`);
    const said = await map.locator(".bands .key").textContent();
    assert.match(said, /9×.*900 GB\/s.*50 in one: 18×/);
    // Offloaded state uses a third link: 64 GB/s on an H100.
    await page.evaluate((hash) => { location.hash = hash; }, `${FITS}&off=opt`);
    await leg(page, "Host").waitFor();
    assert.deepEqual(await map.locator(".bands .figure").allTextContents(), ["450 GB/s", "50 GB/s", "64 GB/s"]);
  });

  test("keys, the box and the pointer choose a GPU", async (t) => {
    const page = await open(t, FITS);
    const map = await shown(page);
    const grid = map.locator(".nodes");
    await grid.focus();
    const steps = [["ArrowRight", 1], ["ArrowDown", 9], ["PageDown", 25], ["ArrowLeft", 24], ["ArrowUp", 16], ["PageUp", 0], ["ArrowUp", 0], ["End", 63], ["ArrowDown", 63], ["Home", 0]];
    for (const [key, gpu] of steps) {
      await page.keyboard.press(key);
      await at(page, gpu);
    }
    assert.ok(await grid.evaluate((grid) => grid === document.activeElement));
    await map.locator("#map-gpu").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("21");
    await at(page, 21);
    // A partner before it and one after it: 21 ∓ 16.
    assert.match(await leg(page, "Pipeline").textContent(), /GPU 5 before it, GPU 37 behind it/);
    assert.match(await grid.getAttribute("aria-valuetext"), /GPU 21, node 2, stage 1.*Tensor: 7 partners, GPUs 16 to 23/);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("999");
    await at(page, 63);
    assert.equal(await map.locator("#map-gpu").inputValue(), "63");
    await map.locator("[data-gpu='40']").click();
    await at(page, 40);
    assert.equal(await map.locator("#map-gpu").inputValue(), "40");
  });

  test("it follows a slider, and a smaller cluster", async (t) => {
    const page = await open(t, FITS);
    const map = await shown(page);
    await map.locator("[data-gpu='63']").click();
    await page.locator("#tp").focus();
    await page.keyboard.press("ArrowLeft");
    await leg(page, "Tensor").filter({ hasText: "3 partners, GPUs 60 to 63" }).waitFor();
    await type(page, "gpus", "32");
    await page.keyboard.press("Enter");
    await at(page, 31);
    assert.equal(await map.locator(".cards i").count(), 32);
  });

  test("16,384 GPUs stay few elements, and any is chosen on the map of them all", async (t) => {
    const page = await open(t, LARGE);
    const map = await shown(page);
    assert.ok(await map.locator("*").count() < 500);
    assert.equal(await map.locator(".cards i").count(), 256);
    // 2,048 nodes as 256 squares of 8; partners of a stage of 1,024 GPUs: its first 16 squares.
    assert.match(await map.locator(".key").first().textContent(), /8 nodes of 64 GPUs/);
    await map.locator("button", { hasText: "Data" }).click();
    const dots = () => map.locator(".dots").evaluate((dots) => dots.getAttribute("d").split("M").length - 1);
    assert.equal(await dots(), 16);
    await map.locator("button", { hasText: "Pipeline" }).click();
    assert.equal(await dots(), 16);
    assert.match(await leg(page, "Data").textContent(), /127 partners, GPUs 0 to 1,016 in steps of 8/);
    const whole = map.locator(".whole");
    await whole.scrollIntoViewIfNeeded();
    const { width } = await whole.boundingBox();
    // The second square of the second row: 33 · 64 GPUs in.
    await whole.click({ position: { x: (width / 32) * 1.5, y: (width / 32) * 1.5 } });
    await at(page, 33 * 64);
    assert.match(await map.locator(".legs h3").textContent(), /GPU 2,112, node 264, stage 2/);
    await map.locator(".nodes").focus();
    await page.evaluate(() => {
      const grid = document.querySelector("#map .nodes");
      for (let turn = 0; turn < 20; turn += 1) {
        grid.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      }
    });
    await at(page, 33 * 64 + 20);
  });

  test("one GPU, and a hundred thousand", async (t) => {
    const alone = await open(t, "#v=1&p=gpt2-1.5b/h100x1");
    await alone.locator("#map .cards i").waitFor();
    assert.match(await alone.locator("#map-caption").textContent(), /sends nothing/);
    const page = await open(t, "#v=1&p=llama3-405b/h100x98304&layers=128&tp=8&pp=16&gbs=6144");
    const map = await shown(page);
    assert.ok(await map.locator("*").count() < 500);
    assert.match(await map.locator(".key").first().textContent(), /64 nodes of 512 GPUs/);
  });

  test("groups that a domain does not hold are said", async (t) => {
    for (const [link, said] of [
      [FITS, "8 groups of 8 GPUs, each within one NVLink domain."],
      ["#v=1&p=llama3-70b/h100x64&tp=16&pp=2", "4 groups of 16 GPUs, all reaching beyond one NVLink domain."],
      // Nodes end at 8, 16, …; six at a time, GPUs 6 to 11 and 12 to 17 are on both sides.
      ["#v=1&p=custom/h100x48&heads=48&kv=48&tp=6&hidden=6144&ffn=24576&vocab=49152&seq=6144&gbs=64",
        "8 groups of 6 GPUs, 4 of them reaching beyond one NVLink domain."],
    ]) {
      const page = await open(t, link);
      const map = await shown(page);
      await map.locator(".key", { hasText: said }).waitFor();
    }
  });

  for (const theme of ["light", "dark"]) {
    test(`axe finds nothing, ${theme}`, async (t) => {
      const page = await open(t, LARGE, { query: `?theme=${theme}&view=map` });
      const map = await shown(page);
      await map.locator("details.numbers summary").click();
      await map.locator("table").waitFor();
      assert.deepEqual(await violations(page), []);
    });
  }
});
