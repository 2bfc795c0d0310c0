//! Moments of a pipeline stage.

use super::words::{MomentWords, named, time};
use crate::en::words::joined;
use cost::trace::Happening;
use cost::units::Seconds;
use formats::number::grouped;

pub(super) fn sentence(words: &MomentWords) -> [String; 2] {
    let [takes, idle] = [words.takes(), time(words.idle())];
    match words.moment.what {
        Happening::Fill => fill(words),
        Happening::Steady => {
            let lead = "Forwards and backwards take turns for ";
            named("Steady state.", &[lead, &takes, "; it waits ", &idle, "."])
        }
        Happening::Repeats => {
            let name = joined(&[&grouped(words.moment.number), " passes not drawn."]);
            words.taking(&name, "They repeat the same pattern for ")
        }
        _ => {
            let lead = "The last backwards, with no forward between them: ";
            named(
                "Drain.",
                &[lead, &takes, ", of which it waits ", &idle, "."],
            )
        }
    }
}

/// Forwards of a stage before its first backward.
fn fill(words: &MomentWords) -> [String; 2] {
    let idle = words.idle();
    let waits = if idle > Seconds::ZERO {
        joined(&["waits ", &time(idle), " and stores"])
    } else {
        String::from("stores")
    };
    named(
        "Fill.",
        &[
            "Until its first backward, the stage ",
            &waits,
            " the activations of its forwards, ",
            &words.activations(),
            ".",
        ],
    )
}
