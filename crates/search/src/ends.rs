//! Choices of software that files and people often leave out, and the step at both ends of each.
//!
//! A plan without such a choice, for example of the kernels that send tokens to experts, follows
//! its framework. If one choice changes the step by a factor, a single figure would hide that.
//!
//! Tests: `tests/all/ends.rs`.

use cost::Estimate;
use cost::plan::{
    ContextKind, Dispatcher, Family, GradientSync, GraphScope, Kernels, Module, Offload, Overlap,
    Plan, Recipe, Recompute, Word, WordSet,
};
use cost::schedule::{Pipeline, Program};
use cost::step::StepTime;
use cost::units::Seconds;
use cost::{estimate, legal::Legal};
use formats::link::{Key, KeyKind};

/// Least ratio of the two steps of a choice that is shown. The range of the step of a mixture of
/// experts has a half-width of 26 % (`docs/accuracy.md`, "Bands"): a smaller difference is within
/// the range shown beside every step.
pub const LEAST_FACTOR: f64 = 1.25;

/// Load of the busiest expert over the mean if an auxiliary loss balances them: a maximal violation
/// of 0.72 over the mean (Wang 2024, arXiv 2408.15664, table 2, 1B model).
const LOSS_BALANCED: f64 = 1.72;

/// The step at both ends of one choice.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceEnds {
    /// Key of the choice.
    pub key: Key,
    /// The values with the shortest and the longest step.
    pub ends: [ChoiceEnd; 2],
    /// The plan's value, as a link writes it.
    pub own: String,
}

/// A value of a choice, and the step under that value.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceEnd {
    /// The value, as a link writes it.
    pub value: String,
    /// The step of the plan with this value and otherwise unchanged.
    pub step: Seconds,
}

impl ChoiceEnds {
    /// Ratio of the longest step to the shortest.
    #[must_use]
    pub fn factor(&self) -> f64 {
        let [shortest, longest] = &self.ends;
        longest.step.0 / shortest.step.0
    }
}

/// A choice: its key, and the values that a plan's framework can run beside the rest of the plan.
/// Words are given as positions in their vocabulary and sets as bits, as in [`Key::choice`].
type Choice = (Key, fn(&Plan) -> Vec<f64>);

const CHOICES: [Choice; 8] = [
    (Key::of("disp"), dispatchers),
    (Key::of("overlap"), overlaps),
    (Key::of("imbal"), loads),
    (Key::of("graph"), graphs),
    (Key::of("kern"), kernels),
    (Key::of("fagen"), flash_kernels),
    (Key::of("cpbal"), context_pieces),
    (Key::of("gsync"), gradient_syncs),
];

/// The choices of software by which the step of a plan differs by [`LEAST_FACTOR`] or more between
/// values that its framework can run, the largest factor first. Each is changed alone. Empty if no
/// choice does.
///
/// ```
/// use formats::{catalog, link};
/// use search::ends::ends;
/// let (plan, _) = link::decode("#v=1&p=qwen3-30b-a3b/h100x16&ep=16&seq=4096&gbs=1024&disp=a2a");
/// let now = cost::estimate(&plan).unwrap();
/// let found = ends(&plan, &now);
/// let dispatcher = found.iter().find(|ends| ends.key.name() == "disp").unwrap();
/// assert_eq!(dispatcher.ends[1].value, "a2a");
///
/// let dense = catalog::plan("llama3-8b", "a100-80", 8).unwrap();
/// assert!(ends(&dense, &cost::estimate(&dense).unwrap()).is_empty());
/// ```
#[must_use]
pub fn ends(plan: &Plan, now: &Estimate) -> Vec<ChoiceEnds> {
    let mut changed = plan.clone();
    changed.rival = None;
    changed.hold_measured();
    let Ok(legal) = Legal::check(plan) else {
        return Vec::new();
    };
    // No choice changes the pipeline's program.
    let program = Program::of(&Pipeline::of(&legal));
    let own = now.time.total();
    let choices = CHOICES.iter();
    let found = choices.filter_map(|choice| ends_of(*choice, plan, &mut changed, &program, own));
    let mut found: Vec<_> = found.filter(|ends| ends.factor() >= LEAST_FACTOR).collect();
    found.sort_by(|one, other| other.factor().total_cmp(&one.factor()));
    found
}

