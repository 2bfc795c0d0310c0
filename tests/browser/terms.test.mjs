// Memory in depth: a stage opens to every term, whose formula, computed here, gives its bytes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate } from "./command.mjs";
import { FITS, grab, inEachBrowser, numberIn, settled, violations } from "./planner.mjs";

const KINDS = ["weights", "gradients", "optimizer", "activations", "logits", "buffers", "overhead"];
const GIB = 2 ** 30;

/** The native command's memory of the stages of a link. */
async function stages(link) {
  return (await estimate(link)).memory;
}

/** Opens a stage and all of its kinds, from the list. */
async function unfold(page, stage) {
  await page.locator("#terms-stage").selectOption(String(stage + 1));
  await page.locator(".depth .moment", { hasText: `Stage ${stage} ` }).waitFor();
  for (let kind = 0; kind < KINDS.length; kind += 1) {
    const details = page.locator(`.depth [data-kind='${kind}']`);
    if (await details.getAttribute("open") === null) await details.locator("summary").click();
    await details.locator("ul, p").first().waitFor();
  }
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

inEachBrowser(({ open }) => {
  for (const link of [
    FITS,
    "#v=1&p=llama3-8b/h100x8&zero=3&recipe=torchtitan",
    "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&gbs=15360&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&dtype=fp8b",
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&sched=zbv",
  ]) {
    test(`terms add up to the command's kinds, and formulas to their terms: ${link}`, async (t) => {
      const page = await open(t, link);
      const memory = await stages(link);
      for (const stage of [0, memory.stages.length - 1]) {
        await unfold(page, stage);
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
          assert.ok(Math.abs(gib - Math.abs(numberIn(figure))) <= 0.00051, `${name}: ${numbers} is ${gib}, not ${figure}`);
          assert.equal(symbols.split("·").length, numbers.split("·").length, symbols);
          assert.match(tag, /^(exact|calibrated|assumed) · \S/);
        }
        const moment = await page.locator(".depth .moment").textContent();
        assert.ok(Math.abs(numberIn(moment.split("needs")[1]) - said.total_gib) <= 0.051, moment);
      }
    });
  }

  test("the bill of 16 bytes, as the papers have it, and the moment by its name", async (t) => {
    const page = await open(t, "#v=1&p=llama3-8b/h100x8&recipe=zeropaper&zero=0");
    await unfold(page, 0);
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
    assert.match(await page.locator(".depth .moment").textContent(), /in its first backward, at the .*, with 1 micro-batch in flight\.$/);
    const legend = await page.locator(".depth [data-kind='3'] > p").textContent();
    for (const part of ["h width of the model", "l layers", "n micro-batches in flight"]) assert.ok(legend.includes(part), legend);
  });

  test("a bar opens its stage, is marked, and closes it again; another one opens instead", async (t) => {
    const page = await open(t, FITS);
    const bar = (stage) => page.locator("#memory .stage").nth(stage);
    const marked = () => page.locator("#memory .stage").evaluateAll((bars) => bars.map((bar) => bar.hasAttribute("data-open")));
    await page.locator(".depth").waitFor();
    assert.equal(await page.locator(".depth details").count(), 0);
    for (const [stage, flight] of [[0, 4], [2, 2]]) {
      await bar(stage).click();
      await page.locator(".depth .moment", { hasText: `Stage ${stage} ` }).waitFor();
      assert.match(await page.locator(".depth .moment").textContent(), new RegExp(`with ${flight} micro-batches in flight`));
      assert.deepEqual(await marked(), [0, 1, 2, 3].map((index) => index === stage));
      assert.equal(await page.locator("#terms-stage").inputValue(), String(stage + 1));
    }
    assert.equal(await page.locator(".depth details").count(), KINDS.length);
    await bar(2).click();
    await page.locator(".depth .moment").waitFor({ state: "detached" });
    assert.deepEqual(await marked(), [false, false, false, false]);
  });

  test("by keys alone; the table of the figure stays as it is", async (t) => {
    const page = await open(t, FITS);
    await settled(page);
    await page.locator("#memory .numbers summary").click();
    await page.locator("#memory table").waitFor();
    await page.locator("#terms-stage").focus();
    await page.keyboard.press("ArrowDown");
    await page.locator(".depth .moment", { hasText: "Stage 0 " }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".depth [data-kind='0'] li").first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".depth [data-kind='0'] li").first().waitFor({ state: "detached" });
    assert.equal(await page.locator("#memory table").count(), 1);
  });

  test("while dragging every value has its ghost, and the last stage stands in for one that is gone", async (t) => {
    const page = await open(t, FITS);
    await unfold(page, 3);
    const before = await terms(page);
    const kinds = await page.locator(".depth summary b").allTextContents();
    const total = (await page.locator(".depth .moment").textContent()).match(/[\d.]+(?=\s*GiB)/)[0];
    assert.equal(await page.locator(".depth .was").count(), 0);
    const drag = await grab(page, "pp");
    await page.locator(".depth .was").first().waitFor();
    await drag.to(1);
    await page.locator(".depth .moment", { hasText: "Stage 1 " }).waitFor();
    assert.equal(await page.locator(".depth .moment .was").textContent(), `was ${total}`);
    const ghosts = await page.locator(".depth summary .was").allTextContents();
    assert.deepEqual(ghosts.map(numberIn), kinds.map(numberIn));
    const weights = page.locator(".depth [data-kind='0'] li");
    assert.equal(await weights.locator(".was").textContent(), `was ${before[0].figure}`);
    assert.notEqual(await weights.locator("b").textContent(), before[0].figure);
    await drag.to(2);
    await page.locator(".depth .moment", { hasText: "Stage 3 " }).waitFor();
    assert.deepEqual((await terms(page)).map((term) => term.figure), before.map((term) => term.figure));
    await drag.drop();
    await page.locator(".depth .was").first().waitFor({ state: "detached" });
  });

  test("in the reader's unit", async (t) => {
    const page = await open(t, FITS);
    await unfold(page, 0);
    const gib = (await terms(page)).map((term) => numberIn(term.figure));
    await page.locator("#units").click();
    await page.locator(".depth summary b", { hasText: "GB" }).first().waitFor();
    const gb = (await terms(page)).map((term) => numberIn(term.figure));
    gb.forEach((size, index) => assert.ok(Math.abs(size - gib[index] * 1.073742) < 0.002, `${gib[index]}, ${size}`));
  });

  for (const theme of ["light", "dark"]) {
    test(`axe finds nothing, ${theme}`, async (t) => {
      const page = await open(t, FITS, { query: `?theme=${theme}` });
      await unfold(page, 0);
      assert.deepEqual(await violations(page), []);
    });
  }
});
