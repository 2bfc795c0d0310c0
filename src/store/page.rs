//! State that all panels see.

use std::sync::{Arc, OnceLock};

use cost::legal::Reason;
use cost::moment::StepMoment;
use cost::plan::Plan;
use cost::trace::TraceScene;
use cost::units::Bytes;
use cost::why::Figure;
use cost::{Estimate, estimate};
use formats::catalog;
use formats::link::presentation::{Presentation, View};
use formats::link::{self, LinkWarning};
use formats::number::Units;
use search::change::Change;
use search::cure::Cure;
use search::diagnosis::{self, Advice};
use search::repair::nearest_legal;

use super::derived::Derived;
use super::guess::Guess;
use super::history::History;
use super::parts::{Part, PartState, Parts};
use super::plan_state::PlanState;
use super::settings::ViewSettings;
use super::stops::StopMarks;

/// The figures that are always in sight; on a phone, one of them or the open tab.
pub(crate) const PINNED: [View; 2] = [View::Memory, View::Overheads];

/// The preference that says that this is not the first visit.
pub(crate) const FIRST_VISIT: &str = "first";

/// The plan of a first visit: it fits, and a drag of the pipeline takes it over the edge.
pub(crate) const FIRST_PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

/// The page's state: one plan, its estimate, and the view settings.
#[derive(Clone)]
pub(crate) struct Page {
    /// The plan of the controls and the address, which may be illegal.
    pub(crate) draft: Arc<Plan>,
    /// The draft when it last came to rest.
    pub(crate) rested: Arc<Plan>,
    /// The plan that is shown: the draft, or the last legal one while the draft is illegal.
    pub(crate) plan: Arc<Plan>,
    /// The estimate of the plan that is shown.
    pub(crate) estimate: Arc<Estimate>,
    /// Reasons why the draft is illegal; empty if it is legal.
    pub(crate) reasons: Arc<[Reason]>,
    /// Figures that follow from that estimate, each computed when a view first reads it.
    pub(super) derived: Arc<Derived>,
    /// True if a plan of the reader's was legal, so that figures of an illegal one show that plan.
    pub(crate) had_legal: bool,
    /// The changes that repair the draft, for each reason, once a view has read them.
    pub(super) repairs: Arc<OnceLock<Repairs>>,
    /// The estimate of the pinned plan, if that is legal.
    pub(crate) rival: Option<Arc<Estimate>>,
    /// The estimate from before the present drag.
    pub(crate) before_drag: Option<Arc<Estimate>>,
    /// True if a key drags, not a pointer.
    pub(super) is_by_keys: bool,
    /// View settings.
    pub(crate) settings: ViewSettings,
    /// The page's address, without the fragment.
    pub(crate) address: String,
    /// Presentation that the query asks for.
    pub(crate) presentation: Presentation,
    /// The place in a scene to which the player of a step goes.
    pub(crate) watched: WatchedPlace,
    /// True if the page is embedded in another one.
    is_framed: bool,
    /// True if the address names nothing and no earlier visit is remembered.
    pub(crate) is_first_visit: bool,
    /// The page's setting for a lesson's step.
    pub(crate) step: StepScene,
    /// Parts of the address that were not understood.
    pub(crate) link_warnings: Vec<LinkWarning>,
    /// Keys of the controls that kept their values under the last address, as a lesson's step locks
    /// them.
    pub(crate) kept_locks: Vec<&'static str>,
    /// Previous plans, for undo.
    pub(crate) history: History,
    /// Cures of the plan that last came to rest.
    pub(crate) cures: Option<Cures>,
    /// Diagnosis of the plan that last came to rest.
    pub(crate) diagnosis: Option<Arc<Findings>>,
    /// Marks of the controls, of the plan that last came to rest.
    pub(crate) stops: Option<Arc<dyn StopMarks>>,
    /// Outcome of copying the address.
    pub(crate) copied: AddressCopy,
    /// States of later parts of the program.
    pub(crate) parts: Parts,
    /// Last announcement to screen readers.
    pub(crate) announced: String,
    /// Announcement when the plan last came to rest.
    pub(super) announced_at_rest: String,
    /// State of the plan at the last announcement of a verdict.
    pub(super) announced_state: PlanState,
    /// Figures of the plan at the last rest, in words.
    pub(super) announced_figures: String,
    /// Estimate of another layout that a reader looks at.
    pub(crate) preview: Option<Arc<Estimate>>,
    /// The moment of the plan's step at which the timeline's cursor stands.
    pub(crate) moment: Option<Arc<StepMoment>>,
    /// Notes of later figures for the head.
    pub(crate) notes: HeadNotes,
    /// The view whose tab is open.
    pub(crate) tab: View,
    /// On a phone, the figure that is shown in place of the open tab.
    pub(crate) pinned: Option<View>,
    /// True while the page is printed, with all views.
    pub(crate) is_printed: bool,
    /// Views that are shown alone, by the query or by a lesson's step; none: the open tab is shown.
    pub(crate) alone: Vec<View>,
    /// Details that the reader has opened, by their ids or those of their figures.
    pub(super) open: Vec<String>,
    /// Details that the reader has closed, by their ids or those of their figures.
    pub(super) closed: Vec<String>,
    /// The GPU that a reader has chosen, for all views: its stage, and its place in the stage.
    chosen_gpu: Option<[u64; 2]>,
    /// The figure whose arithmetic is open.
    pub(crate) opened: Option<Figure>,
    /// The prediction that the reader makes; the plan stays as it is meanwhile.
    pub(crate) guess: Option<Guess>,
    /// Keys of the controls that are marked, as causes of what a figure shows.
    pub(crate) marked_controls: Vec<String>,
    /// Number of marks so far: only the end of the last one counts.
    pub(super) marks: u32,
    /// True if the plan is one of the address or of the history, not a change by the reader.
    pub(crate) is_recalled: bool,
    /// True if the address has been written since the plan last moved.
    pub(super) is_written: bool,
}

