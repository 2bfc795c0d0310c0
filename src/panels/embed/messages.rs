//! Messages between the page and the page around it, version 1 (`docs/embedding.md`). The height is
//! sent at once; all else only after the other page's `hello`, and only to its origin.
//!
//! A query's goal is judged here, since the embedding page is informed of it; a query's lesson is
//! opened here, as one that the embedding page sends.
//!
//! Messages of any other window than the one directly around the page are ignored.

use cost::plan::Word;
use formats::goal::Goal;
use formats::link::presentation::Theme;
use formats::message::{AmpSize, Reply, Request, Signed, Standing};

use super::goal::is_reached;
use crate::browser::frame::{Parent, on_height};
use crate::panels::lesson::{LessonEvent, RequestedLesson};
use crate::store::{
    Effects, Event, Mount, Page, Panel, PanelMoment, Part, PlanState, StepScene, panel_event,
};

/// Target origin of messages that any page may receive.
const ANYONE: &str = "*";
/// The origin of a page without one, such as a file or a sandbox. It cannot be named, and only the
/// embedding page receives the messages.
const NO_ORIGIN: &str = "null";
/// Pixels by which the page may grow or shrink without a message.
const SLACK: f64 = 2.0;

/// The conversation with the embedding page.
#[derive(Default)]
pub(super) struct EmbedMessages {
    /// The origin that said `hello`.
    origin: Option<String>,
    /// The height last sent, in CSS pixels.
    height: f64,
    /// The plan last sent, as a link.
    last_link: String,
    /// The goal, if there is one, and whether it is reached.
    goal: Option<Reply>,
    /// True if the query's goal was reached when the plan last came to rest.
    was_reached: bool,
}

panel_event!(EmbedEvent, "embed-messages");

/// An event of an embedded page.
#[derive(Debug, PartialEq)]
pub(crate) enum EmbedEvent {
    /// A request of the embedding page, and its origin.
    Request(Request, String),
    /// The plan that the embedding page sent is set.
    PlanSet,
    /// The height of this page has changed, in CSS pixels.
    Height(f64),
    /// Reports whether a goal is reached.
    Goal {
        /// The goal's lesson.
        lesson: String,
        /// The goal's step.
        step: String,
        /// True if the goal is reached.
        is_reached: bool,
    },
}

/// A message, and the origin that may read it.
#[derive(Debug, PartialEq)]
pub(super) enum AddressedMessage {
    /// A reply of our protocol, and its target origin.
    Ours(Reply, String),
    /// A height in the form of AMP, for any origin.
    Amp(AmpSize),
}

impl Panel for EmbedMessages {
    type Event = EmbedEvent;

    fn mount(&self) -> Mount {
        Mount::Nowhere
    }

    fn update(&mut self, page: &Page, event: EmbedEvent, effects: &mut Effects<EmbedEvent>) {
        let letters = self.take(page, event, effects);
        post(letters, effects);
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<EmbedEvent>,
    ) -> bool {
        match moment {
            PanelMoment::Mounted => {
                begin(effects);
                open_lesson(page, effects);
                let letters = self.judge(page, true, effects);
                post(letters, effects);
            }
            PanelMoment::Rested => {
                let mut letters = self.judge(page, false, effects);
                letters.extend(self.rest(page));
                post(letters, effects);
            }
            _ => {}
        }
        false
    }
}

impl EmbedMessages {
    /// Changes the state by an event; returns the messages to send.
    pub(super) fn take(
        &mut self,
        page: &Page,
        event: EmbedEvent,
        effects: &mut Effects<EmbedEvent>,
    ) -> Vec<AddressedMessage> {
        match event {
            EmbedEvent::Request(request, origin) => {
                self.answer_request(page, request, origin, effects)
            }
            EmbedEvent::PlanSet => {
                let warnings = page.link_warnings.iter();
                let mut wrong: Vec<String> = warnings.map(text::links::warning).collect();
                if !page.kept_locks.is_empty() {
                    wrong.push(text::frame::locks_kept_of(&page.kept_locks));
                }
                let text = wrong.join(" ");
                let error = (!text.is_empty()).then_some(Reply::Error { text });
                self.answer(error)
            }
            EmbedEvent::Height(height) => {
                if (height - self.height).abs() < SLACK {
                    return Vec::new();
                }
                self.height = height;
                let ours = Reply::Height { px: height };
                vec![
                    AddressedMessage::Ours(ours, ANYONE.to_owned()),
                    AddressedMessage::Amp(AmpSize::of(height)),
                ]
            }
            EmbedEvent::Goal {
                lesson,
                step,
                is_reached,
            } => self.report(Reply::Goal {
                lesson,
                step,
                reached: is_reached,
            }),
        }
    }

    /// Reports whether a goal is reached, if that is news.
    fn report(&mut self, goal: Reply) -> Vec<AddressedMessage> {
        let goal = Some(goal);
        if self.goal == goal {
            return Vec::new();
        }
        self.goal.clone_from(&goal);
        self.answer(goal)
    }

