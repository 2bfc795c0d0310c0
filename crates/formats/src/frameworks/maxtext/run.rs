//! The batch, types, recompute and software.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/formats/tests/all/releases.rs`.

use super::model::{is_deep, is_tpu, model_name};
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, on, whole, word, word_if};
use crate::export::facts::Facts;
use crate::frameworks::setting::{Setting, known, lacks, number, option, read, words, written};
use crate::import::fields::{Fields, written as as_written};
use crate::import::following::Following;
use crate::import::imported::{ImportNote, MissingSetting};
use cost::plan::{
    CrossEntropy, Dtype, Family, Kernels, MasterWeights, Module, Offload, Optimizer, Recipe,
    Recompute,
};

pub(super) const BATCH_ROWS: &[Setting] = &[
    number("mtp_num_layers", "mtp").when(|f| f.plan.model.multi_token_layers > 0),
    number("max_target_length", "seq").usual("2048"),
    option(EACH, each, batch),
    written("gradient_accumulation_steps", |f| {
        whole(f.legal.micro_batches)
    })
    .when(|f| f.plan.layout.pipeline == 1)
    .beside(),
    option(
        "steps",
        |f| whole(f.steps()),
        |file| {
            let steps = file.whole("steps");
            file.reading.steps(steps, "steps");
        },
    ),
];

