//! JSON in two languages: keys, words and figures are the same, and only texts differ.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use search::optimize::{AXES, LayoutAxis, axis_keys};
use serde_json::Value;

/// Members that are texts or lists of texts.
const TEXTS: [&str; 14] = [
    "assumed",
    "faults",
    "help",
    "name",
    "notes",
    "nothing",
    "limit",
    "with_savings",
    "reasons",
    "sentence",
    "skipped",
    "unsaid",
    "warnings",
    "wrong",
];

/// The JSON that the command prints in a language.
fn printed(language: &str, arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_shardwise"))
        .args(["--lang", language])
        .args(arguments)
        .output()
        .expect("the command runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|why| {
        panic!(
            "{arguments:?}: {why}: {}",
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

/// Compares two values, of the innermost member with this name, and notes texts that differ.
fn compare(one: &Value, other: &Value, member: &str, differing: &mut Vec<String>) {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            assert!(one.keys().eq(other.keys()), "{member}: other members");
            for (name, value) in one {
                compare(value, &other[name], name, differing);
            }
        }
        (Value::Array(one), Value::Array(other)) => {
            assert_eq!(one.len(), other.len(), "{member}");
            for (one, other) in one.iter().zip(other) {
                compare(one, other, member, differing);
            }
        }
        (Value::String(one), Value::String(other)) if TEXTS.contains(&member) => {
            if one != other {
                differing.push(member.to_owned());
            }
        }
        _ => assert_eq!(one, other, "{member}"),
    }
}

/// Members of the output of these arguments that differ between English and a pseudo-language.
fn differing(arguments: &[&str]) -> Vec<String> {
    let [mut english, mut accented] = ["en", "en-XA"].map(|language| printed(language, arguments));
    // The outcome of layouts that are not among the best depends on which thread was first.
    for object in [&mut english, &mut accented] {
        if let Some(counts) = object.get_mut("counts") {
            *counts = counts["considered"].take();
        }
    }
    let mut differing = Vec::new();
    compare(&english, &accented, "", &mut differing);
    differing.sort();
    differing.dedup();
    differing
}

fn file(name: &str, text: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, text).expect("a file");
    file
}

#[test]
fn estimates_differ_in_reasons_and_warnings() {
    let link = "#v=1&p=llama3-8b/h100x8&tp=3&colour=red";
    assert_eq!(
        differing(&["estimate", "--json", "--lenient", link]),
        ["reasons", "sentence", "warnings"]
    );
    let legal = "#v=1&p=llama3-8b/h100x8&b.tp=2";
    let none: [&str; 0] = [];
    assert_eq!(
        differing(&["estimate", "--json", "--goal", "fits", legal]),
        ["sentence"]
    );
    assert_eq!(differing(&["export", legal, "--to", "json"]), none);
}

#[test]
fn searches_differ_in_sentences() {
    let few = [
        "search", "--json", "--axes", "--fix", "cp=1", "--fix", "pp=..2", "--top", "3",
    ];
    let none: [&str; 0] = [];
    let found = [&few[..], &["#v=1&p=llama3-8b/h100x8&tp=8&gbs=16"]].concat();
    assert_eq!(differing(&found), none);
    let lacking = [
        &few[..1],
        &["--json", "--fix", "cp=1", "--for", "nanotron"],
        &["#v=1&p=llama3-70b/h100x64&gbs=512"],
    ]
    .concat();
    assert_eq!(differing(&lacking), ["sentence"]);
    let saving = [&few[..], &["#v=1&p=llama3-70b/h100x8&gbs=16"]].concat();
    assert!(differing(&saving).contains(&"with_savings".to_owned()));
    let nothing = [&few[..], &["#v=1&p=llama3-405b/h100x8&gbs=16"]].concat();
    assert_eq!(differing(&nothing), ["nothing"]);
}

#[test]
fn answers_on_what_fits_differ_in_notes() {
    // Cards without 8-bit floats, and TPUs, which have another framework.
    let link = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=512&dtype=fp8";
    assert_eq!(differing(&["fits", "--json", link]), ["notes"]);
}

#[test]
fn lists_differ_in_names_and_help() {
    assert_eq!(differing(&["list", "keys", "--json"]), ["help", "name"]);
    // Of the custom model and the custom GPU.
    for listed in ["models", "gpus"] {
        assert_eq!(differing(&["list", listed, "--json"]), ["name"]);
    }
}

#[test]
fn traces_differ_in_names() {
    let link = "#v=1&p=mixtral-8x7b/h100x64&tp=4&pp=2&cp=2&ep=4&zero=1&off=opt&seq=32768";
    for scene in [
        "tp",
        "zero",
        "pipeline",
        "dp",
        "experts",
        "checkpoint",
        "context",
        "optimizer",
        "attention",
    ] {
        let arguments = ["trace", link, "--form", "events", "--scene", scene];
        assert_eq!(differing(&arguments), ["name"], "{scene}");
    }
}

