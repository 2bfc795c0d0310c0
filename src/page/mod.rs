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
