//! The value of an MFU in money, compared with an attainable one.

use cost::utilisation::Waste;
use leptos::prelude::*;
use text::number::percent;

use super::RunFigure;
use super::section_parts::{RunSlider, shares, slider};
use super::state::ATTAINABLE;
use super::update::RunEvent;
use crate::store::{Page, PanelStore};
use text::run as words;

/// The slider of the attainable MFU, in per cent.
pub(super) static ATTAINABLE_SLIDER: RunSlider = RunSlider {
    id: "run-attainable",
    ends: ATTAINABLE,
    place: |run, _| run.attainable,
    words: |run, _| percent(run.attainable_mfu()),
    event: |_, per_cent| Some(RunEvent::Attain(per_cent)),
};

/// The section on the value of an MFU.
pub(super) fn worth(panel: PanelStore<RunFigure>) -> AnyView {
    view! {
        <section>
            <h3>{words::worth()}</h3>
            <p>{move || panel.follow(RunFigure::worth_sentence)}</p>
            {move || panel.follow(RunFigure::shares_of_peak)}
            {slider(panel, &ATTAINABLE_SLIDER, words::attainable())}
        </section>
    }
    .into_any()
}

impl RunFigure {
    /// The loss, and the MFU.
    pub(super) fn waste(&self, page: &Page) -> (Waste, f64) {
        let mfu = page
            .settings
            .conventions()
            .utilisation(&page.estimate.utilisation);
        (Waste::of(mfu, self.attainable_mfu()), mfu)
    }

    /// Sentence on the money that the attainable MFU would save.
    fn worth_sentence(&self, page: &Page) -> String {
        let (waste, mfu) = self.waste(page);
        let cost = page.estimate.run.cost_usd;
        words::worth_sentence(waste, mfu, self.attainable_mfu(), cost)
    }

    /// Shares of the peak: used, attainable beyond that, and the rest.
    fn shares_of_peak(&self, page: &Page) -> AnyView {
        let (_, mfu) = self.waste(page);
        let parts = Waste::shares_of_peak(mfu, self.attainable_mfu());
        let classes = ["useful", "bubble", "rest"];
        shares(&words::worth_parts(), &parts, &classes, 1.0)
    }
}
