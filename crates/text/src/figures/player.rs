//! Words of the player of a step.

use cost::cut::Cut;
use cost::trace::{Happening, HeldPart};
use cost::units::Seconds;

/// Words of the player of a step.
#[derive(Clone, Copy, Debug)]
pub struct PlayerText {
    /// Name of the row of scenes.
    pub scenes: &'static str,
    /// Name of the buttons of the player.
    pub player: &'static str,
    /// Buttons: back, play, pause, forward.
    pub buttons: [&'static str; 4],
    /// Name of the choice of a speed.
    pub speed: &'static str,
    /// Name of the place in the scene.
    pub place: &'static str,
    /// A moment: its number, the number of all, its name, and the time from the start.
    pub at: fn(usize, usize, &str, Seconds) -> String,
    /// The factor of time: seconds of the step in one second.
    pub pace: fn(Seconds) -> String,
    /// Name of the drawing: the result, and the present sentence.
    pub drawing: fn(&str, &str) -> String,
    /// Names of files: a strip of pictures, an animation.
    pub files: [&'static str; 2],
    /// Button that opens the cut.
    pub cut: &'static str,
    /// The GPU whose memory is drawn, and its stage.
    pub gpu: fn(&Cut, u64) -> [String; 2],
    /// Before the most that the GPU holds in a step.
    pub peak: &'static str,
    /// Names of the parts of memory that do not change: weights, gradients, optimizer, others.
    pub memory: [&'static str; 4],
    /// Name of the lens on what changes, and its factor.
    pub lens: fn(f64) -> String,
    /// Name of the time that is over, and of how much.
    pub time: fn(Seconds, Seconds) -> [String; 2],
    /// The short name of a moment's kernels in a lane; may be empty.
    pub kernels: fn(Happening) -> &'static str,
    /// Name of a span in which the GPU waits.
    pub waits: &'static str,
    /// How long an exchange goes on after the end of a scene.
    pub beyond: fn(Seconds) -> String,
    /// Rows of a layer among tensor-parallel GPUs: attention, MLP.
    pub tensor_rows: [[&'static str; 5]; 2],
    /// A pipeline stage, by its number.
    pub stage: fn(u64) -> String,
    /// A layer, by its number in the scene.
    pub layer: fn(u64) -> String,
    /// States of a layer at a moment: sharded, gathers, computes, recomputes, runs backward,
    /// scatters.
    pub layer_states: [&'static str; 6],
    /// Members that are not drawn, by their number.
    pub likewise: fn(u64) -> String,
    /// A part that changes, in a key.
    pub held: fn(HeldPart) -> &'static str,
    /// Words in the drawings: tokens, experts, queries, keys, on the chip, memory, network,
    /// gradients, weights, optimizer, host.
    pub drawn: [&'static str; 11],
}
