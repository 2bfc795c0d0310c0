//! Properties of links, reports and files of a plan: they can be read again, and agree with it.

use cli::report::{self, Reported, View};
use cost::legal::Legal;
use cost::plan::{Plan, Word};
use cost::{Estimate, estimate};
use formats::catalog;
use formats::estimate::FIGURES;
use formats::export::{Fate, Target, export};
use formats::import::import;
use formats::link;
use serde_json::Value;

use super::Scope;
use super::advice::advice;
use super::warnings::claims;
use crate::failure::{Failure, Holds, ensure};

/// Name of the comparison of a plan with its file of Megatron-LM read again.
pub(super) const MEGATRON: &str = "what Megatron-LM can say comes back";

/// The part of the JSON of a legal plan that only a measured one has.
const MEASURED: &str = "machine";
/// The part that only a plan has whose host matters.
const HOST: &str = "host_memory";
/// How a number that is none is written.
const ODD: [&str; 4] = ["inf", "Inf", "NaN", "nan"];
/// Letters that may follow a number without a space.
const UNITS: [&str; 12] = [
    "s", "ms", "us", "x", "k", "K", "M", "B", "T", "h", "d", "GiB",
];

/// A plan's own link says all of it, and is read as the same plan.
pub(super) fn link_returns(plan: &Plan) -> Holds {
    const NAME: &str = "a link that is written is read as the same plan";
    let written = link::encode(plan);
    let is_plain = written.is_ascii() && written.starts_with("#v=1&p=");
    ensure("a link is plain text", is_plain, || written.clone())?;
    // Only what is too long to be read is not.
    if written.len() >= link::LONGEST {
        return Ok(());
    }
    let (again, warnings) = link::decode(&written);
    ensure(NAME, warnings.is_empty(), || {
        format!("{written}: {warnings:?}")
    })?;
    let twice = link::encode(&again);
    ensure(NAME, twice == written, || {
        format!("{written} became {twice}")
    })
}

/// A link gives the same estimate when it is read again.
pub(super) fn estimate_returns(plan: &Plan, now: Option<&Estimate>) -> Holds {
    let written = link::encode(plan);
    if written.len() >= link::LONGEST {
        return Ok(());
    }
    let again = estimate(&link::decode(&written).0).ok();
    ensure(
        "a link gives the same estimate again",
        again.as_ref() == now,
        || written,
    )
}

/// The report and the JSON of a plan can be written, hold no number that is none, and agree with each
/// other, with the verdict and with the plan.
///
/// # Errors
/// The property that does not hold.
pub fn texts(plan: &Plan, warnings: &[link::LinkWarning]) -> Holds {
    let view = View::default();
    let reported = Reported::of(plan, warnings);
    let result = &reported.estimate;
    let report = report::terminal::report(&reported, view);
    let is_whole = !has_odd_number(&report) && report.ends_with('\n');
    ensure("a report holds numbers", is_whole, || report.clone())?;
    let follows = [text::plan::data_parallel(plan), text::plan::batch(plan)];
    let is_said = follows.iter().all(|text| !text.is_empty());
    ensure("what follows from a plan is said", is_said, || {
        link::encode(plan)
    })?;
    let object = report::json::object(&reported, view, None).text();
    let read: Result<Value, _> = serde_json::from_str(&object);
    let Ok(read) = read else {
        return ensure("what is written as JSON is JSON", false, || object);
    };
    let is_said = read["legal"] == result.is_ok();
    ensure("JSON says whether a plan can exist", is_said, || {
        object.clone()
    })?;
    both_say_it(&reported, &report, &read)?;
    advice(&reported, &report, &read)?;
    claims(&reported)?;
    for part in FIGURES.into_iter().filter(|part| *part != MEASURED) {
        let value = read.get(part);
        let is_absent = part == HOST && value.is_some_and(Value::is_null);
        let is_whole = value.is_some_and(|value| result.is_err() || !has_null(value)) || is_absent;
        ensure("JSON holds numbers", is_whole, || {
            format!("{part}: {value:?}")
        })?;
    }
    if let Err(reasons) = result {
        ensure("what cannot exist has reasons", !reasons.is_empty(), || {
            object.clone()
        })?;
        for reason in reasons {
            let sentence = text::reasons::reason(reason, plan);
            ensure("a reason is a sentence", sentence.ends_with('.'), || {
                sentence.clone()
            })?;
        }
    }
    Ok(())
}

/// Marks of the lines of a report that say something about a plan in words.
const MARKS: [&str; 2] = ["! ", "- "];

