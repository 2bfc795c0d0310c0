//! Messages between the page and its workers as bytes, in the format of `postcard`: short, with
//! whole numbers of 64 bits, and read without any function of the browser.

use serde::{Deserialize, Serialize};

/// A message as bytes. The format supports all our messages. One that it did not support would be
/// sent as no bytes, which no reader takes for a message.
#[must_use]
pub fn written(message: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(message).unwrap_or_default()
}

/// A message that takes up all of the bytes.
#[must_use]
pub fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Option<T> {
    let (message, rest) = postcard::take_from_bytes(bytes).ok()?;
    rest.is_empty().then_some(message)
}
