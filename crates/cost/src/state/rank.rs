//! Model state of one rank of a plan.

use super::beyond::{reference_weights, scales_and_wide_moments, wide_frozen_ends};
use super::parts::State;
use super::per_parameter::{PerParameter, moments};
use crate::amount::{Count, Part, Symbol};
use crate::legal::Legal;
use crate::narrow::scales_and_wide_weights;
use crate::params::{Params, RankParams};
use crate::plan::{Offload, Plan};
use crate::sharding::StateSharding;
use crate::units::Bytes;

impl<C: Count> State<C> {
    /// State on a rank of this plan that holds these parameters. It is the rank's share of the
    /// state of its shard group, less the part that is offloaded to the host.
    #[must_use]
    pub fn of_rank(legal: &Legal, params: RankParams<C>) -> Self {
        let mut state = Self::on_gpu_and_host(legal, params);
        let offload = legal.plan.levers.offload;
        if offload.contains(Offload::Optimizer) {
            state.optimizer = Bytes::ZERO;
        } else if legal.plan.levers.pages_moments() {
            state.optimizer = masters(legal, params);
        }
        // Sharded weights come from the host when they are gathered, and gradients go there.
        if offload.contains(Offload::Parameters) && StateSharding::of(legal).weights() {
            state.weights = Bytes::ZERO;
            state.gradients = Bytes::ZERO;
        }
        state
    }

    /// State of a rank of this plan that holds these parameters, wherever it is kept.
    #[must_use]
    pub fn on_gpu_and_host(legal: &Legal, params: RankParams<C>) -> Self {
        let sharding = StateSharding::of(legal);
        let mut state = Self::sharded(legal, params, sharding, groups(legal));
        // Two ranks that hold the same parameters share the optimizer's work on them.
        if sharding.optimizer {
            state.optimizer = state.optimizer.over(legal.letter(Symbol::ModelCopies));
        }
        state.weights += scales_and_wide_weights(legal, params)
            + wide_frozen_ends(legal, params)
            + reference_weights(legal, params);
        state.optimizer += scales_and_wide_moments(legal, params);
        if legal.plan.updates_in_backward() {
            state.gradients = Bytes::ZERO;
        }
        state
    }

    /// State of these parameters, whose sharded parts are divided among this many ranks, and those of
    /// experts among as many as the second number says.
    #[must_use]
    pub(crate) fn sharded(
        legal: &Legal,
        params: RankParams<C>,
        sharding: StateSharding,
        groups: [C; 2],
    ) -> Self {
        Self::sharded_by(legal, params, sharding, groups, &|each| each)
    }

    /// The state, of which each parameter keeps the part that `kept` gives.
    fn sharded_by(
        legal: &Legal,
        params: RankParams<C>,
        sharding: StateSharding,
        [ranks, expert_ranks]: [C; 2],
        kept: &dyn Fn(PerParameter) -> PerParameter,
    ) -> Self {
        let each = PerParameter::of_legal(legal);
        let copied = kept(each.of_copies(legal.plan));
        let each = kept(each);
        let (copies, rest) = trained_copies(legal.plan, params);
        let rest = each.sharded(rest, sharding, ranks);
        let experts = each.sharded(params.experts, sharding, expert_ranks);
        let copies = copied.sharded(copies, sharding, ranks);
        rest.part(Part::OutsideExperts)
            + experts.part(Part::OfExperts)
            + copies.part(Part::OfTrainedCopies)
    }
}

/// Ranks that share the state of parameters outside experts, and that of experts.
fn groups<C: Count>(legal: &Legal) -> [C; 2] {
    [Symbol::Shards, Symbol::ExpertShards].map(|symbol| legal.letter(symbol))
}

/// Trained copies of the ends among a rank's common parameters, and the others.
pub(crate) fn trained_copies<C: Count>(
    plan: &Plan,
    params: RankParams<C>,
) -> (Params<C>, Params<C>) {
    let copies = if plan.tuning.is_frozen() {
        Params::trained(params.ends.trainable.or_part(Part::EndCopies))
    } else {
        Params::NONE
    };
    let rest = params.common.saturating_sub(copies);
    (copies, rest.or_parts([Part::TrainedRest, Part::FrozenHere]))
}

/// Bytes of a rank's optimizer state beside its moments: master weights, and copies of gradients.
fn masters<C: Count>(legal: &Legal, params: RankParams<C>) -> Bytes<C> {
    let sharding = StateSharding::of(legal);
    let state = State::sharded_by(legal, params, sharding, groups(legal), &|each| {
        PerParameter {
            optimizer: each.optimizer - moments(&legal.plan.levers).min(each.optimizer),
            ..each
        }
    });
    if sharding.optimizer {
        state.optimizer.over(legal.letter(Symbol::ModelCopies))
    } else {
        state.optimizer
    }
}
