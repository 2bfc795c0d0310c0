//! The controls that a sweep can vary, and the values that it gives them.

use crate::catalog::{GPUS, MODELS};
use crate::cost::plan::{
    ContextKind, CrossEntropy, Dtype, Kernels, Messages, Optimizer, Plan, Recipe, Recompute,
    Schedule, WeightStorage, Word, ZeroStage,
};
use crate::link;
use crate::search::degrees;

/// A control that a sweep can vary.
pub struct Axis {
    /// Its key in a link. Besides, `model` and `gpu` go through the catalogue, and `dp` and `m`
    /// are what people compare by though it follows: data-parallel ranks, which vary the GPUs,
    /// and micro-batches of a pipeline, which vary the global batch.
    pub key: &'static str,
    /// What it offers.
    pub offers: Offers,
}

/// The values of an axis.
pub enum Offers {
    /// Numbers.
    Numbers(fn(&Plan) -> Vec<f64>),
    /// Words of a vocabulary, counted from 0.
    Words(&'static [&'static str]),
    /// Entries of a catalogue, so many.
    Entries(usize),
}

const fn numbers(key: &'static str, values: fn(&Plan) -> Vec<f64>) -> Axis {
    let offers = Offers::Numbers(values);
    Axis { key, offers }
}

const fn words(key: &'static str, words: &'static [&'static str]) -> Axis {
    let offers = Offers::Words(words);
    Axis { key, offers }
}

const fn entries(key: &'static str, count: usize) -> Axis {
    let offers = Offers::Entries(count);
    Axis { key, offers }
}

/// All of them, in the order in which the page has its controls.
pub static AXES: [Axis; 49] = [
    entries("model", MODELS.len()),
    numbers("layers", |plan| eighths(plan.model.layers)),
    numbers("hidden", |plan| eighths(plan.model.hidden)),
    numbers("ffn", |plan| eighths(plan.model.ffn)),
    numbers("heads", |plan| eighths(plan.model.heads)),
    numbers("kv", |plan| divisors(plan.model.heads)),
    numbers("vocab", |plan| eighths(plan.model.vocab)),
    numbers("experts", |plan| match plan.model.moe.experts {
        // Experts need a width and tokens, which a dense model lacks.
        0 => vec![0.0],
        _ => powers(2, 512),
    }),
    numbers("topk", |_| powers(1, 16)),
    entries("gpu", GPUS.len()),
    numbers("gpus", |_| floats(degrees::gpus())),
    numbers("node", |_| powers(1, 64)),
    numbers("nvl", |_| powers(1, 512)),
    numbers("peak", |plan| around(plan.cluster.gpu.peak_tflops)),
    numbers("hbm", |plan| around(plan.cluster.gpu.hbm_gib)),
    numbers("hbmbw", |plan| around(plan.cluster.gpu.hbm_gb_s)),
    numbers("nvbw", |plan| around(plan.cluster.gpu.nvlink_gb_s)),
    numbers("nicbw", |plan| around(plan.cluster.gpu.nic_gb_s)),
    numbers("tp", |plan| floats(degrees::tensor(plan))),
    numbers("pp", |plan| floats(degrees::pipeline_or_uneven(plan))),
    numbers("vp", |plan| floats(degrees::virtual_stages(plan))),
    words("sched", Schedule::WORDS),
    numbers("cp", |plan| floats(degrees::context(plan))),
    words("cpkind", ContextKind::WORDS),
    numbers("ep", |plan| floats(degrees::expert(plan))),
    numbers("etp", |plan| floats(degrees::expert_tensor(plan))),
    numbers("dp", |_| powers(1, 1 << 14)),
    words("zero", ZeroStage::WORDS),
    numbers("hsdp", |plan| floats(degrees::shard_group(plan))),
    numbers("seq", |_| floats(degrees::sequence())),
    numbers("mbs", |_| powers(1, 512)),
    numbers("m", |_| powers(1, 1 << 10)),
    numbers("gbs", |_| floats(degrees::global_batch())),
    words("ckpt", Recompute::WORDS),
    words("flash", SWITCH),
    words("ce", CrossEntropy::WORDS),
    words("dtype", Dtype::WORDS),
    words("opt", Optimizer::WORDS),
    words("wstore", WeightStorage::WORDS),
    words("recipe", Recipe::WORDS),
    words("kern", Kernels::WORDS),
    words("msg", Messages::WORDS),
    numbers("imbal", |plan| around(plan.imbalance())),
    numbers("tok", |plan| around(now(plan, "tok"))),
    numbers("price", |plan| around(plan.cluster.gpu.price)),
    numbers("watts", |plan| around(plan.cluster.gpu.watts)),
    numbers("mtbf", |plan| around(plan.run.mtbf_hours)),
    numbers("ckptbw", |plan| around(plan.checkpoint_gb_s())),
    numbers("restart", |plan| around(plan.run.restart_minutes)),
];

/// Off and on.
const SWITCH: &[&str] = &["0", "1"];

/// The axis of this key.
#[must_use]
pub fn axis(key: &str) -> Option<&'static Axis> {
    AXES.iter().find(|axis| axis.key == key)
}

