//! Messages between a page and its workers arrive as they were sent, and other bytes are no
//! message.

use cost::memory::Verdict;
use cost::plan::{
    ContextKind, CrossEntropy, Dtype, Optimizer, Schedule, Word, WordSet, ZeroStage, limits,
};
use cost::units::{Bytes, Seconds};
use formats::export::Release;
use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest};
use proptest::sample::select;
use proptest::{option, prop_assert, prop_assert_eq};
use search::fits::{FitFigures, FitNumbers, FitQuestion};
use search::optimize::{
    AXES, Candidate, Constraints, Counts, Division, FoundLayout, LayerRuns, Margin, Numbers,
    Objective, PathStep, Recomputed, SearchQuestion, Shards,
};
use search::worker::{FoundRow, LayoutFigures, SearchProgress, WorkerReply, WorkerRequest};
use test_utils::seed;

fn word<W: Word + std::fmt::Debug>() -> impl Strategy<Value = W> {
    select(W::ALL)
}

fn words<W: Word + std::fmt::Debug>() -> impl Strategy<Value = WordSet<W>> {
    vec(word::<W>(), 0..4).prop_map(|words| WordSet::of(&words))
}

/// Any float that equals itself, the infinite ones too.
fn float() -> impl Strategy<Value = f64> {
    any::<f64>().prop_filter("itself", |number| !number.is_nan())
}

fn range() -> impl Strategy<Value = Numbers> {
    let end = prop_oneof![Just(u64::MAX), any::<u64>()];
    (any::<u64>(), end).prop_map(|(start, end)| start..=end)
}

fn runs() -> impl Strategy<Value = LayerRuns> {
    vec(0..9_u64, 1..8).prop_map(|layers| LayerRuns::of(&layers).expect("few runs"))
}

fn division() -> impl Strategy<Value = Division> {
    prop_oneof![
        Just(Division::Even),
        Just(Division::Ends),
        Just(Division::Uneven),
        runs().prop_map(Division::List),
    ]
}

fn recomputed() -> impl Strategy<Value = Recomputed> {
    prop_oneof![
        Just(Recomputed::None),
        Just(Recomputed::Core),
        Just(Recomputed::Modules),
        Just(Recomputed::Full),
        words().prop_map(Recomputed::SomeModules),
        any::<u64>().prop_map(Recomputed::SomeLayers),
    ]
}

fn candidate() -> impl Strategy<Value = Candidate> {
    let degree = limits::GPUS;
    let degrees = [(); 6].map(|()| degree.clone());
    let words = (
        division(),
        word::<Schedule>(),
        word::<ZeroStage>(),
        word::<Shards>(),
        recomputed(),
        words(),
        word::<Dtype>(),
    );
    let rest = (
        any::<bool>(),
        limits::LAYERS,
        limits::MICRO,
        word::<ContextKind>(),
        word::<CrossEntropy>(),
        word::<Optimizer>(),
    );
    (degrees, words, rest).prop_map(|(degrees, words, rest)| {
        let [gpus, tensor, context, pipeline, expert, expert_tensor] = degrees;
        let (division, schedule, zero, shards, recompute, offload, dtype) = words;
        let (sequence_parallel, virtual_stages, micro, context_kind, loss, optimizer) = rest;
        Candidate {
            gpus,
            tensor,
            sequence_parallel,
            context,
            context_kind,
            pipeline,
            division,
            schedule,
            virtual_stages,
            expert,
            expert_tensor,
            zero,
            shards,
            micro,
            recompute,
            offload,
            dtype,
            loss,
            optimizer,
        }
    })
}

fn constraints() -> impl Strategy<Value = Constraints> {
    let numbers = [(); 8].map(|()| range());
    let some = (words(), words(), words(), words());
    let more = (words(), words(), words(), words(), word::<ContextKind>());
    let last = (vec(runs(), 0..3), words(), words());
    (numbers, some, more, last).prop_map(|(numbers, some, more, last)| {
        let [
            gpus,
            tensor,
            context,
            pipeline,
            virtual_stages,
            expert,
            expert_tensor,
            micro,
        ] = numbers;
        Constraints {
            gpus,
            tensor,
            sequence_parallel: some.0,
            context,
            context_kind: more.4,
            pipeline,
            division: some.1,
            schedule: some.2,
            virtual_stages,
            expert,
            expert_tensor,
            zero: some.3,
            shards: more.0,
            micro,
            recompute: more.1,
            offload: more.2,
            dtype: more.3,
            splits: last.0,
            loss: last.1,
            optimizer: last.2,
        }
    })
}

