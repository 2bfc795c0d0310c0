// A reader's journey: opens a plan, drags it out of memory, cures and shares it; everything on the page follows.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { estimate } from "./command.mjs";
import {
  FITS, ILLEGAL, TOO_LARGE, address, box, calm, grab, notices, numberIn, press, pressInMenu, readNumber, settled,
  shown, showsSoon, type, unfoldRun, verdict,
} from "./planner.mjs";

/** True if the page shows `value` with this number of decimals. */
function isShown(text, value, decimals) {
  const rounding = 0.5 * 10 ** -decimals + 1e-9;
  assert.ok(Math.abs(numberIn(text) - value) <= rounding, `${text} is not ${value}`);
}

test("a link opens with its verdict and its figures", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await verdict(page, "Fits");
  const need = await readNumber(page, "#need");
  const capacity = await readNumber(page, "#capacity");
  assert.ok(need > 20 && need < capacity, `needs ${need} of ${capacity}`);
  const mfu = await readNumber(page, "#mfu");
  assert.ok(mfu > 25 && mfu < 60, `MFU ${mfu}`);
  await expect(page.locator(".plan-title")).toHaveText(/70B on 64 ×/);
  await expect(page.locator("#memory .stage")).toHaveCount(4);
  assert.deepEqual(await notices(page), []);
  await expect(page.locator("#planner")).not.toHaveAttribute("aria-busy");
  await expect(page.locator("#failure")).toBeHidden();
});

test("a page without a plan opens with a plan that can be shared", async ({ open }) => {
  const page = await open("");
  await settled(page);
  await expect(page.locator("#verdict")).not.toHaveText("Cannot exist");
  assert.ok(!(await notices(page)).includes("link-notice"));
  await page.locator("#tp").press("ArrowRight");
  await expect(page).toHaveURL(/#v=1&p=[a-z]+[^&]*\/[^&]+x\d+&tp=2$/);
});

test("a dragged slider moves verdict, figures and address", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(FITS);
  const before = await shown(page);
  const need = await page.locator("#need").textContent();
  const drag = await grab(page, "pp");
  await drag.to(1);
  await expect(page.locator("#pp")).toHaveAttribute("aria-valuetext", /^2\b/);
  await drag.to(0);
  // The pointer is still pressed.
  await verdict(page, "Does not fit");
  await expect(page.locator("#pp")).toHaveAttribute("aria-valuetext", /^1\b/);
  const missing = async () => await readNumber(page, "#need") - await readNumber(page, "#capacity");
  await expect.poll(missing).toBeGreaterThan(0);
  await expect(page.locator(".ghost")).toHaveText(`was ${need}`);
  // The pointer is released far from the slider.
  await drag.drop({ above: true });
  await expect(page.locator(".ghost")).toBeEmpty();
  await address(page, TOO_LARGE);
  await expect(box(page, "pp")).toHaveValue("1");
  await settled(page);
  const again = await grab(page, "pp");
  await again.to(1);
  await again.drop();
  await address(page, `${TOO_LARGE}&pp=2`);
  await settled(page);
  const last = await grab(page, "pp");
  await last.to(2);
  await last.drop();
  await address(page, FITS);
  await showsSoon(page, before);
});

test("a cure does what it says, and Back undoes it", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(TOO_LARGE);
  const buttons = page.locator("#cures button");
  await settled(page);
  const count = await buttons.count();
  assert.ok(count >= 1 && count <= 3, `${count} cures`);
  for (const effect of await buttons.locator("small").allTextContents()) {
    assert.match(effect, /^[−+][\d,.]+\sGiB, MFU [−+]?[\d.]+ points, (fits|tight|may not fit)$/);
  }
  const tooLarge = await shown(page);
  for (let index = 0; index < count; index += 1) {
    const [memory, mfu] = (await buttons.nth(index).locator("small").textContent()).split(", ");
    const [needed, used] = [await readNumber(page, "#need"), await readNumber(page, "#mfu")];
    await press(buttons.nth(index));
    await verdict(page, /^(Fits|Tight|May not fit)$/);
    await settled(page);
    // Differences of rounded figures.
    const [need, use] = [await readNumber(page, "#need"), await readNumber(page, "#mfu")];
    assert.ok(Math.abs(need - needed - numberIn(memory)) < 0.16, `${memory}: ${needed} to ${need}`);
    assert.ok(Math.abs(use - used - numberIn(mfu)) < 0.16, `${mfu}: ${used} to ${use}`);
    const cured = await page.evaluate(() => location.hash);
    assert.notEqual(cured, TOO_LARGE);
    await page.goBack();
    await address(page, TOO_LARGE);
    await verdict(page, "Does not fit");
    await showsSoon(page, tooLarge);
    if (index > 0) continue;
    await page.goForward();
    await address(page, cured);
    await expect(page.locator("#verdict")).not.toHaveText("Does not fit");
    await settled(page);
    await page.goBack();
    await verdict(page, "Does not fit");
    await showsSoon(page, tooLarge);
  }
});

