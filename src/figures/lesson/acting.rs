//! What readers ask for in an open lesson: hints, judgements, the way on.

use crate::browser::late::{call, global};
use crate::browser::{by_id, clipboard, file, focus};
use cost::plan::Word;
use formats::link;
use formats::link::presentation::View;
use lesson::LARGEST;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element as Node, HtmlInputElement};

use super::hints::Ahead;
use super::menu;
use super::opening::{refresh, show_view, take_file};
use super::player::{Player, place_of, show, with, words};
use super::progress::Done;
use super::summary::{self, Copied};
use crate::figures::desk::{Desk, at};

impl Player {
    pub(super) fn press(&mut self, desk: &mut Desk, button: &Node) {
        if let Some(name) = button.get_attribute("data-lesson") {
            self.open_at(&name);
        } else if let Some(place) = place_of(button, "data-step") {
            self.enter(desk, place);
        } else if let Some(place) = place_of(button, "data-check") {
            self.check(desk, place);
        } else if let Some(word) = button.get_attribute("data-show") {
            let view = View::parse(&word);
            desk.afterwards(move || view.map_or((), show_view));
        } else {
            self.press_named(desk, &button.id());
        }
    }

    pub(super) fn press_named(&mut self, desk: &mut Desk, id: &str) {
        let place = self.run.as_ref().map_or(0, |run| run.place);
        match id {
            "lesson-close" => {
                self.close();
                refresh(desk);
                desk.afterwards(|| focus(super::BUTTON));
            }
            "lesson-all" => self.go_to_menu(desk),
            "lesson-fold" => self.is_folded = !self.is_folded,
            "lesson-open" => self.open_typed(),
            "lesson-own" => {
                if let Some(own) = self.own.take() {
                    desk.set_out((*own).clone());
                }
            }
            "lesson-forget" => self.progress.forget(),
            "lesson-back" => self.enter(desk, place.saturating_sub(1)),
            "lesson-restart" => self.enter(desk, place),
            "lesson-next" => self.go_on(desk),
            "lesson-hint" => self.ask(desk),
            "lesson-set" => self.set(desk),
            "lesson-copy" => self.copy(),
            "lesson-print" => {
                desk.afterwards(|| {
                    call(&global("self"), "print", &[]);
                });
            }
            _ => {}
        }
    }

    pub(super) fn type_in(&mut self, field: &Node, is_done: bool) {
        let Some(input) = field.dyn_ref::<HtmlInputElement>() else {
            return;
        };
        if let Some(place) = place_of(field, "data-question") {
            let answer = self.run.as_mut().and_then(|run| run.answers.get_mut(place));
            if let Some(answer) = answer.filter(|answer| answer.text != input.value()) {
                answer.text = input.value();
                answer.said = None;
            }
            return;
        }
        match input.id().as_str() {
            menu::ADDRESS => self.address = input.value(),
            menu::KEEP => self.progress.set_kept(input.checked()),
            menu::FILE if is_done => {
                if let Some(file) = file::chosen(field) {
                    file::read(&file, LARGEST, take_file);
                }
            }
            _ => {}
        }
    }

    /// The step behind this one; behind the last one all lessons. A step that asks for nothing is
    /// done by that.
    pub(super) fn go_on(&mut self, desk: &mut Desk) {
        let Some(run) = &self.run else {
            return;
        };
        let (place, count) = (run.place, run.lesson.steps.len());
        if !run.step().asks() {
            self.note(desk);
        }
        if place + 1 < count {
            self.enter(desk, place + 1);
        } else {
            self.go_to_menu(desk);
        }
    }

    /// Has an answer judged.
    pub(super) fn check(&mut self, desk: &mut Desk, place: usize) {
        let Some(run) = &mut self.run else {
            return;
        };
        let questions = &run.lesson.steps[run.place].questions;
        let (Some(question), Some(answer)) = (questions.get(place), run.answers.get_mut(place))
        else {
            return;
        };
        answer.judge(question, desk);
        let spoken = answer.spoken();
        if !spoken.is_empty() {
            desk.say(spoken);
        }
        if run.is_done() {
            self.note(desk);
        }
    }

    /// Gives one more hint; from another plan the same ones again, of that.
    pub(super) fn ask(&mut self, desk: &Desk) {
        let Some(run) = &mut self.run else {
            return;
        };
        let plan = desk.page_plan();
        let step = run.lesson.steps[run.place].clone();
        let Some(goal) = &step.goal else {
            return;
        };
        let is_same = run.ahead.as_ref().is_none_or(|ahead| ahead.is_from(&plan));
        if is_same {
            run.hints += 1;
        }
        if step.hints.is_empty() && !(is_same && run.ahead.is_some()) {
            let scene = run.lesson.scene_of(&step);
            run.ahead = Some(Ahead::look(&plan, goal, scene));
        }
    }

    /// Does what the last hint says.
    pub(super) fn set(&mut self, desk: &mut Desk) {
        let ahead = self.run.as_ref().and_then(|run| run.ahead.as_ref());
        if let Some(plan) = ahead.and_then(Ahead::plan) {
            desk.jump(plan);
        }
    }

    /// Judges the goal of the plan at rest.
    pub(super) fn judge(&mut self, desk: &mut Desk) {
        let Some(run) = &mut self.run else {
            return;
        };
        if run.step().goal.is_none() {
            return;
        }
        let is_reached = run.is_reached(desk);
        if let Some(tell) = desk.lessons.tell.clone() {
            tell(&run.lesson.id, &run.step().id, is_reached);
        }
        let is_new = is_reached && !run.was_reached;
        run.was_reached = is_reached;
        run.has_reached |= is_reached;
        let is_done = is_reached && run.is_done();
        if is_new {
            let [reached, done] = words().told;
            desk.say_too(if is_done { done } else { reached }.to_owned());
        }
        if is_done {
            self.note(desk);
            self.show(desk);
        }
    }

    /// Notes that the step is done.
    pub(super) fn note(&mut self, desk: &Desk) {
        let Some(run) = &self.run else {
            return;
        };
        let plan = desk.page_plan();
        let has_goal = run.step().goal.is_some();
        let done = Done {
            step: run.step().id.clone(),
            changes: run.changes(&plan).filter(|_| has_goal),
            link: if has_goal {
                link::encode(&plan)
            } else {
                String::new()
            },
        };
        self.progress.add(&run.name, done);
    }

    pub(super) fn copy(&mut self) {
        let Some(run) = &self.run else {
            return;
        };
        let text = summary::text(run, &mut self.progress);
        clipboard::copy(&text, |worked| {
            let worked = worked || {
                if let Some(field) = by_id(summary::FIELD) {
                    call(&field, "select", &[]);
                }
                clipboard::copy_selected()
            };
            with(|player| player.copied = if worked { Copied::Yes } else { Copied::ByHand });
            at(show);
        });
    }
}
