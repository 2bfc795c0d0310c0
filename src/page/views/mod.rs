//! The first figures, one view a file.

pub(crate) mod diagnosis;
pub(crate) mod memory;
pub(crate) mod tolls;

use crate::markup::{Element, element};

/// Room for the table behind a figure, which comes with the later figures.
fn room_behind(id: &'static str) -> Element {
    element("div").id(id).class("behind")
}
