// Memory-bound kernels (the last inch): kernels under their roofs, and attention with and without Flash Attention.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, numberIn, readNumber, settled, unfold, violations } from "./planner.mjs";

test.use({ tab: "lastinch" });

/** The figure, in sight and at rest. */
async function shown(page) {
  const view = page.locator("#lastinch");
  await settled(page);
  await view.locator(".flash li").first().waitFor();
  await view.scrollIntoViewIfNeeded();
  return view;
}

/** The rows of the table, by their names: FLOPs in T, bytes, intensity, time, share, rate, roof. */
async function table(page) {
  const view = page.locator("#lastinch");
  await unfold(view.locator("details.numbers"));
  await view.locator("tbody tr").first().waitFor();
  await settled(page);
  const rows = await view.locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  return new Map(rows.map(([name, ...cells]) => [name, cells]));
}

const near = (value, expected, what, tolerance = 0.006) =>
  assert.ok(Math.abs(value / expected - 1) < tolerance, `${what}: ${value}, not ${expected}`);
const seconds = (text) => numberIn(text) * { ms: 1e-3, s: 1, min: 60 }[text.trim().split(/\s/).at(-1)];
const bytes = (text) => numberIn(text) * (text.includes("GiB") ? 2 ** 30 : 2 ** 20);
const point = (view, name) => view.locator(`.point[aria-label^="${name}"]`);
/** The position of a mark as shares of the plot, from the left and from below. */
const place = (mark) => mark.evaluate((mark) =>
  [mark.style.left, mark.style.bottom].map((share) => Number.parseFloat(share) / 100));

test("kernels have the FLOPs and bytes of the plan", async ({ open }) => {
  const page = await open(FITS);
  await shown(page);
  const rows = await table(page);
  // 256 micro-batches of 8,192 tokens through 20 of 80 layers on each GPU; backward is twice
  // forward. Into the MLP: 2 · 28,672 wide (gated), an eighth of it on each GPU.
  const [tokens, hidden, wide] = [8192, 8192, (2 * 28672) / 8];
  const times = 256 * 20 * 3;
  const [flops, moved, intensity, , , rate] = rows.get("into the MLP");
  near(numberIn(flops) * 1e12, 2 * tokens * hidden * wide * times, "FLOPs");
  const traffic = 2 * (tokens * hidden + hidden * wide + tokens * wide) * times;
  near(bytes(moved), traffic, "bytes");
  near(numberIn(intensity), (2 * tokens * hidden * wide) / (traffic / times), "intensity");
  assert.ok(numberIn(rate) < 989 && numberIn(rate) > 400, rate);
  // Norms and similar kernels move bytes at 80 % of the memory's bandwidth, and take 0.3 % longer
  // for each doubling of 8 nodes.
  const [, , half, , , , reached] = rows.get("norms, activations");
  near(numberIn(half), 0.5, "one operation an element");
  near(numberIn(reached), 80 / 1.0095, "of the roof of memory");
  assert.match(reached, /of memory$/);
  assert.match(rows.get("into the MLP")[6], /of compute$/);
  const shares = [...rows.values()].map((cells) => numberIn(cells[4])).filter((share) => share > 0);
  near(shares.reduce((sum, share) => sum + share), 100, "shares");
  // Exchanges are below: 90 · 1.75 messages of 128 MiB and those of the ends for each micro-batch.
  near(bytes(rows.get("Tensor")[1]), (90 + 0.5) * 1.75 * 2 ** 27 * 256, "tensor bytes");
});

test("points stand where their figures put them on logarithmic axes", async ({ open }) => {
  const page = await open(FITS);
  const view = await shown(page);
  const rows = await table(page);
  const on = ([low, high], value) => Math.log(value / low) / Math.log(high / low);
  for (const name of ["into the MLP", "norms, activations", "attention core"]) {
    const [, , intensity, , , rate] = rows.get(name);
    const [x, y] = await place(point(view, name));
    const reached = numberIn(rate) * (rate.includes("TFLOP") ? 1e12 : 1e9);
    assert.ok(Math.abs(x - on([0.1, 1e7], numberIn(intensity))) < 0.002, `${name}: ${x}`);
    assert.ok(Math.abs(y - on([1e11, 3e16], reached)) < 0.002, `${name}: ${y}`);
  }
  // The roofs of memory and of compute meet at 989e12 / 3,350e9 = 295 FLOPs per byte.
  const memory = view.locator("em.memory");
  const [x, y] = await place(memory);
  await expect(memory).toHaveText(/3,350 GB\/s/);
  assert.ok(Math.abs(x - on([0.1, 1e7], 295.2)) < 0.001, `${x}`);
  assert.ok(Math.abs(y - on([1e11, 3e16], 989e12)) < 0.001, `${y}`);
});

