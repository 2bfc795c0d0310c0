//! The controls that a sweep can vary, and the values that it gives them.

use cost::plan::Plan;
use formats::catalog::{GPUS, MODELS};
use formats::link::{Key, Offers};

/// A control that a sweep can vary.
#[derive(Clone, Copy)]
pub struct SweepAxis {
    /// Key of the control in a link. `model`, `gpu` and `gpus` are a link's presets. `dp` and `m`
    /// are derived figures: data-parallel ranks, which vary the GPUs, and micro-batches of a
    /// pipeline, which vary the global batch.
    pub key: &'static str,
    varied: Varied,
}

/// The part of a plan that an axis varies.
#[derive(Clone, Copy)]
enum Varied {
    /// The catalogue's models, counted from 0.
    Models,
    /// The catalogue's GPUs, counted from 0.
    Cards,
    /// GPUs of the cluster, with the values of [`Offers::Halves`].
    Gpus,
    /// A key of links with numbers.
    Number(Key),
    /// A key of links with words, which are counted from 0.
    Word(Key),
    /// Data-parallel ranks: powers of two.
    DataParallel,
    /// Micro-batches of a pipeline: powers of two.
    MicroBatches,
}

/// All axes: presets, keys in the order of links, derived figures.
pub static AXES: [SweepAxis; COUNT] = axes();

/// Number of axes: the keys, three presets and two derived figures.
const COUNT: usize = {
    let (mut count, mut index) = (5, 0);
    while let Some(key) = Key::at(index) {
        if key.offers().is_some() {
            count += 1;
        }
        index += 1;
    }
    count
};

const fn axes() -> [SweepAxis; COUNT] {
    const fn axis(key: &'static str, varied: Varied) -> SweepAxis {
        SweepAxis { key, varied }
    }
    let mut axes = [axis("model", Varied::Models); COUNT];
    axes[1] = axis("gpu", Varied::Cards);
    axes[2] = axis("gpus", Varied::Gpus);
    let (mut next, mut index) = (3, 0);
    while let Some(key) = Key::at(index) {
        if let Some(offers) = key.offers() {
            let varied = match offers {
                Offers::Words => Varied::Word(key),
                _ => Varied::Number(key),
            };
            axes[next] = axis(key.name(), varied);
            next += 1;
        }
        index += 1;
    }
    axes[next] = axis("dp", Varied::DataParallel);
    axes[next + 1] = axis("m", Varied::MicroBatches);
    axes
}

/// The axis of this key.
#[must_use]
pub fn axis(key: &str) -> Option<&'static SweepAxis> {
    AXES.iter().find(|axis| axis.key == key)
}

impl SweepAxis {
    /// The values that the table of keys offers; `None` for presets and derived figures.
    fn offers(&self) -> Option<Offers> {
        match self.varied {
            Varied::Number(key) | Varied::Word(key) => key.offers(),
            _ => None,
        }
    }

    /// Position of the axis among [`AXES`].
    #[must_use]
    pub fn index(&self) -> usize {
        let index = AXES.iter().position(|axis| axis.key == self.key);
        index.unwrap_or_default()
    }

