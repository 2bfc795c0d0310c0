//! Rows of fine-tuning: their sources' words, and peaks that the mechanisms of Hugging Face's
//! Trainer explain to a few per cent.

use std::collections::BTreeMap;
use std::path::Path;

use formats::link;
use runs::compare::{Comparison, MeasuredFigure, Prediction};
use runs::notes::{Assumed, StandIn, Uncompared, Warning};
use runs::{RunEntry, Skipped};

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

#[test]
fn sixteen_bits_follow_the_stack() {
    let master = |words: &str| {
        let words = format!(r#"{words}, "parallel": {{"sharding": "fsdp2", "zero_stage": 3}}"#);
        keys(&words, ["recipe", "master", "opt"]).join(" ")
    };
    let half = "none adamwbf16";
    let torchtune = r#""recipe": "torchtune full_finetune_distributed", "dtype": "bf16""#;
    assert_eq!(master(torchtune), format!("torchtitan {half}"));
    assert_eq!(
        master(&torchtune.replace("bf16", "fp32")),
        "torchtitan fp32 adamw"
    );
    let litgpt = r#""recipe": "litgpt finetune_full", "dtype": "bf16-true""#;
    assert_eq!(master(litgpt), format!("torchtitan {half}"));
    assert_eq!(
        master(&litgpt.replace("true", "mixed")),
        "torchtitan fp32 adamw"
    );
    // NeMo's program for models of Hugging Face shards them in the type in which they are loaded.
    let automodel = r#""recipe": "NeMo AutoModel", "dtype": "bf16", "base_dtype": "bf16""#;
    assert_eq!(master(automodel), format!("torchtitan {half}"));
    let verl = r#""recipe": "verl fsdp_sft_trainer", "dtype": "bf16", "base_dtype": "fp32""#;
    assert_eq!(master(verl), "verl fp32 adamw");
    let nemo = r#""recipe": "NeMo 2.0", "dtype": "bf16", "base_dtype": "bf16""#;
    assert_eq!(master(nemo), "nemo fp32 adamw");
    let deepspeed = keys(
        r#""recipe": "openrlhf train_sft", "dtype": "bf16", "base_dtype": "bf16",
        "parallel": {"sharding": "zero3", "zero_stage": 3}"#,
        ["recipe", "master"],
    );
    assert_eq!(deepspeed, ["openrlhf", "fp32"]);
}

#[test]
fn preferences_have_two_answers_and_a_reference() {
    let text = r#"[{"id": "one", "finetune": {"method": "dpo-lora", "rank": 8,
            "targets": ["q_proj"], "reference_model": "WORDS"},
        "model": {"layers": 32, "hidden": 4096, "ffn": 14336, "heads": 32, "kv_heads": 8,
            "vocab": 128256, "seq_len": 2048}, "recipe": "TRL DPOTrainer",
        "cluster": {"gpu": "a100-80", "n_gpus": 2}, "batch": {"micro": 1, "grad_accum": 4}}]"#;
    let of = |words: &str| {
        let entries = runs::read(text.replace("WORDS", words).as_bytes()).expect("a list");
        let plan = Comparison::of(&entries[0]).result.expect("a plan").plan;
        ["obj", "refmodel", "ft", "mbs", "gbs"].map(|key| link::value(&plan, key))
    };
    assert_eq!(
        of("adapter disabled"),
        ["dpo", "resident", "lora", "2", "16"]
    );
    assert_eq!(
        of("precomputed log-probs"),
        ["dpo", "computed", "lora", "2", "16"]
    );
}

/// Warnings of a row with these words, and whether its step and its peak are compared.
fn compared(words: &str) -> (Vec<Warning>, [bool; 2]) {
    let found = predicted(words);
    let has = [found.step.is_some(), found.memory.is_some()];
    (found.notes.warnings, has)
}

