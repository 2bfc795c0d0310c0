//! Files and commands of programs that are only read: every value that they give.

use formats::catalog;
use formats::import::{
    Format, ImportBase, ImportNote, ImportRefusal, Imported, MissingSetting, ReadBudget, Sources,
    import, import_with,
};
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

const TORCHTUNE: &str = "\
output_dir: /tmp/out
model:
  _component_: torchtune.models.llama3_1.llama3_1_70b
tokenizer:
  _component_: torchtune.models.llama3.llama3_tokenizer
  path: /tmp/tokenizer.model
  max_seq_len: 4096
dataset:
  _component_: torchtune.datasets.alpaca_dataset
  packed: True
tensor_parallel_dim: 4
tensor_parallel_plan:
  _component_: torchtune.models.llama3.base_llama_tp_plan
data_parallel_shard_dim: 4
data_parallel_replicate_dim: 2
batch_size: 2
batch_size_val: ${batch_size}
epochs: 1
optimizer:
  _component_: torch.optim.AdamW
  lr: 2e-5
  fused: True
loss:
  _component_: torchtune.modules.loss.LinearCrossEntropyLoss
gradient_accumulation_steps: 8
enable_activation_checkpointing: True
enable_activation_offloading: True
compile: True
dtype: bf16
some_new_option: 1
";

#[test]
fn torchtune_is_read() {
    let read = check(
        Format::Torchtune,
        TORCHTUNE,
        "model=llama3-70b gpus=32 tp=4 cp=1 zero=3 hsdp=4 mbs=2 gbs=128 seq=4096 dtype=bf16 \
         opt=adamwbf16 master=none grads=16bit optkern=fused ckpt=full off=acts ce=chunked \
         kern=compiled recipe=torchtitan",
        &["some_new_option"],
    );
    assert_eq!(read.missing, [MissingSetting::Gpu]);
    check(
        Format::Torchtune,
        "model:\n  _component_: torchtune.models.qwen2_5.qwen2_5_7b_instruct\nbatch_size: 4\n\
         optimizer:\n  _component_: bitsandbytes.optim.PagedAdamW8bit\ndtype: bf16\n\
         tokenizer: {path: t, max_seq_len: 2048}\nloss: {_component_: torch.nn.CrossEntropyLoss}\n\
         fsdp_cpu_offload: true\nfsdp_reshard_after_forward: false\n",
        "model=qwen2.5-7b zero=2 mbs=4 seq=2048 opt=adamw8 off=opt,params ckpt=none kern=eager \
         ce=plain",
        &[],
    );
}

