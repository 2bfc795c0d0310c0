//! Selectors that panels use, applied to element trees: a tag, `#id`, `.class`, `[attribute]`,
//! `[attribute="value"]`, `:is(…)` and `:not(…)`, with descendants and lists.

use super::element::{Child, Element};

/// An element of a path, without its children.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) tag: &'static str,
    pub(super) attributes: Vec<(&'static str, String)>,
}

impl Node {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        let found = attributes.find(|(known, _)| *known == name)?;
        Some(&found.1)
    }
}

/// A list of selectors, of which one must match.
pub(super) struct Selector(Vec<Vec<Compound>>);

/// Conditions that one element must meet.
#[derive(Default)]
struct Compound(Vec<Simple>);

enum Simple {
    Tag(String),
    Has(String),
    Is(String, String),
    Class(String),
    Any(Selector),
    None(Selector),
}

impl Selector {
    /// Reads a selector of the program's own.
    ///
    /// # Panics
    /// If it has syntax that is not supported here.
    pub(super) fn read(text: &str) -> Self {
        let mut rest = text;
        let selector = Self::list(&mut rest);
        assert!(rest.is_empty(), "what of {text} is “{rest}”?");
        selector
    }

    fn list(rest: &mut &str) -> Self {
        let mut list = vec![Self::complex(rest)];
        while let Some(more) = rest.strip_prefix(',') {
            *rest = more.trim_start();
            list.push(Self::complex(rest));
        }
        Self(list)
    }

    fn complex(rest: &mut &str) -> Vec<Compound> {
        let mut compounds = Vec::new();
        while !rest.is_empty() && !rest.starts_with([',', ')']) {
            let compound = Compound::read(rest);
            if compound.0.is_empty() {
                // No known condition begins here.
                break;
            }
            compounds.push(compound);
            *rest = rest.trim_start();
        }
        compounds
    }

    /// True if the selector matches the last element of a path.
    pub(super) fn fits(&self, path: &[Node]) -> bool {
        self.0.iter().any(|compounds| {
            let Some((last, before)) = compounds.split_last() else {
                return false;
            };
            let Some((node, mut above)) = path.split_last() else {
                return false;
            };
            last.fits(node, path)
                && before.iter().rev().all(|compound| {
                    while let Some((node, rest)) = above.split_last() {
                        let whole = above;
                        above = rest;
                        if compound.fits(node, whole) {
                            return true;
                        }
                    }
                    false
                })
        })
    }

    /// The path to the first matching element of a tree.
    pub(super) fn find(&self, root: &Element) -> Option<Vec<Node>> {
        let mut path = Vec::new();
        self.find_in(root, &mut path).then_some(path)
    }

    fn find_in(&self, element: &Element, path: &mut Vec<Node>) -> bool {
        path.push(Node::of(element));
        if self.fits(path) {
            return true;
        }
        for child in &element.0.children {
            if let Child::Element(child) = child
                && self.find_in(child, path)
            {
                return true;
            }
        }
        path.pop();
        false
    }
}

impl Compound {
    fn read(rest: &mut &str) -> Self {
        let mut simples = Vec::new();
        loop {
            let simple = match rest.chars().next() {
                Some('#') => Simple::Is("id".to_owned(), name(rest, 1)),
                Some('.') => Simple::Class(name(rest, 1)),
                Some('[') => attribute(rest),
                Some(':') => pseudo(rest),
                Some(first) if first.is_alphanumeric() => Simple::Tag(name(rest, 0)),
                _ => return Self(simples),
            };
            simples.push(simple);
        }
    }

    fn fits(&self, node: &Node, path: &[Node]) -> bool {
        self.0.iter().all(|simple| match simple {
            Simple::Tag(tag) => node.tag == tag,
            Simple::Has(name) => node.attribute(name).is_some(),
            Simple::Is(name, value) => node.attribute(name) == Some(value),
            Simple::Class(class) => {
                let classes = node.attribute("class").unwrap_or_default();
                classes.split(' ').any(|known| known == class)
            }
            Simple::Any(selector) => selector.fits(path),
            Simple::None(selector) => !selector.fits(path),
        })
    }
}

/// The name after `skip` bytes of punctuation.
fn name(rest: &mut &str, skip: usize) -> String {
    let text = &rest[skip..];
    let is_over = |letter: char| !(letter.is_alphanumeric() || "-_".contains(letter));
    let end = text.find(is_over).unwrap_or(text.len());
    *rest = &text[end..];
    text[..end].to_owned()
}

fn attribute(rest: &mut &str) -> Simple {
    let Some((inside, more)) = rest[1..].split_once(']') else {
        panic!("no ] in {rest}");
    };
    *rest = more;
    match inside.split_once('=') {
        None => Simple::Has(inside.to_owned()),
        Some((name, value)) => Simple::Is(name.to_owned(), value.trim_matches('"').to_owned()),
    }
}

fn pseudo(rest: &mut &str) -> Simple {
    let kind = name(rest, 1);
    let Some(inside) = rest.strip_prefix('(') else {
        panic!("no ( after :{kind}");
    };
    *rest = inside;
    let selector = Selector::list(rest);
    let Some(more) = rest.strip_prefix(')') else {
        panic!("no ) after :{kind}");
    };
    *rest = more;
    match kind.as_str() {
        "is" => Simple::Any(selector),
        "not" => Simple::None(selector),
        _ => panic!("what is :{kind}?"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::element::element;

    fn tree() -> Element {
        let button = element("button")
            .class("step big")
            .attribute("data-step", "up")
            .attribute("disabled", true);
        let figure = element("figure")
            .id("map")
            .child(element("p").child(button));
        element("main")
            .child(element("nav").class("step"))
            .child(figure)
    }

    /// The tag of the first element that a selector matches.
    fn found(selector: &str) -> Option<&'static str> {
        let path = Selector::read(selector).find(&tree())?;
        path.last().map(|node| node.tag)
    }

    #[test]
    fn every_form_of_condition_fits() {
        for selector in [
            "button",
            "button.step",
            ".big",
            ".step.big",
            "[data-step]",
            "[data-step=\"up\"]",
            "button[data-step=up][disabled]",
            "#map button",
            "main figure .step",
            ":is(#map, nav) [data-step]",
            ".step:not(nav)",
            ".step:not(main nav, .small)",
            "table, button",
        ] {
            assert_eq!(found(selector), Some("button"), "{selector}");
        }
    }

    #[test]
    fn the_first_in_the_order_of_the_page_is_found() {
        assert_eq!(found(".step"), Some("nav"));
        assert_eq!(found("button, nav"), Some("nav"));
        assert_eq!(found("figure"), Some("figure"));
    }

    #[test]
    fn what_does_not_fit_is_not_found() {
        for selector in [
            "table",
            ".ste",
            "#map#mop",
            "[data-step=\"down\"]",
            "button figure",
            "nav button",
            "button:not(.step)",
            "button:is(.small, #map)",
        ] {
            assert_eq!(found(selector), None, "{selector}");
        }
    }

    #[test]
    #[should_panic(expected = "what of button > p is “> p”")]
    fn what_is_not_understood_is_a_fault_of_the_program() {
        Selector::read("button > p");
    }
}
