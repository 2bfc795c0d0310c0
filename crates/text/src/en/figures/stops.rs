//! Words about the stops of controls.

use crate::en::words::filled;
use crate::figures::StopsText;

pub(super) const STOPS: StopsText = StopsText {
    states: ["fits", "tight", "out of memory", "impossible"],
    impossible: |stop, reason| filled("~: impossible. ~", &[stop, reason]),
};
