//! What an MFU is worth in money, against one that is attainable.

use shardwise::cost::utilisation::Waste;
use shardwise::markup::figure::bar;
use shardwise::markup::{Element, element};
use shardwise::text::number::percent;

use super::{ATTAINABLE, part, slider};
use crate::desk::Desk;

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
    let shares = [mfu, lost, (waste.of_peak - lost).max(0.0)];
    let classes = ["useful", "bubble", "rest"];
    let bars = shares.into_iter().zip(classes);
    let bars = bars.map(|(share, class)| bar(class, share));
    let keys = words.worth_parts.into_iter().zip(shares).zip(classes);
    let keys = keys.map(|((name, share), class)| {
        element("span")
            .child(element("i").class(class))
            .child([name, " ", &percent(share)].concat())
    });
    let value = percent(attainable);
    part(words.worth)
        .child(element("p").child(sentence))
        .child(
            element("div")
                .class("lost")
                .attribute("aria-hidden", "true")
                .children(bars.collect()),
        )
        .child(element("div").class("keys").children(keys.collect()))
        .child(slider(
            SLIDER,
            words.attainable,
            value,
            ATTAINABLE,
            desk.run.attainable,
        ))
}
