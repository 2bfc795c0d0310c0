//! Rows that the tables of trainers share: the model, the batch, types, the optimizer, the software that
//! shards, kernels, and what no trainer can run.

use super::objectives;
use crate::catalog;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, on, whole, word, word_if};
use crate::export::facts::Facts;
use crate::frameworks::accelerate::fsdp;
use crate::frameworks::adapters;
use crate::frameworks::deepspeed;
use crate::frameworks::setting::{Section, Setting, lacks, option, switch_to, written as sets};
use crate::frameworks::torchtitan::write::keeps_nothing_in_fp32;
use crate::import::fields::{Fields, written};
use crate::import::imported::{MissingSetting, SettingOrigin};
use crate::import::names::OTHER_FILES;
use crate::import::value::ParsedValue;
use cost::plan::{
    ContextKind, CrossEntropy, Dtype, MasterWeights, Offload, Optimizer, OptimizerKernel, Recipe,
    ZeroStage,
};

/// The model, by the Trainer's name of the option.
pub(crate) const MODEL: Section = Section::of(&[option("model_name_or_path", model, |file| {
    read_model(file, "model_name_or_path");
})]);

/// Sequences of a micro-batch, by the Trainer's name of the option.
pub(crate) const MICRO_BATCH: Setting =
    option("per_device_train_batch_size", objectives::samples, |file| {
        file.set_or("mbs", "per_device_train_batch_size", "8");
    });

/// Micro-batches of a step, and steps.
pub(crate) const STEPS: Section = Section::of(&[
    option(
        "gradient_accumulation_steps",
        |f| whole(f.legal.micro_batches),
        accumulation,
    ),
    option(
        "max_steps",
        |f| whole(f.steps()),
        |file| {
            let steps = file.whole("max_steps");
            file.reading.steps(steps, "max_steps");
        },
    ),
]);

/// Types of matrix products.
pub(crate) const TYPES: Section = Section::of(&[
    // Weights that are bf16 themselves have an option of another name.
    option(
        "bf16",
        |f| {
            let is_wide = matches!(f.plan.levers.dtype, Dtype::Fp32 | Dtype::Fp16);
            on(!is_wide && !is_half(f))
        },
        |file| dtype(file, "fp32"),
    )
    .lacks(&[
        Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
            matches!(
                facts.plan.levers.dtype,
                Dtype::Fp8Block | Dtype::MxFp8 | Dtype::NvFp4
            )
        }),
        Lack::when(Aspect::Dtype, Fate::Nearest, |facts| {
            facts.plan.levers.dtype == Dtype::Fp8
        }),
        Lack::when(Aspect::Master, Fate::NoOption, |facts| {
            facts.plan.master() != MasterWeights::Fp32 && !is_half(facts)
        }),
        Lack::when(Aspect::Gradients, Fate::NoOption, |facts| !is_half(facts)),
    ]),
    sets("fp16", |f| on(f.plan.levers.dtype == Dtype::Fp16)).beside(),
    sets("fp8", |f| on(f.plan.levers.dtype == Dtype::Fp8)).beside(),
]);

/// DeepSpeed's options, in place or in a named file.
pub(crate) const DEEPSPEED: Setting = option(
    OTHER_FILES[0],
    |f| word_if(uses_deepspeed(f), "ds_config.json"),
    |file| {
        let Some(value) = file.value.at(OTHER_FILES[0]) else {
            return;
        };
        file.reading.recipe(Recipe::HuggingFaceDeepSpeed);
        match value {
            ParsedValue::Fields(_) => deepspeed::read_part(value, file.reading),
            _ => file
                .reading
                .missing(MissingSetting::OtherFile(OTHER_FILES[0])),
        }
    },
);

/// Fusion of elementwise kernels.
pub(crate) const COMPILED: Setting =
    switch_to("torch_compile", "kern", "compiled").when(|f| f.plan.stack.kernels.is_some());

