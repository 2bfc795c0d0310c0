//! Words about the stops of controls.

use crate::en::words::filled;
use crate::figures::StopsText;

pub(super) const STOPS: StopsText = StopsText {
    states: ["fits", "tight", "out of memory", "impossible"],
    leads_to: |stop, [state, need, mfu]| filled("~: ~, ~, MFU ~", &[stop, state, need, mfu]),
    impossible: |stop, reason| filled("~: impossible. ~", &[stop, reason]),
};
