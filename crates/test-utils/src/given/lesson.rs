//! Lessons: files of steps with goals, questions and texts, some of whose fields are something else
//! altogether.

use cost::plan::Word;
use formats::link::presentation::{View, controls};
use serde_json::{Map, Value, json};

use super::{changed, goal, link};
use crate::draw::Draw;

/// A right text of the small Markdown.
const TEXT: &str = "Drag [TP](control:tp) and watch {{mfu}}.";

/// Pieces of the small Markdown, and untrusted text in fields.
#[rustfmt::skip]
const PIECES: [&str; 34] = [
    "word", " ", "*", "**", "`", "\\", "[", "](", ")", "{{", "}}", "mfu", "\n", "\n\n", "- ", "1. ",
    "https://a.b", "control:tp", "view:map", "term:mfu", "why:memory.total@0", "why:mfu/times", "é", "<b>", "\r\n", "\u{0}",
    "\"><img src=x onerror=alert(1)>", "[x](javascript:alert(1))",
    "[x](https://example.org/\"onclick=alert(1))", "{{<script>alert(1)</script>}}",
    "</title><script>alert(1)</script>\u{0}\u{202e}", "**`{{mfu", "fits", TEXT,
];

/// Answers of questions, some of which no question may have.
const ANSWERS: [&str; 9] = [
    "16 * params / 1B",
    "16 * 8",
    "mfu",
    "fits",
    "1 / 0",
    "208",
    "4 *",
    "bill.state_gb",
    "-1",
];

/// Figures to which lessons lead, some of which a plan may not have.
const FIGURES: [&str; 6] = [
    "mfu",
    "memory.total",
    "memory.total@1",
    "time.tensor/of-rank",
    "cost/number",
    "memory.all",
];

/// Changes that readers predict, some of which lead to plans that cannot exist.
const CHANGES: [&str; 6] = [
    "tp=4",
    "tp=4&pp=2",
    "zero:3,mbs:2",
    "gpus=16",
    "tp=3",
    "colour=red",
];

/// A lesson.
#[must_use]
pub fn lesson(draw: &mut Draw) -> String {
    let lesson = match draw.below(24) {
        0 => return draw.text(200),
        1 => return ["{\"shardwise\": 1, \"id\": ", &draw.text(200)].concat(),
        2..=8 => return right(draw),
        9 => {
            let mut other = anything(draw, 5);
            if let Some(fields) = other.as_object_mut() {
                fields.insert("shardwise".to_owned(), json!(1));
            }
            other
        }
        10 | 11 => broken(draw),
        _ => fields(draw),
    };
    let text = lesson.to_string();
    if draw.once_in(12) {
        return changed(
            draw,
            text,
            &["{", "}", "[", "]", "\"", ":", ",", "null", "1e999"],
        );
    }
    text
}

/// A lesson that can be read, on plans that can exist and others.
#[must_use]
pub fn right(draw: &mut Draw) -> String {
    right_lesson(draw).to_string()
}

fn right_lesson(draw: &mut Draw) -> Value {
    let steps: Vec<Value> = (0..=draw.below(2))
        .map(|place| {
            let mut step = json!({
                "id": format!("step-{place}"),
                "title": "A step",
                "text": draw.pick(&[TEXT, "\"><img src=x onerror=alert(1)>"]),
                "start": link::likely(draw),
                "goal": goal::right(draw, 2),
            });
            if draw.once_in(2) {
                step["lock"] = list_of(draw, &all_controls(), 3);
            }
            if draw.once_in(2) {
                step["par"] = json!(draw.whole(1..=4));
            }
            if draw.once_in(2) {
                step["done"] = match draw.below(3) {
                    0 => json!("Done, by [TP](control:tp): {{mfu}}."),
                    1 => json!([
                        { "when": "zero = 3", "text": "Sharded." },
                        { "kept": ["p"], "text": "{{1 / zero}}" },
                    ]),
                    _ => json!([{ "changed": ["tp", "pp"], "text": "Cut." }]),
                };
            }
            if draw.once_in(2) {
                let answer = draw.pick(&["16 * params / 1B", "gpus", "208", "mfu", "1 / 0"]);
                let mistake = draw.pick(&["4 * params / 1B", "208", "208.1"]);
                step["question"] = json!({
                    "text": "How many?", "answer": answer,
                    "mistakes": [{ "answer": mistake, "text": "No." }],
                });
            }
            if draw.once_in(2) {
                step["why"] = json!(draw.pick(&FIGURES[..5]));
            }
            if draw.once_in(2) {
                let asked = json!({
                    "figure": draw.pick(&FIGURES[..3]),
                    "from": 0,
                    "to": draw.whole(1..=200),
                    "mistakes": [{ "answer": draw.pick(&["mfu", "208"]), "text": "No." }],
                });
                let chosen = json!({
                    "figure": draw.pick(&FIGURES[..3]),
                    "by": "choose",
                    "choices": ["truth", "start", draw.whole(0..=100)],
                });
                step["predict"] =
                    json!({ "change": draw.pick(&CHANGES[..5]), "ask": [asked, chosen] });
            }
            step
        })
        .collect();
    json!({ "shardwise": 1, "id": "drawn", "title": "Drawn", "steps": steps })
}

