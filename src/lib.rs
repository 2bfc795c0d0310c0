//! What the page (`src/main.rs`, feature `page`) is drawn with: the browser and markup.

#[cfg(feature = "page")]
pub mod browser;
#[cfg(feature = "page")]
pub mod markup;
