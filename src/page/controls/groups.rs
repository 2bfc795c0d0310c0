//! Which controls there are, in the order in which a plan is made.

use shardwise::catalog;

use super::spec::{Choice, Group, Row, Slider};
use super::specs::{
    BATCH, CARD, CLUSTER, CONTEXT, CONTEXT_KIND, CROSS_ENTROPY, DTYPE, FLASH, GATED, GPU, MODEL,
    OPTIMIZER, OVERLAP, PIPELINE, RECIPE, RECOMPUTE, RUN, SCHEDULE, SEQUENCE_PARALLEL, SHAPE,
    TENSOR, TIED, VIRTUAL, ZERO,
};

/// All controls.
pub(super) static GROUPS: [Group; 6] = [
    Group {
        heading: |groups| groups.model,
        rows: &[
            Row::List(&MODEL),
            Row::Fold(|groups| groups.shape, &SHAPE_ROWS),
        ],
    },
    Group {
        heading: |groups| groups.cluster,
        rows: &[
            Row::List(&GPU),
            Row::Slider(&CLUSTER),
            Row::Fold(|groups| groups.card, &CARD_ROWS),
        ],
    },
    Group {
        heading: |groups| groups.layout,
        rows: &[
            Row::Slider(&TENSOR),
            Row::Slider(&PIPELINE),
            Row::Slider(&CONTEXT),
            Row::Sentence(|strings, plan| (strings.data_follows)(plan)),
            Row::Options(&ZERO),
            Row::Slider(&VIRTUAL),
            Row::Options(&SCHEDULE),
            Row::Options(&SEQUENCE_PARALLEL),
            Row::Options(&CONTEXT_KIND),
        ],
    },
    Group {
        heading: |groups| groups.batch,
        rows: &[
            Row::Slider(&BATCH[0]),
            Row::Slider(&BATCH[1]),
            Row::Slider(&BATCH[2]),
            Row::Sentence(|strings, plan| (strings.batch_follows)(plan)),
        ],
    },
    Group {
        heading: |groups| groups.levers,
        rows: &[
            Row::Options(&RECOMPUTE),
            Row::Options(&FLASH),
            Row::Options(&CROSS_ENTROPY),
            Row::Options(&DTYPE),
            Row::List(&OPTIMIZER),
        ],
    },
    Group {
        heading: |groups| groups.run,
        rows: &[
            Row::Slider(&RUN[0]),
            Row::Slider(&RUN[1]),
            Row::List(&RECIPE),
            Row::Options(&OVERLAP),
        ],
    },
];

static SHAPE_ROWS: [Row; 10] = [
    Row::Slider(&SHAPE[0]),
    Row::Slider(&SHAPE[1]),
    Row::Slider(&SHAPE[2]),
    Row::Slider(&SHAPE[3]),
    Row::Slider(&SHAPE[4]),
    Row::Slider(&SHAPE[5]),
    Row::Slider(&SHAPE[6]),
    Row::Options(&GATED),
    Row::Options(&TIED),
    Row::Sentence(|_, plan| {
        catalog::model_entry(plan.model.preset)
            .map_or("", |entry| entry.source)
            .to_owned()
    }),
];

static CARD_ROWS: [Row; 8] = [
    Row::Slider(&CARD[0]),
    Row::Slider(&CARD[1]),
    Row::Slider(&CARD[2]),
    Row::Slider(&CARD[3]),
    Row::Slider(&CARD[4]),
    Row::Slider(&CARD[5]),
    Row::Slider(&CARD[6]),
    Row::Sentence(|_, plan| {
        catalog::gpu_entry(plan.cluster.gpu.preset)
            .map_or("", |entry| entry.source)
            .to_owned()
    }),
];

/// The slider of a key.
pub(super) fn slider(key: &str) -> Option<&'static Slider> {
    find(|row| match row {
        Row::Slider(slider) if slider.key == key => Some(*slider),
        _ => None,
    })
}

/// The choice of a key.
pub(super) fn choice(key: &str) -> Option<&'static Choice> {
    find(|row| match row {
        Row::Options(choice) | Row::List(choice) if choice.key == key => Some(*choice),
        _ => None,
    })
}

/// The first row, folded ones included, of which `wanted` makes something.
fn find<T>(wanted: impl Fn(&'static Row) -> Option<T>) -> Option<T> {
    GROUPS
        .iter()
        .flat_map(|group| group.rows)
        .find_map(|row| match row {
            Row::Fold(_, rows) => rows.iter().find_map(&wanted),
            row => wanted(row),
        })
}
