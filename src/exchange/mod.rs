//! Plans into the files that training frameworks read, and back.
//!
//! [`export`] writes a legal plan as the options of a framework, and lists what that framework
//! cannot express. [`import`] reads what a model's configuration or a framework's options say of a
//! plan, and lists what it did not understand and what they leave open. Both are tables over a few
//! small syntaxes. [`estimate`] is the JSON of a plan with its figures, which scripts
//! rely on. Nothing here opens a file or knows a terminal.

pub mod estimate;
pub mod export;
pub mod import;
pub mod json;
pub(crate) mod layers;
