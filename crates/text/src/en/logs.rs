//! Logs of runs, in English.

use formats::import::{LogRemark, RunFact};
use formats::number::grouped;

/// A remark on the figures of a log.
pub(super) fn log_remark(remark: &LogRemark) -> String {
    match remark {
        LogRemark::Median { counted, left_out } => {
            let noun = if *counted == 1 {
                " logged iteration"
            } else {
                " logged iterations"
            };
            let [counted, left_out] = [counted, left_out].map(|count| grouped(*count as u64));
            let parts = [
                "The step is the median of ",
                &counted,
                noun,
                "; left out of the warm-up or of another batch: ",
                &left_out,
                ".",
            ];
            parts.concat()
        }
        LogRemark::OneIteration => {
            String::from("The log has one iteration only: its time may include the warm-up.")
        }
        LogRemark::MeanOfRun(label) => {
            let end = ": the mean of the whole run, with its warm-up and evaluations.";
            ["The step follows from ", label, end].concat()
        }
        LogRemark::OfRate {
            label,
            fact,
            is_of_plan,
        } => {
            let whose = if *is_of_plan { "the plan" } else { "the log" };
            let parts = [
                "The step follows from ",
                label,
                " by the ",
                fact_name(*fact),
                " of ",
                whose,
                ".",
            ];
            parts.concat()
        }
        LogRemark::NoStep => String::from("The log has no time of a step."),
        LogRemark::NoPeak => {
            String::from("The log has no peak of memory: nvidia-smi shows it during the run.")
        }
        LogRemark::Reserved(label) => {
            let end = ") is what PyTorch reserved: nvidia-smi shows the driver and the \
                       communicators too.";
            ["The peak (", label, end].concat()
        }
        LogRemark::Allocated { label, gib } => {
            let parts = [
                "No peak is set: ",
                label,
                " (",
                &grouped(*gib),
                " GiB) is what tensors held, and nvidia-smi shows more.",
            ];
            parts.concat()
        }
        LogRemark::OneRank => String::from(
            "The log has the memory of one rank: another stage of the pipeline may hold more.",
        ),
        LogRemark::Differs { fact, log, plan } => {
            let parts = [
                "The log is not of this plan: it has ",
                &grouped(*log),
                " ",
                fact_name(*fact),
                ", the plan ",
                &grouped(*plan),
                ".",
            ];
            parts.concat()
        }
    }
}

/// A fact, in the plural.
const fn fact_name(fact: RunFact) -> &'static str {
    match fact {
        RunFact::Gpus => "GPUs",
        RunFact::Batch => "sequences of a step",
        RunFact::Sequence => "tokens of a sequence",
        RunFact::Tokens => "tokens of a step",
        RunFact::Steps => "steps",
    }
}
