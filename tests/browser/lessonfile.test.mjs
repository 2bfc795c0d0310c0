// Sources of a lesson: ours, a file on another host, a message of the embedding page, a teacher's own text.
import assert from "node:assert/strict";
import { writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./fixtures.mjs";
import { serveHost } from "./host.mjs";
import { lesson, serveLessons } from "./lessonhost.mjs";
import { FITS, calm, catchFiles, kept, press, settled, unfold, until, violations } from "./planner.mjs";

const OURS = ["tour", "recipe", "challenges", "exercises", "finetune"];

/** A page whose query names this lesson; it may request it from other hosts. */
async function named(open, address, options) {
  const page = await open(FITS, { query: `?lesson=${encodeURIComponent(address)}`, noisy: true, ...options });
  await page.locator("#lesson").waitFor();
  return page;
}

/** A server of lessons, closed after the test. */
async function host(atEnd) {
  const lessons = await serveLessons();
  atEnd(() => lessons.close());
  return lessons;
}

for (const name of OURS) {
  test(`ours is opened by its name: ${name}`, async ({ open }) => {
    const page = await open(FITS, { query: `?lesson=${name}` });
    await page.locator(`#lesson[data-lesson="${name}"] #lesson-title`).waitFor();
  });
}

test("a lesson of another host is opened, and that host learns nothing of the reader", {
  tag: "@core",
}, async ({ open, atEnd }) => {
  const lessons = await host(atEnd);
  const page = await named(open, `${lessons.url}lesson.json#two`, {
    // Cookies do not depend on ports: any that were sent would reach the other host as well.
    prepare: (page) => page.context().addCookies([{ name: "who", value: "me", url: lessons.url }]),
  });
  await page.locator("#lesson-title", { hasText: "Look again" }).waitFor();
  const headers = lessons.asked["lesson.json"];
  assert.equal(headers.cookie, undefined);
  assert.equal(headers.referer, undefined);
  // It is a simple request: browsers send no preflight.
  assert.equal(headers["access-control-request-headers"], undefined);
  assert.ok(!JSON.stringify(headers).includes("llama"));
});

test("what never ends is left as soon as it is too large", { tag: "@core" }, async ({ open, atEnd }) => {
  const lessons = await host(atEnd);
  const page = await named(open, `${lessons.url}endless.json`);
  await page.locator("#lesson", { hasText: "too large" }).waitFor();
  await until(() => lessons.state.isLeft, "the server is left");
  assert.ok(lessons.state.sent < 20_000_000, `${lessons.state.sent} bytes went out`);
});

for (const [what, path, words, tag] of [
  ["missing", "missing.json", "did not load", []],
  ["not for other sites", "closed.json", "CORS", ["@core"]],
  ["a page", "page.json", "cannot be opened", []],
]) {
  test(`a file that is ${what} gets a sentence, and the planner goes on`, { tag }, async ({ open, atEnd }) => {
    const lessons = await host(atEnd);
    const page = await named(open, lessons.url + path);
    await page.locator("#lesson", { hasText: words }).waitFor();
    await page.locator("#pp").press("ArrowLeft");
    await expect.poll(() => page.evaluate(() => location.hash)).not.toBe(FITS);
    await settled(page);
    await expect(page.locator("#failure")).toBeHidden();
  });
}

test("an address beside the page is asked there, and what is none is said to be", async ({ open }) => {
  const page = await named(open, "week-3.json", {
    prepare: (page) => page.route("**/week-3.json", (route) => route.fulfill({ json: lesson() })),
  });
  await page.locator("#lesson[data-lesson='week-3']").waitFor();
  await page.close();
  const other = await named(open, "javascript:alert(1)//.json");
  await other.locator("#lesson", { hasText: "is neither one of our lessons nor an address" }).waitFor();
});

test("with a goal in the query, the lesson is only a name", async ({ open, atEnd }) => {
  const lessons = await host(atEnd);
  const page = await open(FITS, { query: `?goal=fits&lesson=${encodeURIComponent(`${lessons.url}lesson.json`)}` });
  await page.locator("#goal").waitFor();
  await settled(page);
  assert.deepEqual(lessons.asked, {});
  await expect(page.locator("#lesson[data-lesson]")).toHaveCount(0);
});

test("the page around sends a lesson, to the element and by a message, and hears of its goals", {
  tag: ["@core", "@firefox"],
}, async ({ open, site, atEnd }) => {
  const body = `<shardwise-planner id="one" plan="${FITS.replaceAll("&", "&amp;")}"></shardwise-planner>`;
  const server = await serveHost(site.url, body);
  atEnd(() => server.close());
  const page = await open("", {
    host: server.url,
    // Before the element's script is loaded.
    prepare: (page) => page.addInitScript((text) => {
      document.addEventListener("readystatechange", () => {
        const element = document.getElementById("one");
        if (element && !customElements.get("shardwise-planner")) element.lessonText = text;
      });
    }, JSON.stringify(lesson())),
  });
  /** Waits for an event of a goal with these fields. */
  const goal = (fields) => expect.poll(() => page.evaluate(() => window.events))
    .toContainEqual(expect.objectContaining({ type: "goal", ...fields }));
  const give = (text) => page.evaluate((text) => { document.getElementById("one").lessonText = text; }, text);
  await goal({ lesson: "week-3", step: "one", reached: false });
  const handle = await page.locator("#one iframe").elementHandle();
  const frame = await handle.contentFrame();
  await frame.locator("#lesson[data-lesson='week-3'][data-step='one']").waitFor();
  // The reader's own path to the goal.
  await page.evaluate((plan) => document.getElementById("one").set(plan), FITS);
  await goal({ lesson: "week-3", step: "one", reached: true });
  // Another lesson, by the same property.
  await give(JSON.stringify(lesson({ id: "week-4" })));
  await frame.locator("#lesson[data-lesson='week-4']").waitFor();
  // An invalid lesson is reported inside, and nothing breaks: a valid one is opened after it.
  for (const text of ["{", "[]", "{\"shardwise\":1}", "<img src=x onerror=window.struck=1>"]) {
    await give(text);
    await frame.locator("#lesson", { hasText: "cannot be opened" }).waitFor();
    await settled(frame);
    assert.equal(await frame.evaluate(() => window.struck), undefined);
    await give(JSON.stringify(lesson({ id: "week-5" })));
    await frame.locator("#lesson[data-lesson='week-5']").waitFor();
  }
  // Without a lesson the planner starts anew.
  await give("");
  await expect.poll(() => page.evaluate(() => window.events.filter(({ type }) => type === "ready").length)).toBe(2);
});

test("the text of a lesson counts, whatever the attribute names and however late that comes", async ({
  open, site, atEnd,
}) => {
  const lessons = await host(atEnd);
  const body = `<shardwise-planner id="one" lesson="${lessons.url}late.json"></shardwise-planner>
    <shardwise-planner id="two" lesson="tour"></shardwise-planner>`;
  const server = await serveHost(site.url, body);
  atEnd(() => server.close());
  const page = await open("", { host: server.url, noisy: true });
  const ended = [];
  for (const event of ["requestfinished", "requestfailed"]) {
    page.on(event, (request) => ended.push(new URL(request.url()).pathname));
  }
  await page.evaluate((text) => {
    for (const id of ["one", "two"]) document.getElementById(id).lessonText = text;
  }, JSON.stringify(lesson()));
  for (const id of ["one", "two"]) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => window.events))
      .toContainEqual(expect.objectContaining({ type: "ready", of: id }));
    const handle = await page.locator(`#${id} iframe`).elementHandle();
    const frame = await handle.contentFrame();
    await frame.locator("#lesson[data-lesson='week-3']").waitFor();
    // A request for the attribute's lesson would have arrived a second later.
    if (lessons.asked["late.json"]) await until(() => ended.includes("/late.json"), "the late lesson has come");
    await calm(frame);
    await expect(frame.locator("#lesson")).toHaveAttribute("data-lesson", "week-3");
  }
});

