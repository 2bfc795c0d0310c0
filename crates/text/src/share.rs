//! The dialog that hands plans on and brings them in.

use cost::plan::Measured;
use cost::units::{Bytes, Seconds};
use formats::export::Target;
use formats::import::Format;
use formats::number::Units;

messages!("share");

/// The title of one of our lessons, by its name; empty for another name.
#[must_use]
pub fn our_lesson(name: &str) -> &'static str {
    match name {
        "tour" => ours_tour(),
        "recipe" => ours_recipe(),
        "challenges" => ours_challenges(),
        "exercises" => ours_exercises(),
        "finetune" => ours_finetune(),
        _ => "",
    }
}

/// Numbers of a group's controls that are locked and that are hidden; empty if there are none.
#[must_use]
pub fn restricted(locked_controls: usize, hidden_controls: usize) -> String {
    match (locked_controls as u64, hidden_controls as u64) {
        (0, 0) => String::new(),
        (number, 0) => locked(number),
        (0, number) => hidden(number),
        (locked, hidden) => locked_and_hidden(locked, hidden),
    }
}

/// The name of a target.
#[must_use]
pub fn target(target: Target) -> &'static str {
    match target {
        Target::Megatron => target_megatron(),
        Target::MegatronBridge => target_megatron_bridge(),
        Target::DeepSpeed => target_deep_speed(),
        Target::TorchTitan => target_torch_titan(),
        Target::TorchTitanPython => target_torch_titan_python(),
        Target::Nanotron => target_nanotron(),
        Target::MaxText => target_max_text(),
        Target::Accelerate => target_accelerate(),
        Target::Axolotl => target_axolotl(),
        Target::LlamaFactory => target_llama_factory(),
        Target::Trl => target_trl(),
        Target::Swift => target_swift(),
        Target::Torchtune => target_torchtune(),
        Target::Peft => target_peft(),
        Target::SkyPilot => target_sky_pilot(),
        Target::Slurm => target_slurm(),
        Target::Markdown => target_markdown(),
        Target::BibTex => target_bib_tex(),
        Target::Json => target_json(),
        Target::Csv => target_csv(),
    }
}

/// The format of a file that was read, with the title of its plan.
#[must_use]
pub fn read_file(format: Format, plan: &str) -> String {
    let source = match format {
        Format::HuggingFace => Source::Model,
        Format::Log => Source::Log,
        Format::Linked => Source::Link,
        _ => Source::Options,
    };
    import_file(source, format.program().unwrap_or_default(), plan)
}

/// The measurements that a log gives.
#[must_use]
pub fn measured(measured: &Measured, units: Units) -> String {
    let step = measured.step_s.map(Seconds);
    let peak = measured.memory_gib.map(Bytes::from_gib);
    match (step, peak) {
        (Some(step), Some(peak)) => measured_both(step, peak, units),
        (Some(step), None) => measured_step(step),
        (None, Some(peak)) => measured_peak(peak, units),
        (None, None) => String::new(),
    }
}
