//! The JSON Schema of `shardwise estimate --json` (draft 2020-12), which
//! `docs/estimate.schema.json` holds. Words and codes are those of the types that the object is
//! written from.
//!
//! Tests: `tests/all/schema.rs`.

use cost::certainty::{Certainty, MEMORY, STEP};
use cost::convention::MfuKind;
use cost::host::{HOST, Phase};
use cost::plan::Word as _;
use formats::estimate::{FIGURES, STAGE, VERSION};
use formats::export::{Aspect, Fate, Framework};
use formats::goal::{FIGURES as GOAL_FIGURES, OVERHEADS, Read, VERDICTS};
use serde_json::{Map, Value, json};

use super::messages::MessageKind;

/// A field of an object and its schema.
type Field = (&'static str, Value);

/// The schema.
#[must_use]
pub fn schema() -> Value {
    let mut fields = of_plan();
    fields.push(("messages", list(message())));
    let found = [
        ("choices", list(choice())),
        ("cures", list(changed("mfu_change"))),
        ("advice", or_null(changed("tokens_per_s_change"))),
        ("notes", texts()),
        ("goal", object([("text", text()), ("reached", switch())])),
    ];
    let mut schema = open_object(fields, found);
    let head = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "estimate",
        "$defs": { "plan": object(of_plan()) },
    });
    if let (Value::Object(schema), Value::Object(head)) = (&mut schema, head) {
        schema.extend(head);
    }
    schema
}

/// The fields of every plan; those of [`FIGURES`] are null for an illegal one.
fn of_plan() -> Vec<Field> {
    let mut fields = vec![
        ("version", json!({ "const": VERSION })),
        ("legal", switch()),
        ("reasons", texts()),
        ("warnings", texts()),
        ("link", link()),
        ("refusals", list(refusal())),
    ];
    fields.extend(FIGURES.map(|name| (name, or_null(figure(name)))));
    fields.push(("rival", or_null(json!({ "$ref": "#/$defs/plan" }))));
    fields
}

/// A figure of a legal plan.
fn figure(name: &str) -> Value {
    match name {
        "params" | "active_params" | "trained_params" => whole(),
        "tokens_per_step" | "padded_sequence" => whole(),
        "memory" => memory(),
        "host_memory" => host(),
        "time" => time(),
        "mfu_convention" => one_of(MfuKind::WORDS),
        "dominant_toll" => one_of(&OVERHEADS),
        "run" => run(),
        "machine" => machine(),
        "hardware_validated" => switch(),
        "bound" => bound(),
        _ => number(),
    }
}

fn memory() -> Value {
    let stage = STAGE.iter().map(|(name, _)| (*name, number()));
    object([
        ("verdict", one_of(&VERDICTS)),
        (
            "kind",
            one_of(&["allocated", "max_memory_reserved", "reserved"]),
        ),
        ("capacity_gib", number()),
        ("peak_gib", number()),
        ("low_gib", number()),
        ("high_gib", number()),
        ("peak_stage", whole()),
        ("stages", list(object(stage))),
        ("certainty", certainty(MEMORY.iter().map(|term| term.key))),
    ])
}

fn host() -> Value {
    let terms = || HOST.iter().map(|term| term.key);
    let held = || object(terms().chain(["total"]).map(|term| (term, number())));
    let phases = object(Phase::ALL.map(|phase| (phase.key(), held())));
    object([
        ("verdict", one_of(&VERDICTS)),
        ("capacity_gib", number()),
        ("peak_gib", number()),
        ("low_gib", number()),
        ("high_gib", number()),
        ("peak_phase", one_of(&Phase::ALL.map(Phase::key))),
        ("ranks", whole()),
        ("phases_gib", phases),
        ("certainty", certainty(terms())),
    ])
}

fn time() -> Value {
    let names = [
        "step_s",
        "low_s",
        "high_s",
        "compute_s",
        "recompute_s",
        "forward_only_s",
        "tp_s",
        "cp_s",
        "ep_s",
        "pp_s",
        "dp_s",
        "bubble_s",
        "imbalance_s",
        "optimizer_s",
        "bubble_fraction",
        "imbalance_fraction",
        "idle_fraction",
    ];
    let certainty = ("certainty", certainty(STEP.iter().map(|term| term.key)));
    object(
        names
            .map(|name| (name, number()))
            .into_iter()
            .chain([certainty]),
    )
}

