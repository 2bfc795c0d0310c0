//! JSON as Python's `json` reads it. The values and places are those of Python 3.11.

use formats::catalog;
use formats::import::{
    DEEPEST, Format, ImportRefusal, LARGEST, ParsedValue, TextPosition, import, json,
};

#[track_caller]
fn value(text: &str) -> ParsedValue {
    json(text).unwrap_or_else(|why| panic!("{why:?}: {text}"))
}

fn text(words: &str) -> ParsedValue {
    ParsedValue::Text(words.to_owned())
}

fn number(digits: &str) -> ParsedValue {
    ParsedValue::Number(digits.to_owned())
}

#[test]
fn values_are_those_of_python() {
    let most = u64::MAX.to_string();
    let cases = [
        ("null", ParsedValue::Null),
        (" \t\r\ntrue ", ParsedValue::Switch(true)),
        ("false", ParsedValue::Switch(false)),
        ("0", ParsedValue::Whole(0)),
        ("-0", ParsedValue::Whole(0)),
        ("4096.0", ParsedValue::Whole(4_096)),
        ("1e3", ParsedValue::Whole(1_000)),
        ("1.5E+1", ParsedValue::Whole(15)),
        ("-2.5e-1", number("-0.25")),
        (&most, ParsedValue::Whole(u64::MAX)),
        ("1e400", number("1e400")),
        ("-1e400", number("-1e400")),
        ("NaN", number("NaN")),
        ("Infinity", number("Infinity")),
        ("-Infinity", number("-Infinity")),
        (
            r#""a\"\\\/\b\f\n\r\té\u00e9""#,
            text("a\"\\/\u{8}\u{c}\n\r\téé"),
        ),
        (r#""\ud83d\ude00""#, text("😀")),
        (r#""\ud83d""#, text("\u{fffd}")),
        (r#""\ud83d\u0041\ude00""#, text("\u{fffd}A\u{fffd}")),
        ("\"\u{7f}\u{202e}\"", text("\u{7f}\u{202e}")),
        ("[]", ParsedValue::List(Vec::new())),
        ("{ }", ParsedValue::Fields(Vec::new())),
    ];
    for (written, expected) in cases {
        assert_eq!(value(written), expected, "{written}");
    }
}

/// As in a `dict`: the value of the last, at the place of the first.
#[test]
fn of_fields_with_one_name_the_last_counts() {
    let read = value(r#"{"a": 1, "b": [2, {"c": 3}], "a": 4}"#);
    let inner = ParsedValue::Fields(vec![("c".into(), ParsedValue::Whole(3))]);
    let list = ParsedValue::List(vec![ParsedValue::Whole(2), inner]);
    let fields = vec![("a".into(), ParsedValue::Whole(4)), ("b".into(), list)];
    assert_eq!(read, ParsedValue::Fields(fields));
}

#[test]
fn faults_have_their_place() {
    for (written, line, column) in [
        ("", 1, 1),
        ("{", 1, 2),
        ("{\"a\": 1,}", 1, 9),
        ("{\"a\" 1}", 1, 6),
        ("{\"a\": 1 \"b\"", 1, 9),
        ("{a: 1}", 1, 2),
        ("[1, 2\n 3]", 2, 2),
        ("[1,]", 1, 4),
        ("{'a': 1}", 1, 2),
        ("{\n# no\n}", 2, 1),
        ("01", 1, 2),
        ("1.", 1, 2),
        ("1.e3", 1, 2),
        (".5", 1, 1),
        ("+1", 1, 1),
        ("-", 1, 1),
        ("-NaN", 1, 1),
        ("nan", 1, 1),
        ("True", 1, 1),
        ("1 2", 1, 3),
        ("\"é\n\"", 1, 3),
        ("\"abc", 1, 1),
        (r#""\x""#, 1, 2),
        (r#""\u+123""#, 1, 3),
        (r#""\u00e""#, 1, 3),
        ("1\u{a0}", 1, 2),
    ] {
        let Err(ImportRefusal::Syntax { said, at }) = json(written) else {
            panic!("{written} is read")
        };
        assert_eq!(at, Some(TextPosition { line, column }), "{written}: {said}");
    }
}

#[test]
fn hostile_json_is_refused() {
    for open in ["[", "{\"a\":"] {
        let deep = open.repeat(LARGEST / open.len());
        assert_eq!(json(&deep), Err(ImportRefusal::TooDeep));
    }
    let nested = |levels| ["[".repeat(levels), "]".repeat(levels)].concat();
    assert!(json(&nested(DEEPEST)).is_ok());
    assert_eq!(json(&nested(DEEPEST + 2)), Err(ImportRefusal::TooDeep));
    // Places are sought for faults alone.
    let start = test_utils::ThreadClock::start();
    let strings = format!("[{}\"\\n\"]", "\"\\n\",".repeat(LARGEST / 5 - 2));
    assert!(json(&strings).is_ok());
    let fields: String = (0..LARGEST / 12).map(|n| format!("\"{n}\":1,")).collect();
    assert!(json(&format!("{{{fields}\"0\":2}}")).is_ok());
    assert!(start.elapsed().as_secs() < 5);
}

/// Nemotron-H and Nemotron 3 have a limit of infinity.
#[test]
fn a_configuration_may_have_words_that_only_python_reads() {
    let config = "\u{feff}{\"model_type\": \"llama\", \"hidden_size\": 4096, \"num_hidden_layers\": 16, \
        \"num_hidden_layers\": 32, \"num_attention_heads\": 32, \"intermediate_size\": 11008, \
        \"vocab_size\": 32000, \"time_step_limit\": [0.0, Infinity], \"rms_norm_eps\": NaN}";
    let read = import(config, None, &catalog::default_plan()).expect("a configuration");
    assert_eq!(read.format, Format::HuggingFace);
    assert_eq!(read.plan.model.layers, 32);
    assert_eq!((read.unknown, read.unfit), (vec![], vec![]));
}