/// A lesson that is right but for one field of its first step.
fn broken(draw: &mut Draw) -> Value {
    let mut lesson = right_lesson(draw);
    let names = [
        "id", "title", "text", "goal", "start", "lock", "par", "question", "why", "predict",
    ];
    let other = if draw.once_in(2) {
        step(draw, 0)
    } else {
        anything(draw, 3)
    };
    lesson["steps"][0][draw.pick(&names)] = other;
    lesson
}

/// A document of a lesson's fields.
fn fields(draw: &mut Draw) -> Value {
    Fields::of(draw)
        .put("shardwise", |draw| {
            json!(draw.pick(&[1, 1, 1, 1, 1, 1, 1, 2]))
        })
        .put("id", |draw| name(draw, "drawn-1"))
        .put("title", |_| json!("Drawn"))
        .some("text", text)
        .some("start", |draw| json!(link::link(draw)))
        .some("view", views)
        .some("lock", keys)
        .some("end", text)
        .put("steps", |draw| {
            (0..=draw.below(3)).map(|place| step(draw, place)).collect()
        })
        .end()
}

fn step(draw: &mut Draw, place: usize) -> Value {
    Fields::of(draw)
        .put("id", |draw| name(draw, &format!("step-{place}")))
        .put("title", |_| json!("A step"))
        .put("text", text)
        .put("start", |draw| json!(link::link(draw)))
        .some("goal", |draw| json!(goal::goal(draw)))
        .some("par", |draw| json!(draw.whole(0..=24)))
        .some("hints", |draw| list(draw, 4, text))
        .some("view", views)
        .some("hide", keys)
        .some("lock", keys)
        .some("path", keys)
        .some(
            "highlight",
            |draw| json!({ "views": views(draw), "controls": keys(draw) }),
        )
        .some("question", |draw| {
            if draw.once_in(3) {
                list(draw, 2, question)
            } else {
                question(draw)
            }
        })
        .some("why", |draw| json!(draw.pick(&FIGURES)))
        .some("predict", prediction)
        .some("solution", text)
        .some("done", |draw| {
            if draw.once_in(2) {
                list(draw, 13, passage)
            } else {
                text(draw)
            }
        })
        .end()
}

/// A number, or an expression for one.
fn answer(draw: &mut Draw) -> Value {
    match draw.below(4) {
        0 => json!(draw.of_any_size(0..=1_000_000)),
        1 => json!(draw.number()),
        _ => json!(draw.pick(&ANSWERS)),
    }
}

fn mistakes(draw: &mut Draw) -> Value {
    list(draw, 2, |draw| {
        Fields::of(draw)
            .put("answer", answer)
            .put("text", text)
            .end()
    })
}

/// A prediction of at most five figures, one more than it may have.
fn prediction(draw: &mut Draw) -> Value {
    Fields::of(draw)
        .put("change", |draw| json!(draw.pick(&CHANGES)))
        .some("ask", |draw| list(draw, 5, predicted))
        .end()
}

/// A figure that readers predict.
fn predicted(draw: &mut Draw) -> Value {
    let choice = |draw: &mut Draw| match draw.below(4) {
        0 => json!(draw.number()),
        1 => json!("start"),
        _ => json!("truth"),
    };
    Fields::of(draw)
        .put("figure", |draw| json!(draw.pick(&FIGURES)))
        .some("by", |draw| json!(draw.pick(&["drag", "choose", "guess"])))
        .some("from", |draw| json!(draw.number()))
        .some("to", |draw| json!(draw.number()))
        .some("choices", |draw| list(draw, 7, choice))
        .some("tolerance", |draw| json!(draw.whole(0..=80) as f64 / 100.0))
        .some("mistakes", mistakes)
        .end()
}

