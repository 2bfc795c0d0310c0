//! The lesson that a query names.

use std::convert::Infallible;

use crate::panels::lesson::{LessonButton, LessonButtonEvent, RequestedLesson};
use crate::store::{Effects, Mount, Page, Panel, PanelMoment};

/// The address of the lesson, which is opened when this panel is mounted.
pub(super) struct QueryLesson(pub(super) String);

impl Panel for QueryLesson {
    type Event = Infallible;
    const NAME: &'static str = "query-lesson";

    fn mount(&self) -> Mount {
        Mount::Nowhere
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn follow(&mut self, _: &Page, moment: PanelMoment, effects: &mut Effects<Infallible>) -> bool {
        if moment == PanelMoment::Mounted {
            let open = LessonButtonEvent::Open(RequestedLesson::At(self.0.clone()));
            LessonButton::tell(effects, open);
        }
        false
    }
}
