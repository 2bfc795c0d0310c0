//! State of the running page: the page, its panels with what is drawn of them, and work that is
//! under way.

use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

use crate::browser::slices::Begun;
use crate::browser::visibility::Watch;
use crate::browser::{by_id, document};
use crate::dom::{Drawn, Heard};
use crate::panels::{FIGURES, LATER_BAR, PLANNER};
use crate::store::{AnyPanel, Effect, Message, Moment, Mount, Page};

/// State of the running page.
pub(super) struct Runtime {
    pub(super) page: Page,
    pub(super) panels: Vec<Mounted>,
    pub(super) waiting: Waiting,
}

/// Something on its way to the store.
pub(super) enum Arrival {
    /// Something that happens to the page or a panel.
    Message(Message),
    Heard(Heard),
    Moment(&'static str, Moment),
    /// To all panels.
    MomentOfAll(Moment),
    Mount(Box<dyn AnyPanel>),
    /// A panel's long work is over; whether all of it was done.
    WorkDone(&'static str, bool),
    /// Draws the panels that are due.
    Frame,
    /// All of it is drawn, as before it is printed.
    WholePage,
    /// The next panel that is out of sight is drawn.
    Behind,
    /// Something that only the browser can do.
    Act(Box<dyn FnOnce()>),
}

impl Runtime {
    /// Whether the panel that was mounted last waits for the drawing of what is out of sight, and
    /// that does not go on yet.
    pub(super) fn begins_to_draw(&mut self) -> bool {
        let waits = self.panels.last().is_some_and(Mounted::is_behind);
        waits && self.waiting.drawing.is_none()
    }
}

/// A panel, as it stands in the page.
pub(super) struct Mounted {
    pub(super) panel: Box<dyn AnyPanel>,
    pub(super) mount: Mount,
    pub(super) drawn: Option<Drawn>,
    pub(super) is_in_sight: bool,
    /// Whether it shows an earlier state.
    pub(super) is_due: bool,
    /// Whether its element is marked so; the page spends no time on it out of sight (`views.css`).
    pub(super) is_marked: bool,
    /// Whether a reader has just acted on it: then it is drawn at once, even if a panel above it
    /// has moved it out of sight.
    pub(super) is_acted_on: bool,
    /// Its long work, while that goes on.
    pub(super) work: Option<Begun>,
}

/// Work that the loop waits for.
#[derive(Default)]
pub(super) struct Waiting {
    /// Whether a frame is to come.
    pub(super) frame: bool,
    /// Whether what is due is drawn at once.
    pub(super) is_urgent: bool,
    /// Number of waits for rest so far: only the last one counts.
    pub(super) rest: u32,
    /// Whether rest is waited for.
    pub(super) is_moving: bool,
    /// The drawing of what is out of sight, while it goes on.
    pub(super) drawing: Option<Begun>,
    /// Knows which panels are in sight.
    pub(super) watch: Option<Watch>,
}

impl Mounted {
    /// Tells the panel of a moment.
    pub(super) fn notice(&mut self, page: &Page, moment: Moment, effects: &mut Vec<Effect>) {
        self.is_due |= self.panel.follow(page, moment, effects);
    }

    /// Whether it shows what happens beside the plan: copies, parts of the program, cures. Controls
    /// do not, so that a figure half typed stays.
    pub(super) fn is_of_first_part(&self) -> bool {
        matches!(
            self.mount,
            Mount::In(FIGURES) | Mount::AlwaysIn(PLANNER | LATER_BAR) | Mount::Before(_)
        )
    }

    /// Whether it is drawn in the next frame.
    pub(super) fn is_next(&self) -> bool {
        self.is_due && (self.is_in_sight || self.is_acted_on) && self.drawn.is_some()
    }

    /// Whether it is drawn at rest.
    pub(super) fn is_behind(&self) -> bool {
        self.mount != Mount::Nowhere && (self.is_due || self.drawn.is_none())
    }

    /// Tells the page of a figure out of sight that shows an earlier state.
    pub(super) fn mark_behind(&mut self) {
        let is_behind = self.is_due && !self.is_in_sight;
        if is_behind != self.is_marked
            && let Some(drawn) = &self.drawn
        {
            set_attribute(&drawn.node, "data-behind", is_behind);
            self.is_marked = is_behind;
        }
    }

    pub(super) fn draw(&mut self, page: &Page, watch: Option<&Watch>) {
        self.is_due = false;
        self.is_acted_on = false;
        let element = self.panel.view(page).into();
        match &mut self.drawn {
            Some(drawn) => {
                drawn.update(element);
                // The view in which its place is may have gone, and come back with a new one.
                if !drawn.node.is_connected() {
                    stand(&drawn.node, self.mount);
                }
            }
            None => {
                let drawn = Drawn::new(element);
                stand(&drawn.node, self.mount);
                if let (false, Some(watch)) = (self.is_in_sight, watch) {
                    watch.add_node(&drawn.node);
                }
                self.drawn = Some(drawn);
            }
        }
        self.mark_behind();
        self.panel.paint(page);
    }
}

/// Sets an attribute of an element, or takes it away.
fn set_attribute(node: &Node, name: &str, is_set: bool) {
    if let Some(element) = node.dyn_ref::<Element>() {
        let _ = if is_set {
            element.set_attribute(name, "true")
        } else {
            element.remove_attribute(name)
        };
    }
}

/// Puts a panel's root into the page.
fn stand(node: &Node, mount: Mount) {
    let _ = match mount {
        Mount::In(id) | Mount::AlwaysIn(id) => by_id(id).map(|place| place.append_child(node)),
        Mount::Before(id) => by_id(id).and_then(|next| {
            let parent = next.parent_node()?;
            Some(parent.insert_before(node, Some(&next)))
        }),
        Mount::Above => document().body().map(|body| body.append_child(node)),
        Mount::Nowhere => None,
    };
}
