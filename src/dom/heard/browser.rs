//! Events of the browser.

use js_sys::Reflect;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement, HtmlSelectElement, KeyboardEvent};

use super::kind::{Keys, Kind};
use crate::browser::file::{self, File};
use crate::browser::pointer;

/// Something that has happened.
#[derive(Clone)]
pub struct Heard {
    /// Kind of event.
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
        let event: &KeyboardEvent = self.event.dyn_ref()?;
        Some(Keys {
            key: event.key(),
            control: event.ctrl_key(),
            shift: event.shift_key(),
            alt: event.alt_key(),
            meta: event.meta_key(),
        })
    }

    /// Whether Control is held.
    #[must_use]
    pub fn has_control(&self) -> bool {
        pointer::has_control(&self.event)
    }

    /// Whether a key is held with which a browser opens links elsewhere.
    #[must_use]
    pub fn goes_elsewhere(&self) -> bool {
        pointer::goes_elsewhere(&self.event)
    }

    /// Position of the pointer in the target, from the left and from the top, in pixels.
    #[must_use]
    pub fn place(&self) -> Option<[f64; 2]> {
        pointer::place(&self.event)
    }

    /// Distance that a wheel was turned down.
    #[must_use]
    pub fn turned(&self) -> f64 {
        pointer::turned(&self.event)
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

    /// Value of a field, list or button; empty for anything else.
    #[must_use]
    pub fn value(&self) -> String {
        // Four kinds of elements have one, which have no type in common.
        let value = Reflect::get(&self.0, &"value".into()).unwrap_or_default();
        value.as_string().unwrap_or_default()
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
        pointer::width(&self.0)
    }

    /// Distance that it is scrolled to the right, in pixels.
    #[must_use]
    pub fn scrolled(&self) -> f64 {
        pointer::scrolled(&self.0)
    }

    /// The browser's own element, for what only it can be asked: the file that was chosen.
    #[must_use]
    pub fn element(&self) -> &Element {
        &self.0
    }
}
