//! A stage's memory term by term, each with its formula in this plan's numbers. The terms add up
//! to the bytes that [`Memory`] reports for the stage.

mod activations;
mod term;

pub use term::{At, Moment, Name, Term};

use super::buffers::{Kinds, communicators, is_fitted_beside, widest, workspace_parts};
use super::kinds::MEMORY;
use super::phases::Phases;
use super::{Memory, StageMemory, StageMemoryModel, peaks};
use crate::activations::Activations;
use crate::activations::breakdown::{Factor, Product, factor, number, of_plan};
use crate::amount::Symbol;
use crate::calibration as measured;
use crate::certainty::Certainty;
use crate::legal::Legal;
use crate::narrow::scales_and_wide_weights;
use crate::params::{Params, RankParams};
use crate::plan::Offload;
use crate::sharding::StateSharding;
use crate::state::{self, PerParameter, Released};
use crate::units::Bytes;
use activations::Held;
use term::{BUFFERS, GRADIENTS, List, OPTIMIZER, OVERHEAD, WEIGHTS};

/// The terms of a stage's memory at its peak.
#[derive(Clone, Debug, PartialEq)]
pub struct StageTerms {
    /// The stage, counted from 0.
    pub stage: usize,
    /// The moment at which the stage holds its terms.
    pub moment: Moment,
    /// Terms of the stage's memory.
    pub terms: Vec<Term>,
}

impl StageTerms {
    /// The terms of a stage of a legal plan; `memory` is that of the plan's estimate.
    ///
    /// ```
    /// use formats::catalog;
    /// use cost::{legal::Legal, memory::terms::{Name, StageTerms}};
    /// let plan = catalog::plan("llama3-8b", "h100", 8).unwrap();
    /// let memory = cost::estimate(&plan).unwrap().memory;
    /// let stage = StageTerms::of(&Legal::check(&plan).unwrap(), &memory, 0);
    /// // 2 bytes for each of 8.03 B parameters
    /// assert_eq!(stage.terms[0].name, Name::Weights);
    /// assert_eq!(stage.terms[0].bytes, memory.stages[0].state.weights);
    /// let all: u64 = stage.terms.iter().filter(|term| !term.is_less).map(|term| term.bytes.0).sum();
    /// let less: u64 = stage.terms.iter().filter(|term| term.is_less).map(|term| term.bytes.0).sum();
    /// assert_eq!(all - less, memory.stages[0].total().0);
    /// ```
    #[must_use]
    pub fn of(legal: &Legal, memory: &Memory, stage: usize) -> Self {
        let stage = stage.min(memory.stages.len().saturating_sub(1));
        let stage_model = StageMemoryModel::of(legal);
        let activations = Activations::of(legal);
        let parts = peaks::Parts::of(legal, &activations);
        let held = &peaks::held(&stage_model.pipeline, &parts)[stage];
        let peak = parts.together(&stage_model.pipeline, stage, held);
        // The model's figures, without those of the reader's machine.
        let plain = stage_model.stage(legal, stage, peak);
        let params = stage_model
            .pieces
            .of_rank(legal, &stage_model.pipeline, stage);
        let [_, passing] = stage_model
            .buffers
            .of_rank(legal, &stage_model.pipeline, stage);
        let phases = Phases::of(legal, params, peak, passing);
        let is_step = phases.is_step();
        let mut list = List::default();
        let none = Released::default();
        let released = if is_step { none } else { phases.released };
        list.state(legal, params, &plain, released);
        let moment = if is_step {
            Moment {
                at: At::Optimizer,
                is_first: false,
                in_flight: 0,
                waiting: 0,
            }
        } else {
            Held::of(legal, &stage_model.pipeline, &activations, stage, held).list(&mut list)
        };
        list.workspaces(legal, &stage_model, stage);
        let trained = params.total().trainable;
        if is_step {
            list.of_params(BUFFERS, Name::StepCopies, trained, phases.copies);
        } else {
            list.passing(legal, &stage_model, stage);
            list.of_params(BUFFERS, Name::AutocastCopies, trained, phases.autocast);
        }
        list.overhead(legal, &stage_model, &plain, phases.cached());
        list.machine(&memory.stages[stage]);
        Self {
            stage,
            moment,
            terms: list.terms,
        }
    }

