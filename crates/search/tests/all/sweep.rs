//! Sweeps: every axis on every kind of plan, points against separate estimates, and lines
//! against closed forms.

use cost::convention::Conventions;
use cost::estimate;
use cost::memory::Verdict;
use cost::plan::{Plan, Recipe};
use formats::catalog::{self, GPUS};
use formats::link;
use formats::link::Key;
use search::sweep::{AXES, Point, Sweep, SweepAxis, SweepReading, axis};
use test_utils::{close, plan};

/// Llama-3 70B, which fits.
const FITS: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
/// Equal stages, free links: the bubble is the closed form's.
const PLAIN: &str = "#v=1&p=custom/h100x64&layers=128&hidden=8192&ffn=32768&heads=64&vocab=64\
                     &nvbw=999999999&nicbw=999999999&pp=8&seq=8192&overlap=none&gbs=64";

fn named(key: &str) -> &'static SweepAxis {
    axis(key).expect("an axis")
}

fn swept(link: &str, across: &str, between: &str) -> Sweep {
    Sweep::estimated(
        &plan(link),
        named(across),
        axis(between),
        Conventions::default(),
    )
}

fn place(values: &[f64], value: f64) -> usize {
    let place = values.iter().position(|&other| other == value);
    place.unwrap_or_else(|| panic!("{value} is not among {values:?}"))
}

