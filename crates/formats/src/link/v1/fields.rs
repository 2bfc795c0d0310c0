//! The keys of version 1, in the order in which a link writes them.

use std::ops::RangeInclusive;

use crate::link::text::{decimal, number, whole};
use cost::params::ModelParams;
use cost::plan::limits::{
    COUNT, EXPERT_FFN, EXPERTS, FFN, FLASH_GENERATION, GLOBAL, GPUS, HEAD_DIM, HEADS, HIDDEN,
    IMBALANCE, LAYERS, MICRO, NUMBER, SEQUENCE, SOME_LAYERS, TOKENS, VOCAB,
};
use cost::plan::{LatentAttention, Plan, Word, WordSet};
use cost::run;

/// One key: how to read it off a plan, and how to set it.
pub(super) struct LinkField {
    pub(super) key: &'static str,
    pub(super) get: fn(&Plan) -> LinkValue,
    /// `None` leaves the plan as it was: the text is not a value of this key.
    pub(super) set: fn(&mut Plan, &str) -> Option<()>,
}

/// A value as a link writes it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LinkValue {
    /// Left out: not measured, all layers, an even split.
    None,
    Whole(u64),
    Number(f64),
    Word(&'static str),
    /// Members of a vocabulary, one bit each.
    Words(u32, &'static [&'static str]),
    Wholes(Vec<u64>),
}

impl LinkValue {
    /// The text in a link.
    pub(super) fn text(&self) -> String {
        match self {
            Self::None => String::from("none"),
            Self::Whole(value) => value.to_string(),
            Self::Number(value) => decimal(*value),
            Self::Word(word) => (*word).to_owned(),
            Self::Words(0, _) => String::from("none"),
            Self::Words(bits, words) => {
                let members = words
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| bits & 1 << index != 0);
                join(members.map(|(_, word)| (*word).to_owned()))
            }
            Self::Wholes(values) => join(values.iter().map(u64::to_string)),
        }
    }
}

fn join(parts: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for part in parts {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(&part);
    }
    text
}

/// Reads a list of words of a vocabulary; `none` is the empty one.
fn words<W: Word>(text: &str) -> Option<WordSet<W>> {
    if text == "none" {
        return Some(WordSet::EMPTY);
    }
    let members: Option<Vec<W>> = text.split(',').map(W::parse).collect();
    members.map(|members| WordSet::of(&members))
}

fn flag(text: &str) -> Option<bool> {
    match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

/// Reads a value that may be taken away: `none`, or what `read` makes of the text.
fn unless_none<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    if text == "none" {
        Some(None)
    } else {
        read(text).map(Some)
    }
}

fn optional_whole(value: Option<u64>) -> LinkValue {
    value.map_or(LinkValue::None, LinkValue::Whole)
}

fn optional_number(value: Option<f64>) -> LinkValue {
    value.map_or(LinkValue::None, LinkValue::Number)
}

fn word_set<W: Word>(set: WordSet<W>) -> LinkValue {
    LinkValue::Words(set.bits(), W::WORDS)
}

/// A whole number that the plan has as it is.
macro_rules! whole {
    ($key:literal, $limits:expr, $($field:ident).+) => {
        LinkField {
            key: $key,
            get: |plan| LinkValue::Whole(plan.$($field).+),
            set: |plan, text| { plan.$($field).+ = whole(text, &$limits)?; Some(()) },
        }
    };
}

macro_rules! number {
    ($key:literal, $limits:expr, $($field:ident).+) => {
        LinkField {
            key: $key,
            get: |plan| LinkValue::Number(plan.$($field).+),
            set: |plan, text| { plan.$($field).+ = number(text, &$limits)?; Some(()) },
        }
    };
}

macro_rules! flag {
    ($key:literal, $($field:ident).+) => {
        LinkField {
            key: $key,
            get: |plan| LinkValue::Whole(u64::from(plan.$($field).+)),
            set: |plan, text| { plan.$($field).+ = flag(text)?; Some(()) },
        }
    };
}

macro_rules! word {
    ($key:literal, $($field:ident).+) => {
        LinkField {
            key: $key,
            get: |plan| LinkValue::Word(plan.$($field).+.word()),
            set: |plan, text| { plan.$($field).+ = Word::parse(text)?; Some(()) },
        }
    };
}

/// A field whose default depends on others: `$now` is the value in force.
macro_rules! follows {
    ($key:literal, $wrap:expr, $read:expr, $($field:ident).+, $now:expr) => {
        LinkField {
            key: $key,
            get: |plan| $wrap($now(plan)),
            set: |plan, text| { plan.$($field).+ = Some($read(text)?); Some(()) },
        }
    };
}

