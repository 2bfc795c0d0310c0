//! The output of `shardwise estimate --json`; `docs/estimate.schema.json` describes it.

use super::messages::{Message, messages};
use super::{Reported, View, sentences};
use cost::memory::Verdict;
use cost::plan::{Plan, Word as _};
use cost::units::Bytes;
use formats::estimate;
use formats::export::Refusal;
use formats::goal::{Goal, verdict_word};
use formats::json::Json;
use formats::link;
use formats::number::Units;
use search::change::Change;
use search::cure::Cure;
use search::diagnosis::Advice;
use search::ends::{ChoiceEnd, ChoiceEnds};

/// The object for a plan, legal or not, as [`estimate::object`] describes it. Its figures follow
/// the view's conventions. Then come the messages of the report, each with a code, and of a legal
/// plan the choices of software that decide a factor of the step, and what the diagnosis finds:
/// ways to make the plan fit, the change that helps most, and the warnings of an expert. If a goal
/// was given, the goal and whether it is reached come last.
#[must_use]
pub fn object(reported: &Reported, view: View, goal: Option<(&Goal, bool)>) -> Json {
    let (plan, units) = (reported.plan, view.units);
    let mut object = estimate::object(
        plan,
        &reported.estimate,
        reported.warnings,
        view.conventions,
        &text::exchange::PLAN,
    );
    let Json::Fields(fields) = &mut object else {
        return object;
    };
    let messages = messages(reported, units).into_iter().map(Message::json);
    fields.push(("messages", Json::List(messages.collect())));
    if let Some(found) = &reported.diagnosis {
        let choices = reported.choices.iter().map(choice);
        fields.push(("choices", Json::List(choices.collect())));
        let cures = found.cures.iter().map(|found| cure(plan, found, units));
        let notes = found.warnings.iter().map(text::diagnosis::warning);
        fields.push(("cures", Json::List(cures.collect())));
        let advised = found.advice.as_ref();
        let advised = advised.map_or(Json::Null, |found| advice(plan, found, units));
        fields.push(("advice", advised));
        fields.push(("notes", Json::List(notes.map(Json::Text).collect())));
    }
    if let Some((goal, is_reached)) = goal {
        let goal = vec![
            ("text", Json::Text(goal.text())),
            ("reached", Json::Switch(is_reached)),
        ];
        fields.push(("goal", Json::Fields(goal)));
    }
    object
}

/// A way to make a plan fit: its changes as keys of links, the changed plan, and what it changes.
fn cure(plan: &Plan, cure: &Cure, units: Units) -> Json {
    let mut fields = changed(plan, &cure.changes, cure.memory_change, cure.verdict);
    fields.push(refusals(&cure.refusals));
    fields.push(("mfu_change", Json::Number(cure.mfu_change)));
    fields.push(("sentence", Json::Text(sentences::cure(plan, cure, units))));
    Json::Fields(fields)
}

/// The change that helps most, as [`cure`] writes one.
fn advice(plan: &Plan, advice: &Advice, units: Units) -> Json {
    let mut fields = changed(plan, &advice.changes, advice.memory_change, advice.verdict);
    fields.push(refusals(&advice.refusals));
    fields.push(("tokens_per_s_change", Json::Number(advice.faster)));
    let sentence = sentences::advice(plan, advice, units);
    fields.push(("sentence", Json::Text(sentence)));
    Json::Fields(fields)
}

/// Changes of a plan with their keys as code, the plan with them, the change of its memory, and the
/// verdict then.
fn changed(
    plan: &Plan,
    changes: &[Change],
    memory_change: i128,
    verdict: Verdict,
) -> Vec<(&'static str, Json)> {
    let after = Change::applied(changes, plan);
    let differing = link::differing(plan, &after);
    let code: Vec<&str> = differing.iter().map(|(key, _, _)| *key).collect();
    let keys = differing.iter();
    let keys = keys.map(|(key, _, value)| Json::Text([key, "=", value].concat()));
    let size = Bytes::of_difference(memory_change).gib();
    let size = if memory_change < 0 { -size } else { size };
    vec![
        ("code", Json::Text(code.join("+"))),
        ("changes", Json::List(keys.collect())),
        ("link", Json::Text(link::encode(&after))),
        ("peak_gib_change", Json::Number(size)),
        ("verdict", Json::Word(verdict_word(verdict))),
    ]
}

/// Codes of what the framework does not run of a changed plan.
fn refusals(refusals: &[Refusal]) -> (&'static str, Json) {
    let codes = refusals.iter().map(|refusal| refusal.note.aspect.word());
    ("refusals", Json::List(codes.map(Json::Word).collect()))
}

/// A choice of software: its key, the value of the plan, and both ends.
fn choice(ends: &ChoiceEnds) -> Json {
    let end = |end: &ChoiceEnd| {
        Json::Fields(vec![
            ("value", Json::Text(end.value.clone())),
            ("step_s", Json::Number(end.step.0)),
        ])
    };
    let [shortest, longest] = &ends.ends;
    Json::Fields(vec![
        ("code", Json::Word(ends.key.name())),
        ("key", Json::Word(ends.key.name())),
        ("value", Json::Text(ends.own.clone())),
        ("shortest", end(shortest)),
        ("longest", end(longest)),
        ("sentence", Json::Text(text::choices::choice(ends))),
    ])
}
