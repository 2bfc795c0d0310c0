//! The JSON object of `shardwise validate --json`: names and meanings never change.

use serde_json::{Map, Value, json};

use super::sentences;
use cost::plan::Word;
use formats::goal::verdict_word;
use formats::link;
use runs::compare::{Comparison, MeasuredFigure, RunOutcome};
use runs::summary::{RunErrors, RunGroup, RunsSummary, Verdicts};

/// Rows and summary. Sizes in GiB, times in seconds, shares from 0 to 1; ranges are null until
/// the model's error is calibrated.
#[must_use]
pub fn object(rows: &[Comparison], summary: &RunsSummary) -> Value {
    json!({
        "rows": rows.iter().map(row).collect::<Vec<_>>(),
        "summary": summarised(summary),
    })
}

fn row(row: &Comparison) -> Value {
    let said = row.result.as_deref().ok();
    let skipped = row.result.as_ref().err();
    let notes = said.map(|said| &said.notes);
    let warnings = notes.iter().flat_map(|notes| &notes.warnings);
    let assumed = notes.iter().flat_map(|notes| &notes.assumed);
    json!({
        "id": row.id,
        "source_group": row.source_group,
        "recipe": row.recipe,
        "step": said.and_then(|said| said.step).map(|step| ranged(None, &step)),
        "memory": said
            .and_then(|said| said.memory)
            .map(|(kind, figure)| ranged(Some(kind.word()), &figure)),
        "static_state": said.and_then(|said| said.static_state).map(|state| json!({
            "measured": state.measured,
            "predicted": state.predicted,
        })),
        "verdict": said.map(|said| verdict_word(said.verdict)),
        "outcome": match row.outcome {
            RunOutcome::Ran => "ran",
            RunOutcome::OutOfMemory => "oom",
        },
        "link": said.map(|said| link::encode(&said.plan)),
        "skipped": skipped.map(sentences::skipped),
        "assumed": assumed.map(sentences::assumed).collect::<Vec<_>>(),
        "warnings": warnings
            .map(sentences::warning)
            .collect::<Vec<_>>(),
    })
}

fn ranged(kind: Option<&str>, figure: &MeasuredFigure) -> Value {
    let mut object = Map::new();
    if let Some(kind) = kind {
        object.insert("kind".into(), kind.into());
    }
    object.insert("measured".into(), figure.measured.into());
    object.insert("predicted".into(), figure.predicted.into());
    object.insert("low".into(), figure.band.map(|band| band.low).into());
    object.insert("high".into(), figure.band.map(|band| band.high).into());
    Value::Object(object)
}

fn summarised(summary: &RunsSummary) -> Value {
    let mut object = Map::new();
    object.insert("rows".into(), summary.rows.into());
    object.insert("skipped".into(), summary.skipped.into());
    object.insert("skipped_share".into(), summary.skipped_share().into());
    object.insert("overall".into(), group(&summary.overall));
    for (key, groups) in &summary.divisions {
        let named = groups.iter().map(|one| (one.name.clone(), group(one)));
        object.insert((*key).to_owned(), Value::Object(named.collect()));
    }
    Value::Object(object)
}

fn group(group: &RunGroup) -> Value {
    let Verdicts {
        ran,
        false_oom,
        tight,
        may_not_fit,
        oom,
        false_fits,
    } = group.verdicts;
    json!({
        "rows": group.rows,
        "n": group.plans,
        "step": group.step.as_ref().map(errors),
        "memory": group.memory.as_ref().map(errors),
        "static_state": group.static_state.as_ref().map(errors),
        "false_oom": share(false_oom, ran),
        "tight": share(tight, ran),
        "may_not_fit": share(may_not_fit, ran),
        "false_fits": share(false_fits, oom),
    })
}

fn errors(errors: &RunErrors) -> Value {
    json!({
        "n": errors.plans,
        "median_abs_error": errors.median,
        "p90_abs_error": errors.p90,
        "bias": errors.bias,
        "band_coverage": errors.coverage,
        "median_band_width": errors.band_width,
    })
}

/// A share; `None` of a whole that is zero.
pub(super) fn share(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}
