//! The report that `shardwise validate` prints, whose sentences `crates/cli` chooses.

messages!("validate");
