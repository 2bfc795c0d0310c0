// Sweeps: points against the closed form of the bubble and against links of their own, going to a point, keys, tables.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, address, numberIn, press, pressInMenu, readNumber, settled, unfold, violations } from "./planner.mjs";

test.use({ tab: "sweep" });

/** Equal stages and free links: the bubble is (p−1)/(m+p−1) (Huang 2018; Narayanan 2021). */
const PLAIN = "#v=1&p=custom/h100x64&layers=128&hidden=8192&ffn=32768&heads=64&vocab=64"
  + "&nvbw=999999999&nicbw=999999999&pp=8&gbs=64&overlap=none";

/** Opens the planner and waits until the sweep has points. */
async function opened(open, fragment, options) {
  const page = await open(fragment, options);
  await settled(page);
  await page.locator("#sweep .point").first().waitFor({ state: "attached" });
  await page.locator("#sweep").evaluate((figure) => figure.scrollIntoView());
  await settled(page);
  return page;
}

/** Asks another question and waits for its answer. */
async function ask(page, index, across) {
  await press(page.locator("#sweep .preset").nth(index));
  await expect(page.locator("#sweep .title-x")).toHaveText(across);
  await settled(page);
}

/** The points: positions as text, figures and verdicts. */
const points = (page) => page.locator("#sweep .point").evaluateAll((points) => points.map((point) => {
  const [, place, figure, verdict] = point.ariaLabel.match(/^(.*): (.*), (.*)$/);
  const { left, bottom } = point.style;
  const values = Object.fromEntries(place.split(", ").map((pair) => pair.match(/^(.*) ([^ ]+)$/).slice(1)));
  return {
    place, values, figure: figure.replaceAll("\u{a0}", " "), verdict, id: point.id,
    left: parseFloat(left), bottom: parseFloat(bottom), hollow: point.className.includes("over"),
  };
}));
const value = (point, name) => Number(point.values[name].replaceAll(",", ""));

/** Opens the table behind the figure. */
async function unfoldTable(page) {
  await unfold(page.locator("#sweep details"));
  await page.locator("#sweep table").waitFor();
}

test("the bubble of every point is (p−1)/(m+p−1), in the plot and in the table", async ({ open }) => {
  const page = await opened(open, PLAIN);
  const all = await points(page);
  assert.ok(all.length > 40, `${all.length} points`);
  const exact = (p, m) => (100 * (p - 1)) / (m + p - 1);
  for (const point of all) {
    const [p, m] = [value(point, "pipeline stages"), value(point, "micro-batches")];
    assert.ok(Math.abs(numberIn(point.figure) - exact(p, m)) < 0.5, `${point.place}: ${point.figure}`);
  }
  // The height is the figure, on one scale, in per cent of the whole.
  const one = all.find(({ figure }) => numberIn(figure) > 60);
  const other = all.find(({ figure }) => numberIn(figure) < 30 && numberIn(figure) > 5);
  const ratio = one.bottom / other.bottom / (numberIn(one.figure) / numberIn(other.figure));
  assert.ok(Math.abs(ratio - 1) < 0.02, `${ratio}`);
  // Doublings are equally long everywhere: the axis is logarithmic.
  const line = all.filter((point) => value(point, "pipeline stages") === 8).map(({ left }) => left);
  line.slice(2).forEach((left, index) => {
    assert.ok(Math.abs(left - 2 * line[index + 1] + line[index]) < 0.05, line.join(" "));
  });
  await unfoldTable(page);
  const heading = await page.locator("#sweep thead th").allTextContents();
  const rows = await page.locator("#sweep tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  for (const [m, ...cells] of rows) {
    cells.forEach((cell, index) => {
      if (cell === "no such plan") return;
      const found = numberIn(cell) - exact(numberIn(heading[index + 1]), numberIn(m));
      assert.ok(Math.abs(found) < 0.5, `${heading[index + 1]}, ${m}: ${cell}`);
    });
  }
  await expect(page.locator("#sweep-caption")).toContainText("this plan has 46.7");
});

