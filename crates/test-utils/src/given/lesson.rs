//! Lessons: files of steps with goals, questions and texts, some of whose fields are something else
//! altogether.

use cost::plan::Word;
use formats::link::presentation::{View, controls};
use serde_json::{Map, Value, json};

use super::{goal, link};
use crate::draw::Draw;

/// Pieces of the small Markdown, and untrusted text in fields.
pub const PIECES: [&str; 32] = [
    "word",
    " ",
    "*",
    "**",
    "`",
    "\\",
    "[",
    "](",
    ")",
    "{{",
    "}}",
    "mfu",
    "\n",
    "\n\n",
    "- ",
    "1. ",
    "https://a.b",
    "control:tp",
    "view:map",
    "term:mfu",
    "é",
    "<b>",
    "\r\n",
    "\u{0}",
    "\"><img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](https://example.org/\"onclick=alert(1))",
    "{{<script>alert(1)</script>}}",
    "</title><script>alert(1)</script>\u{0}\u{202e}",
    "**`{{mfu",
    "fits",
    "Drag [TP](control:tp) and watch {{mfu}}.",
];

/// A lesson.
#[must_use]
pub fn lesson(draw: &mut Draw) -> String {
    match draw.below(24) {
        0 => return draw.text(200),
        1..=9 => return right(draw),
        _ => {}
    }
    let steps: Vec<Value> = (0..=draw.below(3)).map(|place| step(draw, place)).collect();
    let mut fields = Map::new();
    put(draw, &mut fields, "shardwise", |draw| {
        json!(draw.pick(&[1, 1, 1, 1, 1, 1, 1, 2]))
    });
    put(draw, &mut fields, "id", |draw| json!(name(draw)));
    put(draw, &mut fields, "title", |_| json!("Drawn"));
    some(draw, &mut fields, "text", |draw| json!(words(draw)));
    some(draw, &mut fields, "start", |draw| json!(link::link(draw)));
    some(draw, &mut fields, "view", |draw| list(draw, View::WORDS));
    some(draw, &mut fields, "lock", |draw| {
        list(draw, &controls().collect::<Vec<_>>())
    });
    some(draw, &mut fields, "end", |draw| json!(words(draw)));
    put(draw, &mut fields, "steps", |_| json!(steps));
    let text = Value::Object(fields).to_string();
    if draw.once_in(12) {
        return super::changed(
            draw,
            text,
            &["{", "}", "[", "]", "\"", ":", ",", "null", "1e999"],
        );
    }
    text
}

/// A lesson that can be read, on plans that can exist and others.
fn right(draw: &mut Draw) -> String {
    const TEXT: &str = "Drag [TP](control:tp) and watch {{mfu}}.";
    let steps: Vec<Value> = (0..=draw.below(2))
        .map(|place| {
            let mut step = json!({
                "id": format!("step-{place}"),
                "title": "A step",
                "text": TEXT,
                "start": link::likely(draw),
                "goal": goal::condition(draw, 2),
            });
            if draw.once_in(2) {
                step["lock"] = list_of(draw, &controls().collect::<Vec<_>>());
            }
            if draw.once_in(2) {
                step["par"] = json!(draw.whole(1..=4));
            }
            if draw.once_in(2) {
                let answer = draw.pick(&["16 * params / 1B", "gpus", "208"]);
                step["question"] = json!({ "text": "How many?", "answer": answer });
            }
            step
        })
        .collect();
    json!({ "shardwise": 1, "id": "drawn", "title": "Drawn", "steps": steps }).to_string()
}

/// Gives a field its value or, sometimes, none or any other.
fn put(
    draw: &mut Draw,
    fields: &mut Map<String, Value>,
    name: &str,
    value: impl Fn(&mut Draw) -> Value,
) {
    match draw.below(50) {
        48 => {}
        49 => drop(fields.insert(name.to_owned(), anything(draw, 3))),
        _ => drop(fields.insert(name.to_owned(), value(draw))),
    }
}

/// Gives a field its value in half of all cases, else leaves it out.
fn some(
    draw: &mut Draw,
    fields: &mut Map<String, Value>,
    name: &str,
    value: impl Fn(&mut Draw) -> Value,
) {
    if draw.once_in(2) {
        put(draw, fields, name, value);
    }
}

