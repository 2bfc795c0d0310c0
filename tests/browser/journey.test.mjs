// A reader's journey: opens a plan, drags it out of memory, cures and shares it; everything on the page follows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate } from "./command.mjs";
import {
  FITS, ILLEGAL, TOO_LARGE, address, box, grab, inEachBrowser, notices, numberIn, readNumber,
  settled, showsSoon, shown, started, type, verdict,
} from "./planner.mjs";

/** True if the page shows `value` with this number of decimals. */
function isShown(text, value, decimals) {
  const rounding = 0.5 * 10 ** -decimals + 1e-9;
  assert.ok(Math.abs(numberIn(text) - value) <= rounding, `${text} is not ${value}`);
}

inEachBrowser(({ name, open }) => {
  test("a link opens with its verdict and its figures", async (t) => {
    const page = await open(t, FITS);
    assert.equal(await page.locator("#verdict").textContent(), "Fits");
    const need = await readNumber(page, "#need");
    const capacity = await readNumber(page, "#capacity");
    assert.ok(need > 20 && need < capacity, `needs ${need} of ${capacity}`);
    const mfu = await readNumber(page, "#mfu");
    assert.ok(mfu > 25 && mfu < 60, `MFU ${mfu}`);
    assert.match(await page.locator(".plan-title").textContent(), /70B on 64 ×/);
    assert.equal(await page.locator("#memory .stage").count(), 4);
    assert.deepEqual(await notices(page), []);
    assert.equal(await page.locator("#planner").getAttribute("aria-busy"), null);
    assert.ok(await page.locator("#failure").isHidden());
  });

  test("a page without a plan opens with a plan that can be shared", async (t) => {
    const page = await open(t, "");
    assert.notEqual(await page.locator("#verdict").textContent(), "Not possible");
    assert.ok(!(await notices(page)).includes("link-notice"));
    await page.locator("#tp").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => /^#v=1&p=[a-z]+[^&]*\/[^&]+x\d+&tp=2$/.test(location.hash));
  });

  test("a dragged slider moves verdict, figures and address", async (t) => {
    const page = await open(t, FITS);
    const before = await shown(page);
    const need = await page.locator("#need").textContent();
    const drag = await grab(page, "pp");
    await drag.to(1);
    await page.locator("#pp[aria-valuetext='2']").waitFor();
    await drag.to(0);
    // The pointer is still pressed.
    await verdict(page, "Out of memory");
    assert.equal(await page.locator("#pp").getAttribute("aria-valuetext"), "1");
    assert.ok(await readNumber(page, "#need") > await readNumber(page, "#capacity"));
    assert.equal(await page.locator(".ghost").textContent(), `was ${need}`);
    // The pointer is released far from the slider.
    await drag.drop({ above: true });
    await page.locator(".ghost:empty").waitFor({ state: "attached" });
    await address(page, TOO_LARGE);
    assert.equal(await box(page, "pp").inputValue(), "1");
    const again = await grab(page, "pp");
    await again.to(1);
    await again.drop();
    await address(page, `${TOO_LARGE}&pp=2`);
    const last = await grab(page, "pp");
    await last.to(2);
    await last.drop();
    await address(page, FITS);
    await showsSoon(page, before);
  });

  test("a cure does what it says, and Back undoes it", async (t) => {
    const page = await open(t, TOO_LARGE);
    const buttons = page.locator("#cures button");
    await buttons.first().waitFor();
    const count = await buttons.count();
    assert.ok(count >= 1 && count <= 3, `${count} cures`);
    for (const effect of await buttons.locator("small").allTextContents()) {
      assert.match(effect, /^[−+][\d,.]+\sGiB, MFU [−+]?[\d.]+ points(, tight)?$/);
    }
    const tooLarge = await shown(page);
    for (let index = 0; index < count; index += 1) {
      const [memory, mfu] = (await buttons.nth(index).locator("small").textContent()).split(", ");
      const [needed, used] = [await readNumber(page, "#need"), await readNumber(page, "#mfu")];
      await buttons.nth(index).click();
      await page.waitForFunction(
        () => /^(Fits|Tight)$/.test(document.getElementById("verdict").textContent),
      );
      // Differences of rounded figures.
      const [need, use] = [await readNumber(page, "#need"), await readNumber(page, "#mfu")];
      assert.ok(Math.abs(need - needed - numberIn(memory)) < 0.16, `${memory}: ${needed} to ${need}`);
      assert.ok(Math.abs(use - used - numberIn(mfu)) < 0.16, `${mfu}: ${used} to ${use}`);
      const cured = await page.evaluate(() => location.hash);
      assert.notEqual(cured, TOO_LARGE);
      await page.goBack();
      await address(page, TOO_LARGE);
      await verdict(page, "Out of memory");
      await showsSoon(page, tooLarge);
      if (index > 0) continue;
      await page.goForward();
      await address(page, cured);
      await page.waitForFunction(
        () => document.getElementById("verdict").textContent !== "Out of memory",
      );
      await page.goBack();
      await verdict(page, "Out of memory");
      await showsSoon(page, tooLarge);
    }
  });

  test("the cures in sight are cures of the plan in sight", async (t) => {
    const page = await open(t, "#v=1&p=gpt3-175b/h100x64&tp=8");
    await page.locator("#cures b", { hasText: "PP 1 → 4" }).waitFor();
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
    assert.equal(await page.locator("#pp").getAttribute("aria-valuetext"), "2");
    assert.equal(await page.locator("#verdict").textContent(), "Out of memory");
    // The same buttons once the page is at rest, or none yet.
    if (words.length > 0) {
      await address(page, "#v=1&p=gpt3-175b/h100x64&tp=8&pp=2");
      await page.locator("#cures b", { hasText: /PP 2 →/ }).first().waitFor();
      assert.deepEqual(words, await page.locator("#cures button").allTextContents());
    }
  });

  test("keys step a slider, and the number box takes any number", async (t) => {
    const page = await open(t, FITS);
    await page.locator("#tp").focus();
    await page.keyboard.press("ArrowRight");
    await address(page, `${FITS.replace("tp=8", "tp=16")}`);
    assert.equal(await box(page, "tp").inputValue(), "16");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await address(page, `${FITS.replace("tp=8", "tp=4")}`);
    await page.keyboard.press("Home");
    await address(page, `${FITS.replace("&tp=8", "")}`);
    await type(page, "tp", "2");
    await address(page, `${FITS.replace("tp=8", "tp=2")}`);
    assert.equal(await page.locator("#tp").getAttribute("aria-valuetext"), "2");
    await type(page, "tp", "8");
    await address(page, FITS);
    await showsSoon(page, await shown(await open(t, FITS)));
  });

  test("a number is taken as it is typed", async (t) => {
    const page = await open(t, FITS);
    await type(page, "price", "12.345");
    await address(page, `${FITS}&price=12.345`);
    assert.equal(await box(page, "price").inputValue(), "12.345");
    await type(page, "tok", "1234.5");
    await address(page, `${FITS}&tok=1234500000000&price=12.345`);
    assert.equal(await box(page, "tok").inputValue(), "1234.5");
  });

  test("every number box holds its number", async (t) => {
    for (const link of [FITS, "#v=1&p=gpt3-175b/a100-80x1024", "#v=1&p=llama3-8b/mi300xx8"]) {
      const page = await open(t, link);
      const empty = await page.evaluate(() =>
        [...document.querySelectorAll(".row:has([type=range])")]
          .filter((row) => Number.isNaN(row.querySelector(".number").valueAsNumber))
          .map((row) => row.querySelector("[type=range]").id));
      assert.deepEqual(empty, [], link);
    }
  });

  for (const [what, text] of [["an empty box", ""], ["half a GPU", "4.5"], ["no GPU at all", "0"], ["too many", "99999999999"]]) {
    test(`box and plan agree again after ${what}`, async (t) => {
      const page = await open(t, FITS);
      await type(page, "tp", text === "" ? "1" : text);
      if (text === "") await page.keyboard.press("Backspace");
      await page.keyboard.press("Tab");
      const plan = await page.locator("#tp").getAttribute("aria-valuetext");
      assert.equal(await box(page, "tp").inputValue(), plan.replaceAll(",", ""));
    });
  }

  test("an illegal plan is explained, and a repair changes nothing else", async (t) => {
    const page = await open(t, FITS);
    const legal = await shown(page);
    const need = await page.locator("#need").textContent();
    await type(page, "tp", "6");
    await verdict(page, "Not possible");
    const reasons = page.locator("#reasons");
    const text = await reasons.innerText();
    assert.match(text, /TP 6 does not divide 64 heads: legal are 1, 2, 4, 8/);
    assert.match(text, /tp·pp·cp = 6·4·1 = 24 does not divide 64 GPUs/);
    // No value is clamped silently, and no old verdict is shown as valid.
    assert.equal(await box(page, "tp").inputValue(), "6");
    assert.ok(await page.locator("#need").isHidden());
    assert.ok(await page.locator("#figures").evaluate((figures) => figures.classList.contains("stale")));
    assert.match(await page.locator("#summary").innerText(), /^TP 6 does not divide 64 heads/);
    assert.deepEqual(await notices(page), ["reasons"]);
    await address(page, ILLEGAL);
    const repairs = reasons.locator("li").first().locator("button");
    assert.ok(await repairs.count() >= 1);
    await reasons.getByRole("button", { name: "TP 6 → 8" }).first().click();
    await address(page, FITS);
    await verdict(page, "Fits");
    assert.deepEqual(await notices(page), []);
    assert.equal(await page.locator("#need").textContent(), need);
    await showsSoon(page, legal);
    await page.goBack();
    await address(page, ILLEGAL);
    await verdict(page, "Not possible");
  });

  test("an illegal link opens with its reasons and can be repaired", async (t) => {
    const page = await open(t, ILLEGAL);
    await verdict(page, "Not possible");
    const reasons = page.locator("#reasons");
    await reasons.locator("button").first().click();
    await reasons.waitFor({ state: "hidden" });
    const repaired = await page.evaluate(() => location.hash);
    assert.match(repaired, /^#v=1&p=llama3-70b\/h100x64&(tp=\d+&)?pp=4$/);
  });

  test("a copied link opens the same plan with the same numbers", async (t) => {
    const context = { permissions: ["clipboard-read", "clipboard-write"] };
    const page = await open(t, FITS, { context });
    await page.locator("#mbs").focus();
    await page.keyboard.press("ArrowRight");
    // At once, before the address is written.
    await page.locator("#copy-link").click();
    await page.waitForFunction(() =>
      document.getElementById("copy-link").textContent === "Link copied"
      || document.querySelector(".by-hand").offsetParent !== null);
    const byHand = await page.locator(".by-hand").isVisible();
    assert.ok(!byHand || name === "firefox", "the clipboard is open, yet the link was not copied");
    const copied = byHand
      ? await page.locator(".by-hand input").inputValue()
      : await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(copied.endsWith(`${FITS}&mbs=2`), copied);
    const [site, fragment] = copied.split("#");
    assert.equal(site, page.url().split("#")[0]);
    const other = await open(t, `#${fragment}`);
    assert.deepEqual(await shown(other), await shown(page));
    if (!byHand) await page.locator("#copy-link", { hasText: "Copy link" }).waitFor();
  });

  test("a reload keeps the plan", async (t) => {
    const page = await open(t, FITS);
    await page.locator("#ckpt input").nth(2).check({ force: true });
    await page.locator("#pp").focus();
    await page.keyboard.press("ArrowLeft");
    await address(page, `${FITS.replace("pp=4", "pp=2")}&ckpt=full`);
    const before = await shown(page);
    await page.reload();
    await started(page);
    assert.deepEqual(await shown(page), before);
  });

  test("Reset keeps model and cards and drops the rest, and Back returns", async (t) => {
    const page = await open(t, `${FITS}&vp=2&mbs=2&ckpt=full&price=3`);
    await settled(page);
    const before = await shown(page);
    await page.getByRole("button", { name: "Reset" }).click();
    await address(page, "#v=1&p=llama3-70b/h100x64");
    const plain = await open(t, "#v=1&p=llama3-70b/h100x64");
    await settled(plain);
    await showsSoon(page, await shown(plain));
    await page.goBack();
    await showsSoon(page, before);
  });

  test("data parallel follows, and says so", async (t) => {
    const page = await open(t, FITS);
    const follows = page.locator(".follows", { hasText: "Data parallel" });
    assert.match(await follows.textContent(), /64 ÷ \(8·4\) = 2$/);
    await page.locator("#pp").focus();
    await page.keyboard.press("ArrowLeft");
    await follows.filter({ hasText: /64 ÷ \(8·2\) = 4$/ }).waitFor();
    await page.locator("#cp").focus();
    await page.keyboard.press("ArrowRight");
    await follows.filter({ hasText: /64 ÷ \(8·2·2\) = 2$/ }).waitFor();
    // 512 sequences of 8,192 tokens, on 2 data-parallel ranks.
    const batch = page.locator(".follows", { hasText: "micro-batches" });
    assert.match(await batch.textContent(), /^4\.19\sM tokens a step, in 256 micro-batches/);
  });

  test("whatever is changed, the page shows what a fresh one would", async (t) => {
    const page = await open(t, FITS);
    const steps = [
      () => page.locator("#model").selectOption({ index: 1 }),
      () => page.locator("#gpu").selectOption({ index: 5 }),
      () => type(page, "gpus", "512"),
      () => page.locator("#zero input").nth(3).check({ force: true }),
      () => page.locator("#sp input").nth(0).check({ force: true }),
      () => type(page, "vp", "3"),
      () => page.locator("#opt").selectOption({ index: 3 }),
      () => page.locator("#recipe").selectOption({ index: 2 }),
      () => type(page, "seq", "4096"),
      () => type(page, "gbs", "1000"),
      () => page.locator("#model").selectOption({ index: 0 }),
    ];
    let last = FITS;
    for (const [index, step] of steps.entries()) {
      await step();
      // Text typed key by key may be written more than once if keys come slowly.
      const written = await page.waitForFunction((last) => {
        const now = performance.now();
        if (window.written?.hash !== location.hash) window.written = { hash: location.hash, since: now };
        return location.hash !== last && now - window.written.since > 600 && location.hash;
      }, last);
      last = await written.jsonValue();
      const fresh = await open(t, last);
      assert.ok(await fresh.locator("#link-notice").isHidden(), last);
      await showsSoon(page, await shown(fresh)).catch((error) => {
        error.message = `step ${index}, ${last}: ${error.message}`;
        throw error;
      });
      await fresh.close();
    }
  });

  test("a custom model and card are named in the lists", async (t) => {
    const page = await open(t, "#v=1&p=custom/customx64&tp=8");
    for (const id of ["model", "gpu"]) {
      const chosen = await page.locator(`#${id} option:checked`).textContent();
      assert.match(chosen, /custom/i);
    }
  });

  test("GiB and GB, light and dark: chosen once, kept, never in the link", async (t) => {
    const page = await open(t, FITS);
    const gib = await readNumber(page, "#need");
    await page.getByRole("button", { name: "Memory in GiB" }).click();
    await page.locator("#capacity", { hasText: /GB$/ }).waitFor();
    const gb = await readNumber(page, "#need");
    assert.ok(Math.abs(gb / gib - 1.0737) < 0.003, `${gib} GiB, ${gb} GB`);
    await page.getByRole("button", { name: "Theme: as system" }).click();
    await page.getByRole("button", { name: "Theme: light" }).click();
    await page.locator("html[data-theme=dark]").waitFor();
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    await page.reload();
    await page.locator("#capacity", { hasText: /GB$/ }).waitFor();
    assert.equal(await paper(), dark);
    assert.equal(await page.evaluate(() => location.hash), FITS);
    await page.getByRole("button", { name: "Theme: dark" }).click();
    await page.getByRole("button", { name: "Theme: as system" }).click();
    assert.notEqual(await paper(), dark);
  });

  test("a teacher's units and theme hold whatever the reader chose", async (t) => {
    const page = await open(t, FITS, { query: "?units=gb&theme=dark" });
    assert.match(await page.locator("#capacity").textContent(), /GB$/);
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
    assert.equal(await page.evaluate(() => location.search), "?units=gb&theme=dark");
  });

  test("on a phone, the buttons beside a slider step it", async (t) => {
    const page = await open(t, FITS, { context: { viewport: { width: 360, height: 640 } } });
    await page.getByRole("button", { name: "One step less: Pipeline, Slice" }).click();
    await address(page, FITS.replace("pp=4", "pp=2"));
    await page.getByRole("button", { name: "One step more: Pipeline, Slice" }).click();
    await address(page, FITS);
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
    test(`the page's numbers are the command's: ${link}`, async (t) => {
      const page = await open(t, link);
      const { legal, memory, time, mfu, run } = await estimate(link);
      assert.ok(legal);
      const words = { fits: "Fits", tight: "Tight", oom: "Out of memory" };
      assert.equal(await page.locator("#verdict").textContent(), words[memory.verdict]);
      isShown(await page.locator("#need").textContent(), memory.peak_gib, 1);
      isShown(await page.locator("#capacity").textContent(), memory.capacity_gib, 1);
      isShown(await page.locator("#mfu").textContent(), mfu * 100, 1);
      isShown(await page.locator("#bubble").textContent(), time.bubble_fraction * 100, 1);
      const totals = await page.locator(".stage .total").allTextContents();
      assert.equal(totals.length, memory.stages.length);
      totals.forEach((total, stage) => isShown(total, memory.stages[stage].total_gib, 1));
      const seconds = { ms: 1e-3, s: 1, min: 60, h: 3600 };
      const step = await page.locator("#step").textContent();
      const shownStep = numberIn(step) * seconds[step.match(/[a-z]+$/)[0]];
      assert.ok(Math.abs(shownStep / time.step_s - 1) < 0.006, `${step} is not ${time.step_s} s`);
      const cost = await page.locator("dd:has(#days) small:not(.delta)").textContent();
      const million = { M: 1e6, B: 1e9, T: 1e12 }[cost.at(-1)] ?? 1;
      assert.ok(Math.abs((numberIn(cost) * million) / run.cost_usd - 1) < 0.006, `${cost} is not ${run.cost_usd}`);
    });
  }
});
