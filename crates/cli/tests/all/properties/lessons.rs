//! Lessons: any text is Markdown or has a fault, a lesson that is right can be worked through, and a
//! hint names no cost of nothing.

use cost::certainty::MEMORY;
use cost::units::Bytes;
use formats::goal::{Field, Goal, LONGEST};
use formats::import;
use formats::number::Units;
use fuzz::holds::Scope;
use fuzz::holds::lesson::{lesson, texts};
use lesson::{Lacking, LessonFault, LessonRefusal, Term, Why, markdown, read};
use proptest::prelude::*;
use test_utils::config;
use test_utils::draw::drawn;
use test_utils::drawn::{Drawn, legal_plan, of};
use test_utils::given::goal;
use test_utils::given::lesson::{right, words};

use super::held;

/// A fault of a text is of something that the text has, and is said in a sentence.
fn examine_fault(why: &Why, text: &str) -> Result<(), TestCaseError> {
    match why {
        Why::Unclosed { sign } => prop_assert!(text.contains(sign), "{sign} in {text}"),
        Why::NoTarget { given } => prop_assert!(text.contains("]("), "{given} in {text}"),
        Why::Live { text: asked, .. } => {
            // A value may go over the end of a line.
            let flat = |text: &str| text.split_whitespace().collect::<String>();
            let has = flat(text).contains(&flat(asked));
            prop_assert!(text.contains("{{") && has, "{asked} in {text}");
        }
        other => prop_assert!(false, "{other:?} of {text}"),
    }
    let fault = LessonFault {
        path: "text".to_owned(),
        why: why.clone(),
    };
    let sentences = text::lesson::refused(&LessonRefusal::Faults(vec![fault]));
    let is_said = sentences.iter().any(|sentence| sentence.contains("text"));
    prop_assert!(is_said, "{sentences:?}");
    Ok(())
}

proptest! {
    #![proptest_config(config(1_024))]
    #[test]
    fn any_markdown_is_a_text_or_has_a_fault(text in drawn(words)) {
        match markdown::read(&text) {
            Ok(text) => held(texts(&text))?,
            Err(fault) => examine_fault(&fault, &text)?,
        }
    }
}

proptest! {
    #![proptest_config(config(512))]
    /// The first hint names what is missing, and the largest cost that it is about, if there is one.
    #[test]
    fn the_first_hint_names_no_cost_of_nothing(text in drawn(|draw| goal::right(draw, 4)), Drawn(plan) in legal_plan()) {
        prop_assume!(text.len() <= LONGEST);
        let goal = Goal::parse(&text).map_err(|fault| TestCaseError::fail(format!("{fault:?}")))?;
        let estimate = of(&plan);
        let lacking = Lacking::of(&goal, &plan, Some(&estimate));
        let is_reached = goal.is_reached::<()>(&plan, Ok(&estimate));
        prop_assert_eq!(lacking.parts.is_empty(), is_reached);
        let said = text::lesson_figure::lacks(&lacking, Units::Gib);
        let of_kind = |begins: &[&str]| {
            let fields = lacking.parts.iter().flat_map(Goal::fields);
            fields.map(Field::name).any(|name| begins.iter().any(|begin| name.starts_with(begin)))
        };
        if let Some((kind, bytes)) = lacking.memory {
            prop_assert!(of_kind(&["memory.", "stage.", "recipe.shard"]), "{text}: {said}");
            prop_assert_eq!((MEMORY[kind].of)(estimate.memory.fullest()), bytes);
            prop_assert!(bytes > Bytes(0), "{said}");
        }
        if let Some((overhead, share)) = lacking.time {
            let of_time = ["mfu", "hfu", "tokens_per_s", "time.", "tolls.", "run.", "recipe.score"];
            prop_assert!(of_kind(&of_time), "{text}: {said}");
            let shares = estimate.shares.overheads();
            prop_assert!(shares.contains(&(overhead, share)) && share >= 0.005);
            prop_assert!(shares.iter().all(|(_, other)| *other <= share), "{said}");
        }
        if !is_reached {
            prop_assert!(!said.contains(": .") && said.ends_with('.'), "{said}");
        }
    }
}

proptest! {
    #![proptest_config(config(24))]
    #[test]
    fn what_is_right_can_be_worked_through(text in drawn(right)) {
        if let Err(why) = read(&text, import::json) {
            return Err(TestCaseError::fail(format!("{why:?}")));
        }
        held(lesson(&Scope::thorough(), &text))?;
    }
}

#[test]
fn every_term_can_be_led_to() {
    for term in <Term as cost::plan::Word>::WORDS {
        let text = ["[x](term:", term, ")"].concat();
        assert!(markdown::read(&text).is_ok(), "{term}");
    }
}
