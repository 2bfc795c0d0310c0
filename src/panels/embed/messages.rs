//! Messages between the page and the one around it, version 1 (`docs/embedding.md`). That page is
//! told at once how high this one is; all else only after its `hello`, and only at the origin that
//! said it.

use formats::message::{AmpSize, Reply, Request, Signed, Standing};

use crate::browser::frame::{Parent, on_height};
use crate::panels::lesson::{LessonButton, LessonButtonEvent, Wanted};
use crate::store::{Effects, Event, Moment, Mount, Page, Panel, State, THEMES};

/// Any page may hear it.
const ANYONE: &str = "*";
/// The origin of a page that has none, as a file or a sandbox: it cannot be named, and the page
/// around this one is the only one that hears.
const NO_ORIGIN: &str = "null";
/// Pixels by which a page may grow or shrink without a word.
const SLACK: f64 = 2.0;

/// The conversation with the page around this one.
#[derive(Default)]
pub(crate) struct EmbedMessages {
    /// The origin that said `hello`.
    origin: Option<String>,
    /// The height last told, in CSS pixels.
    height: f64,
    /// The plan last told, as a link.
    told: String,
    /// The goal, if there is one, and whether it is reached.
    goal: Option<Reply>,
}

/// An event of an embedded page.
#[derive(Debug, PartialEq)]
pub(crate) enum EmbedEvent {
    /// The page around this one says something, from this origin.
    Heard(Request, String),
    /// The plan that it has set is in place.
    PlanSet,
    /// This page has another height, in CSS pixels.
    Height(f64),
    /// Whether a goal is reached.
    Goal {
        /// Its lesson.
        lesson: String,
        /// Its step.
        step: String,
        /// Whether it is reached.
        is_reached: bool,
    },
}

/// A message, and the origin that may read it.
#[derive(Debug, PartialEq)]
pub(super) enum Letter {
    /// One of ours.
    Ours(Reply, String),
    /// A height in the form of AMP, for anyone.
    Amp(AmpSize),
}

impl Panel for EmbedMessages {
    type Event = EmbedEvent;
    const NAME: &'static str = "embed-messages";

    fn mount(&self) -> Mount {
        Mount::Nowhere
    }

    fn update(&mut self, page: &Page, event: EmbedEvent, effects: &mut Effects<EmbedEvent>) {
        let letters = self.take(page, event, effects);
        post(letters, effects);
    }

    fn follow(&mut self, page: &Page, moment: Moment, effects: &mut Effects<EmbedEvent>) -> bool {
        match moment {
            Moment::Mounted => begin(effects),
            Moment::Rested => {
                let letters = self.rest(page);
                post(letters, effects);
            }
            _ => {}
        }
        false
    }
}

impl EmbedMessages {
    /// Changes the state by an event; gives what is to be said.
    pub(super) fn take(
        &mut self,
        page: &Page,
        event: EmbedEvent,
        effects: &mut Effects<EmbedEvent>,
    ) -> Vec<Letter> {
        match event {
            EmbedEvent::Heard(request, origin) => self.hear(page, request, origin, effects),
            EmbedEvent::PlanSet => {
                let warnings = page.link_warnings.iter();
                let wrong: Vec<String> = warnings.map(page.strings.link_warning).collect();
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
                    Letter::Ours(ours, ANYONE.to_owned()),
                    Letter::Amp(AmpSize::of(height)),
                ]
            }
            EmbedEvent::Goal {
                lesson,
                step,
                is_reached,
            } => {
                let goal = Some(Reply::Goal {
                    lesson,
                    step,
                    reached: is_reached,
                });
                if self.goal == goal {
                    return Vec::new();
                }
                self.goal.clone_from(&goal);
                self.answer(goal)
            }
        }
    }

    /// The plan has come to rest: a message says so, if it is another than the last one sent.
    pub(super) fn rest(&mut self, page: &Page) -> Vec<Letter> {
        if self.told == page.link() {
            return Vec::new();
        }
        self.tell_state(page)
    }

    /// Answers a request.
    fn hear(
        &mut self,
        page: &Page,
        request: Request,
        origin: String,
        effects: &mut Effects<EmbedEvent>,
    ) -> Vec<Letter> {
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
                    effects.send(Event::Follow(hash));
                    // Undo does not lead back behind it.
                    effects.send(Event::ForgetHistory);
                    Self::tell(effects, EmbedEvent::PlanSet);
                }
                // It may start from a plan of its own, and comes last.
                if let Some(lesson) = lesson {
                    let open = LessonButtonEvent::Open(Wanted::In(lesson));
                    LessonButton::tell(effects, open);
                }
                Vec::new()
            }
            Request::Theme { theme } => {
                // It is not kept: the reader's own choice is another page's.
                let place = THEMES.iter().position(|known| *known == theme);
                if let Some(place) = place {
                    effects.send(Event::ShowTheme(place));
                }
                Vec::new()
            }
        }
    }

    /// Tells the plan and what follows from it.
    fn tell_state(&mut self, page: &Page) -> Vec<Letter> {
        let hash = page.link();
        let letters = self.answer(Some(state(page, hash.clone())));
        if !letters.is_empty() {
            self.told = hash;
        }
        letters
    }

    /// Says something to the origin that said `hello`, if one has.
    fn answer(&self, reply: Option<Reply>) -> Vec<Letter> {
        let Some((reply, origin)) = reply.zip(self.origin.as_deref()) else {
            return Vec::new();
        };
        let origin = if origin == NO_ORIGIN { ANYONE } else { origin };
        vec![Letter::Ours(reply, origin.to_owned())]
    }
}

/// The plan, as a link, and what follows from it. A plan that cannot exist has no figures: those at
/// hand are another's.
fn state(page: &Page, hash: String) -> Reply {
    let estimate = page.draft_estimate();
    Reply::State {
        hash,
        verdict: match page.state() {
            State::Illegal => Standing::Illegal,
            State::Legal(verdict) => verdict.into(),
        },
        peak_gib: estimate.map(|estimate| estimate.memory.peak().gib()),
        mfu: estimate.map(|estimate| estimate.utilisation.mfu),
    }
}

/// Begins to listen, and says so.
fn begin(effects: &mut Effects<EmbedEvent>) {
    effects.run(|sender| {
        let Some(parent) = Parent::find() else {
            return;
        };
        let heard = sender.clone();
        parent.hear(move |message| {
            // What is none of the protocol is nothing.
            if let Some(request) = message.read() {
                heard.send(EmbedEvent::Heard(request, message.origin.clone()));
            }
        });
        parent.tell(&Signed::of(Reply::Ready), ANYONE);
        on_height(move |height| sender.send(EmbedEvent::Height(height)));
    });
}

/// Sends messages to the page around this one, if there is one.
fn post(letters: Vec<Letter>, effects: &mut Effects<EmbedEvent>) {
    if letters.is_empty() {
        return;
    }
    effects.run(move |_| {
        let Some(parent) = Parent::find() else {
            return;
        };
        for letter in letters {
            match letter {
                Letter::Ours(reply, origin) => parent.tell(&Signed::of(reply), &origin),
                Letter::Amp(size) => parent.tell(&size, ANYONE),
            }
        }
    });
}
