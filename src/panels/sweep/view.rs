//! View of a sweep.

use leptos::prelude::*;
use search::sweep::Sweep;
use text::sweep::{self as words, Swept};

use super::choices::{choices, presets};
use super::picture::chart;
use super::points::{name, place_words};
use super::state::{ID, SweepFigure};
use super::sweep_picture::SweepPicture;
use crate::panels::figure::Figure;
use crate::store::{Page, PanelStore};

/// The whole figure.
pub(super) fn figure(panel: PanelStore<SweepFigure>) -> AnyView {
    let picture = panel.slice(SweepFigure::picture);
    view! {
        <Figure
            id=ID
            caption="sweep-caption"
            name=words::heading()
            sentence=Box::new(move || panel.follow(SweepFigure::sentence))
            table=Box::new(move || panel.follow(SweepFigure::table))
        >
            {presets(panel, picture)}
            {choices(panel, picture)}
            {move || picture.with(|picture| chart(panel, picture))}
            <p class="readout">
                <b>{move || picture.with(SweepPicture::selected)}</b>
                <small>{words::hint()}</small>
            </p>
            {move || picture.with(notes)}
        </Figure>
    }
    .into_any()
}

impl SweepFigure {
    /// Sentence with the plan's value of a figure, and that of the best point.
    fn sentence(&self, page: &Page) -> String {
        let reading = self.asked.reading;
        let Some(sweep) = self.sweeps.shown() else {
            return words::pending().to_owned();
        };
        let units = page.units();
        let best = sweep.best(reading).map(|(line, at)| {
            let figure = sweep.reading(line, at, reading).unwrap_or_default();
            [
                words::figure(reading, figure, units),
                place_words(sweep, line, at),
            ]
        });
        let own = reading.of(&page.estimate, page.settings.conventions());
        words::sentence_of(&Swept {
            reading: words::reading(reading),
            across: name(Some(sweep.across())),
            between: name(sweep.between()),
            own: words::figure(reading, own, units),
            best,
        })
    }
}

/// Notes on values that are left out, and on a sweep that was stopped.
fn notes(picture: &SweepPicture) -> Option<impl IntoView + use<>> {
    let sweep = picture.sweep.as_ref()?;
    let left_out = left_out(sweep);
    Some(view! {
        <p class="left-out" hidden=left_out.is_empty()>
            {words::left_out(&left_out)}
        </p>
        <p class="left-out" hidden=!picture.is_cut>
            {words::cut()}
        </p>
    })
}

/// Largest number of values listed.
const LISTED: usize = 8;

/// Values that are illegal for every plan: "pipeline stages 5, 10; micro-batches 3".
fn left_out(sweep: &Sweep) -> String {
    let mut text = String::new();
    let lists = [sweep.between(), Some(sweep.across())].into_iter().rev();
    for (axis, values) in lists.zip(sweep.left_out()) {
        for (index, &value) in values.iter().enumerate() {
            match index {
                0 => {
                    text.push_str(if text.is_empty() { "" } else { "; " });
                    text.push_str(name(axis));
                    text.push(' ');
                }
                LISTED => {
                    text.push_str(", …");
                    break;
                }
                _ => text.push_str(", "),
            }
            let key = axis.map_or("", |axis| axis.key);
            text.push_str(&words::value(key, value));
        }
    }
    text
}
