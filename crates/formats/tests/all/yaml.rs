//! YAML as files of frameworks have it, and hostile YAML.

use std::time::Instant;

use formats::catalog;
use formats::import::{DEEPEST, ImportRefusal, LARGEST, ParsedValue, import, yaml};
use proptest::prelude::*;

fn at(text: &str, path: &str) -> Option<ParsedValue> {
    yaml(text).expect("YAML").at(path).cloned()
}

#[test]
fn scalars_are_those_of_pyyaml() {
    let text = "a: 8\nb: 1_024\nc: 0.5\nd: 1.0e-5\ne: yes\nf: 'yes'\ng: None\nh: ~\ni: 1F1B\nj: !!str 8\nk: 4096.0\nl: -1\nm: 08:30\nn: False\n";
    let cases = [
        ("a", Some(ParsedValue::Whole(8))),
        ("b", Some(ParsedValue::Whole(1_024))),
        ("c", Some(ParsedValue::Number("0.5".into()))),
        ("e", Some(ParsedValue::Switch(true))),
        ("f", Some(ParsedValue::Text("yes".into()))),
        ("g", None),
        ("h", None),
        ("i", Some(ParsedValue::Text("1F1B".into()))),
        ("j", Some(ParsedValue::Text("8".into()))),
        ("k", Some(ParsedValue::Whole(4_096))),
        ("l", Some(ParsedValue::Number("-1".into()))),
        ("m", Some(ParsedValue::Text("08:30".into()))),
        ("n", Some(ParsedValue::Switch(false))),
    ];
    for (name, expected) in cases {
        assert_eq!(at(text, name), expected, "{name}");
    }
}

#[test]
fn anchors_and_merges_are_copied() {
    let text = "base: &b {x: 1, y: 2}\none: *b\ntwo:\n  <<: *b\n  y: 3\n  z: &n [1, 2]\nthree: {<<: [*b, {w: 5}]}\nfour: *n\n";
    assert_eq!(at(text, "one.x"), Some(ParsedValue::Whole(1)));
    assert_eq!(at(text, "two.y"), Some(ParsedValue::Whole(3)));
    assert_eq!(at(text, "two.x"), Some(ParsedValue::Whole(1)));
    assert_eq!(at(text, "three.w"), Some(ParsedValue::Whole(5)));
    let list = ParsedValue::List(vec![ParsedValue::Whole(1), ParsedValue::Whole(2)]);
    assert_eq!(at(text, "four"), Some(list));
    // The last of one name counts.
    assert_eq!(at("a: 1\na: 2\n", "a"), Some(ParsedValue::Whole(2)));
}

#[test]
fn faults_have_a_place() {
    let why = yaml("a: 1\nb: [1, 2\nc: 3\n").expect_err("an open list");
    let ImportRefusal::Syntax { said, at } = why else {
        panic!("{why:?}")
    };
    assert!(!said.is_empty() && at.expect("a place").line >= 2);
}

/// Copies of copies and deep nesting end at the bounds, in little time.
#[test]
fn hostile_yaml_is_bounded() {
    let start = Instant::now();
    let mut laughs = String::from("a0: &a0 [1,1,1,1,1,1,1,1,1]\n");
    for level in 1..30 {
        let before = ["*a", &(level - 1).to_string()].concat();
        let line = [
            "a",
            &level.to_string(),
            ": &a",
            &level.to_string(),
            " [",
            &[before.as_str(); 9].join(","),
            "]\n",
        ];
        laughs.push_str(&line.concat());
    }
    let is_too_much = |text: &str| matches!(yaml(text), Err(ImportRefusal::TooMuch { .. }));
    assert!(is_too_much(&laughs));
    let deep = |open: &str| open.repeat(LARGEST / open.len() - 1);
    assert_eq!(yaml(&deep("[")), Err(ImportRefusal::TooDeep));
    assert!(yaml(&deep("{")).is_err());
    assert_eq!(yaml(&deep("- ")), Err(ImportRefusal::TooDeep));
    assert!(yaml(&deep("a: ")).is_err());
    assert!(yaml(&deep("? ")).is_err());
    assert!(yaml(&deep("&a ")).is_err());
    assert!(yaml(&deep("- 1\n")).is_ok());
    for text in [
        deep("\""),
        deep("a"),
        deep(" "),
        deep("\n"),
        deep("#"),
        deep("|\n"),
        deep("'a' "),
    ] {
        let _ = yaml(&text);
    }
    // Levels of a copy count where it stands.
    let levels = DEEPEST - 2;
    let nested = [
        "a: &a ",
        &"[".repeat(levels),
        &"]".repeat(levels),
        "\nb: ",
        &"[".repeat(levels),
        "*a",
        &"]".repeat(levels),
        "\n",
    ];
    assert_eq!(yaml(&nested.concat()), Err(ImportRefusal::TooDeep));
    let seconds = start.elapsed().as_secs();
    assert!(seconds < 20, "{seconds} s");
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: test_utils::seed(2_026),
        cases: 256,
        ..ProptestConfig::default()
    })]

    /// Any text is read or refused.
    #[test]
    fn any_text_is_read_or_refused(text in "([a-z_]{1,4}|[-:?\\[\\]{}&*!|>'\"%@`#,~ \n]|[0-9.e+]|: |\n  |- |<<: \\*a|&a |true|auto){0,60}") {
        let _ = yaml(&text);
        let _ = import(&text, None, &catalog::default_plan());
    }
}
