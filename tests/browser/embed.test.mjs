// A planner embedded in a page of another origin: the messages that it sends, those that it accepts, and that it
// accepts no others.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { serveHost } from "./host.mjs";
import {
  FITS, ILLEGAL, TIGHT, TOO_LARGE, calm, counted, press, settled, unfold, violations,
} from "./planner.mjs";

/** A message of the protocol. */
const message = (type, fields) => ({ ns: "shardwise", v: 1, type, ...fields });

/** Opens a page of another origin with this body; `fixtures` are those of the test. */
async function host({ open, site, atEnd }, body, { kind } = {}) {
  const server = await serveHost(site.url, body(site.url), { kind });
  atEnd(() => server.close());
  return open("", { host: server.url });
}

/** The frame of this selector, also one inside an element. */
async function frameOf(page, selector) {
  return (await page.locator(selector).elementHandle()).contentFrame();
}

/** The frame inside the element of this id, once its planner is ready. */
async function planner(page, id) {
  await expect.poll(() => eventsOf(page, id, "ready")).not.toEqual([]);
  return frameOf(page, `#${id} iframe`);
}

/** The planner of a plain frame, once it is ready. */
async function framed(page, id) {
  await expect.poll(() => messagesOf(page, "ready")).toContainEqual(expect.objectContaining({ of: id }));
  return frameOf(page, `#${id}`);
}

/** Sends a message from the page to the plain frame of this id. */
const tell = (page, id, data) => page.evaluate(
  ([id, data]) => document.getElementById(id).contentWindow.postMessage(data, "*"), [id, data]);

/** The messages of a type that the page has received from a frame. */
const messagesOf = (page, type) => page.evaluate(
  (type) => window.messages.filter(({ data }) => data.type === type), type);

/** The events of a type that the element of this id has sent. */
const eventsOf = (page, id, type) => page.evaluate(
  ([id, type]) => window.events.filter((event) => event.of === id && event.type === type), [id, type]);

/** Waits until the last event of a type has these fields. */
const tells = (page, id, fields) =>
  expect.poll(async () => (await eventsOf(page, id, fields.type)).at(-1)).toMatchObject(fields);

/** Requests the state from the element of this id, and waits for the answer. */
async function asks(page, id) {
  const { length } = await eventsOf(page, id, "state");
  await page.evaluate((id) => document.getElementById(id).get(), id);
  await expect.poll(() => eventsOf(page, id, "state")).toHaveLength(length + 1);
}

/** Sets the plan of the element of this id. */
const set = (page, id, plan) => page.evaluate(([id, plan]) => document.getElementById(id).set(plan), [id, plan]);

const element = (id, attributes) => () => `<shardwise-planner id="${id}" ${attributes}></shardwise-planner>`;
const iframe = (id, query, fragment, attributes = "") => (url) =>
  `<iframe id="${id}" width="700" height="500" ${attributes} src="${url}${query}${fragment}"></iframe>`;

for (const kind of ["defer", "type=\"module\""]) {
  const tag = kind === "defer" ? ["@core", "@firefox"] : [];
  test(`an element tells its plan and follows its attributes, ${kind}`, { tag }, async ({ open, site, atEnd }) => {
    const body = element("one", `plan="${FITS}" title="Memory" view="verdict,memory"`);
    const page = await host({ open, site, atEnd }, body, { kind });
    const frame = await planner(page, "one");
    await tells(page, "one", { type: "state", hash: FITS, verdict: "fits" });
    await settled(frame);
    const state = await page.evaluate(() => document.getElementById("one").state);
    assert.deepEqual(Object.keys(state).toSorted(), ["hash", "mfu", "ns", "peak_gib", "type", "v", "verdict"]);
    const shown = Number(await frame.locator("#need").textContent());
    assert.ok(Math.abs(state.peak_gib - shown) <= 0.051, `${state.peak_gib} is shown as ${shown}`);
    assert.ok(state.mfu > 0.1 && state.mfu < 1);
    await expect(page.locator("#one iframe")).toHaveAttribute("title", "Memory");
    await expect(page.locator("#one iframe")).toHaveAttribute("allow", "clipboard-write; web-share");

    await page.evaluate((plan) => document.getElementById("one").setAttribute("plan", plan), TOO_LARGE);
    await tells(page, "one", { type: "state", hash: TOO_LARGE, verdict: "oom" });
    await set(page, "one", TIGHT);
    await tells(page, "one", { type: "state", hash: TIGHT, verdict: "tight" });
    await page.evaluate(() => document.getElementById("one").setAttribute("theme", "dark"));
    await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");

    // The student moves a slider, and the page receives the plan once it rests; an illegal plan has no figures.
    await frame.locator("#tp").press("ArrowLeft");
    await tells(page, "one", { type: "state", hash: TIGHT.replace("tp=8", "tp=4") });
    await set(page, "one", ILLEGAL);
    await tells(page, "one", { type: "state", hash: ILLEGAL, verdict: "illegal", peak_gib: null, mfu: null });
    await settled(frame);
    const { length } = await page.evaluate(() => window.events);
    await page.evaluate(() => document.getElementById("one").get());
    await expect.poll(() => page.evaluate(() => window.events)).toHaveLength(length + 1);
    assert.equal(await page.evaluate(() => window.events.at(-1).hash), ILLEGAL);

    // Attributes of the query reload the planner.
    await page.evaluate(() => document.getElementById("one").setAttribute("view", "map"));
    await expect.poll(() => eventsOf(page, "one", "ready")).toHaveLength(2);
    const again = await planner(page, "one");
    assert.match(again.url(), /view=map.*&theme=dark/);
  });
}

