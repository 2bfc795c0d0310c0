//! The batch, types, the optimizer, recompute and software.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/formats/tests/all/import_exports.rs`.

use super::layout::is_alone;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{on, switch, whole, word};
use crate::export::facts::Facts;
use crate::frameworks::adapters::{self, has_adapters};
use crate::frameworks::setting::{
    Setting, known, lacks, number, option, read, words, written as sets,
};
use crate::import::fields::{Fields, written};
use crate::import::imported::MissingSetting;
use cost::plan::{
    CrossEntropy, Dtype, GradientType, Kernels, MasterWeights, Offload, Optimizer, OptimizerKernel,
    Recipe, WordSet,
};

pub(super) const BATCH_ROWS: &[Setting] = &[
    number("batch_size", "mbs").or_missing(MissingSetting::Batch),
    option(
        "gradient_accumulation_steps",
        |f| whole(f.legal.micro_batches),
        |file| {
            let path = "gradient_accumulation_steps";
            match file.first(path) {
                None => file.global_batch(path, 1),
                Some((_, value)) => match value.whole() {
                    Some(steps) => file.global_batch(path, steps),
                    None => file.reading.unfit(path, &written(value)),
                },
            }
        },
    ),
    number("tokenizer.max_seq_len", "seq").or_missing(MissingSetting::Sequence),
    option(
        "max_steps_per_epoch epochs",
        |f| whole(f.steps()),
        |file| {
            let path = "max_steps_per_epoch";
            if let Some(steps) = file.whole(path) {
                let epochs = file.whole("epochs").unwrap_or(1);
                file.reading.steps(Some(steps.saturating_mul(epochs)), path);
            }
        },
    ),
    sets("epochs", |_| whole(1)).beside(),
];

pub(super) const LEVER_ROWS: &[Setting] = &[
    words(
        "dtype",
        "dtype",
        &[("bf16", "bf16"), ("fp16", "fp16"), ("fp32", "fp32")],
    )
    .or_missing(MissingSetting::Auto("dtype"))
    .written_by(|f| {
        word(match f.plan.levers.dtype {
            Dtype::Fp32 => "fp32",
            Dtype::Fp16 => "fp16",
            _ => "bf16",
        })
    })
    .lacks(&[
        Lack::when(Aspect::Dtype, Fate::Refused, |f| {
            match f.plan.levers.dtype {
                Dtype::Fp16 => true,
                Dtype::Fp8 => f.plan.layout.context > 1,
                _ => false,
            }
        }),
        Lack::when(Aspect::Dtype, Fate::NoOption, |f| {
            match f.plan.levers.dtype {
                Dtype::Fp32 | Dtype::Fp16 | Dtype::Bf16 => false,
                Dtype::Fp8 => !has_fp8(f),
                _ => true,
            }
        }),
        Lack::when(Aspect::NarrowGathers, Fate::NoOption, |f| {
            f.plan.gathers_in_8_bits()
        }),
        Lack::when(Aspect::Master, Fate::NoOption, |f| !fits_state(f)),
        Lack::when(Aspect::Gradients, Fate::NoOption, |f| !fits_state(f)),
    ]),
    // All state has the type of the weights.
    option(
        "optimizer._component_ optimizer.fused",
        |f| word(component(f)),
        optimizer,
    )
    .lacks(&[
        Lack::when(Aspect::Optimizer, Fate::NoOption, |f| {
            match f.plan.levers.optimizer {
                Optimizer::AdamWBf16 => !is_narrow(f),
                Optimizer::AdamW | Optimizer::AdamW8 => false,
                _ => true,
            }
        }),
        Lack::when(Aspect::PagedMoments, Fate::NoOption, |f| !is_paged(f)),
    ]),
    sets("optimizer.fused", |f| {
        let has_kernels = component(f) == ADAMW && !f.plan.updates_in_backward();
        let is_fused = f.plan.optimizer_kernel() == OptimizerKernel::Fused;
        switch(is_fused).filter(|_| has_kernels)
    })
    .beside(),
    option(
        "optimizer_in_bwd",
        |f| switch(f.plan.updates_in_backward()).filter(|_| !has_adapters(f)),
        |file| {
            if file.is_on("optimizer_in_bwd") {
                file.reading.set("optkern", "optimizer_in_bwd", "backward");
            }
        },
    )
    .lacks(&[
        Lack::when(Aspect::OptimizerKernel, Fate::NoOption, |f| {
            f.plan.updates_in_backward() && has_adapters(f)
        }),
        Lack::when(Aspect::OptimizerKernel, Fate::Refused, |f| {
            f.plan.updates_in_backward() && f.legal.micro_batches > 1
        }),
    ]),
    words(
        "fp8_recipe_name",
        "dtype",
        &[
            ("tensorwise", "fp8"),
            ("rowwise", "fp8"),
            ("rowwise_with_gw_hp", "fp8"),
        ],
    )
    .usual("fp8")
    .when(has_fp8)
    .read_when(|file| file.is_on("enable_fp8_training")),
    option("enable_fp8_training", |f| on(has_fp8(f)), |_| {}),
    words(
        "enable_activation_checkpointing",
        "ckpt",
        &[("true", "full"), ("false", "none")],
    )
    .usual("none")
    .written_by(|f| switch(f.recomputes_layers()))
    .lacks(&[
        Lack::no_option(Aspect::Selective),
        Lack::no_option(Aspect::SomeLayers),
        Lack::no_option(Aspect::OffloadModules),
        Lack::when(Aspect::OffloadActivations, Fate::Refused, |f| {
            !f.recomputes_layers()
        }),
    ]),
    read("ac_mode ac_option", |file| {
        if file.text("ac_mode") == Some("selective") {
            file.reading.unfit("ac_mode", "selective");
        }
    }),
    option(
        "enable_activation_offloading fsdp_cpu_offload optimizer._component_",
        |f| on(f.offloads(Offload::Activations)),
        offload,
    ),
    sets("fsdp_cpu_offload", |f| on(moves_shard(f)))
        .when(|f| !is_alone(f))
        .beside()
        .lacks(&[
            Lack::when(Aspect::OffloadOptimizer, Fate::NoOption, is_alone),
            Lack::when(Aspect::OffloadParameters, Fate::NoOption, is_alone),
            Lack::when(Aspect::OffloadOptimizer, Fate::Nearest, |f| {
                !f.offloads(Offload::Parameters)
            }),
            Lack::when(Aspect::OffloadParameters, Fate::Nearest, |f| {
                !f.offloads(Offload::Optimizer)
            }),
        ]),
    // Chunks of logits are all kept, but for those of a compiled loss.
    option(
        "loss._component_",
        |f| {
            let is_plain = f.plan.levers.cross_entropy != CrossEntropy::Chunked;
            word(if is_plain && is_compiled(f) {
                "torch.nn.CrossEntropyLoss"
            } else {
                "torchtune.modules.loss.LinearCrossEntropyLoss"
            })
        },
        loss,
    )
    .lacks(&[Lack::when(Aspect::CrossEntropy, Fate::NoOption, |f| {
        f.plan.levers.cross_entropy != CrossEntropy::Chunked || !is_compiled(f)
    })]),
    words(
        "compile",
        "kern",
        &[("true", "compiled"), ("false", "eager")],
    )
    .usual("eager")
    .written_by(|f| switch(is_compiled(f)))
    .read_when(|file| file.value.at("compile.model").is_none())
    .lacks(&[Lack::when(Aspect::Kernels, Fate::NoOption, |f| {
        !matches!(f.plan.kernels(), Kernels::Compiled | Kernels::Eager)
    })]),
    words(
        "compile.model",
        "kern",
        &[("true", "compiled"), ("false", "eager")],
    )
    .unwritten()
    .read_when(|file| file.has("compile.model")),
    // Options that every recipe wants.
    sets("device", |_| word("cuda")),
    sets("shuffle", |_| switch(true)),
    sets("resume_from_checkpoint", |_| switch(false)),
    sets("log_level", |_| word("INFO")),
    known(IDLE),
];

