//! Marks, units and lists of the language.

messages!("locale");
