//! Reports say beside the verdict where no published run is on such hardware.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const WARNING: &str = "Not validated on this hardware.";

/// Plans on validated hardware, and on hardware without published runs: another card, or a network
/// that is oversubscribed above its pods.
const PLANS: [(&str, bool); 5] = [
    ("#v=1&p=llama3-8b/h100x64&zero=3&gbs=64", true),
    ("#v=1&p=llama3-8b/h100x64&zero=3&gbs=64&pod=8&over=1", true),
    ("#v=1&p=llama3-8b/h100x64&zero=3&gbs=64&pod=8&over=2", false),
    ("#v=1&p=llama3-8b/mi300xx64&zero=3&gbs=64", false),
    (
        "#v=1&p=llama3-8b/trn2x64&zero=3&gbs=64&recipe=torchtitan",
        false,
    ),
];

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_shardwise"))
        .args(arguments)
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn object(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).expect("JSON")
}

#[test]
fn estimates_say_it_beside_the_verdict() {
    for (link, is_validated) in PLANS {
        let report = printed(&["estimate", link]);
        let verdict = report
            .lines()
            .find(|line| line.contains(" of ") && line.contains("GiB"));
        let verdict = verdict.expect("a verdict");
        assert_eq!(!verdict.ends_with(WARNING), is_validated, "{verdict}");
        // Once.
        let times = report.matches(WARNING).count();
        assert_eq!(times, usize::from(!is_validated), "{report}");
        let object = object(&["estimate", link, "--json"]);
        assert_eq!(object["hardware_validated"], is_validated, "{link}");
    }
    let illegal = Command::new(env!("CARGO_BIN_EXE_shardwise"))
        .args(["estimate", "#v=1&p=llama3-8b/h100x8&tp=3", "--json"])
        .output()
        .expect("the command runs");
    let illegal: Value = serde_json::from_slice(&illegal.stdout).expect("JSON");
    assert_eq!(illegal["hardware_validated"], Value::Null);
}

#[test]
fn searches_say_it_above_their_layouts() {
    let few = ["--fix", "tp=1", "--fix", "pp=1", "--fix", "ckpt=none"];
    for (link, is_validated) in PLANS {
        let arguments = [&["search", link, "--for", "any"][..], &few].concat();
        let report = printed(&arguments);
        assert_eq!(!report.contains(WARNING), is_validated, "{report}");
        let object = object(&[arguments.as_slice(), &["--json"]].concat());
        assert_eq!(object["hardware_validated"], is_validated, "{link}");
    }
}

#[test]
fn answers_of_a_file_of_plans_have_a_column_of_it() {
    let mut rows = String::from("link,fix\n");
    for (link, _) in PLANS {
        rows += &format!("\"{link}\",\"tp=1 pp=1 ckpt=none\"\n");
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hardware.csv");
    fs::write(&path, rows).expect("the file can be written");
    let answers = printed(&["fleet", path.to_str().expect("UTF-8")]);
    let mut reader = csv::Reader::from_reader(answers.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let place = header.iter().position(|name| name == "hardware_validated");
    let place = place.expect("the column");
    assert_eq!(&header[place - 1], "verdict");
    let said: Vec<bool> = reader
        .records()
        .map(|row| match &row.expect("a row")[place] {
            "yes" => true,
            "no" => false,
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(said, PLANS.map(|(_, is_validated)| is_validated));
}
