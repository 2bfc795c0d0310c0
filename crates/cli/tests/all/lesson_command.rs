//! `shardwise lesson check`: our lessons have no fault, and each fault of a lesson is printed.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use lesson::OURS;

fn checked(files: &[PathBuf]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_shardwise"))
        .args(["lesson", "check"])
        .args(files)
        .output()
        .expect("the command runs")
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8")
}

#[test]
fn our_lessons_have_no_fault() {
    let folder = test_utils::root().join("lessons");
    let files = OURS.map(|name| folder.join([name, ".json"].concat()));
    let output = checked(&files);
    let said = said(&output);
    assert!(output.status.success() && !said.contains("  !"), "{said}");
}

/// A step whose scene its start lacks, whose text after it is true of one way alone, and whose hints
/// lead nowhere.
pub(super) const FAULTS: &str = r##"{
  "shardwise": 1, "id": "faults", "title": "Faults",
  "start": "#v=1&p=llama3-8b/h100x8&zero=0", "lock": ["p"],
  "steps": [
    { "id": "scene", "title": "S", "text": "T", "scene": "zero" },
    { "id": "one-way", "title": "S", "text": "T", "goal": "fits", "done": "[ZeRO](control:zero) did it." },
    { "id": "no-text", "title": "S", "text": "T", "goal": "fits", "done": [{ "when": "zero > 0", "text": "Sharded." }] },
    { "id": "no-value", "title": "S", "text": "T", "goal": "fits", "done": "{{1 / (pp - 1)}}" },
    { "id": "no-hint", "title": "S", "text": "{{1 / zero}}", "goal": "fits", "path": ["sp"] }
  ]
}"##;

#[test]
fn faults_of_texts_are_said_with_the_solution_that_has_them() {
    let file = std::env::temp_dir().join(format!("shardwise-faults-{}.json", std::process::id()));
    fs::write(&file, FAULTS).expect("a file");
    let output = checked(std::slice::from_ref(&file));
    fs::remove_file(&file).expect("the file");
    assert_eq!(output.status.code(), Some(1));
    let said = said(&output);
    for expected in [
        "! scene: the plan at the start has no scene “zero”: the player would be empty",
        "! one-way: passage 1 of “done” links to “zero”, which stays as it was with tp=",
        "! no-text: no passage of “done” is true with tp=",
        "! no-value: a value in passage 1 of “done” has none with ",
        "! no-hint: a value in the text, a question or the solution has none at the start; hints find no way",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
}
