//! View of a sweep.

use search::sweep::{Sweep, SweepReading};
use text::figures::{SweepText, Swept};

use super::choices::{choices, presets};
use super::picture;
use super::points::{name, place_words, told};
use super::state::{ID, SweepFigure};
use crate::dom::{Element, element};
use crate::panels::figure::{Drawing, FigureIdentity};
use crate::panels::words;
use crate::store::Page;

impl SweepFigure {
    /// The whole figure.
    pub(super) fn figure(&self, page: &Page) -> Element {
        let frame = FigureIdentity {
            id: ID,
            caption: "sweep-caption",
            name: words().sweep.heading,
        };
        frame.draw_with(page, self.drawing(page), || self.table(page))
    }

    fn drawing(&self, page: &Page) -> Drawing {
        let words = &words().sweep;
        let reading = self.asked.reading;
        let mut body = vec![presets(words, &self.asked), choices(words, &self.asked)];
        let Some(sweep) = self.sweeps.shown() else {
            body.extend([
                picture::pending(words, &self.asked),
                readout(words, String::new()),
            ]);
            return Drawing {
                sentence: words.pending.to_owned(),
                body,
            };
        };
        body.push(self.picture(page, sweep));
        let told = self.at.map(|at| told(page, sweep, reading, at));
        body.push(readout(words, told.unwrap_or_default()));
        let left_out = left_out(words, sweep);
        let told = element("p")
            .class("left-out")
            .attribute("hidden", left_out.is_empty())
            .child((words.left_out)(&left_out));
        body.push(told);
        let cut = element("p")
            .class("left-out")
            .attribute("hidden", !self.sweeps.is_cut)
            .child(words.cut);
        body.push(cut);
        Drawing {
            sentence: sentence(page, sweep, reading),
            body,
        }
    }
}

/// Sentence with the plan's value of a figure, and that of the best point.
fn sentence(page: &Page, sweep: &Sweep, reading: SweepReading) -> String {
    let words = &words().sweep;
    let units = page.units();
    let (mut best, mut place) = (String::new(), String::new());
    if let Some((line, at)) = sweep.best(reading) {
        let figure = sweep.reading(line, at, reading).unwrap_or_default();
        best = (words.figure)(reading, figure, units);
        place = place_words(words, sweep, line, at);
    }
    let own = reading.of(&page.estimate, page.settings.conventions());
    (words.sentence)(&Swept {
        reading: words.readings[reading as usize],
        across: name(words, Some(sweep.across())),
        between: name(words, sweep.between()),
        own: (words.figure)(reading, own, units),
        best,
        place,
    })
}

/// Description of the selected point, with instructions for selecting one.
fn readout(words: &SweepText, told: String) -> Element {
    element("p")
        .class("readout")
        .child(element("b").child(told))
        .child(element("small").child(words.hint))
}

/// Largest number of values listed.
const LISTED: usize = 8;

/// Values that are illegal for every plan: "pipeline stages 5, 10; micro-batches 3".
fn left_out(words: &SweepText, sweep: &Sweep) -> String {
    let mut text = String::new();
    let lists = [sweep.between(), Some(sweep.across())].into_iter().rev();
    for (axis, values) in lists.zip(sweep.left_out()) {
        for (index, &value) in values.iter().enumerate() {
            match index {
                0 => {
                    text.push_str(if text.is_empty() { "" } else { "; " });
                    text.push_str(name(words, axis));
                    text.push(' ');
                }
                LISTED => {
                    text.push_str(", …");
                    break;
                }
                _ => text.push_str(", "),
            }
            let key = axis.map_or("", |axis| axis.key);
            text.push_str(&(words.value)(key, value));
        }
    }
    text
}
