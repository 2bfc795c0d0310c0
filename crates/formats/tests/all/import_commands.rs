//! Commands that start programs, and files of programs that are known and not read.

use cost::plan::Word as _;
use formats::catalog;
use formats::import::{
    Format, ImportNote, ImportRefusal, Imported, MissingSetting, OtherProgram, import,
};
use formats::link;

/// A text read beside the default plan.
fn read(text: &str) -> Result<Imported, ImportRefusal> {
    import(text, None, &catalog::default_plan())
}

/// The value of a key, or of a part of the presets.
fn value(read: &Imported, key: &str) -> String {
    match key {
        "gpus" => read.plan.cluster.gpus.to_string(),
        "model" => read.plan.model.preset.to_owned(),
        key => link::value(&read.plan, key),
    }
}

#[test]
fn balanced_experts_of_torchtitan_are_read() {
    let text = "[model]\nname = \"qwen3\"\nflavor = \"30B-A3B\"\n[training]\n\
                local_batch_size = 1\nseq_len = 4096\n[parallelism]\n\
                data_parallel_shard_degree = 8\nexpert_parallel_degree = 8\n[debug]\n\
                moe_force_load_balance = ";
    let load = |is_on: &str| {
        let read = read(&[text, is_on, "\n"].concat()).expect("a plan");
        assert_eq!(read.format, Format::TorchTitan);
        read.plan.stack.imbalance
    };
    assert_eq!(load("true"), Some(1.0));
    assert_eq!(load("false"), None);
}

/// MaxText's models have their shape in files, which count unless a command changes them.
#[test]
fn options_without_effect_beside_a_named_model_are_said() {
    let command = "python3 -m maxtext.trainers.pre_train.train base.yml model_name=llama3-8b \
                   base_num_decoder_layers=16 vocab_size=32000 per_device_batch_size=1 \
                   max_target_length=4096 ici_fsdp_parallelism=8";
    let read = read(command).expect("a plan");
    assert_eq!(read.plan.model.layers, 32);
    let alone = ImportNote::Alone {
        option: String::from("base_num_decoder_layers, vocab_size"),
        other: String::from("override_model_config"),
    };
    assert!(read.notes.contains(&alone), "{:?}", read.notes);
}

/// A value that the script leaves open is said, and no default is claimed beside it.
#[test]
fn open_values_are_not_decided() {
    let text = "torchrun --nproc_per_node=$N train.py --output_dir $OUT --model_name_or_path $MODEL \
                --per_device_train_batch_size $BATCH --gradient_accumulation_steps 4 \
                --model_max_length 8192";
    let read = read(text).expect("a plan");
    assert!(read.missing.contains(&MissingSetting::Model));
    assert!(read.missing.contains(&MissingSetting::Auto("mbs")));
    assert!(read.missing.contains(&MissingSetting::Cluster));
    let claimed = read.settings.iter().find(|setting| setting.key == "mbs");
    assert_eq!(claimed, None);
    let undefined = |option: &str, variable: &str| ImportNote::Undefined {
        option: option.to_owned(),
        variable: variable.to_owned(),
    };
    assert!(
        read.notes
            .contains(&undefined("model_name_or_path", "MODEL"))
    );
    assert!(
        read.notes
            .contains(&undefined("per_device_train_batch_size", "BATCH"))
    );
    // A folder decides nothing.
    assert!(!read.notes.contains(&undefined("output_dir", "OUT")));
}

/// A value that may be there leaves its option open, as does a second mention that may be there.
#[test]
fn values_that_may_be_there_are_not_decided() {
    for (size, more) in [("2", "--per_device_train_batch_size 4"), ("", "4")] {
        let text = format!(
            "ARGS=(--model_name_or_path Qwen/Qwen3-8B --bf16 --per_device_train_batch_size {size})\n\
             if [[ $WIDE == yes ]]; then ARGS+=({more}); fi\n\
             torchrun --nproc_per_node 8 train.py \"${{ARGS[@]}}\""
        );
        let read = read(&text).expect("a plan");
        assert!(
            read.missing.contains(&MissingSetting::Auto("mbs")),
            "{more}"
        );
        assert!(read.settings.iter().all(|setting| setting.key != "mbs"));
        let option = "per_device_train_batch_size".to_owned();
        let variable = "WIDE".to_owned();
        let note = ImportNote::Undecided { option, variable };
        assert!(read.notes.contains(&note), "{:?}", read.notes);
    }
}

/// A file of Accelerate that a command names decides what is sharded, so no default is claimed.
#[test]
fn accelerates_file_decides() {
    let text = |file: &str| {
        format!(
            "accelerate launch {file} sft.py --model_name_or_path Qwen/Qwen2.5-1.5B-Instruct \
             --per_device_train_batch_size 16 --max_length 16384"
        )
    };
    let has_zero = |read: &Imported| read.settings.iter().any(|setting| setting.key == "zero");
    let named = read(&text("--config_file=zero3.yaml")).expect("a plan");
    assert!(
        named
            .missing
            .contains(&MissingSetting::OtherFile("--config_file"))
    );
    assert!(!has_zero(&named));
    // Without the number of GPUs the batch is open, too.
    assert!(!named.settings.iter().any(|setting| setting.key == "gbs"));
    assert!(has_zero(&read(&text("")).expect("a plan")));
}

