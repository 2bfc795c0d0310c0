//! Takes from styles and scripts what only their authors read: comments and indentation. It saves
//! 3 kB of the first load; whatever would need to understand the language is left alone.

use super::html::inline;

/// The page with all its style sheets as one, and these and its scripts made smaller.
pub(super) fn page(html: &str) -> String {
    let mut page = html.to_owned();
    let scripts = inline(html, "script");
    for script in scripts.iter().filter(|script| !script.content.is_empty()) {
        page = page.replacen(script.content, &self::script(script.content), 1);
    }
    // A sheet of its own each would need a hash of its own in the policy.
    let Some((before, sheets)) = page.split_once("<style>") else {
        return page;
    };
    let mut sheet = String::new();
    let mut rest = sheets;
    let after = loop {
        let Some((content, after)) = rest.split_once("</style>") else {
            return page;
        };
        sheet.push_str(content);
        match after.trim_start().strip_prefix("<style>") {
            Some(next) => rest = next,
            None => break after,
        }
    };
    [before, "<style>", &style(&sheet), "</style>", after].concat()
}

/// A script without lines that are comments, and without indentation. No script here has a text of
/// several lines.
pub(super) fn script(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    for line in script.lines().map(str::trim) {
        let is_comment = line.starts_with("//")
            || (line.starts_with("/*") && line.ends_with("*/") && line.matches("*/").count() == 1);
        if !line.is_empty() && !is_comment {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// A style sheet without comments and indentation.
fn style(sheet: &str) -> String {
    let mut kept = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (before, from) = rest.split_at(at);
        kept.push_str(before);
        let end = if let Some(comment) = from.strip_prefix("/*") {
            comment.find("*/").map_or(from.len(), |end| end + 4)
        } else if from.starts_with('/') {
            kept.push('/');
            1
        } else {
            // A text is left as it is.
            let end = from[1..].find(&from[..1]).map_or(from.len(), |end| end + 2);
            kept.push_str(&from[..end]);
            end
        };
        rest = &from[end..];
    }
    kept.push_str(rest);
    script(&kept)
}

#[cfg(test)]
mod tests {
    use super::{page, script, style};

    #[test]
    fn comments_and_indentation_go_and_texts_stay() {
        let sheet =
            "/* one\n two */\na {\n  content: \"/* kept */\";\n  background: url('//x');\n}\n";
        assert_eq!(
            style(sheet),
            "a {\ncontent: \"/* kept */\";\nbackground: url('//x');\n}\n"
        );
        assert_eq!(
            script("// one\n  two(); // three\n/** four */\n\n  \"//five\"\n"),
            "two(); // three\n\"//five\"\n"
        );
    }

    #[test]
    fn style_sheets_become_one() {
        let html = "<a><style>b{}</style>\n  <style>/* x */c{}</style><script>\n d()\n</script>\
            <noscript><style>e{}</style></noscript>";
        assert_eq!(
            page(html),
            "<a><style>b{}c{}\n</style><script>d()\n</script><noscript><style>e{}</style></noscript>"
        );
    }
}
