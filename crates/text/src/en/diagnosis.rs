//! English sentences about the limits of a plan.

use super::words::{joined, overhead};
use crate::DiagnosisText;
use cost::Estimate;
use cost::memory::Verdict;
use cost::units::Bytes;
use formats::number::{Units, count, duration, grouped, percent, signed_percent};
use search::diagnosis::{Advice, ExpertWarning, Limit};

pub(super) const DIAGNOSIS: DiagnosisText = DiagnosisText {
    heading: "What limits this plan.",
    limits,
    pending: "Looking for the change that helps most…",
    helps: [
        "What helps most",
        "What helps most of what was tried in three seconds",
    ],
    nothing_helps: [
        "No change of one axis or two makes it faster by a hundredth.",
        "The search stopped after three seconds: no change tried so far makes it faster by a hundredth.",
    ],
    stopped: |tried| {
        let tried = grouped(tried);
        [
            "The search for a change that helps stopped after ",
            &tried,
            " plans.",
        ]
        .concat()
    },
    effect,
    warning,
};

fn limits(estimate: &Estimate, limits: &[Limit], units: Units) -> String {
    let memory = &estimate.memory;
    let (held, given) = (memory.peak(), memory.capacity);
    let first = match memory.verdict {
        Verdict::Fits => joined(&[
            "Memory does not: the fullest GPU has ",
            &units.size(given.saturating_sub(held)),
            " to spare. ",
        ]),
        Verdict::Tight => joined(&[
            "Memory first: ",
            &units.figure(held),
            " of ",
            &units.size(given),
            " may or may not fit. ",
        ]),
        Verdict::OutOfMemory => joined(&[
            "Memory first: the fullest GPU needs ",
            &units.size(held.saturating_sub(given)),
            " more than it has. ",
        ]),
    };
    let mut shares = limits.iter().filter_map(|limit| match limit {
        Limit::Time(paid, share) => Some((overhead(*paid).name, *share)),
        Limit::Memory => None,
    });
    let mut said = first;
    if let Some((name, share)) = shares.next() {
        said.push_str(&joined(&[
            "Of the time, the ",
            name,
            " takes ",
            &percent(share),
        ]));
    }
    if let Some((name, share)) = shares.next().filter(|(_, share)| *share >= 0.005) {
        said.push_str(&joined(&[", then the ", name, " ", &percent(share)]));
    }
    said.push('.');
    said
}

fn effect(advice: &Advice, units: Units) -> String {
    let size = units.size(Bytes(advice.memory_change.unsigned_abs()));
    let sign = if advice.memory_change < 0 { "−" } else { "+" };
    let verdict = match advice.verdict {
        Verdict::Fits => "",
        Verdict::Tight => ", tight",
        Verdict::OutOfMemory => ", still out of memory",
    };
    joined(&[
        &signed_percent(advice.faster),
        " tokens a second, ",
        sign,
        &size,
        verdict,
    ])
}

fn warning(warning: &ExpertWarning) -> String {
    match *warning {
        ExpertWarning::UnprovenHardware => "Not validated on this hardware.".to_owned(),
        ExpertWarning::TensorAcrossDomains { tensor, domain } => joined(&[
            "Tensor parallelism over ",
            &grouped(tensor),
            " GPUs leaves the ",
            &grouped(domain),
            " that share a fast link: each layer then waits for the network.",
        ]),
        ExpertWarning::LargeBubble { share } => joined(&[
            "Stages wait for ",
            &percent(share),
            " of the pipeline’s time. More micro-batches, fewer stages, virtual stages or a \
             zero-bubble schedule shorten that.",
        ]),
        ExpertWarning::BatchBeyondCritical { tokens, critical } => joined(&[
            &count(tokens),
            " tokens a step are far beyond the critical batch of about ",
            &count(critical as u64),
            ": further ones teach little more (Kaplan 2020).",
        ]),
        ExpertWarning::BrokenGroup {
            micro_batches,
            pipeline,
        } => joined(&[
            &grouped(micro_batches),
            " micro-batches do not divide by ",
            &grouped(pipeline),
            " stages: interleaved stages leave slots empty in the last group.",
        ]),
        ExpertWarning::UnevenStages { least, most, share } => joined(&[
            "Stage ",
            &grouped(most.rank as u64),
            " works ",
            &duration(most.seconds),
            " of a step and stage ",
            &grouped(least.rank as u64),
            " ",
            &duration(least.seconds),
            ": the others wait for it, ",
            &percent(share),
            " of the pipeline’s time. More micro-batches do not help here, another division of \
             the layers does.",
        ]),
        ExpertWarning::ThinMicroBatches { share, tokens } => joined(&[
            "ZeRO-3 gathers all weights for micro-batches of ",
            &count(tokens),
            " tokens: ",
            &percent(share),
            " of the step is spent on that in plain sight.",
        ]),
        ExpertWarning::ShardedGradientsInPipeline => String::from(
            "ZeRO-2 in a pipeline reduces gradients anew for every micro-batch; frameworks \
             advise ZeRO-1 there.",
        ),
        ExpertWarning::ExpertsAcrossDomains { expert, share } => joined(&[
            "Experts over ",
            &grouped(expert),
            " GPUs send their tokens across the network: ",
            &percent(share),
            " of the step.",
        ]),
    }
}
