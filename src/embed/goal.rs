//! What a teacher asks to be reached: a line under the head that says it and whether it is, a word
//! to a screen reader once it is, and messages to the page around this one.

use std::rc::Rc;

use crate::browser::by_id;
use crate::markup::{Drawn, Element, element};
use formats::goal::Goal;
use text::{EN_FIGURES, EN_GOAL, sentence};

use super::messages::{Talk, at_rest};
use crate::page::app::LATER;
use crate::page::planner::{Planner, State};

/// Puts the line up, and keeps it true.
pub(super) fn open(planner: Planner, text: String, lesson: String, talk: Option<Rc<Talk>>) {
    match Goal::parse(&text) {
        Ok(goal) => follow(planner, goal, text, lesson, talk),
        Err(fault) => {
            let said = sentence(&(EN_GOAL.fault)(&fault, &text));
            put_up(&Drawn::new(line("!", false, said).into()));
        }
    }
}

/// Says whether the goal is reached, now and whenever the plan changes.
fn follow(planner: Planner, goal: Goal, step: String, lesson: String, talk: Option<Rc<Talk>>) {
    let goal = Rc::new(goal);
    let mut was_reached = is_reached(planner, &goal);
    let mut drawn = None;
    let tell = move |is_reached: bool| {
        if let Some(talk) = &talk {
            talk.tell_goal(&lesson, &step, is_reached);
        }
    };
    tell(was_reached);
    let shown = Rc::clone(&goal);
    let shown = std::cell::RefCell::new(move || {
        let is_reached = is_reached(planner, &shown);
        let sign = if is_reached { "✓" } else { "○" };
        let markup = line(sign, is_reached, (EN_GOAL.reached)(&shown, is_reached)).into();
        match &mut drawn {
            Some(drawn) => Drawn::update(drawn, markup),
            None => put_up(drawn.insert(Drawn::new(markup))),
        }
    });
    planner.on_change(move || (shown.borrow_mut())());
    let mut said = planner.look_now().said.clone();
    at_rest(planner, move || {
        let is_reached = is_reached(planner, &goal);
        tell(is_reached);
        if is_reached && !was_reached {
            let sentence = (EN_GOAL.reached)(&goal, true);
            // A verdict that has changed with it was said a moment ago, and is not cut short.
            planner.set_look(|look| {
                let verdict = if look.said == said { "" } else { &look.said };
                look.said = [verdict, " ", &sentence].concat();
            });
        }
        was_reached = is_reached;
        said.clone_from(&planner.look_now().said);
    });
}

fn is_reached(planner: Planner, goal: &Goal) -> bool {
    let (_, estimate) = planner.estimated_now();
    let estimate = match planner.state_now() {
        State::Illegal => Err(()),
        State::Legal(_) => Ok(&*estimate),
    };
    goal.is_reached(&planner.plan_now(), estimate)
}

fn line(sign: &'static str, is_reached: bool, sentence: String) -> Element {
    // As wide as the bar of the head, and below it.
    element("section")
        .attribute("aria-label", EN_FIGURES.embed.goal)
        .class("bar")
        .style("padding-block", "0.5rem".to_owned())
        .id("goal")
        .attribute("data-reached", is_reached)
        .child(element("span").attribute("aria-hidden", "true").child(sign))
        .child(" ")
        .child(sentence)
}

/// Puts the line between the head and all else.
fn put_up(drawn: &Drawn) {
    let main = by_id(LATER).and_then(|later| later.parent_element());
    if let Some(main) = main {
        let place = main.parent_node();
        let _ = place.map(|place| place.insert_before(&drawn.node, Some(&main)));
    }
}
