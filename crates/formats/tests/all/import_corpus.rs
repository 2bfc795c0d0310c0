//! Files of every format: with values that no plan can hold, beside a link, and with other values in
//! their lines.

use crate::import_worker::check_reply;
use formats::catalog;
use formats::import::{
    Format, ImportBase, ImportRefusal, Imported, SettingOrigin, import, import_by,
};
use formats::link;
use proptest::prelude::*;
use proptest::sample::Index;
use test_utils::corpus::corpus;

/// A file read beside 64 H100, with nothing else named.
#[track_caller]
fn read(text: &str) -> Imported {
    let (base, _) = link::decode("#v=1&p=llama3-8b/h100x64");
    check_reply(text, &base);
    match import(text, None, &base) {
        Ok(read) => read,
        Err(why) => panic!("{why:?}: {text}"),
    }
}

/// The value of a key, or of a part of the presets.
fn value(read: &Imported, key: &str) -> String {
    match key {
        "gpus" => read.plan.cluster.gpus.to_string(),
        "model" => read.plan.model.preset.to_owned(),
        key => link::value(&read.plan, key),
    }
}

/// Files with an option whose value no plan can hold.
const NAMED: [(&str, &str); 7] = [
    (
        "base_model: meta-llama/Llama-3.1-8B\noptimizer: galore_adamw\nmicro_batch_size: 1\n",
        "optimizer",
    ),
    (
        "model_name_or_path: Qwen/Qwen3-8B\nper_device_train_batch_size: 1\noptim: sophia\n",
        "optim",
    ),
    (
        "distributed_type: XLA\nmixed_precision: bf16\n",
        "distributed_type",
    ),
    (
        "base_emb_dim: 64\nper_device_batch_size: 1\nremat_policy: minimal_offloaded\n",
        "remat_policy",
    ),
    (
        "model.tensor_model_parallel_size=2 optimizer.optimizer=shampoo",
        "optimizer.optimizer",
    ),
    (
        "model:\n  num_layers: 4\ntrain:\n  global_batch_size: 8\nmixed_precision: int8_mixed\n",
        "mixed_precision",
    ),
    (
        "pipe_parallel_size: 1\nnum_layers: 4\nattention_config: [[[\"bslongformer\"], 4]]\n",
        "attention_config",
    ),
];

/// Values that no plan can hold are named, not taken for others.
#[test]
fn what_cannot_be_held_is_named() {
    for (text, option) in NAMED {
        let read = read(text);
        let is_named = read.unfit.iter().any(|(name, _)| name == option);
        assert!(is_named, "{option}: {:?}: {text}", read.unfit);
    }
}

/// Adapters of other kinds, and all weights of fewer bits, are another kind of training.
#[test]
fn adapters_are_refused() {
    let base = catalog::default_plan();
    for (text, name) in [
        ("base_model: a/b\nadapter: llama-adapter\n", "llama-adapter"),
        ("base_model: a/b\nload_in_8bit: true\n", "load_in_8bit"),
        (
            "model_name_or_path: a/b\nfinetuning_type: oft\ncutoff_len: 8\n",
            "oft",
        ),
        (
            "model_name_or_path: a/b\nfinetuning_type: full\ncutoff_len: 8\nquantization_bit: 4\n",
            "quantization_bit",
        ),
        (
            "model_name_or_path: a/b\nper_device_train_batch_size: 1\npeft_config: {r: 8}\n",
            "peft_config",
        ),
        (
            r#"{"peft_type": "IA3", "base_model_name_or_path": "a/b", "target_modules": ["k_proj"]}"#,
            "IA3",
        ),
    ] {
        check_reply(text, &base);
        let why = import(text, None, &base).err();
        assert_eq!(why, Some(ImportRefusal::Adapter(name.into())), "{text}");
    }
}

/// A key that the link names wins over every format.
#[test]
fn the_link_wins_over_each_format() {
    for text in texts() {
        let (base, _) = ImportBase::of_link("#v=1&p=custom/h100x64&seq=1234&zero=1");
        let read = import_by(text, None, &base).expect("a file");
        assert_eq!(value(&read, "seq"), "1234", "{text}");
        let seq = read.settings.iter().find(|setting| setting.key == "seq");
        assert_eq!(seq.expect("seq").origin, SettingOrigin::With, "{text}");
    }
}

/// No plan moves anything to storage, and no device is a switch.
#[test]
fn a_device_other_than_the_host_is_named() {
    let of = |text: &str| {
        let read = read(text);
        assert_eq!(value(&read, "off"), "params", "{text}");
        read.unfit
    };
    let option = "zero_optimization.offload_optimizer.device";
    let json = r#"{"train_batch_size": 8, "zero_optimization": {"stage": 3,
        "offload_optimizer": {"device": true}, "offload_param": {"device": "cpu"}}}"#;
    assert_eq!(of(json), [(option.to_owned(), "true".to_owned())]);
    let yaml = "distributed_type: DEEPSPEED\nmixed_precision: bf16\ndeepspeed_config:\n  \
                offload_optimizer_device: nvme\n  offload_param_device: cpu\n  zero_stage: 3\n";
    let option = "deepspeed_config.offload_optimizer_device";
    assert_eq!(of(yaml), [(option.to_owned(), "nvme".to_owned())]);
}

/// The texts of the kinds of real files that are one file and give a plan.
fn texts() -> Vec<&'static str> {
    let kinds = corpus().iter().flat_map(|corpus| &corpus.kinds);
    let plans = kinds.filter(|kind| {
        kind.format != Format::Log && kind.words("refused").is_empty() && kind.files.len() == 1
    });
    plans.map(|kind| kind.files[0].1.as_str()).collect()
}

/// Values that stand where others should.
const ODD: [&str; 14] = [
    "0",
    "-1",
    "18446744073709551616",
    "1e400",
    "null",
    "true",
    "[8]",
    "{}",
    "auto",
    "''",
    "[",
    ": ",
    "\n",
    "*a",
];

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: test_utils::seed(2_026),
        cases: 512,
        ..ProptestConfig::default()
    })]

    /// A file with other values or without some of its lines is read or refused, with short lists,
    /// and its link says all of it.
    #[test]
    fn changed_files_are_read_or_refused(
        chosen in any::<Index>(),
        changes in prop::collection::vec((any::<Index>(), 0..3_usize, 0..ODD.len()), 1..6),
    ) {
        let texts = texts();
        let text = *chosen.get(&texts);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (place, kind, odd) in changes {
            if lines.is_empty() {
                break;
            }
            let place = place.index(lines.len());
            match kind {
                0 => drop(lines.remove(place)),
                1 => lines.insert(place, lines[place].clone()),
                _ => {
                    let end = lines[place].rfind([':', '=', ' ']).map_or(0, |end| end + 1);
                    lines[place] = [&lines[place][..end], " ", ODD[odd]].concat();
                }
            }
        }
        let base = catalog::default_plan();
        check_reply(&lines.join("\n"), &base);
        match import(&lines.join("\n"), None, &base) {
            Ok(read) => {
                prop_assert!(read.unknown.len() <= 100 && read.unfit.len() <= 100);
                let written = link::encode(&read.plan);
                let (again, warnings) = link::decode(&written);
                prop_assert!(warnings.is_empty(), "{}: {:?}", written, warnings);
                prop_assert_eq!(link::encode(&again), written);
                for what in read.missing {
                    prop_assert!(!text::imports::missing(what, &read.plan).is_empty());
                }
            }
            Err(why) => prop_assert!(!text::imports::refused(&why).is_empty()),
        }
    }
}