test("the cures in sight are cures of the plan in sight", { tag: "@core" }, async ({ open }) => {
  const page = await open("#v=1&p=gpt3-175b/h100x64&tp=8");
  await page.locator("#cures b", { hasText: "PP 1 → 4" }).waitFor();
  await settled(page);
  // Dragged and released in one frame: there is no time to compute the cures of the new plan.
  const words = await page.evaluate(async () => {
    const slider = document.getElementById("pp");
    slider.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    slider.value = "1";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    slider.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
    // The state that a reader sees next.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const buttons = [...document.querySelectorAll("#cures button")];
    return buttons.filter((button) => !button.disabled).map((button) => button.textContent);
  });
  await expect(page.locator("#pp")).toHaveAttribute("aria-valuetext", /^2\b/);
  await verdict(page, "Does not fit");
  // The same buttons once the page is at rest, or none yet.
  if (words.length > 0) {
    await address(page, "#v=1&p=gpt3-175b/h100x64&tp=8&pp=2");
    await page.locator("#cures b", { hasText: /PP 2 →/ }).first().waitFor();
    await settled(page);
    assert.deepEqual(words, await page.locator("#cures button").allTextContents());
  }
});

test("keys step a slider, and the number box takes any number", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(FITS);
  await page.locator("#tp").press("ArrowRight");
  await address(page, `${FITS.replace("tp=8", "tp=16")}`);
  await expect(box(page, "tp")).toHaveValue("16");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await address(page, `${FITS.replace("tp=8", "tp=4")}`);
  await page.keyboard.press("Home");
  await address(page, `${FITS.replace("&tp=8", "")}`);
  await type(page, "tp", "2");
  await address(page, `${FITS.replace("tp=8", "tp=2")}`);
  await expect(page.locator("#tp")).toHaveAttribute("aria-valuetext", /^2\b/);
  await type(page, "tp", "8");
  await address(page, FITS);
  const other = await open(FITS);
  const expected = await shown(other);
  await other.close();
  await page.bringToFront();
  await showsSoon(page, expected);
});

test("a number is taken as it is typed", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await unfoldRun(page);
  await type(page, "price", "12.345");
  await address(page, `${FITS}&price=12.345`);
  await expect(box(page, "price")).toHaveValue("12.345");
  await type(page, "tok", "1234.5");
  await address(page, `${FITS}&tok=1234500000000&price=12.345`);
  await expect(box(page, "tok")).toHaveValue("1234.5");
});

test("every number box holds its number", async ({ open }) => {
  for (const link of [FITS, "#v=1&p=gpt3-175b/a100-80x1024", "#v=1&p=llama3-8b/mi300xx8"]) {
    const page = await open(link);
    const empty = () => page.evaluate(() =>
      [...document.querySelectorAll(".row:has([type=range])")]
        .filter((row) => Number.isNaN(row.querySelector(".number").valueAsNumber))
        .map((row) => row.querySelector("[type=range]").id));
    await settled(page);
    await expect.poll(empty, link).toEqual([]);
    await page.close();
  }
});

