// Says so in a sentence when the planner cannot start: no WebAssembly, or a file that did not come.
(() => {
  const tell = () => {
    document.getElementById("failure")?.removeAttribute("hidden");
    document.getElementById("planner")?.removeAttribute("aria-busy");
  };
  addEventListener("unhandledrejection", tell);
  addEventListener("error", tell, true);
  if (typeof WebAssembly !== "object") addEventListener("DOMContentLoaded", tell);
})();
