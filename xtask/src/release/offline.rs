//! The worker that keeps whole releases, for when there is no network and for tabs of an old one.

use std::fs;

use anyhow::{Context, Result};

use super::esbuild;
use crate::programs::root;

/// File name of the worker beside the page: browsers ask for a new one under the old name.
pub(super) const WORKER: &str = "sw.js";
const SOURCE: &str = "src/browser/sw.js";

/// The worker of a release, with the names of all its files.
pub(super) fn worker(release: &str, files: &[String]) -> Result<String> {
    let source = fs::read_to_string(root().join(SOURCE));
    let source = source.with_context(|| format!("{SOURCE} is missing"))?;
    Ok(with_files(&esbuild::script(&source)?, release, files))
}

fn with_files(source: &str, release: &str, files: &[String]) -> String {
    format!("const RELEASE = {release:?};\nconst FILES = {files:?};\n{source}")
}

#[cfg(test)]
mod tests {
    use super::with_files;

    #[test]
    fn it_knows_its_release_and_files() {
        let files = ["a.js", "a.wasm"].map(str::to_owned);
        assert_eq!(
            with_files("run();\n", "a", &files),
            "const RELEASE = \"a\";\nconst FILES = [\"a.js\", \"a.wasm\"];\nrun();\n"
        );
    }
}
