//! All controls, in the order in which a plan is made. Controls that most plans do not need are
//! folded. Those that concern only some plans appear only for those.

use crate::panels::late_place::LatePlace;
use cost::plan::{Offload, Plan, Recompute};

use super::spec::{GroupSpec, Row};
use super::specs::{layout, levers, machines, model, run};

/// All controls.
pub(super) static GROUPS: [GroupSpec; 6] = [
    GroupSpec {
        heading: |groups| groups.model,
        is_folded: false,
        rows: &[
            Row::List(&model::MODEL),
            Row::Fold(|groups| groups.shape, &SHAPE_ROWS),
            Row::When(
                has_experts,
                &[Row::Fold(|groups| groups.experts, &EXPERT_ROWS)],
            ),
        ],
    },
    GroupSpec {
        heading: |groups| groups.cluster,
        is_folded: false,
        rows: &[
            Row::List(&machines::GPU),
            Row::Slider(&machines::CLUSTER),
            Row::Fold(|groups| groups.card, &CARD_ROWS),
        ],
    },
    GroupSpec {
        heading: |groups| groups.layout,
        is_folded: false,
        rows: &[
            Row::Slider(&layout::TENSOR),
            Row::Slider(&layout::PIPELINE),
            Row::Slider(&layout::CONTEXT),
            Row::Sentence(|strings, plan| (strings.data_follows)(plan)),
            Row::When(
                |plan| has_experts(plan) || plan.layout.expert * plan.layout.expert_tensor > 1,
                &[
                    Row::Slider(&layout::EXPERT),
                    Row::Slider(&layout::EXPERT_TENSOR),
                    Row::Sentence(|strings, plan| (strings.experts_follow)(plan)),
                ],
            ),
            Row::Options(&layout::ZERO),
            Row::Slider(&layout::VIRTUAL),
            Row::List(&layout::SCHEDULE),
            Row::When(
                |plan| plan.layout.tensor > 1,
                &[Row::Options(&layout::SEQUENCE_PARALLEL)],
            ),
            Row::When(
                |plan| plan.layout.context > 1,
                &[Row::Options(&layout::CONTEXT_KIND)],
            ),
            Row::Fold(
                |groups| groups.division,
                &[
                    Row::Slider(&layout::SHARD_GROUP),
                    Row::Options(&layout::ENDS),
                    Row::Text(&layout::SPLIT),
                ],
            ),
        ],
    },
    GroupSpec {
        heading: |groups| groups.batch,
        is_folded: false,
        rows: &[
            Row::Slider(&levers::BATCH[0]),
            Row::Slider(&levers::BATCH[1]),
            Row::Slider(&levers::BATCH[2]),
            Row::Sentence(|strings, plan| (strings.batch_follows)(plan)),
        ],
    },
    GroupSpec {
        heading: |groups| groups.levers,
        is_folded: false,
        rows: &[
            Row::Options(&levers::RECOMPUTE),
            Row::When(
                |plan| plan.levers.recompute == Recompute::Selective,
                &[Row::Toggles(&levers::MODULES)],
            ),
            Row::When(
                |plan| plan.levers.recompute == Recompute::Full,
                &[Row::Slider(&levers::RECOMPUTE_LAYERS)],
            ),
            Row::Options(&levers::FLASH),
            Row::List(&levers::CROSS_ENTROPY),
            Row::List(&levers::DTYPE),
            Row::List(&levers::OPTIMIZER),
            Row::Fold(
                |groups| groups.storage,
                &[
                    Row::Toggles(&levers::OFFLOAD),
                    Row::When(
                        |plan| plan.levers.offload.contains(Offload::Activations),
                        &[Row::Slider(&levers::OFFLOAD_LAYERS)],
                    ),
                    Row::Options(&levers::WEIGHT_STORAGE),
                    Row::Options(&levers::MASTER),
                    Row::Options(&levers::GRADIENTS),
                ],
            ),
        ],
    },
    GroupSpec {
        heading: |groups| groups.run,
        is_folded: true,
        rows: &[
            Row::Slider(&run::RUN[0]),
            Row::Slider(&run::RUN[1]),
            Row::List(&run::RECIPE),
            Row::Fold(
                |groups| groups.habits,
                &[
                    Row::Toggles(&run::OVERLAP),
                    Row::List(&run::KERNELS),
                    Row::Options(&run::FLASH_GENERATION),
                    Row::Options(&run::MESSAGES),
                    Row::Options(&run::GRADIENT_SYNC),
                ],
            ),
            Row::Fold(
                |groups| groups.failures,
                &[
                    Row::Slider(&run::FAILURES[0]),
                    Row::Slider(&run::FAILURES[1]),
                    Row::Slider(&run::FAILURES[2]),
                    Row::Slider(&run::FAILURES[3]),
                ],
            ),
            Row::Machine,
        ],
    },
];

static SHAPE_ROWS: [Row; 18] = [
    Row::Slider(&model::SHAPE[0]),
    Row::Slider(&model::SHAPE[1]),
    Row::Slider(&model::SHAPE[2]),
    Row::Slider(&model::SHAPE[3]),
    Row::Slider(&model::SHAPE[4]),
    Row::Slider(&model::SHAPE[5]),
    Row::Slider(&model::SHAPE[6]),
    Row::Slider(&model::WINDOW),
    Row::Slider(&model::EXPERTS),
    Row::Slider(&model::MULTI_TOKEN),
    Row::List(&model::POSITIONS),
    Row::Options(&model::GATED),
    Row::Options(&model::TIED),
    Row::Options(&model::BIAS),
    Row::Options(&model::DROPOUT),
    Row::Options(&model::LATENT),
    Row::When(
        |plan| plan.model.mla.is_some(),
        &[
            Row::Slider(&model::RANKS[0]),
            Row::Slider(&model::RANKS[1]),
            Row::Slider(&model::RANKS[2]),
            Row::Slider(&model::RANKS[3]),
            Row::Slider(&model::RANKS[4]),
        ],
    ),
    Row::Late(LatePlace::ModelSource),
];

static EXPERT_ROWS: [Row; 9] = [
    Row::Slider(&model::MIXTURE[0]),
    Row::Slider(&model::MIXTURE[1]),
    Row::Slider(&model::MIXTURE[2]),
    Row::Slider(&model::MIXTURE[3]),
    Row::Slider(&model::MIXTURE[4]),
    Row::Slider(&model::MIXTURE[5]),
    Row::Slider(&run::IMBALANCE),
    Row::Options(&run::DISPATCHER),
    Row::Options(&run::GRAPHS),
];

static CARD_ROWS: [Row; 9] = [
    Row::Slider(&machines::CARD[0]),
    Row::Slider(&machines::CARD[1]),
    Row::Slider(&machines::CARD[2]),
    Row::Slider(&machines::CARD[3]),
    Row::Slider(&machines::CARD[4]),
    Row::Slider(&machines::CARD[5]),
    Row::Slider(&machines::CARD[6]),
    Row::Slider(&machines::CARD[7]),
    Row::Late(LatePlace::CardSource),
];

fn has_experts(plan: &Plan) -> bool {
    plan.model.moe.experts > 0
}

/// True if rows show the control of a key for a plan.
pub(super) fn concerns(rows: &[Row], plan: &Plan, key: &str) -> bool {
    rows.iter().any(|row| match row {
        Row::Fold(_, rows) => concerns(rows, plan, key),
        Row::When(are_concerned, rows) => are_concerned(plan) && concerns(rows, plan, key),
        row => row.key() == Some(key),
    })
}
