//! Precision, optimizer, sharding, overlap and software.

use super::activations::moves_optimizer;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, on, switch as is_on, whole, word};
use crate::export::facts::Facts;
use crate::frameworks::megatron::rules::{
    distributes, exchanges_under_compute, fuses_loss, graph_modules, is_bf16, keeps_remainders,
    loss_fusion, strategy,
};
use crate::frameworks::setting::{
    Setting, elsewhere, known, lacks, option, read, switch, words, written,
};
use crate::import::fields::{Fields, written as as_written};
use crate::import::imported::SettingOrigin;
use cost::plan::{
    CrossEntropy, Dtype, GraphScope, MasterWeights, Optimizer, Overlap, Recipe, Tuned, WordSet,
    ZeroStage,
};

pub(super) const SHARDING_ROWS: &[Setting] = &[
    words(
        "mixed_precision",
        "dtype",
        &[
            ("bf16_mixed", "bf16"),
            ("bf16", "bf16"),
            ("fp16_mixed", "fp16"),
            ("fp16", "fp16"),
            ("fp32", "fp32"),
            ("bf16_with_fp8_current_scaling_mixed", "fp8"),
            ("bf16_with_fp8_delayed_scaling_mixed", "fp8"),
            ("bf16_with_fp8_subchannel_scaling_mixed", "fp8b"),
            ("bf16_with_mxfp8_mixed", "mxfp8"),
            ("bf16_with_nvfp4_mixed", "nvfp4"),
        ],
    )
    .usual("bf16")
    .when(|f| f.plan.levers.dtype != Dtype::Fp32)
    .lacks(&[
        Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
            facts.plan.levers.dtype == Dtype::Fp32
        }),
        // Its recipe of mixed precision decides (`fp8_param_gather`).
        Lack::when(Aspect::NarrowGathers, Fate::Nearest, |facts| {
            let by_recipe = facts.plan.levers.dtype != Dtype::Fp8Block;
            facts.plan.gathers_in_8_bits() != by_recipe
        }),
        Lack::no_option(Aspect::WeightStorage),
        // `peft/lora.py`: adapters are a part of the recipe; no weights of 4 bits.
        Lack::when(Aspect::Adapters, Fate::InCode, |facts| {
            facts.plan.tuning.tuned == Tuned::Lora
        }),
        Lack::when(Aspect::Adapters, Fate::NoOption, |facts| {
            facts.plan.tuning.tuned == Tuned::Qlora
        }),
    ]),
    words(
        "model.fp8_recipe",
        "dtype",
        &[
            ("blockwise", "fp8b"),
            ("mxfp8", "mxfp8"),
            ("tensorwise", "fp8"),
            ("delayed", "fp8"),
        ],
    )
    .usual("fp8")
    .read_when(|file| file.has("model.fp8"))
    .unwritten(),
    read("model.fp8", elsewhere),
    read(NARROW, narrow_gathers),
    words(
        "optimizer.optimizer",
        "opt",
        &[
            ("adam", "adamw"),
            ("sgd", "sgdm"),
            ("muon", "muon"),
            ("dist_muon", "muon"),
            ("lion", "lion"),
        ],
    )
    .written_by(|f| match f.plan.levers.optimizer {
        Optimizer::SgdMomentum => word("sgd"),
        Optimizer::Muon => word("muon"),
        _ => word("adam"),
    })
    .lacks(&[Lack::when(Aspect::Optimizer, Fate::NoOption, |facts| {
        !matches!(
            facts.plan.levers.optimizer,
            Optimizer::SgdMomentum | Optimizer::Muon
        )
    })]),
    read(MOMENTS, moments),
    written("optimizer.use_distributed_optimizer", |f| {
        is_on(distributes(f))
    }),
    option(DISTRIBUTED, |f| is_on(distributes(f)), sharding)
        // The file has Muon without the distributed optimizer, as Megatron Core requires up to 0.17.
        .lacks(&[Lack::when(Aspect::Zero, Fate::NoOption, |facts| {
            facts.plan.levers.optimizer == Optimizer::Muon
        })]),
    option(
        INSTANCES,
        |f| whole(f.shard_groups()),
        |file| {
            if let Some(instances) = file.whole(INSTANCES).filter(|instances| *instances > 1) {
                let plan = &file.reading.plan;
                let replicas = plan.data_parallel().saturating_mul(plan.layout.context);
                let group = replicas / instances;
                file.reading.set_whole("hsdp", INSTANCES, group);
            }
        },
    )
    .when(|f| f.plan.layout.zero != ZeroStage::Zero && f.shard_groups() > 1)
    .read_when(|file| file.reading.plan.layout.zero != ZeroStage::Zero),
    option(FSDP, |f| on(strategy(f).is_some()), elsewhere),
    written("dist.use_megatron_fsdp", |f| on(strategy(f).is_some())),
    option(STRATEGY, |f| strategy(f).map(OptionValue::Word), elsewhere),
    written("checkpoint.ckpt_format", |_| word("fsdp_dtensor")).when(|f| strategy(f).is_some()),
    // Recipes have a `comm_overlap`. It overwrites the model's options of the same names and, with
    // the distributed optimizer, those of `ddp` (`training/comm_overlap.py`).
    option(GRADIENTS_HIDE, overlaps_data, overlap).when(distributes),
    option(
        "comm_overlap.overlap_param_gather",
        overlaps_data,
        elsewhere,
    )
    .when(distributes),
    option("ddp.overlap_grad_reduce", overlaps_data, elsewhere).when(|f| !distributes(f)),
    option("ddp.overlap_param_gather", |_| is_on(false), elsewhere).when(|f| !distributes(f)),
    option(
        TENSOR_HIDES,
        |f| is_on(f.plan.overlaps(Overlap::Tensor) && f.plan.sequence_parallel()),
        elsewhere,
    ),
    option(
        PIPELINE_HIDES,
        |f| is_on(f.plan.layout.virtual_stages > 1 && f.plan.overlaps(Overlap::Pipeline)),
        elsewhere,
    ),
    option(EXPERTS_HIDE, |f| on(exchanges_under_compute(f)), elsewhere),
];

