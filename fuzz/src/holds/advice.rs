//! Cures and advice of a plan: they agree with its verdict, with estimates of the changed plans and
//! with what the framework runs.

use cli::report::Reported;
use cost::legal::Legal;
use cost::memory::Verdict;
use cost::plan::{Plan, Word as _};
use cost::{Estimate, estimate};
use formats::export::{Refusal, Release, export, refusals};
use formats::file_run::FileRun;
use formats::goal::verdict_word;
use formats::link;
use search::change::Change;
use search::cure::{Cure, make_fit};
use search::diagnosis::{Advice, Diagnosis};
use serde_json::Value;

use crate::failure::{Failure, Holds, ensure};

/// Difference between figures that are equal but for their last digits.
const ROUNDING: f64 = 1e-9;
/// Bytes of a GiB.
const GIB: f64 = (1_u64 << 30) as f64;
/// Loss of MFU that is printed as none.
const NO_LOSS: f64 = 0.0005;

/// Checks the cures and the advice of a report, as JSON has them, too.
pub(super) fn advice(reported: &Reported, report: &str, object: &Value) -> Holds {
    let (Ok(now), Some(found)) = (&reported.estimate, &reported.diagnosis) else {
        return Ok(());
    };
    let plan = reported.plan;
    follows_verdict(now, found)?;
    headed(now, found, report)?;
    ordered(&found.cures)?;
    for (cure, written) in found.cures.iter().zip(parts(object, "cures")) {
        let changed = changed(plan, now, written)?;
        let mfu = changed.1.utilisation.mfu - now.utilisation.mfu;
        near("MFU", mfu, &written["mfu_change"])?;
        ensure("a cure frees memory", cure.memory_change < 0, || {
            format!("{cure:?}")
        })?;
        runs(plan, &changed.0, &cure.changes, &cure.refusals, written)?;
    }
    if let Some(advice) = &found.advice {
        advised(reported, now, advice, &object["advice"])?;
    }
    Ok(())
}

/// The change that helps most is faster, without a further warning.
fn advised(reported: &Reported, now: &Estimate, advice: &Advice, written: &Value) -> Holds {
    let plan = reported.plan;
    let (changed, after) = changed(plan, now, written)?;
    let speed = |estimate: &Estimate| estimate.utilisation.tokens_per_second;
    let faster = speed(&after) / speed(now) - 1.0;
    near("speed", faster, &written["tokens_per_s_change"])?;
    ensure("advice is faster", faster > 0.0, || format!("{advice:?}"))?;
    runs(plan, &changed, &advice.changes, &advice.refusals, written)?;
    let warnings = |plan: &Plan, now: &Estimate| search::diagnosis::warnings_of(plan, now).len();
    let earns_none = warnings(&changed, &after) <= warnings(plan, now);
    ensure("advice brings no further warning", earns_none, || {
        format!("{advice:?}")
    })
}

/// Cures are for plans that may not fit for sure, speed is for plans that fit, and a tight plan gets
/// no more memory.
fn follows_verdict(now: &Estimate, found: &Diagnosis) -> Holds {
    const NAME: &str = "advice agrees with its verdict";
    let verdict = now.memory.verdict;
    let said = || format!("{verdict:?}: {found:?}");
    let is_cured = verdict != Verdict::Fits || found.cures.is_empty();
    ensure(NAME, is_cured, said)?;
    let is_fit = verdict <= Verdict::Tight || found.advice.is_none();
    ensure(NAME, is_fit, said)?;
    let no_worse = |after: Verdict| after <= verdict;
    let cures = found.cures.iter();
    ensure(NAME, cures.clone().all(|it| no_worse(it.verdict)), said)?;
    let works = |cure: &Cure| cure.verdict < verdict;
    let is_alike = cures.clone().all(works) || !cures.clone().any(works);
    ensure("cures that work stand alone", is_alike, said)?;
    let advice = found.advice.iter();
    let keeps = |it: &Advice| verdict == Verdict::Fits || it.memory_change <= 0;
    let is_sound = advice.clone().all(|it| no_worse(it.verdict) && keeps(it));
    ensure(NAME, is_sound, said)
}

/// Headings and the sentence that nothing helps are said where they hold.
fn headed(now: &Estimate, found: &Diagnosis, report: &str) -> Holds {
    const NAME: &str = "a heading of cures holds";
    let verdict = now.memory.verdict;
    let lines: Vec<&str> = report.lines().collect();
    let says = |words: &str| lines.contains(&words);
    let heading = |words: &str| says(&[words, ":"].concat());
    let fits = make_fit(&found.cures, verdict);
    let is_whole = found.stopped_after.is_none();
    for (is_said, holds) in [
        (heading(text::frame::cures()), fits),
        (
            heading(text::frame::relief()),
            !fits && !found.cures.is_empty(),
        ),
        (
            says(text::frame::no_cure()),
            verdict != Verdict::Fits && !fits && is_whole,
        ),
    ] {
        ensure(NAME, is_said == holds, || {
            format!("{verdict:?}, {:?}: {report}", found.cures)
        })?;
    }
    Ok(())
}

