//! Storage of weights that no run trains.
//!
//! Tests: `tests/all/papers/state.rs`.

use super::plan::{Plan, Tuned, WeightStorage};

/// Size of a frozen weight of a layer, in 512ths of a bit.
///
/// 4-bit `NormalFloat` has a scale for every 64 weights: one of fp32, or one of 8 bits with an fp32
/// scale for every 256 scales (Dettmers 2023, section 3: 0.127 bits a weight).
pub(crate) fn frozen_size(plan: &Plan) -> u64 {
    let tuning = &plan.tuning;
    let bits = |bits: u64, weights: u64| 512 * bits / weights;
    match tuning.tuned {
        Tuned::Qlora if tuning.double_quantised => bits(4, 1) + bits(8, 64) + bits(32, 64 * 256),
        Tuned::Qlora => bits(4, 1) + bits(32, 64),
        Tuned::Lora | Tuned::All => match plan.levers.weight_storage {
            WeightStorage::Dtype => bits(8 * plan.levers.dtype.element_bytes(), 1),
            WeightStorage::Int8 => bits(8, 1),
            // GPTQ: a 16-bit scale and a 4-bit zero for every 128 weights (Frantar 2022).
            WeightStorage::Int4 => bits(4, 1) + bits(20, 128),
        },
    }
}
