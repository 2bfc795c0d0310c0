//! Parts of the program that are loaded after the first one, and their states.
//!
//! Only a reader requests a failed part again. The page still waits for a late one, because the
//! network may be slow.

use std::time::Duration;

use text::frame;

/// Time after which a part counts as late.
pub(crate) const PATIENCE: Duration = Duration::from_secs(8);

/// A part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The part after the first figures: the tabs, the marks of controls.
    Figures,
    /// The cut, the searches for advice, and other views of the present plan.
    Views,
    /// The roofline, the views of other plans and of the run.
    Plans,
    /// Additions that a query requests.
    Embed,
    /// The best layout.
    Search,
    /// The player of a step.
    Watch,
    /// The arithmetic of figures.
    Why,
    /// Predictions of figures.
    Predict,
    /// The dialog that shares and imports plans.
    Share,
    /// Lessons.
    Lesson,
    /// The editor of lessons in that dialog.
    Writer,
}

/// State of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PartState {
    /// The part was not requested.
    #[default]
    Absent,
    /// The part is on its way.
    Coming,
    /// The part is on its way, for longer than [`PATIENCE`].
    Late,
    /// The part failed to load.
    Failed,
    /// The part is loaded.
    Here,
}

/// States of the requested parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts(Vec<(Part, PartState)>);

impl Part {
    /// Number of parts.
    pub(super) const COUNT: usize = Self::Writer as usize + 1;

    /// Parts that load by themselves. The notices report their failures; where a reader opens a
    /// part, the place of the part does.
    pub(crate) const BY_THEMSELVES: [Self; 4] =
        [Self::Figures, Self::Views, Self::Plans, Self::Embed];

    /// Sentences for the part when it is late, and when it failed to load.
    fn unloaded(self) -> [&'static str; 2] {
        match self {
            Self::Figures => [frame::figures_loading(), frame::figures_missing()],
            Self::Views | Self::Plans => [frame::views_loading(), frame::views_missing()],
            Self::Embed => [frame::address_loading(), frame::address_missing()],
            Self::Search => [frame::search_loading(), frame::search_missing()],
            Self::Watch => [frame::player_loading(), frame::player_missing()],
            Self::Why => [frame::why_loading(), frame::why_missing()],
            Self::Predict => [frame::predict_loading(), frame::predict_missing()],
            Self::Share => [frame::dialog_loading(), frame::dialog_missing()],
            Self::Lesson => [frame::lessons_loading(), frame::lessons_missing()],
            Self::Writer => [frame::editor_loading(), frame::editor_missing()],
        }
    }

    /// Sentence for the part in a state; none if it is neither late nor failed to load.
    pub(super) fn trouble(self, state: PartState) -> Option<&'static str> {
        state.of_words(self.unloaded())
    }
}

impl PartState {
    /// True if the part is late or failed to load.
    pub(crate) const fn is_in_trouble(self) -> bool {
        matches!(self, Self::Late | Self::Failed)
    }

    /// Sentence for a part that is late, or has failed to load, from these two.
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
    pub(crate) fn of(&self, part: Part) -> PartState {
        let mut known = self.0.iter();
        let found = known.find(|(known, _)| *known == part);
        found.map_or(PartState::Absent, |(_, state)| *state)
    }

    /// True if the later figures, and all that was requested beside them, are loaded or have failed
    /// to load.
    pub(crate) fn have_settled(&self) -> bool {
        let is_settled = |state: PartState| matches!(state, PartState::Here | PartState::Failed);
        is_settled(self.of(Part::Figures)) && self.0.iter().all(|(_, state)| is_settled(*state))
    }

    /// Sets the state of a part.
    pub(crate) fn set(&mut self, part: Part, state: PartState) {
        self.0.retain(|(known, _)| *known != part);
        self.0.push((part, state));
    }
}
