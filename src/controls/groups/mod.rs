//! All controls, in the order in which a plan is made, a file for each group. Controls that most
//! plans do not need are folded. Those that concern only some plans appear only for those.

use cost::plan::Plan;

use super::spec::{GroupSpec, Row};

/// A row with a slider over a key of links, named as an identifier.
macro_rules! slider {
    ($key:ident, $stops:expr) => {
        Row::Slider(
            const {
                &Slider {
                    key: stringify!($key),
                    stops: $stops,
                    number: SliderNumber::Key(Key::of(stringify!($key))),
                }
            },
        )
    };
}

/// A row with a choice of a key of links: `choice!(Options, zero)`, or with `by recipe` for a
/// setting that the framework decides until the reader does.
macro_rules! choice {
    ($kind:ident, $key:ident) => {
        choice!($kind, $key, false)
    };
    ($kind:ident, $key:ident, by recipe) => {
        choice!($kind, $key, true)
    };
    ($kind:ident, $key:ident, $is_by_recipe:literal) => {
        Row::$kind(
            const {
                &ChoiceControl {
                    key: stringify!($key),
                    target: ChoiceTarget::Key(Key::of(stringify!($key))),
                    is_by_recipe: $is_by_recipe,
                }
            },
        )
    };
}

mod batch;
mod cluster;
mod layout;
mod levers;
mod model;
mod run;

/// All controls.
pub(super) static GROUPS: [GroupSpec; 6] = [
    model::MODEL,
    cluster::CLUSTER,
    layout::LAYOUT,
    batch::BATCH,
    levers::LEVERS,
    run::RUN,
];

/// The row of a key, folded away or not.
pub(super) fn row(key: &str) -> Option<&'static Row> {
    GROUPS.iter().find_map(|group| row_among(group.rows, key))
}

fn row_among(rows: &'static [Row], key: &str) -> Option<&'static Row> {
    rows.iter().find_map(|row| match row {
        Row::Fold(_, rows) | Row::When(_, rows) => row_among(rows, key),
        row => (row.key() == Some(key)).then_some(row),
    })
}

/// True if rows show the control of a key for a plan.
pub(super) fn concerns(rows: &[Row], plan: &Plan, key: &str) -> bool {
    rows.iter().any(|row| match row {
        Row::Fold(_, rows) => concerns(rows, plan, key),
        Row::When(are_concerned, rows) => are_concerned(plan) && concerns(rows, plan, key),
        row => row.key() == Some(key),
    })
}
