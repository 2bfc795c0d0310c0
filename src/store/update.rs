//! Updates of the page's state by events.
//!
//! A locked control keeps its value: whatever changes the plan, the lock of a query or of a
//! lesson's step holds. The address and the page around the planner set what a query locks; what a
//! step locks only the lesson sets.

use std::sync::Arc;
use std::time::Duration;

use cost::convention::Conventions;
use cost::estimate;
use cost::plan::{Measured, Plan, Word};
use cost::trace::TraceScene;
use cost::why::{Figure, Place};
use formats::catalog;
use formats::link;
use formats::link::presentation::{Unit, View, controls};
use formats::number::Units;

use super::effect::{Effect, Message};
use super::event::{Event, PlanChange, Scope};
use super::guess::Guess;
use super::page::{AddressCopy, PINNED, Page, StepScene, WatchedPlace, rival_of};
use super::parts::{PATIENCE, Part, PartState};
use super::plan_state::PlanState;
use super::settings::next_theme;

/// Time for which a control stays marked.
const MARKED: Duration = Duration::from_secs(4);
/// Time for which "Link copied" is shown.
const COPIED: Duration = Duration::from_secs(2);

/// Changes the state by an event; adds its effects to `effects`, and returns the panels whose view
/// may change.
pub(crate) fn update(page: &mut Page, event: Event, effects: &mut Vec<Effect>) -> Scope {
    match event {
        Event::Edit(plan) => page.change(*plan),
        Event::Jump(plan) => page.jump(*plan, effects),
        Event::Adopt(mut plan) => {
            if plan.rival.is_none() {
                plan.rival.clone_from(&page.plan.rival);
            }
            page.jump(*plan, effects);
            page.forget_warnings();
        }
        Event::GoTo(plan, way) => {
            match way {
                PlanChange::Jump => page.jump(*plan, effects),
                PlanChange::Move => page.change(*plan),
            }
            page.forget_warnings();
        }
        Event::Start(plan) => {
            page.write_address(Effect::ReplaceAddress, effects);
            page.put(*plan);
            page.write_address(Effect::PushAddress, effects);
            page.forget_warnings();
        }
        Event::Follow(fragment) => {
            if page.link() == fragment {
                return Scope::Nothing;
            }
            let (mut plan, warnings) = link::decode(&fragment);
            let kept = page.hold_step(&mut plan);
            page.put(plan);
            // In an embedded page, the page around it sets plans.
            page.is_recalled = !page.presentation.embed;
            page.link_warnings = warnings;
            if !kept.is_empty() {
                page.announced = text::frame::locks_kept_of(&kept);
            }
            page.kept_locks = kept;
        }
        Event::ForgetHistory => page.history = super::History::default(),
        Event::Walk(step) => {
            let Some(plan) = page.history.go(step) else {
                return Scope::Nothing;
            };
            page.change(Plan::clone(&plan));
            page.is_recalled = true;
            page.forget_warnings();
        }
        Event::Reset => {
            page.jump(plain(&page.draft), effects);
            page.forget_warnings();
        }
        Event::Measure(measured) => page.measure(measured),
        Event::StartDrag => page.before_drag = Some(Arc::clone(&page.estimate)),
        Event::StartKeys => {
            if page.before_drag.is_none() {
                page.before_drag = Some(Arc::clone(&page.estimate));
                page.is_by_keys = true;
            }
            return Scope::Nothing;
        }
        Event::EndDrag => {
            page.is_by_keys = false;
            if page.before_drag.take().is_none() {
                return Scope::Nothing;
            }
        }
        Event::Rest => return page.rest(effects),
        Event::SwitchUnits => page.switch_units(effects),
        Event::NextTheme => {
            page.settings.theme = next_theme(page.settings.theme);
            let theme = page.settings.theme.word();
            effects.push(Effect::ShowTheme(theme));
            effects.push(Effect::Remember("theme", theme));
        }
        Event::ShowTheme(theme) => {
            page.settings.theme = theme;
            effects.push(Effect::ShowTheme(theme.word()));
        }
        Event::ChooseConvention(question, answer) => return page.count(question, answer, effects),
        Event::Fold(figure, is_open) => {
            page.open.retain(|open| *open != figure);
            page.closed.retain(|closed| *closed != figure);
            if is_open {
                page.open.push(figure);
            } else {
                page.closed.push(figure);
            }
        }
        Event::OpenTab(view) => {
            return page.open_tab(view);
        }
        Event::OpenScene(scene) => {
            page.watch(scene, 0);
            return page.open_tab(View::Watch);
        }
        Event::Print(is_printed) => {
            page.is_printed = is_printed;
            // Paper is light.
            let theme = page.settings.theme.word();
            effects.push(Effect::ShowTheme(if is_printed { "light" } else { theme }));
            return Scope::First;
        }
        Event::OpenFigure(figure) if figure.is_some() && page.is_guessing() => {
            text::predict::first().clone_into(&mut page.announced);
            return Scope::First;
        }
        Event::OpenFigure(figure) => page.open_figure(figure, effects),
        Event::Guess(guess) => return page.set_guess(guess),
        Event::ChooseGpu(gpu) => page.choose_gpu(gpu),
        Event::SetStep(scene) => page.set_step(scene),
        Event::DismissWarnings => {
            page.forget_warnings();
            return Scope::First;
        }
        Event::Announce(words) => {
            page.announced = words;
            return Scope::First;
        }
        Event::AppendAnnouncement(words) => {
            let is_new = page.announced != page.announced_at_rest;
            let verdict = if is_new { page.announced.as_str() } else { "" };
            page.announced = [verdict, " ", &words].concat();
            return Scope::First;
        }
        Event::MarkControls(keys) => page.mark(keys, effects),
        Event::UnmarkControls(mark) => {
            if page.marks != mark {
                return Scope::Nothing;
            }
            page.marked_controls.clear();
        }
        Event::RevealControl(key) => {
            page.mark(vec![key.clone()], effects);
            effects.push(Effect::RevealControl(key));
        }
        Event::Focus(id) => {
            effects.push(Effect::Focus(id));
            return Scope::Nothing;
        }
        Event::SkipTo(region) => {
            effects.push(Effect::Focus(region.into()));
            effects.push(Effect::ScrollTo(region.into()));
            return Scope::Nothing;
        }
        Event::CopyLink => {
            effects.push(Effect::CopyAddress(page.link()));
            return Scope::Nothing;
        }
        Event::Copied(copied) => {
            page.copied = copied;
            if copied == AddressCopy::Yes {
                let over = Message::Page(Event::Copied(AddressCopy::No));
                effects.push(Effect::After(COPIED, over));
            }
            return Scope::First;
        }
        Event::Load(_) | Event::PartLate(_) | Event::PartLoaded(..) => {
            return page.update_part(event, effects);
        }
        Event::Cured(cures) => {
            page.cures = Some(cures);
            return Scope::First;
        }
        Event::Diagnosed(found) => {
            page.diagnosis = Some(found);
            return Scope::First;
        }
        Event::Marked(stops) => {
            page.stops = Some(stops);
            return Scope::First;
        }
        Event::Preview(estimate) => {
            page.preview = estimate.filter(|_| page.guess.is_none());
            return Scope::First;
        }
        Event::ShowMoment(moment) => {
            page.moment = moment;
            return Scope::Signals;
        }
        Event::Published(said) => {
            let is_new = page.notes.published != said;
            page.notes.published = said;
            return Scope::first_if(is_new);
        }
        Event::Moves(moves) => {
            let is_new = page.notes.moves != *moves;
            page.notes.moves = *moves;
            return Scope::first_if(is_new);
        }
    }
    Scope::All
}

