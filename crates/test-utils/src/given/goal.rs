//! Goals: conditions that are right by construction, and pieces of the grammar in any order.

use formats::goal::{FIGURES, Field, Goal, Read};
use formats::link::{Key, KeyKind};

use crate::draw::Draw;

const SIGNS: [&str; 22] = [
    "<", "<=", ">", ">=", "=", "==", "!=", "+", "-", "*", "/", "(", ")", ",", " and ", " or ",
    " not ", "not", "%", "≥", " ", "\u{a0}",
];

/// A goal.
#[must_use]
pub fn goal(draw: &mut Draw) -> String {
    match draw.below(10) {
        0..=5 => condition(draw, 3),
        6 | 7 => {
            let goal = condition(draw, 3);
            super::changed(draw, goal, &SIGNS)
        }
        8 => {
            let count = draw.below(24);
            (0..count).map(|_| piece(draw)).collect()
        }
        _ => match draw.below(4) {
            0 => vec!["fits"; draw.below(400)].join(" and "),
            1 => "(".repeat(draw.below(400)),
            _ => draw.text(80),
        },
    }
}

/// A goal of at most this many levels that can be read.
#[must_use]
pub fn right(draw: &mut Draw, levels: usize) -> String {
    let mut goals = (0..16).map(|_| condition(draw, levels));
    let right = goals.find(|goal| Goal::parse(goal).is_ok());
    right.unwrap_or_else(|| "fits".to_owned())
}

/// A condition of at most this many levels, unless a key never has its value.
fn condition(draw: &mut Draw, levels: usize) -> String {
    if levels == 0 || draw.once_in(3) {
        return comparison(draw);
    }
    let one = condition(draw, levels - 1);
    match draw.below(6) {
        0 | 1 => [&one, ", ", &condition(draw, levels - 1)].concat(),
        2 => [&one, " and ", &condition(draw, levels - 1)].concat(),
        3 => ["(", &one, " or ", &condition(draw, levels - 1), ")"].concat(),
        4 => ["not (", &one, ")"].concat(),
        _ => one,
    }
}

fn comparison(draw: &mut Draw) -> String {
    match draw.below(4) {
        0 => draw
            .pick(&["fits", "tight", "oom", "legal", "not oom"])
            .to_owned(),
        1 => worded(draw),
        _ => {
            let sign = draw.pick(&["<", "<=", ">", ">=", "=", "!="]);
            // A field on one side at least: numbers alone are no condition on a plan.
            [&field(draw), " ", sign, " ", &sum(draw, 2)].concat()
        }
    }
}

/// A field that is a word.
fn worded(draw: &mut Draw) -> String {
    let fields = FIGURES.iter().map(Field::Figure);
    let fields = fields.chain(Key::all().map(Field::Key));
    let fields: Vec<Field> = fields
        .filter(|field| field.words().next().is_some())
        .collect();
    let field = draw.pick(&fields);
    let words: Vec<&str> = field.words().collect();
    [
        field.name(),
        draw.pick(&[" = ", " != ", "="]),
        draw.pick(&words),
    ]
    .concat()
}

/// A field that is a number.
fn field(draw: &mut Draw) -> String {
    let is_number = |read: &Read| {
        !matches!(
            read,
            Read::Legal | Read::Decision(_) | Read::PlanWord(_) | Read::Word(..)
        )
    };
    let figures = FIGURES.iter().filter(|figure| is_number(&figure.read));
    let keys = Key::all().filter(|key| key.kind() == KeyKind::Number);
    let names: Vec<&str> = figures
        .map(|figure| figure.name)
        .chain(keys.map(Key::name))
        .collect();
    draw.pick(&names).to_owned()
}

fn sum(draw: &mut Draw, levels: usize) -> String {
    if levels == 0 || draw.once_in(2) {
        return if draw.once_in(3) {
            field(draw)
        } else {
            number(draw)
        };
    }
    let one = sum(draw, levels - 1);
    match draw.below(6) {
        0 => ["-", &one].concat(),
        1 => ["(", &one, ")"].concat(),
        _ => {
            let sign = draw.pick(&["+", "-", "*", "/"]);
            [&one, " ", sign, " ", &sum(draw, levels - 1)].concat()
        }
    }
}

fn number(draw: &mut Draw) -> String {
    let mut number = draw.of_any_size(0..=99_999).to_string();
    if draw.once_in(3) {
        number.push('.');
        number.push_str(&draw.whole(0..=9_999).to_string());
    }
    number.push_str(draw.pick(&["", "", "%", "K", "M", "B", "T"]));
    number
}

fn piece(draw: &mut Draw) -> String {
    match draw.below(8) {
        0..=2 => field(draw),
        3..=5 => draw.pick(&SIGNS).to_owned(),
        6 => number(draw),
        _ => worded(draw),
    }
}
