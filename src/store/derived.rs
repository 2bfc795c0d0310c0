//! Figures that follow from an estimate, as far as views have shown them.

use std::sync::{Arc, OnceLock};

use cost::balance::CommunicationBalance;
use cost::bill::Bill;
use cost::cut::Cut;
use cost::guide::Decision;
use cost::kernel_times::KernelTimes;
use cost::placement::Placement;
use cost::schedule::Pipeline;
use cost::units::Seconds;
use cost::waterfall::{Tenths, Waterfall};

/// The derived figures of an estimate, as far as views have shown them.
#[derive(Default)]
pub(super) struct Derived {
    pub(super) waterfall: OnceLock<(Waterfall, Tenths)>,
    pub(super) placement: OnceLock<Placement>,
    pub(super) balance: OnceLock<CommunicationBalance>,
    pub(super) cut: OnceLock<Arc<Cut>>,
    pub(super) kernel_times: OnceLock<KernelTimes>,
    pub(super) bill: OnceLock<Bill>,
    pub(super) decisions: OnceLock<[Decision; 6]>,
    pub(super) pipeline: OnceLock<Pipeline>,
    pub(super) waste_curve: OnceLock<Vec<(Seconds, f64)>>,
}
