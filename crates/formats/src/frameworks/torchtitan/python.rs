//! A Python function that changes a configuration of torchtitan 0.3, which reads no TOML.
//!
//! Source of every option: pytorch/torchtitan 0.3.0, `torchtitan/trainer.py`, `config/configs.py`,
//! `components/loss.py`, `components/optimizer/optimizer.py`, `components/quantization/*.py`,
//! `distributed/activation_checkpoint.py`; names of models and of their functions:
//! `models/*/__init__.py` and `config_registry.py`; Muon: `models/kimi_k2_7/config_registry.py`.

use super::WRITTEN;
use super::write::{family, is_compiled, writes_muon};
use crate::export::document::set_in;
use crate::export::facts::Facts;
use crate::export::slurm::torchrun;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use cost::plan::{CrossEntropy, Dispatcher, Dtype, Recompute};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "torchtitan_plan.py",
    text,
    launch: |facts| {
        let module = " -m torchtitan.train --module torchtitan_plan --config plan";
        [&torchrun(facts), module].concat()
    },
};

const IMPORTS: &str = "\
from torchtitan.components import loss, optimizer, quantization
from torchtitan.distributed import activation_checkpoint
";

const MUON_IMPORTS: &str = "\
import re

from torch.distributed.tensor import Shard
from torchtitan.distributed import flex_shard
from torchtitan.models.common.linear import Linear
from torchtitan.models.common.moe import GroupedExperts
";

/// Muon for whole matrices and whole experts, one rank each; AdamW for the other parameters.
const MUON: &str = r#"    shape = config.model_spec.model
    whole = flex_shard.ComputeLayout(shardings_by_mesh_axis={"dp_shard": flex_shard.Owned()})
    stack = flex_shard.ComputeLayout(
        shardings_by_mesh_axis={axis: Shard(0) for axis in ("dp_shard", "efsdp", "ep")}
    )
    matrices = {
        f"{name}.weight": whole
        for name, *_ in shape.traverse(Linear.Config)
        if name.startswith("layers.")
    } | {
        f"{name}.{part}": stack
        for name, *_ in shape.traverse(GroupedExperts.Config)
        for part in ("w1_EFD", "w2_EDF", "w3_EFD")
    }
    adamw = config.optimizer.param_groups[-1]
    config.optimizer = optimizer.OptimizersContainer.Config(
        implementation="foreach",
        param_groups=[
            optimizer.ParamGroupConfig(
                pattern="^(?:" + "|".join(map(re.escape, matrices)) + ")$",
                optimizer_name="DistMuon",
                optimizer_kwargs={
                    "lr": adamw.optimizer_kwargs["lr"],
                    "weight_decay": 0.1,
                    "foreach": False,
                    "adjust_lr_fn": "match_rms_adamw",
                },
            ),
            adamw,
        ],
        optimizer_factory_kwargs_by_name={
            "DistMuon": {
                "bucket_configs": tuple(
                    flex_shard.BucketConfig(patterns=(name,), name=name) for name in matrices
                ),
                "compute_sharding_by_fqn": matrices,
            }
        },
    )
"#;

fn text(job: &ExportInput, comments: &[String]) -> String {
    let facts = job.facts;
    let mut text = syntax::comments(comments);
    if writes_muon(facts) {
        text.push_str(MUON_IMPORTS);
    }
    text.push_str(IMPORTS);
    let family = family(facts);
    if let Some((name, _)) = family {
        let models = ["from torchtitan.models import ", name, "\n"].concat();
        let configs = ["from torchtitan.models.", name, " import config_registry\n"].concat();
        text.push_str(&[models, configs].concat());
    }
    text.push_str("from torchtitan.trainer import Trainer\n\n\ndef plan() -> Trainer.Config:\n");
    let mut state = |option: &str, value: &str| {
        text.push_str(&["    config", option, " = ", value, "\n"].concat());
    };
    match family {
        Some((name, flavor)) => {
            let start = ["config_registry.", &function(facts.plan.model.preset), "()"].concat();
            state("", &start);
            state(".model_spec", &model_spec(facts, name, flavor));
        }
        None => {
            state("", "Trainer.Config()");
            state(".optimizer", "optimizer.default_adamw()");
        }
    }
    state(".loss", &loss(facts));
    state(
        ".activation_checkpoint",
        match facts.plan.levers.recompute {
            Recompute::None => "None",
            Recompute::Full => "activation_checkpoint.FullAC.Config()",
            Recompute::Selective => "activation_checkpoint.SelectiveAC.Config()",
        },
    );
    for (option, value) in set_in(&WRITTEN, facts, "0.3") {
        state(&[".", option].concat(), &syntax::python(&value));
    }
    if facts.plan.layout.pipeline > 1 && !facts.plan.layout.split.is_empty() {
        state(
            ".parallelism.module_fqns_per_model_part",
            &stages(&facts.plan.layout.split),
        );
    }
    if writes_muon(facts) {
        text.push_str(MUON);
    }
    text.push_str("    return config\n");
    text
}

