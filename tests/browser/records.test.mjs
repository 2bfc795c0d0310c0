// The pages of docs/examples, each on another origin than its planner. A reached goal is recorded, reported to a course
// by SCORM, and sent to a record store by xAPI.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { expect, test } from "./fixtures.mjs";
import { catchFiles, drawn, kept, press, settled, until, violations } from "./planner.mjs";

const example = (name) => readFileSync(new URL(`../../docs/examples/${name}.html`, import.meta.url), "utf8");
const FIRST = readFileSync(new URL("../data/lessons/first.json", import.meta.url), "utf8");
/** Plans that reach the goal of a step, and one that does not. */
const REACHED = { shard: "#v=1&p=llama3-8b/h100x8&zero=3", "flash-on": "#v=1&p=llama3-8b/h100x8&tp=2" };
const LOST = "#v=1&p=llama3-8b/h100x8&zero=0&flash=0";

/** A course’s page around another one, with a SCORM 1.2 object that records its calls. */
const COURSE = `<!doctype html><html lang="en"><title>A course</title><script>
  window.calls = [];
  window.values = JSON.parse(sessionStorage.values ?? "{}");
  const note = (name, answer) => (...given) => { window.calls.push([name, ...given]); return answer(...given); };
  window.API = {
    LMSInitialize: note("LMSInitialize", () => "true"),
    LMSGetValue: note("LMSGetValue", (name) => window.values[name] ?? ""),
    LMSSetValue: note("LMSSetValue", (name, value) => {
      window.values[name] = value;
      sessionStorage.values = JSON.stringify(window.values);
      return "true";
    }),
    LMSCommit: note("LMSCommit", () => "true"),
    LMSFinish: note("LMSFinish", () => "true"),
  };
</script><iframe id="sco" src="/scorm.html" width="900" height="700" title="An exercise"></iframe>`;

/**
 * Serves the examples at a free port, with these values of their constants: the first lesson, which is served
 * here too, or those of `constants`. `store.statements` has the statements received; while `store.isDown` it
 * accepts none.
 */
async function serveExamples({ site, atEnd }, constants = {}) {
  const store = { statements: [], headers: [], isDown: false };
  let url;
  const page = (name) => {
    const all = { PLANNER: site.url, LESSON: `${url}first.json`, ID: "first", FULL: 2, ...constants };
    return Object.entries(all).reduce((text, [constant, value]) => {
      const line = new RegExp(`^const ${constant} = .*;$`, "m");
      return text.replace(line, () => `const ${constant} = ${JSON.stringify(value)};`);
    }, example(name));
  };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, url).pathname;
    const send = (type, text) =>
      response.writeHead(200, { "Content-Type": type, "Access-Control-Allow-Origin": "*" }).end(text);
    if (path === "/first.json") return send("application/json", FIRST);
    if (path === "/course") return send("text/html", COURSE);
    if (path === "/store/statements") {
      if (store.isDown) return response.writeHead(503).end();
      let text = "";
      for await (const part of request) text += part;
      store.statements.push(JSON.parse(text));
      store.headers.push(request.headers);
      return send("application/json", "[]");
    }
    if (path === "/favicon.ico") return response.writeHead(204).end();
    return send("text/html", page(path.slice(1).replace(".html", "")));
  });
  await new Promise((resolve, reject) => { server.once("error", reject).listen(0, "127.0.0.1", resolve); });
  url = `http://127.0.0.1:${server.address().port}/`;
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => { server.close(resolve); });
  });
  return { url, store };
}

/** The planner’s frame, once its lesson is at a step. */
async function planner({ site, page }, step) {
  const find = () => page.frames().find((frame) => frame.url().startsWith(site.url));
  await until(find, "the planner is there");
  const frame = find();
  await frame.locator(`#lesson[data-step="${step}"]`).waitFor();
  return frame;
}

/** Sets the plan of the planner, as the embedding page may. */
const set = (where, hash) => where.evaluate((hash) => {
  const frame = document.querySelector("#planner iframe");
  frame.contentWindow.postMessage({ ns: "shardwise", v: 1, type: "set", hash }, "*");
}, hash);

/** Records the messages about goals that the page receives from now on; its own script receives them first. */
const hearGoals = (page) => page.evaluate(() => {
  window.goals = [];
  addEventListener("message", ({ data }) => { if (data?.type === "goal") window.goals.push(data.reached); });
});

