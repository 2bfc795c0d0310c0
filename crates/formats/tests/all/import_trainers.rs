//! Files and commands of NeMo 1, NeMo AutoModel, veRL, prime-rl, Primus and early torchtitan.

use formats::catalog;
use formats::import::{Format, ImportNote, ImportRefusal, Imported, MissingSetting, import};
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

/// A file or command with what must come out.
struct Case {
    text: &'static str,
    format: Format,
    /// Values by their keys; each has an origin.
    values: &'static str,
    /// Options that are not understood.
    unknown: &'static [&'static str],
    /// Options whose values no plan can hold.
    unfit: &'static [&'static str],
    /// Settings that the file leaves open.
    missing: &'static [MissingSetting],
    /// Options that a plan has only nearly, or whose default differs between releases.
    remarks: &'static [&'static str],
}

fn check(case: &Case) {
    let text = case.text;
    let read = read(text).unwrap_or_else(|why| panic!("{why:?}: {text}"));
    assert_eq!(read.format, case.format, "{text}");
    for pair in case.values.split_ascii_whitespace() {
        let (key, expected) = pair.split_once('=').expect("a pair");
        assert_eq!(value(&read, key), expected, "{key}: {text}");
        let is_known = read.settings.iter().any(|setting| setting.key == key);
        assert!(is_known, "{key} has no origin: {text}");
    }
    assert_eq!(read.unknown, case.unknown, "{text}");
    let unfit: Vec<&str> = read
        .unfit
        .iter()
        .map(|(option, _)| option.as_str())
        .collect();
    assert_eq!(unfit, case.unfit, "{text}");
    assert_eq!(read.missing, case.missing, "{text}");
    let remarks = read.notes.iter().filter_map(|note| match note {
        ImportNote::Nearest { option, .. } | ImportNote::LaterDefault(option) => {
            Some(option.as_str())
        }
        _ => None,
    });
    assert_eq!(remarks.collect::<Vec<_>>(), case.remarks, "{text}");
}

use MissingSetting::{Batch, Cluster, Figure, Gpu, Model, Rest, Sequence};

