//! A command line of Megatron-LM, or a script that holds its arguments.
//!
//! Source of the options and their defaults: NVIDIA/Megatron-LM,
//! `megatron/training/arguments.py` at commit 000c4ac24f61 (2025).

mod command;
mod documents;
mod layout;
mod levers;
mod options;
mod remarks;

pub(crate) use crate::frameworks::megatron::read::documents::{SIGNS, is_printed, replacing};
pub(crate) use crate::frameworks::megatron::read::levers::MODULES;

use crate::catalog::CUSTOM_MODEL;
use crate::excerpt::excerpt;
use crate::frameworks::megatron::read::command::Command;
use crate::frameworks::megatron::read::options::{IDLE, KEYS, MegatronOptions, UNSPLIT};
use crate::import::budget::ReadBudget;
use crate::import::imported::{Format, ImportRefusal, MissingSetting};
use crate::import::reading::ImportReader;
use crate::import::shell::Script;
use crate::import::value::ParsedValue;
use crate::layers;
use cost::plan::limits::SEQUENCE;
use cost::plan::limits::{EXPERT_FFN, EXPERTS};
use cost::plan::{LatentAttention, MixtureOfExperts, Model, Norm, Positions, Recipe};

/// A vocabulary is padded to a multiple of this many words for each tensor-parallel rank.
const VOCABULARY_MULTIPLE: u64 = 128;

/// Reads the options of a script.
///
/// # Errors
/// If none of them shows that they are Megatron-LM's.
pub(crate) fn read(
    text: &str,
    script: &Script,
    reading: &mut ImportReader,
    budget: &ReadBudget,
) -> Result<(), ImportRefusal> {
    let command = Command::of(text, script, budget);
    if command.options.count() == 0 {
        return Err(ImportRefusal::NoOption(Format::Megatron));
    }
    command.remark(reading);
    read_options(&command.options, None, reading, |reading| {
        command.launched.gpus(reading);
    })
}

/// Reads options of YAML.
///
/// # Errors
/// If none of them shows that they are Megatron-LM's.
pub(crate) fn yaml(file: &ParsedValue, reading: &mut ImportReader) -> Result<(), ImportRefusal> {
    let options = documents::yaml(file).ok_or(ImportRefusal::Unknown)?;
    read_options(&options, None, reading, |reading| {
        reading.missing(MissingSetting::Cluster);
    })
}

/// Reads arguments by their names in the program, of a model that is known if `model` is.
///
/// # Errors
/// If none of them shows that they are Megatron-LM's.
pub(crate) fn attributes(
    fields: &[(String, ParsedValue)],
    model: Option<Model>,
    reading: &mut ImportReader,
) -> Result<(), ImportRefusal> {
    let options = documents::attributes(fields);
    read_options(&options, model, reading, |reading| {
        reading.missing(MissingSetting::Cluster);
    })
}

/// Reads the arguments that a log prints.
///
/// # Errors
/// If none of them shows that they are Megatron-LM's, or if the text takes too much work.
pub(crate) fn printed(
    text: &str,
    reading: &mut ImportReader,
    budget: &ReadBudget,
) -> Result<(), ImportRefusal> {
    let (options, gpus) = documents::printed(text, budget)?;
    read_options(&options, None, reading, |reading| match gpus {
        Some(gpus) => {
            reading.set_gpus("world_size", gpus);
            reading.missing(MissingSetting::Gpu);
        }
        None => reading.missing(MissingSetting::Cluster),
    })
}

/// Reads options of any syntax, of a model that is known if `model` is; `gpus` sets the cluster.
fn read_options(
    options: &MegatronOptions,
    model: Option<Model>,
    reading: &mut ImportReader,
    gpus: impl FnOnce(&mut ImportReader),
) -> Result<(), ImportRefusal> {
    if options.count() == 0 {
        return Err(ImportRefusal::NoOption(Format::Megatron));
    }
    if let Some(name) = options.names().find(|name| options::asks_for_adapter(name)) {
        return Err(ImportRefusal::Adapter(excerpt(name)));
    }
    for name in options.names() {
        if options::is_unheld(name) {
            reading.unfit(name, options.text(name).unwrap_or_default());
            continue;
        }
        if !options::is_read(name)
            && !reading.is_full()
            && !IDLE
                .split_ascii_whitespace()
                .any(|idle| name.starts_with(idle))
        {
            reading.unknown(name);
        }
    }
    reading.recipe(Recipe::Megatron);
    reading.start_layout();
    match model {
        Some(model) => reading.set_model("model", model),
        None => features(options, reading),
    }
    gpus(reading);
    for (option, key) in KEYS {
        if let Some(text) = options.text(option) {
            reading.set(key, option, text);
        } else if options.is_open(option) {
            reading.leave_open(key, None);
        }
    }
    for (option, key) in UNSPLIT {
        if options.is_open(option) {
            reading.leave_open(key, Some("1"));
        } else if !options.has(option) {
            reading.default(key, option, "1");
        }
    }
    if model.is_none() {
        figures(options, reading);
    }
    batch(options, reading);
    if model.is_none() {
        shape(options, reading);
        experts(options, reading);
    }
    if reading.plan.model.moe.experts > 0 {
        let tensor = reading.plan.layout.tensor;
        let expert_tensor = ("etp", "--expert-tensor-parallel-size");
        options.or_default(reading, expert_tensor, tensor, &["tp"]);
    }
    layout::layout(options, reading);
    levers::levers(options, reading);
    levers::recompute(options, reading);
    levers::stack(options, reading);
    steps(options, reading);
    Ok(())
}

