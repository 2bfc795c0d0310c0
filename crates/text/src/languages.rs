//! The choice of a language.

messages!("languages");
