//! Time of the optimizer's step on a rank.

use crate::calibration::HOST_BYTES_PER_SECOND;
use crate::communication;
use crate::legal::Legal;
use crate::muon;
use crate::operation::Work;
use crate::params::RankParams;
use crate::plan::{Offload, Optimizer};
use crate::roofline::Roofline;
use crate::state::{self, PerParameter};
use crate::traffic::Exchange;
use crate::units::{Bytes, Flops, Seconds};

/// The optimizer reads and writes its share of the state, reads the gradient and writes the weight:
/// 28 bytes a parameter with fp32 Adam, 30 with fp32 gradients. Muon also makes the updates
/// orthogonal. If the optimizer is offloaded, gradients and new weights cross the host's link, 4
/// bytes down and 2 up, while the host moves the same bytes through its memory, which all GPUs of a
/// node share.
pub(crate) fn optimizer(
    legal: &Legal,
    roofline: &Roofline,
    params: RankParams,
) -> (Work, Exchange) {
    let sharded = legal.plan.layout.zero.shards_optimizer();
    let sharers = |ranks: u64| if sharded { ranks * legal.copies() } else { 1 };
    let own = params.over(
        sharers(legal.shard_group()),
        sharers(legal.expert_shard_group()),
    );
    let each = PerParameter::of(legal.plan);
    // The state is read and written, the gradient read, and the weight written.
    let (state, weight) = (each.optimizer as f64, each.weight_bits as f64 / 8.0);
    let params = own.total().trainable;
    // Muon's products run on the GPU wherever the state lives.
    let orthogonal = match legal.plan.levers.optimizer {
        Optimizer::Muon => muon::flops(&legal.plan.model, own),
        _ => Flops::default(),
    };
    let products = roofline.large_16(orthogonal);
    let bytes = (2.0 * state + each.gradients as f64 + weight) * params as f64;
    if legal.plan.levers.offload.contains(Offload::Optimizer) {
        let crossing = Bytes::product([6, params]);
        let moved = communication::host_transfer(legal, crossing, Seconds::ZERO);
        let node = legal.plan.cluster.gpu.node.min(legal.plan.cluster.gpus);
        let host = Seconds(bytes * node as f64 / HOST_BYTES_PER_SECOND);
        let work = Work {
            flops: orthogonal,
            seconds: host.beyond(moved.exposed()) + products,
            ..Work::default()
        };
        return (work, moved);
    }
    // Paged moments are assumed to be on the host when the step begins and when it ends: they cross
    // the link twice. Where the GPU has room they stay, and the step is shorter. The driver moves
    // them, page by page, while the optimizer's kernels run: they are a part of its time.
    let paging = if legal.plan.levers.pages_moments() {
        let moments = state::moments(&legal.plan.levers).min(each.optimizer);
        let crossing = Bytes::product([2, moments, params]);
        communication::host_transfer(legal, crossing, Seconds::ZERO).exposed()
    } else {
        Seconds::ZERO
    };
    let streaming = Work::streaming(bytes, roofline.streaming(bytes));
    let work = Work {
        flops: Flops(streaming.flops.0 + orthogonal.0),
        seconds: streaming.seconds + products + paging,
        ..streaming
    };
    (work, Exchange::default())
}
