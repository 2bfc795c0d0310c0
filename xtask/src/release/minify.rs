//! Styles and scripts of a release without what only their authors read, by esbuild.

use std::io::Write;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use super::html::inline;
use crate::programs::program;

/// Languages that are minified.
#[derive(Clone, Copy)]
enum Language {
    Css,
    JavaScript,
}

/// The page with one style sheet in place of several, and this and its scripts minified.
pub(super) fn page(html: &str) -> Result<String> {
    let mut page = html.to_owned();
    let scripts = inline(html, "script").into_iter();
    for script in scripts.filter(|script| !script.content.is_empty()) {
        page = page.replacen(script.content, &self::script(script.content)?, 1);
    }
    let page = with_one_sheet(&page);
    let Some((before, rest)) = page.split_once("<style>") else {
        return Ok(page);
    };
    let (sheet, after) = rest.split_once("</style>").unwrap_or((rest, ""));
    let sheet = minified(sheet, Language::Css)?;
    Ok([before, "<style>", &sheet, "</style>", after].concat())
}

/// A script without comments and spaces. Names stay: other scripts may use them.
pub(super) fn script(script: &str) -> Result<String> {
    minified(script, Language::JavaScript)
}

/// The page with its first style sheets, which follow one another, as one: each would need a hash of
/// its own in the policy.
fn with_one_sheet(html: &str) -> String {
    let Some((before, sheets)) = html.split_once("<style>") else {
        return html.to_owned();
    };
    let mut sheet = String::new();
    let mut rest = sheets;
    let after = loop {
        let Some((content, after)) = rest.split_once("</style>") else {
            return html.to_owned();
        };
        sheet.push_str(content);
        match after.trim_start().strip_prefix("<style>") {
            Some(next) => rest = next,
            None => break after,
        }
    };
    [before, "<style>", &sheet, "</style>", after].concat()
}

fn minified(text: &str, language: Language) -> Result<String> {
    let loader = match language {
        Language::Css => "--loader=css",
        Language::JavaScript => "--loader=js",
    };
    let mut esbuild = program("esbuild")?;
    esbuild
        .args([loader, "--minify-whitespace", "--minify-syntax"])
        .args(["--charset=utf8", "--log-level=warning"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut running = esbuild.spawn().context("esbuild does not run")?;
    let input = running.stdin.take();
    // It reads to the end before it writes.
    input
        .context("esbuild takes no input")?
        .write_all(text.as_bytes())?;
    let output = running.wait_with_output()?;
    ensure!(output.status.success(), "esbuild failed; it says why above");
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::with_one_sheet;

    #[test]
    fn style_sheets_that_follow_one_another_become_one() {
        let html = "<a><style>b{}</style>\n  <style>c{}</style><script>d()</script>\
            <noscript><style>e{}</style></noscript>";
        assert_eq!(
            with_one_sheet(html),
            "<a><style>b{}c{}</style><script>d()</script><noscript><style>e{}</style></noscript>"
        );
        assert_eq!(with_one_sheet("<a>"), "<a>");
    }
}
