// Untrusted text in a lesson is shown as text or refused with a sentence: none of it runs, and the page stays
// unchanged.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { expect, test } from "./fixtures.mjs";
import { serveHost } from "./host.mjs";
import { FITS, press, settled } from "./planner.mjs";

test.skip(({ browserName }) => browserName !== "chromium", "the same DOM is written in each: one browser is enough");

/** Texts that would leave a trace if they were parsed as markup, script or style. */
const PAYLOADS = [
  "\"><img src=x onerror=window.struck=1>",
  "'><svg/onload=window.struck=1>",
  "</title></style></textarea><script>window.struck=1</script>",
  "<iframe srcdoc='<script>parent.struck=1</script>'></iframe>",
  "}*{background:url(javascript:window.struck=1)}",
  "];window.struck=1;//",
  "<a href=javascript:window.struck=1>x</a><base href=//struck>",
];

/** A valid step, with other fields. */
const step = (fields) => ({ id: "a", title: "A step", text: "Its text.", ...fields });
/** A lesson of valid steps, with other fields. */
const lesson = (fields) => ({
  shardwise: 1, id: "hostile", title: "A lesson", start: "#v=1&p=llama3-8b/h100x8&zero=0", steps: [step()], ...fields,
});
/** A lesson of one step with these fields. */
const ofStep = (fields) => lesson({ steps: [step(fields)] });

/** A lesson with this text in every text field, as Markdown with its special characters removed. */
function everywhere(payload) {
  const plain = payload.replace(/[\\`*[\]{}]/g, "\\$&");
  const question = { text: plain, unit: payload, answer: 5, mistakes: [{ answer: 7, text: plain }] };
  return lesson({
    title: payload, language: payload, text: plain, end: plain,
    steps: [step({
      title: payload,
      text: `${plain}\n\n- ${plain}\n\n**${plain}** \`${payload.replaceAll("`", "")}\``,
      hints: [plain, plain, plain],
      question,
      solution: plain,
      done: [plain, { when: "legal", kept: ["tp"], text: plain }],
      sources: [plain],
    })],
  });
}

/** Texts that are refused, each with the sentence about it. */
const REFUSED = {
  "no JSON": ["{\"shardwise\": 1,", /parse|JSON/i],
  "another document": ["{\"model_type\": \"llama\"}", /no lesson/],
  "a later format": [JSON.stringify({ ...lesson(), shardwise: 2 }), /format 2/],
  "script for an id": [JSON.stringify(lesson({ id: PAYLOADS[0] })), /id: may have small letters/],
  "script for a step’s id": [JSON.stringify(ofStep({ id: PAYLOADS[5] })), /\.id: may have small letters/],
  "a link to a script": [JSON.stringify(ofStep({ text: "[x](javascript:window.struck=1)" })), /no link leads to/],
  "a link to data":
    [JSON.stringify(ofStep({ done: "[x](data:text/html,<script>parent.struck=1</script>)" })), /no link leads to/],
  "a link that hides a script":
    [JSON.stringify(ofStep({ text: "[x](\u0001java\nscript:window.struck=1)" })), /no link leads to/],
  "script for a control":
    [JSON.stringify(ofStep({ hide: [`tp"]{}*{background:url(//struck/x)}`] })), /is none of the words/],
  "script for a view": [JSON.stringify(ofStep({ view: ["memory", PAYLOADS[1]] })), /is none of the words/],
  "script for a value": [JSON.stringify(ofStep({ text: `{{${PAYLOADS[2]}}}` })), /cannot be worked out/],
  "script for a goal": [JSON.stringify(ofStep({ goal: PAYLOADS[5] })), /\.goal: /],
  "script for a condition": [JSON.stringify(ofStep({ done: [{ when: PAYLOADS[5], text: "x" }] })), /\.when: /],
  "script for a source": [JSON.stringify(ofStep({ sources: ["[x](javascript:window.struck=1)"] })), /no link leads to/],
  "script for a plan": [JSON.stringify(lesson({ start: `#v=1&p=${PAYLOADS[0]}` })), /start: /],
  "a field that there is not":
    [JSON.stringify({ ...lesson(), onload: "window.struck=1" }), /onload: there is no such field/],
  "__proto__": [JSON.stringify(lesson()).replace("{", "{\"__proto__\": {\"struck\": 1}, "), /no such field/],
  "an endless goal": [JSON.stringify(ofStep({ goal: `fits${" and fits".repeat(20_000)}` })), /more than/],
  "a deep goal": [JSON.stringify(ofStep({ goal: `${"(".repeat(400)}fits${")".repeat(400)}` })), /nested deeper/],
  "a value without end": [JSON.stringify(ofStep({ text: `{{${"1+".repeat(900)}1}}` })), /cannot be worked out/],
  "deep nesting": [`{"shardwise": 1, "steps": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`, /./],
  "very many steps":
    [JSON.stringify(lesson({ steps: Array.from({ length: 400 }, (_, at) => step({ id: `s${at}` })) })), /more than 60/],
  "ten megabytes": [JSON.stringify(ofStep({ text: "x".repeat(10_000_000) })), /more than|too large/],
  "ten megabytes of white space": [`${" ".repeat(10_000_000)}${JSON.stringify(lesson())}`, /more than|too large/],
};

