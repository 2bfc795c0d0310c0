//! A task of `SkyPilot` in YAML.
//!
//! Sources: skypilot-org/skypilot 0.14.1, `sky/utils/schemas.py` for the fields of a task,
//! `sky/skylet/constants.py` for the variables, `sky/utils/gpu_names.py`, `sky/catalog/__init__.py`
//! and `sky/catalog/data_fetchers/fetch_runpod.py` for the names of GPUs.

use super::facts::Facts;
use super::slurm::PORT;
use super::syntax;
use super::writer::{ExportInput, TargetWriter};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "skypilot.yaml",
    text,
    launch: |_| {
        let program = "TRAINING_PROGRAM='PROGRAM ITS_ARGUMENTS'";
        ["sky launch -c shardwise skypilot.yaml --env ", program].concat()
    },
};

/// Names of GPUs, by the catalogue's.
const GPUS: [(&str, &str); 21] = [
    ("v100", "V100-32GB"),
    ("t4", "T4"),
    ("l4", "L4"),
    ("a10", "A10"),
    ("a10g", "A10G"),
    ("a100-40", "A100"),
    ("a100-80", "A100-80GB"),
    ("l40s", "L40S"),
    ("rtx3090", "RTX3090"),
    ("rtx4090", "RTX4090"),
    ("rtx6000ada", "RTX6000-Ada"),
    ("rtx5090", "RTX5090"),
    ("rtxpro6000", "RTXPRO6000"),
    ("h100", "H100"),
    ("h200", "H200"),
    ("gh200", "GH200"),
    ("b200", "B200"),
    ("b300", "B300"),
    ("gb200", "GB200"),
    ("gb300", "GB300"),
    ("mi300x", "MI300X"),
];

/// The name of the plan's GPU.
pub(crate) fn accelerator(facts: &Facts) -> Option<&'static str> {
    let preset = facts.plan.cluster.gpu.preset;
    let found = GPUS.iter().find(|(known, _)| *known == preset);
    found.map(|(_, name)| *name)
}

fn text(job: &ExportInput, comments: &[String]) -> String {
    let facts = job.facts;
    let mut text = syntax::comments(comments);
    text.push_str("name: shardwise\nworkdir: .\nnum_nodes: ");
    text.push_str(&facts.nodes().to_string());
    if let Some(name) = accelerator(facts) {
        let each = facts.per_node().to_string();
        let parts = ["\nresources:\n  accelerators: ", name, ":", &each];
        text.push_str(&parts.concat());
    }
    text.push_str(
        "\nenvs:\n  TRAINING_PROGRAM: train.py\nsetup: |\n  pip install torch\nrun: |\n  \
         head_node=$(echo \"$SKYPILOT_NODE_IPS\" | head -n 1)\n  \
         torchrun --nnodes \"$SKYPILOT_NUM_NODES\" \
         --nproc-per-node \"$SKYPILOT_NUM_GPUS_PER_NODE\" \\\n    \
         --node-rank \"$SKYPILOT_NODE_RANK\" --master-addr \"$head_node\" --master-port ",
    );
    text.push_str(PORT);
    text.push_str(" \\\n    $TRAINING_PROGRAM\n");
    text
}
