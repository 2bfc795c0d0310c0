//! Parts of the program that are fetched after the first one, and how far each is.
//!
//! Only a reader asks again for a part that has not come. One that is late is waited for
//! nevertheless: the network may be slow.

use std::time::Duration;

use text::Frame;

/// Time after which the reader hears that a part is late.
pub(crate) const PATIENCE: Duration = Duration::from_secs(8);

/// A part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The figures that come after the first ones.
    Figures,
    /// Additions that a query asks for.
    Embed,
    /// The best layout.
    Search,
    /// The dialog that hands plans on and brings them in.
    Share,
    /// Lessons.
    Lesson,
    /// The editor of lessons in that dialog.
    Writer,
}

/// State of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PartState {
    /// Nobody has asked for it.
    #[default]
    Absent,
    /// It is on its way.
    Coming,
    /// The same, for longer than a reader should wait without a word.
    Late,
    /// It has not come.
    Failed,
    /// It is there.
    Here,
}

/// States of all parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts([PartState; 6]);

impl Part {
    /// All of them.
    pub(crate) const ALL: [Self; 6] = [
        Self::Figures,
        Self::Embed,
        Self::Search,
        Self::Share,
        Self::Lesson,
        Self::Writer,
    ];

    /// Sentences of a notice about a part that is late, and about one that has not come; none for
    /// parts that a reader opens, which say so where they are opened.
    pub(crate) fn notice(self, words: &Frame) -> Option<[&'static str; 2]> {
        match self {
            Self::Figures => Some(words.figures_unloaded),
            Self::Embed => Some(words.asked_unloaded),
            Self::Search | Self::Share | Self::Lesson | Self::Writer => None,
        }
    }
}

impl PartState {
    /// Whether it is late or has not come.
    pub(crate) const fn is_in_trouble(self) -> bool {
        matches!(self, Self::Late | Self::Failed)
    }

    /// Sentence for a part that is late or has not come, of the two.
    pub(crate) const fn of_words(self, words: [&'static str; 2]) -> Option<&'static str> {
        match self {
            Self::Absent | Self::Coming | Self::Here => None,
            Self::Late => Some(words[0]),
            Self::Failed => Some(words[1]),
        }
    }
}

impl Parts {
    /// State of a part.
    pub(crate) const fn of(&self, part: Part) -> PartState {
        self.0[part as usize]
    }

    /// Notes how far a part is.
    pub(crate) const fn set(&mut self, part: Part, state: PartState) {
        self.0[part as usize] = state;
    }

    /// Parts of which a notice has to say something, with what it says.
    pub(crate) fn notices(&self, words: &Frame) -> Vec<(Part, &'static str)> {
        let said = |part: Part| Some((part, self.of(part).of_words(part.notice(words)?)?));
        Part::ALL.into_iter().filter_map(said).collect()
    }
}
