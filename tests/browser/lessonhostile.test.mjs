// Untrusted text in a lesson is shown as text or refused with a sentence: none of it runs, and the page stays
// unchanged.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { endsWith } from "./endings.mjs";
import { serveHost } from "./host.mjs";
import { FITS, inEachBrowser } from "./planner.mjs";

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
    steps: [step({ title: payload, text: `${plain}\n\n- ${plain}\n\n**${plain}** \`${payload.replaceAll("`", "")}\``, hints: [plain, plain, plain], question, solution: plain, done: plain })],
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
  "a link to data": [JSON.stringify(ofStep({ done: "[x](data:text/html,<script>parent.struck=1</script>)" })), /no link leads to/],
  "a link that hides a script": [JSON.stringify(ofStep({ text: "[x](\u0001java\nscript:window.struck=1)" })), /no link leads to/],
  "script for a control": [JSON.stringify(ofStep({ hide: [`tp"]{}*{background:url(//struck/x)}`] })), /is none of the words/],
  "script for a view": [JSON.stringify(ofStep({ view: ["memory", PAYLOADS[1]] })), /is none of the words/],
  "script for a value": [JSON.stringify(ofStep({ text: `{{${PAYLOADS[2]}}}` })), /cannot be worked out/],
  "script for a goal": [JSON.stringify(ofStep({ goal: PAYLOADS[5] })), /\.goal: /],
  "script for a plan": [JSON.stringify(lesson({ start: `#v=1&p=${PAYLOADS[0]}` })), /start: /],
  "a field that there is not": [JSON.stringify({ ...lesson(), onload: "window.struck=1" }), /onload: there is no such field/],
  "__proto__": [JSON.stringify(lesson()).replace("{", "{\"__proto__\": {\"struck\": 1}, "), /no such field/],
  "an endless goal": [JSON.stringify(ofStep({ goal: `fits${" and fits".repeat(20_000)}` })), /more than/],
  "a deep goal": [JSON.stringify(ofStep({ goal: `${"(".repeat(400)}fits${")".repeat(400)}` })), /nested deeper/],
  "a value without end": [JSON.stringify(ofStep({ text: `{{${"1+".repeat(900)}1}}` })), /cannot be worked out/],
  "deep nesting": [`{"shardwise": 1, "steps": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`, /./],
  "very many steps": [JSON.stringify(lesson({ steps: Array.from({ length: 400 }, (_, place) => step({ id: `s${place}` })) })), /more than 60/],
  "ten megabytes": [JSON.stringify(ofStep({ text: "x".repeat(10_000_000) })), /more than|too large/],
  "ten megabytes of white space": [`${" ".repeat(10_000_000)}${JSON.stringify(lesson())}`, /more than|too large/],
};

/** Values of wrong types, one in each field. */
const FIELDS = ["id", "title", "language", "text", "start", "view", "hide", "lock", "steps", "end"];
const OF_STEP = ["id", "title", "text", "start", "view", "hide", "lock", "highlight", "goal", "par", "hints", "question", "solution", "done"];
const WRONG = [null, true, -1e308, [], {}, [[]], [null], { toString: 1 }, "\u0000", [[[[]]]]];

inEachBrowser(({ open, site }) => {
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

  /** Asserts that no payload has become part of the page or has run, and that the planner works. */
  async function isUnharmed(page, where) {
    assert.equal(await where.evaluate(() => window.struck ?? Object.prototype.struck), undefined);
    assert.deepEqual(page.struck, []);
    const strange = await where.evaluate(() => {
      const elements = [...document.querySelectorAll("body *")].filter((element) => element.closest("#planner, #lesson"));
      return elements.filter((element) => element.matches("img, iframe, object, embed, base, meta, style, [srcdoc]")
        || element.matches("script") || element.getAttributeNames().some((name) => name.startsWith("on"))
        || /^\s*(javascript|data):/i.test(element.getAttribute("href") ?? "")).map((element) => element.outerHTML);
    });
    assert.deepEqual(strange, []);
    assert.ok(await where.locator("#failure").isHidden());
    assert.ok(await where.locator("#verdict").isVisible());
  }

  /** A page around a planner, and its frame; `tell` sends it a lesson’s text by message. */
  async function framed(t) {
    const server = await serveHost(site().url, `<iframe id="one" width="900" height="700" src="${site().url}?embed=1${FITS}"></iframe>`);
    endsWith(t, () => server.close());
    const page = await open(t, "", { host: server.url, prepare: watched });
    await page.waitForFunction(() => window.messages.some(({ data }) => data.type === "ready"));
    const frame = await (await page.locator("#one").elementHandle()).contentFrame();
    const send = (data) => page.evaluate((data) => document.getElementById("one").contentWindow.postMessage(data, "*"), data);
    await send({ ns: "shardwise", v: 1, type: "hello" });
    return { page, frame, tell: (text) => send({ ns: "shardwise", v: 1, type: "set", lesson: text }) };
  }

  /** Serves a text as a lesson that any page may read, at `lesson.json`; other paths go to `answer`. */
  async function serveLesson(t, text, answer) {
    const server = createServer((request, response) => {
      if (answer) return answer(request, response);
      return response.writeHead(200, { "Content-Type": "application/json", "Access-Control-Allow-Origin": "*" }).end(text);
    });
    await new Promise((resolve, reject) => { server.once("error", reject).listen(0, "127.0.0.1", resolve); });
    endsWith(t, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => { server.close(resolve); });
    });
    return `http://127.0.0.1:${server.address().port}/lesson.json`;
  }

  /** A planner alone, whose query names the lesson at an address. */
  async function alone(t, address) {
    const page = await open(t, FITS, { query: `?lesson=${encodeURIComponent(address)}`, noisy: true, prepare: watched });
    await page.locator("#lesson").waitFor();
    return page;
  }

  test("script in every text is shown as text", async (t) => {
    const { page, frame, tell } = await framed(t);
    for (const payload of PAYLOADS) {
      await tell(JSON.stringify(everywhere(payload)));
      await frame.waitForFunction((payload) => document.querySelector("#lesson")?.textContent.includes(payload), payload);
      // Goes on to the step, wherever the lesson begins, and opens all of its texts.
      for (let press = 0; press < 3 && !(await frame.locator("#lesson [data-question]").isVisible()); press += 1) {
        await frame.locator("#lesson-next").click();
      }
      await frame.locator("#lesson [data-question=\"0\"]").fill("7");
      await frame.locator("#lesson [data-check=\"0\"]").click();
      await frame.waitForFunction((payload) => document.querySelector("[data-answer=\"0\"]").textContent.includes(payload), payload);
      for (let hint = 0; hint < 3 && await frame.locator("#lesson-hint").isVisible(); hint += 1) {
        if (await frame.locator("#lesson-hint").isEnabled()) await frame.locator("#lesson-hint").click();
      }
      await frame.evaluate(() => { for (const details of document.querySelectorAll("#lesson details")) details.open = true; });
      await frame.locator("#lesson [data-question=\"0\"]").fill("5");
      await frame.locator("#lesson [data-check=\"0\"]").click();
      await isUnharmed(page, frame);
      assert.ok((await frame.locator("#lesson").textContent()).includes(payload));
    }
    // All valid lessons were shown, without an error.
    assert.deepEqual(await page.evaluate(() => window.messages.filter(({ data }) => data.type === "error")), []);
  });

  test("what cannot be read is refused with a sentence", async (t) => {
    const { page, frame, tell } = await framed(t);
    for (const [what, [text, said]] of Object.entries(REFUSED)) {
      // A valid lesson first, so that the sentence belongs to this one.
      await tell(JSON.stringify(lesson({ title: `Before ${what}` })));
      await frame.locator("#lesson", { hasText: `Before ${what}` }).waitFor();
      await tell(text);
      await frame.locator("#lesson", { hasText: said }).waitFor().catch(async () => {
        assert.fail(`${what}: ${await frame.locator("#lesson").innerText()}`);
      });
      // Only a short part of it is repeated.
      assert.ok((await frame.locator("#lesson").innerText()).length < 8_000, what);
      await isUnharmed(page, frame);
    }
  });

  test("wrong types in every field are refused or passed over", async (t) => {
    const { page, frame, tell } = await framed(t);
    const texts = [
      ...FIELDS.flatMap((name) => WRONG.map((value) => lesson({ [name]: value }))),
      ...OF_STEP.flatMap((name) => WRONG.map((value) => ofStep({ [name]: value }))),
      ...WRONG, 1, "text", [lesson()],
    ].map((value) => JSON.stringify(value));
    for (const text of [...texts, "", "\u0000", "\ufeff", "NaN"]) await tell(text);
    for (const other of [5, null, {}, ["{}"], { toString: "1" }]) await tell(other);
    await tell(JSON.stringify(lesson({ title: "The last one" })));
    await frame.locator("#lesson", { hasText: "The last one" }).waitFor();
    await isUnharmed(page, frame);
    // The planner still follows its reader.
    await frame.locator("#zero input:checked").focus();
    await frame.locator("#zero input:checked").press("ArrowRight");
    await page.waitForFunction(() => window.messages.some(({ data }) => /llama3-8b/.test(data.hash ?? "")));
  });

  test("a served file is shown as text, and one that is too large or never ends is left", async (t) => {
    const page = await alone(t, await serveLesson(t, JSON.stringify(everywhere(PAYLOADS[0]))));
    await page.waitForFunction((payload) => document.querySelector("#lesson").textContent.includes(payload), PAYLOADS[0]);
    await isUnharmed(page, page);

    const large = await alone(t, await serveLesson(t, REFUSED["ten megabytes"][0]));
    await large.locator("#lesson", { hasText: /too large|more than/ }).waitFor();
    await isUnharmed(large, large);
    const endless = await serveLesson(t, "", (request, response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Access-Control-Allow-Origin": "*" });
      const part = " ".repeat(65_536);
      const more = () => { while (!response.destroyed && response.write(part)); };
      response.on("drain", more);
      more();
    });
    const left = await alone(t, endless);
    await left.locator("#lesson", { hasText: /too large|more than/ }).waitFor();
    await isUnharmed(left, left);
  });

  test("what is served is a lesson, whatever its server calls it", async (t) => {
    const html = await serveLesson(t, "", (request, response) => {
      response.writeHead(200, { "Content-Type": "text/html", "Access-Control-Allow-Origin": "*" });
      response.end(`<!doctype html><script>parent.struck = 1</script>${PAYLOADS[0]}`);
    });
    const page = await alone(t, html);
    await page.locator("#lesson", { hasText: /parse|JSON|no lesson/i }).waitFor();
    await isUnharmed(page, page);
    // No permission, no file, no server: the same sentence, and nothing else breaks.
    const kept = await serveLesson(t, "", (request, response) => response.writeHead(200).end(JSON.stringify(lesson())));
    const absent = await serveLesson(t, "", (request, response) => response.writeHead(404, { "Access-Control-Allow-Origin": "*" }).end());
    for (const address of [kept, absent, "http://127.0.0.1:9/lesson.json"]) {
      const page = await alone(t, address);
      await page.locator("#lesson", { hasText: "did not come" }).waitFor();
      await isUnharmed(page, page);
    }
  });

  test("an address that is a script is no address", async (t) => {
    for (const address of ["javascript:window.struck=1//.json", "data:application/json,{}", "//struck/x.json", "blob:x.json", PAYLOADS[0]]) {
      const page = await alone(t, address);
      await page.locator("#lesson", { hasText: /no lesson|no address/ }).waitFor();
      await isUnharmed(page, page);
    }
  });

  test("links in a text lead out in a tab of their own, and tell nothing", async (t) => {
    const { page, frame, tell } = await framed(t);
    await tell(JSON.stringify(ofStep({ text: "[out](https://example.org/\"onmouseover=window.struck=1) [in](control:zero)" })));
    const link = frame.locator("#lesson a", { hasText: "out" });
    await link.waitFor();
    assert.equal(await link.getAttribute("target"), "_blank");
    assert.match(await link.getAttribute("rel"), /noopener/);
    await link.hover();
    await isUnharmed(page, frame);
  });
});
