use std::sync::Arc;

use cost::convention::MfuKind;
use cost::plan::{Plan, Word as _};
use formats::famous::FAMOUS;
use formats::link;
use proptest::prelude::*;
use test_utils::drawn::legal_plan;
use test_utils::seed;

use super::kept_plans::{KeptAct, KeptPlan, Refused};
use super::state::{CompareEvent, PlanAct};
use super::*;
use crate::panels::head::{Head, key_figures};
use crate::panels::testing::{Stand, html_of, outline, page};
use crate::store::{Effect, FigureMove};

const PINNED: &str = "#v=1&p=llama3-8b/h100x8&tp=2&b.same=1&b.tp=1";

fn kept(name: &str, link: &str) -> KeptPlan {
    KeptPlan {
        key: Some("1-1".to_owned()),
        name: name.to_owned(),
        link: link.to_owned(),
    }
}

fn stand(link: &str) -> Stand<Compare> {
    let mut stand = Stand::new(Compare::default(), page(link));
    let plans = vec![
        kept("large", "#v=1&p=llama3-70b/h100x64"),
        kept("broken", "#nonsense"),
    ];
    stand.update(CompareEvent::Stored(plans, Ok(())));
    stand
}

/// The first plan of the list, as it is drawn.
fn first(stand: &Stand<Compare>) -> KeptPlan {
    stand.panel().kept.plans[0].clone()
}

#[test]
fn the_view_of_a_pinned_plan() {
    insta::assert_snapshot!(outline(&stand(PINNED).html()));
}

#[test]
fn the_two_plans_are_exchanged() {
    let mut stand = stand(PINNED);
    stand.update(CompareEvent::Act(PlanAct::Exchange));
    assert_eq!(stand.page.draft.layout.tensor, 1);
    let pinned = stand.page.draft.rival.as_ref().expect("the other one");
    assert_eq!(pinned.layout.tensor, 2);
    stand.update(CompareEvent::Act(PlanAct::Unpin));
    assert!(stand.page.draft.rival.is_none());
}

#[test]
fn the_head_says_how_far_its_figures_have_moved() {
    let mut stand = stand(PINNED);
    stand.send(Event::SwitchUnits);
    let [_, mfu, ..] = &stand.page.notes.moves;
    assert_eq!(mfu.shown, "−6.5\u{a0}points");
    let pinned = stand.page.rival.as_deref().expect("an estimate");
    let [has, ..] = key_figures(&stand.page, pinned);
    assert_eq!(mfu.pinned, ["B has ", &has].concat());
    for moves in &stand.page.notes.moves {
        assert!(
            !moves.shown.is_empty() && !moves.shown.ends_with('B'),
            "{moves:?}"
        );
        assert!(moves.pinned.starts_with("B has "), "{moves:?}");
    }
    stand.update(CompareEvent::Act(PlanAct::Unpin));
    assert_eq!(stand.page.notes.moves, <[FigureMove; 5]>::default());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, rng_seed: seed(2_053), ..ProptestConfig::default() })]

    /// The head announces the figures that it has once that plan is taken.
    #[test]
    fn the_head_previews_the_figures_of_the_plan(now in legal_plan(), then in legal_plan()) {
        let mut stand = stand(&link::encode(&now.0));
        let after = page(&link::encode(&then.0));
        prop_assume!(!stand.page.is_stale() && !after.is_stale());
        stand.send(Event::Preview(Some(Arc::clone(&after.estimate))));
        let figures = key_figures(&after, &after.estimate);
        let shown = html_of(&after, Head);
        for (figure, moves) in figures.iter().zip(&stand.page.notes.moves[1..]) {
            prop_assert_eq!(&moves.shown, &["→\u{a0}", figure].concat());
            prop_assert_eq!(&moves.pinned, "");
            prop_assert!(shown.contains(&["\">", figure, "</button>"].concat()), "{} in {}", figure, shown);
        }
    }
}

/// A reader who counts recomputation sees the difference of what the head shows.
#[test]
fn the_difference_of_utilisation_is_that_of_the_figure_shown() {
    let mut stand = stand("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&b.tp=4&b.ckpt=full");
    let before = stand.page.notes.moves[1].shown.clone();
    stand.send(Event::ChooseConvention(0, MfuKind::Hardware.index()));
    let after = &stand.page.notes.moves[1].shown;
    assert!(
        before.starts_with('+') && after.starts_with('−'),
        "{before} {after}"
    );
}

/// Bars of one unit are as long as their differences.
#[test]
fn bars_of_one_unit_have_one_scale() {
    let stand = stand("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&b.tp=4&b.ckpt=full");
    let html = stand.html();
    let widths: Vec<f64> = ["peak", "state", "activations", "recompute", "step"]
        .map(|key| {
            let row = html
                .split("data-reading=\"")
                .find(|row| row.starts_with(key));
            let bar = row.and_then(|row| row.split_once("--by:"));
            let width = bar.and_then(|(_, bar)| bar.split_once('%'));
            width.expect(key).0.trim().parse().expect("a number")
        })
        .to_vec();
    let [now, pinned] = [
        &*stand.page.estimate,
        stand.page.rival.as_deref().expect("B"),
    ];
    let far = |of: fn(&cost::Estimate) -> f64| (of(now) - of(pinned)).abs();
    let gib = [
        far(|estimate| estimate.memory.peak().0 as f64),
        far(|estimate| estimate.memory.fullest().state.total().0 as f64),
        far(|estimate| {
            let stage = estimate.memory.fullest();
            (stage.activations + stage.logits).0 as f64
        }),
    ];
    for place in 1..3 {
        let [bars, bytes] = [widths[place] / widths[0], gib[place] / gib[0]];
        assert!((bars / bytes - 1.0).abs() < 0.01, "{widths:?} {gib:?}");
    }
    let seconds = [
        far(|estimate| estimate.time.recompute.0),
        far(|estimate| estimate.time.total().0),
    ];
    let [bars, seconds] = [widths[3] / widths[4], seconds[0] / seconds[1]];
    assert!((bars / seconds - 1.0).abs() < 0.01, "{widths:?}");
    assert!(widths.iter().all(|width| *width <= 50.0), "{widths:?}");
}

