//! Time of the optimizer's step on a rank.

use crate::amount::{Amount, Count, Part, Symbol, Unit};
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
pub(crate) fn optimizer<A: Amount>(
    legal: &Legal,
    roofline: &Roofline<A>,
    params: RankParams,
) -> (Work<A>, Exchange<A>) {
    let sharded = legal.plan.layout.zero.shards_optimizer();
    let sharers = |ranks: u64| if sharded { ranks * legal.copies() } else { 1 };
    let own = params.over(
        sharers(legal.shard_group()),
        sharers(legal.expert_shard_group()),
    );
    let each = PerParameter::of(legal.plan);
    let bytes = |value| A::quantity(value, Unit::BYTES);
    // The state is read and written, the gradient read, and the weight written.
    let (state, weight) = (each.optimizer as f64, each.weight_bits as f64 / 8.0);
    let params = A::Count::letter(Symbol::Parameters, own.total().trainable);
    // Muon's products run on the GPU wherever the state lives.
    let orthogonal = match legal.plan.levers.optimizer {
        Optimizer::Muon => Flops(A::quantity(
            muon::flops(&legal.plan.model, own).0,
            Unit::FLOPS,
        )),
        _ => Flops(A::ZERO),
    };
    let products = roofline.large_16(orthogonal).part(Part::Orthogonal);
    let touched = bytes(2.0 * state + each.gradients as f64 + weight);
    let all = (touched.part(Part::TouchedBytes) * params.real()).part(Part::Moved);
    if legal.plan.levers.offload.contains(Offload::Optimizer) {
        let crossing = Bytes::product([A::Count::bytes(6), params]);
        let moved = communication::host_transfer(legal, crossing, Seconds::ZERO);
        let node = legal.plan.cluster.gpu.node.min(legal.plan.cluster.gpus);
        let node = A::Count::letter(Symbol::NodeGpus, node).real();
        let rate = A::quantity(HOST_BYTES_PER_SECOND, Unit::BYTES_PER_SECOND);
        let host = Seconds(all * node / rate.part(Part::HostMemory));
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
        let crossing = Bytes::product([A::Count::number(2), A::Count::bytes(moments), params]);
        let paging = communication::host_transfer::<A>(legal, crossing, Seconds::ZERO).exposed();
        paging.part(Part::Paging)
    } else {
        Seconds::ZERO
    };
    let streaming = Work::streaming(all, roofline.streaming(all).part(Part::Update));
    let work = Work {
        flops: streaming.flops + orthogonal,
        seconds: streaming.seconds + products + paging,
        ..streaming
    };
    (work, Exchange::default())
}
