//! The figures of a plan and its estimate: each with its name in JSON, its unit and the function
//! that reads it. Goals and tables name them.

use cost::Estimate;
use cost::balance::{AxisBalance, CommunicationBalance};
use cost::bill;
use cost::guide::decisions;
use cost::legal::Legal;
use cost::machine::Machine;
use cost::memory::Verdict;
use cost::params::ModelParams;
use cost::plan::Plan;
use cost::run::tokens;
use cost::scaling;
use cost::shares::Overhead;
use cost::units::{Bytes, GB};

/// A figure of a plan and its estimate.
pub struct Figure {
    /// Name of the figure as in the JSON object, with dots before nested names. Names never change.
    pub name: &'static str,
    /// Unit of the figure.
    pub unit: Unit,
    /// Reading of the figure.
    pub read: Read,
}

/// Reading of a figure.
#[derive(Clone, Copy)]
pub enum Read {
    /// Truth: the plan can exist.
    Legal,
    /// A number of the plan alone.
    Plan(fn(&Plan) -> f64),
    /// A word of the plan alone.
    PlanWord(fn(&Plan) -> &'static str),
    /// A number of the estimate.
    Number(fn(&Estimate) -> f64),
    /// A number that some estimates have.
    Optional(fn(&Estimate) -> Option<f64>),
    /// A number of the balance of communication and compute.
    Balance(fn(&CommunicationBalance) -> f64),
    /// Truth: the plan holds one of the six decisions of the recipe, by its place among them.
    Decision(usize),
    /// A word of the estimate, with its vocabulary.
    Word(fn(&Estimate) -> &'static str, &'static [&'static str]),
}

/// The unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// No unit: a word, a count or a factor.
    None,
    /// 2³⁰ bytes.
    Gib,
    /// 10⁹ bytes.
    Gb,
    /// Seconds.
    Seconds,
    /// A share, from 0 to 1.
    Share,
    /// TFLOP/s.
    Teraflops,
    /// Tokens a second.
    TokensPerSecond,
    /// Days.
    Days,
    /// Hours of one GPU.
    GpuHours,
    /// US dollars.
    Dollars,
    /// Megawatt-hours.
    MegawattHours,
}

impl Unit {
    /// Symbol of the unit; empty if there is none.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::None | Self::Share => "",
            Self::Gib => "GiB",
            Self::Gb => "GB",
            Self::Seconds => "s",
            Self::Teraflops => "TFLOP/s",
            Self::TokensPerSecond => "tokens/s",
            Self::Days => "d",
            Self::GpuHours => "h",
            Self::Dollars => "USD",
            Self::MegawattHours => "MWh",
        }
    }
}

impl Figure {
    /// The figure of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        FIGURES.iter().find(|figure| figure.name == name)
    }

    /// Number of the figure for a plan; true is 1 and false is 0. `None` if the figure is a word,
    /// or needs an estimate that is missing.
    #[must_use]
    pub fn number(&self, plan: &Plan, estimate: Option<&Estimate>) -> Option<f64> {
        match self.read {
            Read::Legal => Some(f64::from(u8::from(estimate.is_some()))),
            Read::Plan(read) => Some(read(plan)),
            Read::Number(read) => estimate.map(read),
            Read::Optional(read) => estimate.and_then(read),
            Read::Decision(place) => {
                let is_held = estimate.is_some_and(|estimate| is_held(place, plan, estimate));
                Some(f64::from(u8::from(is_held)))
            }
            Read::Balance(read) => {
                let legal = estimate.and_then(|_| Legal::check(plan).ok());
                legal.map(|legal| read(&CommunicationBalance::of(&legal)))
            }
            Read::PlanWord(_) | Read::Word(..) => None,
        }
    }

    /// Word of the figure for a plan; `None` if the figure is no word.
    #[must_use]
    pub fn word(&self, plan: &Plan, estimate: Option<&Estimate>) -> Option<&'static str> {
        match self.read {
            Read::PlanWord(read) => Some(read(plan)),
            Read::Word(read, _) => estimate.map(read),
            _ => None,
        }
    }
}

