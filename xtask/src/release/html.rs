//! Reads and writes what a release adds to the built page. The page is `index.html`: nothing here
//! reads the HTML of others.
//!
//! Done without a crate: the policy needs the contents of scripts as they are for its hashes, but
//! `lol_html` gives them to callbacks in pieces.

use anyhow::{Context, Result, ensure};

use super::patch;

/// Beginning of the tag of the page's policy.
pub(super) const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\"";
/// Beginning of the tag that comes after it.
const AFTER_POLICY: &str = "<meta name=\"viewport\"";

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

/// The page with one more attribute.
///
/// # Errors
/// If the page does not have exactly one tag `<html …>` with attributes.
pub(super) fn with_attribute(html: &str, name: &str, value: &str) -> Result<String> {
    let tag = format!("<html {name}=\"{value}\" ");
    patch::once(html, "the page's own attributes", "<html ", &tag)
}

/// The page without an attribute that [`with_attribute`] has added.
///
/// # Errors
/// If the page does not have it.
pub(super) fn without_attribute(html: &str, name: &str) -> Result<String> {
    let value = attribute(html, name).with_context(|| format!("the page has no {name}"))?;
    patch::once(html, name, &format!("{name}=\"{value}\" "), "")
}

/// The page without the lines that begin like this.
///
/// # Errors
/// If it does not have exactly one such line.
pub(super) fn without_line(html: &str, begin: &str) -> Result<String> {
    let is_other = |line: &&str| !line.trim_start().starts_with(begin);
    let others: Vec<&str> = html.split_inclusive('\n').filter(is_other).collect();
    let found = html.lines().count() - others.len();
    ensure!(found == 1, "the page has {found} lines `{begin}`, not 1");
    Ok(others.concat())
}

/// The page with a policy before everything that it applies to, but after the tags that preload
/// files. Chromium does not look ahead past it, and the verdict would come a tenth of a second
/// later. Nothing of these files runs before the policy is read.
///
/// # Errors
/// If the page does not have exactly one place for it: it would be released without a policy.
pub(super) fn with_policy(html: &str, policy: &str) -> Result<String> {
    let tags = format!("{POLICY} content=\"{policy}\">\n    {AFTER_POLICY}");
    patch::once(html, "the page's policy", AFTER_POLICY, &tags)
}

#[cfg(test)]
mod tests {
    use super::{
        POLICY, attribute, inline, with_attribute, with_policy, without_attribute, without_line,
    };

    const INDEX: &str = include_str!("../../../index.html");
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
    fn the_policy_comes_after_preloads_and_before_everything_that_it_applies_to() {
        let page = with_policy(INDEX, "default-src 'none'").unwrap();
        let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words}"));
        let policy = at(POLICY);
        for before in ["charset", "rel=\"modulepreload\"", "rel=\"preload\""] {
            assert!(at(before) < policy, "{before}");
        }
        for after in ["rel=\"icon\"", "rel=\"inline\"", "<script"] {
            assert!(policy < at(after), "{after}");
        }
        assert_eq!(without_line(&page, POLICY).unwrap(), INDEX);
    }

    #[test]
    fn no_page_is_released_without_its_policy() {
        assert!(with_policy(PAGE, "").is_err());
        assert!(with_policy(&format!("{INDEX}{INDEX}"), "").is_err());
        let twice = with_policy(&with_policy(INDEX, "a").unwrap(), "b").unwrap();
        for page in [INDEX, &twice] {
            assert!(without_line(page, POLICY).is_err(), "{page}");
        }
    }
}
