//! The player of a step.

use crate::en::words::joined;
use crate::figures::PlayerText;
use cost::trace::{Happening, HeldPart};
use formats::number::{fixed, grouped};

use super::trace_moments::time;

/// Words of the player.
pub static EN_PLAYER: PlayerText = PlayerText {
    scenes: "Scenes",
    player: "Player",
    buttons: ["Step back", "Play", "Pause", "Step forward"],
    speed: "Speed",
    place: "Place in the scene",
    at: |number, all, name, at| {
        joined(&[
            "moment ",
            &grouped(number as u64),
            " of ",
            &grouped(all as u64),
            ", ",
            name.trim_end_matches('.'),
            ", ",
            &time(at),
        ])
    },
    pace: |seconds| joined(&["1\u{a0}s shows ", &time(seconds)]),
    drawing: |result, sentence| joined(&[result, " Now: ", sentence]),
    files: ["strip of moments (SVG)", "animation (PNG)"],
    cut: "Back to Cut",
    gpu: |cut, gpu| {
        let stage = cut.seat(gpu).stage;
        let stage = if cut.stages.len() > 1 {
            joined(&["stage ", &grouped(stage)])
        } else {
            String::new()
        };
        [joined(&["GPU ", &grouped(gpu)]), stage]
    },
    peak: "peak",
    memory: ["weights", "gradients", "optimizer", "others"],
    lens: |factor| joined(&["memory change, ", &fixed(factor, 0), "×"]),
    time: |now, all| {
        [
            String::from("time"),
            joined(&[&time(now), " of ", &time(all)]),
        ]
    },
    kernels: |what| match what {
        Happening::Projections => "Q, K, V",
        Happening::Attention => "attention",
        Happening::Output => "output",
        Happening::MlpIn => "MLP in",
        Happening::MlpOut => "MLP out",
        Happening::SharedIn | Happening::SharedOut => "shared",
        Happening::Router => "router",
        Happening::Experts => "experts",
        Happening::Forward | Happening::NextForward => "forward",
        Happening::Backward | Happening::LastBackward => "backward",
        Happening::Recompute => "recompute",
        Happening::Update => "optimizer",
        Happening::Tile => "block",
        Happening::Scores => "scores",
        _ => "",
    },
    waits: "waits",
    beyond: |after| joined(&["+", &time(after), " ▸"]),
    tensor_rows: [
        ["X", "W qkv", "Q K V", "W out", "Σ"],
        ["X", "W in", "H", "W out", "Σ"],
    ],
    stage: |number| joined(&["stage ", &grouped(number)]),
    layer: |number| joined(&["layer ", &grouped(number + 1)]),
    layer_states: [
        "sharded",
        "gathers",
        "computes",
        "recomputes",
        "backward",
        "scatters",
    ],
    likewise: |count| joined(&["+ ", &grouped(count), " GPUs"]),
    held: |part| match part {
        HeldPart::Weights => "gathered",
        HeldPart::Gradients => "gradients",
        HeldPart::Activations => "activations",
        HeldPart::Working => "working",
    },
    drawn: [
        "tokens",
        "experts",
        "queries",
        "keys",
        "on the chip",
        "memory",
        "network",
        "gradients",
        "weights",
        "optimizer",
        "host",
    ],
};
