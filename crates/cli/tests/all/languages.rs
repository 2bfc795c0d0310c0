//! The command in another language: no English word is left in what it prints.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use cost::plan::Word;
use cost::trace::TraceScene;
use formats::export::Target;
use runs::measured::MeasuredMemory;
use serde_json::Value;
use test_utils::corpus::corpus;
use test_utils::english;

use crate::run;

/// Beginnings of the commands in the comments of exported files.
const COMMANDS: &[&str] = &[
    "accelerate launch",
    "axolotl train",
    "FORCE_TORCHRUN",
    "NNODES=",
    "python3 -m",
    "sbatch train",
    "sky launch",
    "torchrun ",
    "trl sft",
    "tune run",
];

/// A language whose every letter has an accent.
const LANGUAGE: &str = "en-XA";

/// The command in that language.
fn shardwise(arguments: &[&str]) -> Output {
    run::shardwise(&[&["--lang", LANGUAGE], arguments].concat())
}

/// The system's message about a file that is absent.
const NO_FILE: &str = " No such file or directory (os error 2) languages-absent.json";

/// A file of this test binary with this in it.
fn file(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the file can be written");
    path.display().to_string()
}

fn data(name: &str) -> String {
    let path: PathBuf = test_utils::root().join("tests/data").join(name);
    path.display().to_string()
}

/// Reports of outputs with English words, each with the command.
#[derive(Default)]
struct Checked(Vec<String>);

impl Checked {
    /// Checks both outputs of the command. `passed` is the text that the command may repeat.
    fn run(&mut self, arguments: &[&str], passed: &str) {
        let output = shardwise(arguments);
        let out = if arguments.contains(&"--json") {
            sentences(&output.stdout)
        } else {
            text(output.stdout)
        };
        for text in [out, text(output.stderr)] {
            self.take(arguments, &text, passed);
        }
    }

    fn take(&mut self, arguments: &[&str], text: &str, passed: &str) {
        let found = english(text, passed);
        if !found.is_empty() {
            let arguments = arguments.join(" ");
            self.0
                .push(format!("shardwise {arguments}: {found:?} in\n{text}"));
        }
    }

