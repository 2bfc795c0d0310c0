//! Effects that the estimate leaves out.

use cost::coverage::NotModelled;
use cost::plan::limits;

messages!("coverage");

/// A sentence or two on an effect that the model leaves out.
#[must_use]
pub fn not_modelled(part: NotModelled) -> String {
    let (most, least) = (
        *limits::MEASURED_RATIO.end(),
        1.0 / limits::MEASURED_RATIO.start(),
    );
    let said = match part {
        NotModelled::MeasuredPlan => measured_plan(),
        NotModelled::MeasuredStep => return measured_step(most, least),
        NotModelled::MeasuredPeak => return measured_peak(most, least),
        NotModelled::FarPeak => far_peak(),
        NotModelled::StepBeyondPeak => step_beyond_peak(),
        NotModelled::PaceBeyondPeak => pace_beyond_peak(),
        NotModelled::MaskedScores => masked_scores(),
        NotModelled::Adapters => adapters(),
    };
    said.to_owned()
}
