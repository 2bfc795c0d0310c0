//! Rows of fine-tuning: their sources' words, and peaks that the mechanisms of Hugging Face's
//! Trainer explain to a few per cent.

use std::path::Path;

use formats::link;
use runs::Skipped;
use runs::compare::{Comparison, Prediction};

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
    let lora = runs::read(br#"[{"finetune": {"method": "qlora"}}]"#).expect("a list");
    assert_eq!(
        Comparison::of(&lora[0]).result.expect_err("adapters"),
        Skipped::NoPlan("qlora".to_owned())
    );
    let dealt = r#""parallel": {"sharding": "device_map", "naive_layer_split": 2}"#;
    assert_eq!(
        row(dealt).result.expect_err("no pipeline"),
        Skipped::NoPlan("device_map".to_owned())
    );
}

/// Peaks of fms-acceleration, which prints the allocator's bytes.
#[test]
fn peaks_of_the_trainer_follow_from_its_mechanisms() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/finetune.json");
    let rows: Vec<Comparison> = runs::read_file(&path)
        .expect("the rows")
        .iter()
        .map(Comparison::of)
        .collect();
    let mut seen = [0; 2];
    for row in &rows {
        let Ok(said) = &row.result else { continue };
        let Some((_, figure)) = said.memory else {
            continue;
        };
        // Ten bytes a parameter in 16 bits, twenty with fp32 masters: the optimizer's step with a
        // copy of a moment is the peak.
        let most = match row.id.as_str() {
            id if id.contains("Mistral") => 0.06,
            // The loss is the peak with eight sequences: 12 bytes a logit, 8 with a fused kernel.
            id if id.contains("PowerLM") => 0.05,
            _ => continue,
        };
        seen[usize::from(row.id.contains("PowerLM"))] += 1;
        assert!(
            figure.error().abs() < most,
            "{}: {:.2} GiB predicted, {:.2} measured",
            row.id,
            figure.predicted,
            figure.measured
        );
    }
    assert_eq!(seen, [23, 8]);
}
