//! Precision, optimizer, recompute, offload and stack of Megatron-Bridge's overrides.

use crate::frameworks::megatron::read::MODULES;
use crate::import::fields::Fields;
use crate::import::imported::SettingOrigin;
use crate::import::value::ParsedValue;
use cost::plan::{
    CrossEntropy, GraphScope, MasterWeights, Module, Offload, Optimizer, Overlap, Recompute,
    WordSet, ZeroStage,
};

pub(crate) fn levers(file: &mut Fields) {
    precision(file);
    sharding(file);
    optimizer(file);
    recompute(file);
    offload(file);
    loss(file);
    overlap(file);
    stack(file);
}

fn precision(file: &mut Fields) {
    let words = [
        ("bf16_mixed", "bf16"),
        ("bf16", "bf16"),
        ("fp16_mixed", "fp16"),
        ("fp16", "fp16"),
        ("fp32", "fp32"),
        ("bf16_with_fp8_delayed_scaling_mixed", "fp8"),
        ("bf16_with_fp8_current_scaling_mixed", "fp8"),
        ("bf16_with_fp8_subchannel_scaling_mixed", "fp8b"),
        ("bf16_with_mxfp8_mixed", "mxfp8"),
        ("bf16_with_nvfp4_mixed", "nvfp4"),
    ];
    file.word("dtype", "mixed_precision", &words, Some("bf16"));
    if file.has("model.fp8") {
        let words = [
            ("blockwise", "fp8b"),
            ("mxfp8", "mxfp8"),
            ("tensorwise", "fp8"),
            ("delayed", "fp8"),
        ];
        file.word("dtype", "model.fp8_recipe", &words, Some("fp8"));
    }
    narrow_gathers(file);
}

/// The width in which weights are gathered: by a recipe of mixed precision, or by options of the
/// configuration that it fills (`training/mixed_precision.py`).
fn narrow_gathers(file: &mut Fields) {
    let recipes = [
        ("bf16_with_fp8_delayed_scaling_mixed", "1"),
        ("bf16_with_fp8_current_scaling_mixed", "1"),
        ("bf16_with_mxfp8_mixed", "1"),
    ];
    let recipe = file.text("mixed_precision");
    let by_recipe = recipes.into_iter().find(|(name, _)| recipe == Some(*name));
    match by_recipe {
        Some((_, value)) => file.reading.set("gather8", "mixed_precision", value),
        None => file.reading.plan.levers.gathers_narrow = false,
    }
    let paths = "mixed_precision.fp8_param_gather mixed_precision.fp8_param \
                 ddp.fp8_param_gather model.fp8_param";
    if file.has(paths) {
        let words = [("true", "1"), ("false", "0")];
        file.word("gather8", paths, &words, None);
    }
}

fn sharding(file: &mut Fields) {
    let distributes = "ddp.use_distributed_optimizer optimizer.use_distributed_optimizer";
    let words = [("true", "1"), ("false", "0")];
    // Recipes have the distributed optimizer.
    file.word("zero", distributes, &words, Some("1"));
    if file.is_on("ddp.use_megatron_fsdp dist.use_megatron_fsdp") {
        let words = [
            ("optim_grads_params", "3"),
            ("optim_grads", "2"),
            ("optim", "1"),
            ("no_shard", "0"),
        ];
        let path = "ddp.data_parallel_sharding_strategy";
        file.word("zero", path, &words, Some("3"));
    }
    let path = "ddp.num_distributed_optimizer_instances";
    if let Some(instances) = file.whole(path).filter(|instances| *instances > 1) {
        let plan = &file.reading.plan;
        let replicas = plan.data_parallel().saturating_mul(plan.layout.context);
        file.reading.set_whole("hsdp", path, replicas / instances);
    }
    if file.reading.plan.layout.zero == ZeroStage::Zero {
        file.reading.plan.layout.shard_group = 0;
    }
}

fn optimizer(file: &mut Fields) {
    let words = [
        ("adam", "adamw"),
        ("sgd", "sgdm"),
        ("muon", "muon"),
        ("dist_muon", "muon"),
        ("lion", "lion"),
    ];
    file.word("opt", "optimizer.optimizer", &words, None);
    let path = "optimizer.exp_avg_dtype";
    if matches!(
        file.text(path),
        Some("bf16" | "bfloat16" | "torch.bfloat16")
    ) {
        file.reading.plan.levers.optimizer = Optimizer::AdamWBf16;
        file.reading.note("opt", path, SettingOrigin::Read);
    }
    let path = "optimizer.store_param_remainders";
    if file.has(path) {
        let keeps = file.is_on(path);
        file.reading.plan.levers.master = keeps.then_some(MasterWeights::Remainder);
        file.reading.note("master", path, SettingOrigin::Read);
    }
}

