//! View of the waterfall.

use cost::certainty::STEP;
use cost::waterfall::Cause;
use leptos::prelude::*;
use text::number::{duration, fixed, locale};
use text::waterfall;

use super::state::{ID, Toggled, WaterfallFigure};
use crate::components::{Table, container_width_of, percent_of};
use crate::controls::stands;
use crate::panels::figure::Figure;
use crate::store::{Event, Page, PanelStore};

/// The colour of each of [`Cause::ALL`]: that of its overhead.
static COLOURS: [&str; 18] = [
    "ceiling",
    "last-inch",
    "last-inch",
    "last-inch",
    "last-inch",
    "last-inch",
    "last-inch",
    "last-inch",
    "scratchpad",
    "forward-only",
    "cable",
    "cable",
    "cable",
    "cable",
    "cable",
    "bubble",
    "imbalance",
    "state",
];

/// The whole figure.
pub(super) fn figure(panel: PanelStore<WaterfallFigure>) -> AnyView {
    view! {
        <Figure
            id=ID
            caption="waterfall-caption"
            name=waterfall::heading()
            sentence=Box::new(move || panel.follow(|_, page| sentence(page)))
            table=Box::new(move || panel.follow(|_, page| numbers(page)))
            is_of_time=true
        >
            <ol class="fall">{move || panel.follow(|figure, page| rows(panel, figure, page))}</ol>
            {move || panel.follow(|figure, _| choices(figure))}
        </Figure>
    }
    .into_any()
}

/// A line for each choice of software that decides a factor of the step.
fn choices(figure: &WaterfallFigure) -> Option<impl IntoView + use<>> {
    let lines = figure.choices.iter().map(text::choices::choice);
    let lines: Vec<_> = lines.map(|line| view! { <li>{line}</li> }).collect();
    (!lines.is_empty()).then(|| view! { <ul class="choices">{lines}</ul> })
}

fn sentence(page: &Page) -> String {
    let (fall, tenths) = page.waterfall();
    waterfall::sentence(fall, tenths, page.settings.conventions())
}

/// The bars, from the peak to what is left.
fn rows(
    panel: PanelStore<WaterfallFigure>,
    figure: &WaterfallFigure,
    page: &Page,
) -> impl IntoView + use<> {
    let (fall, tenths) = page.waterfall();
    let track = Track {
        scale: fall.start.max(fall.end),
    };
    let mut level = fall.start;
    let is_none = |index: usize| tenths.losses[index] == 0 && !figure.kept[index];
    let causes = waterfall::causes().into_iter().enumerate();
    let causes = causes.filter_map(|(index, name)| {
        let loss = fall.losses[index];
        let row = Row {
            name,
            bars: vec![track.bar(COLOURS[index], level - loss, level)],
            tenths: tenths.losses[index],
        };
        level -= loss;
        if is_none(index) {
            return None;
        }
        let why = (figure.cause == Some(index)).then(|| why(panel, page, index));
        Some(cause(panel, index, row, why))
    });
    let causes: Vec<_> = causes.collect();
    let without: Vec<usize> = (0..Cause::ALL.len()).filter(|&at| is_none(at)).collect();
    let peak = Row {
        name: waterfall::peak(),
        bars: vec![track.bar("peak", 0.0, fall.start)],
        tenths: tenths.start,
    };
    let has_credit = tenths.credit > 0 || figure.kept[Cause::ALL.len()];
    let credit = has_credit.then(|| Row {
        name: waterfall::credit(),
        bars: vec![track.bar("credit", level, level + fall.credit)],
        tenths: tenths.credit,
    });
    let band = page.estimate.step_band;
    let left = Row {
        name: waterfall::end(page.settings.conventions()),
        bars: vec![
            track.bar("useful", 0.0, fall.end),
            track.bar("range", fall.end / band.high, fall.end / band.low),
        ],
        tenths: tenths.end,
    };
    (
        end(peak),
        causes,
        credit.map(end),
        end(left),
        nothing(panel, figure, page, &without),
    )
}

/// The common track of all bars.
struct Track {
    /// The track's length, as a share of the peak.
    scale: f64,
}

