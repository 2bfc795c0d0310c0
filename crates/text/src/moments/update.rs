//! Moments of a step's end: gradients, the optimizer and new weights.

use super::conditions::{shards_optimizer, spread, spreads_weights, trained, updated};
use super::figures::MomentFigures;
use super::messages as say;
use cost::trace::{Activity, Collective, Happening, TraceLane, TraceScene};
use cost::traffic::Route;
use cost::units::Seconds;

pub(super) fn sentence(figures: &MomentFigures) -> [String; 2] {
    let takes = figures.takes();
    match figures.moment.what {
        Happening::Earlier if figures.legal.chunks() > 1 => [
            say::other_chunks().to_owned(),
            say::other_chunks_sentence(takes),
        ],
        Happening::Earlier => [say::earlier().to_owned(), say::earlier_sentence(takes)],
        Happening::LastBackward => [say::last_backward().to_owned(), last_backward(figures)],
        Happening::GradientsLeft if figures.trace.scene == TraceScene::Pipeline => [
            say::data_exchange().to_owned(),
            if spreads_weights(figures.legal, figures.trace) {
                say::data_exchange_both(spread(figures.legal), takes)
            } else {
                say::data_exchange_gradients(takes)
            },
        ],
        Happening::GradientsLeft => [
            say::gradients_left().to_owned(),
            say::gradients_left_sentence(trained(figures.legal), &figures.awaited()),
        ],
        Happening::ToHost => {
            let sent = figures.sent(Route::Host);
            let sentence = if shards_optimizer(figures.legal, figures.trace) {
                say::to_host_shard(&sent)
            } else {
                say::to_host_sentence(&sent)
            };
            [say::to_host().to_owned(), sentence]
        }
        Happening::FromHost => [
            say::from_host().to_owned(),
            say::from_host_sentence(trained(figures.legal), &figures.sent(Route::Host)),
        ],
        Happening::Update => {
            let weights = updated(figures.legal, figures.trace);
            let sentence = say::update_sentence(&weights, takes);
            [say::update().to_owned(), sentence]
        }
        Happening::WeightsLeft => [
            say::weights_left(spread(figures.legal)).to_owned(),
            say::weights_left_sentence(&figures.awaited()),
        ],
        _ => [say::next_forward().to_owned(), next_forward(figures)],
    }
}

/// Seconds of the moment in which data-parallel GPUs exchange what is wanted.
fn travels(figures: &MomentFigures, is_wanted: impl Fn(Collective) -> bool) -> Seconds {
    let spans = figures.trace.lanes[TraceLane::Data as usize].iter();
    let spans = spans
        .filter(|span| matches!(span.activity, Activity::Exchange(_, form) if is_wanted(form)));
    spans
        .map(|span| {
            let from = span.from.0.max(figures.moment.from.0);
            span.to.min(figures.moment.to).beyond(Seconds(from))
        })
        .sum()
}

/// True for the forms in which gradients travel.
const fn is_of_gradients(form: Collective) -> bool {
    matches!(form, Collective::ReduceScatter | Collective::AllReduce)
}

fn last_backward(figures: &MomentFigures) -> String {
    let beside = travels(figures, is_of_gradients);
    if beside > Seconds::ZERO {
        say::last_backward_leaves(beside, trained(figures.legal), figures.takes())
    } else {
        say::last_backward_sentence(trained(figures.legal), figures.takes())
    }
}

fn next_forward(figures: &MomentFigures) -> String {
    let rest = travels(figures, |form| form == Collective::AllGather);
    if rest > Seconds::ZERO {
        say::next_forward_waits(rest, figures.takes())
    } else {
        say::next_forward_sentence(figures.takes())
    }
}
