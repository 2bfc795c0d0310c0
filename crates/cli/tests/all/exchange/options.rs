//! Every exported option is one that the target has, and stands there once.

use std::collections::BTreeSet;
use std::fs;

use cost::plan::Word;
use formats::export::{Export, Target};

use super::{LINKS, exported, plan};

/// The options of a target as they are recorded beside the tests.
fn known(target: Target) -> BTreeSet<String> {
    let path = test_utils::root()
        .join("tests/data/exchange")
        .join([target.word(), ".txt"].concat());
    let text = fs::read_to_string(path).expect("a recorded list");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// The options of a file, each with its value as it stands there.
pub(crate) fn options(export: &Export, target: Target) -> Vec<(String, String)> {
    let lines = export.text.lines();
    match target {
        Target::Megatron => lines
            .filter_map(|line| line.strip_prefix("    "))
            .map(|line| pair(line, ' '))
            .collect(),
        Target::MegatronBridge => lines
            .filter_map(|line| line.strip_prefix("    "))
            .map(|line| pair(line.trim_matches('\''), '='))
            .collect(),
        Target::Slurm => lines
            .filter_map(|line| line.strip_prefix("#SBATCH "))
            .map(|line| pair(line, '='))
            .collect(),
        Target::TorchTitan => toml(&export.text),
        Target::TorchTitanPython => lines
            .filter_map(|line| line.strip_prefix("    config."))
            .map(|line| pair(line, '='))
            .map(|(name, value)| (name.trim_end().to_owned(), value))
            .collect(),
        Target::Nanotron
        | Target::Accelerate
        | Target::MaxText
        | Target::Axolotl
        | Target::LlamaFactory
        | Target::Trl
        | Target::Swift
        | Target::Torchtune
        | Target::SkyPilot => yaml(&export.text),
        Target::DeepSpeed | Target::Peft => {
            let value: serde_json::Value = serde_json::from_str(&export.text).expect("JSON");
            let mut found = Vec::new();
            json("", &value, &mut found);
            found
        }
        Target::Json => {
            let value: serde_json::Value = serde_json::from_str(&export.text).expect("JSON");
            let mut found = Vec::new();
            json("", &value, &mut found);
            found.retain(|(name, _)| name != "link");
            found
        }
        Target::Csv => {
            let rows = csv_rows(&export.text).into_iter();
            let cells = rows.map(|row| match <[String; 3]>::try_from(row) {
                Ok([name, value, _]) => (name, value),
                Err(row) => panic!("{row:?}"),
            });
            let is_named = |name: &str| ["link", "model", "gpu"].contains(&name);
            cells.filter(|(name, _)| !is_named(name)).collect()
        }
        Target::Markdown | Target::BibTex => Vec::new(),
    }
}

/// The rows of a table behind its heading, as another reader finds them.
pub(crate) fn csv_rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader
        .records()
        .map(|row| row.expect("cells as in the heading"));
    rows.map(|row| row.iter().map(str::to_owned).collect())
        .collect()
}

fn pair(line: &str, between: char) -> (String, String) {
    let (name, value) = line.split_once(between).unwrap_or((line, ""));
    (name.to_owned(), value.trim().to_owned())
}

fn toml(text: &str) -> Vec<(String, String)> {
    let mut table = String::new();
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[') {
            table = [name.trim_end_matches(']'), "."].concat();
        } else if !line.is_empty() {
            let (name, value) = pair(line, '=');
            found.push(([table.as_str(), name.trim()].concat(), value));
        }
    }
    found
}

fn yaml(text: &str) -> Vec<(String, String)> {
    let mut path: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let depth = (line.len() - line.trim_start().len()) / 2;
        path.truncate(depth);
        let (name, value) = pair(line.trim_start(), ':');
        path.push(name);
        if !value.is_empty() {
            found.push((path.join("."), value));
        }
    }
    found
}

fn json(path: &str, value: &serde_json::Value, found: &mut Vec<(String, String)>) {
    let Some(object) = value.as_object() else {
        found.push((path.trim_start_matches('.').to_owned(), value.to_string()));
        return;
    };
    for (name, inner) in object {
        json(&[path, ".", name].concat(), inner, found);
    }
}

#[test]
fn options_are_known_and_stand_once() {
    for target in Target::ALL.iter().copied() {
        // Targets that are not files of a framework have no options.
        if matches!(
            target,
            Target::Markdown | Target::BibTex | Target::Json | Target::Csv
        ) {
            continue;
        }
        let known = known(target);
        for link in LINKS {
            let export = exported(&plan(link), target);
            let mut seen = BTreeSet::new();
            let options = options(&export, target);
            assert!(options.len() > 3, "{target:?} of {link}: {}", export.text);
            for (option, _) in options {
                assert!(known.contains(&option), "{target:?} has no {option}");
                assert!(seen.insert(option.clone()), "{option} twice in {link}");
            }
        }
    }
}
