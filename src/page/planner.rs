//! The page's state: one plan, what follows from it, and how it is looked at.

use std::sync::Arc;
use std::time::Duration;

use cost::legal::Reason;
use cost::memory::Verdict;
use cost::plan::{Measured, Plan};
use cost::units::Bytes;
use cost::{Estimate, estimate};
use formats::catalog;
use formats::link::{self, Warning};
use formats::number::Units;
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;
use search::cure::Cure;
use search::diagnosis::{self, Advice};
use search::repair::nearest_legal;
use text::{EN, Strings};

use super::unloaded::Unloaded;
use super::{counting, locks};
use crate::browser::{address, preferences};

/// Pause after the last change until the plan counts as at rest: Safari allows a hundred addresses
/// a half minute, and cures cost dozens of estimates.
pub(crate) const REST: Duration = Duration::from_millis(300);

/// The themes, in the order in which the button goes round; the last one only a link chooses.
pub(crate) const THEMES: [&str; 4] = ["auto", "light", "dark", "projector"];

/// Handles to the page's state; cheap to copy into every view.
#[derive(Clone, Copy)]
pub(crate) struct Planner {
    /// The plan. [`Planner::change`] and [`Planner::jump`] write it; nothing else does.
    plan: RwSignal<Arc<Plan>>,
    outcome: Memo<Arc<Outcome>>,
    look: RwSignal<Arc<Look>>,
    /// The language.
    pub(crate) strings: &'static Strings,
}

/// What the model says of the plan.
#[derive(PartialEq)]
struct Outcome {
    /// The plan, or the last legal one while it is illegal.
    plan: Arc<Plan>,
    /// Its estimate.
    estimate: Arc<Estimate>,
    /// Why the plan cannot exist; empty if it can.
    reasons: Arc<[Reason]>,
}

/// How the plan is looked at: everything that is not in its link.
#[derive(Clone)]
pub(crate) struct Look {
    /// In which unit memory is shown.
    pub(crate) units: Units,
    /// How figures are counted: positions in [`Counting::CHOICES`].
    ///
    /// [`Counting::CHOICES`]: cost::convention::Counting::CHOICES
    pub(crate) counting: [usize; 3],
    /// Position in [`THEMES`].
    pub(crate) theme: usize,
    /// What the plan's address did not say clearly.
    pub(crate) link_warnings: Vec<Warning>,
    /// Memory of the fullest GPU when the present drag began.
    pub(crate) before_drag: Option<Bytes>,
    /// Cures of the plan that last came to rest.
    pub(crate) cures: Option<Cures>,
    /// What was found of the plan that last came to rest.
    pub(crate) diagnosis: Option<Arc<Found>>,
    /// How copying the address went.
    pub(crate) copied: Copied,
    /// Parts of the program that are late or have not come.
    pub(crate) unloaded: Vec<Unloaded>,
    /// What a screen reader was last told.
    pub(crate) said: String,
}

/// Cures of a plan that came to rest.
#[derive(Clone)]
pub(crate) struct Cures {
    /// The plan.
    pub(crate) plan: Arc<Plan>,
    /// What cures it.
    pub(crate) cures: Vec<Cure>,
    /// Whether all changes were tried: else the search was stopped.
    pub(crate) is_whole: bool,
}

/// What was found of a plan that came to rest.
pub(crate) struct Found {
    /// The plan.
    pub(crate) plan: Arc<Plan>,
    /// The change that helps it most.
    pub(crate) advice: Option<Advice>,
    /// Whether all changes were tried: else the search was stopped.
    pub(crate) is_whole: bool,
    /// What an expert would warn of.
    pub(crate) warnings: Vec<diagnosis::Warning>,
}

/// How copying the address went.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Copied {
    /// Not asked, or a while ago.
    No,
    /// It is on the clipboard.
    Yes,
    /// The browser refused: it is shown, to be copied by hand.
    ByHand,
}

/// Whether the plan is legal, and if so whether it fits.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum State {
    /// It cannot exist.
    Illegal,
    /// It can, with this verdict.
    Legal(Verdict),
}

impl Planner {
    /// Reads the plan from the address and keeps the two in step.
    pub(crate) fn new() -> Self {
        let (plan, link_warnings) = link::decode(&address::fragment());
        let plan = RwSignal::new(Arc::new(plan));
        let outcome =
            Memo::new(move |last: Option<&Arc<Outcome>>| Arc::new(Outcome::of(&plan.get(), last)));
        let look = RwSignal::new(Arc::new(Look {
            units: first_units(),
            counting: counting::first(),
            theme: first_theme(),
            link_warnings,
            before_drag: None,
            cures: None,
            diagnosis: None,
            copied: Copied::No,
            unloaded: Vec::new(),
            said: String::new(),
        }));
        let planner = Self {
            plan,
            outcome,
            look,
            strings: &EN,
        };
        planner.settle_at_rest();
        planner.follow_address();
        planner
    }

