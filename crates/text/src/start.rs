//! The card of a first visit.

use cost::Estimate;
use cost::plan::Plan;
use cost::units::{FlopsPerSecond, Seconds};
use formats::catalog;
use formats::famous::{PublishedFigure, Quantity};

use crate::presets;

messages!("start");

/// The key of the bars of famous plans: model state, activations, all else.
#[must_use]
pub fn keys() -> [&'static str; 3] {
    [key_state(), key_activations(), key_rest()]
}

/// Names of a plan's model and of its GPUs.
#[must_use]
pub fn names(plan: &Plan) -> [String; 2] {
    let model = catalog::model_entry(plan.model.preset).map_or(custom(), presets::model);
    let gpu = catalog::gpu_entry(plan.cluster.gpu.preset).map_or(custom(), presets::gpu);
    [model.to_owned(), gpus(plan.cluster.gpus, gpu)]
}

/// The figure of a famous run's report, beside that of its estimate.
#[must_use]
pub fn reported(report: &PublishedFigure, estimate: &Estimate) -> String {
    let (published, here) = (report.value, report.quantity.of(estimate));
    let rates = || [published, here].map(|tflops| FlopsPerSecond(tflops * 1e12));
    match report.quantity {
        Quantity::Step => step_reported(Seconds(published), Seconds(here), report.source),
        // Tokens are counted.
        Quantity::Tokens => {
            tokens_reported(published.round() as u64, here.round() as u64, report.source)
        }
        Quantity::ModelTflops => {
            let [published, here] = rates();
            model_flops_reported(published, here, report.source)
        }
        Quantity::HardwareTflops => {
            let [published, here] = rates();
            hardware_flops_reported(published, here, report.source)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::reported;
    use cost::estimate;
    use formats::famous::FAMOUS;
    use formats::link;

    const LINKS: &str = include_str!("../../../docs/links.md");
    const README: &str = include_str!("../../../README.md");

    #[test]
    fn documents_have_the_reports_of_famous_runs_beside_our_figures() {
        let mut found = 0;
        for run in FAMOUS {
            let Some(report) = run.published else {
                continue;
            };
            let estimate = estimate(&link::decode(run.link).0).expect(run.link);
            let said = reported(&report, &estimate).replace('\u{a0}', " ");
            let cell = ["| `", run.link, "` |"].concat();
            let lines = LINKS.lines().chain(README.lines());
            let rows: Vec<&str> = lines.filter(|line| line.starts_with(&cell)).collect();
            assert!(!rows.is_empty(), "{cell}");
            for row in rows {
                assert!(row.contains(&said), "{row}: {said}");
                found += 1;
            }
        }
        let reports = FAMOUS.iter().filter(|run| run.published.is_some());
        assert_eq!(found, reports.count() + 1, "one is in both");
    }
}
