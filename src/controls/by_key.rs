//! Sliders by their keys, for figures that a reader drags in place of them.

use cost::plan::Plan;

use super::groups;
use super::slider::Slider;
use super::spec::Row;
use crate::components::SliderInput;
use crate::store::{Event, Page};

/// The rising values that the slider of a key offers for a plan; none for other keys.
pub(crate) fn offered(key: &str, plan: &Plan) -> Vec<f64> {
    slider(key).map_or_else(Vec::new, |slider| slider.values(plan))
}

/// The event for an input of the slider of a key; none if it leaves the value in force.
pub(crate) fn moved(key: &str, page: &Page, input: SliderInput) -> Option<Event> {
    slider(key)?.slid(page, input)
}

fn slider(key: &str) -> Option<&'static Slider> {
    match groups::row(key)? {
        Row::Slider(slider) => Some(slider),
        _ => None,
    }
}
