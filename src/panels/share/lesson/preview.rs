//! Preview in a frame: the page as a reader will see it, or the lesson that is being written.

use std::time::Duration;

use super::super::event::{Draft, LessonEvent, ShareEvent};
use crate::browser::frame;
use crate::dom::Value;
use crate::store::Effects;
use formats::message::{Kind, Request, Signed};

/// The frame.
pub(super) const FRAME: &str = "lesson-preview";
/// Pause after the teacher's last change until the frame follows.
const PAUSE: Duration = Duration::from_millis(400);

/// State of the frame: its address, and the lesson that it was sent.
#[derive(Debug, Default)]
pub(super) struct Preview {
    /// Its address; empty before there is any.
    pub(super) address: String,
    /// Number of changes so far: only the last one counts.
    changes: u32,
    /// Whether its page hears messages.
    is_ready: bool,
    /// The lesson that was told last.
    told: String,
}

impl Preview {
    /// The attribute `src` of the frame.
    pub(super) fn source(&self) -> Value {
        if self.address.is_empty() {
            Value::Is(false)
        } else {
            self.address.clone().into()
        }
    }

    /// Has the frame follow, once the teacher's hand rests.
    pub(super) fn await_rest(&mut self, effects: &mut Effects<ShareEvent>) {
        self.changes = self.changes.wrapping_add(1);
        let follow = LessonEvent::FollowPreview(self.changes);
        effects.after(PAUSE, ShareEvent::Lesson(follow));
    }

    /// The number of the last change.
    #[cfg(test)]
    pub(super) const fn changes(&self) -> u32 {
        self.changes
    }

    /// Whether nothing has changed since the change of this number.
    pub(super) const fn is_last(&self, change: u32) -> bool {
        self.changes == change
    }

    /// Loads the wanted address into the frame, and sends it the lesson.
    pub(super) fn follow(
        &mut self,
        wanted: String,
        draft: &Draft,
        effects: &mut Effects<ShareEvent>,
    ) {
        if self.address != wanted {
            // Another plan alone comes to the page that stands there.
            if page(&self.address) != page(&wanted) {
                self.is_ready = false;
            }
            self.told.clear();
            self.address = wanted;
        } else if draft.is_empty && !self.told.is_empty() {
            // No message takes a lesson away.
            self.is_ready = false;
            self.told.clear();
            effects.run(|_| frame::reload_inside(FRAME));
        }
        self.tell(draft, effects);
    }

    /// The page in the frame can hear.
    pub(super) fn begin(&mut self, draft: &Draft, effects: &mut Effects<ShareEvent>) {
        self.is_ready = true;
        self.told.clear();
        self.tell(draft, effects);
    }

    /// Tells the lesson, if it is one and another than the last.
    fn tell(&mut self, draft: &Draft, effects: &mut Effects<ShareEvent>) {
        let lesson = draft.lesson.as_ref().filter(|_| self.is_ready);
        let Some(lesson) = lesson.filter(|lesson| **lesson != self.told) else {
            return;
        };
        self.told.clone_from(lesson);
        let lesson = lesson.clone();
        effects.run(move |_| {
            let set = Request::Set {
                hash: None,
                lesson: Some(lesson),
            };
            frame::tell_inside(FRAME, &Signed::of(set));
        });
    }

    /// The frame is taken out of the page: the next one begins anew at the same address.
    pub(super) fn leave(&mut self) {
        self.is_ready = false;
        self.told.clear();
    }
}

/// Tells the dialog as soon as a page in the frame can hear.
pub(in super::super) fn hear(effects: &mut Effects<ShareEvent>) {
    effects.run(|sender| {
        frame::hear_inside(FRAME, move |message| {
            if message.read().is_some_and(|kind: Kind| kind.is_ready()) {
                sender.send(ShareEvent::Lesson(LessonEvent::PreviewReady));
            }
        });
    });
}

/// An address without its plan.
fn page(address: &str) -> &str {
    address.split('#').next().unwrap_or_default()
}
