//! Markup that stands in the page, and how it becomes what comes next.

use std::cell::RefCell;

use crate::browser::document;
use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, Node};

use super::{Element, Kind, Markup, Parts, Setting, Value, Words};

/// A piece of the page that stands.
pub struct Drawn {
    /// Where it stands.
    pub node: Node,
    shows: Shows,
}

/// What it shows.
enum Shows {
    Text(Words),
    Element {
        tag: &'static str,
        settings: Vec<Setting>,
        children: Vec<Drawn>,
    },
}

impl Drawn {
    /// Draws markup for the first time.
    #[must_use]
    pub fn new(markup: Markup) -> Self {
        match markup {
            Markup::Text(words) => Self {
                node: document().create_text_node(&words).into(),
                shows: Shows::Text(words),
            },
            Markup::Element(element) => Self::element(element),
        }
    }

    fn element(element: Element) -> Self {
        let Parts {
            tag,
            is_svg,
            settings,
            children,
        } = *element.0;
        let namespace = if is_svg {
            "http://www.w3.org/2000/svg"
        } else {
            "http://www.w3.org/1999/xhtml"
        };
        let Ok(node) = document().create_element_ns(Some(namespace), tag) else {
            unreachable!()
        };
        for setting in &settings {
            setting.write(&node);
        }
        let children = children.into_iter().map(Self::new).collect();
        for child in &children {
            append(&node, child);
        }
        Self {
            node: node.into(),
            shows: Shows::Element {
                tag,
                settings,
                children,
            },
        }
    }

    /// Draws what comes next in the place of what stands, of which as much is kept as can be:
    /// words and values change, and only an element of another kind is taken out.
    pub fn update(&mut self, markup: Markup) {
        match (&mut self.shows, markup) {
            (Shows::Text(old), Markup::Text(new)) => {
                if *old != new {
                    self.node.set_node_value(Some(&new));
                    *old = new;
                }
            }
            (
                Shows::Element {
                    tag,
                    settings,
                    children,
                },
                Markup::Element(Element(new)),
            ) if *tag == new.tag && are_alike(settings, &new.settings) => {
                let element = self.node.unchecked_ref();
                // A property may have been moved by the reader meanwhile, or by the one before
                // it: a slider's bounds move its place.
                let mut is_moved = is_touched(settings);
                for (old, new) in settings.iter_mut().zip(new.settings) {
                    let is_property = new.kind == Kind::Property;
                    if old.value != new.value || (is_property && is_moved) {
                        new.write(element);
                        is_moved |= is_property;
                        *old = new;
                    }
                }
                update_all(&self.node, children, new.children);
            }
            (_, markup) => {
                let new = Self::new(markup);
                if let Some(parent) = self.node.parent_node() {
                    let _ = parent.replace_child(&new.node, &self.node);
                }
                *self = new;
            }
        }
    }
}

thread_local! {
    /// The id of what the reader touched last; none where anything may have moved by it.
    static TOUCHED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Notes what the reader has touched, before anything is drawn for it: what that moved in the
/// page may be what the plan refuses, and is set right. A slider moves nothing but itself.
pub fn touch(element: &web_sys::Element) {
    let is_slider = element.get_attribute("type").as_deref() == Some("range");
    TOUCHED.set(is_slider.then(|| element.id()));
}

/// Whether an element may have been moved by the reader.
fn is_touched(settings: &[Setting]) -> bool {
    let is_property = |setting: &Setting| setting.kind == Kind::Property;
    settings.iter().any(is_property)
        && TOUCHED.with_borrow(|touched| {
            let Some(touched) = touched else {
                return true;
            };
            settings.iter().any(|setting| {
                setting.name == "id"
                    && matches!(&setting.value, Value::Words(words) if words == touched)
            })
        })
}

/// Whether the same things are set.
fn are_alike(one: &[Setting], other: &[Setting]) -> bool {
    one.iter()
        .map(|setting| setting.name)
        .eq(other.iter().map(|setting| setting.name))
}

fn update_all(parent: &Node, drawn: &mut Vec<Drawn>, markup: Vec<Markup>) {
    while drawn.len() > markup.len() {
        if let Some(gone) = drawn.pop() {
            let _ = parent.remove_child(&gone.node);
        }
    }
    let mut markup = markup.into_iter();
    for (drawn, markup) in drawn.iter_mut().zip(markup.by_ref()) {
        drawn.update(markup);
    }
    for markup in markup {
        let new = Drawn::new(markup);
        append(parent, &new);
        drawn.push(new);
    }
}

fn append(parent: &Node, child: &Drawn) {
    let _ = parent.append_child(&child.node);
}

impl Setting {
    fn write(&self, element: &web_sys::Element) {
        let name = self.name;
        // The browser refuses none of these names and values.
        let _ = match (self.kind, &self.value) {
            (Kind::Attribute, Value::Words(words)) => element.set_attribute(name, words),
            (Kind::Attribute, Value::Is(true)) => element.set_attribute(name, ""),
            (Kind::Attribute, _) => element.remove_attribute(name),
            (Kind::Property, value) => {
                Reflect::set(element, &JsValue::from_str(name), &value.as_js()).map(drop)
            }
            // Not as an attribute: a strict content security policy refuses those.
            (Kind::Style, Value::Words(words)) => {
                let element = element.unchecked_ref::<HtmlElement>();
                element.style().set_css_text(words);
                Ok(())
            }
            (Kind::Style, _) => Ok(()),
        };
    }
}

impl Value {
    fn as_js(&self) -> JsValue {
        match self {
            Self::Words(words) => JsValue::from_str(words),
            &Self::Number(number) => JsValue::from_f64(number),
            &Self::Is(is) => JsValue::from_bool(is),
        }
    }
}
