//! The peak of memory: the largest over lines and ranks, by the best figure.

use super::labels::{LabelSet, Labels};
use super::lines::{behind, number_after};
use super::measured;
use super::table::{LogTable, PeakCount, PeakField, name};
use crate::excerpt::excerpt;
use crate::import::imported::ImportNote;
use crate::import::reading::ImportReader;
use crate::import::remark::LogRemark;

/// A figure of memory in a log.
struct PeakFigure {
    label: LabelSet,
    field: &'static PeakField,
    is_one_rank: bool,
    /// The largest value, in GiB.
    most: Option<f64>,
    /// The text behind the first label.
    first: Option<String>,
}

/// The figures of memory in a log.
pub(super) struct PeakFigures(Vec<PeakFigure>);

impl PeakFigures {
    /// The figures of these tables; adds the labels that they need.
    pub(super) fn of(tables: &[&'static LogTable], labels: &mut Labels) -> Self {
        let fields = tables
            .iter()
            .flat_map(|table| table.peaks.iter().map(|field| (field, table.is_one_rank)));
        let figures = fields.map(|(field, is_one_rank)| PeakFigure {
            label: labels.add(&[field.label]),
            field,
            is_one_rank,
            most: None,
            first: None,
        });
        Self(figures.collect())
    }

    /// Takes in a line with these labels.
    pub(super) fn take(&mut self, line: &str, found: LabelSet) {
        let figures = self.0.iter_mut();
        for figure in figures.filter(|figure| found.meets(figure.label)) {
            let Some(rest) = behind(line, figure.field.label).next() else {
                continue;
            };
            figure.first.get_or_insert_with(|| excerpt(rest.trim()));
            if let Some(gib) = value(line, figure.field) {
                figure.most = Some(figure.most.map_or(gib, |most| most.max(gib)));
            }
        }
    }

    /// True if a log has a figure of memory.
    pub(super) fn is_there(&self) -> bool {
        self.best().is_some()
    }

    /// Sets the measured peak, if the log has reserved memory.
    pub(super) fn fill(&self, reading: &mut ImportReader) {
        let Some((peak, gib)) = self.best() else {
            match self.unread() {
                Some((label, rest)) => reading.unfit(label, rest),
                None => reading.remark(ImportNote::Log(LogRemark::NoPeak)),
            }
            return;
        };
        let label = name(peak.field.label);
        if peak.field.count == PeakCount::Allocated {
            let (label, gib) = (label.into(), gib as u64);
            reading.remark(ImportNote::Log(LogRemark::Allocated { label, gib }));
            return;
        }
        measured::set(reading, "mmem", label, (gib * 100.0).round() / 100.0);
        if peak.field.count == PeakCount::Reserved {
            reading.remark(ImportNote::Log(LogRemark::Reserved(label.into())));
        }
        if peak.is_one_rank && reading.plan.layout.pipeline > 1 {
            reading.remark(ImportNote::Log(LogRemark::OneRank));
        }
    }

    /// The best figure with a value, and that value: of equally good ones the largest.
    fn best(&self) -> Option<(&PeakFigure, f64)> {
        let found = self
            .0
            .iter()
            .filter_map(|figure| Some((figure, figure.most?)));
        found.reduce(|best, other| {
            let (count, than) = (other.0.field.count, best.0.field.count);
            let is_better = count < than || count == than && other.1 > best.1;
            if is_better { other } else { best }
        })
    }

    /// A label without a number in its unit, with the text found instead.
    fn unread(&self) -> Option<(&'static str, &str)> {
        let mut figures = self.0.iter();
        figures.find_map(|figure| Some((name(figure.field.label), figure.first.as_deref()?)))
    }
}

/// GiB of a figure in a line, above zero.
fn value(line: &str, field: &PeakField) -> Option<f64> {
    let (value, rest) = number_after(line, field.label)?;
    let is_unit = rest.trim_start().starts_with(field.unit);
    // If a number with a decimal is cut, the error is small.
    let last = line.rsplit(' ').next().unwrap_or_default();
    let is_whole = !rest.is_empty() || last.contains('.');
    (is_unit && is_whole && value > 0.0).then_some(value * field.gib)
}