for (const [what, text] of [["an empty box", ""], ["half a GPU", "4.5"]]) {
  test(`box and plan agree again after ${what}`, async ({ open }) => {
    const page = await open(FITS);
    await type(page, "tp", text === "" ? "1" : text);
    if (text === "") await page.keyboard.press("Backspace");
    await page.keyboard.press("Tab");
    await calm(page);
    await settled(page);
    const plan = await page.locator("#tp").getAttribute("aria-valuetext");
    await expect(box(page, "tp")).toHaveValue(plan.split(", ")[0].replaceAll(",", ""));
  });
}

for (const [what, text, link] of [["less than none", "-3", FITS], ["no GPU at all", "0", FITS], ["too many", "1e99", FITS.replace("&tp=8", "")]]) {
  test(`a box says that it does not take ${what}, and keeps it`, async ({ open }) => {
    const page = await open(FITS);
    await settled(page);
    const field = box(page, "tp");
    const next = await page.locator("#pp").boundingBox();
    await type(page, "tp", text);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    const sentence = page.locator(`#${await field.getAttribute("aria-errormessage")}`);
    await expect(sentence).toHaveText(/^Enter a number from 1 to [\d,]+\.$/);
    await expect(sentence).toBeVisible();
    await page.keyboard.press("Tab");
    await calm(page);
    await expect(field).toHaveValue(text);
    assert.deepEqual(await page.locator("#pp").boundingBox(), next, "nothing moves");
    await address(page, link);
    // Another value takes its place.
    await type(page, "tp", "4");
    await address(page, FITS.replace("tp=8", "tp=4"));
    await expect(field).toHaveAttribute("aria-invalid", "false");
    await expect(sentence).toBeHidden();
  });
}

test("an illegal plan is explained, and a repair changes nothing else", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  const legal = await shown(page);
  const need = await page.locator("#need").textContent();
  await type(page, "tp", "6");
  await verdict(page, "Cannot exist");
  const reasons = page.locator("#reasons");
  await expect(reasons).toContainText(/TP 6 does not divide 64 heads: legal are 1, 2, 4, 8/, { useInnerText: true });
  await expect(reasons).toContainText(/tp·pp·cp = 6·4·1 = 24 does not divide 64 GPUs/, { useInnerText: true });
  // No value is clamped silently, and no old verdict is shown as valid.
  await expect(box(page, "tp")).toHaveValue("6");
  await expect(page.locator("#need")).toBeHidden();
  await expect(page.locator("#figures")).toContainClass("stale");
  await expect(page.locator("#summary")).toHaveText(/^TP 6 does not divide 64 heads/, { useInnerText: true });
  await expect.poll(() => notices(page)).toEqual(["reasons"]);
  await address(page, ILLEGAL);
  const repairs = reasons.locator("li").first().locator("button");
  await expect(repairs).not.toHaveCount(0);
  await press(reasons.getByRole("button", { name: "TP 6 → 8" }).first());
  await address(page, FITS);
  await verdict(page, "Fits");
  await settled(page);
  assert.deepEqual(await notices(page), []);
  await expect(page.locator("#need")).toHaveText(need);
  await showsSoon(page, legal);
  await page.goBack();
  await address(page, ILLEGAL);
  await verdict(page, "Cannot exist");
});

test("an illegal link opens with its reasons and can be repaired", async ({ open }) => {
  const page = await open(ILLEGAL);
  await verdict(page, "Cannot exist");
  const reasons = page.locator("#reasons");
  await press(reasons.locator("button").first());
  await expect(reasons).toBeHidden();
  await expect(page).toHaveURL(/#v=1&p=llama3-70b\/h100x64&(tp=\d+&)?pp=4$/);
});

test("a copied link opens the same plan with the same numbers", {
  tag: ["@core", "@firefox"],
}, async ({ open, browserName }) => {
  const context = { permissions: ["clipboard-read", "clipboard-write"] };
  const page = await open(FITS, { context });
  await page.locator("#mbs").press("ArrowRight");
  // At once, before the address is written.
  await pressInMenu(page, "#copy-link");
  const field = page.locator(".by-hand");
  await page.locator("#copy-link", { hasText: /^Link copied$/ }).or(field.filter({ visible: true })).waitFor();
  const isRefused = await field.isVisible();
  assert.ok(!isRefused || browserName === "firefox", "the clipboard is open, yet the link was not copied");
  const copied = isRefused
    ? await field.locator("input").inputValue()
    : await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(copied.endsWith(`${FITS}&mbs=2`), copied);
  const [place, fragment] = copied.split("#");
  assert.equal(place, page.url().split("#")[0]);
  if (!isRefused) await expect(page.locator("#copy-link")).toHaveText("Copy link");
  const expected = await shown(page);
  const other = await open(`#${fragment}`);
  await settled(other);
  await showsSoon(other, expected);
});

test("a reload keeps the plan", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open(FITS);
  await page.locator("#ckpt input").nth(2).press(" ");
  await page.locator("#pp").press("ArrowLeft");
  await address(page, `${FITS.replace("pp=4", "pp=2")}&ckpt=full`);
  const before = await shown(page);
  await page.reload();
  await settled(page);
  await showsSoon(page, before);
});