/// The ends of a choice of a plan whose step is known; `None` if there is no other value. `changed`
/// is a copy of the plan that is left as it was.
fn ends_of(
    (key, values): Choice,
    plan: &Plan,
    changed: &mut Plan,
    program: &Program,
    own: Seconds,
) -> Option<ChoiceEnds> {
    let values = values(plan);
    if values.is_empty() {
        return None;
    }
    let before = key.value(plan);
    let end = |value: String, step| ChoiceEnd { value, step };
    let mut ends = [end(before.clone(), own), end(before.clone(), own)];
    for value in values {
        let is_set = match key.kind() {
            KeyKind::Number => key.set_number(changed, value),
            _ => key.choose(changed, value as usize),
        };
        let value = key.value(changed);
        let Some(step) = (is_set && value != before)
            .then(|| step(changed, program))
            .flatten()
        else {
            continue;
        };
        let [shortest, longest] = &mut ends;
        if step.0 < shortest.step.0 {
            *shortest = end(value, step);
        } else if step.0 > longest.step.0 {
            *longest = end(value, step);
        }
    }
    // All choices are fields of the stack and the levers.
    (changed.stack, changed.levers) = (plan.stack, plan.levers);
    changed.layout.context_balanced = plan.layout.context_balanced;
    let own = before;
    Some(ChoiceEnds { key, ends, own })
}

/// The step of a plan, equal to that of [`estimate`], by the program of its pipeline; `None` if the
/// plan is illegal. Memory is left out unless a measurement needs it.
fn step(plan: &Plan, program: &Program) -> Option<Seconds> {
    let time = if plan.measured.is_empty() {
        StepTime::of_program(&Legal::check(plan).ok()?, program)
    } else {
        estimate(plan).ok()?.time
    };
    Some(time.total())
}

/// Positions of words in their vocabulary.
fn words<W: Word>(words: &[W]) -> Vec<f64> {
    words.iter().map(|word| word.index() as f64).collect()
}

/// True for frameworks with Megatron Core, and for the textbook, which has the options of every
/// framework.
const fn has_core(recipe: Recipe) -> bool {
    matches!(recipe, Recipe::Megatron | Recipe::Nemo | Recipe::ZeroPaper)
}

/// Dispatchers. DeepEP runs on Ampere, Hopper, B200 and B300, HybridEP also on GB200 and GB300
/// (Megatron-Bridge, `training/flex_dispatcher_backend.py`; torchtitan,
/// `models/common/config_utils.py`).
fn dispatchers(plan: &Plan) -> Vec<f64> {
    use Dispatcher::{AllToAll, DeepEp, HybridEp};
    let (recipe, gpu) = (plan.stack.recipe, &plan.cluster.gpu);
    let has_kernels = has_core(recipe) || recipe == Recipe::TorchTitan;
    if plan.layout.expert <= 1 || !has_kernels {
        return Vec::new();
    }
    match gpu.family {
        Family::Ampere | Family::Ada | Family::Hopper => words(&[AllToAll, DeepEp, HybridEp]),
        Family::Blackwell | Family::BlackwellUltra if gpu.domain <= gpu.node => {
            words(&[AllToAll, DeepEp, HybridEp])
        }
        Family::Blackwell | Family::BlackwellUltra => words(&[AllToAll, HybridEp]),
        _ => Vec::new(),
    }
}

/// The smallest and the largest set of exchanges that the framework can hide.
///
/// Megatron Core: `--overlap-grad-reduce`, `--tp-comm-overlap` with sequence parallelism, transfers
/// with virtual stages, the exchange of tokens in a pipeline only with them and without recompute
/// of experts (`transformer_config.py`). DeepSpeed: `overlap_comm`. torchtitan: async TP of
/// compiled kernels (`config/configs.py`, `enable_async_tensor_parallel`). nanotron:
/// `tp_linear_async_communication`. FSDP and XLA always hide all that they can.
fn overlaps(plan: &Plan) -> Vec<f64> {
    let (layout, levers) = (&plan.layout, &plan.levers);
    let recipe = plan.stack.recipe;
    let is_chunked = layout.pipeline == 1 || layout.virtual_stages > 1;
    let repeats = match levers.recompute {
        Recompute::None => false,
        Recompute::Selective => levers.modules.contains(Module::Moe),
        Recompute::Full => true,
    };
    let can_hide = |kind: &Overlap| match kind {
        Overlap::Data => {
            let replicas = plan.data_parallel().saturating_mul(layout.context);
            replicas > 1 && (has_core(recipe) || recipe.has_deepspeed())
        }
        Overlap::Tensor => {
            let is_compiled = plan.kernels() == Kernels::Compiled;
            let has = has_core(recipe)
                || recipe == Recipe::Nanotron
                || recipe == Recipe::TorchTitan && is_compiled;
            plan.sequence_parallel() && has
        }
        Overlap::Pipeline => has_core(recipe) && layout.pipeline > 1 && layout.virtual_stages > 1,
        Overlap::Expert => has_core(recipe) && layout.expert > 1 && is_chunked && !repeats,
        Overlap::Context => false,
    };
    let kinds: Vec<Overlap> = Overlap::ALL.iter().copied().filter(can_hide).collect();
    let (own, all) = (plan.overlap().bits(), WordSet::of(&kinds).bits());
    [own & !all, own | all].map(f64::from).to_vec()
}

