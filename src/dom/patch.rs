//! Elements that are drawn in the page, and their update to the next content.

use crate::browser::document;
use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, Node};

use super::element::{Child, Element, ElementData, ElementSetting, SettingKind, Value, Words};

/// A drawn element or text.
pub struct Drawn {
    /// The DOM node.
    pub node: Node,
    shows: Shows,
}

/// Contents of a node.
enum Shows {
    Text(Words),
    Element {
        tag: &'static str,
        key: Option<Words>,
        settings: Vec<ElementSetting>,
        children: Vec<Drawn>,
    },
}

impl Drawn {
    /// Draws content for the first time.
    #[must_use]
    pub fn new(content: Child) -> Self {
        match content {
            Child::Text(words) => Self {
                node: document().create_text_node(&words).into(),
                shows: Shows::Text(words),
            },
            Child::Element(element) => Self::element(element),
        }
    }

    fn element(element: Element) -> Self {
        let ElementData {
            tag,
            is_svg,
            key,
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
            insert(&node, child, None);
        }
        Self {
            node: node.into(),
            shows: Shows::Element {
                tag,
                key,
                settings,
                children,
            },
        }
    }

    /// Draws the next content in place of the present one. Texts and values change; a node is
    /// replaced only by an element of another kind.
    pub fn update(&mut self, content: Child) {
        match (&mut self.shows, content) {
            (Shows::Text(old), Child::Text(new)) => {
                if *old != new {
                    self.node.set_node_value(Some(&new));
                    *old = new;
                }
            }
            (
                Shows::Element {
                    tag,
                    key,
                    settings,
                    children,
                },
                Child::Element(Element(new)),
            ) if *tag == new.tag && *key == new.key && are_alike(settings, &new.settings) => {
                let element = self.node.unchecked_ref();
                for (old, new) in settings.iter_mut().zip(new.settings) {
                    if new.kind == SettingKind::Property {
                        // The reader may have changed it meanwhile, or the property set before it:
                        // a slider's bounds move its position.
                        new.correct(element);
                    } else if old.value != new.value {
                        new.write(element);
                    }
                    *old = new;
                }
                update_all(&self.node, children, new.children);
            }
            (_, content) => {
                let new = Self::new(content);
                if let Some(parent) = self.node.parent_node() {
                    let _ = parent.replace_child(&new.node, &self.node);
                }
                *self = new;
            }
        }
    }

    /// The key of what is drawn.
    fn key(&self) -> Option<&Words> {
        match &self.shows {
            Shows::Element { key, .. } => key.as_ref(),
            Shows::Text(_) => None,
        }
    }
}

/// The key of what is to be drawn.
fn key_of(content: &Child) -> Option<&Words> {
    match content {
        Child::Element(element) => element.0.key.as_ref(),
        Child::Text(_) => None,
    }
}

/// True if both elements have the same settings.
fn are_alike(one: &[ElementSetting], other: &[ElementSetting]) -> bool {
    one.iter()
        .map(|setting| setting.name)
        .eq(other.iter().map(|setting| setting.name))
}

/// Updates the children to the next ones. A child with a key becomes the one of the same key,
/// wherever it was; the others are matched by index.
fn update_all(parent: &Node, drawn: &mut Vec<Drawn>, contents: Vec<Child>) {
    // Removed children are taken out first, so that those that stay need not move.
    drawn.retain(|drawn| {
        let stays = drawn
            .key()
            .is_none_or(|key| contents.iter().any(|new| key_of(new) == Some(key)));
        if !stays {
            let _ = parent.remove_child(&drawn.node);
        }
        stays
    });
    let count = contents.len();
    for (place, content) in contents.into_iter().enumerate() {
        let is_it = |drawn: &Drawn| drawn.key() == key_of(&content);
        let found = drawn[place.min(drawn.len())..].iter().position(is_it);
        match found {
            Some(0) => drawn[place].update(content),
            // A child without a key is known only by its index.
            Some(further) if key_of(&content).is_some() => {
                let mut moved = drawn.remove(place + further);
                moved.update(content);
                insert(parent, &moved, drawn.get(place));
                drawn.insert(place, moved);
            }
            _ => {
                let new = Drawn::new(content);
                insert(parent, &new, drawn.get(place));
                drawn.insert(place, new);
            }
        }
    }
    for gone in drawn.drain(count..) {
        let _ = parent.remove_child(&gone.node);
    }
}

/// Inserts a child before another one, or at the end.
fn insert(parent: &Node, child: &Drawn, before: Option<&Drawn>) {
    let _ = parent.insert_before(&child.node, before.map(|before| &before.node));
}

impl ElementSetting {
    fn write(&self, element: &web_sys::Element) {
        let name = self.name;
        // The browser accepts all of these names and values.
        let _ = match (self.kind, &self.value) {
            (SettingKind::Attribute, Value::Words(words)) => element.set_attribute(name, words),
            (SettingKind::Attribute, Value::Is(true)) => element.set_attribute(name, ""),
            (SettingKind::Attribute, _) => element.remove_attribute(name),
            (SettingKind::Property, value) => {
                Reflect::set(element, &JsValue::from_str(name), &value.as_js()).map(drop)
            }
            // A property, not an attribute: a strict content security policy refuses style
            // attributes.
            (SettingKind::Style, Value::Words(words)) => {
                let element = element.unchecked_ref::<HtmlElement>();
                element.style().set_css_text(words);
                Ok(())
            }
            (SettingKind::Style, _) => Ok(()),
        };
    }

    /// Sets a property whose value in the page differs. A slider's position is a string there.
    fn correct(&self, element: &web_sys::Element) {
        let stands = Reflect::get(element, &JsValue::from_str(self.name));
        if !stands.is_ok_and(|stands| stands.loose_eq(&self.value.as_js())) {
            self.write(element);
        }
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
