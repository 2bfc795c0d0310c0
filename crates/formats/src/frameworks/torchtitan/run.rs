//! The batch, types, recompute and software.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/formats/tests/all/releases.rs`.

use super::model::is_dump;
use super::write::{
    PYTHON, TOML, compiled, family, gathers_float8, has_graphs, is_compiled, keeps_nothing_in_fp32,
    writes_muon,
};
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, on, switch as is_on, whole, word, word_if};
use crate::export::facts::Facts;
use crate::frameworks::setting::{
    Setting, known, lacks, number, option, read, switch, switch_to, words, written,
};
use crate::import::fields::{Fields, written as written_text};
use crate::import::imported::MissingSetting;
use crate::import::value::ParsedValue;
use cost::plan::{
    CrossEntropy, Dtype, GradientType, Kernels, MasterWeights, Module, Offload, Optimizer,
    OptimizerKernel, Overlap, Recipe, Recompute, Word, WordSet,
};

pub(super) const PRODUCT_ROWS: &[Setting] = &[
    option(
        "model.converters",
        |f| {
            let name = match f.plan.levers.dtype {
                Dtype::Fp8 => "quantize.linear.float8",
                Dtype::MxFp8 => "quantize.linear.mx",
                _ => return None,
            };
            Some(OptionValue::Words(vec![name]))
        },
        dtype,
    )
    .of_versions(TOML)
    .lacks(&[
        Lack::when(Aspect::Dtype, Fate::NoOption, |f| {
            matches!(f.plan.levers.dtype, Dtype::Fp16 | Dtype::Fp8Block)
        }),
        Lack::when(Aspect::Dtype, Fate::NoOption, |f| {
            f.plan.levers.dtype == Dtype::NvFp4
        })
        .of_versions(TOML),
        Lack::when(Aspect::Dtype, Fate::Refused, refuses_fp4).of_versions(PYTHON),
        // Experts have converters for 8 bits only, and custom models are converted in code.
        Lack::when(Aspect::Dtype, Fate::Nearest, |f| {
            f.plan.levers.dtype == Dtype::NvFp4 && f.is_routed()
        })
        .of_versions(PYTHON),
        Lack::when(Aspect::Dtype, Fate::InCode, |f| {
            f.plan.levers.dtype != Dtype::Fp32 && family(f).is_none()
        })
        .of_versions(PYTHON),
    ]),
    written("optimizer.name", |_| word("AdamW"))
        .of_versions(TOML)
        .lacks(&[
            Lack::when(Aspect::Optimizer, Fate::NoOption, |f| {
                !keeps_nothing_in_fp32(f)
            })
            .of_versions(TOML),
            // `components/optimizer/optimizer.py`: moments in bf16, and Muon.
            Lack::when(Aspect::Optimizer, Fate::NoOption, |f| {
                let optimizer = f.plan.levers.optimizer;
                !matches!(optimizer, Optimizer::AdamWBf16 | Optimizer::Muon)
            })
            .of_versions(PYTHON),
            // `models/kimi_k2_7/config_registry.py`: neither TP nor PP beside `DistMuon`.
            Lack::when(Aspect::Optimizer, Fate::Refused, |f| {
                let layout = &f.plan.layout;
                let is_cut = layout.tensor > 1 || layout.pipeline > 1;
                f.plan.levers.optimizer == Optimizer::Muon && is_cut
            })
            .of_versions(PYTHON),
            Lack::when(Aspect::Optimizer, Fate::InCode, |f| {
                f.plan.levers.optimizer == Optimizer::Muon && !writes_muon(f)
            })
            .of_versions(PYTHON),
        ]),
];

pub(super) const BATCH_ROWS: &[Setting] = &[
    number(LOCAL, "mbs")
        .or_missing(MissingSetting::Batch)
        .when(|f| f.plan.layout.pipeline == 1)
        .read_when(|file| file.reading.plan.layout.pipeline < 2),
    // In a pipeline one call runs all micro-batches of a step.
    written(LOCAL, |f| whole(f.plan.batch.micro * f.legal.micro_batches))
        .when(|f| f.plan.layout.pipeline > 1)
        .beside(),
    option(
        "training.global_batch_size",
        |f| whole(f.plan.global_batch()),
        global_batch,
    ),
    number("training.seq_len", "seq").usual("2048"),
    option(
        "training.steps",
        |f| whole(f.steps()),
        |file| {
            let steps = file.whole("training.steps");
            file.reading.steps(steps, "training.steps");
        },
    ),
];

