//! The reader's own machine: one measured step rescales every estimate.
//!
//! The model knows published stacks, not the reader's. One measured step gives a pace and an
//! overhead, with which every other plan is rescaled.
//!
//! Tests: `tests/all/machine.rs`.

use std::ops::RangeInclusive;

use super::amount::{Amount, Count, Leaf, Unit};
use super::coverage::NotModelled;
use super::legal::Legal;
use super::memory::{Memory, StageMemory};
use super::plan::{Measured, Plan, limits};
use super::step::StepTime;
use super::units::{Bytes, Seconds};
use super::utilisation::least_share;

/// Departures of a machine from the model.
///
/// The pace is uniform: a measurement of one step does not show whether kernels or links are
/// slower, so every second is scaled alike. The overhead is a constant: the memory that the
/// allocator, the driver and the libraries hold beside the model's allocations. If less was
/// measured than the model allocates, activations are reduced by the rest; no plan loses a larger
/// share of what it holds beside its state than the measured one. A peak far from the model's is of its own plan only.
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
    /// The part of the predicted peak beside the model state, which a lower measurement reduces.
    pub predicted_beside_state: Bytes,
}

/// A measured peak over the predicted one: beyond this range it says nothing about other plans. Of
/// 309 published peaks one in a hundred is outside (`shardwise validate`).
const NEAR: RangeInclusive<f64> = 0.5..=2.0;

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
        let fit = Self::of(&plan.measured, &legal, &time, &memory);
        fit.of_other_plans().machine
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
        let overhead = self.overhead_of(&memory);
        (memory.with_more_overhead(overhead), self.paced(time))
    }

    /// Memory of a stage on this machine, of a plan that has this memory by the model.
    pub(super) fn on_stage<C: Count>(
        &self,
        memory: &Memory,
        stage: StageMemory<C>,
    ) -> StageMemory<C> {
        let overhead = self.overhead_of(memory);
        let size = C::leaf(Leaf::Machine(Unit::BYTES), overhead.unsigned_abs());
        stage.with_more_overhead(overhead < 0, Bytes(size))
    }

    /// Bytes that a plan of this memory has more on this machine.
    fn overhead_of(&self, memory: &Memory) -> i64 {
        self.overhead.max(-self.most_less(memory))
    }

    /// A step on this machine.
    pub(super) fn paced<A: Amount>(&self, time: StepTime<A>) -> StepTime<A> {
        time.scaled(A::leaf(Leaf::Machine(Unit::NONE), self.pace))
    }

    /// Bytes that a plan of this memory can have less here: as large a share of what it holds beside
    /// its state as the measured plan has less, rounded down.
    fn most_less(&self, memory: &Memory) -> i64 {
        let less = u128::from(self.overhead_size().0) * u128::from(beside_state(memory).0);
        let less = less / u128::from(self.predicted_beside_state.0.max(1));
        i64::try_from(less).unwrap_or(i64::MAX)
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
            (
                NotModelled::FarPeak,
                kept_peak.is_some_and(|bytes| is_far(bytes, peak)),
            ),
        ];
        let machine = Self {
            pace: kept_step.map_or(1.0, |seconds| seconds.0 / step.0),
            overhead: kept_peak.map_or(0, |bytes| signed(bytes) - signed(peak)),
            measured_step: kept_step,
            predicted_step: step,
            measured_peak: kept_peak,
            predicted_peak: peak,
            predicted_beside_state: beside_state(memory),
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
        let fit = Machine::of(measured, &other, &other_time, &other_memory);
        fit.of_other_plans().within_peak(legal, time)
    }

    /// The fit for other plans than the measured one: without a peak far from the model's.
    fn of_other_plans(mut self) -> Self {
        let is_far = |machine: &Machine| {
            let measured = machine.measured_peak;
            measured.is_some_and(|bytes| is_far(bytes, machine.predicted_peak))
        };
        let Some(machine) = self.machine.filter(is_far) else {
            return self;
        };
        self.machine = machine.measured_step.is_some().then_some(Machine {
            overhead: 0,
            measured_peak: None,
            ..machine
        });
        self
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

/// Bytes of the fullest stage beside its model state.
fn beside_state(memory: &Memory) -> Bytes {
    let fullest = memory.fullest();
    fullest.total().saturating_sub(fullest.state.total())
}

/// True if a measured peak is far from the predicted one.
fn is_far(measured: Bytes, predicted: Bytes) -> bool {
    !NEAR.contains(&(measured.0 as f64 / predicted.0 as f64))
}

fn signed(bytes: Bytes) -> i64 {
    i64::try_from(bytes.0).unwrap_or(i64::MAX)
}
