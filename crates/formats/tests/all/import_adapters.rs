//! Adapters beside frozen weights in files of frameworks: into a plan, and out of it.

use cost::legal::Legal;
use cost::plan::{Plan, Target as Matrix, Tuned, Word};
use formats::catalog;
use formats::export::{Aspect, Export, Fate, Target, export};
use formats::import::{ImportNote, Imported, MissingSetting, SettingOrigin, import};
use formats::link;

/// A text read beside the default plan.
#[track_caller]
fn read(text: &str) -> Imported {
    import(text, None, &catalog::default_plan()).unwrap_or_else(|why| panic!("{why:?}: {text}"))
}

/// The values of keys.
#[track_caller]
fn check(text: &str, expected: &str) -> Imported {
    let read = read(text);
    for word in expected.split(' ') {
        let (key, value) = word.split_once('=').expect("a value");
        assert_eq!(link::value(&read.plan, key), value, "{key}: {text}");
    }
    read
}

const UNFIT: &str = r#"{"peft_type": "LORA", "base_model_name_or_path": "Qwen/Qwen3-8B", "r": 32,
    "target_modules": ["q_proj", "lm_head"], "use_dora": true, "bias": "lora_only",
    "modules_to_save": ["embed_tokens"], "layers_to_transform": 0, "rank_pattern": {"q_proj": 4},
    "task_type": "SEQ_CLS", "lora_alpha": 64, "alpha_pattern": {"q_proj": 4}, "use_rslora": true}"#;

/// Settings that no plan has are named; scales are not.
#[test]
fn other_options_of_an_adapter_are_named() {
    let read = check(
        UNFIT,
        "rank=32 targets=q trainends=embedding frzfirst=0 frzlast=35",
    );
    let mut unfit: Vec<&str> = read
        .unfit
        .iter()
        .map(|(option, _)| option.as_str())
        .collect();
    unfit.sort_unstable();
    let expected = [
        "bias",
        "rank_pattern",
        "target_modules",
        "task_type",
        "use_dora",
    ];
    assert_eq!(unfit, expected);
    assert!(read.unknown.is_empty(), "{:?}", read.unknown);
    assert!(read.missing.contains(&MissingSetting::Figure("ft")));
}