test("a plan that is not understood is told as an error, and shown", async ({ open, site, atEnd }) => {
  const page = await host({ open, site, atEnd }, element("one", `plan="${FITS}"`));
  const frame = await planner(page, "one");
  await set(page, "one", "#v=1&p=llama3-8b/h100x8&colour=red&tp=many");
  await expect.poll(() => eventsOf(page, "one", "error")).not.toEqual([]);
  const [{ text }] = await eventsOf(page, "one", "error");
  assert.match(text, /“colour”.* “many” is not a value of “tp”/);
  const notice = frame.locator("#link-notice");
  await expect(notice).toBeVisible();
  for (const sentence of text.split(". ")) await expect(notice).toContainText(sentence);
  await tells(page, "one", { type: "state", hash: "#v=1&p=llama3-8b/h100x8" });
});

test("the frame is as high as what it shows, and never grows of itself", {
  tag: ["@core", "@firefox"],
}, async ({ open, site, atEnd }) => {
  const page = await host({ open, site, atEnd }, element("one", `plan="${FITS}" view="verdict,memory" height="300"`));
  const frame = await planner(page, "one");
  await expect(frame.locator("#memory .stage").first()).toBeVisible();
  await settled(frame);
  const fits = () => frame.evaluate(() => {
    const root = document.documentElement;
    const left = innerHeight - root.getBoundingClientRect().height;
    return left >= 0 && left < 3 && root.scrollHeight <= innerHeight;
  });
  const isAsTold = () => page.evaluate(() => {
    const frame = document.getElementById("one").shadowRoot.querySelector("iframe");
    const last = window.messages.findLast(({ data }) => data.type === "height");
    return frame.offsetHeight === last?.data.px;
  });
  await expect.poll(isAsTold).toBe(true);
  await expect.poll(fits, "the frame is as high as what it shows").toBe(true);
  // Nothing changes, and no message is sent: the next message is the answer to a question.
  await calm(frame);
  await calm(page);
  const { length } = await messagesOf(page, "height");
  for (let round = 0; round < 3; round += 1) {
    await asks(page, "one");
    await calm(frame);
  }
  await calm(page);
  assert.equal((await messagesOf(page, "height")).length, length);
  // Opened details make the frame higher, closed ones lower.
  const height = () => page.evaluate(() => document.getElementById("one").offsetHeight);
  const before = await height();
  const numbers = frame.locator("#memory-behind details");
  await unfold(numbers);
  await expect.poll(height).toBeGreaterThan(before + 50);
  await expect.poll(fits).toBe(true);
  await settled(frame);
  await press(numbers.locator("> summary"));
  await expect.poll(height).toBeLessThan(before + 3);
  await settled(frame);
  await calm(frame);
  await calm(page);
  const told = (await messagesOf(page, "height")).map(({ data }) => data.px);
  told.forEach((px, index) => assert.ok(index === 0 || Math.abs(px - told[index - 1]) >= 2, told.join()));
  // Each height is also sent in AMP's form.
  const amp = (await messagesOf(page, "embed-size")).map(({ data }) => data);
  assert.deepEqual(amp, told.map((px) => ({ sentinel: "amp", type: "embed-size", height: px })));
});

