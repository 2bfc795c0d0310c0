//! `shardwise why`: its rows, its object and its sentences.

use std::collections::HashSet;

use boon::{Compiler, Schemas};
use cli::report::why::schema;
use cost::amount::Symbol;
use cost::calibration::CONSTANTS;
use cost::plan::Word as _;
use cost::why::Root;
use serde_json::Value;
use text::why_names::{constant, symbol};

use crate::run;

/// The plan of the rows.
const PLAN: [&str; 4] = ["why", "llama3-70b/h100x64", "tp=8", "pp=4"];

/// Output of the command on both streams, and its exit status.
fn printed(arguments: &[&str]) -> (String, Option<i32>) {
    let output = run::shardwise(&[&PLAN[..], arguments].concat());
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    (text, output.status.code())
}

#[test]
fn the_rows_are_as_they_were() {
    let (tensor, _) = printed(&["time.tensor", "--depth", "4"]);
    insta::assert_snapshot!("why_tensor", tensor);
    let (mfu, _) = printed(&["mfu", "--depth", "2"]);
    insta::assert_snapshot!("why_mfu", mfu);
    let (activations, _) = printed(&["memory.activations@0"]);
    insta::assert_snapshot!("why_activations", activations);
    let (total, _) = printed(&["memory.total@3", "--depth", "4"]);
    insta::assert_snapshot!("why_total", total);
    let pass = "mean-of-ranks/all-ranks/of-rank/one-micro-batch/forward/pass";
    let other = "llama3-70b/h100x64 tp=4 pp=4";
    let (pass, _) = printed(&[
        "time.tensor",
        "--at",
        pass,
        "--depth",
        "9",
        "--against",
        other,
    ]);
    insta::assert_snapshot!("why_pass_against", pass);
}

/// A plan whose numbers stand at more places than memory has room for.
const LONG: [&str; 6] = [
    "why",
    "gpt3-175b/a100-80x768",
    "tp=8",
    "pp=96",
    "gbs=1024",
    "time.step",
];

