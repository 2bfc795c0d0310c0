//! Overlap of a forward with a backward (DualPipe), and the time of a block that hides traffic.

use super::block_costs::BlockCosts;
use crate::amount::Amount;
use crate::legal::Legal;
use crate::plan::Overlap;
use crate::traffic::Route;
use crate::units::Seconds;

/// Share of the exposed expert exchange that opposite directions hide: all but the leaking share; 0
/// if the stack hides the exchange anyway.
pub(super) fn overlapped_share<A: Amount>(legal: &Legal) -> A {
    if legal.plan.overlaps(Overlap::Expert) {
        A::ZERO
    } else {
        A::number(1.0) - legal.fitted.tensor_leak()
    }
}

/// The time of a block under which other traffic can hide. It excludes the share of the expert
/// exchange that hides under another block and so takes no time. Otherwise the same seconds would
/// hide traffic twice.
pub(super) fn cover<A: Amount>(block: &BlockCosts<A>, hidden: A) -> Seconds<A> {
    let hidden = block.exchange.of(Route::Expert).exposed * hidden;
    Seconds(block.total() - hidden.0)
}

/// Seconds saved where a forward overlaps with a backward (DualPipe). The expert exchange of each
/// hides under the compute of the other, and under its waits for the link to the host, which is
/// another link: a quicker kernel beside a transfer to the host leaves no less to hide under.
pub(super) fn overlapped<A: Amount>(legal: &Legal, stages: &[[BlockCosts<A>; 2]]) -> f64 {
    let exchange = |[forward, backward]: &[BlockCosts<A>; 2]| {
        let exposed =
            [forward, backward].map(|block| block.exchange.of(Route::Expert).exposed.0.value());
        let exposed = exposed[0] + exposed[1];
        let room = [forward, backward].map(|block| {
            block.compute.0.value() + block.exchange.of(Route::Host).exposed.0.value()
        });
        exposed.min(room[0] + room[1])
    };
    let least = stages.iter().map(exchange).fold(f64::INFINITY, f64::min);
    least * overlapped_share::<f64>(legal)
}