test("a plain frame tells nothing of its plan before hello, and then only to its parent’s origin", {
  tag: "@core",
}, async ({ open, site, atEnd }) => {
  const page = await host({ open, site, atEnd }, iframe("one", "?embed=1", FITS));
  const frame = await framed(page, "one");
  await tell(page, "one", message("get"));
  await frame.locator("#mbs").press("ArrowRight");
  await expect(frame.locator("#alone")).toHaveAttribute("href", /&mbs=2$/);
  await settled(frame);
  await tell(page, "one", message("hello"));
  // Messages arrive in the order in which they were sent: the answer to hello is the first message with the plan, and
  // the only one.
  const data = expect.objectContaining({ ns: "shardwise", v: 1, hash: `${FITS}&mbs=2` });
  const { origin } = new URL(site.url);
  await expect.poll(() => messagesOf(page, "state")).toEqual([{ of: "one", origin, data }]);
  const types = await page.evaluate(() => [...new Set(window.messages.map(({ data }) => data.type))]);
  assert.deepEqual(types.toSorted(), ["embed-size", "height", "ready", "state"]);
  await tell(page, "one", message("set", { hash: TOO_LARGE }));
  await expect.poll(async () => (await messagesOf(page, "state")).at(-1).data.verdict).toBe("oom");
});

test("only the parent is heard, and only in the protocol’s words", { tag: "@core" }, async ({ open, site, atEnd }) => {
  const body = (url) => `${iframe("one", "?embed=1", FITS)(url)}<iframe id="other" src="/other"></iframe>`;
  const page = await host({ open, site, atEnd }, body);
  const frame = await framed(page, "one");
  await settled(frame);
  // Another frame of the same page sends all messages that a parent may send.
  const messages = [message("hello"), message("set", { hash: TOO_LARGE }), message("theme", { theme: "dark" })];
  const other = await frameOf(page, "#other");
  const reached = await counted(frame);
  for (const data of messages) {
    await other.evaluate((data) => parent.frames[0].postMessage(data, "*"), data);
    await frame.evaluate((data) => postMessage(data, "*"), data);
  }
  // And the parent sends messages outside the protocol.
  const set = { hash: TOO_LARGE };
  const odd = [
    null, "hello", 1, [], { type: "set", ...set }, { ...message("set", set), ns: "other" },
    { ...message("set", set), v: 2 }, { ...message("set", set), v: "1" }, message("set"),
    message("set", { hash: 5 }), message("set", { hash: { toString: 1 } }), message("__proto__"),
    message("theme", { theme: "pink" }), message("theme"), message("SET", set), message("eval", { text: "1" }),
    { ...message("hello"), ns: "Shardwise" },
  ];
  for (const data of odd) await tell(page, "one", data);
  await reached(2 * messages.length + odd.length);
  await calm(frame);
  await settled(frame);
  await expect(frame.locator("#verdict")).toHaveText("Fits");
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "auto");
  await tell(page, "one", message("hello"));
  await expect.poll(() => messagesOf(page, "state")).not.toEqual([]);
  // The answer to this hello is the only one.
  const states = await messagesOf(page, "state");
  assert.deepEqual(states.map(({ data }) => data.hash), [FITS]);
});

test("an element hears its own frame only", async ({ open, site, atEnd }) => {
  const body = () => `${element("one", `plan="${FITS}"`)()}<iframe id="other" src="/other"></iframe>`;
  const page = await host({ open, site, atEnd }, body);
  const frame = await planner(page, "one");
  await tells(page, "one", { type: "state", hash: FITS });
  await settled(frame);
  const { length } = await page.evaluate(() => window.events);
  const other = await frameOf(page, "#other");
  const reached = await counted(page);
  await other.evaluate((data) => parent.postMessage(data, "*"), message("state", { hash: TOO_LARGE }));
  await page.evaluate((data) => postMessage(data, "*"), message("height", { px: 5 }));
  await reached(2);
  // The answer to a question comes after all that was sent before.
  await asks(page, "one");
  assert.equal((await page.evaluate(() => window.events)).length, length + 1);
  assert.ok(await page.evaluate(() => document.getElementById("one").offsetHeight > 100));
});

test("two elements are independent", async ({ open, site, atEnd }) => {
  const page = await host({ open, site, atEnd }, () =>
    element("one", `plan="${FITS}" view="verdict"`)()
    + element("two", `plan="${TOO_LARGE}" view="verdict" units="gb"`)());
  await page.evaluate(() => document.getElementById("two").scrollIntoView());
  const [one, two] = [await planner(page, "one"), await planner(page, "two")];
  await tells(page, "one", { type: "state", hash: FITS });
  await tells(page, "two", { type: "state", hash: TOO_LARGE });
  await set(page, "one", TIGHT);
  await tells(page, "one", { type: "state", hash: TIGHT });
  // The first one has grown, and a frame out of sight gets no frames to draw in.
  await page.evaluate(() => document.getElementById("two").scrollIntoView());
  await settled(two);
  await asks(page, "two");
  assert.equal(await page.evaluate(() => document.getElementById("two").state.hash), TOO_LARGE);
  await expect(one.locator("#capacity")).toHaveText(/GiB$/);
  await expect(two.locator("#capacity")).toHaveText(/GB$/);
});