test("a lesson that is no text is not heard", async ({ open, site, atEnd }) => {
  const body = `<iframe id="one" width="700" height="500" src="${site.url}?embed=1${FITS}"></iframe>`;
  const server = await serveHost(site.url, body);
  atEnd(() => server.close());
  const page = await open("", { host: server.url });
  const types = () => page.evaluate(() => window.messages.map(({ data }) => data.type));
  const send = (message) => page.evaluate((message) => document.getElementById("one").contentWindow.postMessage(
    { ns: "shardwise", v: 1, ...message }, "*"), message);
  await expect.poll(types).toContain("ready");
  const frame = await (await page.locator("#one").elementHandle()).contentFrame();
  for (const value of [null, 1, {}, ["{}"], { toString: 1 }]) {
    await send({ type: "set", lesson: value });
  }
  // Messages are processed in order: the answer to the last one arrives after all others.
  await send({ type: "hello" });
  await expect.poll(types).toContain("state");
  await calm(frame);
  await expect(frame.locator("#lesson[data-lesson]")).toHaveCount(0);
  await expect(frame.locator("#failure")).toBeHidden();
});

/** Opens the pane of lessons, and its editor. */
async function pane(open, options) {
  const page = await open(FITS, options);
  await settled(page);
  await press(page.locator("#share"));
  await press(page.locator("#tab-lesson"));
  await unfold(page.locator("#own-lesson"));
  return page;
}

