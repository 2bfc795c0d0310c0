//! Lists, in English.

use std::ops::RangeInclusive;

use super::controls::CONTROLS;
use crate::ListText;
use formats::link::{Key, Values};
use formats::number::{grouped, plain};

/// English, of lists.
pub static EN_LIST: ListText = ListText {
    keys: [
        "Keys of a link",
        "`p` names the model and the GPUs of a plan, as in `p=llama3-70b/h100x64`. Each further \
         key has a value of the plan. The defaults are those of Llama-3 8B on 8 H100; many \
         defaults depend on the model, the GPU, the framework or other keys. Goals and files of \
         `shardwise fleet` can name every key. Keys that a sweep can vary have a yes below \
         *sweep*, and those that `--fix` restricts, below *fix*.",
    ],
    models: [
        "Models",
        "A link names a model by the text in the first column.",
    ],
    gpus: [
        "GPUs",
        "A link names a GPU by the text in the first column.",
    ],
    key_columns: [
        "key", "name", "default", "unit", "sweep", "fix", "since", "values",
    ],
    model_columns: [
        "model",
        "name",
        "parameters",
        "active",
        "layers",
        "hidden",
        "experts",
    ],
    gpu_columns: [
        "GPU",
        "name",
        "peak TFLOP/s",
        "memory GiB",
        "HBM GB/s",
        "NVLink GB/s",
        "network GB/s",
    ],
    switch: ["no", "yes"],
    help: "meaning",
    labels: CONTROLS,
    values,
};

fn values(key: Key) -> String {
    let values = match key.values() {
        Values::Switch => "0 or 1".to_owned(),
        Values::Whole(limits) => whole(limits),
        Values::Number(limits) => {
            let [least, most] = [limits.start(), limits.end()].map(|limit| plain(*limit));
            format!("{least} to {most}")
        }
        Values::Word(words) => words.join(", "),
        Values::Set(words) => format!("any of {}", words.join(", ")),
        Values::List { count, limits } => {
            let (fewest, most) = (*count.start(), *count.end());
            let count = if fewest == most {
                most.to_string()
            } else {
                format!("{fewest} to {most}")
            };
            format!("{count} numbers, each {}", whole(limits))
        }
    };
    let is_word = key.values().words().contains(&"none");
    if key.has_none() && !is_word {
        values + ", or none"
    } else {
        values
    }
}

fn whole(limits: &RangeInclusive<u64>) -> String {
    format!("{} to {}", grouped(*limits.start()), grouped(*limits.end()))
}
