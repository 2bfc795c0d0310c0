//! Reads and writes what a release adds to the built page. The page is our own and well formed:
//! nothing here reads the HTML of others.
//!
//! Done without a crate: `lol_html` rewrites a page as it streams past. It cannot move the tags
//! that preload files ahead of the policy in one pass. The policy needs the contents of scripts as
//! they are for its hashes, but `lol_html` gives them to callbacks in pieces.

use anyhow::{Context, Result, ensure};

use super::patch;

/// Beginning of the tag of the page's policy.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\"";
/// Beginnings of the tags that preload files.
const PRELOADS: [&str; 2] = ["<link rel=\"modulepreload\"", "<link rel=\"preload\""];

/// An element that holds a script or a style sheet.
#[derive(Debug, PartialEq)]
pub(super) struct Inline<'a> {
    /// The tag that opens it, with its attributes.
    pub(super) tag: &'a str,
    /// Content of the element.
    pub(super) content: &'a str,
}

/// The elements of this name that hold what they say themselves.
pub(super) fn inline<'a>(html: &'a str, name: &str) -> Vec<Inline<'a>> {
    let (opens, closes) = (format!("<{name}"), format!("</{name}>"));
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find(&opens) {
        let Some((tag, after)) = rest[at..].split_once('>') else {
            break;
        };
        let Some((content, after)) = after.split_once(&closes) else {
            break;
        };
        if !tag.contains(" src=") {
            found.push(Inline { tag, content });
        }
        rest = after;
    }
    found
}

/// An attribute of the page itself.
pub(super) fn attribute<'a>(html: &'a str, name: &str) -> Option<&'a str> {
    let (_, tag) = html.split_once("<html ")?;
    let (tag, _) = tag.split_once('>')?;
    let (_, value) = tag.split_once(&format!("{name}=\""))?;
    Some(value.split_once('"')?.0)
}

/// The page with one more attribute of its own.
///
/// # Errors
/// If the page does not have exactly one tag `<html …>` with attributes.
pub(super) fn with_attribute(html: &str, name: &str, value: &str) -> Result<String> {
    let tag = format!("<html {name}=\"{value}\" ");
    patch::once(html, "the page's own attributes", "<html ", &tag)
}

/// The page without an attribute of its own, which [`with_attribute`] has added.
///
/// # Errors
/// If the page does not have it.
pub(super) fn without_attribute(html: &str, name: &str) -> Result<String> {
    let value = attribute(html, name).with_context(|| format!("the page has no {name}"))?;
    patch::once(html, name, &format!("{name}=\"{value}\" "), "")
}

/// The page without the tags that begin like this, and these tags.
///
/// # Errors
/// If one of them has no end.
fn without_tags(html: &str, opens: &str) -> Result<(String, Vec<String>)> {
    let mut page = html.to_owned();
    let mut tags = Vec::new();
    while let Some(at) = page.find(opens) {
        let end = page[at..].find('>');
        let end = end.with_context(|| format!("nothing ends {opens}"))?;
        tags.push(page.drain(at..=at + end).collect());
    }
    Ok((page, tags))
}

/// The page without the tags that preload files, and these tags.
pub(super) fn without_preloads(html: &str) -> Result<(String, Vec<String>)> {
    let mut page = html.to_owned();
    let mut tags = Vec::new();
    for opens in PRELOADS {
        let (rest, more) = without_tags(&page, opens)?;
        page = rest;
        tags.extend(more);
    }
    Ok((page, tags))
}

/// The page without its policy.
///
/// # Errors
/// If it does not have exactly one.
pub(super) fn without_policy(html: &str) -> Result<String> {
    let (page, tags) = without_tags(html, POLICY)?;
    ensure!(
        tags.len() == 1,
        "the page has {} policies, not 1",
        tags.len()
    );
    Ok(page)
}

/// Returns the page with a policy before everything that it applies to. Tags that preload files
/// come before the policy. Chromium does not look ahead past it, and the verdict would come a tenth
/// of a second later. Nothing of these files runs before the policy is read.
///
/// # Errors
/// If the page does not have exactly one `<head>`: it would be released without a policy.
pub(super) fn with_policy(html: &str, policy: &str) -> Result<String> {
    let (page, ahead) = without_preloads(html)?;
    let ahead = ahead.concat();
    let head = format!("<head>{ahead}{POLICY} content=\"{policy}\">");
    patch::once(&page, "the page's policy", "<head>", &head)
}

#[cfg(test)]
mod tests {
    use super::{
        attribute, inline, with_attribute, with_policy, without_attribute, without_policy,
        without_preloads,
    };

    const PAGE: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
        <script>one()</script><script src=\"a.js\"></script>\
        <script type=\"module\">two()</script></head></html>";

    #[test]
    fn only_what_stands_in_the_page_is_inline() {
        let contents: Vec<&str> = inline(PAGE, "script")
            .iter()
            .map(|script| script.content)
            .collect();
        assert_eq!(contents, ["one()", "two()"]);
        assert_eq!(inline(PAGE, "style"), []);
    }

    #[test]
    fn attributes_come_and_go() {
        let more = with_attribute(PAGE, "data-x", "./y").unwrap();
        assert_eq!(attribute(&more, "data-x"), Some("./y"));
        assert_eq!(without_attribute(&more, "data-x").unwrap(), PAGE);
        assert!(without_attribute(PAGE, "data-x").is_err());
        for other in ["<html><head></head>", "<html a><html b>"] {
            assert!(with_attribute(other, "data-x", "./y").is_err(), "{other}");
        }
    }

    #[test]
    fn the_policy_stands_before_all_else() {
        let page = with_policy(PAGE, "default-src 'none'").unwrap();
        let at = |words: &str| page.find(words).unwrap();
        assert!(at("Content-Security-Policy") < at("charset"));
        assert!(at("charset") < 1024);
        assert_eq!(without_policy(&page).unwrap(), PAGE);
    }

    #[test]
    fn no_page_is_released_without_its_policy() {
        for page in [
            PAGE.replace("<head>", ""),
            PAGE.replace("<head>", "<head lang=\"en\">"),
            PAGE.replace("<head>", "<head><head>"),
        ] {
            let error = with_policy(&page, "default-src 'none'").unwrap_err();
            assert!(
                error.to_string().starts_with("the page's policy: "),
                "{error}"
            );
        }
        let twice = with_policy(&with_policy(PAGE, "a").unwrap(), "b").unwrap();
        for page in [PAGE, &twice] {
            assert!(without_policy(page).is_err(), "{page}");
        }
    }

    #[test]
    fn a_tag_without_an_end_is_an_error() {
        assert!(without_preloads("<link rel=\"preload\"").is_err());
        assert_eq!(
            without_preloads("a<link rel=\"preload\" x>b").unwrap(),
            ("ab".to_owned(), vec!["<link rel=\"preload\" x>".to_owned()])
        );
    }

    #[test]
    fn what_is_fetched_ahead_stands_before_the_policy() {
        let preload = "<link rel=\"preload\" href=\"./a.wasm\">";
        let page = PAGE.replace("</head>", &format!("{preload}</head>"));
        let page = with_policy(&page, "default-src 'none'").unwrap();
        assert_eq!(page.matches(preload).count(), 1);
        assert!(
            page.contains(&format!("<head>{preload}<meta http-equiv")),
            "{page}"
        );
    }
}
