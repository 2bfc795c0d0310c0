//! The page's state, what can happen to it, and what follows from that.
//!
//! - [`Page`] is the state that all panels see: the plan, its estimate, how both are shown;
//! - [`Event`] is what can happen to it, [`update`] what becomes of it then, as a pure function;
//! - [`Effect`] is what is to be done beside that: in the address, in storage, after a while;
//! - [`Panel`] is a region of the page with a state, events and a view of its own.
//!
//! Nothing here touches the browser: `crate::app` hears it, carries out effects and draws. So all
//! of it runs, and is tested, on any machine.
//!
//! Tests: `tests.rs`.

mod effect;
mod event;
mod history;
mod page;
mod panel;
mod parts;
mod settings;
#[cfg(test)]
mod tests;
mod update;

pub(crate) use effect::{Effect, Effects, Message, PanelEvent, Sender};
pub(crate) use event::{Event, Scope, Way};
pub(crate) use history::{History, Step};
pub(crate) use page::{Copied, Cures, Findings, Page, Start, State};
pub(crate) use panel::{AnyPanel, Moment, Mount, Panel};
pub(crate) use parts::{PATIENCE, Part, PartState};
pub(crate) use settings::THEMES;
pub(crate) use update::update;
