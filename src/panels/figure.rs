//! The frame around a later figure.

use crate::dom::figure::{Table, behind, caption, table};
use crate::dom::{Element, element};
use crate::store::Page;

use super::texts::words;

/// A figure, as far as it is the same for all.
pub(crate) struct Figure {
    /// Its id, and its word in a query's `view`.
    pub(crate) id: &'static str,
    /// The id of its caption.
    pub(crate) caption: &'static str,
    /// Its name.
    pub(crate) name: &'static str,
}

/// Content of a figure.
#[derive(Default)]
pub(crate) struct Drawing {
    /// Its main statement, a sentence.
    pub(crate) sentence: String,
    /// Elements from top to bottom.
    pub(crate) body: Vec<Element>,
}

impl Figure {
    /// The figure without a table behind it.
    pub(crate) fn draw(&self, page: &Page, drawing: Drawing) -> Element {
        element("figure")
            .id(self.id)
            .class(if page.is_stale() { "stale" } else { "" })
            .attribute("aria-labelledby", self.caption)
            .attribute("tabindex", "-1")
            .child(caption(self.caption, self.name, drawing.sentence))
            // In one piece, so that the details behind keep their place, and stay open, whatever
            // comes and goes before them.
            .child(element("div").class("drawn").children(drawing.body))
    }

    /// The figure with the table behind it, folded away and made only while it is open.
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
        let behind = behind(frame.table, frame.keeping(), open.into_iter().collect());
        self.draw(page, drawing).child(behind)
    }
}