/// The function with the configuration of a model, or of the nearest model of its kind with such a
/// function.
fn function(preset: &str) -> String {
    match preset {
        "qwen3-8b" => String::from("qwen3_14b"),
        "qwen3-235b-a22b" => String::from("qwen3_30b_a3b"),
        "deepseek-v2-236b" => String::from("deepseek_v3_671b"),
        other => other.replace('-', "_"),
    }
}

/// The call that builds the model, with its flavor, exchange of tokens and narrow products.
fn model_spec(facts: &Facts, name: &str, flavor: &str) -> String {
    let mut text = [name, ".model_registry(\"", flavor, "\""].concat();
    let backend = match facts.plan.dispatcher() {
        Dispatcher::DeepEp => Some("deepep"),
        Dispatcher::HybridEp => Some("hybridep"),
        _ => None,
    };
    if let Some(backend) = backend.filter(|_| facts.exchanges_tokens()) {
        text.push_str(&[", moe_comm_backend=\"", backend, "\""].concat());
    }
    if facts.plan.model.multi_token_layers > 0 {
        let layers = facts.plan.model.multi_token_layers.to_string();
        text.push_str(&[", num_mtp_layers=", &layers].concat());
    }
    // The head and the router stay in 16 bits.
    let inside = "fqns=[\"attention\", \"feed_forward\", \"shared_experts\"]";
    let (kind, modules) = match facts.plan.levers.dtype {
        Dtype::Fp8 => ("Float8", "filter_fqns=[\"lm_head\", \"router.gate\"]"),
        Dtype::MxFp8 => ("MXFP8", inside),
        Dtype::NvFp4 => ("NVFP4", inside),
        _ => return [&text, ")"].concat(),
    };
    let compiled = if is_compiled(facts) { "True" } else { "False" };
    let compiled = ["model_compile_enabled=", compiled].concat();
    let linear = ["LinearConverter.Config(", modules, ", ", &compiled, ")"].concat();
    let experts = ["GroupedExpertsConverter.Config(", &compiled, ")"].concat();
    let has_experts = facts.is_routed() && kind != "NVFP4";
    let converters = [Some(linear), has_experts.then_some(experts)];
    let converters = converters.into_iter().flatten();
    let converters = converters.map(|converter| ["quantization.", kind, &converter].concat());
    let converters: Vec<String> = converters.collect();
    text.push_str(&[", converters=[", &converters.join(", "), "])"].concat());
    text
}

fn loss(facts: &Facts) -> String {
    let vocab = facts.plan.model.vocab.to_string();
    let plain = [
        "loss.CrossEntropyLoss.Config(global_vocab_size=",
        &vocab,
        ")",
    ]
    .concat();
    if facts.plan.levers.cross_entropy == CrossEntropy::Chunked {
        ["loss.ChunkedLossWrapper.Config(loss_fn=", &plain, ")"].concat()
    } else {
        plain
    }
}

/// The modules of each stage, a line each.
fn stages(split: &[u64]) -> String {
    let (mut first, last) = (0, split.len().saturating_sub(1));
    let lines = split.iter().enumerate().map(|(stage, layers)| {
        let range = [first, first + layers].map(|layer| layer.to_string());
        first += layers;
        let before = if stage == 0 {
            "\"tok_embeddings\", "
        } else {
            ""
        };
        let behind = if stage == last {
            ", \"norm\", \"lm_head\""
        } else {
            ""
        };
        let layers = ["*(f\"layers.{n}\" for n in range(", &range.join(", "), "))"].concat();
        ["        [", before, &layers, behind, "],\n"].concat()
    });
    ["[\n", &lines.collect::<String>(), "    ]"].concat()
}