/// NeMo before 2.0.
const NEMO: &[Case] = &[
    Case {
        text: "\
trainer: {num_nodes: 4, devices: 8, precision: bf16}
model:
  micro_batch_size: 2
  global_batch_size: 256
  tensor_model_parallel_size: 4
  pipeline_model_parallel_size: 2
  encoder_seq_length: 4096
  num_layers: 32
  hidden_size: 4096
  ffn_hidden_size: 11008
  num_attention_heads: 32
  activation: fast-swiglu
  bias: false
  fp8: false
  activations_checkpoint_granularity: selective
",
        format: Format::NemoOne,
        values: "gpus=32 tp=4 pp=2 cp=1 ep=1 sp=0 zero=0 mbs=2 gbs=256 seq=4096 layers=32 \
                 hidden=4096 ffn=11008 heads=32 kv=32 headdim=128 gated=1 bias=0 tied=1 \
                 pos=learned dropout=1 dtype=bf16 opt=adamw master=fp32 grads=fp32 ckpt=sel \
                 off=none flash=0 gradfuse=0 recipe=nemo",
        unknown: &[],
        unfit: &[],
        missing: &[Gpu, Figure("vocab")],
        remarks: &["model.megatron_amp_O2"],
    },
    Case {
        text: "\
run: {name: gpt3_20b, time_limit: '7-00:00:00'}
trainer: {devices: 8, num_nodes: 64, accelerator: gpu, precision: bf16, max_steps: 75000}
exp_manager: {create_wandb_logger: false}
model:
  mcore_gpt: true
  micro_batch_size: 4
  global_batch_size: 2048
  tensor_model_parallel_size: 4
  pipeline_model_parallel_size: 4
  virtual_pipeline_model_parallel_size: 11
  context_parallel_size: 2
  sequence_parallel: true
  encoder_seq_length: 2048
  max_position_embeddings: ${.encoder_seq_length}
  num_layers: 44
  hidden_size: 6144
  ffn_hidden_size: ${multiply:4, ${.hidden_size}}
  num_attention_heads: 48
  num_query_groups: 8
  hidden_dropout: 0.0
  attention_dropout: 0.0
  normalization: rmsnorm
  position_embedding_type: rope
  share_embeddings_and_output_weights: false
  tokenizer: {library: megatron, type: GPT2BPETokenizer}
  megatron_amp_O2: true
  transformer_engine: true
  fp8: true
  fp8_hybrid: true
  fp8_params: true
  activations_checkpoint_granularity: full
  activations_checkpoint_method: block
  activations_checkpoint_num_layers: 3
  gradient_accumulation_fusion: true
  overlap_p2p_comm: true
  ub_tp_comm_overlap: true
  fancy_option: 7
  fp32_residual_connection: true
  activations_checkpoint_layers_per_pipeline: null
  optim: {name: distributed_fused_adam, overlap_grad_sync: false, grad_sync_dtype: bf16, lr: 1e-4}
",
        format: Format::NemoOne,
        values: "gpus=512 tp=4 pp=4 vp=11 cp=2 sp=1 zero=1 mbs=4 gbs=2048 seq=2048 layers=44 \
                 hidden=6144 ffn=24576 heads=48 kv=8 headdim=128 gated=0 bias=1 tied=0 pos=rope \
                 dropout=0 vocab=50688 dtype=fp8 gather8=1 opt=adamw master=fp32 grads=16bit \
                 ckpt=full ckptn=3 flash=1 gradfuse=1 overlap=tp,pp,cp",
        unknown: &["model.fancy_option"],
        unfit: &["model.fp32_residual_connection"],
        missing: &[Gpu],
        remarks: &[],
    },
    Case {
        text: "\
#SBATCH --nodes=2
srun python /opt/NeMo/examples/nlp/language_modeling/megatron_gpt_pretraining.py \\
  trainer.devices=8 trainer.num_nodes=2 trainer.precision=16 model.num_layers=24 \\
  model.hidden_size=2048 model.ffn_hidden_size=8192 +model.fsdp=True \\
  model.fsdp_sharding_strategy=grad model.optim.name=fused_adam \\
  model.num_attention_heads=16 model.micro_batch_size=1
",
        format: Format::NemoOne,
        values: "gpus=16 tp=1 pp=1 zero=2 mbs=1 gbs=8 seq=512 layers=24 hidden=2048 ffn=8192 \
                 heads=16 vocab=50304 dtype=fp16 ckpt=none",
        unknown: &[],
        unfit: &[],
        missing: &[Gpu],
        remarks: &["model.fsdp"],
    },
    // Fine-tuning of all parameters.
    Case {
        text: "\
trainer: {devices: 8, num_nodes: 1, precision: bf16}
model:
  restore_from_path: /models/llama2-7b.nemo
  micro_batch_size: 1
  global_batch_size: 128
  megatron_amp_O2: true
  tensor_model_parallel_size: 2
  peft: {peft_scheme: null}
  data: {train_ds: {max_seq_length: 2048}}
",
        format: Format::NemoOne,
        values: "model=llama2-7b gpus=8 tp=2 mbs=1 gbs=128 seq=2048 dtype=bf16",
        unknown: &[],
        unfit: &[],
        missing: &[Gpu],
        remarks: &[],
    },
    // Another file has the rest: nothing of the usual one is claimed.
    Case {
        text: "python megatron_gpt_pretraining.py --config-path=/conf --config-name=gpt_8b \
               model.micro_batch_size=1 model.tensor_model_parallel_size=2 trainer.devices=8",
        format: Format::NemoOne,
        values: "tp=2 mbs=1",
        unknown: &[],
        unfit: &[],
        missing: &[Cluster, Rest("--config-name"), Model, Batch, Sequence],
        remarks: &[],
    },
];

#[test]
fn nemo_1_is_read() {
    NEMO.iter().for_each(check);
}