/// Steps of the run, or samples, of which each step takes a global batch.
fn steps(options: &MegatronOptions, reading: &mut ImportReader) {
    let samples = options.whole("--train-samples");
    match samples {
        Some(samples) if !options.has("--train-iters") => {
            let steps = samples.div_ceil(reading.plan.global_batch().max(1));
            reading.steps(Some(steps), "--train-samples");
        }
        _ => reading.steps(options.whole("--train-iters"), "--train-iters"),
    }
}

/// The global batch; by default one micro-batch for each data-parallel rank.
fn batch(options: &MegatronOptions, reading: &mut ImportReader) {
    let is_open = |option: &str| options.is_open(option);
    if !options.has("--seq-length") && !is_open("--seq-length") {
        reading.missing(MissingSetting::Sequence);
    }
    let has_micro = options.has("--micro-batch-size");
    if !has_micro && !is_open("--micro-batch-size") {
        reading.missing(MissingSetting::Batch);
    }
    let option = "--step-batch-size-schedule";
    if let Some(schedule) = options.values(option) {
        // The last one of the sizes counts.
        let schedule = schedule.join(" ");
        let mut parts = schedule.split(|letter: char| !letter.is_ascii_digit());
        let last = parts.rfind(|part| !part.is_empty()).unwrap_or(&schedule);
        reading.set("gbs", option, last);
        return;
    }
    let option = "--global-batch-size";
    if options.has(option) || is_open(option) {
        return;
    }
    if !has_micro {
        if is_open("--micro-batch-size") {
            reading.leave_open("gbs", None);
        }
        return;
    }
    let ranks = reading.plan.data_parallel();
    let global = reading.plan.batch.micro.saturating_mul(ranks).to_string();
    if reading.knows(&["gpus", "tp", "pp", "cp"]) {
        reading.default("gbs", option, &global);
    } else {
        reading.leave_open("gbs", Some(&global));
    }
}

/// Features of a model that options without a value have.
fn features(options: &MegatronOptions, reading: &mut ImportReader) {
    reading.start_model(Model {
        norm: Norm::Layer,
        positions: Positions::Learned,
        gated: options.has("--swiglu"),
        bias: !options.has("--disable-bias-linear"),
        tied: !options.has("--untie-embeddings-and-output-weights"),
        ..CUSTOM_MODEL
    });
    for (option, key) in [
        ("--swiglu", "gated"),
        ("--disable-bias-linear", "bias"),
        ("--untie-embeddings-and-output-weights", "tied"),
    ] {
        options.note(reading, key, &[option]);
    }
}

/// Figures without a default.
fn figures(options: &MegatronOptions, reading: &mut ImportReader) {
    for (option, key) in [
        ("--num-layers", "layers"),
        ("--hidden-size", "hidden"),
        ("--num-attention-heads", "heads"),
    ] {
        if !options.has(option) && !options.is_open(option) {
            reading.missing(MissingSetting::Figure(key));
        }
    }
}

