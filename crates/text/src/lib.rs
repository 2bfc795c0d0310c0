//! Every sentence that page and command show, in one table a language.
//!
//! A language is a value of [`Strings`]: the compiler says what is missing from it.
//!
//! Tests: `crates/cli/tests/reports.rs`, `crates/cli/tests/search_command.rs`.

mod diagnosis;
mod en;
pub mod figures;
#[cfg(feature = "command")]
mod fleet;
mod goal;
mod lesson;
mod search;

pub use diagnosis::DiagnosisText;
#[cfg(feature = "command")]
pub use en::EN_FLEET;
pub use en::{
    EN, EN_EXCHANGE, EN_FIGURES, EN_GOAL, EN_LESSON, EN_LESSON_CHECK, EN_LESSON_FIGURE,
    EN_OWN_LESSON, EN_SEARCH, EN_SEARCH_FIGURE, EN_SHARE,
};
#[cfg(feature = "command")]
pub use fleet::FleetText;
pub use goal::GoalText;
pub use lesson::{LessonCheckText, LessonText, Meaning};
pub use search::SearchText;

use ::search::change::Change;
use ::search::cure::Cure;
use cost::Estimate;
use cost::convention::Counting;
use cost::coverage::NotModelled;
use cost::legal::Reason;
use cost::machine::Machine;
use cost::memory::Verdict;
use cost::plan::{Dtype, Plan};
use cost::shares::Overhead;
use formats::link::LinkWarning;
use formats::number::Units;

/// A sentence of what is said in the middle of a line.
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
    /// Its name, in the field's own term.
    pub name: &'static str,
    /// The lessons' word for it, or its unit; may be empty.
    pub aside: &'static str,
    /// One sentence of help.
    pub help: &'static str,
}

/// The name of an overhead and one sentence on it.
#[derive(Clone, Copy, Debug)]
pub struct OverheadText {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub what: &'static str,
}

