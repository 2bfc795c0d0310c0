//! Levers and stack of a command line of Megatron-LM.

use crate::frameworks::megatron::read::options::MegatronOptions;
use crate::frameworks::megatron::read::remarks::nearest;
use crate::import::reading::ImportReader;
use cost::plan::{
    CrossEntropy, Dispatcher, Dtype, GradientType, GraphScope, Kernels, MasterWeights, Module,
    Offload, OffloadModule, Optimizer, Overlap, Recompute, WordSet,
};

/// Precision, optimizer, loss, attention and offload.
pub(crate) fn levers(options: &MegatronOptions, reading: &mut ImportReader) {
    let fp8 = options.text("--fp8-recipe").unwrap_or("delayed");
    let levers = &mut reading.plan.levers;
    levers.dtype = if options.has("--fp4-format") {
        Dtype::NvFp4
    } else if options.has("--fp8-format") {
        match fp8 {
            "blockwise" => Dtype::Fp8Block,
            "mxfp8" => Dtype::MxFp8,
            _ => Dtype::Fp8,
        }
    } else if options.has("--bf16") {
        Dtype::Bf16
    } else if options.has("--fp16") {
        Dtype::Fp16
    } else {
        Dtype::Fp32
    };
    levers.gathers_narrow = options.has("--fp8-param-gather");
    options.note(reading, "gather8", &["--fp8-param-gather"]);
    let formats = ["--fp4-format", "--fp8-format", "--bf16", "--fp16"];
    options.note(reading, "dtype", &formats);
    let levers = &mut reading.plan.levers;
    let moments = options.text("--exp-avg-dtype");
    levers.optimizer = match (options.text("--optimizer"), moments) {
        (Some("sgd"), _) => Optimizer::SgdMomentum,
        (Some("muon" | "dist_muon" | "adaptive_muon"), _) => Optimizer::Muon,
        (Some("lion"), _) => Optimizer::Lion,
        (_, Some("fp8")) => Optimizer::AdamW8,
        (_, Some("bf16")) => Optimizer::AdamWBf16,
        _ => Optimizer::AdamW,
    };
    match options.text("--optimizer") {
        None | Some("adam" | "sgd" | "muon" | "dist_muon" | "lion") => {
            options.note(reading, "opt", &["--optimizer", "--exp-avg-dtype"]);
        }
        Some(other) => {
            reading.remark(nearest("--optimizer", other));
            reading.leave_open("opt", None);
        }
    }
    types(options, reading);
    let levers = &mut reading.plan.levers;
    let fused = options.has("--cross-entropy-loss-fusion");
    levers.cross_entropy = match options.text("--cross-entropy-fusion-impl") {
        _ if !fused => CrossEntropy::Plain,
        Some("te") => CrossEntropy::Fused,
        _ => CrossEntropy::Native,
    };
    levers.flash = options.text("--attention-backend") != Some("unfused");
    options.note(reading, "ce", &["--cross-entropy-loss-fusion"]);
    options.note(reading, "flash", &["--attention-backend"]);
    let mut moved = Vec::new();
    let option = "--optimizer-offload-fraction";
    let fraction = options.text(option);
    let is_none = fraction.is_some_and(|fraction| matches!(fraction, "0" | "0.0"));
    if options.has("--optimizer-cpu-offload") && !is_none {
        moved.push(Offload::Optimizer);
        if let Some(part) = fraction.filter(|part| !matches!(*part, "1" | "1.0")) {
            reading.remark(nearest(option, part));
        }
    }
    let offloaded = options.whole("--cpu-offloading-num-layers").unwrap_or(0);
    let parts = offloaded_parts(options, reading);
    if offloaded > 0 || !parts.is_empty() {
        moved.push(Offload::Activations);
    }
    reading.plan.levers.offload = WordSet::of(&moved);
    reading.plan.levers.offload_layers = None;
    reading.plan.levers.offload_modules = WordSet::of(&parts);
    let offloads = [
        "--optimizer-cpu-offload",
        "--cpu-offloading-num-layers",
        FINE_GRAINED,
    ];
    options.note(reading, "off", &offloads);
    options.note(reading, "offmod", &["--offload-modules"]);
    if offloaded > 0 {
        let on_stage = reading
            .plan
            .model
            .layers
            .div_ceil(reading.plan.layout.pipeline.max(1));
        if offloaded < on_stage {
            reading.set_whole("offn", "--cpu-offloading-num-layers", offloaded);
        }
    }
}

