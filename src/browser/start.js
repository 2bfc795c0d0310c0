// Says so in a sentence when the planner cannot start: no WebAssembly, or a file that did not come.
(() => {
  const tell = () => {
    const planner = document.getElementById("planner");
    // Once the planner runs, what goes wrong elsewhere is not its failure.
    if (planner && !planner.hasAttribute("aria-busy")) return;
    planner?.setAttribute("hidden", "");
    document.getElementById("failure")?.removeAttribute("hidden");
  };
  addEventListener("unhandledrejection", tell);
  addEventListener("error", tell, true);
  // A teacher's link may ask for some views alone: `style/alone.css` knows them.
  const views = new URLSearchParams(location.search).get("view");
  if (views) document.documentElement.dataset.view = views.replaceAll(",", " ");
  // Once the verdict stands, the page says its first word, and the other figures may come.
  addEventListener("shardwise-state", () => {
    const fail = () => document.getElementById("later")?.setAttribute("data-state", "failed");
    import("./shardwise-figures.js").then((figures) => figures.default()).catch(fail);
  }, { once: true });
  // What is painted, not styled, must be told when the colours change.
  const recolour = () => dispatchEvent(new Event("shardwise-colours"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
  new MutationObserver(recolour).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  // Firefox leaves a region of which a corner shows where it is when a key brings the focus there.
  addEventListener("focusin", ({ target }) => {
    if (target.matches("[tabindex=\"0\"]:focus-visible")) target.scrollIntoView({ block: "nearest" });
  });
  // A figure is to be kept as a file.
  addEventListener("click", ({ target }) => {
    const button = target.closest("[data-keep]");
    if (button) import("./keep.js").then(({ keep }) => keep(button.closest("figure"), button.dataset.keep));
  });
  if (typeof WebAssembly !== "object") addEventListener("DOMContentLoaded", tell);
})();
