//! View of the roofline.

use cost::kernel_times::{KernelTimes, Roof};
use cost::operation::Work;
use formats::number::Units;
use leptos::{ev, prelude::*};
use text::number::{BytesText as _, duration, locale, percent, rate, three_digits};
use text::{map, roofline};

use super::state::{ID, RooflineFigure};
use super::update::RooflineEvent;
use super::{flash, roofs};
use crate::components::Table;
use crate::panels::figure::Figure;
use crate::panels::low_window::low_window;
use crate::store::{Page, PanelStore};

/// The whole figure.
pub(super) fn figure(panel: PanelStore<RooflineFigure>) -> AnyView {
    // The plan may not have come to rest before the view opens.
    panel.write(RooflineFigure::compare);
    let is_low = low_window(panel.page(), move |is_low| {
        panel.send(RooflineEvent::SetLow(is_low));
    });
    if let Some(is_low) = is_low {
        panel.write(|figure, _| figure.is_low = is_low);
    }
    compare_before_print(panel);
    view! {
        <Figure
            id=ID
            caption="lastinch-caption"
            name=roofline::heading()
            sentence=Box::new(move || panel.follow(sentence))
            table=Box::new(move || panel.follow(|_, page| numbers(page)))
            is_of_time=true
        >
            {move || panel.follow(|figure, page| drawing(panel, figure, page))}
        </Figure>
    }
    .into_any()
}

/// Compares the plan before it is printed. Only a browser prints.
fn compare_before_print(panel: PanelStore<RooflineFigure>) {
    if cfg!(target_arch = "wasm32") {
        let print = move |_| panel.send(RooflineEvent::Print);
        let listener = window_event_listener(ev::beforeprint, print);
        on_cleanup(move || listener.remove());
    }
}

fn sentence(figure: &RooflineFigure, page: &Page) -> String {
    figure.sides(page).map_or_else(String::new, |sides| {
        roofline::sentence(&page.plan, page.kernel_times(), sides, page.units())
    })
}

/// The plot, the description of the selected point, and attention with and without Flash Attention.
fn drawing(
    panel: PanelStore<RooflineFigure>,
    figure: &RooflineFigure,
    page: &Page,
) -> Option<impl IntoView + use<>> {
    let units = page.units();
    let (times, sides) = (page.kernel_times(), figure.sides(page)?);
    let point = figure.point;
    let said = point.and_then(|point| said(times, point, units));
    Some(view! {
        {roofs::plot(panel, figure, page, times)}
        <p class="readout">{said.unwrap_or_else(|| roofline::hint().to_owned())}</p>
        {flash::section(&page.plan, sides, figure.predicted.as_ref(), units)}
    })
}

/// Description of a point.
fn said(times: &KernelTimes, at: usize, units: Units) -> Option<String> {
    match times.kernels.get(at) {
        Some(spent) => Some(roofline::kernel(spent, units)),
        None => {
            let exchanged = times.exchanges.get(at - times.kernels.len())?;
            Some(roofline::exchange(exchanged, units))
        }
    }
}

/// One row for each kernel, then one for each exchange.
fn numbers(page: &Page) -> Table {
    let routes = map::routes();
    let units = page.units();
    let mut rows = Vec::new();
    let times = page.kernel_times();
    for spent in &times.kernels {
        let which = roofline::limits()[usize::from(spent.roof == Roof::Memory)];
        let name = roofline::kernels()[spent.kernel as usize];
        let shares = [percent(spent.share), percent(spent.reached)];
        rows.push(row(name, &spent.work, shares, which, units));
    }
    for exchanged in &times.exchanges {
        let name = routes[exchanged.route as usize];
        rows.push(row(
            name,
            &exchanged.work,
            Default::default(),
            roofline::limits()[2],
            units,
        ));
    }
    Table {
        headings: roofline::headings().map(str::to_owned).to_vec(),
        rows,
        foot: Vec::new(),
    }
}

/// A row: its share of all kernels and of its roof, and the name of that roof.
fn row(
    name: &str,
    work: &Work,
    [share, reached]: [String; 2],
    roof: &str,
    units: Units,
) -> Vec<String> {
    vec![
        name.to_owned(),
        locale::tera(&three_digits(work.flops.0 / 1e12)),
        units.amount(work.bytes),
        three_digits(work.intensity()),
        duration(work.seconds),
        share,
        rate(work.rate()),
        [&reached, " ", roof].concat(),
    ]
}
