//! The model, the degrees of parallelism, and the software that shards.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/formats/tests/all/import_exports.rs`.

use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, switch as is_on, whole, word, word_if};
use crate::frameworks::accelerate::fsdp;
use crate::frameworks::adapters::has_adapters;
use crate::frameworks::deepspeed;
use crate::frameworks::setting::{
    ReadStep, Section, Setting, count_read, elsewhere, lacks, number, option, read, read_rows,
    read_steps, written as sets,
};
use crate::frameworks::trainer::common::{self, uses_deepspeed, uses_fsdp};
use crate::import::fields::Fields;
use crate::import::imported::{ImportNote, MissingSetting, SettingOrigin};
use crate::import::names::OTHER_FILES;
use crate::import::value::ParsedValue;
use cost::plan::{ContextKind, Overlap, Recipe, WordSet, ZeroStage};

pub(super) const MODEL: &str = "model model_id_or_path";
const SHARDS: &str = "fsdp fsdp. fsdp_config.";
/// Recompute by FSDP's options in place.
pub(super) const RECOMPUTES: &str = "fsdp.fsdp_config.activation_checkpointing";

pub(super) const LAYOUT_ROWS: &[Setting] = &[
    option(MODEL, common::model, |file| common::read_model(file, MODEL)),
    number("deepspeed_autotp_size", "tp")
        .usual("1")
        .when(|f| f.plan.layout.tensor > 1)
        .lacks(&[
            Lack::when(Aspect::Tensor, Fate::NoOption, |facts| {
                !uses_deepspeed(facts)
            }),
            // `sft_args.py`: all weights, and the state by `zero0` to `zero2`.
            Lack::when(Aspect::Tensor, Fate::Refused, |facts| {
                has_adapters(facts) || facts.plan.layout.zero == ZeroStage::Three
            }),
            Lack::in_code(Aspect::NoSequenceParallel),
            Lack::no_option(Aspect::Pipeline),
            Lack::no_option(Aspect::Expert),
        ]),
    number("sequence_parallel_size", "cp")
        .usual("1")
        .when(|f| f.plan.layout.context > 1),
    read("sequence_parallel_size", context_kind),
    option(
        "deepspeed deepspeed.",
        |f| word_if(uses_deepspeed(f), "ds_config.json"),
        deepspeed,
    ),
    number("zero_hpz_partition_size", "hsdp")
        .unwritten()
        .read_when(|file| file.whole("zero_hpz_partition_size") > Some(1)),
    read(SHARDS, elsewhere),
    // FSDP's options are a name of ms-swift's, a file, or JSON, to which it turns what stands inside.
    sets("fsdp.fsdp", |f| {
        Some(OptionValue::Text(common::strategy(f)))
    })
    .when(uses_fsdp)
    .beside(),
    sets("fsdp.fsdp_config.fsdp_version", |_| whole(2))
        .when(uses_fsdp)
        .beside(),
    sets("fsdp.fsdp_config.reshard_after_forward", |f| {
        is_on(f.plan.layout.zero == ZeroStage::Three)
    })
    .when(uses_fsdp)
    .beside(),
    sets("fsdp.fsdp_config.auto_wrap_policy", |_| {
        word("TRANSFORMER_BASED_WRAP")
    })
    .when(uses_fsdp)
    .beside(),
    sets("fsdp.fsdp_config.state_dict_type", |_| {
        word("SHARDED_STATE_DICT")
    })
    .when(uses_fsdp)
    .beside(),
    sets(RECOMPUTES, |f| is_on(f.recomputes_layers()))
        .when(uses_fsdp)
        .beside(),
    lacks(&[
        // FSDP 2 shards over all replicas.
        Lack::when(Aspect::ShardGroup, Fate::NoOption, |facts| {
            uses_fsdp(facts) || facts.legal.shard_group() != facts.plan.cluster.gpu.node
        }),
    ]),
];

/// FSDP's options in place.
const PART: &[Section] = &[Section::of(&fsdp::READ_ALONE).begin(fsdp::begin)];

/// Pieces of a sequence exchange heads as far as they divide the heads, the rest goes round a ring.
fn context_kind(file: &mut Fields) {
    let (path, plan) = ("sequence_parallel_size", &mut file.reading.plan);
    let context = plan.layout.context;
    if context == 1 {
        return;
    }
    let divides = plan.model.heads.is_multiple_of(context);
    plan.layout.context_kind = ContextKind::AllToAll;
    file.reading.note("cpkind", path, SettingOrigin::Read);
    if !divides {
        file.reading.remark(ImportNote::Nearest {
            option: path.to_owned(),
            value: context.to_string(),
        });
    }
}

/// DeepSpeed's options, by the name of one of ms-swift's files, in place, or in another file.
fn deepspeed(file: &mut Fields) {
    let path = OTHER_FILES[0];
    let Some(value) = file.value.at(path) else {
        return;
    };
    file.reading.recipe(Recipe::HuggingFaceDeepSpeed);
    let Some(name) = value.text() else {
        if let ParsedValue::Fields(_) = value {
            deepspeed::read_part(value, file.reading);
        } else {
            file.reading.missing(MissingSetting::OtherFile(path));
        }
        return;
    };
    let (stage, offload) = match name {
        "zero0" | "zero1" | "zero2" | "zero3" => (&name[4..], "none"),
        // The name before 2.4.
        "default-zero2" => ("2", "none"),
        "default-zero3" => ("3", "none"),
        "zero2_offload" => ("2", "opt"),
        "zero3_offload" => ("3", "opt,params"),
        _ => return file.reading.missing(MissingSetting::OtherFile(path)),
    };
    file.reading.set("zero", path, stage);
    file.reading.set("off", path, offload);
    let data = WordSet::of(&[Overlap::Data]);
    file.reading.set_overlap(path, WordSet::EMPTY, data);
}

/// True if FSDP's settings are those that ms-swift names, which recompute every layer.
pub(super) fn is_preset(file: &Fields) -> bool {
    file.text("fsdp") == Some("fsdp2")
}

/// Begins FSDP's options, unless they are those of a name; without it and DeepSpeed nothing is sharded.
pub(super) fn begin_fsdp(file: &mut Fields) -> bool {
    if is_preset(file) {
        file.reading.set("zero", "fsdp", "3");
        file.reading.set("ckpt", "fsdp", "full");
        return false;
    }
    if let Some(value @ ParsedValue::Fields(_)) = file.value.at("fsdp") {
        static STEPS: [ReadStep; count_read(PART)] = read_steps(PART);
        let reading = &mut *file.reading;
        read_rows(&STEPS, &mut Fields { value, reading });
        return false;
    }
    let is_there = fsdp::begin(file);
    if !is_there && !file.has(OTHER_FILES[0]) {
        file.reading.plan.layout.zero = ZeroStage::Zero;
        file.note("zero", "deepspeed");
    }
    is_there
}
