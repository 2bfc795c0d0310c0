// Memory in depth: a stage opens to every term, whose formula, computed here, gives its bytes.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { estimate } from "./command.mjs";
import { FITS, grab, numberIn, openTab, press, pressInMenu, settled, unfold, violations } from "./planner.mjs";

const KINDS = ["weights", "gradients", "optimizer", "activations", "logits", "buffers", "overhead"];
const GIB = 2 ** 30;

test.use({ tab: "terms" });

/** The native command's memory of the stages of a link. */
async function stages(link) {
  return (await estimate(link)).memory;
}

/** The description of the open stage's fullest moment. */
const moment = (page) => page.locator(".depth .moment");

/** Opens a stage and all of its kinds, from the list. */
async function openWhole(page, stage) {
  await page.locator("#terms-stage").selectOption(String(stage + 1));
  await expect(moment(page)).toContainText(`Stage ${stage} `);
  for (let kind = 0; kind < KINDS.length; kind += 1) {
    const details = page.locator(`.depth [data-kind='${kind}']`);
    if (await details.getAttribute("open") === null) await unfold(details);
    await details.locator("ul, p").first().waitFor();
  }
  await settled(page);
}

/** Every term of the open stage: kind, name, figure, both sides of its formula, tag and source. */
const terms = (page) => page.locator(".depth li").evaluateAll((rows) => rows.map((row) => {
  const [symbols, numbers] = row.querySelector(".formula").textContent.split(" = ");
  return {
    kind: Number(row.closest("[data-kind]").dataset.kind),
    name: row.querySelector("span").textContent,
    figure: row.querySelector("b").textContent,
    symbols,
    numbers: numbers ?? symbols,
    tag: row.querySelector("small").textContent,
  };
}));

/** Evaluates a formula in numbers: sums of products, one division per product, brackets. */
function workedOut(formula) {
  const plain = formula.replaceAll(",", "").replaceAll("·", "*");
  assert.match(plain, /^[\d.\s*/()+]+$/, formula);
  return Function(`return ${plain}`)();
}

for (const link of [
  FITS,
  "#v=1&p=llama3-8b/h100x8&zero=3&recipe=torchtitan",
  "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&gbs=15360&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&dtype=fp8b",
  "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&sched=zbv",
]) {
  test(`terms add up to the command's kinds, and formulas to their terms: ${link}`, async ({ open }) => {
    const page = await open(link);
    await settled(page);
    const memory = await stages(link);
    for (const stage of [0, memory.stages.length - 1]) {
      await openWhole(page, stage);
      const all = await terms(page);
      const said = memory.stages[stage];
      for (const [kind, key] of KINDS.entries()) {
        const gib = said[`${key}_gib`];
        const figures = all.filter((term) => term.kind === kind).map((term) => numberIn(term.figure));
        const sum = figures.reduce((sum, one) => sum + one, 0);
        assert.ok(Math.abs(sum - gib) <= 0.0005 * (figures.length + 1), `${key}: ${figures} is not ${gib}`);
        const total = await page.locator(`.depth [data-kind='${kind}'] summary b`).textContent();
        assert.ok(Math.abs(numberIn(total) - gib) <= 0.051, `${total} is not ${gib}`);
      }
      for (const { name, figure, symbols, numbers, tag } of all) {
        const gib = workedOut(numbers) / GIB;
        const is = Math.abs(numberIn(figure));
        assert.ok(Math.abs(gib - is) <= 0.00051, `${name}: ${numbers} is ${gib}, not ${figure}`);
        assert.equal(symbols.split("·").length, numbers.split("·").length, symbols);
        assert.match(tag, /^(exact|calibrated|assumed) · \S/);
      }
      const sentence = await moment(page).textContent();
      assert.ok(Math.abs(numberIn(sentence.split("needs")[1]) - said.total_gib) <= 0.051, sentence);
    }
  });
}

