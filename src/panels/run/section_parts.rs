//! Parts of the view that the sections of the run share: bars of shares, sliders.

use cost::why::Figure;
use leptos::prelude::*;
use text::number::percent;
use text::run::NamedFigure;

use super::RunFigure;
use super::state::CAPTION;
use super::update::RunEvent;
use crate::components::{percent_of, sliding};
use crate::panels::why::figure_button;
use crate::store::{Page, PanelStore};

/// Shares of a whole as one bar, with a legend below.
pub(super) fn shares(
    names: &[&'static str],
    shares: &[f64],
    classes: &[&'static str],
    whole: f64,
) -> AnyView {
    let parts = || names.iter().zip(shares).zip(classes);
    let bars = parts().map(|((_, share), class)| {
        view! { <i class=*class style=("width", percent_of(share / whole))></i> }
    });
    let keys = parts().map(|((name, share), class)| {
        view! {
            <span>
                <i class=*class></i>
                {*name}
                " "
                {percent(*share)}
            </span>
        }
    });
    view! {
        <div class="lost" aria-hidden="true">
            {bars.collect_view()}
        </div>
        <div class="keys">{keys.collect_view()}</div>
    }
    .into_any()
}

/// Figures with their names; each opens its arithmetic.
pub(super) fn named(panel: PanelStore<RunFigure>, page: &Page, figures: &[NamedFigure]) -> AnyView {
    let store = panel.page();
    let figures = figures.iter().map(|(root, name, value)| {
        let figure = Figure::from(*root);
        view! {
            <div>
                <dt>{*name}</dt>
                <dd>{figure_button(store, page.opened, figure, value.clone())}</dd>
            </div>
        }
    });
    view! { <dl class="run-figures">{figures.collect_view()}</dl> }.into_any()
}

/// A slider of the view.
pub(super) struct RunSlider {
    pub(super) id: &'static str,
    /// The least and the greatest position.
    pub(super) ends: [f64; 2],
    /// The position of the value in force.
    pub(super) place: fn(&RunFigure, &Page) -> f64,
    /// The value in force, in words.
    pub(super) words: fn(&RunFigure, &Page) -> String,
    /// The event for a position; none if it leaves the value in force.
    pub(super) event: fn(&Page, f64) -> Option<RunEvent>,
}

impl RunSlider {
    /// The event for a position that the browser reports, which may be no number.
    pub(super) fn moved(&self, page: &Page, place: f64) -> Option<RunEvent> {
        let place = Some(place).filter(|place| place.is_finite())?;
        (self.event)(page, place)
    }
}

/// A slider with its name and its value.
pub(super) fn slider(
    panel: PanelStore<RunFigure>,
    slider: &'static RunSlider,
    name: &'static str,
) -> AnyView {
    let id = slider.id;
    let [least, most] = slider.ends;
    let words = move || panel.follow(slider.words);
    let slide = move |place: f64| {
        panel.send_if(|_, page| slider.moved(page, place));
    };
    let handlers = sliding(move || panel.read(slider.place), slide);
    // The value is an `output`, which labels could name, too: this label names the slider.
    view! {
        <label class="granting" for=id>
            <span>
                {name}
                <output for=id>{words}</output>
            </span>
            <input
                {..handlers}
                type="range"
                id=id
                autocomplete="off"
                aria-valuetext=words
                aria-describedby=CAPTION
                prop:min=least
                prop:max=most
                prop:value=move || panel.follow(slider.place)
            />
        </label>
    }
    .into_any()
}
