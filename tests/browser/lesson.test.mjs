// Lessons in the page: the tour, challenges by any path, exercises, hints, stored progress; also by keyboard or screen
// reader alone.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { FITS, press, settled, started, type, unfold, violations } from "./planner.mjs";

/** Opens a lesson by the query, at a step if `address` has one. */
const at = (address) => ({ query: `?lesson=${address}` });

/** Waits until the panel is at this step. */
const step = (page, id) => page.locator(`#lesson[data-step="${id}"]`).waitFor();

/** Waits until the goal is reached, or is not. */
const goal = (page, reached) => page.locator(`#lesson-goal[data-reached="${reached}"]`).waitFor();

/** Waits until this number of the open lesson's steps is done. */
const done = (page, count) => expect(page.locator("#lesson-list li[data-done]")).toHaveCount(count);

/** Waits until the search for hints has ended. */
const found = (page) =>
  expect(page.locator(".lesson-hints li").filter({ hasText: "Looking for a solution" })).toHaveCount(0);

/** Chooses an option of a control. */
const choose = (page, key, index) => page.locator(`#${key} input`).nth(index).press(" ");

test("the tour: five stops, each reached by dragging", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  const page = await open("", at("tour"));
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
    await done(page, count);
    await act();
    await goal(page, true);
    await done(page, ++count);
    await expect(page.locator("#lesson .well"), id).toBeVisible();
    if (id === "state") {
      await expect(page.locator("#lesson .well")).toContainText("The weights stay whole.");
      await expect(page.locator("#lesson .well")).not.toContainText("Each layer’s weights are gathered");
    }
    await press(page.locator("#lesson-next"));
  }
  // The files of the lessons are requested again.
  await expect(page.locator("#lesson .shelf li").first()).toContainText("5 steps, 5 done");
});

test("a challenge counts whatever way leads there, and is told once", { tag: "@core" }, async ({ open }) => {
  const page = await open("", at("challenges/seventy-fits"));
  await step(page, "seventy-fits");
  await goal(page, false);
  await page.evaluate(() => {
    window.said = [];
    const status = document.querySelector("[role=status], [aria-live]");
    const note = () => window.said.push(status.textContent);
    new MutationObserver(note).observe(status, { subtree: true, childList: true, characterData: true });
  });
  await type(page, "pp", "2");
  await goal(page, true);
  await done(page, 1);
  const announced = () => page.evaluate(() => window.said.filter((said) => /Step done\./.test(said)).length);
  await expect.poll(announced).toBeGreaterThan(0);
  await settled(page);
  assert.equal(await announced(), 1);
  // Another path, from the start again: the step stays done.
  await press(page.locator("#lesson-restart"));
  await goal(page, false);
  await type(page, "tp", "4");
  await choose(page, "zero", 2);
  await settled(page);
  await goal(page, false);
  await type(page, "pp", "8");
  await goal(page, true);
  await done(page, 1);
});

test("three challenges by their own controls, and what is locked stays", async ({ open }) => {
  const ways = {
    bubble: (page) => type(page, "gbs", "128"),
    "flash-on": (page) => choose(page, "flash", 1),
    "colleague-zero": (page) => type(page, "pp", "8"),
  };
  for (const [id, act] of Object.entries(ways)) {
    const page = await open("", at(`challenges/${id}`));
    await step(page, id);
    await goal(page, false);
    for (const key of ["model", "gpu", "gpus"]) {
      const row = page.locator(`aside [data-control=${key}]`);
      await expect(row.locator("input, select").first()).toBeAttached();
      await expect(row.locator(":is(input, select):enabled"), key).toHaveCount(0);
    }
    await act(page);
    await goal(page, true);
    await done(page, 1);
    // Controls locked for the step are free again after it.
    await press(page.locator("#lesson-close"));
    await expect(page.locator("aside [data-control=model] select")).toBeEnabled();
    await expect(page.locator("html")).not.toHaveAttribute("data-view");
    await page.close();
  }
});

