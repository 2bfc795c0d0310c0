//! Moments of one layer that is split by tensor or context parallelism.

use super::conditions::{attention_part, products, turns};
use super::figures::MomentFigures;
use super::messages::{self as say, Products};
use cost::network::Group;
use cost::trace::{Collective, Happening};
use cost::traffic::Route;
use cost::units::Seconds;

pub(super) fn sentence(figures: &MomentFigures) -> [String; 2] {
    let (products, takes) = (products(figures.legal), figures.takes());
    match figures.moment.what {
        Happening::Norm => [
            say::norm().to_owned(),
            say::norm_sentence(figures.legal.timed().outer_tokens(), takes),
        ],
        Happening::TensorGather => {
            let ranks = figures.legal.plan.layout.tensor;
            let sentence = say::tensor_gather_sentence(ranks, &tensor_transfer(figures));
            [say::tensor_gather().to_owned(), sentence]
        }
        Happening::Projections => [
            say::projections().to_owned(),
            say::projections_sentence(products, &figures.working()),
        ],
        Happening::ContextBefore => context(figures, say::all_to_all_before),
        Happening::ContextAfter => context(figures, say::all_to_all_after),
        Happening::Attention => attention(figures),
        Happening::Output => [
            say::output().to_owned(),
            say::output_sentence(products, &figures.working()),
        ],
        Happening::TensorReduce => reduce(figures),
        Happening::Between => [say::between().to_owned(), say::between_sentence(takes)],
        Happening::MlpIn => mlp_in(figures),
        Happening::MlpOut => [
            say::mlp_out().to_owned(),
            say::mlp_out_sentence(products, &figures.working()),
        ],
        _ => [say::add().to_owned(), say::add_sentence(takes)],
    }
}

/// The tensor-parallel exchange that begins in the moment.
fn tensor_transfer(figures: &MomentFigures) -> String {
    let sent = figures.begun(|route, _| route == Route::Tensor);
    figures.ring_transfer(&Group::tensor(figures.legal), sent)
}

fn reduce(figures: &MomentFigures) -> [String; 2] {
    let sent = tensor_transfer(figures);
    if figures.legal.plan.sequence_parallel() {
        let sentence = say::reduce_scatter_sentence(&sent);
        [say::reduce_scatter().to_owned(), sentence]
    } else {
        [
            say::all_reduce().to_owned(),
            say::all_reduce_sentence(&sent),
        ]
    }
}

fn mlp_in(figures: &MomentFigures) -> [String; 2] {
    let plan = &figures.legal.plan;
    let (hidden, works) = (plan.model.ffn, figures.working());
    let sentence = match products(figures.legal) {
        Products::Split => say::mlp_in_split(hidden / plan.layout.tensor, hidden, &works),
        Products::Whole => say::mlp_in_whole(hidden, &works),
    };
    [say::mlp_in().to_owned(), sentence]
}

/// Exchange of a split sequence before or after attention, with the sentence on an all-to-all.
fn context(figures: &MomentFigures, all_to_all: fn(&str) -> String) -> [String; 2] {
    let sent = figures.sent(Route::Context);
    if figures.begun_by(Collective::AllToAll).link > Seconds::ZERO {
        return [say::all_to_all().to_owned(), all_to_all(&sent)];
    }
    let sentence = say::keys_and_values_sentence(&sent);
    [say::keys_and_values().to_owned(), sentence]
}

/// Attention, or a turn of it on a ring.
fn attention(figures: &MomentFigures) -> [String; 2] {
    let works = figures.works();
    let mut moments = figures.trace.moments.iter();
    let is_ring = moments.any(|it| it.what == Happening::Attention && it.number > 0);
    if !is_ring {
        let sentence = say::attention_sentence(attention_part(figures.legal), works);
        return [say::attention().to_owned(), sentence];
    }
    let sent = figures.begun_by(Collective::RingPass);
    let [first, last] = turns(figures);
    if last > first {
        let sentence = say::ring_steps_sentence(works, &figures.transfer(sent));
        return [say::ring_steps(first, last), sentence];
    }
    let sentence = if last == figures.legal.plan.layout.context {
        say::ring_step_last(works)
    } else if sent.link == Seconds::ZERO {
        say::ring_step_behind(works)
    } else {
        say::ring_step_sentence(works, &figures.transfer(sent))
    };
    [say::ring_step(figures.number()), sentence]
}
