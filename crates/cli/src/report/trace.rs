//! A trace of a step as a table, or as events that profilers' viewers open.

use super::columns::{self, Align};
use cost::legal::Legal;
use cost::trace::{Activity, Trace, TraceLane, TraceScene, TraceSpan};
use cost::traffic::Route;
use formats::json::Json;
use formats::number::Units;
use text::moments::moment;
use text::trace as trace_text;

cost::vocabularies! {
    /// The form in which a trace is written.
    TraceForm {
        /// A table of the moments.
        Table = "table",
        /// JSON in the Trace Event Format.
        Events = "events",
    }
}

/// The reason why a plan has no such scene.
#[must_use]
pub fn absent(legal: &Legal, scene: TraceScene) -> &'static str {
    trace_text::absent(legal, scene)
}

/// The trace as text in a form, with a line break at its end.
#[must_use]
pub fn written(legal: &Legal, trace: &Trace, form: TraceForm) -> String {
    match form {
        TraceForm::Table => table(legal, trace),
        TraceForm::Events => {
            let mut text = events(legal, trace).text();
            text.push('\n');
            text
        }
    }
}

/// The result, the moments and the concluding sentence of the scene.
fn table(legal: &Legal, trace: &Trace) -> String {
    let [lead, figures] = trace_text::result(legal, trace, Units::Gb);
    let name = trace_text::scene(trace.scene);
    let mut written = format!("{name}: {lead} {figures}\n\n");
    let mut lines = vec![trace_text::headings().map(str::to_owned).to_vec()];
    let rows = trace_text::rows(legal, trace, Units::Gb);
    lines.extend(rows.into_iter().map(Vec::from));
    let aligned = [
        Align::Right,
        Align::Left,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Left,
        Align::Right,
    ];
    columns::write(&mut written, &lines, &aligned, "");
    written.push('\n');
    for (index, _) in trace.moments.iter().enumerate() {
        let [name, sentence] = moment(legal, trace, index, Units::Gb);
        written.push_str(&format!("{}. {name} {sentence}\n", index + 1));
    }
    let conclusion = trace_text::conclusion(legal, trace, Units::Gb);
    written.push_str(&format!("\n{conclusion}\n"));
    written
}

/// Complete events of the Trace Event Format, times in microseconds, a thread for each lane.
fn events(legal: &Legal, trace: &Trace) -> Json {
    let mut events = Vec::new();
    for (lane, (spans, its)) in trace.lanes.iter().zip(TraceLane::ALL).enumerate() {
        if spans.is_empty() {
            continue;
        }
        events.push(Json::Fields(vec![
            ("name", Json::Word("thread_name")),
            ("ph", Json::Word("M")),
            ("pid", Json::Whole(trace.rank as u64)),
            ("tid", Json::Whole(lane as u64)),
            (
                "args",
                Json::Fields(vec![("name", Json::Word(trace_text::lane(its)))]),
            ),
        ]));
        for span in spans {
            events.push(event(legal, trace, lane, span));
        }
    }
    for (at, held) in &trace.held {
        events.push(Json::Fields(vec![
            ("name", Json::Word(trace_text::messages::counter_held())),
            ("ph", Json::Word("C")),
            ("ts", Json::Number(at.0 * 1e6)),
            ("pid", Json::Whole(trace.rank as u64)),
            (
                "args",
                Json::Fields(vec![("bytes", Json::Whole((trace.rest + held.total()).0))]),
            ),
        ]));
    }
    Json::Fields(vec![
        ("traceEvents", Json::List(events)),
        ("displayTimeUnit", Json::Word("ms")),
    ])
}

/// One span. Its name is a text, its category a word that never changes.
fn event(legal: &Legal, trace: &Trace, lane: usize, span: &TraceSpan) -> Json {
    let [name, _] = moment(legal, trace, span.moment, Units::Gb);
    Json::Fields(vec![
        ("name", Json::Text(name.trim_end_matches('.').to_owned())),
        ("cat", Json::Word(category(span.activity))),
        ("ph", Json::Word("X")),
        ("ts", Json::Number(span.from.0 * 1e6)),
        ("dur", Json::Number(span.length().0 * 1e6)),
        ("pid", Json::Whole(trace.rank as u64)),
        ("tid", Json::Whole(lane as u64)),
        (
            "args",
            Json::Fields(vec![("bytes", Json::Whole(span.traffic.bytes.0))]),
        ),
    ])
}

/// The category of an activity; of an exchange by its route, with the words of links.
const fn category(activity: Activity) -> &'static str {
    match activity {
        Activity::Compute => "compute",
        Activity::Recompute => "recompute",
        Activity::ForwardOnly => "forward-only",
        Activity::Wait(_) => "exposed",
        Activity::Idle => "idle",
        Activity::Update => "optimizer",
        Activity::Memory => "memory",
        Activity::Exchange(route, _) => match route {
            Route::Tensor => "tp",
            Route::ExpertTensor => "etp",
            Route::Context => "cp",
            Route::Expert => "ep",
            Route::Pipeline => "pp",
            Route::Data => "dp",
            Route::AcrossShards => "across-shards",
            Route::ExpertData => "expert-dp",
            Route::AcrossExpertShards => "across-expert-shards",
            Route::Host => "host",
        },
    }
}
