//! View of the run.

use cost::run::tokens_per_parameter;
use text::figures::RunValues;

use super::state::{CAPTION, ID, RunFigure};
use super::{failures, scale};
use crate::dom::{Element, element};
use crate::panels::figure::{Drawing, FigureIdentity};
use crate::panels::words;
use crate::store::Page;

impl RunFigure {
    /// The whole figure.
    pub(super) fn figure(&self, page: &Page) -> Element {
        let frame = FigureIdentity {
            id: ID,
            caption: CAPTION,
            name: words().run.heading,
        };
        frame.draw_with(page, self.drawing(page), || self.table(page))
    }

    fn drawing(&self, page: &Page) -> Drawing {
        let words = &words().run;
        let run = page.estimate.run;
        let sentence = (words.sentence)(&RunValues {
            tokens: run.tokens,
            ratio: tokens_per_parameter(&page.plan),
            run,
            gpus: page.plan.cluster.gpus,
            walls: self.walls_of(page),
        });
        let mut figures = element("dl").class("run-figures");
        for (name, value) in words.figures.into_iter().zip((words.figure_values)(&run)) {
            let figure = element("div")
                .child(element("dt").child(name))
                .child(element("dd").child(value));
            figures = figures.child(figure);
        }
        let body = vec![
            scale::scale(page),
            figures,
            self.walls(page),
            failures::failures(page),
            self.worth(page),
        ];
        Drawing { sentence, body }
    }
}
