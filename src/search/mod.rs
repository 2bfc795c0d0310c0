//! Changes of a plan, estimated again: the degrees an axis offers, repairs of what is illegal,
//! cures of what does not fit, sweeps over what could be.

pub mod change;
pub mod cure;
pub mod degrees;
pub mod repair;
pub mod sweep;
