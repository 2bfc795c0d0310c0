//! The language of all that the command prints.

use std::env;
use std::io::Write;

use cli::printed::stderr;
use text::language::choose_tag;

/// Chooses the language of `--lang`, else that of the variable `LANG`, else English. A language of
/// `--lang` that is not there is reported on stderr; `LANG` addresses all programs, so it is not.
pub(crate) fn choose(given: Option<&str>) {
    if let Some(tag) = given {
        if choose_tag(tag).is_err() {
            let sentence = text::languages::missing(tag);
            // If stderr is closed, nobody can be informed.
            let _ = writeln!(stderr(), "shardwise: {sentence}.");
        }
        return;
    }
    let variable = env::var("LANG").unwrap_or_default();
    // `pl_PL.UTF-8`, `sr_RS@latin`
    let tag = variable.split(['.', '@']).next().unwrap_or_default();
    let _ = choose_tag(tag);
}
