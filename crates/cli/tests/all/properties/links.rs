//! Links: whatever is written is read, and what is read can be written.

use cost::legal::Reason;
use cost::plan::{Plan, limits};
use cost::{Estimate, estimate};
use formats::link;
use fuzz::holds::written;
use proptest::prelude::*;
use test_utils::config;
use test_utils::drawn::{Drawn, absurd_plan, likely_plan};

use super::held;

/// An estimate without the list of what it leaves out.
fn figures(plan: &Plan) -> Result<Estimate, Vec<Reason>> {
    estimate(plan).map(|estimate| Estimate {
        not_modelled: Vec::new(),
        ..estimate
    })
}

proptest! {
    #![proptest_config(config(512))]
    #[test]
    fn plans_within_limits_can_be_written(plan in absurd_plan()) {
        prop_assume!(limits::violated(&plan).is_none());
        let link = link::encode(&plan);
        prop_assert!(link.is_ascii() && link.starts_with("#v=1&p="), "{link}");
        held(written::texts(&plan, &[]))?;
    }

    #[test]
    fn any_bytes_are_a_link(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        let (plan, warnings) = link::decode(&text);
        held(written::texts(&plan, &warnings))?;
    }

    #[test]
    fn a_likely_plan_survives_its_link(Drawn(plan) in likely_plan(), Drawn(rival) in likely_plan(), two in any::<bool>()) {
        let plan = Plan { rival: (two && rival != plan).then(|| Box::new(rival)), ..plan };
        let written = link::encode(&plan);
        let (again, warnings) = link::decode(&written);
        prop_assert_eq!(&warnings, &[], "{}", &written);
        prop_assert_eq!(link::encode(&again), written);
        prop_assert_eq!(figures(&again), figures(&plan));
        // A rival in which nothing differs is none.
        let rival = |plan: &Plan| figures(plan.rival.as_deref().unwrap_or(plan));
        prop_assert_eq!(rival(&again), rival(&plan));
    }
}
