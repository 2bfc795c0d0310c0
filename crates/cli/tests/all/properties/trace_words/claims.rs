//! Phrases and the conditions under which they are said: all text of a scene is searched for them.

use cost::params::ModelParams;
use cost::plan::{ContextKind, Overlap, Recompute, ZeroStage};
use cost::sharding::Gathering;
use cost::trace::{Activity, Collective, Happening, TraceLane, TraceScene};
use cost::traffic::Route;
use cost::units::Seconds;

use super::{Said, for_each};

/// A phrase, and the condition under which it may be said.
type Claim = (&'static str, fn(&Said) -> bool);

const NEVER: fn(&Said) -> bool = |_| false;
const HAS_ADAPTERS: fn(&Said) -> bool = |said| said.has_adapters();
const TRAINS_ALL: fn(&Said) -> bool = |said| !said.has_adapters();

/// Phrases about the layout.
const LAYOUT: [Claim; 11] = [
    ("its columns", |said| said.splits_products()),
    ("rows of the weights", |said| said.splits_products()),
    ("part of the sum", |said| said.splits_products()),
    ("artial sums", |said| {
        said.splits_products() || said.legal.plan.layout.expert_tensor > 1
    }),
    ("its heads", |said| {
        let swaps = said.splits_sequence() && said.kind() == ContextKind::AllToAll;
        said.splits_products() || swaps
    }),
    ("of the whole sequence", |said| said.splits_sequence()),
    ("fullest", NEVER),
    ("most loaded", |said| {
        said.legal.plan.layout.expert > 1 && said.legal.plan.imbalance() > 1.0
    }),
    ("never leave the chip", |said| said.legal.plan.levers.flash),
    ("Other chunks", |said| said.legal.chunks() > 1),
    ("do not travel", |said| said.legal.plan.layout.expert == 1),
];

/// Phrases about the sharding of the model state.
const SHARDING: [Claim; 11] = [
    ("its shard", |said| {
        said.legal.plan.layout.zero.shards_optimizer()
    }),
    ("Every GPU updates all", |said| !said.shards_dense()),
    ("all-gathered", |said| said.has(Collective::AllGather)),
    ("others fetch it", |said| said.has(Collective::AllGather)),
    ("gathered, used and freed", |said| {
        said.sharding().gathering == Gathering::EachMicroBatch
    }),
    ("weights stay whole", |said| {
        said.sharding().gathering == Gathering::Never
    }),
    ("gradients stay whole", |said| {
        said.sharding().gathering == Gathering::Never
            && said.legal.plan.layout.zero == ZeroStage::One
    }),
    ("gathered once a step", |said| {
        said.sharding().gathering == Gathering::OnceAStep
    }),
    ("groups of", |said| {
        said.legal.shard_group() < said.legal.replicas()
    }),
    ("while the rest of its weights", |said| {
        let mut moments = said.trace.moments.iter();
        let next = moments.find(|moment| moment.what == Happening::NextForward);
        let mut spans = said.trace.lanes[TraceLane::Data as usize].iter();
        next.is_some_and(|next| {
            spans.any(|span| {
                matches!(span.activity, Activity::Exchange(_, Collective::AllGather))
                    && span.to > next.from
            })
        })
    }),
    ("leave at once", |said| said.sends_gradients_early()),
];

/// Phrases about adapters and frozen weights.
const TUNING: [Claim; 19] = [
    ("Gradients are final", TRAINS_ALL),
    ("Gradients of adapters are final", HAS_ADAPTERS),
    ("Gradients are reduced", TRAINS_ALL),
    ("Gradients of adapters are reduced", HAS_ADAPTERS),
    ("Gradients travel for", TRAINS_ALL),
    ("Gradients of adapters travel for", HAS_ADAPTERS),
    ("adapters of the layer above", |said| {
        said.legal.plan.tuning.is_frozen()
    }),
    ("New weights", TRAINS_ALL),
    ("new weights", TRAINS_ALL),
    ("New adapters.", |said| {
        said.has_adapters() && !(said.sharding().weights() && said.has(Collective::AllGather))
    }),
    ("dapters and frozen weights", |said| {
        said.has_adapters() && said.sharding().weights()
    }),
    ("New adapters cross", HAS_ADAPTERS),
    ("shard of the adapters", |said| {
        said.has_adapters() && said.legal.plan.layout.zero.shards_optimizer()
    }),
    ("Weights are updated once", |said| {
        !said.legal.plan.has_frozen()
    }),
    ("all of its weights", |said| !said.legal.plan.has_frozen()),
    ("rained weights", |said| {
        said.legal.plan.has_frozen() && !said.has_adapters()
    }),
    ("and frozen ones", |said| {
        said.legal.plan.has_frozen() && said.sharding().weights()
    }),
    ("Adapters are updated once", HAS_ADAPTERS),
    ("those of adapters alone", HAS_ADAPTERS),
];

/// Phrases about recomputation, and about what hides and what does not.
const COSTS: [Claim; 16] = [
    ("second forward", |said| said.recomputed() > Seconds::ZERO),
    ("runs each forward twice", |said| {
        said.recomputed() > Seconds::ZERO && said.legal.plan.levers.recompute == Recompute::Full
    }),
    ("No recompute", |said| said.recomputed() == Seconds::ZERO),
    ("computed again", |said| said.recomputed() > Seconds::ZERO),
    ("the layers' inputs are kept", |said| said.repeats_layers()),
    ("Only the inputs of these layers", |said| {
        said.repeats_layers()
    }),
    ("Every activation of these layers", |said| {
        said.recomputed() == Seconds::ZERO
    }),
    ("costs almost nothing", |said| {
        let data = |route| !matches!(route, Route::Tensor | Route::Expert | Route::Context);
        let [link, waits] = said.of_routes(data);
        link > Seconds::ZERO && waits.0 < 0.01 * said.trace.end.0
    }),
    (", or had to share", NEVER),
    ("for messages", NEVER),
    ("too short", |said| {
        let waits = [Happening::WaitForWeights, Happening::WaitForShards];
        said.trace.scene != TraceScene::Zero
            || waits
                .iter()
                .any(|wait| said.outlasts_work(*wait) != Some(false))
    }),
    ("does not overlap it", |said| {
        !said.legal.plan.overlaps(Overlap::Data)
    }),
    ("nothing to multiply", |said| {
        let [link, waits] = said.of_routes(|route| route == Route::Tensor);
        waits.0 >= link.0 * (1.0 - 1e-9)
    }),
    ("hides the ring", |said| {
        let [link, waits] = said.of_routes(|route| route == Route::Context);
        said.kind() == ContextKind::Ring && waits.0 < 0.01 * link.0
    }),
    ("twice for the exchange", |said| {
        let [_, waits] = said.of_routes(|route| route == Route::Expert);
        waits > Seconds::ZERO
    }),
    ("nothing hides them", |said| {
        let data = |route| !matches!(route, Route::Tensor | Route::Expert | Route::Context);
        said.of_routes(data)[1] > Seconds::ZERO
    }),
];

#[test]
fn every_claim_about_a_scene_holds() {
    let claims = || {
        let tuning = TUNING.iter().chain(&COSTS);
        LAYOUT.iter().chain(&SHARDING).chain(tuning)
    };
    let mut found = vec![0; claims().count()];
    let mut broken = vec![None; claims().count()];
    for_each(|said| {
        for (place, (phrase, holds)) in claims().enumerate() {
            if said.text.contains(phrase) {
                found[place] += 1;
                if broken[place].is_none() && !holds(said) {
                    broken[place] = Some(said.shown(&format!("“{phrase}” does not hold")));
                }
            }
        }
    });
    let broken: Vec<String> = broken.into_iter().flatten().collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    // A phrase that is never said is not tested; those of older texts are to stay away.
    let older = [
        "fullest",
        "others fetch it",
        "second forward",
        "costs almost nothing",
        ", or had to share",
        "for messages",
        "hides the ring",
        "twice for the exchange",
        "the layers' inputs are kept",
        "nothing hides them",
    ];
    for (found, (phrase, _)) in found.iter().zip(claims()) {
        assert_eq!(*found == 0, older.contains(phrase), "“{phrase}”: {found}");
    }
}

/// Gradients that travel at the end of a step are those of adapters, and frozen weights travel only
/// where they are sharded.
#[test]
fn frozen_weights_have_no_gradients_that_travel() {
    let mut found = [0; 2];
    for_each(|said| {
        let ends = said.trace.scene == TraceScene::Data;
        let each = said.sharding().gathering == Gathering::EachMicroBatch;
        if !said.has_adapters() || !ends || each {
            return;
        }
        let trained = ModelParams::of_plan(said.legal.plan).trained;
        let on = |gathers: bool| {
            let is_data = |route| !matches!(route, Route::Host | Route::Tensor | Route::Context);
            let sent = said.trace.sent(|route, form| {
                let is_gather = form == Collective::AllGather;
                let is_reduction =
                    matches!(form, Collective::ReduceScatter | Collective::AllReduce);
                is_data(route) && if gathers { is_gather } else { is_reduction }
            });
            sent.bytes.0
        };
        // An all-reduce sends each gradient twice, of 4 bytes at most.
        found[0] += 1;
        if on(false) > 2 * 4 * trained + 16 {
            said.fails(&format!("gradients of {trained} adapters: {}", on(false)));
        }
        if !said.sharding().weights() {
            found[1] += 1;
            if on(true) > 4 * trained + 16 {
                said.fails(&format!("{trained} new adapters: {}", on(true)));
            }
        }
    });
    assert!(found.iter().all(|found| *found > 5), "{found:?}");
}

#[test]
fn sharding_is_that_of_the_plan() {
    let mut two = 0;
    for_each(|said| {
        if said.trace.scene != TraceScene::Zero {
            return;
        }
        let result = said.text.lines().next().unwrap_or_default();
        let sharding = said.sharding();
        let group = said.legal.shard_group();
        if !result.contains(&group.to_string()) && group < 1_000 {
            said.fails("the size of the group");
        }
        let shards_gradients = result.contains("gradients and optimizer state");
        if shards_gradients != (sharding.gradients) {
            said.fails(&format!("gradients: {sharding:?}"));
        }
        two += usize::from(said.legal.plan.layout.zero == ZeroStage::Two);
    });
    assert!(two > 5, "{two}");
}
