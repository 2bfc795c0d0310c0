//! Names of the files of a release.

use super::{offline, social};

/// The page's program, as Cargo names it.
pub(super) const PAGE: &str = "shardwise-page";
/// Beginning of the names of workers' programs, as Cargo names them; a name of [`WORKERS`] follows.
pub(super) const WORKER: &str = "shardwise-";
/// Workers of the page: the search for the best layout, and the reader of files.
pub(super) const WORKERS: [&str; 2] = ["search", "import"];
/// Beginning of the names of all files that belong to one release; sixteen digits follow.
pub(super) const NAMED: &str = "shardwise-page-";
/// The attribute of the page that has the beginning of its files' names.
pub(super) const RELEASE: &str = "data-release";

/// Files that other sites and browsers ask for by name: they keep it from release to release.
pub(super) const STABLE: [&str; 5] = [
    "index.html",
    "embed.js",
    social::OEMBED,
    social::PICTURE,
    offline::WORKER,
];
