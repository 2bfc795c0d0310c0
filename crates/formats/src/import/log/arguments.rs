//! The arguments that Megatron-LM prints when it starts.

use crate::import::imported::LARGEST;
use crate::import::megatron;

/// Number of arguments from which a text prints those of a program.
const PRINTED: usize = 3;

/// The lines of a log that print arguments: the first ones, up to the length of a file.
#[derive(Default)]
pub(super) struct PrintedArguments {
    text: String,
    count: usize,
}

impl PrintedArguments {
    /// Takes in a line, if it prints an argument.
    pub(super) fn take(&mut self, line: &str) {
        let line = line.trim();
        let has_room = self.text.len() + line.len() < LARGEST;
        if has_room && !line.starts_with('#') && megatron::is_printed(line) {
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
