//! The JSON Schema of `shardwise estimate --json`: the copy in the docs, the codes, and objects of
//! drawn plans.

use std::fs;

use boon::{Compiler, SchemaIndex, Schemas};
use cli::report::schema::schema;
use cli::report::{Reported, View, json};
use cost::legal::Reason;
use cost::plan::{Plan, limits};
use formats::link::{self, LinkWarning};
use proptest::prelude::*;
use serde_json::Value;
use test_utils::config;
use test_utils::draw::Draw;
use test_utils::drawn::{Drawn, absurd_plan, any_legal};
use test_utils::given::link::pairs;

/// A validator of the schema.
struct Validator {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Validator {
    fn new() -> Self {
        const NAME: &str = "https://example.com/estimate.schema.json";
        let mut schemas = Schemas::new();
        let mut compiler = Compiler::new();
        compiler.add_resource(NAME, schema()).expect("a resource");
        let index = compiler.compile(NAME, &mut schemas).expect("a schema");
        Self { schemas, index }
    }

    /// The faults of an object.
    fn faults(&self, object: &Value) -> Option<String> {
        let found = self.schemas.validate(object, self.index);
        found.err().map(|faults| format!("{faults:#}"))
    }
}

thread_local! {
    static VALIDATOR: Validator = Validator::new();
}

fn faults(object: &Value) -> Option<String> {
    VALIDATOR.with(|validator| validator.faults(object))
}

/// The object of a plan, as another parser reads it.
fn object(plan: &Plan, warnings: &[LinkWarning]) -> Value {
    let reported = Reported::of(plan, warnings);
    let text = json::object(&reported, View::default(), None).text();
    serde_json::from_str(&text).expect("JSON")
}

fn object_of(link: &str) -> Value {
    let (plan, warnings) = link::decode(link);
    object(&plan, &warnings)
}

#[test]
fn the_docs_have_the_schema() {
    let file = test_utils::root().join("docs/estimate.schema.json");
    let held = fs::read_to_string(file).unwrap_or_default();
    assert!(
        held == format!("{:#}\n", schema()),
        "write it anew: cargo run --bin shardwise list schema > docs/estimate.schema.json"
    );
}

/// Keys and values of all kinds, right and wrong.
fn drawn_link() -> impl Strategy<Value = String> {
    Just(()).prop_perturb(|(), mut random| ["#", &pairs(&mut Draw::of(&mut random))].concat())
}

proptest! {
    #![proptest_config(config(128))]
    #[test]
    fn objects_of_drawn_plans_follow_the_schema(Drawn(plan) in any_legal(), rival in absurd_plan()) {
        prop_assume!(limits::violated(&rival).is_none());
        let plan = Plan { rival: Some(Box::new(rival)), ..plan };
        prop_assert_eq!(faults(&object(&plan, &[])), None);
    }

    #[test]
    fn objects_of_drawn_links_follow_the_schema(link in drawn_link()) {
        prop_assert_eq!(faults(&object_of(&link)), None, "{}", link);
    }

    #[test]
    fn objects_of_any_plan_follow_the_schema(plan in absurd_plan()) {
        prop_assume!(limits::violated(&plan).is_none());
        prop_assert_eq!(faults(&object(&plan, &[])), None);
    }
}

/// The schema refuses what is written otherwise.
#[test]
fn another_object_does_not_follow_the_schema() {
    let right = object_of("#v=1&p=llama3-70b/a100-40x8&zero=3&pp=2&recipe=deepspeed&colour=red");
    assert_eq!(faults(&right), None);
    let changes: [(&str, Value); 6] = [
        ("/version", 0.into()),
        ("/messages/0/code", "other".into()),
        ("/messages/0/kind", "other".into()),
        ("/refusals/0/code", "other".into()),
        ("/memory/verdict", "fits well".into()),
        ("/link", "p=".into()),
    ];
    for (place, value) in changes {
        let mut wrong = right.clone();
        *wrong.pointer_mut(place).expect(place) = value;
        assert!(faults(&wrong).is_some(), "{place}");
    }
    for name in right.as_object().expect("an object").keys() {
        let mut more = right.clone();
        more[format!("{name}2")] = Value::Null;
        assert!(faults(&more).is_some(), "{name}2");
    }
}

/// Codes of the schema are the variants of the types, whatever their sentences are.
#[test]
fn codes_are_the_variants() {
    let schema = schema();
    let kinds = schema.pointer("/properties/messages/items/oneOf");
    let codes = |kind: &str| -> Vec<&str> {
        let kinds = kinds.and_then(Value::as_array).expect("kinds").iter();
        let own = kinds
            .filter(|one| one["properties"]["kind"]["const"] == kind)
            .flat_map(|one| one["properties"]["code"]["enum"].as_array().expect("codes"));
        own.map(|code| code.as_str().expect("a word")).collect()
    };
    for (kind, code) in [
        ("link", "unknown_key"),
        ("reason", "tensor_kv_heads"),
        ("not_modelled", "masked_scores"),
        ("host", "oom"),
        ("warning", "broken_group"),
        ("search", "no_cure"),
        ("measured", "measured"),
    ] {
        assert!(codes(kind).contains(&code), "{kind}: {:?}", codes(kind));
    }
    let reason = serde_json::to_value(Reason::ExpertsMissing).expect("JSON");
    assert!(codes("reason").contains(&reason.as_str().expect("a word")));
}

/// A message has the numbers of its sentence.
#[test]
fn messages_have_their_numbers() {
    let object = object_of("#v=1&p=llama3-8b/h100x8&tp=3");
    let message = &object["messages"][0];
    assert_eq!(message["kind"], "reason");
    assert_eq!(message["code"], "tensor_heads");
    assert_eq!(message["numbers"]["tensor"], 3);
    assert_eq!(message["sentence"], object["reasons"][0]);
    let object = object_of(
        "#v=1&p=custom/h100x48&layers=48&hidden=5120&ffn=27648&heads=40&kv=8&headdim=128\
         &vocab=152064&tp=8&pp=6&vp=2&mbs=1&gbs=3&seq=4096&recipe=nemo",
    );
    let refusal = &object["refusals"][0];
    assert_eq!(refusal["code"], "micro_batches");
    assert_eq!(refusal["fate"], "refused");
    assert_eq!(refusal["framework"], "megatron-bridge");
    assert_eq!(refusal["settings"]["pp"], 6);
    assert_eq!(refusal["settings"]["gbs"], 3);
}