test("hints are worked out from the plan at hand, and lead to the goal", { tag: "@core" }, async ({ open }) => {
  const page = await open("", at("challenges/past-the-node"));
  await step(page, "past-the-node");
  const hints = page.locator(".lesson-hints li");
  for (const count of [1, 2, 3]) {
    await press(page.locator("#lesson-hint"));
    await expect(hints).toHaveCount(count);
  }
  await found(page);
  await expect(hints.nth(0)).toHaveText(/Still to reach: .*MFU at least 35\s%/);
  await expect(hints.nth(0)).toHaveText(/Largest cost of time now: exposed communication, [1-9]/);
  await expect(hints.nth(1)).toHaveText(/Tensor/);
  await settled(page);
  const before = await hints.nth(2).textContent();
  // For another plan the path differs.
  await type(page, "tp", "8");
  await press(page.locator("#lesson-hint"));
  await expect(hints.nth(2)).not.toHaveText(before);
  await found(page);
  await expect(hints.nth(2)).not.toHaveText(before);
  await press(page.locator("#lesson-set"));
  await goal(page, true);
  await done(page, 1);
  // Nothing is left to hint at, and the focus stays in the panel.
  await expect(hints).toHaveCount(0);
  await expect(page.locator("#lesson-hint, #lesson-set")).toHaveCount(0);
  await expect(page.locator("#lesson-restart")).toBeFocused();
});

test("exercises take numbers as people write them, and name usual mistakes", { tag: "@core" }, async ({ open }) => {
  const page = await open("", at("exercises"));
  const answer = async (text, expected, place = 0) => {
    const field = page.locator(`[data-question="${place}"]`);
    await field.fill(text);
    await field.press("Enter");
    await expect(page.locator(`[data-answer="${place}"]:not([data-state=""])`)).toHaveText(expected);
  };
  await answer("many", /Enter a number/);
  await answer("52", /optimizer/i);
  await answer("100", "Too small.Read as 100\u00a0GB.");
  await answer("208.000", /more than one number/);
  await press(page.getByRole("button", { name: "208000\u00a0GB" }));
  await expect(page.locator("[data-answer=\"0\"]")).toHaveText(/Too large/);
  await answer("13*16", "Right.Read as 208\u00a0GB.");
  await settled(page);
  await done(page, 0);
  await expect(page.locator("[data-question]")).toHaveCount(2);
  await answer("3", /^Right/, 1);
  await done(page, 1);
  await expect(page.locator("#lesson .solution")).toBeVisible();
});