/// A word whose default depends on other fields: `$now` is the word in force.
macro_rules! following_word {
    ($key:literal, $($field:ident).+, $now:expr) => {
        LinkField {
            key: $key,
            get: |plan| LinkValue::Word($now(plan).word()),
            set: |plan, text| { plan.$($field).+ = Some(Word::parse(text)?); Some(()) },
        }
    };
}

const ANY_COUNT: RangeInclusive<u64> = COUNT;

/// Keys whose values are several numbers.
pub(super) const LISTS: [&str; 2] = ["mla", "split"];

/// Every key but `v` and `p`.
pub(super) const FIELDS: &[LinkField] = &[
    whole!("layers", LAYERS, model.layers),
    whole!("hidden", HIDDEN, model.hidden),
    whole!("ffn", FFN, model.ffn),
    whole!("heads", HEADS, model.heads),
    whole!("kv", HEADS, model.kv_heads),
    whole!("headdim", HEAD_DIM, model.head_dim),
    whole!("vocab", VOCAB, model.vocab),
    flag!("gated", model.gated),
    flag!("tied", model.tied),
    flag!("bias", model.bias),
    flag!("dropout", model.dropout),
    word!("pos", model.positions),
    whole!("window", 0..=*SEQUENCE.end(), model.window),
    whole!("experts", EXPERTS, model.moe.experts),
    whole!("topk", EXPERTS, model.moe.per_token),
    whole!("moeffn", EXPERT_FFN, model.moe.ffn),
    whole!("shared", EXPERTS, model.moe.shared),
    whole!("sharedffn", EXPERT_FFN, model.moe.shared_ffn),
    whole!("dense", SOME_LAYERS, model.moe.dense_layers),
    whole!("every", SOME_LAYERS, model.moe.every),
    LinkField {
        key: "mla",
        get: |plan| latent(plan.model.mla),
        set: |plan, text| {
            plan.model.mla = unless_none(text, read_latent)?;
            Some(())
        },
    },
    whole!("mtp", SOME_LAYERS, model.multi_token_layers),
    whole!("node", GPUS, cluster.gpu.node),
    whole!("nvl", GPUS, cluster.gpu.domain),
    number!("peak", NUMBER, cluster.gpu.peak_tflops),
    number!("hbm", NUMBER, cluster.gpu.hbm_gib),
    number!("hbmbw", NUMBER, cluster.gpu.hbm_gb_s),
    number!("nvbw", NUMBER, cluster.gpu.nvlink_gb_s),
    number!("nicbw", NUMBER, cluster.gpu.nic_gb_s),
    number!("pciebw", NUMBER, cluster.gpu.pcie_gb_s),
    whole!("tp", GPUS, layout.tensor),
    whole!("pp", GPUS, layout.pipeline),
    whole!("cp", GPUS, layout.context),
    whole!("ep", GPUS, layout.expert),
    whole!("etp", GPUS, layout.expert_tensor),
    follows!(
        "sp",
        |on| LinkValue::Whole(u64::from(on)),
        flag,
        layout.sequence_parallel,
        Plan::sequence_parallel
    ),
    whole!("vp", LAYERS, layout.virtual_stages),
    following_word!("sched", layout.schedule, Plan::schedule),
    LinkField {
        key: "split",
        get: |plan| wholes(&plan.layout.split),
        set: |plan, text| {
            plan.layout.split = unless_none(text, read_split)?.unwrap_or_default();
            Some(())
        },
    },
    flag!("ends", layout.ends_count),
    word!("cpkind", layout.context_kind),
    word!("zero", layout.zero),
    whole!("hsdp", ANY_COUNT, layout.shard_group),
    follows!(
        "seq",
        LinkValue::Whole,
        |text| whole(text, &SEQUENCE),
        batch.sequence,
        Plan::sequence
    ),
    whole!("mbs", MICRO, batch.micro),
    follows!(
        "gbs",
        LinkValue::Whole,
        |text| whole(text, &GLOBAL),
        batch.global,
        Plan::global_batch
    ),
    word!("dtype", levers.dtype),
    word!("wstore", levers.weight_storage),
    word!("recipe", stack.recipe),
    word!("opt", levers.optimizer),
    following_word!("master", levers.master, Plan::master),
    following_word!("grads", levers.gradients, Plan::gradients),
    word!("ckpt", levers.recompute),
    LinkField {
        key: "ckptmod",
        get: |plan| word_set(plan.levers.modules),
        set: |plan, text| {
            plan.levers.modules = words(text)?;
            Some(())
        },
    },
    LinkField {
        key: "ckptn",
        get: |plan| optional_whole(plan.levers.recompute_layers),
        set: |plan, text| {
            plan.levers.recompute_layers = unless_none(text, |text| whole(text, &ANY_COUNT))?;
            Some(())
        },
    },
    flag!("flash", levers.flash),
    word!("ce", levers.cross_entropy),
    LinkField {
        key: "off",
        get: |plan| word_set(plan.levers.offload),
        set: |plan, text| {
            plan.levers.offload = words(text)?;
            Some(())
        },
    },
    LinkField {
        key: "offn",
        get: |plan| optional_whole(plan.levers.offload_layers),
        set: |plan, text| {
            plan.levers.offload_layers = unless_none(text, |text| whole(text, &ANY_COUNT))?;
            Some(())
        },
    },
    follows!("overlap", word_set, words, stack.overlap, Plan::overlap),
    following_word!("kern", stack.kernels, Plan::kernels),
    follows!(
        "fagen",
        LinkValue::Whole,
        |text| whole(text, &FLASH_GENERATION),
        stack.flash_generation,
        Plan::flash_generation
    ),
    following_word!("msg", stack.messages, Plan::messages),
    following_word!("gsync", stack.gradient_sync, Plan::gradient_sync),
    following_word!("disp", stack.dispatcher, Plan::dispatcher),
    following_word!("graph", stack.graphs, Plan::graphs),
    follows!(
        "imbal",
        LinkValue::Number,
        |text| number(text, &IMBALANCE),
        stack.imbalance,
        Plan::imbalance
    ),
    flag!("det", stack.deterministic),
    flag!("gradfuse", stack.fused_accumulation),
    follows!(
        "tok",
        LinkValue::Whole,
        |text| whole(text, &TOKENS),
        run.tokens,
        tokens
    ),
    number!("price", NUMBER, cluster.gpu.price),
    number!("watts", NUMBER, cluster.gpu.watts),
    number!("mtbf", NUMBER, run.mtbf_hours),
    follows!(
        "ckptbw",
        LinkValue::Number,
        |text| number(text, &NUMBER),
        run.checkpoint_gb_s,
        Plan::checkpoint_gb_s
    ),
    number!("restart", NUMBER, run.restart_minutes),
    LinkField {
        key: "mstep",
        get: |plan| optional_number(plan.measured.step_s),
        set: |plan, text| {
            plan.measured.step_s = unless_none(text, |text| number(text, &NUMBER))?;
            Some(())
        },
    },
    LinkField {
        key: "mmem",
        get: |plan| optional_number(plan.measured.memory_gib),
        set: |plan, text| {
            plan.measured.memory_gib = unless_none(text, |text| number(text, &NUMBER))?;
            Some(())
        },
    },
];

