// The browsers that `cargo xtask` found, as a visitor has them: not Playwright's own builds.
import { chromium, firefox } from "@playwright/test";

/** The path of each browser's program; none where it is missing. */
export const paths = {
  chromium: process.env.SHARDWISE_CHROMIUM,
  firefox: process.env.SHARDWISE_FIREFOX,
};

/**
 * Options with which Playwright starts a browser.
 *
 * Stock Firefox reads preferences only at its start: `colorScheme` ("light" or "dark") and `reducedMotion`
 * ("no-preference" or "reduce") apply to every page of it; in Chromium they are options of a context. With `collects`,
 * pages of Firefox can collect garbage by `TestUtils.gc()`.
 */
export function launchOptions(name, { colorScheme = "light", reducedMotion = "no-preference", collects = false } = {}) {
  // A missing browser fails its tests by name: none is skipped.
  const executablePath = paths[name] ?? `/no ${name} here: name its path in SHARDWISE_${name.toUpperCase()}`;
  if (name === "chromium") {
    const args = [
      "--no-sandbox", // Chromium refuses its sandbox to root.
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ];
    return { executablePath, args };
  }
  return {
    executablePath,
    firefoxUserPrefs: {
      // On macOS, Tab skips buttons and links, unless the system or this setting says otherwise.
      "accessibility.tabfocus": 7,
      "dom.testing.testutils.enabled": collects,
      "layout.css.prefers-color-scheme.content-override": colorScheme === "dark" ? 0 : 1,
      "ui.prefersReducedMotion": reducedMotion === "reduce" ? 1 : 0,
    },
  };
}

/** Starts a browser outside the tests' runner; the caller closes it. */
export function launch(name) {
  const options = launchOptions(name);
  return name === "chromium" ? chromium.launch(options) : firefox.launch({ channel: "moz-firefox", ...options });
}
