//! Memory of Hugging Face's Trainer: state by the type of the loaded model, the optimizer's step,
//! autocast's copies, the loss.

use cost::Estimate;
use cost::legal::Legal;
use cost::memory::terms::{At, Name, StageTerms};
use cost::params::ModelParams;

use test_utils::estimated;

/// Mistral 7B with the 32,000 words that fms-acceleration trained.
const MISTRAL: &str = "#v=1&p=custom/a100-80x1&layers=32&hidden=4096&ffn=14336&heads=32&kv=8\
    &headdim=128&vocab=32000&node=1&zero=0&seq=4096&mbs=1&gbs=1&ckpt=full&recipe=hf";

/// Allocated bytes for each parameter of a plan on one rank, with its estimate.
fn per_parameter(link: &str) -> (f64, Estimate) {
    let (plan, estimate) = estimated(link);
    let params = ModelParams::of(&plan.model).total as f64;
    let allocated = estimate.memory.stages[0].allocated().0 as f64;
    (allocated / params, estimate)
}

/// The bytes of a term on the first stage, and the work that runs when it holds most.
fn term(link: &str, name: Name) -> (u64, At) {
    let (plan, estimate) = estimated(link);
    let legal = Legal::check(&plan).expect("a legal plan");
    let stage = StageTerms::of(&legal, &estimate.memory, 0);
    let bytes = stage.terms.iter().filter(|term| term.name == name);
    (bytes.map(|term| term.bytes.0).sum(), stage.moment.at)
}

#[test]
fn full_fine_tuning_in_16_bits_peaks_at_ten_bytes_a_parameter() {
    // Measured: 67.46 GiB, 10.0 bytes for each of 7.242 B parameters: weights, gradients and two
    // moments in 16 bits, and the root of one moment during the step.
    let link = [MISTRAL, "&master=none&opt=adamwbf16"].concat();
    let (each, estimate) = per_parameter(&link);
    assert!((each - 10.0).abs() < 0.02, "{each}");
    let gib = estimate.memory.stages[0].allocated().gib();
    assert!((gib - 67.46).abs() < 0.05, "{gib}");
    // A fused step needs no copy, and the peak is its state.
    let (fused, _) = per_parameter(&[&link, "&optkern=fused"].concat());
    assert!((8.0..8.6).contains(&fused), "{fused}");
}

#[test]
fn the_step_of_fp32_weights_holds_twenty_bytes_a_parameter() {
    // Measured on two GPUs with FSDP: 67.46 GiB each, 20 bytes for each of half the parameters.
    let (each, _) = per_parameter(
        &MISTRAL
            .replace("x1&", "x2&")
            .replace("zero=0", "zero=3")
            .replace("gbs=1", "gbs=2"),
    );
    assert!((2.0 * each - 20.0).abs() < 0.04, "{each}");
}

#[test]
fn autocast_keeps_copies_of_weights_that_nothing_shards() {
    // Without recompute the backward reads the 16-bit copies: 2 bytes a parameter.
    let link = MISTRAL
        .replace("ckpt=full", "ckpt=none")
        .replace("mbs=1&gbs=1", "mbs=8&gbs=16");
    let (plan, _) = estimated(&link);
    let params = ModelParams::of(&plan.model).total;
    assert_eq!(term(&link, Name::AutocastCopies).0, 2 * params);
    // FSDP casts its shards itself, and so does DeepSpeed.
    for other in [
        link.replace("x1&", "x2&").replace("zero=0", "zero=3"),
        link.replace("recipe=hf", "recipe=hf-deepspeed"),
    ] {
        assert_eq!(term(&other, Name::AutocastCopies).0, 0, "{other}");
    }
}

#[test]
fn deepspeed_copies_its_share_of_gradients_for_the_step() {
    // 2 bytes flattened and 4 in fp32, of half the parameters.
    let link = MISTRAL
        .replace("x1&", "x2&")
        .replace("zero=0", "zero=2")
        .replace("gbs=1", "gbs=2")
        .replace("recipe=hf", "recipe=hf-deepspeed");
    let (plan, _) = estimated(&link);
    let params = ModelParams::of(&plan.model).total;
    let (copies, at) = term(&link, Name::StepCopies);
    assert_eq!((copies, at), ((2 + 4) * params.div_ceil(2), At::Optimizer));
    // On the host nothing is copied.
    let away = [&link, "&off=opt"].concat();
    assert_eq!(term(&away, Name::StepCopies).0, 0);
}

