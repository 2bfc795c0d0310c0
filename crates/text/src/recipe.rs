//! The ordered recipe: six decisions.

use cost::guide::{Decision, Finding};
use cost::plan::Word;
use formats::number::Units;

messages!("recipe");

/// A control: its key in a link, and its name.
pub type Control = (&'static str, fn() -> &'static str);

/// The controls that decide each step.
pub const CONTROLS: [&[Control]; 6] = [
    &[("model", control_model), ("gpus", control_gpus)],
    &[("tp", control_tp), ("sp", control_sp)],
    &[("pp", control_pp), ("vp", control_vp), ("gbs", control_gbs)],
    &[("zero", control_zero), ("ckpt", control_ckpt)],
    &[
        ("gbs", control_gbs),
        ("mbs", control_mbs),
        ("seq", control_seq),
    ],
    &[
        ("mbs", control_mbs),
        ("tp", control_tp),
        ("ckpt", control_ckpt),
    ],
];

/// Sentence on the first decision that is not done, by its index; `None` if all are done.
#[must_use]
pub fn sentence(open: Option<usize>) -> String {
    match open {
        None => all_done().to_owned(),
        Some(index) => current(index as u64 + 1),
    }
}

/// The decisions.
#[must_use]
pub fn steps() -> [&'static str; 6] {
    [
        step_state(),
        step_tensor(),
        step_pipeline(),
        step_shard(),
        step_batch(),
        step_score(),
    ]
}

/// Figures of the plan for a decision.
#[must_use]
pub fn finding(finding: &Finding, units: Units) -> String {
    match *finding {
        Finding::Bill {
            state,
            gpus,
            at_hand,
        } => found_state(state, gpus, at_hand),
        Finding::Tensor {
            tensor,
            domain,
            state,
            capacity,
        } => found_tensor(tensor, domain, state, capacity, units),
        Finding::Pipeline {
            stages,
            micro_batches,
            bubble,
        } => found_pipeline(stages, micro_batches, bubble),
        Finding::Shard {
            zero,
            data,
            held,
            capacity,
        } => found_shard(zero.word(), data, held, capacity, units),
        Finding::Batch {
            tokens,
            critical: Some(critical),
        } => found_batch(tokens, critical as u64),
        Finding::Batch { tokens, .. } => found_batch_adapters(tokens),
        Finding::Score { mfu, exposed } => found_score(mfu, exposed),
    }
}

/// The word for how a plan stands to a decision, the `index`-th, when it is at the `open`-th.
#[must_use]
pub fn state(decision: &Decision, index: usize, open: Option<usize>) -> &'static str {
    match (decision.is_held, open == Some(index)) {
        (true, _) => done(),
        (false, true) => at_work(),
        (false, false) => to_do(),
    }
}

/// Headings of the table.
#[must_use]
pub fn headings() -> [&'static str; 3] {
    [heading_step(), heading_plan(), heading_state()]
}
