//! Lower bounds on the step time and the memory of all layouts of a kind.
//!
//! A search skips thousands of layouts together if their bound is worse than its best layout. No
//! bound exceeds the estimate ([`super::estimate`]) of any layout of the kind.
//!
//! Tests: `crates/search/tests/all/optimize/bounds.rs`.

use super::activations::Activations;
use super::legal::{Layers, Legal};
use super::memory::{self, InFlight};
use super::plan::Recompute;
use super::schedule::{PeakCandidates, Pipeline};
use super::step::{self, Costs};
use super::units::{Bytes, Seconds};

/// The largest relative rounding error of a bound.
const ROUNDING: f64 = 1e-9;

/// Bounds of all layouts with the same tensor, context and expert degrees, micro-batch,
/// recomputation, offloading and types. Such layouts run the same kernels in the same layers.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Seconds of a layer without routed experts, forward and backward.
    dense: f64,
    /// Seconds of a layer with routed experts, forward and backward, without the exchange of
    /// experts: two opposite pipelines can overlap it.
    routed: f64,
    /// Seconds of the exchange of experts in a layer.
    exchange: f64,
    /// Seconds of the embedding.
    embedding: f64,
    /// Seconds of the output head and the loss.
    head: f64,
    /// Seconds of weight gradients, which can run later, in the three costs above: of a dense
    /// layer, of a routed layer, and of the head.
    weights: [f64; 3],
    activations: Activations,
}