/// The page's setting for a lesson's step.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepScene {
    /// Keys of the controls that are locked beside those of the query.
    pub(crate) locks: Vec<&'static str>,
    /// The views that the step names; all if there are none.
    pub(crate) views: Vec<View>,
    /// Keys of the controls that the step is about, which stand above all others.
    pub(crate) controls: Vec<&'static str>,
    /// The scene of the player and its moment, counted from 1, or 0.
    pub(crate) watched: Option<(TraceScene, u64)>,
}

/// A place in a scene to which the address, a step of a lesson or another view sends the player of a
/// step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct WatchedPlace {
    /// The scene; `None` leaves the choice to the player.
    pub(crate) scene: Option<TraceScene>,
    /// The moment, counted from 1; 0 is the start.
    pub(crate) moment: u64,
    /// Number of such places so far: the player goes to each of them once.
    pub(crate) number: u32,
}

/// Notes of later figures for the head.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct HeadNotes {
    /// Sentence with the measurements of the plan, if it is a published run. Its place stays once a
    /// sentence is possible, so that nothing moves.
    pub(crate) published: Option<String>,
    /// Differences of the head's figures from the pinned plan, or to the layout that a reader looks
    /// at: memory, MFU, bubble, step, days.
    pub(crate) moves: [FigureMove; 5],
}

/// Difference of a figure from another plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct FigureMove {
    /// The difference, or the figure of the other plan; empty if there is no other.
    pub(crate) shown: String,
    /// The figure of the pinned plan in a sentence; empty if the other plan is not pinned.
    pub(crate) pinned: String,
}

/// Outcome of copying the address.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum AddressCopy {
    /// Not requested, or a while ago.
    #[default]
    No,
    /// The address is on the clipboard.
    Yes,
    /// The browser refused: the address is shown for the reader to copy.
    ByHand,
}

/// The changes that repair a plan, for each reason why it is illegal.
pub(super) type Repairs = Vec<Vec<Change>>;

/// Cures of a plan that came to rest.
#[derive(Clone)]
pub(crate) struct Cures {
    /// The plan that the cures are for.
    pub(crate) plan: Arc<Plan>,
    /// Changes that make the plan fit.
    pub(crate) cures: Vec<Cure>,
    /// True if all changes were tried; false if the search was stopped.
    pub(crate) is_whole: bool,
}

