//! Components that several regions of the page share.
//!
//! Each has its keys, and its names for screen readers. They know nothing of plans: what they show
//! arrives as signals, and what a reader does leaves as values. [`Late`] alone knows the page's state:
//! it shows components of later parts of the program in their places.
//!
//! Tests: `tests.rs`, natively, where a component makes HTML.

mod bars;
mod caption;
mod close_button;
mod data_table;
mod fold;
mod late;
mod number_field;
mod outline;
mod plot;
mod segments;
mod select;
mod slider;
mod sliding;
mod tabs;
#[cfg(test)]
mod tests;
mod toggle;

pub(crate) use bars::{container_width_of, gauge, percent_of, track};
pub(crate) use caption::Caption;
pub(crate) use close_button::CloseButton;
pub(crate) use data_table::{Table, data_table};
pub(crate) use fold::Fold;
pub(crate) use late::Late;
pub(crate) use number_field::{NumberField, number_text};
pub(crate) use outline::{Outline, Rect, pixels};
pub(crate) use plot::{Axis, Marker, Plot, PlotArea, PlotLine, PlotPoints, path, spot};
pub(crate) use segments::{SegmentKind, Segments};
pub(crate) use select::Select;
pub(crate) use slider::{Slider, SliderInput, SliderState, StepButton};
pub(crate) use sliding::sliding;
pub(crate) use tabs::{Tab, Tabs, tab_after, tab_id};
pub(crate) use toggle::toggle;