/// Copies of ends, and adapters of some layers.
#[test]
fn parts_that_are_trained_are_read() {
    let file = |more: &str| {
        format!(
            r#"{{"peft_type": "LORA", "base_model_name_or_path": "Qwen/Qwen3-8B", "r": 8, {more}}}"#
        )
    };
    let both = file(r#""modules_to_save": ["model.embed_tokens", "lm_head", "norm"]"#);
    let both = check(&both, "trainends=embedding,head frzfirst=0 frzlast=0");
    assert!(both.unfit.is_empty(), "{:?}", both.unfit);
    let layers = file(r#""layers_to_transform": [33, 34, 35]"#);
    check(&layers, "trainends=none frzfirst=33 frzlast=0");
    let gaps = read(&file(r#""layers_to_transform": [1, 3]"#));
    assert_eq!(gaps.unfit.len(), 1);
    assert!(!gaps.plan.tuning.freezes_layers());
    let beyond = read(&file(r#""layers_to_transform": [36]"#));
    assert_eq!(beyond.unfit.len(), 1);
}

/// LLaMA-Factory trains the last layers, or the first ones if their number is below zero.
#[test]
fn layers_that_are_not_trained_are_frozen() {
    let file = |more: &str| {
        format!("model_name_or_path: Qwen/Qwen3-8B\nfinetuning_type: freeze\ncutoff_len: 8\n{more}")
    };
    check(&file(""), "ft=full trainends=none frzfirst=34 frzlast=0");
    check(
        &file("freeze_trainable_layers: -4\nfreeze_extra_modules: embed_tokens,norm\n"),
        "ft=full trainends=embedding frzfirst=0 frzlast=32",
    );
    let attention = read(&file("freeze_trainable_modules: self_attn\n"));
    assert_eq!(attention.unfit.len(), 1);
}

/// A file of an adapter says nothing of the bits of the weights, but for the name of the model.
#[test]
fn the_name_of_a_model_shows_its_bits() {
    let file = |name: &str| {
        format!(r#"{{"peft_type": "LORA", "base_model_name_or_path": "{name}", "r": 8}}"#)
    };
    let plain = check(&file("Qwen/Qwen2.5-7B"), "ft=lora rank=8 targets=q,v");
    assert!(plain.missing.contains(&MissingSetting::Figure("ft")));
    let bits = check(&file("unsloth/Qwen2.5-7B-bnb-4bit"), "ft=qlora dquant=1");
    assert!(!bits.missing.contains(&MissingSetting::Figure("ft")));
    assert_eq!(bits.plan.model.preset, "qwen2.5-7b");
    let other = read(&file("Qwen/Qwen2.5-7B-Instruct-AWQ"));
    let is_near = |note: &ImportNote| matches!(note, ImportNote::Nearest { .. });
    assert!(other.notes.iter().any(is_near), "{:?}", other.notes);
    check(&file("openai-community/gpt2-xl"), "targets=q,k,v");
}

/// Full training beside a plan with adapters has none.
#[test]
fn full_training_has_no_adapters() {
    let (base, _) = link::decode("#v=1&p=llama3-8b/h100x8&recipe=hf&ft=qlora&rank=4");
    for text in [
        "base_model: Qwen/Qwen3-8B\nmicro_batch_size: 1\nsequence_len: 8\n",
        "model_name_or_path: Qwen/Qwen3-8B\nfinetuning_type: full\ncutoff_len: 8\n",
        "model_name_or_path: Qwen/Qwen3-8B\nper_device_train_batch_size: 1\n",
        "swift sft --model Qwen/Qwen3-8B --train_type full --max_length 8",
        "litgpt finetune_full Qwen/Qwen3-8B --devices 2",
    ] {
        let read = import(text, None, &base).expect("a plan");
        assert_eq!(read.plan.tuning.tuned, Tuned::All, "{text}");
    }
}

/// Sizes alone ask for no adapter in the Trainer's files.
#[test]
fn sizes_alone_have_no_effect() {
    let text = "model_name_or_path: Qwen/Qwen3-8B\nper_device_train_batch_size: 1\nlora_r: 8\n";
    let alone = ImportNote::Alone {
        option: String::from("lora_r"),
        other: String::from("use_peft"),
    };
    assert!(check(text, "ft=full").notes.contains(&alone));
}

/// PEFT's own program has other defaults than TRL.
#[test]
fn defaults_are_those_of_the_program() {
    let text = |option: &str| {
        format!(
            "model_name_or_path: Qwen/Qwen3-8B\nper_device_train_batch_size: 1\n{option}: true\n"
        )
    };
    check(&text("use_peft"), "ft=lora rank=16 targets=q,v");
    check(
        &text("use_peft_lora"),
        "ft=lora rank=64 targets=q,k,v,o,gate,up,down",
    );
}

/// Types of the frozen weights that no plan has.
#[test]
fn other_bits_are_named() {
    for (text, option) in [
        (
            "base_model: a/b\nadapter: lora\nload_in_8bit: true\nlora_r: 8\nlora_target_linear: true\n",
            "load_in_8bit",
        ),
        (
            "base_model: a/b\nadapter: lora\nload_in_4bit: true\nlora_r: 8\nlora_target_linear: true\n",
            "load_in_4bit",
        ),
        (
            "model_name_or_path: a/b\ncutoff_len: 8\nquantization_bit: 8\n",
            "quantization_bit",
        ),
        (
            "model_name_or_path: a/b\ncutoff_len: 8\nquantization_bit: 4\nquantization_method: hqq\n",
            "quantization_method",
        ),
        (
            "swift sft --model a/b --max_length 8 --quant_method bnb --quant_bits 8",
            "quant_bits",
        ),
        (
            "litgpt finetune_lora Qwen/Qwen3-8B --quantize bnb.int8-training",
            "quantize",
        ),
    ] {
        let read = check(text, "ft=lora");
        assert!(
            read.unfit.iter().any(|(name, _)| name == option),
            "{text}: {:?}",
            read.unfit
        );
    }
}

const EXPORTED: [&str; 6] = [
    "#v=1&p=llama3-8b/h100x8&zero=3&gbs=16&recipe=hf&optkern=fused&ft=lora",
    "#v=1&p=llama3-8b/h100x8&zero=3&gbs=16&recipe=hf&optkern=fused&ft=lora&rank=64&targets=q,v",
    "#v=1&p=qwen3-8b/h100x8&zero=2&gbs=64&recipe=hf&optkern=foreach&ft=qlora&ckpt=full",
    "#v=1&p=qwen3-8b/h100x8&zero=2&gbs=64&recipe=hf&optkern=fused&ft=qlora&rank=8&dquant=0",
    "#v=1&p=llama3-70b/h100x8&zero=3&gbs=8&recipe=hf&opt=adamw8&ft=qlora&targets=o,gate,up,down",
    "#v=1&p=llama3-8b/h100x8&zero=3&gbs=16&recipe=hf&optkern=fused&ft=lora&adtype=half",
];

const TRAINERS: [Target; 4] = [
    Target::Axolotl,
    Target::LlamaFactory,
    Target::Trl,
    Target::Swift,
];

/// Files with adapters give their plan again, or say what they lack.
#[test]
fn exported_adapters_come_back() {
    for target in TRAINERS {
        let mut same = 0;
        for link in EXPORTED {
            let (plan, warnings) = link::decode(link);
            assert!(warnings.is_empty(), "{link}");
            let legal = Legal::check(&plan).expect("a legal plan");
            let file = export(&legal, target, &text::exchange::EXPORT);
            let lacks = file
                .notes
                .iter()
                .any(|note| note.aspect == Aspect::Adapters);
            assert_eq!(
                lacks,
                // Axolotl and ms-swift have an option of the adapters' type.
                matches!(target, Target::LlamaFactory | Target::Trl) && link.contains("adtype"),
                "{link}"
            );
            let mut base = catalog::default_plan();
            base.cluster = plan.cluster;
            let read = import(&file.text, None, &base).expect("a plan");
            assert!(
                read.unknown.is_empty() && read.unfit.is_empty(),
                "{}",
                file.text
            );
            if !lacks {
                assert_eq!(
                    link::encode(&read.plan),
                    link::encode(&plan.bare()),
                    "{}",
                    file.text
                );
                same += 1;
            }
        }
        assert!(same >= 5, "{target:?}");
    }
}

/// Adapters of the attention alone go out to each trainer and come back; so do layers without them and
/// copies of ends, where the trainer has them.
#[test]
fn adapters_of_the_attention_come_back_from_each_trainer() {
    let all = || {
        TRAINERS
            .into_iter()
            .chain([Target::Torchtune, Target::Peft])
    };
    for target in all() {
        for tuned in ["lora", "qlora"] {
            let link = format!(
                "#v=1&p=llama3-8b/h100x8&zero=3&gbs=16&recipe=hf&ft={tuned}&rank=32&targets=q,k,v,o"
            );
            let (plan, file) = file_of(&link, target);
            let mut base = catalog::default_plan();
            base.cluster = plan.cluster;
            let read = import(&file.text, None, &base).expect("a plan");
            assert_eq!(
                tuning(&read.plan, &["rank", "targets", "dquant"]),
                tuning(&plan, &["rank", "targets", "dquant"]),
                "{}",
                file.text
            );
            // The bits of the weights are in the program that uses PEFT's file.
            let says_bits = target != Target::Peft;
            let is_open = read.missing.contains(&MissingSetting::Figure("ft"));
            assert_eq!(says_bits, !is_open, "{target:?}");
            if says_bits {
                assert_eq!(link::value(&read.plan, "ft"), tuned, "{}", file.text);
            }
            let in_code = fates(&link, target).contains(&Fate::InCode);
            assert_eq!(in_code, !says_bits && tuned == "qlora", "{target:?}");
        }
    }
    let parts = "#v=1&p=llama3-8b/h100x8&zero=3&gbs=16&recipe=hf&ft=lora&targets=q,v";
    for (rest, keys, without) in [
        (
            "&trainends=embedding,head",
            &["trainends"][..],
            &[Target::Torchtune][..],
        ),
        (
            "&frzfirst=8&frzlast=2",
            &["frzfirst", "frzlast"],
            &[
                Target::LlamaFactory,
                Target::Trl,
                Target::Swift,
                Target::Torchtune,
            ],
        ),
    ] {
        for target in all() {
            let (plan, file) = file_of(&[parts, rest].concat(), target);
            let mut notes = file.notes.iter();
            let is_named = notes.any(|note| note.aspect == Aspect::FrozenParts);
            assert_eq!(is_named, without.contains(&target), "{target:?}: {rest}");
            if !is_named {
                let read = import(&file.text, None, &catalog::default_plan()).expect("a plan");
                assert_eq!(tuning(&read.plan, keys), tuning(&plan, keys), "{target:?}");
            }
        }
    }
}

/// A plan, and its file for a target.
fn file_of(link: &str, target: Target) -> (Plan, Export) {
    let (plan, warnings) = link::decode(link);
    assert!(warnings.is_empty(), "{link}");
    let legal = Legal::check(&plan).expect("a legal plan");
    let file = export(&legal, target, &text::exchange::EXPORT);
    (plan, file)
}

/// The values of keys.
fn tuning(plan: &Plan, keys: &[&str]) -> Vec<String> {
    keys.iter().map(|key| link::value(plan, key)).collect()
}

/// PEFT's file is one of adapters.
#[test]
fn a_plan_without_adapters_is_no_file_of_an_adapter() {
    let (plan, file) = file_of("#v=1&p=llama3-8b/h100x8&gbs=8&recipe=hf", Target::Peft);
    let refused = file.notes.iter().find(|note| note.fate == Fate::Refused);
    let refused = refused.expect("a refusal");
    assert_eq!(refused.aspect, Aspect::NoAdapters);
    let sentence = "The program refuses it, choose another plan for it: a plan without adapters, which \
                    are all that this file describes.";
    assert_eq!(text::exchange::note(refused, &plan), sentence);
}

fn fates(link: &str, target: Target) -> Vec<Fate> {
    let (plan, _) = link::decode(link);
    let legal = Legal::check(&plan).expect("a legal plan");
    let notes = export(&legal, target, &text::exchange::EXPORT).notes;
    let notes = notes
        .into_iter()
        .filter(|note| note.aspect == Aspect::Adapters);
    notes.map(|note| note.fate).collect()
}

/// Names of modules are those of Llama's code, and another model may have others.
#[test]
fn names_of_other_models_are_to_be_replaced() {
    let some = "#v=1&p=pythia-1b/h100x8&gbs=8&recipe=hf&ft=lora&targets=q,v";
    let all = "#v=1&p=pythia-1b/h100x8&gbs=8&recipe=hf&ft=lora";
    for target in TRAINERS {
        assert_eq!(fates(some, target), [Fate::Usual]);
        assert_eq!(fates(all, target), []);
    }
}

/// Megatron-Bridge below LLaMA-Factory takes no quantised weights, and its adapters are in 16 bits.
#[test]
fn split_models_of_4_bits_are_refused() {
    let split = "#v=1&p=llama3-8b/h100x8&tp=2&gbs=16&recipe=megatron";
    let of = |rest: &str| fates(&[split, rest].concat(), Target::LlamaFactory);
    assert_eq!(of("&ft=qlora"), [Fate::Refused]);
    assert_eq!(of("&ft=lora"), []);
    assert_eq!(of("&ft=lora&adtype=fp32"), [Fate::Nearest]);
}

/// The default of a framework is said as such.
#[test]
fn defaults_of_adapters_are_named() {
    let text = "model_name_or_path: Qwen/Qwen3-8B\ncutoff_len: 8\nper_device_train_batch_size: 1\n";
    let read = check(text, "ft=lora rank=8 adtype=fp32");
    assert_eq!(
        read.plan.tuning.targets.bits(),
        Plan::new(read.plan.model, read.plan.cluster)
            .tuning
            .targets
            .bits()
    );
    assert!(
        Matrix::ALL
            .iter()
            .all(|matrix| read.plan.tuning.targets.contains(*matrix))
    );
    for key in ["ft", "rank", "targets", "adtype"] {
        let setting = read.settings.iter().find(|setting| setting.key == key);
        assert_eq!(setting.expect(key).origin, SettingOrigin::Default, "{key}");
    }
}
