//! `docs/lessons.md` says what the program does. Its first lesson can be taught, its tables name
//! every figure, control, view and term, and every field that it names exists.

use cost::plan::Word;
use formats::goal::{FIGURES, Figure, Goal, Live, Read, Unit};
use formats::import::json;
use formats::link::Key;
use formats::link::presentation::{PRESETS, View, controls};
use lesson::check::check;
use lesson::{LARGEST, LessonRefusal, OURS, Term, Why, read};
use search::goal_path::Effort;

const DESCRIBED: &str = include_str!("../../../../docs/lessons.md");
const FIRST: &str = include_str!("../../../../tests/data/lessons/first.json");

/// Text under a heading, up to the next one of any level.
fn under(heading: &str) -> &'static str {
    let begin = ["\n", heading, "\n"].concat();
    let (_, behind) = DESCRIBED
        .split_once(&begin)
        .unwrap_or_else(|| panic!("there is no heading “{heading}”"));
    behind.split("\n#").next().unwrap_or_default()
}

/// The rows of the tables under a heading, as cells, without heads.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let lines: Vec<&str> = under(heading).lines().collect();
    let is_row = |line: &&str| line.starts_with('|');
    let is_rule = |line: &&str| line.starts_with("|-");
    let heads = lines.windows(2).filter(|pair| is_rule(&pair[1]));
    let heads: Vec<&str> = heads.map(|pair| pair[0]).collect();
    let rows = lines.iter().copied().filter(is_row);
    let rows = rows.filter(|line| !is_rule(line) && !heads.contains(line));
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect();
    rows.map(cells).collect()
}

/// The words of a text that stand as code.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The blocks of JSON under a heading.
fn blocks(heading: &str) -> Vec<&'static str> {
    let parts = under(heading).split("```json\n").skip(1);
    parts.filter_map(|part| part.split("```").next()).collect()
}

#[test]
fn the_first_lesson_can_be_taught() {
    assert_eq!(blocks("## A first lesson"), [FIRST]);
    assert_eq!(FIRST.lines().count(), 10);
    let lesson = read(FIRST, json).unwrap_or_else(|why| panic!("{why:?}"));
    for step in check(&lesson, Effort::PROOF) {
        assert_eq!(step.wrong, [], "{}", step.id);
        assert!(step.goal.is_some());
    }
}

#[test]
fn the_worked_step_can_be_taught() {
    let [step] = blocks("## A step with all there is")[..] else {
        panic!("one block");
    };
    let text = FIRST.split("\"steps\"").next().unwrap_or_default();
    let text = [text, "\"steps\": [", step, "] }"].concat();
    let lesson = read(&text, json).unwrap_or_else(|why| panic!("{why:?}"));
    assert_eq!(check(&lesson, Effort::PROOF)[0].wrong, []);
    // It has every field that a step may have.
    let fields = rows("### Of a step");
    for name in fields.iter().flat_map(|cells| code(cells[0])) {
        assert!(step.contains(&["\"", name, "\":"].concat()), "{name}");
    }
}

#[test]
fn the_worked_prediction_can_be_made() {
    let [step] = blocks("### Of a predicted figure")[..] else {
        panic!("one block");
    };
    let text = FIRST.split("\"steps\"").next().unwrap_or_default();
    let text = [text, "\"steps\": [", step, "] }"].concat();
    let lesson = read(&text, json).unwrap_or_else(|why| panic!("{why:?}"));
    assert_eq!(check(&lesson, Effort::PROOF)[0].wrong, []);
}

/// Unit of a figure, as a table has it.
fn unit(figure: &Figure) -> &'static str {
    match (figure.unit, figure.read) {
        (_, Read::Legal | Read::Decision(_)) => "truth",
        (_, Read::Word(..) | Read::PlanWord(_)) => "word",
        (Unit::Share, _) => "share",
        (unit, _) => unit.symbol(),
    }
}

#[test]
fn every_figure_is_described() {
    let rows = rows("### Figures");
    let described: Vec<[String; 2]> = rows
        .iter()
        .map(|cells| [cells[0].replace('`', ""), cells[1].to_owned()])
        .collect();
    let known: Vec<[String; 2]> = FIGURES
        .iter()
        .map(|figure| [figure.name.to_owned(), unit(figure).to_owned()])
        .collect();
    assert_eq!(described, known);
    assert!(
        rows.iter()
            .all(|cells| cells.len() == 3 && cells[2].len() > 3)
    );
    // A figure of words has all of them beside it.
    for figure in &FIGURES {
        let Read::Word(_, words) = figure.read else {
            continue;
        };
        let row = rows.iter().find(|cells| cells[0].contains(figure.name));
        let said: Vec<&str> = code(row.expect("a row")[2]).collect();
        assert_eq!(said, words, "{figure:?}");
    }
}