fn run() -> Value {
    let names = [
        "days",
        "goodput",
        "gpu_hours",
        "cost_usd",
        "energy_mwh",
        "checkpoint_interval_s",
    ];
    let names = names.map(|name| (name, number()));
    object([("steps", whole())].into_iter().chain(names))
}

fn machine() -> Value {
    object([
        ("pace", number()),
        ("overhead_gib", number()),
        ("measured_step_s", or_null(number())),
        ("predicted_step_s", number()),
        ("measured_peak_gib", or_null(number())),
        ("predicted_peak_gib", number()),
    ])
}

fn bound() -> Value {
    let figures = GOAL_FIGURES.iter().filter_map(|figure| match figure.read {
        Read::Balance(_) => figure.name.strip_prefix("bound."),
        _ => None,
    });
    object(figures.map(|name| (name, number())))
}

/// A part of a plan that its framework does not run.
fn refusal() -> Value {
    let fates = [Fate::Refused, Fate::NoOption, Fate::Untested, Fate::Nearest];
    object([
        ("code", one_of(Aspect::WORDS)),
        ("fate", one_of(&fates.map(Fate::word))),
        ("framework", one_of(Framework::WORDS)),
        ("framework_version", text()),
        (
            "settings",
            json!({ "type": "object", "additionalProperties": { "type": ["integer", "string"] } }),
        ),
        ("sentence", text()),
    ])
}

/// A message of any kind.
fn message() -> Value {
    let kinds = MessageKind::ALL.iter().map(|kind| {
        object([
            ("kind", json!({ "const": kind.word() })),
            ("code", one_of(kind.codes())),
            ("numbers", json!({ "type": "object" })),
            ("sentence", text()),
        ])
    });
    json!({ "oneOf": kinds.collect::<Vec<_>>() })
}

fn choice() -> Value {
    let end = || object([("value", text()), ("step_s", number())]);
    object([
        ("code", text()),
        ("key", text()),
        ("value", text()),
        ("shortest", end()),
        ("longest", end()),
        ("sentence", text()),
    ])
}

/// A changed plan, with the name of its change in speed.
fn changed(speed: &'static str) -> Value {
    object([
        (
            "code",
            json!({ "type": "string", "pattern": "^[a-z0-9]+(\\+[a-z0-9]+)*$" }),
        ),
        ("changes", texts()),
        ("link", link()),
        ("peak_gib_change", number()),
        ("verdict", one_of(&VERDICTS)),
        ("refusals", list(one_of(Aspect::WORDS))),
        (speed, number()),
        ("sentence", text()),
    ])
}

fn certainty(terms: impl Iterator<Item = &'static str>) -> Value {
    let words = [Certainty::Exact, Certainty::Calibrated, Certainty::Assumed].map(Certainty::word);
    object(terms.map(|term| (term, one_of(&words))))
}

/// An object with exactly these fields.
fn object(fields: impl IntoIterator<Item = Field>) -> Value {
    open_object(fields, [])
}

/// An object with these fields, and no others than some of the second ones.
fn open_object(
    fields: impl IntoIterator<Item = Field>,
    others: impl IntoIterator<Item = Field>,
) -> Value {
    let mut properties: Map<String, Value> = named(fields).collect();
    let required: Vec<String> = properties.keys().cloned().collect();
    properties.extend(named(others));
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn named(fields: impl IntoIterator<Item = Field>) -> impl Iterator<Item = (String, Value)> {
    fields
        .into_iter()
        .map(|(name, schema)| (name.to_owned(), schema))
}

fn list(of: Value) -> Value {
    json!({ "type": "array", "items": of })
}

fn or_null(of: Value) -> Value {
    json!({ "anyOf": [of, { "type": "null" }] })
}

fn one_of(words: &[&str]) -> Value {
    json!({ "enum": words })
}

fn texts() -> Value {
    list(text())
}

fn link() -> Value {
    json!({ "type": "string", "pattern": "^#v=1&p=" })
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn number() -> Value {
    json!({ "type": "number" })
}

fn whole() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

fn switch() -> Value {
    json!({ "type": "boolean" })
}
