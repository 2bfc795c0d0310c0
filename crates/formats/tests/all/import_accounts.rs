//! The origin of every value of an imported plan, and files without an option of their format.

use formats::catalog::default_plan;
use formats::import::{
    Following, Format, ImportBase, ImportRefusal, Imported, ImportedSetting, MissingSetting,
    SettingOrigin, Unsaid, import, import_by,
};
use formats::link::{self, Key};

const ARGUMENTS: &str = "--num-layers 32 --hidden-size 4096 --num-attention-heads 32 --swiglu \
    --seq-length 8192 --micro-batch-size 2 --tensor-model-parallel-size 4 --num-experts 8 \
    --vocab-size 32000 --bf16";
const CONFIG: &str = r#"{"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
    "num_attention_heads": 32, "vocab_size": 32000, "max_position_embeddings": 8192}"#;

fn read(text: &str, with: &str) -> Imported {
    let (base, warnings) = ImportBase::of_link(with);
    assert!(with.is_empty() || warnings.is_empty(), "{warnings:?}");
    import_by(text, None, &base).unwrap_or_else(|why| panic!("{why:?}: {text}"))
}

#[track_caller]
fn setting<'a>(read: &'a Imported, key: &str) -> &'a ImportedSetting {
    let mut found = read.settings.iter().filter(|setting| setting.key == key);
    let setting = found
        .next()
        .unwrap_or_else(|| panic!("{key}: {:?}", read.settings));
    assert!(found.next().is_none(), "{key} stands twice");
    setting
}

#[test]
fn sequences_follow_the_gpus_that_a_file_leaves_open() {
    let mut trainer = read(
        "base_model: meta-llama/Meta-Llama-3-8B\nmicro_batch_size: 2\n\
         gradient_accumulation_steps: 4\nsequence_len: 8192\ndatasets: []\n",
        "",
    );
    assert_eq!(trainer.following_open_gpus(), Some(Following::Batch(4)));
    trainer.plan.cluster.gpus = 32;
    trainer.follow("gpus");
    assert_eq!(trainer.plan.global_batch(), 2 * 4 * 32);
    trainer.plan.cluster.gpus = 64;
    trainer.follow("gbs");
    assert_eq!(trainer.plan.global_batch(), 2 * 4 * 32, "it is answered");
    let mut deepspeed = read(
        r#"{"train_batch_size": 256, "gradient_accumulation_steps": 4, "bf16": {"enabled": true}}"#,
        "",
    );
    assert_eq!(deepspeed.following, Some(Following::MicroBatch(4)));
    assert!(deepspeed.missing.contains(&MissingSetting::Figure("mbs")));
    let gpus = deepspeed.plan.cluster.gpus;
    assert_eq!(deepspeed.plan.batch.micro, 256 / (4 * gpus));
    deepspeed.plan.cluster.gpus = 4 * gpus;
    deepspeed.follow("gpus");
    assert_eq!(deepspeed.plan.batch.micro, 256 / (4 * 4 * gpus));
    let jax = read(
        "model_name: llama3-8b\nper_device_batch_size: 2\nici_fsdp_parallelism: 8\n",
        "",
    );
    assert_eq!(
        (jax.plan.global_batch(), jax.plan.batch.micro),
        (16, 2),
        "without accumulation"
    );
    assert_eq!(jax.following, Some(Following::Batch(1)));
    assert_eq!(jax.following_open_gpus(), None);
}

#[test]
fn parts_of_layers_that_no_plan_has_are_said_and_lose_little() {
    let config = |rest: &str| read(&CONFIG.replace('}', &[", ", rest, "}"].concat()), "");
    let norms = config("\"use_qk_norm\": true");
    assert_eq!(norms.unsaid, [Unsaid::QueryKeyNorms]);
    assert!(!norms.is_lossy());
    assert_eq!(config("\"use_qk_norm\": false").unsaid, []);
    let parallel = config("\"parallel_attn\": true");
    assert_eq!(parallel.unsaid, [Unsaid::ParallelBlocks]);
    let said = |text: &str| read(text, "").unsaid.contains(&Unsaid::QueryKeyNorms);
    assert!(said(&[ARGUMENTS, " --qk-layernorm"].concat()));
    assert!(!said(ARGUMENTS));
}

#[test]
fn what_the_parser_of_the_framework_fills_in_is_a_default() {
    let read = read(ARGUMENTS, "#v=1&p=custom/h100x64");
    let cases = [
        ("tp", "4", SettingOrigin::Read),
        ("pp", "1", SettingOrigin::Default),
        // 8h/3 rounded down to a multiple of 64.
        ("ffn", "10880", SettingOrigin::Default),
        ("kv", "32", SettingOrigin::Default),
        ("headdim", "128", SettingOrigin::Default),
        ("topk", "2", SettingOrigin::Default),
        ("moeffn", "10880", SettingOrigin::Default),
        ("etp", "4", SettingOrigin::Default),
        // One micro-batch for each of 64 ÷ 4 ranks.
        ("gbs", "32", SettingOrigin::Default),
        ("zero", "0", SettingOrigin::Default),
        ("dtype", "bf16", SettingOrigin::Read),
        ("seq", "8192", SettingOrigin::Read),
        ("gpus", "64", SettingOrigin::With),
        ("gpu", "h100", SettingOrigin::With),
    ];
    for (key, value, origin) in cases {
        let setting = setting(&read, key);
        assert_eq!(
            (setting.value.as_str(), setting.origin),
            (value, origin),
            "{key}"
        );
    }
    assert_eq!(read.missing, []);
}

