//! The peak of memory: the largest over lines and ranks, by the best figure.

use super::lines::{behind, number_after};
use super::measured;
use super::table::{LogTable, PeakCount, PeakField, name};
use crate::import::imported::ImportNote;
use crate::import::reading::ImportReader;
use crate::import::remark::LogRemark;

/// The largest value of a figure.
struct Peak {
    field: &'static PeakField,
    gib: f64,
    is_one_rank: bool,
}

/// True if a log has a figure of memory.
pub(super) fn is_there(lines: &[String], tables: &[&'static LogTable]) -> bool {
    best(lines, tables).is_some()
}

/// Sets the measured peak, if the log has reserved memory.
pub(super) fn fill(lines: &[String], tables: &[&'static LogTable], reading: &mut ImportReader) {
    let Some(peak) = best(lines, tables) else {
        match unread(lines, tables) {
            Some((label, rest)) => reading.unfit(label, rest.trim()),
            None => reading.remark(ImportNote::Log(LogRemark::NoPeak)),
        }
        return;
    };
    let label = name(peak.field.label);
    if peak.field.count == PeakCount::Allocated {
        let gib = peak.gib as u64;
        let label = label.into();
        reading.remark(ImportNote::Log(LogRemark::Allocated { label, gib }));
        return;
    }
    measured::set(reading, "mmem", label, (peak.gib * 100.0).round() / 100.0);
    if peak.field.count == PeakCount::Reserved {
        reading.remark(ImportNote::Log(LogRemark::Reserved(label.into())));
    }
    if peak.is_one_rank && reading.plan.layout.pipeline > 1 {
        reading.remark(ImportNote::Log(LogRemark::OneRank));
    }
}

/// The peak by the best figure of a log.
fn best(lines: &[String], tables: &[&'static LogTable]) -> Option<Peak> {
    let mut best: Option<Peak> = None;
    for table in tables {
        for field in table.peaks {
            let values = lines.iter().filter_map(|line| value(line, field));
            let Some(gib) = values.reduce(f64::max) else {
                continue;
            };
            let is_better = best.as_ref().is_none_or(|best| {
                let count = best.field.count;
                field.count < count || field.count == count && gib > best.gib
            });
            if is_better {
                let is_one_rank = table.is_one_rank;
                best = Some(Peak {
                    field,
                    gib,
                    is_one_rank,
                });
            }
        }
    }
    best
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

/// A label without a number in its unit, with the text found instead.
fn unread<'a>(
    lines: &'a [String],
    tables: &[&'static LogTable],
) -> Option<(&'static str, &'a str)> {
    let mut fields = tables.iter().flat_map(|table| table.peaks);
    fields.find_map(|field| {
        let mut rests = lines.iter().flat_map(|line| behind(line, field.label));
        Some((name(field.label), rests.next()?))
    })
}
