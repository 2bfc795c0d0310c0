# A lesson made by Sphinx from MyST Markdown.
project = "A lesson"
extensions = ["myst_parser"]
html_theme = "alabaster"
html_js_files = ["PLANNER/embed.js"]