test("history is left alone", { tag: "@core" }, async ({ open, site, atEnd }) => {
  const page = await host({ open, site, atEnd }, element("one", `plan="${TOO_LARGE}"`));
  const frame = await planner(page, "one");
  await settled(frame);
  const places = async () =>
    [await frame.evaluate(() => [location.href, history.length]), await page.evaluate(() => history.length)];
  const before = await places();
  await frame.locator("#model").selectOption({ index: 1 });
  await frame.locator("#mbs").press("ArrowRight");
  await set(page, "one", FITS);
  await tells(page, "one", { type: "state", hash: FITS });
  await expect(frame.locator("#undo")).toHaveAttribute("aria-disabled", "true");
  await settled(frame);
  assert.deepEqual(await places(), before);
});

test("in a frame the head is slim, and leads to the same plan in a new tab", async ({ open, site, atEnd }) => {
  const page = await host({ open, site, atEnd }, element("one", `plan="${FITS}" view="verdict,memory" lock="tp"`));
  const frame = await planner(page, "one");
  await frame.locator("#mbs").press("ArrowRight");
  const link = frame.locator("#alone");
  await expect(link).toHaveAttribute("href", `${site.url}index.html?lock=tp${FITS}&mbs=2`);
  await expect(link).toHaveAttribute("target", "_blank");
  await settled(frame);
  for (const id of ["reset", "copy-link", "theme", "units"]) await expect(frame.locator(`#${id}`)).toBeHidden();
  await expect(frame.locator(".foot")).toBeHidden();
  await expect(frame.locator("header")).toHaveCSS("position", "static");
});

test("where no head is shown, the way out and the goal are in sight too", async ({ open, browserName }) => {
  const page = await open(FITS, { query: "?embed=1&view=memory&goal=fits" });
  await expect(page.locator("#alone")).toBeVisible();
  await expect(page.locator("#goal")).toBeVisible();
  await expect(page.locator("#goal")).toContainText("Reached");
  await settled(page);
  await expect(page.locator("#verdict")).toBeHidden();
  await expect(page.locator("#alone")).not.toHaveAttribute("href", /view=/);
  // Axe reads the DOM and styles: one browser is enough.
  if (browserName === "chromium") assert.deepEqual(await violations(page), []);
});

test("in a sandbox, without an origin of its own, the planner works and talks", {
  tag: ["@core", "@firefox"],
}, async ({ open, site, atEnd }) => {
  const page = await host({ open, site, atEnd }, iframe("one", "?embed=1", FITS, "sandbox=\"allow-scripts\""));
  const frame = await framed(page, "one");
  assert.equal(await frame.evaluate(() => origin), "null");
  await tell(page, "one", message("hello"));
  await expect.poll(async () => (await messagesOf(page, "state")).map(({ origin }) => origin)).toEqual(["null"]);
  await frame.locator("#tp").press("ArrowLeft");
  await expect.poll(async () => (await messagesOf(page, "state")).at(-1).data.hash).toMatch(/tp=4/);
  await settled(frame);
  await expect(frame.locator("#failure")).toBeHidden();
  await expect(frame.locator("#cut summary").first()).toBeAttached();
});

test("twelve on a page: each starts when it comes into sight", { tag: "@core" }, async ({ open, site, atEnd }) => {
  const ids = Array.from({ length: 12 }, (_, index) => `p${index}`);
  const page = await host({ open, site, atEnd }, () => ids.map((id) =>
    `${element(id, `plan="${FITS}" view="verdict" height="700"`)()}<p>…</p>`).join(""));
  const started = () => page.evaluate(() => [...document.querySelectorAll("shardwise-planner")]
    .filter((element) => element.shadowRoot.querySelector("iframe")).map(({ id }) => id));
  await planner(page, "p0");
  const first = await started();
  assert.ok(first.length < 4 && first[0] === "p0", first.join());
  await page.evaluate(() => document.getElementById("p11").scrollIntoView());
  await planner(page, "p11");
  const then = await started();
  assert.ok(!then.includes("p5"), then.join());
});

test("axe finds nothing in a lesson with a planner", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
  const page = await open(TOO_LARGE, { query: "?embed=1&view=verdict,memory&lock=tp,p,zero,mstep&hide=pp" });
  await expect(page.locator("#alone")).toBeVisible();
  await settled(page);
  assert.deepEqual(await violations(page), []);
});
