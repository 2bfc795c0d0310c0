//! Links: whatever is written is read, and what is read can be written.

use cli::report;
use cli::report::terminal::{PlanReport, ReportWords};
use cost::legal::Reason;
use cost::plan::{Plan, limits};
use cost::{Estimate, estimate};
use formats::catalog::{GPUS, MODELS};
use formats::link::{self, Key};
use proptest::prelude::*;
use proptest::sample::select;
use search::diagnosis::diagnose;
use search::ends::ends;
use text::{EN, EN_EXCHANGE};

use super::config;
use super::totals::check;
use test_utils::drawn::{Drawn, absurd_plan, any_number, likely_plan};

/// Keys and values of links, right and wrong, and pieces of their grammar.
pub(crate) fn any_link() -> impl Strategy<Value = String> {
    let names = ["v", "p"].into_iter().chain(Key::all().map(Key::name));
    let keys = select(names.collect::<Vec<_>>()).prop_map(str::to_owned);
    let key = prop_oneof![
        6 => keys.clone(),
        2 => keys.prop_map(|key| ["b.", &key].concat()),
        1 => "[a-z.%=&#]{0,6}",
    ];
    let presets = (select(MODELS), select(GPUS), any_number())
        .prop_map(|(model, gpu, n)| format!("{}/{}x{n}", model.model.preset, gpu.gpu.preset));
    let value = prop_oneof![
        4 => any_number().prop_map(|number| number.to_string()),
        2 => presets,
        2 => select(WORDS.to_vec()).prop_map(str::to_owned),
        1 => "[0-9]{1,3}(\\.[0-9]{1,7})?",
        1 => "[0-9,]{1,12}",
        1 => "[-+ a-zA-Z0-9_.,/%]{0,12}",
        1 => "\\PC{0,8}",
    ];
    let pair = (key, value).prop_map(|(key, value)| [key, "=".into(), value].concat());
    let part = prop_oneof![8 => pair, 1 => "[&=#%]{0,4}", 1 => "\\PC{0,12}"];
    (
        select(vec!["", "#", "#v=1&", "https://example.org/?embed=1#v=1&"]),
        proptest::collection::vec(part, 0..12),
    )
        .prop_map(|(start, parts)| [start, &parts.join("&")].concat())
}

const WORDS: [&str; 20] = [
    "none",
    "full",
    "sel",
    "core",
    "core,norm",
    "1f1b",
    "int",
    "gpipe",
    "zbh1",
    "nemo",
    "megatron",
    "opt,acts",
    "tp,dp",
    "rope",
    "bf16",
    "fp8",
    "0",
    "1",
    "512,128,128,64,128",
    "1,2,3",
];

/// An estimate without the list of what it leaves out.
fn figures(plan: &Plan) -> Result<Estimate, Vec<Reason>> {
    estimate(plan).map(|estimate| Estimate {
        not_modelled: Vec::new(),
        ..estimate
    })
}

/// Everything that a person reads of a plan can be written.
pub(crate) fn check_texts(
    plan: &Plan,
    warnings: &[link::LinkWarning],
) -> Result<(), TestCaseError> {
    let result = estimate(plan);
    let diagnosis = result.as_ref().ok().map(|now| diagnose(plan, now));
    let choices = result.as_ref().ok().map(|now| ends(plan, now));
    let reported = PlanReport {
        plan,
        estimate: &result,
        diagnosis: diagnosis.as_ref(),
        choices: choices.as_deref().unwrap_or_default(),
        warnings,
    };
    let view = report::View::default();
    let report = report::terminal::report(&reported, view, ReportWords::EN);
    prop_assert!(
        report.ends_with('\n') && !report.contains("NaN") && !report.contains("inf"),
        "{report}"
    );
    let choices = choices.as_deref();
    let words = &EN_EXCHANGE.export.plan;
    let object = report::json::object(plan, &result, warnings, choices, view, None, words).text();
    let object: serde_json::Value = serde_json::from_str(&object).expect("JSON");
    prop_assert_eq!(&object["legal"], result.is_ok());
    prop_assert!(!(EN.data_follows)(plan).is_empty());
    prop_assert!(!(EN.batch_follows)(plan).is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(config(512))]
    #[test]
    fn plans_within_limits_can_be_written(plan in absurd_plan()) {
        prop_assume!(limits::violated(&plan).is_none());
        let link = link::encode(&plan);
        prop_assert!(link.is_ascii() && link.starts_with("#v=1&p="), "{link}");
        check_texts(&plan, &[])?;
    }

    #[test]
    fn any_bytes_are_a_link(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        let (plan, warnings) = link::decode(&text);
        check_texts(&plan, &warnings)?;
    }

    #[test]
    fn any_grammar_is_a_link(text in any_link()) {
        let (plan, warnings) = link::decode(&text);
        for warning in &warnings {
            prop_assert!((EN.link_warning)(warning).ends_with('.'), "{warning:?}");
        }
        if let Ok(estimate) = estimate(&plan) {
            check(&plan, &estimate)?;
        }
        check_texts(&plan, &warnings)?;
    }

    #[test]
    fn a_written_link_is_read_as_it_was_meant(text in any_link()) {
        let (plan, _) = link::decode(&text);
        let written = link::encode(&plan);
        let (again, warnings) = link::decode(&written);
        // Only what is too long to be read is not.
        if written.len() < link::LONGEST {
            prop_assert_eq!(&warnings, &[], "{}", &written);
            prop_assert_eq!(link::encode(&again), written);
            prop_assert_eq!(estimate(&again), estimate(&plan));
        }
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
