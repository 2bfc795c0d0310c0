//! Options that trade memory against time, and of the stack.

use super::remarks::nearest;
use super::rules::{
    MODULES, can_offload_layers, distributes, exchanges_under_compute, fuses_loss, graph_modules,
    groups_products, hides_as_said, hides_tensor, loss_fusion, modules,
};
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, flag, whole_if, word, word_if};
use crate::frameworks::setting::{Setting, flagged, known, option, read, switched, words, written};
use crate::import::fields::Fields;
use cost::plan::{
    CrossEntropy, GraphScope, Kernels, Module, Offload, OffloadModule, Overlap, Recompute, WordSet,
    ZeroStage,
};

const NARROW_GATES: &str = "--activation-func-fp8-input-store";

pub(super) const MEMORY_ROWS: &[Setting] = &[
    option(
        OPTIMIZER,
        |f| flag(f.offloads(Offload::Optimizer) && distributes(f)),
        offload,
    )
    .bare()
    .core(&[
        // A, O: the precision-aware optimizer is a distributed one.
        Lack::when(Aspect::OffloadOptimizer, Fate::Refused, |facts| {
            facts.plan.layout.zero == ZeroStage::Zero
        }),
        Lack::no_option(Aspect::OffloadParameters),
    ]),
    known(FRACTION),
    option(
        GRANULARITY,
        |f| match f.plan.levers.recompute {
            Recompute::None => None,
            Recompute::Full => word("full"),
            Recompute::Selective => word_if(!modules(f).is_empty(), "selective"),
        },
        recompute,
    ),
    known("--recompute-activations").bare(),
    known(CHECKPOINT).bare(),
    written("--recompute-modules", |f| {
        let modules = modules(f);
        (!modules.is_empty()).then_some(OptionValue::Words(modules))
    })
    .several()
    // T: activations of experts are recomputed beside grouped products.
    .lacks(&[Lack::when(Aspect::Selective, Fate::Refused, |facts| {
        facts.plan.levers.modules.contains(Module::MoeActivation) && !groups_products(facts)
    })])
    .core(&[Lack::when(Aspect::Selective, Fate::NoOption, |facts| {
        facts.plan.levers.modules.contains(Module::Ops)
    })]),
    written("--recompute-method", |f| {
        let some = f.plan.levers.recompute_layers.is_some();
        word_if(
            f.recomputes_layers(),
            if some { "block" } else { "uniform" },
        )
    }),
    written("--recompute-num-layers", |f| {
        let layers = f.plan.levers.recompute_layers.unwrap_or(1);
        whole_if(f.recomputes_layers(), layers)
    }),
    // T: only one stage, without recompute, and not all layers.
    written(LAYERS, |f| {
        let on_stage = f.plan.model.layers.div_ceil(f.plan.layout.pipeline);
        let layers = f.plan.levers.offload_layers.unwrap_or(on_stage);
        whole_if(f.offloads_layers() && can_offload_layers(f), layers)
    })
    .core(&[Lack::when(
        Aspect::OffloadActivations,
        Fate::Refused,
        |facts| facts.offloads_layers() && !can_offload_layers(facts),
    )]),
    flagged(FINE_GRAINED, |f| f.offload_modules().is_some()),
    written(PARTS, |f| f.offload_modules().map(OptionValue::Words))
        .several()
        .lacks(&[
            Lack::no_option(Aspect::MlpTiles),
            Lack::in_code(Aspect::NarrowGates),
            Lack::when(Aspect::OffloadModules, Fate::NoOption, |facts| {
                facts.offload_modules().is_none()
            }),
        ]),
    // Scripts for branches of Megatron-LM have it; its own parser leaves the field out.
    read(NARROW_GATES, |file| {
        if file.is_on(NARROW_GATES) {
            file.reading.set("act8", NARROW_GATES, "1");
        }
    })
    .bare(),
    words(
        "--attention-backend",
        "flash",
        &[
            ("unfused", "0"),
            ("local", "0"),
            ("auto", "1"),
            ("flash", "1"),
            ("fused", "1"),
        ],
    )
    .when(|f| !f.plan.levers.flash)
    .usual("1"),
    known("--use-flash-attn").bare(),
    option(FUSED_LOSS, |f| flag(fuses_loss(f)), cross_entropy)
        .bare()
        .core(&[
            // A, `megatron/core/model_parallel_config.py`: `te` is refused.
            Lack::when(Aspect::CrossEntropy, Fate::Refused, |facts| {
                loss_fusion(facts) == Some("te")
            })
            .of_versions(&["0.18", "0.19"]),
            // A: a deterministic run has no fused loss.
            Lack::when(Aspect::CrossEntropy, Fate::Nearest, |facts| {
                facts.has_foreign_loss() || facts.plan.stack.deterministic
            }),
        ]),
    written("--cross-entropy-fusion-impl", |f| {
        loss_fusion(f).map(OptionValue::Word)
    }),
];