pub(super) const TYPE_ROWS: &[Setting] = &[
    option(
        "training.dtype",
        |f| word_if(keeps_nothing_in_fp32(f), "bfloat16"),
        types,
    )
    .lacks(&[
        Lack::when(Aspect::Master, Fate::NoOption, |f| {
            f.plan.master() != MasterWeights::Fp32 && !keeps_nothing_in_fp32(f)
        }),
        // `mixed_precision_reduce` has one value.
        Lack::when(Aspect::Gradients, Fate::NoOption, |f| {
            f.plan.gradients() != GradientType::Fp32 && !keeps_nothing_in_fp32(f)
        }),
    ]),
    written("training.mixed_precision_param", |f| {
        let is_fp32 = f.plan.levers.dtype == Dtype::Fp32;
        word(if is_fp32 { "float32" } else { "bfloat16" })
    })
    .beside(),
    // The state and the weights move together.
    words(
        "training.enable_cpu_offload",
        "off",
        &[("true", "opt,params"), ("false", "none")],
    )
    .usual("none")
    .written_by(|f| on(f.offloads(Offload::Optimizer) || f.offloads(Offload::Parameters)))
    .lacks(&[
        Lack::when(Aspect::OffloadOptimizer, Fate::Nearest, |f| {
            !f.offloads(Offload::Parameters)
        }),
        Lack::when(Aspect::OffloadParameters, Fate::Nearest, |f| {
            !f.offloads(Offload::Optimizer)
        }),
        Lack::no_option(Aspect::OffloadActivations),
    ]),
];