/// A bar of a class: its start, as a length of the track, and its width.
type Bar = (&'static str, [String; 2]);

impl Track {
    /// A bar between two shares of the peak.
    fn bar(&self, class: &'static str, from: f64, to: f64) -> Bar {
        let from = from.max(0.0) / self.scale;
        let width = percent_of(to / self.scale - from);
        (class, [container_width_of(from), width])
    }
}

/// Content of a row.
struct Row {
    name: &'static str,
    bars: Vec<Bar>,
    tenths: u64,
}

impl Row {
    /// The name, the bars on their track, and the points, after a sign if there are some.
    fn view(self, sign: &str) -> AnyView {
        let sign = if self.tenths > 0 { sign } else { "" };
        let bars = self.bars.into_iter().map(|(class, [start, length])| {
            view! { <i class=class style:translate=start style:width=length></i> }
        });
        view! {
            <span>{self.name}</span>
            <span class="track" aria-hidden="true">
                {bars.collect_view()}
            </span>
            <b>{[sign, &points(self.tenths)].concat()}</b>
        }
        .into_any()
    }
}

/// The first or the last bar, which cannot be opened.
fn end(row: Row) -> AnyView {
    view! {
        <li class="end">
            <div>{row.view("")}</div>
        </li>
    }
    .into_any()
}

/// A cause, and below it the controls that lower it, if it is open.
fn cause(
    panel: PanelStore<WaterfallFigure>,
    index: usize,
    row: Row,
    why: Option<AnyView>,
) -> impl IntoView {
    view! {
        <li>
            <button
                type="button"
                data-cause=index.to_string()
                aria-expanded=why.is_some().to_string()
                on:click=move |_| panel.send(Toggled(index))
            >
                {row.view(locale::minus_sign())}
            </button>
            {why}
        </li>
    }
}

/// The causes that take nothing away, in one line; each opens like the others.
fn nothing(
    panel: PanelStore<WaterfallFigure>,
    figure: &WaterfallFigure,
    page: &Page,
    without: &[usize],
) -> Option<impl IntoView + use<>> {
    let last = without.len().checked_sub(1)?;
    let names = without.iter().enumerate().map(|(place, &index)| {
        let is_open = figure.cause == Some(index);
        view! {
            <button
                type="button"
                data-cause=index.to_string()
                aria-expanded=is_open.to_string()
                on:click=move |_| panel.send(Toggled(index))
            >
                {waterfall::causes()[index]}
            </button>
            {if place < last { ", " } else { "" }}
        }
    });
    let names: Vec<_> = names.collect();
    let open = figure.cause.filter(|index| without.contains(index));
    let why = open.map(|index| why(panel, page, index));
    Some(view! {
        <li class="nothing">
            <div>{waterfall::nothing()} " " {names}</div>
            {why}
        </li>
    })
}

/// Explanation of a cause, and the controls that lower it.
fn why(panel: PanelStore<WaterfallFigure>, page: &Page, cause: usize) -> AnyView {
    let levers = waterfall::LEVERS[cause].iter().copied();
    let levers = levers.filter(|key| stands(page, key));
    let levers = levers.map(|key| {
        let reveal = move |_| panel.page().send(Event::RevealControl(key.to_owned()));
        view! {
            <button type="button" data-lever=key on:click=reveal>
                {waterfall::lever(key)}
            </button>
        }
    });
    view! { <p>{waterfall::explanations()[cause]} " " {levers.collect_view()}</p> }.into_any()
}

/// Tenths of a point as points.
fn points(tenths: u64) -> String {
    fixed(tenths as f64 / 10.0, 1)
}

/// The waterfall's numbers as a table.
fn numbers(page: &Page) -> Table {
    let headings = waterfall::headings().map(str::to_owned).to_vec();
    let (fall, tenths) = page.waterfall();
    let step = page.estimate.time.total();
    let conventions = page.settings.conventions();
    let row = |name: &str, sign: &str, tenths: u64, share: f64, certainty: &str| {
        vec![
            name.to_owned(),
            [sign, &points(tenths)].concat(),
            duration(fall.seconds(share, step)),
            certainty.to_owned(),
        ]
    };
    let mut rows = vec![row(waterfall::peak(), "", tenths.start, fall.start, "")];
    for (index, name) in waterfall::causes().into_iter().enumerate() {
        let tenths = tenths.losses[index];
        let certainty = text::kinds::certainty(STEP[part(index)].certainty);
        let sign = if tenths > 0 { locale::minus_sign() } else { "" };
        rows.push(row(name, sign, tenths, fall.losses[index], certainty));
    }
    if tenths.credit > 0 {
        rows.push(row(
            waterfall::credit(),
            locale::plus_sign(),
            tenths.credit,
            fall.credit,
            "",
        ));
    }
    rows.push(row(
        waterfall::end(conventions),
        "",
        tenths.end,
        fall.end,
        "",
    ));
    Table {
        headings,
        rows,
        foot: Vec::new(),
    }
}

/// The part of a step to which a cause belongs: a position in [`STEP`], whose first is compute.
const fn part(cause: usize) -> usize {
    cause.saturating_sub(Cause::Padding as usize)
}