    /// Fails if there were English words.
    fn end(self) {
        assert!(self.0.is_empty(), "{}", self.0.join("\n"));
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("output is UTF-8")
}

/// The sentences of a JSON object: strings with a space.
fn sentences(json: &[u8]) -> String {
    fn add(value: &Value, sentences: &mut Vec<String>) {
        match value {
            Value::String(text) if text.contains(' ') => sentences.push(text.clone()),
            Value::Array(values) => values.iter().for_each(|value| add(value, sentences)),
            Value::Object(fields) => fields.values().for_each(|value| add(value, sentences)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    if !json.is_empty() {
        add(&serde_json::from_slice(json).expect("JSON"), &mut found);
    }
    found.join("\n")
}

/// Plans of every kind of report: legal, with plan B, with experts, out of memory, measured,
/// impossible, of a link with faults.
const LINKS: &[&str] = &[
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&b.tp=4",
    "#v=1&p=deepseek-v3-671b/h800x2048&ep=64&pp=16&cp=2",
    "#v=1&p=llama3-405b/a100-80x8",
    "#v=1&p=custom/customx8",
    "#v=1&p=llama3-8b/h100x8&mstep=9&mmem=60",
    "#v=1&p=llama3-8b/h100x8&tp=3",
    "#v=1&p=llama3-8b/h100x8&tp=eight&colour=7",
];

#[test]
fn estimates_have_no_english() {
    let mut checked = Checked::default();
    for link in LINKS {
        checked.run(&["estimate", link], "eight colour");
        checked.run(&["estimate", link, "--json"], "eight colour");
        checked.run(&["estimate", link, "--lenient"], "eight colour");
    }
    checked.run(&["estimate", "#v=1&p=llama9/h100x8"], "llama9");
    checked.run(&["estimate", "#v=1&p=llama3-8b/h900x8"], "h900x8");
    for words in [
        "",
        "llama3-8b",
        "h100x8",
        "llama3-8b/h100",
        "llama3-8b/h100x0",
    ] {
        checked.run(&["estimate", words], words);
    }
    let words = [
        "estimate",
        "llama3-8b/h100x8",
        "tp=2",
        "tp=4",
        "v=2",
        "m.tp=2",
        "ckpt=ful",
    ];
    checked.run(&words, "ful");
    let goal = "fits, mfu >= 40%";
    checked.run(&["estimate", LINKS[0], "--goal", goal], goal);
    checked.run(&["estimate", LINKS[0], "--goal", "mfu >="], "mfu");
    let view = ["--mfu", "hfu", "--memory", "allocated", "--units", "gb"];
    checked.run(&[&["estimate", LINKS[0]], &view[..]].concat(), "");
    checked.end();
}

#[test]
fn searches_have_no_english() {
    let mut checked = Checked::default();
    let link = "#v=1&p=llama3-8b/h100x8&tp=8&gbs=16";
    let few = ["--fix", "cp=1", "--fix", "pp=..2", "--top", "4"];
    for more in [
        &[][..],
        &["--axes"],
        &["--json"],
        &["--goal", "smallest"],
        &["--goal", "cheapest", "--days", "9"],
        &["--for", "any"],
        &["--fix", "tp=seven"],
        &["--fix", "off=seven"],
        &["--fix", "opt=seven"],
        &["--fix", "seven=7"],
        &["--goal", "soonest"],
        &["--margin", "seven"],
        &["--days", "seven"],
        &["--for", "seven"],
        &["--for", "megatron@7"],
    ] {
        checked.run(&[&["search", link], &few[..], more].concat(), "seven days");
    }
    checked.run(&[&["search", LINKS[3]], &few[..]].concat(), "");
    for link in LINKS {
        checked.run(&["fits", link], "eight colour");
        checked.run(&["fits", link, "--json"], "eight colour");
    }
    // Cards without 8-bit floats, other frameworks, and what they lack.
    for link in [
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=512&dtype=fp8",
        "#v=1&p=llama3-8b/rtx4090x1&ft=qlora&recipe=hf&seq=512&tiles=4",
        "#v=1&p=llama3-405b/h100x1&gbs=1",
    ] {
        checked.run(&["fits", link], "");
    }
    let sheet = "model,gpu,gpus,tp\nllama3-8b,h100,8,8\nllama9,h100,8,8\nllama3-8b,h100,8,eight\n";
    let sheet = file("languages.csv", sheet);
    let fleet = shardwise(&["fleet", &sheet, "--fix", "cp=1", "--fix", "pp=1"]);
    let passed = "llama9 eight fits yes";
    checked.take(&["fleet"], &answers(&fleet.stdout), passed);
    checked.take(&["fleet"], &text(fleet.stderr), &sheet);
    checked.end();
}

/// Cells of a table of answers, without those of its first line, which are names.
fn answers(table: &[u8]) -> String {
    let mut reader = csv::Reader::from_reader(table);
    let rows = reader.records().map(|row| row.expect("a row"));
    let cells = rows.flat_map(|row| row.iter().map(str::to_owned).collect::<Vec<_>>());
    cells.collect::<Vec<_>>().join("\n")
}

#[test]
fn traces_and_lists_have_no_english() {
    let mut checked = Checked::default();
    for link in LINKS {
        checked.run(&["trace", link], "eight colour");
    }
    for scene in TraceScene::WORDS {
        checked.run(&["trace", LINKS[0], "--scene", scene], "");
        checked.run(&["trace", LINKS[2], "--scene", scene], "");
    }
    let events = shardwise(&["trace", LINKS[0], "--form", "events"]);
    let events: Value = serde_json::from_slice(&events.stdout).expect("JSON");
    for event in events["traceEvents"].as_array().expect("a list") {
        let names = [&event["name"], &event["args"]["name"]];
        let names = names.into_iter().filter_map(Value::as_str);
        let names = names.collect::<Vec<_>>().join("\n");
        checked.take(&["trace", "events"], &names, "thread_name");
    }
    for list in ["keys", "models", "gpus"] {
        checked.run(&["list", list], "");
        checked.run(&["list", list, "--markdown"], "");
        checked.run(&["list", list, "--json"], "");
    }
    checked.end();
}

#[test]
fn validations_have_no_english() {
    let mut checked = Checked::default();
    let runs = data("sample.json");
    // The parser has its own words.
    let said = " invalid type: string expected a JSON number";
    let kinds = MeasuredMemory::WORDS.join(" ");
    let passed = fs::read_to_string(&runs).expect("the file") + said + &kinds;
    checked.run(&["validate", "--runs", &runs], &passed);
    checked.run(&["validate", "--runs", &runs, "--json"], &passed);
    let list = file("languages-runs.json", "{}");
    checked.run(&["validate", "--runs", &list], &list);
    checked.end();
}

#[test]
fn lessons_have_no_english() {
    let mut checked = Checked::default();
    let ours = test_utils::root().join("lessons/tour.json");
    let faults = file("languages-faults.json", super::lesson_command::FAULTS);
    let wrong = file("languages-lesson.json", "{\"shardwise\": 1, \"steps\": 7}");
    let absent = "languages-absent.json".to_owned();
    let lessons = [ours.display().to_string(), faults, wrong, absent];
    let contents = lessons
        .iter()
        .map(|lesson| fs::read_to_string(lesson).unwrap_or_default());
    // The system has its own words, and fields of lessons have names.
    let passed = contents.collect::<String>() + &lessons.join(" ") + NO_FILE + " title";
    let lessons = lessons.iter().map(String::as_str);
    let arguments: Vec<&str> = ["lesson", "check"].into_iter().chain(lessons).collect();
    checked.run(&arguments, &passed);
    checked.run(&[&arguments[..], &["--json"]].concat(), &passed);
    checked.end();
}

#[test]
fn imports_have_no_english() {
    let mut checked = Checked::default();
    let configs = fs::read_dir(data("exchange/configs")).expect("a folder");
    let configs = configs.map(|entry| {
        let path = entry.expect("a file").path();
        let passed = fs::read_to_string(&path).expect("a text");
        (path.display().to_string(), passed)
    });
    // A few kinds of each format.
    let kinds = corpus()
        .iter()
        .flat_map(|corpus| corpus.kinds.iter().take(3));
    let kinds = kinds.map(|kind| {
        let (_, text) = &kind.files[0];
        // A key, and names and values of frameworks.
        let passed = [text, " model compile true null"].concat();
        (file("languages-kind.txt", text), passed)
    });
    for (path, passed) in configs.chain(kinds) {
        checked.run(&["import", &path, "--report"], &passed);
        checked.run(&["import", &path, "--json"], &passed);
    }
    for (name, content) in [
        ("languages-none.txt", "seven"),
        ("languages-cut.json", "{\"hidden_size\": "),
        ("languages-type.json", "{\"model_type\": \"bert\"}"),
    ] {
        let path = file(name, content);
        // In the words of Python.
        let said = " Expecting value";
        checked.run(&["import", &path], &[content, said].concat());
    }
    checked.run(&["import", "languages-absent.json"], NO_FILE);
    checked.end();
}

/// Names of fields of an entry for a bibliography.
const FIELDS: &str = "misc shardwise-plan, title howpublished note version times";

#[test]
fn notes_of_exports_have_no_english() {
    let mut checked = Checked::default();
    for target in Target::WORDS {
        for link in LINKS {
            let arguments = ["export", link, "--to", target];
            let output = shardwise(&arguments);
            let written = text(output.stdout);
            let read = match *target {
                "markdown" | "bibtex" => written,
                _ => comments(&written),
            };
            checked.take(&arguments, &read, FIELDS);
            checked.take(&arguments, &text(output.stderr), "eight colour");
        }
    }
    checked.end();
}

/// The comments in an exported file.
fn comments(written: &str) -> String {
    let comments = written.lines().filter_map(comment);
    comments.collect::<Vec<_>>().join("\n")
}

/// The comment in a line, up to a command.
fn comment(line: &str) -> Option<&str> {
    let comment = line.trim().strip_prefix("# ")?;
    let ends = COMMANDS.iter().filter_map(|command| comment.find(command));
    Some(&comment[..ends.min().unwrap_or(comment.len())])
}
