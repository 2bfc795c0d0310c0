//! Reports and JSON objects of plans.

use cli::report::{Reported, View, json, terminal};
use cost::certainty::{MEMORY, STEP};
use cost::estimate;
use cost::host::HOST;
use formats::export::Release;
use formats::goal::FIGURES;
use formats::link;
use serde_json::Value;

/// The plans whose reports are kept, by the name of their snapshot.
pub(crate) const PLANS: [(&str, &str); 7] = [
    ("one_node", "#v=1&p=llama3-8b/h100x8&tp=2&zero=1&ckpt=full"),
    (
        "class_100b_fits",
        "#v=1&p=class-100b/h100x64&tp=8&pp=8&vp=2&gbs=1024&ckpt=sel",
    ),
    ("out_of_memory", "#v=1&p=llama3-70b/h100x64&tp=2&ce=fused"),
    (
        "illegal",
        "#v=1&p=llama3-405b/h100x1000&tp=12&pp=16&cp=3&gbs=100",
    ),
    (
        "not_modelled_and_not_understood",
        "#v=9&p=qwen3-8b/b200x16&tp=2&experts=64&topk=8&moeffn=768&mtp=1&sched=zbh1&pp=4&off=opt&hsdp=2&dtype=mxfp8\
         &mstep=3.5&colour=red&tp=4&zero=7&b.zero=3",
    ),
    (
        "nothing_overlaps",
        "#v=1&p=llama2-13b/a100-80x32&tp=4&pp=4&cp=2&cpkind=ag&overlap=none&gbs=256&recipe=nanotron",
    ),
    (
        "many_stages",
        "#v=1&p=llama3-405b/h100x16384&tp=8&pp=32&ends=1&vp=2&gbs=2048",
    ),
];

/// Report and JSON text of a link, as the command prints them.
pub(crate) fn printed(link: &str) -> (String, Value) {
    let (plan, warnings) = link::decode(link);
    let reported = Reported::of(&plan, &warnings);
    let report = terminal::report(&reported, View::default());
    let object = json::object(&reported, View::default(), None);
    (report, read(&object.text()))
}

#[test]
fn weights_stored_in_4_bits_are_no_qlora() {
    for (storage, is_said) in [("int4", true), ("int8", false), ("trained", false)] {
        let (report, object) = printed(&format!("#v=1&p=llama3-8b/rtx4090x1&wstore={storage}"));
        assert_eq!(report.contains("QLoRA"), is_said, "{report}");
        assert_eq!(object["warnings"].to_string().contains("QLoRA"), is_said);
    }
}

/// Our JSON as another parser reads it.
fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The object with every fraction cut to six significant digits. Further digits belong to the
/// calibration and may change, and last digits differ between machines.
pub(crate) fn rounded(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let short = format!("{:.5e}", number.as_f64().unwrap_or_default());
            Value::from(short.parse::<f64>().unwrap_or_default())
        }
        Value::Array(items) => items.iter().map(rounded).collect(),
        Value::Object(pairs) => pairs
            .iter()
            .map(|(key, value)| (key.clone(), rounded(value)))
            .collect(),
        other => other.clone(),
    }
}

#[test]
fn reports_are_as_they_were() {
    for (name, link) in PLANS {
        let (report, _) = printed(link);
        insta::assert_snapshot!(format!("report_{name}"), report, link);
    }
}

/// Numbers in links and names are as they are written there; all others have the marks of the
/// language, here those of the pseudo-language from right to left.
#[test]
fn numbers_of_a_report_have_the_marks_of_its_language() {
    text::language::choose_tag("ar-XB").expect("a language");
    for (name, link) in PLANS {
        let (report, _) = printed(link);
        assert!(report.contains('٫') || name == "illegal", "{report}");
        for line in report
            .lines()
            .skip(1)
            .filter(|line| !line.starts_with("#v="))
        {
            let names = Release::all().map(text::search::release_name);
            let line = names.fold(line.to_owned(), |line, name| line.replace(&name, ""));
            let letters: Vec<char> = line.chars().collect();
            let has_other_mark = letters.windows(3).any(|three| {
                let [before, mark, after] = three else {
                    return false;
                };
                before.is_ascii_digit() && matches!(mark, '.' | ',') && after.is_ascii_digit()
            });
            assert!(!has_other_mark, "{name}: {line}");
        }
    }
}

#[test]
fn objects_are_as_they_were() {
    for (name, link) in PLANS {
        let (_, object) = printed(link);
        insta::assert_snapshot!(
            format!("json_{name}"),
            format!("{:#}", rounded(&object)),
            link
        );
    }
}