    /// The terms of a kind.
    pub fn of_kind(&self, kind: usize) -> impl Iterator<Item = &Term> {
        self.terms.iter().filter(move |term| term.kind == kind)
    }
}

impl List {
    /// Weights, gradients and optimizer state, outside experts and of experts, without the bytes
    /// `released`.
    fn state(
        &mut self,
        legal: &Legal,
        params: RankParams,
        stage: &StageMemory,
        released: Released,
    ) {
        let (each, sharding) = (PerParameter::of_legal(legal), StateSharding::of(legal));
        let offload = legal.plan.levers.offload;
        let on_host = offload.contains(Offload::Parameters) && sharding.weights();
        let common = [
            Name::Weights,
            Name::FrozenWeights,
            Name::Gradients,
            Name::Moments,
            Name::Masters,
        ];
        let (copies, rest) = state::trained_copies(legal.plan, params);
        let parts = [
            (
                each,
                (Symbol::Parameters, rest),
                legal.shard_group(),
                Symbol::Shards,
                common,
            ),
            (
                each.of_copies(legal.plan),
                (Symbol::Parameters, copies),
                legal.shard_group(),
                Symbol::Shards,
                common,
            ),
            (
                each,
                (Symbol::ExpertParameters, params.experts),
                legal.expert_shard_group(),
                Symbol::ExpertShards,
                [
                    Name::ExpertWeights,
                    Name::FrozenExpertWeights,
                    Name::ExpertGradients,
                    Name::ExpertMoments,
                    Name::ExpertMasters,
                ],
            ),
        ];
        if !on_host {
            let beyond = scales_and_wide_weights(legal, params);
            let all = params.total().all();
            self.of_params(WEIGHTS, Name::ScalesAndWideWeights, all, beyond);
            let wide = state::wide_frozen_ends(legal, params);
            self.of_params(WEIGHTS, Name::WideFrozenEnds, params.ends.frozen, wide);
            let reference = state::reference_weights(legal, params);
            self.of_params(WEIGHTS, Name::ReferenceWeights, all, reference);
        }
        let mut optimizer = Vec::new();
        for (
            each,
            (count, params),
            ranks,
            symbol,
            [weights, frozen, gradients, moments, masters],
        ) in parts
        {
            let trained = factor(count, params.trainable);
            let state = each.sharded(params, sharding, ranks);
            let over = |sharded: bool, ranks| sharded.then(|| factor(symbol, ranks));
            if !on_host {
                let shards = over(sharding.weights(), ranks);
                let still = Params {
                    trainable: 0,
                    ..params
                };
                let still = each.sharded(still, sharding, ranks).weights;
                let factors = &[bits(each.weight_bits as f64), trained];
                let bytes = state.weights.saturating_sub(still);
                self.product(WEIGHTS, weights, factors, shards, bytes);
                let factors = &[
                    bits(each.frozen_size as f64 / 512.0),
                    factor(count, params.frozen),
                ];
                self.product(WEIGHTS, frozen, factors, shards, still);
                let is_kept = !legal.plan.updates_in_backward();
                if is_kept && released.gradients == Bytes::ZERO {
                    let shards = over(sharding.gradients, ranks);
                    let factors = &[number(each.gradients), trained];
                    self.product(GRADIENTS, gradients, factors, shards, state.gradients);
                }
            }
            let each_moment = state::moments(&legal.plan.levers).min(each.optimizer);
            let kept_moment = if legal.plan.levers.pages_moments() {
                0
            } else {
                each_moment
            };
            let copies = if released.optimizer > Bytes::ZERO {
                4
            } else {
                0
            };
            let rest = each.optimizer.saturating_sub(each_moment + copies);
            let sharers = ranks * legal.copies();
            for (name, each) in [(moments, kept_moment), (masters, rest)] {
                let over = over(sharding.optimizer, sharers);
                let bytes =
                    Bytes::product([each, params.trainable]).over(over.map_or(1, |_| sharers));
                if bytes > Bytes::ZERO {
                    optimizer.push((name, [number(each), trained], over, bytes));
                }
            }
        }
        // The model rounds up the sum of the optimizer's terms, not each: the last term gets the
        // rest.
        let mut left = stage.state.optimizer;
        let beyond = state::scales_and_wide_moments(legal, params).min(left);
        let trained = params.total().trainable;
        self.of_params(OPTIMIZER, Name::ScalesAndWideMoments, trained, beyond);
        left = left.saturating_sub(beyond);
        let last = optimizer.len().saturating_sub(1);
        for (index, (name, factors, over, bytes)) in optimizer.into_iter().enumerate() {
            let bytes = if index == last { left } else { bytes.min(left) };
            left = left.saturating_sub(bytes);
            self.product(OPTIMIZER, name, &factors, over, bytes);
        }
    }