pub(super) const STACK_ROWS: &[Setting] = &[
    flagged("--overlap-grad-reduce", |f| f.plan.overlaps(Overlap::Data)),
    flagged("--overlap-param-gather", |f| {
        f.plan.overlaps(Overlap::Data) && distributes(f)
    }),
    flagged("--tp-comm-overlap", hides_tensor),
    // Megatron-LM refuses this with two stages.
    flagged("--no-overlap-p2p-communication", |f| {
        let (layout, overlaps) = (&f.plan.layout, f.plan.overlaps(Overlap::Pipeline));
        layout.virtual_stages > 1 && layout.pipeline > 2 && !overlaps
    }),
    // T: virtual stages in a pipeline, and no recompute of experts.
    option(
        "--overlap-moe-expert-parallel-comm",
        |f| flag(exchanges_under_compute(f)),
        overlap,
    )
    .bare()
    .lacks(&[Lack::when(Aspect::Overlap, Fate::NoOption, |facts| {
        !hides_as_said(facts)
    })])
    .core(&[Lack::when(Aspect::ExpertOverlap, Fate::Refused, |facts| {
        facts.plan.layout.expert > 1 && !exchanges_under_compute(facts)
    })]),
    // `local` is eager, the default is fused.
    option(
        "--transformer-impl",
        |f| word_if(f.plan.kernels() == Kernels::Eager, "local"),
        |file| {
            let is_local = file.text("--transformer-impl") == Some("local");
            file.reading.plan.stack.kernels = is_local.then_some(Kernels::Eager);
            file.note("kern", "--transformer-impl");
        },
    )
    .lacks(&[Lack::when(Aspect::Kernels, Fate::NoOption, |facts| {
        !matches!(facts.plan.kernels(), Kernels::Eager | Kernels::Fused)
    })]),
    option(
        GRAPHS,
        |f| match f.plan.graphs() {
            GraphScope::None => None,
            GraphScope::Partial => word("transformer_engine"),
            GraphScope::Full => word("local"),
        },
        graphs,
    )
    // A, T: the whole iteration cannot be captured if the host has to know how many tokens each
    // expert receives, and a part of a layer cannot if the whole layer is recomputed.
    .core(&[Lack::when(
        Aspect::Graphs,
        Fate::Refused,
        |facts| match facts.plan.graphs() {
            GraphScope::None => false,
            GraphScope::Partial => {
                facts.recomputes_layers() || facts.offloads(Offload::Activations)
            }
            GraphScope::Full => facts.is_routed(),
        },
    )]),
    written("--cuda-graph-scope --cuda-graph-modules", |f| {
        match f.plan.graphs() {
            GraphScope::None => None,
            GraphScope::Partial => Some(OptionValue::Words(graph_modules(f))),
            GraphScope::Full => word("full_iteration"),
        }
    })
    .several(),
    known("--enable-cuda-graph --external-cuda-graph").bare(),
    // Megatron-LM refuses a graph of the whole iteration without this (`validate_args`).
    flagged("--no-check-for-nan-in-loss-and-grad", |f| {
        f.plan.graphs() == GraphScope::Full
    })
    .idle(),
    switched("--no-gradient-accumulation-fusion", "gradfuse", false),
    // `megatron/training/determinism.py`.
    switched("--deterministic-mode", "det", true).core(&[Lack::when(
        Aspect::Deterministic,
        Fate::Refused,
        hides_tensor,
    )
    .of_versions(&["0.19"])]),
];