/// Texts of programs that are not read, and the adapter that they train.
const OTHERS: &[(&str, OtherProgram, Option<&str>)] = &[
    (
        "megatron rlhf --model Qwen/Qwen3-8B --rlhf_type dpo --tensor_model_parallel_size 4",
        OtherProgram::SwiftRlhf,
        None,
    ),
    (
        "COMMON_TP=${COMMON_TP:-1}\npython3 -m verl.trainer.main_ppo --config-path=./config \
         data.train_batch_size=512 \
         actor_rollout_ref.actor.megatron.tensor_model_parallel_size=${COMMON_TP} \
         trainer.n_gpus_per_node=8",
        OtherProgram::Verl,
        None,
    ),
    (
        "modules:\n  pre_trainer:\n    framework: maxtext\n    model: llama3.1_405B.yaml\n    \
         overrides:\n      per_device_batch_size: 1\n      max_target_length: 8192\n",
        OtherProgram::Primus,
        None,
    ),
    (
        "uv run rl @ rl.toml --trainer.model.lora.rank 8 --max-steps 20",
        OtherProgram::PrimeRl,
        Some("trainer.model.lora"),
    ),
];

/// Programs that are not read are refused by their names, with the adapter.
#[test]
fn other_programs_are_named() {
    for (text, program, adapter) in OTHERS {
        let adapter = adapter.map(str::to_owned);
        let program = *program;
        let why = read(text).err();
        assert_eq!(
            why,
            Some(ImportRefusal::Other { program, adapter }),
            "{text}"
        );
        let sentence = text::imports::refused(&why.expect("a refusal"));
        assert!(sentence.contains(program.word()), "{sentence}");
    }
}

/// Adapters and objectives are refused alike in every syntax.
#[test]
fn other_training_is_refused_everywhere() {
    let adapter = |name: &str| ImportRefusal::Adapter(name.to_owned());
    let objective = |name: &str| ImportRefusal::Objective(name.to_owned());
    for (text, expected) in [
        (
            "torchrun train.py --num-layers 32 --hidden-size 4096 --lora-r 16 --lora-alpha 32",
            adapter("--lora-r"),
        ),
        (
            "accelerate launch sft.py --model_name_or_path a/b --per_device_train_batch_size 1 \
             --finetuning_type prefix",
            adapter("prefix"),
        ),
        (
            "model_name_or_path: a/b\nstage: ppo\nfinetuning_type: full\ncutoff_len: 7000\n",
            objective("ppo"),
        ),
        (
            "base_model: Qwen/Qwen3-8B\nmicro_batch_size: 1\nsequence_len: 8\nrl: kto\n",
            objective("kto"),
        ),
        (
            "llamafactory-cli train --stage kto --finetuning_type full --model_name_or_path a/b \
             --per_device_train_batch_size 1",
            objective("kto"),
        ),
        (
            "python run_recipe.py --recipe llama3_8b_peft_config train.micro_batch_size=1",
            adapter("peft"),
        ),
    ] {
        assert_eq!(read(text).err(), Some(expected), "{text}");
    }
}

/// Sizes of an adapter do not make full training another one.
#[test]
fn sizes_of_an_adapter_alone_are_full_training() {
    let text = "model_name_or_path: Qwen/Qwen3-8B\nfinetuning_type: full\ncutoff_len: 4096\n\
                lora_rank: 8\nper_device_train_batch_size: 1\n";
    let read = read(text).expect("a plan");
    assert_eq!(read.format, Format::LlamaFactory);
}

/// One field of a known format beside many others does not make a file one of it.
#[test]
fn one_field_is_no_format() {
    let text = "train: {micro_batch_size: 2}\na: 1\nb: 2\nc: 3\nd: 4\ne: 5\n";
    assert_eq!(read(text).err(), Some(ImportRefusal::Unknown));
}

/// DeepSpeed computes the micro-batch of a file that gives the batch alone.
#[test]
fn deepspeed_divides_its_batch() {
    let text = "{\"train_batch_size\": 64, \"gradient_accumulation_steps\": 2, \
                \"zero_optimization\": {\"stage\": 2, \"cpu_offload\": true}}";
    let open = read(text).expect("a plan");
    assert!(
        open.missing.contains(&MissingSetting::Figure("mbs")),
        "{:?}",
        open.missing
    );
    assert!(open.missing.contains(&MissingSetting::Sequence));
    assert_eq!(value(&open, "off"), "opt");
}

/// Units that FSDP gathers whole, or by size, are said.
#[test]
fn other_units_of_fsdp_are_said() {
    let text = |policy: &str| {
        format!(
            "distributed_type: FSDP\nnum_processes: 8\nmixed_precision: bf16\nfsdp_config:\n  \
             fsdp_sharding_strategy: FULL_SHARD\n  fsdp_auto_wrap_policy: {policy}\n"
        )
    };
    let read = |policy: &str| read(&text(policy)).expect("a plan");
    let option = String::from("fsdp_config.fsdp_auto_wrap_policy");
    let none = read("NO_WRAP");
    assert_eq!(none.unfit, [(option.clone(), String::from("NO_WRAP"))]);
    let value = String::from("SIZE_BASED_WRAP");
    let note = ImportNote::Nearest { option, value };
    assert!(read("SIZE_BASED_WRAP").notes.contains(&note));
    assert!(read("TRANSFORMER_BASED_WRAP").notes.is_empty());
}