pub(super) const LEVER_ROWS: &[Setting] = &[
    words(
        "dtype",
        "dtype",
        &[
            ("bfloat16", "bf16"),
            ("float32", "fp32"),
            ("float16", "fp16"),
        ],
    )
    .usual("bf16")
    .when(|f| quantization(f).is_none())
    .read_when(|file| !is_quantized(file)),
    written("dtype", |_| word("bfloat16"))
        .when(|f| quantization(f).is_some())
        .beside(),
    words(
        "quantization",
        "dtype",
        &[
            ("fp8", "fp8"),
            ("nanoo_fp8", "fp8"),
            ("fp8_full", "fp8"),
            ("te_fp8_delayedscaling", "fp8"),
            ("te_fp8_currentscaling", "fp8"),
            ("te_mxfp8", "mxfp8"),
            ("te_nvfp4", "nvfp4"),
        ],
    )
    .written_by(|f| quantization(f).map(OptionValue::Word))
    .read_when(is_quantized)
    .lacks(&[
        Lack::when(Aspect::Dtype, Fate::Nearest, |f| {
            f.plan.levers.dtype == Dtype::Fp8Block
        }),
        // `fp8` and `nanoo_fp8`, not TransformerEngine's current scaling.
        Lack::when(Aspect::Accumulation, Fate::Refused, |f| {
            let is_narrow = matches!(f.plan.levers.dtype, Dtype::Fp8 | Dtype::Fp8Block);
            let is_amd = f.plan.cluster.gpu.family == Family::Cdna;
            is_narrow && is_amd && f.plan.layout.pipeline == 1
        }),
        Lack::when(Aspect::NarrowGathers, Fate::NoOption, |f| {
            f.plan.gathers_in_8_bits()
        }),
    ]),
    words("weight_dtype", "master", &[("bfloat16", "none")])
        .when(|f| f.plan.levers.dtype != Dtype::Fp32)
        .read_when(|file| file.text("weight_dtype") == Some("bfloat16"))
        .lacks(&[Lack::when(Aspect::Master, Fate::NoOption, |f| {
            !matches!(f.plan.master(), MasterWeights::Fp32 | MasterWeights::None)
        })]),
    words("grad_dtype", "grads", &[("bfloat16", "16bit")])
        .when(|f| f.plan.levers.dtype != Dtype::Fp32)
        .read_when(|file| file.text("grad_dtype") == Some("bfloat16")),
    words(
        "opt_type",
        "opt",
        &[
            ("adamw", "adamw"),
            ("adam_pax", "adamw"),
            ("sgd", "sgdm"),
            ("muon", "muon"),
        ],
    )
    .usual("adamw")
    .written_by(|f| {
        word(match f.plan.levers.optimizer {
            Optimizer::SgdMomentum => "sgd",
            Optimizer::Muon => "muon",
            _ => "adamw",
        })
    })
    .lacks(&[
        Lack::when(Aspect::Optimizer, Fate::NoOption, |f| {
            use Optimizer::{AdamWBf16, Muon, SgdMomentum};
            !matches!(f.plan.levers.optimizer, SgdMomentum | Muon | AdamWBf16)
        }),
        // Its Muon knows the matrices of some decoders.
        Lack::when(Aspect::Optimizer, Fate::Refused, |f| {
            let is_unknown =
                f.is_routed() && !is_deep(f.plan) || model_name(f.plan) == Some("mistral-7b");
            f.plan.levers.optimizer == Optimizer::Muon && is_unknown
        }),
        Lack::when(Aspect::Optimizer, Fate::Nearest, |f| {
            f.plan.levers.optimizer == Optimizer::AdamWBf16
        }),
    ]),
    written("mu_dtype", |f| {
        word_if(f.plan.levers.optimizer == Optimizer::AdamWBf16, "bfloat16")
    }),
    words(
        POLICY,
        "ckpt",
        &[("full", "full"), ("none", "none"), ("custom", "full")],
    )
    .usual("full")
    .written_by(|f| word(remat(f)))
    .lacks(&[
        // Policies name tensors, not modules.
        Lack::when(Aspect::Selective, Fate::Nearest, |_| true),
        Lack::no_option(Aspect::SomeLayers),
        Lack::when(Aspect::OffloadActivations, Fate::Nearest, |f| {
            f.plan.levers.recompute != Recompute::Full
        }),
    ]),
    read(POLICY, |file| {
        file.reading.plan.levers.recompute_layers = None;
        if file.text(POLICY) == Some("custom") {
            // Tensors without an option are recomputed; the plan keeps none of the others either.
            file.reading.remark(ImportNote::Nearest {
                option: String::from(POLICY),
                value: String::from("custom"),
            });
        }
    }),
    written("decoder_layer_input", |f| {
        word_if(remat(f) == "custom", "offload")
    })
    .beside(),
    option(
        "optimizer_memory_host_offload",
        |f| on(f.offloads(Offload::Optimizer)),
        offload,
    ),
    written("parameter_memory_host_offload", |f| {
        on(f.offloads(Offload::Parameters))
    })
    .beside(),
    words(
        "attention",
        "flash",
        &[
            ("autoselected", "1"),
            ("flash", "1"),
            ("cudnn_flash_te", "1"),
            ("cudnn_flash_jax", "1"),
            ("dot_product", "0"),
        ],
    )
    .written_by(|f| {
        word(match (f.plan.levers.flash, is_tpu(f)) {
            (false, _) => "dot_product",
            (true, true) => "flash",
            (true, false) => "cudnn_flash_te",
        })
    }),
    // TransformerEngine's attention over packed sequences; the value of MaxText's own files.
    written("max_segments_per_seq", |_| whole(32)).when(|f| f.plan.levers.flash && !is_tpu(f)),
    // Tiles of the logits.
    option(
        "num_vocab_tiling",
        |_| whole(8),
        |file| {
            if file
                .whole("num_vocab_tiling")
                .is_some_and(|tiles| tiles > 1)
            {
                file.reading.set("ce", "num_vocab_tiling", "chunked");
            }
        },
    )
    .when(|f| f.plan.levers.cross_entropy == CrossEntropy::Chunked)
    .lacks(&[Lack::when(Aspect::CrossEntropy, Fate::NoOption, |f| {
        use CrossEntropy::{Chunked, Compiled};
        !matches!(f.plan.levers.cross_entropy, Chunked | Compiled)
    })]),
    known(IDLE),
    lacks(&[
        Lack::no_option(Aspect::MlpTiles),
        Lack::no_option(Aspect::NarrowGates),
        Lack::no_option(Aspect::OffloadModules),
        Lack::yours(Aspect::Recipe),
        Lack::yours(Aspect::Rendezvous),
        Lack::no_option(Aspect::WeightStorage),
        Lack::no_option(Aspect::Adapters),
        Lack::no_option(Aspect::Objective),
        Lack::no_option(Aspect::FrozenParts),
        Lack::in_code(Aspect::Lengths),
        Lack::no_option(Aspect::PagedMoments),
        Lack::no_option(Aspect::GradientSync),
        Lack::no_option(Aspect::OptimizerKernel),
        Lack::no_option(Aspect::Dispatcher),
        Lack::no_option(Aspect::Messages),
        Lack::when(Aspect::Kernels, Fate::NoOption, |f| {
            f.plan.kernels() != Kernels::Compiled
        }),
        Lack::when(Aspect::Overlap, Fate::Nearest, |_| true),
        Lack::no_option(Aspect::Deterministic),
        Lack::when(Aspect::Habits, Fate::NoOption, |f| {
            f.plan.stack.recipe != Recipe::MaxText
        }),
    ]),
];

/// Options that change no figure. An asterisk stands for the rest of a name.
const IDLE: &str = "\
    normalization_layer_epsilon base_output_directory dataset_path dataset_type dataset_name \
    tokenizer_path tokenizer_type enable_checkpointing async_checkpointing checkpoint_period \
    reuse_example_batch override_model_config scan_layers learning_rate warmup_steps_fraction \
    enable_goodput_recording use_iota_embed megablox sparse_matmul capacity_factor \
    packing load_parameters_path log_period metrics_file gcs_metrics profiler \
    save_config_to_gcs load_balance_loss_weight routed_scaling_factor routed_score_func routed_bias \
    norm_topk_prob use_qk_norm steps_per_eval matmul_precision allow_split_physical_axes num_slices \
    compile_topology compile_topology_num_slices logits_dot_in_fp32 normalize_embedding_logits \
    adam_* learning_rate_* cosine_* sa_* profiler_* skip_* upload_* hf_* grain_* rope_* yarn_* eval_* \
    prefill_* decode_* ar_* inference_* tokenize_* monitor_* goodput_*";