/** Values of wrong types, one in each field. */
const FIELDS = ["id", "title", "language", "text", "start", "view", "hide", "lock", "steps", "end"];
const OF_STEP = [
  "id", "title", "text", "start", "view", "hide", "lock", "scene", "at", "highlight", "goal", "par", "path", "hints",
  "question", "solution", "done", "sources",
];
const WRONG = [null, true, -1e308, [], {}, [[]], [null], { toString: 1 }, "\u0000", [[[[]]]]];

/** Records dialogs and requests that a payload would cause. */
async function watched(page) {
  page.struck = [];
  page.on("dialog", (dialog) => { page.struck.push(dialog.message()); dialog.dismiss(); });
  page.on("request", (request) => {
    // The query's values are text.
    const { protocol, host, pathname } = new URL(request.url());
    if (/\/x$|struck/.test(protocol + host + pathname)) page.struck.push(request.url());
  });
}

/** Asserts, once all is drawn, that no payload has become part of the page or has run, and that the planner works. */
async function isUnharmed(page, where) {
  await settled(where);
  assert.equal(await where.evaluate(() => window.struck ?? Object.prototype.struck), undefined);
  assert.deepEqual(page.struck, []);
  const strange = await where.evaluate(() => {
    const elements = [...document.querySelectorAll("body *")].filter((element) => element.closest("#planner, #lesson"));
    return elements.filter((element) => element.matches("img, iframe, object, embed, base, meta, style, [srcdoc]")
      || element.matches("script") || element.getAttributeNames().some((name) => name.startsWith("on"))
      || /^\s*(javascript|data):/i.test(element.getAttribute("href") ?? "")).map((element) => element.outerHTML);
  });
  assert.deepEqual(strange, []);
  await expect(where.locator("#failure")).toBeHidden();
  await expect(where.locator("#verdict")).toBeVisible();
}

/** A page around a planner, and its frame; `tell` sends it a lesson’s text by message. */
async function framed({ open, site, atEnd }) {
  const address = `${site.url}?embed=1${FITS}`;
  const server = await serveHost(site.url, `<iframe id="one" width="900" height="700" src="${address}"></iframe>`);
  atEnd(() => server.close());
  const page = await open("", { host: server.url, prepare: watched });
  await expect.poll(() => page.evaluate(() => window.messages.some(({ data }) => data.type === "ready"))).toBe(true);
  const frame = await (await page.locator("#one").elementHandle()).contentFrame();
  const send = (data) => page.evaluate(
    (data) => document.getElementById("one").contentWindow.postMessage(data, "*"), data);
  await send({ ns: "shardwise", v: 1, type: "hello" });
  return { page, frame, tell: (text) => send({ ns: "shardwise", v: 1, type: "set", lesson: text }) };
}

/** What lets any page read an answer. */
const ANYONE = { "Access-Control-Allow-Origin": "*" };

/** Serves a text as a lesson that any page may read, at `lesson.json`; other paths go to `answer`. */
async function serveLesson(atEnd, text, answer) {
  const server = createServer((request, response) => {
    if (answer) return answer(request, response);
    return response.writeHead(200, { "Content-Type": "application/json", ...ANYONE }).end(text);
  });
  await new Promise((resolve, reject) => { server.once("error", reject).listen(0, "127.0.0.1", resolve); });
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => { server.close(resolve); });
  });
  return `http://127.0.0.1:${server.address().port}/lesson.json`;
}

/** Opens a planner alone, whose query names the lesson at an address: what it shows of it is unharmed. */
async function shows(open, address, content) {
  const page = await open(FITS, { query: `?lesson=${encodeURIComponent(address)}`, noisy: true, prepare: watched });
  await expect(page.locator("#lesson")).toBeVisible();
  await expect(page.locator("#lesson")).toContainText(content);
  await isUnharmed(page, page);
  await page.close();
}

test("script in every text is shown as text", { tag: ["@core", "@security"] }, async ({ open, site, atEnd }) => {
  const { page, frame, tell } = await framed({ open, site, atEnd });
  const panel = frame.locator("#lesson");
  const [question, check] = [panel.locator("[data-question=\"0\"]"), panel.locator("[data-check=\"0\"]")];
  const hint = frame.locator("#lesson-hint");
  for (const payload of PAYLOADS) {
    await tell(JSON.stringify(everywhere(payload)));
    await expect(panel).toContainText(payload);
    await settled(frame);
    // Goes on to the step, wherever the lesson begins, and opens all of its texts.
    for (let page = 0; page < 3 && !(await question.isVisible()); page += 1) {
      await press(frame.locator("#lesson-next"));
      await settled(frame);
    }
    await question.fill("7");
    await press(check);
    await expect(panel.locator("[data-answer=\"0\"]")).toContainText(payload);
    for (let one = 0; one < 3 && await hint.isVisible(); one += 1) {
      if (await hint.isEnabled()) await press(hint);
      await settled(frame);
    }
    await frame.evaluate(() => {
      for (const details of document.querySelectorAll("#lesson details")) details.open = true;
    });
    await question.fill("5");
    await press(check);
    await isUnharmed(page, frame);
    await expect(panel).toContainText(payload);
  }
  // All valid lessons were shown, without an error.
  assert.deepEqual(await page.evaluate(() => window.messages.filter(({ data }) => data.type === "error")), []);
});

