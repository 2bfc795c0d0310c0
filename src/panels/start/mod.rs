//! The card of a first visit, over the figures: what the planner is for, the tour, and famous plans to
//! begin with. The menu of the head opens it again.
//!
//! - `famous` has the plans, `state` the card's state and its events, `view` its component.
//!
//! It opens by itself only where the address has neither a query nor a plan and nothing is remembered
//! of an earlier visit. `Page::open` then starts from [`FIRST_PLAN`](crate::store::FIRST_PLAN).
//!
//! Tests: `tests.rs`, `tests/browser/start.test.mjs`.

mod famous;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub(crate) use state::{StartCard, StartEvent};
