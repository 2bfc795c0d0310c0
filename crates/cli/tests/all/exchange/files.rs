//! The files as they are, of three plans.

use cost::convention::Conventions;
use cost::plan::Word;
use formats::estimate;
use formats::export::Target;
use formats::goal::{FIGURES, VERDICTS};
use formats::link::Key;
use serde_json::Value;
use text::number::BytesText as _;

use super::options::csv_rows;
use super::{LINKS, exported, plan};

const PLANS: [(&str, &str); 3] = [
    ("llama3_70b", "#v=1&p=llama3-70b/h100x64&tp=8&pp=4"),
    (
        "deepseek_v3",
        "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&gbs=15360\
         &split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&ckpt=full",
    ),
    (
        "llama3_8b_fsdp",
        "#v=1&p=llama3-8b/h100x64&zero=3&recipe=torchtitan&gbs=512",
    ),
];

#[test]
fn files_are_as_they_were() {
    for (name, link) in PLANS {
        let plan = plan(link);
        for &target in Target::ALL {
            // Predictions belong to the calibration and may change.
            if matches!(target, Target::Markdown | Target::Json | Target::Csv) {
                continue;
            }
            let export = exported(&plan, target);
            let notes = format!("{:#?}\n{}", export.notes, export.launch);
            let text = if export.is_commented {
                export.text
            } else {
                [export.text, notes].concat()
            };
            insta::assert_snapshot!(format!("{name}_{}", target.word()), text);
        }
    }
}

#[test]
fn a_summary_says_what_the_estimate_says() {
    let plan = plan(PLANS[0].1);
    let estimate = cost::estimate(&plan).expect("a legal plan");
    let text = exported(&plan, Target::Markdown).text;
    let units = formats::number::Units::Gib;
    let figures = [
        units.figure(estimate.memory.peak()),
        units.figure(estimate.memory.capacity),
        text::number::fixed(estimate.utilisation.tokens_per_second, 0),
        String::from("#v=1&p=llama3-70b/h100x64&tp=8&pp=4"),
    ];
    for figure in figures {
        assert!(text.contains(&figure), "{figure} in\n{text}");
    }
    let table = text.lines().take_while(|line| !line.is_empty());
    assert!(table.into_iter().all(|line| line.matches('|').count() == 3));
}

/// With a measurement and a plan B, which links of LINKS have not.
const COMPARED: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mstep=100.5&m.pp=8&b.tp=4";

#[test]
fn json_is_what_estimate_prints() {
    for link in LINKS.into_iter().chain([COMPARED]) {
        let plan = plan(link);
        let result = cost::estimate(&plan);
        let conventions = Conventions::default();
        let object = estimate::object(&plan, &result, &[], conventions, &text::exchange::PLAN);
        let export = exported(&plan, Target::Json);
        assert_eq!(export.text, format!("{object}\n"), "{link}");
        assert_eq!(export.file_name, "plan.json");
    }
    // The command prints the same, and what searches find.
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_shardwise"))
        .args(["estimate", COMPARED, "--json"])
        .output()
        .expect("the command runs");
    let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let mut printed = read(&String::from_utf8(output.stdout).expect("UTF-8"));
    let fields = printed.as_object_mut().expect("an object");
    for name in ["messages", "choices", "cures", "advice", "notes"] {
        assert!(fields.remove(name).is_some(), "{name}");
    }
    let text = exported(&plan(COMPARED), Target::Json).text;
    assert_eq!(printed, read(&text));
}

/// Each row of the table is a figure of the object, a key of the link or a stage's memory.
#[test]
fn a_table_says_what_the_object_says() {
    for link in LINKS.into_iter().chain([COMPARED]) {
        let plan = plan(link);
        let object: Value =
            serde_json::from_str(&exported(&plan, Target::Json).text).expect("JSON");
        let text = exported(&plan, Target::Csv).text;
        let rows = csv_rows(&text);
        let mut count = 0;
        for row in &rows {
            let [name, value, unit] = &row[..] else {
                panic!("{row:?}")
            };
            let recorded = match name.split_once('.') {
                Some(("memory", rest)) if rest.starts_with("stages.") => {
                    let mut parts = rest.split('.').skip(1);
                    let place: usize = parts.next().expect(name).parse().expect("a number");
                    assert_eq!(unit, "GiB");
                    count += 1;
                    &object["memory"]["stages"][place][parts.next().expect(name)]
                }
                Some(("refusals", place)) => {
                    let place: usize = place.parse().expect("a number");
                    &object["refusals"][place]["sentence"]
                }
                Some(("stage" | "tolls" | "bill" | "recipe", _)) => continue,
                Some((part, rest)) => &object[part][rest],
                None if object.get(name).is_some() => &object[name],
                None => {
                    let is_key =
                        Key::named(name).is_some() && *value == formats::link::value(&plan, name);
                    let is_plan = ["model", "gpu", "gpus", "dp"].contains(&name.as_str());
                    // Only goals and lessons name it.
                    let is_beside = name == "loss";
                    assert!(is_key || is_plan || is_beside, "{link}: {name} is {value}");
                    continue;
                }
            };
            match recorded {
                Value::Number(number) => {
                    assert_eq!(value.parse().ok(), number.as_f64(), "{link}: {name}");
                }
                Value::String(word) => assert_eq!(value, word, "{link}: {name}"),
                Value::Bool(_) => assert_eq!(value, "1", "{link}: {name}"),
                recorded => panic!("{link}: {name} is {recorded}"),
            }
        }
        let stages = object["memory"]["stages"].as_array().map_or(0, Vec::len);
        assert_eq!(count, 9 * stages, "{link}");
        for figure in &FIGURES {
            let of_machine = figure.name.starts_with("machine.");
            let found = rows.iter().filter(|row| row[0] == figure.name).count();
            assert!(
                found == 1
                    || of_machine && plan.measured.is_empty()
                    || figure.name == "machine.measured_peak_gib",
                "{figure:?}"
            );
        }
        assert_eq!(
            rows.iter()
                .filter(|row| VERDICTS.contains(&row[1].as_str()))
                .count(),
            1
        );
    }
}

/// Cells that a spreadsheet would read as formulas are written as text.
#[test]
fn no_cell_is_a_formula() {
    for name in ["=1+1", "+1", "-1", "@SUM(A1)", "\"=1+1"] {
        let mut plan = plan(LINKS[0]);
        plan.model.preset = name;
        let rows = csv_rows(&exported(&plan, Target::Csv).text);
        let model = rows.iter().find(|row| row[0] == "model").expect("a row");
        let expected = if name.starts_with('"') {
            name.to_owned()
        } else {
            ["'", name].concat()
        };
        assert_eq!(model[1], expected);
        for row in rows.iter().flatten() {
            let is_number = row.parse::<f64>().is_ok();
            assert!(is_number || !row.starts_with(['=', '+', '-', '@']), "{row}");
        }
    }
}

#[test]
fn interleaved_stages_of_one_chunk_are_written_as_1f1b() {
    // torchtitan refuses a schedule of several stages with one stage a rank.
    let schedule = |chunks: u64| {
        let link = format!("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&sched=int&vp={chunks}&gbs=64");
        let text = exported(&plan(&link), Target::TorchTitan).text;
        let line = text
            .lines()
            .find(|line| line.starts_with("pipeline_parallel_schedule ="));
        line.map(str::to_owned)
    };
    let line = |name: &str| Some(format!("pipeline_parallel_schedule = \"{name}\""));
    assert_eq!(schedule(1), line("1F1B"));
    assert_eq!(schedule(2), line("Interleaved1F1B"));
}
