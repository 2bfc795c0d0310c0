//! UI events as panels receive them: one interface in a browser and in tests.
//!
//! In the browser a [`UiEvent`] wraps one of its events. In native tests it describes one in an
//! [`Element`](super::Element) tree. Both have the same functions, so that a panel's handling of
//! events is tested without a browser.

#[cfg(target_arch = "wasm32")]
mod browser;
mod kind;
#[cfg(not(target_arch = "wasm32"))]
mod tree;

#[cfg(target_arch = "wasm32")]
pub use browser::{UiEvent, UiTarget};
pub use kind::{Keys, UiEventKind};
#[cfg(not(target_arch = "wasm32"))]
pub use tree::{UiEvent, UiTarget};

impl UiTarget {
    /// A number in an attribute.
    #[must_use]
    pub fn number_at<T: std::str::FromStr>(&self, attribute: &str) -> Option<T> {
        self.attribute(attribute)?.parse().ok()
    }

    /// The classes; empty if there are none.
    #[must_use]
    pub fn class(&self) -> String {
        self.attribute("class").unwrap_or_default()
    }

    /// The id; empty if there is none.
    #[must_use]
    pub fn id(&self) -> String {
        self.attribute("id").unwrap_or_default()
    }

    /// The attribute `type`, the kind of a field.
    #[must_use]
    pub fn field(&self) -> String {
        self.attribute("type").unwrap_or_default()
    }

    /// True if a `details` element is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.attribute("open").is_some()
    }
}

impl UiEvent {
    /// The nearest element around the target, itself included, that a selector matches.
    #[must_use]
    pub fn within(&self, selector: &str) -> Option<UiTarget> {
        self.target()?.closest(selector)
    }

    /// True if the target itself has this id.
    #[must_use]
    pub fn is_at(&self, id: &str) -> bool {
        self.target().is_some_and(|target| target.id() == id)
    }
}