/// Words of the page's frame.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Name of the tool.
    pub title: &'static str,
    /// Skips to the figures.
    pub skip: &'static str,
    /// Copies the address.
    pub copy_link: &'static str,
    /// Said once it is copied.
    pub copied: &'static str,
    /// Said where the clipboard is closed: the address is shown to be copied by hand.
    pub copy_by_hand: &'static str,
    /// Back to the preset's plain plan.
    pub reset: &'static str,
    /// Switches GiB and GB.
    pub units: &'static str,
    /// Switches light and dark.
    pub theme: &'static str,
    /// Names of the themes: as the system, light, dark, for a projector.
    pub themes: [&'static str; 4],
    /// Said of a control that a teacher has locked.
    pub locked: &'static str,
    /// Heading over the controls.
    pub controls: &'static str,
    /// Heading over the figures.
    pub figures: &'static str,
    /// Closes a notice.
    pub dismiss: &'static str,
    /// Opens the table behind a figure.
    pub table: &'static str,
    /// Before the kinds of file as which a figure is kept.
    pub keep: &'static str,
    /// Heading over how sure each term is.
    pub certainty: &'static str,
    /// What its words mean.
    pub certainties: &'static str,
    /// Heading of the notice on a link.
    pub link_notice: &'static str,
    /// Heading of what the model leaves out.
    pub not_modelled: &'static str,
    /// Heading over the reasons of an illegal plan.
    pub illegal: &'static str,
    /// Heading over cures.
    pub cures: &'static str,
    /// While cures are being worked out.
    pub cures_pending: &'static str,
    /// Heading over parts of the page that are late or have not come.
    pub unloaded: &'static str,
    /// While the later figures are late, and where they have not come.
    pub figures_unloaded: [&'static str; 2],
    /// The same of what the address asks for beside the plan.
    pub asked_unloaded: [&'static str; 2],
    /// Instead of cures, and of the change that helps most, while nothing looks for them.
    pub not_looking: &'static str,
    /// Asks again for what has not come.
    pub again: &'static str,
    /// Where no change cures.
    pub no_cure: &'static str,
    /// Where the search for cures was stopped: some were found, none was.
    pub cures_stopped: [&'static str; 2],
    /// One step down on a slider.
    pub less: &'static str,
    /// One step up on a slider.
    pub more: &'static str,
    /// Beside a choice that the recipe makes.
    pub by_recipe: &'static str,
    /// Beside another choice, before what the recipe has.
    pub recipe_has: &'static str,
    /// Said of a split that cannot be read.
    pub wrong_split: &'static str,
    /// Sources under the figures.
    pub sources: &'static str,
    /// Foot of the page: what the numbers rest on.
    pub foot: &'static str,
}

/// Headings of the groups of controls.
#[derive(Clone, Copy, Debug)]
pub struct Groups {
    /// Model.
    pub model: &'static str,
    /// Its shape, folded away.
    pub shape: &'static str,
    /// Its experts, folded away.
    pub experts: &'static str,
    /// Cluster.
    pub cluster: &'static str,
    /// The GPU's figures, folded away.
    pub card: &'static str,
    /// Layout.
    pub layout: &'static str,
    /// How layers and state are divided, folded away.
    pub division: &'static str,
    /// Batch.
    pub batch: &'static str,
    /// Memory levers.
    pub levers: &'static str,
    /// Offload and storage, folded away.
    pub storage: &'static str,
    /// The run.
    pub run: &'static str,
    /// The recipe's habits, folded away.
    pub habits: &'static str,
    /// Failures and power, folded away.
    pub failures: &'static str,
}

/// Labels of the controls, named by their keys in a link.
#[derive(Clone, Copy, Debug)]
#[allow(
    missing_docs,
    reason = "each field is the key of the control that it labels"
)]
pub struct Controls {
    pub model: Label,
    pub layers: Label,
    pub hidden: Label,
    pub ffn: Label,
    pub heads: Label,
    pub kv: Label,
    pub headdim: Label,
    pub vocab: Label,
    pub gated: Label,
    pub tied: Label,
    pub bias: Label,
    pub dropout: Label,
    pub pos: Label,
    pub window: Label,
    pub mtp: Label,
    pub mla: Label,
    pub mlaq: Label,
    pub mlakv: Label,
    pub mlanope: Label,
    pub mlarope: Label,
    pub mlav: Label,
    pub experts: Label,
    pub topk: Label,
    pub moeffn: Label,
    pub shared: Label,
    pub sharedffn: Label,
    pub dense: Label,
    pub every: Label,
    pub imbal: Label,
    pub moesw: Label,
    pub gpu: Label,
    pub gpus: Label,
    pub node: Label,
    pub nvl: Label,
    pub peak: Label,
    pub hbm: Label,
    pub hbmbw: Label,
    pub nvbw: Label,
    pub nicbw: Label,
    pub pciebw: Label,
    pub tp: Label,
    pub sp: Label,
    pub pp: Label,
    pub vp: Label,
    pub sched: Label,
    pub cp: Label,
    pub cpkind: Label,
    pub ep: Label,
    pub etp: Label,
    pub zero: Label,
    pub hsdp: Label,
    pub ends: Label,
    pub split: Label,
    pub seq: Label,
    pub mbs: Label,
    pub gbs: Label,
    pub ckpt: Label,
    pub ckptmod: Label,
    pub ckptn: Label,
    pub flash: Label,
    pub ce: Label,
    pub recipe: Label,
    pub dtype: Label,
    pub opt: Label,
    pub wstore: Label,
    pub off: Label,
    pub offn: Label,
    pub overlap: Label,
    pub kern: Label,
    pub fagen: Label,
    pub msg: Label,
    pub tok: Label,
    pub price: Label,
    pub watts: Label,
    pub mtbf: Label,
    pub ckptbw: Label,
    pub restart: Label,
}

/// Names of a choice's values, in the order of its vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    /// Off and on.
    pub switch: [&'static str; 2],
    /// ZeRO stages.
    pub zero: [&'static str; 4],
    /// Positions.
    pub positions: [&'static str; 4],
    /// Schedules.
    pub schedule: [&'static str; 10],
    /// Recompute.
    pub recompute: [&'static str; 3],
    /// What selective recompute drops.
    pub modules: [&'static str; 7],
    /// Cross-entropy.
    pub cross_entropy: [&'static str; 3],
    /// Context-parallel attention.
    pub context_kind: [&'static str; 3],
    /// Types of the matrix products.
    pub dtype: [&'static str; 7],
    /// How weights are stored.
    pub weight_storage: [&'static str; 3],
    /// What moves to host memory.
    pub offload: [&'static str; 3],
    /// Recipes.
    pub recipe: [&'static str; 7],
    /// Optimizers.
    pub optimizer: [&'static str; 7],
    /// Communication that may hide under compute.
    pub overlap: [&'static str; 5],
    /// Fusion of the elementwise kernels.
    pub kernels: [&'static str; 4],
    /// Generations of Flash Attention.
    pub flash_generation: [&'static str; 3],
    /// How gradients are grouped into messages.
    pub messages: [&'static str; 3],
}

/// Names of what fills a GPU, in the order of the bars.
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

/// Names of what a step's seconds go to.
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
    pub optimizer: &'static str,
    pub step: &'static str,
    pub share: &'static str,
    pub seconds: &'static str,
}

/// Words of the verdict strip.
#[derive(Clone, Copy, Debug)]
pub struct VerdictText {
    /// The verdict in a word or two.
    pub word: fn(Verdict) -> &'static str,
    /// An illegal plan.
    pub illegal: &'static str,
    /// "of" between need and capacity.
    pub of: &'static str,
    /// MFU.
    pub mfu: &'static str,
    /// Bubble.
    pub bubble: &'static str,
    /// Step time.
    pub step: &'static str,
    /// " tokens" behind a count.
    pub tokens: &'static str,
    /// Before a range that four of five measurements lie in.
    pub likely: &'static str,
    /// "was " before a value of the past.
    pub was: &'static str,
    /// How an MFU reads to somebody who knows.
    pub mfu_reading: fn(f64) -> &'static str,
    /// Captions of the two figures.
    pub memory_caption: &'static str,
    /// Caption of the tolls.
    pub overheads_caption: &'static str,
    /// Heading of the overheads on capacity.
    pub memory_overheads: &'static str,
    /// Heading of the overheads on throughput.
    pub time_overheads: &'static str,
    /// The GPU's line in the memory figure.
    pub card_line: fn(&str) -> String,
}

/// Words about how figures are counted.
#[derive(Clone, Copy, Debug)]
pub struct CountingText {
    /// Names of the choices of [`Counting::CHOICES`].
    pub labels: [&'static str; 3],
    /// Their options.
    pub options: [&'static [&'static str]; 3],
    /// MFU or HFU.
    pub name: fn(Counting) -> &'static str,
    /// The kind of memory in a word.
    pub memory: fn(Counting) -> &'static str,
    /// All of it in words, for products of this type.
    pub sentence: fn(Counting, Dtype) -> String,
    /// What the choice of memory leaves alone.
    pub verdict: &'static str,
}

/// Words about the reader's own machine.
#[derive(Clone, Copy, Debug)]
pub struct MachineText {
    /// Heading of the box.
    pub heading: &'static str,
    /// What the box is for.
    pub what: &'static str,
    /// The field of the measured step.
    pub step: Label,
    /// The field of the measured peak; its unit is the reader's.
    pub memory: Label,
    /// Takes the measurement away.
    pub forget: &'static str,
    /// Brings the measured plan back.
    pub go_back: &'static str,
    /// Marks a figure that is rescaled.
    pub mark: &'static str,
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
    pub controls: Controls,
    /// Values of the choices.
    pub choices: Choices,
    /// What fills a GPU.
    pub memory: MemoryKinds,
    /// What fills a step.
    pub time: TimeKinds,
    /// The verdict strip.
    pub verdict: VerdictText,
    /// How figures are counted.
    pub counting: CountingText,
    /// The reader's own machine.
    pub machine: MachineText,
    /// An overhead's name and meaning.
    pub overhead: fn(Overhead) -> OverheadText,
    /// What an overhead costs the present plan.
    pub overhead_cost: fn(Overhead, &Plan, &Estimate, Units) -> String,
    /// "Llama-3 70B on 64 × H100 80 GB".
    pub plan_title: fn(&Plan) -> String,
    /// The plan's result in a sentence or two.
    pub summary: fn(&Plan, &Estimate, Units) -> String,
    /// What the memory figure shows, in a sentence.
    pub memory_sentence: fn(&Plan, &Estimate, Units) -> String,
    /// Below the bars of memory, where these stages have fewer bars.
    pub memory_groups: fn(usize, usize) -> String,
    /// Which overhead the plan pays most.
    pub dominant_sentence: fn(Overhead) -> String,
    /// A change of verdict, for a screen reader.
    pub announcement: fn(&Estimate, Units) -> String,
    /// How data parallel follows: the product, the result.
    pub data_follows: fn(&Plan) -> String,
    /// How many experts a GPU holds, and how many GPUs hold the same.
    pub experts_follow: fn(&Plan) -> String,
    /// Tokens of a step and micro-batches.
    pub batch_follows: fn(&Plan) -> String,
    /// Why a plan is illegal, with the legal values of the axis.
    pub reason: fn(&Reason, &Plan) -> String,
    /// What was not understood of a link, and what is used instead.
    pub link_warning: fn(&LinkWarning) -> String,
    /// What the model leaves out.
    pub not_modelled: fn(NotModelled) -> String,
    /// A change in words: "TP 4 → 8".
    pub change: fn(&Change, &Plan) -> String,
    /// What limits a plan.
    pub diagnosis: DiagnosisText,
    /// What a cure does: "−21.0 GiB, MFU −2.0 points".
    pub cure_effect: fn(&Cure, Units) -> String,
}
