const follow = () => {
  const isDark = document.body.dataset.mdColorScheme === "slate";
  for (const planner of document.querySelectorAll("shardwise-planner")) {
    planner.setAttribute("theme", isDark ? "dark" : "light");
  }
};
new MutationObserver(follow).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
follow();
