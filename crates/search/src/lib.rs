//! Changes of a plan, estimated again: the degrees an axis offers, repairs of what is illegal,
//! cures of what does not fit, a diagnosis of what limits it, sweeps over what could be, what Flash
//! Attention saves, the path to a goal, and the best of all layouts.

pub mod asked;

pub mod change;
pub mod cure;
pub mod degrees;
pub mod diagnosis;
pub mod flash;
pub mod goal_path;
pub mod optimize;
pub mod repair;
mod schedules;
pub mod sweep;
pub mod work;
pub mod worker;

pub use schedules::schedules;
