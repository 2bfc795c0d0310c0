//! The score of a layout, and the check of its memory.

use crate::optimize::{Margin, Objective, Rates, Score, SearchQuestion};
use cost::band::{Band, MemoryCount};
use cost::legal::Legal;
use cost::machine::Machine;
use cost::memory::{InFlight, Memory};
use cost::plan::Plan;
use cost::step::StepTime;
use cost::units::{Bytes, Seconds};

/// The criteria for all layouts of a search.
pub(super) struct Scorer {
    goal: Objective,
    margin: Margin,
    /// The reader's machine, which slows and fills every layout alike.
    machine: Option<Machine>,
    /// Rates by number of GPUs, rising.
    rates: Vec<(u64, Rates)>,
    band: Band,
    capacity: Bytes,
}

impl Scorer {
    /// The scorer of a plan's layouts on clusters of these sizes.
    pub(super) fn of(plan: &Plan, question: &SearchQuestion, clusters: &[u64]) -> Self {
        let rates = clusters.iter().map(|&gpus| (gpus, Rates::of(plan, gpus)));
        let mut rates: Vec<(u64, Rates)> = rates.collect();
        rates.sort_unstable_by_key(|(gpus, _)| *gpus);
        Self {
            goal: question.goal,
            margin: question.margin,
            machine: Machine::behind(plan),
            rates,
            band: Band::of_memory(plan, MemoryCount::Reserved),
            capacity: plan.cluster.gpu.usable_memory(),
        }
    }

    /// Memory of a layout's fullest GPU on the reader's machine, with this in-flight memory.
    pub(super) fn peak(&self, legal: &Legal, in_flight: &InFlight) -> Bytes {
        match &self.machine {
            // Memory below the model's is subtracted stage by stage, never from the state.
            Some(machine) if machine.overhead < 0 => {
                let step = StepTime::default();
                machine.rescale(Memory::of(legal), step).0.peak()
            }
            machine => in_flight.peak(legal) + more(machine.as_ref()),
        }
    }

    /// The step of a layout on the reader's machine.
    pub(super) fn step(&self, modelled: &StepTime) -> Seconds {
        match &self.machine {
            Some(machine) => modelled.scaled(machine.pace).total(),
            None => modelled.total(),
        }
    }

    /// True if a peak leaves enough memory free.
    pub(super) fn leaves_room(&self, peak: Bytes) -> bool {
        self.margin.leaves_room(peak, self.band, self.capacity)
    }

    /// The score of a layout on this many GPUs; `None` if it misses a limit.
    pub(super) fn score(&self, gpus: u64, step: Seconds, peak: Bytes) -> Option<Score> {
        let place = self.rates.binary_search_by_key(&gpus, |(size, _)| *size);
        let (_, rates) = &self.rates[place.ok()?];
        self.goal.score(rates, gpus, step, peak)
    }

    /// Lower bound on the score of layouts with at least this modelled step and this peak on the
    /// reader's machine. `None` if they miss a limit.
    pub(super) fn least(&self, gpus: u64, step: Seconds, peak: Bytes) -> Option<Score> {
        self.score(gpus, step * self.pace(), peak)
    }

    /// Factor between a step on the reader's machine and the modelled one.
    fn pace(&self) -> f64 {
        self.machine.as_ref().map_or(1.0, |machine| machine.pace)
    }

    /// Lower bound on the memory on the reader's machine, from a lower bound by the model.
    pub(super) fn least_peak(&self, peak: Bytes) -> Bytes {
        let machine = self.machine.as_ref();
        let less = machine.map_or(0, |machine| machine.overhead.min(0).unsigned_abs());
        peak.saturating_sub(Bytes(less)) + more(machine)
    }
}

/// Bytes that the reader's machine holds beyond the model's figure.
fn more(machine: Option<&Machine>) -> Bytes {
    Bytes(machine.map_or(0, |machine| machine.overhead.max(0).unsigned_abs()))
}
