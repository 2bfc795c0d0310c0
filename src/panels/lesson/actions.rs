//! Actions of readers in an open lesson: hints, answers, and steps.

use cost::memory::Verdict;
use formats::link;

use super::event::LessonEvent;
use super::hints::{Ahead, DEADLINE};
use super::opening::scroll_to;
use super::progress::DoneStep;
use super::state::{LessonPanel, RESTART};
use super::summary;
use super::{button, storage};
use crate::browser::{clipboard, select};
use crate::panels::embed::EmbedEvent;
use crate::store::{Effects, Event, Page};
use text::lesson_figure as words;

impl LessonPanel {
    /// Goes to the next step; after the last one to the list of all lessons. A step that
    /// asks for nothing is done by that.
    pub(super) fn go_on(&mut self, page: &Page, effects: &mut Effects<LessonEvent>) {
        let Some(run) = &self.run else {
            return;
        };
        let (place, count) = (run.place, run.lesson.steps.len());
        if !run.step().asks() {
            self.note(page, effects);
        }
        if place + 1 < count {
            self.enter(page, place + 1, true, effects);
        } else {
            self.show_menu(effects);
        }
    }

    /// Closes the panel by its own button.
    pub(super) fn leave(&mut self, page: &Page, effects: &mut Effects<LessonEvent>) {
        self.close(page, effects);
        effects.focus(button::BUTTON);
    }

    /// Stores the text of an answer.
    pub(super) fn answer(&mut self, place: usize, text: String) {
        let answer = self.run.as_mut().and_then(|run| run.answers.get_mut(place));
        if let Some(answer) = answer {
            answer.set_text(text);
        }
    }

    /// Judges an answer: the number that the reader has chosen among those that it can be, or the
    /// text.
    pub(super) fn check(
        &mut self,
        page: &Page,
        place: usize,
        chosen: Option<f64>,
        effects: &mut Effects<LessonEvent>,
    ) {
        let Some(run) = &mut self.run else {
            return;
        };
        let questions = &run.lesson.steps[run.place].questions;
        let (Some(question), Some(answer)) = (questions.get(place), run.answers.get_mut(place))
        else {
            return;
        };
        match chosen {
            Some(number) => answer.judge_number(number, question, page),
            None => answer.judge(question, page),
        }
        let spoken = answer.spoken(question);
        if !spoken.is_empty() {
            effects.announce(spoken);
        }
        if run.is_done() {
            self.note(page, effects);
        }
    }

    /// Shows one more hint; for another plan the hints begin anew.
    pub(super) fn hint(&mut self, page: &Page, effects: &mut Effects<LessonEvent>) {
        let Some(run) = &mut self.run else {
            return;
        };
        let step = run.lesson.steps[run.place].clone();
        let Some(goal) = &step.goal else {
            return;
        };
        if step.hints.is_empty() && run.is_reached(page) {
            return;
        }
        let is_same = run
            .ahead
            .as_ref()
            .is_none_or(|ahead| ahead.is_from(&page.draft));
        if is_same {
            run.hints += 1;
        }
        if step.hints.is_empty() && !(is_same && run.ahead.is_some()) {
            run.ahead = Some(Ahead::new(page, goal, &run.lesson, &step));
            effects.work(DEADLINE, |_| LessonEvent::Looked);
        }
        self.is_folded = false;
        scroll_to("#lesson .lesson-hints li:last-child".to_owned(), effects);
    }

    /// Cancels the search for a path from a plan that is no longer the page's.
    pub(super) fn give_up_looking(&mut self, page: &Page, effects: &mut Effects<LessonEvent>) {
        if let Some(run) = &mut self.run
            && run.give_up_looking(&page.draft)
        {
            effects.stop_work();
        }
    }

    /// Sets the plan of the last hint as the page's plan. If it reaches the goal, the button that was
    /// pressed goes away, and the focus goes to the one beside it.
    pub(super) fn set_hint(&self, effects: &mut Effects<LessonEvent>) {
        let ahead = self.run.as_ref().and_then(|run| run.ahead.as_ref());
        let Some((ahead, plan)) = ahead.and_then(|ahead| Some((ahead, ahead.plan()?))) else {
            return;
        };
        effects.send(Event::Adopt(Box::new(plan.clone())));
        if ahead.reaches_goal() {
            effects.focus(RESTART);
        }
    }

    /// Judges the goal for the plan at rest; returns whether anything shown changes. A plan that the
    /// browser's Back, an undo or a typed address brings reaches no goal: it may be of another step.
    pub(super) fn judge(&mut self, page: &Page, effects: &mut Effects<LessonEvent>) -> bool {
        let Some(run) = &mut self.run else {
            return false;
        };
        if run.step().goal.is_none() {
            return false;
        }
        let is_reached = !page.is_recalled && run.is_reached(page);
        let message = EmbedEvent::Goal {
            lesson: run.lesson.id.clone(),
            step: run.step().id.clone(),
            is_reached,
        };
        effects.tell(message);
        let is_new = is_reached && !run.was_reached;
        run.was_reached = is_reached;
        run.has_reached |= is_reached;
        let is_done = is_reached && run.is_done();
        if is_new {
            let sentence = if is_done {
                words::step_done()
            } else {
                words::goal_reached()
            };
            let is_unfit = page.estimate.memory.verdict == Verdict::OutOfMemory;
            let note = if is_unfit { words::unfit() } else { "" };
            effects.send(Event::AppendAnnouncement([sentence, note].concat()));
        }
        if is_done {
            self.note(page, effects);
        }
        if is_new && is_done {
            scroll_to("#lesson .well".to_owned(), effects);
        }
        is_done
    }

    /// Records that the step is done.
    pub(super) fn note(&mut self, page: &Page, effects: &mut Effects<LessonEvent>) {
        let Some(run) = &self.run else {
            return;
        };
        let has_goal = run.step().goal.is_some();
        let done = DoneStep {
            step: run.step().id.clone(),
            changes: run.changes(&page.draft).filter(|_| has_goal),
            link: if has_goal {
                link::encode(&page.draft)
            } else {
                String::new()
            },
        };
        let new = self.progress.add(&run.name, done);
        if !new.is_empty() {
            storage::keep(new, effects);
        }
    }

    /// Switches the storing of progress on or off.
    pub(super) fn keep_progress(&mut self, is_kept: bool, effects: &mut Effects<LessonEvent>) {
        storage::set_kept(is_kept, effects);
        let known = self.progress.set_kept(is_kept);
        if is_kept {
            storage::keep(known, effects);
        } else {
            storage::forget_all(effects);
        }
    }

    /// Removes all progress.
    pub(super) fn forget_progress(&mut self, effects: &mut Effects<LessonEvent>) {
        self.progress.forget();
        storage::forget_all(effects);
    }

    /// Copies the summary; if the browser cannot copy, its text is selected.
    pub(super) fn copy(&self, page: &Page, effects: &mut Effects<LessonEvent>) {
        let Some(run) = &self.run else {
            return;
        };
        let text = summary::text(page, run, &self.progress);
        effects.run(move |sender| {
            clipboard::copy(&text, move |worked| {
                let worked = worked || {
                    select(summary::FIELD);
                    clipboard::copy_selected()
                };
                sender.send(LessonEvent::Copied(worked));
            });
        });
    }
}
