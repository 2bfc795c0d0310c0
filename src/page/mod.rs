//! The page: controls on one side, what follows from them on the other.
//!
//! One signal holds the plan; everything else is derived from it. A view shows numbers and
//! computes none.

mod app;
mod controls;
mod header;
mod notices;
mod planner;
mod views;

pub(crate) use app::App;

use leptos::prelude::Signal;

/// A derived value for a view, in one type whatever computes it: each further type of closure
/// in a view costs a kilobyte of the page's budget.
fn derived<T: Send + Sync + 'static>(value: impl Fn() -> T + Send + Sync + 'static) -> Signal<T> {
    Signal::derive(value)
}
