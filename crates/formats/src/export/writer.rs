//! The writer of a target, and its input.

use super::aspect::Note;
use super::export_text::ExportText;
use super::facts::Facts;
use super::syntax;
use crate::link;

/// The input of a writer: the plan, its numbers, and the words of a language.
pub(crate) struct ExportInput<'a> {
    pub(crate) facts: &'a Facts<'a>,
    pub(crate) words: &'a ExportText,
}

/// Writer of one target.
pub(crate) struct TargetWriter {
    /// A name for the file.
    pub(crate) file_name: &'static str,
    /// The text of the file, with these lines as comments.
    pub(crate) text: fn(&ExportInput, &[String]) -> String,
    /// The command that starts training.
    pub(crate) launch: fn(&Facts) -> String,
}

impl ExportInput<'_> {
    /// Comments at the head of a file: the plan, its link, its ranks, the command, and notes. No
    /// line holds a line break or another control character.
    pub(crate) fn comments(&self, launch: &str, notes: &[Note]) -> Vec<String> {
        let plan = self.facts.plan;
        let mut lines = vec![
            (self.words.plan.title)(plan),
            link::encode(&plan.bare()),
            (self.words.ranks)(self.facts),
        ];
        if !launch.is_empty() {
            lines.push([(self.words.start)(), ": ", launch].concat());
        }
        lines.extend(notes.iter().map(|note| (self.words.note)(note, plan)));
        lines.iter().map(|line| syntax::one_line(line)).collect()
    }
}
