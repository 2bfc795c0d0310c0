//! Remarks on the figures of a log of a run.

use formats::import::LogRemark;

messages!("logs");

/// A remark on the figures of a log.
#[must_use]
pub fn remark(remark: &LogRemark) -> String {
    match remark {
        LogRemark::Median {
            counted,
            left_out: others,
        } => median(*counted as u64, *others as u64),
        LogRemark::OneIteration => one_iteration().to_owned(),
        LogRemark::MeanOfRun(label) => mean_of_run(label),
        LogRemark::OfRate {
            label,
            fact,
            is_of_plan,
        } => {
            let source = if *is_of_plan {
                Source::Plan
            } else {
                Source::Log
            };
            of_rate(label, *fact, source)
        }
        LogRemark::NoStep => no_step().to_owned(),
        LogRemark::NoPeak => no_peak().to_owned(),
        LogRemark::Reserved(label) => reserved(label),
        LogRemark::Allocated { label, gib } => allocated(label, *gib),
        LogRemark::OneRank => one_rank().to_owned(),
        LogRemark::Differs { fact, log, plan } => differs(*log, *fact, *plan),
    }
}
