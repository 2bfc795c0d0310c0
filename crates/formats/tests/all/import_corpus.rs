//! Files of every framework as people write them, with the values that must come out of them.

use crate::import_worker::check_reply;
use formats::catalog;
use formats::import::{Format, ImportBase, ImportRefusal, Imported, MissingSetting, import_by};
use formats::import::{SettingOrigin, import};
use formats::link;
use proptest::prelude::*;
use proptest::sample::Index;

/// A file: its format, its text, the values by key, and what it leaves open.
struct Case {
    format: Format,
    text: String,
    values: &'static str,
    open: &'static [MissingSetting],
}

fn case(format: Format, text: &str, values: &'static str, open: &'static [MissingSetting]) -> Case {
    Case {
        format,
        text: text.to_owned(),
        values,
        open,
    }
}

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

/// Keys of the layout and the batch.
const LAYOUT: &str =
    "gpus tp pp cp ep etp sp vp sched split cpkind zero hsdp seq mbs gbs dtype opt ckpt off";

const NANOTRON: &str = "
checkpoints: {checkpoint_interval: 1000, checkpoints_path: ck}
general: {project: demo, run: one, seed: 42}
logging: {iteration_step_info_interval: 1}
model:
  ddp_bucket_cap_mb: 25
  dtype: bfloat16
  init_method: {std: 0.025}
  make_vocab_size_divisible_by: 1
  model_config:
    is_llama_config: true
    hidden_size: 2048
    intermediate_size: 8192
    num_hidden_layers: 24
    num_attention_heads: 32
    num_key_value_heads: 8
    max_position_embeddings: 4096
    tie_word_embeddings: true
    vocab_size: 49152
optimizer:
  accumulate_grad_in_fp32: true
  clip_grad: 1.0
  optimizer_factory: {name: adamW, adam_beta1: 0.9}
  zero_stage: 1
parallelism:
  dp: 16
  pp: 2
  pp_engine: 1f1b
  tp: 4
  tp_mode: REDUCE_SCATTER
  tp_linear_async_communication: true
tokens:
  batch_accumulation_per_replica: 8
  micro_batch_size: 2
  sequence_length: 4096
  train_steps: 1000
";

const MEGATRON_YAML: &str = "
ENV_VARS:
  CUDA_DEVICE_MAX_CONNECTIONS: 1
TEST_TYPE: regular
MODEL_ARGS:
  --num-layers: 12
  --hidden-size: 512
  --num-attention-heads: 8
  --log-params-norm: true
  --micro-batch-size: 4
  --global-batch-size: 32
  --seq-length: 1024
  --max-position-embeddings: 1024
  --train-iters: 100
  --vocab-size: 32000
  --tensor-model-parallel-size: 2
  --pipeline-model-parallel-size: 2
  --num-layers-per-virtual-pipeline-stage: 3
  --sequence-parallel: true
  --use-distributed-optimizer: true
  --swiglu: false
  --bf16: true
  --recompute-granularity: selective
  --recompute-modules: '[core_attn, layernorm]'
";

const PRINTED: &str = "
using world size: 32, data-parallel size: 4, tensor-model-parallel size: 4
------------------------ arguments ------------------------
  accumulate_allreduce_grads_in_fp32 .............. True
  add_bias_linear ................................. False
  bf16 ............................................ True
  context_parallel_size ........................... 1
  ffn_hidden_size ................................. 14336
  fp8 ............................................. None
  global_batch_size ............................... 128
  gradient_accumulation_fusion .................... True
  group_query_attention ........................... True
  hidden_size ..................................... 4096
  attention_dropout ............................... 0.0
  hidden_dropout .................................. 0.0
  kv_channels ..................................... 128
  max_position_embeddings ......................... 8192
  micro_batch_size ................................ 1
  normalization ................................... RMSNorm
  num_attention_heads ............................. 32
  num_layers ...................................... 32
  num_query_groups ................................ 8
  optimizer ....................................... adam
  overlap_grad_reduce ............................. True
  padded_vocab_size ............................... 128256
  pipeline_model_parallel_size .................... 2
  position_embedding_type ......................... rope
  recompute_granularity ........................... None
  seq_length ...................................... 8192
  sequence_parallel ............................... True
  swiglu .......................................... True
  tensor_model_parallel_size ...................... 4
  untie_embeddings_and_output_weights ............. True
  use_distributed_optimizer ....................... True
  virtual_pipeline_model_parallel_size ............ None
  wandb_project ...................................
  world_size ...................................... 32