/// The names and words are those of the schema, which `schema.rs` checks. Terms add up.
#[test]
fn terms_of_an_object_add_up() {
    for (name, link) in PLANS {
        let (_, object) = printed(link);
        if object["legal"] == false {
            continue;
        }
        let number = |value: &Value| value.as_f64().expect(name);
        let sum = |of: &Value, keys: &mut dyn Iterator<Item = &'static str>, unit: &str| -> f64 {
            keys.map(|key| number(&of[[key, unit].concat()])).sum()
        };
        let equal = |one: f64, other: f64| {
            assert!((one / other - 1.0).abs() < 1e-9, "{name}: {one}, {other}");
        };
        for stage in object["memory"]["stages"].as_array().expect("a list") {
            let all = sum(stage, &mut MEMORY.iter().map(|term| term.key), "_gib");
            equal(all, number(&stage["total_gib"]));
        }
        let host = &object["host_memory"]["phases_gib"];
        for phase in host
            .as_object()
            .into_iter()
            .flat_map(|phases| phases.values())
        {
            let all = sum(phase, &mut HOST.iter().map(|term| term.key), "");
            equal(all, number(&phase["total"]));
        }
        let time = &object["time"];
        let step = number(&time["step_s"]);
        equal(sum(time, &mut STEP.iter().map(|term| term.key), "_s"), step);
        let [bubble, data, update] =
            ["bubble_s", "dp_s", "optimizer_s"].map(|key| number(&time[key]));
        let fraction = number(&time["bubble_fraction"]);
        assert!(
            (bubble / (step - data - update) - fraction).abs() < 1e-9,
            "{name}"
        );
    }
}

#[test]
fn an_illegal_plan_is_null_beyond_its_reasons() {
    let (_, object) = printed("#v=1&p=llama3-8b/h100x8&tp=3");
    assert_eq!(object["legal"], false);
    let reasons = object["reasons"].as_array().map_or(0, Vec::len);
    assert!(reasons > 0, "{object}");
    for key in formats::estimate::FIGURES {
        assert_eq!(object[key], Value::Null, "{key}");
    }
    assert_eq!(object["refusals"], Value::Array(Vec::new()));
    assert_eq!(object["link"], "#v=1&p=llama3-8b/h100x8&tp=3");
}

#[test]
fn a_legal_plan_has_no_reasons_and_its_link_is_canonical() {
    let (_, object) = printed("tp=2&v=1&p=llama3-8b/h100x8&sp=1");
    assert_eq!(object["reasons"], Value::Array(Vec::new()));
    assert_eq!(object["warnings"], Value::Array(Vec::new()));
    assert_eq!(object["link"], "#v=1&p=llama3-8b/h100x8&tp=2");
    assert_eq!(object["params"], 8_030_261_248_u64);
}

#[test]
fn a_measured_step_stands_in_the_object() {
    let (report, object) = printed("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mstep=100.5&m.pp=8");
    let machine = &object["machine"];
    assert_eq!(machine["measured_step_s"], 100.5);
    assert_eq!(machine["measured_peak_gib"], Value::Null);
    assert!(report.contains("Measured with pp=8."), "{report}");
    assert_eq!(printed(PLANS[1].1).1["machine"], Value::Null);
}

/// Every figure that a goal can name is the number or the word that the object has there.
#[test]
fn figures_are_those_of_the_object() {
    let measured = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mstep=100.5&mmem=70&m.pp=8";
    let links = PLANS.iter().map(|(_, link)| *link).chain([measured]);
    for link in links {
        let (plan, _) = link::decode(link);
        let result = estimate(&plan);
        let (_, object) = printed(link);
        let fullest = &object["memory"]["stages"]
            [object["memory"]["peak_stage"].as_u64().unwrap_or(0) as usize];
        for figure in &FIGURES {
            let value = match figure.name.split_once('.') {
                None if ["model", "gpu", "gpus", "dp", "loss"].contains(&figure.name) => continue,
                Some(("tolls" | "bill" | "recipe", _)) => continue,
                None => &object[figure.name],
                Some(("stage", name)) => &fullest[name],
                Some((part, name)) => &object[part][name],
            };
            let estimate = result.as_ref().ok();
            let name = figure.name;
            match value {
                Value::Null => {
                    assert_eq!(figure.number(&plan, estimate), None, "{link}: {name}");
                    assert_eq!(figure.word(&plan, estimate), None, "{link}: {name}");
                }
                Value::Bool(is) => {
                    let expected = Some(f64::from(u8::from(*is)));
                    assert_eq!(figure.number(&plan, estimate), expected, "{link}: {name}");
                }
                Value::String(word) => {
                    assert_eq!(
                        figure.word(&plan, estimate),
                        Some(word.as_str()),
                        "{link}: {name}"
                    );
                }
                value => {
                    let number = figure.number(&plan, estimate).expect(name);
                    let printed = value.as_f64().expect(name);
                    // As many digits as the object has.
                    let is_same = (number - printed).abs() <= 1e-11 * number.abs();
                    assert!(is_same, "{link}: {name}: {number}, {printed}");
                }
            }
        }
    }
}
