//! The report that `shardwise estimate` prints.

messages!("report");