fn question() -> impl Strategy<Value = SearchQuestion> {
    let goal = prop_oneof![
        Just(Objective::Fastest),
        Just(Objective::Smallest),
        Just(Objective::FewestGpus),
        option::of(float()).prop_map(|days| Objective::Cheapest { days }),
        float().prop_map(|dollars| Objective::SoonestFor { dollars }),
        float().prop_map(|days| Objective::FewestGpusWithin { days }),
    ];
    let margin = prop_oneof![Just(Margin::Band), float().prop_map(Margin::Share)];
    (
        goal,
        margin,
        0..=1_000_usize,
        0..=1_000_usize,
        any::<bool>(),
        option::of(select(Release::all().collect::<Vec<_>>())),
    )
        .prop_map(
            |(goal, margin, keep, rooms, prunes, release)| SearchQuestion {
                goal,
                margin,
                keep,
                rooms,
                prunes,
                release,
            },
        )
}

fn found() -> impl Strategy<Value = FoundLayout> {
    (candidate(), [float(), float()], float(), any::<u64>()).prop_map(
        |(candidate, score, step, peak)| FoundLayout {
            candidate,
            score,
            step: Seconds(step),
            peak: Bytes(peak),
        },
    )
}

fn verdict() -> impl Strategy<Value = Verdict> {
    select(&Verdict::ALL[..])
}

fn row() -> impl Strategy<Value = FoundRow> {
    let figures = [(); 12].map(|()| float());
    (found(), figures, verdict()).prop_map(|(found, figures, verdict)| {
        let [
            tokens_per_second,
            mfu,
            forward_only,
            days,
            dollars,
            shares @ ..,
        ] = figures;
        FoundRow {
            found,
            reading: LayoutFigures {
                tokens_per_second,
                mfu,
                shares,
                forward_only,
                days,
                dollars,
                verdict,
            },
        }
    })
}

fn leg() -> impl Strategy<Value = PathStep> {
    let axes = vec(select(&AXES[..]), 0..4);
    (axes, candidate(), float(), any::<u64>(), verdict()).prop_map(
        |(axes, candidate, step, peak, verdict)| PathStep {
            axes,
            candidate,
            step: Seconds(step),
            peak: Bytes(peak),
            verdict,
        },
    )
}

fn request() -> impl Strategy<Value = WorkerRequest> {
    let part = (1..100_usize).prop_flat_map(|of| (0..of, Just(of)));
    let search = (any::<u64>(), ".{0,40}", question(), constraints(), part).prop_map(
        |(number, link, question, constraints, (index, of))| WorkerRequest::Search {
            number,
            link,
            question,
            constraints,
            index,
            of,
        },
    );
    let go_on = (any::<u64>(), vec(found(), 0..4))
        .prop_map(|(number, found)| WorkerRequest::GoOn { number, found });
    let path = (any::<u64>(), ".{0,40}", question(), candidate()).prop_map(
        |(number, link, question, to)| WorkerRequest::Path {
            number,
            link,
            question,
            to,
        },
    );
    let fits = (any::<u64>(), ".{0,40}", select(&FitQuestion::ALL)).prop_map(
        |(number, link, question)| WorkerRequest::Fits {
            number,
            link,
            question,
        },
    );
    prop_oneof![search, go_on, path, fits]
}

fn fit_figures() -> impl Strategy<Value = FitFigures> {
    let bytes = any::<[u64; 2]>();
    let verdicts = [(); 2].map(|()| select(&Verdict::ALL));
    (bytes, verdicts, float(), float()).prop_map(|(bytes, verdicts, step, dollars)| {
        let [peak, capacity] = bytes.map(Bytes);
        let [verdict, host] = verdicts;
        FitFigures {
            peak,
            capacity,
            verdict,
            host,
            step: Seconds(step),
            dollars,
        }
    })
}

fn fit_numbers() -> impl Strategy<Value = FitNumbers> {
    let longest = [(); 2].map(|()| option::of((limits::SEQUENCE, fit_figures())));
    prop_oneof![
        vec(option::of(fit_figures()), 0..4).prop_map(FitNumbers::Rows),
        longest.prop_map(FitNumbers::Longest),
    ]
}

