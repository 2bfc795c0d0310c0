//! Inputs that follow a grammar, from choices: some right, some nearly, some not at all.

pub mod file;
pub mod goal;
pub mod keys;
pub mod lesson;
pub mod link;
pub mod message;
pub mod query;
pub mod sheet;
mod wasteful;

use crate::draw::Draw;

/// The text with a few changes: pieces taken away, doubled, or replaced by others.
fn changed(draw: &mut Draw, mut text: String, others: &[&str]) -> String {
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

#[cfg(test)]
mod tests {
    use crate::target::Target;
    use formats::goal::Goal;
    use formats::import;

    /// The least share of inputs that can be read: without them only faults are tried.
    const READ: f64 = 0.2;
    /// Inputs that are drawn for each.
    const CASES: u64 = 2_000;

    /// True if a text can be read.
    type IsRead = fn(&str) -> bool;

    #[test]
    fn a_fifth_of_the_goals_and_of_the_lessons_can_be_read() {
        let is_goal: IsRead = |text| Goal::parse(text).is_ok();
        let is_lesson: IsRead = |text| lesson::read(text, import::json).is_ok();
        for (name, is_read) in [("goal", is_goal), ("lesson", is_lesson)] {
            let target = Target::named(name).expect("a target");
            let read = (0..CASES).filter(|case| is_read(&target.case(1, *case)));
            let share = read.count() as f64 / CASES as f64;
            println!("{name}: {:.0} % can be read", 100.0 * share);
            assert!(share >= READ, "{name}: {share}");
        }
    }
}
