//! View of the roofline.

use cost::kernel_times::{KernelTimes, Roof};
use cost::legal::Legal;
use cost::operation::Work;
use formats::number::{Units, duration, percent, rate, three_digits};
use text::figures::RooflineText;

use super::{ID, RooflineFigure, flash, roofs};
use crate::dom::figure::Table;
use crate::dom::{Element, components};
use crate::panels::figure::{Drawing, FigureIdentity};
use crate::panels::words;
use crate::store::Page;

impl RooflineFigure {
    /// The whole figure.
    pub(super) fn figure(&self, page: &Page) -> Element {
        let frame = FigureIdentity {
            id: ID,
            caption: "lastinch-caption",
            name: words().roofline.heading,
        };
        frame.draw_with(page, self.drawing(page), || numbers(page))
    }

    fn drawing(&self, page: &Page) -> Drawing {
        let (words, units) = (&words().roofline, page.units());
        let (Some(times), Some(sides)) = (kernel_times(page), self.sides(page)) else {
            return Drawing::default();
        };
        let said = self
            .point
            .and_then(|point| said(words, &times, point, units));
        let readout = said.unwrap_or_else(|| words.hint.to_owned());
        Drawing {
            sentence: (words.sentence)(&page.plan, &times, sides, units),
            body: vec![
                roofs::plot(page, &times, self.point),
                components::said("p", "readout", readout.into()),
                flash::panel(words, &page.plan, sides, self.predicted.as_ref(), units),
            ],
        }
    }
}

fn kernel_times(page: &Page) -> Option<KernelTimes> {
    let legal = Legal::check(&page.plan).ok()?;
    Some(KernelTimes::of(&legal, &page.estimate))
}

/// Description of a point.
fn said(words: &RooflineText, times: &KernelTimes, at: usize, units: Units) -> Option<String> {
    match times.kernels.get(at) {
        Some(spent) => Some((words.kernel)(spent, units)),
        None => {
            let exchanged = times.exchanges.get(at - times.kernels.len())?;
            Some((words.exchange)(exchanged, units))
        }
    }
}

/// One row for each kernel, then one for each exchange.
fn numbers(page: &Page) -> Table {
    let routes = &words().map.routes;
    let (words, units) = (&words().roofline, page.units());
    let mut rows = Vec::new();
    if let Some(times) = kernel_times(page) {
        for spent in &times.kernels {
            let which = words.roof[usize::from(spent.roof == Roof::Memory)];
            let name = words.kernels[spent.kernel as usize];
            let shares = [percent(spent.share), percent(spent.reached)];
            rows.push(row(name, &spent.work, shares, which, units));
        }
        for exchanged in &times.exchanges {
            let name = routes[exchanged.route as usize];
            rows.push(row(
                name,
                &exchanged.work,
                Default::default(),
                words.roof[2],
                units,
            ));
        }
    }
    Table {
        headings: words.headings.map(str::to_owned).to_vec(),
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
        [&three_digits(work.flops.0 / 1e12), "\u{a0}T"].concat(),
        units.amount(work.bytes),
        three_digits(work.intensity()),
        duration(work.seconds),
        share,
        rate(work.rate()),
        [&reached, " ", roof].concat(),
    ]
}
