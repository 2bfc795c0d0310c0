//! State of the running page: the page, its panels as they are drawn, and work under way.

use std::sync::Arc;

use super::drawn::DrawnPanel;
use super::press_state::{Press, PressChange};
use crate::browser::slices::Begun;
use crate::browser::visibility::Watch;
use crate::panels::LESSON;
use crate::store::{AnyPanel, Effect, Event, Letter, Message, Mount, Page, PanelMoment, Store};

/// State of the running page.
pub(super) struct Runtime {
    pub(super) page: Arc<Page>,
    pub(super) panels: Vec<Mounted>,
    pub(super) waiting: Waiting,
}

/// A message or task on its way to the store.
pub(super) enum Arrival {
    /// An event of the page or of a panel.
    Message(Message),
    /// A change of the press of a pointer.
    Press(PressChange),
    Moment(&'static str, PanelMoment),
    /// A moment for all panels.
    MomentOfAll(PanelMoment),
    Mount(Box<dyn AnyPanel>),
    /// A panel's long work has ended, with the event of its end.
    WorkDone(Letter),
    /// The whole page is drawn, as before it is printed.
    WholePage,
    /// The next panel that is out of sight is drawn.
    NextOutOfSight,
    /// A call that only the browser can carry out.
    Act(Box<dyn FnOnce()>),
}

impl From<Message> for Arrival {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

impl From<Event> for Arrival {
    fn from(event: Event) -> Self {
        Self::Message(Message::Page(event))
    }
}

impl Runtime {
    /// True if the last mounted panel waits to be drawn out of sight, and that drawing has not
    /// begun.
    pub(super) fn begins_to_draw(&mut self) -> bool {
        let waits = self.panels.last().is_some_and(Mounted::is_due_out_of_sight);
        waits && self.waiting.drawing.is_none()
    }

    /// True if nothing is left to do: what loads by itself is there or has failed, all panels are
    /// drawn, and their work is done.
    pub(super) fn is_rested(&self) -> bool {
        let Self {
            page,
            panels,
            waiting,
        } = self;
        let is_waiting = waiting.is_moving || waiting.drawing.is_some() || !waiting.late.is_empty();
        let are_panels_done = || {
            let mut panels = panels.iter();
            panels.all(|mounted| mounted.work.is_none() && !mounted.is_due_out_of_sight())
        };
        !is_waiting && page.parts.have_settled() && are_panels_done()
    }
}

/// A panel that is mounted in the page.
pub(super) struct Mounted {
    pub(super) panel: Box<dyn AnyPanel>,
    pub(super) mount: Mount,
    pub(super) drawn: Option<DrawnPanel>,
    pub(super) is_in_sight: bool,
    /// True unless the panel stands in the tab of a view that is not shown. Such a panel is not
    /// drawn.
    pub(super) is_open: bool,
    /// True if a card covers the panel's view, which is drawn at rest then.
    pub(super) is_covered: bool,
    /// True if the panel shows an earlier state.
    pub(super) is_due: bool,
    /// True if the panel is drawn at once, even if it is out of sight: a reader acts on it, or its
    /// tab opens, or a card covers or uncovers it.
    pub(super) is_acted_on: bool,
    /// The panel's long work, while it runs.
    pub(super) work: Option<Begun>,
}

/// Work that the loop waits for.
#[derive(Default)]
pub(super) struct Waiting {
    /// The last press of a pointer.
    pub(super) press: Press,
    /// Arrivals that wait for the end of a press.
    pub(super) late: Vec<Arrival>,
    /// Number of waits for rest so far: only the last one counts.
    pub(super) rest: u32,
    /// True if the loop waits for rest.
    pub(super) is_moving: bool,
    /// Drawing of what is out of sight, while it runs.
    pub(super) drawing: Option<Begun>,
    /// The watch that knows which panels are in sight.
    pub(super) watch: Option<Watch>,
}

impl Mounted {
    /// A panel that is not drawn yet.
    pub(super) fn new(panel: Box<dyn AnyPanel>, page: &Page) -> Self {
        let mount = panel.mount();
        Self {
            panel,
            mount,
            drawn: None,
            is_in_sight: !matches!(mount, Mount::View(_)),
            is_open: is_shown(mount, page),
            is_covered: is_covered(mount, page),
            is_due: true,
            is_acted_on: false,
            work: None,
        }
    }

    /// Passes a moment to the panel.
    pub(super) fn notice(&mut self, page: &Page, moment: PanelMoment, effects: &mut Vec<Effect>) {
        self.is_due |= self.panel.follow(page, moment, effects);
    }

    /// Passes the event in its inbox to the panel.
    pub(super) fn receive(&mut self, page: &Page, effects: &mut Vec<Effect>) {
        self.is_due |= self.panel.update(page, effects);
        self.is_acted_on |= self.is_due;
    }

    /// True if the panel shows state beside the plan: undo, parts of the program, cures.
    pub(super) fn shows_notes(&self) -> bool {
        matches!(self.mount, Mount::In(LESSON))
    }

    /// True if the panel is drawn at once.
    pub(super) fn is_next(&self) -> bool {
        let is_seen = self.is_in_sight && !self.is_covered && self.drawn.is_some();
        self.is_open && self.is_due && (is_seen || self.is_acted_on)
    }

    /// True if the panel is drawn at rest.
    pub(super) fn is_due_out_of_sight(&self) -> bool {
        let has_place = self.is_open && self.mount != Mount::Nowhere;
        has_place && (self.is_due || self.drawn.is_none())
    }

    /// Opens or closes the panel as its view is shown. One whose view a card covers is drawn once
    /// more, with the mark of the figure that was pressed.
    pub(super) fn open_as_shown(&mut self, page: &Page) {
        let (was_open, was_covered) = (self.is_open, self.is_covered);
        self.is_open = is_shown(self.mount, page);
        self.is_covered = is_covered(self.mount, page);
        let opens = self.is_open && !was_open;
        self.is_acted_on |= opens || self.is_covered != was_covered;
    }

    /// Draws the panel, or makes what is drawn show the present state.
    pub(super) fn draw(&mut self, store: Store, watch: Option<&Watch>) {
        self.is_due = false;
        self.is_acted_on = false;
        if let Some(drawn) = &self.drawn {
            drawn.update();
            return;
        }
        self.drawn = DrawnPanel::new(&*self.panel, store);
        if let (false, Some(watch), Some(drawn)) = (self.is_in_sight, watch, &self.drawn) {
            watch.add(drawn.place());
        }
    }
}

/// True unless a place is in the tab of a view that is not shown.
fn is_shown(mount: Mount, page: &Page) -> bool {
    match mount {
        Mount::View(view) => page.shows(view),
        _ => true,
    }
}

/// True if a place is in the tab of a view that a card covers.
fn is_covered(mount: Mount, page: &Page) -> bool {
    matches!(mount, Mount::View(view) if page.shows(view)) && page.is_covered()
}
