//! The page: controls on one side, what follows from them on the other.
//!
//! One signal holds the plan; everything else is derived from it. A view shows numbers and
//! computes none. Each view is one function of the state, run again when the plan changes and
//! compared with what stands: reading a signal for every number would cost more than comparing
//! it, in time and in the page's size. What never changes is a `view!`, what does is [`crate::markup`].

pub(crate) mod app;
pub(crate) mod controls;
mod counting;
mod first;
mod header;
pub(crate) mod locks;
mod notices;
pub(crate) mod planner;
pub(crate) mod unloaded;
pub(crate) mod views;

pub(crate) use app::app;