pub(super) const STACK_ROWS: &[Setting] = &[
    // Selective, every second layer, is the default.
    words(
        MODE,
        "ckpt",
        &[
            ("none", "none"),
            ("full", "full"),
            ("selective", "sel"),
            ("memory_budget", "sel"),
        ],
    )
    .usual("sel")
    .of_versions(TOML)
    .read_when(|file| !is_dump(file))
    .lacks(&[
        Lack::when(Aspect::Selective, Fate::NoOption, |f| {
            f.plan.levers.modules != WordSet::of(&[Module::Ops])
        }),
        Lack::no_option(Aspect::SomeLayers),
    ]),
    option(
        "activation_checkpoint.selective_ac_option",
        |f| word_if(f.plan.levers.recompute == Recompute::Selective, "op"),
        selective,
    )
    .of_versions(TOML)
    .read_when(|file| !is_dump(file) && file.reading.plan.levers.recompute == Recompute::Selective),
    read(
        "activation_checkpoint activation_checkpoint.",
        dumped_recompute,
    )
    .read_when(is_dump),
    // Graphs capture neither pipelines nor an exchange of tokens that waits for the host.
    written("training.disable_cuda_graphs", |f| on(!has_graphs(f)))
        .of_versions(PYTHON)
        .lacks(&[
            Lack::no_option(Aspect::Graphs).of_versions(TOML),
            Lack::when(Aspect::Graphs, Fate::NoOption, |f| !has_graphs(f)).of_versions(PYTHON),
        ]),
    switch("parallelism.enable_sequence_parallel", "sp")
        .of_versions(PYTHON)
        .when(|f| f.plan.layout.tensor > 1 && !f.plan.sequence_parallel())
        .usual("1")
        .read_when(|file| file.reading.plan.layout.tensor > 1)
        .lacks(&[Lack::no_option(Aspect::NoSequenceParallel).of_versions(TOML)]),
    option("compile.enable", |f| on(is_compiled(f)), kernels).of_versions(TOML),
    // Configurations to start from may compile.
    written("compile.enable", |f| is_on(!compiled(f).is_empty()))
        .of_versions(PYTHON)
        .beside(),
    written("compile.components", |f| {
        let parts = compiled(f);
        (!parts.is_empty()).then_some(OptionValue::Words(parts))
    })
    .of_versions(PYTHON),
    written("compile.enable_async_tensor_parallel", |f| {
        let overlaps = f.plan.layout.tensor > 1 && f.plan.overlaps(Overlap::Tensor);
        is_on(overlaps && is_compiled(f))
    })
    .of_versions(PYTHON)
    .beside(),
    words(
        "optimizer.implementation",
        "optkern",
        &[
            ("fused", "fused"),
            ("foreach", "foreach"),
            ("fused_opt_states_bf16", "fused"),
        ],
    )
    .written_by(kernel)
    .of_versions(TOML),
    written("optimizer.implementation", |f| {
        let is_narrow = f.plan.levers.optimizer == Optimizer::AdamWBf16;
        if is_narrow && !keeps_nothing_in_fp32(f) {
            return word("fused_opt_states_bf16");
        }
        kernel(f).filter(|_| !writes_muon(f))
    })
    .of_versions(PYTHON),
    written("quantize.linear.float8.recipe_name", |f| {
        let is_float8 = f.plan.levers.dtype == Dtype::Fp8;
        word_if(is_float8 && !gathers_float8(f), "tensorwise")
    })
    .of_versions(TOML),
    // This option is not written beside the name of a recipe. Without a recipe there is one scale a
    // tensor (`float8.py`).
    switch(
        "quantize.linear.float8.enable_fsdp_float8_all_gather",
        "gather8",
    )
    .usual("0")
    .when(gathers_float8)
    .of_versions(TOML)
    .lacks(&[
        Lack::when(Aspect::NarrowGathers, Fate::NoOption, |f| {
            f.plan.gathers_in_8_bits() && !gathers_float8(f)
        })
        .of_versions(TOML),
        // The `Float8LinearConverter` of 0.3 scales by rows.
        Lack::when(Aspect::NarrowGathers, Fate::NoOption, |f| {
            f.plan.gathers_in_8_bits()
        })
        .of_versions(PYTHON),
    ]),
    switch_to("debug.moe_force_load_balance", "imbal", "1").unwritten(),
    switch("debug.deterministic", "det")
        .usual("0")
        .when(|f| f.plan.stack.deterministic),
    // Forks have others; that of torchtitan is `float32`.
    read(REDUCED, |file| {
        if let Some(word) = file.text(REDUCED).filter(|word| *word != "float32") {
            file.reading.unfit(REDUCED, word);
        }
    }),
    // Gradients are freed during backward.
    read(EARLY_STEP, |file| {
        if file.is_on(EARLY_STEP) {
            file.reading.unfit(EARLY_STEP, "true");
        }
    }),
    known(IDLE),
    lacks(&[
        Lack::no_option(Aspect::MlpTiles),
        Lack::no_option(Aspect::NarrowGates),
        Lack::no_option(Aspect::OffloadModules),
        Lack::yours(Aspect::Recipe),
        Lack::yours(Aspect::Rendezvous),
        Lack::no_option(Aspect::WeightStorage),
        Lack::no_option(Aspect::Adapters),
        Lack::when(Aspect::OptimizerKernel, Fate::NoOption, |f| {
            f.plan.updates_in_backward()
        }),
        Lack::no_option(Aspect::Objective),
        Lack::in_code(Aspect::FrozenParts),
        Lack::in_code(Aspect::Lengths),
        Lack::no_option(Aspect::PagedMoments),
        Lack::no_option(Aspect::GradientSync),
        Lack::in_code(Aspect::NoFlash),
        Lack::in_code(Aspect::CrossEntropy).of_versions(TOML),
        Lack::when(Aspect::CrossEntropy, Fate::NoOption, |f| {
            use CrossEntropy::{Eager, Fused, Native};
            matches!(f.plan.levers.cross_entropy, Eager | Fused | Native)
        })
        .of_versions(PYTHON),
        Lack::when(Aspect::Habits, Fate::NoOption, |f| {
            f.plan.stack.recipe != Recipe::TorchTitan
        }),
    ]),
];

/// Options that no plan can express and that change no figure much.
const IDLE: &str = "\
    job. profiling. metrics. optimizer.lr optimizer.beta* optimizer.eps optimizer.weight_decay \
    optimizer.param_groups optimizer.param_groups. lr_scheduler. training.dataset training.dataset_path \
    training.max_norm checkpoint. compile.backend comm. validation. \
    debug. quantize.linear.float8. dataloader. profiler. dump_folder loss.";

const EARLY_STEP: &str = "optimizer.early_step_in_backward";
const LOCAL: &str = "training.local_batch_size";
const REDUCED: &str = "training.mixed_precision_reduce";
const MODE: &str = "activation_checkpoint.mode";