/** Before a page starts, in it and in its frames: records the lessons that it receives. */
const noteLessons = () => {
  window.lessons = [];
  addEventListener("message", ({ data, origin, source }) => {
    if (data?.lesson) window.lessons.push({ ...data, origin, isParents: source === parent });
  });
};

test("the field of the lesson says what becomes of it", async ({ open, atEnd }) => {
  const lessons = await host(atEnd);
  const page = await pane(open, { asks: [lessons.url] });
  const field = page.locator("#lesson-name");
  const says = (words) => expect(page.locator("#lesson-name-said")).toContainText(words);
  const options = page.locator("#lesson-names option");
  await expect.poll(() => options.evaluateAll((options) => options.map(({ value }) => value))).toEqual(OURS);
  await says("One of ours, or");
  await field.fill("challenges/bubble");
  await says("opens with the page");
  await expect(page.locator("#lesson-code")).toHaveValue(/[?&]lesson=challenges(\/|%2F)bubble/);
  await field.fill(`${lessons.url}lesson.json`);
  await says("CORS");
  await field.fill("week 3");
  await says("Neither one of our lessons");
  await page.locator("[name=lesson-fits]").press(" ");
  await says("only a name");
});

test("a lesson of one's own begins with the plan, is checked as it is typed, seen and kept", {
  tag: "@core",
}, async ({ open, site, browserName }) => {
  const page = await pane(open, { prepare: async (page) => {
    await page.addInitScript(noteLessons);
    await page.addInitScript(catchFiles);
  } });
  const text = page.locator("#own-text");
  const said = page.locator("#own-said");
  await text.waitFor();
  await expect(page.locator("#own-keep")).toBeDisabled();
  await page.locator("[name=lesson-view][value=memory]").press(" ");
  await page.locator("[data-fate=tp]").evaluate((list) => { list.closest("details").open = true; });
  await page.locator("[data-fate=tp]").selectOption("locked");
  await page.locator("[name=lesson-fits]").press(" ");
  await press(page.locator("#own-template"));
  await said.locator("p", { hasText: "“My lesson”, 1 step" }).waitFor();
  await expect(text).toBeFocused();
  const template = JSON.parse(await text.inputValue());
  assert.equal(template.start, FITS);
  assert.deepEqual([template.view, template.lock, template.hide], [["memory"], ["tp"], undefined]);
  assert.equal(template.steps[0].goal, "fits");
  await expect(page.locator("#own-template"), "it would write over what stands there").toBeDisabled();

  // The page in the preview receives the lesson from this page alone.
  const handle = await page.locator("#lesson-preview").elementHandle();
  const frame = await handle.contentFrame();
  await frame.waitForFunction(() => window.lessons?.length > 0);
  const [first] = await frame.evaluate(() => window.lessons);
  assert.deepEqual(JSON.parse(first.lesson), template);
  assert.deepEqual([first.ns, first.v, first.type, first.isParents], ["shardwise", 1, "set", true]);
  assert.equal(first.origin, new URL(site.url).origin);
  assert.equal(new URL(frame.url()).search, "?embed=1", "it says itself what is shown and asked for");
  const preview = page.frameLocator("#lesson-preview");
  await preview.locator("#lesson[data-lesson='my-lesson'][data-step='one']").waitFor();

  // Faults are listed with their positions, eight at most, and the preview keeps the last lesson.
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`field${index}`, 1]));
  await text.fill(JSON.stringify({ ...template, steps: [{ ...template.steps[0], goal: "mfa > 3", ...many }] }));
  await said.locator("li", { hasText: "steps[1] (one)" }).first().waitFor();
  await expect(said.locator("li")).toHaveCount(9);
  await expect(text).toHaveAttribute("aria-invalid", "true");
  await text.fill("{ \"shardwise\": 1,");
  await expect(said.locator("li")).toHaveCount(1);
  await calm(page);
  await calm(frame);
  assert.equal((await frame.evaluate(() => window.lessons)).length, 1);

  // Another text is sent again, and saved unchanged.
  const next = JSON.stringify({ ...template, id: "other", title: "<b>Bold</b>" });
  await text.fill(next);
  await expect.poll(() => frame.evaluate(() => window.lessons.length)).toBe(2);
  await said.locator("p", { hasText: "“<b>Bold</b>”" }).waitFor();
  await preview.locator("#lesson[data-lesson='other'] strong", { hasText: "<b>Bold</b>" }).waitFor();
  const file = await kept(page, () => press(page.locator("#own-keep")));
  assert.equal(file.name, "lesson.json");
  assert.equal(file.bytes.toString(), next);
  // Axe reads the DOM and styles: one browser is enough.
  if (browserName === "chromium") assert.deepEqual(await violations(page, "#share-dialog"), []);

  // Without a lesson, the preview shows what the query names.
  await text.fill("");
  await preview.locator("#goal").waitFor();
  await frame.waitForFunction(() => location.search.includes("goal=fits") && window.lessons.length === 0);
});

