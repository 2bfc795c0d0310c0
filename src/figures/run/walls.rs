//! Memory, time and money side by side, each against its wall.

use shardwise::markup::figure::percent_of;
use shardwise::markup::{Element, element};

use super::{DAYS, DOLLARS, part, slider, walls_of};
use crate::desk::Desk;

/// The ids of the sliders.
pub(super) const DAYS_SLIDER: &str = "run-days";
pub(super) const DOLLARS_SLIDER: &str = "run-dollars";
/// Where the walls stand along the bars.
const WALL: f64 = 0.625;

/// The walls.
pub(super) fn walls(desk: &Desk) -> Element {
    let words = &desk.words.run;
    let walls = walls_of(desk).into_iter().enumerate();
    let rows = walls.map(|(index, wall)| {
        let taken = wall.share() * WALL;
        let bar = element("i")
            .class("taken")
            .style("width", percent_of(taken));
        let beyond = element("i")
            .class("beyond")
            .style("left", percent_of(WALL))
            .style("width", percent_of(taken.min(1.0) - WALL));
        let track = element("div")
            .class("track")
            .attribute("aria-hidden", "true")
            .child(bar)
            .child(beyond)
            .child(element("i").class("wall").style("left", percent_of(WALL)));
        element("li")
            .class(if wall.is_hit() { "hit" } else { "" })
            .child(element("b").child(words.wall_names[index]))
            .child(track)
            .child(element("span").child((words.wall_value)(index, wall, desk.sight.units)))
    });
    let granted = desk.run.granted();
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
            desk.run.days as f64,
        ))
        .child(slider(
            DOLLARS_SLIDER,
            of_dollars,
            dollars,
            most(&DOLLARS),
            desk.run.dollars as f64,
        ));
    part(words.walls)
        .child(element("ul").class("walls").children(rows.collect()))
        .child(sliders)
}
