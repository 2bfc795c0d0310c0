//! Styles and scripts of a release without what only their authors read, by esbuild.

use std::io::Write;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use super::{html::inline, patch};
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
        let small = self::script(script.content)?;
        page = patch::once(&page, "a script of the page", script.content, &small)?;
    }
    let Sheets {
        before,
        sheet,
        after,
    } = Sheets::of(&page)?;
    let sheet = minified(&sheet, Language::Css)?;
    Ok(format!("{before}<style>{sheet}</style>{after}"))
}

/// A script without comments and spaces. Names stay: other scripts may use them.
pub(super) fn script(script: &str) -> Result<String> {
    minified(script, Language::JavaScript)
}

/// The first consecutive style sheets of a page, joined into one: each would need its own hash in
/// the policy.
#[derive(Debug, PartialEq)]
struct Sheets<'a> {
    /// The page before them.
    before: &'a str,
    /// Their rules.
    sheet: String,
    /// The page behind them.
    after: &'a str,
}

impl<'a> Sheets<'a> {
    fn of(html: &'a str) -> Result<Self> {
        let (before, sheets) = html
            .split_once("<style>")
            .context("the page has no style sheet")?;
        let mut sheet = String::new();
        let mut rest = sheets;
        loop {
            let (content, after) = rest
                .split_once("</style>")
                .context("nothing ends a style sheet")?;
            sheet.push_str(content);
            match after.trim_start().strip_prefix("<style>") {
                Some(next) => rest = next,
                None => {
                    return Ok(Self {
                        before,
                        sheet,
                        after,
                    });
                }
            }
        }
    }
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
    use super::Sheets;

    #[test]
    fn style_sheets_that_follow_one_another_become_one() {
        let html = "<a><style>b{}</style>\n  <style>c{}</style><script>d()</script>\
            <noscript><style>e{}</style></noscript>";
        let sheets = Sheets {
            before: "<a>",
            sheet: "b{}c{}".to_owned(),
            after: "<script>d()</script><noscript><style>e{}</style></noscript>",
        };
        assert_eq!(Sheets::of(html).unwrap(), sheets);
        for without in ["<a>", "<a><style>b{}", "<a><style>b{}</style><style>"] {
            assert!(Sheets::of(without).is_err(), "{without}");
        }
    }
}
