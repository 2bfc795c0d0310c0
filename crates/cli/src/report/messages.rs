//! The messages of a plan in JSON: reasons, warnings and remarks of the report, each with its code,
//! its numbers and its sentence.
//!
//! Tests: `tests/all/schema.rs`, `fuzz/src/holds/written.rs`.

use cost::coverage::NotModelled;
use cost::legal::Reason;
use cost::plan::{Plan, Word as _};
use cost::vocabularies;
use formats::goal::{VERDICTS, verdict_word};
use formats::json::Json;
use formats::link::LinkWarning;
use formats::number::Units;
use search::diagnosis::{Diagnosis, ExpertWarning, Limit};

use super::codes::{coded, codes};
use super::{Reported, sentences};

vocabularies! {
    /// The subject of a message.
    MessageKind {
        /// A part of the link that was not understood.
        Link = "link",
        /// A reason why the plan cannot exist.
        Reason = "reason",
        /// A setting that the plan leaves open.
        Assumed = "assumed",
        /// A part of the plan that the estimate leaves out.
        NotModelled = "not_modelled",
        /// Memory of the host.
        Host = "host",
        /// A warning of an expert.
        Warning = "warning",
        /// The outcome of a search for cures and advice.
        Search = "search",
        /// A measurement on the reader's machine.
        Measured = "measured",
    }
}

/// Code of a search without a cure.
const NO_CURE: &str = "no_cure";
/// Code of a search that stopped before all was tried.
const STOPPED: &str = "stopped";
/// Code of settings that the plan leaves open.
const ASSUMED: &str = "batch";
/// Code of a measurement.
const MEASURED: &str = "measured";

impl MessageKind {
    /// Every code of a message of this kind.
    pub(super) fn codes(self) -> &'static [&'static str] {
        match self {
            Self::Link => codes::<LinkWarning>(),
            Self::Reason => codes::<Reason>(),
            Self::Assumed => &[ASSUMED],
            Self::NotModelled => codes::<NotModelled>(),
            Self::Host => &VERDICTS,
            Self::Warning => codes::<ExpertWarning>(),
            Self::Search => &[NO_CURE, STOPPED],
            Self::Measured => &[MEASURED],
        }
    }
}

/// A message: its kind, its code with its numbers, and its sentence.
type Message = (MessageKind, (String, Json), String);

/// The messages of a plan, in the order of its report.
pub(super) fn messages(reported: &Reported, units: Units) -> Json {
    let plan = reported.plan;
    let mut messages: Vec<Message> = Vec::new();
    for warning in reported.warnings {
        let sentence = text::links::warning(warning);
        messages.push((MessageKind::Link, coded(warning), sentence));
    }
    for reason in reported.estimate.as_ref().err().into_iter().flatten() {
        let sentence = text::reasons::reason(reason, plan);
        messages.push((MessageKind::Reason, coded(reason), sentence));
    }
    if let Ok(estimate) = &reported.estimate {
        for part in &estimate.not_modelled {
            let sentence = text::coverage::not_modelled(*part);
            messages.push((MessageKind::NotModelled, coded(part), sentence));
        }
        if let Some(sentence) = sentences::assumed(plan) {
            messages.push((
                MessageKind::Assumed,
                (ASSUMED.to_owned(), left_open(plan)),
                sentence,
            ));
        }
        let host = &estimate.host;
        if host.is_of_interest() {
            let code = plain(verdict_word(host.verdict()));
            messages.push((MessageKind::Host, code, sentences::host(host, units)));
        }
        for sentence in estimate
            .machine
            .iter()
            .flat_map(|machine| text::machine::sentences(plan, machine, units))
        {
            messages.push((MessageKind::Measured, plain(MEASURED), sentence));
        }
    }
    if let Some(diagnosis) = &reported.diagnosis {
        messages.extend(diagnosed(diagnosis));
    }
    Json::List(messages.into_iter().map(json).collect())
}

/// The settings that a plan leaves open, with the values that are used.
fn left_open(plan: &Plan) -> Json {
    let (batch, mut open) = (&plan.batch, Vec::new());
    if batch.sequence.is_none() {
        open.push(("seq", Json::Whole(plan.sequence())));
    }
    if batch.global.is_none() {
        open.push(("gbs", Json::Whole(plan.global_batch())));
    }
    Json::Fields(open)
}

/// Messages of a diagnosis.
fn diagnosed(found: &Diagnosis) -> impl Iterator<Item = Message> {
    let is_unfit = found.limits.contains(&Limit::Memory);
    let is_incurable = is_unfit && found.cures.is_empty() && found.stopped_after.is_none();
    let incurable = is_incurable.then(|| {
        let sentence = text::frame::no_cure().to_owned();
        (MessageKind::Search, plain(NO_CURE), sentence)
    });
    let stopped = found.stopped_after.map(|plans| {
        let numbers = Json::Fields(vec![("plans", Json::Whole(plans))]);
        let code = (STOPPED.to_owned(), numbers);
        (MessageKind::Search, code, text::diagnosis::stopped(plans))
    });
    let warnings = found.warnings.iter().map(|warning| {
        let sentence = text::diagnosis::warning(warning);
        (MessageKind::Warning, coded(warning), sentence)
    });
    incurable.into_iter().chain(stopped).chain(warnings)
}

/// A code without numbers.
fn plain(code: &str) -> (String, Json) {
    (code.to_owned(), Json::Fields(Vec::new()))
}

fn json((kind, (code, numbers), sentence): Message) -> Json {
    Json::Fields(vec![
        ("kind", Json::Word(kind.word())),
        ("code", Json::Text(code)),
        ("numbers", numbers),
        ("sentence", Json::Text(sentence)),
    ])
}
