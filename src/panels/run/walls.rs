//! Memory, time and money side by side, each against its limit.

use crate::dom::figure::percent_of;
use crate::dom::{Element, element};

use super::section_parts::{part, slider};
use super::state::{DAYS, DOLLARS, RunFigure};
use crate::panels::words;
use crate::store::Page;

/// The ids of the sliders of the budgets.
pub(super) const DAYS_SLIDER: &str = "run-days";
pub(super) const DOLLARS_SLIDER: &str = "run-dollars";
/// Position of the limits along the bars, as a share of their width.
const WALL: f64 = 0.625;

impl RunFigure {
    /// The bars of the three limits.
    pub(super) fn walls(&self, page: &Page) -> Element {
        let words = &words().run;
        let mut rows = element("ul").class("walls");
        for (index, wall) in self.walls_of(page).into_iter().enumerate() {
            let taken = wall.share() * WALL;
            let of_track = |class: &'static str, start: f64, end: f64| {
                element("i")
                    .class(class)
                    .style("left", percent_of(start))
                    .style("width", percent_of(end - start))
            };
            let track = element("div")
                .class("track")
                .attribute("aria-hidden", "true")
                .child(of_track("taken", 0.0, taken.min(1.0)))
                .child(of_track("beyond", WALL, taken.min(1.0)))
                .child(of_track("wall", WALL, WALL));
            let row = element("li")
                .class(if wall.is_hit() { "struck" } else { "" })
                .child(element("b").child(words.wall_names[index]))
                .child(track)
                .child(element("span").child((words.wall_value)(index, wall, page.units())));
            rows = rows.child(row);
        }
        let granted = self.granted();
        let [days, dollars] = (words.grant_values)(granted.days, granted.dollars);
        let most = |values: &[f64]| [0.0, (values.len() - 1) as f64];
        let [of_days, of_dollars] = words.grants;
        let sliders = element("div")
            .class("grants")
            .child(slider(
                DAYS_SLIDER,
                of_days,
                days,
                most(&DAYS),
                self.days as f64,
            ))
            .child(slider(
                DOLLARS_SLIDER,
                of_dollars,
                dollars,
                most(&DOLLARS),
                self.dollars as f64,
            ));
        part(words.walls).child(rows).child(sliders)
    }
}
