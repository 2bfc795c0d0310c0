// Failures of the release's files outside the page: the service worker, and the element for other pages.
import assert from "node:assert/strict";
import { DIST, expect, test } from "./fixtures.mjs";
import { serveHost } from "./host.mjs";
import { FITS, press, settled, started, unfold, until } from "./planner.mjs";
import { WAYS, serve } from "./serve.mjs";

/** Milliseconds after which the page loads the worker and the element reports a planner, with a margin. */
const LATE = 12_000;

/** The tag of the tests in which a file is missing. */
const tagOf = (way) => (way === "missing" ? "@core" : []);

/** A server that answers wrongly for one file. */
async function spoiled(atEnd, file, way) {
  const server = await serve(DIST);
  atEnd(() => server.close());
  server.spoil(file, way);
  return server;
}

for (const way of WAYS) {
  test(`sw.js: ${way}: the visit goes on, and the next one has the worker`, { tag: tagOf(way) }, async ({ open, atEnd }) => {
    const server = await spoiled(atEnd, "sw.js", way);
    const errors = [];
    const page = await open("", {
      host: server.url + FITS,
      noisy: true,
      context: { serviceWorkers: "allow" },
      // The clock that the test sets runs by the true one.
      hasDeadlines: true,
      prepare: async (page) => {
        page.on("pageerror", (error) => errors.push(error.message));
        await page.clock.install();
      },
    });
    await settled(page);
    // The page loads its worker last, and late: its own clock advances.
    await page.clock.runFor(LATE);
    await until(() => server.asked("sw.js") > 0, "the worker is asked for");
    const step = page.locator("#step");
    const before = await step.textContent();
    await page.locator("#seq").press("ArrowRight");
    await expect(step).not.toHaveText(before);
    assert.equal(await page.evaluate(() => navigator.serviceWorker.controller), null);
    assert.deepEqual(errors, []);
    server.spoil("sw.js");
    // A browser loads one worker after the other, until the network gives up the first.
    server.disconnect();
    await settled(page);
    await page.reload();
    await started(page);
    await page.clock.runFor(LATE);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
    assert.deepEqual(errors, []);
  });
}

for (const way of WAYS) {
  test(`index.html in an element: ${way}: its host is told, keeps the link, and gets a planner that comes late`, async ({ open, atEnd }) => {
    const server = await spoiled(atEnd, "index.html", way);
    const host = await serveHost(server.url, `<shardwise-planner id="one" plan="${FITS.replaceAll("&", "&amp;")}">
        <a href="${server.url}${FITS.replaceAll("&", "&amp;")}">Open the planner</a>
      </shardwise-planner><shardwise-planner id="two" title="Memory" lang="en-XA" plan="${FITS.replaceAll("&", "&amp;")}"></shardwise-planner>`);
    atEnd(() => host.close());
    const page = await open("", {
      host: host.url,
      asks: [server.url],
      noisy: true,
      hasDeadlines: true,
      // A page with a stalled frame never finishes loading.
      until: "commit",
      prepare: (page) => page.clock.install(),
    });
    await until(() => server.asked("index.html") > 0, "the planner is asked for");
    const link = page.getByRole("link", { name: "Open the planner" });
    await link.waitFor();
    const errors = () => page.evaluate(() => window.events.filter(({ type, of }) => type === "error" && of === "one"));
    assert.deepEqual(await errors(), []);
    await page.clock.runFor(LATE);
    const text = "The planner has not started within 10 seconds.";
    await expect.poll(errors).toEqual([{ ns: "shardwise", v: 1, type: "error", text, of: "one" }]);
    await expect(link).toBeVisible();
    // An element without content has a link of its own.
    await page.locator("#two").scrollIntoViewIfNeeded();
    await expect(page.locator("#two iframe")).toBeAttached();
    const own = page.getByRole("link", { name: "Memory" });
    await expect(own).toHaveAttribute("href", `${server.url}index.html?lang=en-XA${FITS}`);
    await expect(own).toBeVisible();
    const frame = page.locator("#one iframe");
    await expect(frame).toHaveCSS("visibility", "hidden");
    // An attribute starts the planner anew: it takes the link's place, and is not reported.
    server.spoil("index.html");
    // A browser may wait for a stalled answer before it asks for the same file again.
    server.disconnect();
    await page.locator("#one").evaluate((one) => one.setAttribute("view", "verdict"));
    await page.locator("#one").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => window.events.some(({ type, of }) => type === "ready" && of === "one"));
    await expect(link).toBeHidden();
    await expect(frame).toHaveCSS("visibility", "visible");
    await page.clock.runFor(LATE);
    assert.equal((await errors()).length, 1);
    const [other] = await page.evaluate(() => window.events.filter(({ type, of }) => type === "error" && of === "two"));
    assert.match(other.text, /^Ťĥĥé .* 10 /, "in the language of the element");
  });
}

for (const kind of ["defer", "type=module"]) {
  for (const way of WAYS) {
    const tag = kind === "defer" ? tagOf(way) : [];
    test(`embed.js as a script with ${kind}: ${way}: its host goes on and links to the planner`, { tag }, async ({ open, atEnd }) => {
      const server = await spoiled(atEnd, "embed.js", way);
      // As in docs/embedding.md, beside other content of the page.
      const host = await serveHost(server.url, `<details><summary>More</summary><p>The page's own</p></details>
        <shardwise-planner plan="${FITS.replaceAll("&", "&amp;")}">
          <a href="${server.url}${FITS.replaceAll("&", "&amp;")}">Open the planner</a>
        </shardwise-planner>`, { kind });
      atEnd(() => host.close());
      const errors = [];
      const page = await open("", {
        host: host.url,
        asks: [server.url],
        noisy: true,
        // A page whose script stalls never finishes loading.
        until: "commit",
        prepare: (page) => page.on("pageerror", (error) => errors.push(`${error.name}: ${error.message}`)),
      });
      const link = page.getByRole("link", { name: "Open the planner" });
      await link.waitFor();
      await until(() => server.asked("embed.js") > 0, "the script is asked for");
      if (way !== "stalled") await page.waitForLoadState("load");
      await unfold(page.locator("details"));
      await expect(page.getByText("The page's own")).toBeVisible();
      assert.equal(await page.evaluate(() => customElements.get("shardwise-planner")), undefined);
      // A truncated script is invalid, and Firefox reports a module that fails to load: there is no other error.
      const expected = { half: /SyntaxError/, missing: /^: Loading module from|^Cross-Origin Request Blocked/ }[way];
      assert.deepEqual(errors.filter((error) => !expected?.test(error)), []);
      await press(link);
      await started(page);
      await expect(page).toHaveURL(server.url + FITS);
      await settled(page);
      // The next visit has the planner in place of the link.
      server.spoil("embed.js");
      await page.goto(host.url);
      await page.waitForFunction(() => window.events.some(({ type }) => type === "ready"));
      await expect(link).toBeHidden();
    });
  }
}
