//! Elements as values: what a view returns, and how it is compared with the page.
//!
//! A view builds an [`Element`] tree from the state. [`Drawn`] changes the page's DOM into it, and
//! [`html`] writes it as HTML, for tests without a browser. Events of the page arrive as
//! [`UiEvent`]s.
//!
//! Tests: beside each file, without a browser; `tests/browser/` in real browsers.

pub mod components;
mod element;
pub(crate) mod escape;
pub mod figure;
#[cfg(not(target_arch = "wasm32"))]
pub mod html;
mod patch;
pub(crate) mod plot;
#[cfg(not(target_arch = "wasm32"))]
mod selector;
mod ui_event;

pub use element::{Child, Element, Value, Words, element, svg};
pub use patch::Drawn;
pub use ui_event::{Keys, UiEvent, UiEventKind, UiTarget};
