//! Moments of a pipeline stage.

use super::figures::MomentFigures;
use super::messages as say;
use cost::trace::Happening;
use cost::units::Seconds;

pub(super) fn sentence(figures: &MomentFigures) -> [String; 2] {
    let (takes, idle) = (figures.takes(), figures.idle());
    match figures.moment.what {
        Happening::Fill => {
            let (held, units) = (figures.activations(), figures.units);
            let sentence = if idle > Seconds::ZERO {
                say::fill_waits(idle, held, units)
            } else {
                say::fill_sentence(held, units)
            };
            [say::fill().to_owned(), sentence]
        }
        Happening::Steady => [say::steady().to_owned(), say::steady_sentence(takes, idle)],
        Happening::Repeats => [
            say::repeats(figures.moment.number),
            say::repeats_sentence(takes),
        ],
        _ => [say::drain().to_owned(), say::drain_sentence(takes, idle)],
    }
}
