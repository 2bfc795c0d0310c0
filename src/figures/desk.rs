//! The figures' state, and when they are drawn.

use std::cell::RefCell;
use std::time::Duration;

use shardwise::browser::events::{listen, target};
use shardwise::browser::message::{tell, words};
use shardwise::browser::timing::after;
use shardwise::browser::visibility::Watch;
use shardwise::browser::{address, by_id};
use shardwise::catalog;
use shardwise::cost::plan::Plan;
use shardwise::cost::{Estimate, estimate};
use shardwise::link;
use shardwise::markup::Drawn;
use shardwise::text::EN_FIGURES;
use shardwise::text::figures::FigureText;
use shardwise::wire::{self, Sight};
use web_sys::Event;

use super::accuracy::Accuracy;
use super::heard::{HEARD, VIEWS};
use super::last_inch::Looked;
use super::map::Map;
use super::published;

/// Pause after the last change until the plan counts as at rest.
const REST: Duration = Duration::from_millis(300);
/// The element in which the figures live.
const PLACE: &str = "later";

/// What the figures show, and what they remember.
pub(super) struct Desk {
    /// The plan; while that cannot exist, the last one that could.
    pub(super) plan: Plan,
    /// Its estimate.
    pub(super) estimate: Estimate,
    /// The estimate from before the present drag.
    pub(super) before: Option<Estimate>,
    /// Whether the page's plan cannot exist.
    pub(super) is_stale: bool,
    /// How the page looks at it.
    pub(super) sight: Sight,
    /// What the figures say.
    pub(super) words: &'static FigureText,
    /// Published runs.
    pub(super) accuracy: Accuracy,
    /// The GPU that is looked at.
    pub(super) map: Map,
    /// The kernel that is looked at.
    pub(super) last_inch: Looked,
    /// Figures whose details are open, by their ids.
    open: Vec<String>,
    /// Each view as it stands.
    standing: Vec<Standing>,
    /// States heard so far: a pause belongs to the last one.
    states: u32,
    /// What is left to do once the desk is free again.
    afterwards: Vec<Box<dyn FnOnce()>>,
}

/// A view in the page.
struct Standing {
    drawn: Option<Drawn>,
    is_in_sight: bool,
    /// Whether it shows the present state.
    is_current: bool,
}