test("Reset keeps model and cards and drops the rest, and Back returns", { tag: "@core" }, async ({ open }) => {
  const page = await open(`${FITS}&vp=2&mbs=2&ckpt=full&price=3`);
  const before = await shown(page);
  await pressInMenu(page, "#reset");
  await address(page, "#v=1&p=llama3-70b/h100x64");
  const plain = await open("#v=1&p=llama3-70b/h100x64");
  const expected = await shown(plain);
  await plain.close();
  await page.bringToFront();
  await showsSoon(page, expected);
  await page.goBack();
  await showsSoon(page, before);
});

test("data parallel follows, and says so", async ({ open }) => {
  const page = await open(FITS);
  const follows = page.locator(".follows", { hasText: "Data parallel =" });
  await expect(follows).toHaveText(/64 ÷ \(8·4\) = 2$/);
  await page.locator("#pp").press("ArrowLeft");
  await expect(follows).toHaveText(/64 ÷ \(8·2\) = 4$/);
  await page.locator("#cp").press("ArrowRight");
  await expect(follows).toHaveText(/64 ÷ \(8·2·2\) = 2$/);
  // 512 sequences of 8,192 tokens, on 2 data-parallel ranks.
  const batch = page.locator(".follows", { hasText: "micro-batches" });
  await expect(batch).toHaveText(/^4\.19\sM tokens a step, in 256 micro-batches/);
});

test("whatever is changed, the page shows what a fresh one would", async ({ open }) => {
  // It opens a page for each of eleven changes.
  test.slow();
  const page = await open(FITS);
  await unfoldRun(page);
  const steps = [
    () => page.locator("#model").selectOption({ index: 1 }),
    () => page.locator("#gpu").selectOption({ index: 5 }),
    () => type(page, "gpus", "512"),
    () => page.locator("#zero input").nth(3).press(" "),
    () => page.locator("#sp input").nth(0).press(" "),
    () => type(page, "vp", "3"),
    () => page.locator("#opt").selectOption({ index: 3 }),
    () => page.locator("#recipe").selectOption({ index: 2 }),
    () => type(page, "seq", "4096"),
    () => type(page, "gbs", "1000"),
    () => page.locator("#model").selectOption({ index: 0 }),
  ];
  let last = FITS;
  for (const [index, step] of steps.entries()) {
    const hash = () => page.evaluate(() => location.hash);
    await page.bringToFront();
    await step();
    await expect.poll(hash).not.toBe(last);
    // Text typed key by key may be written more than once if keys come slowly.
    await calm(page);
    await settled(page);
    last = await hash();
    const fresh = await open(last);
    await unfoldRun(fresh);
    const expected = await shown(fresh);
    await expect(fresh.locator("#link-notice"), last).toBeHidden();
    await fresh.close();
    await showsSoon(page, expected).catch((error) => {
      error.message = `step ${index}, ${last}: ${error.message}`;
      throw error;
    });
  }
});

test("a custom model and card are named in the lists", async ({ open }) => {
  const page = await open("#v=1&p=custom/customx64&tp=8");
  for (const id of ["model", "gpu"]) {
    await expect(page.locator(`#${id} option:checked`)).toHaveText(/custom/i);
  }
});