/// Diagnosis of a plan that came to rest.
pub(crate) struct Findings {
    /// The diagnosed plan.
    pub(crate) plan: Arc<Plan>,
    /// The change that helps the plan most.
    pub(crate) advice: Option<Advice>,
    /// True if all changes were tried; false if the search was stopped.
    pub(crate) is_whole: bool,
    /// Warnings of the expert checks.
    pub(crate) warnings: Vec<diagnosis::ExpertWarning>,
}

/// Input of a page at its start.
pub(crate) struct Start<'a> {
    /// The page's address, without the fragment.
    pub(crate) address: &'a str,
    /// The fragment of the page's address.
    pub(crate) fragment: &'a str,
    /// The query of the page's address.
    pub(crate) query: &'a str,
    /// True if the page is embedded in another one.
    pub(crate) is_framed: bool,
    /// The language that the query names, if the page cannot speak it.
    pub(crate) language: Option<LinkWarning>,
    /// Preferences of the reader, by key.
    pub(crate) remembered: &'a dyn Fn(&str) -> Option<String>,
}

impl Page {
    /// A page at its start.
    pub(crate) fn open(start: &Start) -> Self {
        let (presentation, mut warnings) = Presentation::decode(start.query);
        let is_first_visit = !start.is_framed
            && start.fragment.is_empty()
            && start.query.is_empty()
            && (start.remembered)(FIRST_VISIT).is_none();
        let fragment = if is_first_visit {
            FIRST_PLAN
        } else {
            start.fragment
        };
        let (plan, unclear) = link::decode(fragment);
        warnings.splice(0..0, unclear);
        warnings.extend(start.language.clone());
        let chosen = |key: &str| {
            let asked = presentation.choice(key).map(str::to_owned);
            asked.or_else(|| (start.remembered)(key))
        };
        let draft = Arc::new(plan);
        let (plan, estimate, reasons) = match estimate(&draft) {
            Ok(estimate) => (Arc::clone(&draft), estimate, Vec::new()),
            Err(reasons) => {
                let (plan, estimate) = fallback(&draft);
                (Arc::new(plan), estimate, reasons)
            }
        };
        let settings = ViewSettings::chosen(&chosen);
        let watched = WatchedPlace {
            scene: presentation.scene,
            moment: presentation.at,
            number: 1,
        };
        let mut page = Self {
            rival: rival_of(&plan),
            tab: presentation.tab.unwrap_or(View::TABS[0]),
            pinned: presentation.tab.is_none().then_some(PINNED[0]),
            is_printed: false,
            alone: presentation.view.clone(),
            rested: Arc::clone(&draft),
            draft,
            plan,
            estimate: Arc::new(estimate),
            derived: Arc::default(),
            repairs: Arc::default(),
            had_legal: reasons.is_empty(),
            reasons: reasons.into(),
            before_drag: None,
            is_by_keys: false,
            settings,
            address: start.address.to_owned(),
            presentation,
            watched,
            is_framed: start.is_framed,
            is_first_visit,
            step: StepScene::default(),
            link_warnings: warnings,
            kept_locks: Vec::new(),
            history: History::default(),
            cures: None,
            diagnosis: None,
            stops: None,
            copied: AddressCopy::No,
            parts: Parts::default(),
            announced: String::new(),
            announced_at_rest: String::new(),
            announced_state: PlanState::Illegal,
            announced_figures: String::new(),
            preview: None,
            moment: None,
            notes: HeadNotes::default(),
            open: Vec::new(),
            closed: Vec::new(),
            chosen_gpu: None,
            opened: None,
            guess: None,
            marked_controls: Vec::new(),
            marks: 0,
            is_recalled: false,
            is_written: !is_first_visit,
        };
        if !page.offers(page.tab) {
            page.tab = View::TABS[0];
        }
        page.announced_state = page.state();
        page.announced_figures = text::results::moved_figures(&page.estimate, page.units());
        page
    }

    /// State of the draft.
    pub(crate) fn state(&self) -> PlanState {
        if self.reasons.is_empty() {
            PlanState::Legal(self.estimate.memory.verdict)
        } else {
            PlanState::Illegal
        }
    }

    /// True if the draft is illegal, so that figures show an earlier plan.
    pub(crate) fn is_stale(&self) -> bool {
        !self.reasons.is_empty()
    }