/** Waits until the page has received that the goal is reached, or no longer is, and has handled it. */
async function hears(page, isReached) {
  await page.waitForFunction((isReached) => window.goals.at(-1) === isReached, isReached);
  await drawn(page);
}

/** The rows of the table of records. */
const rows = (page) => page.evaluate(() =>
  [...document.querySelectorAll("#rows tr")].map((row) => [...row.cells].map(({ textContent }) => textContent)));

/** Lesson and step of each record. */
const recorded = async (page) => (await rows(page)).map((row) => row.slice(0, 2));

test("what a reader reaches by hand is recorded once, kept and exported", {
  tag: "@core",
}, async ({ open, site, atEnd, browserName }) => {
  const host = await serveExamples({ site, atEnd });
  const page = await open("", { host: `${host.url}records.html`, prepare: (page) => page.addInitScript(catchFiles) });
  const frame = await planner({ site, page }, "shard");
  await expect(page.locator("#rows tr")).toHaveCount(0);
  // ZeRO goes up until the plan fits.
  await frame.locator("#zero input:checked").focus();
  for (let press = 0; press < 3; press += 1) await frame.locator("#zero input:checked").press("ArrowRight");
  await expect(page.locator("#rows tr")).toHaveCount(1);
  await expect(page.locator("#said")).toHaveText("Recorded: shard.");
  // Lost and reached again, it is still one record.
  await hearGoals(page);
  await set(page, LOST);
  await hears(page, false);
  await set(page, REACHED.shard);
  await hears(page, true);
  assert.deepEqual(await recorded(page), [["first", "shard"]]);
  await expect(page.locator("#rows td").nth(3)).toHaveText(/^\d+\.\d$/);
  // Axe reads the DOM and styles: one browser is enough.
  if (browserName === "chromium") assert.deepEqual(await violations(page, "main > :not(#planner)"), []);

  const file = await kept(page, () => press(page.locator("#export")));
  assert.equal(file.name, "records.csv");
  const [head, line, ...more] = file.bytes.toString().split("\r\n");
  assert.equal(head, "\"lesson\",\"step\",\"reached_at\",\"seconds\"");
  assert.match(line, /^"first","shard","\d{4}-\d\d-\d\dT[\d:.]+Z","\d+"$/);
  assert.deepEqual(more, [""]);
  await page.reload();
  await expect.poll(() => recorded(page)).toEqual([["first", "shard"]]);
  // The frame grows while its planner starts, and says what its lesson begins with: both before the press.
  await settled(await planner({ site, page }, "shard"));
  await drawn(page);
  await press(page.locator("#forget"));
  await expect(page.locator("#rows tr")).toHaveCount(0);
  // The data that a later visit would find.
  const left = await page.evaluate(() => Object.values(localStorage).join());
  assert.ok(!left.includes("\"shard\""), left);
});

test("a step of the planner’s own lessons is recorded by its ids", async ({ open, site, atEnd }) => {
  const host = await serveExamples({ site, atEnd }, { LESSON: "challenges/flash-on" });
  const page = await open("", { host: `${host.url}records.html` });
  await planner({ site, page }, "flash-on");
  await set(page, REACHED["flash-on"]);
  await expect.poll(() => recorded(page)).toEqual([["challenges", "flash-on"]]);
});

