//! English sentences about the limits of a plan.

use super::sentences::mostly;
use super::words::{if_it_fit, joined, overhead};
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
    helps: ["What helps most", "Best change found in three seconds"],
    nothing_helps: [
        "No change of one or two settings gains more than 1 %.",
        "The search stopped after three seconds: no change so far gains more than 1 %.",
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
            "Memory is not the limit: ",
            &units.size(given.saturating_sub(held)),
            " are free on the fullest GPU. ",
        ]),
        Verdict::Tight => joined(&[
            "Memory is the limit: ",
            &units.figure(held),
            " of ",
            &units.size(given),
            " may not fit, mostly ",
            mostly(memory.fullest()),
            ". ",
        ]),
        Verdict::OutOfMemory => joined(&[
            "Memory is the limit: the fullest GPU needs ",
            &units.size(held.saturating_sub(given)),
            " more than it has, mostly for ",
            mostly(memory.fullest()),
            ". ",
        ]),
    };
    let mut shares = limits.iter().filter_map(|limit| match limit {
        Limit::Time(paid, share) => Some((overhead(*paid).term, *share)),
        Limit::Memory => None,
    });
    let mut said = first;
    if let Some((name, share)) = shares.next() {
        said.push_str(&joined(&[
            "Largest loss: ",
            name,
            ", ",
            &percent(share),
            " of the step",
        ]));
    }
    if let Some((name, share)) = shares.next().filter(|(_, share)| *share >= 0.005) {
        said.push_str(&joined(&["; then ", name, ", ", &percent(share)]));
    }
    said.push_str(if_it_fit(estimate));
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
        " tokens/s, ",
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
            " GPUs exceeds the ",
            &grouped(domain),
            " with a fast link: each layer waits for the network.",
        ]),
        ExpertWarning::LargeBubble { share } => joined(&[
            "Stages are idle ",
            &percent(share),
            " of the pipeline’s time. More micro-batches, fewer stages, virtual stages or a \
             zero-bubble schedule reduce this.",
        ]),
        ExpertWarning::BatchBeyondCritical { tokens, critical } => joined(&[
            &count(tokens),
            " tokens a step are far beyond the critical batch of about ",
            &count(critical as u64),
            ": more tokens improve the loss very little (Kaplan 2020).",
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
            "ZeRO-3 gathers all weights for each micro-batch of ",
            &count(tokens),
            " tokens: ",
            &percent(share),
            " of the step is exposed communication for this.",
        ]),
        ExpertWarning::ShardedGradientsInPipeline => String::from(
            "ZeRO-2 in a pipeline reduces gradients again for every micro-batch; frameworks \
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
