//! Messages between a page and the workers of a search: one a line, each a list of bytes.

use cost::plan::Word;
use formats::link;
use search::asked::{AskedSearch, GoalWord, RunsIn};
use search::fits::FitQuestion;
use search::optimize::{Candidate, Constraints, Objective, SearchQuestion};
use search::worker::WorkerRequest;

use crate::draw::Draw;

/// A conversation with a worker.
#[must_use]
pub fn message(draw: &mut Draw) -> String {
    let link = super::link::small(draw);
    let mut lines = Vec::new();
    for _ in 0..=draw.below(4) {
        let mut bytes = right(draw, &link);
        if draw.once_in(3) {
            spoil(draw, &mut bytes);
        }
        lines.push(written(&bytes));
    }
    lines.join("\n")
}

/// A message as text.
#[must_use]
pub fn written(bytes: &[u8]) -> String {
    let words: Vec<String> = bytes.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// A message from text; characters that are not bytes are left out.
#[must_use]
pub fn read(text: &str) -> Vec<u8> {
    text.split(' ')
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// A message as a page writes it.
fn right(draw: &mut Draw, link: &str) -> Vec<u8> {
    let (plan, _) = link::decode(link);
    let wanted = AskedSearch {
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
        runs_in: draw.once_in(2).then_some(RunsIn::Any),
    };
    let asked = wanted.question(&plan, draw.pick(&[1, 3, 20]));
    let (constraints, question) = asked.unwrap_or_else(|_| {
        (
            Constraints::of(&plan),
            SearchQuestion::of(Objective::Fastest),
        )
    });
    let number = draw.pick(&[1, 1, 1, 2]);
    let message = match draw.below(5) {
        0 | 1 => WorkerRequest::Search {
            number,
            link: link.to_owned(),
            question,
            constraints,
            index: 0,
            of: draw.pick(&[1, 2, 3]),
        },
        2 => WorkerRequest::GoOn {
            number,
            found: Vec::new(),
        },
        3 => WorkerRequest::Fits {
            number,
            link: link.to_owned(),
            question: draw.pick(&FitQuestion::ALL),
        },
        _ => match Candidate::of(&plan) {
            Some(to) => WorkerRequest::Path {
                number,
                link: link.to_owned(),
                question,
                to,
            },
            None => WorkerRequest::GoOn {
                number,
                found: Vec::new(),
            },
        },
    };
    message.to_bytes()
}

/// Bytes that are more, fewer or others.
fn spoil(draw: &mut Draw, bytes: &mut Vec<u8>) {
    for _ in 0..=draw.below(3) {
        let place = draw.below(bytes.len());
        let odd = match draw.below(2) {
            0 => draw.pick(&[0, 1, 127, 128, 255]),
            _ => draw.below(256) as u8,
        };
        match draw.below(6) {
            0 => bytes.truncate(place),
            1 => bytes.insert(place, odd),
            2 => bytes.push(odd),
            _ if bytes.is_empty() => bytes.push(odd),
            _ => bytes[place] = odd,
        }
    }
}