    /// Workspaces and dummy gradients, which last from step to step.
    fn workspaces(&mut self, legal: &Legal, stage_model: &StageMemoryModel, rank: usize) {
        let buffers = &stage_model.buffers;
        let kinds = Kinds::of_rank(legal, &stage_model.pipeline, rank);
        let [layers, _] = buffers.scratch.of_rank(kinds);
        let [cublas, engine, times] = workspace_parts(legal);
        let mut workspaces = vec![Product {
            factors: vec![number(cublas)],
            over: None,
        }];
        if engine > 0 {
            workspaces.push(Product {
                factors: vec![number(times), number(engine)],
                over: None,
            });
        }
        self.add(
            BUFFERS,
            Name::Workspaces,
            workspaces,
            Vec::new(),
            buffers.workspaces,
        );
        let shapes = factor(Symbol::Shapes, layers.0 / 2);
        self.product(BUFFERS, Name::Dummies, &[number(2), shapes], None, layers);
    }

    /// Buffers that exist in a backward only.
    fn passing(&mut self, legal: &Legal, stage_model: &StageMemoryModel, rank: usize) {
        let buffers = &stage_model.buffers;
        let kinds = Kinds::of_rank(legal, &stage_model.pipeline, rank);
        let [_, head] = buffers.scratch.of_rank(kinds);
        let gathered = buffers.gathered.of_rank(kinds);
        let mut weights = |name, each: u64, params: u64| {
            let count = factor(Symbol::LayerParameters, params);
            let bytes = Bytes::product([each, params]);
            self.product(BUFFERS, name, &[number(each), count], None, bytes);
        };
        weights(Name::Gathered, 2, gathered.layers);
        weights(Name::GatheredEnds, 2, gathered.ends);
        weights(Name::WholeGradients, gathered.gradient, gathered.layer);
        let each = bytes_each(gathered.narrow_bytes, gathered.narrow);
        let count = factor(Symbol::LayerParameters, gathered.narrow);
        let bytes = gathered.narrow_bytes;
        self.product(BUFFERS, Name::GatheredNarrow, &[each, count], None, bytes);
        let plan = |symbol| of_plan(legal, symbol);
        let table = &[number(2), plan(Symbol::Vocab), plan(Symbol::Hidden)];
        let tensor = Some(plan(Symbol::Tensor));
        self.product(BUFFERS, Name::HeadDummy, table, tensor, head);
        let stream = [Symbol::Element, Symbol::OuterTokens, Symbol::Hidden].map(plan);
        self.product(BUFFERS, Name::Boundary, &stream, None, buffers.boundary);
        let matrix = [plan(Symbol::Element), plan(Symbol::Hidden)];
        let matrix = [&matrix[..], &[number(widest(legal))]].concat();
        let name = Name::Dequantised;
        self.product(BUFFERS, name, &matrix, tensor, buffers.dequantised);
        let one = buffers.one_gradient.of_rank(kinds);
        let each = PerParameter::of_legal(legal).gradients;
        let count = one.0 / each.max(1);
        self.of_params(BUFFERS, Name::OneGradient, count, one);
    }

