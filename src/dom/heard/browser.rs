//! Events of the browser.

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlInputElement, HtmlSelectElement};

use super::kind::{Keys, Kind};
use crate::browser::file::{self, File};

/// Something that has happened.
#[derive(Clone)]
pub struct Heard {
    /// What.
    pub kind: Kind,
    event: Event,
}

/// An element in which something has happened.
#[derive(Clone)]
pub struct Target(Element);

impl Heard {
    /// An event of the browser.
    #[must_use]
    pub fn new(kind: Kind, event: Event) -> Self {
        Self { kind, event }
    }

    /// The element in which it happened; none where that was the window or the document, or has
    /// been taken out of the page.
    #[must_use]
    pub fn target(&self) -> Option<Target> {
        let element: Element = self.event.target()?.dyn_into().ok()?;
        element.is_connected().then_some(Target(element))
    }

    /// Keeps the browser from doing what it does by itself.
    pub fn prevent_default(&self) {
        self.event.prevent_default();
    }

    /// The key that went down; none for other events.
    #[must_use]
    pub fn keys(&self) -> Option<Keys> {
        let key = self.get("key").as_string()?;
        Some(Keys {
            key,
            control: self.holds("ctrlKey"),
            shift: self.holds("shiftKey"),
            alt: self.holds("altKey"),
            meta: self.holds("metaKey"),
        })
    }

    /// Whether Control is held.
    #[must_use]
    pub fn has_control(&self) -> bool {
        self.holds("ctrlKey")
    }

    /// Whether a key is held with which a browser opens links elsewhere.
    #[must_use]
    pub fn goes_elsewhere(&self) -> bool {
        ["ctrlKey", "metaKey", "shiftKey"]
            .iter()
            .any(|key| self.holds(key))
    }

    /// Where the pointer is in the target, from the left and from the top, in pixels.
    #[must_use]
    pub fn place(&self) -> Option<[f64; 2]> {
        Some([self.get("offsetX").as_f64()?, self.get("offsetY").as_f64()?])
    }

    /// How far a wheel was turned, down.
    #[must_use]
    pub fn turned(&self) -> f64 {
        self.get("deltaY").as_f64().unwrap_or_default()
    }

    /// The browser's own event, for what only it can be asked: the files that it brings.
    #[must_use]
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// Whether files are dragged.
    #[must_use]
    pub fn has_files(&self) -> bool {
        file::is_dragged(&self.event)
    }

    /// The first file that was dropped.
    #[must_use]
    pub fn file(&self) -> Option<File> {
        file::dropped(&self.event)
    }

    fn holds(&self, key: &str) -> bool {
        self.get(key) == JsValue::TRUE
    }

    fn get(&self, name: &str) -> JsValue {
        get(&self.event, name)
    }
}

impl Target {
    /// The nearest element around it, itself included, that a selector fits.
    #[must_use]
    pub fn closest(&self, selector: &str) -> Option<Self> {
        self.0.closest(selector).ok()?.map(Self)
    }

    /// Whether a selector fits it.
    #[must_use]
    pub fn matches(&self, selector: &str) -> bool {
        self.0.matches(selector) == Ok(true)
    }

    /// An attribute.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<String> {
        self.0.get_attribute(name)
    }

    /// What a field, list or button holds; empty for anything else.
    #[must_use]
    pub fn value(&self) -> String {
        get(&self.0, "value").as_string().unwrap_or_default()
    }

    /// The number that a field or slider holds; not a number where it holds none.
    #[must_use]
    pub fn number(&self) -> f64 {
        self.0
            .dyn_ref()
            .map_or(f64::NAN, HtmlInputElement::value_as_number)
    }

    /// Whether a box is ticked.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        self.0.dyn_ref().is_some_and(HtmlInputElement::checked)
    }

    /// The place of what is chosen in a list; none for anything else.
    #[must_use]
    pub fn chosen(&self) -> Option<usize> {
        let place = self.0.dyn_ref().map(HtmlSelectElement::selected_index)?;
        usize::try_from(place).ok()
    }

    /// Its width without its border, in pixels.
    #[must_use]
    pub fn width(&self) -> f64 {
        get(&self.0, "clientWidth").as_f64().unwrap_or_default()
    }

    /// How far it is scrolled to the right, in pixels.
    #[must_use]
    pub fn scrolled(&self) -> f64 {
        get(&self.0, "scrollLeft").as_f64().unwrap_or_default()
    }

    /// The browser's own element, for what only it can be asked: the file that was chosen.
    #[must_use]
    pub fn element(&self) -> &Element {
        &self.0
    }
}

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}