-------------------- end of arguments ---------------------
";

const OVERRIDES: &str = "
torchrun --nnodes 4 --nproc-per-node 8 run_recipe.py --recipe llama3_70b_pretrain_config \\
    model.tensor_model_parallel_size=4 model.pipeline_model_parallel_size=4 \\
    model.virtual_pipeline_model_parallel_size=5 model.context_parallel_size=2 \\
    model.sequence_parallel=true train.micro_batch_size=1 train.global_batch_size=128 \\
    dataset.seq_length=8192 mixed_precision=bf16_with_fp8_current_scaling_mixed \\
    ddp.use_distributed_optimizer=true model.recompute_granularity=full
";

const ACCELERATE_FSDP: &str = "
compute_environment: LOCAL_MACHINE
distributed_type: FSDP
fsdp_config:
  fsdp_activation_checkpointing: true
  fsdp_auto_wrap_policy: TRANSFORMER_BASED_WRAP
  fsdp_offload_params: false
  fsdp_reshard_after_forward: true
  fsdp_version: 2
mixed_precision: bf16
num_machines: 2
num_processes: 16
parallelism_config:
  parallelism_config_dp_replicate_size: 2
  parallelism_config_dp_shard_size: 2
  parallelism_config_tp_size: 2
  parallelism_config_cp_size: 2
  parallelism_config_cp_comm_strategy: alltoall
";

const AXOLOTL: &str = "
base_model: meta-llama/Llama-3.1-8B
datasets:
  - path: my/data
    type: chat_template
sequence_len: 8192
sample_packing: true
gradient_accumulation_steps: 4
micro_batch_size: 2
num_epochs: 1
optimizer: adamw_8bit
learning_rate: 2e-5
bf16: true
gradient_checkpointing: true
flash_attention: true
warmup_ratio: 0.1
fsdp_version: 2
fsdp_config:
  reshard_after_forward: true
  offload_params: false
  transformer_layer_cls_to_wrap: LlamaDecoderLayer
";

const LLAMA_FACTORY: &str = "
### model
model_name_or_path: Qwen/Qwen3-8B
trust_remote_code: true
### method
stage: sft
do_train: true
finetuning_type: full
deepspeed: examples/deepspeed/ds_z3_config.json
### dataset
dataset: identity
template: qwen3
cutoff_len: 4096
### train
per_device_train_batch_size: 1
gradient_accumulation_steps: 2
learning_rate: 1.0e-5
num_train_epochs: 3.0
bf16: true
";

const NEOX: &str = r#"
{
  "pipe-parallel-size": 4,
  "model-parallel-size": 2,
  "num-layers": 44,
  "hidden-size": 6144,
  "num-attention-heads": 64,
  "seq-length": 2048,
  "max-position-embeddings": 2048,
  "pos-emb": "rotary",
  "no-weight-tying": true,
  "gpt-j-residual": true,
  # the optimizer
  "optimizer": {"type": "Adam", "params": {"lr": 0.97e-4}},
  "zero_optimization": {"stage": 1, "overlap_comm": True},
  "train_micro_batch_size_per_gpu": 4,
  "gradient_accumulation_steps": 32,
  "checkpoint-activations": true,
  "fp16": {"enabled": true},
  "attention-dropout": 0,
  "hidden-dropout": 0,
}
"#;

