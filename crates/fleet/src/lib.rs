//! The best layouts of many models on many clusters, one a row.
//!
//! A [`Sheet`] is read from CSV. Each of its rows stands for one plan, or for several if cells
//! offer alternatives. A [`SheetRow`] becomes a plan and a question, and the search's answer an
//! [`Answer`]. No row affects another: a row that cannot be read is a [`Problem`].
//!
//! Tests: `crates/cli/tests/all/fleet.rs`.

mod answer;
mod column;
mod plan;
mod sheet;

pub use answer::{Answer, answer};
pub use column::{ANSWERS, Column};
pub use sheet::{LARGEST_FILE, MOST_ROWS, Sheet, SheetRow, UnreadableSheet};

use formats::link::typed::{PlanFault, PlanPart};
use search::asked::Unasked;
use search::optimize::{Counts, Objective};

/// The reason why a row has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The row has another number of cells than the header.
    Cells {
        /// Number of cells in the row.
        found: usize,
        /// Number of cells in the header.
        expected: usize,
    },
    /// A cell is not UTF-8.
    NotText,
    /// The row names both a link and a model, a GPU or a number of GPUs.
    TwoPlans,
    /// The row has no value in a column that it needs.
    Missing(Column),
    /// Parts of the plan are not understood, or missing.
    Plan(Vec<PlanFault>, Vec<PlanPart>),
    /// The clauses of the row make no question.
    Unasked(Unasked),
    /// No layout is good enough.
    Nothing(Objective, Counts),
}