/// Optimizer's types and software; behind the offload of its state.
pub(super) const SOFTWARE_ROWS: &[Setting] = &[
    written("optimizer.use_precision_aware_optimizer", |f| {
        on(moves_optimizer(f) || keeps_remainders(f))
    }),
    // On by default where the optimizer is precision-aware.
    option(MASTER, |f| is_on(keeps_remainders(f)), remainders)
        .when(|f| {
            let is_bf16 = is_bf16(f.plan.levers.dtype);
            keeps_remainders(f) || is_bf16 && moves_optimizer(f)
        })
        .lacks(&[Lack::when(Aspect::Master, Fate::NoOption, |facts| {
            facts.plan.master() != MasterWeights::Fp32 && !keeps_remainders(facts)
        })]),
    // Its recipe of mixed precision decides (`grad_reduce_in_fp32`).
    known("ddp.grad_reduce_in_fp32").lacks(&[Lack::in_code(Aspect::Gradients)]),
    option(FUSED_LOSS, |f| is_on(fuses_loss(f)), loss),
    option(
        LOSS_KERNEL,
        |f| loss_fusion(f).map(OptionValue::Word),
        elsewhere,
    ),
    option(
        GRAPHS,
        |f| match f.plan.graphs() {
            GraphScope::None => word("none"),
            GraphScope::Partial => word("transformer_engine"),
            GraphScope::Full => word("local"),
        },
        graphs,
    ),
    option(
        GRAPH_SCOPE,
        |f| match f.plan.graphs() {
            GraphScope::None => None,
            GraphScope::Partial => Some(OptionValue::Words(graph_modules(f))),
            GraphScope::Full => Some(OptionValue::Words(vec!["full_iteration"])),
        },
        elsewhere,
    ),
    switch("model.activation_func_fp8_input_store", "act8")
        .when(|f| f.plan.keeps_gates_in_8_bits()),
    switch("model.gradient_accumulation_fusion", "gradfuse")
        .when(|f| !f.plan.stack.fused_accumulation),
    switch("model.deterministic_mode", "det").when(|f| f.plan.stack.deterministic),
    known(IDLE),
    lacks(&[
        Lack::no_option(Aspect::MlpTiles),
        Lack::no_option(Aspect::GradientSync),
        Lack::no_option(Aspect::OptimizerKernel),
        Lack::no_option(Aspect::Objective),
        Lack::in_code(Aspect::FrozenParts),
        Lack::in_code(Aspect::Lengths),
        Lack::no_option(Aspect::PagedMoments),
        Lack::in_code(Aspect::NoFlash),
        Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
            !matches!(facts.plan.stack.recipe, Recipe::Megatron | Recipe::Nemo)
        }),
    ]),
];

/// Options of the optimizer that change no figure.
const IDLE: &str = "\
    optimizer.lr optimizer.min_lr optimizer.weight_decay optimizer.adam_beta1 \
    optimizer.adam_beta2 optimizer.clip_grad optimizer.exp_avg_sq_dtype";

const NARROW: &str = "mixed_precision.fp8_param_gather mixed_precision.fp8_param \
    ddp.fp8_param_gather model.fp8_param";
const MOMENTS: &str = "optimizer.exp_avg_dtype";
const DISTRIBUTED: &str = "ddp.use_distributed_optimizer optimizer.use_distributed_optimizer";
const INSTANCES: &str = "ddp.num_distributed_optimizer_instances";
const FSDP: &str = "ddp.use_megatron_fsdp dist.use_megatron_fsdp";
const STRATEGY: &str = "ddp.data_parallel_sharding_strategy";
const GRADIENTS_HIDE: &str = "comm_overlap.overlap_grad_reduce ddp.overlap_grad_reduce";
const TENSOR_HIDES: &str = "comm_overlap.tp_comm_overlap model.tp_comm_overlap";
const PIPELINE_HIDES: &str = "comm_overlap.overlap_p2p_comm model.overlap_p2p_comm";
const EXPERTS_HIDE: &str =
    "comm_overlap.overlap_moe_expert_parallel_comm model.overlap_moe_expert_parallel_comm";
