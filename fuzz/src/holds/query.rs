//! Properties of every query.

use formats::link::presentation::Presentation;
use lesson::Address;

use crate::failure::{Holds, ensure};

/// Checks a query.
///
/// # Errors
/// The property that does not hold.
pub fn query(input: &str) -> Holds {
    let (asked, warnings) = Presentation::decode(input);
    for warning in &warnings {
        let sentence = text::links::warning(warning);
        ensure("a warning is a sentence", sentence.ends_with('.'), || {
            sentence.clone()
        })?;
    }
    let written = asked.encode();
    let is_plain = written.is_ascii() && !written.contains([' ', '"', '#', '<', '>', '\'']);
    ensure("a query is plain text", is_plain, || written.clone())?;
    // Escapes may make it too long to be read.
    if written.len() < formats::link::LONGEST {
        let (again, warnings) = Presentation::decode(&written);
        let is_same = again == asked && warnings.is_empty();
        ensure(
            "a query that is written is read as the same presentation",
            is_same,
            || format!("{written}: {asked:?} became {again:?} {warnings:?}"),
        )?;
    }
    if let Some(Address::File { address, .. }) = Address::read(&asked.lesson) {
        let is_web = address.starts_with("https://") || address.starts_with("http://");
        let is_beside = !address.contains(':') && !address.starts_with("//");
        ensure("a lesson comes from a page", is_web || is_beside, || {
            address.clone()
        })?;
    }
    Ok(())
}
