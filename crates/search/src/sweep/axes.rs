//! The controls that a sweep can vary, and the values that it gives them.

use cost::plan::{
    ContextKind, CrossEntropy, Dispatcher, Dtype, GradientSync, GradientType, GraphScope, Kernels,
    MasterWeights, Messages, Optimizer, Plan, Recipe, Recompute, Schedule, WeightStorage, Word,
    ZeroStage,
};
use formats::catalog::{GPUS, MODELS};
use formats::link;

/// A control that a sweep can vary.
pub struct SweepAxis {
    /// Key of the control in a link. `model`, `gpu` and `gpus` are a link's presets. `dp` and `m`
    /// are derived figures by which people compare: data-parallel ranks, which vary the GPUs, and
    /// micro-batches of a pipeline, which vary the global batch.
    pub key: &'static str,
    /// The values that it offers.
    pub offers: Offers,
}

/// The values of an axis. Those that no plan can have are left out by the sweep.
pub enum Offers {
    /// Powers of two from one value to another.
    Powers(u64, u64),
    /// Powers of two, and from 2 on those halfway between.
    Halves,
    /// Divisors of a count of the plan.
    Divisors(fn(&Plan) -> u64),
    /// From an eighth of the present value to twice it, by eighths.
    Eighths,
    /// From a tenth of the present value to ten times it.
    Around,
    /// Words of a vocabulary, counted from 0.
    Words(&'static [&'static str]),
    /// The catalogue's models, counted from 0.
    Models,
    /// The catalogue's GPUs, counted from 0.
    Cards,
    /// GPUs of the cluster: as [`Offers::Halves`].
    Gpus,
    /// Data-parallel ranks: powers of two.
    DataParallel,
    /// Micro-batches of a pipeline: powers of two.
    MicroBatches,
}

const fn offering(key: &'static str, offers: Offers) -> SweepAxis {
    SweepAxis { key, offers }
}

/// All of them, in the order in which the page has its controls.
pub static AXES: [SweepAxis; COUNT] = [
    offering("model", Offers::Models),
    offering("layers", Offers::Eighths),
    offering("hidden", Offers::Eighths),
    offering("ffn", Offers::Eighths),
    offering("heads", Offers::Eighths),
    offering("kv", Offers::Divisors(|plan| plan.model.heads)),
    offering("vocab", Offers::Eighths),
    offering("experts", Offers::Powers(2, 512)),
    offering("topk", Offers::Powers(1, 16)),
    offering("gpu", Offers::Cards),
    offering("gpus", Offers::Gpus),
    offering("node", Offers::Powers(1, 64)),
    offering("nvl", Offers::Powers(1, 512)),
    offering("peak", Offers::Around),
    offering("hbm", Offers::Around),
    offering("hbmbw", Offers::Around),
    offering("nvbw", Offers::Around),
    offering("nicbw", Offers::Around),
    offering("tp", Offers::Divisors(|plan| plan.model.heads)),
    offering("pp", Offers::Divisors(|plan| plan.model.layers)),
    offering("vp", Offers::Divisors(|plan| plan.model.layers)),
    offering("sched", Offers::Words(Schedule::WORDS)),
    offering("cp", Offers::Powers(1, 1_024)),
    offering("cpkind", Offers::Words(ContextKind::WORDS)),
    offering("ep", Offers::Divisors(|plan| plan.model.moe.experts)),
    offering("etp", Offers::Powers(1, 64)),
    offering("dp", Offers::DataParallel),
    offering("zero", Offers::Words(ZeroStage::WORDS)),
    offering("hsdp", Offers::Divisors(replicas)),
    offering("seq", Offers::Powers(128, 1 << 21)),
    offering("mbs", Offers::Powers(1, 512)),
    offering("m", Offers::MicroBatches),
    offering("gbs", Offers::Halves),
    offering("ckpt", Offers::Words(Recompute::WORDS)),
    offering("flash", Offers::Words(SWITCH)),
    offering("ce", Offers::Words(CrossEntropy::WORDS)),
    offering("dtype", Offers::Words(Dtype::WORDS)),
    offering("opt", Offers::Words(Optimizer::WORDS)),
    offering("master", Offers::Words(MasterWeights::WORDS)),
    offering("grads", Offers::Words(GradientType::WORDS)),
    offering("wstore", Offers::Words(WeightStorage::WORDS)),
    offering("recipe", Offers::Words(Recipe::WORDS)),
    offering("kern", Offers::Words(Kernels::WORDS)),
    offering("msg", Offers::Words(Messages::WORDS)),
    offering("gsync", Offers::Words(GradientSync::WORDS)),
    offering("disp", Offers::Words(Dispatcher::WORDS)),
    offering("graph", Offers::Words(GraphScope::WORDS)),
    offering("imbal", Offers::Around),
    offering("tok", Offers::Around),
    offering("price", Offers::Around),
    offering("watts", Offers::Around),
    offering("mtbf", Offers::Around),
    offering("ckptbw", Offers::Around),
    offering("restart", Offers::Around),
];

/// Number of axes.
pub const COUNT: usize = 54;

/// Off and on.
const SWITCH: &[&str] = &["0", "1"];

/// The axis of this key.
#[must_use]
pub fn axis(key: &str) -> Option<&'static SweepAxis> {
    AXES.iter().find(|axis| axis.key == key)
}

