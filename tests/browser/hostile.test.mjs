// Untrusted text in a link, a query, a field or a message stays text: none of it runs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures.mjs";
import { serveHost } from "./host.mjs";
import { FITS, calm, drawn, settled } from "./planner.mjs";

test.skip(({ browserName }) => browserName !== "chromium", "the same DOM is written in each: one browser is enough");

/** Texts that would leave a trace if they were parsed as markup, script or an address. */
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

const QUERY = [
  "embed", "view", "show", "hide", "lock", "lang", "theme", "units", "mfu", "peak", "mem", "lesson", "goal", "table", "tab",
  "scene", "at", "why", "predict", "ask",
];
/** All attributes that the element reads, from its own source, so that none is missing here. */
const ATTRIBUTES = (() => {
  const source = readFileSync(new URL("../../static/embed.js", import.meta.url), "utf8");
  const words = (text) => [...text.matchAll(/"([\w-]+)"/g)].map(([, word]) => word);
  const [, query] = source.match(/const QUERY = \[(.*?)\];/s);
  const [, observed] = source.match(/observedAttributes = \[(.*?)\.\.\.QUERY\]/s);
  const read = [...source.matchAll(/getAttribute\("([\w-]+)"\)/g)].map(([, word]) => word);
  return [...new Set([...words(observed), ...words(query), ...read])];
})();
const FRAGMENT = ["v", "p", "tp", "split", "recipe", "m.tp", "b.p"];

/** The element as the page’s HTML has it. */
const element = (id, attributes) => {
  const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("\"", "&quot;");
  const written = attributes.map(([name, text]) => `${name}="${escaped(text)}"`);
  return `<shardwise-planner id="${id}" ${written.join(" ")}></shardwise-planner>`;
};

/** True if an attribute reached the element's frame unchanged, or a rule refuses it. */
const hasReached = (name, payload, { src, title, height }) => {
  const { searchParams, hash } = new URL(src);
  if (name === "title") return title === payload;
  // A height that is not a number is ignored: by then the frame has sent its own.
  if (name === "height") return /^\d+(\.\d+)?px$/.test(height);
  if (name === "plan") return decodeURIComponent(hash).includes(payload);
  return searchParams.get(name) === payload;
};

/** Milliseconds for the test of all payloads in all attributes, which starts over a hundred planners. */
const LIMIT = 400_000;

/** The frame in the element of this id, once it is present. */
const shadowFrame = (page, id) => page.locator(`#${id} iframe`).elementHandle();

test("all attributes of the element are known here", { tag: ["@files", "@security"] }, () => {
  for (const name of ["plan", "src", "title", "height", "view", "lesson", "goal", "peak", "mem", "table"]) {
    assert.ok(ATTRIBUTES.includes(name), `${name} is not in ${ATTRIBUTES}`);
  }
});

/** Records dialogs and requests that a payload would cause. */
async function watched(page) {
  page.struck = [];
  page.on("dialog", (dialog) => { page.struck.push(dialog.message()); dialog.dismiss(); });
  page.on("request", (request) => {
    if (/\/x$|struck/.test(new URL(request.url()).pathname)) page.struck.push(request.url());
  });
}

/** Asserts that no payload has become part of the page, or has run. */
async function isUnharmed(page, where = page) {
  assert.equal(await where.evaluate(() => window.struck), undefined);
  assert.deepEqual(page.struck, []);
  const strange = await where.evaluate(() => {
    const elements = [...document.querySelectorAll("#planner *")];
    const strangers = "img, script, iframe, object, embed, base, meta, style, [srcdoc]";
    return elements.filter((element) => element.matches(strangers)
      || element.getAttributeNames().some((name) => name.startsWith("on"))
      || /^\s*(javascript|data):/i.test(element.getAttribute("href") ?? "")).map((element) => element.outerHTML);
  });
  assert.deepEqual(strange, []);
  await expect(where.locator("#failure")).toBeHidden();
}

test("in the query and the fragment", { tag: "@security" }, async ({ open }) => {
  for (const [index, payload] of PAYLOADS.entries()) {
    const text = encodeURIComponent(payload);
    // `embed` is set every other time, for content that is only in a frame.
    const pairs = QUERY.map((key) => (key === "embed" && index % 2 ? "embed=1" : `${key}=${text}`));
    const fragment = `#${FRAGMENT.map((key) => `${key}=${text}`).join("&")}&${text}=1`;
    const page = await open(fragment, { query: `?${pairs.join("&")}`, prepare: watched });
    await expect(page.locator("#goal")).toBeVisible();
    // The notice shows each payload that was not understood, shortened.
    await expect(page.locator("#link-notice")).toBeVisible();
    await expect(page.locator("#link-notice")).toContainText(payload.slice(0, 20));
    await settled(page);
    await isUnharmed(page);
    await page.close();
  }
});

test("as the lesson’s own values, which are known words with more behind them", {
  tag: "@security",
}, async ({ open }) => {
  for (const payload of PAYLOADS) {
    const text = encodeURIComponent(`tp${payload},tp,"]`);
    const query = `?hide=${text}&lock=${text}&view=memory,${text}&goal=${encodeURIComponent(`fits or ${payload}`)}`;
    const page = await open(FITS, { query, prepare: watched });
    await expect(page.locator("#goal")).toBeVisible();
    await settled(page);
    await isUnharmed(page);
    await expect(page.locator("[data-control=tp]")).toBeHidden();
    await expect(page.locator("#pp")).toBeVisible();
    await page.close();
  }
});

