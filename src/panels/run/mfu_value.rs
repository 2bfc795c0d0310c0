//! The value of an MFU in money, compared with an attainable one.

use crate::dom::{Element, element};
use cost::utilisation::Waste;
use formats::number::percent;

use super::section_parts::{part, shares, slider};
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
            .conventions()
            .utilisation(&page.estimate.utilisation);
        (Waste::of(mfu, self.attainable_mfu()), mfu)
    }

    /// The section on the value of an MFU.
    pub(super) fn worth(&self, page: &Page) -> Element {
        let words = &words().run;
        let (waste, mfu) = self.waste(page);
        let attainable = self.attainable_mfu();
        let sentence = (words.worth_sentence)(waste, mfu, attainable, page.estimate.run.cost_usd);
        let parts = Waste::shares_of_peak(mfu, attainable);
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
