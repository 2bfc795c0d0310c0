//! View of the timeline.

use leptos::prelude::*;

use super::charts::Charts;
use super::ids::ID;
use super::state::{TimelineEvent, TimelineFigure};
use super::tables;
use super::tables::Blocks;
use super::tools::{Keys, Tools};
use crate::browser::events::{COLOURS, listen_in_component};
use crate::panels::figure::Figure;
use crate::panels::low_window::low_window;
use crate::store::{Page, PanelStore};
use text::timeline;

/// The whole figure.
pub(super) fn figure(panel: PanelStore<TimelineFigure>) -> AnyView {
    listen(panel);
    let has_chart = panel.shown(|figure, _| figure.charts[0].is_some());
    let missing = move || {
        panel.shown(|figure, _| {
            let text = if figure.is_layout_due {
                ""
            } else {
                timeline::too_long()
            };
            text.to_owned()
        })
    };
    view! {
        <Figure
            id=ID
            caption="timeline-caption"
            name=timeline::heading()
            sentence=panel.shown(|_, page| sentence(page))
            table=panel.shown(tables::stages)
            is_of_time=true
        >
            <Show when=has_chart fallback=move || view! { <p>{missing()}</p> }>
                <Keys panel=panel/>
                <Tools panel=panel/>
                <Charts panel=panel/>
                <Readout panel=panel/>
                <Blocks panel=panel/>
            </Show>
        </Figure>
    }
    .into_any()
}

/// The main statement: how long stages wait for each other.
pub(super) fn sentence(page: &Page) -> String {
    timeline::sentence(page.pipeline(), &page.estimate)
}

/// Description of the selected block.
#[component]
fn Readout(panel: PanelStore<TimelineFigure>) -> impl IntoView {
    let said = panel.shown(
        |figure, page| match (figure.chart(), figure.selection.index) {
            (Some(chart), Some(index)) => {
                let rank = figure.selection.rank;
                let block = timeline::block(&chart.timeline, rank, index);
                let moment = figure.moment().filter(|_| figure.selection.chart == 0);
                let moment = moment.map(|moment| timeline::moment(&moment, rank, page.units()));
                [block, moment.unwrap_or_default()].join(" ")
            }
            _ => timeline::hint().to_owned(),
        },
    );
    view! {
        <p class="lanes-readout" aria-live="polite">
            {said}
        </p>
    }
}

/// Paints the canvases anew when the size of the window or the colours of the page change.
fn listen(panel: PanelStore<TimelineFigure>) {
    let is_low = low_window(panel.page(), move |is_low| {
        panel.send(TimelineEvent::SetLow(is_low));
    });
    if let Some(is_low) = is_low {
        panel.write(|figure, _| figure.is_low = is_low);
    }
    listen_in_component("resize", move |_| panel.send(TimelineEvent::Resized));
    listen_in_component(COLOURS, move |_| panel.send(TimelineEvent::Recoloured));
}
