// What the tests in browsers are given: a server of the built page, and pages of the planner.
import { test as base } from "@playwright/test";
import { launchOptions } from "./browsers.mjs";
import { started } from "./planner.mjs";
import { serve } from "./serve.mjs";

export { expect } from "@playwright/test";

/** The folder of the built page. */
export const DIST = process.env.SHARDWISE_DIST ?? new URL("../../dist", import.meta.url).pathname;

/**
 * Declares a test. Beside Playwright's own, its fixtures are:
 *
 * - `preferences`, an option of a whole file: those of `launchOptions`;
 * - `tab`, an option: the view that `open` opens, if its query names none;
 * - `site`, the server of the built page, one for each worker;
 * - `atEnd`, a function: what is given to it runs after the test, last first, so that no page outlives the servers
 *   that it uses;
 * - `open`, a function: a fresh page of the planner, see `openPlanner`.
 *
 * Tags: `@core` in Chromium, and `@firefox` in Firefox, for what every change has to pass; `@files` for tests that need
 * no browser; `@security` for those that may not even fail once.
 */
export const test = base.extend({
  preferences: [{}, { scope: "worker", option: true }],
  tab: ["", { option: true }],
  launchOptions: [
    ({ browserName, preferences }, use) => use(launchOptions(browserName, preferences)),
    { scope: "worker" },
  ],
  site: [
    async ({}, use) => {
      const site = await serve(DIST);
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  atEnd: async ({}, use) => {
    const ends = [];
    await use((end) => ends.push(end));
    const failures = [];
    for (const end of ends.reverse()) {
      try {
        await end();
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 1) throw new AggregateError(failures, failures.map(({ message }) => message).join("\n"));
    if (failures.length > 0) throw failures[0];
  },
  open: ({ browser, browserName, preferences, tab, site, atEnd }, use) => {
    const { colorScheme = "light", reducedMotion = "no-preference" } = preferences;
    const defaults = browserName === "chromium" ? { colorScheme, reducedMotion } : {};
    return use((fragment, options) => openPlanner({ browser, defaults, site, atEnd }, fragment, { tab, ...options }));
  },
});

/**
 * A fresh page of the planner, closed after the test. The test fails if the page reports an error, violates its policy,
 * or requests anything from another host. No service worker is between the page and the server.
 *
 * `query` is placed before the fragment, with `tab` as the open view; `context` has the context's options. `prepare` receives the page before its
 * first navigation. With `noisy` it may report errors; with `broken` the planner need not start. With `host`, that
 * address is opened instead: a page with embedded planners, or another place of the planner. `until` says how far it
 * must be loaded. Requests to addresses that begin with one of `asks` are allowed, too. With `hasDeadlines`, work ends
 * at the planner's own deadlines, as for a reader; otherwise all of it is done, however slow the machine is. The browser
 * remembers an earlier visit, unless it is the `firstVisit`.
 */
async function openPlanner({ browser, defaults, site, atEnd }, fragment, options = {}) {
  const { query: asked = "", tab, context: own, prepare, noisy, broken, host, asks = [], until = "load", hasDeadlines, firstVisit } = options;
  const query = tab ? `${asked ? `${asked}&` : "?"}tab=${tab}` : asked;
  const context = await browser.newContext({ serviceWorkers: "block", ...defaults, ...own });
  const faults = [];
  let hasEndedRequests = false;
  atEnd(async () => {
    await context.close();
    const unexplained = faults.filter((fault) => !(hasEndedRequests && fault === "Error"));
    if (!noisy && !broken && unexplained.length > 0) throw new Error(`the page reports: ${unexplained.join("\n")}`);
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  // Firefox aborts the requests of a page or frame that navigates while its scripts still run. The loader then reports
  // that a part failed, and Playwright gives only the class of the error. It does not always report the end of such
  // requests.
  page.on("requestfailed", (request) => {
    if (request.failure()?.errorText === "NS_BINDING_ABORTED") hasEndedRequests = true;
  });
  const frames = new Set();
  page.on("framenavigated", (frame) => {
    if (frames.has(frame)) hasEndedRequests = true;
    frames.add(frame);
  });
  page.on("request", (request) => {
    const address = request.url();
    const known = [site.url, host && new URL("/", host).href, ...asks].filter(Boolean);
    if (/^(http|ws)/.test(address) && !known.some((url) => address.startsWith(url))) faults.push(address);
  });
  await page.addInitScript(reportViolations);
  await prepare?.(page);
  if (!firstVisit) await page.addInitScript(rememberVisit);
  // After a clock that a test installs: its timers would be slowed down, too.
  if (!hasDeadlines) await page.addInitScript(slowDown);
  await page.goto(host ?? site.url + query + fragment, { waitUntil: until });
  if (!broken && !host) await started(page);
  return page;
}

/** Stores that this is not the first visit, where the browser stores anything. Runs in the page, and in its frames. */
function rememberVisit() {
  try {
    if (localStorage.getItem("shardwise.first") === null) localStorage.setItem("shardwise.first", "no");
  } catch {
    // A browser that stores nothing.
  }
}

/** Reports all violations of the page's policy. Runs in the page, and in its frames. */
function reportViolations() {
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
    console.error(`${violatedDirective} forbids ${blockedURI} (${sourceFile}:${lineNumber})`);
  });
}

/** Makes the clock of the page's deadlines twenty times as slow. Runs in the page, and in its frames. */
function slowDown() {
  const now = performance.now.bind(performance);
  performance.now = () => now() / 20;
}
