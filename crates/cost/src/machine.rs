//! The reader's own machine: one measured step rescales every estimate.
//!
//! The model knows published stacks, not the reader's. One measured step gives a pace and an
//! overhead, with which every other plan is rescaled.
//!
//! Tests: `tests/all/machine.rs`.

use std::ops::RangeInclusive;

use super::coverage::NotModelled;
use super::legal::Legal;
use super::memory::Memory;
use super::plan::{Measured, Plan, limits};
use super::step::StepTime;
use super::units::{Bytes, Seconds};
use super::utilisation::least_share;

/// Departures of a machine from the model.
///
/// The pace is uniform: a measurement of one step does not show whether kernels or links are
/// slower, so every second is scaled alike. The overhead is a constant: the memory that the
/// allocator, the driver and the libraries hold beside the model's allocations. If less was
/// measured than the model allocates, activations are reduced by the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    /// Seconds on this machine for each predicted second; 1 if no step was measured.
    pub pace: f64,
    /// Measured bytes of every stage beyond the model's figure; negative if the stage holds less.
    pub overhead: i64,
    /// The measured step.
    pub measured_step: Option<Seconds>,
    /// The predicted step of the same plan.
    pub predicted_step: Seconds,
    /// The measured peak.
    pub measured_peak: Option<Bytes>,
    /// The predicted peak of the fullest stage of the same plan.
    pub predicted_peak: Bytes,
}

/// The result of fitting a plan's measurement.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fit {
    /// The machine; `None` if nothing was measured or no measurement is credible.
    pub(super) machine: Option<Machine>,
    /// The measurements that are left out.
    pub(super) refused: Vec<NotModelled>,
}

impl Machine {
    /// The machine of a plan, on which every other layout of its model runs too; `None` if nothing
    /// was measured or no measurement is credible.
    #[must_use]
    pub fn behind(plan: &Plan) -> Option<Self> {
        let mut plan = plan.clone();
        plan.hold_measured();
        let measured = plan.measured.plan.as_deref()?;
        let legal = Legal::check(measured).ok()?;
        let (time, memory) = (StepTime::of(&legal), Memory::of(&legal));
        Self::of(&plan.measured, &legal, &time, &memory).machine
    }

    /// The speed of the machine, where the model's is 1.
    #[must_use]
    pub fn speed(&self) -> f64 {
        1.0 / self.pace
    }

    /// Absolute size of [`Self::overhead`].
    #[must_use]
    pub const fn overhead_size(&self) -> Bytes {
        Bytes(self.overhead.unsigned_abs())
    }

    /// A plan's memory and step on this machine.
    #[must_use]
    pub fn rescale(&self, memory: Memory, time: StepTime) -> (Memory, StepTime) {
        (
            memory.with_more_overhead(self.overhead),
            time.scaled(self.pace),
        )
    }

    /// Fit of a measured plan to the model's figures for it. A step too far from them is left out,
    /// and so is one too short for the GPUs' peak.
    fn of(measured: &Measured, legal: &Legal, time: &StepTime, memory: &Memory) -> Fit {
        let (step, peak) = (time.total(), memory.peak());
        let within = |ratio: f64| -> bool {
            const CREDIBLE: RangeInclusive<f64> = limits::MEASURED_RATIO;
            CREDIBLE.contains(&ratio)
        };
        let measured_step = measured.step_s.map(Seconds);
        let measured_peak = measured.memory_gib.map(Bytes::from_gib);
        let near_step = measured_step.filter(|seconds| within(seconds.0 / step.0));
        let kept_step = near_step.filter(|&seconds| is_possible(legal, seconds));
        let kept_peak = measured_peak.filter(|bytes| within(bytes.0 as f64 / peak.0 as f64));
        let refused = [
            (
                NotModelled::MeasuredStep,
                measured_step.is_some() && near_step.is_none(),
            ),
            (
                NotModelled::StepBeyondPeak,
                near_step.is_some() && kept_step.is_none(),
            ),
            (
                NotModelled::MeasuredPeak,
                measured_peak.is_some() && kept_peak.is_none(),
            ),
        ];
        let machine = Self {
            pace: kept_step.map_or(1.0, |seconds| seconds.0 / step.0),
            overhead: kept_peak.map_or(0, |bytes| signed(bytes) - signed(peak)),
            measured_step: kept_step,
            predicted_step: step,
            measured_peak: kept_peak,
            predicted_peak: peak,
        };
        Fit {
            machine: (kept_step.is_some() || kept_peak.is_some()).then_some(machine),
            refused: refused
                .into_iter()
                .filter(|&(_, is_refused)| is_refused)
                .map(|(what, _)| what)
                .collect(),
        }
    }
}

impl Fit {
    /// Fit of the measurement of a legal plan, where `memory` and `time` are the model's own
    /// figures for that plan. Nothing is computed without a measurement.
    pub(super) fn of(legal: &Legal, memory: &Memory, time: &StepTime) -> Self {
        let measured = &legal.plan.measured;
        if measured.is_empty() {
            return Self::default();
        }
        let Some(plan) = &measured.plan else {
            return Machine::of(measured, legal, time, memory);
        };
        let Ok(other) = Legal::check(plan) else {
            return Self {
                machine: None,
                refused: vec![NotModelled::MeasuredPlan],
            };
        };
        let other = other.fitted_by(legal.fitted);
        let (other_time, other_memory) = (StepTime::of(&other), Memory::of(&other));
        Machine::of(measured, &other, &other_time, &other_memory).within_peak(legal, time)
    }

    /// The fit for a plan that takes `time` by the model. Its pace is left out if the plan would
    /// then compute more than its GPUs' peak allows.
    fn within_peak(mut self, legal: &Legal, time: &StepTime) -> Self {
        let Some(machine) = &mut self.machine else {
            return self;
        };
        if is_possible(legal, time.total() * machine.pace) {
            return self;
        }
        self.refused.push(NotModelled::PaceBeyondPeak);
        let kept = Machine {
            pace: 1.0,
            measured_step: None,
            ..*machine
        };
        self.machine = kept.measured_peak.is_some().then_some(kept);
        self
    }
}

/// True if the GPUs of a legal plan could run a step in this time.
fn is_possible(legal: &Legal, step: Seconds) -> bool {
    least_share(legal, step) <= 1.0
}

fn signed(bytes: Bytes) -> i64 {
    i64::try_from(bytes.0).unwrap_or(i64::MAX)
}
