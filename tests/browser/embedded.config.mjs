// Runs the tests of planners in the lessons of other programs; use `cargo xtask test --embed`, which installs these.
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.mjs";

export default defineConfig({
  ...tests,
  testMatch: "embedded.mjs",
  // Each test builds its lesson first.
  timeout: 2 * tests.timeout,
  projects: tests.projects
    .filter(({ use }) => use?.browserName)
    .map((project) => ({ ...project, grep: undefined })),
});
