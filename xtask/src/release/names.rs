//! How the files of a release are called.

use super::{offline, shown};

/// How the names of all files begin that belong to one release; sixteen digits follow.
pub(super) const NAMED: &str = "shardwise-page-";

/// Files that other sites and browsers ask for by name: they keep it from release to release.
pub(super) const STABLE: [&str; 5] = [
    "index.html",
    "embed.js",
    shown::OEMBED,
    shown::PICTURE,
    offline::WORKER,
];
