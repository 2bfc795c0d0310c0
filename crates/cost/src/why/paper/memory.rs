//! Textbooks' formulas of a stage's memory.

use super::change::Change;
use super::given::{Given, Textbook, bytes, letter, number};
use super::source::Source;
use crate::amount::{Amount as _, Symbol, Traced};
use crate::plan::Recompute;

/// Assumptions about memory, in the order in which they are dropped.
const MEMORY: &[Change] = &[
    Change::Exact,
    Change::Frozen,
    Change::Precision,
    Change::Loss,
    Change::Framework,
    Change::Offload,
    Change::Machine,
];

/// Assumptions about all memory of a stage.
const TOTAL: &[Change] = &[
    Change::Exact,
    Change::Frozen,
    Change::Precision,
    Change::Loss,
    Change::Framework,
    Change::Offload,
    Change::Buffers,
    Change::Slack,
    Change::Context,
    Change::Machine,
];

/// Bytes of weights, gradients and optimizer state for each parameter (Rajbhandari 2020, section
/// 3.1).
const STATE: [f64; 3] = [2.0, 2.0, 12.0];

impl Given<'_> {
    /// These parameters over the ranks that shard them from this stage of ZeRO on.
    pub(super) fn sharded(&self, params: Traced, stage: u32) -> Traced {
        let zero = self.legal.plan.layout.zero;
        let is_sharded = match stage {
            1 => zero.shards_optimizer(),
            2 => zero.shards_gradients(),
            _ => zero.shards_weights(),
        };
        if is_sharded {
            params / letter(Symbol::Shards, self.legal.shard_group())
        } else {
            params
        }
    }

    fn weights(&self) -> Traced {
        bytes(STATE[0]) * self.sharded(self.of_rank(), 3)
    }

    fn gradients(&self) -> Traced {
        bytes(STATE[1]) * self.sharded(self.of_rank(), 2)
    }

    fn optimizer_state(&self) -> Traced {
        bytes(STATE[2]) * self.sharded(self.of_rank(), 1)
    }

    fn state(&self) -> Traced {
        self.weights() + self.gradients() + self.optimizer_state()
    }

    /// Weights of 2 bytes, divided by tensor and pipeline parallelism (Rajbhandari 2020, section 3.1).
    pub(super) fn memory_weights(&self) -> Textbook {
        Textbook::new(self.weights(), Source::Rajbhandari2020, MEMORY)
    }

    /// Gradients of 2 bytes (Rajbhandari 2020, section 3.1).
    pub(super) fn memory_gradients(&self) -> Textbook {
        Textbook::new(self.gradients(), Source::Rajbhandari2020, MEMORY)
    }

    /// Master weights and moments of 12 bytes (Rajbhandari 2020, section 3.1).
    pub(super) fn memory_optimizer(&self) -> Textbook {
        Textbook::new(self.optimizer_state(), Source::Rajbhandari2020, MEMORY)
    }

    /// State between two steps (Rajbhandari 2020, section 3.1).
    pub(super) fn memory_at_rest(&self) -> Textbook {
        Textbook::new(self.state(), Source::Rajbhandari2020, MEMORY)
    }

    /// Activations of the layers and micro-batches in flight: s·b·h·(34 + 5·a·s/h)/t each with
    /// sequence parallelism, s·b·h·(10 + 24/t + 5·a·s/(h·t)) without. Selective recompute drops the
    /// scores, full recompute keeps the inputs of layers (Korthikanti 2022, section 4 and table 2).
    pub(super) fn memory_activations(&self) -> Textbook {
        let levers = &self.legal.plan.levers;
        let has_scores = levers.recompute == Recompute::None;
        let value = self.activations(has_scores);
        let flash = if has_scores && levers.flash {
            vec![(Change::Flash, self.activations(false).value())]
        } else {
            Vec::new()
        };
        Textbook {
            first: flash,
            ..Textbook::new(value, Source::Korthikanti2022, MEMORY)
        }
    }

    fn activations(&self, has_scores: bool) -> Traced {
        let plan = self.legal.plan;
        let tensor = self.letter(Symbol::Tensor);
        let split = |value: Traced, is_split: bool| if is_split { value / tensor } else { value };
        let in_parallel = plan.sequence_parallel();
        let each = if plan.levers.recompute == Recompute::Full {
            split(bytes(2.0), in_parallel)
        } else {
            let linear = if in_parallel || plan.layout.tensor == 1 {
                split(bytes(34.0), in_parallel)
            } else {
                bytes(10.0) + split(bytes(24.0), true)
            };
            if has_scores {
                let scores = self.letter(Symbol::AllHeads) * self.letter(Symbol::Sequence)
                    / self.letter(Symbol::Hidden);
                linear + split(bytes(5.0) * scores, true)
            } else {
                linear
            }
        };
        let stages = self.legal.pipeline();
        let behind = stages.saturating_sub(self.stage as u64).max(1);
        let in_flight = letter(Symbol::MicroBatches, behind.min(self.legal.micro_batches));
        self.letter(Symbol::Tokens) * self.letter(Symbol::Hidden) * each * self.layers() * in_flight
    }

    /// Logits of 4 bytes on the last stage, 4·s·b·V/t (Korthikanti 2022, section 4.3).
    pub(super) fn memory_logits(&self) -> Option<Textbook> {
        let value = self.logits()?;
        Some(Textbook::new(value, Source::Korthikanti2022, MEMORY))
    }

    fn logits(&self) -> Option<Traced> {
        let value = bytes(4.0) * self.letter(Symbol::Tokens) * self.letter(Symbol::Vocab)
            / self.letter(Symbol::Tensor);
        (self.stage as u64 + 1 == self.legal.pipeline()).then_some(value)
    }

    /// With ZeRO-3 the gathered weights of one layer, 2·N/(L·t) (Zhao 2023, section 3.2.1).
    pub(super) fn memory_buffers(&self) -> Option<Textbook> {
        let layers = letter(Symbol::AllLayers, self.legal.plan.model.layers);
        let all = letter(Symbol::ModelParameters, self.params.total);
        let value = bytes(2.0) * all / (layers * self.letter(Symbol::Tensor));
        let gathers = self.legal.plan.layout.zero.shards_weights();
        gathers.then(|| Textbook::new(value, Source::Zhao2023, MEMORY))
    }

    /// State, activations and logits (Rajbhandari 2020, section 3; Korthikanti 2022, section 4).
    pub(super) fn memory_total(&self) -> Textbook {
        let levers = &self.legal.plan.levers;
        let has_scores = levers.recompute == Recompute::None;
        let held = self.state() + self.logits().unwrap_or(number(0.0));
        let value = held + self.activations(has_scores);
        let first = if has_scores && levers.flash {
            let kept = held + self.activations(false);
            vec![(Change::Flash, kept.value())]
        } else {
            Vec::new()
        };
        Textbook {
            first,
            ..Textbook::new(value, Source::Korthikanti2022, TOTAL)
        }
    }
}