/// NeMo AutoModel.
const AUTOMODEL: &[Case] = &[
    Case {
        text: "\
step_scheduler: {global_batch_size: 64, local_batch_size: 1}
model: {pretrained_model_name_or_path: meta-llama/Llama-3.1-8B}
distributed: {strategy: fsdp2, tp_size: 2, cp_size: 1, dp_size: none}
",
        format: Format::AutoModel,
        values: "model=llama3-8b tp=2 pp=1 cp=1 ep=1 sp=0 zero=3 mbs=1 gbs=64 dtype=bf16 \
                 opt=adamwbf16 master=none grads=16bit ckpt=none ce=plain kern=eager gsync=once \
                 off=none recipe=torchtitan",
        unknown: &[],
        unfit: &[],
        missing: &[Cluster, Sequence],
        remarks: &[],
    },
    Case {
        text: "\
recipe: BenchmarkingRecipeForNextTokenPrediction
step_scheduler: {global_batch_size: 256, local_batch_size: 4, max_steps: 12}
distributed:
  strategy: fsdp2
  dp_size: 64
  dp_replicate_size: 2
  tp_size: 1
  cp_size: 1
  pp_size: 4
  ep_size: 32
  activation_checkpointing: true
  defer_fsdp_grad_sync: false
  pipeline: {pp_schedule: interleaved1f1b, pp_microbatch_size: 1, layers_per_stage: 4}
model:
  _target_: nemo_automodel.NeMoAutoModelForCausalLM.from_config
  config: {pretrained_model_name_or_path: deepseek-ai/DeepSeek-V3, num_hidden_layers: 32}
  torch_dtype: torch.bfloat16
  backend: {attn: te, dispatcher: hybridep, fake_balanced_gate: true, te_fp8: {recipe: mxfp8}}
loss_fn: {_target_: nemo_automodel.components.loss.te_parallel_ce.TEParallelCrossEntropy}
dataset: {_target_: nemo_automodel.x.MockIterableDataset, seq_len: 4096}
optimizer:
  _target_: transformer_engine.pytorch.optimizers.fused_adam.FusedAdam
  master_weights: true
  store_param_remainders: true
  exp_avg_dtype: torch.bfloat16
odd_section: {odd: 1}
",
        format: Format::AutoModel,
        values: "model=custom layers=32 gpus=256 pp=4 vp=2 ep=32 zero=2 hsdp=32 mbs=1 gbs=256 \
                 seq=4096 dtype=mxfp8 opt=adamwbf16 master=rem grads=16bit ckpt=full ce=fused \
                 gsync=each disp=hybridep imbal=1 flash=1 sched=int",
        unknown: &["odd_section.odd"],
        unfit: &[],
        missing: &[Gpu],
        remarks: &[],
    },
    Case {
        text: "torchrun --nproc-per-node=8 examples/llm_finetune/finetune.py --config q.yaml \
               --model.pretrained_model_name_or_path Qwen/Qwen3-8B \
               --packed_sequence.packed_sequence_size 8192 --distributed.cp_size 2",
        format: Format::AutoModel,
        values: "model=qwen3-8b gpus=8 cp=2 seq=8192",
        unknown: &[],
        unfit: &[],
        missing: &[Gpu, Rest("--config"), Batch],
        remarks: &[],
    },
];

#[test]
fn automodel_is_read() {
    AUTOMODEL.iter().for_each(check);
}

/// veRL's supervised fine-tuning.
const VERL: &[Case] = &[
    Case {
        text: "\
torchrun --nnodes=2 --nproc_per_node=8 -m verl.trainer.fsdp_sft_trainer \\
    data.train_files=$HOME/data/train.parquet data.train_batch_size=128 \\
    data.micro_batch_size_per_gpu=2 data.max_length=8192 \\
    model.partial_pretrain=Qwen/Qwen2.5-7B-Instruct model.strategy=fsdp2 \\
    model.fsdp_config.model_dtype=bf16 model.fsdp_config.cpu_offload=true optim.lr=1e-5 \\
    ulysses_sequence_parallel_size=2 use_remove_padding=true trainer.project_name=a \\
    trainer.n_gpus_per_node=4 trainer.total_training_steps=100 model.new_option=3
",
        format: Format::Verl,
        values: "model=qwen2.5-7b gpus=16 cp=2 cpkind=a2a zero=3 mbs=2 gbs=128 seq=8192 dtype=bf16 \
             opt=adamwbf16 master=none grads=16bit ckpt=full off=opt,params recipe=hf",
        unknown: &["model.new_option"],
        unfit: &[],
        missing: &[Gpu],
        remarks: &[],
    },
    Case {
        text: "\
data: {train_batch_size: 256, micro_batch_size_per_gpu: 4, train_files: a.parquet}
model: {partial_pretrain: meta-llama/Llama-3.1-8B, enable_gradient_checkpointing: false}
trainer: {nnodes: 1, n_gpus_per_node: 8, total_epochs: 3}
",
        format: Format::Verl,
        values: "model=llama3-8b gpus=8 cp=1 zero=3 mbs=4 gbs=256 seq=1024 dtype=bf16 opt=adamw \
             master=fp32 ckpt=none off=none",
        unknown: &[],
        unfit: &[],
        missing: &[Gpu],
        remarks: &[],
    },
];

