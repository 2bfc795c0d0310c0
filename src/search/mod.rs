//! Changes of a plan, estimated again: the degrees an axis offers, repairs of what is illegal,
//! cures of what does not fit, and what Flash Attention saves.

pub mod change;
pub mod cure;
pub mod degrees;
pub mod flash;
pub mod repair;
