//! Queries of the page's address: how a teacher presents a plan.

use cost::convention::Conventions;
use cost::plan::Word;
use formats::link::presentation::{Theme, Unit, View, controls};

use super::goal;
use crate::draw::Draw;

/// A query.
#[must_use]
pub fn query(draw: &mut Draw) -> String {
    if draw.once_in(20) {
        return draw.text(120);
    }
    let mut query = String::from(draw.pick(&["", "?", "https://example.org/?"]));
    for _ in 0..draw.below(10) {
        query.push_str(&pair(draw));
        query.push('&');
    }
    if draw.once_in(8) {
        return super::changed(draw, query, &["&", "=", "%", "#", "%f", ",", "+"]);
    }
    query
}

fn pair(draw: &mut Draw) -> String {
    let [mfu, peak, memory] = Conventions::CHOICES;
    let keys: Vec<&str> = controls().collect();
    let known = match draw.below(14) {
        0 => ["embed=", draw.pick(&["0", "1", "2"])].concat(),
        1 | 2 => ["view=", &some(draw, View::WORDS)].concat(),
        3 => ["hide=", &some(draw, &keys)].concat(),
        4 => ["lock=", &some(draw, &keys)].concat(),
        5 => [
            "lang=",
            draw.pick(&[
                "en",
                "pt-BR",
                "",
                "<b>",
                "x-very-long-name-of-a-language-indeed",
            ]),
        ]
        .concat(),
        6 => ["theme=", draw.pick(Theme::WORDS)].concat(),
        7 => ["units=", draw.pick(Unit::WORDS)].concat(),
        8 => [mfu.0, "=", draw.pick(mfu.1)].concat(),
        9 => [peak.0, "=", draw.pick(peak.1)].concat(),
        10 => [memory.0, "=", draw.pick(memory.1)].concat(),
        11 => ["lesson=", &lesson(draw)].concat(),
        12 => [
            "goal=",
            &goal::goal(draw).replace(' ', "+").replace('&', "%26"),
        ]
        .concat(),
        _ => ["table=", draw.pick(&["0", "1", ""])].concat(),
    };
    if draw.once_in(10) {
        [&draw.text(8), "=", &draw.text(20)].concat()
    } else {
        known
    }
}

/// Draws the value of the key `lesson` of a query: an id, an address or any text.
#[must_use]
pub fn lesson(draw: &mut Draw) -> String {
    match draw.below(3) {
        0 => draw
            .pick(&["tour", "recipe/2", "challenges/bubble", "exercises/"])
            .to_owned(),
        1 => draw
            .pick(&[
                "https://a.b/c.json%23two",
                "week-3.json",
                "javascript:alert(1).json",
                "//x.json",
            ])
            .to_owned(),
        _ => draw.text(30),
    }
}

fn some(draw: &mut Draw, words: &[&str]) -> String {
    let count = draw.below(5);
    let some: Vec<&str> = (0..count).map(|_| draw.pick(words)).collect();
    some.join(",")
}
