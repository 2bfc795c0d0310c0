//! Moments of a pipeline stage.

use super::conditions::{fills, order, repeats_alike, waits};
use super::figures::MomentFigures;
use super::messages as say;
use cost::trace::Happening;

pub(super) fn sentence(figures: &MomentFigures) -> [String; 2] {
    let (takes, idle) = (figures.takes(), figures.idle());
    match figures.moment.what {
        Happening::Fill => {
            let (held, units) = (figures.activations(), figures.units);
            let sentence = if !fills(figures) {
                say::fill_part(held, units)
            } else if waits(figures) {
                say::fill_waits(idle, held, units)
            } else {
                say::fill_sentence(held, units)
            };
            [say::fill().to_owned(), sentence]
        }
        Happening::Steady => {
            let order = order(figures.legal);
            let sentence = if waits(figures) {
                say::steady_waits(order, takes, idle)
            } else {
                say::steady_sentence(order, takes)
            };
            [say::steady().to_owned(), sentence]
        }
        Happening::Repeats => [
            say::repeats(figures.moment.number),
            if repeats_alike(figures.trace, figures.index) {
                say::repeats_sentence(takes)
            } else {
                say::repeats_others(takes)
            },
        ],
        _ => {
            let sentence = if waits(figures) {
                say::drain_waits(takes, idle)
            } else {
                say::drain_sentence(takes)
            };
            [say::drain().to_owned(), sentence]
        }
    }
}