    /// The plan, now and whenever it changes.
    pub(crate) fn plan(&self) -> Arc<Plan> {
        self.plan.get()
    }

    /// The plan of this moment, for a listener.
    pub(crate) fn plan_now(&self) -> Arc<Plan> {
        self.plan.get_untracked()
    }

    /// The estimate of the plan, or of the last legal one while it is illegal.
    pub(crate) fn estimate(&self) -> Arc<Estimate> {
        Arc::clone(&self.outcome.get().estimate)
    }

    /// Why the plan cannot exist; empty if it can.
    pub(crate) fn reasons(&self) -> Arc<[Reason]> {
        Arc::clone(&self.outcome.get().reasons)
    }

    /// Whether the plan is legal, and if so whether it fits.
    pub(crate) fn state(&self) -> State {
        self.outcome.get().state()
    }

    /// How the plan is looked at.
    pub(crate) fn look(&self) -> Arc<Look> {
        self.look.get()
    }

    /// How the plan is looked at now, for a listener.
    pub(crate) fn look_now(&self) -> Arc<Look> {
        self.look.get_untracked()
    }

    /// In which unit memory is shown.
    pub(crate) fn units(&self) -> Units {
        self.look().units
    }

    /// Changes how the plan is looked at.
    pub(crate) fn set_look(&self, change: impl FnOnce(&mut Look)) {
        let mut look = self.look_now();
        change(Arc::make_mut(&mut look));
        self.put_look(look);
    }

    /// Puts another look in place: telling all that follow it is compiled once, not once a change.
    #[inline(never)]
    fn put_look(&self, look: Arc<Look>) {
        self.look.set(look);
    }

    /// Changes the plan a little: a slider moves, a box is ticked.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Plan)) {
        let mut plan = self.plan_now();
        let changed = Arc::make_mut(&mut plan);
        changed.hold_measured();
        change(changed);
        self.put_plan(plan);
    }

    /// Puts another plan in place, for the same reason. Whoever changes it, what is locked stays.
    #[inline(never)]
    fn put_plan(&self, mut plan: Arc<Plan>) {
        locks::hold(&self.plan_now(), Arc::make_mut(&mut plan));
        self.plan.set(plan);
    }

    /// Takes over what was measured, of the plan that it names or of the present one.
    pub(crate) fn measure(&self, mut measured: Measured) {
        if measured.is_empty() {
            measured = Measured::default();
        }
        let mut plan = self.plan_now();
        Arc::make_mut(&mut plan).measured = measured;
        self.put_plan(plan);
    }

    /// Changes the plan at a stroke: a preset, a cure, a reset. Back returns to where it was.
    pub(crate) fn jump(&self, change: impl FnOnce(&mut Plan)) {
        address::replace(&self.link());
        self.change(change);
        address::push(&self.link());
    }

    /// Back to the plain plan of the chosen model and cards.
    pub(crate) fn reset(&self) {
        self.jump(|plan| {
            let model = catalog::model(plan.model.preset).unwrap_or(plan.model);
            let mut cluster = plan.cluster;
            cluster.gpu = catalog::gpu(cluster.gpu.preset).unwrap_or(cluster.gpu);
            *plan = Plan::new(model, cluster);
        });
        self.set_look(|look| look.link_warnings.clear());
    }

    /// The plan's fragment.
    pub(crate) fn link(&self) -> String {
        link::encode(&self.plan_now())
    }

    /// A finger or mouse goes down on a slider.
    pub(crate) fn start_drag(&self) {
        let peak = self.outcome.get_untracked().estimate.memory.peak();
        self.set_look(|look| look.before_drag = Some(peak));
    }

    /// It goes up again.
    pub(crate) fn end_drag(&self) {
        if self.look.get_untracked().before_drag.is_some() {
            self.set_look(|look| look.before_drag = None);
        }
    }

    /// Once the plan has come to rest: writes its address, and tells a screen reader if the verdict
    /// has changed. What helps it is found by the later figures.
    fn settle_at_rest(self) {
        let mut told = self.outcome.get_untracked().state();
        let mut settle = debounce(REST, move |is_first: bool| {
            if !is_first {
                address::replace(&self.link());
            }
            let state = self.outcome.get_untracked().state();
            if state != told {
                let said = self.announcement(state);
                self.set_look(|look| look.said = said);
            }
            told = state;
        });
        Effect::new(move |before: Option<()>| {
            self.plan.track();
            settle(before.is_none());
        });
    }

    fn announcement(&self, state: State) -> String {
        match state {
            State::Illegal => String::from(self.strings.frame.illegal),
            State::Legal(_) => {
                let units = self.look.get_untracked().units;
                (self.strings.announcement)(&self.outcome.get_untracked().estimate, units)
            }
        }
    }

    /// Reads the plan again when the address changes by other hands.
    fn follow_address(self) {
        address::on_change(move || {
            let fragment = address::fragment();
            if self.link() == fragment {
                return;
            }
            self.follow(&fragment);
        });
    }

    /// Goes where a link leads, and says what of it was not understood. A link may set what is
    /// locked.
    pub(crate) fn follow(self, fragment: &str) {
        let (plan, link_warnings) = link::decode(fragment);
        self.plan.set(Arc::new(plan));
        self.set_look(|look| look.link_warnings = link_warnings);
    }
}