test("a file is read into it, and one that is too large is not", async ({ open, atEnd }) => {
  const folder = await mkdtemp(join(tmpdir(), "shardwise-"));
  atEnd(() => rm(folder, { recursive: true }));
  const page = await pane(open);
  const text = page.locator("#own-text");
  const holdsLesson = () => expect(async () => {
    assert.deepEqual(JSON.parse(await text.inputValue()), lesson());
  }).toPass();
  await writeFile(join(folder, "a.json"), JSON.stringify(lesson()));
  await page.locator("#own-file").setInputFiles(join(folder, "a.json"));
  await page.locator("#own-said p", { hasText: "“Week three”, 2 steps" }).waitFor();
  await writeFile(join(folder, "b.json"), " ".repeat(300_000));
  await page.locator("#own-file").setInputFiles(join(folder, "b.json"));
  await page.locator("#own-said li", { hasText: "256,000 bytes" }).waitFor();
  await holdsLesson();

  // The editor is open with its text after its pane was hidden, or the dialog was closed.
  for (const leave of ["#tab-link", "#share-dialog-close"]) {
    await press(page.locator(leave));
    if (leave === "#share-dialog-close") {
      await page.locator("#share-dialog").waitFor({ state: "hidden" });
      await press(page.locator("#share"));
      await page.locator("#share-dialog").waitFor();
    }
    await press(page.locator("#tab-lesson"));
    await expect(page.locator("#own-lesson")).toHaveAttribute("open");
    await holdsLesson();
    await text.fill(JSON.stringify(lesson()));
  }
});