/// The plain plan of a plan's model and GPUs, with a framework that runs on them.
fn plain(plan: &Plan) -> Plan {
    let model = catalog::model(plan.model.preset).unwrap_or(plan.model);
    let mut cluster = plan.cluster;
    cluster.gpu = catalog::gpu(cluster.gpu.preset).unwrap_or(cluster.gpu);
    let mut plain = Plan::new(model, cluster);
    plain.move_to(cluster.gpu);
    plain
}

impl Page {
    /// Replaces the plan by another one as it is, and estimates it.
    fn put(&mut self, plan: Plan) {
        let had = self.plan.rival.clone();
        self.draft = Arc::new(plan);
        self.repairs = Arc::default();
        self.is_recalled = false;
        self.is_written = false;
        match estimate(&self.draft) {
            Ok(estimate) => {
                self.had_legal = true;
                self.plan = Arc::clone(&self.draft);
                self.estimate = Arc::new(estimate);
                self.moment = None;
                self.forget_derived();
                self.reasons = Arc::default();
            }
            Err(reasons) => {
                self.reasons = reasons.into();
            }
        }
        if self.plan.rival != had {
            self.rival = rival_of(&self.plan);
        }
    }

    /// Replaces the plan by a changed one. Locked controls keep their values, and the measurement
    /// stays with the plan that was run.
    fn change(&mut self, mut plan: Plan) {
        if plan.measured == self.draft.measured {
            let mut run = Plan::clone(&self.draft);
            run.hold_measured();
            plan.measured = run.measured;
        }
        self.hold_locked(&mut plan);
        self.put(plan);
    }

