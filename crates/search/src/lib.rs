//! Changes of a plan, estimated again. They include the degrees that an axis offers, repairs of
//! illegal plans, cures of plans that do not fit, and a diagnosis of limits. There are also sweeps
//! over one or two controls, the cheapest card, longest sequence and largest model that fit, the
//! savings of Flash Attention, the path to a goal, and the best of all layouts.
//!
//! Tests: those that the docs of each module name.

pub mod asked;

pub mod change;
mod combination;
pub mod cure;
pub mod degrees;
pub mod diagnosis;
pub mod ends;
pub mod fits;
pub mod flash;
pub mod framework;
pub mod goal_path;
pub mod optimize;
mod relief;
pub mod repair;
mod schedules;
pub mod sweep;
pub mod work;
pub mod worker;

pub use schedules::schedules;
