//! Goals: any text is one or has a fault, and what is written is read again.

use formats::goal::{FIGURES, Goal, LONGEST};
use formats::link::Key;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use text::EN_GOAL;

use super::config;
use test_utils::drawn::{Drawn, legal_plan, of};

/// Texts that may be goals: pieces of the grammar in any order, right goals, and right ones that
/// lack a letter.
pub(crate) fn any_goal() -> impl Strategy<Value = String> {
    let broken = (right_goal(), any::<Index>()).prop_map(|(mut text, at)| {
        text.remove(at.index(text.len()));
        text
    });
    prop_oneof![2 => any_pieces(), 1 => right_goal(), 1 => broken]
}

/// Pieces of the grammar, in any order.
fn any_pieces() -> impl Strategy<Value = String> {
    let names = FIGURES.iter().map(|figure| figure.name);
    let names: Vec<&str> = names.chain(Key::all().map(Key::name)).collect();
    let signs = vec![
        "<", "<=", ">", ">=", "=", "==", "!=", "+", "-", "*", "/", "(", ")", ",", " and ", " or ",
        " not ", "not", "%", "≥", " ", "\u{a0}",
    ];
    let words = vec![
        "fits",
        "tight",
        "oom",
        "none",
        "full",
        "1f1b",
        "bubble",
        "early-fused",
    ];
    let piece = prop_oneof![
        4 => select(names).prop_map(str::to_owned),
        6 => select(signs).prop_map(str::to_owned),
        2 => select(words).prop_map(str::to_owned),
        3 => "[0-9]{1,4}(\\.[0-9]{1,3})?[%KMBT]?",
        1 => "\\PC{0,5}",
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Goals that are right by construction.
pub(super) fn right_goal() -> impl Strategy<Value = String> {
    let numbers = FIGURES.iter().filter(|figure| figure.name.contains('_'));
    let numbers = numbers
        .map(|figure| figure.name)
        .filter(|name| *name != "dominant_toll");
    let fields: Vec<&str> = numbers
        .chain(["tp", "pp", "gpus", "dp", "mfu", "mstep"])
        .collect();
    let number = prop_oneof![
        3 => select(fields).prop_map(str::to_owned),
        2 => "[0-9]{1,3}(\\.[0-9]{1,4})?[%KMBT]?",
    ];
    let sum = number.prop_recursive(3, 12, 2, |inner| {
        let signs = select(vec!["+", "-", "*", "/"]);
        prop_oneof![
            3 => (inner.clone(), signs, inner.clone()).prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
            1 => inner.prop_map(|a| format!("-{a}")),
        ]
    });
    let comparison = (sum.clone(), select(vec!["<", "<=", ">", ">=", "!="]), sum)
        .prop_map(|(a, sign, b)| format!("mfu + {a} {sign} {b}"));
    let words = select(vec![
        "fits",
        "legal",
        "oom",
        "ckpt = full",
        "off != opt",
        "sched = 1f1b",
        "mstep = none",
        "dominant_toll = bubble",
        "overlap = tp",
        "zero >= 2",
    ]);
    let one = prop_oneof![comparison, words.prop_map(str::to_owned)];
    one.prop_recursive(4, 16, 2, |inner| {
        prop_oneof![
            2 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}, {b}")),
            2 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
            1 => inner.prop_map(|a| format!("not ({a})")),
        ]
    })
}

/// A goal that was read is written as a text that is the same goal.
fn check_text(goal: &Goal) -> Result<(), TestCaseError> {
    let text = goal.text();
    prop_assert!(text.len() <= LONGEST, "{text}");
    prop_assert_eq!(&Goal::parse(&text), &Ok(goal.clone()), "{}", text);
    prop_assert!(!goal.written(EN_GOAL.style).is_empty());
    for part in goal.parts() {
        prop_assert_eq!(Goal::parse(&part.text()), Ok(part));
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(2_048))]
    #[test]
    fn any_pieces_are_a_goal_or_have_a_fault(text in any_goal()) {
        match Goal::parse(&text) {
            Ok(goal) => check_text(&goal)?,
            Err(fault) => {
                prop_assert!(fault.at <= text.len(), "{text}: {fault:?}");
                prop_assert!(!(EN_GOAL.fault)(&fault, &text).is_empty());
            }
        }
    }

    #[test]
    fn any_text_is_a_goal_or_has_a_fault(text in "\\PC{0,80}") {
        if let Err(fault) = Goal::parse(&text) {
            prop_assert!(fault.at <= text.len(), "{text}: {fault:?}");
            prop_assert!(!(EN_GOAL.fault)(&fault, &text).is_empty());
        }
    }
}

proptest! {
    #![proptest_config(config(256))]
    #[test]
    fn what_is_right_is_read_and_not_negates(text in right_goal(), Drawn(plan) in legal_plan()) {
        prop_assume!(text.len() <= LONGEST / 4);
        let goal = match Goal::parse(&text) {
            Ok(goal) => goal,
            Err(fault) => return Err(TestCaseError::fail((EN_GOAL.fault)(&fault, &text))),
        };
        check_text(&goal)?;
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