impl PartialEq for Figure {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl std::fmt::Debug for Figure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name)
    }
}

/// The words of verdicts, in JSON and in goals.
pub const VERDICTS: [&str; 4] = ["fits", "tight", "may-not-fit", "oom"];

/// A verdict's word.
#[must_use]
pub const fn verdict_word(verdict: Verdict) -> &'static str {
    VERDICTS[verdict as usize]
}

/// The verdict of a word in JSON and in goals.
#[must_use]
pub fn verdict_named(word: &str) -> Option<Verdict> {
    let named = |verdict: &Verdict| verdict_word(*verdict) == word;
    Verdict::ALL.into_iter().find(named)
}

/// The words of the overheads, in JSON and in goals.
pub const OVERHEADS: [&str; 6] = [
    "state",
    "scratchpad",
    "cable",
    "bubble",
    "lastinch",
    "imbalance",
];

/// An overhead's word.
#[must_use]
pub const fn overhead_word(overhead: Overhead) -> &'static str {
    match overhead {
        Overhead::ModelState => OVERHEADS[0],
        Overhead::Activations => OVERHEADS[1],
        Overhead::Communication => OVERHEADS[2],
        Overhead::Bubble => OVERHEADS[3],
        Overhead::Kernels => OVERHEADS[4],
        Overhead::Imbalance => OVERHEADS[5],
    }
}

const fn figure(name: &'static str, unit: Unit, read: Read) -> Figure {
    Figure { name, unit, read }
}

const fn number(name: &'static str, unit: Unit, read: fn(&Estimate) -> f64) -> Figure {
    figure(name, unit, Read::Number(read))
}

const fn size(name: &'static str, read: fn(&Estimate) -> f64) -> Figure {
    number(name, Unit::Gib, read)
}

const fn seconds(name: &'static str, read: fn(&Estimate) -> f64) -> Figure {
    number(name, Unit::Seconds, read)
}

const fn measured(name: &'static str, unit: Unit, read: fn(&Estimate) -> Option<f64>) -> Figure {
    figure(name, unit, Read::Optional(read))
}

/// True if the plan holds a decision of the recipe.
fn is_held(place: usize, plan: &Plan, estimate: &Estimate) -> bool {
    let legal = Legal::check(plan);
    legal.is_ok_and(|legal| decisions(&legal, estimate)[place].is_held)
}

/// A model's parameters.
fn params(plan: &Plan) -> u64 {
    ModelParams::of(&plan.model).total
}

/// Nominal memory of a GPU, in decimal gigabytes.
fn gpu_memory(plan: &Plan) -> Bytes {
    Bytes((plan.cluster.gpu.hbm_gib * GB as f64) as u64)
}

/// The range of the step.
fn step(estimate: &Estimate) -> [f64; 2] {
    estimate.step_band.around(estimate.time.total().0)
}

/// A figure of the reader's machine; NaN without one.
fn machine(estimate: &Estimate, read: fn(&Machine) -> Option<f64>) -> Option<f64> {
    estimate.machine.as_ref().and_then(read)
}

/// GiB that every stage holds beyond the model's overhead; negative if it holds less.
#[must_use]
pub fn machine_overhead(machine: &Machine) -> f64 {
    let size = machine.overhead_size().gib();
    if machine.overhead < 0 { -size } else { size }
}

/// Exchange over compute of an axis; 0 if the axis exchanges nothing.
fn ratio(axis: Option<AxisBalance>) -> f64 {
    axis.map_or(0.0, |axis| axis.ratio)
}

const fn balance(name: &'static str, read: fn(&CommunicationBalance) -> f64) -> Figure {
    figure(name, Unit::None, Read::Balance(read))
}

