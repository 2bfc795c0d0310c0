//! View of the roofline.

use cost::kernel_times::{KernelTimes, Roof};
use cost::legal::Legal;
use cost::operation::Work;
use formats::number::{Units, duration, percent, rate, three_digits};
use search::flash as attention;
use text::figures::RooflineText;

use super::{ID, RooflineFigure, flash, roofs};
use crate::dom::figure::Table;
use crate::dom::{Element, components};
use crate::panels::figure::{Drawing, Figure};
use crate::panels::words;
use crate::store::Page;

impl RooflineFigure {
    /// The whole figure.
    pub(super) fn figure(&self, page: &Page) -> Element {
        let frame = Figure {
            id: ID,
            caption: "lastinch-caption",
            name: words().roofline.heading,
        };
        frame.draw_with(page, self.drawing(page), || numbers(page))
    }

    fn drawing(&self, page: &Page) -> Drawing {
        let (words, units) = (&words().roofline, page.units());
        let (Some(inch), Some(sides)) = (kernel_times(page), attention::compare(&page.plan)) else {
            return Drawing::default();
        };
        let said = self
            .point
            .and_then(|point| said(words, &inch, point, units));
        let readout = said.unwrap_or_else(|| words.hint.to_owned());
        Drawing {
            sentence: (words.sentence)(&page.plan, &inch, &sides, units),
            body: vec![
                roofs::plot(page, &inch, self.point),
                components::said("p", "readout", readout.into()),
                flash::panel(words, &page.plan, &sides, units),
            ],
        }
    }
}

fn kernel_times(page: &Page) -> Option<KernelTimes> {
    let legal = Legal::check(&page.plan).ok()?;
    Some(KernelTimes::of(&legal, &page.estimate))
}

/// Description of a point.
fn said(words: &RooflineText, inch: &KernelTimes, at: usize, units: Units) -> Option<String> {
    match inch.kernels.get(at) {
        Some(spent) => Some((words.kernel)(spent, units)),
        None => {
            let exchanged = inch.exchanges.get(at - inch.kernels.len())?;
            Some((words.exchange)(exchanged, units))
        }
    }
}

/// One row a kernel, then one an exchange.
fn numbers(page: &Page) -> Table {
    let routes = &words().map.routes;
    let (words, units) = (&words().roofline, page.units());
    let mut rows = Vec::new();
    if let Some(inch) = kernel_times(page) {
        for spent in &inch.kernels {
            let which = words.roof[usize::from(spent.roof == Roof::Memory)];
            let name = words.kernels[spent.kernel as usize];
            let shares = [percent(spent.share), percent(spent.reached)];
            rows.push(row(name, &spent.work, shares, which, units));
        }
        for exchanged in &inch.exchanges {
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

/// A row: its share of all kernels and of its roof, and which roof that is.
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
