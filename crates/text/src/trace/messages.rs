//! The messages on traces.

messages!("trace");