#[test]
fn a_kept_plan_is_gone_to_and_pinned() {
    let mut stand = stand("#v=1&p=llama3-8b/h100x8");
    stand.update(CompareEvent::Kept(KeptAct::Pin, first(&stand)));
    let pinned = stand.page.draft.rival.as_ref().expect("pinned");
    assert_eq!(pinned.model.preset, "llama3-70b");
    stand.update(CompareEvent::Kept(KeptAct::Go, first(&stand)));
    assert_eq!(stand.page.draft.model.preset, "llama3-70b");
}

#[test]
fn published_runs_are_offered_with_their_figures_beside_ours() {
    let mut stand = stand("#v=1&p=llama3-8b/h100x8");
    let html = stand.html();
    let reports = FAMOUS.iter().filter_map(|run| run.published);
    for report in reports {
        assert!(html.contains(&[" · ", report.source].concat()), "{html}");
        let here = [report.source, ": "].concat();
        assert!(!html.contains(&here), "the plan has no report: {html}");
    }
    for run in FAMOUS.iter().filter(|run| run.published.is_some()) {
        stand.update(CompareEvent::Kept(KeptAct::Pin, kept("", run.link)));
        stand.update(CompareEvent::Kept(KeptAct::Go, kept("", run.link)));
        let report = run.published.expect("a report");
        let said = text::start::reported(&report, &stand.page.estimate);
        assert!(stand.html().contains(&said), "{said}");
    }
}

#[test]
fn the_report_of_a_pinned_run_stands_beside_its_estimate() {
    let mut stand = stand("#v=1&p=llama3-8b/h100x8");
    let mut runs = FAMOUS
        .iter()
        .filter_map(|run| Some((run.link, run.published?)));
    let (link, report) = runs.next().expect("a report");
    stand.update(CompareEvent::Kept(KeptAct::Pin, kept("", link)));
    let pinned = stand.page.rival.as_deref().expect("an estimate");
    let said = text::start::reported(&report, pinned);
    assert!(stand.html().contains(&said), "{said}");
}

#[test]
fn while_the_plan_cannot_exist_nothing_is_pinned() {
    let mut stand = stand("#v=1&p=llama3-8b/h100x8&tp=3");
    stand.update(CompareEvent::Kept(KeptAct::Pin, first(&stand)));
    stand.update(CompareEvent::Act(PlanAct::Pin));
    assert!(stand.page.draft.rival.is_none());
}

#[test]
fn a_name_that_was_refused_stays_to_be_tried_again() {
    let mut stand = stand(PINNED);
    assert!(stand.html().contains("id=\"snapshot-name\""));
    assert!(stand.html().contains("Save this plan</button>"));
    stand.update(CompareEvent::Name("mine".to_owned()));
    let effects = stand.update(CompareEvent::Keep);
    assert!(matches!(effects[..], [Effect::Run(_)]));
    let plans = stand.panel().kept.plans.clone();
    stand.update(CompareEvent::Stored(plans.clone(), Err(Refused::NoRoom)));
    assert_eq!(stand.panel().kept.name, "mine");
    assert!(stand.html().contains("role=\"alert\">"));
    let more = [plans, vec![kept("mine", "#v=1&p=llama3-8b/h100x8")]].concat();
    stand.update(CompareEvent::Stored(more, Ok(())));
    assert_eq!(stand.panel().kept.name, "");
}

#[test]
fn a_plan_is_forgotten_once() {
    let mut stand = stand(PINNED);
    let effects = stand.update(CompareEvent::Kept(KeptAct::Forget, first(&stand)));
    assert!(matches!(effects[..], [Effect::Run(_), Effect::Focus(_)]));
}

#[test]
fn a_press_concerns_the_plan_that_was_drawn_even_if_the_list_has_changed() {
    let mut stand = stand(PINNED);
    let drawn = first(&stand);
    let other = kept("newer", "#v=1&p=llama3-8b/h100x16");
    stand.update(CompareEvent::Stored(vec![other, drawn.clone()], Ok(())));
    assert_ne!(first(&stand), drawn);
    stand.update(CompareEvent::Kept(KeptAct::Go, drawn));
    assert_eq!(stand.page.draft.model.preset, "llama3-70b");
}

#[test]
fn the_acts_that_a_pinned_plan_allows_are_there() {
    let acts = |link| stand(link).html().matches("class=\"act\"").count();
    assert_eq!(acts("#v=1&p=llama3-8b/h100x8"), 1);
    assert_eq!(acts(PINNED), 4);
    assert_eq!(acts("#v=1&p=llama3-8b/h100x8&b.tp=3"), 4);
}

#[test]
fn every_act_of_an_unpinned_plan_is_harmless() {
    let page = page("#v=1&p=llama3-8b/h100x8");
    for act in PlanAct::ALL {
        let mut stand = Stand::new(Compare::default(), page.clone());
        stand.update(CompareEvent::Act(act));
        let plan: &Plan = &stand.page.draft;
        assert_eq!(plan.rival.is_some(), act == PlanAct::Pin, "{act:?}");
    }
}