fn reply() -> impl Strategy<Value = WorkerReply> {
    let counts = [(); 6].map(|()| any::<u64>());
    let lists = (vec(found(), 0..4), vec(row(), 0..4));
    let progress = (any::<u64>(), any::<bool>(), any::<u64>(), counts, lists).prop_map(
        |(number, is_done, expected, counts, (found, rows))| {
            let [
                considered,
                without_room,
                too_slow,
                not_run,
                refused,
                estimated,
            ] = counts;
            WorkerReply::Progress(SearchProgress {
                number,
                is_done,
                expected,
                counts: Counts {
                    considered,
                    without_room,
                    too_slow,
                    not_run,
                    refused,
                    estimated,
                },
                found,
                rows,
            })
        },
    );
    let path = (any::<u64>(), option::of(vec(leg(), 0..4)))
        .prop_map(|(number, legs)| WorkerReply::Path { number, legs });
    let fits = (any::<u64>(), fit_numbers())
        .prop_map(|(number, numbers)| WorkerReply::Fits { number, numbers });
    prop_oneof![progress, path, fits]
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: seed(1_974),
        ..ProptestConfig::default()
    })]

    #[test]
    fn requests_come_back(request in request()) {
        let bytes = request.to_bytes();
        prop_assert_eq!(WorkerRequest::from_bytes(&bytes[..bytes.len() - 1]), None);
        prop_assert_eq!(WorkerRequest::from_bytes(&[&bytes[..], &[0]].concat()), None);
        prop_assert_eq!(WorkerRequest::from_bytes(&bytes), Some(request));
    }

    #[test]
    fn replies_come_back(reply in reply()) {
        let bytes = reply.to_bytes();
        prop_assert_eq!(WorkerReply::from_bytes(&bytes[..bytes.len() - 1]), None);
        prop_assert_eq!(WorkerReply::from_bytes(&[&bytes[..], &[0]].concat()), None);
        prop_assert_eq!(WorkerReply::from_bytes(&bytes), Some(reply));
    }

    /// Arbitrary bytes: nothing panics, and a message is no larger than its bytes.
    #[test]
    fn any_bytes_are_a_message_or_none(bytes in vec(any::<u8>(), 0..200)) {
        let asked = WorkerRequest::from_bytes(&bytes);
        if let Some(WorkerRequest::Search { question, index, of, .. }) = asked {
            prop_assert!(question.keep <= 1_000 && question.rooms <= 1_000 && index < of);
        }
        let _ = WorkerReply::from_bytes(&bytes);
    }

    /// A message with one byte changed.
    #[test]
    fn a_changed_byte_is_harmless(request in request(), place: usize, byte: u8) {
        let mut bytes = request.to_bytes();
        let place = place % bytes.len();
        bytes[place] = byte;
        let _ = WorkerRequest::from_bytes(&bytes);
    }
}

#[test]
fn more_than_a_worker_can_keep_is_not_asked() {
    let mut question = SearchQuestion::of(Objective::Fastest);
    let ask = |question: &SearchQuestion, to: &Candidate| {
        let asked = WorkerRequest::Path {
            number: 1,
            link: String::new(),
            question: question.clone(),
            to: *to,
        };
        WorkerRequest::from_bytes(&asked.to_bytes()).is_some()
    };
    let plan = formats::catalog::default_plan();
    let mut to = Candidate::of(&plan).expect("a layout that a search chooses");
    assert!(ask(&question, &to));
    question.keep = 1_001;
    assert!(!ask(&question, &to));
    question.keep = 1;
    question.rooms = 1_001;
    assert!(!ask(&question, &to));
    question.rooms = 1;
    to.tensor = 0;
    assert!(!ask(&question, &to));
}

#[test]
fn a_sequence_that_no_plan_may_have_is_no_reply() {
    let plan = formats::catalog::default_plan();
    let answer = FitQuestion::Card.answer(&plan).numbers();
    let FitNumbers::Rows(rows) = answer else {
        panic!("rows of cards")
    };
    let figures = rows.into_iter().flatten().next().expect("a legal plan");
    let is_reply = |tokens: u64| {
        let numbers = FitNumbers::Longest([None, Some((tokens, figures))]);
        let reply = WorkerReply::Fits { number: 1, numbers };
        WorkerReply::from_bytes(&reply.to_bytes()).is_some()
    };
    assert!(is_reply(1) && is_reply(*limits::SEQUENCE.end()));
    assert!(!is_reply(0) && !is_reply(limits::SEQUENCE.end() + 1));
}