const OPTIMIZER: &str = "--optimizer-cpu-offload";
const FRACTION: &str = "--optimizer-offload-fraction";
const GRANULARITY: &str = "--recompute-granularity";
const LAYERS: &str = "--cpu-offloading-num-layers";
const FINE_GRAINED: &str = "--fine-grained-activation-offloading";
const PARTS: &str = "--offload-modules";
const FUSED_LOSS: &str = "--cross-entropy-loss-fusion";
const GRAPHS: &str = "--cuda-graph-impl";

/// Switches of releases before 2022 and of Megatron-DeepSpeed that recompute whole layers.
///
/// Source: deepspeedai/Megatron-DeepSpeed, `megatron/arguments.py`.
const CHECKPOINT: &str = "--checkpoint-activations --deepspeed-activation-checkpointing";

fn cross_entropy(file: &mut Fields) {
    let implementation = file.text("--cross-entropy-fusion-impl");
    file.reading.plan.levers.cross_entropy = match implementation {
        _ if !file.has(FUSED_LOSS) => CrossEntropy::Plain,
        Some("te") => CrossEntropy::Fused,
        _ => CrossEntropy::Native,
    };
    file.note("ce", FUSED_LOSS);
}

/// State and activations that move to the host.
fn offload(file: &mut Fields) {
    let mut moved = Vec::new();
    let fraction = file.written(FRACTION);
    let fraction = fraction.as_deref().unwrap_or("1");
    if file.has(OPTIMIZER) && !matches!(fraction, "0" | "0.0") {
        moved.push(Offload::Optimizer);
        if !matches!(fraction, "1" | "1.0") {
            file.reading.remark(nearest(FRACTION, fraction));
        }
    }
    let layers = file.whole(LAYERS).unwrap_or(0);
    let parts = offloaded_parts(file);
    if layers > 0 || !parts.is_empty() {
        moved.push(Offload::Activations);
    }
    let plan = &mut file.reading.plan;
    plan.levers.offload = WordSet::of(&moved);
    plan.levers.offload_layers = None;
    plan.levers.offload_modules = WordSet::of(&parts);
    let on_stage = plan.model.layers.div_ceil(plan.layout.pipeline.max(1));
    let names = "--optimizer-cpu-offload --cpu-offloading-num-layers \
                 --fine-grained-activation-offloading";
    file.note("off", names);
    file.note("offmod", PARTS);
    if layers > 0 && layers < on_stage {
        file.reading.set_whole("offn", LAYERS, layers);
    }
}

/// Parts of a layer whose activations move to the host, by Megatron-LM's names
/// (`transformer_config.py`, `offload_modules`). A plan has one part for both norms.
fn offloaded_parts(file: &mut Fields) -> Vec<OffloadModule> {
    const WORDS: [(&str, OffloadModule); 7] = [
        ("attn_norm", OffloadModule::Norm),
        ("mlp_norm", OffloadModule::Norm),
        ("qkv_linear", OffloadModule::Qkv),
        ("core_attn", OffloadModule::Core),
        ("attn_proj", OffloadModule::Projection),
        ("expert_fc1", OffloadModule::FirstProduct),
        ("moe_act", OffloadModule::Activation),
    ];
    let mut parts = Vec::new();
    if !file.has(FINE_GRAINED) {
        return parts;
    }
    let names = file.items(PARTS);
    let has = |name: &str| names.iter().any(|other| other == name);
    let is_lone_norm = has("attn_norm") != has("mlp_norm");
    for name in &names {
        match WORDS.iter().find(|(word, _)| word == name) {
            Some((_, part)) if *part != OffloadModule::Norm || !is_lone_norm => parts.push(*part),
            _ => file.reading.unfit(PARTS, name),
        }
    }
    parts
}

