//! State of the page, its events, and their effects.
//!
//! - [`Page`] is the state that all panels see: the plan, its estimate, the view settings;
//! - [`Event`] is an event of the page, and [`update`] is the pure function that handles it;
//! - [`Effect`] is a further result: in the address, in storage, after a pause;
//! - [`Store`] is the handle by which components follow the state and send events;
//! - [`Panel`] is a region of the page with a state, events and a component, and
//!   [`PanelStore`] the handle by which the component follows that state.
//!
//! Nothing here uses the browser: `crate::app` listens to it, carries out effects and draws. So all
//! of it runs, and is tested, on any machine.
//!
//! Tests: `tests.rs`.

mod changes;
mod context;
mod derived;
mod effect;
mod event;
mod figures;
mod guess;
mod history;
mod late;
mod letter;
mod page;
mod panel;
mod panel_events;
mod panel_store;
mod parts;
mod plan_state;
mod settings;
mod shown;
mod stops;
#[cfg(test)]
mod tests;
mod update;
mod words;

pub(crate) use changes::Changes;
pub(crate) use context::{Store, use_store};
pub(crate) use effect::{Effect, Effects, EndOfWork, Message, Sender};
pub(crate) use event::{Event, PlanChange, Scope};
pub(crate) use guess::Guess;
pub(crate) use history::{History, HistoryStep};
pub(crate) use late::LatePlace;
pub(crate) use letter::{Letter, PanelEvent, panel_event};
pub(crate) use page::{
    AddressCopy, Cures, FIRST_PLAN, FIRST_VISIT, FigureMove, Findings, PINNED, Page, Start,
    StepScene,
};
pub(crate) use panel::{AnyPanel, Mount, Panel, PanelMoment, boxed};
pub(crate) use panel_store::PanelStore;
pub(crate) use parts::{PATIENCE, Part, PartState};
pub(crate) use plan_state::PlanState;
pub(crate) use shown::Shown;
pub(crate) use stops::StopMarks;
pub(crate) use update::update;
