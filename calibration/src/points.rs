//! The points that the page draws: every plan, as few bytes as may be.

use anyhow::Result;
use cost::convention;
use cost::plan::Word;
use cost::published::{Spread, Summary};
use formats::accuracy::{FIELDS, PublishedRuns, RunRow};
use formats::link;
use runs::measured::MemoryKind;

use crate::errors::{Errors, Pair};
use crate::judged::{Judged, Way, steps};

/// The sources, and every published plan once, for the page's view of how right it is: its
/// source's index, the plan as a link, the measured seconds of a step and the measured peak in
/// GiB with its kind; null where none is stated. Predictions are left out:
/// the page makes its own from the link.
pub fn points(judged: &[Judged]) -> (Vec<String>, Vec<RunRow>) {
    let mut groups: Vec<String> = Vec::new();
    let mut seen: Vec<(&str, String)> = Vec::new();
    let mut rows: Vec<RunRow> = Vec::new();
    for one in judged {
        let plan = &one.row.plan;
        let key = (one.row.plan_id.as_str(), link::encode(plan));
        if seen.iter().any(|known| known.0 == key.0) {
            continue;
        }
        let group = &one.row.source_group;
        let index = groups
            .iter()
            .position(|known| known == group)
            .unwrap_or_else(|| {
                groups.push(group.clone());
                groups.len() - 1
            });
        // The page has no figure of the last rank alone.
        let memory = one.row.memory;
        let memory = memory.filter(|&(kind, _)| kind != MemoryKind::AllocatedLastRank);
        rows.push(RunRow {
            group: index as u32,
            link: key.1.clone(),
            step: one.row.step.map(short),
            memory_gib: memory.map(|(_, gib)| short(gib)),
            memory_kind: memory.and_then(|(kind, _)| convention::MemoryKind::parse(kind.word())),
        });
        seen.push(key);
    }
    (groups, rows)
}

/// A figure with five digits: as many as any source prints.
fn short(figure: f64) -> f64 {
    let digits = 10_f64.powf(4.0 - figure.abs().log10().floor());
    (figure * digits).round() / digits
}

/// Errors of the model, as shares with three decimals: of all steps by the constants in force, of
/// steps whose source the fit had not seen, of all peaks.
pub fn summary(judged: &[Judged]) -> Summary {
    let all: Vec<&Judged> = judged.iter().collect();
    let peaks: Vec<Pair> = judged.iter().filter_map(Judged::peak).collect();
    let part = |pairs: &[Pair]| {
        let share = |share: f64| (1e3 * share).round() / 1e3;
        Errors::of(pairs).map_or(Spread::default(), |errors| Spread {
            plans: errors.plans.round(),
            median: share(errors.median),
            p90: share(errors.p90),
        })
    };
    Summary {
        step: part(&steps(&all, Way::Fitted)),
        unseen: part(&steps(&all, Way::LeftOut)),
        memory: part(&peaks),
    }
}

/// All of it as a file: a row a line.
///
/// # Errors
/// If a figure is no number that JSON has.
pub fn text(judged: &[Judged]) -> Result<String> {
    let (groups, rows) = points(judged);
    file(&PublishedRuns {
        summary: summary(judged),
        groups,
        rows,
    })
}

/// The parts of a file, each as JSON, with a row a line.
fn file(published: &PublishedRuns) -> Result<String> {
    let rows: Result<Vec<String>, _> = published.rows.iter().map(serde_json::to_string).collect();
    Ok(format!(
        "{{\"summary\":{},\n\"fields\":{},\"groups\":{},\"rows\":[\n{}\n]}}\n",
        serde_json::to_string(&published.summary)?,
        serde_json::to_string(&FIELDS)?,
        serde_json::to_string(&published.groups)?,
        rows?.join(",\n")
    ))
}
