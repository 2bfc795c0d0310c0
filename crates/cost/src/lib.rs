//! The cost model: from a plan to the memory of each GPU and the time of a step.
//!
//! [`estimate`] is pure and total: any [`plan::Plan`] gives an [`Estimate`] or the reasons why
//! the plan cannot exist. It knows nothing of links, pages or files.
//!
//! `docs/symbols.md` lists the letters of formulas, `docs/bibliography.md` the works that are
//! cited. The docs of each module name its tests.

pub mod activations;
pub mod amount;
pub mod attention;
pub mod balance;
pub mod band;
pub mod bill;
pub mod bound;
pub mod budget;
pub mod calibration;
pub mod certainty;
mod communication;
pub mod convention;
pub mod coverage;
pub mod cut;
pub mod failures;
mod frozen;
pub mod guide;
pub mod host;
pub mod kernel_times;
pub mod layer_time;
pub mod legal;
pub mod machine;
pub mod memory;
pub mod model_flops;
pub mod moment;
mod muon;
mod narrow;
pub mod network;
pub mod operation;
pub mod params;
pub mod placement;
pub mod plan;
pub mod published;
pub mod reading;
pub mod roofline;
pub mod run;
pub mod scaling;
pub mod schedule;
pub mod sharding;
pub mod shares;
pub mod state;
pub mod step;
pub mod timeline;
pub mod trace;
pub mod traffic;
pub mod units;
pub mod utilisation;
pub mod waterfall;
pub mod why;

/// For [`vocabularies`], which other crates use.
#[doc(hidden)]
pub use serde;

use band::Band;
use coverage::NotModelled;
use host::HostMemory;
use legal::{Legal, Reason};
use machine::{Fit, Machine};
use memory::Memory;
use params::ModelParams;
use plan::{Plan, WeightStorage};
use roofline::Roofline;
use run::Run;
use schedule::{Pipeline, Program};
use shares::StepShares;
use step::StepTime;
use utilisation::Utilisation;

/// The estimate of a legal plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Parameters of the model.
    pub params: ModelParams,
    /// Memory of each stage.
    pub memory: Memory,
    /// Memory of a node's host.
    pub host: HostMemory,
    /// Seconds of a step by cause.
    pub time: StepTime,
    /// The range around the step time, as factors.
    pub step_band: Band,
    /// MFU and other utilisations.
    pub utilisation: Utilisation,
    /// Shares of the step by cause.
    pub shares: StepShares,
    /// The whole run.
    pub run: Run,
    /// The reader's machine, by which memory, time and all that follows are rescaled.
    pub machine: Option<Machine>,
    /// Features of the plan that the estimate omits.
    pub not_modelled: Vec<NotModelled>,
}

impl Estimate {
    /// Share of GPU memory that the model state of the fullest GPU takes; above one if the state
    /// alone does not fit.
    #[must_use]
    pub fn state_share(&self) -> f64 {
        self.memory.fullest().state.total().0 as f64 / self.memory.capacity.0 as f64
    }

    /// Share of GPU memory that the activations and logits of the fullest GPU take.
    #[must_use]
    pub fn activation_share(&self) -> f64 {
        let stage = self.memory.fullest();
        (stage.activations + stage.logits).0 as f64 / self.memory.capacity.0 as f64
    }
}

/// Estimates a plan.
///
/// # Errors
/// The reasons why the plan cannot exist, the most basic first.
///
/// ```
/// use formats::catalog;
/// let plan = catalog::plan("llama3-70b", "h100", 64).unwrap();
/// // 70 B parameters of state on every GPU: 16 to 18 bytes each, far beyond 80 GiB
/// let estimate = cost::estimate(&plan).unwrap();
/// assert_eq!(estimate.memory.verdict, cost::memory::Verdict::OutOfMemory);
/// ```
pub fn estimate(plan: &Plan) -> Result<Estimate, Vec<Reason>> {
    Ok(estimate_legal(&Legal::check(plan)?))
}

/// Estimates a legal plan, with the constants of [`legal::Legal::fitted_by`].
#[must_use]
pub fn estimate_legal(legal: &Legal) -> Estimate {
    let plan = legal.plan;
    let program = Program::of(&Pipeline::of(legal));
    let mut memory = Memory::of_program(legal, &program);
    let mut time = StepTime::of_program(legal, &program);
    let fit = Fit::of(legal, &memory, &time);
    if let Some(machine) = &fit.machine {
        (memory, time) = machine.rescale(memory, time);
    }
    let utilisation = Utilisation::of(legal, time.total());
    let mut not_modelled = fit.refused;
    if utilisation.by_formula > 1.0 {
        not_modelled.push(NotModelled::MaskedScores);
    }
    if plan.levers.weight_storage == WeightStorage::Int4 && !plan.tuning.is_frozen() {
        not_modelled.push(NotModelled::Adapters);
    }
    let (roofline, padding) = (Roofline::of(legal), plan.padding_share());
    Estimate {
        params: ModelParams::of_plan(plan),
        shares: StepShares::of(&memory, &time, &utilisation, &roofline, padding),
        memory,
        host: HostMemory::of_program(legal, &program),
        time,
        step_band: Band::of_step(legal),
        utilisation,
        run: Run::of(plan, time.total()),
        machine: fit.machine,
        not_modelled,
    }
}
