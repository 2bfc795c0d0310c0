//! Drawn documents of YAML with our reading of them, kept for PyYAML.
//!
//! `cargo xtask test --exchange` has `parsers/check_yaml.py` compare those of `yaml.json` with what
//! PyYAML reads.

use std::fs;
use std::path::Path;

use formats::import::{ParsedValue, yaml};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use test_utils::config;

/// Documents that are kept.
const DRAWN: usize = 4_000;

/// Scalars of one line, plain or quoted.
const SCALARS: [&str; 40] = [
    "8",
    "010",
    "0o10",
    "0x1F",
    "1_000",
    "-3",
    "+4",
    "1e3",
    "1.0e+3",
    "1.5",
    ".5",
    "-.5",
    "1:30",
    "08:30",
    ".inf",
    "yes",
    "Off",
    "true",
    "null",
    "~",
    "None",
    "bf16",
    "a b",
    "x:y",
    "x#y",
    "http://x/y",
    "'it''s'",
    "'1'",
    "\"\"",
    "\"a\\tb\\u00e9\"",
    "\"[1]\"",
    "!!str 8",
    "!!int '010'",
    "!!float 1",
    "a-b",
    "-a",
    "a # no",
    "'#'",
    "1.2.3",
    "\"a: b\"",
];

/// Names of fields.
const NAMES: [&str; 8] = ["a", "b_c", "d-e", "'f g'", "\"h\"", "8", "model", "k.l"];

