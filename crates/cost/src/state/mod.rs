//! Model state: bytes of weights, gradients and optimizer state for each parameter.
//!
//! Tests: `tests/all/papers/state.rs`.

mod beyond;
mod effects;
mod parts;
mod per_parameter;
mod rank;
mod sharers;
mod step;

pub(crate) use beyond::whole_wide_frozen_ends;
pub use beyond::{reference_weights, scales_and_wide_moments, wide_frozen_ends};
pub use effects::UnsharedEffects;
pub use parts::State;
pub(crate) use per_parameter::moments;
pub use per_parameter::{PerParameter, checkpoint_bytes_per_parameter};
pub(crate) use rank::trained_copies;
pub use step::{Released, autocast_copies, step_copies};
pub(crate) use step::{SUB_GROUP, updated_params};