    /// Opens the arithmetic of a figure, whose part of the program is fetched.
    fn open_figure(&mut self, figure: Option<Figure>, effects: &mut Vec<Effect>) {
        self.opened = figure;
        if let Some(Figure {
            place: Place::Stage(stage),
            ..
        }) = figure
        {
            self.choose_stage(stage);
        }
        if figure.is_some() {
            effects.push(Effect::Send(Message::Page(Event::Load(Part::Why))));
        }
    }

    /// Sets the prediction. It locks the controls, and closes the arithmetic of a figure.
    fn set_guess(&mut self, guess: Option<Guess>) -> Scope {
        let was = self.guess.is_some();
        self.guess = guess;
        if self.is_guessing() {
            self.opened = None;
            self.preview = None;
        }
        if was == guess.is_some() {
            Scope::Signals
        } else {
            Scope::All
        }
    }

    /// Adds the effect that writes the plan's fragment to the address, except in an embedded page,
    /// whose address belongs to the page around it.
    fn write_address(&self, effect: fn(String) -> Effect, effects: &mut Vec<Effect>) {
        if !self.presentation.embed {
            effects.push(effect(self.link()));
        }
    }

    fn hold_locked(&self, plan: &mut Plan) {
        link::hold(&|key| self.is_locked(key), &self.draft, plan);
    }

