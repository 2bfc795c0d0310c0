//! What a page and the workers of a search send each other: the link of a plan, then a message a
//! line, each a list of numbers.

use cost::plan::Word;
use formats::link;
use search::asked::{Asked as Wanted, GoalWord};
use search::optimize::{Candidate, Constraints, Goal, Question};
use search::worker::Request;

use crate::draw::Draw;

/// A conversation with a worker.
#[must_use]
pub fn message(draw: &mut Draw) -> String {
    let link = super::link::small(draw);
    let mut text = link.clone();
    for _ in 0..=draw.below(4) {
        let mut numbers = right(draw, &link);
        if draw.once_in(3) {
            spoil(draw, &mut numbers);
        }
        text.push('\n');
        text.push_str(&written(&numbers));
    }
    text
}

/// A message as text.
#[must_use]
pub fn written(numbers: &[f64]) -> String {
    let words: Vec<String> = numbers.iter().map(|number| format!("{number:?}")).collect();
    words.join(" ")
}

/// A message from text; what is no number is left out.
#[must_use]
pub fn read(text: &str) -> Vec<f64> {
    text.split(' ')
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// A message as a page writes it.
fn right(draw: &mut Draw, link: &str) -> Vec<f64> {
    let (plan, _) = link::decode(link);
    let wanted = Wanted {
        goal: draw.pick(GoalWord::ALL),
        days: draw.once_in(3).then_some(90.0),
        dollars: Some(1e6),
        fix: (0..draw.below(3))
            .map(|_| {
                draw.pick(&["tp=..2", "pp=1", "ckpt=none", "dtype=any", "p=..4"])
                    .to_owned()
            })
            .collect(),
        margin: draw.once_in(2).then_some(5.0),
    };
    let asked = wanted.question(&plan, draw.pick(&[1, 3, 20]));
    let (constraints, question) =
        asked.unwrap_or_else(|_| (Constraints::of(&plan), Question::of(Goal::Fastest)));
    let number = draw.pick(&[1, 1, 1, 2]);
    let message = match draw.below(4) {
        0 | 1 => Request::Search {
            number,
            question,
            constraints,
            index: 0,
            of: draw.pick(&[1, 2, 3]),
        },
        2 => Request::GoOn {
            number,
            found: Vec::new(),
        },
        _ => match Candidate::of(&plan) {
            Some(to) => Request::Path {
                number,
                question,
                to,
            },
            None => Request::GoOn {
                number,
                found: Vec::new(),
            },
        },
    };
    message.numbers()
}

/// Numbers that are more, fewer or others.
fn spoil(draw: &mut Draw, numbers: &mut Vec<f64>) {
    for _ in 0..=draw.below(3) {
        let place = draw.below(numbers.len());
        let odd = match draw.below(4) {
            0 => draw.pick(&[
                0.0,
                -1.0,
                0.5,
                1e18,
                1e300,
                f64::NAN,
                f64::INFINITY,
                f64::NEG_INFINITY,
            ]),
            1 => draw.number(),
            _ => draw.of_any_size(0..=1_000_000) as f64,
        };
        match draw.below(6) {
            0 => numbers.truncate(place),
            1 => numbers.insert(place, odd),
            2 => numbers.push(odd),
            _ if numbers.is_empty() => numbers.push(odd),
            _ => numbers[place] = odd,
        }
    }
}
