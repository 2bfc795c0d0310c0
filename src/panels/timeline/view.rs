//! View of the timeline.

use cost::legal::Legal;
use cost::schedule::Pipeline;

use super::ids::ID;
use super::state::TimelineFigure;
use super::{charts, tables, tools};
use crate::dom::{Element, element};
use crate::panels::figure::{Drawing, FigureIdentity};
use crate::panels::words;
use crate::store::Page;

impl TimelineFigure {
    /// The whole figure.
    pub(super) fn figure(&self, page: &Page) -> Element {
        let frame = FigureIdentity {
            id: ID,
            caption: "timeline-caption",
            name: words().timeline.heading,
        };
        frame.draw_with(page, self.drawing(page), || tables::stages(self, page))
    }

    fn drawing(&self, page: &Page) -> Drawing {
        let words = &words().timeline;
        let Ok(legal) = Legal::check(&page.plan) else {
            return Drawing::default();
        };
        let body = if self.charts[0].is_none() {
            let missing = if self.is_layout_due {
                ""
            } else {
                words.too_long
            };
            vec![element("p").child(missing)]
        } else {
            vec![
                tools::keys(words, self),
                tools::tools(words, self),
                charts::region(words, self, page.units()),
                charts::readout(words, self),
                tables::blocks(self, page),
            ]
        };
        Drawing {
            sentence: (words.sentence)(&Pipeline::of(&legal), &page.estimate),
            body,
        }
    }
}
