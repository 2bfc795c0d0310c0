//! torchtitan's log.
//!
//! Source of the lines: pytorch/torchtitan 0.1.0, 0.2.2 and commit b5bcd76c66d0 (2026),
//! `MetricsProcessor.log` in `torchtitan/components/metrics.py`, `torchtitan/train.py` or
//! `trainer.py`, `torchtitan/distributed/parallel_dims.py`. `tps`, once `wps`, is the tokens of a
//! data-parallel rank over time × tensor × pipeline × context ranks, so the tokens of a step over
//! time × GPUs. The memory is that reserved by the allocator of the logging rank.

use super::lines::{behind, whole_after};
use super::run_facts::RunFacts;
use super::table::{LogTable, PeakCount, PeakField, StepField, StepUnit};
use crate::import::remark::RunFact;

/// A validation has a rate, but no such figure.
const TRAINING: &str = "mfu:";

pub(super) static TABLE: LogTable = LogTable {
    steps: &[
        StepField {
            label: "tps:",
            beside: TRAINING,
            iteration: "step:",
            unit: StepUnit::TokensPerGpu,
        },
        StepField {
            label: "wps:",
            beside: TRAINING,
            iteration: "step:",
            unit: StepUnit::TokensPerGpu,
        },
    ],
    peaks: &[PeakField {
        label: "memory:",
        unit: "GiB(",
        gib: 1.0,
        count: PeakCount::Reserved,
    }],
    is_one_rank: true,
    fact_labels: &[BATCH, MESH],
    facts,
};

/// Degrees whose product is the number of GPUs.
const DEGREES: [&str; 5] = ["pp=", "dp_replicate=", "dp_shard=", "cp=", "tp="];

const BATCH: &str = "Trainer is initialized";
const MESH: &str = "device mesh with";

fn facts(line: &str, facts: &mut RunFacts) {
    if line.contains(BATCH) {
        facts.note(RunFact::Batch, whole_after(line, "global batch size"));
        facts.note(RunFact::Sequence, whole_after(line, "sequence length"));
        let before = line.split(" tokens per train step").next();
        let tokens = before.and_then(|before| before.rsplit(' ').next()?.parse().ok());
        facts.note(RunFact::Tokens, tokens);
    } else if let Some(mesh) = behind(line, MESH).next() {
        facts.note(RunFact::Gpus, ranks(mesh));
    }
}

/// The product of the degrees of a mesh: by their names, or in the list at the end of the line.
fn ranks(mesh: &str) -> Option<u64> {
    let times = |product: u64, degree: Option<u64>| product.checked_mul(degree?);
    if mesh.contains("dp_shard=") {
        let degrees = DEGREES.iter().map(|name| whole_after(mesh, name));
        return degrees.into_iter().try_fold(1, times);
    }
    let (_, list) = mesh.rsplit_once('[')?;
    let mut degrees = list.split_once(']')?.0.split(',');
    degrees.try_fold(1, |product, degree| {
        times(product, degree.trim().parse().ok())
    })
}
