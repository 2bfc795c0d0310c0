//! Controls of the batch.

use formats::link::Key;
use search::degrees;

use crate::controls::slider::{Slider, SliderNumber, Stops};
use crate::controls::spec::{GroupSpec, Row};

pub(super) const BATCH: GroupSpec = GroupSpec {
    heading: text::frame::group_batch,
    is_folded: false,
    rows: &[
        slider!(seq, Stops::Of(|_| degrees::sequence())),
        slider!(mbs, Stops::Of(degrees::micro_batch)),
        slider!(gbs, Stops::Of(|_| degrees::global_batch())),
        Row::Sentence(text::plan::batch),
    ],
};