    /// The values that the axis offers for a plan, rising, including the present one.
    #[must_use]
    pub fn values(&self, plan: &Plan) -> Vec<f64> {
        let own = self.now(plan);
        let mut values = Vec::new();
        let (mut power, mut most, mut count) = (1_u64, 0_u64, 0);
        match (self.varied, self.offers()) {
            (_, Some(Offers::Powers(from, to))) => (power, most) = (from.into(), to.into()),
            (Varied::Gpus, _) | (_, Some(Offers::Halves)) => most = 1 << 17,
            (Varied::DataParallel, _) => most = 1 << 14,
            (Varied::MicroBatches, _) => most = 1 << 10,
            (_, Some(Offers::Divisors(of))) => {
                let of = of(plan);
                for value in 1..=of.min(4_096) {
                    if of.is_multiple_of(value) {
                        values.push(value as f64);
                    }
                }
            }
            (_, Some(Offers::Eighths)) => {
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
            (_, Some(Offers::Around)) => {
                for factor in FACTORS {
                    values.push(own * factor);
                }
            }
            (Varied::Word(key), _) => count = key.values().words().len(),
            (Varied::Models, _) => count = MODELS.len(),
            (Varied::Cards, _) => count = GPUS.len(),
            // A key of numbers has one of the offers above.
            (Varied::Number(_), _) => {}
        }
        let has_halves =
            matches!(self.varied, Varied::Gpus) || matches!(self.offers(), Some(Offers::Halves));
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

    /// True if the values are numbers, with distances between them.
    #[must_use]
    pub const fn is_numeric(&self) -> bool {
        !matches!(
            self.varied,
            Varied::Models | Varied::Cards | Varied::Word(_)
        )
    }

    /// The current value in a plan; infinite for a word, model or GPU that the axis does not offer.
    #[must_use]
    pub fn now(&self, plan: &Plan) -> f64 {
        let place = |place: Option<usize>| place.map_or(f64::INFINITY, |place| place as f64);
        match self.varied {
            Varied::Models => {
                let preset = plan.model.preset;
                place(MODELS.iter().position(|entry| entry.model.preset == preset))
            }
            Varied::Cards => {
                let preset = plan.cluster.gpu.preset;
                place(GPUS.iter().position(|entry| entry.gpu.preset == preset))
            }
            Varied::Gpus => plan.cluster.gpus as f64,
            Varied::DataParallel => plan.data_parallel() as f64,
            Varied::MicroBatches => (plan.global_batch() / per_micro_batch(plan)) as f64,
            Varied::Word(key) => {
                let (words, now) = (key.values().words(), key.value(plan));
                place(words.iter().position(|word| *word == now))
            }
            Varied::Number(key) => key.number(plan).unwrap_or(f64::INFINITY),
        }
    }

    /// True if the axis sets a preset, which sets other keys: the figures of a model, or those of a
    /// GPU and its framework.
    pub(super) const fn is_preset(&self) -> bool {
        matches!(self.varied, Varied::Models | Varied::Cards)
    }

    /// Sets the control to a fixed value, so that plans that differ only in it become equal. A plan
    /// whose framework does not run on its GPU keeps both, so that it remains a point of the sweep.
    pub(super) fn fix(&self, plan: &mut Plan) {
        let runs = plan.cluster.gpu.family.runs(plan.stack.recipe);
        if runs || !matches!(self.varied, Varied::Cards) {
            self.set(plan, 1.0);
        }
    }

    /// Sets the control in a plan. A framework that followed from the GPU follows from the new one.
    /// Returns false and changes nothing if no plan may have the value.
    pub fn set(&self, plan: &mut Plan, value: f64) -> bool {
        let whole = value as u64;
        let index = value as usize;
        match self.varied {
            Varied::Models => match MODELS.get(index) {
                Some(entry) => plan.model = entry.model,
                None => return false,
            },
            Varied::Cards => match GPUS.get(index) {
                Some(entry) if entry.gpu.preset == plan.cluster.gpu.preset => {
                    plan.cluster.gpu = entry.gpu;
                }
                Some(entry) => plan.move_to(entry.gpu),
                None => return false,
            },
            Varied::Gpus => plan.cluster.gpus = whole,
            Varied::DataParallel => {
                let layout = &plan.layout;
                let ranks = layout.tensor.saturating_mul(layout.pipeline);
                let ranks = ranks.saturating_mul(layout.context);
                plan.cluster.gpus = ranks.saturating_mul(whole);
            }
            Varied::MicroBatches => {
                plan.batch.global = Some(per_micro_batch(plan).saturating_mul(whole));
            }
            Varied::Word(key) => {
                let words = key.values().words();
                return key.set(plan, words.get(index).copied().unwrap_or_default());
            }
            Varied::Number(key) => return key.set_number(plan, value),
        }
        true
    }
}

/// Sequences of one micro-batch over all pipelines.
fn per_micro_batch(plan: &Plan) -> u64 {
    plan.batch.micro.saturating_mul(plan.data_parallel()).max(1)
}

/// Number of values below a bound; `values` rise.
pub(super) fn count_below(values: &[f64], bound: f64) -> usize {
    let mut below = 0;
    while below < values.len() && values[below] < bound {
        below += 1;
    }
    below
}

/// Factors of a present value, including 1.
const FACTORS: [f64; 11] = [0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0];
