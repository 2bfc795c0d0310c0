//! Published runs as they come from the file, each beside what this page's model says of it.

use cost::estimate;
use cost::plan::Plan;
use cost::published::{Published, Summary};
use cost::units::Seconds;
use formats::number::Units;
use formats::{accuracy, link};

use crate::panels::words;

/// A published run.
pub(super) struct Run {
    /// The index of its source.
    pub(super) source: usize,
    /// The plan of the run.
    pub(super) plan: Plan,
    /// Its measurements.
    pub(super) published: Published,
}

/// All of them.
#[derive(Default)]
pub(super) struct Runs {
    pub(super) summary: Summary,
    /// Names of the sources.
    pub(super) sources: Vec<String>,
    pub(super) all: Vec<Run>,
    /// Rows of the file that were not read, for they took too long.
    pub(super) unread: usize,
}

/// Reading and estimating the rows one by one.
pub(super) struct Judging {
    rows: std::vec::IntoIter<accuracy::RunRow>,
    runs: Runs,
}

impl Judging {
    /// Begins with what the file says.
    pub(super) fn new(file: accuracy::PublishedRuns) -> Self {
        Self {
            rows: file.rows.into_iter(),
            runs: Runs {
                summary: file.summary,
                sources: file.groups,
                all: Vec::new(),
                unread: 0,
            },
        }
    }

    /// Reads and estimates the next row; `false` where there is none.
    pub(super) fn step(&mut self) -> bool {
        let Some(row) = self.rows.next() else {
            return false;
        };
        self.runs.all.extend(Run::of(&row));
        true
    }

    /// The runs, if there are any; rows that were not read are counted.
    pub(super) fn end(mut self) -> Option<Runs> {
        self.runs.unread = self.rows.len();
        (!self.runs.all.is_empty()).then_some(self.runs)
    }
}

impl Run {
    /// A row with its estimate; nothing where it is of no plan that can exist.
    fn of(row: &accuracy::RunRow) -> Option<Self> {
        let figure = |given: Option<f64>| given.filter(|&figure| figure > 0.0);
        let (plan, _) = link::decode(&row.link);
        let estimate = estimate(&plan).ok()?;
        let (step, gib) = (figure(row.step).map(Seconds), figure(row.memory_gib));
        Some(Self {
            source: row.group as usize,
            plan,
            published: Published::of(step, gib, row.memory_kind, &estimate),
        })
    }
}

impl Runs {
    /// Sentence with a run's measurements beside the predictions.
    pub(super) fn sentence(&self, run: &Run, units: Units) -> String {
        let source = self.sources.get(run.source).map_or("", String::as_str);
        (words().accuracy.published)(source, &run.published, units)
    }
}