/// `docs/keys.md` has the keys of links, and the table the controls that have none.
#[test]
fn every_control_is_described() {
    let rows = rows("### Controls");
    let described: Vec<&str> = rows.iter().flat_map(|cells| code(cells[0])).collect();
    let is_key = |name: &str| Key::named(name).is_some();
    let others: Vec<&str> = controls()
        .filter(|key| !is_key(key) && *key != "p")
        .collect();
    assert_eq!(described, others);
    assert_eq!(described, PRESETS);
    assert!(under("### Controls").contains("(keys.md)"));
}

#[test]
fn every_view_and_every_term_is_named() {
    let views: Vec<&str> = code(under("### Views")).collect();
    assert!(
        View::WORDS.iter().all(|word| views.contains(word)),
        "{views:?}"
    );
    let terms: Vec<&str> = code(under("### Terms")).collect();
    assert_eq!(terms, Term::WORDS);
    for name in OURS {
        assert!(code(DESCRIBED).any(|word| word == name), "{name}");
    }
}

/// The faults of a text that is a lesson but for them.
fn faults(text: &str) -> Vec<(String, Why)> {
    match read(text, json) {
        Err(LessonRefusal::Faults(faults)) => {
            let faults = faults.into_iter();
            faults.map(|fault| (fault.path, fault.why)).collect()
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn every_field_that_is_described_is_one() {
    // Each with a value that none of them can be; a field that there is not says so, wherever it stands.
    let tables = [
        ("### Of a lesson", "", ["{\"shardwise\": 1, ", "}"]),
        (
            "### Of a step",
            "steps[1].",
            [r#"{"shardwise": 1, "steps": [{"#, "}]}"],
        ),
        (
            "### Of a passage",
            "steps[1].done[1].",
            [r#"{"shardwise": 1, "steps": [{"done": [{"#, "}]}]}"],
        ),
        (
            "### Of a question",
            "steps[1].question.",
            [r#"{"shardwise": 1, "steps": [{"question": {"#, "}}]}"],
        ),
        (
            "### Of a mistake",
            "steps[1].question.mistakes[1].",
            [
                r#"{"shardwise": 1, "steps": [{"question": {"mistakes": [{"#,
                "}]}}]}",
            ],
        ),
        (
            "### Of a prediction",
            "steps[1].predict.",
            [r#"{"shardwise": 1, "steps": [{"predict": {"#, "}}]}"],
        ),
        (
            "### Of a predicted figure",
            "steps[1].predict.ask[1].",
            [
                r#"{"shardwise": 1, "steps": [{"predict": {"ask": [{"#,
                "}]}}]}",
            ],
        ),
    ];
    for (heading, way, [begin, end]) in tables {
        let rows = rows(heading);
        assert!(rows.len() >= 2, "{heading}");
        let names = rows.iter().flat_map(|cells| code(cells[0]));
        for name in names.filter(|name| *name != "shardwise") {
            let text = [begin, "\"", name, "\": false", end].concat();
            let of_it = faults(&text).into_iter();
            let of_it: Vec<Why> = of_it
                .filter(|(path, _)| *path == [way, name].concat())
                .map(|(_, why)| why)
                .collect();
            assert!(!of_it.is_empty(), "{heading}: {name} may be anything");
            let is_unknown = |why: &Why| matches!(why, Why::Unknown { .. } | Why::Missing);
            assert!(
                !of_it.iter().any(is_unknown),
                "{heading}: {name}: {of_it:?}"
            );
        }
    }
}

#[test]
fn goals_and_values_that_are_shown_can_be_read() {
    let goals = rows("## Goals");
    assert!(goals.len() >= 8);
    for text in goals.iter().map(|cells| cells[0].replace('`', "")) {
        if let Err(fault) = Goal::parse(&text) {
            panic!("{text}: {fault:?}");
        }
    }
    let values = rows("### Live values");
    assert!(values.len() >= 4);
    for text in values.iter().flat_map(|cells| code(cells[0])) {
        let inside = text
            .strip_prefix("{{")
            .and_then(|text| text.strip_suffix("}}"));
        let inside = inside.unwrap_or_else(|| panic!("{text} is no value"));
        if let Err(fault) = Live::parse(inside) {
            panic!("{text}: {fault:?}");
        }
    }
}

#[test]
fn limits_are_those_in_force() {
    let limits = under("## Limits");
    assert_eq!(LARGEST, 256_000);
    assert!(limits.contains("256,000 bytes") && limits.contains("60 steps"));
}