const MAXTEXT: &str = "
base_config: base.yml
model_name: llama3-70b
per_device_batch_size: 2
max_target_length: 8192
ici_fsdp_parallelism: 32
ici_tensor_parallelism: 2
dcn_data_parallelism: 2
remat_policy: full
attention: flash
dtype: bfloat16
opt_type: adamw
steps: 100
";

const TITAN_DUMP: &str = r#"{
  "model_spec": {"name": "llama3", "flavor": "70B", "model": {"dim": 8192}},
  "training": {"local_batch_size": 1, "global_batch_size": 64, "seq_len": 8192, "steps": 10,
    "mixed_precision_param": "bfloat16"},
  "parallelism": {"data_parallel_replicate_degree": 1, "data_parallel_shard_degree": 8,
    "tensor_parallel_degree": 8, "pipeline_parallel_degree": 1, "context_parallel_degree": 1,
    "fsdp_reshard_after_forward": "default"},
  "activation_checkpoint": {"preserve_rng_state": true},
  "compile": {"enable": true}
}"#;

const OPEN_MODEL: &[MissingSetting] = &[MissingSetting::Model];

fn cases() -> Vec<Case> {
    let trl = "model_name_or_path: meta-llama/Llama-3.1-8B\n";
    vec![
        case(
            Format::Nanotron,
            NANOTRON,
            "gpus=128 tp=4 pp=2 sp=1 zero=1 seq=4096 mbs=2 gbs=256 dtype=bf16 layers=24 \
             hidden=2048 ffn=8192 heads=32 kv=8 headdim=64 tied=1 vocab=49152 opt=adamw \
             recipe=nanotron",
            &[MissingSetting::Gpu],
        ),
        case(
            Format::Nanotron,
            &NANOTRON
                .replace("pp_engine: 1f1b", "pp_engine: afab\n  recompute_layer: true")
                .replace("zero_stage: 1", "zero_stage: 0")
                .replace("accumulate_grad_in_fp32: true", "accumulate_grad_in_fp32: false")
                .replace("dtype: bfloat16", "dtype: float16"),
            "sched=gpipe ckpt=full zero=0 master=none grads=16bit dtype=fp16",
            &[MissingSetting::Gpu],
        ),
        case(
            Format::Nanotron,
            &NANOTRON.replace(
                "    vocab_size: 49152",
                "    vocab_size: 49152\n    moe_config: {num_experts: 8, top_k: 2, moe_intermediate_size: 1024}",
            ),
            "experts=8 topk=2 moeffn=1024 tp=4",
            &[],
        ),
        case(
            Format::Megatron,
            MEGATRON_YAML,
            "tp=2 pp=2 vp=2 sp=1 zero=1 mbs=4 gbs=32 seq=1024 dtype=bf16 layers=12 hidden=512 \
             heads=8 gated=0 ckpt=sel ckptmod=core,norm recipe=megatron",
            &[MissingSetting::Cluster],
        ),
        case(
            Format::Megatron,
            &MEGATRON_YAML.replace("MODEL_ARGS:", "ARGS:").replace("--", "").replace("-", "_"),
            "tp=2 pp=2 vp=2 sp=1 zero=1 mbs=4 gbs=32 seq=1024 dtype=bf16",
            &[MissingSetting::Cluster],
        ),
        case(
            Format::Megatron,
            "defaults: &it\n  --num-layers: 8\n  --hidden-size: 256\nMODEL_ARGS:\n  <<: *it\n  \
             --num-attention-heads: 4\n  --tensor-model-parallel-size: 2\n  --micro-batch-size: 1\n  \
             --seq-length: 512\n  --fp16: true\n",
            "layers=8 hidden=256 heads=4 tp=2 mbs=1 seq=512 dtype=fp16 sp=0",
            &[],
        ),
        case(
            Format::Megatron,
            PRINTED,
            "gpus=32 tp=4 pp=2 cp=1 sp=1 zero=1 mbs=1 gbs=128 seq=8192 dtype=bf16 layers=32 \
             hidden=4096 ffn=14336 kv=8 vocab=128256 bias=0 tied=0 gated=1 pos=rope ckpt=none",
            &[MissingSetting::Gpu],
        ),
        case(
            Format::Megatron,
            &PRINTED
                .lines()
                .map(|line| ["[default0]:", line, "\n"].concat())
                .collect::<String>()
                .replace("fp8 ............................................. None",
                    "fp8 ............................................. hybrid")
                .replace("virtual_pipeline_model_parallel_size ............ None",
                    "virtual_pipeline_model_parallel_size ............ 4"),
            "gpus=32 tp=4 pp=2 vp=4 dtype=fp8 gather8=0",
            &[MissingSetting::Gpu],
        ),
        case(
            Format::MegatronBridge,
            OVERRIDES,
            "model=llama3-70b gpus=32 tp=4 pp=4 vp=5 cp=2 sp=1 mbs=1 gbs=128 seq=8192 dtype=fp8 \
             gather8=1 zero=1 ckpt=full recipe=nemo",
            &[MissingSetting::Gpu],
        ),
        case(
            Format::MegatronBridge,
            "model:\n  num_layers: 48\n  hidden_size: 2048\n  ffn_hidden_size: 6144\n  \
             num_attention_heads: 32\n  num_query_groups: 4\n  kv_channels: 128\n  vocab_size: 151936\n  \
             normalization: RMSNorm\n  gated_linear_unit: true\n  add_bias_linear: false\n  \
             position_embedding_type: rope\n  share_embeddings_and_output_weights: false\n  \
             attention_dropout: 0.0\n  hidden_dropout: 0.0\n  num_moe_experts: 128\n  \
             moe_router_topk: 8\n  moe_ffn_hidden_size: 768\n  tensor_model_parallel_size: 2\n  \
             pipeline_model_parallel_size: 1\n  expert_model_parallel_size: 8\n  \
             expert_tensor_parallel_size: 1\n  recompute_granularity: selective\n  \
             recompute_modules: [core_attn, moe_act]\ntrain:\n  micro_batch_size: 1\n  \
             global_batch_size: 512\ndataset:\n  sequence_length: 4096\nmixed_precision: bf16_mixed\n\
             ddp:\n  use_distributed_optimizer: true\n",
            "model=qwen3-30b-a3b tp=2 pp=1 ep=8 etp=1 mbs=1 gbs=512 seq=4096 dtype=bf16 zero=1 \
             ckpt=sel ckptmod=core,moeact experts=128 topk=8",
            &[MissingSetting::Cluster],
        ),
        case(
            Format::MegatronBridge,
            "OVERRIDES=(\n  '++model.cp_comm_type=a2a'\n  model.context_parallel_size=4\n  \
             optimizer.optimizer=muon\n  model.cross_entropy_loss_fusion=true\n  \
             model.cross_entropy_fusion_impl=te\n  model.recompute_modules=[core_attn,mlp]\n  \
             model.recompute_granularity=selective\n)\n",
            "cp=4 cpkind=a2a opt=muon ce=fused ckpt=sel ckptmod=core,mlp",
            OPEN_MODEL,
        ),
        case(
            Format::Accelerate,
            ACCELERATE_FSDP,
            "gpus=16 tp=2 cp=2 cpkind=a2a zero=3 hsdp=4 dtype=bf16 ckpt=full off=none recipe=hf",
            &[MissingSetting::Model, MissingSetting::Batch],
        ),
        case(
            Format::Accelerate,
            "distributed_type: FSDP\nfsdp_config:\n  fsdp_sharding_strategy: SHARD_GRAD_OP\n  \
             fsdp_offload_params: true\nmixed_precision: fp16\nnum_processes: 8\n",
            "gpus=8 zero=2 off=opt,params dtype=fp16",
            OPEN_MODEL,
        ),
        case(
            Format::Accelerate,
            "distributed_type: FSDP\nfsdp_config:\n  fsdp_sharding_strategy: HYBRID_SHARD\n\
             mixed_precision: 'no'\nnum_processes: 32\n",
            "gpus=32 zero=3 hsdp=8 dtype=fp32",
            OPEN_MODEL,
        ),
        case(
            Format::Accelerate,
            "compute_environment: LOCAL_MACHINE\ndistributed_type: MULTI_GPU\nmixed_precision: bf16\n\
             num_processes: 8\n",
            "gpus=8 zero=0 dtype=bf16",
            OPEN_MODEL,
        ),
        case(
            Format::Accelerate,
            "compute_environment: LOCAL_MACHINE\ndistributed_type: DEEPSPEED\ndeepspeed_config:\n  \
             zero_stage: 3\n  offload_optimizer_device: cpu\n  offload_param_device: none\n  \
             zero3_init_flag: true\nmixed_precision: bf16\nnum_processes: 16\n",
            "gpus=16 zero=3 off=opt dtype=bf16 recipe=hf-deepspeed",
            OPEN_MODEL,
        ),
        case(
            Format::Accelerate,
            "distributed_type: DEEPSPEED\ndeepspeed_config:\n  deepspeed_config_file: ds.json\n\
             num_processes: 16\n",
            "gpus=16",
            &[MissingSetting::OtherFile("deepspeed_config.deepspeed_config_file")],
        ),
        case(
            Format::Accelerate,
            r#"{"distributed_type": "MEGATRON_LM", "mixed_precision": "bf16", "num_processes": 32,
              "megatron_lm_config": {"megatron_lm_tp_degree": 4, "megatron_lm_pp_degree": 2,
              "megatron_lm_sequence_parallelism": true, "megatron_lm_use_distributed_optimizer": true,
              "megatron_lm_recompute_activations": true}}"#,
            "gpus=32 tp=4 pp=2 sp=1 zero=1 ckpt=sel recipe=megatron",
            OPEN_MODEL,
        ),
        case(
            Format::Axolotl,
            AXOLOTL,
            "model=llama3-8b seq=8192 mbs=2 gbs=512 opt=adamw8 dtype=bf16 ckpt=full zero=3 off=none \
             recipe=hf",
            &[MissingSetting::Cluster],
        ),
        case(
            Format::Axolotl,
            "base_model: NousResearch/Meta-Llama-3-70B\nsequence_len: 4096\nmicro_batch_size: 1\n\
             gradient_accumulation_steps: 1\ndp_shard_size: 4\ndp_replicate_size: 2\n\
             tensor_parallel_size: 4\ncontext_parallel_size: 2\nbf16: auto\noptimizer: adamw_torch_fused\n\
             gradient_checkpointing: offload\nplugins:\n  - axolotl.integrations.cut_cross_entropy.CutCrossEntropyPlugin\n",
            "model=llama3-70b gpus=64 tp=4 cp=2 zero=3 hsdp=8 seq=4096 mbs=1 gbs=8 ckpt=full off=acts \
             ce=chunked",
            &[MissingSetting::Auto("dtype")],
        ),
        case(
            Format::Axolotl,
            "base_model: org/Unheard-9B\nadapter:\nload_in_4bit: false\nsequence_len: 2048\n\
             micro_batch_size: 4\nbf16: true\ndeepspeed: deepspeed_configs/zero2.json\n",
            "seq=2048 mbs=4 dtype=bf16 recipe=hf-deepspeed",
            &[
                MissingSetting::Model,
                MissingSetting::OtherFile("deepspeed"),
                MissingSetting::Figure("gbs"),
            ],
        ),
        case(
            Format::Axolotl,
            "base_model: mistralai/Mixtral-8x7B-v0.1\nsequence_len: 4096\nmicro_batch_size: 2\n\
             bfloat16: true\nfsdp:\n  - full_shard\n  - auto_wrap\n  - offload\noptimizer: adamw_torch\n",
            "model=mixtral-8x7b zero=3 off=opt,params opt=adamwbf16 master=none grads=16bit dtype=bf16",
            &[],
        ),
        case(
            Format::LlamaFactory,
            LLAMA_FACTORY,
            "model=qwen3-8b seq=4096 mbs=1 gbs=128 dtype=bf16 ckpt=full recipe=hf-deepspeed",
            &[MissingSetting::OtherFile("deepspeed")],
        ),
        case(
            Format::LlamaFactory,
            &LLAMA_FACTORY
                .replace("deepspeed: examples/deepspeed/ds_z3_config.json", "pure_bf16: true")
                .replace("bf16: true\n", "bf16: true\ndisable_gradient_checkpointing: true\n"),
            "zero=0 opt=adamwbf16 master=none ckpt=none recipe=hf",
            &[],
        ),
        case(
            Format::LlamaFactory,
            "model_name_or_path: Qwen/Qwen3-30B-A3B\nstage: pt\nfinetuning_type: full\ncutoff_len: 4096\n\
             per_device_train_batch_size: 1\ngradient_accumulation_steps: 8\nbf16: true\n\
             tensor_model_parallel_size: 2\npipeline_model_parallel_size: 2\n\
             expert_model_parallel_size: 8\nsequence_parallel: true\nuse_distributed_optimizer: true\n",
            "model=qwen3-30b-a3b tp=2 pp=2 ep=8 sp=1 zero=1 mbs=1 gbs=128 seq=4096 recipe=megatron",
            &[],
        ),
        case(
            Format::Trainer,
            &[
                trl,
                "per_device_train_batch_size: 2\ngradient_accumulation_steps: 8\nbf16: true\n\
                 gradient_checkpointing: true\noptim: adamw_torch\nmax_length: 4096\n\
                 fsdp: full_shard auto_wrap\nfsdp_config:\n  transformer_layer_cls_to_wrap: [X]\n",
            ]
            .concat(),
            "model=llama3-8b seq=4096 mbs=2 gbs=1024 dtype=bf16 ckpt=full opt=adamw optkern=foreach \
             zero=3 recipe=hf",
            &[MissingSetting::Cluster],
        ),
        case(
            Format::Trainer,
            r#"{"output_dir": "out", "per_device_train_batch_size": 4, "gradient_accumulation_steps": 2,
              "fp16": true, "optim": "adafactor", "gradient_checkpointing": false, "max_steps": 500}"#,
            "mbs=4 gbs=512 dtype=fp16 opt=adafactor ckpt=none zero=0",
            &[MissingSetting::Model, MissingSetting::Sequence],
        ),
        case(
            Format::Trainer,
            &[
                trl,
                "per_device_train_batch_size: 1\nbf16: true\nmax_length: 8192\ndeepspeed:\n  \
                 zero_optimization:\n    stage: 3\n    offload_optimizer: {device: cpu}\n  \
                 train_batch_size: auto\n  train_micro_batch_size_per_gpu: auto\n",
            ]
            .concat(),
            "zero=3 off=opt mbs=1 seq=8192 recipe=hf-deepspeed dtype=bf16",
            &[MissingSetting::Figure("gbs")],
        ),
        case(
            Format::Trainer,
            &[
                trl,
                "per_device_train_batch_size: 1\nmax_length: 2048\ntorch_dtype: bfloat16\n\
                 attn_implementation: flash_attention_2\nuse_liger_kernel: true\nbf16: true\n\
                 optim: adamw_torch_fused\nfsdp: hybrid_shard_zero2\n",
            ]
            .concat(),
            "opt=adamwbf16 master=none ce=chunked flash=1 zero=2 hsdp=8",
            &[],
        ),
        case(
            Format::GptNeoX,
            NEOX,
            "tp=2 pp=4 zero=1 mbs=4 gbs=1024 seq=2048 dtype=fp16 layers=44 hidden=6144 heads=64 \
             ffn=24576 pos=rope tied=0 ckpt=full opt=adamw bias=1 dropout=0 recipe=deepspeed",
            &[MissingSetting::Figure("vocab")],
        ),
        case(
            Format::GptNeoX,
            "pipe_parallel_size: 0\nmodel_parallel_size: 4\nnum_layers: 32\nhidden_size: 4096\n\
             num_attention_heads: 32\nnum_kv_heads: 8\nintermediate_size: 14336\nseq_length: 8192\n\
             norm: rmsnorm\nactivation: swiglu\nuse_bias_in_attn_linear: false\nuse_bias_in_mlp: false\n\
             pos_emb: rotary\nno_weight_tying: true\ntrain_batch_size: 256\n\
             train_micro_batch_size_per_gpu: 1\nprecision: bfloat16\nhidden_dropout: 0\n\
             attention_dropout: 0\nattention_config: [[[flash], 32]]\nsequence_parallel: true\n\
             padded_vocab_size: 128256\n",
            "model=llama3-8b tp=4 pp=1 sp=1 mbs=1 gbs=256 seq=8192 dtype=bf16 zero=0 flash=1",
            &[MissingSetting::Cluster],
        ),
        case(
            Format::MaxText,
            MAXTEXT,
            "model=llama3-70b gpus=128 tp=2 zero=3 hsdp=32 seq=8192 mbs=4 gbs=256 dtype=bf16 \
             ckpt=full opt=adamw recipe=maxtext",
            &[MissingSetting::Gpu],
        ),
        case(
            Format::MaxText,
            "base_emb_dim: 2048\nbase_num_decoder_layers: 16\nbase_mlp_dim: 7168\n\
             base_num_query_heads: 16\nbase_num_kv_heads: 8\nhead_dim: 128\nvocab_size: 32000\n\
             per_device_batch_size: 1\nici_fsdp_parallelism: -1\nici_tensor_parallelism: 4\n\
             quantization: fp8\nmax_target_length: 4096\n",
            "layers=16 hidden=2048 ffn=7168 heads=16 kv=8 tp=4 zero=3 dtype=fp8 seq=4096",
            &[MissingSetting::Cluster],
        ),
        case(
            Format::TorchTitan,
            TITAN_DUMP,
            "model=llama3-70b gpus=64 tp=8 pp=1 cp=1 zero=3 mbs=1 gbs=64 seq=8192 dtype=bf16 \
             ckpt=full kern=compiled recipe=torchtitan",
            &[],
        ),
        case(
            Format::TorchTitan,
            &TITAN_DUMP.replace(r#"{"preserve_rng_state": true}"#, "null"),
            "ckpt=none tp=8",
            &[],
        ),
        case(
            Format::TorchTitan,
            &TITAN_DUMP.replace(
                r#""flavor": "70B", "model": {"dim": 8192}"#,
                r#""flavor": "mine", "model": {"dim": 1024, "vocab_size": 32000, "layers": [
                   {"attention": {"n_heads": 16, "n_kv_heads": 4}, "feed_forward": {"w1": {"out_features": 2816}}},
                   {"attention": {"n_heads": 16, "n_kv_heads": 4}, "feed_forward": {"w1": {"out_features": 2816}}}]}"#,
            ),
            "layers=2 hidden=1024 heads=16 kv=4 ffn=2816 vocab=32000",
            &[],
        ),
        case(
            Format::TorchTitan,
            "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 1\n\
             seq_len = 8192\n[parallelism]\ntensor_parallel_degree = 2\ndata_parallel_shard_degree = -1\n\
             [activation_checkpoint]\nmode = \"full\"\n",
            "model=llama3-8b tp=2 mbs=1 seq=8192 ckpt=full zero=3",
            &[MissingSetting::Cluster],
        ),
        case(
            Format::DeepSpeed,
            r#"{"train_batch_size": "auto", "train_micro_batch_size_per_gpu": "auto",
              "gradient_accumulation_steps": "auto", "bf16": {"enabled": "auto"},
              "zero_optimization": {"stage": 3, "overlap_comm": true, "stage3_max_live_parameters": 1e9,
              "stage3_prefetch_bucket_size": "auto", "offload_optimizer": {"device": "cpu"}}}"#,
            "zero=3 off=opt recipe=deepspeed",
            &[
                MissingSetting::Auto("mbs"),
                MissingSetting::Auto("gbs"),
                MissingSetting::Auto("dtype"),
            ],
        ),
        case(
            Format::DeepSpeed,
            r#"{"train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 2,
              "fp16": {"enabled": true}, "zero_optimization": {"stage": 2}}"#,
            "zero=2 mbs=4 gbs=512 dtype=fp16",
            &[],
        ),
        case(
            Format::DeepSpeed,
            r#"{"train_batch_size": 128, "train_micro_batch_size_per_gpu": 1, "bf16": {"enabled": true},
              "zero_optimization": {"stage": 1}, "tensor_parallel": {"autotp_size": 4}}"#,
            "zero=1 tp=4 mbs=1 gbs=128 dtype=bf16",
            &[],
        ),
        case(
            Format::Linked,
            r#"{"link": "\#v=1&p=llama3-70b/h100x64&tp=8&pp=4", "step_s": 12}"#,
            "model=llama3-70b gpus=64 tp=8 pp=4",
            &[],
        ),
        case(
            Format::Linked,
            "| link | `#v=1&p=qwen3-8b/h200x32&zero=3&recipe=torchtitan` |\n",
            "model=qwen3-8b gpus=32 zero=3 recipe=torchtitan",
            &[],
        ),
    ]
}

