//! A teacher's goal: a line under the head that says it and whether it is reached, a word to a
//! screen reader once it is, and messages to the page around this one.

use std::convert::Infallible;

use formats::goal::Goal;
use text::{EN_GOAL, sentence};

use super::messages::{EmbedEvent, EmbedMessages};
use crate::dom::{Element, element};
use crate::panels::{MAIN, words};
use crate::store::{Effects, Event, Moment, Mount, Page, Panel};

/// The line.
pub(super) struct GoalLine {
    /// The goal, or why its text is none.
    goal: Result<Goal, String>,
    /// Its text, by which messages name it.
    text: String,
    /// The lesson that the page around this one names with it.
    lesson: String,
    /// Whether it was reached when the plan last came to rest.
    was_reached: bool,
}

impl GoalLine {
    /// The line of a goal in its text.
    pub(super) fn of(text: String, lesson: String) -> Self {
        let goal = Goal::parse(&text);
        Self {
            goal: goal.map_err(|fault| sentence(&(EN_GOAL.fault)(&fault, &text))),
            text,
            lesson,
            was_reached: false,
        }
    }

    /// Tells the page around this one whether the goal is reached, and a screen reader when it is
    /// reached anew.
    fn judge(&mut self, page: &Page, is_first: bool, effects: &mut Effects<Infallible>) {
        let Ok(goal) = &self.goal else {
            return;
        };
        let is_reached = is_reached(goal, page);
        let told = EmbedEvent::Goal {
            lesson: self.lesson.clone(),
            step: self.text.clone(),
            is_reached,
        };
        EmbedMessages::tell(effects, told);
        if is_reached && !self.was_reached && !is_first {
            effects.send(Event::AnnounceToo((EN_GOAL.reached)(goal, true)));
        }
        self.was_reached = is_reached;
    }
}

impl Panel for GoalLine {
    type Event = Infallible;
    const NAME: &'static str = "goal";

    fn mount(&self) -> Mount {
        Mount::Before(MAIN)
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn follow(&mut self, page: &Page, moment: Moment, effects: &mut Effects<Infallible>) -> bool {
        if matches!(moment, Moment::Mounted | Moment::Rested) {
            self.judge(page, moment == Moment::Mounted, effects);
        }
        moment == Moment::Changed
    }

    fn view(&self, page: &Page) -> Element {
        let (sign, is_reached, sentence) = match &self.goal {
            Ok(goal) => {
                let is_reached = is_reached(goal, page);
                let sign = if is_reached { "✓" } else { "○" };
                (sign, is_reached, (EN_GOAL.reached)(goal, is_reached))
            }
            Err(fault) => ("!", false, fault.clone()),
        };
        // As wide as the bar of the head, and below it.
        element("section")
            .attribute("aria-label", words().embed.goal)
            .class("bar")
            .style("padding-block", "0.5rem".to_owned())
            .id("goal")
            .attribute("data-reached", is_reached)
            .child(element("span").attribute("aria-hidden", "true").child(sign))
            .child(" ")
            .child(sentence)
    }
}

fn is_reached(goal: &Goal, page: &Page) -> bool {
    goal.is_reached(&page.draft, page.draft_estimate().ok_or(()))
}
