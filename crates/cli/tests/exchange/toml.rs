//! TOML as another parser reads it.

use formats::import::Value;
use proptest::prelude::*;
use proptest::sample::select;

use crate::drawn::settings;
use test_utils::share;

/// Lines of TOML, right one by one, and pieces of it in any order.
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
    let values = vec![
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
    let pair = (select(names.clone()), select(values));
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
        "1",
        "0x1F",
        "1_000",
        "-3",
        "+7",
        "3.25",
        "6e-3",
        "nan",
        "true",
        "false",
        "\"x\\ny\\u00e9\"",
        "'''\nz'''",
        "\"\"\"\\\n  w\"\"\"",
        "2024-05-01",
        " # no\n",
        "a = 1\n",
        "[a]\n",
        "[[t]]\n",
        "b.c = {d = 1}\n",
        "l = [1, [2], {m = 3}]\n",
    ];
    proptest::collection::vec(select(pieces), 0..16).prop_map(|pieces| pieces.concat())
}

/// Converts a value of another TOML parser to ours.
fn as_value(value: &toml::Value) -> Value {
    match value {
        toml::Value::Boolean(is_on) => Value::Switch(*is_on),
        toml::Value::Integer(number) => {
            u64::try_from(*number).map_or_else(|_| Value::Number(number.to_string()), Value::Whole)
        }
        toml::Value::Float(number) => Value::Number(number.to_string()),
        toml::Value::String(text) => Value::Text(text.clone()),
        toml::Value::Datetime(time) => Value::Text(time.to_string()),
        toml::Value::Array(items) => Value::List(items.iter().map(as_value).collect()),
        toml::Value::Table(fields) => Value::Fields(
            fields
                .iter()
                .map(|(name, value)| (name.clone(), as_value(value)))
                .collect(),
        ),
    }
}

/// The same with fields by name, and numbers that are no counts by their values.
fn sorted(value: Value) -> Value {
    match value {
        Value::List(items) => Value::List(items.into_iter().map(sorted).collect()),
        Value::Fields(fields) => {
            let mut fields: Vec<_> = fields
                .into_iter()
                .map(|(name, value)| (name, sorted(value)))
                .collect();
            fields.sort_by(|(one, _), (other, _)| one.cmp(other));
            Value::Fields(fields)
        }
        Value::Number(digits) => {
            let number: f64 = digits.trim_start_matches('+').parse().unwrap_or(f64::NAN);
            Value::Number(number.to_string())
        }
        value => value,
    }
}

proptest! {
    #![proptest_config(settings(4_096))]
    #[test]
    fn toml_is_what_another_parser_reads(text in any_toml()) {
        let ours = formats::import::toml(&text);
        if let Ok(table) = text.parse::<toml::Table>() {
            let theirs = sorted(as_value(&toml::Value::Table(table)));
            prop_assert_eq!(ours.map(sorted), Ok(theirs), "{}", text);
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