    /// Judges the query's goal for the plan at rest: its being newly reached is announced, unless it
    /// was so from the start.
    pub(super) fn judge(
        &mut self,
        page: &Page,
        is_first: bool,
        effects: &mut Effects<EmbedEvent>,
    ) -> Vec<AddressedMessage> {
        let query = &page.presentation;
        let Ok(goal) = Goal::parse(&query.goal) else {
            return Vec::new();
        };
        if query.goal.is_empty() {
            return Vec::new();
        }
        let is_reached = is_reached(&goal, page);
        if is_reached && !self.was_reached && !is_first {
            let sentence = text::goal::result(&goal, true, page.draft_estimate());
            effects.send(Event::AppendAnnouncement(sentence));
        }
        self.was_reached = is_reached;
        self.report(Reply::Goal {
            lesson: query.lesson.clone(),
            step: query.goal.clone(),
            reached: is_reached,
        })
    }

    /// Handles the plan's rest: it is sent if it differs from the last plan sent.
    pub(super) fn rest(&mut self, page: &Page) -> Vec<AddressedMessage> {
        if self.last_link == page.link() {
            return Vec::new();
        }
        self.tell_state(page)
    }

    /// Answers a request.
    fn answer_request(
        &mut self,
        page: &Page,
        request: Request,
        origin: String,
        effects: &mut Effects<EmbedEvent>,
    ) -> Vec<AddressedMessage> {
        match request {
            Request::Hello => {
                self.origin = Some(origin);
                let mut letters = self.tell_state(page);
                letters.extend(self.answer(self.goal.clone()));
                letters
            }
            Request::Get => self.tell_state(page),
            Request::Set { hash, lesson } => {
                if let Some(hash) = hash {
                    // The locks of a lesson end before another one begins.
                    if lesson.is_some() {
                        effects.send(Event::SetStep(StepScene::default()));
                    }
                    effects.send(Event::Follow(hash));
                    // Undo does not go back beyond this plan.
                    effects.send(Event::ForgetHistory);
                    effects.tell(EmbedEvent::PlanSet);
                }
                // The lesson may name a plan to start from, and is opened last.
                if let Some(lesson) = lesson {
                    let open = LessonEvent::Open(RequestedLesson::In(lesson));
                    effects.open(Part::Lesson, open);
                }
                Vec::new()
            }
            Request::Theme { theme } => {
                // The theme is not stored: the reader's own choice is for other pages.
                if let Some(theme) = Theme::parse(&theme) {
                    effects.send(Event::ShowTheme(theme));
                }
                Vec::new()
            }
        }
    }

    /// Messages with the plan and its figures.
    fn tell_state(&mut self, page: &Page) -> Vec<AddressedMessage> {
        let hash = page.link();
        let letters = self.answer(Some(state(page, hash.clone())));
        if !letters.is_empty() {
            self.last_link = hash;
        }
        letters
    }

    /// A message to the origin that said `hello`, if one has.
    fn answer(&self, reply: Option<Reply>) -> Vec<AddressedMessage> {
        let Some((reply, origin)) = reply.zip(self.origin.as_deref()) else {
            return Vec::new();
        };
        let origin = if origin == NO_ORIGIN { ANYONE } else { origin };
        vec![AddressedMessage::Ours(reply, origin.to_owned())]
    }
}

/// The plan, as a link, and its figures. An illegal plan has no figures: those in the state belong
/// to another plan.
fn state(page: &Page, hash: String) -> Reply {
    let estimate = page.draft_estimate();
    Reply::State {
        hash,
        verdict: match page.state() {
            PlanState::Illegal => Standing::Illegal,
            PlanState::Legal(verdict) => verdict.into(),
        },
        peak_gib: estimate.map(|estimate| estimate.memory.peak().gib()),
        mfu: estimate.map(|estimate| estimate.utilisation.mfu),
    }
}

/// Opens the lesson that the query names. An embedding page that sets a goal has a lesson of another
/// kind, and only names it.
fn open_lesson(page: &Page, effects: &mut Effects<EmbedEvent>) {
    let query = &page.presentation;
    if query.goal.is_empty() && !query.lesson.is_empty() {
        let lesson = RequestedLesson::At(query.lesson.clone());
        effects.open(Part::Lesson, LessonEvent::Open(lesson));
    }
}

/// Starts to listen, and announces that the page is ready.
fn begin(effects: &mut Effects<EmbedEvent>) {
    effects.run(|sender| {
        let Some(parent) = Parent::find() else {
            return;
        };
        let requests = sender.clone();
        parent.on_message(move |message| {
            // A message outside the protocol is ignored.
            if let Some(request) = message.read() {
                requests.send(EmbedEvent::Request(request, message.origin.clone()));
            }
        });
        parent.tell(&Signed::of(Reply::Ready), ANYONE);
        on_height(move |height| sender.send(EmbedEvent::Height(height)));
    });
}

/// Sends messages to the page around this one, if there is one.
fn post(letters: Vec<AddressedMessage>, effects: &mut Effects<EmbedEvent>) {
    if letters.is_empty() {
        return;
    }
    effects.run(move |_| {
        let Some(parent) = Parent::find() else {
            return;
        };
        for letter in letters {
            match letter {
                AddressedMessage::Ours(reply, origin) => parent.tell(&Signed::of(reply), &origin),
                AddressedMessage::Amp(size) => parent.tell(&size, ANYONE),
            }
        }
    });
}
