// The training run: tokens, limits, failures and the value of an MFU, against figures computed here.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, address, numberIn, readNumber, settled, unfold, unfoldRun, violations } from "./planner.mjs";

test.use({ tab: "run" });

/** Llama 3 405B (2024) on the 16,384 GPUs of its training run. */
const LLAMA3 = "#v=1&p=llama3-405b/h100x16384&tp=8&pp=16&ends=1&gbs=2048&tok=15600000000000";

/** Opens the planner and waits until the run is drawn. */
async function opened(open, fragment, options) {
  const page = await open(fragment, options);
  await settled(page);
  await page.locator("#run").evaluate((figure) => figure.scrollIntoView());
  await settled(page);
  return page;
}

/** The rows of the table, by their names, once the page is at rest. */
async function rows(page) {
  const details = page.locator("#run details.numbers");
  if (!await details.evaluate(({ open }) => open)) await unfold(details);
  await page.locator("#run table").waitFor();
  await settled(page);
  const rows = await page.locator("#run tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  return Object.fromEntries(rows);
}

const UNITS = { ms: 1e-3, s: 1, min: 60, h: 3600, days: 86_400, years: 365.25 * 86_400 };
const seconds = (text) => numberIn(text) * UNITS[text.trim().split(/\s/).at(-1)];
const dollars = (text) => {
  const [, number, unit] = text.match(/\$([\d,.]+)\s*([MBT]?)/);
  return Number(number.replaceAll(",", "")) * { "": 1, M: 1e6, B: 1e9, T: 1e12 }[unit];
};
const near = (value, expected, share, what) =>
  assert.ok(Math.abs(value / expected - 1) <= share, `${what}: ${value} instead of ${expected}`);

/** Moves a slider by its keys. */
async function move(page, id, key, times = 1) {
  await page.locator(`#${id}`).focus();
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
}

test("failures of sixteen thousand cards, Young's and Daly's intervals, and what is left", async ({ open }) => {
  const page = await opened(open, LLAMA3);
  const table = await rows(page);
  // 50,000 hours between failures of a GPU, by default: Llama 3 counted 419 in 54 days.
  const between = seconds(table["time between failures"]);
  near(between, (50_000 / 16_384) * 3600, 0.005, "between failures");
  near((54 * 86_400) / between, 419, 0.03, "failures in 54 days");
  // 14 bytes per parameter, 2 GB/s for each node of eight.
  const write = (14 * 405.85e9) / (2e9 * 2048);
  near(numberIn(table.checkpoint) * 1024 ** 4, 14 * 405.85e9, 0.01, "checkpoint");
  near(seconds(table["writing it"]), write, 0.01, "writing");
  const young = Math.sqrt(2 * write * between);
  const ratio = Math.sqrt(write / (2 * between));
  const daly = young * (1 + ratio / 3 + (ratio * ratio) / 9) - write;
  near(seconds(table["interval by Young"]), young, 0.01, "Young");
  near(seconds(table["interval by Daly"]), daly, 0.01, "Daly");
  const useful = (daly / (daly + write)) * (1 - (daly / 2 + write + 600) / between);
  assert.ok(Math.abs(numberIn(table.training) - 100 * useful) < 0.15, table.training);
  const parts = ["training", "writing checkpoints", "repeated work", "restarting"]
    .map((name) => numberIn(table[name]));
  assert.ok(Math.abs(parts.reduce((sum, part) => sum + part) - 100) < 0.21, `${parts}`);
  // The curve has its least waste within a doubling of Daly's interval, where the marks are.
  const curve = Object.entries(table).filter(([name]) => name.startsWith("wasted at"))
    .map(([name, value]) => [seconds(name.match(/at (.*) between/)[1]), numberIn(value)]);
  assert.equal(curve.length, 11);
  const [best] = curve.reduce((least, point) => (point[1] < least[1] ? point : least));
  assert.ok(best > daly / 2.1 && best < daly * 2.1, `${best} and ${daly}`);
  const marks = await page.locator("#run .optimum").evaluateAll((marks) =>
    marks.map(({ style, innerText }) => [parseFloat(style.left), innerText]));
  // From 1/32 to 32 times Daly's interval, which is in the middle of the logarithmic axis.
  assert.equal(marks[1][0], 50);
  assert.ok(Math.abs(marks[0][0] - (50 + (100 * Math.log2(young / daly)) / 10)) < 0.1, `${marks[0]}`);
  assert.match(marks[0][1], /Young/);
});

test("days and dollars are those of the head, and follow from step and cards", async ({ open }) => {
  const page = await opened(open, FITS);
  const table = await rows(page);
  // 70.55 B parameters, 20 tokens each, 4,194,304 tokens per step.
  assert.match(table["Training tokens"], /^1\.41\sT, 20 per parameter$/);
  const steps = (20 * 70.5537e9) / 4_194_304;
  near(numberIn(table.steps) * 1e3, steps, 0.005, "steps");
  const step = await page.locator("#step").textContent();
  const days = (seconds(step) * steps) / 86_400 / (numberIn(table.training) / 100);
  near(numberIn(table.days), days, 0.01, "days");
  near(dollars(table.cost), days * 24 * 64 * 2.5, 0.02, "cost");
  near(numberIn(table.energy), (days * 24 * 64 * 700 * 1.3) / 1e6, 0.02, "energy");
  const said = await page.locator("#run-caption").textContent();
  for (const figure of [table.days, table.cost, table.energy]) {
    assert.ok(said.includes(figure), `${figure} is not in: ${said}`);
  }
});

test("the tokens' slider moves the plan, far beyond 20 per parameter", { tag: "@core" }, async ({ open }) => {
  const page = await opened(open, FITS);
  const before = numberIn((await rows(page)).days);
  const slider = page.locator("#run-tokens");
  await expect(slider).toHaveAttribute("aria-valuetext", /20 per parameter/);
  // The optimum's mark is at the position of the thumb.
  const share = await slider.evaluate(({ value, min, max }) => (value - min) / (max - min));
  const placeOf = (mark) => mark.evaluate((mark) => Number(mark.style.getPropertyValue("--at")));
  const mark = await placeOf(page.locator("#run .optimal"));
  assert.ok(Math.abs(share - mark) < 0.001, `${share} ${mark}`);
  await move(page, "run-tokens", "ArrowRight", 4);
  await page.locator("#run-caption", { hasText: "2.82 T tokens, 40 per parameter" }).waitFor();
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/&tok=28\d{11}$/);
  const table = await rows(page);
  near(numberIn(table.days), 2 * before, 0.005, "days");
  await slider.press("End");
  await expect(slider).toHaveAttribute("aria-valuetext", /10,240 per parameter/);
  // Back at 20 the link has no tokens.
  await move(page, "run-tokens", "ArrowLeft", 36);
  await address(page, FITS);
  // A value from a link has a position of its own.
  await unfoldRun(page);
  await page.locator("#tok").press("End");
  await page.locator("#run-caption", { hasText: "100 T tokens, 1,417 per parameter" }).waitFor();
  await settled(page);
  const own = await placeOf(page.locator("#run .marks-of-tokens .own"));
  assert.ok(Math.abs(own - (Math.log2(1417.4 / 20) * 4 + 16) / 52) < 0.001, `${own}`);
});