test("GiB and GB, light and dark: chosen once, kept, never in the link", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const gib = await readNumber(page, "#need");
  await pressInMenu(page, "#units");
  await expect(page.locator("#capacity")).toHaveText(/GB$/);
  await settled(page);
  const gb = await readNumber(page, "#need");
  assert.ok(Math.abs(gb / gib - 1.0737) < 0.003, `${gib} GiB, ${gb} GB`);
  await pressInMenu(page, "[aria-label=\'Theme: as system\']");
  await pressInMenu(page, "[aria-label=\'Theme: light\']");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await settled(page);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.reload();
  await expect(page.locator("#capacity")).toHaveText(/GB$/);
  await settled(page);
  await expect.poll(paper).toBe(dark);
  await address(page, FITS);
  await pressInMenu(page, "[aria-label=\'Theme: dark\']");
  await pressInMenu(page, "[aria-label=\'Theme: as system\']");
  await expect.poll(paper).not.toBe(dark);
});

test("a teacher's units and theme hold whatever the reader chose", async ({ open }) => {
  const page = await open(FITS, { query: "?units=gb&theme=dark" });
  await settled(page);
  await expect(page.locator("#capacity")).toHaveText(/GB$/);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  assert.equal(await page.evaluate(() => location.search), "?units=gb&theme=dark");
});

test("on a phone, the buttons beside a slider step it", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS, { context: { viewport: { width: 360, height: 640 } } });
  await press(page.getByRole("button", { name: "One step less: Pipeline, Slice" }));
  await address(page, FITS.replace("pp=4", "pp=2"));
  await press(page.getByRole("button", { name: "One step more: Pipeline, Slice" }));
  await address(page, FITS);
  await settled(page);
  const header = await page.locator("header").boundingBox();
  assert.ok(Math.abs(header.y) < 1, "the verdict stays in sight");
});

for (const link of [
  FITS,
  TOO_LARGE,
  "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=16&gbs=512",
  "#v=1&p=class-100b/h100x512&tp=8&pp=8&vp=2&gbs=512&ckpt=sel&dtype=fp16&opt=adamw8",
  "#v=1&p=llama3-8b/a100-40x16&cp=2&zero=3&ckpt=full&ce=fused&recipe=torchtitan",
]) {
  const tag = link === FITS ? "@core" : [];
  test(`the page's numbers are the command's: ${link}`, { tag }, async ({ open }) => {
    const page = await open(link);
    await settled(page);
    const { legal, memory, time, mfu, run } = await estimate(link);
    assert.ok(legal);
    const words = { fits: "Fits", tight: "Tight", "may-not-fit": "May not fit", oom: "Does not fit" };
    await verdict(page, words[memory.verdict]);
    isShown(await page.locator("#need").textContent(), memory.peak_gib, 1);
    isShown(await page.locator("#capacity").textContent(), memory.capacity_gib, 1);
    isShown(await page.locator("#mfu").textContent(), mfu * 100, 1);
    isShown(await page.locator("#bubble").textContent(), time.idle_fraction * 100, 1);
    // Where there are more than eight stages, a bar shows the fullest of several neighbours.
    const totals = await page.locator(".stage .total").allTextContents();
    const neighbours = Math.ceil(memory.stages.length / 8);
    assert.equal(totals.length, Math.ceil(memory.stages.length / neighbours));
    totals.forEach((total, bar) => {
      const group = memory.stages.slice(bar * neighbours, (bar + 1) * neighbours);
      isShown(total, Math.max(...group.map((stage) => stage.total_gib)), 1);
    });
    const seconds = { ms: 1e-3, s: 1, min: 60, h: 3600 };
    const step = await page.locator("#step").textContent();
    const shownStep = numberIn(step) * seconds[step.match(/[a-z]+$/)[0]];
    assert.ok(Math.abs(shownStep / time.step_s - 1) < 0.006, `${step} is not ${time.step_s} s`);
    const cost = await page.locator("#cost").textContent();
    const million = { M: 1e6, B: 1e9, T: 1e12 }[cost.at(-1)] ?? 1;
    assert.ok(Math.abs((numberIn(cost) * million) / run.cost_usd - 1) < 0.006, `${cost} is not ${run.cost_usd}`);
  });
}
