//! Scripts and style sheets of a release, joined and made smaller by esbuild.

use std::{fs, io::Write, path::Path, process::Stdio};

use anyhow::{Context, Result, ensure};

use crate::programs::{program, root};

/// A script without comments and spaces. Names stay: other scripts may use them.
pub(super) fn script(script: &str) -> Result<String> {
    esbuild(&["--loader=js"], script)
}

/// A script or style sheet with all that it imports.
pub(super) fn bundle(entry: &str, options: &[&str]) -> Result<String> {
    let mut arguments = vec![entry, "--bundle"];
    arguments.extend(options);
    esbuild(&arguments, "")
}

/// Writes the files that `index.html` contains, as Trunk's `pre_build` hook.
pub fn inline_files() -> Result<()> {
    let folder = root().join("target/inline");
    fs::create_dir_all(&folder)?;
    for file in ["style/page.css", "src/browser/start.js"] {
        let name = Path::new(file).file_name().unwrap_or_default();
        fs::write(folder.join(name), bundle(file, &["--format=esm"])?)?;
    }
    Ok(())
}

fn esbuild(arguments: &[&str], input: &str) -> Result<String> {
    let mut esbuild = program("esbuild")?;
    esbuild
        .args(arguments)
        .args(["--minify-whitespace", "--minify-syntax"])
        .args(["--charset=utf8", "--log-level=warning"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut running = esbuild.spawn().context("esbuild does not run")?;
    // It reads to the end before it writes.
    let stdin = running.stdin.take().context("esbuild takes no input")?;
    { stdin }.write_all(input.as_bytes())?;
    let output = running.wait_with_output()?;
    ensure!(output.status.success(), "esbuild failed; it says why above");
    Ok(String::from_utf8(output.stdout)?)
}