test("a point is named by pointer and by keys", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  const view = await shown(page);
  const readout = view.locator(".readout");
  await expect(async () => {
    await point(view, "attention core").hover();
    await expect(readout).toContainText("attention core: ", { timeout: 1_000 });
  }).toPass();
  await expect(readout).toHaveText(/TFLOP and .*iB in .* of a step, .*\s% of the compute roof/);
  await point(view, "into the MLP").focus();
  await expect(readout).toContainText("into the MLP: ");
  await expect(view.locator(".looked")).toHaveCount(1);
  const before = await readout.textContent();
  await page.keyboard.press("Tab");
  await expect(readout).not.toHaveText(before);
  await expect(readout).toHaveText(await page.locator(":focus").getAttribute("aria-label"));
  await point(view, "Tensor exchange").focus();
  await expect(readout).toContainText("With this link as the only limit");
});

test("attention with and without: bytes, time, memory and step, and Flash Attention's own table", async ({ open }) => {
  const page = await open(FITS);
  const view = await shown(page);
  const figures = () => view.locator(".flash .figure").allTextContents();
  const [moved, square, , , peak, other, step, slower] = await figures();
  // 8 heads of 128 on each GPU: a tensor of 8,192 tokens is 16 MiB. Queries, keys, values and the output cross the
  // bus once; in the backward pass their gradients do, too.
  near(bytes(moved), 12 * 2 ** 24, "with Flash Attention");
  // 8,192² scores per head, 5 bytes each in the forward pass and 10 in the backward pass, and 12 tensors.
  near(bytes(square), 8 * 8192 ** 2 * 15 + 12 * 2 ** 24, "without");
  near(numberIn(peak), await readNumber(page, "#need"), "peak");
  near(seconds(step), seconds(await page.locator("#step").textContent()), "step");
  await expect(page.locator("#lastinch-caption")).toContainText(`${moved} instead of ${square}`);
  const checked = (await view.locator(".checked").textContent()).replaceAll("\u{a0}", " ");
  const pairs = checked.matchAll(/([\d.]+) GB and ([\d.]+) ms \(the model: ([\d.]+) GB, ([\d.]+) ms\)/g);
  const model = [...pairs].map((match) => match.slice(1).map(Number));
  assert.deepEqual(model.map((figures) => figures.slice(0, 2)), [[4.4, 7.3], [40.3, 41.7]]);
  for (const [gigabytes, milliseconds, modelled, predicted] of model) {
    near(modelled, gigabytes, "GB", 0.25);
    near(predicted, milliseconds, "ms", 0.25);
  }
  // With the sides exchanged the plan is the slower one, and the results are the same.
  await page.evaluate((hash) => { location.hash = hash; }, `${FITS}&flash=0`);
  await expect(page.locator("#lastinch-caption")).toContainText("with Flash Attention it would be");
  await settled(page);
  assert.deepEqual((await figures()).slice(4), [peak, other, step, slower]);
  near(seconds(slower), seconds(await page.locator("#step").textContent()), "slower step");
  near(numberIn(other), await readNumber(page, "#need"), "larger peak");
  assert.match(other, /does not fit/);
});

test("it follows a slider on axes that stay", async ({ open }) => {
  const page = await open(FITS);
  const view = await shown(page);
  const ticks = () => view.locator(".words :is(.x, .y)").allTextContents();
  const before = [await ticks(), await place(point(view, "attention core"))];
  await page.locator("#seq").press("ArrowRight");
  await view.locator("h3", { hasText: "16,384 tokens" }).waitFor();
  await expect.poll(() => place(point(view, "attention core"))).not.toEqual(before[1]);
  await settled(page);
  assert.deepEqual(await ticks(), before[0]);
});

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing, ${theme}`, async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
    const page = await open(FITS, { query: `?theme=${theme}&view=lastinch` });
    const view = await shown(page);
    await unfold(view.locator("details.numbers"));
    await view.locator("table").waitFor();
    await settled(page);
    assert.deepEqual(await violations(page), []);
  });
}
