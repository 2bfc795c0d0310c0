//! Names of models as files and people write them.

use std::collections::HashMap;

use formats::catalog::{MODELS, hub_name, named_model, nearest_gpus, nearest_models};
use serde::Deserialize;

/// The table of models, for the names in it.
const TABLE: &str = include_str!("../../catalog/models.toml");

#[derive(Deserialize)]
struct Table {
    model: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    preset: String,
    #[serde(default)]
    hub: Vec<String>,
}

fn preset(name: &str) -> Option<&'static str> {
    named_model(name).map(|entry| entry.model.preset)
}

/// Names off model cards, scripts and caches, as people fine-tune them.
#[test]
fn names_are_those_of_the_hub() {
    for (name, expected) in [
        ("meta-llama/Llama-3.1-8B-Instruct", "llama3-8b"),
        ("meta-llama/Meta-Llama-3-8B", "llama3-8b"),
        ("meta-llama/Llama-3.3-70B-Instruct", "llama3-70b"),
        ("unsloth/Meta-Llama-3.1-8B-bnb-4bit", "llama3-8b"),
        (
            "RedHatAI/Meta-Llama-3.1-70B-Instruct-FP8-dynamic",
            "llama3-70b",
        ),
        ("meta-llama/Llama-3.2-1B-Instruct", "llama3.2-1b"),
        ("NousResearch/Llama-2-7b-chat-hf", "llama2-7b"),
        ("Qwen/Qwen2.5-0.5B-Instruct", "qwen2.5-0.5b"),
        ("Qwen/Qwen2.5-Coder-32B-Instruct-AWQ", "qwen2.5-32b"),
        ("qwen/qwen2.5-7b-instruct", "qwen2.5-7b"),
        ("Qwen/Qwen3-4B-Instruct-2507", "qwen3-4b"),
        ("Qwen/Qwen3-30B-A3B-Thinking-2507-FP8", "qwen3-30b-a3b"),
        ("mistralai/Mistral-7B-v0.1", "mistral-7b"),
        ("mistralai/Mistral-7B-Instruct-v0.2", "mistral-7b-v0.2"),
        ("mistralai/Mistral-7B-Instruct-v0.3", "mistral-7b-v0.3"),
        ("mistralai/Mistral-Nemo-Instruct-2407", "mistral-nemo-12b"),
        ("mistralai/Mixtral-8x7B-Instruct-v0.1", "mixtral-8x7b"),
        ("google/gemma-2-9b-it", "gemma2-9b"),
        ("google/gemma-3-1b-it", "gemma3-1b"),
        ("microsoft/Phi-3-mini-4k-instruct", "phi3-mini-3.8b"),
        ("microsoft/phi-4", "phi4-14b"),
        ("TinyLlama/TinyLlama-1.1B-Chat-v1.0", "tinyllama-1.1b"),
        ("HuggingFaceTB/SmolLM2-1.7B-Instruct", "smollm2-1.7b"),
        (
            "deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B",
            "r1-distill-qwen-1.5b",
        ),
        ("deepseek-ai/DeepSeek-R1-Distill-Qwen-14B", "qwen2.5-14b"),
        ("deepseek-ai/DeepSeek-R1-Distill-Llama-70B", "llama3-70b"),
        ("deepseek-ai/DeepSeek-V3-0324", "deepseek-v3-671b"),
        ("deepseek-ai/DeepSeek-R1-Zero", "deepseek-v3-671b"),
        ("moonshotai/Kimi-K2-Instruct-0905", "kimi-k2-1t"),
        ("openai/gpt-oss-20b", "gpt-oss-20b"),
        ("EleutherAI/pythia-1.4b-deduped", "pythia-1.4b"),
        ("gpt2", "gpt2-124m"),
        // Names of frameworks, presets in any case.
        ("llama3.1-8b", "llama3-8b"),
        ("deepseek3-671b", "deepseek-v3-671b"),
        ("LLAMA3-70B", "llama3-70b"),
        // Paths, and the hub's cache.
        ("/data/models/Qwen2.5-7B-Instruct", "qwen2.5-7b"),
        ("./models/Qwen2.5-7B-Instruct/", "qwen2.5-7b"),
        (r"D:\models\gemma-2-2b", "gemma2-2b"),
        (
            "/root/.cache/huggingface/hub/models--Qwen--Qwen2.5-7B/snapshots/d149729398750b98c0af14eb82c78cfe92750796",
            "qwen2.5-7b",
        ),
    ] {
        assert_eq!(preset(name), Some(expected), "{name}");
    }
    for name in [
        "",
        "/",
        "./custom",
        "foo/custom",
        "foo/bar-9b",
        "Qwen/Qwen2.5-7C",
        // Another vocabulary, another window: no name of these shapes.
        "codellama/CodeLlama-7b-hf",
        "mistralai/Mistral-7B-v0.4",
        "-instruct",
        "base",
    ] {
        assert_eq!(preset(name), None, "{name}");
    }
}

/// A name stands for one model, with or without its ends; those in the table are read as they stand.
#[test]
fn every_name_of_the_table_means_its_entry() {
    let table: Table = toml::from_str(TABLE).expect("a table");
    let mut seen = HashMap::new();
    for row in &table.model {
        assert_eq!(preset(&row.preset), Some(&*row.preset));
        for name in &row.hub {
            assert_eq!(preset(name), Some(&*row.preset), "{name}");
            assert_eq!(seen.insert(name, &row.preset), None, "{name} stands twice");
        }
        if let Some(first) = row.hub.first() {
            assert_eq!(hub_name(&row.preset), Some(&**first));
            assert!(first.contains('/'), "{first} has no owner");
        }
    }
    assert!(seen.len() > 120, "{}", seen.len());
    assert_eq!(table.model.len(), MODELS.len());
}

#[test]
fn near_names_are_offered() {
    assert_eq!(nearest_models("Qwen/Qwen2.5-7")[0], "qwen2.5-7b");
    assert_eq!(nearest_models("Qwen2.5-7B-Chatty")[0], "qwen2.5-7b");
    assert_eq!(nearest_models("llama3-71b")[0], "llama3-70b");
    assert!(nearest_models("an entirely different name of a model").is_empty());
    assert_eq!(nearest_gpus("a100")[..2], ["a100-40", "a100-80"]);
    assert_eq!(nearest_gpus("H1000")[0], "h100");
}