/// A document before it is written.
#[derive(Clone, Debug)]
enum Node {
    Scalar(&'static str),
    /// Lines behind the sign of a block scalar.
    Block(&'static str, Vec<&'static str>),
    /// Lines of a text that goes on: plain or in quotes.
    Folded(&'static str, Vec<&'static str>),
    List(Vec<Self>),
    Fields(Vec<(&'static str, Self)>),
    /// A list or fields in brackets, with this column of its later lines; no line ends if absent.
    Flow(Box<Self>, Option<usize>),
    /// An anchor, and an alias of it.
    Twice(Box<Self>),
}

fn any_node() -> impl Strategy<Value = Node> {
    let words = || vec(select(vec!["one", "two 2", "- 3", "x: y", "4", ""]), 1..4);
    let plain = || vec(select(vec!["one", "two 2", "4", "five"]), 2..4);
    let leaf = prop_oneof![
        8 => select(SCALARS.to_vec()).prop_map(Node::Scalar),
        1 => (select(vec!["|", ">", "|-", ">+"]), words()).prop_map(|(sign, lines)| Node::Block(sign, lines)),
        1 => (select(vec!["", "'", "\""]), plain()).prop_map(|(quote, lines)| Node::Folded(quote, lines)),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let fields = vec((select(NAMES.to_vec()), inner.clone()), 0..4).prop_map(Node::Fields);
        let list = vec(inner.clone(), 0..4).prop_map(Node::List);
        let flow = prop_oneof![list.clone(), fields.clone()];
        let column = proptest::option::of(0_usize..6);
        prop_oneof![
            3 => fields,
            2 => list,
            2 => (flow, column).prop_map(|(node, column)| Node::Flow(Box::new(node), column)),
            1 => inner.prop_map(|node| Node::Twice(Box::new(node))),
        ]
    })
}

/// A document of fields.
fn any_document() -> impl Strategy<Value = String> {
    vec((select(NAMES.to_vec()), any_node()), 1..5).prop_map(|fields| {
        let mut writer = Writer::default();
        writer.fields(&fields, 0);
        writer.text
    })
}

/// Writes nodes.
#[derive(Default)]
struct Writer {
    text: String,
    anchors: usize,
}

impl Writer {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn line(&mut self, column: usize) {
        self.text.push('\n');
        self.text.push_str(&" ".repeat(column));
    }

    fn fields(&mut self, fields: &[(&'static str, Node)], column: usize) {
        for (name, value) in fields {
            self.push(&" ".repeat(column));
            self.push(name);
            self.push(":");
            self.value(value, column);
        }
    }

    /// A value behind the sign of its field or item, and the end of its last line.
    fn value(&mut self, node: &Node, column: usize) {
        match node {
            Node::List(items) if !items.is_empty() => {
                self.push("\n");
                for item in items {
                    self.push(&" ".repeat(column + 2));
                    self.push("-");
                    self.value(item, column + 2);
                }
            }
            Node::Fields(fields) if !fields.is_empty() => {
                self.push("\n");
                self.fields(fields, column + 2);
            }
            Node::Block(sign, lines) => {
                self.push(" ");
                self.push(sign);
                for line in lines {
                    self.line(column + 2);
                    self.push(line);
                }
                self.push("\n");
            }
            Node::Twice(inner) => {
                self.anchors += 1;
                let name = format!("n{}", self.anchors);
                self.push("\n");
                self.push(&" ".repeat(column + 2));
                self.push(&format!("once: &{name}"));
                self.value(inner, column + 2);
                self.push(&format!("{}again: *{name}\n", " ".repeat(column + 2)));
            }
            other => {
                self.push(" ");
                self.inline(other, Some(column + 2));
                self.push("\n");
            }
        }
    }

    /// A node in brackets, whose later lines begin at a column.
    fn inline(&mut self, node: &Node, breaks: Option<usize>) {
        match node {
            Node::Scalar(text) => self.push(text.split(" #").next().unwrap_or(text)),
            Node::Folded(quote, lines) => {
                self.push(quote);
                for (place, line) in lines.iter().enumerate() {
                    match breaks {
                        Some(column) if place > 0 => self.line(column),
                        _ if place > 0 => self.push(" "),
                        _ => {}
                    }
                    self.push(line);
                }
                self.push(quote);
            }
            Node::Flow(inner, column) => self.brackets(inner, *column),
            Node::Twice(inner) => self.inline(inner, breaks),
            Node::Block(..) => self.push("block"),
            Node::List(_) | Node::Fields(_) => self.brackets(node, breaks),
        }
    }

    fn brackets(&mut self, node: &Node, breaks: Option<usize>) {
        let (open, close) = match node {
            Node::List(_) => ("[", "]"),
            _ => ("{", "}"),
        };
        self.push(open);
        let end = |writer: &mut Self| match breaks {
            Some(column) => writer.line(column),
            None => writer.push(" "),
        };
        match node {
            Node::List(items) => {
                for item in items {
                    end(self);
                    self.inline(item, breaks);
                    self.push(",");
                }
            }
            Node::Fields(fields) => {
                for (name, value) in fields {
                    end(self);
                    self.push(name);
                    self.push(": ");
                    self.inline(value, breaks);
                    self.push(",");
                }
            }
            _ => {}
        }
        end(self);
        self.push(close);
    }
}

/// A value as JSON, where numbers that are no counts and fields stand in lists behind a word.
fn written(value: &ParsedValue) -> Value {
    match value {
        ParsedValue::Null | ParsedValue::Open => Value::Null,
        ParsedValue::Switch(is_on) => json!(is_on),
        ParsedValue::Whole(number) => json!(number),
        ParsedValue::Number(digits) => json!(["number", digits]),
        ParsedValue::Text(text) => json!(text),
        ParsedValue::List(items) => {
            json!(["list", items.iter().map(written).collect::<Vec<_>>()])
        }
        ParsedValue::Fields(fields) => {
            let fields = fields
                .iter()
                .map(|(name, value)| json!([name, written(value)]));
            json!(["fields", fields.collect::<Vec<_>>()])
        }
    }
}

/// Keeps drawn documents in a folder.
pub(super) fn keep(folder: &Path) {
    let mut runner = TestRunner::new(config(1));
    let documents: Vec<Value> = (0..DRAWN)
        .map(|_| {
            let tree = any_document().new_tree(&mut runner);
            let text = tree.expect("a document").current();
            let read = yaml(&text).ok();
            json!({"text": text, "read": read.as_ref().map(written)})
        })
        .collect();
    fs::write(folder.join("yaml.json"), json!(documents).to_string()).expect("the documents");
}

/// Much of what is drawn is YAML.
#[test]
fn much_of_what_is_drawn_is_yaml() {
    test_utils::share(
        "drawn YAML that is some",
        &any_document(),
        1_000,
        0.5,
        |text| yaml(&text).is_ok(),
    );
}
