//! The division of layers: among pipeline stages, and into routed and dense ones.

use serde_json::Value;

use cost::plan::limits::LAYERS;
use formats::layers::MOST_STAGES;
pub(super) use formats::layers::{between, layout};

/// Layers of each virtual stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Deal {
    /// Every virtual stage has the same number of layers.
    Even,
    /// Embedding and loss count as a layer each.
    EndsCount,
    /// These numbers of layers, in the order in which a token visits the stages.
    Split(Vec<u64>),
}

/// Divides layers among stages as Megatron-LM's launch scripts do. The rules come in this order:
/// evenly; with both ends counted as a layer; with only the loss counted. Else the last stage has
/// one or two layers less and the first one less. If more are missing, further stages, from the
/// ends inwards, have a layer less.
///
/// 126 layers on 16 stages are 7, 8 × 14, 7 (Llama 3 405B). 61 on 16 are 3, 4 × 14, 2 (DeepSeek-V3
/// in Megatron-Bridge's layouts).
pub(super) fn deal(layers: u64, stages: u64) -> Deal {
    // The plan's limits refuse all other numbers.
    let sensible = LAYERS.contains(&layers) && (2..=MOST_STAGES as u64).contains(&stages);
    if !sensible || layers.is_multiple_of(stages) {
        return Deal::Even;
    }
    if (layers + 2).is_multiple_of(stages) {
        return Deal::EndsCount;
    }
    let share = layers.div_ceil(stages);
    let missing = share * stages - layers;
    let mut split = vec![share; stages as usize];
    let last = split.len() - 1;
    if missing <= 3 && share >= 2 {
        split[last] -= missing.div_ceil(2);
        split[0] -= missing / 2;
    } else {
        for step in 0..missing as usize {
            let inwards = step / 2;
            let stage = if step % 2 == 0 {
                last - inwards
            } else {
                inwards
            };
            split[stage] -= 1;
        }
    }
    Deal::Split(split)
}

/// Number of first dense layers, and n if every n-th of the others is routed, from Megatron-LM's
/// `moe_layer_freq`: a number n, or a list such as `([0]*4+[1]*9)`.
///
/// # Errors
/// The value, if it is neither.
pub(super) fn routed(frequency: &Value, layers: u64) -> Result<(u64, u64), String> {
    let words = match frequency {
        Value::Number(number) => return number.as_u64().map(|n| (0, n)).ok_or(number.to_string()),
        Value::String(words) => words.clone(),
        other => other.to_string(),
    };
    formats::layers::routed(&words, layers).ok_or(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_dealt_out_as_launch_scripts_do() {
        assert_eq!(deal(80, 16), Deal::Even);
        assert_eq!(deal(126, 128), Deal::EndsCount);
        let mut deepseek = vec![4; 16];
        (deepseek[0], deepseek[15]) = (3, 2);
        assert_eq!(deal(61, 16), Deal::Split(deepseek));
        assert_eq!(deal(15, 2), Deal::Split(vec![8, 7]));
        let Deal::Split(thin) = deal(61, 32) else {
            panic!("61 layers on 32 stages are uneven");
        };
        assert_eq!((thin[0], thin[31]), (1, 0));
        let Deal::Split(many) = deal(80, 32) else {
            panic!("80 layers on 32 stages are uneven");
        };
        assert_eq!((many.iter().sum::<u64>(), many[0], many[31]), (80, 2, 2));
    }
}
