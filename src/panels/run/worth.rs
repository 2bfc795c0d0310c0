//! Value of an MFU in money, against one that can be attained.

use crate::dom::{Element, element};
use cost::utilisation::Waste;
use formats::number::percent;

use super::parts::{part, shares, slider};
use super::state::{ATTAINABLE, RunFigure};
use crate::panels::words;
use crate::store::Page;

/// The id of the slider.
pub(super) const SLIDER: &str = "run-attainable";

impl RunFigure {
    /// The loss, and the MFU.
    pub(super) fn waste(&self, page: &Page) -> (Waste, f64) {
        let mfu = page
            .settings
            .counting()
            .utilisation(&page.estimate.utilisation);
        (Waste::of(mfu, self.attainable / 100.0), mfu)
    }

    /// The part on it.
    pub(super) fn worth(&self, page: &Page) -> Element {
        let words = &words().run;
        let (waste, mfu) = self.waste(page);
        let attainable = self.attainable / 100.0;
        let sentence = (words.worth_sentence)(waste, mfu, attainable, page.estimate.run.cost_usd);
        let lost = (attainable - mfu).max(0.0);
        let parts = [mfu, lost, (waste.of_peak - lost).max(0.0)];
        let said = part(words.worth).child(element("p").child(sentence));
        let classes = ["useful", "bubble", "rest"];
        shares(said, &words.worth_parts, &parts, &classes, 1.0).child(slider(
            SLIDER,
            words.attainable,
            percent(attainable),
            ATTAINABLE,
            self.attainable,
        ))
    }
}