/// Parts of a plan for which no recipe of supervised fine-tuning has an option.
pub(super) const OTHER_ROWS: &[Setting] = &[lacks(&[
    Lack::yours(Aspect::Recipe),
    Lack::yours(Aspect::Components),
    Lack::yours(Aspect::Rendezvous),
    Lack::no_option(Aspect::Objective),
    // `dataset.packed`.
    Lack::in_code(Aspect::Lengths),
    Lack::no_option(Aspect::MlpTiles),
    Lack::no_option(Aspect::NarrowGates),
    Lack::no_option(Aspect::NoFlash),
    Lack::no_option(Aspect::WeightStorage),
    Lack::no_option(Aspect::GradientSync),
    Lack::no_option(Aspect::Graphs),
    Lack::no_option(Aspect::Messages),
    Lack::no_option(Aspect::Overlap),
    Lack::no_option(Aspect::Deterministic),
    Lack::when(Aspect::Habits, Fate::NoOption, |f| {
        f.plan.stack.recipe != Recipe::TorchTitan
    }),
])];

/// Options that change no figure.
const IDLE: &str = "\
    config nproc_per_node nnodes rdzv_id rdzv_backend rdzv_endpoint output_dir device seed \
    shuffle log_every_n_steps log_peak_memory_stats log_level metric_logger. profiler. checkpointer. \
    tokenizer. dataset. dataset_val. batch_size_val run_val_every_n_steps resume_from_checkpoint \
    save_adapter_weights_only save_every_n_steps optimizer. lr_scheduler. clip_grad_norm loss. \
    custom_sharded_layers tensor_parallel_plan. tensor_parallel_plan compile. collate_fn \
    cudnn_deterministic_mode activation_offloading_use_streams enable_async_checkpointing \
    resize_token_embeddings checkpoint_dir keep_last_n_checkpoints";

/// PyTorch's optimizer.
const ADAMW: &str = "torch.optim.AdamW";

/// True if weights, gradients and moments have 16 bits, the type of the weights. Adapters count as
/// the recipe's.
fn is_narrow(facts: &Facts) -> bool {
    let is_wide = matches!(facts.plan.levers.dtype, Dtype::Fp32 | Dtype::Fp16);
    !is_wide && !has_adapters(facts)
}

