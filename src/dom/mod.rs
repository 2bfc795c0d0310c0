//! Elements as values: what a view returns, compared with what stands in the page.
//!
//! A view builds an [`Element`] tree from the state, [`Drawn`] changes the page's DOM into it, and
//! [`html`] writes it as HTML, for tests that run without a browser. What happens in the page comes
//! back as a [`Heard`].
//!
//! Tests: beside each file, on this machine; `tests/browser/` in real browsers.

pub mod components;
mod element;
pub mod figure;
mod heard;
#[cfg(not(target_arch = "wasm32"))]
pub mod html;
mod patch;
pub(crate) mod plot;
#[cfg(not(target_arch = "wasm32"))]
mod selector;

pub use element::{Child, Element, Value, Words, element, svg};
pub use heard::{Heard, Keys, Kind, Target};
pub use patch::Drawn;
