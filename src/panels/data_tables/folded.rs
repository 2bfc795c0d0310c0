//! Collapsible tables.

use crate::dom::Element;
use crate::dom::element;
use crate::dom::figure::{Table, details, table};
use crate::panels::words;
use crate::store::Page;

/// The table behind a first figure, collapsed, and made only while it is open. Below it is the
/// meaning of the words for certainty.
pub(super) fn folded(
    page: &Page,
    figure: &str,
    name: &'static str,
    numbers: impl FnOnce() -> Table,
) -> Element {
    let frame = &page.strings.frame;
    let inside = if page.is_table_open(figure) {
        let legend = element("small").child(frame.certainties);
        vec![table(name, numbers()), legend]
    } else {
        Vec::new()
    };
    details(frame.table, words().frame.keeping(), inside)
}