/// True if the types of the plan's weights and gradients are those of its products.
fn fits_state(facts: &Facts) -> bool {
    let (plan, optimizer) = (facts.plan, facts.plan.levers.optimizer);
    if !is_narrow(facts) {
        return plan.master() == MasterWeights::Fp32 && plan.levers.gradients.is_none();
    }
    let is_wide = optimizer == Optimizer::AdamW && !is_paged(facts);
    let is_half = plan.gradients() == GradientType::Half;
    plan.master() == MasterWeights::None && is_half && !is_wide
}

/// True if a class pages the moments of the plan's optimizer (bitsandbytes, `optim/adamw.py`).
fn is_paged(facts: &Facts) -> bool {
    let levers = &facts.plan.levers;
    levers.pages_moments() && matches!(levers.optimizer, Optimizer::AdamW | Optimizer::AdamW8)
}

/// The class of the optimizer (pytorch/ao, `torchao/optim/`; bitsandbytes, `optim/adamw.py`).
fn component(facts: &Facts) -> &'static str {
    let is_short = facts.plan.levers.optimizer == Optimizer::AdamW8;
    match (is_short, is_paged(facts)) {
        (true, true) => "bitsandbytes.optim.PagedAdamW8bit",
        (false, true) => "bitsandbytes.optim.PagedAdamW",
        (true, false) => "torchao.optim.AdamW8bit",
        (false, false) => ADAMW,
    }
}

/// True if the recipe of all weights on several GPUs has 8-bit products.
fn has_fp8(facts: &Facts) -> bool {
    facts.plan.levers.dtype == Dtype::Fp8 && !has_adapters(facts) && !is_alone(facts)
}

fn is_compiled(facts: &Facts) -> bool {
    facts.plan.kernels() == Kernels::Compiled
}

/// True if FSDP moves the state and the weights to the host.
fn moves_shard(facts: &Facts) -> bool {
    facts.offloads(Offload::Optimizer) || facts.offloads(Offload::Parameters)
}

fn optimizer(file: &mut Fields) {
    let path = "optimizer._component_";
    let Some(component) = file.text(path) else {
        return file.reading.missing(MissingSetting::Auto("opt"));
    };
    let name = optimizer_name(file).unwrap_or_default();
    // Adapters have the type of the weights by the recipe.
    let is_bf16 = file.reading.plan.levers.dtype == Dtype::Bf16 && !adapters::is_frozen(file);
    let state = match name {
        "AdamW" | "Adam" | "CPUOffloadOptimizer" if is_bf16 => "adamwbf16",
        "AdamW" | "Adam" | "CPUOffloadOptimizer" => "adamw",
        // The state of bitsandbytes has 32 bit, whatever type the weights have.
        "PagedAdamW" => "adamw",
        "PagedAdamW8bit" | "AdamW8bit" | "Adam8bit" => "adamw8",
        _ => return file.reading.unfit(path, component),
    };
    file.reading.set("opt", path, state);
    if is_bf16 {
        file.reading.set("master", "dtype", "none");
        file.reading.set("grads", "dtype", "16bit");
    }
    if matches!(name, "AdamW" | "Adam") {
        let fused = file.is_on("optimizer.fused");
        let kernel = if fused { "fused" } else { "foreach" };
        file.reading.set("optkern", "optimizer.fused", kernel);
    }
}

/// Name of the optimizer's class.
fn optimizer_name<'a>(file: &Fields<'a>) -> Option<&'a str> {
    let component = file.text("optimizer._component_")?;
    component.rsplit('.').next()
}

fn offload(file: &mut Fields) {
    let mut moved = Vec::new();
    if file.is_on("enable_activation_offloading") {
        moved.push(Offload::Activations);
    }
    if file.is_on("fsdp_cpu_offload") {
        moved.extend([Offload::Optimizer, Offload::Parameters]);
    } else if optimizer_name(file) == Some("CPUOffloadOptimizer") {
        moved.push(Offload::Optimizer);
    }
    let is_paged = optimizer_name(file).is_some_and(|name| name.starts_with("Paged"));
    let is_on_gpu = !moved.contains(&Offload::Optimizer);
    file.reading.plan.levers.offload = WordSet::of(&moved);
    file.note("off", "enable_activation_offloading fsdp_cpu_offload");
    if is_paged && is_on_gpu {
        file.reading
            .moves_more(Offload::Paged, "optimizer._component_");
    }
}

fn loss(file: &mut Fields) {
    let path = "loss._component_";
    let Some(component) = file.text(path) else {
        return;
    };
    let is_compiled = file.is_on("compile") || file.is_on("compile.loss");
    match component.rsplit('.').next() {
        Some("LinearCrossEntropyLoss") if is_compiled => file.reading.set("ce", path, "chunked"),
        Some("LinearCrossEntropyLoss" | "CEWithChunkedOutputLoss" | "CrossEntropyLoss") => {
            file.reading.set("ce", path, "plain");
        }
        _ => file.reading.unfit(path, component),
    }
}
