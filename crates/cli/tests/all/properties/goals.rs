//! Goals: what is right is read, `not` negates it, and its parts are all of it.

use formats::goal::{Goal, LONGEST};
use proptest::prelude::*;
use test_utils::config;
use test_utils::draw::drawn;
use test_utils::drawn::{Drawn, legal_plan, of};
use test_utils::given::goal::right;

proptest! {
    #![proptest_config(config(256))]
    #[test]
    fn what_is_right_is_read_and_not_negates(text in drawn(|draw| right(draw, 4)), Drawn(plan) in legal_plan()) {
        prop_assume!(text.len() <= LONGEST / 4);
        let goal = match Goal::parse(&text) {
            Ok(goal) => goal,
            Err(fault) => return Err(TestCaseError::fail(text::goal::fault(&fault, &text))),
        };
        let not = Goal::parse(&["not (", &text, ")"].concat());
        let not = not.map_err(|fault| TestCaseError::fail(format!("{fault:?}")))?;
        let result = of(&plan);
        let estimate = || Ok::<_, ()>(&result);
        let is_reached = goal.is_reached(&plan, estimate());
        prop_assert_eq!(not.is_reached(&plan, estimate()), !is_reached, "{}", text);
        // All parts are reached exactly where the whole is.
        let parts = goal.parts();
        let all = parts.iter().all(|part| part.is_reached(&plan, estimate()));
        prop_assert_eq!(all, is_reached, "{}", text);
    }
}
