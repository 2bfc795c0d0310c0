//! The way out of a frame: a link to the same plan in a tab of its own.

use crate::browser::{address, by_id};
use crate::markup::{Drawn, element};
use formats::link::presentation::{Presentation, View};
use text::EN_FIGURES;

use super::messages::at_rest;
use crate::page::app::LATER;
use crate::page::planner::Planner;

/// The element of the head beside which it stands.
const BESIDE: &str = "later-bar";

/// Puts the link into the head, or below all else where views alone have none, and keeps it true.
/// The page that it opens shows all views; what is hidden, locked and asked for stays so.
pub(super) fn put_up(planner: Planner, asked: &Presentation) {
    let has_head = asked.view.is_empty() || asked.view.contains(&View::Verdict);
    let query = Presentation {
        embed: false,
        view: Vec::new(),
        ..asked.clone()
    }
    .encode();
    let link = move || {
        let link = element("a")
            .id("alone")
            .attribute("href", address::with(&query, &planner.link()))
            .attribute("target", "_blank")
            .attribute("rel", "noopener")
            .style("color", "inherit".to_owned())
            .child(EN_FIGURES.embed.open);
        if has_head {
            link.into()
        } else {
            element("nav").class("bar").child(link).into()
        }
    };
    let mut drawn = Drawn::new(link());
    let beside = by_id(if has_head { BESIDE } else { LATER });
    let place = beside.and_then(|beside| beside.parent_element());
    let place = if has_head {
        place
    } else {
        place.and_then(|main| main.parent_element())
    };
    if let Some(place) = place {
        let _ = place.append_child(&drawn.node);
    }
    at_rest(planner, move || drawn.update(link()));
}