/// By default one local batch for each data-parallel rank.
fn global_batch(file: &mut Fields) {
    let option = "training.global_batch_size";
    if file.set("gbs", option).is_none() {
        let local = file.whole(LOCAL).unwrap_or(1);
        let sequences = local.saturating_mul(file.reading.plan.data_parallel());
        file.reading.default("gbs", option, &sequences.to_string());
    }
}

fn dtype(file: &mut Fields) {
    let option = "model.converters";
    let converters: Vec<&str> = match file.value.at(option) {
        Some(ParsedValue::List(names)) => names.iter().filter_map(ParsedValue::text).collect(),
        _ => Vec::new(),
    };
    let mut dtype = match file.text("training.mixed_precision_param") {
        Some("float32") => Dtype::Fp32,
        _ => Dtype::Bf16,
    };
    for name in converters {
        match name {
            "quantize.linear.float8" | "float8" => dtype = Dtype::Fp8,
            "quantize.linear.mx" if dtype != Dtype::Fp8 => dtype = Dtype::MxFp8,
            "quantize.linear.mx" => {}
            name if name.starts_with("quantize.grouped_mm.") => {}
            name => file.reading.unfit(option, name),
        }
    }
    file.reading.plan.levers.dtype = dtype;
    file.note("dtype", "model.converters training.mixed_precision_param");
}

/// Types of weights, gradients and moments, which are 16 bits together.
fn types(file: &mut Fields) {
    let is_half = file.text("training.dtype") == Some("bfloat16");
    file.state_type("training.dtype", is_half);
}

/// Results of operators are kept (`op`), or whole layers are recomputed, every second one by
/// default, which no plan can have.
fn selective(file: &mut Fields) {
    let option = "activation_checkpoint.selective_ac_option";
    file.reading.plan.levers.modules = WordSet::of(&[Module::Ops]);
    file.note("ckptmod", option);
    let kept = file.text(option).unwrap_or("2");
    if kept != "op" {
        file.reading.unfit(option, kept);
    }
    if file.text(MODE) == Some("memory_budget") {
        file.reading.unfit(MODE, "memory_budget");
    }
}

/// Recompute by the fields of a dumped object: a budget, patterns of names, or none for whole
/// layers.
fn dumped_recompute(file: &mut Fields) {
    let name = "activation_checkpoint";
    let has = |part: &str| match file.value.at(name) {
        Some(ParsedValue::Fields(fields)) => fields.iter().any(|(field, _)| field.contains(part)),
        _ => false,
    };
    let recompute = match file.value.at(name) {
        None => Recompute::None,
        Some(_) if has("budget") => return file.reading.unfit(name, "memory_budget"),
        Some(_) if has("regex") || has("save") || has("fqns") => Recompute::Selective,
        Some(_) => Recompute::Full,
    };
    let levers = &mut file.reading.plan.levers;
    levers.recompute = recompute;
    if recompute == Recompute::Selective {
        levers.modules = WordSet::of(&[Module::Ops]);
    }
    levers.recompute_layers = None;
    file.note("ckpt", name);
}

fn kernels(file: &mut Fields) {
    // A compiled loss leaves the kernels of layers.
    let parts = file.value.at("compile.components").map(written_text);
    let is_whole = parts.is_none_or(|parts| parts.contains("model"));
    let is_eager = !(file.is_on("compile.enable") && is_whole);
    file.reading.plan.stack.kernels = is_eager.then_some(Kernels::Eager);
    file.note("kern", "compile.enable");
}

/// Kernel of the optimizer's step.
fn kernel(facts: &Facts) -> Option<OptionValue> {
    let kernel = facts.plan.stack.optimizer_kernel?;
    if kernel == OptimizerKernel::Backward {
        return None;
    }
    Some(OptionValue::Word(kernel.word()))
}

/// True if a matrix has a side that is no multiple of 128 (`components/quantization/nvfp4.py`).
fn refuses_fp4(facts: &Facts) -> bool {
    let (model, tensor) = (&facts.plan.model, facts.plan.layout.tensor);
    let heads = (model.heads + 2 * model.kv_heads) * model.head_dim;
    let sides = [
        model.hidden * tensor,
        model.ffn,
        model.heads * model.head_dim,
        heads,
    ];
    let is_odd = |side: &u64| !side.is_multiple_of(128 * tensor);
    facts.plan.levers.dtype == Dtype::NvFp4 && (model.mla.is_some() || sides.iter().any(is_odd))
}
