//! Texts of addresses: of this page with another query, and of files beside it.
//!
//! Tests: `src/panels/share/tests.rs`.

/// An address without query and fragment.
fn plain(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or_default()
}

/// The address of the same page with another query, without `?`, and this fragment.
pub(crate) fn with_query(address: &str, query: &str, fragment: &str) -> String {
    let mark = if query.is_empty() { "" } else { "?" };
    [plain(address), mark, query, fragment].concat()
}

/// The address of a file beside the page.
pub(crate) fn of_file(address: &str, name: &str) -> String {
    let folder = plain(address).rsplit_once('/');
    [folder.map_or("", |(folder, _)| folder), "/", name].concat()
}

/// True if the page is a file on this device, which no other page can embed.
pub(crate) fn is_file(address: &str) -> bool {
    address.starts_with("file:")
}