#[test]
fn the_bubble_follows_its_closed_form() {
    // (p−1)/(m+p−1) (Huang 2018; Narayanan 2021), for every stage count and micro-batch count.
    let sweep = swept(PLAIN, "m", "pp");
    let mut compared = 0;
    for (line, &p) in sweep.lines().iter().enumerate() {
        for (at, &m) in sweep.values().iter().enumerate() {
            if let Some(bubble) = sweep.reading(line, at, SweepReading::Bubble) {
                let exact = (p - 1.0) / (m + p - 1.0);
                assert!(
                    (bubble - exact).abs() < 0.004,
                    "p = {p}, m = {m}: {bubble}, {exact}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared >= 40, "{compared} points");
}

#[test]
fn a_point_is_the_estimate_of_its_own_link() {
    let sweep = swept(FITS, "seq", "tp");
    assert_eq!(sweep.capacity().map(|bytes| bytes.gib() > 79.0), Some(true));
    let mut seen = [0; 3];
    for line in 0..sweep.lines().len() {
        for at in 0..sweep.values().len() {
            let link = link::encode(&sweep.plan(line, at));
            assert!(link.contains("p=llama3-70b/h100x64"), "{link}");
            match (estimate(&plan(&link)), sweep.point(line, at)) {
                (
                    Ok(estimate),
                    Some(Point::Legal {
                        readings, verdict, ..
                    }),
                ) => {
                    let own = SweepReading::ALL
                        .map(|reading| reading.of(&estimate, Conventions::default()));
                    assert_eq!(readings, &own, "{link}");
                    assert_eq!(*verdict, estimate.memory.verdict);
                    seen[usize::from(*verdict == Verdict::OutOfMemory)] += 1;
                }
                (Err(reasons), Some(Point::Illegal(reason))) => {
                    assert_eq!(reason, &reasons[0], "{link}");
                    seen[2] += 1;
                }
                (_, point) => panic!("{link}: {point:?}"),
            }
        }
    }
    assert!(
        seen[0] > 0 && seen[1] > 0,
        "{seen:?} fit, do not, cannot be"
    );
}

#[test]
fn what_cannot_be_is_left_out_by_name() {
    // 5, 10, 20, 40 and 80 divide 80 layers, but not 8 ranks.
    let sweep = swept(FITS, "gbs", "pp");
    assert_eq!(sweep.lines(), [1.0, 2.0, 4.0, 8.0]);
    assert_eq!(sweep.left_out()[1], [5.0, 10.0, 16.0, 20.0, 40.0, 80.0]);
    assert!(sweep.left_out()[0].is_empty() || sweep.left_out()[0].iter().all(|&batch| batch > 0.0));
}

#[test]
fn the_plan_finds_itself() {
    let plan = plan(FITS);
    let sweep = swept(FITS, "mbs", "tp");
    let (value, line) = sweep.place_of(&plan);
    let line = line.expect("TP 8 is a line");
    assert_eq!((value, sweep.lines()[line]), (1.0, 8.0));
    let own = sweep.reading(line, place(sweep.values(), 1.0), SweepReading::Step);
    let estimate = estimate(&plan).expect("legal");
    assert_eq!(own, Some(estimate.time.total().0));
    assert_eq!(link::encode(&sweep.plan(line, 0)), FITS);
}

#[test]
fn a_sweep_stays_while_what_it_varies_moves() {
    let conventions = Conventions::default();
    let sweep = swept(FITS, "m", "pp");
    assert!(sweep.is_of(&plan(FITS), conventions));
    assert!(sweep.is_of(
        &plan("#v=1&p=llama3-70b/h100x64&tp=8&pp=8&gbs=32"),
        conventions
    ));
    assert!(!sweep.is_of(
        &plan("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mbs=2"),
        conventions
    ));
    assert!(sweep.suits(&plan("#v=1&p=llama3-70b/h100x64&tp=8&pp=8&gbs=32")));
    // 48 micro-batches lie between two of its points: another sweep has one there.
    assert!(!sweep.suits(&plan("#v=1&p=llama3-70b/h100x64&tp=8&pp=8&gbs=48")));
    // A model that is in no catalogue has no place among models, and is not looked for again.
    let sweep = swept(PLAIN, "model", "tp");
    assert!(sweep.suits(&plan(PLAIN)));
}

#[test]
fn data_parallel_ranks_add_cards() {
    // ZeRO shards over more ranks: stages 1 to 3 need less memory with each doubling, stage 0 not.
    let sweep = swept("#v=1&p=llama3-8b/h100x8&gbs=8192", "dp", "zero");
    assert_eq!(sweep.lines().len(), 4);
    let ends = [place(sweep.values(), 2.0), place(sweep.values(), 64.0)];
    let state = |line, at| sweep.reading(line, at, SweepReading::State).expect("legal");
    close("replicated", state(0, ends[0]), state(0, ends[1]), 1e-12);
    for line in 1..4 {
        assert!(
            state(line, ends[1]) < 0.9 * state(line, ends[0]),
            "stage {line}"
        );
    }
    assert_eq!(sweep.plan(0, ends[1]).cluster.gpus, 64);
}

/// A sweep whose values are known and whose points are not.
fn begun(base: &Plan, across: &'static SweepAxis, between: Option<&'static SweepAxis>) -> Sweep {
    let mut sweep = Sweep::new(base, across, between, Conventions::default());
    while !sweep.has_values() {
        assert!(sweep.estimate_next());
        assert!(sweep.point(0, 0).is_none(), "values come before points");
    }
    sweep
}

#[test]
fn axes_are_presets_keys_and_derived_figures() {
    let keys: Vec<_> = AXES.iter().map(|axis| axis.key).collect();
    let swept = Key::all().filter(|key| key.offers().is_some());
    let expected: Vec<_> = ["model", "gpu", "gpus"]
        .into_iter()
        .chain(swept.map(Key::name))
        .chain(["dp", "m"])
        .collect();
    assert_eq!(keys, expected);
    for (index, axis) in AXES.iter().enumerate() {
        assert_eq!(axis.index(), index, "{}", axis.key);
    }
}

#[test]
fn every_axis_goes_with_every_other() {
    let links = [
        "#v=1&p=llama3-8b/h100x8",
        FITS,
        "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&gbs=15360&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1",
        "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=8&mstep=20",
    ];
    for link in links {
        let base = plan(link);
        for across in &AXES {
            let alone = begun(&base, across, None);
            assert!(
                alone.values().len() <= 20 && alone.lines() == [0.0],
                "{}",
                across.key
            );
            for between in [named("tp"), named("zero"), named("gpus")] {
                let mut sweep = begun(&base, across, Some(between));
                // A few points of each: all of them would take minutes.
                for _ in 0..3 {
                    sweep.estimate_next();
                }
                let legal = (0..3).filter_map(|at| sweep.reading(0, at, SweepReading::Step));
                assert!(
                    legal.into_iter().all(f64::is_finite),
                    "{link} {}",
                    across.key
                );
            }
        }
    }
}

#[test]
fn the_framework_follows_the_card_of_a_point() {
    let index = |preset: &str| {
        let place = GPUS.iter().position(|entry| entry.gpu.preset == preset);
        place.expect("a preset") as f64
    };
    let recipe = |link: &str, card: &str| {
        let mut plan = plan(link);
        named("gpu").set(&mut plan, index(card));
        plan.stack.recipe
    };
    let plain = "#v=1&p=llama3-8b/h100x16";
    assert_eq!(recipe(plain, "tpu-v5p"), Recipe::MaxText);
    assert_eq!(recipe(plain, "trn2"), Recipe::TorchTitan);
    assert_eq!(recipe(plain, "b200"), Recipe::Megatron);
    // A plan on its card stays as it is, even where its framework does not run there.
    for link in [
        plain,
        "#v=1&p=llama3-8b/tpu-v5px16",
        "#v=1&p=llama3-8b/tpu-v5px16&recipe=maxtext",
        "#v=1&p=llama3-8b/trn2x16&recipe=torchtitan",
        "#v=1&p=llama3-8b/h200x16&recipe=hf",
    ] {
        let (own, gpu) = (plan(link), named("gpu"));
        let sweep = begun(&own, gpu, None);
        let at = place(sweep.values(), gpu.now(&own));
        assert_eq!(link::encode(&sweep.plan(0, at)), link);
        // It stays the sweep of the plan that the list of GPUs makes of it.
        let mut moved = own.clone();
        moved.move_to(catalog::gpu("a100-80").expect("a preset"));
        let runs = own.cluster.gpu.family.runs(own.stack.recipe);
        assert_eq!(sweep.is_of(&moved, Conventions::default()), runs, "{link}");
    }
    // Lines of frameworks keep theirs on every card.
    let sweep = begun(&plan(plain), named("gpu"), Some(named("recipe")));
    for (line, &value) in sweep.lines().iter().enumerate() {
        for at in 0..sweep.values().len() {
            assert_eq!(named("recipe").now(&sweep.plan(line, at)), value);
        }
    }
}

#[test]
fn every_axis_reads_what_it_has_set() {
    let base = plan("#v=1&p=mixtral-8x7b/h100x64&tp=2&pp=2&ep=2");
    for axis in &AXES {
        for value in axis.values(&base) {
            let mut plan = base.clone();
            // HSDP over all ranks is what a link that names no group means, and some values are
            // beyond what any plan may have.
            if axis.set(&mut plan, value) && axis.key != "hsdp" {
                let off = (axis.now(&plan) - value).abs();
                assert!(off <= 1e-6 * value, "{} = {value}", axis.key);
            }
        }
    }
}

#[test]
fn the_best_is_the_best_of_those_that_fit() {
    let sweep = swept(FITS, "seq", "tp");
    for reading in [SweepReading::Mfu, SweepReading::Memory, SweepReading::Step] {
        let (line, at) = sweep.best(reading).expect("some fit");
        let best = sweep.reading(line, at, reading).expect("legal");
        for line in 0..sweep.lines().len() {
            for at in 0..sweep.values().len() {
                if let Some(Point::Legal {
                    readings, verdict, ..
                }) = sweep.point(line, at)
                {
                    let other = readings[reading as usize];
                    let is_better = if reading.is_gain() {
                        other > best
                    } else {
                        other < best
                    };
                    assert!(
                        !is_better || *verdict == Verdict::OutOfMemory,
                        "{reading:?}"
                    );
                }
            }
        }
    }
}
