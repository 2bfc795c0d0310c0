//! The region of the charts. Each schedule has its result, the stages' names, a canvas, and the
//! curve of the chosen stage's activations.

use formats::number::{Units, attribute};
use leptos::either::Either;
use leptos::ev::{KeyboardEvent, MouseEvent, WheelEvent};
use leptos::prelude::*;
use text::number::grouped;

use super::act::TimelineAction;
use super::chart::{Chart, pitch};
use super::curve;
use super::ids::REGION;
use super::state::{TimelineEvent, TimelineFigure};
use crate::browser::keys::plain_key;
use crate::store::{Page, PanelStore};
use text::timeline;

/// The scrolling region.
#[component]
pub(super) fn Charts(panel: PanelStore<TimelineFigure>) -> impl IntoView {
    // The canvases are painted once their elements show the present state.
    Effect::new(move |_| {
        panel.follow(|_, _| ());
        panel.write(|figure, _| figure.paint_charts());
    });
    let zoom = panel.shown(|figure, _| attribute(figure.scale(), 0));
    let now = panel.shown(|figure, _| attribute(figure.now, 5));
    let is_at_start = panel.shown(|figure, _| figure.now <= 0.0);
    let act = move |ev: KeyboardEvent| {
        if let Some(act) = plain_key(&ev).and_then(|key| TimelineAction::of(&key)) {
            ev.prevent_default();
            panel.send(TimelineEvent::Act(act));
        }
    };
    view! {
        <div
            class="lanes-region"
            id=REGION
            role="application"
            tabindex="0"
            aria-label=timeline::region()
            on:keydown=act
            on:pointerleave=move |_| panel.send(TimelineEvent::Leave)
            on:blur=move |_| panel.send(TimelineEvent::Leave)
            on:scroll:target=move |ev| scroll(panel, ev.target().scroll_left())
        >
            <div class="lanes" style=("--zoom", zoom)>
                {panel.view(|figure, _| ticks(figure))}
                {panel.view(move |figure, page| charts(panel, figure, page))}
                {panel.view(|figure, _| left_out(figure))}
                <i class="lanes-now" hidden=is_at_start style=("--at", now)></i>
            </div>
        </div>
    }
}

/// The ticks of the time axis, in seconds from the start of the step.
fn ticks(figure: &TimelineFigure) -> impl IntoView + use<> {
    let (ticks, step) = figure.axis.ticks(figure.scale());
    let ticks = ticks.into_iter().map(|time| {
        let at = attribute(figure.axis.place(time), 5);
        let text = timeline::tick(time, step);
        view! { <span style=("--at", at)>{text}</span> }
    });
    view! {
        <div class="lanes-axis" aria-hidden="true">
            {ticks.collect_view()}
        </div>
    }
}

/// The break that stands for the middle of a long step, with the number of its micro-batches.
fn left_out(figure: &TimelineFigure) -> impl IntoView + use<> {
    let place = figure.axis.break_at().zip(figure.axis.cut);
    place.map(|([from, width], cut)| {
        view! {
            <p
                class="lanes-break"
                style=("--at", attribute(from, 5))
                style=("--wide", attribute(width, 5))
            >
                <span>{timeline::left_out(cut.micro_batches as u64)}</span>
            </p>
        }
    })
}

/// Follows the scrolling of the region.
fn scroll(panel: PanelStore<TimelineFigure>, left: i32) {
    panel.send_if(|figure, _| {
        let left = f64::from(left);
        (left != figure.left).then_some(TimelineEvent::Scrolled(left))
    });
}

/// All charts.
fn charts(
    panel: PanelStore<TimelineFigure>,
    figure: &TimelineFigure,
    page: &Page,
) -> Vec<impl IntoView + use<>> {
    let charts = figure.charts.iter().enumerate();
    charts
        .filter_map(|(index, chart)| {
            let chart = chart.as_ref()?;
            Some(one(panel, figure, index, chart, page.units()))
        })
        .collect()
}

/// One schedule: its result if there are two, the stages' names, the canvas beside them, and the
/// curve of the chosen stage.
fn one(
    panel: PanelStore<TimelineFigure>,
    figure: &TimelineFigure,
    index: usize,
    chart: &Chart,
    units: Units,
) -> impl IntoView + use<> {
    let rows = &chart.timeline.rows();
    let [pitch, gap] = pitch(rows.len(), figure.is_low);
    // As many names as fit.
    let every = (12.0 / pitch).ceil();
    let line = if every > 1.0 {
        pitch * every
    } else {
        pitch - gap
    };
    let pixels = |length| [&*attribute(length, 3), "px"].concat();
    let result = figure.charts[1].as_ref().map(|_| {
        let held = rows.iter().map(|row| row.held).max().unwrap_or_default();
        let said = timeline::result(
            timeline::schedule(chart.schedule),
            chart.bubble,
            held,
            units,
        );
        view! { <p class="lanes-result">{said}</p> }
    });
    let rank = figure.selection.rank;
    let held = rows.get(rank).zip(chart.rooms.get(rank));
    let held = held.map(|(row, &room)| {
        view! {
            <p class="lanes-held">{timeline::held(&chart.timeline, rank, room, units)}</p>
            {curve::curve(figure, chart, rank, row.held, room)}
        }
    });
    let select = move |ev: MouseEvent| {
        let place = [ev.offset_x().into(), ev.offset_y().into()];
        panel.send_if(|figure, _| figure.select(index, place));
    };
    view! {
        <div
            class="lanes-chart"
            class:lanes-second={index > 0}
            style=("--height", pixels(pitch * rows.len() as f64))
            style=("--name", pixels(pitch * every))
            style=("--line", pixels(line))
        >
            {result}
            <div class="lanes-names" aria-hidden="true">
                {names(figure, index, rows.len(), every as usize)}
            </div>
            <canvas
                aria-hidden="true"
                on:pointermove=move |ev| select(ev.into())
                on:click=select
                on:wheel=move |ev| zoom(panel, &ev)
            ></canvas>
            {held}
        </div>
    }
}

/// The names of the stages that have one. The chosen stage has the name of its group.
fn names(
    figure: &TimelineFigure,
    chart: usize,
    rows: usize,
    every: usize,
) -> Vec<impl IntoView + use<>> {
    let selection = figure.selection;
    (0..rows)
        .step_by(every)
        .map(|first| {
            let is_chosen = selection.rank / every == first / every && selection.chart == chart;
            let rank = if is_chosen { selection.rank } else { first };
            let name = view! {
                <span class="word">{timeline::stage()}</span>
                {grouped(rank as u64)}
            };
            if is_chosen {
                Either::Left(view! { <b>{name}</b> })
            } else {
                Either::Right(view! { <span>{name}</span> })
            }
        })
        .collect()
}

/// Zooms by the wheel with Control; browsers report pinches as the same event.
fn zoom(panel: PanelStore<TimelineFigure>, ev: &WheelEvent) {
    if ev.ctrl_key() {
        ev.prevent_default();
        let by = if ev.delta_y() < 0.0 { 1 } else { -1 };
        panel.send(TimelineEvent::ZoomAt(by, ev.offset_x().into()));
    }
}