test("what cannot be read is refused with a sentence", { tag: "@security" }, async ({ open, site, atEnd }) => {
  const { page, frame, tell } = await framed({ open, site, atEnd });
  const panel = frame.locator("#lesson");
  for (const [what, [text, said]] of Object.entries(REFUSED)) {
    // A valid lesson first, so that the sentence belongs to this one.
    await tell(JSON.stringify(lesson({ title: `Before ${what}` })));
    await expect(panel).toContainText(`Before ${what}`);
    await tell(text);
    await expect(panel, what).not.toContainText(`Before ${what}`);
    await expect(panel, what).toContainText(said);
    // Only a short part of it is repeated.
    assert.ok((await panel.innerText()).length < 8_000, what);
    await isUnharmed(page, frame);
  }
});

test("wrong types in every field are refused or passed over", { tag: "@security" }, async ({ open, site, atEnd }) => {
  const { page, frame, tell } = await framed({ open, site, atEnd });
  const texts = [
    ...FIELDS.flatMap((name) => WRONG.map((value) => lesson({ [name]: value }))),
    ...OF_STEP.flatMap((name) => WRONG.map((value) => ofStep({ [name]: value }))),
    ...WRONG, 1, "text", [lesson()],
  ].map((value) => JSON.stringify(value));
  for (const text of [...texts, "", "\u0000", "\ufeff", "NaN"]) await tell(text);
  for (const other of [5, null, {}, ["{}"], { toString: "1" }]) await tell(other);
  await tell(JSON.stringify(lesson({ title: "The last one" })));
  await expect(frame.locator("#lesson")).toContainText("The last one");
  await isUnharmed(page, frame);
  // The planner still follows its reader.
  const last = () => page.evaluate(() => window.messages.findLast(({ data }) => data.type === "state").data.hash);
  await expect.poll(last).toMatch(/llama3-8b.*&zero=0/);
  await frame.locator("#zero input:checked").press("ArrowRight");
  await expect.poll(last).toMatch(/llama3-8b(?!.*&zero=0)/);
});

test("a served file is shown as text, and one that is too large or never ends is left", {
  tag: "@security",
}, async ({ open, atEnd }) => {
  await shows(open, await serveLesson(atEnd, JSON.stringify(everywhere(PAYLOADS[0]))), PAYLOADS[0]);
  await shows(open, await serveLesson(atEnd, REFUSED["ten megabytes"][0]), /too large|more than/);
  const endless = await serveLesson(atEnd, "", (request, response) => {
    response.writeHead(200, { "Content-Type": "application/json", ...ANYONE });
    const part = " ".repeat(65_536);
    const more = () => { while (!response.destroyed && response.write(part)); };
    response.on("drain", more);
    more();
  });
  await shows(open, endless, /too large|more than/);
});

test("what is served is a lesson, whatever its server calls it", { tag: "@security" }, async ({ open, atEnd }) => {
  const html = await serveLesson(atEnd, "", (request, response) => {
    response.writeHead(200, { "Content-Type": "text/html", ...ANYONE });
    response.end(`<!doctype html><script>parent.struck = 1</script>${PAYLOADS[0]}`);
  });
  await shows(open, html, /parse|JSON|no lesson/i);
  // No permission, no file, no server: the same sentence, and nothing else breaks.
  const closed = await serveLesson(atEnd, "", (request, response) => {
    response.writeHead(200).end(JSON.stringify(lesson()));
  });
  const absent = await serveLesson(atEnd, "", (request, response) => { response.writeHead(404, ANYONE).end(); });
  for (const address of [closed, absent, "http://127.0.0.1:9/lesson.json"]) await shows(open, address, "did not load");
});

test("an address that is a script is no address", { tag: ["@core", "@security"] }, async ({ open }) => {
  for (const address of [
    "javascript:window.struck=1//.json", "data:application/json,{}", "//struck/x.json", "blob:x.json", PAYLOADS[0],
  ]) {
    await shows(open, address, /no lesson|neither one of our lessons/);
  }
});

test("links in a text lead out in a tab of their own, and tell nothing", {
  tag: "@security",
}, async ({ open, site, atEnd }) => {
  const { page, frame, tell } = await framed({ open, site, atEnd });
  const text = "[out](https://example.org/\"onmouseover=window.struck=1) [in](control:zero)";
  await tell(JSON.stringify(ofStep({ text })));
  const link = frame.locator("#lesson a", { hasText: "out" });
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", /noopener/);
  await settled(frame);
  await link.hover();
  await isUnharmed(page, frame);
});
