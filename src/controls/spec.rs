//! Groups of controls as data: their rows, from top to bottom.

use cost::plan::Plan;

use super::choice::ChoiceControl;
use super::slider::Slider;
use super::text_control::TextControl;
use crate::store::LatePlace;

/// A line in a group of controls.
pub(super) enum Row {
    /// A slider.
    Slider(&'static Slider),
    /// Options side by side.
    Options(&'static ChoiceControl),
    /// Options in a list.
    List(&'static ChoiceControl),
    /// Options of which any may be chosen.
    Toggles(&'static ChoiceControl),
    /// A field of text.
    Text(&'static TextControl),
    /// A sentence about the plan.
    Sentence(fn(&Plan) -> String),
    /// The place of a component that comes later.
    Late(LatePlace),
    /// Rows folded away under a heading.
    Fold(fn() -> &'static str, &'static [Row]),
    /// Rows that are shown only for plans that they concern.
    When(fn(&Plan) -> bool, &'static [Row]),
}

/// Controls under one heading.
pub(super) struct GroupSpec {
    /// The heading.
    pub(super) heading: fn() -> &'static str,
    /// True if the group is folded away under its heading until the reader opens it.
    pub(super) is_folded: bool,
    /// The group's controls.
    pub(super) rows: &'static [Row],
}

impl Row {
    /// The key of the row's control, if it is a control.
    pub(super) const fn key(&self) -> Option<&'static str> {
        match self {
            Self::Slider(slider) => Some(slider.key),
            Self::Options(choice) | Self::List(choice) | Self::Toggles(choice) => Some(choice.key),
            Self::Text(text) => Some(text.key),
            Self::Sentence(_) | Self::Late(_) | Self::Fold(..) | Self::When(..) => None,
        }
    }
}
