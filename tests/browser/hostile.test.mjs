// Whatever a stranger writes into a link, a query, a field or a message stays text: nothing of it runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { serveHost } from "./host.mjs";
import { FITS, inEachBrowser, settled } from "./planner.mjs";

/** Texts that would leave a trace, were they ever taken for markup, script or an address. */
const PAYLOADS = [
  "\"><img src=x onerror=window.struck=1>",
  "'><svg/onload=window.struck=1>",
  "</title></style></textarea><script>window.struck=1</script>",
  "javascript:window.struck=1//",
  "data:text/html,<script>parent.struck=1</script>",
  "<iframe srcdoc='<script>parent.struck=1</script>'></iframe>",
  "*{background:url(javascript:window.struck=1)}",
  "\\\"];window.struck=1;//",
];

const QUERY = ["embed", "view", "hide", "lock", "lang", "theme", "units", "mfu", "peak", "mem", "lesson", "goal", "table"];
const FRAGMENT = ["v", "p", "tp", "split", "recipe", "m.tp", "b.p"];

inEachBrowser(({ open, site }) => {
  /** Notes dialogs and requests that a payload would cause. */
  async function watched(page) {
    page.struck = [];
    page.on("dialog", (dialog) => { page.struck.push(dialog.message()); dialog.dismiss(); });
    page.on("request", (request) => { if (/\/x$|struck/.test(new URL(request.url()).pathname)) page.struck.push(request.url()); });
  }

  /** Nothing has become part of the page, or has run. */
  async function isUnharmed(page, where = page) {
    assert.equal(await where.evaluate(() => window.struck), undefined);
    assert.deepEqual(page.struck, []);
    const strange = await where.evaluate(() => {
      const elements = [...document.querySelectorAll("#planner *")];
      return elements.filter((element) => element.matches("img, script, iframe, object, embed, base, meta, style, [srcdoc]")
        || element.getAttributeNames().some((name) => name.startsWith("on"))
        || /^\s*(javascript|data):/i.test(element.getAttribute("href") ?? "")).map((element) => element.outerHTML);
    });
    assert.deepEqual(strange, []);
    assert.ok(await where.locator("#failure").isHidden());
  }

  test("in the query and the fragment", async (t) => {
    for (const [index, payload] of PAYLOADS.entries()) {
      const text = encodeURIComponent(payload);
      // `embed` as it should be every other time, for what stands only in a frame.
      const pairs = QUERY.map((key) => (key === "embed" && index % 2 ? "embed=1" : `${key}=${text}`));
      const fragment = `#${FRAGMENT.map((key) => `${key}=${text}`).join("&")}&${text}=1`;
      const page = await open(t, fragment, { query: `?${pairs.join("&")}`, prepare: watched });
      await page.locator("#goal").waitFor();
      await settled(page);
      // Of each it says what it has not understood, shortened.
      assert.ok((await page.locator("#link-notice").innerText()).includes(payload.slice(0, 20)));
      await isUnharmed(page);
    }
  });

  test("as the lesson’s own values, which are known words with more behind them", async (t) => {
    for (const payload of PAYLOADS) {
      const text = encodeURIComponent(`tp${payload},tp,"]`);
      const query = `?hide=${text}&lock=${text}&view=memory,${text}&goal=${encodeURIComponent(`fits or ${payload}`)}`;
      const page = await open(t, FITS, { query, prepare: watched });
      await page.locator("#goal").waitFor();
      await isUnharmed(page);
      assert.ok(await page.locator("[data-control=tp]").isHidden());
      assert.ok(await page.locator("#pp").isVisible());
    }
  });

  test("in each field of text", async (t) => {
    const page = await open(t, FITS, { prepare: watched });
    await settled(page);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    const fields = page.locator("#planner :is(input[type=text], input:not([type]), textarea):not([readonly])");
    const count = await fields.count();
    assert.ok(count >= 2, `${count} fields`);
    for (let field = 0; field < count; field += 1) {
      for (const payload of PAYLOADS) {
        await fields.nth(field).evaluate((field, payload) => {
          field.value = payload;
          for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
        }, payload);
      }
    }
    await page.waitForTimeout(400);
    await isUnharmed(page);
  });

  test("in each field of each message", async (t) => {
    const server = await serveHost(site().url, `<iframe id="one" width="700" height="600" src="${site().url}?embed=1&goal=fits&lesson=${
      encodeURIComponent(PAYLOADS[0])}${FITS}"></iframe>`);
    t.after(() => server.close());
    const page = await open(t, "", { host: server.url, prepare: watched });
    await page.waitForFunction(() => window.messages.some(({ data }) => data.type === "ready"));
    const frame = await (await page.locator("#one").elementHandle()).contentFrame();
    const tell = (data) => page.evaluate((data) => document.getElementById("one").contentWindow.postMessage(data, "*"), data);
    await tell({ ns: "shardwise", v: 1, type: "hello" });
    for (const payload of PAYLOADS) {
      for (const message of [
        { type: "set", hash: payload }, { type: "set", hash: `#v=1&p=${payload}&tp=${payload}&${payload}=1` },
        { type: "theme", theme: payload }, { type: payload }, { type: "hello", origin: payload },
        { ns: payload, type: "set", hash: payload }, { v: payload, type: "set", hash: payload },
      ]) await tell({ ns: "shardwise", v: 1, ...message });
    }
    await page.waitForFunction(() => window.messages.some(({ data }) => data.type === "error" && /struck/.test(data.text)));
    await page.waitForTimeout(400);
    await isUnharmed(page, frame);
    assert.equal(await frame.locator("html").getAttribute("data-theme"), "auto");
    // The lesson’s id comes back as it was given, as text.
    const goal = await page.evaluate(() => window.messages.find(({ data }) => data.type === "goal").data);
    assert.equal(goal.lesson, PAYLOADS[0]);
  });

  test("in each attribute of the element, and in what a frame tells it", async (t) => {
    const body = PAYLOADS.map((payload, index) => {
      const text = payload.replaceAll("&", "&amp;").replaceAll("\"", "&quot;");
      const names = ["plan", "view", "hide", "lock", "lang", "theme", "units", "mfu", "lesson", "goal", "height", "title"];
      return `<shardwise-planner id="p${index}" ${names.map((name) => `${name}="${text}"`).join(" ")}></shardwise-planner>`;
    });
    const server = await serveHost(site().url, body.slice(0, 3).join(""));
    t.after(() => server.close());
    const page = await open(t, "", { host: server.url, prepare: watched });
    await page.waitForFunction(() => window.events.some(({ type }) => type === "ready"));
    await page.waitForTimeout(500);
    assert.equal(await page.evaluate(() => window.struck), undefined);
    assert.deepEqual(page.struck, []);
    for (const frame of page.frames().slice(1)) await isUnharmed(page, frame);
  });
});
