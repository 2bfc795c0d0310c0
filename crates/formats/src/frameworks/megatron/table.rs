//! The two-way table of Megatron-LM's arguments, in the order in which they are written.
//!
//! Source of every option, of its values and of its default: NVIDIA/Megatron-LM,
//! `megatron/training/arguments.py` at commit 000c4ac24f61 (2025, Megatron Core 0.15); for the
//! dispatcher's backend and lists of modules in CUDA graphs, the same file and
//! `megatron/core/transformer/transformer_config.py` at tag `core_v0.16.1`.
//!
//! Source of what Megatron-LM, and Megatron Core below it, cannot run: main at commit d98e8a64
//! (August 2026) and tags `core_v0.16.1` to `core_v0.19.0`. A = `megatron/training/arguments.py`,
//! T = `megatron/core/transformer/transformer_config.py`,
//! O = `megatron/core/optimizer/optimizer_config.py`.

use super::layout::LAYOUT_ROWS;
use super::levers::{MEMORY_ROWS, STACK_ROWS};
use super::model::{
    DISPATCH_ROWS, EXPERT_ROWS, MODEL_ROWS, begin_dispatch, begin_experts, begin_model, end_model,
    longest, vocabulary,
};
use super::run::{BATCH_ROWS, PRECISION_ROWS, steps};
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::frameworks::setting::{
    Section, Setting, idle, lack_projections, lacks, projections, read,
};
use crate::import::fields::Fields;
use cost::plan::Recipe;

projections!(TABLE);
lack_projections!(TABLE, CORE_LAYOUT, CORE, true);

pub(crate) const TABLE: &[Section] = &[
    Section::of(OTHER_ROWS),
    Section::of(MODEL_ROWS).begin(begin_model).end(end_model),
    Section::of(EXPERT_ROWS).begin(begin_experts),
    Section::of(DISPATCH_ROWS).begin(begin_dispatch),
    // A vocabulary follows the degrees.
    Section::of(LAYOUT_ROWS).end(vocabulary),
    Section::of(BATCH_ROWS).end(longest),
    Section::of(PRECISION_ROWS),
    Section::of(MEMORY_ROWS),
    Section::of(STACK_ROWS).end(steps),
    Section::of(&[lacks(&[
        Lack::no_option(Aspect::FlashGeneration),
        Lack::no_option(Aspect::Messages),
        Lack::no_option(Aspect::GradientSync),
        Lack::no_option(Aspect::OptimizerKernel),
        Lack::no_option(Aspect::Imbalance),
        Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
            facts.plan.stack.recipe != Recipe::Megatron
        }),
    ])]),
];

const OTHER_ROWS: &[Setting] = &[
    // Data, tokenizer, learning rate, files, and details that change no figure much.
    idle(
        "--lr* --min-lr* --weight-decay* --clip-grad* --adam-* --init-method-std* --seed* \
         --log-* --save* --load* --eval-* --wandb-* --tensorboard-* --data-* --split* \
         --tokenizer-* --vocab-file* --merge-file* --mock-data* --num-workers* --distributed-* \
         --norm-epsilon* --rotary-* --no-rope-fusion* --exit-* --timing-* --manual-gc* \
         --no-save-* --no-load-* --async-save* --dist-ckpt-* --ckpt-* --use-mcore-models* \
         --no-create-attention-mask-in-dataloader* --dataloader-type* --moe-router-* \
         --moe-aux-loss-coeff* --moe-z-loss-coeff* \
         --moe-deepep-num-sms* --te-rng-tracker* --no-masked-softmax-fusion* --no-bias-* \
         --bias-* --apply-layernorm-1p* --qk-layernorm* --attention-softmax-in-fp32* \
         --no-async-* --initial-loss-scale* --loss-scale* --min-loss-scale* --hysteresis* \
         --empty-unused-memory-level* --profile* --use-cpu-initialization* --ddp-* --rampup-* \
         --train-data-path* --valid-data-path* --test-data-path* --reset-* --eod-mask-loss* \
         --use-checkpoint-args* --auto-detect-ckpt-format* --enable-one-logger* \
         --no-one-logger* --moe-permute-fusion* --moe-shared-expert-overlap* \
         --moe-pad-expert-input-to-capacity* --moe-expert-capacity-factor* \
         --moe-token-drop-policy* --moe-enable-routing-replay* --use-dist-ckpt* \
         --overlap-param-gather-with-optimizer-step* --fp8-margin* --fp8-interval* --fp8-amax-* \
         --fp8-wgrad* --first-last-layers-bf16* --apply-query-key-* --num-layers-at-* \
         --high-priority-stream-groups* --override-opt_param-scheduler* \
         --override-opt-param-scheduler* --finetune* --dropout* --calculate-per-token-loss* \
         --one-logger-* --train-sync-interval* --inprocess-* --ft-* --straggler-* \
         --use-legacy-models* --transformer-impl-*",
    )
    .lacks(&[Lack::yours(Aspect::Recipe)]),
    idle(
        "--nnodes* --nproc* --node-rank* --node_rank* --master* --rdzv* --local-rank* \
         --local_rank* --max-restarts* --tee* --redirects*",
    )
    .lacks(&[Lack::yours(Aspect::Rendezvous)]),
    // `pretrain_mamba.py` and its specification of layers.
    read(UNHELD, unheld).lacks(&[Lack::in_code(Aspect::Mixer)]),
];

/// Options of a model or a layout that no plan can express.
const UNHELD: &str = "\
    --hybrid-layer-pattern --hybrid-override-pattern --hybrid-attention-ratio --hybrid-mlp-ratio \
    --is-hybrid-model --tensor-parallel-num-weight-shards \
    --expert-tensor-parallel-num-weight-shards --heterogeneous-layers-config-path \
    --encoder-num-layers --encoder-seq-length --decoder-seq-length";

fn unheld(file: &mut Fields) {
    for option in UNHELD.split_ascii_whitespace() {
        if let Some(value) = file.written(option) {
            file.reading.unfit(option, &value);
        }
    }
}