/// The part of forward that backward recomputes.
fn recompute(file: &mut Fields) {
    let granularity = file.text(GRANULARITY);
    let selective = file.has("--recompute-activations") || granularity == Some("selective");
    file.reading.plan.levers.recompute_layers = None;
    if granularity == Some("full") || granularity.is_none() && file.has(CHECKPOINT) {
        file.reading.plan.levers.recompute = Recompute::Full;
        let is_block = file.text("--recompute-method") == Some("block");
        let layers = file.whole("--recompute-num-layers");
        if let Some(layers) = layers.filter(|_| is_block) {
            file.reading
                .set_whole("ckptn", "--recompute-num-layers", layers);
        }
    } else if selective {
        file.reading.plan.levers.recompute = Recompute::Selective;
        recomputed_modules(file, "--recompute-modules");
    } else {
        file.reading.plan.levers.recompute = Recompute::None;
    }
    let names = "--recompute-granularity --recompute-activations --checkpoint-activations \
                 --deepspeed-activation-checkpointing";
    file.note("ckpt", names);
}

/// Modules of selective recomputation.
pub(crate) fn recomputed_modules(file: &mut Fields, option: &'static str) {
    let mut modules = Vec::new();
    for name in file.items(option) {
        match MODULES.iter().find(|(word, _)| *word == name) {
            Some((_, module)) => modules.push(*module),
            None => file.reading.unfit(option, &name),
        }
    }
    if modules.is_empty() {
        modules.push(Module::Core);
    }
    file.reading.plan.levers.modules = WordSet::of(&modules);
    file.note("ckptmod", option);
}

/// Overlap, if it differs from Megatron-LM's default.
fn overlap(file: &mut Fields) {
    let is_chunked = file.reading.plan.layout.virtual_stages > 1;
    let hides = is_chunked && !file.has("--no-overlap-p2p-communication");
    let stated = [
        (Overlap::Context, true),
        (Overlap::Data, file.has("--overlap-grad-reduce")),
        (Overlap::Tensor, file.has("--tp-comm-overlap")),
        (Overlap::Pipeline, hides),
        (
            Overlap::Expert,
            file.has("--overlap-moe-expert-parallel-comm"),
        ),
    ];
    let stated = stated.into_iter().filter(|(_, is_on)| *is_on);
    let kinds: Vec<Overlap> = stated.map(|(kind, _)| kind).collect();
    let overlap = WordSet::of(&kinds);
    file.reading.plan.stack.overlap = None;
    let habits = file.reading.plan.overlap();
    file.reading.plan.stack.overlap = (overlap != habits).then_some(overlap);
    file.reading.plan.stack.gradient_sync = None;
    let names = "--overlap-grad-reduce --tp-comm-overlap --no-overlap-p2p-communication \
                 --overlap-moe-expert-parallel-comm";
    file.note("overlap", names);
}

/// The part of a layer that CUDA graphs launch. Without names of modules it is the whole layer.
fn graphs(file: &mut Fields) {
    // Older releases have a flag for each kind of graph.
    let is_older = file.has("--enable-cuda-graph --external-cuda-graph");
    let way = file.text(GRAPHS).unwrap_or("none");
    // The later name of the same option counts.
    let named = file.items("--cuda-graph-modules --cuda-graph-scope");
    let is_whole = way == "full_iteration"
        || named.is_empty()
        || named
            .iter()
            .any(|name| name == "full" || name == "full_iteration");
    file.reading.plan.stack.graphs = match way {
        "none" if !is_older => None,
        _ if is_whole => Some(GraphScope::Full),
        _ => Some(GraphScope::Partial),
    };
    let names = "--cuda-graph-impl --enable-cuda-graph --external-cuda-graph";
    file.note("graph", names);
}
