//! The syntaxes of exported files: shell, Hydra's overrides, TOML, YAML and JSON.
//!
//! Every text stays inside its quotes and its line.

use super::document::{OptionRow, OptionTree, OptionValue, set, tree};
use super::facts::Facts;
use crate::excerpt::is_acted_on;
use crate::json::{Json, quoted};

/// A text without line breaks and other control characters.
pub(crate) fn one_line(text: &str) -> String {
    let plain = |letter: char| match letter {
        '\u{a0}' => ' ',
        // Separators that YAML and editors take for line breaks.
        '\u{2028}' | '\u{2029}' => ' ',
        letter if is_acted_on(letter) => ' ',
        letter => letter,
    };
    text.chars().map(plain).collect()
}

/// Lines as comments that begin with `#`.
pub(crate) fn comments(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str("# ");
        text.push_str(&one_line(line));
        text.push('\n');
    }
    text
}

/// A word of a shell command, quoted if necessary.
pub(crate) fn shell(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./,:=@%+".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    // Inside single quotes only the closing quote has a meaning.
    ["'", &one_line(word).replace('\'', r"'\''"), "'"].concat()
}

/// Arguments of a command, one a line: `    --option value`.
pub(crate) fn arguments(options: &[(&'static str, OptionValue)]) -> String {
    let mut text = String::new();
    for (option, value) in options {
        let value = match value {
            OptionValue::Flag => String::new(),
            OptionValue::Words(words) => words.join(" "),
            OptionValue::Text(words) => shell(words),
            value => plain(value),
        };
        text.push_str("    ");
        text.push_str(option);
        if !value.is_empty() {
            text.push(' ');
            text.push_str(&value);
        }
        text.push('\n');
    }
    text
}

/// Overrides of Hydra, one a line, each one word of a shell: `    model.num_layers=80`.
///
/// Hydra reads quoted strings, and numbers, words and lists without quotes.
pub(crate) fn overrides(options: &[(&'static str, OptionValue)]) -> String {
    let mut text = String::new();
    for (option, value) in options {
        let value = match value {
            OptionValue::Words(words) => ["[", &words.join(","), "]"].concat(),
            OptionValue::Numbers(numbers) => ["[", &listed(numbers, ","), "]"].concat(),
            value => plain(value),
        };
        text.push_str("    ");
        text.push_str(&shell(&[option, "=", &value].concat()));
        text.push('\n');
    }
    text
}

/// TOML: a table for each branch.
pub(crate) fn toml(branch: &[(&'static str, OptionTree)]) -> String {
    let mut text = String::new();
    toml_table(&mut text, "", branch);
    text
}

fn toml_table(text: &mut String, path: &str, branch: &[(&'static str, OptionTree)]) {
    let leaves: Vec<(&str, &OptionValue)> = branch.iter().filter_map(leaf).collect();
    if !leaves.is_empty() && !path.is_empty() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&["[", path, "]\n"].concat());
    }
    for (name, value) in leaves {
        text.push_str(&[name, " = ", &strict(value), "\n"].concat());
    }
    for (name, node) in branch {
        if let OptionTree::Branch(inner) = node {
            let inner_path = if path.is_empty() {
                (*name).to_owned()
            } else {
                [path, ".", name].concat()
            };
            toml_table(text, &inner_path, inner);
        }
    }
}

fn leaf<'a>((name, node): &'a (&'static str, OptionTree)) -> Option<(&'a str, &'a OptionValue)> {
    match node {
        OptionTree::Leaf(value) => Some((name, value)),
        OptionTree::Branch(_) => None,
    }
}

/// A YAML file of the options that a plan sets, with comments at its head.
pub(crate) fn yaml_file(table: &[OptionRow], facts: &Facts, comments: &[String]) -> String {
    let options = tree(set(table, facts));
    format!("{}{}", self::comments(comments), yaml(&options))
}

/// YAML in block style; strings are quoted, as plain ones may be read as other types.
fn yaml(branch: &[(&'static str, OptionTree)]) -> String {
    let mut text = String::new();
    yaml_block(&mut text, 0, branch);
    text
}

fn yaml_block(text: &mut String, depth: usize, branch: &[(&'static str, OptionTree)]) {
    for (name, node) in branch {
        text.push_str(&"  ".repeat(depth));
        text.push_str(name);
        text.push(':');
        match node {
            OptionTree::Leaf(value) => text.push_str(&[" ", &strict(value), "\n"].concat()),
            OptionTree::Branch(inner) => {
                text.push('\n');
                yaml_block(text, depth + 1, inner);
            }
        }
    }
}

/// A JSON object, indented.
pub(crate) fn json(branch: Vec<(&'static str, OptionTree)>) -> String {
    [&json_object(branch).text(), "\n"].concat()
}

fn json_object(branch: Vec<(&'static str, OptionTree)>) -> Json {
    let field = |(name, node)| match node {
        OptionTree::Leaf(value) => (name, json_value(value)),
        OptionTree::Branch(inner) => (name, json_object(inner)),
    };
    Json::Fields(branch.into_iter().map(field).collect())
}

fn json_value(value: OptionValue) -> Json {
    match value {
        OptionValue::Flag => Json::Switch(true),
        OptionValue::Switch(is_on) => Json::Switch(is_on),
        OptionValue::Whole(number) => Json::Whole(number),
        OptionValue::Number(digits) => Json::Digits(digits),
        OptionValue::Word(word) => Json::Word(word),
        OptionValue::Text(words) => Json::Text(words),
        OptionValue::Words(words) => Json::List(words.into_iter().map(Json::Word).collect()),
        OptionValue::Numbers(numbers) => Json::List(numbers.into_iter().map(Json::Whole).collect()),
    }
}

/// A value with strings in quotes, for TOML and YAML.
fn strict(value: &OptionValue) -> String {
    match value {
        OptionValue::Word(word) => quoted(word),
        OptionValue::Text(words) => quoted(words),
        OptionValue::Words(words) => {
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            ["[", &words.join(", "), "]"].concat()
        }
        OptionValue::Numbers(numbers) => ["[", &listed(numbers, ", "), "]"].concat(),
        value => plain(value),
    }
}

/// A value as Python writes it.
pub(crate) fn python(value: &OptionValue) -> String {
    match value {
        OptionValue::Flag | OptionValue::Switch(true) => String::from("True"),
        OptionValue::Switch(false) => String::from("False"),
        value => strict(value),
    }
}

/// A value with words unquoted, and texts in quotes.
fn plain(value: &OptionValue) -> String {
    match value {
        OptionValue::Flag | OptionValue::Switch(true) => String::from("true"),
        OptionValue::Switch(false) => String::from("false"),
        OptionValue::Whole(number) => number.to_string(),
        OptionValue::Number(digits) => digits.to_string(),
        OptionValue::Word(word) => (*word).to_owned(),
        OptionValue::Text(words) => quoted(words),
        OptionValue::Words(words) => words.join(" "),
        OptionValue::Numbers(numbers) => listed(numbers, " "),
    }
}

/// Numbers with a text between them.
fn listed(numbers: &[u64], between: &str) -> String {
    let digits: Vec<String> = numbers.iter().map(u64::to_string).collect();
    digits.join(between)
}
