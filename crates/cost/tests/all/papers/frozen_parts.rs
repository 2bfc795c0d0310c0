//! Ends and layers of a model that stay as they are, and trained copies of ends beside adapters.

use cost::activations::Activations;
use cost::legal::{Legal, Reason};
use cost::memory::terms::{Name, StageTerms};
use cost::params::ModelParams;
use cost::plan::{End, Word, WordSet};
use formats::link;
use proptest::prelude::*;
use test_utils::drawn::{Drawn, any_legal};
use test_utils::{config, estimated};

const ONE: &str = "#v=1&p=llama3-8b/h200x1&gbs=8&mbs=1&seq=4096&recipe=torchtitan&zero=0&master=none\
    &grads=16bit&opt=adamwbf16";

/// Parameters of a layer of Llama 3 8B, and of its table (Llama 3 2024, table 3).
const LAYER: u64 = 4_096 * 128 * (32 + 2 * 8) + 4_096 * 4_096 + 3 * 4_096 * 14_336 + 2 * 4_096;
const TABLE: u64 = 128_256 * 4_096;

fn trained(more: &str) -> u64 {
    let (plan, faults) = link::decode(&[ONE, more].concat());
    assert!(faults.is_empty(), "{more}: {faults:?}");
    ModelParams::of_plan(&plan).trained
}

#[test]
fn frozen_parts_have_no_trained_parameters() {
    let all = 32 * LAYER + 2 * TABLE + 4_096;
    assert_eq!(trained(""), all);
    assert_eq!(trained("&trainends=none"), all - 2 * TABLE);
    assert_eq!(trained("&trainends=head"), all - TABLE);
    assert_eq!(trained("&frzfirst=30"), all - 30 * LAYER);
    // The last two layers, as LLaMA-Factory's `freeze_trainable_layers` has them by default.
    assert_eq!(trained("&trainends=none&frzfirst=30"), 2 * LAYER + 4_096);
    assert_eq!(trained("&frzfirst=10&frzlast=20"), all - 30 * LAYER);
    // A tied table is one end (Gemma Team 2024).
    let tied = |more| {
        let (plan, _) = link::decode(&["#v=1&p=gemma2-2b/h100x1", more].concat());
        ModelParams::of_plan(&plan).trained
    };
    assert_eq!(tied("&trainends=head"), tied(""));
    assert_eq!(tied("") - tied("&trainends=none"), 256_000 * 2_304);
}

/// PEFT's `modules_to_save` copies a module whole; the frozen one stays (`ModulesToSaveWrapper`).
#[test]
fn a_trained_end_beside_adapters_is_a_copy() {
    let lora = trained("&ft=lora&rank=16");
    assert_eq!(lora, 41_943_040);
    assert_eq!(
        trained("&ft=lora&rank=16&trainends=embedding,head"),
        lora + 2 * TABLE
    );
    // Half of the layers have half of the adapters (PEFT, `layers_to_transform`).
    assert_eq!(trained("&ft=lora&rank=16&frzfirst=8&frzlast=8"), lora / 2);
    let frozen = |more: &str| {
        let (plan, estimate) = estimated(&[ONE, "&ft=lora&rank=16", more].concat());
        let legal = Legal::check(&plan).expect("a legal plan");
        let stage = StageTerms::of(&legal, &estimate.memory, 0);
        let of = |name| {
            let terms = stage.terms.iter().filter(|term| term.name == name);
            terms.map(|term| term.bytes.0).sum::<u64>()
        };
        [of(Name::FrozenWeights), of(Name::Gradients)]
    };
    let [weights, gradients] = frozen("");
    let [with, more] = frozen("&trainends=embedding,head");
    assert_eq!(with, weights);
    assert_eq!(more - gradients, 2 * 2 * TABLE);
}