/// Lacks of every trainer.
pub(crate) const LACKING: Section = Section::of(&[lacks(&[
    Lack::when(Aspect::ContextKind, Fate::Nearest, |facts| {
        facts.plan.layout.context_kind != ContextKind::Ring
    }),
    Lack::no_option(Aspect::ContiguousContext),
    Lack::no_option(Aspect::Split),
    Lack::no_option(Aspect::Ends),
    Lack::no_option(Aspect::ExpertTensor),
    Lack::when(Aspect::Optimizer, Fate::NoOption, |facts| {
        facts.plan.levers.optimizer == Optimizer::AdamWBf16 && !is_half(facts)
    }),
    Lack::when(Aspect::Optimizer, Fate::Nearest, |facts| {
        facts.plan.levers.optimizer == Optimizer::SgdMomentum
    }),
    Lack::when(Aspect::OptimizerKernel, Fate::NoOption, |facts| {
        facts.plan.updates_in_backward()
    }),
    Lack::when(Aspect::PagedMoments, Fate::NoOption, |facts| {
        paged_name(facts).is_none()
    }),
    objectives::WHOLE_PAIRS,
    Lack::in_code(Aspect::Lengths),
    Lack::no_option(Aspect::MlpTiles),
    Lack::no_option(Aspect::NarrowGates),
    Lack::no_option(Aspect::OffloadModules),
    Lack::no_option(Aspect::SomeLayers),
    // FSDP moves the state and the weights together.
    Lack::when(Aspect::OffloadOptimizer, Fate::Nearest, |facts| {
        uses_fsdp(facts) && !facts.offloads(Offload::Parameters)
    }),
    Lack::when(Aspect::OffloadParameters, Fate::Nearest, |facts| {
        uses_fsdp(facts) && !facts.offloads(Offload::Optimizer)
    }),
    Lack::when(Aspect::Shape, Fate::Yours, |facts| {
        hub_name(facts).is_none()
    }),
    Lack::yours(Aspect::Recipe),
    Lack::yours(Aspect::Rendezvous),
    Lack::no_option(Aspect::WeightStorage),
    Lack::no_option(Aspect::GradientSync),
    Lack::no_option(Aspect::Graphs),
    Lack::no_option(Aspect::Messages),
    Lack::no_option(Aspect::Overlap),
    Lack::no_option(Aspect::Deterministic),
    Lack::when(Aspect::CrossEntropy, Fate::NoOption, |facts| {
        facts.plan.levers.cross_entropy != CrossEntropy::Chunked
    }),
    Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
        !matches!(
            facts.plan.stack.recipe,
            Recipe::HuggingFace | Recipe::HuggingFaceDeepSpeed
        )
    }),
])]);

/// The model on the hub that has the plan's shape.
fn hub_name(facts: &Facts) -> Option<&'static str> {
    let model = &facts.plan.model;
    let known = catalog::model(model.preset).is_some_and(|shape| shape == *model);
    known.then(|| catalog::hub_name(model.preset)).flatten()
}

pub(crate) fn model(facts: &Facts) -> Option<OptionValue> {
    hub_name(facts).map(OptionValue::Word)
}

/// Reads the model of the catalogue that the file names. No file names its GPUs.
pub(crate) fn read_model(file: &mut Fields, option: &'static str) {
    file.model(option);
    file.reading.missing(MissingSetting::Cluster);
}

/// True if weights, gradients and moments are all bf16. PEFT keeps adapters in fp32.
pub(crate) fn is_half(facts: &Facts) -> bool {
    keeps_nothing_in_fp32(facts) && !adapters::has_adapters(facts)
}

/// The type of frozen weights beside adapters, which is that of the products; none without adapters.
pub(crate) fn frozen_type(facts: &Facts) -> Option<&'static str> {
    let name = match facts.plan.levers.dtype {
        Dtype::Fp32 => "float32",
        Dtype::Fp16 => "float16",
        _ => "bfloat16",
    };
    adapters::has_adapters(facts).then_some(name)
}

/// The type as which weights of 4 bits are stored where they are sharded: that of the others
/// (huggingface/peft 5d602fdb, `docs/source/accelerate/fsdp.md` and `deepspeed.md`).
pub(crate) fn stored_type(facts: &Facts) -> Option<OptionValue> {
    let is_sharded = uses_fsdp(facts) || facts.plan.layout.zero == ZeroStage::Three;
    let is_there = is_sharded && adapters::has_4_bits(facts);
    frozen_type(facts)
        .filter(|_| is_there)
        .map(OptionValue::Word)
}

