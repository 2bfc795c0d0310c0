//! What a view is, and the frame around it.

use crate::markup::figure::{Table, behind, caption, table};
use crate::markup::{Element, element};

use super::desk::Desk;

/// A view: one file, one picture.
pub(super) struct View {
    /// Its id, and its word in a query's `view`.
    pub(super) id: &'static str,
    /// The id of its caption.
    pub(super) caption: &'static str,
    /// Its name.
    pub(super) name: fn(&Desk) -> &'static str,
    /// Draws it.
    pub(super) draw: fn(&mut Desk) -> Drawing,
    /// Paints what is no markup, once that stands.
    pub(super) paint: fn(&mut Desk),
    /// The numbers behind it.
    pub(super) table: Option<fn(&mut Desk) -> Table>,
}

/// What a view shows.
#[derive(Default)]
pub(super) struct Drawing {
    /// What it says, in a sentence.
    pub(super) sentence: String,
    /// What it draws, from top to bottom.
    pub(super) body: Vec<Element>,
}

/// Nothing beside the markup.
pub(super) fn no_paint(_: &mut Desk) {}

impl View {
    /// The whole figure.
    pub(super) fn figure(&self, desk: &mut Desk) -> Element {
        let name = (self.name)(desk);
        let Drawing { sentence, body } = (self.draw)(desk);
        let behind = self.table.map(|numbers| self.behind(desk, numbers));
        element("figure")
            .id(self.id)
            .class(if desk.is_stale { "stale" } else { "" })
            .attribute("aria-labelledby", self.caption)
            .attribute("tabindex", "-1")
            .child(caption(self.caption, name, sentence))
            // In one piece, so that the details behind keep their place, and stay open, whatever
            // comes and goes before them.
            .child(element("div").class("drawn").children(body))
            .children(behind.into_iter().collect())
    }

    /// The table, folded away and made only while it is open.
    fn behind(&self, desk: &mut Desk, numbers: fn(&mut Desk) -> Table) -> Element {
        let words = desk.words.frame;
        let name = (self.name)(desk);
        let open = desk.is_open(self.id).then(|| table(name, numbers(desk)));
        behind(words.table, words.keeping(), open.into_iter().collect())
    }
}