thread_local! {
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

/// Begins to listen, and asks the page for its plan.
pub(super) fn open() {
    let plan = catalog::default_plan();
    let Ok(estimate) = estimate(&plan) else {
        return;
    };
    let standing = VIEWS.iter().map(|_| Standing {
        drawn: None,
        is_in_sight: false,
        is_current: false,
    });
    let desk = Desk {
        plan,
        estimate,
        before: None,
        is_stale: false,
        sight: Sight::default(),
        words: &EN_FIGURES,
        accuracy: Accuracy::default(),
        map: Map::default(),
        last_inch: Looked::default(),
        open: Vec::new(),
        standing: standing.collect(),
        states: 0,
        afterwards: Vec::new(),
    };
    DESK.with(|place| *place.borrow_mut() = Some(desk));
    listen(wire::STATE, |event| {
        let message = words(event);
        at(|desk| desk.hear(&message));
    });
    tell(wire::ASK, "");
    at(Desk::put_up);
    for (name, answer) in HEARD {
        listen(name, move |event| {
            at(|desk| {
                if answer(desk, event) {
                    desk.change();
                }
            });
        });
    }
}

/// Does something at the desk, then what it leaves to be done. Events that the figures cause
/// themselves find it taken, and are none of its business.
pub(super) fn at(act: impl FnOnce(&mut Desk)) {
    let afterwards = DESK.with(|place| {
        let mut place = place.try_borrow_mut().ok()?;
        let desk = place.as_mut()?;
        act(desk);
        Some(std::mem::take(&mut desk.afterwards))
    });
    for act in afterwards.into_iter().flatten() {
        act();
    }
}

impl Desk {
    /// Leaves something to be done once the desk is free: what may cause events.
    pub(super) fn afterwards(&mut self, act: impl FnOnce() + 'static) {
        self.afterwards.push(Box::new(act));
    }

    /// Goes to another plan at a stroke; the browser's Back returns.
    pub(super) fn jump(&mut self, plan: &Plan) {
        let link = link::encode(plan);
        self.afterwards(move || tell(wire::JUMP, &link));
    }

    /// Whether a figure's details are open.
    pub(super) fn is_open(&self, figure: &str) -> bool {
        self.open.iter().any(|open| open == figure)
    }

    /// Notes whether a figure's details are open now, if it is one that was opened or closed.
    pub(super) fn fold(&mut self, event: &Event) -> bool {
        let Some(details) = target(event) else {
            return false;
        };
        let Ok(Some(figure)) = details.closest("#later figure") else {
            return false;
        };
        let figure = figure.id();
        self.open.retain(|open| *open != figure);
        if details.has_attribute("open") {
            self.open.push(figure);
        }
        true
    }

    /// Takes over what the page says.
    fn hear(&mut self, message: &str) {
        let (sight, link) = Sight::read(message);
        let (plan, _) = link::decode(link);
        if sight.is_dragging && self.before.is_none() {
            self.before = Some(self.estimate.clone());
        } else if !sight.is_dragging {
            self.before = None;
        }
        self.sight = sight;
        if let Ok(estimate) = estimate(&plan) {
            self.plan = plan;
            self.estimate = estimate;
            self.is_stale = false;
        } else {
            self.is_stale = true;
        }
        self.change();
    }

    /// What the figures show has changed: what is in sight is drawn at once, the rest when
    /// nothing has changed for a while.
    pub(super) fn change(&mut self) {
        for standing in &mut self.standing {
            standing.is_current = false;
        }
        published::show(self);
        self.draw(|standing| standing.is_in_sight);
        self.states = self.states.wrapping_add(1);
        let state = self.states;
        after(REST, move || {
            at(|desk| {
                if desk.states == state {
                    desk.draw(|_| true);
                }
            });
        });
    }

    /// Draws those of the views that do not show the present state.
    fn draw(&mut self, is_meant: fn(&Standing) -> bool) {
        for (index, view) in VIEWS.into_iter().enumerate() {
            let standing = &self.standing[index];
            if standing.is_current || !is_meant(standing) {
                continue;
            }
            let figure = view.figure(self);
            let standing = &mut self.standing[index];
            standing.is_current = true;
            if let Some(drawn) = &mut standing.drawn {
                drawn.update(figure.into());
                (view.paint)(self);
            }
        }
    }

    /// Puts the views into the page for the first time, and watches which are in sight.
    fn put_up(&mut self) {
        let Some(place) = by_id(PLACE) else {
            return;
        };
        let asked = address::query("view");
        let watch = Watch::new(|figure, is_in_sight| {
            let id = figure.id();
            at(|desk| desk.see(&id, is_in_sight));
        });
        for (index, view) in VIEWS.into_iter().enumerate() {
            let figure = view.figure(self);
            let drawn = Drawn::new(figure.into());
            let _ = place.append_child(&drawn.node);
            self.standing[index].drawn = Some(drawn);
            (view.paint)(self);
            if let Some(figure) = by_id(view.id) {
                watch.add(&figure);
                let is_asked = asked
                    .as_ref()
                    .is_none_or(|asked| asked.split(',').any(|word| word == view.id));
                if !is_asked {
                    let _ = figure.set_attribute("hidden", "");
                }
            }
        }
    }

    /// A view comes into sight or leaves it.
    fn see(&mut self, id: &str, is_in_sight: bool) {
        for (view, standing) in VIEWS.into_iter().zip(&mut self.standing) {
            if view.id == id {
                standing.is_in_sight = is_in_sight;
            }
        }
        self.draw(|standing| standing.is_in_sight);
    }
}