#[test]
fn a_named_key_wins_over_the_file_and_the_difference_is_kept() {
    for text in [ARGUMENTS, CONFIG] {
        let read = read(text, "#v=1&p=custom/h100x64&seq=4096&gbs=128");
        assert_eq!(read.plan.sequence(), 4_096);
        let seq = setting(&read, "seq");
        assert_eq!(seq.origin, SettingOrigin::With);
        assert_eq!(seq.overruled.as_deref(), Some("8192"));
        assert!(!seq.option.is_empty());
        assert_eq!(setting(&read, "gbs").overruled, None);
        assert_eq!(read.plan.global_batch(), 128);
        assert!(!read.missing.contains(&MissingSetting::Sequence));
    }
    // The same value is no difference.
    let read = read(ARGUMENTS, "#v=1&p=custom/h100x64&tp=4&etp=1");
    assert_eq!(setting(&read, "tp").overruled, None);
    assert_eq!(setting(&read, "etp").value, "1");
}

#[test]
fn presets_of_the_link_only_fill() {
    let read = read(CONFIG, "#v=1&p=llama3-70b/a100-80x128");
    assert_eq!(read.plan.model.layers, 32);
    assert_eq!(read.plan.cluster.gpus, 128);
    assert_eq!(read.plan.cluster.gpu.preset, "a100-80");
    // Of the link's model only the figures that the file leaves open.
    let partial = "--hidden-size 4096 --num-attention-heads 32 --seq-length 128";
    let read = self::read(partial, "#v=1&p=llama3-70b/h100x8");
    assert_eq!(setting(&read, "layers").origin, SettingOrigin::With);
    assert_eq!(
        (read.plan.model.layers, read.plan.model.hidden),
        (80, 4_096)
    );
    // The custom model's figures are nobody's.
    let read = self::read(partial, "#v=1&p=custom/h100x8");
    assert!(read.missing.contains(&MissingSetting::Figure("layers")));
    let parallel = r#"{"zero_optimization": {"stage": 3}}"#;
    let read = self::read(parallel, "#v=1&p=llama3-70b/h100x8");
    assert_eq!(setting(&read, "model").value, "llama3-70b");
    assert!(!read.missing.contains(&MissingSetting::Model));
}

#[test]
fn what_the_page_has_open_only_fills() {
    let (draft, _) = link::decode("#v=1&p=llama3-8b/h100x64&tp=8&pp=4&vp=2&cp=2&seq=4096&zero=3");
    let read = import(ARGUMENTS, None, &draft).expect("arguments");
    let layout = ["tp", "pp", "vp", "cp", "ep", "seq", "zero"];
    let values = layout.map(|key| link::value(&read.plan, key));
    assert_eq!(values, ["4", "1", "1", "1", "1", "8192", "0"]);
    assert!(
        read.settings
            .iter()
            .all(|setting| setting.origin != SettingOrigin::With)
    );
}

/// A value that differs from the plan that fills has an origin, whatever the file.
#[test]
fn no_value_changes_without_an_origin() {
    let (odd, _) = link::decode(
        "#v=1&p=gpt2-1.5b/a100-80x16&tp=2&pp=2&sp=0&zero=3&ckpt=full&off=opt,acts&opt=lion\
         &dtype=fp16&overlap=none&det=1&flash=0&ce=chunked&cpkind=a2a&ends=1&recipe=nanotron",
    );
    let titan = "[training]\nseq_len = 4096\nlocal_batch_size = 2\n[parallelism]\n\
        tensor_parallel_degree = 2\npipeline_parallel_degree = 2\ncontext_parallel_degree = 2\n";
    let speed = r#"{"train_batch_size": 64, "train_micro_batch_size_per_gpu": 2, "bf16":
        {"enabled": true}, "zero_optimization": {"stage": 2}}"#;
    for text in [ARGUMENTS, CONFIG, titan, speed] {
        let read = import(text, None, &odd).expect("a file");
        for key in Key::all() {
            let (now, was) = (key.value(&read.plan), key.value(&odd));
            let has_origin = read
                .settings
                .iter()
                .any(|setting| setting.key == key.name());
            // Their defaults follow the recipe, the model and the sequence.
            let follows = ["msg", "gsync", "kern", "imbal", "tok", "gbs", "slen"];
            if now != was && !follows.contains(&key.name()) {
                let is_missing = read
                    .missing
                    .iter()
                    .any(|what| what.keys().contains(&key.name()));
                assert!(
                    has_origin || is_missing,
                    "{}: {was} became {now}: {text}",
                    key.name()
                );
            }
        }
        for setting in &read.settings {
            if let Some(key) = Key::named(setting.key) {
                assert_eq!(setting.value, key.value(&read.plan), "{}", setting.key);
            }
        }
    }
}

#[test]
fn a_file_without_an_option_of_its_format_is_refused() {
    let cases = [
        (
            "cargo build --release --target wasm32",
            None,
            Format::Megatron,
        ),
        (
            "python train.py --bf16 --optimizer adamw --lr 3e-4",
            None,
            Format::Megatron,
        ),
        (
            "cargo build --release",
            Some(Format::Megatron),
            Format::Megatron,
        ),
        ("hello", Some(Format::Megatron), Format::Megatron),
        ("{}", Some(Format::DeepSpeed), Format::DeepSpeed),
        (
            "[package]\nname = 'x'",
            Some(Format::TorchTitan),
            Format::TorchTitan,
        ),
        (r#"{"model_type": "llama"}"#, None, Format::HuggingFace),
    ];
    for (text, format, named) in cases {
        let refused = import(text, format, &default_plan()).err();
        assert_eq!(refused, Some(ImportRefusal::NoOption(named)), "{text}");
        let sentence = text::imports::refused(&ImportRefusal::NoOption(named));
        assert!(sentence.contains("no option of"), "{sentence}");
    }
}
