//! Published runs as the file has them, each beside the model's prediction.

use cost::estimate;
use cost::plan::Plan;
use cost::published::{Published, Summary};
use cost::units::Seconds;
use formats::number::Units;
use formats::{accuracy, link};

/// A published run.
pub(super) struct PublishedRun {
    /// The index of its source.
    pub(super) source: usize,
    /// The plan of the run.
    pub(super) plan: Plan,
    /// The run's published measurements.
    pub(super) published: Published,
}

/// All published runs.
#[derive(Default)]
pub(super) struct Runs {
    pub(super) summary: Summary,
    /// Names of the sources.
    pub(super) sources: Vec<String>,
    pub(super) all: Vec<PublishedRun>,
    /// Rows of the file that were not read, because the time ran out.
    pub(super) unread: usize,
}

/// Reading and estimating of the rows, one by one.
pub(super) struct Judging {
    rows: std::vec::IntoIter<accuracy::RunRow>,
    runs: Runs,
}

impl Judging {
    /// Begins with the content of the file.
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

    /// Reads and estimates the next row; `false` if there is none.
    pub(super) fn step(&mut self) -> bool {
        let Some(row) = self.rows.next() else {
            return false;
        };
        self.runs.all.extend(PublishedRun::of(&row));
        true
    }

    /// The runs, if there are any, with the number of unread rows.
    pub(super) fn end(mut self) -> Option<Runs> {
        self.runs.unread = self.rows.len();
        (!self.runs.all.is_empty()).then_some(self.runs)
    }
}

impl PublishedRun {
    /// A row with its estimate; `None` if its plan is illegal.
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
    pub(super) fn sentence(&self, run: &PublishedRun, units: Units) -> String {
        let source = self.sources.get(run.source).map_or("", String::as_str);
        text::accuracy::published(source, &run.published, units)
    }
}