impl Axis {
    /// The values that it offers of a plan, rising; its own is among them.
    #[must_use]
    pub fn values(&self, plan: &Plan) -> Vec<f64> {
        match self.offers {
            Offers::Numbers(values) => with(values(plan), self.now(plan)),
            Offers::Words(words) => (0..words.len()).map(|index| index as f64).collect(),
            Offers::Entries(count) => (0..count).map(|index| index as f64).collect(),
        }
    }

    /// Whether its values are numbers, with distances between them.
    #[must_use]
    pub const fn is_numeric(&self) -> bool {
        matches!(self.offers, Offers::Numbers(_))
    }

    /// The value in force; beyond all that it offers where a plan has another.
    #[must_use]
    pub fn now(&self, plan: &Plan) -> f64 {
        let place = |place: Option<usize>| place.map_or(f64::INFINITY, |place| place as f64);
        match (self.key, &self.offers) {
            ("model", _) => {
                let preset = plan.model.preset;
                place(MODELS.iter().position(|entry| entry.model.preset == preset))
            }
            ("gpu", _) => {
                let preset = plan.cluster.gpu.preset;
                place(GPUS.iter().position(|entry| entry.gpu.preset == preset))
            }
            ("gpus", _) => plan.cluster.gpus as f64,
            ("dp", _) => plan.data_parallel() as f64,
            ("m", _) => micro_batches(plan) as f64,
            (key, Offers::Words(words)) => {
                let now = link::value(plan, key);
                place(words.iter().position(|word| *word == now))
            }
            (key, _) => now(plan, key),
        }
    }

    /// Sets it; `false`, and no change, where the value is none that a plan may have.
    pub fn set(&self, plan: &mut Plan, value: f64) -> bool {
        let whole = value as u64;
        let layout = &plan.layout;
        match (self.key, &self.offers) {
            ("model", _) => MODELS
                .get(value as usize)
                .map(|entry| plan.model = entry.model)
                .is_some(),
            ("gpu", _) => GPUS
                .get(value as usize)
                .map(|entry| plan.cluster.gpu = entry.gpu)
                .is_some(),
            ("gpus", _) => {
                plan.cluster.gpus = whole;
                true
            }
            ("dp", _) => {
                let ranks = layout.tensor.saturating_mul(layout.pipeline);
                let ranks = ranks.saturating_mul(layout.context);
                plan.cluster.gpus = ranks.saturating_mul(whole);
                true
            }
            ("m", _) => {
                let sequences = per_micro_batch(plan).saturating_mul(whole);
                plan.batch.global = Some(sequences);
                true
            }
            (key, Offers::Words(words)) => words
                .get(value as usize)
                .is_some_and(|word| link::set_value(plan, key, word)),
            (key, _) => link::set_number(plan, key, value),
        }
    }
}

/// Sequences that all pipelines together have in one micro-batch.
fn per_micro_batch(plan: &Plan) -> u64 {
    plan.batch.micro.saturating_mul(plan.data_parallel()).max(1)
}

/// Micro-batches of a pipeline in one step.
fn micro_batches(plan: &Plan) -> u64 {
    plan.global_batch() / per_micro_batch(plan)
}

/// The number of a link's key.
fn now(plan: &Plan, key: &str) -> f64 {
    link::number(plan, key).unwrap_or(f64::INFINITY)
}

/// Rising values, and one more among them unless it is there or none at all.
fn with(mut values: Vec<f64>, own: f64) -> Vec<f64> {
    let below = values.iter().take_while(|&&value| value < own).count();
    let is_there = values.get(below) == Some(&own);
    if own.is_finite() && !is_there {
        values.insert(below, own);
    }
    values
}

fn floats(values: Vec<u64>) -> Vec<f64> {
    values.into_iter().map(|value| value as f64).collect()
}

fn powers(least: u64, most: u64) -> Vec<f64> {
    let mut values = Vec::new();
    let mut power = least;
    while power <= most {
        values.push(power as f64);
        power *= 2;
    }
    values
}

fn divisors(of: u64) -> Vec<f64> {
    let all = 1..=of.min(4_096);
    floats(all.filter(|&value| of.is_multiple_of(value)).collect())
}

/// From an eighth of the present value to twice it, by eighths; where it has no eighths, by the
/// largest part that it has.
fn eighths(now: u64) -> Vec<f64> {
    let parts = [8, 4, 2, 1]
        .into_iter()
        .find(|&parts| now.is_multiple_of(parts));
    let part = now / parts.unwrap_or(1);
    floats((1..=16).map(|times| times * part).collect())
}

/// From a tenth of the present value to ten times it.
fn around(now: f64) -> Vec<f64> {
    const FACTORS: [f64; 11] = [0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0];
    FACTORS.into_iter().map(|factor| now * factor).collect()
}
