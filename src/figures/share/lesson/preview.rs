//! What readers will see, in a frame: the page as it is asked for, or the lesson that is being
//! written.

use std::time::Duration;

use crate::browser::late::{call, get};
use crate::browser::timing::after;
use crate::browser::{by_id, frame};

use super::own::Own;
use crate::embed::{NAME, VERSION};
use crate::figures::share::dialog::with;

/// The frame.
pub(super) const FRAME: &str = "lesson-preview";
/// How long the teacher's hand rests before it is drawn again.
const PAUSE: Duration = Duration::from_millis(400);

/// Where the frame is, and where it should be.
pub(super) struct Preview {
    /// The address where it should be, and how often that has changed.
    pub(super) wanted: String,
    changes: u32,
    /// Whether its messages are heard.
    is_heard: bool,
    /// Whether its page hears ours.
    is_ready: bool,
    /// The lesson that was told last.
    told: String,
}

impl Preview {
    /// Nowhere yet.
    pub(super) const NEW: Self = Self {
        wanted: String::new(),
        changes: 0,
        is_heard: false,
        is_ready: false,
        told: String::new(),
    };

    /// Has the frame follow, once the teacher's hand rests.
    pub(super) fn rest(&mut self) {
        if !self.is_heard {
            self.is_heard = true;
            hear();
        }
        self.changes = self.changes.wrapping_add(1);
        let change = self.changes;
        after(PAUSE, move || {
            with(|dialog| {
                let lesson = &mut dialog.lesson;
                if lesson.preview.changes == change {
                    lesson.preview.follow(&lesson.own);
                }
            });
        });
    }

    /// The frame goes where it should be, and is told the lesson.
    fn follow(&mut self, own: &Own) {
        let Some(frame) = by_id(FRAME) else {
            return;
        };
        let before = frame.get_attribute("src").unwrap_or_default();
        if before != self.wanted {
            // Another plan alone comes to the page that stands there.
            if page(&before) != page(&self.wanted) {
                self.is_ready = false;
            }
            self.told.clear();
            let _ = frame.set_attribute("src", &self.wanted);
        } else if own.is_empty() && !self.told.is_empty() {
            // No message takes a lesson away.
            self.is_ready = false;
            self.told.clear();
            call(
                &get(&get(&frame, "contentWindow"), "location"),
                "reload",
                &[],
            );
        }
        self.tell(own);
    }

    /// Tells the lesson, if it is one and another than the last.
    fn tell(&mut self, own: &Own) {
        let Some(lesson) = own.lesson().filter(|_| self.is_ready) else {
            return;
        };
        if lesson != self.told {
            lesson.clone_into(&mut self.told);
            let fields = [
                ("ns", NAME.into()),
                ("v", VERSION.into()),
                ("type", "set".into()),
                ("lesson", lesson.into()),
            ];
            frame::tell_inside(FRAME, &fields);
        }
    }
}

/// Tells the lesson to each page of the frame as soon as it can hear.
fn hear() {
    frame::hear_inside(FRAME, |message| {
        let is_ready = message.text("ns").as_deref() == Some(NAME)
            && message.text("type").as_deref() == Some("ready");
        if is_ready {
            with(|dialog| {
                let lesson = &mut dialog.lesson;
                lesson.preview.is_ready = true;
                lesson.preview.told.clear();
                lesson.preview.tell(&lesson.own);
            });
        }
    });
}

/// An address without its plan.
fn page(address: &str) -> &str {
    address.split('#').next().unwrap_or_default()
}
