//! Figures that follow from the plan shown and its estimate. Each is computed once, when a view
//! first shows it; those of a closed view are not computed.

use std::sync::Arc;

use cost::Estimate;
use cost::balance::CommunicationBalance;
use cost::bill::Bill;
use cost::cut::Cut;
use cost::guide::{Decision, decisions};
use cost::kernel_times::KernelTimes;
use cost::legal::Legal;
use cost::placement::Placement;
use cost::schedule::Pipeline;
use cost::units::Seconds;
use cost::waterfall::{Tenths, Waterfall};
use cost::why::paper::Paper;
use cost::why::{Figure, Why};
use search::change::Change;
use search::repair::repairs;

use super::page::Page;

impl Page {
    /// Forgets the derived figures, because their estimate has changed.
    pub(super) fn forget_derived(&mut self) {
        self.derived = Arc::default();
    }

    /// The changes that repair the draft, for each reason why it is illegal.
    pub(crate) fn repairs(&self) -> &[Vec<Change>] {
        let of_each = || {
            self.reasons
                .iter()
                .map(|reason| repairs(&self.draft, reason))
        };
        self.repairs.get_or_init(|| of_each().collect())
    }

    /// The plan shown, which is always legal.
    fn legal(&self) -> Legal<'_> {
        Legal::check(&self.plan).unwrap_or_else(|_| unreachable!())
    }

    /// The losses from the peak to the MFU, and their rounding to tenths of a point.
    pub(crate) fn waterfall(&self) -> &(Waterfall, Tenths) {
        self.derived.waterfall.get_or_init(|| {
            let conventions = self.settings.conventions();
            let fall = Waterfall::of(&self.legal(), &self.estimate, conventions);
            let tenths = fall.tenths();
            (fall, tenths)
        })
    }

    /// The place of each GPU, and its traffic.
    pub(crate) fn placement(&self) -> &Placement {
        let derived = &self.derived.placement;
        derived.get_or_init(|| Placement::of(&self.legal(), &self.estimate))
    }

    /// The balance of communication and compute.
    pub(crate) fn balance(&self) -> &CommunicationBalance {
        let derived = &self.derived.balance;
        derived.get_or_init(|| CommunicationBalance::of(&self.legal()))
    }

    /// The part of the model that each GPU holds.
    pub(crate) fn cut(&self) -> &Arc<Cut> {
        let memory = &self.estimate.memory;
        let derived = &self.derived.cut;
        derived.get_or_init(|| Arc::new(Cut::of(&self.legal(), memory)))
    }

    /// The kernels and exchanges of a step.
    pub(crate) fn kernel_times(&self) -> &KernelTimes {
        let derived = &self.derived.kernel_times;
        derived.get_or_init(|| KernelTimes::of(&self.legal(), &self.estimate))
    }

    /// The bill.
    pub(crate) fn bill(&self) -> &Bill {
        self.derived.bill.get_or_init(|| {
            let tokens_per_second = self.estimate.utilisation.tokens_per_second;
            Bill::of(&self.legal(), tokens_per_second)
        })
    }

    /// The six decisions of the lessons.
    pub(crate) fn decisions(&self) -> &[Decision; 6] {
        let derived = &self.derived.decisions;
        derived.get_or_init(|| decisions(&self.legal(), &self.estimate))
    }

    /// The pipeline.
    pub(crate) fn pipeline(&self) -> &Pipeline {
        let derived = &self.derived.pipeline;
        derived.get_or_init(|| Pipeline::of(&self.legal()))
    }

    /// The arithmetic of the plan's figures, with the memory of a figure's stage.
    pub(crate) fn why(&self, figure: Figure) -> Why {
        why_of(&self.legal(), &self.estimate, figure)
    }

    /// The arithmetic of the pinned plan's figures, if it is legal; of a stage that it does not have
    /// that of its fullest.
    pub(crate) fn why_of_pinned(&self, figure: Figure) -> Option<Why> {
        let legal = Legal::check(self.plan.rival.as_deref()?).ok()?;
        Some(why_of(&legal, self.rival.as_ref()?, figure))
    }

    /// A textbook's value of a figure, and the steps from it to `ours`.
    pub(crate) fn paper(&self, figure: Figure, ours: f64) -> Option<Paper> {
        let memory = &self.estimate.memory;
        let stage = figure.stage(memory.stages.len(), memory.peak_stage)?;
        let machine = self.estimate.machine.as_ref();
        Paper::of(&self.legal(), machine, stage, figure.root, ours)
    }

    /// The share of the days that is lost at each checkpoint interval.
    pub(crate) fn waste_curve(&self) -> &[(Seconds, f64)] {
        let derived = &self.derived.waste_curve;
        derived.get_or_init(|| self.estimate.run.failures.waste_curve())
    }
}

/// The arithmetic of a plan's figures, with the memory of a figure's stage, or of the fullest one if
/// the plan does not have that stage.
fn why_of(legal: &Legal, estimate: &Estimate, figure: Figure) -> Why {
    let memory = &estimate.memory;
    let stage = figure.stage(memory.stages.len(), memory.peak_stage);
    let stage = stage.unwrap_or(memory.peak_stage);
    Why::of_figure(legal, estimate.machine.as_ref(), stage, figure.root)
}
