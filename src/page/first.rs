//! The first figures: what follows from the plan, at once while they are in sight. Out of sight they
//! follow a little later, so that tables, search and print are true.

use std::cell::RefCell;

use crate::browser::by_id;
use crate::browser::timing::after;
use crate::browser::visibility::Watch;
use crate::markup::{Drawn, Element, element};
use web_sys::Node;

use super::app::{FIGURES, LATER};
use super::notices;
use super::planner::{Planner, REST, State};
use super::views::{diagnosis, memory, tolls};

/// The region as it stands.
struct Region {
    drawn: Drawn,
    is_in_sight: bool,
    /// Whether something has changed out of sight.
    is_behind: bool,
}

thread_local! {
    static REGION: RefCell<Option<Region>> = const { RefCell::new(None) };
}

/// Puts them up before those that come later, and keeps them true.
pub(super) fn put_up(planner: Planner) {
    let drawn = Drawn::new(region(planner).into());
    let later = by_id(LATER).map(Into::into);
    if let Some(main) = later.as_ref().and_then(Node::parent_node) {
        let _ = main.insert_before(&drawn.node, later.as_ref());
    }
    REGION.set(Some(Region {
        drawn,
        is_in_sight: true,
        is_behind: false,
    }));
    let watch = Watch::new(move |_, is_in_sight| {
        at(|region| region.is_in_sight = is_in_sight);
        catch_up(planner);
    });
    if let Some(region) = by_id(FIGURES) {
        watch.add(&region);
    }
    planner.on_change(move || {
        at(|region| {
            if region.is_in_sight {
                region.draw(planner);
            } else if !region.is_behind {
                region.is_behind = true;
                after(REST, move || catch_up(planner));
            }
        });
    });
}

fn at(act: impl FnOnce(&mut Region)) {
    // What drawing itself causes finds it taken, and is none of its business.
    REGION.with(|region| region.try_borrow_mut().ok()?.as_mut().map(act));
}

fn catch_up(planner: Planner) {
    at(|region| {
        if region.is_behind {
            region.draw(planner);
        }
    });
}

impl Region {
    fn draw(&mut self, planner: Planner) {
        self.is_behind = false;
        self.drawn.update(region(planner).into());
    }
}

fn region(planner: Planner) -> Element {
    let is_stale = planner.state() == State::Illegal;
    element("div")
        .class(if is_stale { "figures stale" } else { "figures" })
        .id(FIGURES)
        .attribute("tabindex", "-1")
        .attribute("role", "region")
        .attribute("aria-label", planner.strings.frame.figures)
        .child(notices::notices(planner))
        .child(memory::figure(planner))
        .child(tolls::figure(planner))
        .child(diagnosis::figure(planner))
}