/// A layer below every trained part keeps nothing for a backward that it does not have.
#[test]
fn layers_that_no_backward_reaches_keep_nothing() {
    let activations = |more: &str| estimated(&[ONE, more].concat()).1.memory.stages[0].activations;
    let (plan, _) = estimated(ONE);
    let layer = Activations::of(&Legal::check(&plan).expect("legal"))
        .dense
        .kept;
    let [half, less] =
        ["16", "24"].map(|n| activations(&["&trainends=head&frzfirst=", n].concat()));
    assert_eq!((half.0 - less.0) / 8, layer.0);
    // Gradients pass through frozen layers above a trained embedding, whose products keep no input.
    let passed = activations("&frzfirst=24");
    assert!(less < passed && passed < activations(""), "{passed:?}");
}

/// A forward has two FLOPs a weight, and so has each of the two products of a backward (Kaplan 2020,
/// section 2.1): 6, of which a frozen layer saves 2, and one without a backward 4, with the backward
/// of its attention.
#[test]
fn frozen_layers_save_the_flops_of_their_gradients() {
    let flops = |more: &str| {
        let (plan, estimate) = estimated(&[ONE, more].concat());
        let used = estimate.utilisation;
        used.by_formula * used.peak.0 / used.tokens_per_second / plan.model.layers as f64
    };
    let matrices = (LAYER - 2 * 4_096) as f64;
    let table = TABLE as f64 / 32.0;
    // Two products with 4,096 unmasked keys for each of 32 heads of 128, in forward.
    let attention = 4.0 * 4_096.0 * 4_096.0;
    let near = |found: f64, wanted: f64| assert!((found / wanted - 1.0).abs() < 1e-9, "{found}");
    near(flops(""), 6.0 * (matrices + table) + 3.0 * attention);
    near(
        flops("&frzfirst=16"),
        5.0 * matrices + 6.0 * table + 3.0 * attention,
    );
    near(
        flops("&frzfirst=16&trainends=none"),
        4.0 * matrices + 4.0 * table + 2.0 * attention,
    );
}

/// The Trainer lets the embedding's output require a gradient where adapters meet checkpoints.
#[test]
fn checkpoints_of_the_trainer_give_every_layer_a_backward() {
    let skipped = |more: &str| {
        let link = ["#v=1&p=llama3-8b/h100x1&ft=lora&frzfirst=16", more].concat();
        link::decode(&link).0.skipped_layers()
    };
    assert_eq!(skipped("&recipe=hf&ckpt=none"), 16);
    assert_eq!(skipped("&recipe=hf&ckpt=full"), 0);
    assert_eq!(skipped("&recipe=torchtitan&ckpt=full"), 16);
}

#[test]
fn a_layer_is_left_to_train() {
    let check = |more: &str| {
        let (plan, _) = link::decode(&[ONE, more].concat());
        Legal::check(&plan).map(|_| ()).err().unwrap_or_default()
    };
    assert!(check("&frzfirst=31").is_empty());
    let reason = Reason::FrozenLayers {
        frozen: 32,
        layers: 32,
    };
    assert_eq!(check("&frzfirst=20&frzlast=12"), [reason]);
}

proptest! {
    #![proptest_config(config(256))]

    /// Fewer trained layers never take longer, and never need more memory for state.
    #[test]
    fn freezing_a_layer_saves(Drawn(mut plan) in any_legal(), first in 0_u64..3, last in 0_u64..3) {
        plan = plan.bare();
        (plan.tuning.frozen_first, plan.tuning.frozen_last) = (0, 0);
        let ends = WordSet::of(End::ALL);
        plan.tuning.ends = Some(ends);
        let Ok(whole) = cost::estimate(&plan) else {
            return Ok(());
        };
        (plan.tuning.frozen_first, plan.tuning.frozen_last) = (first, last);
        let Ok(less) = cost::estimate(&plan) else {
            return Ok(());
        };
        let state = |estimate: &cost::Estimate| {
            estimate.memory.stages.iter().map(|stage| stage.state.optimizer.0).sum::<u64>()
        };
        prop_assert!(state(&less) <= state(&whole));
        let [before, after] = [&whole, &less].map(|it| it.time.compute.0);
        prop_assert!(after <= before * (1.0 + 1e-9), "{before} {after}");
    }
}
