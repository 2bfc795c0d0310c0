//! Headers of each file: the one list from which all hosts' files are written.

use super::names::{NAMED, STABLE};

/// Files that a rule is for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Of {
    /// All that there are.
    All,
    /// Files whose name contains the release's name: their content never changes.
    Release,
    /// All others, by name.
    Others(Vec<String>),
    /// WebAssembly, by name.
    Programs(Vec<String>),
}

/// A header's name and its value.
pub(super) type Header = (&'static str, String);

/// Files and the headers that they are sent with. No two rules give a file the same header.
pub(super) struct Rule {
    pub(super) of: Of,
    pub(super) headers: Vec<Header>,
}

/// The rules for these files of a page with this policy.
pub(super) fn rules(policy: &str, files: &[String]) -> Vec<Rule> {
    let header = |name, value: &str| (name, value.to_owned());
    let others = files.iter().filter(|name| STABLE.contains(&name.as_str()));
    let programs = files.iter().filter(|name| name.ends_with(".wasm"));
    vec![
        Rule {
            of: Of::All,
            headers: vec![
                header("Content-Security-Policy", policy),
                header("X-Content-Type-Options", "nosniff"),
                header("Referrer-Policy", "no-referrer"),
                // A sandboxed frame has no origin of its own: its page may load its own scripts
                // only where all may. There is nothing here that is not public.
                header("Access-Control-Allow-Origin", "*"),
            ],
        },
        Rule {
            of: Of::Release,
            headers: vec![header(
                "Cache-Control",
                "public, max-age=31536000, immutable",
            )],
        },
        Rule {
            of: Of::Others(others.cloned().collect()),
            headers: vec![header("Cache-Control", "no-cache")],
        },
        Rule {
            of: Of::Programs(programs.cloned().collect()),
            headers: vec![header("Content-Type", "application/wasm")],
        },
    ]
}

/// A pattern for [`Of::Release`] that begins at a file's name.
pub(super) fn released(any: &str) -> String {
    format!("{NAMED}{any}")
}