/// What the figures that come later need of it.
impl Planner {
    /// Calls back now, and whenever the plan or how it is looked at has changed.
    pub(crate) fn on_change(self, act: impl Fn() + 'static) {
        Effect::new(move |_| {
            self.plan.track();
            self.look.track();
            act();
        });
    }

    /// The plan of this moment, or the last legal one while it is illegal, and its estimate.
    pub(crate) fn estimated_now(&self) -> (Arc<Plan>, Arc<Estimate>) {
        let outcome = self.outcome.get_untracked();
        (Arc::clone(&outcome.plan), Arc::clone(&outcome.estimate))
    }

    /// Whether the plan of this moment cannot exist.
    pub(crate) fn is_illegal_now(&self) -> bool {
        self.state_now() == State::Illegal
    }

    /// Whether the plan of this moment is legal, and if so whether it fits.
    pub(crate) fn state_now(&self) -> State {
        self.outcome.get_untracked().state()
    }

    /// Starts from a plan, whatever is locked: the browser's Back returns to the present one.
    pub(crate) fn set_out(&self, plan: Plan) {
        address::replace(&self.link());
        self.plan.set(Arc::new(plan));
        address::push(&self.link());
        self.set_look(|look| look.link_warnings.clear());
    }

    /// Goes to another plan, at a stroke or as a slider goes.
    pub(crate) fn go_to(&self, plan: Plan, way: Way) {
        let go = |kept: &mut Plan| *kept = plan;
        match way {
            Way::Jump => self.jump(go),
            Way::Move => self.change(go),
        }
        self.set_look(|look| look.link_warnings.clear());
    }
}

/// How to go to another plan.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// At a stroke: the browser's Back returns.
    Jump,
    /// As a slider does.
    Move,
}

impl Outcome {
    fn of(plan: &Arc<Plan>, last: Option<&Arc<Self>>) -> Self {
        let (plan, estimate, reasons) = match (estimate(plan), last) {
            (Ok(estimate), _) => (Arc::clone(plan), Arc::new(estimate), Vec::new()),
            (Err(reasons), Some(last)) => {
                let (plan, estimate) = (&last.plan, &last.estimate);
                (Arc::clone(plan), Arc::clone(estimate), reasons)
            }
            (Err(reasons), None) => {
                let (plan, estimate) = fallback(plan);
                (Arc::new(plan), Arc::new(estimate), reasons)
            }
        };
        Self {
            plan,
            estimate,
            reasons: reasons.into(),
        }
    }

    fn state(&self) -> State {
        if self.reasons.is_empty() {
            State::Legal(self.estimate.memory.verdict)
        } else {
            State::Illegal
        }
    }
}

/// What is shown before any plan was legal: one nearby, else the default plan, which always is.
fn fallback(plan: &Plan) -> (Plan, Estimate) {
    let estimated = |plan: Plan| {
        let estimate = estimate(&plan).ok()?;
        Some((plan, estimate))
    };
    nearest_legal(plan)
        .and_then(estimated)
        .or_else(|| estimated(catalog::default_plan()))
        .unwrap_or_else(|| unreachable!())
}

/// The teacher's choice first, then the reader's own.
fn first_units() -> Units {
    match address::query("units")
        .or_else(|| preferences::read("units"))
        .as_deref()
    {
        Some("gb") => Units::Gb,
        _ => Units::Gib,
    }
}

/// The same for the theme, which is shown at once.
fn first_theme() -> usize {
    let chosen = address::query("theme").or_else(|| preferences::read("theme"));
    let theme = THEMES
        .iter()
        .position(|theme| chosen.as_deref() == Some(theme))
        .unwrap_or(0);
    preferences::show_theme(THEMES[theme]);
    theme
}