#[test]
fn a_number_is_opened_once() {
    let output = run::shardwise(&[&LONG[..], &["--depth", "1000"]].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let output = run::shardwise(&[&LONG[..], &["--json"]].concat());
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let nodes = count(&object);
    let rows = text.lines().count();
    assert!(rows > 1_000 && rows <= nodes, "{rows} rows, {nodes} nodes");
    // A reference is the path of a number that is opened.
    let (mut here, mut opened, mut known) = (Vec::new(), HashSet::new(), HashSet::new());
    for row in text.lines().skip(1) {
        let indent = row.len() - row.trim_start().len();
        here.truncate(indent / 2 - 1);
        here.extend(row.split_whitespace().next());
        match row.split("  as ").nth(1) {
            Some(path) => known.insert(path.to_owned()),
            None => opened.insert(here.join("/")),
        };
    }
    assert!(known.len() > 10, "{known:?}");
    let missing: Vec<&String> = known.difference(&opened).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Objects of a tree.
fn count(object: &Value) -> usize {
    let below = object["children"].as_array().into_iter().flatten();
    1 + below.map(count).sum::<usize>()
}

#[test]
fn every_number_has_that_of_the_other_plan() {
    let other = "llama3-70b/h100x64 tp=4 pp=4";
    let (text, _) = printed(&["time.tensor", "--json", "--against", other]);
    let (alone, _) = printed(&["time.tensor", "--json"]);
    let read = |text: &str| -> Value { serde_json::from_str(text).expect("JSON") };
    let object = read(&text);
    let mut left = vec![&object];
    let (mut same, mut others) = (0, 0);
    while let Some(node) = left.pop() {
        left.extend(node["children"].as_array().into_iter().flatten());
        others += usize::from(node["other"].is_f64());
        same += usize::from(node["other"] == node["value"]);
    }
    let nodes = count(&read(&alone));
    assert_eq!(count(&object), nodes);
    assert!(
        others > nodes / 2 && same > 0 && same < others,
        "{nodes} {others} {same}"
    );
}

#[test]
fn textbooks_are_as_they_were() {
    for figure in ["time.step", "time.tensor", "idle", "memory.total@0"] {
        let (text, status) = printed(&[figure, "--paper"]);
        assert_eq!(status, Some(0), "{text}");
        let word = figure.split('@').next().unwrap_or_default();
        insta::assert_snapshot!(format!("why_paper_{word}"), text);
    }
    let (text, status) = printed(&["time.imbalance", "--paper"]);
    assert_eq!(status, Some(1));
    assert!(text.contains("No textbook"), "{text}");
}

#[test]
fn what_is_not_there_is_said() {
    let (text, status) = printed(&["time.context"]);
    assert_eq!(
        (text.as_str(), status),
        (
            "shardwise: exposed context-parallel exchange is 0 in this plan.\n",
            Some(1)
        )
    );
    let (text, status) = printed(&["time.tensor", "--at", "slowdown/none"]);
    assert_eq!(status, Some(1));
    assert!(
        text.contains("slowdown/none") && text.contains("megatron_time"),
        "{text}"
    );
    let (text, status) = printed(&["time.tensor", "--against", "llama3-70b/h100x64 tp=3"]);
    assert_eq!(status, Some(2), "{text}");
    for wrong in [
        &["memory.total@4"][..],
        &["memory.total", "--stage", "4"],
        &["memory.total@last"],
        &["mfu@1"],
        &["mfu", "--stage", "1"],
        &["memory.all"],
    ] {
        let (text, status) = printed(wrong);
        assert_eq!(status, Some(2), "{text}");
    }
    let (text, _) = printed(&["memory.total@4"]);
    assert_eq!(
        text,
        "shardwise: Stages of the plan have the numbers 0 to 3.\n"
    );
}

#[test]
fn stages_are_named_behind_the_figure_or_by_an_option() {
    let (behind, _) = printed(&["memory.activations@3"]);
    let (option, _) = printed(&["memory.activations", "--stage", "3"]);
    assert_eq!(behind, option);
    let (fullest, _) = printed(&["memory.activations@fullest"]);
    let (plain, _) = printed(&["memory.activations"]);
    let (first, _) = printed(&["memory.activations@0"]);
    assert_eq!((&plain, &first), (&fullest, &fullest));
    assert_ne!(behind, first);
}

#[test]
fn the_schema_of_the_docs_is_that_of_every_object() {
    let file = test_utils::root().join("docs/why.schema.json");
    let known = std::fs::read_to_string(file).expect("a file");
    assert_eq!(
        known,
        format!("{:#}\n", schema()),
        "write it anew: cargo run --bin shardwise list why-schema > docs/why.schema.json"
    );
    const NAME: &str = "https://example.com/why.schema.json";
    let mut schemas = Schemas::new();
    let mut compiler = Compiler::new();
    compiler.add_resource(NAME, schema()).expect("a resource");
    let index = compiler.compile(NAME, &mut schemas).expect("a schema");
    for root in Root::ALL {
        let (text, status) = printed(&[root.word(), "--json", "--paper"]);
        if status == Some(0) {
            let object: Value = serde_json::from_str(&text).expect("JSON");
            let faults = schemas.validate(&object, index).err();
            assert_eq!(
                faults.map(|faults| format!("{faults:#}")),
                None,
                "{}",
                root.word()
            );
        }
    }
}

#[test]
fn every_letter_is_listed_and_every_number_has_a_name() {
    let file = test_utils::root().join("docs/symbols.md");
    let listed = std::fs::read_to_string(file).expect("a file");
    let cells: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" |").next())
        .collect();
    let is_listed = |letter: &str| {
        let mut words = cells.iter().flat_map(|cell| cell.split([',', ' ']));
        words.any(|word| word == letter)
    };
    for letter in Symbol::ALL {
        let (short, name) = symbol(*letter);
        assert!(
            short.is_empty() || is_listed(short),
            "{short} of {letter:?}"
        );
        assert!(!name.is_empty() || *letter == Symbol::Number, "{letter:?}");
    }
    for known in CONSTANTS {
        assert!(!constant(known.name).is_empty(), "{}", known.name);
    }
}
