//! Places of the first part of the program for components of the second part.

use leptos::prelude::AnyView;

/// A place for a component of the second part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LatePlace {
    /// In the head: undo, redo, and the pin.
    Toolbar,
    /// In the head: the menu.
    Menu,
    /// Behind the memory figure: its table.
    MemoryTable,
    /// Behind the time figure: its table.
    TimeTable,
    /// Among the controls of a model: the source of its shape.
    ModelSource,
    /// Among the controls of a card: the source of its figures.
    CardSource,
    /// Above the controls: those of a lesson's step.
    StepControls,
    /// Below the first figures: the tabs and their views.
    Views,
}

/// Makes the component of a place. The second part brings it.
pub(crate) type MakeLate = fn(LatePlace) -> AnyView;
