//! Rules of exported files that a framework's own validation showed: `cargo xtask test --exchange`
//! has it refuse files without them.

use cost::legal::Legal;
use formats::catalog;
use formats::export::{Aspect, Export, Fate, Target, export};
use formats::link;

fn exported(plan: &str, target: Target) -> Export {
    let (plan, warnings) = link::decode(&format!("#v=1&p={plan}"));
    assert!(warnings.is_empty(), "{warnings:?}");
    let legal = Legal::check(&plan).unwrap_or_else(|why| panic!("{why:?}"));
    export(&legal, target, &text::exchange::EXPORT)
}

/// True if a line of the file is this option, with its value.
fn has(export: &Export, option: &str) -> bool {
    export.text.lines().any(|line| line.trim() == option)
}

fn notes(export: &Export, aspect: Aspect) -> Option<Fate> {
    let note = export.notes.iter().find(|note| note.aspect == aspect);
    note.map(|note| note.fate)
}

#[test]
fn a_deterministic_run_of_megatron_has_its_environment_and_no_fused_loss() {
    let plan = "llama3-8b/h100x8&tp=2&gbs=16&det=1&ce=native";
    for target in [Target::Megatron, Target::MegatronBridge] {
        let export = exported(plan, target);
        assert!(
            export.launch.contains("NCCL_ALGO=Ring "),
            "{}",
            export.launch
        );
        assert!(!has(&export, "--cross-entropy-loss-fusion"), "{target:?}");
        assert!(!has(&export, "model.cross_entropy_loss_fusion=true"));
        assert_eq!(notes(&export, Aspect::CrossEntropy), Some(Fate::Nearest));
    }
    let other = exported("llama3-8b/h100x8&tp=2&gbs=16&ce=native", Target::Megatron);
    assert!(!other.launch.contains("NCCL_ALGO"), "{}", other.launch);
    assert!(has(&other, "--cross-entropy-loss-fusion"));
}

#[test]
fn notes_name_the_versions_that_refuse_a_file() {
    let refusing = |plan: &str, aspect: Aspect| {
        let notes = exported(plan, Target::Megatron).notes;
        let note = notes.into_iter().find(|note| note.aspect == aspect)?;
        assert_eq!(note.fate, Fate::Refused, "{plan}");
        let said = text::exchange::note(&note, &catalog::default_plan());
        assert!(note.versions.iter().all(|version| said.contains(version)));
        Some(note.versions)
    };
    let loss = |plan: &str| refusing(plan, Aspect::CrossEntropy);
    assert_eq!(
        loss("llama3-8b/h100x8&ce=fused"),
        Some(&["0.18", "0.19"][..])
    );
    assert_eq!(loss("llama3-8b/h100x8&ce=native"), None);
    let run = |plan: &str| refusing(plan, Aspect::Deterministic);
    let deterministic = "llama3-8b/h100x8&tp=2&gbs=16&det=1";
    assert_eq!(
        run(&format!("{deterministic}&overlap=tp")),
        Some(&["0.19"][..])
    );
    assert_eq!(run(&format!("{deterministic}&overlap=dp")), None);
    // A loss by chunks is nearest to one that every version has.
    let chunked = exported("llama3-8b/h100x8&ce=chunked", Target::Megatron);
    assert!(has(&chunked, "--cross-entropy-fusion-impl native"));
}

#[test]
fn parts_of_layers_move_to_the_host_by_the_old_code_of_transformer_engine() {
    let plan = "llama3-8b/h100x8&gbs=16&off=acts";
    let of_parts = exported(&format!("{plan}&offmod=core"), Target::Megatron);
    assert!(of_parts.launch.contains("NVTE_CPU_OFFLOAD_V1=1 "));
    let of_layers = exported(&format!("{plan}&offn=3"), Target::Megatron);
    assert!(!of_layers.launch.contains("NVTE_"), "{}", of_layers.launch);
}

#[test]
fn one_expert_a_token_is_chosen_after_the_softmax() {
    let one = "llama4-maverick-400b/h100x512&ep=64&tp=8&etp=1&gbs=512";
    assert!(has(
        &exported(one, Target::Megatron),
        "--moe-router-pre-softmax"
    ));
    let bridge = exported(one, Target::MegatronBridge);
    assert!(has(&bridge, "model.moe_router_pre_softmax=true"));
    let eight = exported("qwen3-30b-a3b/h100x64&ep=8&gbs=512", Target::Megatron);
    assert!(!has(&eight, "--moe-router-pre-softmax"));
}

#[test]
fn products_of_experts_are_grouped_from_ampere_on() {
    let plan = |gpu: &str| format!("qwen3-30b-a3b/{gpu}x64&ep=8&gbs=512&dtype=fp16");
    let new = exported(&plan("a100-80"), Target::Megatron);
    assert!(has(&new, "--moe-grouped-gemm"));
    let old = exported(&plan("v100"), Target::Megatron);
    assert!(!has(&old, "--moe-grouped-gemm"));
}

#[test]
fn further_tokens_are_predicted_beside_rotary_positions_only() {
    let refused = exported("gpt3-175b/h100x64&tp=8&mtp=1&gbs=64", Target::Megatron);
    assert_eq!(notes(&refused, Aspect::MultiToken), Some(Fate::Refused));
    let rotary = exported("llama3-8b/h100x8&mtp=1&gbs=64", Target::Megatron);
    assert_eq!(notes(&rotary, Aspect::MultiToken), None);
}

/// The sequence is that of the data set, and a recipe's `comm_overlap` would overwrite the options
/// of the model and of the distributed optimizer.
#[test]
fn overrides_of_bridge_are_those_that_decide() {
    let plan = "llama3-70b/h100x64&tp=8&pp=4&vp=2&gbs=64&overlap=dp,tp,pp";
    let sharded = exported(plan, Target::MegatronBridge);
    for option in [
        "dataset.seq_length=8192",
        "comm_overlap.overlap_grad_reduce=true",
        "comm_overlap.overlap_param_gather=true",
        "comm_overlap.tp_comm_overlap=true",
        "comm_overlap.overlap_p2p_comm=true",
    ] {
        assert!(has(&sharded, option), "{option} in\n{}", sharded.text);
    }
    assert!(!sharded.text.contains("ddp.overlap"), "{}", sharded.text);
    let whole = exported(&format!("{plan}&zero=0"), Target::MegatronBridge);
    assert!(
        has(&whole, "ddp.overlap_grad_reduce=true"),
        "{}",
        whole.text
    );
    assert!(!whole.text.contains("comm_overlap.overlap_grad"));
}
