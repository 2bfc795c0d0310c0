// Starts the browsers that `cargo xtask` found, as a visitor has them: not Playwright's own builds.
import { chromium, firefox } from "playwright-core";

const PATHS = {
  chromium: process.env.SHARDWISE_CHROMIUM,
  firefox: process.env.SHARDWISE_FIREFOX,
};

/** The names of the available browsers, out of "chromium" and "firefox". */
export function available() {
  return Object.keys(PATHS).filter((name) => PATHS[name]);
}

/** The names of the browsers for a test: both, except those in SHARDWISE_WITHOUT. */
export function wanted() {
  const without = (process.env.SHARDWISE_WITHOUT ?? "").split(",");
  return Object.keys(PATHS).filter((name) => !without.includes(name));
}

/**
 * Starts a browser; the caller closes it.
 *
 * `colorScheme` ("light" or "dark") and `reducedMotion` ("no-preference" or "reduce") apply to
 * every page of it. With `collects`, pages of Firefox can collect garbage by `TestUtils.gc()`.
 */
export async function launch(name, { colorScheme = "light", reducedMotion = "no-preference", collects = false } = {}) {
  if (!PATHS[name]) {
    throw new Error(`no ${name} here: name its path in SHARDWISE_${name.toUpperCase()}`);
  }
  const preferences = { colorScheme, reducedMotion };
  return name === "firefox" ? launchFirefox({ ...preferences, collects }) : launchChromium(preferences);
}

async function launchChromium(preferences) {
  const browser = await chromium.launch({
    executablePath: PATHS.chromium,
    args: [
      "--no-sandbox", // Chromium refuses its sandbox to root.
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  // Here preferences belong to a context: make them the default of each.
  const newContext = browser.newContext.bind(browser);
  browser.newContext = (options) => newContext({ ...preferences, ...options });
  return browser;
}

/** Stock Firefox reads preferences only at its start. */
function launchFirefox({ colorScheme, reducedMotion, collects }) {
  return firefox.launch({
    channel: "moz-firefox",
    executablePath: PATHS.firefox,
    firefoxUserPrefs: {
      // On macOS, Tab skips buttons and links, unless the system or this setting says otherwise.
      "accessibility.tabfocus": 7,
      "dom.testing.testutils.enabled": collects,
      "layout.css.prefers-color-scheme.content-override": colorScheme === "dark" ? 0 : 1,
      "ui.prefersReducedMotion": reducedMotion === "reduce" ? 1 : 0,
    },
  });
}