/// Switch of the offload of parts of a layer.
const FINE_GRAINED: &str = "--fine-grained-activation-offloading";

/// Parts of a layer whose activations move to the host, by Megatron-LM's names
/// (`transformer_config.py`, `offload_modules`). A plan has one part for both norms.
fn offloaded_parts(options: &MegatronOptions, reading: &mut ImportReader) -> Vec<OffloadModule> {
    const OPTION: &str = "--offload-modules";
    const WORDS: [(&str, OffloadModule); 7] = [
        ("attn_norm", OffloadModule::Norm),
        ("mlp_norm", OffloadModule::Norm),
        ("qkv_linear", OffloadModule::Qkv),
        ("core_attn", OffloadModule::Core),
        ("attn_proj", OffloadModule::Projection),
        ("expert_fc1", OffloadModule::FirstProduct),
        ("moe_act", OffloadModule::Activation),
    ];
    let names = options.values(OPTION).unwrap_or_default();
    let has = |name: &str| names.iter().any(|other| other == name);
    let is_lone_norm = has("attn_norm") != has("mlp_norm");
    let mut parts = Vec::new();
    for name in names.iter().filter(|_| options.has(FINE_GRAINED)) {
        match WORDS.iter().find(|(word, _)| word == name) {
            Some((_, part)) if *part != OffloadModule::Norm || !is_lone_norm => parts.push(*part),
            _ => reading.unfit(OPTION, name),
        }
    }
    parts
}

/// Types of the master weights and of gradients, if they are not the default ones.
fn types(options: &MegatronOptions, reading: &mut ImportReader) {
    let dtype = reading.plan.levers.dtype;
    let is_bf16 = !matches!(dtype, Dtype::Fp32 | Dtype::Fp16);
    // The precision-aware optimizer keeps the lower halves of fp32 weights beside bf16 ones.
    let is_precision_aware = options.has("--use-precision-aware-optimizer");
    reading.plan.levers.master =
        (is_precision_aware && is_bf16).then_some(MasterWeights::Remainder);
    if let Some(other) = options
        .text("--main-params-dtype")
        .filter(|dtype| *dtype != "fp32")
    {
        reading.unfit("--main-params-dtype", other);
    }
    let is_half =
        options.has("--grad-reduce-in-bf16") || options.text("--main-grads-dtype") == Some("bf16");
    let is_fp32 = options.has("--accumulate-allreduce-grads-in-fp32");
    reading.plan.levers.gradients = if is_bf16 && is_half {
        Some(GradientType::Half)
    } else {
        (dtype == Dtype::Fp16 && is_fp32).then_some(GradientType::Fp32)
    };
    options.note(reading, "master", &["--use-precision-aware-optimizer"]);
    let gradients = [
        "--grad-reduce-in-bf16",
        "--main-grads-dtype",
        "--accumulate-allreduce-grads-in-fp32",
    ];
    options.note(reading, "grads", &gradients);
}

/// Megatron Core's names of modules that can be recomputed.
pub(crate) const MODULES: [(&str, Module); 6] = [
    ("core_attn", Module::Core),
    ("layernorm", Module::Norm),
    ("mlp", Module::Mlp),
    ("moe_act", Module::MoeActivation),
    ("moe", Module::Moe),
    ("mla_up_proj", Module::MlaUp),
];

/// Switches of releases before 2022 and of Megatron-DeepSpeed that recompute whole layers.
///
/// Source: deepspeedai/Megatron-DeepSpeed, `megatron/arguments.py`.
const CHECKPOINT: [&str; 2] = [
    "--checkpoint-activations",
    "--deepspeed-activation-checkpointing",
];

/// The part of forward that backward recomputes.
pub(crate) fn recompute(options: &MegatronOptions, reading: &mut ImportReader) {
    let granularity = options.text("--recompute-granularity");
    let selective = options.has("--recompute-activations") || granularity == Some("selective");
    reading.plan.levers.recompute_layers = None;
    let whole = options.has(CHECKPOINT[0]) || options.has(CHECKPOINT[1]);
    if granularity == Some("full") || granularity.is_none() && whole {
        reading.plan.levers.recompute = Recompute::Full;
        let is_block = options.text("--recompute-method") == Some("block");
        let layers = options.whole("--recompute-num-layers");
        if let Some(layers) = layers.filter(|_| is_block) {
            reading.set_whole("ckptn", "--recompute-num-layers", layers);
        }
    } else if selective {
        let mut modules = Vec::new();
        for name in options.values("--recompute-modules").unwrap_or_default() {
            match MODULES.iter().find(|(word, _)| word == name) {
                Some((_, module)) => modules.push(*module),
                None => reading.unfit("--recompute-modules", name),
            }
        }
        if modules.is_empty() {
            modules.push(Module::Core);
        }
        reading.plan.levers.recompute = Recompute::Selective;
        reading.plan.levers.modules = WordSet::of(&modules);
        options.note(reading, "ckptmod", &["--recompute-modules"]);
    } else {
        reading.plan.levers.recompute = Recompute::None;
    }
    let [early, deepspeed] = CHECKPOINT;
    let ways = [
        "--recompute-granularity",
        "--recompute-activations",
        early,
        deepspeed,
    ];
    options.note(reading, "ckpt", &ways);
}

