//! Lists of keys, models and GPUs.

use formats::link::{Key, Values};

use crate::number::listed;

messages!("list");

/// Columns of the keys.
#[must_use]
pub fn key_columns() -> [&'static str; 8] {
    [
        column_key(),
        column_name(),
        column_default(),
        column_unit(),
        column_sweep(),
        column_fix(),
        column_since(),
        column_values(),
    ]
}

/// Columns of the models.
#[must_use]
pub fn model_columns() -> [&'static str; 7] {
    [
        column_model(),
        column_name(),
        column_parameters(),
        column_active(),
        column_layers(),
        column_hidden(),
        column_experts(),
    ]
}

/// Columns of the GPUs: preset, name, peak, memory, and rates of HBM, NVLink and network.
#[must_use]
pub fn gpu_columns() -> [&'static str; 7] {
    [
        column_gpu(),
        column_name(),
        column_peak(),
        column_memory(),
        column_hbm(),
        column_nvlink(),
        column_network(),
    ]
}

/// The unit of a key; empty for counts and words.
#[must_use]
pub fn unit(key: Key) -> &'static str {
    match key.unit() {
        "tokens" => unit_tokens(),
        "sequences" => unit_sequences(),
        "min" => unit_minutes(),
        symbol => symbol,
    }
}

/// The values that a key takes.
#[must_use]
pub fn values(key: Key) -> String {
    let values = match key.values() {
        Values::Switch => switch().to_owned(),
        Values::Whole(limits) => whole_numbers(*limits.start(), *limits.end()),
        Values::Number(limits) => numbers(*limits.start(), *limits.end()),
        Values::Word(words) => listed(words),
        Values::Set(words) => any_of(words),
        Values::List { count, limits } => {
            let (fewest, most) = (*count.start() as u64, *count.end() as u64);
            let (least, largest) = (*limits.start(), *limits.end());
            if fewest == most {
                some_numbers(most, least, largest)
            } else {
                list_of_numbers(fewest, most, least, largest)
            }
        }
    };
    let is_word = key.values().words().contains(&"none");
    if key.has_none() && !is_word {
        or_none(&values)
    } else {
        values
    }
}
