//! The arguments that Megatron-LM prints when it starts.

use super::labels::{LabelSet, Labels};
use crate::frameworks::megatron::read::is_printed;
use crate::import::imported::LARGEST;

/// Number of arguments from which a text prints those of a program.
const PRINTED: usize = 3;

/// The lines of a log that print arguments: the first ones, up to the length of a file.
pub(super) struct PrintedArguments {
    dots: LabelSet,
    text: String,
    count: usize,
}

impl PrintedArguments {
    /// No arguments; adds the label of their lines.
    pub(super) fn of(labels: &mut Labels) -> Self {
        Self {
            dots: labels.add(&["..."]),
            text: String::new(),
            count: 0,
        }
    }

    /// Takes in a line with these labels, if it prints an argument.
    pub(super) fn take(&mut self, line: &str, found: LabelSet) {
        let line = line.trim();
        let has_room = self.text.len() + line.len() < LARGEST;
        if has_room && found.meets(self.dots) && is_printed(line) {
            self.text.push_str(line);
            self.text.push('\n');
            self.count += 1;
        }
    }

    /// The lines, if they are those of a program.
    pub(super) fn text(&self) -> Option<&str> {
        (self.count >= PRINTED).then_some(&self.text)
    }
}
