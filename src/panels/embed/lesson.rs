//! The lesson that a query names.

use std::convert::Infallible;

use crate::panels::lesson::{LessonButton, LessonButtonEvent, Wanted};
use crate::store::{Effects, Moment, Mount, Page, Panel};

/// The address of the lesson. It is opened when this is put up.
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

    fn follow(&mut self, _: &Page, moment: Moment, effects: &mut Effects<Infallible>) -> bool {
        if moment == Moment::Mounted {
            let open = LessonButtonEvent::Open(Wanted::At(self.0.clone()));
            LessonButton::tell(effects, open);
        }
        false
    }
}
