//! Every sentence that page and command show, in one table a language.
//!
//! A language is a value of [`Strings`]: the compiler says what is missing from it.
//!
//! English is the only language so far. Another one is a folder beside `en` with a value for each
//! table that `en/mod.rs` lists. Each place that names an English table then has to take the chosen
//! language's: in the page `src/store/page.rs`, `src/store/texts.rs`, the `texts.rs` and
//! `words.rs` of panels, and files of `src/panels/lesson/`, `share/` and `embed/`; in the command,
//! files of `crates/cli/src/`. `grep -rn '\bEN\(_\|\b\)' src crates/cli` lists them. `index.html`
//! and `docs/` are English, too.
//!
//! Tests: `crates/cli/tests/all/reports.rs`, `crates/cli/tests/all/search_command.rs`.

/// The functions of the messages of a subject.
macro_rules! messages {
    ($subject:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $subject, ".rs"));
    };
}

pub mod accuracy;
pub mod bill;
pub mod choices;
pub mod compare;
pub mod coverage;
pub mod cut;
mod diagnosis;
mod en;
pub mod figures;
#[cfg(feature = "command")]
mod fleet;
mod goal;
pub mod language;
mod lesson;
pub mod links;
#[cfg(feature = "command")]
mod list;
pub mod map;
pub mod reasons;
pub mod recipe;
#[cfg(feature = "command")]
mod report;
pub mod roofline;
mod search;
pub mod terms;
pub mod waterfall;

pub use diagnosis::DiagnosisText;
pub use en::{
    EN, EN_EXCHANGE, EN_FIGURES, EN_GOAL, EN_LESSON, EN_LESSON_CHECK, EN_LESSON_FIGURE, EN_MACHINE,
    EN_OWN_LESSON, EN_PLAYER, EN_SEARCH, EN_SEARCH_FIGURE, EN_SHARE, EN_TRACE,
};
#[cfg(feature = "command")]
pub use en::{EN_FLEET, EN_LIST, EN_REPORT};
#[cfg(feature = "command")]
pub use fleet::FleetText;
pub use goal::GoalText;
pub use lesson::{LessonCheckText, LessonText, Meaning};
#[cfg(feature = "command")]
pub use list::ListText;
#[cfg(feature = "command")]
pub use report::ReportText;
pub use search::{Elsewhere, SearchText};

use ::search::change::Change;
use ::search::cure::Cure;
use cost::Estimate;
use cost::convention::Conventions;
use cost::machine::Machine;
use cost::memory::Verdict;
use cost::plan::{Dtype, Plan};
use cost::shares::Overhead;
use cost::units::Bytes;
use formats::number::Units;

/// Makes a sentence of a clause: a capital first, a full stop last.
///
/// ```
/// assert_eq!(text::sentence("there is no file"), "There is no file.");
/// ```
#[must_use]
pub fn sentence(said: &str) -> String {
    let mut letters = said.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

/// A control's words.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// Key of the control in a link.
    pub key: &'static str,
    /// Name of the control, in the field's own term.
    pub name: &'static str,
    /// The lessons' word for the control, or its unit; may be empty.
    pub aside: &'static str,
    /// One sentence of help.
    pub help: &'static str,
    /// Names of the values of a choice, in the order of its vocabulary; empty for numbers.
    pub options: &'static [&'static str],
}

/// The name of an overhead and one sentence on it.
#[derive(Clone, Copy, Debug)]
pub struct OverheadText {
    /// Name of the overhead in lessons.
    pub name: &'static str,
    /// Standard term for its share of the step.
    pub term: &'static str,
    /// Definition of the overhead in a clause, without a full stop.
    pub what: &'static str,
}

