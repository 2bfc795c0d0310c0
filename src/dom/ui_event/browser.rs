//! Events of the browser.

use js_sys::Reflect;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement, HtmlSelectElement, KeyboardEvent};

use super::kind::{Keys, UiEventKind};
use crate::browser::file::{self, ChosenFile};
use crate::browser::pointer;

/// An event of the browser, as panels receive it.
#[derive(Clone)]
pub struct UiEvent {
    /// Kind of the event.
    pub kind: UiEventKind,
    event: Event,
}

/// An element in which an event happened.
#[derive(Clone)]
pub struct UiTarget(Element);

impl UiEvent {
    /// A UI event for an event of the browser.
    #[must_use]
    pub fn new(kind: UiEventKind, event: Event) -> Self {
        Self { kind, event }
    }

    /// The element in which the event happened; none for the window, the document, or an element
    /// that was removed from the page.
    #[must_use]
    pub fn target(&self) -> Option<UiTarget> {
        let element: Element = self.event.target()?.dyn_into().ok()?;
        element.is_connected().then_some(UiTarget(element))
    }

    /// Prevents the browser's default action.
    pub fn prevent_default(&self) {
        self.event.prevent_default();
    }

    /// The key that was pressed; none for other events.
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

    /// True if Control is held.
    #[must_use]
    pub fn has_control(&self) -> bool {
        pointer::has_control(&self.event)
    }

    /// True if a key is held with which a browser opens links in another tab or window.
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

    /// The browser's own event, for its files.
    #[must_use]
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// True if files are dragged over the page.
    #[must_use]
    pub fn has_files(&self) -> bool {
        file::is_dragged(&self.event)
    }

    /// The first file that was dropped.
    #[must_use]
    pub fn file(&self) -> Option<ChosenFile> {
        file::dropped(&self.event)
    }
}

impl UiTarget {
    /// The nearest element around this one, itself included, that a selector matches.
    #[must_use]
    pub fn closest(&self, selector: &str) -> Option<Self> {
        self.0.closest(selector).ok()?.map(Self)
    }

    /// True if a selector matches the element.
    #[must_use]
    pub fn matches(&self, selector: &str) -> bool {
        self.0.matches(selector) == Ok(true)
    }

    /// The value of an attribute.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<String> {
        self.0.get_attribute(name)
    }

    /// Value of a field, list or button; empty for anything else.
    #[must_use]
    pub fn value(&self) -> String {
        // Four kinds of elements have a value, without a type in common.
        let value = Reflect::get(&self.0, &"value".into()).unwrap_or_default();
        value.as_string().unwrap_or_default()
    }

    /// The number in a field or slider; NaN if it holds none.
    #[must_use]
    pub fn number(&self) -> f64 {
        self.0
            .dyn_ref()
            .map_or(f64::NAN, HtmlInputElement::value_as_number)
    }

    /// True if a box is ticked.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        self.0.dyn_ref().is_some_and(HtmlInputElement::checked)
    }

    /// The index of the chosen option of a list; none for anything else.
    #[must_use]
    pub fn chosen(&self) -> Option<usize> {
        let place = self.0.dyn_ref().map(HtmlSelectElement::selected_index)?;
        usize::try_from(place).ok()
    }

    /// Width of the element without its border, in pixels.
    #[must_use]
    pub fn width(&self) -> f64 {
        pointer::width(&self.0)
    }

    /// Distance that the element is scrolled to the right, in pixels.
    #[must_use]
    pub fn scrolled(&self) -> f64 {
        pointer::scrolled(&self.0)
    }

    /// The browser's own element, for the file that was chosen.
    #[must_use]
    pub fn element(&self) -> &Element {
        &self.0
    }
}
