//! The weights that are trained, and adapters.
//!
//! Tests: `crates/formats/tests/all/import_adapters.rs`, `crates/formats/tests/all/import_objectives.rs`.

use super::layout::MODEL;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, number as digits, word, word_if};
use crate::frameworks::adapters::{self, adapts_all, has_4_bits, has_adapters};
use crate::frameworks::setting::{Setting, known, number, option, read, words, written as sets};
use crate::frameworks::trainer::{common, objectives};
use crate::import::fields::Fields;
use cost::plan::{Objective, Tuned};

/// Options that name what is trained: all weights, or an adapter.
pub(super) const TUNER: &str = "tuner_type train_type sft_type";

pub(super) const ADAPTER_ROWS: &[Setting] = &[
    option(
        "rlhf_type",
        |f| {
            let is_usual = f.plan.tuning.objective == Objective::NextToken;
            objectives::name(f).filter(|_| !is_usual).and_then(word)
        },
        |file| objectives::read(file, "rlhf_type"),
    )
    .lacks(&[
        Lack::when(Aspect::Objective, Fate::NoOption, |facts| {
            objectives::name(facts).is_none()
        }),
        // The functions of a reward, and with a reference model its weight (`beta`).
        Lack::when(Aspect::Objective, Fate::Yours, |facts| {
            !objectives::has_pairs(facts)
        }),
        Lack::when(Aspect::Objective, Fate::Nearest, objectives::is_computed),
    ]),
    option(
        TUNER,
        |f| word(if has_adapters(f) { "lora" } else { "full" }),
        tuned,
    )
    .lacks(&[adapters::OTHER_NAMES]),
    sets("quant_bits", |f| {
        has_4_bits(f).then_some(OptionValue::Whole(4))
    })
    .beside(),
    sets("quant_method", |f| word_if(has_4_bits(f), "bnb")).beside(),
    adapters::double_quantised("bnb_4bit_use_double_quant")
        .usual("1")
        .when(|f| has_4_bits(f) && !f.plan.tuning.double_quantised),
    sets("bnb_4bit_quant_storage", common::stored_type).beside(),
    number("lora_rank", "rank")
        .usual("8")
        .when(has_adapters)
        .read_when(adapters::is_frozen),
    option(
        "target_modules target_regex",
        |f| {
            let targets = if adapts_all(f) {
                OptionValue::Word("all-linear")
            } else {
                OptionValue::Words(adapters::module_names(f))
            };
            has_adapters(f).then_some(targets)
        },
        |file| {
            adapters::targets(file, "target_regex target_modules", adapters::all_targets());
        },
    )
    .read_when(adapters::is_frozen),
    words(
        "lora_dtype",
        "adtype",
        &[
            ("float32", "fp32"),
            ("bfloat16", "half"),
            ("float16", "half"),
        ],
    )
    .when(|f| has_adapters(f) && f.plan.tuning.adapters.is_some())
    .read_when(adapters::is_frozen),
    option(
        "lora_dropout",
        |f| digits("0.0").filter(|_| has_adapters(f)),
        |file| {
            adapters::dropout(file, "lora_dropout", "0.05");
        },
    )
    .read_when(adapters::is_frozen),
    option(
        "modules_to_save",
        |f| adapters::saved_names(f).map(OptionValue::Words),
        |file| adapters::saved(file, "modules_to_save"),
    )
    .read_when(adapters::is_frozen)
    .lacks(&[Lack::when(
        Aspect::FrozenParts,
        Fate::Yours,
        adapters::freezes_more,
    )]),
    read(UNPLANNED, |file| adapters::unplanned(file, UNPLANNED)).read_when(adapters::is_frozen),
    // Options of adapters that change no figure.
    known(
        "lora_alpha lorap_lr_ratio use_rslora init_weights lora_ga_* bnb_4bit_quant_type \
         bnb_4bit_compute_dtype bnb_4bit_quant_storage hqq_axis adapters",
    ),
];

/// Options of adapters that no plan has.
const UNPLANNED: &str = "use_dora lora_bias target_parameters freeze_llm";

/// Adapters beside weights of 4 bits of bitsandbytes, or of the model's type.
fn tuned(file: &mut Fields) {
    if file.text(TUNER) == Some("full") {
        return adapters::tuned(file, TUNER, Tuned::All);
    }
    let path = "quant_bits";
    let method = file.text("quant_method").unwrap_or_default();
    match (file.written(path).as_deref(), method) {
        (Some("4"), "bnb") => return adapters::tuned(file, path, Tuned::Qlora),
        (Some(bits), "bnb") => file.reading.unfit(path, bits),
        (_, "") => {}
        (_, other) => file.reading.unfit("quant_method", other),
    }
    adapters::tuned(file, TUNER, Tuned::Lora);
    adapters::stored(file, MODEL);
}
