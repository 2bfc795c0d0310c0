// Lessons in the page: the tour, challenges by any path, exercises, hints, stored progress; also by keyboard or screen
// reader alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FITS, calm, inEachBrowser, started, type, violations } from "./planner.mjs";

/** Opens a lesson by the query, at a step if `address` has one. */
const at = (address) => ({ query: `?lesson=${address}` });

/** Waits until the panel is at this step. */
const step = (page, id) => page.locator(`#lesson[data-step="${id}"]`).waitFor();

/** Waits until the goal is reached, or is not. */
const goal = (page, reached) => page.locator(`#lesson-goal[data-reached="${reached}"]`).waitFor();

/** Number of steps done of the open lesson. */
const done = (page) => page.locator("#lesson-list li[data-done]").count();

/** Waits until this number of steps is done. */
const doneSoon = (page, count) => page.waitForFunction(
  (count) => document.querySelectorAll("#lesson-list li[data-done]").length === count, count);

/** Waits until the search for hints has ended. */
const found = (page) => page.waitForFunction(() =>
  [...document.querySelectorAll(".lesson-hints li")].every((hint) => !/Looking for a way/.test(hint.textContent)));

/** Chooses an option of a control. */
const choose = (page, key, index) => page.locator(`#${key} input`).nth(index).check({ force: true });

