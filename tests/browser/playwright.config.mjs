// Runs the tests of this folder in the browsers that `cargo xtask` found. Use `cargo xtask test`, which builds the
// page first; CONTRIBUTING.md says how to run a single file.
import { defineConfig } from "@playwright/test";
import { launchOptions, paths } from "./browsers.mjs";

/** True for all tests, false for the core suite: what every change has to pass. */
const isAll = process.env.SHARDWISE_SUITE !== "core";
/** Browsers that the tests leave out, as the reader of their output knows. */
const without = (process.env.SHARDWISE_WITHOUT ?? "").split(",").filter(Boolean);
/** A loaded machine may take several times as long as an idle one. */
const patience = process.env.CI ? 60_000 : 20_000;

/** Tests that need no browser, by their tag. */
const FILES = /@files/;
/** Tests of the core suite in each browser, by their tags. */
const CORE = { chromium: /@core/, firefox: /@firefox/ };

const inBrowser = (name) => ({
  name,
  grep: isAll ? undefined : CORE[name],
  grepInvert: FILES,
  use: {
    browserName: name,
    // Names the installed browser's own protocol; Chromium needs none.
    channel: name === "firefox" ? "moz-firefox" : undefined,
    launchOptions: launchOptions(name),
  },
});

export default defineConfig({
  testDir: ".",
  testMatch: "*.test.mjs",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: Number(process.env.SHARDWISE_WORKERS ?? 2),
  retries: Number(process.env.SHARDWISE_RETRIES ?? 1),
  // A test that hangs is ended, and its browser with it.
  timeout: 3 * patience,
  expect: { timeout: patience, toPass: { timeout: patience } },
  reporter: [["list"], ["./reporter.mjs"]],
  outputDir: "../../target/browser-tests",
  use: {
    actionTimeout: patience,
    navigationTimeout: patience,
    serviceWorkers: "block",
    // Without snapshots of the page at every action, which would take as long as the tests. No pictures: for one,
    // Playwright puts a style into the page, which the page's policy forbids.
    trace: { mode: "retain-on-first-failure", snapshots: false, screenshots: false, sources: false },
  },
  projects: [
    { name: "files", grep: FILES },
    ...Object.keys(paths).filter((name) => !without.includes(name)).map(inBrowser),
  ],
});