/// The report and the JSON of a plan have the same sentences.
fn both_say_it(reported: &Reported, report: &str, object: &Value) -> Holds {
    let mut sentences = Vec::new();
    collect_sentences(object, &mut sentences);
    for sentence in &sentences {
        ensure(
            "a sentence of the JSON is in the report",
            report.contains(sentence),
            || format!("{sentence}: {report}"),
        )?;
    }
    for line in worded(reported, report) {
        let words = MARKS.iter().find_map(|mark| line.strip_prefix(mark));
        let is_said = sentences
            .iter()
            .any(|sentence| sentence == words.unwrap_or(line));
        ensure("a line of the report is in the JSON", is_said, || {
            format!("{line}: {object:#}")
        })?;
    }
    let codes = ["messages", "refusals", "cures", "choices"].map(|part| object[part].as_array());
    for part in codes.into_iter().flatten().flatten() {
        let has_code = part["code"].as_str().is_some_and(|code| !code.is_empty());
        ensure("what the JSON says has a code", has_code, || {
            part.to_string()
        })?;
    }
    Ok(())
}

/// The lines of a report in words: marked ones anywhere, and those from the verdict to the figures,
/// except headings, the verdict itself and the summary of figures.
fn worded<'a>(reported: &'a Reported, report: &'a str) -> Vec<&'a str> {
    let marked = |line: &&str| MARKS.iter().any(|mark| line.starts_with(mark));
    let mut lines: Vec<&str> = report.lines().filter(marked).collect();
    let Ok(estimate) = &reported.estimate else {
        return lines;
    };
    let summary = text::results::summary(reported.plan, estimate, View::default().units);
    let summary = summary.replace('\u{a0}', " ");
    let parts = report.split("\n\n").nth(1).unwrap_or_default();
    let said = parts.lines().skip(1);
    lines.extend(said.filter(|line| !line.ends_with(':') && **line != summary));
    lines
}

/// All sentences of a value, as a report has them.
fn collect_sentences(value: &Value, sentences: &mut Vec<String>) {
    match value {
        Value::Array(items) => items
            .iter()
            .for_each(|item| collect_sentences(item, sentences)),
        Value::Object(fields) => {
            // The rival has a report below that of the plan.
            for (name, value) in fields.iter().filter(|(name, _)| *name != "rival") {
                match value {
                    Value::String(text) if name == "sentence" => {
                        sentences.push(text.replace('\u{a0}', " "));
                    }
                    value => collect_sentences(value, sentences),
                }
            }
        }
        _ => {}
    }
}

/// True if a text has a number that is none, alone or with a unit behind it.
fn has_odd_number(text: &str) -> bool {
    let is_odd = |word: &str| {
        let unit = ODD.iter().find_map(|odd| word.strip_prefix(odd));
        unit.is_some_and(|unit| unit.is_empty() || UNITS.contains(&unit))
    };
    text.split(|letter: char| !letter.is_alphanumeric())
        .any(is_odd)
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(fields) => fields.values().any(has_null),
        _ => false,
    }
}

/// Checks that a legal plan can be exported to every target and that exports in importable formats
/// are understood. An export to Megatron-LM that expresses the whole plan is read as a plan of the
/// same estimate.
pub(super) fn files_return(scope: &Scope, legal: &Legal) -> Holds {
    let plan = &legal.plan.bare();
    for &target in Target::ALL {
        let export = export(legal, target, &text::exchange::EXPORT);
        ensure("an export is not empty", !export.text.is_empty(), || {
            target.word().to_owned()
        })?;
        let is_read = matches!(
            target,
            Target::Megatron | Target::TorchTitan | Target::DeepSpeed
        );
        if !is_read {
            continue;
        }
        let mut base = catalog::default_plan();
        base.cluster = plan.cluster;
        let name = "what is exported is understood when it is imported";
        let read = match import(&export.text, None, &base) {
            Ok(read) => read,
            Err(why) => return ensure(name, false, || format!("{why:?}: {}", export.text)),
        };
        let lost = read.unknown.len() + read.unfit.len();
        let held = ensure(name, lost == 0, || {
            format!(
                "{:?} {:?} of {}",
                read.unknown,
                read.unfit,
                link::encode(plan)
            )
        });
        let held = held.map_err(|failure| Failure {
            by: lost as f64,
            ..failure
        });
        scope.unless_known(plan, held)?;
        // Notes on the file say what it cannot express.
        let says_all = export.notes.iter().all(|note| note.fate == Fate::Yours);
        if says_all && target == Target::Megatron {
            // What has no effect is not said: how context is exchanged where nothing is cut by it.
            scope.compared(MEGATRON);
            let figures =
                |plan: &Plan| estimate(plan).map(|now| (now.memory, now.time, now.params));
            let is_same = figures(plan) == figures(&read.plan);
            let held = ensure(MEGATRON, is_same, || {
                format!("{} became {}", link::encode(plan), link::encode(&read.plan))
            });
            scope.unless_known(plan, held)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::has_odd_number;

    #[test]
    fn a_number_that_is_none_is_found_before_a_space_a_line_end_and_a_unit() {
        for text in [
            "inf GiB",
            "peak inf\n",
            "inf%",
            "$inf",
            "1 x -inf",
            "infM",
            "NaN",
            "NaN,",
            "a NaNms b",
        ] {
            assert!(has_odd_number(text), "{text}");
        }
        for text in [
            "information",
            "Infinity Fabric",
            "7 GiB",
            "nanotron",
            "1.5 s",
        ] {
            assert!(!has_odd_number(text), "{text}");
        }
    }
}
