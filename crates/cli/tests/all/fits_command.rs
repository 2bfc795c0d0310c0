//! `shardwise fits`: its tables, its object, and its answers beside `shardwise estimate`.

use serde_json::Value;

use crate::run;

/// The plan of a first visit that fine-tunes on one card.
const QLORA: [&str; 7] = [
    "fits",
    "llama3-8b/rtx4090x1",
    "ft=qlora",
    "recipe=hf",
    "ckpt=full",
    "seq=2048",
    "gbs=16",
];

/// Output of the command, and its exit status.
fn printed(arguments: &[&str]) -> (String, Option<i32>) {
    let output = run::shardwise(arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.is_empty(), "{said}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, output.status.code())
}

fn object(arguments: &[&str]) -> Value {
    let (text, _) = printed(&[arguments, &["--json"]].concat());
    serde_json::from_str(&text).expect("an object")
}

#[test]
fn the_tables_are_as_they_were() {
    let (text, status) = printed(&QLORA);
    assert_eq!(status, Some(0));
    insta::assert_snapshot!("fits_qlora", text);
    let fp8 = ["fits", "llama3-70b/h100x64", "tp=8", "pp=4", "gbs=512"];
    let (text, _) = printed(&[&fp8[..], &["dtype=fp8"]].concat());
    insta::assert_snapshot!("fits_fp8", text);
}

#[test]
fn each_question_can_be_asked_alone() {
    for (option, member) in [
        ("--card", "card"),
        ("--longest", "longest"),
        ("--model", "model"),
    ] {
        let found = object(&[&QLORA[..], &[option]].concat());
        let members: Vec<&String> = found.as_object().expect("an object").keys().collect();
        assert_eq!(
            members,
            ["link", member]
                .map(String::from)
                .iter()
                .collect::<Vec<_>>()
        );
        let all = object(&QLORA);
        assert_eq!(found[member], all[member]);
    }
}

#[test]
fn a_row_has_the_figures_of_its_link() {
    let found = object(&QLORA);
    let rows = |member: &str| found[member]["rows"].as_array().expect("rows").clone();
    let cards = rows("card").into_iter().step_by(9);
    let some = cards
        .chain(rows("model").into_iter().step_by(17))
        .chain([found["longest"]["fits"].clone()]);
    for row in some {
        let link = row["link"].as_str().expect("a link");
        let (text, _) = printed(&["estimate", link, "--json"]);
        let estimate: Value = serde_json::from_str(&text).expect("an object");
        assert_eq!(row["verdict"], estimate["memory"]["verdict"], "{link}");
        let figures = [
            (&row["peak_gib"], &estimate["memory"]["peak_gib"]),
            (&row["step_s"], &estimate["time"]["step_s"]),
            (&row["cost_usd"], &estimate["run"]["cost_usd"]),
        ];
        for (shown, expected) in figures {
            // An estimate prints twelve digits.
            let [shown, expected] =
                [shown, expected].map(|figure| figure.as_f64().expect("a number"));
            assert!((shown / expected - 1.0).abs() < 1e-9, "{link}: {shown}");
        }
    }
}

#[test]
fn a_row_that_cannot_exist_has_its_reasons() {
    let fp8 = ["fits", "llama3-8b/h100x8", "zero=3", "dtype=fp8", "--card"];
    let found = object(&fp8);
    let rows = found["card"]["rows"].as_array().expect("rows");
    let old = rows.iter().find(|row| row["gpu"] == "a100-80");
    let old = old.expect("a row");
    assert_eq!(
        (&old["legal"], &old["fits"]),
        (&false.into(), &false.into())
    );
    assert!(
        old["notes"][0]
            .as_str()
            .is_some_and(|note| note.contains("fp8"))
    );
    assert_eq!(old.get("peak_gib"), None);
}

#[test]
fn a_question_without_an_answer_has_status_1() {
    // 405 B parameters are trained in full on no single card.
    let (text, status) = printed(&["fits", "llama3-405b/h100x1", "gbs=1", "--card"]);
    assert_eq!(status, Some(1));
    assert!(
        text.contains("The plan fits on no card of the catalogue."),
        "{text}"
    );
}