    /// Bytes for each of these parameters of the rank.
    fn of_params(&mut self, kind: usize, name: Name, count: u64, bytes: Bytes) {
        let each = bytes_each(bytes, count);
        let count = factor(Symbol::Parameters, count);
        self.product(kind, name, &[each, count], None, bytes);
    }

    fn overhead(
        &mut self,
        legal: &Legal,
        stage_model: &StageMemoryModel,
        stage: &StageMemory,
        blocks: [Bytes; 2],
    ) {
        let slack = Factor {
            symbol: Symbol::Slack,
            value: stage_model.buffers.slack,
        };
        let allocated = factor(Symbol::Allocated, stage.allocated().0);
        let buffers = &stage_model.buffers;
        if stage.cache == buffers.wanted_cache(stage.allocated(), blocks) {
            let product = |factors: Vec<Factor>| Product {
                factors,
                over: None,
            };
            let mut sum = vec![product(vec![slack, allocated])];
            for part in blocks {
                if part > Bytes::ZERO {
                    sum.push(product(vec![number(part.0)]));
                }
            }
            self.add(OVERHEAD, Name::Cache, sum, Vec::new(), stage.cache);
        } else {
            // The cache is limited to the card's capacity.
            let left = number(stage.cache.0);
            self.product(OVERHEAD, Name::Cache, &[left], None, stage.cache);
        }
        if let Some(cache) = self.terms.last_mut() {
            cache.certainty = Certainty::Calibrated;
        }
        if is_fitted_beside(legal) {
            let beside = stage_model.buffers.beside;
            self.product(OVERHEAD, Name::Beside, &[number(beside.0)], None, beside);
            return;
        }
        let context = measured::CONTEXT_BYTES;
        self.product(
            OVERHEAD,
            Name::Context,
            &[number(context)],
            None,
            Bytes(context),
        );
        let (each, groups) = (measured::COMMUNICATOR_BYTES, communicators(legal));
        self.product(
            OVERHEAD,
            Name::Communicators,
            &[number(each), factor(Symbol::Groups, groups)],
            None,
            Bytes(each) * groups,
        );
    }

    /// Adds, for each kind of memory, the difference of the stage's bytes from the listed terms:
    /// the reader's measurement, if there is one.
    fn machine(&mut self, stage: &StageMemory) {
        for (kind, term) in MEMORY.iter().enumerate() {
            let said = (term.of)(stage);
            let listed = self.terms.iter().filter(|term| term.kind == kind);
            let (mut all, mut less) = (Bytes::ZERO, Bytes::ZERO);
            for term in listed {
                *if term.is_less { &mut less } else { &mut all } += term.bytes;
            }
            let listed = all.saturating_sub(less);
            let off = Bytes(said.0.abs_diff(listed.0));
            self.product(kind, Name::Machine, &[number(off.0)], None, off);
            if off > Bytes::ZERO && said < listed {
                self.counts_against();
            }
        }
    }
}

/// Bytes of this many bits, as a factor of a formula.
fn bits(bits: f64) -> Factor {
    Factor {
        symbol: Symbol::Number,
        value: bits / 8.0,
    }
}

/// Bytes of each of `count` parameters, as a factor of a formula.
fn bytes_each(bytes: Bytes, count: u64) -> Factor {
    Factor {
        symbol: Symbol::Number,
        value: bytes.0 as f64 / count.max(1) as f64,
    }
}
