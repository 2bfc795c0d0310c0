//! Element trees as HTML, for snapshots and tests.

use super::element::{Child, Element, SettingKind, Value};
use super::escape::{escaped, push_attribute};

/// The HTML of an element, one child per line.
#[must_use]
pub fn of(element: &Element) -> String {
    let mut html = String::new();
    write(element, 0, &mut html);
    html
}

/// The text of an element and its descendants, as a reader sees it.
#[must_use]
pub fn text_of(element: &Element) -> String {
    let mut text = String::new();
    gather(element, &mut text);
    text
}

fn gather(element: &Element, text: &mut String) {
    for child in &element.0.children {
        match child {
            Child::Text(words) => text.push_str(words),
            Child::Element(element) => gather(element, text),
        }
    }
}

fn write(element: &Element, depth: usize, html: &mut String) {
    let indent = "  ".repeat(depth);
    let tag = element.0.tag;
    html.push_str(&indent);
    html.push('<');
    html.push_str(tag);
    for setting in &element.0.settings {
        let name = match setting.kind {
            // A property is marked, to distinguish it from the attribute of the same name.
            SettingKind::Property => [".", setting.name].concat(),
            SettingKind::Attribute | SettingKind::Style => setting.name.to_owned(),
        };
        match &setting.value {
            Value::Words(words) => push_attribute(&name, words, html),
            Value::Number(number) => push_attribute(&name, &number.to_string(), html),
            Value::Is(true) => {
                html.push(' ');
                html.push_str(&name);
            }
            Value::Is(false) => {}
        }
    }
    html.push('>');
    // Inline text stays on one line.
    let is_line = element
        .0
        .children
        .iter()
        .all(|child| matches!(child, Child::Text(_)));
    if is_line {
        html.push_str(&escaped(&text_of(element)));
    } else {
        html.push('\n');
        for child in &element.0.children {
            match child {
                Child::Text(words) => {
                    html.push_str(&indent);
                    html.push_str("  ");
                    html.push_str(&escaped(words));
                    html.push('\n');
                }
                Child::Element(child) => write(child, depth + 1, html),
            }
        }
        html.push_str(&indent);
    }
    html.push_str("</");
    html.push_str(tag);
    html.push_str(">\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::element::{element, svg};

    #[test]
    fn nothing_in_words_or_attributes_is_markup() {
        let line = element("p")
            .attribute("title", "\"a\" & <b>".to_owned())
            .child("<i> & \"j\"");
        assert_eq!(
            of(&line),
            "<p title=\"&quot;a&quot; &amp; &lt;b>\">&lt;i> &amp; &quot;j&quot;</p>\n"
        );
        assert_eq!(text_of(&line), "<i> & \"j\"");
    }

    #[test]
    fn a_child_has_a_line_and_is_indented() {
        let list = element("ul")
            .child("two: ")
            .children(vec![element("li").child("a"), element("li").child("b")]);
        let html = "<ul>\n  two: \n  <li>a</li>\n  <li>b</li>\n</ul>\n";
        assert_eq!(of(&list), html);
        assert_eq!(text_of(&list), "two: ab");
    }

    #[test]
    fn an_element_without_children_is_closed_as_any_other() {
        assert_eq!(of(&element("br")), "<br></br>\n");
        assert_eq!(
            of(&svg("path").attribute("d", "M0,0")),
            "<path d=\"M0,0\"></path>\n"
        );
    }

    #[test]
    fn properties_numbers_and_flags_are_told_apart() {
        let field = element("input")
            .attribute("hidden", true)
            .attribute("disabled", false)
            .property("checked", true)
            .property("max", 2.5)
            .style("left", "1%".to_owned())
            .style("width", "2%".to_owned());
        let html = "<input hidden .checked .max=\"2.5\" style=\"left:1%;width:2%\"></input>\n";
        assert_eq!(of(&field), html);
    }
}
