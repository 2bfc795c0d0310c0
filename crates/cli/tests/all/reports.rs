//! Output of the command: the report, the JSON object, its keys, exit status and errors.

use cli::report::{Reported, View, json, terminal};
use cost::estimate;
use formats::export::Release;
use formats::goal::FIGURES;
use formats::link;
use serde_json::Value;

use crate::run::shardwise;

/// The plans whose reports are kept, by the name of their snapshot.
const PLANS: [(&str, &str); 7] = [
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
fn printed(link: &str) -> (String, Value) {
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
fn rounded(value: &Value) -> Value {
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

/// Keys of an object in their order.
fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

const TOP: [&str; 27] = [
    "version",
    "legal",
    "reasons",
    "warnings",
    "link",
    "refusals",
    "params",
    "active_params",
    "memory",
    "host_memory",
    "time",
    "mfu",
    "hfu",
    "mfu_convention",
    "peak_tflops",
    "tokens_per_s_per_gpu",
    "dominant_toll",
    "run",
    "machine",
    "hardware_validated",
    "bound",
    "rival",
    "messages",
    "choices",
    "cures",
    "advice",
    "notes",
];

/// Scripts rely on these names: they may be added to, never changed.
#[test]
fn keys_of_a_legal_plan() {
    for (name, link) in PLANS {
        let (_, object) = printed(link);
        if object["legal"] == false {
            assert_eq!(keys(&object), &TOP[..TOP.len() - 4], "{name}");
            continue;
        }
        assert_eq!(keys(&object), TOP, "{name}");
        let memory = &object["memory"];
        let expected = [
            "verdict",
            "kind",
            "capacity_gib",
            "peak_gib",
            "low_gib",
            "high_gib",
            "peak_stage",
            "stages",
            "certainty",
        ];
        assert_eq!(keys(memory), expected, "{name}");
        for stage in memory["stages"].as_array().expect("a list") {
            let expected = [
                "weights_gib",
                "gradients_gib",
                "optimizer_gib",
                "activations_gib",
                "logits_gib",
                "buffers_gib",
                "overhead_gib",
                "total_gib",
                "allocated_gib",
            ];
            assert_eq!(keys(stage), expected, "{name}");
            let sum: f64 = expected[..7]
                .iter()
                .map(|&key| stage[key].as_f64().expect(key))
                .sum();
            let total = stage["total_gib"].as_f64().expect("a number");
            assert!(
                (sum / total - 1.0).abs() < 1e-9,
                "{name}: {sum} GiB of {total}"
            );
        }
        let host = &object["host_memory"];
        if !host.is_null() {
            let expected = [
                "verdict",
                "capacity_gib",
                "peak_gib",
                "low_gib",
                "high_gib",
                "peak_phase",
                "ranks",
                "phases_gib",
                "certainty",
            ];
            assert_eq!(keys(host), expected, "{name}");
            let phases = &host["phases_gib"];
            assert_eq!(keys(phases), ["loading", "training", "saving"], "{name}");
            let expected = [
                "weights",
                "gradients",
                "optimizer",
                "activations",
                "pinned",
                "copies",
                "processes",
                "total",
            ];
            assert_eq!(keys(&phases["training"]), expected, "{name}");
        }
        let expected = [
            "step_s",
            "low_s",
            "high_s",
            "compute_s",
            "recompute_s",
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
            "certainty",
        ];
        assert_eq!(keys(&object["time"]), expected, "{name}");
        let number = |key: &str| object["time"][key].as_f64().expect("a number");
        let sum: f64 = expected[3..13].iter().map(|&key| number(key)).sum();
        let step = number("step_s");
        assert!((sum / step - 1.0).abs() < 1e-9, "{name}: {sum} s of {step}");
        let bubble = number("bubble_s") / (step - number("dp_s") - number("optimizer_s"));
        assert!(
            (bubble - number("bubble_fraction")).abs() < 1e-9,
            "{name}: {bubble}"
        );
        let expected = [
            "steps",
            "days",
            "goodput",
            "gpu_hours",
            "cost_usd",
            "energy_mwh",
            "checkpoint_interval_s",
        ];
        assert_eq!(keys(&object["run"]), expected, "{name}");
        assert_eq!(object["mfu_convention"], "noncausal");
        assert_eq!(memory["kind"], "reserved");
        let verdicts = formats::goal::VERDICTS;
        assert!(
            verdicts.iter().any(|verdict| memory["verdict"] == *verdict),
            "{name}"
        );
        let shares = [
            "state",
            "scratchpad",
            "cable",
            "bubble",
            "lastinch",
            "imbalance",
        ];
        assert!(
            shares
                .iter()
                .any(|overhead| object["dominant_toll"] == *overhead),
            "{name}"
        );
        assert!(
            object["params"].is_u64() && object["run"]["steps"].is_u64(),
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
    for key in TOP[6..].iter().filter(|key| **key != "messages") {
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

// ---- The command itself ------------------------------------------------------------------------

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

#[test]
fn the_command_prints_the_report_and_succeeds() {
    let link = PLANS[0].1;
    let output = shardwise(&["estimate", link]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), printed(link).0);
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn the_command_prints_json_and_succeeds() {
    let link = PLANS[1].1;
    let output = shardwise(&["estimate", "--json", link]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let object: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(rounded(&object), rounded(&printed(link).1));
    // The option may stand behind the link too.
    let output = shardwise(&["estimate", link, "--json"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_command_ends_with_two_and_reasons_where_a_plan_is_illegal() {
    let link = "#v=1&p=llama3-405b/h100x1000&pp=16";
    for json in [false, true] {
        let arguments: &[&str] = if json {
            &["estimate", link, "--json"]
        } else {
            &["estimate", link]
        };
        let output = shardwise(arguments);
        assert_eq!(output.status.code(), Some(2), "json {json}");
        let errors = text(&output.stderr);
        let lines: Vec<&str> = errors.lines().collect();
        assert_eq!(lines.len(), 2, "{errors}");
        assert!(
            lines
                .iter()
                .all(|line| line.starts_with("shardwise: ") && line.ends_with('.')),
            "{errors}"
        );
        assert!(
            errors.contains("126 layers do not divide into 16 equal stages"),
            "{errors}"
        );
        assert!(errors.contains("does not divide 1,000 GPUs"), "{errors}");
        if json {
            let object: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
            assert_eq!(object["legal"], false);
            assert_eq!(object["reasons"].as_array().map(Vec::len), Some(2));
        }
    }
}

/// A script would take the figures of another model for those of the named one.
#[test]
fn the_command_refuses_names_that_the_catalogue_lacks() {
    for (link, sentence) in [
        (
            "p=foo",
            "There is no model “foo” in the catalogue. `shardwise list models` lists all.",
        ),
        (
            "#v=1&p=llama3-8b/h1000x64",
            "There is no GPU “h1000” in the catalogue. The nearest: h100,",
        ),
        (
            "#v=1&p=lama3-8b/h100x64",
            "There is no model “lama3-8b” in the catalogue. The nearest: llama3-8b,",
        ),
        (
            "#v=1&p=<b>/<i>x8",
            "There is no GPU “<i>” in the catalogue.",
        ),
    ] {
        for arguments in [
            &["estimate", link][..],
            &["search", link],
            &["export", link, "--to", "megatron"],
        ] {
            let output = shardwise(arguments);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            assert_eq!(text(&output.stdout), "", "{arguments:?}");
            let said = text(&output.stderr);
            assert!(said.contains(sentence), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn the_command_explains_itself() {
    let output = shardwise(&["--help"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("estimate"));
    let output = shardwise(&["--version"]);
    assert!(text(&output.stdout).starts_with("shardwise "));
    for wrong in [
        &["guess"][..],
        &["estimate"],
        &["estimate", "--yaml", ""],
        &[],
    ] {
        let output = shardwise(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(!output.stderr.is_empty(), "{wrong:?}");
    }
}

#[test]
fn the_command_counts_as_it_is_told() {
    let link = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&ckpt=full&dtype=fp32";
    let object = |flags: &[&str]| -> Value {
        let output = shardwise(&[&["estimate", "--json", link], flags].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let number = |object: &Value, key: &str| object[key].as_f64().expect("a number");
    let plain = object(&[]);
    let hfu = object(&["--mfu", "hfu"]);
    assert_eq!(hfu["mfu_convention"], "hfu");
    assert_eq!((&hfu["mfu"], &hfu["hfu"]), (&plain["hfu"], &plain["hfu"]));
    let causal = object(&["--mfu", "causal", "--peak", "16bit"]);
    assert_eq!(causal["mfu_convention"], "causal");
    assert!(number(&causal, "mfu") < number(&plain, "mfu") / 2.0);
    assert_eq!(
        number(&causal, "peak_tflops"),
        2.0 * number(&plain, "peak_tflops")
    );
    let allocated = object(&["--memory", "allocated"]);
    let reserved = object(&["--memory", "reserved"]);
    assert_eq!(reserved["memory"]["kind"], "max_memory_reserved");
    let (memory, before) = (&allocated["memory"], &plain["memory"]);
    assert_eq!(memory["kind"], "allocated");
    assert_eq!(memory["verdict"], before["verdict"]);
    assert!(number(memory, "peak_gib") < number(before, "peak_gib"));
    assert_eq!(memory["stages"], before["stages"]);

    let output = shardwise(&["estimate", link, "--memory", "allocated", "--units", "gb"]);
    let report = text(&output.stdout);
    assert!(report.contains("GB allocated"), "{report}");
    assert!(!report.contains("GiB"), "{report}");
    assert_eq!(
        shardwise(&["estimate", link, "--mfu", "x"]).status.code(),
        Some(2)
    );
}

#[test]
fn a_measured_step_is_told_in_the_object() {
    let (report, object) = printed("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mstep=100.5&m.pp=8");
    let machine = &object["machine"];
    let expected = [
        "pace",
        "overhead_gib",
        "measured_step_s",
        "predicted_step_s",
        "measured_peak_gib",
        "predicted_peak_gib",
    ];
    assert_eq!(keys(machine), expected);
    assert_eq!(machine["measured_step_s"], 100.5);
    assert_eq!(machine["measured_peak_gib"], Value::Null);
    assert!(report.contains("Measured with pp=8."), "{report}");
    assert_eq!(printed(PLANS[1].1).1["machine"], Value::Null);
}

// ---- Goals --------------------------------------------------------------------------------------

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

#[test]
fn the_command_says_whether_a_goal_is_reached() {
    let (link, illegal) = (PLANS[1].1, PLANS[3].1);
    for (link, goal, status, end) in [
        (
            link,
            "fits, gpus <= 64",
            0,
            "\nGoal: the plan fits, and GPUs at most 64. Reached.\n",
        ),
        (
            link,
            "mfu > 90%",
            1,
            "\nGoal: MFU more than 90\u{a0}%. Not reached.\n",
        ),
        (illegal, "fits", 1, "\nGoal: the plan fits. Not reached.\n"),
        (
            illegal,
            "not legal",
            0,
            "\nGoal: it is not true that the plan is possible. Reached.\n",
        ),
    ] {
        let output = shardwise(&["estimate", link, "--goal", goal]);
        assert_eq!(output.status.code(), Some(status), "{goal}");
        let printed = text(&output.stdout);
        assert!(printed.ends_with(end), "{goal}: {printed}");
        let output = shardwise(&["estimate", link, "--goal", goal, "--json"]);
        assert_eq!(output.status.code(), Some(status), "{goal}");
        let object: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        assert_eq!(object["goal"]["reached"], status == 0, "{goal}");
        assert_eq!(keys(&object["goal"]), ["text", "reached"]);
    }
    let output = shardwise(&["estimate", link, "--goal", "mfa > 40%"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    assert_eq!(
        text(&output.stderr),
        "shardwise: there is no field “mfa” at character 1: did you mean “mfu”.\n"
    );
}