fn tokens(plan: &Plan) -> u64 {
    run::tokens(plan, ModelParams::of(&plan.model).total)
}

fn wholes(values: &[u64]) -> LinkValue {
    if values.is_empty() {
        LinkValue::None
    } else {
        LinkValue::Wholes(values.to_vec())
    }
}

/// Longest split that is read: one stage for each layer of the deepest model would not fit in a
/// link anyway.
const LONGEST_SPLIT: usize = 512;

fn read_split(text: &str) -> Option<Vec<u64>> {
    let parts: Option<Vec<u64>> = text
        .split(',')
        .map(|part| whole(part, &(0..=*LAYERS.end())))
        .collect();
    parts.filter(|parts| parts.len() <= LONGEST_SPLIT)
}

fn latent(mla: Option<LatentAttention>) -> LinkValue {
    mla.map_or(LinkValue::None, |mla| {
        LinkValue::Wholes(vec![
            mla.query_rank,
            mla.kv_rank,
            mla.nope,
            mla.rope,
            mla.value,
        ])
    })
}

fn read_latent(text: &str) -> Option<LatentAttention> {
    let parts: Option<Vec<u64>> = text
        .split(',')
        .map(|part| whole(part, &ANY_COUNT))
        .collect();
    let [query_rank, kv_rank, nope, rope, value] = parts?.try_into().ok()?;
    Some(LatentAttention {
        query_rank,
        kv_rank,
        nope,
        rope,
        value,
    })
}