test("what is done is kept, summed up, and forgotten if the reader says so", {
  tag: ["@core", "@firefox"],
}, async ({ open }) => {
  const page = await open(FITS, at("tour"));
  await step(page, "state");
  await choose(page, "zero", 2);
  await done(page, 1);
  await unfold(page.locator("#lesson-summary"));
  await expect(page.locator("#lesson-summary-text")).toHaveValue(
    /1 of 5 steps done\n✓ .* \(1 control\)\n {2}http.*#v=1&p=llama3-8b\/h100x8&zero=2\n○ /);
  await settled(page);
  await page.reload();
  await started(page);
  // The lesson continues where the reader stopped.
  await step(page, "state");
  await done(page, 1);
  await press(page.locator("#lesson-all"));
  await page.locator("#lesson-own").waitFor();
  await press(page.locator("#lesson-forget"));
  await page.locator("#lesson .shelf small", { hasText: /^5 steps$/ }).waitFor();
  await page.locator("#lesson-keep").press(" ");
  await expect(page.locator("#lesson-keep")).not.toBeChecked();
  await press(page.locator("[data-lesson=tour]"));
  await step(page, "state");
  await choose(page, "zero", 2);
  await done(page, 1);
  await settled(page);
  const keys = await page.evaluate(() => Object.keys(localStorage));
  assert.deepEqual(keys.filter((key) => key.startsWith("shardwise.lesson.")), []);
});

test("the recipe judges the reader's own plan, and leaves it as it is", async ({ open }) => {
  const page = await open(FITS, at("recipe"));
  await step(page, "bill");
  await goal(page, true);
  await settled(page);
  assert.equal(await page.evaluate(() => location.hash), FITS);
  await unfold(page.locator("#lesson-list"));
  await expect(page.locator("#lesson-list li")).toHaveCount(6);
  await press(page.locator("#lesson-list button", { hasText: /tensor/i }).first());
  await step(page, "tensor");
  await type(page, "tp", "32");
  await goal(page, false);
});

test("words are explained on hover and on focus", async ({ open }) => {
  const page = await open("", at("tour"));
  await unfold(page.locator("#lesson .intro"));
  const term = page.locator("#lesson .term").first();
  await term.waitFor();
  await settled(page);
  const meaning = term.locator("[role=tooltip]");
  await expect(meaning).toBeHidden();
  await term.locator("button").hover();
  await expect(meaning).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(meaning).toBeHidden();
  await term.locator("button").focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(meaning).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(meaning).toBeHidden();
});

test("a whole challenge by keys alone", async ({ open }) => {
  const page = await open(FITS);
  const focused = () => page.evaluate(() => {
    const { activeElement: element } = document;
    return element.id || element.dataset.lesson || element.dataset.step || element.dataset.lever || "";
  });
  /** Presses a key until the focused element is the wanted one. */
  const until = async (key, wanted) => {
    for (let count = 0; count < 250; count += 1) {
      await page.keyboard.press(key);
      if (await focused() === wanted) return;
    }
    assert.fail(`no way by ${key} to ${wanted}`);
  };
  await page.locator("#lessons").waitFor();
  await settled(page);
  await until("Tab", "lessons");
  await page.keyboard.press("Enter");
  await page.locator("#lesson [data-lesson=challenges]").waitFor();
  await settled(page);
  await until("Tab", "challenges");
  await page.keyboard.press("Enter");
  await step(page, "state-7b");
  await settled(page);
  // The list of steps, opened by its summary.
  const onSummary = () => page.evaluate(() => document.activeElement.matches("#lesson-list > summary"));
  for (let count = 0; count < 20 && !await onSummary(); count += 1) await page.keyboard.press("Shift+Tab");
  await expect(page.locator("#lesson-list > summary")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#lesson-list")).toHaveAttribute("open");
  // "Attention that fills the card".
  await until("Tab", "5");
  await page.keyboard.press("Enter");
  await step(page, "flash-on");
  await goal(page, false);
  await settled(page);
  // The panel's link leads to the control.
  await until("Tab", "flash");
  await page.keyboard.press("Enter");
  await expect(page.locator("aside :focus")).toBeAttached();
  const reached = () => page.locator("#lesson-goal").getAttribute("data-reached");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) {
    if (await reached() === "true") break;
    await page.keyboard.press(key);
    await settled(page);
  }
  await goal(page, true);
  await done(page, 1);
  await until("Shift+Tab", "lesson-next");
  await page.keyboard.press("Enter");
  await goal(page, false);
});

test("a whole challenge by what a screen reader gets alone", { tag: "@core" }, async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "only Chromium tells what assistive technology gets");
  const page = await open(FITS);
  await press(page.getByRole("button", { name: "Lessons", exact: true }));
  const panel = page.getByRole("region", { name: "Lesson", exact: true });
  await press(panel.getByRole("button", { name: "The tour of the five tolls" }));
  await panel.getByRole("heading", { name: "The state shelf" }).waitFor();
  // The questions are in the accessibility tree, with whether each is reached.
  await expect.poll(() => panel.ariaSnapshot()).toMatch(/the plan fits\s*, not reached/);
  const stage = panel.getByRole("button", { name: "ZeRO stage" });
  await press(stage.or(panel.getByRole("button", { name: "ZeRO", exact: true })).first());
  const zero = page.getByRole("radiogroup", { name: /ZeRO/ }).or(page.getByRole("group", { name: /ZeRO/ })).first();
  await zero.getByRole("radio", { name: "2" }).press(" ");
  await expect.poll(async () => (await page.locator("[role=status], [aria-live]").allTextContents()).join())
    .toMatch(/Step done\./);
  await expect.poll(() => panel.ariaSnapshot()).toMatch(/the plan fits\s*, reached/);
  await press(panel.getByRole("button", { name: "Next" }));
  await panel.getByRole("heading", { name: /scratchpad/i }).waitFor();
});

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing, ${theme}`, async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
    const page = await open(FITS, { query: `?theme=${theme}` });
    await press(page.locator("#lessons"));
    await page.locator("#lesson .shelf p").nth(3).waitFor();
    for (const fold of ["others", "glossary"]) await unfold(page.locator(`#lesson .${fold}`));
    await settled(page);
    assert.deepEqual(await violations(page, "#lesson"), []);
    await press(page.locator("[data-lesson=exercises]"));
    await page.locator("[data-question]").first().fill("52");
    await press(page.locator("[data-check]").first());
    await expect(page.locator("[data-answer]").first()).toHaveText(/optimizer/i);
    for (const fold of ["#lesson-list", ".solution", "#lesson-summary"]) {
      await unfold(page.locator(`#lesson ${fold}`).first());
    }
    await settled(page);
    assert.deepEqual(await violations(page, "#lesson"), []);
  });
}