/// Loads of the busiest expert: equal loads, if an option forces them (Megatron Core,
/// `--moe-router-force-load-balancing`; torchtitan, `debug.moe_force_load_balance`; MaxText,
/// `use_random_routing`), and the loads that an auxiliary loss leaves.
fn loads(plan: &Plan) -> Vec<f64> {
    let recipe = plan.stack.recipe;
    let forces = has_core(recipe) || matches!(recipe, Recipe::TorchTitan | Recipe::MaxText);
    match (plan.layout.expert > 1, forces) {
        (false, _) => Vec::new(),
        (true, true) => vec![1.0, LOSS_BALANCED],
        (true, false) => vec![LOSS_BALANCED],
    }
}

/// CUDA graphs. Megatron Core captures the whole iteration only without experts, and a part of a
/// layer only if no layer is recomputed or moved as a whole (`arguments.py`,
/// `transformer_config.py`). torchtitan captures it without pipeline and expert parallelism
/// (`training.disable_cuda_graphs`). A graph of a part of a dense layer lies between the other
/// values.
fn graphs(plan: &Plan) -> Vec<f64> {
    use GraphScope::{Full, None, Partial};
    let (layout, levers) = (&plan.layout, &plan.levers);
    let moves = levers.offload.contains(Offload::Activations);
    let can_run = |scope: &GraphScope| match (plan.stack.recipe, scope) {
        (_, Partial) if plan.model.moe.experts == 0 => false,
        (_, None) | (Recipe::ZeroPaper, _) => true,
        (Recipe::Megatron | Recipe::Nemo, Partial) => levers.recompute != Recompute::Full && !moves,
        (Recipe::Megatron | Recipe::Nemo, Full) => plan.model.moe.experts == 0,
        (Recipe::TorchTitan, Full) => layout.pipeline == 1 && layout.expert == 1,
        _ => false,
    };
    let scopes = GraphScope::ALL.iter().copied().filter(can_run);
    words(&scopes.collect::<Vec<_>>())
}

/// Elementwise kernels. Megatron Core: `--transformer-impl`. PyTorch's stacks compile or do not
/// (torchtitan, `compile.enable`; llm-foundry, `compile_config`; Hugging Face, `torch_compile`;
/// DeepSpeed, `engine.compile()`).
fn kernels(plan: &Plan) -> Vec<f64> {
    use Kernels::{Compiled, Eager, EarlyFused, Fused};
    match plan.stack.recipe {
        Recipe::Megatron | Recipe::Nemo => words(&[Eager, Fused]),
        Recipe::ZeroPaper => words(&[Eager, Fused, Compiled, EarlyFused]),
        Recipe::DeepSpeed => words(&[Eager, Compiled, EarlyFused]),
        Recipe::TorchTitan
        | Recipe::LlmFoundry
        | Recipe::HuggingFace
        | Recipe::HuggingFaceDeepSpeed => words(&[Eager, Compiled]),
        Recipe::Nanotron | Recipe::MaxText | Recipe::Verl | Recipe::OpenRlhf => Vec::new(),
    }
}

/// Generations of Flash Attention that are installed, 2 and 3. The third is written for Hopper
/// (Shah 2024). No file names the generation, except newer files of torchtitan.
fn flash_kernels(plan: &Plan) -> Vec<f64> {
    if plan.levers.flash && plan.cluster.gpu.family == Family::Hopper {
        vec![2.0, 3.0]
    } else {
        Vec::new()
    }
}

/// Pieces of a sequence on a context-parallel rank: an early and a late one, or one contiguous
/// piece (torchtitan, `context_parallel_load_balancer`; MaxText, `context_parallel_load_balance`).
fn context_pieces(plan: &Plan) -> Vec<f64> {
    let has_both = matches!(
        plan.stack.recipe,
        Recipe::TorchTitan | Recipe::MaxText | Recipe::ZeroPaper
    );
    let is_split = plan.layout.context > 1 && plan.layout.context_kind != ContextKind::AllToAll;
    if has_both && is_split {
        vec![0.0, 1.0]
    } else {
        Vec::new()
    }
}

/// The micro-batches after which gradients are reduced (Accelerate, `sync_each_batch` in
/// `utils/dataclasses.py`).
fn gradient_syncs(plan: &Plan) -> Vec<f64> {
    let has_both = matches!(plan.stack.recipe, Recipe::HuggingFace | Recipe::ZeroPaper);
    if has_both && plan.layout.zero.shards_gradients() {
        words(GradientSync::ALL)
    } else {
        Vec::new()
    }
}