test("three limits: memory, time and money, each to its own scale", async ({ open }) => {
  const page = await opened(open, FITS);
  const limits = () => page.locator("#run .resources li").evaluateAll((rows) => rows.map((row) => ({
    words: row.lastChild.textContent, isExceeded: row.className === "exceeded",
    taken: parseFloat(row.querySelector(".taken").style.width),
    limit: parseFloat(row.querySelector(".limit").style.left),
  })));
  const [memory, time, money] = await limits();
  // Side by side: three rows, one below the other, whether the limits are reached or not.
  const boxes = await page.locator("#run .resources li").evaluateAll((rows) =>
    rows.map((row) => row.getBoundingClientRect().toJSON()));
  assert.equal(boxes.length, 3);
  boxes.slice(1).forEach((box, index) => {
    const above = boxes[index];
    assert.ok(box.y >= above.y + above.height - 1 && Math.abs(box.x - above.x) < 1, JSON.stringify(boxes));
  });
  near(numberIn(memory.words), await readNumber(page, "#need"), 0.001, "memory");
  const share = (await readNumber(page, "#need")) / (await readNumber(page, "#capacity"));
  near(memory.taken / memory.limit, share, 0.01, "its bar");
  const table = await rows(page);
  const days = numberIn(table.days);
  assert.equal(time.isExceeded, true);
  assert.ok(time.words.includes("90.0"), time.words);
  near(money.taken / money.limit, dollars(table.cost) / 10e6, 0.01, "money's bar");
  await expect(page.locator("#run-caption")).toHaveText(/the time limit is exceeded/);
  // A budget of one year is enough.
  await move(page, "run-days", "ArrowRight", 3);
  await page.locator("#run .resources li:nth-child(2)", { hasText: "365 days" }).waitFor();
  await settled(page);
  const [, longer] = await limits();
  assert.equal(longer.isExceeded, false);
  near(longer.taken / longer.limit, days / 365, 0.01, "time's bar");
  await move(page, "run-dollars", "Home");
  await page.locator("#run-caption", { hasText: "the money limit is exceeded" }).waitFor();
  // Also for a plan that is out of memory.
  await page.locator("#pp").press("Home");
  await page.locator("#run .resources li.exceeded:first-child").waitFor();
  await expect(page.locator("#run-caption")).toHaveText(/several limits are exceeded/);
});

test("what an MFU is worth: dollars lost against an attainable one", async ({ open }) => {
  const page = await opened(open, FITS);
  const table = await rows(page);
  const mfu = await readNumber(page, "#mfu");
  const cost = dollars(table.cost);
  near(dollars(table["money lost against the attainable MFU"]), cost * (1 - mfu / 50), 0.01, "lost");
  near(numberIn(table["more training for the same money"]), 100 * (50 / mfu - 1), 0.01, "more training");
  await move(page, "run-attainable", "ArrowRight", 10);
  const said = page.locator("#run section:last-of-type p");
  await said.filter({ hasText: "60.0" }).waitFor();
  await settled(page);
  const lost = dollars((await said.textContent()).match(/lost: (\$[\d,.]+\s?[MB]?)/)[1]);
  near(lost, cost * (1 - mfu / 60), 0.01, "lost against 60 %");
  await expect(said).toContainText(`${(100 - mfu).toFixed(1)} % is not used`);
  // Below the plan's own MFU, nothing is lost.
  await move(page, "run-attainable", "Home");
  await said.filter({ hasText: "loses nothing" }).waitFor();
});

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing, ${theme}`, async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
    const page = await opened(open, FITS, { query: `?theme=${theme}` });
    await rows(page);
    assert.deepEqual(await violations(page), []);
  });
}

test("nothing is wider than a phone", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "one browser is enough for narrow layouts");
  const page = await opened(open, FITS, { context: { viewport: { width: 320, height: 640 } } });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 320);
});