test("on a phone the panel is a sheet that folds away, and nothing stands out", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "one browser is enough for narrow layouts");
  for (const width of [390, 320]) {
    const page = await open("", { ...at("tour"), context: { viewport: { width, height: 740 } } });
    await step(page, "state");
    await settled(page);
    const height = () => page.locator("#lesson").evaluate((panel) => panel.getBoundingClientRect().height);
    assert.ok(await height() <= 0.29 * 740 + 1, `${await height()}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await press(page.locator("#lesson-fold"));
    await expect.poll(height).toBeLessThan(100);
    await choose(page, "zero", 2);
    await press(page.locator("#lesson-fold"));
    await goal(page, true);
    await page.close();
  }
});

test("a lesson's file is opened, or says what is wrong with it", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await press(page.locator("#lessons"));
  await unfold(page.locator("#lesson .others"));
  const give = (text) => page.locator("#lesson-file").setInputFiles({
    name: "lesson.json", mimeType: "application/json", buffer: Buffer.from(text),
  });
  const giveStep = (id, title, step) =>
    give(JSON.stringify({ shardwise: 1, id, title, steps: [{ id: "b", ...step }] }));
  const faults = page.locator("#lesson .refused li");
  await give("{");
  await faults.first().waitFor();
  await giveStep("a", "A", { title: "B", text: "T", goal: "mfa > 3" });
  const fault = /steps\[1\] \(b\)\.goal: there is no field “mfa” at character 1: did you mean “mfu”/;
  await faults.filter({ hasText: fault }).waitFor();
  await give("x".repeat(300_000));
  await faults.filter({ hasText: /256,000 bytes/ }).waitFor();
  await giveStep("mine", "Mine", { title: "<b>B</b>", text: "Have {{gpus}} *GPUs*.", goal: "gpus = 128" });
  await page.locator("#lesson[data-lesson=mine]").waitFor();
  await expect(page.locator("#lesson-title")).toHaveText("<b>B</b>");
  await expect(page.locator("#lesson .text")).toHaveText(/^Have 64\s+now GPUs\.$/);
  await type(page, "gpus", "128");
  await goal(page, true);
  await expect(page.locator("#lesson .text .live")).toHaveText("128");
});

test("a step with a goal shows no solution", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS, at("tour"));
  await step(page, "state");
  await settled(page);
  await expect(page.locator("#verdict")).toHaveText("Does not fit");
  await expect(page.locator("#cures button").first()).toBeAttached();
  for (const solution of ["#cures", "#changes .advice", "#view-search-tab", "#changes .limit-line"]) {
    await expect(page.locator(solution), solution).toBeHidden();
  }
  await expect(page.locator("#view-cut-tab")).toBeVisible();
});

test("goal and Next stay in sight, and the step's control stands on top", { tag: "@core" }, async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "one browser is enough for layouts");
  for (const [width, height] of [[1440, 900], [1280, 720], [820, 1180], [390, 844]]) {
    const page = await open("", { ...at("tour/bubble"), context: { viewport: { width, height } } });
    await step(page, "bubble");
    await settled(page);
    await page.locator("#lesson .body").evaluate((body) => { body.scrollTop = body.scrollHeight; });
    for (const part of ["#lesson-goal li", "#lesson-next", "#lesson-hint", "#in-step #gbs", "#timeline figcaption"]) {
      const isInSight = () => page.locator(part).first().evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top >= 0 && bottom <= innerHeight && (element.contains(middle) || middle?.contains(element));
      });
      await expect.poll(isInSight, `${part} at ${width} × ${height}`).toBe(true);
    }
    await expect(page.locator("[data-control=gbs]")).toHaveCount(1);
    // Nothing lies over anything else.
    const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
    assert.ok(!scrolls, `${width} × ${height}`);
    await page.close();
  }
});

test("texts keep the values of the step's start", { tag: "@core" }, async ({ open }) => {
  const page = await open("", at("tour/bubble"));
  await step(page, "bubble");
  const before = await page.locator("#lesson .text").textContent();
  assert.match(before, /45\.8\s%/);
  await type(page, "gbs", "64");
  await goal(page, true);
  await settled(page);
  assert.equal(await page.locator("#lesson .text").textContent(), before);
  await expect(page.locator("#lesson .well .now").first()).toHaveText(/now/);
});

test("a reload keeps the step and the plan", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  // From the query, and by the button, without one.
  for (const query of ["?lesson=tour", ""]) {
    const page = await open(FITS, { query });
    if (!query) {
      await press(page.locator("#lessons"));
      await press(page.locator("#lesson [data-lesson=tour]"));
    }
    await step(page, "state");
    await press(page.locator("#lesson-next"));
    await step(page, "scratchpad");
    await choose(page, "zero", 2);
    await settled(page);
    const plan = await page.evaluate(() => location.hash);
    assert.match(plan, /zero=2/);
    await page.reload();
    await started(page);
    await step(page, "scratchpad");
    await settled(page);
    assert.equal(await page.evaluate(() => location.hash), plan);
    // A closed lesson stays closed.
    await press(page.locator("#lesson-close"));
    await settled(page);
    if (!query) {
      await page.reload();
      await started(page);
      await settled(page);
      await expect(page.locator("#lesson:not([hidden])")).toHaveCount(0);
    }
    await page.close();
  }
});

test("a lesson of a file survives a reload, unless the browser stores nothing", async ({ open }) => {
  const text = JSON.stringify({
    shardwise: 1,
    id: "mine",
    title: "Mine",
    steps: ["a", "b"].map((id) => ({ id, title: id, text: "Text.", start: FITS, goal: "tp = 4" })),
  });
  const file = { name: "lesson.json", mimeType: "application/json", buffer: Buffer.from(text) };
  const refuse = () => {
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
  };
  for (const isRefused of [false, true]) {
    const page = await open(FITS, { prepare: (page) => isRefused && page.addInitScript(refuse) });
    await press(page.locator("#lessons"));
    await unfold(page.locator("#lesson .others"));
    await page.locator("#lesson-file").setInputFiles(file);
    await step(page, "a");
    await press(page.locator("#lesson-next"));
    await step(page, "b");
    await expect(page.locator("#lesson .unkept")).toBeVisible({ visible: isRefused });
    await type(page, "tp", "4");
    await done(page, 1);
    await settled(page);
    await page.reload();
    await started(page);
    if (isRefused) {
      await settled(page);
      await expect(page.locator("#lesson:not([hidden])")).toHaveCount(0);
    } else {
      await step(page, "b");
      await settled(page);
      assert.match(await page.evaluate(() => location.hash), /tp=4/);
    }
    await page.close();
  }
});

test("Back brings an earlier plan, and credits nothing", { tag: "@core" }, async ({ open }) => {
  const page = await open("", at("tour"));
  await step(page, "state");
  await choose(page, "zero", 3);
  await done(page, 1);
  await choose(page, "ckpt", 2);
  await settled(page);
  await press(page.locator("#lesson-next"));
  await step(page, "scratchpad");
  await goal(page, false);
  await settled(page);
  // The plan of the step before fits with the sequence that this step locks, too, as its goal asks.
  await page.goBack();
  await expect(page.locator("#verdict")).toHaveText("Fits");
  await settled(page);
  await done(page, 1);
  await page.goForward();
  await goal(page, false);
  await choose(page, "ckpt", 2);
  await goal(page, true);
  await done(page, 2);
});

test("the other groups are soft, and legible", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
  for (const theme of ["light", "dark"]) {
    const page = await open("", { query: `?lesson=tour&theme=${theme}` });
    await step(page, "state");
    await settled(page);
    assert.deepEqual(await violations(page, "aside"), []);
    const heading = page.locator("#in-step ~ section h2").nth(2);
    const colour = () => heading.evaluate((heading) => getComputedStyle(heading).color);
    const soft = await colour();
    await page.locator("#tp").focus();
    await expect.poll(colour).not.toBe(soft);
    await page.close();
  }
});