#[test]
fn readings_of_files_differ_in_sentences_and_remarks() {
    let config = file(
        "unknown_type.json",
        r#"{ "model_type": "other", "hidden_size": 4096, "num_hidden_layers": 32,
             "num_attention_heads": 32, "vocab_size": 128256, "colour": 1 }"#,
    );
    let config = config.to_str().expect("a path");
    assert_eq!(
        differing(&["import", config, "--json"]),
        ["sentence", "unsaid"]
    );
    let script = file(
        "undefined.sh",
        "torchrun pretrain_gpt.py --tensor-model-parallel-size $TP --num-layers 32 \
         --normalization RMSNorm --hidden-size 4096\n",
    );
    let script = script.to_str().expect("a path");
    assert_eq!(
        differing(&["import", script, "--json"]),
        ["notes", "sentence"]
    );
}

#[test]
fn checks_of_lessons_differ_in_faults() {
    let refused = file(
        "refused.lesson.json",
        r#"{ "shardwise": 1, "id": "refused" }"#,
    );
    let refused = refused.to_str().expect("a path");
    assert_eq!(
        differing(&["lesson", "check", "--json", refused]),
        ["faults"]
    );
    let wrong = file(
        "wrong.lesson.json",
        r##"{ "shardwise": 1, "id": "wrong", "title": "W", "start": "#v=1&p=llama3-8b/h100x8",
              "steps": [{ "id": "scene", "title": "S", "text": "T", "scene": "pipeline" }] }"##,
    );
    let wrong = wrong.to_str().expect("a path");
    assert_eq!(differing(&["lesson", "check", "--json", wrong]), ["wrong"]);
}

#[test]
fn published_runs_differ_in_remarks() {
    let runs = test_utils::root().join("tests/data/oom.json");
    let runs = runs.to_str().expect("a path");
    // Every other member is equal.
    differing(&["validate", "--runs", runs, "--json"]);
}

#[test]
fn a_goal_is_the_word_of_its_option() {
    let link = "#v=1&p=llama3-8b/h100x8&gbs=16";
    let few = ["search", link, "--json", "--top", "1", "--fix", "pp=1"];
    let goal = |options: &[&str]| {
        let object = printed("en-XA", &[&few[..], options].concat());
        ["goal", "days", "dollars"].map(|member| object[member].clone())
    };
    let null = Value::Null;
    assert_eq!(goal(&[]), ["fastest".into(), null.clone(), null.clone()]);
    assert_eq!(
        goal(&["--goal", "fewest-gpus", "--days", "900"]),
        ["fewest-gpus".into(), 900.0.into(), null.clone()]
    );
    assert_eq!(
        goal(&["--goal", "soonest", "--dollars", "1e7"]),
        ["soonest".into(), null, 1e7.into()]
    );
}

/// A search under the settings of a found layout finds that layout again.
#[test]
fn a_layout_has_the_settings_of_fix() {
    let link = "#v=1&p=llama3-8b/h100x8&gbs=16";
    let object = printed("en", &["search", "--json", "--top", "40", link]);
    let rows = object["best"].as_array().expect("a list");
    for row in [&rows[0], &rows[rows.len() - 1]] {
        let layout = row["layout"].as_object().expect("settings");
        let axes = axis_keys().filter(|key| *key != "p");
        // Two settings that a search varies only if nothing else fits.
        let keys: Vec<&str> = ["ce", "opt"].into_iter().chain(axes).collect();
        let mut given: Vec<&str> = layout.keys().map(String::as_str).collect();
        given.sort_by_key(|key| keys.iter().position(|known| known == key));
        assert_eq!(given, keys);
        let mut arguments = vec!["search".to_owned(), link.to_owned(), "--json".to_owned()];
        for (key, value) in layout {
            let value = value.to_string();
            arguments.push("--fix".to_owned());
            arguments.push([key, "=", value.trim_matches('"')].concat());
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let again = printed("en", &arguments);
        let found = again["best"].as_array().expect("a list");
        assert_eq!(found.len(), 1, "{layout:?}");
        assert_eq!(found[0]["link"], row["link"], "{layout:?}");
    }
}

#[test]
fn axes_are_keys_of_fix() {
    for axis in AXES {
        let is_saving = matches!(axis, LayoutAxis::Loss | LayoutAxis::Optimizer);
        assert!(
            is_saving || axis_keys().any(|key| key == axis.key()),
            "{axis:?}"
        );
    }
}
