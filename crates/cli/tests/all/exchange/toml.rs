//! TOML as another parser reads it.

use formats::import::ParsedValue;
use proptest::prelude::*;
use proptest::sample::select;

use test_utils::{config, share};

/// Values of TOML.
const VALUES: [&str; 16] = [
    "1",
    "0x1F",
    "1_000",
    "-3",
    "+7",
    "3.25",
    "6e-3",
    "nan",
    "true",
    "\"x\\ny\\u00e9\"",
    "'''\nz'''",
    "\"\"\"\\\n  w\"\"\"",
    "2024-05-01",
    "[1, [2], {m = 3}]",
    "{d = 1, e.f = 'g'}",
    "[\n]",
];

/// Lines of TOML, each of them right, and pieces of it in any order.
fn any_toml() -> impl Strategy<Value = String> {
    let names = vec![
        "a",
        "b.c",
        "b.\"d e\"",
        "'f'",
        "g",
        "h",
        "i.j.k",
        "l",
        "m",
        "n",
    ];
    let pair = (select(names.clone()), select(VALUES.to_vec()));
    let line = prop_oneof![
        6 => pair.prop_map(|(name, value)| [name, " = ", value, "\n"].concat()),
        1 => select(names.clone()).prop_map(|name| ["[", name, "] # no\n"].concat()),
        1 => select(names).prop_map(|name| ["[[", name, "]]\n"].concat()),
    ];
    let lines = proptest::collection::vec(line, 0..8).prop_map(|lines| lines.concat());
    prop_oneof![2 => lines, 1 => toml_pieces()]
}

/// Pieces of TOML, in any order.
fn toml_pieces() -> impl Strategy<Value = String> {
    let pieces = vec![
        "a",
        "b",
        "\"c d\"",
        "'e'",
        ".",
        " = ",
        "=",
        "[",
        "]",
        "[[",
        "]]",
        "{",
        "}",
        ", ",
        "\n",
        "\n",
        "\n",
        "false",
        " # no\n",
        "a = 1\n",
        "[a]\n",
        "[[t]]\n",
        "b.c = {d = 1}\n",
        "l = [1, [2], {m = 3}]\n",
    ];
    let pieces = select([&pieces[..], &VALUES].concat());
    proptest::collection::vec(pieces, 0..16).prop_map(|pieces| pieces.concat())
}

/// Converts a value of another TOML parser to ours.
fn as_value(value: &toml::Value) -> ParsedValue {
    match value {
        toml::Value::Boolean(is_on) => ParsedValue::Switch(*is_on),
        toml::Value::Integer(number) => u64::try_from(*number).map_or_else(
            |_| ParsedValue::Number(number.to_string()),
            ParsedValue::Whole,
        ),
        toml::Value::Float(number) => ParsedValue::Number(number.to_string()),
        toml::Value::String(text) => ParsedValue::Text(text.clone()),
        toml::Value::Datetime(time) => ParsedValue::Text(time.to_string()),
        toml::Value::Array(items) => ParsedValue::List(items.iter().map(as_value).collect()),
        toml::Value::Table(fields) => ParsedValue::Fields(
            fields
                .iter()
                .map(|(name, value)| (name.clone(), as_value(value)))
                .collect(),
        ),
    }
}

/// A parsed value with its fields sorted by name, and numbers that are not counts replaced by their
/// values.
fn sorted(value: ParsedValue) -> ParsedValue {
    match value {
        ParsedValue::List(items) => ParsedValue::List(items.into_iter().map(sorted).collect()),
        ParsedValue::Fields(fields) => {
            let mut fields: Vec<_> = fields
                .into_iter()
                .map(|(name, value)| (name, sorted(value)))
                .collect();
            fields.sort_by(|(one, _), (other, _)| one.cmp(other));
            ParsedValue::Fields(fields)
        }
        ParsedValue::Number(digits) => {
            let number: f64 = digits.trim_start_matches('+').parse().unwrap_or(f64::NAN);
            ParsedValue::Number(number.to_string())
        }
        value => value,
    }
}

/// Returns true if our reader does not look for a fault, as its docs say. Such faults are tables
/// that are opened again or extended though written inline, days that no calendar has, and decimals
/// beyond the largest that the other parser holds. A file of torchtitan's is read for its values,
/// and torchtitan itself refuses it, but for such decimals.
fn is_let_through(fault: &str, text: &str) -> bool {
    let has_head = text.lines().any(|line| line.trim_start().starts_with('['));
    (fault == "duplicate key" && has_head)
        || fault.starts_with("cannot extend value of type")
        || (fault.starts_with("invalid") && text.contains("2024-05-01"))
        || (is_of_length(fault) && has_long_decimal(text))
}

/// Returns true if the other parser says that it cannot hold a whole number.
fn is_of_length(fault: &str) -> bool {
    fault.contains("integer") || fault.contains("too large")
}

/// Returns true if a value, or a part of one, is a decimal beyond the largest of the other parser.
fn has_long_decimal(text: &str) -> bool {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words
        .map(|word| word.replace('_', ""))
        .filter(|word| !word.is_empty() && word.bytes().all(|digit| digit.is_ascii_digit()))
        .any(|word| word.parse::<i64>().is_err())
}

/// Decimals that the other parser cannot hold are the only ones that are let through for their length.
#[test]
fn long_decimals_are_let_through() {
    for text in [
        "a = 1\nb = 1_0001_0001_0001_0001_000",
        "a = -9223372036854775809",
        "a = 18446744073709551616",
        "a = 1_0001_0001_0001_0001_0001_0001_0001_0001_0001_0001_000",
    ] {
        let fault = text.parse::<toml::Table>().expect_err(text);
        assert!(is_let_through(fault.message(), text), "{text}: {fault}");
        assert!(formats::import::toml(text).is_ok(), "{text}");
    }
    assert!(!has_long_decimal("a = 9_223_372_036_854_775_807"));
    assert!(!has_long_decimal("1 = 1_0000x1F"));
    assert!(!has_long_decimal("a = 0x1F1_0001_0001_0001_000"));
}

proptest! {
    #![proptest_config(config(4_096))]
    #[test]
    fn toml_is_what_another_parser_reads(text in any_toml()) {
        let ours = formats::import::toml(&text);
        match text.parse::<toml::Table>() {
            Ok(table) => {
                let theirs = sorted(as_value(&toml::Value::Table(table)));
                prop_assert_eq!(ours.map(sorted), Ok(theirs), "{}", text);
            }
            Err(why) => {
                let (said, is_read) = (why.message(), ours.is_ok());
                prop_assert!(!is_read || is_let_through(said, &text), "{}: {}", said, text);
            }
        }
    }
}

/// Much of what is drawn is TOML.
#[test]
fn much_of_what_is_drawn_is_toml() {
    share(
        "drawn TOML that is some",
        &any_toml(),
        4_000,
        0.25,
        |text| {
            text.parse::<toml::Table>()
                .is_ok_and(|table| !table.is_empty())
        },
    );
}