impl SweepAxis {
    /// Position of the axis among [`AXES`].
    #[must_use]
    pub fn index(&self) -> usize {
        let index = AXES.iter().position(|axis| axis.key == self.key);
        index.unwrap_or_default()
    }

    /// The values that it offers of a plan, rising; its own is among them.
    #[must_use]
    pub fn values(&self, plan: &Plan) -> Vec<f64> {
        let own = self.now(plan);
        let mut values = Vec::new();
        let (mut power, mut most, mut count) = (1, 0, 0);
        match self.offers {
            Offers::Powers(from, to) => (power, most) = (from, to),
            Offers::Halves | Offers::Gpus => most = 1 << 17,
            Offers::DataParallel => most = 1 << 14,
            Offers::MicroBatches => most = 1 << 10,
            Offers::Divisors(of) => {
                let of = of(plan);
                for value in 1..=of.min(4_096) {
                    if of.is_multiple_of(value) {
                        values.push(value as f64);
                    }
                }
            }
            Offers::Eighths => {
                let eighth = own / 8.0;
                let part = if eighth == eighth.trunc() {
                    eighth
                } else {
                    own
                };
                for times in 1..=16 {
                    values.push(part * f64::from(times));
                }
            }
            Offers::Around => {
                for factor in FACTORS {
                    values.push(own * factor);
                }
            }
            Offers::Words(words) => count = words.len(),
            Offers::Models => count = MODELS.len(),
            Offers::Cards => count = GPUS.len(),
        }
        let has_halves = matches!(self.offers, Offers::Halves | Offers::Gpus);
        while power <= most {
            values.push(power as f64);
            if has_halves && power > 1 {
                values.push(power as f64 * 1.5);
            }
            power *= 2;
        }
        for index in 0..count {
            values.push(index as f64);
        }
        let below = count_below(&values, own);
        if own.is_finite() && values.get(below) != Some(&own) {
            let mut next = own;
            for value in &mut values[below..] {
                std::mem::swap(value, &mut next);
            }
            values.push(next);
        }
        values
    }

    /// True if its values are numbers, with distances between them.
    #[must_use]
    pub const fn is_numeric(&self) -> bool {
        !matches!(
            self.offers,
            Offers::Words(_) | Offers::Models | Offers::Cards
        )
    }

    /// The current value in a plan; infinite for a word, model or GPU that the axis does not offer.
    #[must_use]
    pub fn now(&self, plan: &Plan) -> f64 {
        let place = |place: Option<usize>| place.map_or(f64::INFINITY, |place| place as f64);
        match self.offers {
            Offers::Models => {
                let preset = plan.model.preset;
                place(MODELS.iter().position(|entry| entry.model.preset == preset))
            }
            Offers::Cards => {
                let preset = plan.cluster.gpu.preset;
                place(GPUS.iter().position(|entry| entry.gpu.preset == preset))
            }
            Offers::Gpus => plan.cluster.gpus as f64,
            Offers::DataParallel => plan.data_parallel() as f64,
            Offers::MicroBatches => (plan.global_batch() / per_micro_batch(plan)) as f64,
            Offers::Words(words) => {
                let now = link::value(plan, self.key);
                place(words.iter().position(|word| *word == now))
            }
            _ => link::number(plan, self.key).unwrap_or(f64::INFINITY),
        }
    }

    /// Sets the control in a plan. Returns false and changes nothing if no plan may have the value.
    pub fn set(&self, plan: &mut Plan, value: f64) -> bool {
        let whole = value as u64;
        let index = value as usize;
        match self.offers {
            Offers::Models => match MODELS.get(index) {
                Some(entry) => plan.model = entry.model,
                None => return false,
            },
            Offers::Cards => match GPUS.get(index) {
                Some(entry) => plan.cluster.gpu = entry.gpu,
                None => return false,
            },
            Offers::Gpus => plan.cluster.gpus = whole,
            Offers::DataParallel => {
                let layout = &plan.layout;
                let ranks = layout.tensor.saturating_mul(layout.pipeline);
                let ranks = ranks.saturating_mul(layout.context);
                plan.cluster.gpus = ranks.saturating_mul(whole);
            }
            Offers::MicroBatches => {
                plan.batch.global = Some(per_micro_batch(plan).saturating_mul(whole));
            }
            Offers::Words(words) => {
                let word = words.get(index).copied().unwrap_or_default();
                return link::set_value(plan, self.key, word);
            }
            _ => return link::set_number(plan, self.key, value),
        }
        true
    }
}

/// Sequences that all pipelines together have in one micro-batch.
fn per_micro_batch(plan: &Plan) -> u64 {
    plan.batch.micro.saturating_mul(plan.data_parallel()).max(1)
}

/// Ranks that hold the same weights.
fn replicas(plan: &Plan) -> u64 {
    plan.data_parallel().saturating_mul(plan.layout.context)
}

/// Number of these rising values below a bound.
pub(super) fn count_below(values: &[f64], bound: f64) -> usize {
    let mut below = 0;
    while below < values.len() && values[below] < bound {
        below += 1;
    }
    below
}

/// Multiples of a present value, its own among them.
const FACTORS: [f64; 11] = [0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0];
