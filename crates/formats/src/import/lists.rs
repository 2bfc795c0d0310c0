//! Lists of options, separated by blanks, among them beginnings of names.
//!
//! Tests: `crates/formats/tests/all/corpus.rs`.

/// The beginning of all options for which a name stands: one with a dot or a star at its end.
pub(super) fn beginning(name: &str) -> Option<&str> {
    let table = name.ends_with('.').then_some(name);
    name.strip_suffix('*').or(table)
}

/// True if an option is among names, separated by blanks. One with a dot or a star at its end stands
/// for all that begin so.
pub(crate) fn is_among(names: &str, option: &str) -> bool {
    names.split_ascii_whitespace().any(|name| {
        let begin = beginning(name);
        begin.map_or(name == option, |begin| option.starts_with(begin))
    })
}