#[test]
fn the_loss_of_the_trainer_holds_twelve_bytes_a_logit() {
    // Measured on PowerLM 3B: 12.1 bytes a logit with PyTorch's loss, 8 with a fused kernel.
    let many = MISTRAL.replace("mbs=1&gbs=1", "mbs=8&gbs=8") + "&master=none&opt=adamwbf16";
    let logits = 8 * 4_096 * 32_000;
    let of = |link: &str| estimated(link).1.memory.stages[0].logits.0;
    let free = many.replace("a100-80", "h200");
    for (loss, bytes) in [("eager", 12), ("plain", 12), ("fused", 8)] {
        let held = of(&[&free, "&optkern=fused&ce=", loss].concat());
        assert_eq!(held, bytes * logits, "{loss}");
    }
}

/// OpenRLHF keeps fp32 logits, and holds them with the model's output while their gradient becomes a
/// 16-bit one, but for preferences; verl keeps 16-bit logits, whose gradient takes their place.
#[test]
fn trainers_by_reward_hold_the_logits_of_their_log_probabilities() {
    let free = MISTRAL
        .replace("mbs=1&gbs=1", "mbs=8&gbs=8")
        .replace("a100-80", "b200")
        .replace("zero=0", "zero=3")
        .replace("vocab=32000", "vocab=256000")
        .replace("recipe=hf", "optkern=fused");
    let logits = 8 * 4_096 * 256_000;
    let of = |rest: &str| {
        let link = [&free, rest].concat();
        estimated(&link).1.memory.stages[0].logits.0
    };
    for (rest, bytes) in [
        ("&recipe=openrlhf", 10),
        ("&recipe=openrlhf&obj=grpo", 10),
        ("&recipe=openrlhf&obj=dpo", 8),
        ("&recipe=verl&obj=grpo", 4),
        // Supervised fine-tuning has the loss of PyTorch.
        ("&recipe=verl", 12),
        // A named loss is the one that runs.
        ("&recipe=verl&obj=grpo&ce=eager", 12),
        ("&recipe=openrlhf&obj=dpo&ce=eager", 12),
    ] {
        assert_eq!(of(rest), bytes * logits, "{rest}");
    }
}

/// The state of both: FSDP's fp32 weights, gradients and moments; DeepSpeed's 16-bit weights and
/// gradients with fp32 masters.
#[test]
fn trainers_by_reward_have_the_state_of_their_engine() {
    use cost::state::PerParameter;
    let of = |recipe: &str| {
        let link = MISTRAL.replace("recipe=hf", recipe);
        let each = PerParameter::of(&estimated(&link).0);
        [each.weight_bits / 8, each.gradients, each.optimizer]
    };
    assert_eq!(of("recipe=verl"), [4, 4, 8]);
    assert_eq!(of("recipe=openrlhf"), [2, 2, 4 + 8]);
}

#[test]
fn eight_bit_adam_has_scales_and_wide_moments_of_the_embedding() {
    // bitsandbytes: two moments of a byte, and an fp32 scale of each for 256 parameters; the
    // Trainer registers the embedding with 32 bits, 128,256 · 4,096 of 8,030,261,248 parameters.
    let link = "#v=1&p=llama3-8b/b200x1&recipe=hf&zero=0&gbs=8&master=none&opt=adamw8&ckpt=full";
    let (all, embedding) = (8_030_261_248_u64, 128_256 * 4_096);
    let scales = ((all - embedding) * 8).div_ceil(256);
    let (beyond, _) = term(link, Name::ScalesAndWideMoments);
    assert_eq!(beyond, scales + 6 * embedding);
    let (_, estimate) = estimated(link);
    let optimizer = estimate.memory.stages[0].state.optimizer.0;
    assert_eq!(optimizer, 2 * all + beyond);
    // Megatron-LM's 8-bit moments have one scale a tensor.
    let megatron = link.replace("recipe=hf", "recipe=megatron");
    assert_eq!(term(&megatron, Name::ScalesAndWideMoments).0, 0);
}
