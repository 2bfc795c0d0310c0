// Says so in a sentence when the planner cannot start: no WebAssembly, or a file that did not come.
(() => {
  /** Milliseconds that what is on its way may take until the page says that it is late. */
  const PATIENCE = 8_000;
  const tell = () => {
    const planner = document.getElementById("planner");
    // Once the planner runs, what goes wrong elsewhere is not its failure.
    if (planner && !planner.hasAttribute("aria-busy")) return;
    planner?.setAttribute("hidden", "");
    document.getElementById("failure")?.removeAttribute("hidden");
  };
  addEventListener("unhandledrejection", tell);
  addEventListener("error", tell, true);
  const root = document.documentElement;
  // What is painted, not styled, must be told when the colours change.
  const recolour = () => dispatchEvent(new Event("shardwise-colours"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
  new MutationObserver(recolour).observe(root, { attributeFilter: ["data-theme"] });
  // Firefox leaves a region of which a corner shows where it is when a key brings the focus there.
  addEventListener("focusin", ({ target }) => {
    if (target.matches("[tabindex=\"0\"]:focus-visible")) target.scrollIntoView({ block: "nearest" });
  });
  const { release, offline } = root.dataset;
  // A script of this release; the page that is one file has it already. Browsers remember of an address that it failed.
  let failures = 0;
  const bring = async (name) => window.inlined?.[name] ?? import(`${release}_${name}.js${failures ? `?${failures}` : ""}`);
  // A figure is to be kept as a file. Where that fails or takes long a sentence beside the buttons says so, with one that tries again.
  addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-keep]");
    if (!button) return;
    const place = button.closest(".keep");
    const before = place.pressed;
    const own = place.pressed = { kind: button.dataset.keep || before.kind };
    // Who tries again wants one file, even if the first attempt comes yet.
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
  // Nothing tells of a program that neither comes nor fails.
  setTimeout(() => document.getElementById("slow")?.removeAttribute("hidden"), PATIENCE);
  addEventListener("click", ({ target }) => target.closest?.("[data-reload]") && location.reload());
  // Once all is loaded, it may be kept for when there is no network; a browser that refuses is none the worse.
  const keep = async () => navigator.serviceWorker.register(offline);
  if (offline && top === self) setTimeout(() => keep().catch(() => {}), 4_000);
  if (typeof WebAssembly !== "object") addEventListener("DOMContentLoaded", tell);
})();
