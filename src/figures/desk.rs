//! The figures' state, and when they are drawn.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use crate::browser::by_id;
use crate::browser::events::{classes, listen, target};
use crate::browser::preferences;
use crate::browser::slices::{self, Begun, Slice, Work};
use crate::browser::timing::{after, next_frame};
use crate::browser::visibility::Watch;
use crate::markup::Drawn;
use cost::convention::Counting;
use cost::plan::Plan;
use cost::{Estimate, estimate};
use formats::number::Units;
use text::figures::FigureText;
use text::{EN_FIGURES, Strings};
use web_sys::Event;

use super::accuracy::Accuracy;
use super::advice;
use super::behind::{self, Behind};
use super::compare::{self, Snapshots};
use super::heard::{HEARD, VIEWS};
use super::history::History;
use super::last_inch::Looked;
use super::lesson::{self, Lessons};
use super::map::Map;
use super::published;
use super::run::RunView;
use super::search::{self, Search};
use super::share::{self, Share};
use super::sweep::Sweeps;
use super::terms;
use super::timeline::Comb;
use super::view::View;
use super::waterfall;
use crate::page::app::LATER;
use crate::page::planner::{Planner, REST, Way};

/// The element of the head in which their buttons live.
const BAR: &str = "later-bar";
/// How long drawing what is out of sight may take. It is a dozen of views: only a page that is
/// given no time takes longer, and then draws each as it comes into sight.
const DRAWING: Duration = Duration::from_secs(10);

/// What the figures show, and what they remember.
pub(super) struct Desk {
    /// The page's state.
    planner: Planner,
    /// The plan; while that cannot exist, the last one that could.
    pub(super) plan: Arc<Plan>,
    /// Its estimate.
    pub(super) estimate: Arc<Estimate>,
    /// The estimate from before the present drag.
    pub(super) before: Option<Arc<Estimate>>,
    /// Whether the page's plan cannot exist.
    pub(super) is_stale: bool,
    /// How the page looks at it.
    pub(super) sight: Sight,
    /// What the figures say.
    pub(super) words: &'static FigureText,
    /// The estimate of the plan's rival, if it has one that can exist.
    pub(super) rival: Option<Estimate>,
    /// Where the plan has been.
    pub(super) history: History,
    /// Plans that are kept in this browser.
    pub(super) snapshots: Snapshots,
    /// Published runs.
    pub(super) accuracy: Accuracy,
    /// What stands in the head of the page.
    bar: Option<Drawn>,
    /// What stands behind the first figures.
    pub(super) behind: [Behind; 2],
    /// Memory in depth.
    pub(super) terms: terms::Terms,
    /// Where the time goes.
    pub(super) waterfall: waterfall::Chosen,
    /// The step as it runs.
    pub(super) timeline: Comb,
    /// Sweeps.
    pub(super) sweep: Sweeps,
    /// The run.
    pub(super) run: RunView,
    /// The GPU that is looked at.
    pub(super) map: Map,
    /// The kernel that is looked at.
    pub(super) last_inch: Looked,
    /// The best layout.
    pub(super) search: &'static mut Search,
    /// Handing the plan on, and bringing one in.
    pub(super) share: Share,
    /// Lessons.
    pub(super) lessons: Lessons,
    /// What the head's figures would be, while a reader looks at a layout.
    pub(super) preview: Option<Estimate>,
    /// Figures whose details are open, by their ids.
    open: Vec<String>,
    /// Each view as it stands.
    standing: Vec<Standing>,
    /// Knows which views are in sight.
    watch: Watch,
    /// The drawing of what is out of sight, while it goes on.
    drawing: Option<Begun>,
    /// Whether what has changed is drawn in the next frame.
    is_due: bool,
    /// What a screen reader had been told when the plan last came to rest.
    told: String,
    /// States heard so far: a pause belongs to the last one.
    states: u32,
    /// What is left to do once all views are there for the first time.
    once_up: Option<fn(Planner)>,
    /// What is left to do once the desk is free again.
    afterwards: Vec<Box<dyn FnOnce()>>,
}

/// How the page looks at its plan.
#[derive(Clone, Copy, Default)]
pub(super) struct Sight {
    /// In which unit memory is shown.
    pub(super) units: Units,
    /// How figures are counted: positions in [`Counting::CHOICES`].
    ///
    /// [`Counting::CHOICES`]: cost::convention::Counting::CHOICES
    pub(super) counting: [usize; 3],
    /// Whether a finger holds a slider.
    pub(super) is_dragging: bool,
}

/// A view in the page.
struct Standing {
    drawn: Option<Drawn>,
    is_in_sight: bool,
    /// Whether it shows the present state.
    is_current: bool,
}

