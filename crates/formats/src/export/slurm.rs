//! A skeleton of a Slurm batch script.
//!
//! Sources: Slurm's manual of `sbatch` (24.05) for `--job-name --nodes --ntasks-per-node
//! --gpus-per-node --exclusive --output` and `SLURM_JOB_ID SLURM_JOB_NODELIST`; PyTorch's manual
//! of `torchrun` (2.7) for its options.

use super::facts::Facts;
use super::syntax;
use super::writer::{ExportInput, TargetWriter};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "train.sbatch",
    text,
    launch: |_| String::from("sbatch train.sbatch TRAINING_PROGRAM ITS_ARGUMENTS"),
};

/// The port of the rendezvous, torchrun's default.
pub(crate) const PORT: &str = "29500";

/// A command that starts a process for each GPU of this node.
pub(crate) fn torchrun(facts: &Facts) -> String {
    let (nodes, each) = (facts.nodes().to_string(), facts.per_node().to_string());
    ["torchrun --nnodes ", &nodes, " --nproc-per-node ", &each].concat()
}

fn text(job: &ExportInput, comments: &[String]) -> String {
    let facts = job.facts;
    let options = [
        ("--job-name=", String::from("shardwise")),
        ("--nodes=", facts.nodes().to_string()),
        ("--ntasks-per-node=", String::from("1")),
        ("--gpus-per-node=", facts.per_node().to_string()),
        ("--exclusive", String::new()),
        ("--output=", String::from("%x-%j.log")),
    ];
    let mut text = String::from("#!/bin/bash\n");
    // Slurm stops reading its options at the first command, not at comments.
    for (option, value) in options {
        text.push_str(&["#SBATCH ", option, &value, "\n"].concat());
    }
    text.push_str(&syntax::comments(comments));
    text.push_str(
        "set -euo pipefail\n\
         head_node=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n 1)\n\
         srun ",
    );
    let rendezvous = [
        " \\\n    --rdzv-id \"$SLURM_JOB_ID\" --rdzv-backend c10d \\\n    --rdzv-endpoint \"$head_node:",
        PORT,
        "\" \\\n    \"$@\"\n",
    ];
    text.push_str(&torchrun(facts));
    text.push_str(&rendezvous.concat());
    text
}
