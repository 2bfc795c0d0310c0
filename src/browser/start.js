// Shows a sentence if the planner cannot start: no WebAssembly, or a file that failed to load.
(() => {
  /** Milliseconds after which the page reports that a file is late. */
  const PATIENCE = 8_000;
  const tell = () => {
    const planner = document.getElementById("planner");
    // Once the planner runs, an error elsewhere is not its failure.
    if (planner && !planner.hasAttribute("aria-busy")) return;
    planner?.setAttribute("hidden", "");
    document.getElementById("failure")?.removeAttribute("hidden");
  };
  addEventListener("unhandledrejection", tell);
  addEventListener("error", tell, true);
  const root = document.documentElement;
  // Canvases are painted, not styled, so they need an event when the colours change.
  const recolour = () => dispatchEvent(new Event("shardwise-colours"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
  new MutationObserver(recolour).observe(root, { attributeFilter: ["data-theme"] });
  // Browsers do not scroll to a focused region or to a button of a row if a corner of it is in sight already.
  addEventListener("focusin", ({ target }) => {
    if (target.matches(":is([tabindex=\"0\"], #changes button):focus-visible")) target.scrollIntoView({ block: "nearest" });
  });
  const { release, offline } = root.dataset;
  // A script of this release; the one-file page already contains it. Browsers remember an address whose loading failed.
  let failures = 0;
  const bring = async (name) => window.inlined?.[name] ?? import(`${release}_${name}.js${failures ? `?${failures}` : ""}`);
  // Saves a figure as a file. If that fails or takes long, a sentence beside the buttons says so, with a button for another attempt.
  addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-keep]");
    if (!button) return;
    const place = button.closest(".keep");
    const before = place.pressed;
    const own = place.pressed = { kind: button.dataset.keep || before.kind };
    // A second attempt delivers one file, even if the first one still finishes.
    if (!button.dataset.keep) before.isOver = true;
    const tell = (isUnkept) => own === place.pressed && place.querySelector(".unloaded").toggleAttribute("hidden", !isUnkept);
    const fail = () => {
      failures += 1;
      tell(true);
    };
    tell(false);
    const late = setTimeout(fail, PATIENCE);
    bring("keep")
      .then(({ keep }) => own.isOver || keep(button.closest("figure"), own.kind))
      .then(() => tell(false), fail)
      .finally(() => clearTimeout(late));
  });
  // No event reports a program that neither loads nor fails.
  setTimeout(() => document.getElementById("slow")?.removeAttribute("hidden"), PATIENCE);
  addEventListener("click", ({ target }) => target.closest?.("[data-reload]") && location.reload());
  // Once all is loaded, the release may be cached for use without a network. A refusal by the browser has no other effect.
  const keep = async () => navigator.serviceWorker.register(offline);
  if (offline && top === self) setTimeout(() => keep().catch(() => {}), 4_000);
  if (typeof WebAssembly !== "object") addEventListener("DOMContentLoaded", tell);
})();