fn recompute(file: &mut Fields) {
    let path = "model.recompute_granularity";
    let modules = match file.value.at("model.recompute_modules") {
        Some(ParsedValue::List(items)) => items.iter().filter_map(ParsedValue::text).collect(),
        _ => Vec::new(),
    };
    let levers = &mut file.reading.plan.levers;
    levers.recompute_layers = None;
    match file.value.at(path).and_then(ParsedValue::text) {
        Some("full") => levers.recompute = Recompute::Full,
        Some("selective") => levers.recompute = Recompute::Selective,
        Some(other) => file.reading.unfit(path, other),
        None => levers.recompute = Recompute::None,
    }
    file.note("ckpt", path);
    if file.reading.plan.levers.recompute == Recompute::Selective {
        let mut chosen = Vec::new();
        for name in &modules {
            match MODULES.iter().find(|(word, _)| word == name) {
                Some((_, module)) => chosen.push(*module),
                None => file.reading.unfit("model.recompute_modules", name),
            }
        }
        if chosen.is_empty() {
            chosen.push(Module::Core);
        }
        file.reading.plan.levers.modules = WordSet::of(&chosen);
        file.note("ckptmod", "model.recompute_modules");
    }
    let is_block = file.text("model.recompute_method") == Some("block");
    if is_block && file.reading.plan.levers.recompute == Recompute::Full {
        let _ = file.set("ckptn", "model.recompute_num_layers");
    }
}

fn offload(file: &mut Fields) {
    let optimizer = "optimizer.optimizer_cpu_offload";
    let activations = "model.cpu_offloading";
    let parts = [
        (optimizer, Offload::Optimizer),
        (activations, Offload::Activations),
    ];
    let moved = parts.iter().filter(|(path, _)| file.is_on(path));
    let moved: Vec<Offload> = moved.map(|(_, part)| *part).collect();
    let moves_activations = moved.contains(&Offload::Activations);
    file.reading.plan.levers.offload = WordSet::of(&moved);
    file.reading.plan.levers.offload_layers = None;
    file.note(
        "off",
        "optimizer.optimizer_cpu_offload model.cpu_offloading",
    );
    if moves_activations {
        let plan = &file.reading.plan;
        let on_stage = plan.model.layers.div_ceil(plan.layout.pipeline.max(1));
        let path = "model.cpu_offloading_num_layers";
        if file.whole(path).is_some_and(|layers| layers < on_stage) {
            let _ = file.set("offn", path);
        }
    }
}

fn loss(file: &mut Fields) {
    let path = "model.cross_entropy_loss_fusion";
    if !file.has(path) {
        return;
    }
    file.reading.plan.levers.cross_entropy = match file.text("model.cross_entropy_fusion_impl") {
        _ if !file.is_on(path) => CrossEntropy::Plain,
        Some("te") => CrossEntropy::Fused,
        _ => CrossEntropy::Native,
    };
    file.reading.note("ce", path, SettingOrigin::Read);
}

fn overlap(file: &mut Fields) {
    let kinds = [
        (
            Overlap::Data,
            "comm_overlap.overlap_grad_reduce ddp.overlap_grad_reduce",
        ),
        (
            Overlap::Tensor,
            "comm_overlap.tp_comm_overlap model.tp_comm_overlap",
        ),
        (
            Overlap::Pipeline,
            "comm_overlap.overlap_p2p_comm model.overlap_p2p_comm",
        ),
        (
            Overlap::Expert,
            "comm_overlap.overlap_moe_expert_parallel_comm \
             model.overlap_moe_expert_parallel_comm",
        ),
    ];
    let (mut more, mut less) = (Vec::new(), Vec::new());
    let mut option = None;
    for (kind, paths) in kinds {
        let Some((path, value)) = file.first(paths) else {
            continue;
        };
        // Exchanges that the layout lacks have no switch.
        let layout = &file.reading.plan.layout;
        let is_idle = match kind {
            Overlap::Pipeline => layout.virtual_stages <= 1,
            Overlap::Tensor => layout.tensor <= 1,
            Overlap::Expert => layout.expert <= 1,
            Overlap::Data | Overlap::Context => false,
        };
        if is_idle {
            continue;
        }
        option = option.or(Some(path));
        let changed = if value.is_on() { &mut more } else { &mut less };
        changed.push(kind);
    }
    if let Some(option) = option {
        let [more, less] = [more, less].map(|kinds| WordSet::of(&kinds));
        file.reading.set_overlap(option, more, less);
    }
}

fn stack(file: &mut Fields) {
    if file.reading.plan.model.moe.experts > 0 {
        if file.text("model.moe_token_dispatcher_type") == Some("flex") {
            let words = [("deepep", "deepep"), ("hybridep", "hybridep")];
            let path = "model.moe_flex_dispatcher_backend";
            file.word("disp", path, &words, Some("deepep"));
        } else if file.has("model.moe_token_dispatcher_type") {
            let words = [("alltoall", "a2a"), ("allgather", "a2a")];
            file.word("disp", "model.moe_token_dispatcher_type", &words, None);
        }
    }
    let path = "model.cuda_graph_impl";
    if let Some(way) = file.text(path) {
        let whole = match file.value.at("model.cuda_graph_scope") {
            None => true,
            Some(scope) => crate::import::fields::written(scope).contains("full"),
        };
        let scope = match way {
            "none" => GraphScope::None,
            _ if whole => GraphScope::Full,
            _ => GraphScope::Partial,
        };
        file.reading.plan.stack.graphs = Some(scope);
        file.reading.note("graph", path, SettingOrigin::Read);
    }
    let _ = file.set("gradfuse", "model.gradient_accumulation_fusion");
    let _ = file.set("det", "model.deterministic_mode");
}
