//! Preview in a frame: the page as a reader will see it, or the lesson being written.
//!
//! This frame is the only one that the page listens to, besides the page around it.

use std::time::Duration;

use super::super::event::{Draft, LessonPaneEvent, ShareEvent};
use crate::browser::frame;
use crate::store::Effects;
use formats::message::{MessageKind, Request, Signed};

/// The preview's frame.
pub(super) const FRAME: &str = "lesson-preview";
/// Pause after the teacher's last change until the preview follows.
const PAUSE: Duration = Duration::from_millis(400);

/// State of the preview: its address, and the lesson last sent to it.
#[derive(Debug, Default)]
pub(super) struct Preview {
    /// The frame's address; empty at first.
    pub(super) address: String,
    /// Number of changes so far: only the last one counts.
    changes: u32,
    /// True if the page in the frame listens for messages.
    is_ready: bool,
    /// The lesson last sent.
    sent: String,
}

impl Preview {
    /// The frame's address, once there is one.
    pub(super) fn source(&self) -> Option<String> {
        Some(self.address.clone()).filter(|address| !address.is_empty())
    }

    /// Schedules the preview's update, once the teacher makes no more changes.
    pub(super) fn await_rest(&mut self, effects: &mut Effects<ShareEvent>) {
        self.changes = self.changes.wrapping_add(1);
        let follow = LessonPaneEvent::FollowPreview(self.changes);
        effects.after(PAUSE, ShareEvent::Lesson(follow));
    }

    /// The number of the last change.
    #[cfg(test)]
    pub(super) const fn changes(&self) -> u32 {
        self.changes
    }

    /// True if nothing has changed since the change of this number.
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
            // A new plan alone is sent to the page that is loaded already.
            if page(&self.address) != page(&wanted) {
                self.is_ready = false;
            }
            self.sent.clear();
            self.address = wanted;
        } else if draft.is_empty && !self.sent.is_empty() {
            // No message can remove a lesson, so the page is loaded anew.
            self.is_ready = false;
            self.sent.clear();
            effects.run(|_| frame::reload_inside(FRAME));
        }
        self.tell(draft, effects);
    }

    /// Records that the page in the frame listens for messages, and sends the lesson.
    pub(super) fn begin(&mut self, draft: &Draft, effects: &mut Effects<ShareEvent>) {
        self.is_ready = true;
        self.sent.clear();
        self.tell(draft, effects);
    }

    /// Sends the lesson, if it is valid and differs from the last one sent.
    fn tell(&mut self, draft: &Draft, effects: &mut Effects<ShareEvent>) {
        let lesson = draft.lesson.as_ref().filter(|_| self.is_ready);
        let Some(lesson) = lesson.filter(|lesson| **lesson != self.sent) else {
            return;
        };
        self.sent.clone_from(lesson);
        let lesson = lesson.clone();
        effects.run(move |_| {
            let set = Request::Set {
                hash: None,
                lesson: Some(lesson),
            };
            frame::tell_inside(FRAME, &Signed::of(set));
        });
    }

    /// Records that the frame was removed: the next one starts anew at the same address.
    pub(super) fn leave(&mut self) {
        self.is_ready = false;
        self.sent.clear();
    }
}

/// Sends an event to the dialog when a page in the frame listens for messages.
pub(in super::super) fn listen_to_preview(effects: &mut Effects<ShareEvent>) {
    effects.run(|sender| {
        frame::listen_inside(FRAME, move |message| {
            if message
                .read()
                .is_some_and(|kind: MessageKind| kind.is_ready())
            {
                sender.send(ShareEvent::Lesson(LessonPaneEvent::PreviewReady));
            }
        });
    });
}

/// An address without its plan.
fn page(address: &str) -> &str {
    address.split('#').next().unwrap_or_default()
}
