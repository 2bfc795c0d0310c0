//! Events of the terms of a stage, and the changes of their state.

use super::state::{MemoryTerms, STAGES};
use crate::dom::{Heard, Kind};
use crate::store::Page;

/// An event of the terms.
#[derive(Debug, PartialEq)]
pub(crate) enum TermsEvent {
    /// A stage is to open, or none.
    Open(Option<usize>),
    /// A kind is opened or closed: its place in [`MEMORY`](cost::certainty::MEMORY).
    Fold(usize, bool),
}

impl MemoryTerms {
    /// Event of the terms for something heard; none where it concerns other panels.
    pub(super) fn meaning(&self, page: &Page, heard: &Heard) -> Option<TermsEvent> {
        match heard.kind {
            Kind::Click => pressed(page, heard),
            Kind::Change => {
                let list = heard.target().filter(|list| list.id() == STAGES)?;
                let stage = list.chosen()?.checked_sub(1);
                (stage != page.open_stage).then_some(TermsEvent::Open(stage))
            }
            Kind::Toggle => {
                let details = heard.target()?;
                let kind = details.number_at("data-kind")?;
                let is_open = details.is_open();
                let was_open = *self.kinds.get(kind)?;
                (was_open != is_open).then_some(TermsEvent::Fold(kind, is_open))
            }
            _ => None,
        }
    }
}

/// A bar is pressed: its stage opens, or closes if it was open.
fn pressed(page: &Page, heard: &Heard) -> Option<TermsEvent> {
    let bar = heard.within("#memory .stage")?;
    let stage = Some(bar.number_at("data-stage")?);
    let is_open = page.stage_in_depth() == stage;
    Some(TermsEvent::Open(stage.filter(|_| !is_open)))
}
