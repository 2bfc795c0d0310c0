//! The page's state: one plan, and everything derived from it.

use std::sync::Arc;
use std::time::Duration;

use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;
use shardwise::catalog;
use shardwise::cost::legal::Reason;
use shardwise::cost::memory::Verdict;
use shardwise::cost::plan::Plan;
use shardwise::cost::units::Bytes;
use shardwise::cost::{Estimate, estimate};
use shardwise::link::{self, Warning};
use shardwise::search::cure::{Cure, cures};
use shardwise::text::number::Units;
use shardwise::text::{EN, Strings};

use crate::browser::{address, preferences};

/// Pause after the last change before the address is written: Safari allows a hundred a half
/// minute.
const ADDRESS_PAUSE: Duration = Duration::from_millis(300);
/// Pause before cures are worked out: they cost dozens of estimates.
const CURES_PAUSE: Duration = Duration::from_millis(120);

/// Handles to the page's state; cheap to copy into every view.
#[derive(Clone, Copy)]
pub(crate) struct Planner {
    /// The plan. Controls write it; nothing else does.
    pub(crate) plan: RwSignal<Plan>,
    /// Why the plan cannot exist; empty if it can.
    pub(crate) reasons: Memo<Vec<Reason>>,
    /// The estimate of the plan, or of the last legal one while it is illegal.
    pub(crate) estimate: Memo<Arc<Estimate>>,
    /// What the plan's address did not say clearly.
    pub(crate) link_warnings: RwSignal<Vec<Warning>>,
    /// Cures of the present plan; `None` while they are being worked out.
    pub(crate) cures: RwSignal<Option<Vec<Cure>>>,
    /// Memory of the fullest GPU when the present drag began.
    pub(crate) before_drag: RwSignal<Option<Bytes>>,
    /// In which unit memory is shown.
    pub(crate) units: RwSignal<Units>,
    /// The language.
    pub(crate) strings: &'static Strings,
}

/// What the model says of a plan. The estimate is shared, not copied, by all views.
type Outcome = Result<Arc<Estimate>, Vec<Reason>>;

impl Planner {
    /// Reads the plan from the address and keeps the two in step.
    pub(crate) fn new() -> Self {
        let (plan, warnings) = link::decode(&address::fragment());
        let plan = RwSignal::new(plan);
        let outcome = Memo::new(move |_| plan.with(|plan| -> Outcome { estimate(plan).map(Arc::new) }));
        let shown = Memo::new(move |last: Option<&Arc<Estimate>>| {
            outcome.with(|outcome| match (outcome, last) {
                (Ok(estimate), _) => Arc::clone(estimate),
                (Err(_), Some(last)) => Arc::clone(last),
                (Err(_), None) => Arc::new(fallback()),
            })
        });
        let reasons = Memo::new(move |_| {
            outcome.with(|outcome| outcome.as_ref().err().cloned().unwrap_or_default())
        });
        let planner = Self {
            plan,
            reasons,
            estimate: shown,
            link_warnings: RwSignal::new(warnings),
            cures: RwSignal::new(None),
            before_drag: RwSignal::new(None),
            units: RwSignal::new(first_units()),
            strings: &EN,
        };
        planner.keep_address();
        planner.keep_cures();
        planner
    }

    /// Changes the plan a little: a slider moves, a box is ticked.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Plan)) {
        self.plan.update(change);
    }

    /// Changes the plan at a stroke: a preset, a reset. Back returns to where it was.
    pub(crate) fn jump(&self, change: impl FnOnce(&mut Plan)) {
        address::replace(&self.plan.with_untracked(link::encode));
        self.plan.update(change);
        address::push(&self.plan.with_untracked(link::encode));
    }

    /// Back to the plain plan of the chosen model and cards.
    pub(crate) fn reset(&self) {
        self.jump(|plan| {
            let model = catalog::model(plan.model.preset).unwrap_or(plan.model);
            let mut cluster = plan.cluster;
            cluster.gpu = catalog::gpu(cluster.gpu.preset).unwrap_or(cluster.gpu);
            *plan = Plan::new(model, cluster);
        });
        self.link_warnings.set(Vec::new());
    }

    /// Whether the plan is legal.
    pub(crate) fn is_legal(&self) -> bool {
        self.reasons.with(Vec::is_empty)
    }

    /// A finger or key goes down on a slider.
    pub(crate) fn start_drag(&self) {
        let peak = self.estimate.with_untracked(|estimate| estimate.memory.peak());
        self.before_drag.set(Some(peak));
    }

    /// It goes up again.
    pub(crate) fn end_drag(&self) {
        self.before_drag.set(None);
    }

    /// Writes the address after changes, and reads it when it changes by other hands.
    fn keep_address(self) {
        let mut write = debounce(ADDRESS_PAUSE, move |()| {
            if let Some(fragment) = self.plan.try_with_untracked(link::encode) {
                address::replace(&fragment);
            }
        });
        Effect::new(move |before: Option<()>| {
            self.plan.track();
            // The first run is the reading, not a change.
            if before.is_some() {
                write(());
            }
        });
        address::on_change(move || {
            let fragment = address::fragment();
            if self.plan.with_untracked(link::encode) == fragment {
                return;
            }
            let (plan, warnings) = link::decode(&fragment);
            self.plan.set(plan);
            self.link_warnings.set(warnings);
        });
    }

    /// Works out cures once the plan has come to rest.
    fn keep_cures(self) {
        let mut work = debounce(CURES_PAUSE, move |()| {
            if let Some(cures) = self.plan.try_with_untracked(cures) {
                self.cures.set(Some(cures));
            }
        });
        Effect::new(move |_| {
            self.plan.track();
            if self.is_legal() && self.estimate.with(|estimate| estimate.memory.verdict) != Verdict::Fits {
                work(());
            }
        });
    }
}

/// The estimate shown before any plan was legal: that of the default plan, which always is.
fn fallback() -> Estimate {
    estimate(&catalog::default_plan()).unwrap_or_else(|_| unreachable!("the default plan is legal"))
}

/// The teacher's choice first, then the reader's own.
fn first_units() -> Units {
    match address::query("units").or_else(|| preferences::read("units")).as_deref() {
        Some("gb") => Units::Gb,
        _ => Units::Gib,
    }
}