    /// Gives the controls that the step of a lesson locks the values that they have; returns the keys
    /// of those that had others in the plan.
    fn hold_step(&self, plan: &mut Plan) -> Vec<&'static str> {
        let locks = controls().filter(|key| self.step.has_locked(key));
        let held = locks.filter(|lock| link::hold(&|key| key == *lock, &self.draft, plan));
        held.collect()
    }

    /// Takes back what was said of the last address.
    fn forget_warnings(&mut self) {
        self.link_warnings.clear();
        self.kept_locks.clear();
    }

    /// Changes the plan in one step: Back returns to the previous plan.
    fn jump(&mut self, plan: Plan, effects: &mut Vec<Effect>) {
        self.write_address(Effect::ReplaceAddress, effects);
        self.change(plan);
        self.write_address(Effect::PushAddress, effects);
        self.is_written = true;
    }

    /// Sets the measurement, of the plan that it names or of the present one.
    fn measure(&mut self, mut measured: Measured) {
        if measured.is_empty() {
            measured = Measured::default();
        }
        let mut plan = Plan::clone(&self.draft);
        plan.measured = measured;
        self.hold_locked(&mut plan);
        self.put(plan);
    }

    /// Handles the plan's rest: the address is written, and a changed verdict, or else changed figures,
    /// are announced.
    fn rest(&mut self, effects: &mut Vec<Effect>) -> Scope {
        self.rested = Arc::clone(&self.draft);
        if !self.is_written {
            self.write_address(Effect::ReplaceAddress, effects);
            self.is_written = true;
        }
        if self.before_drag.is_none() {
            self.history.rest(&self.draft);
        }
        let state = self.state();
        let figures = text::results::moved_figures(&self.estimate, self.units());
        if state != self.announced_state {
            self.announced = match state {
                PlanState::Illegal => text::frame::illegal().to_owned(),
                PlanState::Legal(_) => text::results::announced(&self.estimate, self.units()),
            };
        } else if figures != self.announced_figures {
            self.announced.clone_from(&figures);
        } else {
            self.announced_at_rest.clone_from(&self.announced);
        }
        self.announced_state = state;
        self.announced_figures = figures;
        // Undo may have become possible.
        Scope::First
    }

    /// Sets the page for a lesson's step, or for none. An embedded page shows the step's views alone;
    /// the workbench opens the tab of the first one that has a tab.
    fn set_step(&mut self, scene: StepScene) {
        self.step = scene;
        self.kept_locks.clear();
        if let Some((scene, moment)) = self.step.watched {
            self.watch(scene, moment);
        }
        if self.presentation.embed && !self.step.views.is_empty() {
            self.alone.clone_from(&self.step.views);
            return;
        }
        self.alone.clone_from(&self.presentation.view);
        let mut views = self.step.views.iter().copied();
        let with_tab = views.find(|view| View::TABS.contains(view));
        let kept = Some(self.tab).filter(|view| self.offers(*view));
        if let Some(view) = with_tab {
            self.open_tab(view);
        } else if kept.is_none() {
            self.tab = View::TABS[0];
        }
    }

    /// Sends the player to a scene.
    const fn watch(&mut self, scene: TraceScene, moment: u64) {
        self.watched = WatchedPlace {
            scene: Some(scene),
            moment,
            number: self.watched.number.wrapping_add(1),
        };
    }

    /// Opens the tab of a view. One of the figures that are always in sight is shown in place of the
    /// tabs on a phone.
    fn open_tab(&mut self, view: View) -> Scope {
        if PINNED.contains(&view) {
            self.pinned = Some(view);
        }
        if View::TABS.contains(&view) && self.offers(view) {
            self.tab = view;
            self.pinned = None;
        }
        Scope::First
    }

    /// Marks controls for a moment.
    fn mark(&mut self, keys: Vec<String>, effects: &mut Vec<Effect>) {
        self.marked_controls = keys;
        self.marks = self.marks.wrapping_add(1);
        let over = Message::Page(Event::UnmarkControls(self.marks));
        effects.push(Effect::After(MARKED, over));
    }

    fn switch_units(&mut self, effects: &mut Vec<Effect>) {
        let (units, unit) = match self.settings.units {
            Units::Gib => (Units::Gb, Unit::Gb),
            Units::Gb => (Units::Gib, Unit::Gib),
        };
        self.settings.units = units;
        effects.push(Effect::Remember("units", unit.word()));
    }

    fn count(&mut self, question: usize, answer: usize, effects: &mut Vec<Effect>) -> Scope {
        let Some((key, words)) = Conventions::CHOICES.get(question) else {
            return Scope::Nothing;
        };
        let Some(word) = words.get(answer) else {
            return Scope::Nothing;
        };
        self.settings.conventions[question] = answer;
        self.forget_derived();
        effects.push(Effect::Remember(key, word));
        Scope::All
    }

    /// Sets the state of a part of the program.
    fn update_part(&mut self, event: Event, effects: &mut Vec<Effect>) -> Scope {
        let (part, state) = match event {
            Event::Load(part) => match self.parts.of(part) {
                PartState::Coming | PartState::Here => return Scope::Nothing,
                was @ (PartState::Absent | PartState::Late | PartState::Failed) => {
                    effects.push(if was == PartState::Late {
                        Effect::LoadAgain
                    } else {
                        Effect::Load(part)
                    });
                    let late = Message::Page(Event::PartLate(part));
                    effects.push(Effect::After(PATIENCE, late));
                    (part, PartState::Coming)
                }
            },
            Event::PartLate(part) if self.parts.of(part) == PartState::Coming => {
                (part, PartState::Late)
            }
            Event::PartLoaded(part, true) => {
                let next = match part {
                    Part::Figures => Some(Part::Views),
                    Part::Views => Some(Part::Plans),
                    _ => None,
                };
                let embed = (part == Part::Figures && self.wants_embed()).then_some(Part::Embed);
                let asked = self.presentation.why.is_some();
                let why = (part == Part::Figures && asked).then_some(Part::Why);
                let is_asked = !self.presentation.predict.is_empty();
                let predict = (part == Part::Figures && is_asked).then_some(Part::Predict);
                let load = |part| Effect::Send(Message::Page(Event::Load(part)));
                let parts = [next, embed, why, predict].into_iter().flatten();
                effects.extend(parts.map(load));
                (part, PartState::Here)
            }
            Event::PartLoaded(part, false) if self.parts.of(part) != PartState::Here => {
                (part, PartState::Failed)
            }
            _ => return Scope::Nothing,
        };
        self.parts.set(part, state);
        if let Some(sentence) = self.trouble(part) {
            sentence.clone_into(&mut self.announced);
        }
        if Part::BY_THEMSELVES.contains(&part) {
            Scope::First
        } else {
            Scope::All
        }
    }
}
