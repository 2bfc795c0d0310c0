//! Stand-in for a view until its part of the program is loaded.

use leptos::prelude::*;
use text::figures::LateFrame;

use super::late_part::PartNotice;
use crate::components::Table;
use crate::panels::figure::Figure;
use crate::store::{Event, Page, Part, PartState, use_store};

/// The view for which a stand-in stands.
#[derive(Clone, Copy)]
pub(crate) struct StoodFor {
    /// The part that has the view.
    pub(crate) part: Part,
    /// The id of the figure.
    pub(crate) id: &'static str,
    /// The id of its caption.
    pub(crate) caption: &'static str,
    /// The words in their place.
    pub(crate) words: fn() -> LateFrame,
}

/// The frame of the figure, until the part is loaded. The part is fetched when the stand-in is first
/// shown.
#[component]
pub(crate) fn StandIn(stood_for: StoodFor) -> impl IntoView {
    let store = use_store();
    let StoodFor {
        part,
        id,
        caption,
        words,
    } = stood_for;
    let is_wanted = store.slice(move |page| is_wanted(part, page));
    // An effect runs in a browser only, as does the loader.
    Effect::new(move || {
        if is_wanted.get() {
            store.send(Event::Load(part));
        }
    });
    let is_here = store.slice(move |page| page.parts.of(part) == PartState::Here);
    let words = words();
    let frame = move || {
        view! {
            <Figure
                id=id
                caption=caption
                name=words.heading
                sentence=Box::new(move || words.invitation.to_owned())
                table=Box::new(Table::default)
            >
                <PartNotice part=part name=id/>
            </Figure>
        }
    };
    move || (!is_here.get()).then(frame)
}

/// True if the part is to be fetched: it never was, and the view is not only shown on paper. After a
/// failure only the reader requests it again.
pub(crate) fn is_wanted(part: Part, page: &Page) -> bool {
    page.parts.of(part) == PartState::Absent && !page.is_printed
}
