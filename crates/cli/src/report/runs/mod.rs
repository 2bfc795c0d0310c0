//! Published runs beside their predictions: a table for people, JSON for scripts.

pub mod json;
mod sentences;
pub mod table;

pub use sentences::unreadable;