/// True if DeepSpeed shards, with a file `ds_config.json`: for its recipes, and for ZeRO-1, which
/// FSDP lacks.
pub(crate) fn uses_deepspeed(facts: &Facts) -> bool {
    use Recipe::{DeepSpeed, HuggingFaceDeepSpeed};
    let is_its_own = matches!(facts.plan.stack.recipe, DeepSpeed | HuggingFaceDeepSpeed);
    is_its_own || facts.plan.layout.zero == ZeroStage::One
}

/// True if FSDP shards.
pub(crate) fn uses_fsdp(facts: &Facts) -> bool {
    !uses_deepspeed(facts) && facts.plan.layout.zero.shards_gradients()
}

/// Begins FSDP unless DeepSpeed shards; false if FSDP does not.
pub(crate) fn begin_fsdp(file: &mut Fields) -> bool {
    if file.has(OTHER_FILES[0]) {
        return false;
    }
    let is_there = fsdp::begin(file);
    if !is_there {
        file.reading.plan.layout.zero = ZeroStage::Zero;
        file.note("zero", "fsdp");
    }
    is_there
}

fn accumulation(file: &mut Fields) {
    let path = "gradient_accumulation_steps";
    match file.value.at(path) {
        Some(ParsedValue::Whole(steps)) => file.global_batch(path, *steps),
        Some(value) => match written(value).as_str() {
            "auto" => file.reading.missing(MissingSetting::Auto("gbs")),
            text => file.reading.unfit(path, text),
        },
        None => file.usual_global_batch(path, &["gpus"]),
    }
}

/// Optimizers by the Trainer's names, with the kernels of their steps. The first that fits is written;
/// no plan has SGD without momentum.
const OPTIMIZERS: &[(&str, Optimizer, Option<OptimizerKernel>)] = &[
    (
        "adamw_torch",
        Optimizer::AdamW,
        Some(OptimizerKernel::ForEach),
    ),
    ("adamw_hf", Optimizer::AdamW, Some(OptimizerKernel::ForEach)),
    (
        "adamw_torch_fused",
        Optimizer::AdamW,
        Some(OptimizerKernel::Fused),
    ),
    (
        "adamw_apex_fused",
        Optimizer::AdamW,
        Some(OptimizerKernel::Fused),
    ),
    ("adamw_torch_8bit", Optimizer::AdamW8, None),
    ("adamw_8bit", Optimizer::AdamW8, None),
    ("adamw_bnb_8bit", Optimizer::AdamW8, None),
    ("ao_adamw_8bit", Optimizer::AdamW8, None),
    ("adafactor", Optimizer::Adafactor, None),
    ("lion_32bit", Optimizer::Lion, None),
    ("lion", Optimizer::Lion, None),
    ("muon", Optimizer::Muon, None),
];

/// Optimizers whose state the driver moves to the host where a GPU has no room.
const PAGED: &[(&str, Optimizer, Option<OptimizerKernel>)] = &[
    ("paged_adamw_8bit", Optimizer::AdamW8, None),
    ("paged_adamw_32bit", Optimizer::AdamW, None),
    ("paged_adamw", Optimizer::AdamW, None),
    ("paged_lion_32bit", Optimizer::Lion, None),
];

/// AdamW, the default.
const USUAL_OPTIMIZER: &str = "adamw_torch_fused";

/// The optimizer by the Trainer's name.
pub(crate) fn optimizer(facts: &Facts) -> Option<OptionValue> {
    let optimizer = match facts.plan.levers.optimizer {
        Optimizer::SgdMomentum => return word("sgd"),
        Optimizer::AdamWBf16 => Optimizer::AdamW,
        other => other,
    };
    // The file's own default need not be that of the plan's recipe.
    let kernel = Some(facts.plan.optimizer_kernel());
    if let Some(paged) = paged_name(facts).filter(|_| facts.plan.levers.pages_moments()) {
        return word(paged);
    }
    let mut rows = OPTIMIZERS.iter().filter(|row| row.1 == optimizer);
    let found = rows.find(|row| row.2.is_none() || row.2 == kernel);
    word(found.map_or(USUAL_OPTIMIZER, |row| row.0))
}