test("only the planner is believed, and only names are kept", async ({ open, site, atEnd }) => {
  const host = await serveExamples({ site, atEnd });
  const page = await open("", { host: `${host.url}records.html` });
  const frame = await planner({ site, page }, "shard");
  const goal = { ns: "shardwise", v: 1, type: "goal", lesson: "first", step: "forged", reached: true };
  // Counts the forged goals only: the planner sends messages of its own meanwhile.
  await page.evaluate(() => {
    window.forged = 0;
    addEventListener("message", ({ data }) => { window.forged += data?.type === "goal" && data.step !== "shard"; });
  });
  // The page itself, and an untrusted frame in it.
  await page.evaluate((goal) => postMessage(goal, "*"), goal);
  await page.evaluate((goal) => {
    const stranger = document.createElement("iframe");
    stranger.srcdoc = `<script>parent.postMessage(${JSON.stringify(goal)}, "*")<\/script>`;
    document.body.append(stranger);
  }, goal);
  // The planner’s own frame, with messages of wrong names, wrong protocol, or goals not reached.
  const others = [
    { step: "<img src=x onerror=parent.struck=1>" }, { lesson: "=1+1" }, { step: 5 }, { step: "" }, { reached: "yes" },
    { reached: false }, { v: 2 }, { ns: "other" },
  ];
  for (const other of others) await frame.evaluate((goal) => parent.postMessage(goal, "*"), { ...goal, ...other });
  await expect.poll(() => page.evaluate(() => window.forged)).toBe(2 + others.length);
  await drawn(page);
  assert.deepEqual(await rows(page), []);
  assert.equal(await page.evaluate(() => window.struck), undefined);
  // Stored data is validated, too.
  await page.evaluate(() => {
    const wrong = [{ lesson: "<b>", step: "x", at: "never", seconds: 1 }, null, 7];
    localStorage.setItem("shardwise-records", JSON.stringify(wrong));
  });
  await page.reload();
  // The page has read what was stored once the planner is there.
  await planner({ site, page }, "shard");
  assert.deepEqual(await rows(page), []);
});

test("a course is told score, status and steps by SCORM 1.2, and a later visit goes on", async ({
  open, site, atEnd,
}) => {
  const host = await serveExamples({ site, atEnd });
  const page = await open("", { host: `${host.url}course` });
  await planner({ site, page }, "shard");
  const values = () => page.evaluate(() => window.values);
  assert.deepEqual(await page.evaluate(() => window.calls[0]), ["LMSInitialize", ""]);
  await expect.poll(values).toMatchObject({ "cmi.core.score.raw": "0", "cmi.core.lesson_status": "incomplete" });
  const sco = page.frames().find((frame) => frame.url() === `${host.url}scorm.html`);
  await set(sco, REACHED.shard);
  await page.waitForFunction(() => window.values["cmi.suspend_data"] === "shard");
  await expect.poll(values).toMatchObject({ "cmi.core.score.raw": "50" });
  await expect.poll(() => page.evaluate(() => window.calls.at(-1))).toEqual(["LMSCommit", ""]);
  await expect(sco.locator("#said")).toHaveText("1 of 2 steps.");

  // The course closes the exercise.
  await page.evaluate(() => document.getElementById("sco").remove());
  await page.waitForFunction(() => window.calls.at(-1)[0] === "LMSFinish");
  const { "cmi.core.session_time": time, "cmi.core.exit": exit } = await values();
  assert.match(time, /^\d\d:\d\d:\d\d$/);
  assert.equal(exit, "suspend");
  // Another step was reached elsewhere meanwhile, and the rest still counts.
  await page.evaluate(() => {
    sessionStorage.values = JSON.stringify({ ...window.values, "cmi.suspend_data": "shard other <b>x</b>" });
  });
  await page.reload();
  await page.waitForFunction(() => window.values["cmi.core.lesson_status"] === "completed");
  await expect.poll(values).toMatchObject({ "cmi.core.score.raw": "100", "cmi.suspend_data": "shard other" });
});

test("without a course the exercise says that nothing is recorded, and works", async ({ open, site, atEnd }) => {
  const host = await serveExamples({ site, atEnd });
  const page = await open("", { host: `${host.url}scorm.html` });
  await page.locator("#said", { hasText: "No course is listening" }).waitFor();
  const frame = await planner({ site, page }, "shard");
  await set(page, REACHED.shard);
  await frame.locator("#lesson-goal[data-reached=true]").waitFor();
});

