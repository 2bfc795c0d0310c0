//! The node whose host holds most.

use super::phase::HostPhase;
use super::rank::RankHost;
use crate::legal::Legal;

/// Bytes on the host of the fullest node; `read` gives those of a rank. Ranks of a pipeline stage
/// are neighbours (`Placement::stage`), so that a node has ranks of one stage or of several
/// neighbouring ones.
pub(super) fn fullest(
    legal: &Legal,
    stages: &[RankHost],
    read: &dyn Fn(&RankHost) -> HostPhase,
) -> HostPhase {
    let gpus = legal.plan.cluster.gpus.max(1);
    let node = legal.plan.cluster.gpu.node.clamp(1, gpus);
    let of_stage = (gpus / stages.len().max(1) as u64).max(1);
    let held: Vec<HostPhase> = stages.iter().map(read).collect();
    let of_node = |index: u64| {
        let (first, end) = (index * node, (index * node + node).min(gpus));
        let mut sum = HostPhase::default();
        let mut rank = first;
        while rank < end {
            let stage = rank / of_stage;
            let next = ((stage + 1) * of_stage).min(end);
            if let Some(held) = held.get(stage as usize) {
                sum = sum + *held * (next - rank);
            }
            rank = next;
        }
        sum
    };
    // The nodes of a stage that differ: its first, the next, which may be all of it, and its last.
    let mut most = HostPhase::default();
    let mut tried = None;
    for stage in 0..held.len() as u64 {
        let (first, last) = (stage * of_stage, (stage + 1) * of_stage - 1);
        let (first, last) = (first / node, last / node);
        for index in [first, (first + 1).min(last), last] {
            if tried.is_some_and(|tried| index <= tried) || index * node >= gpus {
                continue;
            }
            tried = Some(index);
            let sum = of_node(index);
            if sum.total() > most.total() {
                most = sum;
            }
        }
    }
    most
}
