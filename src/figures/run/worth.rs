//! What an MFU is worth in money, against one that is attainable.

use crate::markup::{Element, element};
use cost::utilisation::Waste;
use formats::number::percent;

use super::{ATTAINABLE, part, shares, slider};
use crate::figures::desk::Desk;

/// The id of the slider.
pub(super) const SLIDER: &str = "run-attainable";

/// What is lost, and the MFU.
pub(super) fn waste(desk: &Desk) -> (Waste, f64) {
    let mfu = desk.counting().utilisation(&desk.estimate.utilisation);
    (Waste::of(mfu, desk.run.attainable / 100.0), mfu)
}

/// The part on it.
pub(super) fn worth(desk: &Desk) -> Element {
    let words = &desk.words.run;
    let (waste, mfu) = waste(desk);
    let attainable = desk.run.attainable / 100.0;
    let sentence = (words.worth_sentence)(waste, mfu, attainable, desk.estimate.run.cost_usd);
    let lost = (attainable - mfu).max(0.0);
    let parts = [mfu, lost, (waste.of_peak - lost).max(0.0)];
    let said = part(words.worth).child(element("p").child(sentence));
    let classes = ["useful", "bubble", "rest"];
    shares(said, &words.worth_parts, &parts, &classes, 1.0).child(slider(
        SLIDER,
        words.attainable,
        percent(attainable),
        ATTAINABLE,
        desk.run.attainable,
    ))
}