/// Overlap and kernels, if they differ from Megatron-LM's defaults.
pub(crate) fn stack(options: &MegatronOptions, reading: &mut ImportReader) {
    let chunks = reading.plan.layout.virtual_stages > 1;
    let mut overlap = vec![Overlap::Context];
    let stated = [
        (Overlap::Data, options.has("--overlap-grad-reduce")),
        (Overlap::Tensor, options.has("--tp-comm-overlap")),
        (
            Overlap::Pipeline,
            chunks && !options.has("--no-overlap-p2p-communication"),
        ),
        (
            Overlap::Expert,
            options.has("--overlap-moe-expert-parallel-comm"),
        ),
    ];
    overlap.extend(
        stated
            .iter()
            .filter(|(_, is_on)| *is_on)
            .map(|(kind, _)| *kind),
    );
    let overlap = WordSet::of(&overlap);
    let stack = &mut reading.plan.stack;
    stack.overlap = None;
    stack.kernels = None;
    stack.fused_accumulation = !options.has("--no-gradient-accumulation-fusion");
    stack.deterministic = options.has("--deterministic-mode");
    if options.text("--transformer-impl") == Some("local") {
        stack.kernels = Some(Kernels::Eager);
    }
    let habits = reading.plan.overlap();
    reading.plan.stack.overlap = (overlap != habits).then_some(overlap);
    reading.plan.stack.gradient_sync = None;
    let kinds = [
        "--overlap-grad-reduce",
        "--tp-comm-overlap",
        "--no-overlap-p2p-communication",
        "--overlap-moe-expert-parallel-comm",
    ];
    options.note(reading, "overlap", &kinds);
    options.note(reading, "kern", &["--transformer-impl"]);
    options.note(reading, "gradfuse", &["--no-gradient-accumulation-fusion"]);
    options.note(reading, "det", &["--deterministic-mode"]);
    dispatcher(options, reading);
    graphs(options, reading);
}

/// The software that sends tokens to experts.
fn dispatcher(options: &MegatronOptions, reading: &mut ImportReader) {
    let is_flexible = options.text("--moe-token-dispatcher-type") == Some("flex");
    let backend = options.text("--moe-flex-dispatcher-backend");
    reading.plan.stack.dispatcher = match backend.unwrap_or("deepep") {
        _ if !is_flexible => None,
        "hybridep" => Some(Dispatcher::HybridEp),
        "deepep" => Some(Dispatcher::DeepEp),
        other => {
            reading.unfit("--moe-flex-dispatcher-backend", other);
            None
        }
    };
    if reading.plan.model.moe.experts > 0 {
        options.note(reading, "disp", &["--moe-token-dispatcher-type"]);
    }
}

/// The part of a layer that CUDA graphs launch. Without names of modules it is the whole layer.
fn graphs(options: &MegatronOptions, reading: &mut ImportReader) {
    // Older releases have a flag for each kind of graph.
    let is_asked = options.has("--enable-cuda-graph") || options.has("--external-cuda-graph");
    let way = options.text("--cuda-graph-impl").unwrap_or("none");
    // The later name of the same option.
    let named = options.values("--cuda-graph-modules");
    let named = named.or_else(|| options.values("--cuda-graph-scope"));
    let named = named.unwrap_or_default();
    let is_whole = way == "full_iteration"
        || named.is_empty()
        || named
            .iter()
            .any(|name| name == "full" || name == "full_iteration");
    reading.plan.stack.graphs = match way {
        "none" if !is_asked => None,
        _ if is_whole => Some(GraphScope::Full),
        _ => Some(GraphScope::Partial),
    };
    let ways = [
        "--cuda-graph-impl",
        "--enable-cuda-graph",
        "--external-cuda-graph",
    ];
    options.note(reading, "graph", &ways);
}
