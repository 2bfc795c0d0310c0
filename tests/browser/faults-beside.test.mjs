// Failures of the release's files outside the page: the service worker, and the element for other pages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endsWith } from "./endings.mjs";
import { serveHost } from "./host.mjs";
import { FITS, inEachBrowser, settled, started, until } from "./planner.mjs";
import { WAYS, serve } from "./serve.mjs";

const DIST = process.env.SHARDWISE_DIST;
/** Milliseconds after which the page loads the worker and the element reports a planner, with a margin. */
const LATE = 12_000;

inEachBrowser(({ open }) => {
  /** A server that answers wrongly for one file. */
  async function spoiled(t, file, way) {
    const server = await serve(DIST);
    endsWith(t, () => server.close());
    server.spoil(file, way);
    return server;
  }

  for (const way of WAYS) {
    test(`sw.js: ${way}: the visit goes on, and the next one has the worker`, { timeout: 120_000 }, async (t) => {
      const server = await spoiled(t, "sw.js", way);
      const errors = [];
      const page = await open(t, "", {
        host: server.url + FITS,
        noisy: true,
        context: { serviceWorkers: "allow" },
        prepare: async (page) => {
          page.on("pageerror", (error) => errors.push(error.message));
          await page.clock.install();
        },
      });
      await settled(page);
      // The page loads its worker last, and late: its own clock advances.
      await page.clock.runFor(LATE);
      await until(() => server.asked("sw.js") > 0, "the worker is asked for");
      const before = await page.locator("#step").textContent();
      await page.locator("#seq").focus();
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction((before) => document.getElementById("step").textContent !== before, before);
      assert.equal(await page.evaluate(() => navigator.serviceWorker.controller), null);
      assert.deepEqual(errors, []);
      server.spoil("sw.js");
      // A browser loads one worker after the other, until the network gives up the first.
      server.disconnect();
      await page.reload();
      await started(page);
      await page.clock.runFor(LATE);
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
      assert.deepEqual(errors, []);
    });
  }

  for (const way of WAYS) {
    test(`index.html in an element: ${way}: its host is told, keeps the link, and gets a planner that comes late`, { timeout: 120_000 }, async (t) => {
      const server = await spoiled(t, "index.html", way);
      const host = await serveHost(server.url, `<shardwise-planner id="one" plan="${FITS.replaceAll("&", "&amp;")}">
          <a href="${server.url}${FITS.replaceAll("&", "&amp;")}">Open the planner</a>
        </shardwise-planner><shardwise-planner id="two" title="Memory" plan="${FITS.replaceAll("&", "&amp;")}"></shardwise-planner>`);
      endsWith(t, () => host.close());
      const page = await open(t, "", {
        host: host.url,
        asks: [server.url],
        noisy: true,
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
      assert.deepEqual(await errors(), [{ ns: "shardwise", v: 1, type: "error", text, of: "one" }]);
      assert.ok(await link.isVisible());
      // An element without content has a link of its own.
      await page.locator("#two").scrollIntoViewIfNeeded();
      await page.waitForFunction(() => document.getElementById("two").shadowRoot.querySelector("iframe"));
      const own = page.getByRole("link", { name: "Memory" });
      assert.equal(await own.getAttribute("href"), `${server.url}index.html${FITS}`);
      assert.ok(await own.isVisible());
      assert.equal(await page.locator("#one").evaluate((one) => getComputedStyle(one.shadowRoot.querySelector("iframe")).visibility), "hidden");
      // An attribute starts the planner anew: it takes the link's place, and is not reported.
      server.spoil("index.html");
      // A browser may wait for a stalled answer before it asks for the same file again.
      server.disconnect();
      await page.locator("#one").evaluate((one) => one.setAttribute("view", "verdict"));
      await page.locator("#one").scrollIntoViewIfNeeded();
      await page.waitForFunction(() => window.events.some(({ type, of }) => type === "ready" && of === "one"));
      await link.waitFor({ state: "hidden" });
      assert.equal(await page.locator("#one").evaluate((one) => getComputedStyle(one.shadowRoot.querySelector("iframe")).visibility), "visible");
      await page.clock.runFor(LATE);
      assert.equal((await errors()).length, 1);
    });
  }

  for (const kind of ["defer", "type=module"]) {
    for (const way of WAYS) {
      test(`embed.js as a script with ${kind}: ${way}: its host goes on and links to the planner`, { timeout: 120_000 }, async (t) => {
        const server = await spoiled(t, "embed.js", way);
        // As in docs/embedding.md, beside other content of the page.
        const host = await serveHost(server.url, `<details><summary>More</summary><p>The page's own</p></details>
          <shardwise-planner plan="${FITS.replaceAll("&", "&amp;")}">
            <a href="${server.url}${FITS.replaceAll("&", "&amp;")}">Open the planner</a>
          </shardwise-planner>`, { kind });
        endsWith(t, () => host.close());
        const errors = [];
        const page = await open(t, "", {
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
        await page.locator("summary").click();
        await page.getByText("The page's own").waitFor();
        assert.equal(await page.evaluate(() => customElements.get("shardwise-planner")), undefined);
        // A truncated script is invalid, and Firefox reports a module that fails to load: there is no other error.
        const expected = { half: /SyntaxError/, missing: /^: Loading module from|^Cross-Origin Request Blocked/ }[way];
        assert.deepEqual(errors.filter((error) => !expected?.test(error)), []);
        await link.click();
        await started(page);
        assert.equal(page.url(), server.url + FITS);
        // The next visit has the planner in place of the link.
        server.spoil("embed.js");
        await page.goto(host.url);
        await page.waitForFunction(() => window.events.some(({ type }) => type === "ready"));
        await link.waitFor({ state: "hidden" });
      });
    }
  }
});
