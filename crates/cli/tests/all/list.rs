//! `shardwise list`: its forms, and the page of keys in `docs/`.

use std::fs;
use std::process::Command;

use formats::catalog::{CUSTOM, GPUS, MODELS};
use formats::link::Key;
use serde_json::Value;

fn listed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_shardwise"))
        .arg("list")
        .args(arguments)
        .output()
        .expect("the command runs");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

#[test]
fn the_page_of_keys_is_up_to_date() {
    let path = test_utils::root().join("docs/keys.md");
    let page = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        page == listed(&["keys", "--markdown"]),
        "docs/keys.md is out of date; write it again with \
         `cargo run --bin shardwise list keys --markdown > docs/keys.md`"
    );
}

#[test]
fn every_form_lists_every_entry() {
    let keys: Vec<&str> = Key::all().map(Key::name).collect();
    let models: Vec<&str> = MODELS.iter().map(|entry| entry.model.preset).collect();
    let gpus: Vec<&str> = GPUS.iter().map(|entry| entry.gpu.preset).collect();
    for (list, field, expected) in [
        ("keys", "key", keys),
        ("models", "model", models),
        ("gpus", "gpu", gpus),
    ] {
        let table = listed(&[list]);
        let names = table
            .lines()
            .skip(1)
            .filter_map(|line| line.split(' ').next());
        assert_eq!(names.collect::<Vec<_>>(), expected);
        let page = listed(&[list, "--markdown"]);
        let names = page.lines().filter_map(|line| line.strip_prefix("| `"));
        let names = names.filter_map(|line| line.split('`').next());
        assert_eq!(names.collect::<Vec<_>>(), expected);
        let json: Value = serde_json::from_str(&listed(&[list, "--json"])).expect("JSON");
        let names = json.as_array().expect("a list").iter();
        let names = names.map(|entry| entry[field].as_str().unwrap_or_default());
        assert_eq!(names.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn custom_entries_have_names_and_sources_as_messages() {
    let models = listed(&["models"]);
    assert!(models.contains("  Custom model  "), "{models}");
    assert!(listed(&["gpus"]).contains("  Custom card  "));
    assert!(text::presets::model_source(CUSTOM).len() > 10);
    assert!(text::presets::gpu_source(CUSTOM).len() > 10);
    assert!(text::presets::gpu_source("h100").starts_with("NVIDIA H100"));
}
