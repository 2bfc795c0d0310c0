//! The common frame of the later figures.

use crate::dom::figure::{Table, caption, details, table};
use crate::dom::{Element, element};
use crate::store::Page;

use super::texts::words;

/// Identity of a figure: what the frame needs.
pub(crate) struct FigureIdentity {
    /// The figure's id, and its word in a query's `view`.
    pub(crate) id: &'static str,
    /// The id of its caption.
    pub(crate) caption: &'static str,
    /// The figure's name.
    pub(crate) name: &'static str,
}

/// Content of a figure.
#[derive(Default)]
pub(crate) struct Drawing {
    /// The figure's main statement, a sentence.
    pub(crate) sentence: String,
    /// Elements from top to bottom.
    pub(crate) body: Vec<Element>,
}

impl FigureIdentity {
    /// The figure, without a table behind it.
    pub(crate) fn draw(&self, page: &Page, drawing: Drawing) -> Element {
        element("figure")
            .id(self.id)
            .class(if page.is_stale() { "stale" } else { "" })
            .attribute("aria-labelledby", self.caption)
            .attribute("tabindex", "-1")
            .child(caption(self.caption, self.name, drawing.sentence))
            // One element, so that the details behind keep their place, and stay open, whatever is
            // drawn before them.
            .child(element("div").class("drawn").children(drawing.body))
    }

    /// The figure with the table behind it, collapsed, and made only while it is open.
    pub(crate) fn draw_with(
        &self,
        page: &Page,
        drawing: Drawing,
        numbers: impl FnOnce() -> Table,
    ) -> Element {
        let frame = words().frame;
        let open = page
            .is_table_open(self.id)
            .then(|| table(self.name, numbers()));
        let details = details(frame.table, frame.keeping(), open.into_iter().collect());
        self.draw(page, drawing).child(details)
    }
}