test("a press goes to the plan, which then has that figure, and Back returns", { tag: "@core" }, async ({ open }) => {
  const page = await opened(open, FITS);
  const all = await points(page);
  const goal = all.find((point) => value(point, "pipeline stages") === 8 && value(point, "micro-batches") === 64);
  await page.locator(`[id="${goal.id}"]`).click();
  // 64 GPUs over TP 8 and PP 8 leave one replica: 64 micro-batches are 64 sequences.
  await address(page, "#v=1&p=llama3-70b/h100x64&tp=8&pp=8&gbs=64");
  await expect(page.locator("#sweep-caption")).toContainText(`this plan has ${goal.figure}`);
  await expect(page.locator("#sweep .end.own")).toHaveText("8");
  await page.goBack();
  await address(page, FITS);
  await expect(page.locator("#sweep .end.own")).toHaveText("4");
});

test("memory by sequence length: what does not fit is hollow, the card's line is drawn", async ({ open }) => {
  const page = await opened(open, FITS);
  await ask(page, 1, "sequence length");
  const all = await points(page);
  const capacity = await readNumber(page, "#capacity");
  for (const { figure, verdict, hollow, place } of all) {
    assert.equal(hollow, verdict === "does not fit", place);
    const need = numberIn(figure) * (figure.includes("K") ? 1e3 : 1);
    // Between them the verdict depends on the range of the prediction.
    if (need > 1.2 * capacity) assert.equal(hollow, true, `${place}: ${figure}`);
    if (need < capacity) assert.equal(hollow, false, `${place}: ${figure}`);
  }
  assert.ok(all.some(({ hollow }) => hollow) && all.some(({ hollow }) => !hollow));
  await expect(page.locator("#sweep .card")).toContainText(String(capacity));
  // The plan's own point shows the page's figure.
  const own = all.find((point) =>
    value(point, "tensor-parallel ranks") === 8 && value(point, "sequence length") === 8192);
  assert.ok(Math.abs(numberIn(own.figure) - (await readNumber(page, "#need"))) < 0.06, own.figure);
  // In the reader's unit.
  await pressInMenu(page, "#units");
  await expect(page.locator("#sweep .title-y")).toHaveText(/GB$/);
});

test("a step of ZeRO over ranks takes less, and stage 0 does not", async ({ open }) => {
  const page = await opened(open, "#v=1&p=llama3-8b/h100x8&gbs=8192");
  await ask(page, 3, "data-parallel ranks");
  await page.locator("#sweep-reading").selectOption("its model state");
  await expect(page.locator("#sweep .title-y")).toContainText("its model state");
  await settled(page);
  const all = await points(page);
  const state = (stage, ranks) => numberIn(all.find((point) =>
    value(point, "ZeRO stage") === stage && value(point, "data-parallel ranks") === ranks).figure);
  assert.equal(state(0, 2), state(0, 64));
  // Megatron stores 18 bytes per parameter: 6, and 12 of optimizer state, which ZeRO-1 shards.
  const params = 8.03e9 / 2 ** 30;
  assert.ok(Math.abs(state(1, 64) / (params * (6 + 12 / 64)) - 1) < 0.02, `${state(1, 64)}`);
  assert.ok(Math.abs(state(3, 64) / (params * (18 / 64)) - 1) < 0.3, `${state(3, 64)}`);
});

test("any control across, any result up, and what cannot be is named", async ({ open }) => {
  const page = await opened(open, FITS);
  // 80 layers over 64 GPUs with TP 8.
  await expect(page.locator("#sweep .left-out").first()).toContainText("pipeline stages 5, 10, 16, 20, 40, 80");
  await page.locator("#sweep-across").selectOption("GPU");
  await page.locator("#sweep-reading").selectOption("MFU");
  await page.locator("#sweep-between").selectOption("none: one line");
  await expect(page.locator("#sweep .title-x")).toHaveText("GPU");
  // Until this question is answered, the points are those of the one before: several lines.
  await expect(async () => {
    const all = await points(page);
    const own = all.find(({ place }) => place.includes("H100 80 GB"));
    assert.equal(numberIn(own?.figure ?? ""), await readNumber(page, "#mfu"));
    assert.equal(await page.locator("#sweep .point.own").count(), all.length);
  }).toPass();
  // The same control twice gives one line.
  await page.locator("#sweep-between").selectOption("GPU");
  await expect(page.locator("#sweep-between")).toHaveValue("none: one line");
});

