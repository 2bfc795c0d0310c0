//! A plan's numbers as letters of textbooks' formulas.

use super::change::Change;
use super::source::Source;
use crate::amount::{Amount, Count as _, Symbol, Traced, TracedCount, Unit};
use crate::legal::Legal;
use crate::params::ModelParams;
use crate::why::figures::Figures;

/// A formula's result, and the steps that lead from it to the figure.
pub(super) struct Textbook {
    /// The result.
    pub(super) value: Traced,
    /// The work that has the formula.
    pub(super) source: Source,
    /// Assumptions that are dropped first, each with the value after it.
    pub(super) first: Vec<(Change, f64)>,
    /// Assumptions that the model makes and drops one after the other; none if `first` ends at the
    /// figure.
    pub(super) then: &'static [Change],
}

impl Textbook {
    /// A formula without steps of its kind alone.
    pub(super) const fn new(value: Traced, source: Source, then: &'static [Change]) -> Self {
        Self {
            value,
            source,
            first: Vec::new(),
            then,
        }
    }
}

/// A plan with its figures, and one of its stages.
pub(super) struct Given<'a> {
    pub(super) legal: &'a Legal<'a>,
    pub(super) figures: &'a Figures<f64>,
    pub(super) stage: usize,
    pub(super) params: ModelParams,
}

impl Given<'_> {
    /// The number that a letter of the plan stands for.
    pub(super) fn letter(&self, symbol: Symbol) -> Traced {
        self.legal.letter::<TracedCount>(symbol).real()
    }

    /// Parameters that a token passes, N.
    pub(super) fn active(&self) -> Traced {
        letter(Symbol::ActiveParameters, self.params.active)
    }

    /// Parameters of the model over those ranks that divide every product or all layers, N/(t·p).
    pub(super) fn of_rank(&self) -> Traced {
        letter(Symbol::ModelParameters, self.params.total)
            / (self.letter(Symbol::Tensor) * self.letter(Symbol::Pipeline))
    }

    /// Layers of a stage, L/p.
    pub(super) fn layers(&self) -> Traced {
        letter(Symbol::AllLayers, self.legal.plan.model.layers) / self.letter(Symbol::Pipeline)
    }

    /// FLOPs that all GPUs do in a second at their peak.
    pub(super) fn peak(&self) -> Traced {
        self.letter(Symbol::Gpus) * self.peak_of_one()
    }

    /// FLOPs that a GPU does in a second at its peak.
    pub(super) fn peak_of_one(&self) -> Traced {
        let plan = self.legal.plan;
        plan.cluster.gpu.peak_rate::<Traced>(plan.levers.dtype).0
    }

    /// Tokens of a step.
    pub(super) fn step_tokens(&self) -> Traced {
        self.legal.plan.step_tokens::<TracedCount>().real()
    }
}

/// A number that a letter stands for.
pub(super) fn letter(symbol: Symbol, value: u64) -> Traced {
    TracedCount::letter(symbol, value).real()
}

/// A plain number.
pub(super) fn number(value: f64) -> Traced {
    Traced::number(value)
}

/// A plain number of FLOPs.
pub(super) fn flops(value: f64) -> Traced {
    Traced::quantity(value, Unit::FLOPS)
}

/// A plain number of bytes.
pub(super) fn bytes(value: f64) -> Traced {
    Traced::quantity(value, Unit::BYTES)
}