test("the bill of 16 bytes, as the papers have it, and the moment by its name", async ({ open }) => {
  const page = await open("#v=1&p=llama3-8b/h100x8&recipe=zeropaper&zero=0");
  await settled(page);
  await openWhole(page, 0);
  const all = await terms(page);
  const formula = (name) => all.find((term) => term.name === name).numbers;
  // 8.03 B parameters of Llama-3 8B: 2 + 2 + 8 + 4 bytes each, unsharded.
  const N = "8,030,261,248";
  assert.equal(formula("weights"), `2 · ${N}`);
  assert.equal(formula("gradients, accumulators included"), `2 · ${N}`);
  assert.equal(formula("moments of the optimizer"), `8 · ${N}`);
  assert.equal(formula("master weights"), `4 · ${N}`);
  // 2·s·b·h for each of 32 layers and one micro-batch (Korthikanti 2022, section 4.1).
  assert.equal(formula("projections into q, k, v"), "2 · 8,192 · 4,096 · 32 · 1");
  await expect(moment(page)).toHaveText(/in its first backward, at the .*, with 1\smicro-batch in flight\.$/);
  const legend = page.locator(".depth [data-kind='3'] > p");
  for (const part of ["h width of the model", "l layers", "n micro-batches in flight"]) {
    await expect(legend).toContainText(part);
  }
});

test("a press on a bar chooses its stage, which the view then opens", async ({ open }) => {
  const page = await open(FITS, { tab: "" });
  const bar = (stage) => page.locator("#memory .stage").nth(stage);
  const marked = () => page.locator("#memory .stage").evaluateAll((bars) =>
    bars.map((bar) => bar.hasAttribute("data-chosen")));
  await settled(page);
  await bar(2).locator(".why").click();
  await expect.poll(marked).toEqual([false, false, true, false]);
  await bar(2).locator(".why").click();
  await openTab(page, "terms");
  await expect(moment(page)).toContainText("Stage 2 ");
  await expect(moment(page)).toContainText("with 2 micro-batches in flight");
  await expect(page.locator("#terms-stage")).toHaveValue("3");
  await expect(page.locator(".depth details")).toHaveCount(KINDS.length);
});

test("by keys alone; the table of the figure stays as it is", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await unfold(page.locator("#memory .numbers"));
  await page.locator("#memory table").waitFor();
  // The fullest stage is open at first.
  await expect(moment(page)).toContainText("Stage 0 ");
  await page.locator("#terms-stage").focus();
  await page.keyboard.press("ArrowUp");
  await expect(moment(page)).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(moment(page)).toContainText("Stage 0 ");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const first = page.locator(".depth [data-kind='0'] li");
  await expect(first).not.toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(first).toHaveCount(0);
  await expect(page.locator("#memory table")).toHaveCount(1);
});

test("while dragging every value has its ghost, and the last stage stands in for one that is gone", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await openWhole(page, 3);
  const before = await terms(page);
  const kinds = await page.locator(".depth summary b").allTextContents();
  const total = (await moment(page).textContent()).match(/[\d.]+(?=\s*GiB)/)[0];
  const ghosts = page.locator(".depth .was");
  await expect(ghosts).toHaveCount(0);
  const drag = await grab(page, "pp");
  await ghosts.first().waitFor();
  await drag.to(1);
  await expect(moment(page)).toContainText("Stage 1 ");
  await expect(moment(page).locator(".was")).toHaveText(`was ${total}`);
  const ghostsOfKinds = page.locator(".depth summary .was");
  await expect.poll(async () => (await ghostsOfKinds.allTextContents()).map(numberIn)).toEqual(kinds.map(numberIn));
  const weights = page.locator(".depth [data-kind='0'] li");
  await expect(weights.locator(".was")).toHaveText(`was ${before[0].figure}`);
  await expect(weights.locator("b")).not.toHaveText(before[0].figure);
  await drag.to(2);
  await expect(moment(page)).toContainText("Stage 3 ");
  const figures = (terms) => terms.map((term) => term.figure);
  await expect.poll(async () => figures(await terms(page))).toEqual(figures(before));
  await drag.drop();
  await expect(ghosts).toHaveCount(0);
});

test("in the reader's unit", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await openWhole(page, 0);
  const sizes = async () => (await terms(page)).map((term) => numberIn(term.figure));
  const gib = await sizes();
  await pressInMenu(page, "#units");
  await expect(page.locator(".depth summary b").first()).toContainText("GB");
  await expect(async () => {
    const gb = await sizes();
    assert.equal(gb.length, gib.length);
    gb.forEach((size, index) => assert.ok(Math.abs(size - gib[index] * 1.073742) < 0.002, `${gib[index]}, ${size}`));
  }).toPass();
});

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing, ${theme}`, async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
    const page = await open(FITS, { query: `?theme=${theme}` });
    await settled(page);
    await openWhole(page, 0);
    assert.deepEqual(await violations(page), []);
  });
}
