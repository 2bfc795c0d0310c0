//! Changes of a plan, estimated again: the degrees that an axis offers, repairs of illegal plans,
//! cures of plans that do not fit, a diagnosis of limits, sweeps over one or two controls, the
//! savings of Flash Attention, the path to a goal, and the best of all layouts.

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