/// Cures stand in their order: those that fit better, those that run, those that cost no GPUs and no
/// other model; and no cure behind another is as simple, as fast, and frees more.
fn ordered(cures: &[Cure]) -> Holds {
    const NAME: &str = "the better cure comes first";
    let price = |cure: &Cure| {
        let has = |is: fn(&Change) -> bool| cure.changes.iter().any(is);
        [
            has(|change| matches!(change, Change::Gpus(_))),
            has(|change| matches!(change, Change::Model(_))),
            has(|change| matches!(change, Change::Tuned(_))),
        ]
    };
    let rank = |cure: &Cure| (cure.verdict, !cure.refusals.is_empty(), price(cure));
    let is_free = |cure: &Cure| cure.mfu_change > -NO_LOSS;
    for (place, one) in cures.iter().enumerate() {
        for other in &cures[place + 1..] {
            let said = || format!("{one:?} before {other:?}");
            ensure(NAME, rank(one) <= rank(other), said)?;
            let is_simple = other.changes.len() <= one.changes.len() && trains_alike(other);
            let is_alike = rank(one) == rank(other) && is_simple;
            let is_better = is_free(other) && other.memory_change < one.memory_change;
            ensure(NAME, !(is_alike && is_better), said)?;
        }
    }
    Ok(())
}

/// True if a cure keeps what is trained and the optimizer, and its state and activations on the GPU.
fn trains_alike(cure: &Cure) -> bool {
    let mut changes = cure.changes.iter();
    changes.all(|change| {
        !matches!(
            change,
            Change::Optimizer(_) | Change::Offload(_) | Change::Tuned(_)
        )
    })
}

/// Members of a list of the JSON.
fn parts<'a>(object: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    object[name].as_array().into_iter().flatten()
}

/// The changed plan of the JSON's link with its estimate, which has the figures of the JSON.
fn changed(plan: &Plan, now: &Estimate, written: &Value) -> Result<(Plan, Estimate), Failure> {
    const NAME: &str = "a changed plan has the figures that are said of it";
    let own = written["link"].as_str().unwrap_or_default();
    let (changed, warnings) = link::decode(own);
    ensure(NAME, warnings.is_empty(), || format!("{own}: {warnings:?}"))?;
    let differs = changed != *plan;
    ensure("a change changes something", differs, || own.to_owned())?;
    let after = estimate(&changed).map_err(|reasons| Failure {
        property: "a changed plan can exist",
        said: format!("{own}: {reasons:?}"),
        by: f64::INFINITY,
    })?;
    let is_same = written["verdict"] == verdict_word(after.memory.verdict);
    ensure(NAME, is_same, || written.to_string())?;
    // The difference of two sizes in GiB would lose the last digits of large ones.
    let moved = after.memory.peak().less(now.memory.peak()) as f64 / GIB;
    near("memory", moved, &written["peak_gib_change"])?;
    Ok((changed, after))
}

/// A figure of the JSON is this number.
fn near(what: &str, number: f64, written: &Value) -> Holds {
    let own = written.as_f64().unwrap_or(f64::NAN);
    let is_near = (own - number).abs() <= ROUNDING * number.abs().max(1.0);
    ensure(
        "a changed plan has the figures that are said of it",
        is_near,
        || format!("{what}: {own} and {number}"),
    )
}

/// The framework refuses nothing of a changed plan that it did not refuse before, what it refuses is
/// said, and the file starts.
fn runs(
    plan: &Plan,
    changed: &Plan,
    changes: &[Change],
    said: &[Refusal],
    written: &Value,
) -> Holds {
    let refused = |plan: &Plan| {
        let legal = Legal::check(plan);
        legal.map_or_else(|_| Vec::new(), |legal| refusals(&legal))
    };
    let (before, after) = (refused(plan), refused(changed));
    let why = || format!("{changes:?}: {before:?} became {after:?}");
    let is_known = after.iter().all(|refusal| before.contains(refusal));
    ensure("a change brings no refusal", is_known, why)?;
    ensure("what stays refused is said", after == said, why)?;
    let codes = after.iter().map(|refusal| refusal.note.aspect.word());
    let is_written = codes.eq(parts(written, "refusals").filter_map(Value::as_str));
    ensure("what stays refused is said", is_written, why)?;
    let sentence = written["sentence"].as_str().unwrap_or_default();
    let mark = after.first().map(text::head::refused_by);
    let is_marked = mark.is_none_or(|mark| sentence.contains(&mark));
    ensure("what stays refused is said", is_marked, || {
        sentence.to_owned()
    })?;
    let starts = starts(changed) || !after.is_empty() || !self::starts(plan);
    ensure("the file of a changed plan starts", starts, || {
        link::encode(changed)
    })
}

/// True if the framework starts with the file of a plan, or if its newest version reads no such file.
fn starts(plan: &Plan) -> bool {
    let (Ok(legal), Some(release)) = (Legal::check(plan), Release::of_recipe(plan.stack.recipe))
    else {
        return true;
    };
    let target = release.target();
    if Release::exported(target) != Some(release) {
        return true;
    }
    let file = export(&legal, target, &text::exchange::EXPORT);
    let run = FileRun::of(&legal, target, &file);
    !matches!(run, FileRun::Refused(_) | FileRun::Illegal(..))
}