impl Standing {
    /// It does not show the present state any more. The browser spends no time on its figure while
    /// that is out of sight (`views.css`).
    fn fall_behind(&mut self, id: &str) {
        let was_current = std::mem::replace(&mut self.is_current, false);
        if was_current && !self.is_in_sight {
            mark(id, true);
        }
    }
}

thread_local! {
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

/// Puts the figures up for the page's plan, one after the other, and begins to listen; `once_up` is
/// called when all are there.
pub(super) fn open(planner: Planner, once_up: fn(Planner)) {
    let standing = VIEWS.iter().map(|_| Standing {
        drawn: None,
        is_in_sight: false,
        is_current: false,
    });
    let (plan, estimate) = planner.estimated_now();
    let desk = Desk {
        planner,
        rival: rival_of(&plan),
        plan,
        estimate,
        before: None,
        is_stale: false,
        sight: Sight::default(),
        words: &EN_FIGURES,
        history: History::default(),
        snapshots: Snapshots::kept(),
        accuracy: Accuracy::default(),
        bar: None,
        behind: Default::default(),
        terms: terms::Terms::default(),
        waterfall: waterfall::Chosen::default(),
        timeline: Comb::default(),
        sweep: Sweeps::default(),
        run: RunView::default(),
        map: Map::default(),
        last_inch: Looked::default(),
        // Behind a pointer that is never given back, so that what takes it apart is not needed here.
        search: Box::leak(Box::default()),
        share: Share::default(),
        lessons: Lessons::default(),
        preview: None,
        open: Vec::new(),
        standing: standing.collect(),
        watch: Watch::new(|figure, is_in_sight| {
            let id = figure.id();
            at(|desk| desk.see(&id, is_in_sight));
        }),
        drawing: None,
        is_due: false,
        told: String::new(),
        states: 0,
        once_up: Some(once_up),
        afterwards: Vec::new(),
    };
    DESK.with(|place| *place.borrow_mut() = Some(desk));
    at(Desk::look);
    at(behind::put_up);
    at(Desk::draw_rest);
    planner.on_change(|| {
        at(|desk| {
            desk.look();
            desk.change();
        });
    });
    preferences::on_change(|| {
        at(|desk| {
            desk.snapshots.follow();
            lesson::follow(desk);
            desk.change();
        });
    });
    for &(name, answer) in HEARD {
        listen(name, move |event| {
            at(|desk| {
                if answer(desk, event) {
                    desk.change();
                    desk.draw_due();
                }
            });
        });
    }
}

/// Does something at the desk, then what it leaves to be done. Events that the figures cause
/// themselves find it taken, and are none of its business.
pub(super) fn at(act: impl FnOnce(&mut Desk)) {
    let mut act = Some(act);
    at_once(&mut |desk| {
        if let Some(act) = act.take() {
            act(desk);
        }
    });
}

/// The same for every act: compiled once.
fn at_once(act: &mut dyn FnMut(&mut Desk)) {
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

/// The estimate of a plan's rival, if it has one that can exist.
fn rival_of(plan: &Plan) -> Option<Estimate> {
    estimate(plan.rival.as_deref()?).ok()
}

impl Desk {
    /// Leaves something to be done once the desk is free: what may cause events.
    pub(super) fn afterwards(&mut self, act: impl FnOnce() + 'static) {
        self.afterwards.push(Box::new(act));
    }

    /// Goes to another plan at a stroke; the browser's Back returns. What is pinned stays so.
    pub(super) fn jump(&mut self, plan: &Plan) {
        let mut plan = plan.clone();
        if plan.rival.is_none() {
            plan.rival.clone_from(&self.plan.rival);
        }
        self.go_to(plan, Way::Jump);
    }

    /// Goes to another plan, and to its rival if it has one.
    pub(super) fn go_to(&mut self, plan: Plan, way: Way) {
        let planner = self.planner;
        self.afterwards(move || planner.go_to(plan, way));
    }

    /// The plan of the page, which may be one that cannot exist.
    pub(super) fn page_plan(&self) -> Arc<Plan> {
        self.planner.plan_now()
    }

    /// Starts from a plan, whatever is locked; the browser's Back returns to the present one.
    pub(super) fn set_out(&mut self, plan: Plan) {
        let planner = self.planner;
        self.afterwards(move || planner.set_out(plan));
    }

    /// Tells a screen reader something of the plan that comes to rest. A verdict that has changed
    /// with it was said a moment ago, and is not cut short.
    pub(super) fn say_too(&mut self, words: String) {
        let planner = self.planner;
        let told = self.told.clone();
        self.afterwards(move || {
            planner.set_look(|look| {
                let verdict = if look.said == told { "" } else { &look.said };
                look.said = [verdict, " ", &words].concat();
            });
        });
    }

    /// The estimate of the page's plan, if that can exist.
    pub(super) fn page_estimate(&self) -> Option<&Estimate> {
        (!self.is_stale).then_some(&*self.estimate)
    }

    /// Tells a screen reader something.
    pub(super) fn say(&mut self, words: &'static str) {
        let planner = self.planner;
        self.afterwards(move || planner.set_look(|look| words.clone_into(&mut look.said)));
    }

    /// What the first figures say.
    pub(super) fn strings(&self) -> &'static Strings {
        self.planner.strings
    }

    /// How the reader counts figures.
    pub(super) fn counting(&self) -> Counting {
        Counting::of(self.sight.counting)
    }

    /// One view alone has changed: it is drawn again at once if it is in sight, else when it
    /// comes there.
    pub(super) fn refresh(&mut self, id: &str) {
        for (view, standing) in VIEWS.iter().zip(&mut self.standing) {
            if view.id == id {
                standing.is_current = false;
            }
        }
        self.draw_in_sight();
    }

    /// Whether a view is in sight.
    pub(super) fn is_in_sight(&self, id: &str) -> bool {
        let mut views = VIEWS.iter().zip(&self.standing);
        views.any(|(view, standing)| view.id == id && standing.is_in_sight)
    }

    /// Whether a figure's details are open.
    pub(super) fn is_open(&self, figure: &str) -> bool {
        self.open.iter().any(|open| open == figure)
    }

    /// Notes whether a figure's details are open now, if it is one that was opened or closed.
    pub(super) fn fold(&mut self, event: &Event) -> bool {
        let details = target(event).filter(|details| classes(details) == "numbers");
        let Some(details) = details else {
            return false;
        };
        let Ok(Some(figure)) = details.closest("main figure") else {
            return false;
        };
        // A figure may have further details, which have ids of their own.
        let own = details.id();
        let figure = if own.is_empty() { figure.id() } else { own };
        self.open.retain(|open| *open != figure);
        if details.has_attribute("open") {
            self.open.push(figure);
        }
        true
    }

    /// Takes over what the page shows.
    fn look(&mut self) {
        let look = self.planner.look_now();
        self.sight = Sight {
            units: look.units,
            counting: look.counting,
            is_dragging: look.before_drag.is_some(),
        };
        if !self.sight.is_dragging {
            self.before = None;
        } else if self.before.is_none() {
            self.before = Some(Arc::clone(&self.estimate));
        }
        self.is_stale = self.planner.is_illegal_now();
        let (plan, estimate) = self.planner.estimated_now();
        if plan.rival != self.plan.rival {
            self.rival = rival_of(&plan);
        }
        (self.plan, self.estimate) = (plan, estimate);
    }

    /// What the figures show has changed: what is in sight is drawn by the next frame, for a drag
    /// tells more plans than the browser paints; the rest when nothing has changed for a while.
    pub(super) fn change(&mut self) {
        for (view, standing) in VIEWS.iter().zip(&mut self.standing) {
            standing.fall_behind(view.id);
        }
        say_busy(true);
        // What is out of sight waits until the plan rests again, but for the first time.
        if self
            .standing
            .iter()
            .all(|standing| standing.drawn.is_some())
        {
            self.drawing = None;
        }
        advice::follow(self.planner);
        if !self.is_due {
            self.is_due = true;
            next_frame(|_| at(Desk::draw_due));
        }
        self.states = self.states.wrapping_add(1);
        let state = self.states;
        after(REST, move || {
            at(|desk| {
                if desk.states == state {
                    desk.rest();
                }
            });
        });
    }

    /// Draws what is in sight, if it is due: an answer to a reader's click stands at once.
    fn draw_due(&mut self) {
        if !std::mem::take(&mut self.is_due) {
            return;
        }
        published::show(self);
        compare::deltas(self);
        self.draw_bar();
        share::show(self);
        lesson::show(self);
        terms::show(self);
        behind::show(self, false);
        self.draw_in_sight();
    }

    /// Draws the views in sight: as many as one slice of work can, the others in the next frame.
    fn draw_in_sight(&mut self) {
        let slice = Slice::begin();
        for (index, view) in VIEWS.iter().enumerate() {
            let standing = &self.standing[index];
            if standing.is_current || !standing.is_in_sight {
                continue;
            }
            self.draw_one(index, view);
            if slice.is_over() {
                next_frame(|_| at(Self::draw_in_sight));
                return;
            }
        }
    }

    /// The plan has come to rest.
    fn rest(&mut self) {
        if !self.sight.is_dragging {
            self.history.rest(self.planner.plan_now());
        }
        advice::seek(self.planner);
        lesson::rest(self);
        let planner = self.planner;
        self.afterwards(move || at(|desk| desk.told.clone_from(&planner.look_now().said)));
        self.draw_bar();
        self.draw_rest();
    }

    /// Draws what is out of sight, a view at a time, so that nobody waits for all of them.
    fn draw_rest(&mut self) {
        let first: [fn(&mut Self); 2] = [|desk| behind::show(desk, true), terms::catch_up];
        let rest = Rest {
            first: first.into_iter(),
        };
        self.drawing = Some(slices::begin(rest, DRAWING));
    }

    /// Draws the next view that is not there, or does not show the present state; tells whether
    /// there was one.
    fn draw_next(&mut self) -> bool {
        let standing = self.standing.iter();
        let is_behind = |standing: &Standing| standing.drawn.is_none() || !standing.is_current;
        let Some(index) = standing.into_iter().position(is_behind) else {
            return false;
        };
        let view = VIEWS[index];
        if self.standing[index].drawn.is_some() {
            self.draw_one(index, view);
        } else {
            self.put_up(index, view);
        }
        true
    }

    pub(super) fn draw_bar(&mut self) {
        let bar = compare::bar(self).into();
        if let Some(drawn) = &mut self.bar {
            drawn.update(bar);
        } else if let Some(place) = by_id(BAR) {
            let drawn = Drawn::new(bar);
            let _ = place.append_child(&drawn.node);
            self.bar = Some(drawn);
        }
    }

    /// Draws one view again, of which alone something has changed, in sight or not: what its reader
    /// acts on by keys may have been moved out of sight by a view above it.
    pub(super) fn again(&mut self, id: &str) {
        for (index, view) in VIEWS.iter().enumerate() {
            if view.id == id {
                self.draw_one(index, view);
            }
        }
    }

    fn draw_one(&mut self, index: usize, view: &View) {
        let figure = view.figure(self);
        let standing = &mut self.standing[index];
        standing.is_current = true;
        mark(view.id, false);
        if let Some(drawn) = &mut standing.drawn {
            drawn.update(figure.into());
            (view.paint)(self);
        }
    }

    /// Puts a view into the page for the first time, behind those that are there.
    fn put_up(&mut self, index: usize, view: &View) {
        let drawn = Drawn::new(view.figure(self).into());
        if let Some(place) = by_id(LATER) {
            let _ = place.append_child(&drawn.node);
        }
        let standing = &mut self.standing[index];
        standing.drawn = Some(drawn);
        standing.is_current = true;
        (view.paint)(self);
        if let Some(figure) = by_id(view.id) {
            self.watch.add(&figure);
        }
    }

    /// A view comes into sight or leaves it.
    fn see(&mut self, id: &str, is_in_sight: bool) {
        for (view, standing) in VIEWS.iter().zip(&mut self.standing) {
            if view.id == id {
                standing.is_in_sight = is_in_sight;
            }
        }
        self.draw_in_sight();
        if id == search::ID && is_in_sight {
            search::come_into_sight(self);
        }
    }
}

/// Says whether figures out of sight still show an earlier plan.
fn say_busy(is_busy: bool) {
    say_of("figures", "aria-busy", is_busy);
}

/// Marks a figure as one that still shows an earlier plan, or as one that does not.
fn mark(id: &str, is_behind: bool) {
    say_of(id, "data-behind", is_behind);
}

/// Says of an element whether something is so.
fn say_of(id: &str, attribute: &str, is_so: bool) {
    let Some(element) = by_id(id) else {
        return;
    };
    // Where it cannot be said the figures follow all the same.
    let _ = if is_so {
        element.set_attribute(attribute, "true")
    } else {
        element.remove_attribute(attribute)
    };
}

/// The drawing of what is out of sight: first what stands behind the first figures, then the views.
struct Rest {
    first: std::array::IntoIter<fn(&mut Desk), 2>,
}

impl Work for Rest {
    fn step(&mut self) -> bool {
        let mut is_more = true;
        let next = self.first.next();
        at(|desk| match next {
            Some(draw) => draw(desk),
            None => is_more = desk.draw_next(),
        });
        is_more
    }

    fn end(self: Box<Self>, _: bool) {
        at(|desk| {
            say_busy(false);
            if let Some(act) = desk.once_up.take() {
                let planner = desk.planner;
                desk.afterwards(move || act(planner));
            }
        });
    }
}