    /// The estimate of the draft, if it is legal.
    pub(crate) fn draft_estimate(&self) -> Option<&Estimate> {
        self.reasons.is_empty().then_some(&*self.estimate)
    }

    /// The unit of memory.
    pub(crate) fn units(&self) -> Units {
        self.settings.units
    }

    /// The draft's fragment.
    pub(crate) fn link(&self) -> String {
        link::encode(&self.draft)
    }

    /// The whole address of the draft.
    pub(crate) fn draft_address(&self) -> String {
        [&self.address, &*self.link()].concat()
    }

    /// Memory of the fullest GPU when the present drag began.
    pub(crate) fn peak_before_drag(&self) -> Option<Bytes> {
        self.before_drag.as_ref().map(|before| before.memory.peak())
    }

    /// True if a pointer drags a slider.
    pub(crate) fn is_by_pointer(&self) -> bool {
        self.before_drag.is_some() && !self.is_by_keys
    }

    /// The estimate that figures outline beside the plan's: that from before the present drag, or
    /// that of a plan that a reader points at.
    pub(crate) fn ghost(&self) -> Option<&Estimate> {
        let before = self.before_drag.as_ref();
        let moved = before.filter(|before| !Arc::ptr_eq(before, &self.estimate));
        let ghost = moved.or(self.preview.as_ref()).filter(|_| !self.is_stale());
        ghost.map(|ghost| &**ghost)
    }

    /// True if the query, or the embedding page, needs the part that is loaded after the figures.
    pub(super) fn wants_embed(&self) -> bool {
        let asked = &self.presentation;
        self.is_framed || asked.embed || !asked.goal.is_empty() || !asked.lesson.is_empty()
    }

    /// True if the control of this key is locked. While a reader predicts a figure, all are.
    pub(crate) fn is_locked(&self, key: &str) -> bool {
        self.guess.is_some() || self.has_lock(key)
    }

    /// True if the query or a lesson's step locks the control of this key.
    pub(crate) fn has_lock(&self, key: &str) -> bool {
        let mut locks = self.presentation.lock.iter();
        locks.any(|lock| stands_for(lock, key)) || self.step.has_locked(key)
    }

    /// True if the control of this key is hidden.
    pub(crate) fn is_hidden(&self, key: &str) -> bool {
        let has = |keys: &[&'static str]| keys.iter().any(|name| stands_for(name, key));
        let Presentation { show, hide, .. } = &self.presentation;
        has(hide) || self.shows_some_controls() && !has(show)
    }

    /// True if the query names the controls that are shown, and all others are hidden.
    pub(crate) fn shows_some_controls(&self) -> bool {
        !self.presentation.show.is_empty()
    }

    /// True if a reader predicts a figure and has not seen its outcome. Whatever would show it rests.
    pub(crate) fn is_guessing(&self) -> bool {
        self.guess.is_some_and(|guess| !guess.is_seen)
    }

    /// The prediction that a reader drags.
    pub(crate) fn dragged_guess(&self) -> Option<Guess> {
        self.guess.filter(|guess| guess.most > 0.0)
    }

    /// True if a change affects no locked control.
    pub(crate) fn allows(&self, change: &Change) -> bool {
        let mut changed = Change::applied(std::slice::from_ref(change), &self.draft);
        !link::hold(&|key| self.is_locked(key), &self.draft, &mut changed)
    }

    /// The chosen GPU, or the first one. If the plan has changed, the GPU at the nearest place.
    pub(crate) fn gpu(&self) -> u64 {
        let [stage, place] = self.chosen_gpu.unwrap_or_default();
        let (last, size) = (self.stages() - 1, self.gpus_of_stage());
        stage.min(last) * size + place.min(size - 1)
    }

    /// The stage of the chosen GPU, if one is chosen.
    pub(crate) fn chosen_stage(&self) -> Option<usize> {
        let [stage, _] = self.chosen_gpu?;
        Some(stage.min(self.stages() - 1) as usize)
    }

    /// Chooses a GPU.
    pub(super) fn choose_gpu(&mut self, gpu: u64) {
        let gpu = gpu.min(self.plan.cluster.gpus.saturating_sub(1));
        let size = self.gpus_of_stage();
        self.chosen_gpu = Some([gpu / size, gpu % size]);
    }

    /// Chooses the GPU of a stage at the place that the chosen one has in its stage.
    pub(super) fn choose_stage(&mut self, stage: usize) {
        let [_, place] = self.chosen_gpu.unwrap_or_default();
        self.chosen_gpu = Some([stage as u64, place]);
    }

    fn stages(&self) -> u64 {
        self.estimate.memory.stages.len().max(1) as u64
    }

    fn gpus_of_stage(&self) -> u64 {
        (self.plan.cluster.gpus / self.stages()).max(1)
    }

    /// Parts that load by themselves and are late or failed, each with a sentence about it.
    pub(crate) fn troubles(&self) -> impl Iterator<Item = (Part, &'static str)> {
        Part::BY_THEMSELVES
            .into_iter()
            .filter_map(|part| Some((part, self.trouble(part)?)))
    }

    /// Sentence about a part that is late or failed to load.
    pub(crate) fn trouble(&self, part: Part) -> Option<&'static str> {
        part.trouble(self.parts.of(part))
    }

