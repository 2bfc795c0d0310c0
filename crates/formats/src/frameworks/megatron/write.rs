//! The file of Megatron-LM's arguments, and the command that starts it.

use super::rules::strategy;
use super::table::WRITTEN;
use crate::export::document::set;
use crate::export::facts::Facts;
use crate::export::slurm::torchrun;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use cost::plan::Family;

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "megatron.sh",
    text,
    launch: |facts| {
        let script = " pretrain_gpt.py \"${MEGATRON_ARGS[@]}\"";
        let before = [
            connections(facts),
            deterministic_collectives(facts),
            offload_version(facts),
        ];
        [&before.concat(), &torchrun(facts), script].concat()
    },
};

/// A shell script to be sourced: the arguments as one array.
fn text(job: &ExportInput, comments: &[String]) -> String {
    let options = set(&WRITTEN, job.facts);
    [
        &syntax::comments(comments),
        "MEGATRON_ARGS=(\n",
        &syntax::arguments(&options),
        ")\n",
    ]
    .concat()
}

/// Up to Hopper communication waits for compute in the right order only with one queue
/// (`validate_args` refuses other values).
fn connections(facts: &Facts) -> &'static str {
    let layout = &facts.plan.layout;
    let is_newer = matches!(
        facts.plan.cluster.gpu.family,
        Family::Blackwell | Family::BlackwellUltra
    );
    let needs = layout.tensor > 1 || layout.context > 1;
    if needs && !is_newer && strategy(facts).is_none() {
        "CUDA_DEVICE_MAX_CONNECTIONS=1 "
    } else {
        ""
    }
}

/// NCCL setting of a deterministic run (`validate_args` refuses other values): an algorithm that
/// always adds in the same order.
pub(crate) fn deterministic_collectives(facts: &Facts) -> &'static str {
    if facts.plan.stack.deterministic {
        "NCCL_ALGO=Ring "
    } else {
        ""
    }
}

/// TransformerEngine setting from 2.10 on for the offload of parts of a layer (`validate_args`).
fn offload_version(facts: &Facts) -> &'static str {
    if facts.offload_modules().is_some() {
        "NVTE_CPU_OFFLOAD_V1=1 "
    } else {
        ""
    }
}
