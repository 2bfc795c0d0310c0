//! Long steps, whose middle is skipped, against the same steps block by block.

use cost::plan::Schedule;
use cost::schedule::{Durations, Pipeline, simulate, simulate_traced};
use proptest::prelude::*;

use super::pipelines::{length, spans};
use super::rules::check_spans;
use test_utils::seed;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: seed(2_021),
        ..ProptestConfig::default()
    }
}

/// A pipeline with random stage times, long enough to be extrapolated.
fn long_step() -> impl Strategy<Value = (Pipeline, Durations)> {
    (1..9_usize, 1..4_usize, 0..200_usize, any::<bool>())
        .prop_flat_map(|(ranks, chunks, more, gpipe)| {
            let chunks = if ranks == 1 { 1 } else { chunks };
            let schedule = match (chunks, gpipe) {
                (1, true) => Schedule::GPipe,
                (1, false) => Schedule::OneFOneB,
                _ => Schedule::Interleaved,
            };
            let pipeline = Pipeline {
                ranks,
                chunks,
                micro_batches: 4 * ranks + 32 + more,
                schedule,
            };
            let stages = ranks * chunks;
            let lengths = || proptest::collection::vec(0.5..1.5_f64, stages);
            (Just(pipeline), lengths(), lengths(), 0.0..0.5_f64)
        })
        .prop_map(|(pipeline, forward, backward, transfer)| {
            (
                pipeline,
                Durations {
                    forward,
                    backward,
                    transfer,
                    ..Durations::default()
                },
            )
        })
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn extrapolated_steps_equal_simulated_ones((pipeline, durations) in long_step()) {
        let quick = simulate(&pipeline, &durations);
        let whole = simulate_traced(&pipeline, &durations, |_| {});
        for (rank, (quick, whole)) in quick.iter().zip(&whole).enumerate() {
            let end = quick.end / whole.end - 1.0;
            let busy = quick.busy / whole.busy - 1.0;
            prop_assert!(
                end.abs() < 1e-6 && busy.abs() < 1e-6,
                "rank {rank}: end {} instead of {} ({end:+.1e}), busy {} instead of {}",
                quick.end, whole.end, quick.busy, whole.busy,
            );
        }
    }

    #[test]
    fn random_stages_respect_their_dependencies((pipeline, durations) in long_step()) {
        let (spans, times) = spans(&pipeline, &durations);
        check_spans(&pipeline, &durations, &spans, &times);
    }
}

proptest! {
    #![proptest_config(config(16))]

    #[test]
    fn very_long_steps_too((pipeline, durations) in long_step()) {
        let pipeline = Pipeline { micro_batches: pipeline.micro_batches + 10_000, ..pipeline };
        let quick = length(&simulate(&pipeline, &durations));
        let whole = length(&simulate_traced(&pipeline, &durations, |_| {}));
        prop_assert!((quick / whole - 1.0).abs() < 1e-9, "{quick} instead of {whole}");
    }
}