/// Every figure, in the order of the JSON object. `stage` is the fullest one. Definitions are those
/// of the object: an MFU without the causal mask, memory as the GPU must provide it. After the
/// object's figures come those for goals and lessons only. They are the overheads as shares, the
/// bill of 16 N, Chinchilla's loss, and whether the plan holds each decision of the recipe.
pub static FIGURES: [Figure; 84] = [
    figure("legal", Unit::None, Read::Legal),
    figure("model", Unit::None, Read::PlanWord(|p| p.model.preset)),
    figure("gpu", Unit::None, Read::PlanWord(|p| p.cluster.gpu.preset)),
    figure("gpus", Unit::None, Read::Plan(|p| p.cluster.gpus as f64)),
    figure("dp", Unit::None, Read::Plan(|p| p.data_parallel() as f64)),
    number("params", Unit::None, |e| e.params.total as f64),
    number("active_params", Unit::None, |e| e.params.active as f64),
    number("trained_params", Unit::None, |e| e.params.trained as f64),
    figure(
        "memory.verdict",
        Unit::None,
        Read::Word(|e| verdict_word(e.memory.verdict), &VERDICTS),
    ),
    size("memory.capacity_gib", |e| e.memory.capacity.gib()),
    size("memory.peak_gib", |e| e.memory.peak().gib()),
    size("memory.low_gib", |e| e.memory.low().gib()),
    size("memory.high_gib", |e| e.memory.high().gib()),
    number("memory.peak_stage", Unit::None, |e| {
        e.memory.peak_stage as f64
    }),
    size("stage.weights_gib", |e| {
        e.memory.fullest().state.weights.gib()
    }),
    size("stage.gradients_gib", |e| {
        e.memory.fullest().state.gradients.gib()
    }),
    size("stage.optimizer_gib", |e| {
        e.memory.fullest().state.optimizer.gib()
    }),
    size("stage.activations_gib", |e| {
        e.memory.fullest().activations.gib()
    }),
    size("stage.logits_gib", |e| e.memory.fullest().logits.gib()),
    size("stage.buffers_gib", |e| e.memory.fullest().buffers.gib()),
    size("stage.overhead_gib", |e| e.memory.fullest().overhead.gib()),
    size("stage.total_gib", |e| e.memory.fullest().total().gib()),
    size("stage.allocated_gib", |e| {
        e.memory.fullest().allocated().gib()
    }),
    seconds("time.step_s", |e| e.time.total().0),
    seconds("time.low_s", |e| step(e)[0]),
    seconds("time.high_s", |e| step(e)[1]),
    seconds("time.compute_s", |e| e.time.compute.0),
    seconds("time.recompute_s", |e| e.time.recompute.0),
    seconds("time.forward_only_s", |e| e.time.forward_only.0),
    seconds("time.tp_s", |e| e.time.tensor.0),
    seconds("time.cp_s", |e| e.time.context.0),
    seconds("time.ep_s", |e| e.time.expert.0),
    seconds("time.pp_s", |e| e.time.pipeline.0),
    seconds("time.dp_s", |e| e.time.data.0),
    seconds("time.bubble_s", |e| e.time.bubble.0),
    seconds("time.imbalance_s", |e| e.time.imbalance.0),
    seconds("time.optimizer_s", |e| e.time.optimizer.0),
    number("time.bubble_fraction", Unit::Share, |e| {
        e.time.bubble_fraction()
    }),
    number("time.imbalance_fraction", Unit::Share, |e| {
        e.time.imbalance_fraction()
    }),
    number("time.idle_fraction", Unit::Share, |e| {
        e.time.idle_fraction()
    }),
    number("mfu", Unit::Share, |e| e.utilisation.mfu),
    number("hfu", Unit::Share, |e| e.utilisation.hfu),
    number("peak_tflops", Unit::Teraflops, |e| {
        e.utilisation.peak.0 / 1e12
    }),
    number("tokens_per_s_per_gpu", Unit::TokensPerSecond, |e| {
        e.utilisation.tokens_per_second
    }),
    figure(
        "dominant_toll",
        Unit::None,
        Read::Word(|e| overhead_word(e.shares.dominant), &OVERHEADS),
    ),
    number("tolls.useful", Unit::Share, |e| e.shares.useful),
    number("tolls.ceiling", Unit::Share, |e| e.shares.ceiling),
    number("tolls.lastinch", Unit::Share, |e| e.shares.kernels),
    number("tolls.padding", Unit::Share, |e| e.shares.padding),
    number("tolls.scratchpad", Unit::Share, |e| e.shares.recompute),
    number("tolls.forward_only", Unit::Share, |e| e.shares.forward_only),
    number("tolls.cable", Unit::Share, |e| e.shares.communication),
    number("tolls.bubble", Unit::Share, |e| e.shares.bubble),
    number("tolls.imbalance", Unit::Share, |e| e.shares.imbalance),
    number("tolls.state", Unit::Share, |e| e.shares.optimizer),
    number("run.steps", Unit::None, |e| e.run.steps as f64),
    number("run.days", Unit::Days, |e| e.run.days),
    number("run.goodput", Unit::Share, |e| e.run.goodput),
    number("run.gpu_hours", Unit::GpuHours, |e| e.run.gpu_hours),
    number("run.cost_usd", Unit::Dollars, |e| e.run.cost_usd),
    number("run.energy_mwh", Unit::MegawattHours, |e| e.run.energy_mwh),
    seconds("run.checkpoint_interval_s", |e| e.run.checkpoint_interval.0),
    measured("machine.pace", Unit::None, |e| machine(e, |m| Some(m.pace))),
    measured("machine.overhead_gib", Unit::Gib, |e| {
        machine(e, |m| Some(machine_overhead(m)))
    }),
    measured("machine.measured_step_s", Unit::Seconds, |e| {
        machine(e, |m| m.measured_step.map(|step| step.0))
    }),
    measured("machine.predicted_step_s", Unit::Seconds, |e| {
        machine(e, |m| Some(m.predicted_step.0))
    }),
    measured("machine.measured_peak_gib", Unit::Gib, |e| {
        machine(e, |m| m.measured_peak.map(Bytes::gib))
    }),
    measured("machine.predicted_peak_gib", Unit::Gib, |e| {
        machine(e, |m| Some(m.predicted_peak.gib()))
    }),
    balance("bound.tokens", |b| b.least_batch().unwrap_or(0.0)),
    balance("bound.tokens_per_gpu", |b| b.least_tokens().unwrap_or(0.0)),
    balance("bound.dp_ratio", |b| ratio(b.data)),
    balance("bound.tp_ratio", |b| ratio(b.tensor)),
    balance("bound.cp_ratio", |b| ratio(b.context)),
    balance("bound.ep_ratio", |b| ratio(b.expert)),
    balance("bound.pp_ratio", |b| ratio(b.pipeline)),
    figure(
        "bill.state_gb",
        Unit::Gb,
        Read::Plan(|p| bill::state(params(p)).gb()),
    ),
    figure(
        "bill.cards",
        Unit::None,
        Read::Plan(|p| bill::gpus_for(bill::state(params(p)), gpu_memory(p)) as f64),
    ),
    figure(
        "loss",
        Unit::None,
        Read::Plan(|p| scaling::loss(params(p), tokens(p, params(p)))),
    ),
    figure("recipe.bill", Unit::None, Read::Decision(0)),
    figure("recipe.tensor", Unit::None, Read::Decision(1)),
    figure("recipe.pipeline", Unit::None, Read::Decision(2)),
    figure("recipe.shard", Unit::None, Read::Decision(3)),
    figure("recipe.batch", Unit::None, Read::Decision(4)),
    figure("recipe.score", Unit::None, Read::Decision(5)),
];
