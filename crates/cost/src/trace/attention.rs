//! The attention core of one layer, between the GPU's memory and its cores.
//!
//! Flash Attention works block by block in on-chip memory: a block of queries is multiplied with
//! one block of keys and values after the other, with a running maximum and sum, and no score goes
//! to memory (Dao 2022, algorithm 1). Without Flash Attention all s × s scores go to memory and
//! come back (the same paper, section 2.2).

use super::recorder::Recorder;
use super::types::{Activity, Happening};
use crate::attention::AttentionCall;
use crate::layer_time::layer_operations;
use crate::legal::Legal;
use crate::operation::{Kernel, Work};
use crate::params::LayerKind;
use crate::roofline::Roofline;
use crate::units::{Bytes, Seconds};

/// Blocks of keys and values that are recorded.
const TILES: u64 = 8;

/// Records the forward of the attention core of one layer.
pub(super) fn record(recorder: &mut Recorder, legal: &Legal) {
    let roofline = Roofline::of(legal);
    let operations = layer_operations(legal, &roofline, LayerKind::Dense);
    let mut cores = operations.iter().filter(|each| each.kernel == Kernel::Core);
    let Some(core) = cores.next() else {
        return;
    };
    recorder.is_about(core.forward);
    // Seconds in which the memory bus is busy, at most those of the kernel.
    let bus = (core.forward.bytes / roofline.memory).min(core.forward.seconds);
    if legal.plan.levers.flash {
        tiled(recorder, legal, core.forward, bus);
    } else {
        plain(recorder, core.forward, bus);
    }
}

/// Records equal tiles, each of which loads its keys and values first, and then the output.
fn tiled(recorder: &mut Recorder, legal: &Legal, work: Work, bus: Seconds) {
    let call: AttentionCall = AttentionCall::of(legal);
    let output = call.tensor_bytes() * (call.queries as f64 / call.sequence.max(1) as f64);
    let share = (output / (work.bytes.0 as f64).max(1.0)).clamp(0.0, 0.5);
    let written = Bytes((work.bytes.0 as f64 * share) as u64);
    let loads = work.bytes.saturating_sub(written);
    let writing = bus * share;
    let computing = work.seconds.beyond(writing);
    for tile in 0..TILES {
        recorder.begin(Happening::Tile, tile);
        let start = recorder.now();
        recorder.run(Activity::Compute, computing * (1.0 / TILES as f64));
        let loaded = bus * ((1.0 - share) / TILES as f64);
        let end = start + loaded.min(recorder.now().beyond(start));
        let bytes = loads.0 / TILES + if tile == 0 { loads.0 % TILES } else { 0 };
        recorder.move_bytes(Bytes(bytes), [start, end]);
    }
    recorder.begin(Happening::Write, 0);
    let start = recorder.now();
    recorder.run(Activity::Compute, writing);
    recorder.move_bytes(written, [start, recorder.now()]);
}

/// Records scores written and read, and the products before and after.
fn plain(recorder: &mut Recorder, work: Work, bus: Seconds) {
    let product = work.seconds.beyond(bus) * 0.5;
    recorder.begin(Happening::Tile, 0);
    recorder.run(Activity::Compute, product);
    recorder.begin(Happening::Scores, 0);
    let start = recorder.now();
    recorder.run(Activity::Compute, bus);
    recorder.move_bytes(work.bytes, [start, recorder.now()]);
    recorder.begin(Happening::Write, 0);
    recorder.run(Activity::Compute, product);
}