test("axes turn logarithmic and back at a switch", async ({ open }) => {
  const page = await opened(open, FITS);
  const lefts = async () => {
    const many = (await points(page)).filter((point) => value(point, "micro-batches") > 100);
    return many.slice(0, 3).map(({ left }) => left);
  };
  const before = await lefts();
  const across = page.locator("#sweep .scale").first();
  await expect(across).toHaveAttribute("aria-pressed", "true");
  await press(across);
  await expect(across).toHaveAttribute("aria-pressed", "false");
  await expect(async () => {
    const [a, b, c] = await lefts();
    assert.ok(Math.abs((c - b) / (b - a) - 2) < 0.05, `${a} ${b} ${c}`);
  }).toPass();
  await press(across);
  await expect.poll(lefts).toEqual(before);
});

test("arrow keys go from point to point, Enter goes there", { tag: "@core" }, async ({ open }) => {
  const page = await opened(open, FITS);
  const isAt = (place) => expect(page.locator("#sweep .point:focus")).toHaveAttribute("aria-label", place);
  const stop = page.locator("#sweep .point[tabindex='0']");
  await expect(stop).toHaveCount(1);
  await stop.focus();
  await isAt(/pipeline stages 1, micro-batches 1:/);
  await page.keyboard.press("ArrowRight");
  await isAt(/pipeline stages 1, micro-batches 2:/);
  await page.keyboard.press("ArrowUp");
  await isAt(/pipeline stages 2, micro-batches 2:/);
  await expect(page.locator("#sweep .readout")).toContainText("pipeline stages 2, micro-batches 2");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await isAt(/pipeline stages 2, micro-batches 1:/);
  await expect(stop).toHaveCount(1);
  await page.keyboard.press("Enter");
  // 64 GPUs over TP 8 and PP 2 leave four replicas.
  await address(page, "#v=1&p=llama3-70b/h100x64&tp=8&pp=2&gbs=4");
});

test("lines stand while a control moves that the sweep varies, and follow what it does not", async ({ open }) => {
  const page = await opened(open, FITS);
  const shape = () => page.locator("#sweep path.other, #sweep path.own").evaluateAll((paths) =>
    paths.map((path) => path.getAttribute("d")).sort());
  const before = await shape();
  const here = () => page.locator("#sweep .here").evaluate((here) => parseFloat(here.style.left));
  const start = await here();
  // Four steps at once: if the plan rested at one between them that is not among the points, it would become one.
  const slider = page.locator("#gbs");
  await slider.fill(String(Number(await slider.inputValue()) - 4));
  await expect.poll(here).toBeLessThan(start - 5);
  assert.deepEqual(await shape(), before);
  await settled(page);
  assert.deepEqual(await shape(), before);
  // Micro-batches of two sequences change every point.
  await page.locator("#mbs").focus();
  await page.keyboard.press("ArrowRight");
  await expect(async () => {
    assert.notDeepEqual(await shape(), before);
    assert.equal(await page.locator("#sweep .old").count(), 0);
  }).toPass();
});

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing, ${theme}`, async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
    const page = await opened(open, FITS, { query: `?theme=${theme}` });
    await ask(page, 1, "sequence length");
    await unfoldTable(page);
    await page.locator("#sweep .point").nth(5).focus();
    await settled(page);
    assert.deepEqual(await violations(page), []);
  });
}

test("nothing is wider than a phone", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "widths follow from the styles: one browser is enough");
  const page = await opened(open, FITS, { context: { viewport: { width: 320, height: 640 } } });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (let preset = 0; preset < 5; preset += 1) {
    const button = page.locator("#sweep .preset").nth(preset);
    await press(button);
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await settled(page);
    await expect.poll(width, `${preset}`).toBeLessThanOrEqual(320);
  }
});

test("a press on a drawing itself changes nothing and harms nothing", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const fragment = () => page.evaluate(() => location.hash);
  const before = await fragment();
  for (let time = 0; time < 30; time += 1) {
    // Wherever the press lands: on the drawing, a line of it, the grid.
    await page.locator("#sweep svg").first().dispatchEvent("click", { bubbles: true });
    await page.locator("#sweep svg path").nth(time % 3).dispatchEvent("click", { bubbles: true });
  }
  await settled(page);
  assert.equal(await fragment(), before);
  await press(page.locator("#sweep .point").nth(1));
  await expect.poll(fragment).not.toBe(before);
});