const EACH: &str = "per_device_batch_size";
const POLICY: &str = "remat_policy";

/// True if products are in another type than weights.
fn is_quantized(file: &Fields) -> bool {
    let word = file.text("quantization");
    word.is_some_and(|word| !word.is_empty())
}

/// Sequences of a device, those of all micro-batches in a pipeline.
fn each(facts: &Facts) -> Option<OptionValue> {
    let steps = if facts.plan.layout.pipeline > 1 {
        1
    } else {
        facts.legal.micro_batches
    };
    let devices = facts.plan.cluster.gpus * steps;
    let ratio = ratio(facts.plan.global_batch(), devices);
    Some(OptionValue::Number(ratio.into()))
}

/// A quotient with at most six decimals, rounded up: MaxText cuts off its product with the devices.
fn ratio(part: u64, whole: u64) -> String {
    const UNIT: u64 = 1_000_000;
    let millionths = u128::from(part) * u128::from(UNIT);
    let millionths = millionths.div_ceil(u128::from(whole.max(1)));
    let (units, rest) = (millionths / u128::from(UNIT), millionths % u128::from(UNIT));
    let decimals = format!("{rest:06}");
    let decimals = decimals.trim_end_matches('0');
    let decimals = if decimals.is_empty() { "0" } else { decimals };
    [&units.to_string(), ".", decimals].concat()
}

/// Sequences of all devices, including tensor-parallel ones, rounded down. A data-parallel rank
/// takes those of its model-parallel devices at once.
fn batch(file: &mut Fields) {
    let plan = &file.reading.plan;
    let (devices, stages) = (plan.cluster.gpus, plan.layout.pipeline);
    let replicas = plan.data_parallel().max(1);
    let each = file.value.at(EACH).map(as_written);
    match each.as_deref().map(|each| (each, sequences(devices, each))) {
        Some((_, Some(sequences))) => {
            let steps = file.whole("gradient_accumulation_steps").unwrap_or(1);
            let global = sequences.saturating_mul(steps);
            file.reading.set_whole("gbs", EACH, global);
            let parts = file.whole("num_pipeline_microbatches").unwrap_or(stages);
            let micro = sequences / replicas / parts.max(1);
            file.reading.set_whole("mbs", EACH, micro.max(1));
            let each = replicas.saturating_mul(file.reading.plan.batch.micro);
            file.reading
                .follow(Following::Batch((global / each.max(1)).max(1)));
            return;
        }
        Some((text, None)) => file.reading.unfit(EACH, text),
        None => {}
    }
    file.reading.missing(MissingSetting::Batch);
}

/// Sequences of all devices, by a decimal number of sequences of each.
fn sequences(devices: u64, each: &str) -> Option<u64> {
    let (units, decimals) = each.split_once('.').unwrap_or((each, "0"));
    let decimals = decimals.get(..9).unwrap_or(decimals);
    let scale = 10_u128.checked_pow(u32::try_from(decimals.len()).ok()?)?;
    let units: u32 = units.parse().ok()?;
    let decimals: u32 = decimals.parse().ok()?;
    let parts = u128::from(units) * scale + u128::from(decimals);
    u64::try_from(parts * u128::from(devices) / scale).ok()
}

/// Type of the matrix products, if it is narrower than 16 bits.
fn quantization(facts: &Facts) -> Option<&'static str> {
    let plan = facts.plan;
    Some(match (plan.levers.dtype, plan.cluster.gpu.family) {
        (Dtype::Fp8 | Dtype::Fp8Block, Family::Tpu) => "fp8_full",
        (Dtype::Fp8 | Dtype::Fp8Block, Family::Cdna) => "nanoo_fp8",
        (Dtype::Fp8 | Dtype::Fp8Block, _) => "te_fp8_currentscaling",
        (Dtype::MxFp8, _) => "te_mxfp8",
        (Dtype::NvFp4, _) => "te_nvfp4",
        _ => return None,
    })
}

/// Policy for tensors kept for backward: one of MaxText's names, or only inputs of layers, on the
/// host.
fn remat(facts: &Facts) -> &'static str {
    let levers = &facts.plan.levers;
    let offloads = facts.offloads(Offload::Activations);
    match levers.recompute {
        Recompute::Full if offloads => "custom",
        Recompute::Full => "full",
        _ if offloads => "minimal_offloaded",
        Recompute::None => "none",
        Recompute::Selective if levers.modules.contains(Module::Mlp) => "save_dot_except_mlp",
        Recompute::Selective if levers.modules.contains(Module::Core) => "minimal",
        Recompute::Selective => "minimal_with_context",
    }
}

fn offload(file: &mut Fields) {
    let option = "optimizer_memory_host_offload";
    let parts = [(option, "opt"), ("parameter_memory_host_offload", "params")];
    let moved = parts.into_iter().filter(|(path, _)| file.is_on(path));
    let moved: Vec<&str> = moved.map(|(_, part)| part).collect();
    if !moved.is_empty() {
        file.reading.set("off", option, &moved.join(","));
    }
}
