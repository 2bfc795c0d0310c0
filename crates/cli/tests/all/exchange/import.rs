//! Files into plans: released configurations, round trips, and malformed files.

use std::fs;

use cost::params::ModelParams;
use cost::plan::{Plan, Word};
use formats::catalog;
use formats::export::{Fate, Target};
use formats::import::{Format, ImportRefusal, Imported, LARGEST, MissingSetting, Unsaid, import};
use formats::link;

use super::{LINKS, exported, plan};

/// The released configuration of a model.
pub(crate) fn config(name: &str) -> String {
    let path = test_utils::root()
        .join("tests/data/exchange/configs")
        .join(name)
        .with_extension("json");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[track_caller]
fn read(text: &str, base: &Plan) -> Imported {
    match import(text, None, base) {
        Ok(read) => read,
        Err(why) => panic!("{why:?}: {text}"),
    }
}

#[test]
fn released_configurations_are_the_catalogues_models() {
    let names = [
        "llama3-8b",
        "llama3-70b",
        "llama3-405b",
        "llama2-7b",
        "mistral-7b",
        "mixtral-8x7b",
        "qwen3-8b",
        "qwen3-30b-a3b",
        "deepseek-v3-671b",
        "deepseek-v2-236b",
        "olmo2-32b",
        "gemma3-27b",
        "gpt-oss-120b",
        "gpt-neox-20b",
    ];
    for name in names {
        let read = read(&config(name), &catalog::default_plan());
        assert_eq!(read.format, Format::HuggingFace);
        assert_eq!(
            read.plan.model,
            catalog::model(name).expect("a model"),
            "{name}"
        );
        assert!(read.unfit.is_empty(), "{name}: {:?}", read.unfit);
        assert!(read.unknown.is_empty(), "{name}: {:?}", read.unknown);
        assert!(read.missing.contains(&MissingSetting::Cluster));
    }
}

/// Parameters as the authors publish them, of models that the catalogue does not have.
#[test]
fn other_configurations_have_their_parameters() {
    let models = [
        // Radford 2019: 1.5 B; counted from the released weights 1.5576 B.
        ("gpt2-xl", 1.5576e9),
        // Almazrouei 2023: 6.9217 B and 41.303 B in the released weights.
        ("falcon-7b", 6.9217e9),
        ("falcon-40b", 41.303e9),
        // 2.7797 B in the released weights.
        ("phi-2", 2.7797e9),
    ];
    for (name, parameters) in models {
        let read = read(&config(name), &catalog::default_plan());
        let total = ModelParams::of(&read.plan.model).total as f64;
        let error = total / parameters - 1.0;
        assert!(
            error.abs() < 0.005,
            "{name}: {total} instead of {parameters}"
        );
        assert!(read.unfit.is_empty(), "{name}: {:?}", read.unfit);
        assert!(read.unknown.is_empty(), "{name}: {:?}", read.unknown);
        // Its link says all of it.
        let (again, warnings) = link::decode(&link::encode(&read.plan));
        assert!(warnings.is_empty(), "{warnings:?}");
        assert_eq!(again.model.dropout, name == "gpt2-xl");
        let total_again = ModelParams::of(&again.model).total as f64;
        assert_eq!(total_again, total, "{name}");
        assert_eq!(again.model.norm, read.plan.model.norm, "{name}");
        // The norm and window that it takes by a borrowed name are reported.
        let borrowed = Unsaid::Borrowed(again.model.preset);
        let blocks = name.starts_with("falcon").then_some(Unsaid::ParallelBlocks);
        let unsaid: Vec<Unsaid> = blocks.into_iter().chain([borrowed]).collect();
        assert_eq!(read.unsaid, unsaid, "{name}");
        assert!(text::imports::unsaid(borrowed).contains(again.model.preset));
    }
}

/// Fields that no link can express are named, and left out of the plan where no model of the
/// catalogue has them.
#[test]
fn what_no_link_can_say_is_named() {
    let config = |kind: &str, rest: &str| {
        let parts = [
            r#"{"num_hidden_layers": 12, "hidden_size": 768, "num_attention_heads": 12, "#,
            r#""vocab_size": 1000, "model_type": ""#,
            kind,
            rest,
            "}",
        ];
        parts.concat()
    };
    let unsaid = |text: &str| read(text, &catalog::default_plan()).unsaid;
    assert_eq!(unsaid(&config("llama", "\"")), []);
    let gemma = read(
        &config("gemma3_text", r#"", "sliding_window": 512"#),
        &catalog::default_plan(),
    );
    assert_eq!(gemma.unsaid, []);
    let every = |plan: &Plan| plan.model.full_attention_every;
    assert_eq!(every(&gemma.plan), 6);
    let (again, _) = link::decode(&link::encode(&gemma.plan));
    assert_eq!(every(&again), 6);
    // No model of the catalogue lifts it in every fifth layer.
    let fifth = r#"", "sliding_window": 512, "sliding_window_pattern": 5"#;
    let odd = read(&config("gemma3_text", fifth), &catalog::default_plan());
    assert_eq!(odd.unsaid, []);
    let (again, _) = link::decode(&link::encode(&odd.plan));
    assert_eq!((every(&again), every(&odd.plan)), (5, 5));
    assert!(text::imports::unsaid(Unsaid::Norm).ends_with('.'));
}

/// A plan of the same GPUs that says nothing else.
fn base(plan: &Plan) -> Plan {
    let mut base = catalog::default_plan();
    base.cluster = plan.cluster;
    base
}

/// Exported arguments are read as the same plan if Megatron-LM can express all of it.
#[test]
fn megatron_arguments_come_back() {
    let mut came_back = 0;
    for link in LINKS {
        let plan = plan(link);
        let export = exported(&plan, Target::Megatron);
        let read = read(&export.text, &base(&plan));
        assert_eq!(read.format, Format::Megatron, "{link}");
        assert!(read.unknown.is_empty(), "{link}: {:?}", read.unknown);
        assert!(read.unfit.is_empty(), "{link}: {:?}", read.unfit);
        let says_all = export.notes.iter().all(|note| note.fate == Fate::Yours);
        if says_all {
            assert_eq!(link::encode(&read.plan), link::encode(&plan));
            came_back += 1;
        }
    }
    assert!(came_back >= 7, "{came_back}");
}

#[test]
fn torchtitan_documents_come_back() {
    let links = [
        "#v=1&p=llama3-8b/h100x64&zero=3&gbs=512&recipe=torchtitan",
        "#v=1&p=llama3-8b/h100x64&zero=3&hsdp=8&gbs=512&dtype=fp8&recipe=torchtitan&ckpt=sel&ckptmod=ops&off=opt,params",
        "#v=1&p=llama3-405b/h100x512&tp=8&pp=8&ends=1&vp=2&zero=3&gbs=512&recipe=torchtitan&ckpt=full&overlap=tp,dp,cp",
        "#v=1&p=qwen3-30b-a3b/h100x64&pp=4&sched=zbv&ep=8&zero=2&gbs=512&mbs=2&recipe=torchtitan&kern=eager",
        "#v=1&p=qwen3-30b-a3b/h100x64&ep=8&zero=3&gbs=512&recipe=torchtitan&disp=deepep",
        "#v=1&p=llama3-8b/h100x64&zero=3&gbs=512&recipe=torchtitan&opt=adamwbf16&master=none&grads=16bit",
    ];
    for link in links {
        let plan = plan(link);
        let export = exported(&plan, Target::TorchTitan);
        let read = read(&export.text, &base(&plan));
        assert_eq!(read.format, Format::TorchTitan);
        assert!(read.unknown.is_empty(), "{link}: {:?}", read.unknown);
        assert!(read.unfit.is_empty(), "{link}: {:?}", read.unfit);
        assert_eq!(link::encode(&read.plan), link::encode(&plan));
    }
}

#[test]
fn deepspeed_objects_come_back() {
    let links = [
        "#v=1&p=llama3-8b/h100x64&zero=3&gbs=512&mbs=2&recipe=deepspeed",
        "#v=1&p=llama3-8b/h100x64&tp=2&zero=2&gbs=512&recipe=deepspeed&dtype=fp16&off=opt",
        "#v=1&p=llama3-8b/h100x64&cp=4&cpkind=a2a&zero=0&gbs=512&recipe=deepspeed&overlap=dp,cp",
        "#v=1&p=llama3-8b/h100x64&zero=2&gbs=512&recipe=deepspeed&grads=fp32",
        "#v=1&p=llama3-8b/h100x64&gbs=512&recipe=deepspeed&opt=adamwbf16&master=none&grads=16bit",
        "#v=1&p=llama3-8b/h100x64&zero=3&gbs=512&dtype=fp16&recipe=deepspeed&master=none",
    ];
    for link in links {
        let plan = plan(link);
        let export = exported(&plan, Target::DeepSpeed);
        let mut base = base(&plan);
        base.model = plan.model;
        let read = read(&export.text, &base);
        assert_eq!(read.format, Format::DeepSpeed);
        assert!(read.unknown.is_empty(), "{link}: {:?}", read.unknown);
        assert_eq!(link::encode(&read.plan), link::encode(&plan));
    }
}

/// The words of several releases for the dispatcher, CUDA graphs, and types of the state.
#[test]
fn megatron_options_of_other_releases_are_read() {
    let start =
        "--num-layers 48 --hidden-size 2048 --num-attention-heads 32 --num-experts 128 --bf16";
    let cases = [
        ("", ["a2a", "none", "fp32", "fp32"]),
        (
            "--moe-token-dispatcher-type alltoall",
            ["a2a", "none", "fp32", "fp32"],
        ),
        (
            "--moe-token-dispatcher-type flex --moe-enable-deepep",
            ["deepep", "none", "fp32", "fp32"],
        ),
        (
            "--moe-token-dispatcher-type flex --moe-flex-dispatcher-backend hybridep",
            ["hybridep", "none", "fp32", "fp32"],
        ),
        (
            "--cuda-graph-impl transformer_engine --cuda-graph-modules attn moe_router",
            ["a2a", "partial", "fp32", "fp32"],
        ),
        (
            "--cuda-graph-impl local --cuda-graph-scope full_iteration",
            ["a2a", "full", "fp32", "fp32"],
        ),
        (
            "--cuda-graph-impl full_iteration",
            ["a2a", "full", "fp32", "fp32"],
        ),
        ("--external-cuda-graph", ["a2a", "full", "fp32", "fp32"]),
        ("--cuda-graph-impl none", ["a2a", "none", "fp32", "fp32"]),
        (
            "--use-precision-aware-optimizer --main-grads-dtype bf16",
            ["a2a", "none", "rem", "16bit"],
        ),
        ("--grad-reduce-in-bf16", ["a2a", "none", "fp32", "16bit"]),
    ];
    for (options, expected) in cases {
        // What the file leaves open is Megatron-LM's default, whatever the plan before had.
        let (base, _) = link::decode(
            "#v=1&p=qwen3-30b-a3b/h100x64&disp=hybridep&graph=full&master=none&grads=16bit",
        );
        let read = read(&[start, options].join(" "), &base);
        assert!(read.unknown.is_empty(), "{options}: {:?}", read.unknown);
        let now = ["disp", "graph", "master", "grads"].map(|key| link::value(&read.plan, key));
        assert_eq!(now, expected, "{options}");
    }
}

/// A launch script as people write them, not as we do.
#[test]
fn scripts_of_others_are_read() {
    let script = r#"
#!/bin/bash
export CUDA_DEVICE_MAX_CONNECTIONS=1
torchrun --nproc_per_node 8 --nnodes=4 pretrain_gpt.py \
    --num-layers 32 --hidden-size 4096 --ffn-hidden-size=14336 \
    --num-attention-heads 32 --group-query-attention --num-query-groups 8 \
    --max-position-embeddings 8192 --seq-length 8192 --swiglu \
    --disable-bias-linear --normalization RMSNorm --position-embedding-type rope \
    --untie-embeddings-and-output-weights --attention-dropout 0 --hidden-dropout 0.0 \
    --vocab-size 128256 --tensor-model-parallel-size 2 --sequence-parallel \
    --micro-batch-size 1 --global-batch-size 128 --bf16 --use-distributed-optimizer \
    --recompute-activations \  # the old name
    --lr 3e-4 --data-path "my data" --colour red
"#;
    let (base, _) = link::decode("#v=1&p=custom/h100x32");
    let read = read(script, &base);
    assert_eq!(read.unknown, ["--colour"]);
    let expected = "#v=1&p=llama3-8b/h100x32&tp=2&gbs=128&ckpt=sel&overlap=cp";
    assert_eq!(link::encode(&read.plan), expected);
}

#[test]
fn what_a_file_leaves_open_is_named() {
    let read = read("--num-layers 12 --hidden-size 96", &catalog::default_plan());
    let expected = [
        MissingSetting::Cluster,
        MissingSetting::Figure("heads"),
        MissingSetting::Sequence,
        MissingSetting::Batch,
        // They follow from the heads.
        MissingSetting::Figure("kv"),
        MissingSetting::Figure("headdim"),
        MissingSetting::Figure("vocab"),
    ];
    assert_eq!(read.missing, expected);
    let config = r#"{"model_type": "llama", "num_hidden_layers": 2, "colour": {"red": 1}}"#;
    let read = self::read(config, &catalog::default_plan());
    assert_eq!(read.unknown, ["colour.red"]);
    assert!(read.missing.contains(&MissingSetting::Figure("hidden")));
}

#[test]
fn hostile_files_are_refused_or_harmless() {
    let base = catalog::default_plan();
    let refused = |text: &str| import(text, None, &base).err();
    assert_eq!(
        refused(&"x".repeat(LARGEST + 1)),
        Some(ImportRefusal::TooLarge)
    );
    assert_eq!(refused(""), Some(ImportRefusal::Unknown));
    assert_eq!(refused("{}"), Some(ImportRefusal::Unknown));
    assert_eq!(refused("hello"), Some(ImportRefusal::Unknown));
    assert_eq!(
        refused("[package]\nname = 'x'"),
        Some(ImportRefusal::Unknown)
    );
    let deep = [r#"{"hidden_size":"#, &"[".repeat(60), &"]".repeat(60), "}"].concat();
    assert_eq!(refused(&deep), Some(ImportRefusal::TooDeep));
    let deeper = [r#"{"a":"#, &"[".repeat(90_000)].concat();
    assert_eq!(refused(&deeper), Some(ImportRefusal::TooDeep));
    let unknown = r#"{"model_type": "mamba", "num_hidden_layers": 2}"#;
    assert_eq!(
        refused(unknown),
        Some(ImportRefusal::ModelType("mamba".into()))
    );
    // Absurd numbers are noted, never taken.
    let numbers = [
        "0",
        "18446744073709551615",
        "18446744073709551616",
        "-1",
        "1e400",
        "NaN",
        "\u{663}",
        "",
        "99999999999999999999999999",
    ];
    let (mut all, mut unfit) = (0, 0);
    for number in numbers {
        for link in LINKS {
            let text = exported(&plan(link), Target::Megatron).text;
            for line in text.lines().filter(|line| line.starts_with("    --")) {
                let option = line.split_whitespace().next().unwrap_or_default();
                let changed = text.replace(line, &["    ", option, " ", number].concat());
                let read = self::read(&changed, &base);
                harmless(&read, &[option, " ", number].concat());
                unfit += usize::from(!read.unfit.is_empty());
                all += 1;
            }
        }
    }
    // Most options take none of these numbers, and that is said.
    assert!(all >= 1_000 && 4 * unfit > all, "{unfit} of {all}");
    let (mut was_read, mut was_refused) = (0, 0);
    for number in [
        "0",
        "18446744073709551615",
        "-1",
        "1e400",
        "null",
        "\"8\"",
        "[8]",
        "{}",
    ] {
        for name in [
            "llama3-8b",
            "deepseek-v3-671b",
            "gpt-oss-120b",
            "falcon-40b",
            "gpt2-xl",
        ] {
            let text = config(name);
            for line in text.lines().filter(|line| line.contains("\": ")) {
                let (key, _) = line.split_once(": ").expect("a field");
                let end = if line.ends_with(',') { "," } else { "" };
                let changed = text.replace(line, &[key, ": ", number, end].concat());
                match import(&changed, None, &base) {
                    Ok(read) => {
                        harmless(&read, &[key, ": ", number].concat());
                        was_read += 1;
                    }
                    Err(why) => {
                        // The head of a list of several lines is gone, or the type of the model.
                        let is_fault = match &why {
                            ImportRefusal::Syntax { .. } => line.ends_with(['[', '{']),
                            ImportRefusal::Unknown
                            | ImportRefusal::NoOption(_)
                            | ImportRefusal::ModelType(_)
                            | ImportRefusal::Encoder(_) => true,
                            ImportRefusal::Adapter(_)
                            | ImportRefusal::Objective(_)
                            | ImportRefusal::Other { .. }
                            | ImportRefusal::Unheld(_)
                            | ImportRefusal::TooLarge
                            | ImportRefusal::TooDeep
                            | ImportRefusal::TooMuch { .. }
                            // Those of several files.
                            | ImportRefusal::InFile { .. }
                            | ImportRefusal::SeveralTrainings(_)
                            | ImportRefusal::TooManyFiles
                            | ImportRefusal::BrokenZip
                            | ImportRefusal::LargeZip => false,
                        };
                        assert!(is_fault, "{key}: {number}: {why:?}");
                        assert!(!text::imports::refused(&why).is_empty());
                        was_refused += 1;
                    }
                }
            }
        }
    }
    assert!(
        was_read >= 300 && was_refused >= 5,
        "{was_read} read, {was_refused} refused"
    );
}

/// Whatever a file gives has an estimate or reasons, and a link.
#[track_caller]
fn harmless(read: &Imported, said: &str) {
    match cost::estimate(&read.plan) {
        Ok(estimate) => assert!(estimate.time.total().0.is_finite(), "{said}"),
        Err(reasons) => assert!(!reasons.is_empty(), "{said}"),
    }
    let (_, warnings) = link::decode(&link::encode(&read.plan));
    assert!(warnings.is_empty(), "{said}: {warnings:?}");
}

#[test]
fn formats_are_words() {
    assert_eq!(Format::WORDS.len(), Format::ALL.len());
}
