//! Inputs that follow a grammar, from choices: some right, some nearly, some not at all.

pub mod file;
pub mod goal;
pub mod keys;
pub mod lesson;
pub mod link;
pub mod message;
pub mod query;
pub mod sheet;
pub mod shell;
mod wasteful;
pub mod wide;

use crate::draw::Draw;

/// The text with a few changes: pieces taken away, doubled, or replaced by others.
pub fn changed(draw: &mut Draw, mut text: String, others: &[&str]) -> String {
    for _ in 0..=draw.below(3) {
        let starts: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
        if starts.is_empty() {
            return text;
        }
        let first = draw.below(starts.len());
        let length = draw.below(12);
        let end = starts.get(first + length).copied().unwrap_or(text.len());
        let piece = text[starts[first]..end].to_owned();
        let instead = match draw.below(4) {
            0 => String::new(),
            1 => [piece.as_str(), piece.as_str()].concat(),
            2 if !others.is_empty() => draw.pick(others).to_owned(),
            _ => draw.text(6),
        };
        text.replace_range(starts[first]..end, &instead);
    }
    text
}
