//! Files and commands of programs that are only read: what they refuse, and commands over a file.

use cost::plan::Tuned;
use formats::catalog;
use formats::import::{
    Format, ImportBase, ImportNote, ImportRefusal, Imported, MissingSetting, ReadBudget, Sources,
    import, import_with,
};
use formats::link;
use test_utils::corpus::text;

/// A text read beside the default plan.
fn read(text: &str) -> Result<Imported, ImportRefusal> {
    import(text, None, &catalog::default_plan())
}

fn refused_adapter(text: &str, name: &str) {
    let expected = ImportRefusal::Adapter(name.to_owned());
    assert_eq!(read(text).err(), Some(expected), "{text}");
}

#[test]
fn swift_trains_adapters_by_default() {
    let of = "NPROC_PER_NODE=4 swift sft --model Qwen/Qwen3-8B --per_device_train_batch_size 1";
    let tuning = read(of).expect("a plan").plan.tuning;
    assert_eq!((tuning.tuned, tuning.rank), (Tuned::Lora, 8));
    refused_adapter(
        "swift sft --model Qwen/Qwen3-8B --tuner_type longlora --max_length 8192",
        "longlora",
    );
    refused_adapter(
        "swift sft --model Qwen/Qwen3-8B --train_type full --quant_bits 4",
        "quant_bits",
    );
    let other = read(
        "swift sft --model Qwen/Qwen3-8B --tuner_type full --max_length 8 --task_type embedding",
    );
    let task = (String::from("task_type"), String::from("embedding"));
    assert_eq!(other.expect("a plan").unfit, [task]);
    // Another file of DeepSpeed decides what is sharded.
    let read = read(
        "swift sft --model Qwen/Qwen3-8B --train_type full --deepspeed my/ds.json --max_length 8",
    );
    let missing = read.expect("a plan").missing;
    assert!(missing.contains(&MissingSetting::OtherFile("deepspeed")));
}

/// A configuration of torchtune.
fn torchtune() -> &'static str {
    text(Format::Torchtune, "tensors and two levels of data")
}

/// A command changes the options of its file; without the file no default is claimed.
#[test]
fn commands_change_the_options_of_their_file() {
    let command = "tune run --nproc_per_node 8 full_finetune_distributed --config conf/my.yaml \
                   batch_size=1 tokenizer.max_seq_len=8192 data_parallel_shard_dim=-1 \
                   tensor_parallel_dim=2 data_parallel_replicate_dim=1";
    let (base, _) = ImportBase::of_link("");
    let sources = Sources::new(vec![(String::from("my.yaml"), torchtune().to_owned())]);
    let read = import_with(command, &sources, None, &base, &ReadBudget::new()).expect("a plan");
    for (key, expected) in [("tp", "2"), ("mbs", "1"), ("gbs", "32"), ("seq", "8192")] {
        assert_eq!(link::value(&read.plan, key), expected, "{key}");
    }
    assert_eq!(read.plan.cluster.gpus, 8);
    assert_eq!(read.plan.model.preset, "llama3-70b");
    let alone = import(command, None, &catalog::default_plan()).expect("a plan");
    let note = ImportNote::NotGiven(String::from("conf/my.yaml"));
    assert!(alone.notes.contains(&note), "{:?}", alone.notes);
    let claimed = |key: &str| alone.settings.iter().any(|setting| setting.key == key);
    assert!(claimed("tp") && !claimed("zero") && !claimed("ckpt"));
    assert!(alone.missing.contains(&MissingSetting::Model));
}

#[test]
fn torchtunes_other_adapters_and_preferences_are_refused() {
    refused_adapter(
        "tune run dora_finetune_single_device --config llama3/8B_dora batch_size=2",
        "dora",
    );
    let refused = read(&torchtune().replace(
        "torchtune.modules.loss.LinearCrossEntropyLoss",
        "torchtune.rlhf.loss.DPOLoss",
    ));
    let expected = ImportRefusal::Objective(String::from("dpo"));
    assert_eq!(refused.err(), Some(expected));
    // What generates text trains nothing.
    let generation = "model: {_component_: torchtune.models.llama3.llama3_8b}\ndtype: bf16\n\
                      tokenizer: {_component_: a, path: t}\nmax_new_tokens: 300\n";
    assert_eq!(read(generation).err(), Some(ImportRefusal::Unknown));
}

#[test]
fn litgpts_other_adapters_are_refused() {
    refused_adapter(
        "litgpt finetune_adapter meta-llama/Llama-3.1-8B --devices 2",
        "adapter",
    );
}

#[test]
fn adapters_of_further_programs_are_refused() {
    refused_adapter(
        "max_seq_len: 8192\nglobal_train_batch_size: 64\ndevice_train_microbatch_size: auto\n\
         optimizer: {name: decoupled_lionw}\nmodel: {name: hf_causal_lm, \
         pretrained_model_name_or_path: a/b, peft_config: {peft_type: LORA, r: 16}}\n",
        "lora",
    );
    refused_adapter(
        "initialize_from_hf: a/b\nlora: {r: 128, alpha: 128}\n\
         trainer: {train_batch_size: 64, num_train_steps: 100}\n",
        "lora",
    );
}

/// Fields that programs have in common make no document one of them.
#[test]
fn common_fields_are_no_program() {
    for text in [
        "batch_size: 4\nepochs: 3\ndtype: bf16\ncompile: true\nseed: 1\n",
        "precision: 16\ndevices: 8\nnum_nodes: 1\nseed: 1\ntrain: {epochs: 2}\n",
        "optimizer: {name: adamw}\nscheduler: {name: cosine}\nmax_duration: 10ba\nseed: 1\n",
    ] {
        assert_eq!(read(text).err(), Some(ImportRefusal::Unknown), "{text}");
    }
}

/// Training of adapters, or with rewards, stays refused.
#[test]
fn other_training_is_refused() {
    let adapter = |name: &str| Some(ImportRefusal::Adapter(name.to_owned()));
    let objective = |name: &str| Some(ImportRefusal::Objective(name.to_owned()));
    for (text, expected) in [
        (
            "python megatron_gpt_finetuning.py trainer.devices=8 model.micro_batch_size=1 \
             model.restore_from_path=a.nemo model.peft.peft_scheme=lora",
            adapter("lora"),
        ),
        // The program's file trains an adapter unless an option says else.
        (
            "python megatron_gpt_finetuning.py trainer.devices=8 model.micro_batch_size=1 \
             model.restore_from_path=a.nemo model.data.train_ds.file_names=[a]",
            adapter("adapter"),
        ),
        (
            "torchrun -m verl.trainer.fsdp_sft_trainer data.train_batch_size=4 \
             model.partial_pretrain=a/b model.lora_rank=32",
            adapter("model.lora_rank"),
        ),
        (
            "trainer_gpu_ids = [0,1]\nseq_len = 64000\n[model]\nname = \"Qwen/Qwen3-4B\"\n\
             [orchestrator]\nbatch_size = 64\n",
            objective("rl"),
        ),
        (
            "max_steps = 5\n[data.fake]\nbatch_size = 2\n[model]\nname = \"a/b\"\nseq_len = 1024\n",
            objective("rl"),
        ),
    ] {
        assert_eq!(read(text).err(), expected, "{text}");
    }
}
