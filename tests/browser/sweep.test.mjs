// Sweeps: points against the closed form of the bubble and against links of their own, going to a point, keys, tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FITS, address, calm, inEachBrowser, numberIn, readNumber, settled, violations } from "./planner.mjs";

/** Equal stages and free links: the bubble is (p−1)/(m+p−1) (Huang 2018; Narayanan 2021). */
const PLAIN = "#v=1&p=custom/h100x64&layers=128&hidden=8192&ffn=32768&heads=64&vocab=64"
  + "&nvbw=999999999&nicbw=999999999&pp=8&gbs=64&overlap=none";

/** Opens the planner and waits until the sweep has points. */
async function opened(open, t, fragment, options) {
  const page = await open(t, fragment, options);
  await settled(page);
  await page.locator("#sweep .point").first().waitFor({ state: "attached" });
  await page.locator("#sweep").evaluate((figure) => figure.scrollIntoView());
  return page;
}

/** Asks another question and waits for its answer. */
async function ask(page, index, across) {
  await page.locator("#sweep .preset").nth(index).click();
  await page.locator("#sweep .title-x", { hasText: across }).waitFor({ state: "attached" });
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

inEachBrowser(({ open }) => {
  test("the bubble of every point is (p−1)/(m+p−1), in the plot and in the table", async (t) => {
    const page = await opened(open, t, PLAIN);
    const all = await points(page);
    assert.ok(all.length > 40, `${all.length} points`);
    const exact = (p, m) => (100 * (p - 1)) / (m + p - 1);
    for (const point of all) {
      const [p, m] = [value(point, "pipeline stages"), value(point, "micro-batches")];
      assert.ok(Math.abs(numberIn(point.figure) - exact(p, m)) < 0.5, `${point.place}: ${point.figure}`);
    }
    // The height is the figure, on one scale, in per cent of the whole.
    const [one, other] = [all.find(({ figure }) => numberIn(figure) > 60), all.find(({ figure }) => numberIn(figure) < 30 && numberIn(figure) > 5)];
    const ratio = one.bottom / other.bottom / (numberIn(one.figure) / numberIn(other.figure));
    assert.ok(Math.abs(ratio - 1) < 0.02, `${ratio}`);
    // Doublings are equally long everywhere: the axis is logarithmic.
    const line = all.filter((point) => value(point, "pipeline stages") === 8).map(({ left }) => left);
    line.slice(2).forEach((left, index) => {
      assert.ok(Math.abs(left - 2 * line[index + 1] + line[index]) < 0.05, line.join(" "));
    });
    await page.locator("#sweep summary").click();
    await page.locator("#sweep table").waitFor();
    const heading = await page.locator("#sweep thead th").allTextContents();
    const rows = await page.locator("#sweep tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    for (const [m, ...cells] of rows) {
      cells.forEach((cell, index) => {
        if (cell === "no such plan") return;
        const found = numberIn(cell) - exact(numberIn(heading[index + 1]), numberIn(m));
        assert.ok(Math.abs(found) < 0.5, `${heading[index + 1]}, ${m}: ${cell}`);
      });
    }
    assert.equal(await page.locator("#sweep-caption").textContent().then((words) => words.includes("this plan has 46.7")), true);
  });

  test("a press goes to the plan, which then has that figure, and Back returns", async (t) => {
    const page = await opened(open, t, FITS);
    const all = await points(page);
    const goal = all.find((point) => value(point, "pipeline stages") === 8 && value(point, "micro-batches") === 64);
    await page.locator(`[id="${goal.id}"]`).click();
    // 64 GPUs over TP 8 and PP 8 leave one replica: 64 micro-batches are 64 sequences.
    await address(page, "#v=1&p=llama3-70b/h100x64&tp=8&pp=8&gbs=64");
    await page.waitForFunction((figure) => document.getElementById("bubble")?.textContent.replaceAll("\u{a0}", " ") === figure
      || document.querySelector("#sweep-caption").textContent.replaceAll("\u{a0}", " ").includes(`this plan has ${figure}`), goal.figure);
    await page.locator("#sweep .end.own", { hasText: "8" }).waitFor({ state: "attached" });
    await page.goBack();
    await address(page, FITS);
    await page.locator("#sweep .end.own", { hasText: "4" }).waitFor({ state: "attached" });
  });

  test("memory by sequence length: what does not fit is hollow, the card's line is drawn", async (t) => {
    const page = await opened(open, t, FITS);
    await ask(page, 1, "sequence length");
    const all = await points(page);
    const capacity = await readNumber(page, "#capacity");
    for (const { figure, verdict, hollow, place } of all) {
      assert.equal(hollow, verdict === "out of memory", place);
      const need = numberIn(figure) * (figure.includes("K") ? 1e3 : 1);
      // Between them the verdict depends on the range of the prediction.
      if (need > 1.2 * capacity) assert.equal(hollow, true, `${place}: ${figure}`);
      if (need < capacity) assert.equal(hollow, false, `${place}: ${figure}`);
    }
    assert.ok(all.some(({ hollow }) => hollow) && all.some(({ hollow }) => !hollow));
    assert.ok((await page.locator("#sweep .card").textContent()).includes(String(capacity)));
    // The plan's own point shows the page's figure.
    const own = all.find((point) => value(point, "tensor-parallel ranks") === 8 && value(point, "sequence length") === 8192);
    assert.ok(Math.abs(numberIn(own.figure) - (await readNumber(page, "#need"))) < 0.06, own.figure);
    // In the reader's unit.
    await page.locator("#units").click();
    await page.waitForFunction(() => document.querySelector("#sweep .title-y").textContent.endsWith("GB"));
  });

  test("a step of ZeRO over ranks takes less, and stage 0 does not", async (t) => {
    const page = await opened(open, t, "#v=1&p=llama3-8b/h100x8&gbs=8192");
    await ask(page, 3, "data-parallel ranks");
    await page.locator("#sweep-reading").selectOption("its state");
    await page.locator("#sweep .title-y", { hasText: "its state" }).waitFor({ state: "attached" });
    const all = await points(page);
    const state = (stage, ranks) => numberIn(all.find((point) =>
      value(point, "ZeRO stage") === stage && value(point, "data-parallel ranks") === ranks).figure);
    assert.equal(state(0, 2), state(0, 64));
    // Megatron stores 18 bytes per parameter: 6, and 12 of optimizer state, which ZeRO-1 shards.
    const params = 8.03e9 / 2 ** 30;
    assert.ok(Math.abs(state(1, 64) / (params * (6 + 12 / 64)) - 1) < 0.02, `${state(1, 64)}`);
    assert.ok(Math.abs(state(3, 64) / (params * (18 / 64)) - 1) < 0.3, `${state(3, 64)}`);
  });

  test("any control across, any result up, and what cannot be is named", async (t) => {
    const page = await opened(open, t, FITS);
    // 80 layers over 64 GPUs with TP 8.
    await page.locator("#sweep .left-out", { hasText: "pipeline stages 5, 10, 16, 20, 40, 80" }).waitFor();
    await page.locator("#sweep-across").selectOption("GPU");
    await page.locator("#sweep-reading").selectOption("MFU");
    await page.locator("#sweep-between").selectOption("nothing: one line");
    await page.locator("#sweep .title-x", { hasText: /^GPU$/ }).waitFor({ state: "attached" });
    const own = (await points(page)).find(({ place }) => place.includes("H100 80 GB"));
    assert.equal(numberIn(own.figure), await readNumber(page, "#mfu"));
    assert.equal(await page.locator("#sweep .point.own").count(), (await points(page)).length);
    // The same control twice gives one line.
    await page.locator("#sweep-between").selectOption("GPU");
    assert.equal(await page.locator("#sweep-between").inputValue(), "nothing: one line");
  });

  test("axes turn logarithmic and back at a switch", async (t) => {
    const page = await opened(open, t, FITS);
    const lefts = async () => (await points(page)).filter((point) => value(point, "micro-batches") > 100).slice(0, 3).map(({ left }) => left);
    const before = await lefts();
    const across = page.locator("#sweep .scale").first();
    assert.equal(await across.getAttribute("aria-pressed"), "true");
    await across.focus();
    await page.keyboard.press("Enter");
    assert.equal(await across.getAttribute("aria-pressed"), "false");
    const [a, b, c] = await lefts();
    assert.ok(Math.abs((c - b) / (b - a) - 2) < 0.05, `${a} ${b} ${c}`);
    await across.click();
    assert.deepEqual(await lefts(), before);
  });

  test("arrow keys go from point to point, Enter goes there", async (t) => {
    const page = await opened(open, t, FITS);
    const focused = () => page.evaluate(() => document.activeElement.ariaLabel ?? document.activeElement.id);
    assert.equal(await page.locator("#sweep .point[tabindex='0']").count(), 1);
    await page.locator("#sweep .point[tabindex='0']").focus();
    assert.match(await focused(), /pipeline stages 1, micro-batches 1:/);
    await page.keyboard.press("ArrowRight");
    assert.match(await focused(), /pipeline stages 1, micro-batches 2:/);
    await page.keyboard.press("ArrowUp");
    assert.match(await focused(), /pipeline stages 2, micro-batches 2:/);
    await page.locator("#sweep .readout", { hasText: "pipeline stages 2, micro-batches 2" }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    assert.match(await focused(), /pipeline stages 2, micro-batches 1:/);
    assert.equal(await page.locator("#sweep .point[tabindex='0']").count(), 1);
    await page.keyboard.press("Enter");
    // 64 GPUs over TP 8 and PP 2 leave four replicas.
    await address(page, "#v=1&p=llama3-70b/h100x64&tp=8&pp=2&gbs=4");
  });

  test("lines stand while a control moves that the sweep varies, and follow what it does not", async (t) => {
    const page = await opened(open, t, FITS);
    const shape = () => page.locator("#sweep path.other, #sweep path.own").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")).sort());
    const before = await shape();
    const here = () => page.locator("#sweep .here").evaluate((here) => parseFloat(here.style.left));
    const start = await here();
    await page.locator("#gbs").focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((start) => parseFloat(document.querySelector("#sweep .here")?.style.left) < start - 5, start);
    assert.deepEqual(await shape(), before);
    // Micro-batches of two sequences change every point.
    await page.locator("#mbs").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((before) => {
      const paths = [...document.querySelectorAll("#sweep path.other, #sweep path.own")].map((path) => path.getAttribute("d")).sort();
      return JSON.stringify(paths) !== before && !document.querySelector("#sweep .old");
    }, JSON.stringify(before));
  });

  for (const theme of ["light", "dark"]) {
    test(`axe finds nothing, ${theme}`, async (t) => {
      const page = await opened(open, t, FITS, { query: `?theme=${theme}` });
      await ask(page, 1, "sequence length");
      await page.locator("#sweep summary").click();
      await page.locator("#sweep table").waitFor();
      await page.locator("#sweep .point").nth(5).focus();
      assert.deepEqual(await violations(page), []);
    });
  }

  test("nothing is wider than a phone", async (t) => {
    const page = await opened(open, t, FITS, { context: { viewport: { width: 320, height: 640 } } });
    for (let preset = 0; preset < 5; preset += 1) {
      await page.locator("#sweep .preset").nth(preset).click();
      await calm(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 320, `${preset}`);
    }
  });

  test("a press on a drawing itself changes nothing and harms nothing", async (t) => {
    const page = await open(t, FITS);
    await settled(page);
    const before = await page.evaluate(() => location.hash);
    for (let press = 0; press < 30; press += 1) {
      // Wherever the press lands: on the drawing, a line of it, the grid.
      await page.locator("#sweep svg").first().dispatchEvent("click", { bubbles: true });
      await page.locator("#sweep svg path").nth(press % 3).dispatchEvent("click", { bubbles: true });
    }
    assert.equal(await page.evaluate(() => location.hash), before);
    await page.locator("#sweep .point").nth(1).click();
    await page.waitForFunction((before) => location.hash !== before, before);
  });
});