#[test]
fn verl_is_read() {
    VERL.iter().for_each(check);
}

/// prime-rl's supervised fine-tuning.
const PRIME_RL: &[Case] = &[
    Case {
        text: "\
[model]
name = \"Qwen/Qwen3-30B-A3B\"
seq_len = 8192
ep = 8
[data]
batch_size = 64
micro_batch_size = 1
",
        format: Format::PrimeRl,
        values: "model=qwen3-30b-a3b tp=1 cp=1 ep=8 zero=3 mbs=1 gbs=64 dtype=bf16 opt=adamw \
                 master=fp32 grads=fp32 ckpt=full off=opt,acts kern=compiled ce=chunked disp=a2a \
                 flash=1 recipe=torchtitan",
        unknown: &[],
        unfit: &[],
        missing: &[Cluster, Sequence],
        remarks: &[
            "model.ac",
            "model.optim_cpu_offload",
            "model.ac_offloading",
            "model.compile",
            "model.fused_lm_head_token_chunk_size",
        ],
    },
    Case {
        text: "\
max_steps = 100
loss_impl = \"liger\"
[deployment]
type = \"multi_node\"
num_train_nodes = 4
[model]
name = \"Qwen/Qwen3-30B-A3B\"
cp = 2
cp_style = \"ulysses\"
dp_replicate = 2
optimization_dtype = \"bfloat16\"
optim_cpu_offload = false
reshard_after_forward = false
ac_offloading = \"None\"
compile = \"None\"
ep_comm_backend = \"deepep\"
strange = 1
[model.ac]
mode = \"selective\"
targets = [\"norm\", \"routed_experts\", \"attn_proj\"]
[model.quantization]
type = \"mxfp8\"
[data]
seq_len = 16384
batch_size = 32
[optim]
type = \"muon\"
lr = 1e-5
",
        format: Format::PrimeRl,
        values: "model=qwen3-30b-a3b gpus=32 cp=2 cpkind=a2a ep=8 zero=2 hsdp=16 mbs=1 gbs=32 \
                 seq=16384 dtype=mxfp8 opt=muon master=none grads=16bit ckpt=sel ckptmod=norm,moe \
                 off=none kern=eager ce=fused disp=deepep",
        unknown: &["model.strange"],
        unfit: &["model.ac.targets"],
        missing: &[Gpu],
        remarks: &["model.ep"],
    },
    Case {
        text: "uv run sft @ configs/sft.toml --model.name Qwen/Qwen3-8B --data.batch-size 16",
        format: Format::PrimeRl,
        values: "model=qwen3-8b gbs=16",
        unknown: &[],
        unfit: &[],
        missing: &[Cluster, Rest("@"), Batch, Sequence],
        remarks: &[],
    },
];

#[test]
fn prime_rl_is_read() {
    PRIME_RL.iter().for_each(check);
}

/// Primus.
const PRIMUS: &[Case] = &[
    Case {
        text: "\
modules:
  pre_trainer:
    framework: megatron
    model: llama3.1_405B.yaml
    overrides:
      micro_batch_size: 1
      global_batch_size: 256
      seq_length: 8192
      tensor_model_parallel_size: 8
      pipeline_model_parallel_size: 8
      use_distributed_optimizer: true
",
        format: Format::Primus,
        values: "model=llama3-405b tp=8 pp=8 cp=1 ep=1 sp=1 zero=1 mbs=1 gbs=256 seq=8192 \
                 dtype=bf16 opt=adamw ckpt=none recipe=megatron",
        unknown: &[],
        unfit: &[],
        missing: &[Cluster],
        remarks: &[],
    },
    Case {
        text: "\
work_group: ${PRIMUS_TEAM:amd}
exp_name: ${PRIMUS_EXP_NAME:a}
modules:
  pre_trainer:
    framework: megatron
    config: pre_trainer.yaml
    model: ${PRIMUS_MODEL:qwen3_30B_A3B}.yaml
    overrides:
      stderr_sink_level: DEBUG
      train_iters: 50
      micro_batch_size: ${PRIMUS_MBS:4}
      global_batch_size: 512
      seq_length: 4096
      expert_model_parallel_size: 8
      use_distributed_optimizer: false
      use_torch_fsdp2: true
      sequence_parallel: 1
      gradient_accumulation_fusion: false
      fp8: hybrid
      overlap_grad_reduce: true
      recompute_granularity: full
      recompute_method: block
      recompute_num_layers: 12
      cross_entropy_loss_fusion: true
      cross_entropy_fusion_impl: te
      enable_primus_turbo: true
      lr: 1.0e-5
",
        format: Format::Primus,
        values: "model=qwen3-30b-a3b tp=1 ep=8 zero=3 mbs=4 gbs=512 seq=4096 dtype=fp8 ckpt=full \
                 ckptn=12 ce=fused gradfuse=0",
        unknown: &["--enable-primus-turbo"],
        unfit: &[],
        missing: &[Cluster],
        remarks: &[],
    },
    // The model, but for what the file changes.
    Case {
        text: "\
modules:
  pre_trainer:
    framework: megatron
    model: deepseek_v3.yaml
    overrides:
      num_layers: 16
      num_experts: 64
      q_lora_rank: 512
      micro_batch_size: 1
      global_batch_size: 256
      seq_length: 4096
",
        format: Format::Primus,
        values: "layers=16 experts=64 mla=512,512,128,64,128 mbs=1 gbs=256",
        unknown: &[],
        unfit: &[],
        missing: &[Cluster],
        remarks: &[],
    },
    Case {
        text: "\
work_group: amd
exp_name: a
modules:
  pre_trainer:
    framework: torchtitan
    config: pre_trainer.yaml
    model: llama3.1_8B.yaml
    overrides:
      training: {local_batch_size: 4, seq_len: 8192, steps: 50}
      activation_checkpoint: {mode: full}
      primus_turbo: {enable_primus_turbo: true}
",
        format: Format::Primus,
        values: "model=llama3-8b tp=1 pp=1 zero=3 mbs=4 seq=8192 dtype=bf16 ckpt=full \
                 recipe=torchtitan kern=compiled",
        unknown: &["primus_turbo.enable_primus_turbo"],
        unfit: &[],
        missing: &[Cluster],
        remarks: &[],
    },
];

#[test]
fn primus_is_read() {
    PRIMUS.iter().for_each(check);
}

/// torchtitan before 0.1.
const EARLY_TORCHTITAN: &[Case] = &[
    Case {
        text: "\
[job]
dump_folder = \"./outputs\"
[model]
name = \"llama3\"
flavor = \"70B\"
[optimizer]
name = \"AdamW\"
lr = 1.5e-4
[training]
batch_size = 8
seq_len = 8192
steps = 1000
data_parallel_degree = 8
tensor_parallel_degree = 8
compile = true
enable_fp8_linear = true
[experimental]
pipeline_parallel_degree = 4
pipeline_parallel_schedule = \"interleaved_1f1b\"
pipeline_parallel_microbatches = 4
odd_option = 1
[activation_checkpoint]
mode = \"full\"
",
        format: Format::EarlyTorchTitan,
        values: "model=llama3-70b gpus=256 tp=8 pp=4 vp=2 cp=1 zero=2 mbs=2 gbs=64 seq=8192 \
                 dtype=fp8 opt=adamw ckpt=full kern=compiled sched=int off=none recipe=torchtitan",
        unknown: &["experimental.odd_option"],
        unfit: &[],
        missing: &[Gpu],
        remarks: &[],
    },
    Case {
        text: "\
[model]
name = \"llama2\"
flavor = \"7B\"
converters = \"float8\"
[training]
batch_size = 4
data_parallel_shard_degree = -1
tensor_parallel_degree = 2
[experimental]
context_parallel_degree = 2
[activation_checkpoint]
mode = \"selective\"
selective_ac_option = \"2\"
[float8]
enable_fsdp_float8_all_gather = true
",
        format: Format::EarlyTorchTitan,
        values: "model=llama2-7b tp=2 pp=1 cp=2 cpkind=ag zero=3 mbs=4 seq=2048 dtype=fp8 \
                 gather8=1 ckpt=full ckptn=16 kern=eager",
        unknown: &[],
        unfit: &[],
        missing: &[Cluster, Figure("gbs")],
        remarks: &[],
    },
];

#[test]
fn early_torchtitan_is_read() {
    EARLY_TORCHTITAN.iter().for_each(check);
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
            "step_scheduler: {global_batch_size: 64, local_batch_size: 1}\n\
             model: {pretrained_model_name_or_path: meta-llama/Llama-3.1-8B}\n\
             peft: {_target_: nemo_automodel.components._peft.lora.PeftConfig, dim: 8}\n",
            adapter("peft"),
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