test("in each field of text", { tag: ["@core", "@security"] }, async ({ open }) => {
  const page = await open(FITS, { tab: "compare", prepare: watched });
  await settled(page);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  await settled(page);
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
  await calm(page);
  await settled(page);
  await isUnharmed(page);
});

test("in each field of each message", { tag: ["@core", "@security"] }, async ({ open, site, atEnd }) => {
  const address = `${site.url}?embed=1&goal=fits&lesson=${encodeURIComponent(PAYLOADS[0])}${FITS}`;
  const server = await serveHost(site.url, `<iframe id="one" width="700" height="600" src="${address}"></iframe>`);
  atEnd(() => server.close());
  const page = await open("", { host: server.url, prepare: watched });
  /** The messages of a type that the page has received. */
  const messages = (type) => page.evaluate(
    (type) => window.messages.map(({ data }) => data).filter((data) => data.type === type), type);
  await expect.poll(() => messages("ready")).not.toEqual([]);
  const frame = await (await page.locator("#one").elementHandle()).contentFrame();
  const tell = (data) => page.evaluate(
    (data) => document.getElementById("one").contentWindow.postMessage(data, "*"), data);
  await tell({ ns: "shardwise", v: 1, type: "hello" });
  for (const payload of PAYLOADS) {
    for (const message of [
      { type: "set", hash: payload }, { type: "set", hash: `#v=1&p=${payload}&tp=${payload}&${payload}=1` },
      { type: "theme", theme: payload }, { type: payload }, { type: "hello", origin: payload },
      { ns: payload, type: "set", hash: payload }, { v: payload, type: "set", hash: payload },
    ]) await tell({ ns: "shardwise", v: 1, ...message });
  }
  await expect.poll(async () => (await messages("error")).map(({ text }) => text).join("\n")).toMatch(/struck/);
  await tell({ ns: "shardwise", v: 1, type: "set", hash: FITS });
  await expect.poll(async () => (await messages("state")).at(-1)).toMatchObject({ hash: FITS });
  await calm(frame);
  await settled(frame);
  await isUnharmed(page, frame);
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "auto");
  // The lesson’s id is returned unchanged, as text.
  await expect.poll(async () => (await messages("goal"))[0]).toMatchObject({ lesson: PAYLOADS[0] });
});

test("in each attribute of the element, alone and with all others", {
  tag: "@security",
}, async ({ open, site, atEnd }) => {
  test.setTimeout(LIMIT);
  const names = ATTRIBUTES.filter((name) => name !== "src");
  const cases = PAYLOADS.flatMap((payload) =>
    [...names.map((name) => [[name, payload]]), names.map((name) => [name, payload])]);
  const server = await serveHost(site.url, "");
  atEnd(() => server.close());
  const page = await open("", { host: server.url, prepare: watched });
  for (const [index, given] of cases.entries()) {
    const id = `p${index}`;
    // As markup, the usual way for untrusted text; one at a time, so that the page never has many.
    await page.evaluate((markup) => { document.body.innerHTML = markup; }, element(id, given));
    await expect.poll(() => page.evaluate(
      (id) => window.events.some((event) => event.of === id && event.type === "ready"), id)).toBe(true);
    const handle = await shadowFrame(page, id);
    const read = () => handle.evaluate(({ src, title, style }) => ({ src, title, height: style.height }));
    for (const [name, payload] of given) {
      await expect.poll(async () => hasReached(name, payload, await read()), `${name}: ${payload}`).toBe(true);
    }
    const frame = await handle.contentFrame();
    await drawn(frame);
    await isUnharmed(page, frame);
  }
  assert.equal(await page.evaluate(() => window.struck), undefined);
});

test("in the element’s address, which is one of the web or the script’s own place", {
  tag: ["@core", "@security"],
}, async ({ open, site, atEnd }) => {
  // Also a script’s address, with a part of its own before the code.
  const sources = [
    ...PAYLOADS, "javascript://planner/", "JaVaScRiPt://planner/", "data://planner/", "blob:null", "about:blank",
    "http://[",
  ];
  const elements = sources.map((src, index) => element(`p${index}`, [["src", src], ["plan", "#\nwindow.struck=1"]]));
  const server = await serveHost(site.url, elements.join(""));
  atEnd(() => server.close());
  const page = await open("", { host: server.url, prepare: watched });
  for (const [index, src] of sources.entries()) {
    const id = `p${index}`;
    await page.evaluate((id) => document.getElementById(id).scrollIntoView(), id);
    const frame = await shadowFrame(page, id);
    const address = await frame.evaluate((frame) => frame.src);
    const isOwn = address.startsWith(`${site.url}index.html?embed=1`);
    assert.ok(isOwn || address.startsWith(server.url), `${src} leads to ${address}`);
    // An address that is not of the web is not used: the default beside the script is.
    assert.equal(isOwn, !URL.canParse(src, server.url) || !/^https?:/.test(new URL(src, server.url)), src);
  }
  await calm(page);
  assert.equal(await page.evaluate(() => window.struck), undefined);
  // Only dialogs count: a path that is a text on this server does no harm.
  assert.deepEqual(page.struck.filter((struck) => !struck.startsWith(server.url)), []);
});