fn shape(options: &MegatronOptions, reading: &mut ImportReader) {
    let (hidden, heads) = (reading.plan.model.hidden, reading.plan.model.heads.max(1));
    let model = &mut reading.plan.model;
    if options.text("--normalization") == Some("RMSNorm") {
        model.norm = Norm::Rms;
    }
    model.positions = match options.text("--position-embedding-type") {
        Some("rope") => Positions::Rope,
        Some("none") => Positions::None,
        _ if options.has("--use-rotary-position-embeddings") => Positions::Rope,
        _ => Positions::Learned,
    };
    // Both shares are 0.1 by default.
    let is_zero = |name: &str| {
        let digits = options.text(name).unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte == b'0' || byte == b'.')
    };
    model.dropout = !(is_zero("--attention-dropout") && is_zero("--hidden-dropout"));
    let gated = model.gated;
    let positions = [
        "--position-embedding-type",
        "--use-rotary-position-embeddings",
    ];
    options.note(reading, "pos", &positions);
    options.note(
        reading,
        "dropout",
        &["--attention-dropout", "--hidden-dropout"],
    );
    // `validate_args`: 4h, or as many parameters in three matrices, a multiple of 64.
    let ffn = if gated {
        hidden.saturating_mul(8) / 3 / 64 * 64
    } else {
        hidden.saturating_mul(4)
    };
    options.or_default(reading, ("ffn", "--ffn-hidden-size"), ffn, &["hidden"]);
    let groups = options.has("--group-query-attention");
    if options.is_open("--group-query-attention") {
        reading.leave_open("kv", Some(&heads.to_string()));
    } else if groups {
        // The parser's default is one group.
        options.or_default(reading, ("kv", "--num-query-groups"), 1, &[]);
    } else if reading.knows(&["heads"]) {
        reading.default("kv", "--num-query-groups", &heads.to_string());
    } else {
        reading.leave_open("kv", Some(&heads.to_string()));
    }
    let width = ("headdim", "--kv-channels");
    options.or_default(reading, width, hidden / heads, &["hidden", "heads"]);
    let multiple = options.whole("--make-vocab-size-divisible-by");
    let multiple = multiple.unwrap_or(VOCABULARY_MULTIPLE);
    let multiple = multiple.saturating_mul(reading.plan.layout.tensor).max(1);
    let padded = options.whole("--padded-vocab-size");
    let stated = options.whole("--vocab-size");
    // The padding follows the degree.
    let is_open = padded.is_none() && !reading.knows(&["tp"]);
    match padded.or_else(|| stated?.checked_next_multiple_of(multiple)) {
        Some(vocab) if is_open => reading.leave_open("vocab", Some(&vocab.to_string())),
        Some(vocab) => reading.set_whole("vocab", "--vocab-size", vocab),
        None => reading.leave_open("vocab", None),
    }
    let window = options.text("--window-size").map(|window| {
        let left = window.trim_start_matches('(');
        left.split(',').next().unwrap_or_default().trim().to_owned()
    });
    if let Some(window) = window {
        reading.set("window", "--window-size", &window);
        if let Some(every) = options.whole("--window-attn-skip-freq") {
            reading.set_whole("fullevery", "--window-attn-skip-freq", every);
        }
    }
    let longest = options.whole("--max-position-embeddings");
    let longest = longest.unwrap_or(reading.plan.sequence());
    let most = *SEQUENCE.end();
    reading.plan.model.trained_sequence = longest.clamp(1, most);
    if options.has("--multi-latent-attention") {
        latent(options, reading);
    }
}

fn latent(options: &MegatronOptions, reading: &mut ImportReader) {
    // The parser's defaults for missing options.
    let part = |name: &str, usual: u64| options.whole(name).unwrap_or(usual);
    let mla = LatentAttention {
        query_rank: part("--q-lora-rank", 0),
        kv_rank: part("--kv-lora-rank", 32),
        nope: part("--qk-head-dim", 128),
        rope: part("--qk-pos-emb-head-dim", 64),
        value: part("--v-head-dim", 128),
    };
    let ranks = [mla.query_rank, mla.kv_rank, mla.nope, mla.rope, mla.value];
    let ranks = ranks.map(|rank| rank.to_string()).join(",");
    reading.set("mla", "--kv-lora-rank", &ranks);
}

fn experts(options: &MegatronOptions, reading: &mut ImportReader) {
    reading.plan.model.moe = MixtureOfExperts::default();
    if options.is_open("--num-experts") {
        reading.leave_open("experts", None);
    }
    let Some(experts) = options.whole("--num-experts").filter(|count| *count > 0) else {
        return;
    };
    reading.set_whole("experts", "--num-experts", experts);
    options.or_default(reading, ("topk", "--moe-router-topk"), 2, &[]);
    let ffn = reading.plan.model.ffn;
    let width = ("moeffn", "--moe-ffn-hidden-size");
    options.or_default(reading, width, ffn, &["ffn"]);
    let width = reading.plan.model.moe.ffn;
    if let Some(shared) = options.whole("--moe-shared-expert-intermediate-size") {
        // Width of all shared experts together.
        let option = "--moe-shared-expert-intermediate-size";
        let count = shared_experts(shared, width);
        reading.set_whole("shared", option, count);
        reading.set_whole("sharedffn", option, shared / count.max(1));
    }
    if let Some(words) = options.text("--moe-layer-freq") {
        match layers::routed(words, reading.plan.model.layers) {
            Some((dense, every)) => {
                reading.set_whole("dense", "--moe-layer-freq", dense);
                // The catalogue's word for every layer.
                let every = if every == 1 { 0 } else { every };
                reading.set_whole("every", "--moe-layer-freq", every);
            }
            None => reading.unfit("--moe-layer-freq", words),
        }
    }
}

/// Number of shared experts, from the width of all of them together. They have the width of a
/// routed expert, or else the largest width that a plan allows.
pub(crate) fn shared_experts(shared: u64, routed: u64) -> u64 {
    let can_be = |count: u64| {
        shared.is_multiple_of(count)
            && EXPERTS.contains(&count)
            && EXPERT_FFN.contains(&(shared / count))
    };
    let alike = shared.checked_div(routed).filter(|&count| count > 0);
    let alike = alike.filter(|&count| count * routed == shared && can_be(count));
    let fewest = || (1..=*EXPERTS.end()).find(|&count| can_be(count));
    alike.or_else(fewest).unwrap_or(1)
}
