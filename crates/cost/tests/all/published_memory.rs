//! Measured memory of published runs: allocator peaks of every pipeline stage on B200, and the
//! figures that NeMo and Megatron-LM log.

use cost::estimate;
use cost::plan::{ContextKind, CrossEntropy, Plan};
use formats::catalog;

/// Llama-3 70B cut to 12 layers, as SimuMax ran it on eight B200 with Megatron-LM.
fn twelve_layers(tensor: u64, pipeline: u64, context: u64, sequence: u64) -> Plan {
    let mut plan = catalog::plan("llama3-70b", "b200", 8).expect("both are presets");
    plan.model.layers = 12;
    plan.layout.tensor = tensor;
    plan.layout.pipeline = pipeline;
    plan.layout.context = context;
    plan.layout.context_kind = ContextKind::AllToAll;
    plan.batch.sequence = Some(sequence);
    plan.batch.global = Some(4 * plan.data_parallel());
    plan.levers.cross_entropy = CrossEntropy::Fused;
    plan
}

#[test]
fn stages_on_b200_within_two_per_cent() {
    // Source: SimuMax 1.2, B200 measurements; peak bytes allocated per pipeline stage, GiB.
    let measured = [
        (twelve_layers(1, 2, 1, 4_096), vec![66.552, 62.968]),
        (twelve_layers(2, 1, 1, 4_096), vec![60.680]),
        (twelve_layers(4, 1, 1, 4_096), vec![39.072]),
        (twelve_layers(8, 1, 1, 4_096), vec![28.286]),
        (twelve_layers(2, 1, 4, 32_768), vec![68.428]),
        (twelve_layers(1, 1, 8, 32_768), vec![104.507]),
        (twelve_layers(2, 1, 4, 131_072), vec![112.668]),
        (twelve_layers(1, 1, 8, 131_072), vec![147.987]),
    ];
    let mut errors = Vec::new();
    for (plan, stages) in measured {
        let memory = estimate(&plan).expect("a legal plan").memory;
        for (stage, measured) in memory.stages.iter().zip(stages) {
            let error = stage.allocated().gib() / measured - 1.0;
            eprintln!(
                "{:?} {:.3} of {measured}: {:+.2} %",
                plan.layout,
                stage.allocated().gib(),
                100.0 * error
            );
            errors.push(error.abs());
        }
    }
    errors.sort_by(f64::total_cmp);
    assert!(errors[errors.len() / 2] < 0.005, "median {errors:?}");
    assert!(errors[errors.len() - 1] < 0.02, "worst {errors:?}");
}