impl Bounds {
    /// The bounds of a legal plan without sharded weights, and of all plans of the same kind.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        Self::made_of(&Costs::of(legal), legal)
    }

    /// The bounds of plans whose layers and ends have these costs.
    #[must_use]
    pub fn made_of(costs: &Costs, legal: &Legal) -> Self {
        // Of some layers a stage, only those that every stage recomputes would count.
        let levers = &legal.plan.levers;
        let recomputes = levers.recompute == Recompute::Full && levers.recompute_layers.is_none();
        let both = |[forward, backward]: [step::BlockCosts; 2]| forward.total() + backward.total();
        let layer = |layer: &step::LayerCost| {
            let again = if recomputes {
                layer.full_recompute.total() - layer.hidden_by_recompute.exposed().0
            } else {
                0.0
            };
            layer.forward.total() + layer.least_backward() + again
        };
        let exchange = costs.routed.expert_exchange(recomputes);
        let [mut dense, mut routed] = [layer(&costs.dense), layer(&costs.routed)];
        // Of frozen layers some have no backward; the shortest layer stands for all.
        if let Some(frozen) = &costs.frozen {
            let [shortest, shortest_routed] = [&frozen[0], &frozen[1]].map(|frozen| {
                if legal.plan.skipped_layers() > 0 {
                    frozen.forward.total()
                } else {
                    layer(frozen)
                }
            });
            dense = dense.min(shortest);
            routed = routed.min(shortest_routed);
        }
        Self {
            dense,
            routed: routed - exchange,
            exchange,
            embedding: if legal.plan.reaches_embedding() {
                both(costs.embedding)
            } else {
                costs.embedding[0].total()
            },
            head: both(costs.head),
            weights: costs.put_off().map(|weight| weight.0),
            activations: Activations::of(legal),
        }
    }

    /// The least step time of a legal plan under any schedule and any sharding. It is the mean work
    /// of a rank on a micro-batch, times the number of micro-batches.
    #[must_use]
    pub fn step(&self, legal: &Legal) -> Seconds {
        self.taking(legal, self.mean(legal, self.routed))
    }

    /// The least step time of a legal plan under the plan's schedule. If all layers are alike and
    /// evenly divided, the rank of the head also has its share of them. The experts' exchange
    /// counts unless two directions run at once. A pipeline that does not split backward also has
    /// to fill and drain.
    #[must_use]
    pub fn ordered_step(&self, legal: &Legal) -> Seconds {
        let routed = self.routed_in(legal);
        let mut busy = self.mean(legal, routed);
        if is_even(legal) && !legal.plan.schedule().facts().is_bidirectional() {
            let layers = self.work(all_layers(legal), routed) / legal.pipeline() as f64;
            let ends = self.head.max(self.embedding);
            busy = busy.max((layers + ends) * legal.micro_batches as f64);
        }
        self.taking(legal, busy.max(self.first_rank(legal, routed)))
    }

    /// Lower bound on the step of a legal plan with these costs of its pieces and this sharding. No
    /// rank is done before its blocks, and the first rank not before its bound by
    /// [`Bounds::ordered_step`]. Each rank then exchanges its gradients and updates its weights.
    /// Only the first rank, the second and the last are examined; the others mostly do the work of
    /// the second.
    #[must_use]
    pub fn sharded_step(&self, costs: &Costs, legal: &Legal) -> Seconds {
        let pipeline = Pipeline::of(legal);
        let last = pipeline.ranks - 1;
        let first = self.first_rank(legal, self.routed_in(legal));
        let ends = [Some(0), (last > 1).then_some(1), (last > 0).then_some(last)];
        let ends = ends.into_iter().flatten().map(|rank| {
            let work = self.rank(costs, legal, &pipeline, rank);
            let work = if rank == 0 { work.max(first) } else { work };
            // A rank that takes longer exposes less, but is done no earlier.
            work + costs.once(legal, &pipeline, rank, Seconds(work))
        });
        self.taking(legal, ends.fold(0.0, f64::max))
    }

    /// Lower bound on the seconds of a rank's blocks.
    fn rank(&self, costs: &Costs, legal: &Legal, pipeline: &Pipeline, rank: usize) -> f64 {
        let (sending, routed) = (costs.sending(), self.routed_in(legal));
        let mut work = 0.0;
        for chunk in 0..pipeline.chunks_a_rank() {
            let stage = pipeline.stage(rank, chunk) as u64;
            let (first, last) = (stage == 0, legal.is_last(stage));
            let layers = legal.layers(stage);
            let beside = if first { self.embedding } else { sending }
                + if last { self.head } else { sending };
            let through = pipeline.micro_batches_through(chunk) as f64;
            work += (self.work(layers, routed) + beside) * through;
        }
        work
    }

    /// Least seconds of a routed layer under the plan's schedule: two directions at once hide the
    /// exchange of experts.
    fn routed_in(&self, legal: &Legal) -> f64 {
        if legal.overlaps_passes() {
            self.routed
        } else {
            self.routed + self.exchange
        }
    }

    /// Earliest time at which the first rank has run its blocks, in seconds.
    fn first_rank(&self, legal: &Legal, routed: f64) -> f64 {
        let facts = legal.plan.schedule().facts();
        let is_woven = self.exchange > 0.0 && legal.overlaps_passes();
        if !legal.splits_backward() {
            let chain = self.chain(legal, routed, [0.0; 3], legal.micro_batches);
            return chain.max(self.last_rank(legal, routed));
        }
        let passing = match legal.micro_batches {
            _ if is_woven => 1,
            all if facts.is_bidirectional() => all.div_ceil(2),
            all => all,
        };
        self.chain(legal, routed, self.weights, passing)
    }

    /// Least seconds from the first forward to the last backward on the first rank. The last stage
    /// cannot begin before a micro-batch has passed all other stages. Once the last stage has run
    /// `passing` micro-batches forward and backward, one of them still has to go back to the first.
    /// Weight gradients that run later do not delay it.
    fn chain(&self, legal: &Legal, routed: f64, weights: [f64; 3], passing: u64) -> f64 {
        let [dense_weights, routed_weights, head_weights] = weights;
        let stage = |Layers {
                         dense,
                         routed: mixed,
                     }: Layers| {
            (self.dense - dense_weights) * dense as f64 + (routed - routed_weights) * mixed as f64
        };
        let last = stage(legal.layers(legal.virtual_stages - 1)) + self.head - head_weights;
        let all = stage(all_layers(legal)) + self.embedding + self.head - head_weights;
        all + last * (passing - 1) as f64
    }

    /// Seconds of the last rank's work between the first forwards and the last backwards of the
    /// ranks before it. The last rank cannot begin before those forwards, and the first rank ends
    /// after it.
    fn last_rank(&self, legal: &Legal, routed: f64) -> f64 {
        let ranks = legal.pipeline();
        let work = |stage: u64| self.work(legal.layers(stage), routed);
        let chain: f64 = (0..ranks - 1).map(work).sum();
        let own: f64 = (1..=legal.chunks())
            .map(|chunk| work(chunk * ranks - 1))
            .sum();
        let first = if ranks > 1 { self.embedding } else { 0.0 };
        chain + first + (own + self.head) * legal.micro_batches as f64
    }

    /// Mean seconds of work of a rank.
    fn mean(&self, legal: &Legal, routed: f64) -> f64 {
        let all = self.work(all_layers(legal), routed) + self.embedding + self.head;
        all * legal.micro_batches as f64 / legal.pipeline() as f64
    }

    fn work(&self, layers: Layers, routed: f64) -> f64 {
        self.dense * layers.dense as f64 + routed * layers.routed as f64
    }

    fn taking(&self, legal: &Legal, busy: f64) -> Seconds {
        let seconds = busy * step::slowdown::<f64>(legal) + legal.fitted.step_overhead;
        Seconds(seconds * (1.0 - ROUNDING))
    }

    /// Peak bytes of the micro-batches in flight in a legal plan of this kind: the exact value, not
    /// a bound.
    #[must_use]
    pub fn in_flight(&self, legal: &Legal, candidates: Option<&PeakCandidates>) -> InFlight {
        InFlight::of(legal, &self.activations, candidates)
    }

    /// Peak bytes of the micro-batches in flight on the first rank alone; faster to compute than
    /// for all ranks.
    #[must_use]
    pub fn in_flight_first(&self, legal: &Legal, candidates: Option<&PeakCandidates>) -> InFlight {
        InFlight::of_first(legal, &self.activations, candidates)
    }

    /// Lower bound on the memory of the fullest rank of a legal plan under plain 1F1B. The bound
    /// also holds under any other schedule that shards no more than this plan. Before its last
    /// backward, a rank has passed some micro-batch forward through all its chunks. So it holds all
    /// activations of that micro-batch.
    #[must_use]
    pub fn memory(&self, legal: &Legal) -> Bytes {
        memory::least(legal, &self.activations)
    }
}

/// Layers of the whole model.
fn all_layers(legal: &Legal) -> Layers {
    let model = &legal.plan.model;
    let extra = model.multi_token_layers;
    let routed = model.routed_before(model.layers);
    let (dense, is_routed) = (model.layers - routed, model.moe.experts > 0);
    Layers {
        dense: dense + if is_routed { 0 } else { extra },
        routed: routed + if is_routed { extra } else { 0 },
    }
}

/// True if every rank has the same layers, whatever the schedule.
fn is_even(legal: &Legal) -> bool {
    let (layout, model) = (&legal.plan.layout, &legal.plan.model);
    let are_alike = model.moe.experts == 0 || model.moe.dense_layers == 0 && model.moe.every <= 1;
    are_alike
        && !legal.plan.tuning.freezes_layers()
        && layout.split.is_empty()
        && !layout.ends_count
        && model.multi_token_layers == 0
}
