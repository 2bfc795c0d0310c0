//! Rows of fine-tuning: their sources' words, and peaks that the mechanisms of Hugging Face's
//! Trainer explain to a few per cent.

use std::path::Path;

use formats::link;
use runs::Skipped;
use runs::compare::{Comparison, MeasuredFigure, Prediction};

/// A row of full fine-tuning of Llama 3 8B with these words beside its shape.
fn row(words: &str) -> Comparison {
    let text = format!(
        r#"[{{"id": "one", "finetune": {{"method": "full"}},
        "model": {{"layers": 32, "hidden": 4096, "ffn": 14336, "heads": 32, "kv_heads": 8,
            "vocab": 128256, "seq_len": 2048}},
        "cluster": {{"gpu": "a100-80", "n_gpus": 4}}, "batch": {{"micro": 1, "global": 4}},
        {words}}}]"#
    );
    let entries = runs::read(text.as_bytes()).expect("a list");
    Comparison::of(&entries[0])
}

fn predicted(words: &str) -> Prediction {
    *row(words).result.expect("a plan")
}

/// Values of keys in the link of a row.
fn keys<const N: usize>(words: &str, keys: [&str; N]) -> [String; N] {
    let plan = predicted(words).plan;
    keys.map(|key| link::value(&plan, key))
}

#[test]
fn words_of_the_source_become_those_of_plans() {
    let fsdp = r#""recipe": "HF Trainer + FSDP1", "dtype": "bfloat16 + amp autocast",
        "base_dtype": "bf16", "loss": "eager CE, logits.float()",
        "parallel": {"sharding": "fsdp1 full_shard", "zero_stage": 3}"#;
    // Accelerate casts the parameters that FSDP shards to fp32.
    assert_eq!(
        keys(fsdp, ["recipe", "zero", "master", "opt", "ce", "dtype"]),
        ["hf", "3", "fp32", "adamw", "eager", "bf16"]
    );
    // Without mixed precision all state has the type of the loaded model.
    let pure = fsdp.replace("+ amp autocast", "pure (mixed_precision no)");
    assert_eq!(
        keys(&pure, ["master", "grads", "opt"]),
        ["none", "16bit", "adamwbf16"]
    );
    let zero = r#""recipe": "train_sft", "dtype": "bf16", "base_dtype": "bf16",
        "loss": "liger fused linear CE", "parallel": {"sharding": "zero2", "zero_stage": 2}"#;
    assert_eq!(
        keys(zero, ["recipe", "zero", "master", "ce"]),
        ["hf-deepspeed", "2", "fp32", "chunked"]
    );
    let kernel = r#""dtype": "bf16", "base_dtype": "fp32", "loss": "fast cross entropy (Triton)",
        "optimizer": {"name": "adamw_torch_fused", "state_dtype": null},
        "parallel": {"sharding": "none", "zero_stage": 0}"#;
    assert_eq!(
        keys(kernel, ["recipe", "master", "ce", "optkern"]),
        ["hf", "fp32", "fused", "fused"]
    );
}

#[test]
fn trainings_that_no_plan_describes_are_skipped_with_their_words() {
    let other = runs::read(br#"[{"finetune": {"method": "adapter_v2"}}]"#).expect("a list");
    assert_eq!(
        Comparison::of(&other[0])
            .result
            .expect_err("other adapters"),
        Skipped::NoPlan("adapter_v2".to_owned())
    );
    let dealt = r#""parallel": {"sharding": "device_map", "naive_layer_split": 2}"#;
    assert_eq!(
        row(dealt).result.expect_err("no pipeline"),
        Skipped::NoPlan("device_map".to_owned())
    );
}

/// Rows of fms-acceleration, which prints the allocator's bytes, with a figure of memory.
fn peaks_of_allocators() -> Vec<(String, MeasuredFigure)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/finetune.json");
    let rows = runs::read_file(&path).expect("the rows");
    let of_source = rows.iter().filter(|row| row.id.starts_with("fms_"));
    let peaks = of_source.map(Comparison::of).filter_map(|row| {
        let (_, figure) = row.result.ok()?.memory?;
        Some((row.id, figure))
    });
    peaks.collect()
}

/// Checks that each peak of a model is predicted to this share; returns their number.
fn all_within(model: &str, most: f64, is_of: impl Fn(&str) -> bool) -> usize {
    let peaks = peaks_of_allocators();
    let of_model = peaks
        .iter()
        .filter(|(id, _)| id.contains(model) && is_of(id));
    let checked = of_model.map(|(id, figure)| {
        assert!(
            figure.error().abs() < most,
            "{id}: {:.2} GiB predicted, {:.2} measured",
            figure.predicted,
            figure.measured
        );
    });
    checked.count()
}

#[test]
fn peaks_of_the_trainer_follow_from_its_mechanisms() {
    // Ten bytes a parameter in 16 bits, twenty with fp32 masters: the optimizer's step with a copy of a
    // moment is the peak.
    let is_full = |id: &str| id.contains("_full_");
    assert_eq!(all_within("Mistral", 0.06, is_full), 23);
    // The loss is the peak with eight sequences: 12 bytes a logit, 8 with a fused kernel.
    assert_eq!(all_within("PowerLM", 0.05, is_full), 8);
}

/// Frozen weights, adapters, kept inputs of layers, the loss or a recomputed layer; with FSDP two of
/// them. The norms of `baseline-peft-bnb` are in fp32, and so is its residual stream.
#[test]
fn peaks_with_adapters_follow_from_their_mechanisms() {
    let is_plain = |id: &str| id.contains("_lora_") && !id.contains("baseline");
    assert_eq!(all_within("PowerLM", 0.04, is_plain), 16);
    assert_eq!(all_within("Mistral", 0.11, is_plain), 82);
    assert_eq!(all_within("Mixtral", 0.11, is_plain), 20);
}