/// A command changes the options of its file; without the file no default is claimed.
#[test]
fn commands_change_the_options_of_their_file() {
    let command = "tune run --nproc_per_node 8 full_finetune_distributed --config conf/my.yaml \
                   batch_size=1 tokenizer.max_seq_len=8192 data_parallel_shard_dim=-1 \
                   tensor_parallel_dim=2 data_parallel_replicate_dim=1";
    let (base, _) = ImportBase::of_link("");
    let sources = Sources::new(vec![(String::from("my.yaml"), TORCHTUNE.to_owned())]);
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
fn torchtunes_adapters_and_preferences_are_refused() {
    refused_adapter(
        "tune run lora_finetune_single_device --config llama3/8B_lora_single_device batch_size=2",
        "lora",
    );
    refused_adapter(
        &TORCHTUNE.replace("llama3_1.llama3_1_70b", "llama3_1.qlora_llama3_1_70b"),
        "qlora",
    );
    let refused = read(&TORCHTUNE.replace(
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
fn litgpt_is_read() {
    let read = check(
        Format::LitGpt,
        "checkpoint_dir: checkpoints/meta-llama/Meta-Llama-3.1-8B\nout_dir: out\n\
         precision: bf16-true\ndevices: 4\nnum_nodes: 2\ndata: {class_path: litgpt.data.Alpaca}\n\
         train:\n  global_batch_size: 64\n  micro_batch_size: 2\n  max_seq_length: 512\n  epochs: 1\n\
         optimizer:\n  class_path: torch.optim.AdamW\n  init_args: {lr: 0.0002}\nseed: 1\n",
        "model=llama3-8b gpus=8 zero=3 ckpt=full mbs=2 gbs=64 seq=512 dtype=bf16 opt=adamwbf16 \
         master=none grads=16bit optkern=foreach kern=eager",
        &[],
    );
    assert_eq!(read.missing, [MissingSetting::Gpu]);
    check(
        Format::LitGpt,
        "model_config: {n_layer: 22, n_embd: 2048, n_head: 32, n_query_groups: 4, bias: false, \
         intermediate_size: 5632, padded_vocab_size: 32000, mlp_class_name: LLaMAMLP, \
         norm_class_name: RMSNorm, rotary_percentage: 1.0, block_size: 2048}\n\
         precision: bf16-mixed\ndevices: 8\nnum_nodes: 4\n\
         train: {global_batch_size: 512, max_seq_length: 2048, max_tokens: 3000000000000}\n",
        "layers=22 hidden=2048 heads=32 kv=4 headdim=64 ffn=5632 vocab=32000 bias=0 gated=1 \
         pos=rope gpus=32 zero=3 hsdp=8 ckpt=none mbs=4 gbs=512 seq=2048 tok=3000000000000 \
         dtype=bf16 opt=adamw kern=compiled",
        &[],
    );
    check(
        Format::LitGpt,
        "litgpt pretrain EleutherAI/pythia-1b --devices 4 --train.micro_batch_size 8 \
         --train.max_seq_length 1024 --precision bf16-mixed",
        "model=pythia-1b gpus=4 mbs=8 gbs=512 seq=1024 opt=adamw ckpt=none",
        &[],
    );
}

#[test]
fn litgpts_adapters_are_refused() {
    refused_adapter(
        "litgpt finetune meta-llama/Llama-3.1-8B --devices 2",
        "lora",
    );
    refused_adapter("litgpt finetune_lora a/b --lora_r 16", "lora_r");
    refused_adapter(
        "checkpoint_dir: a/b\nprecision: bf16-true\nquantize: bnb.nf4\n\
         train: {global_batch_size: 8, micro_batch_size: 2}\n",
        "bnb.nf4",
    );
}

const MPT: &str = "\
variables: {max_seq_len: 2048, global_seed: 17}
max_seq_len: ${variables.max_seq_len}
run_name: a
model:
  name: mpt_causal_lm
  init_device: meta
  d_model: 4096
  n_heads: 32
  n_layers: 32
  expansion_ratio: 4
  max_seq_len: ${variables.max_seq_len}
  vocab_size: 50368
  attn_config: {attn_impl: flash, alibi: true}
tokenizer: {name: EleutherAI/gpt-neox-20b}
train_loader: {name: text, num_workers: 8}
optimizer: {name: decoupled_adamw, lr: 1.2e-4}
max_duration: 63900ba
global_train_batch_size: 1024
device_train_microbatch_size: 8
precision: amp_bf16
fsdp_config: {sharding_strategy: FULL_SHARD, mixed_precision: PURE, activation_checkpointing: true}
";

#[test]
fn llm_foundry_is_read() {
    let read = check(
        Format::LlmFoundry,
        MPT,
        "layers=32 hidden=4096 ffn=16384 heads=32 kv=32 headdim=128 vocab=50368 tied=1 bias=1 \
         pos=alibi gated=0 dropout=0 tp=1 zero=3 seq=2048 mbs=8 gbs=1024 dtype=bf16 ckpt=full \
         opt=adamw flash=1 recipe=llmfoundry tok=134008012800",
        &[],
    );
    assert_eq!(read.missing, [MissingSetting::Cluster]);
    let shared = "max_seq_len: 8192\nglobal_train_batch_size: 64\n\
                  device_train_microbatch_size: auto\noptimizer: {name: decoupled_lionw}\n";
    let read = check(
        Format::LlmFoundry,
        &[
            shared,
            "model: {name: hf_causal_lm, pretrained_model_name_or_path: meta-llama/Llama-3.1-8B}\n\
             fsdp_config: {sharding_strategy: SHARD_GRAD_OP, activation_cpu_offload: true}\n",
        ]
        .concat(),
        "model=llama3-8b zero=2 off=acts ckpt=none seq=8192 gbs=64 dtype=bf16 opt=lion",
        &[],
    );
    assert!(read.missing.contains(&MissingSetting::Auto("mbs")));
    refused_adapter(
        &[
            shared,
            "model: {name: hf_causal_lm, pretrained_model_name_or_path: a/b, \
             peft_config: {peft_type: LORA, r: 16}}\n",
        ]
        .concat(),
        "lora",
    );
}

#[test]
fn olmo_is_read() {
    let read = check(
        Format::Olmo,
        "run_name: OLMo2-7B\nmodel:\n  d_model: 4096\n  n_heads: 32\n  n_layers: 32\n  \
         mlp_hidden_size: 22016\n  weight_tying: false\n  rope: true\n  flash_attention: true\n  \
         attention_dropout: 0.0\n  include_bias: false\n  layer_norm_type: rms\n  \
         activation_type: swiglu\n  residual_dropout: 0.0\n  max_sequence_length: 4096\n  \
         vocab_size: 100278\n  embedding_size: 100352\nfused_loss: true\ncompile: null\n\
         optimizer: {name: adamw, learning_rate: 3.0e-4}\nglobal_train_batch_size: 1024\n\
         device_train_microbatch_size: 2\nprecision: amp_bf16\n\
         fsdp: {wrapping_strategy: by_block, precision: mixed, sharding_strategy: SHARD_GRAD_OP}\n\
         activation_checkpointing: one_in_four\nmax_duration: 5e12T\n",
        "layers=32 hidden=4096 ffn=11008 heads=32 kv=32 headdim=128 vocab=100352 tied=0 bias=0 \
         gated=1 pos=rope dropout=0 seq=4096 mbs=2 gbs=1024 zero=2 dtype=bf16 ckpt=full ckptn=8 \
         opt=adamw flash=1 ce=fused kern=eager tok=5000000000000",
        &[],
    );
    assert_eq!(read.missing, [MissingSetting::Cluster]);
    // Its own defaults, and a whole model as one unit of FSDP, which no plan has.
    let read = check(
        Format::Olmo,
        "model: {d_model: 1024, n_layers: 16, n_heads: 16, mlp_ratio: 8}\n\
         global_train_batch_size: 256\nfsdp: {precision: pure}\nother: 1\n",
        "ffn=4096 kv=16 vocab=50304 tied=1 bias=1 dropout=1 seq=1024 mbs=16 gbs=256 zero=3 \
         dtype=fp32 ckpt=none opt=lion flash=0 ce=plain",
        &["other"],
    );
    let wrapping = (String::from("fsdp.wrapping_strategy"), String::from("null"));
    assert_eq!(read.unfit, [wrapping]);
}

#[test]
fn levanter_is_read() {
    let read = check(
        Format::Levanter,
        "data: {cache_dir: c, tokenizer: t}\nmodel:\n  type: llama\n  seq_len: 4096\n  \
         hidden_dim: 4096\n  intermediate_dim: 14336\n  num_layers: 32\n  num_heads: 32\n  \
         num_kv_heads: 8\n  gradient_checkpointing: true\n  use_bias: false\n\
         trainer:\n  mp: p=f32,c=bfloat16\n  train_batch_size: 1024\n  per_device_parallelism: 2\n  \
         model_axis_size: 4\n  tensor_parallel_axes: [mlp, heads]\n  fsdp_axis: embed\n  \
         num_train_steps: 10000\n  mesh: {axes: {model: 2}}\noptimizer: {type: muon, lr: 0.01}\n",
        "layers=32 hidden=4096 ffn=14336 heads=32 kv=8 headdim=128 tied=0 bias=0 gated=1 pos=rope \
         tp=4 zero=3 seq=4096 mbs=2 gbs=1024 dtype=bf16 ckpt=full opt=muon flash=1 recipe=maxtext \
         tok=41943040000",
        &["trainer.mesh.axes.model"],
    );
    assert_eq!(
        read.missing,
        [MissingSetting::Cluster, MissingSetting::Figure("vocab")]
    );
    check(
        Format::Levanter,
        "initialize_from_hf: meta-llama/Llama-2-7b-hf\nuse_hf_model_config: true\n\
         model: {type: llama, gradient_checkpointing: offload, seq_len: 2048}\n\
         trainer: {mp: bfloat16, train_batch_size: 64, fsdp_axis: null}\n",
        "model=llama2-7b zero=0 ckpt=full off=acts seq=2048 gbs=64 dtype=bf16 master=none \
         grads=16bit opt=adamw",
        &[],
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
