//! Controls of the batch.

use cost::plan::Plan;
use formats::link::Key;
use search::degrees;

use crate::controls::choice::{ChoiceControl, ChoiceTarget};
use crate::controls::slider::{Slider, SliderNumber, Stops};
use crate::controls::spec::{GroupSpec, Row};

pub(super) const BATCH: GroupSpec = GroupSpec {
    heading: text::frame::group_batch,
    is_folded: false,
    rows: &[
        slider!(seq, Stops::Of(|_| degrees::sequence())),
        slider!(slen, Stops::Of(degrees::sample)),
        Row::When(Plan::has_short_samples, &[choice!(Options, pack)]),
        slider!(mbs, Stops::Of(degrees::micro_batch)),
        slider!(gbs, Stops::Of(|_| degrees::global_batch())),
        Row::Sentence(text::plan::batch),
    ],
};
