//! Files and commands of programs that are only read: every value that they give.

use formats::catalog;
use formats::import::{Format, ImportRefusal, Imported, MissingSetting, import};
use formats::link;

/// A text read beside the default plan.
fn read(text: &str) -> Result<Imported, ImportRefusal> {
    import(text, None, &catalog::default_plan())
}

/// Reads a text of a format, compares the values of keys, and the options that are not understood.
fn check(format: Format, text: &str, values: &str, unknown: &[&str]) -> Imported {
    let read = read(text).unwrap_or_else(|why| panic!("{why:?}: {text}"));
    assert_eq!(read.format, format, "{text}");
    for pair in values.split_ascii_whitespace() {
        let (key, expected) = pair.split_once('=').expect("a pair");
        let value = match key {
            "gpus" => read.plan.cluster.gpus.to_string(),
            "model" => read.plan.model.preset.to_owned(),
            key => link::value(&read.plan, key),
        };
        assert_eq!(value, expected, "{key}: {text}");
        let is_known = read.settings.iter().any(|setting| setting.key == key);
        assert!(is_known, "{key} has no origin: {text}");
    }
    assert_eq!(read.unknown, unknown, "{text}");
    read
}

fn refused_adapter(text: &str, name: &str) {
    let expected = ImportRefusal::Adapter(name.to_owned());
    assert_eq!(read(text).err(), Some(expected), "{text}");
}

#[test]
fn swift_is_read() {
    let read = check(
        Format::Swift,
        "NPROC_PER_NODE=8 NNODES=2 swift sft --model Qwen/Qwen2.5-7B-Instruct --train_type full \
         --dataset some/data --torch_dtype bfloat16 --per_device_train_batch_size 2 \
         --gradient_accumulation_steps 4 --max_length 8192 --deepspeed zero3_offload \
         --sequence_parallel_size 4 --attn_impl flash_attn --use_liger_kernel true \
         --freeze_parameters_ratio 0.5",
        "model=qwen2.5-7b gpus=16 cp=4 cpkind=a2a zero=3 off=opt,params mbs=2 gbs=32 seq=8192 \
         dtype=bf16 opt=adamw ckpt=full flash=1 ce=chunked recipe=hf-deepspeed tp=1",
        &["freeze_parameters_ratio"],
    );
    assert_eq!(read.unfit, []);
    assert_eq!(read.missing, [MissingSetting::Gpu]);
    // Without DeepSpeed all state has the type of the weights, and a step has 16 sequences.
    check(
        Format::Swift,
        "NPROC_PER_NODE=4 swift pt --model Qwen/Qwen3-8B --tuner_type full --max_length 2048 \
         --gradient_checkpointing false --optim adamw_torch",
        "model=qwen3-8b gpus=4 zero=0 mbs=1 gbs=16 seq=2048 dtype=bf16 opt=adamwbf16 master=none \
         grads=16bit optkern=foreach ckpt=none recipe=hf",
        &[],
    );
    check(
        Format::Swift,
        "model: Qwen/Qwen3-8B\ntuner_type: full\nfsdp: fsdp2\nmax_length: 4096\n\
         per_device_train_batch_size: 1\nsave_steps: 100\n",
        "model=qwen3-8b zero=3 ckpt=full seq=4096 mbs=1 opt=adamw recipe=hf",
        &[],
    );
}

#[test]
fn swift_trains_adapters_by_default() {
    refused_adapter(
        "NPROC_PER_NODE=4 swift sft --model Qwen/Qwen3-8B --per_device_train_batch_size 1",
        "lora",
    );
    refused_adapter(
        "swift sft --model Qwen/Qwen3-8B --tuner_type longlora --max_length 8192",
        "longlora",
    );
    refused_adapter(
        "swift sft --model Qwen/Qwen3-8B --train_type full --quant_bits 4",
        "quant_bits",
    );
    // Another file of DeepSpeed decides what is sharded.
    let read = read(
        "swift sft --model Qwen/Qwen3-8B --train_type full --deepspeed my/ds.json --max_length 8",
    );
    let missing = read.expect("a plan").missing;
    assert!(missing.contains(&MissingSetting::OtherFile("deepspeed")));
}