#[test]
fn only_steps_of_full_sequences_are_compared() {
    let measured = r#""measured": {"step_time_s": 2.0, "peak_mem_gib": 40}"#;
    let of = |kind: &str| compared(&format!(r#""sequence": {{"kind": "{kind}"}}, {measured}"#));
    for full in ["packed", "padded to a fixed length", "fixed context width"] {
        assert_eq!(of(full), (Vec::new(), [true, true]), "{full}");
    }
    let not = |field, why| Warning::NotCompared { field, why };
    let step = not("measured.step_time_s", Uncompared::ShortSamples);
    let peak = not("measured.peak_mem_gib", Uncompared::ShortSamples);
    // The longest sample sets the peak.
    let longest = of("padded to longest: the peak is a full-length sample");
    assert_eq!(longest, (vec![step.clone()], [false, true]));
    assert_eq!(of("unpacked"), (vec![step, peak], [false, false]));
    let unknown = of("bananas").0;
    assert!(matches!(unknown[..], [Warning::UnknownWord { .. }]));
}

#[test]
fn a_rate_of_tokens_is_a_step() {
    let step = |words: &str| {
        let words = format!(r#""sequence": {{"kind": "packed"}}, {words}"#);
        predicted(&words).step.map(|step| step.measured)
    };
    // Four sequences of 2,048 tokens at 4,096 tokens a second; on four GPUs at 1,024 each.
    let all = r#""measured": {"tokens_per_s": 4096, "tokens_per_s_scope": "all GPUs"}"#;
    let each = r#""measured": {"tokens_per_s": 1024, "tokens_per_s_scope": "per GPU"}"#;
    assert_eq!([all, each].map(step), [Some(2.0); 2]);
    let unknown = r#""measured": {"tokens_per_s": 1024, "tokens_per_s_scope": "a day"}"#;
    assert_eq!(step(unknown), None);
    // The time of one of the micro-batches is none of the step.
    let part = r#""fields_inferred": ["step_time_s is one micro-batch"],
        "batch": {"micro": 1, "global": 8}, "measured": {"step_time_s": 1.0"#;
    assert_eq!(step(&format!("{part}}}")), None);
    let rate = r#", "tokens_per_s": 4096, "tokens_per_s_scope": "all GPUs"}"#;
    assert_eq!(step(&format!("{part}{rate}")), Some(4.0));
}

#[test]
fn a_step_without_micro_batches_is_not_judged() {
    let words = r#""batch": {"micro": 2}, "measured": {"step_time_s": 2.0, "peak_mem_gib": 40}"#;
    assert_eq!(keys(words, ["mbs", "gbs"]), ["2", "8"]);
    let found = predicted(words);
    let assumed = Assumed {
        field: "batch.grad_accum",
        value: StandIn::from("1"),
    };
    assert!(found.notes.assumed.contains(&assumed));
    assert!(found.step.is_none() && found.memory.is_some());
}

/// Rows of the file that are skipped, by reason.
const SKIPPED: [(&str, usize); 9] = [
    (
        "device_map (naive layer split over 2 GPUs, one process)",
        12,
    ),
    ("component: lm_head forward + CE + backward", 8),
    ("adapter", 7),
    ("adapter_v2", 6),
    ("full or lora (script)", 3),
    ("llamapro (4 added blocks trained)", 1),
    ("full, LISA: 2 layers active per 20 steps", 1),
    ("full + GaLore rank 128", 1),
    ("full + GaLore rank 128, 8-bit states", 1),
];

#[test]
fn every_row_is_read_or_skipped_for_a_known_reason() {
    let rows = rows();
    assert_eq!(rows.len(), 645);
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for row in &rows {
        match Comparison::of(row).result {
            Ok(_) => {}
            Err(Skipped::NoPlan(words)) => *found.entry(words).or_default() += 1,
            Err(Skipped::Missing(field)) => *found.entry(field.to_owned()).or_default() += 1,
            Err(other) => panic!("{}: {other:?}", row.id),
        }
    }
    let known = SKIPPED.map(|(words, count)| (words.to_owned(), count));
    let mut known = BTreeMap::from(known);
    known.insert("model.seq_len".to_owned(), 2);
    assert_eq!(found, known);
}

/// The file of published fine-tuning.
fn rows() -> Vec<RunEntry> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/finetune.json");
    runs::read_file(&path).expect("the rows")
}

/// Rows of fms-acceleration, which prints the allocator's bytes, with a figure of memory.
fn peaks_of_allocators() -> Vec<(String, MeasuredFigure)> {
    let rows = rows();
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