fn step(draw: &mut Draw, place: usize) -> Value {
    let mut fields = Map::new();
    put(draw, &mut fields, "id", |_| json!(format!("step-{place}")));
    put(draw, &mut fields, "title", |_| json!("A step"));
    put(draw, &mut fields, "text", |draw| json!(words(draw)));
    put(draw, &mut fields, "start", |draw| json!(link::link(draw)));
    some(draw, &mut fields, "goal", |draw| json!(goal::goal(draw)));
    some(draw, &mut fields, "par", |draw| json!(draw.whole(0..=24)));
    some(draw, &mut fields, "hints", |draw| {
        json!([words(draw), words(draw)])
    });
    some(draw, &mut fields, "view", |draw| list(draw, View::WORDS));
    some(draw, &mut fields, "hide", |draw| {
        list(draw, &controls().collect::<Vec<_>>())
    });
    some(draw, &mut fields, "lock", |draw| {
        list(draw, &controls().collect::<Vec<_>>())
    });
    some(
        draw,
        &mut fields,
        "highlight",
        |draw| json!({ "views": list(draw, View::WORDS), "controls": list(draw, &["tp", "pp", "zero"]) }),
    );
    some(draw, &mut fields, "question", question);
    some(draw, &mut fields, "solution", |draw| json!(words(draw)));
    some(draw, &mut fields, "done", |draw| json!(words(draw)));
    Value::Object(fields)
}

fn question(draw: &mut Draw) -> Value {
    let answer = |draw: &mut Draw| match draw.below(4) {
        0 => json!(draw.of_any_size(0..=1_000_000)),
        1 => json!(draw.number()),
        _ => json!(draw.pick(&[
            "16 * params / 1B",
            "mfu",
            "1 / 0",
            "208",
            "4 *",
            "bill.state_gb",
            "-1"
        ])),
    };
    let mut fields = Map::new();
    put(draw, &mut fields, "text", |draw| json!(words(draw)));
    put(draw, &mut fields, "answer", answer);
    some(draw, &mut fields, "tolerance", |draw| {
        json!(draw.pick(&[0.0, 0.02, 0.5, 0.8]))
    });
    some(draw, &mut fields, "unit", |_| json!("GB"));
    some(
        draw,
        &mut fields,
        "mistakes",
        |draw| json!([{ "answer": answer(draw), "text": words(draw) }]),
    );
    Value::Object(fields)
}

fn words(draw: &mut Draw) -> String {
    if draw.once_in(2) {
        return "Drag [TP](control:tp) and watch {{mfu}}.".to_owned();
    }
    let count = draw.below(12);
    let pieces: String = (0..count).map(|_| draw.pick(&PIECES)).collect();
    if draw.once_in(8) {
        draw.text(40)
    } else {
        pieces
    }
}

fn name(draw: &mut Draw) -> String {
    if draw.once_in(12) {
        draw.text(8)
    } else {
        "drawn-1".to_owned()
    }
}

fn list(draw: &mut Draw, known: &[&str]) -> Value {
    let mut words = list_of(draw, known);
    if let (true, Some(words)) = (draw.once_in(30), words.as_array_mut()) {
        words.push(json!("nowhere"));
    }
    words
}

/// At most three of these words.
fn list_of(draw: &mut Draw, known: &[&str]) -> Value {
    (0..draw.below(4)).map(|_| draw.pick(known)).collect()
}

/// A document of any shape.
fn anything(draw: &mut Draw, levels: usize) -> Value {
    match draw.below(if levels == 0 { 5 } else { 7 }) {
        0 => Value::Null,
        1 => json!(draw.once_in(2)),
        2 => json!(draw.of_any_size(0..=u64::MAX)),
        3 => json!(draw.number()),
        4 => json!(draw.text(30)),
        5 => (0..draw.below(4))
            .map(|_| anything(draw, levels - 1))
            .collect(),
        _ => {
            let fields = (0..draw.below(4)).map(|_| (draw.text(6), anything(draw, levels - 1)));
            Value::Object(fields.collect())
        }
    }
}