#[test]
fn files_give_their_values() {
    let layout: Vec<&str> = LAYOUT.split(' ').collect();
    let (mut all, mut right) = (0, 0);
    let mut faults = Vec::new();
    let cases = cases();
    assert!(cases.len() >= 40, "{}", cases.len());
    for case in cases {
        let text = case.text.replace("\\#", "#");
        let read = read(&text);
        assert_eq!(read.format, case.format, "{text}");
        for pair in case.values.split_ascii_whitespace() {
            let (key, expected) = pair.split_once('=').expect("a pair");
            let now = value(&read, key);
            assert_eq!(now, expected, "{key}: {text}");
            let origin = read.settings.iter().find(|setting| setting.key == key);
            assert!(
                origin.is_some() || key == "model",
                "{key} has no origin: {text}"
            );
            if layout.contains(&key) {
                all += 1;
                right += usize::from(now == expected);
            }
        }
        for what in case.open {
            assert!(
                read.missing.contains(what),
                "{what:?} is not missing: {text}"
            );
            let sentence = text::imports::missing(*what, &read.plan);
            assert!(sentence.ends_with('.'), "{sentence}");
        }
        if !read.unknown.is_empty() {
            faults.push(format!("unknown {:?}: {text}", read.unknown));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    // Those that are only named count as not read.
    all += NAMED.len();
    eprintln!("layout values read: {right} of {all}");
    assert!(right * 10 >= all * 9);
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

/// Adapters and quantized weights are another kind of training.
#[test]
fn adapters_are_refused() {
    let base = catalog::default_plan();
    for (text, name) in [
        (
            "base_model: a/b\nadapter: qlora\nload_in_4bit: true\n",
            "qlora",
        ),
        ("base_model: a/b\nload_in_8bit: true\n", "load_in_8bit"),
        (
            "model_name_or_path: a/b\nfinetuning_type: lora\ncutoff_len: 8\n",
            "lora",
        ),
        (
            "model_name_or_path: a/b\ncutoff_len: 8\nstage: sft\n",
            "lora",
        ),
        (
            "model_name_or_path: a/b\nper_device_train_batch_size: 1\nuse_peft: true\n",
            "use_peft",
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
    for case in cases() {
        let text = case.text.replace("\\#", "#");
        let (base, _) = ImportBase::of_link("#v=1&p=custom/h100x64&seq=1234&zero=1");
        let read = import_by(&text, None, &base).expect("a file");
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
        let cases = cases();
        let text = chosen.get(&cases).text.replace("\\#", "#");
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
