// A planner embedded in a page of another origin: the messages that it sends, those that it accepts, and that it
// accepts no others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endsWith } from "./endings.mjs";
import { serveHost } from "./host.mjs";
import {
  FITS, ILLEGAL, TIGHT, TOO_LARGE, calm, counted, drawn, inEachBrowser, until, violations,
} from "./planner.mjs";

/** A message of the protocol. */
const message = (type, fields) => ({ ns: "shardwise", v: 1, type, ...fields });

inEachBrowser(({ open, site }) => {
  /** Opens a page of another origin with this body. */
  async function host(t, body, { kind, ...options } = {}) {
    const server = await serveHost(site().url, body(site().url), { kind });
    endsWith(t, () => server.close());
    return open(t, "", { host: server.url, ...options });
  }

  /** The frame inside the element of this id, once its planner is ready. */
  async function planner(page, id) {
    await page.waitForFunction((id) => window.events.some(({ of, type }) => of === id && type === "ready"), id);
    const handle = await page.evaluateHandle((id) => document.getElementById(id).shadowRoot.querySelector("iframe"), id);
    return handle.asElement().contentFrame();
  }

  /** The planner of a plain frame, once it is ready. */
  async function framed(page, id) {
    await page.waitForFunction((id) => window.messages.some(({ of, data }) => of === id && data.type === "ready"), id);
    return (await page.locator(`#${id}`).elementHandle()).contentFrame();
  }

  /** Sends a message from the page to the plain frame of this id. */
  const tell = (page, id, data) => page.evaluate(
    ([id, data]) => document.getElementById(id).contentWindow.postMessage(data, "*"), [id, data]);

  /** The messages of a type that the page has received from a frame. */
  const heard = (page, type) => page.evaluate(
    (type) => window.messages.filter(({ data }) => data.type === type), type);

  /** Waits until the last event of a type meets a condition. */
  const tells = (page, id, fields) => page.waitForFunction(([id, fields]) => {
    const last = window.events.findLast(({ of, type }) => of === id && type === fields.type);
    return last && Object.entries(fields).every(([name, value]) => last[name] === value);
  }, [id, fields]);

  /** Number of events of a type that the element of this id has sent. */
  const eventsOf = (page, id, type) => page.evaluate(
    ([id, type]) => window.events.filter((event) => event.of === id && event.type === type).length, [id, type]);

  const element = (id, attributes) => () => `<shardwise-planner id="${id}" ${attributes}></shardwise-planner>`;
  const iframe = (id, query, fragment, attributes = "") => (url) =>
    `<iframe id="${id}" width="700" height="500" ${attributes} src="${url}${query}${fragment}"></iframe>`;

  for (const kind of ["defer", "type=\"module\""]) {
    test(`an element tells its plan and follows its attributes, ${kind}`, async (t) => {
      const page = await host(t, element("one", `plan="${FITS}" title="Memory" view="verdict,memory"`), { kind });
      const frame = await planner(page, "one");
      await tells(page, "one", { type: "state", hash: FITS, verdict: "fits" });
      const state = await page.evaluate(() => document.getElementById("one").state);
      assert.deepEqual(Object.keys(state).toSorted(), ["hash", "mfu", "ns", "peak_gib", "type", "v", "verdict"]);
      const shown = Number(await frame.locator("#need").textContent());
      assert.ok(Math.abs(state.peak_gib - shown) <= 0.051, `${state.peak_gib} is shown as ${shown}`);
      assert.ok(state.mfu > 0.1 && state.mfu < 1);
      const attributes = await page.evaluate(() => {
        const { title, allow } = document.getElementById("one").shadowRoot.querySelector("iframe");
        return { title, allow };
      });
      assert.deepEqual(attributes, { title: "Memory", allow: "clipboard-write; web-share" });

      await page.evaluate((plan) => document.getElementById("one").setAttribute("plan", plan), TOO_LARGE);
      await tells(page, "one", { type: "state", hash: TOO_LARGE, verdict: "oom" });
      await page.evaluate((plan) => document.getElementById("one").set(plan), TIGHT);
      await tells(page, "one", { type: "state", hash: TIGHT, verdict: "tight" });
      await page.evaluate(() => document.getElementById("one").setAttribute("theme", "dark"));
      await frame.locator("html[data-theme=dark]").waitFor();

      // The student moves a slider, and the page receives the plan once it rests; an illegal plan has no figures.
      await frame.locator("#tp").focus();
      await frame.locator("#tp").press("ArrowLeft");
      await tells(page, "one", { type: "state", hash: TIGHT.replace("tp=8", "tp=4") });
      await page.evaluate((plan) => document.getElementById("one").set(plan), ILLEGAL);
      await tells(page, "one", { type: "state", hash: ILLEGAL, verdict: "illegal", peak_gib: null, mfu: null });
      const before = await page.evaluate(() => window.events.length);
      await page.evaluate(() => document.getElementById("one").get());
      await page.waitForFunction((before) => window.events.length === before + 1, before);
      assert.equal(await page.evaluate(() => window.events.at(-1).hash), ILLEGAL);

      // Attributes of the query reload the planner.
      await page.evaluate(() => document.getElementById("one").setAttribute("view", "map"));
      await page.waitForFunction(() => window.events.filter(({ type }) => type === "ready").length === 2);
      const again = await planner(page, "one");
      assert.match(again.url(), /view=map.*&theme=dark/);
    });
  }

  test("a plan that is not understood is told as an error, and shown", async (t) => {
    const page = await host(t, element("one", `plan="${FITS}"`));
    const frame = await planner(page, "one");
    await page.evaluate(() => document.getElementById("one").set("#v=1&p=llama3-8b/h100x8&colour=red&tp=many"));
    await page.waitForFunction(() => window.events.some(({ type }) => type === "error"));
    const { text } = await page.evaluate(() => window.events.find(({ type }) => type === "error"));
    assert.match(text, /“colour”.* “many” is not a value of “tp”/);
    const notice = await frame.locator("#link-notice").innerText();
    assert.ok(text.split(". ").every((sentence) => notice.includes(sentence)), notice);
    await tells(page, "one", { type: "state", hash: "#v=1&p=llama3-8b/h100x8" });
  });

  test("the frame is as high as what it shows, and never grows of itself", async (t) => {
    const page = await host(t, element("one", `plan="${FITS}" view="verdict,memory" height="300"`));
    const frame = await planner(page, "one");
    await frame.locator("#memory .stage").first().waitFor();
    const fits = () => frame.evaluate(() => {
      const root = document.documentElement;
      const left = innerHeight - root.getBoundingClientRect().height;
      return left >= 0 && left < 3 && root.scrollHeight <= innerHeight;
    });
    const comesToFit = () => page.waitForFunction(() => {
      const frame = document.getElementById("one").shadowRoot.querySelector("iframe");
      const last = window.messages.findLast(({ data }) => data.type === "height");
      return frame.offsetHeight === last?.data.px;
    });
    await comesToFit();
    await until(fits, "the frame is as high as what it shows");
    // Nothing changes, and no message is sent: the next message is the answer to a question.
    await calm(frame);
    await calm(page);
    const count = (await heard(page, "height")).length;
    for (let round = 0; round < 3; round += 1) {
      const states = await eventsOf(page, "one", "state");
      await page.evaluate(() => document.getElementById("one").get());
      await until(async () => await eventsOf(page, "one", "state") > states, "an answer");
      await calm(frame);
    }
    await drawn(page);
    assert.equal((await heard(page, "height")).length, count);
    // Opened details make the frame higher, closed ones lower.
    const height = () => page.evaluate(() => document.getElementById("one").offsetHeight);
    const before = await height();
    await frame.locator("#memory-behind summary").click();
    await page.waitForFunction((before) => document.getElementById("one").offsetHeight > before + 50, before);
    assert.ok(await fits());
    await frame.locator("#memory-behind summary").click();
    await page.waitForFunction((before) => document.getElementById("one").offsetHeight < before + 3, before);
    const told = (await heard(page, "height")).map(({ data }) => data.px);
    told.forEach((px, index) => assert.ok(index === 0 || Math.abs(px - told[index - 1]) >= 2));
    // Each height is also sent in AMP's form.
    const amp = (await heard(page, "embed-size")).map(({ data }) => data);
    assert.deepEqual(amp, told.map((px) => ({ sentinel: "amp", type: "embed-size", height: px })));
  });

  test("a plain frame tells nothing of its plan before hello, and then only to its parent’s origin", async (t) => {
    const page = await host(t, iframe("one", "?embed=1", FITS));
    const frame = await framed(page, "one");
    await tell(page, "one", message("get"));
    await frame.locator("#mbs").focus();
    await frame.locator("#mbs").press("ArrowRight");
    await calm(frame);
    await tell(page, "one", message("hello"));
    await page.waitForFunction(() => window.messages.some(({ data }) => data.type === "state"));
    // Messages arrive in the order in which they were sent: the answer to hello is the first message with the plan, and
    // the only one.
    const types = await page.evaluate(() => [...new Set(window.messages.map(({ data }) => data.type))]);
    assert.deepEqual(types.toSorted(), ["embed-size", "height", "ready", "state"]);
    const [{ data, origin }, ...more] = await heard(page, "state");
    assert.deepEqual(more, []);
    assert.equal(origin, new URL(site().url).origin);
    assert.deepEqual(data, { ...data, ns: "shardwise", v: 1, hash: `${FITS}&mbs=2` });
    await tell(page, "one", message("set", { hash: TOO_LARGE }));
    await page.waitForFunction(() => window.messages.some(({ data }) => data.verdict === "oom"));
  });

  test("only the parent is heard, and only in the protocol’s words", async (t) => {
    const page = await host(t, (url) => `${iframe("one", "?embed=1", FITS)(url)}<iframe id="other" src="/other"></iframe>`);
    const frame = await framed(page, "one");
    // Another frame of the same page sends all messages that a parent may send.
    const messages = [message("hello"), message("set", { hash: TOO_LARGE }), message("theme", { theme: "dark" })];
    const other = await (await page.locator("#other").elementHandle()).contentFrame();
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
    assert.equal(await frame.locator("#verdict").textContent(), "Fits");
    assert.equal(await frame.locator("html").getAttribute("data-theme"), "auto");
    await tell(page, "one", message("hello"));
    await page.waitForFunction(() => window.messages.some(({ data }) => data.type === "state"));
    // The answer to this hello is the only one.
    const states = await heard(page, "state");
    assert.deepEqual(states.map(({ data }) => data.hash), [FITS]);
  });

  test("an element hears its own frame only", async (t) => {
    const page = await host(t, (url) => element("one", `plan="${FITS}"`)() + `<iframe id="other" src="/other"></iframe>`);
    await planner(page, "one");
    await tells(page, "one", { type: "state", hash: FITS });
    const count = await page.evaluate(() => window.events.length);
    const other = await (await page.locator("#other").elementHandle()).contentFrame();
    const reached = await counted(page);
    await other.evaluate((data) => parent.postMessage(data, "*"), message("state", { hash: TOO_LARGE }));
    await page.evaluate((data) => postMessage(data, "*"), message("height", { px: 5 }));
    await reached(2);
    await drawn(page);
    assert.equal(await page.evaluate(() => window.events.length), count);
    assert.ok(await page.evaluate(() => document.getElementById("one").offsetHeight > 100));
  });

  test("two elements are independent", async (t) => {
    const page = await host(t, (url) =>
      element("one", `plan="${FITS}" view="verdict"`)() + element("two", `plan="${TOO_LARGE}" view="verdict" units="gb"`)());
    await page.evaluate(() => document.getElementById("two").scrollIntoView());
    const [one, two] = [await planner(page, "one"), await planner(page, "two")];
    await tells(page, "one", { type: "state", hash: FITS });
    await tells(page, "two", { type: "state", hash: TOO_LARGE });
    await page.evaluate((plan) => document.getElementById("one").set(plan), TIGHT);
    await tells(page, "one", { type: "state", hash: TIGHT });
    await calm(two);
    const states = await eventsOf(page, "two", "state");
    await page.evaluate(() => document.getElementById("two").get());
    await until(async () => await eventsOf(page, "two", "state") > states, "an answer of the other");
    assert.equal(await page.evaluate(() => document.getElementById("two").state.hash), TOO_LARGE);
    assert.match(await one.locator("#capacity").textContent(), /GiB$/);
    assert.match(await two.locator("#capacity").textContent(), /GB$/);
  });

  test("history is left alone", async (t) => {
    const page = await host(t, element("one", `plan="${TOO_LARGE}"`));
    const frame = await planner(page, "one");
    const place = () => frame.evaluate(() => [location.href, history.length]);
    const before = [await place(), await page.evaluate(() => history.length)];
    await frame.locator("#model").selectOption({ index: 1 });
    await frame.locator("#mbs").focus();
    await frame.locator("#mbs").press("ArrowRight");
    await page.evaluate((plan) => document.getElementById("one").set(plan), FITS);
    await tells(page, "one", { type: "state", hash: FITS });
    await frame.locator("#undo[aria-disabled=true]").waitFor();
    assert.deepEqual([await place(), await page.evaluate(() => history.length)], before);
  });

  test("in a frame the head is slim, and leads to the same plan in a tab of its own", async (t) => {
    const page = await host(t, element("one", `plan="${FITS}" view="verdict,memory" lock="tp"`));
    const frame = await planner(page, "one");
    await frame.locator("#mbs").focus();
    await frame.locator("#mbs").press("ArrowRight");
    const link = frame.locator("#alone");
    await frame.waitForFunction(() => document.getElementById("alone").href.endsWith("mbs=2"));
    assert.equal(await link.getAttribute("href"), `${site().url}index.html?lock=tp${FITS}&mbs=2`);
    assert.equal(await link.getAttribute("target"), "_blank");
    for (const id of ["reset", "copy-link", "theme", "units"]) assert.ok(await frame.locator(`#${id}`).isHidden(), id);
    assert.ok(await frame.locator("footer").isHidden());
    assert.equal(await frame.evaluate(() => getComputedStyle(document.querySelector("header")).position), "static");
  });

  test("where no head is shown, the way out and the goal are in sight too", async (t) => {
    const page = await open(t, FITS, { query: "?embed=1&view=memory&goal=fits" });
    await page.locator("#alone").waitFor();
    await page.locator("#goal", { hasText: "Reached" }).waitFor();
    assert.ok(await page.locator("#verdict").isHidden());
    assert.ok(!(await page.locator("#alone").getAttribute("href")).includes("view="));
    assert.deepEqual(await violations(page), []);
  });

  test("in a sandbox, without an origin of its own, the planner works and talks", async (t) => {
    const page = await host(t, iframe("one", "?embed=1", FITS, "sandbox=\"allow-scripts\""));
    const frame = await framed(page, "one");
    assert.equal(await frame.evaluate(() => origin), "null");
    await tell(page, "one", message("hello"));
    await page.waitForFunction(() => window.messages.some(({ data }) => data.type === "state"));
    assert.equal((await heard(page, "state"))[0].origin, "null");
    await frame.locator("#tp").focus();
    await frame.locator("#tp").press("ArrowLeft");
    await page.waitForFunction(() => window.messages.some(({ data }) => /tp=4/.test(data.hash ?? "")));
    assert.ok(await frame.locator("#failure").isHidden());
    await frame.locator("#accuracy summary").waitFor({ state: "attached" });
  });

  test("twelve on a page: each starts when it comes into sight", async (t) => {
    const ids = Array.from({ length: 12 }, (_, index) => `p${index}`);
    const page = await host(t, () => ids.map((id) =>
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

  test("axe finds nothing in a lesson with a planner", async (t) => {
    const page = await open(t, TOO_LARGE, { query: "?embed=1&view=verdict,memory&lock=tp,p,zero,mstep&hide=pp" });
    await page.locator("#alone").waitFor();
    assert.deepEqual(await violations(page), []);
  });
});
