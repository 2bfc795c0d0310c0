//! Addresses beside the page's own.

use crate::store::Page;

/// The address of the page, without query and fragment.
fn plain(page: &Page) -> &str {
    page.address.split('?').next().unwrap_or_default()
}

/// The address of the page with another query, without `?`, and this fragment.
pub(super) fn with(page: &Page, query: &str, fragment: &str) -> String {
    let mark = if query.is_empty() { "" } else { "?" };
    [plain(page), mark, query, fragment].concat()
}

/// The address of a file that lies beside the page.
pub(super) fn of_file(page: &Page, name: &str) -> String {
    let folder = plain(page).rsplit_once('/');
    [folder.map_or("", |(folder, _)| folder), "/", name].concat()
}

/// Whether the page is a file on this device, which no other page can embed.
pub(super) fn is_file(page: &Page) -> bool {
    page.address.starts_with("file:")
}