/// Words of the page's frame.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Name of the tool.
    pub title: &'static str,
    /// Name of the region of the views.
    pub views: &'static str,
    /// Links that skip to the controls, the figures, the views and the lesson.
    pub skips: [&'static str; 4],
    /// Name of the menu of the head.
    pub menu: &'static str,
    /// Copies the address.
    pub copy_link: &'static str,
    /// Message after the address is copied.
    pub copied: &'static str,
    /// Message when the clipboard is not available, before the address that the reader copies.
    pub copy_by_hand: &'static str,
    /// Back to the preset's plain plan.
    pub reset: &'static str,
    /// Switches GiB and GB.
    pub units: &'static str,
    /// Switches light and dark.
    pub theme: &'static str,
    /// Names of the themes: as the system, light, dark, for a projector.
    pub themes: [&'static str; 4],
    /// Mark of a control that a teacher has locked.
    pub locked: &'static str,
    /// Text behind the name of a control in the place that it has left for the group of a lesson's
    /// step.
    pub lifted: &'static str,
    /// Heading over the controls.
    pub controls: &'static str,
    /// Heading over the figures.
    pub figures: &'static str,
    /// Closes a notice.
    pub dismiss: &'static str,
    /// Opens the table behind a figure.
    pub table: &'static str,
    /// Text before the file formats in which a figure can be saved.
    pub keep: &'static str,
    /// Heading of the certainty of each term.
    pub certainty: &'static str,
    /// Definitions of the three degrees of certainty: exact, calibrated, assumed.
    pub certainties: &'static str,
    /// Heading of the notice on a link.
    pub link_notice: &'static str,
    /// Heading of the notice on locked controls that an address would have moved.
    pub locks_kept: &'static str,
    /// Heading of the list of effects that the model leaves out.
    pub not_modelled: &'static str,
    /// Heading over the reasons of an illegal plan.
    pub illegal: &'static str,
    /// Heading over cures.
    pub cures: &'static str,
    /// Message while the search for cures runs.
    pub cures_pending: &'static str,
    /// Heading of the notice on parts of the page that have not loaded.
    pub unloaded: &'static str,
    /// Messages on the figures that load later: still loading, failed to load.
    pub figures_unloaded: [&'static str; 2],
    /// Messages on the views of the tabs: still loading, failed to load.
    pub views_unloaded: [&'static str; 2],
    /// Messages on the lesson or goal that the address names: still loading, failed to load.
    pub asked_unloaded: [&'static str; 2],
    /// Messages on the search for the best layout: still loading, failed to load.
    pub search_unloaded: [&'static str; 2],
    /// Messages on the player of the step: still loading, failed to load.
    pub player_unloaded: [&'static str; 2],
    /// Messages on the dialog that shares plans: still loading, failed to load.
    pub dialog_unloaded: [&'static str; 2],
    /// Messages on the panel of lessons: still loading, failed to load.
    pub lessons_unloaded: [&'static str; 2],
    /// Messages on the editor of lessons: still loading, failed to load.
    pub editor_unloaded: [&'static str; 2],
    /// Message in place of cures and of the change that helps most, while the search is not loaded.
    pub not_looking: &'static str,
    /// Label of the button that loads a missing part again.
    pub again: &'static str,
    /// Message when no single change or pair of changes makes the plan fit.
    pub no_cure: &'static str,
    /// Sentence below cures where none trains the model in full on the plan's few GPUs.
    pub adapters: &'static str,
    /// Messages when the search for cures was stopped: some were found, none was.
    pub cures_stopped: [&'static str; 2],
    /// One step down on a slider.
    pub less: &'static str,
    /// One step up on a slider.
    pub more: &'static str,
    /// Mark beside a choice that follows the recipe.
    pub by_recipe: &'static str,
    /// Prefix of the recipe's own value, beside a choice that differs from it.
    pub recipe_has: &'static str,
    /// Sources under the figures.
    pub sources: &'static str,
}

/// Headings of the groups of controls.
#[derive(Clone, Copy, Debug)]
pub struct Groups {
    /// Controls of a lesson's step.
    pub step: &'static str,
    /// Model.
    pub model: &'static str,
    /// Shape of the model, folded away.
    pub shape: &'static str,
    /// Experts of the model, folded away.
    pub experts: &'static str,
    /// Cluster.
    pub cluster: &'static str,
    /// The GPU's figures, folded away.
    pub card: &'static str,
    /// Layout.
    pub layout: &'static str,
    /// Shard groups and uneven layers, folded away.
    pub division: &'static str,
    /// Batch.
    pub batch: &'static str,
    /// Memory levers.
    pub levers: &'static str,
    /// Offload and storage, folded away.
    pub storage: &'static str,
    /// The run.
    pub run: &'static str,
    /// Framework defaults, folded away.
    pub habits: &'static str,
    /// Failures and power, folded away.
    pub failures: &'static str,
}

impl Strings {
    /// The label of a control by its key in a link; `None` if the page has no control for the key.
    ///
    /// ```
    /// use text::EN;
    /// assert_eq!(EN.label("tp").unwrap().name, "Tensor");
    /// assert!(EN.label("colour").is_none());
    /// ```
    #[must_use]
    pub fn label(&self, key: &str) -> Option<&'static Label> {
        self.controls.iter().find(|label| label.key == key)
    }
}

/// Names of the parts of GPU memory, in the order of the bars.
#[derive(Clone, Copy, Debug)]
#[allow(
    missing_docs,
    reason = "each field names the kind of memory it is called after"
)]
pub struct MemoryKinds {
    pub weights: &'static str,
    pub gradients: &'static str,
    pub optimizer: &'static str,
    pub activations: &'static str,
    pub logits: &'static str,
    pub buffers: &'static str,
    pub overhead: &'static str,
    pub total: &'static str,
    pub stage: &'static str,
}

impl MemoryKinds {
    /// Names of the terms of a stage's memory, in the order of [`cost::certainty::MEMORY`].
    #[must_use]
    pub const fn terms(&self) -> [&'static str; 7] {
        [
            self.weights,
            self.gradients,
            self.optimizer,
            self.activations,
            self.logits,
            self.buffers,
            self.overhead,
        ]
    }
}

/// Names of the parts of the step time.
#[derive(Clone, Copy, Debug)]
#[allow(
    missing_docs,
    reason = "each field names the kind of time it is called after"
)]
pub struct TimeKinds {
    pub useful: &'static str,
    pub ceiling: &'static str,
    pub compute: &'static str,
    pub recompute: &'static str,
    pub tensor: &'static str,
    pub context: &'static str,
    pub expert: &'static str,
    pub pipeline: &'static str,
    pub data: &'static str,
    pub bubble: &'static str,
    pub imbalance: &'static str,
    pub optimizer: &'static str,
    pub step: &'static str,
    pub share: &'static str,
    pub seconds: &'static str,
}

/// Words of the verdict strip.
#[derive(Clone, Copy, Debug)]
pub struct VerdictText {
    /// The verdict in a word or two, by the predicted peak and the capacity.
    pub word: fn(Verdict, Bytes, Bytes) -> &'static str,
    /// An illegal plan.
    pub illegal: &'static str,
    /// Which plan the grey figures of an illegal plan show: a possible plan near it, the last
    /// possible one.
    pub grey: [&'static str; 2],
    /// "of" between need and capacity.
    pub of: &'static str,
    /// MFU.
    pub mfu: &'static str,
    /// Share of the time in which stages are idle.
    pub idle: &'static str,
    /// That share as the sum of its parts: bubble and imbalance.
    pub idle_sum: fn(&Estimate) -> String,
    /// Step time.
    pub step: &'static str,
    /// " tokens" behind a count.
    pub tokens: &'static str,
    /// Before a range that four of five measurements lie in.
    pub likely: &'static str,
    /// Marks a figure that is rescaled to the reader's machine.
    pub fitted: &'static str,
    /// "was " before a value of the past.
    pub was: &'static str,
    /// Note on the key figures of a plan that is out of memory.
    pub if_it_fit: &'static str,
    /// Rating of an MFU (a share of 1) in a word.
    pub mfu_reading: fn(f64) -> &'static str,
    /// Caption of the memory figure.
    pub memory_caption: &'static str,
    /// Caption of the figure of the step's time.
    pub time_caption: &'static str,
    /// Label of the figure of cost, before the days.
    pub cost: &'static str,
    /// Label of the line of GPU memory in the memory figure, with the capacity.
    pub card_line: fn(&str) -> String,
}

/// Words for the conventions of utilisation and memory.
#[derive(Clone, Copy, Debug)]
pub struct ConventionsText {
    /// Names of the choices of [`Conventions::CHOICES`].
    pub labels: [&'static str; 3],
    /// Options of the choices.
    pub options: [&'static [&'static str]; 3],
    /// MFU or HFU.
    pub name: fn(Conventions) -> &'static str,
    /// The kind of memory in a word.
    pub memory: fn(Conventions) -> &'static str,
    /// All choices in words, for matrix products of this type.
    pub sentence: fn(Conventions, Dtype) -> String,
    /// Note that the verdict does not depend on the kind of memory shown.
    pub verdict: &'static str,
}

/// Words about the reader's own machine.
#[derive(Clone, Copy, Debug)]
pub struct MachineText {
    /// Heading of the box.
    pub heading: &'static str,
    /// Instructions for the box.
    pub what: &'static str,
    /// Label of the button that removes the measurement.
    pub forget: &'static str,
    /// Label of the button that restores the measured plan.
    pub go_back: &'static str,
    /// Heads the sentences in a report.
    pub fitted: &'static str,
    /// Measured beside predicted, what that implies, and which plan was measured.
    pub sentences: fn(&Plan, &Machine, Units) -> Vec<String>,
}

/// One language.
#[derive(Clone, Copy, Debug)]
pub struct Strings {
    /// The page's frame.
    pub frame: Frame,
    /// Headings of the groups of controls.
    pub groups: Groups,
    /// Labels of the controls.
    pub controls: &'static [Label],
    /// Parts of GPU memory.
    pub memory: MemoryKinds,
    /// Parts of the step time.
    pub time: TimeKinds,
    /// The verdict strip.
    pub verdict: VerdictText,
    /// Conventions of utilisation and memory.
    pub conventions: ConventionsText,
    /// An overhead's name and meaning.
    pub overhead: fn(Overhead) -> OverheadText,
    /// "Llama-3 70B on 64 × H100 80 GB".
    pub plan_title: fn(&Plan) -> String,
    /// The plan's result in a sentence or two.
    pub summary: fn(&Plan, &Estimate, Units) -> String,
    /// Sentence on the memory figure: the spread between stages and its cause.
    pub memory_sentence: fn(&Plan, &Estimate, Units) -> String,
    /// Note below the memory figure when there are fewer bars than stages: numbers of stages and
    /// bars.
    pub memory_groups: fn(usize, usize) -> String,
    /// Sentence on the step's time: its useful share, and its largest loss.
    pub time_sentence: fn(&Estimate) -> String,
    /// A change of verdict, for a screen reader.
    pub announcement: fn(&Estimate, Units) -> String,
    /// Figures that a change has moved without another verdict, for a screen reader.
    pub moved_figures: fn(&Estimate, Units) -> String,
    /// Derivation of the data-parallel size from the GPUs and the other degrees.
    pub data_follows: fn(&Plan) -> String,
    /// Derivation of the number of experts on each GPU, and of the copies of each expert.
    pub experts_follow: fn(&Plan) -> String,
    /// Tokens of a step and micro-batches.
    pub batch_follows: fn(&Plan) -> String,
    /// Sentence about locked controls, by their keys, that an address would have moved.
    pub locks_kept: fn(&[&'static str]) -> String,
    /// A change in words: "TP 4 → 8".
    pub change: fn(&Change, &Plan) -> String,
    /// Words of the diagnosis: limits of the plan and the change that helps most.
    pub diagnosis: DiagnosisText,
    /// Effect of a cure: "−21.0 GiB, MFU −2.0 points".
    pub cure_effect: fn(&Cure, Units) -> String,
}
