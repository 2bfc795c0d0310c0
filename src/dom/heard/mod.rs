//! Events as panels hear them: the same type in a browser and in tests.
//!
//! In the browser a [`Heard`] stands for one of its events, in tests on this machine for one that
//! happens in an [`Element`](super::Element) tree. Both have the same functions, so that what a
//! panel makes of an event is tested without a browser.

#[cfg(target_arch = "wasm32")]
mod browser;
mod kind;
#[cfg(not(target_arch = "wasm32"))]
mod tree;

#[cfg(target_arch = "wasm32")]
pub use browser::{Heard, Target};
pub use kind::{Keys, Kind};
#[cfg(not(target_arch = "wasm32"))]
pub use tree::{Heard, Target};

impl Target {
    /// A number that an attribute holds.
    #[must_use]
    pub fn number_at<T: std::str::FromStr>(&self, attribute: &str) -> Option<T> {
        self.attribute(attribute)?.parse().ok()
    }

    /// The classes; empty where there are none.
    #[must_use]
    pub fn class(&self) -> String {
        self.attribute("class").unwrap_or_default()
    }

    /// The id; empty where there is none.
    #[must_use]
    pub fn id(&self) -> String {
        self.attribute("id").unwrap_or_default()
    }

    /// The attribute `type`, which says what kind of field it is.
    #[must_use]
    pub fn field(&self) -> String {
        self.attribute("type").unwrap_or_default()
    }

    /// Whether details are open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.attribute("open").is_some()
    }
}

impl Heard {
    /// The element of this kind around the place where it happened, that place included.
    #[must_use]
    pub fn within(&self, selector: &str) -> Option<Target> {
        self.target()?.closest(selector)
    }

    /// Whether this happened in the element of an id itself.
    #[must_use]
    pub fn is_at(&self, id: &str) -> bool {
        self.target().is_some_and(|target| target.id() == id)
    }
}
