//! The messages of a plan: reasons, warnings and remarks, each with its code, its numbers and its
//! sentence. The report has the sentences, JSON all.
//!
//! Tests: `tests/all/schema.rs`, `fuzz/src/holds/written.rs`.

use cost::coverage::NotModelled;
use cost::legal::Reason;
use cost::memory::Verdict;
use cost::plan::{Plan, Word as _};
use cost::vocabularies;
use formats::goal::{VERDICTS, verdict_word};
use formats::json::Json;
use formats::link::LinkWarning;
use formats::number::Units;
use search::cure::make_fit;
use search::diagnosis::{Diagnosis, ExpertWarning};

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

/// A message of the report.
pub(super) struct Message {
    /// Its subject.
    pub(super) kind: MessageKind,
    code: String,
    numbers: Json,
    /// The sentence of the report.
    pub(super) sentence: String,
}

/// The messages of a plan.
pub(super) fn messages(reported: &Reported, units: Units) -> Vec<Message> {
    let plan = reported.plan;
    let mut messages: Vec<Message> = Vec::new();
    let mut push = |kind, coded, sentence| messages.push(Message::of(kind, coded, sentence));
    for warning in reported.warnings {
        let sentence = text::links::warning(warning);
        push(MessageKind::Link, coded(warning), sentence);
    }
    for reason in reported.estimate.as_ref().err().into_iter().flatten() {
        let sentence = text::reasons::reason(reason, plan);
        push(MessageKind::Reason, coded(reason), sentence);
    }
    if let Ok(estimate) = &reported.estimate {
        for part in &estimate.not_modelled {
            let sentence = text::coverage::not_modelled(*part);
            push(MessageKind::NotModelled, coded(part), sentence);
        }
        if let Some(sentence) = sentences::assumed(plan) {
            let code = (ASSUMED.to_owned(), left_open(plan));
            push(MessageKind::Assumed, code, sentence);
        }
        let host = &estimate.host;
        if host.is_of_interest() {
            let code = plain(verdict_word(host.verdict()));
            push(MessageKind::Host, code, sentences::host(host, units));
        }
        for sentence in estimate
            .machine
            .iter()
            .flat_map(|machine| text::machine::sentences(plan, machine, units))
        {
            push(MessageKind::Measured, plain(MEASURED), sentence);
        }
    }
    if let (Some(diagnosis), Ok(estimate)) = (&reported.diagnosis, &reported.estimate) {
        messages.extend(diagnosed(diagnosis, estimate.memory.verdict));
    }
    messages
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
fn diagnosed(found: &Diagnosis, verdict: Verdict) -> impl Iterator<Item = Message> {
    let is_unfit = verdict != Verdict::Fits;
    let is_whole = found.stopped_after.is_none();
    let is_incurable = is_unfit && is_whole && !make_fit(&found.cures, verdict);
    let incurable = is_incurable.then(|| {
        let sentence = text::frame::no_cure().to_owned();
        Message::of(MessageKind::Search, plain(NO_CURE), sentence)
    });
    let stopped = found.stopped_after.map(|plans| {
        let numbers = Json::Fields(vec![("plans", Json::Whole(plans))]);
        let code = (STOPPED.to_owned(), numbers);
        Message::of(MessageKind::Search, code, text::diagnosis::stopped(plans))
    });
    let warnings = found.warnings.iter().map(|warning| {
        let sentence = text::diagnosis::warning(warning);
        Message::of(MessageKind::Warning, coded(warning), sentence)
    });
    incurable.into_iter().chain(stopped).chain(warnings)
}

/// A code without numbers.
fn plain(code: &str) -> (String, Json) {
    (code.to_owned(), Json::Fields(Vec::new()))
}

impl Message {
    fn of(kind: MessageKind, (code, numbers): (String, Json), sentence: String) -> Self {
        Self {
            kind,
            code,
            numbers,
            sentence,
        }
    }

    /// True if this is the warning that stands beside the verdict.
    pub(super) fn is_beside_verdict(&self) -> bool {
        self.kind == MessageKind::Warning && self.code == coded(&ExpertWarning::UnprovenHardware).0
    }

    /// The message in JSON.
    pub(super) fn json(self) -> Json {
        Json::Fields(vec![
            ("kind", Json::Word(self.kind.word())),
            ("code", Json::Text(self.code)),
            ("numbers", self.numbers),
            ("sentence", Json::Text(self.sentence)),
        ])
    }
}
