//! A teacher's goal: a line under the head that states it and whether it is reached. Reaching it is
//! announced to screen readers and to the page around this one.

use std::convert::Infallible;

use formats::goal::Goal;
use leptos::prelude::*;
use text::{EN_GOAL, sentence};

use super::messages::{EmbedEvent, EmbedMessages};
use crate::panels::{GOAL, words};
use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment, PanelStore};

/// The line that shows a goal.
pub(super) struct GoalLine {
    /// The goal, or why its text is not a goal.
    goal: Result<Goal, String>,
    /// The goal's text, by which messages name it.
    text: String,
    /// The lesson that the embedding page names with the goal.
    lesson: String,
    /// True if the goal was reached when the plan last came to rest.
    was_reached: bool,
}

impl GoalLine {
    /// The line for a goal's text.
    pub(super) fn of(text: String, lesson: String) -> Self {
        let goal = Goal::parse(&text);
        Self {
            goal: goal.map_err(|fault| sentence(&(EN_GOAL.fault)(&fault, &text))),
            text,
            lesson,
            was_reached: false,
        }
    }

    /// Reports to the embedding page whether the goal is reached, and announces it when it is newly
    /// reached.
    fn judge(&mut self, page: &Page, is_first: bool, effects: &mut Effects<Infallible>) {
        let Ok(goal) = &self.goal else {
            return;
        };
        let is_reached = is_reached(goal, page);
        let message = EmbedEvent::Goal {
            lesson: self.lesson.clone(),
            step: self.text.clone(),
            is_reached,
        };
        EmbedMessages::tell(effects, message);
        if is_reached && !self.was_reached && !is_first {
            effects.send(Event::AppendAnnouncement((EN_GOAL.reached)(
                goal,
                true,
                page.draft_estimate(),
            )));
        }
        self.was_reached = is_reached;
    }
}

impl Panel for GoalLine {
    type Event = Infallible;
    const NAME: &'static str = "goal";

    fn mount(&self) -> Mount {
        Mount::In(GOAL)
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<Infallible>,
    ) -> bool {
        if matches!(moment, PanelMoment::Mounted | PanelMoment::Rested) {
            self.judge(page, moment == PanelMoment::Mounted, effects);
        }
        moment == PanelMoment::Changed
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        let shown = panel.slice(ShownGoal::of);
        view! {
            // As wide as the bar of the head, and below it.
            <section
                id="goal"
                class="bar"
                style=("padding-block", "0.5rem")
                aria-label=words().embed.goal
                data-reached=move || shown.read().is_reached
            >
                <span aria-hidden="true">{move || shown.read().sign}</span>
                " "
                {move || shown.get().sentence}
            </section>
        }
        .into_any()
    }
}

/// Content of the line.
#[derive(Clone, PartialEq)]
struct ShownGoal {
    /// The sign before the sentence.
    sign: &'static str,
    is_reached: bool,
    /// The goal and whether it is reached, or why its text is not a goal.
    sentence: String,
}

impl ShownGoal {
    fn of(line: &GoalLine, page: &Page) -> Self {
        let (sign, is_reached, sentence) = match &line.goal {
            Ok(goal) => {
                let is_reached = is_reached(goal, page);
                let sign = if is_reached { "✓" } else { "○" };
                (
                    sign,
                    is_reached,
                    (EN_GOAL.reached)(goal, is_reached, page.draft_estimate()),
                )
            }
            Err(fault) => ("!", false, fault.clone()),
        };
        Self {
            sign,
            is_reached,
            sentence,
        }
    }
}

fn is_reached(goal: &Goal, page: &Page) -> bool {
    goal.is_reached(&page.draft, page.draft_estimate().ok_or(()))
}