inEachBrowser(({ name, open }) => {
  const onlyChromium = { skip: name !== "chromium" && "only Chromium tells what assistive technology gets" };

  test("the tour: five stops, each reached by dragging", async (t) => {
    const page = await open(t, "", at("tour"));
    const drag = {
      state: () => choose(page, "zero", 2),
      scratchpad: () => choose(page, "ckpt", 2),
      cable: () => type(page, "tp", "8"),
      bubble: () => type(page, "gbs", "64"),
      lastinch: () => choose(page, "flash", 1),
    };
    let count = 0;
    for (const [id, act] of Object.entries(drag)) {
      await step(page, id);
      await goal(page, false);
      assert.equal(await done(page), count, id);
      await act();
      await goal(page, true);
      await doneSoon(page, ++count);
      assert.ok(await page.locator("#lesson .well").isVisible(), id);
      await page.locator("#lesson-next").click();
    }
    // The files of the lessons are requested again.
    await page.locator("#lesson .shelf li", { hasText: "5 steps, 5 done" }).first().waitFor();
    assert.match(await page.locator("#lesson .shelf li").first().textContent(), /5 steps, 5 done/);
  });

  test("a challenge counts whatever way leads there, and is told once", async (t) => {
    const page = await open(t, "", at("challenges/seventy-fits"));
    await step(page, "seventy-fits");
    await goal(page, false);
    await page.evaluate(() => {
      window.said = [];
      const status = document.querySelector("[role=status], [aria-live]");
      new MutationObserver(() => window.said.push(status.textContent)).observe(status, { subtree: true, childList: true, characterData: true });
    });
    await type(page, "pp", "2");
    await goal(page, true);
    await doneSoon(page, 1);
    const told = () => page.evaluate(() => window.said.filter((said) => /Step done\./.test(said)).length);
    await page.waitForFunction(() => window.said.some((said) => /Step done\./.test(said)));
    assert.equal(await told(), 1);
    // Another path, from the start again: the step stays done.
    await page.locator("#lesson-restart").click();
    await goal(page, false);
    await type(page, "tp", "4");
    await choose(page, "zero", 2);
    await goal(page, false);
    await type(page, "pp", "8");
    await goal(page, true);
    assert.equal(await done(page), 1);
  });

  test("three challenges by their own controls, and what is locked stays", async (t) => {
    const ways = {
      bubble: (page) => type(page, "gbs", "128"),
      "flash-on": (page) => choose(page, "flash", 1),
      "colleague-zero": (page) => type(page, "pp", "8"),
    };
    for (const [id, act] of Object.entries(ways)) {
      const page = await open(t, "", at(`challenges/${id}`));
      await step(page, id);
      await goal(page, false);
      for (const key of ["model", "gpu", "gpus"]) {
        const row = page.locator(`aside [data-control=${key}]`);
        assert.ok((await row.locator("input, select").evaluateAll((all) => all.map((one) => one.matches(":disabled")))).every(Boolean), key);
      }
      await act(page);
      await goal(page, true);
      await doneSoon(page, 1);
      // Controls locked for the step are free again after it.
      await page.locator("#lesson-close").click();
      await page.waitForFunction(() => !document.querySelector("aside [data-control=model] select").matches(":disabled"));
      assert.equal(await page.evaluate(() => document.documentElement.dataset.view), undefined);
    }
  });

  test("hints are worked out from the plan at hand, and lead to the goal", async (t) => {
    const page = await open(t, "", at("challenges/past-the-node"));
    await step(page, "past-the-node");
    const hints = page.locator(".lesson-hints li");
    for (const count of [1, 2, 3]) {
      await page.locator("#lesson-hint").click();
      await hints.nth(count - 1).waitFor();
    }
    await found(page);
    assert.match(await hints.nth(0).textContent(), /Still to reach: .*MFU ≥ 40\s%.*pays most to: cable/);
    assert.match(await hints.nth(1).textContent(), /Tensor/);
    const before = await hints.nth(2).textContent();
    // For another plan the path differs.
    await type(page, "tp", "8");
    await page.locator("#lesson-hint").click();
    await page.waitForFunction((before) => document.querySelectorAll(".lesson-hints li")[2].textContent !== before, before);
    await found(page);
    await page.locator("#lesson-set").click();
    await goal(page, true);
    await doneSoon(page, 1);
  });

  test("exercises take numbers as people write them, and name usual mistakes", async (t) => {
    const page = await open(t, "", at("exercises"));
    await page.locator("[data-question]").first().waitFor();
    const answer = async (text, place = 0) => {
      await page.locator(`[data-question="${place}"]`).fill(text);
      await page.locator(`[data-question="${place}"]`).press("Enter");
      await page.locator(`[data-answer="${place}"]:not([data-state=""])`).waitFor();
      return page.locator(`[data-answer="${place}"]`).textContent();
    };
    assert.match(await answer("many"), /no number/);
    assert.match(await answer("52"), /optimizer/i);
    assert.equal(await answer("100"), "Too small.");
    assert.equal(await answer("208 GB"), "Right.");
    assert.equal(await done(page), 0);
    const others = await page.locator("[data-question]").count();
    assert.equal(others, 2);
    assert.equal(await answer("3", 1), "Right.");
    await doneSoon(page, 1);
    assert.ok(await page.locator("#lesson .solution").isVisible());
  });

  test("what is done is kept, summed up, and forgotten if the reader says so", async (t) => {
    const page = await open(t, FITS, { ...at("tour") });
    await step(page, "state");
    await choose(page, "zero", 2);
    await doneSoon(page, 1);
    await page.locator("#lesson-summary summary").click();
    const summary = await page.locator("#lesson-summary-text").inputValue();
    assert.match(summary, /1 of 5 steps done\n✓ .* \(1 control\)\n {2}http.*#v=1&p=llama3-8b\/h100x8&zero=2\n○ /);
    await page.reload();
    await started(page);
    // The lesson continues where the reader stopped.
    await step(page, "scratchpad");
    assert.equal(await done(page), 1);
    await page.locator("#lesson-all").click();
    await page.locator("#lesson-own").waitFor();
    await page.locator("#lesson-forget").click();
    await page.locator("#lesson .shelf small", { hasText: /^5 steps$/ }).waitFor();
    await page.locator("#lesson-keep").uncheck();
    await page.locator("[data-lesson=tour]").click();
    await step(page, "state");
    await choose(page, "zero", 2);
    await doneSoon(page, 1);
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("shardwise.lesson."))), []);
  });

  test("the recipe judges the reader's own plan, and leaves it as it is", async (t) => {
    const page = await open(t, FITS, at("recipe"));
    await step(page, "bill");
    await goal(page, true);
    assert.equal(await page.evaluate(() => location.hash), FITS);
    await page.locator("#lesson-list summary").click();
    assert.equal(await page.locator("#lesson-list li").count(), 6);
    await page.locator("#lesson-list button", { hasText: /tensor/i }).first().click();
    await step(page, "tensor");
    await type(page, "tp", "32");
    await goal(page, false);
  });

  test("words are explained on hover and on focus", async (t) => {
    const page = await open(t, "", at("tour"));
    const term = page.locator("#lesson .term").first();
    await term.waitFor();
    const meaning = term.locator("[role=tooltip]");
    assert.ok(!await meaning.isVisible());
    await term.locator("button").hover();
    await meaning.waitFor({ state: "visible" });
    await page.mouse.move(0, 0);
    await meaning.waitFor({ state: "hidden" });
    await term.locator("button").focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await meaning.waitFor({ state: "visible" });
    await page.keyboard.press("Escape");
    await meaning.waitFor({ state: "hidden" });
  });

  test("a whole challenge by keys alone", async (t) => {
    const page = await open(t, FITS);
    const focused = () => page.evaluate(() => {
      const { activeElement: element } = document;
      return element.id || element.dataset.lesson || element.dataset.step || element.dataset.lever || "";
    });
    /** Presses a key until the focused element is the wanted one. */
    const until = async (key, wanted) => {
      for (let count = 0; count < 250; count += 1) {
        await page.keyboard.press(key);
        const id = await focused();
        if (wanted(id)) return;
      }
      assert.fail(`no way by ${key} to ${wanted}`);
    };
    await page.locator("#lessons").waitFor();
    await until("Tab", (id) => id === "lessons");
    await page.keyboard.press("Enter");
    await page.locator("#lesson [data-lesson=challenges]").waitFor();
    await until("Tab", (id) => id === "challenges");
    await page.keyboard.press("Enter");
    await step(page, "state-7b");
    // The list of steps, opened by its summary.
    await page.locator("#lesson-list summary").waitFor();
    const onSummary = () => page.evaluate(() => document.activeElement.matches("#lesson-list > summary"));
    for (let count = 0; count < 20 && !await onSummary(); count += 1) await page.keyboard.press("Shift+Tab");
    assert.ok(await onSummary());
    await page.keyboard.press("Enter");
    // "Attention that fills the card".
    await until("Tab", (id) => id === "5");
    await page.keyboard.press("Enter");
    await step(page, "flash-on");
    await goal(page, false);
    // The panel's link leads to the control.
    await until("Tab", (id) => id === "flash");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.closest("aside"));
    const reached = () => page.locator("#lesson-goal").getAttribute("data-reached");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) {
      if (await reached() === "true") break;
      await page.keyboard.press(key);
      await calm(page);
    }
    await goal(page, true);
    await doneSoon(page, 1);
    await until("Shift+Tab", (id) => id === "lesson-next");
    await page.keyboard.press("Enter");
    await goal(page, false);
  });

  test("a whole challenge by what a screen reader gets alone", onlyChromium, async (t) => {
    const page = await open(t, FITS);
    await page.getByRole("button", { name: "Lessons", exact: true }).click();
    const panel = page.getByRole("region", { name: "Lesson", exact: true });
    await panel.getByRole("button", { name: "The tour of the five tolls" }).click();
    await panel.getByRole("heading", { name: "The state shelf" }).waitFor();
    // The questions are in the accessibility tree, with whether each is reached.
    assert.match(await panel.ariaSnapshot(), /fits\s*, not reached/);
    await panel.getByRole("button", { name: "ZeRO stage" }).or(panel.getByRole("button", { name: "ZeRO", exact: true })).first().click();
    const zero = page.getByRole("radiogroup", { name: /ZeRO/ }).or(page.getByRole("group", { name: /ZeRO/ })).first();
    await zero.getByRole("radio", { name: "2" }).check({ force: true });
    await page.waitForFunction(() => /Step done\./.test([...document.querySelectorAll("[role=status], [aria-live]")].map((place) => place.textContent).join()));
    const after = await panel.ariaSnapshot();
    assert.match(after, /fits\s*, reached/);
    await panel.getByRole("button", { name: "Next" }).click();
    await panel.getByRole("heading", { name: /scratchpad/i }).waitFor();
  });

  for (const theme of ["light", "dark"]) {
    test(`axe finds nothing, ${theme}`, async (t) => {
      const page = await open(t, FITS, { query: `?theme=${theme}` });
      await page.locator("#lessons").click();
      await page.locator("#lesson .shelf p").nth(3).waitFor();
      for (const fold of ["others", "glossary"]) await page.locator(`#lesson .${fold} summary`).click();
      assert.deepEqual(await violations(page, "#lesson"), []);
      await page.locator("[data-lesson=exercises]").click();
      await page.locator("[data-question]").first().fill("52");
      await page.locator("[data-check]").first().click();
      for (const fold of ["#lesson-list", ".solution", "#lesson-summary"]) await page.locator(`#lesson ${fold} summary`).first().click();
      assert.deepEqual(await violations(page, "#lesson"), []);
    });
  }

  test("on a phone the panel is a sheet that folds away, and nothing stands out", async (t) => {
    for (const width of [390, 320]) {
      const page = await open(t, "", { ...at("tour"), context: { viewport: { width, height: 740 } } });
      await step(page, "state");
      const height = () => page.locator("#lesson").evaluate((panel) => panel.getBoundingClientRect().height);
      assert.ok(await height() <= 0.46 * 740, `${await height()}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await page.locator("#lesson-fold").click();
      assert.ok(await height() < 100, `${await height()}`);
      await choose(page, "zero", 2);
      await page.locator("#lesson-fold").click();
      await goal(page, true);
    }
  });

  test("a lesson's file is opened, or says what is wrong with it", async (t) => {
    const page = await open(t, FITS);
    await page.locator("#lessons").click();
    await page.locator("#lesson .others summary").click();
    const give = (text) => page.locator("#lesson-file").setInputFiles({ name: "lesson.json", mimeType: "application/json", buffer: Buffer.from(text) });
    const faults = page.locator("#lesson .refused li");
    await give("{");
    await faults.first().waitFor();
    await give(JSON.stringify({ shardwise: 1, id: "a", title: "A", steps: [{ id: "b", title: "B", text: "T", goal: "mfa > 3" }] }));
    await page.locator("#lesson .refused li", { hasText: /steps\[1\] \(b\)\.goal: there is no field “mfa” at character 1: did you mean “mfu”/ }).waitFor();
    await give("x".repeat(300_000));
    await page.locator("#lesson .refused li", { hasText: /256,000 bytes/ }).waitFor();
    await give(JSON.stringify({ shardwise: 1, id: "mine", title: "Mine", steps: [{ id: "b", title: "<b>B</b>", text: "Have {{gpus}} *GPUs*.", goal: "gpus = 128" }] }));
    await page.locator("#lesson[data-lesson=mine]").waitFor();
    assert.equal(await page.locator("#lesson-title").textContent(), "<b>B</b>");
    assert.equal(await page.locator("#lesson .text").textContent(), "Have 64 GPUs.");
    await type(page, "gpus", "128");
    await goal(page, true);
    assert.equal(await page.locator("#lesson .text .live").textContent(), "128");
  });
});