const MASTER: &str = "optimizer.store_param_remainders optimizer.use_precision_aware_optimizer";
const FUSED_LOSS: &str = "model.cross_entropy_loss_fusion";
const LOSS_KERNEL: &str = "model.cross_entropy_fusion_impl";
const GRAPHS: &str = "model.cuda_graph_impl";
const GRAPH_SCOPE: &str = "model.cuda_graph_scope";

/// The width in which weights are gathered: by a recipe of mixed precision, or by options of the
/// configuration that it fills (`training/mixed_precision.py`).
fn narrow_gathers(file: &mut Fields) {
    let recipes = [
        "bf16_with_fp8_delayed_scaling_mixed",
        "bf16_with_fp8_current_scaling_mixed",
        "bf16_with_mxfp8_mixed",
    ];
    let recipe = file.text("mixed_precision");
    file.reading.plan.levers.gathers_narrow = false;
    if recipe.is_some_and(|recipe| recipes.contains(&recipe)) {
        file.reading.set("gather8", "mixed_precision", "1");
    }
    if file.has(NARROW) {
        file.word("gather8", NARROW, SWITCHED, None);
    }
}

const SWITCHED: &[(&str, &str)] = &[("true", "1"), ("false", "0")];

fn moments(file: &mut Fields) {
    let kind = file.text(MOMENTS);
    if matches!(kind, Some("bf16" | "bfloat16" | "torch.bfloat16")) {
        file.reading.set("opt", MOMENTS, "adamwbf16");
    }
}

fn sharding(file: &mut Fields) {
    // Recipes have the distributed optimizer.
    file.word("zero", DISTRIBUTED, SWITCHED, Some("1"));
    if file.is_on(FSDP) {
        let words = [
            ("optim_grads_params", "3"),
            ("optim_grads", "2"),
            ("optim", "1"),
            ("no_shard", "0"),
        ];
        file.word("zero", STRATEGY, &words, Some("3"));
    }
}

fn overlaps_data(facts: &Facts) -> Option<OptionValue> {
    is_on(facts.plan.overlaps(Overlap::Data))
}

fn overlap(file: &mut Fields) {
    let layout = &file.reading.plan.layout;
    // Exchanges that the layout lacks have no switch.
    let kinds = [
        (Overlap::Data, GRADIENTS_HIDE, true),
        (Overlap::Tensor, TENSOR_HIDES, layout.tensor > 1),
        (Overlap::Pipeline, PIPELINE_HIDES, layout.virtual_stages > 1),
        (Overlap::Expert, EXPERTS_HIDE, layout.expert > 1),
    ];
    let (mut more, mut less) = (Vec::new(), Vec::new());
    let mut option = None;
    for (kind, paths, _) in kinds.into_iter().filter(|(.., is_there)| *is_there) {
        if let Some((path, value)) = file.first(paths) {
            option = option.or(Some(path));
            let changed = if value.is_on() { &mut more } else { &mut less };
            changed.push(kind);
        }
    }
    if let Some(option) = option {
        let [more, less] = [more, less].map(|kinds| WordSet::of(&kinds));
        file.reading.set_overlap(option, more, less);
    }
}

/// The lower halves of fp32 weights, which a precision-aware optimizer keeps by default.
fn remainders(file: &mut Fields) {
    let Some((option, value)) = file.first(MASTER) else {
        return;
    };
    let is_said = option == "optimizer.store_param_remainders";
    let keeps = value.is_on() && (is_said || is_bf16(file.reading.plan.levers.dtype));
    file.reading.plan.levers.master = keeps.then_some(MasterWeights::Remainder);
    file.reading.note("master", option, SettingOrigin::Read);
}

fn loss(file: &mut Fields) {
    if file.has(FUSED_LOSS) {
        file.reading.plan.levers.cross_entropy = match file.text(LOSS_KERNEL) {
            _ if !file.is_on(FUSED_LOSS) => CrossEntropy::Plain,
            Some("te") => CrossEntropy::Fused,
            _ => CrossEntropy::Native,
        };
        file.reading.note("ce", FUSED_LOSS, SettingOrigin::Read);
    }
}

fn graphs(file: &mut Fields) {
    let Some(way) = file.text(GRAPHS) else {
        return;
    };
    let scope = file.value.at(GRAPH_SCOPE);
    let is_whole = scope.is_none_or(|scope| as_written(scope).contains("full"));
    let scope = match way {
        "none" => GraphScope::None,
        _ if is_whole => GraphScope::Full,
        _ => GraphScope::Partial,
    };
    file.reading.plan.stack.graphs = Some(scope);
    file.reading.note("graph", GRAPHS, SettingOrigin::Read);
}
