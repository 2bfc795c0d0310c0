//! The messages on moments.

messages!("moments");