test("a record store is sent a statement for each step by xAPI, once, and later where it is down", async ({
  open, site, atEnd,
}) => {
  const host = await serveExamples({ site, atEnd });
  const launch = new URLSearchParams({
    endpoint: `${host.url}store`,
    auth: "Basic c3R1ZGVudDpzZWNyZXQ=",
    actor: JSON.stringify({ name: ["A <b>student</b>"], mbox: ["mailto:student@example.org"], objectType: "Agent" }),
    registration: "0c3bd1f4-9d4e-4d5c-8d3a-2d6a7a1f0f10",
    activity_id: "https://example.org/course/first",
  });
  const { store } = host;
  const page = await open("", { host: `${host.url}xapi.html?${launch}`, noisy: true });
  const frame = await planner({ site, page }, "shard");
  const sent = async (count) => {
    await until(() => store.statements.length >= count, `${count} statements`);
    assert.equal(store.statements.length, count);
  };
  await sent(1);
  const [{ verb, object }] = store.statements;
  assert.equal(verb.id, "http://adlnet.gov/expapi/verbs/experienced");
  assert.equal(object.id, "https://example.org/course/first");
  // The store is down when the step is reached.
  store.isDown = true;
  await set(page, REACHED.shard);
  await page.locator("#said", { hasText: "sent later" }).waitFor();
  store.isDown = false;
  await sent(2);
  const [, done] = store.statements;
  assert.match(done.id, /^[\da-f-]{36}$/);
  assert.deepEqual(done.actor, { objectType: "Agent", name: "A <b>student</b>", mbox: "mailto:student@example.org" });
  assert.equal(done.verb.id, "http://adlnet.gov/expapi/verbs/completed");
  assert.equal(done.object.id, "https://example.org/course/first/shard");
  assert.deepEqual(done.result, { completion: true, success: true });
  assert.equal(done.context.registration, launch.get("registration"));
  assert.deepEqual(done.context.contextActivities.parent, [{ id: "https://example.org/course/first" }]);
  for (const headers of store.headers) {
    assert.equal(headers.authorization, launch.get("auth"));
    assert.equal(headers["x-experience-api-version"], "1.0.3");
    assert.equal(headers["content-type"], "application/json");
  }
  // The address contains the password, and is sent to nobody.
  assert.ok(store.headers.every(({ referer }) => !referer));
  assert.equal(await frame.evaluate(() => document.referrer), "");
  // Lost and reached again, and launched again: it was already sent.
  await hearGoals(page);
  await set(page, LOST);
  await hears(page, false);
  await set(page, REACHED.shard);
  await hears(page, true);
  await page.reload();
  await planner({ site, page }, "shard");
  await sent(3);
  await hearGoals(page);
  await set(page, REACHED.shard);
  await hears(page, true);
  // The next statement that the store receives is the next launch.
  await page.reload();
  await planner({ site, page }, "shard");
  await sent(4);
  const verbs = store.statements.map(({ verb }) => verb.display.en);
  assert.deepEqual(verbs, ["experienced", "completed", "experienced", "experienced"]);
  assert.equal(new Set(store.statements.map(({ id }) => id)).size, 4);
});

test("what a store did not take is sent when the same reader is launched again, and no other", async ({
  open, site, atEnd,
}) => {
  const host = await serveExamples({ site, atEnd });
  const { store } = host;
  const launched = (name) => `${host.url}xapi.html?${new URLSearchParams({
    endpoint: `${host.url}store/`, auth: "Basic eA==", actor: JSON.stringify({ mbox: `mailto:${name}@example.org` }),
  })}`;
  store.isDown = true;
  const page = await open("", { host: launched("one"), noisy: true });
  await planner({ site, page }, "shard");
  await set(page, REACHED.shard);
  await page.waitForFunction(() => Object.values(localStorage).some((kept) => kept.includes("verbs/completed")));
  await page.goto("about:blank");
  store.isDown = false;
  await page.goto(launched("two"));
  await planner({ site, page }, "shard");
  assert.ok(store.statements.every(({ actor }) => actor.mbox === "mailto:two@example.org"));
  await page.goto(launched("one"));
  const ofOne = () => store.statements.filter(({ actor }) => actor.mbox === "mailto:one@example.org");
  await until(() => ofOne().length >= 3, "three statements");
  assert.deepEqual(ofOne().map(({ verb }) => verb.display.en), ["experienced", "completed", "experienced"]);
});

test("a launch that names no store to be trusted sends nothing, and says so", async ({ open, site, atEnd }) => {
  const host = await serveExamples({ site, atEnd });
  for (const [endpoint, actor] of [
    ["http://records.example.org/", "{\"mbox\":\"mailto:a@example.org\"}"], ["javascript:alert(1)", "{}"],
    [`${host.url}store/`, "<b>"], [`${host.url}store/`, "{\"name\":\"nobody\"}"],
  ]) {
    const page = await open("", { host: `${host.url}xapi.html?${new URLSearchParams({ endpoint, actor })}` });
    await page.locator("#said", { hasText: "nothing is recorded" }).waitFor();
    await page.close();
  }
  assert.deepEqual(host.store.statements, []);
});
