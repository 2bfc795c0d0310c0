//! Properties of textbooks' values beside figures: the steps from each lead to the figure.

use std::collections::HashSet;

use cost::estimate;
use cost::legal::Legal;
use cost::plan::{Plan, Word as _};
use cost::why::paper::{Change, Paper, Source};
use cost::why::{Root, Why};
use formats::link;
use proptest::prelude::*;
use test_utils::drawn::{Drawn, legal_plan, of};
use test_utils::{config, plans};

proptest! {
    #![proptest_config(config(plans(2_000)))]

    // Each plan is tried with a few figures: with all of them the test would take a minute.
    #[test]
    fn the_steps_from_a_textbook_lead_to_the_figure(
        Drawn(plan) in legal_plan(),
        first in 0..Root::ALL.len(),
    ) {
        let roots = Root::ALL.iter().cycle().skip(first).step_by(23).take(3);
        for root in roots {
            let (paper, ours) = paper_of(&plan, *root);
            let Some(paper) = paper else { continue };
            let word = root.word();
            prop_assert!(paper.value.is_finite() && paper.value != 0.0, "{}: {}", word, paper.value);
            let formula = paper.formula().expect("a node");
            prop_assert_eq!(formula.value().to_bits(), paper.value.to_bits(), "{}", word);
            let last = paper.steps.last();
            match last {
                Some(last) => prop_assert_eq!(last.value.to_bits(), ours.to_bits(), "{}", word),
                None => prop_assert!((paper.value / ours - 1.0).abs() < 1e-9, "{}", word),
            }
            let changes: HashSet<Change> = paper.steps.iter().map(|step| step.change).collect();
            prop_assert_eq!(changes.len(), paper.steps.len(), "{}: {:?}", word, paper.steps);
            let mut before = paper.value;
            for step in &paper.steps {
                let change = (step.value - before).abs() / step.value.abs().max(before.abs());
                prop_assert!(change > 0.9e-9, "{}: {:?}", word, paper.steps);
                before = step.value;
            }
        }
    }
}

/// The textbook's value of a figure of the fullest stage, and the figure.
fn paper_of(plan: &Plan, root: Root) -> (Option<Paper>, f64) {
    let (estimate, legal) = (of(plan), Legal::check(plan).expect("legal"));
    let (machine, stage) = (estimate.machine.as_ref(), estimate.memory.peak_stage);
    let ours = Why::of(&legal, machine, stage).value(root);
    (Paper::of(&legal, machine, stage, root, ours), ours)
}

/// Plans that have every cause together.
const PLANS: [&str; 4] = [
    "p=llama3-70b/h100x64&tp=8&pp=4&ckpt=full",
    "p=llama3-8b/h100x64&cp=2&zero=3&vocab=128256",
    "p=mixtral-8x7b/h100x64&tp=2&pp=4&ep=8&ckpt=sel",
    "p=llama3-8b/h100x8&obj=dpo",
];

#[test]
fn thirty_figures_have_a_textbook() {
    let mut found: HashSet<Root> = HashSet::new();
    for plan in PLANS {
        let (plan, _) = link::decode(plan);
        let last = estimate(&plan).expect("legal").memory.stages.len() - 1;
        let legal = Legal::check(&plan).expect("legal");
        let why = Why::of(&legal, None, last);
        let has = |root: &&Root| {
            let paper = Paper::of(&legal, None, last, **root, why.value(**root));
            paper.is_some()
        };
        found.extend(Root::ALL.iter().filter(has).copied());
    }
    let missing: Vec<&Root> = Root::ALL
        .iter()
        .filter(|root| !found.contains(root))
        .collect();
    assert!(found.len() >= 30, "{}; missing: {missing:?}", found.len());
}

#[test]
fn every_work_is_in_the_bibliography() {
    let file = test_utils::root().join("docs/bibliography.md");
    let works = std::fs::read_to_string(file).expect("a file");
    for source in Source::ALL {
        let row = ["| ", source.word(), " | "].concat();
        let line = works.lines().find(|line| line.starts_with(&row));
        let line = line.unwrap_or_else(|| panic!("{} is not there", source.word()));
        if let Some(number) = source.arxiv() {
            assert!(line.contains(&format!("arXiv:{number}")), "{line}");
        }
    }
    for change in Change::ALL {
        assert!(!text::paper::change(*change).is_empty());
    }
}
