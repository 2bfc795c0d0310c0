//! The row of tabs, and words that all figures share.

use crate::number::BytesText as _;
use cost::plan::Gpu;
use cost::units::Bytes;
use formats::number::Units;

messages!("views");

/// Names of the tabs, in the order of `View::TABS`.
#[must_use]
pub fn tabs() -> [&'static str; 13] {
    [
        tab_cut(),
        tab_watch(),
        tab_timeline(),
        tab_waterfall(),
        tab_cluster(),
        tab_roofline(),
        tab_sweep(),
        tab_search(),
        tab_compare(),
        tab_run(),
        tab_bill(),
        tab_accuracy(),
        tab_recipe(),
    ]
}

/// Origin of a GPU's memory capacity, in GiB and GB.
#[must_use]
pub fn capacity_of(gpu: &Gpu) -> String {
    let whole = Bytes::from_gib(gpu.hbm_gib);
    capacity(
        &Units::Gib.size(whole),
        &Units::Gb.size(whole),
        &Units::Gib.size(gpu.usable_memory()),
    )
}

/// Words for saving a figure: before the file formats, when saving failed, on the button that tries
/// again.
#[must_use]
pub fn keeping() -> [&'static str; 3] {
    [crate::frame::keep(), unkept(), crate::frame::again()]
}