    /// True if the marks of the controls are of an earlier plan.
    pub(crate) fn has_old_marks(&self) -> bool {
        let stops = self.stops.as_ref();
        stops.is_some_and(|stops| !stops.are_of(&self.draft))
    }

    /// True if a view is offered. While a lesson's step names views, those that give solutions are
    /// offered only if they are among them; that of the six decisions belongs to lessons.
    pub(crate) fn offers(&self, view: View) -> bool {
        let is_named = self.step.views.contains(&view);
        match view {
            View::Recipe => is_named,
            View::Search | View::Diagnosis => is_named || self.step.views.is_empty(),
            _ => true,
        }
    }

    /// True if memory and time are folded to a few lines: above a tall view unless the reader has
    /// unfolded them, above others if the reader has folded them. High windows do not fold them.
    pub(crate) fn are_figures_folded(&self) -> bool {
        self.tab.is_tall() != self.is_open(self.folding())
    }

    /// The word, among the details that a reader has opened, for the change of what the open view folds
    /// or does not fold at first.
    pub(crate) const fn folding(&self) -> &'static str {
        if self.tab.is_tall() {
            "unfolded-figures"
        } else {
            "folded-figures"
        }
    }

    /// True if a view is shown: as the open tab, alone, or on paper.
    pub(crate) fn shows(&self, view: View) -> bool {
        if self.alone.is_empty() {
            self.tab == view || self.is_printed && self.offers(view)
        } else {
            self.alone.contains(&view)
        }
    }

    /// True if the card of a figure's arithmetic, or of predictions, covers the open view. On a phone
    /// the two may stand below each other, where no control changes the plan.
    pub(crate) fn is_covered(&self) -> bool {
        let is_here = |part| self.parts.of(part) == PartState::Here;
        let has_card = self.opened.is_some() && is_here(Part::Why) || self.guess.is_some();
        let is_column = self.presentation.embed || !self.alone.is_empty();
        has_card && !is_column && !self.is_printed
    }

    /// True if the details of an id are open.
    pub(crate) fn is_open(&self, id: &str) -> bool {
        self.open.iter().any(|open| open == id)
    }

    /// True if the table behind a figure is open: the reader has opened it, or the query opens all
    /// tables and the reader has not closed this one.
    pub(crate) fn is_table_open(&self, figure: &str) -> bool {
        let is_closed = self.closed.iter().any(|closed| closed == figure);
        self.is_open(figure) || (self.presentation.table && !is_closed)
    }
}

impl StepScene {
    /// True if the step locks the control of this key.
    pub(super) fn has_locked(&self, key: &str) -> bool {
        self.locks.iter().any(|lock| stands_for(lock, key))
    }
}

/// True if a key of `hide` or `lock` includes the control of another key: `p` and `mla` include
/// several.
fn stands_for(given: &str, key: &str) -> bool {
    given == key || formats::link::presentation::several(given).contains(&key)
}

/// The estimate of the pinned plan, if that is legal.
pub(super) fn rival_of(plan: &Plan) -> Option<Arc<Estimate>> {
    estimate(plan.rival.as_deref()?).ok().map(Arc::new)
}

/// Plan and estimate to show before any plan was legal: a nearby one, or the default plan, which is
/// always legal.
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