/// Name of the plan's optimizer with paged moments, if there is one.
fn paged_name(facts: &Facts) -> Option<&'static str> {
    let optimizer = facts.plan.levers.optimizer;
    let mut rows = PAGED.iter();
    rows.find(|row| row.1 == optimizer).map(|row| row.0)
}

/// Reads the optimizer by the Trainer's name.
pub(crate) fn read_optimizer(file: &mut Fields, option: &'static str) {
    let (name, origin) = match file.text(option) {
        Some(name) => (name, SettingOrigin::Read),
        None => (USUAL_OPTIMIZER, SettingOrigin::Default),
    };
    let mut rows = OPTIMIZERS.iter().chain(PAGED);
    let Some((_, optimizer, kernel)) = rows.find(|row| row.0 == name) else {
        return file.reading.unfit(option, name);
    };
    if PAGED.iter().any(|row| row.0 == name) {
        file.reading.moves_more(Offload::Paged, option);
    }
    file.reading.plan.levers.optimizer = *optimizer;
    file.reading.note("opt", option, origin);
    file.reading.plan.stack.optimizer_kernel = *kernel;
    if kernel.is_some() {
        file.reading.note("optkern", option, origin);
    }
}

/// Reads the type of matrix products by switches, by precedence.
pub(crate) fn dtype(file: &mut Fields, default: &str) {
    let kinds = || ["bf16", "fp16"].into_iter();
    let is_auto = |name| file.text(name) == Some("auto");
    let is_read = |name: &&'static str| file.is_on(name) || file.text(name) == Some("full");
    let (found, is_open) = (kinds().find(is_read), kinds().any(is_auto));
    match (found, file.first("bf16 fp16")) {
        (Some(name), _) => file.reading.set("dtype", name, name),
        _ if is_open => file.reading.missing(MissingSetting::Auto("dtype")),
        (None, Some((path, _))) => file.reading.set("dtype", path, "fp32"),
        (None, None) => file.reading.default("dtype", "bf16", default),
    }
    if file.is_on("fp8") {
        file.reading.set("dtype", "fp8", "fp8");
    }
    file.reading.plan.levers.gathers_narrow = false;
}

/// Reads a switch of bf16 weights beside no wider ones. AdamW's moments have their type; those of
/// other optimizers are as before, and so is the state of adapters, which PEFT keeps in fp32.
pub(crate) fn half_weights(file: &mut Fields, path: &'static str) {
    if !file.is_on(path) {
        return;
    }
    file.reading.set("dtype", path, "bf16");
    if adapters::is_frozen(file) {
        return;
    }
    match file.reading.plan.levers.optimizer {
        Optimizer::AdamW | Optimizer::AdamWBf16 => file.state_type(path, true),
        _ => {
            file.reading.set("master", path, "none");
            file.reading.set("grads", path, "16bit");
        }
    }
}

/// Reads which layers backward recomputes: whole ones or none.
pub(crate) fn recompute(file: &mut Fields, default: &str) {
    let words = [("true", "full"), ("false", "none"), ("unsloth", "full")];
    file.word("ckpt", "gradient_checkpointing", &words, Some(default));
    file.reading.plan.levers.recompute_layers = None;
}

/// Reads the kernel of attention: any Flash Attention, PyTorch's, or unfused kernels.
pub(crate) fn attention(file: &mut Fields) {
    let path = "attn_implementation";
    let Some(name) = file.text(path) else { return };
    let is_fused = name.contains("flash") || matches!(name, "sdpa" | "flex_attention" | "xformers");
    if is_fused {
        file.reading.set("flash", path, "1");
    } else if name == "eager" {
        file.reading.set("flash", path, "0");
    } else {
        file.reading.unfit(path, name);
    }
}

/// FSDP by the Trainer's words.
pub(crate) fn strategy(facts: &Facts) -> String {
    let is_whole = facts.plan.layout.zero == ZeroStage::Three;
    let kind = match (is_whole, facts.shard_groups() > 1) {
        (true, false) => "full_shard",
        (false, false) => "shard_grad_op",
        (true, true) => "hybrid_shard",
        (false, true) => "hybrid_shard_zero2",
    };
    let is_moved = fsdp::moves_shard(facts);
    let offload = if is_moved { " offload" } else { "" };
    [kind, " auto_wrap", offload].concat()
}
