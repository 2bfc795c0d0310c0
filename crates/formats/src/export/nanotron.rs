//! nanotron's YAML.
//!
//! Source of every option: huggingface/nanotron, `src/nanotron/config/config.py` (commit
//! 00708b80c88e), `parallelism_config.py` (19f88fbe4546) and `models_config.py` (025f31413c6e),
//! of 2025.

use super::document::{OptionRow, OptionValue, number, on, row, switch, whole, whole_if, word};
use super::facts::Facts;
use super::slurm::torchrun;
use super::syntax;
use super::writer::{ExportInput, TargetWriter};
use crate::schedule_names::names;
use cost::plan::{Dtype, GradientType, MasterWeights, Optimizer, Overlap, Schedule, ZeroStage};

pub(super) static WRITER: TargetWriter = TargetWriter {
    file_name: "nanotron.yaml",
    text,
    launch: |facts| {
        let script = " run_train.py --config-file nanotron.yaml";
        [&torchrun(facts), script].concat()
    },
};

fn text(job: &ExportInput, comments: &[String]) -> String {
    syntax::yaml_file(TABLE, job.facts, comments)
}

const TABLE: &[OptionRow] = &[
    row("general.project", |_| word("shardwise")),
    row("parallelism.dp", |f| whole(f.data)),
    row("parallelism.pp", |f| whole(f.plan.layout.pipeline)),
    row("parallelism.tp", |f| whole(f.plan.layout.tensor)),
    row("parallelism.context_parallel_size", |f| {
        whole(f.plan.layout.context)
    }),
    row("parallelism.pp_engine", |f| {
        let [own, plain] = [f.plan.schedule(), Schedule::PLAIN].map(|it| names(it).nanotron);
        own.or(plain).map(OptionValue::Word)
    }),
    row("parallelism.tp_mode", |f| {
        let scatters = f.plan.sequence_parallel();
        word(if scatters {
            "REDUCE_SCATTER"
        } else {
            "ALL_REDUCE"
        })
    }),
    row("parallelism.tp_linear_async_communication", |f| {
        switch(f.plan.sequence_parallel() && f.plan.overlaps(Overlap::Tensor))
    }),
    row("parallelism.recompute_layer", |f| {
        switch(f.recomputes_layers())
    }),
    row("model.model_config.is_llama_config", |_| switch(true)),
    row("model.model_config.num_hidden_layers", |f| {
        whole(f.plan.model.layers)
    }),
    row("model.model_config.hidden_size", |f| {
        whole(f.plan.model.hidden)
    }),
    row("model.model_config.intermediate_size", |f| {
        whole(f.plan.model.ffn)
    }),
    row("model.model_config.num_attention_heads", |f| {
        whole(f.plan.model.heads)
    }),
    row("model.model_config.num_key_value_heads", |f| {
        whole(f.plan.model.kv_heads)
    }),
    row("model.model_config.attention_bias", |f| {
        on(f.plan.model.bias)
    }),
    row("model.model_config.max_position_embeddings", |f| {
        whole(f.plan.model.trained_sequence.max(f.plan.sequence()))
    }),
    row("model.model_config.tie_word_embeddings", |f| {
        switch(f.plan.model.tied)
    }),
    row("model.model_config.vocab_size", |f| {
        whole(f.plan.model.vocab)
    }),
    row("model.model_config._attn_implementation", |f| {
        word(if f.plan.levers.flash {
            "flash_attention_2"
        } else {
            "sdpa"
        })
    }),
    // 0.02 is nanotron's `initializer_range`.
    row("model.init_method.std", |_| number("0.02")),
    row("model.dtype", |f| match f.plan.levers.dtype {
        Dtype::Fp32 => word("float32"),
        Dtype::Fp16 => word("float16"),
        _ => word("bfloat16"),
    }),
    row("model.make_vocab_size_divisible_by", |_| whole(1)),
    row("tokens.sequence_length", |f| whole(f.plan.sequence())),
    row("tokens.micro_batch_size", |f| whole(f.plan.batch.micro)),
    row("tokens.batch_accumulation_per_replica", |f| {
        whole(f.legal.micro_batches)
    }),
    row("tokens.train_steps", |f| whole(f.steps())),
    row("optimizer.zero_stage", |f| {
        whole(u64::from(f.plan.layout.zero != ZeroStage::Zero))
    }),
    row("optimizer.accumulate_grad_in_fp32", |f| {
        switch(!keeps_nothing_in_fp32(f))
    }),
    // Settings that no plan has and that the file needs: values of Llama 2 (Touvron 2023, section
    // 2.2).
    row("optimizer.weight_decay", |_| number("0.1")),
    row("optimizer.clip_grad", |_| number("1.0")),
    row("optimizer.optimizer_factory.name", |f| {
        let is_sgd = f.plan.levers.optimizer == Optimizer::SgdMomentum;
        word(if is_sgd { "sgd" } else { "adamW" })
    }),
    row("optimizer.optimizer_factory.adam_beta1", |f| {
        adam(f.plan.levers.optimizer, "0.9")
    }),
    row("optimizer.optimizer_factory.adam_beta2", |f| {
        adam(f.plan.levers.optimizer, "0.95")
    }),
    row("optimizer.optimizer_factory.adam_eps", |f| {
        adam(f.plan.levers.optimizer, "1.0e-05")
    }),
    row("optimizer.optimizer_factory.torch_adam_is_fused", |f| {
        on(f.plan.levers.optimizer != Optimizer::SgdMomentum)
    }),
    row("optimizer.learning_rate_scheduler.learning_rate", |_| {
        number("3.0e-04")
    }),
    row("optimizer.learning_rate_scheduler.lr_warmup_steps", |f| {
        // A two-hundredth of the run, at least one step.
        whole_if(f.steps() > 1, (f.steps() / 200).max(1))
    }),
    row("optimizer.learning_rate_scheduler.lr_warmup_style", |_| {
        word("linear")
    }),
    row("optimizer.learning_rate_scheduler.lr_decay_style", |_| {
        word("cosine")
    }),
    row("optimizer.learning_rate_scheduler.min_decay_lr", |_| {
        number("3.0e-05")
    }),
];

/// True if weights and gradients are 16 bit only.
pub(super) fn keeps_nothing_in_fp32(facts: &Facts) -> bool {
    let plan = facts.plan;
    plan.master() == MasterWeights::None
        && plan.gradients() == GradientType::Half
        && plan.levers.dtype != Dtype::Fp32
}

fn adam(optimizer: Optimizer, digits: &'static str) -> Option<OptionValue> {
    if optimizer == Optimizer::SgdMomentum {
        None
    } else {
        number(digits)
    }
}
