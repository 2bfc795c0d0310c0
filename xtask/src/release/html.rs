//! Reads and writes what a release adds to the built page. The page is our own and well formed:
//! nothing here reads the HTML of others.

/// An element that holds a script or a style sheet.
#[derive(Debug, PartialEq)]
pub(super) struct Inline<'a> {
    /// The tag that opens it, with its attributes.
    pub(super) tag: &'a str,
    /// Its content.
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
pub(super) fn with_attribute(html: &str, name: &str, value: &str) -> String {
    html.replacen("<html ", &format!("<html {name}=\"{value}\" "), 1)
}

/// The page without an attribute of its own.
pub(super) fn without_attribute(html: &str, name: &str) -> String {
    attribute(html, name).map_or_else(
        || html.to_owned(),
        |value| html.replacen(&format!("{name}=\"{value}\" "), "", 1),
    )
}

/// Returns the page with a policy before everything that it applies to. Tags that preload files
/// come before the policy: Chromium does not look ahead past it, and the verdict would come a tenth
/// of a second later. Nothing of these files runs before the policy is read.
pub(super) fn with_policy(html: &str, policy: &str) -> String {
    let mut page = html.to_owned();
    let mut ahead = String::new();
    for tag in ["<link rel=\"modulepreload\"", "<link rel=\"preload\""] {
        while let Some(at) = page.find(tag) {
            let Some(end) = page[at..].find('>') else {
                break;
            };
            ahead.extend(page.drain(at..=at + end));
        }
    }
    let meta = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    page.replacen("<head>", &format!("<head>{ahead}{meta}"), 1)
}

#[cfg(test)]
mod tests {
    use super::{attribute, inline, with_attribute, with_policy, without_attribute};

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
        let more = with_attribute(PAGE, "data-x", "./y");
        assert_eq!(attribute(&more, "data-x"), Some("./y"));
        assert_eq!(without_attribute(&more, "data-x"), PAGE);
        assert_eq!(without_attribute(PAGE, "data-x"), PAGE);
    }

    #[test]
    fn the_policy_stands_before_all_else() {
        let page = with_policy(PAGE, "default-src 'none'");
        let at = |words: &str| page.find(words).unwrap();
        assert!(at("Content-Security-Policy") < at("charset"));
        assert!(at("charset") < 1024);
    }

    #[test]
    fn what_is_fetched_ahead_stands_before_the_policy() {
        let preload = "<link rel=\"preload\" href=\"./a.wasm\">";
        let page = PAGE.replace("</head>", &format!("{preload}</head>"));
        let page = with_policy(&page, "default-src 'none'");
        assert_eq!(page.matches(preload).count(), 1);
        assert!(
            page.contains(&format!("<head>{preload}<meta http-equiv")),
            "{page}"
        );
    }
}
