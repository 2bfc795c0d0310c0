//! An element tree as HTML, for snapshots and tests.

use super::element::{Child, Element, SettingKind, Value};

/// The HTML of an element, a child a line.
#[must_use]
pub fn of(element: &Element) -> String {
    let mut html = String::new();
    write(element, 0, &mut html);
    html
}

/// The words of an element and all in it, as a reader sees them.
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
            // Told apart from the attribute of the same name.
            SettingKind::Property => [".", setting.name].concat(),
            SettingKind::Attribute | SettingKind::Style => setting.name.to_owned(),
        };
        match &setting.value {
            Value::Words(words) => push_pair(&name, words, html),
            Value::Number(number) => push_pair(&name, &number.to_string(), html),
            Value::Is(true) => {
                html.push(' ');
                html.push_str(&name);
            }
            Value::Is(false) => {}
        }
    }
    html.push('>');
    // A line holds what is read as one.
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

fn push_pair(name: &str, value: &str, html: &mut String) {
    html.push(' ');
    html.push_str(name);
    html.push_str("=\"");
    html.push_str(&escaped(value));
    html.push('"');
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
