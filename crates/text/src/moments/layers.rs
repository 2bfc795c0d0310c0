//! Moments of several layers, forward and backward, under state sharding or checkpointing.

use super::conditions::{neighbours, next, others_again, trained_in_layers};
use super::figures::MomentFigures;
use super::messages as say;
use cost::trace::{Collective, Happening, TraceScene};
use cost::traffic::Route;
use cost::units::Bytes;

pub(super) fn sentence(figures: &MomentFigures) -> [String; 2] {
    match figures.moment.what {
        Happening::Forward => [say::forward(figures.number()), forward(figures)],
        Happening::Recompute => [say::recompute(figures.number()), recompute(figures)],
        Happening::Backward => [say::backward(figures.number()), backward(figures)],
        Happening::WaitForWeights => [
            say::wait_for_weights().to_owned(),
            say::wait_for_weights_sentence(next(figures), &figures.awaited()),
        ],
        Happening::WaitForShards => [
            say::wait_for_shards().to_owned(),
            say::wait_for_shards_sentence(&figures.awaited()),
        ],
        _ => {
            let layers = figures.moment.number;
            let sentence = others_again(figures).map_or_else(
                || say::left_out_sentence(layers),
                |again| say::left_out_others(layers, again),
            );
            [say::left_out(layers), sentence]
        }
    }
}

fn forward(figures: &MomentFigures) -> String {
    let (works, units) = (figures.works(), figures.units);
    if figures.trace.scene == TraceScene::Checkpoint {
        return say::forward_keeps(works, figures.activations(), units);
    }
    let gathered =
        figures.begun(|route, form| form == Collective::AllGather && route != Route::Host);
    if gathered.bytes == Bytes::ZERO {
        say::forward_sentence(works)
    } else {
        say::forward_gathers(works, next(figures), gathered.bytes, gathered.link, units)
    }
}

fn recompute(figures: &MomentFigures) -> String {
    if figures.begun_by(Collective::Several).bytes > Bytes::ZERO {
        say::recompute_exchanges(figures.works())
    } else {
        say::recompute_sentence(figures.works())
    }
}

fn backward(figures: &MomentFigures) -> String {
    let scattered = figures.begun_by(Collective::ReduceScatter);
    if scattered.bytes == Bytes::ZERO {
        say::backward_sentence(figures.works())
    } else {
        let (works, units) = (figures.works(), figures.units);
        say::backward_scatters(
            works,
            neighbours(figures),
            trained_in_layers(figures.legal),
            scattered.bytes,
            scattered.link,
            units,
        )
    }
}
