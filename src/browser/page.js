// Starts the page's program. The build makes one script of this, wasm-bindgen's script, the loader of later
// parts and `parts.js`.
import init from "shardwise-page";

const { release } = document.documentElement.dataset;
init({ module_or_path: window.fetch(`${release}_bg.wasm`) });