fn question(draw: &mut Draw) -> Value {
    Fields::of(draw)
        .put("text", text)
        .put("answer", answer)
        .some("tolerance", |draw| json!(draw.whole(0..=80) as f64 / 100.0))
        .some("unit", |_| json!("GB"))
        .some("mistakes", mistakes)
        .end()
}

/// A passage of the text after a step, with its conditions.
fn passage(draw: &mut Draw) -> Value {
    if draw.once_in(3) {
        return text(draw);
    }
    Fields::of(draw)
        .some("when", |draw| json!(goal::goal(draw)))
        .some("changed", keys)
        .some("kept", keys)
        .put("text", text)
        .end()
}

/// An object in the making.
struct Fields<'a, 'b> {
    draw: &'a mut Draw<'b>,
    fields: Map<String, Value>,
}

impl<'a, 'b> Fields<'a, 'b> {
    fn of(draw: &'a mut Draw<'b>) -> Self {
        Self {
            draw,
            fields: Map::new(),
        }
    }

    /// Gives a field its value or, sometimes, none or any other.
    fn put(mut self, name: &str, value: impl Fn(&mut Draw) -> Value) -> Self {
        let value = match self.draw.below(50) {
            48 => return self,
            49 => anything(self.draw, 3),
            _ => value(self.draw),
        };
        self.fields.insert(name.to_owned(), value);
        self
    }

    /// Gives a field its value in half of all cases, else leaves it out.
    fn some(self, name: &str, value: impl Fn(&mut Draw) -> Value) -> Self {
        if self.draw.once_in(2) {
            self.put(name, value)
        } else {
            self
        }
    }

    fn end(self) -> Value {
        Value::Object(self.fields)
    }
}

fn text(draw: &mut Draw) -> Value {
    json!(words(draw))
}

/// A text of the small Markdown, right ones and others.
#[must_use]
pub fn words(draw: &mut Draw) -> String {
    match draw.below(16) {
        0..=7 => TEXT.to_owned(),
        8 => draw.text(40),
        _ => {
            let count = draw.below(16);
            (0..count).map(|_| draw.pick(&PIECES)).collect()
        }
    }
}

fn name(draw: &mut Draw, usual: &str) -> Value {
    match draw.below(24) {
        0 => json!(draw.text(8)),
        1 => json!("a".repeat(draw.below(60))),
        _ => json!(usual),
    }
}

fn all_controls() -> Vec<&'static str> {
    controls().collect()
}

fn views(draw: &mut Draw) -> Value {
    known(draw, View::WORDS)
}

fn keys(draw: &mut Draw) -> Value {
    known(draw, &all_controls())
}

/// At most three of these words, and sometimes another.
fn known(draw: &mut Draw, words: &[&str]) -> Value {
    let mut list = list_of(draw, words, 3);
    if let (true, Some(words)) = (draw.once_in(30), list.as_array_mut()) {
        words.push(json!("nowhere"));
    }
    list
}

fn list_of(draw: &mut Draw, words: &[&str], most: usize) -> Value {
    list(draw, most, |draw| json!(draw.pick(words)))
}

/// At most `most` of these.
fn list(draw: &mut Draw, most: usize, one: impl Fn(&mut Draw) -> Value) -> Value {
    (0..draw.below(most + 1)).map(|_| one(draw)).collect()
}

/// A document of any shape.
fn anything(draw: &mut Draw, levels: usize) -> Value {
    match draw.below(if levels == 0 { 5 } else { 7 }) {
        0 => Value::Null,
        1 => json!(draw.once_in(2)),
        2 => json!(draw.of_any_size(0..=u64::MAX)),
        3 => json!(draw.number()),
        4 => text(draw),
        5 => list(draw, 5, |draw| anything(draw, levels - 1)),
        _ => {
            let fields = (0..draw.below(6)).map(|_| (draw.text(6), anything(draw, levels - 1)));
            Value::Object(fields.collect())
        }
    }
}
