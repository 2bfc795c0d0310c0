//! Sentences about traces: each is said only where it holds. A claim is a phrase with its condition;
//! all text of every scene of drawn plans is searched for it.

use cli::report::trace::{TraceForm, written};
use cost::Estimate;
use cost::layer_time::ModelCompute;
use cost::legal::Legal;
use cost::params::LayerKind;
use cost::plan::{ContextKind, Overlap, Plan, Recompute, Word as _, ZeroStage};
use cost::roofline::Roofline;
use cost::schedule::Pipeline;
use cost::sharding::{Gathering, StateSharding};
use cost::step::{BlockCosts, LayerBlocks, layer_blocks};
use cost::timeline::Timeline;
use cost::trace::{Activity, Collective, Happening, Trace, TraceLane, TraceScene, TraceSpan};
use cost::traffic::Route;
use cost::units::Seconds;
use formats::link;
use formats::number::Units;
use test_utils::draw::{Draw, generator};
use test_utils::drawn::of;
use test_utils::given::wide::wide;
use test_utils::seed_number;
use text::number::{BytesText as _, percent};

/// Drawn legal plans.
const PLANS: usize = 640;
/// Plans for phrases that drawn ones seldom have.
const CHOSEN: [&str; 17] = [
    "#v=1&p=qwen3-30b-a3b/h100x64&ep=64",
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
    "#v=1&p=gpt3-175b/h100x64&tp=8&pp=8&gbs=16",
    "#v=1&p=llama3-8b/h100x64&tp=8&zero=1",
    "#v=1&p=llama3-8b/h100x64&zero=2",
    "#v=1&p=llama3-70b/h100x64&zero=3&ckpt=full&recipe=torchtitan",
    "#v=1&p=llama3-8b/h100x64&zero=3&recipe=torchtitan&shard=8",
    "#v=1&p=llama3-8b/h100x64&cp=8&cpkind=ring&seq=131072&gbs=64",
    "#v=1&p=llama3-8b/h100x64&cp=8&cpkind=ring&seq=8192&gbs=64&overlap=dp",
    "#v=1&p=llama3-8b/h100x64&zero=1&off=opt",
    "#v=1&p=gpt2-1.5b/a100-80x8&flash=0",
    "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&gbs=15360&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&dtype=fp8b&sched=dualpipe&overlap=dp,cp,ep&disp=deepep&ckpt=sel&ckptmod=norm,mlaup",
    // Forward is longer than the gathering of weights, backward shorter than that of weights and
    // gradients.
    "#v=1&p=qwen3-next-80b-a3b/mi325xx32&layers=1&tp=4&cp=8&ep=8&cpkind=ag&zero=3&seq=131072&gbs=1&dtype=fp16&gather8=1&recipe=nemo&opt=lion&grads=fp32&ckpt=sel&ckptmod=core,moe&ckptn=3&flash=0&ce=chunked&overlap=tp,pp,dp&fagen=3&imbal=1",
    // Two routes of gradients send the same bytes.
    "#v=1&p=gpt3-175b/l4x128&layers=14&hidden=8192&ffn=14336&heads=16&kv=2&headdim=256&vocab=32000&tp=8&pp=4&ends=1&cpkind=a2a&cpbal=0&hsdp=2&gbs=12&dtype=fp16&recipe=nanotron&ckpt=full&ckptmod=core,moeact,moe,ops&ce=compiled&gsync=once&graph=partial",
    "#v=1&p=qwen3-30b-a3b/trn2ux16&layers=8&hidden=1024&ffn=65536&heads=16&kv=8&headdim=256&vocab=256&gated=0&tied=1&fullevery=4&experts=8&topk=1&moeffn=2048&dense=1&every=1&mixer=1,1,16,256,64,4&pp=4&ep=2&cpkind=ag&cpbal=0&hsdp=2&seq=8192&mbs=4&gbs=16&recipe=maxtext&opt=lion&ckpt=sel&ckptmod=norm,mlp,moeact,moe&ckptn=1&overlap=tp,pp,dp&fagen=1&msg=bucket&graph=partial&det=1&gradfuse=0",
    // A fast framework in a torus.
    "#v=1&p=custom/tpu-v7xx8&layers=8&window=128&fullevery=1&tp=8&split=8&cpkind=ag&zero=2&seq=32768&gbs=17&dtype=fp8&gather8=1&recipe=nemo&opt=adamwbf16&grads=fp32&ckpt=sel&ckptmod=mlaup,ops&ce=eager&overlap=pp&disp=deepep",
    // A token travels once for all of its experts on a GPU.
    "#v=1&p=deepseek-v3-671b/gb200x2&layers=8&mtp=2&nvl=1&peak=1250&hbmbw=1600&nvbw=90&nicbw=5000&ep=2&split=8&cpkind=a2a&gbs=64&dtype=fp32&gather8=1&recipe=torchtitan&opt=lion&ckpt=full&ckptmod=moeact,moe&ce=eager&fagen=1&gsync=once&disp=hybridep&det=1",
];

/// A scene of a plan with its text.
struct Said<'a> {
    legal: &'a Legal<'a>,
    estimate: &'a Estimate,
    trace: &'a Trace,
    text: String,
}

/// Runs a check on every scene of all plans.
fn for_each(mut check: impl FnMut(&Said)) {
    let mut random = generator(seed_number(5_353), 0);
    let mut draw = Draw::of(&mut random);
    let drawn = std::iter::repeat_with(|| wide(&mut draw));
    let drawn = drawn.filter(|plan| Legal::check(plan).is_ok()).take(PLANS);
    let chosen = CHOSEN.map(|text| link::decode(text).0);
    let plans: Vec<Plan> = chosen.into_iter().chain(drawn).collect();
    for (number, plan) in plans.iter().enumerate() {
        let legal = Legal::check(plan).unwrap_or_else(|reasons| panic!("{number}: {reasons:?}"));
        let estimate = of(plan);
        for rank in [0, 1] {
            for &scene in TraceScene::ALL {
                let Some(trace) = Trace::of(&legal, &estimate, scene, rank) else {
                    continue;
                };
                if trace.rank == rank {
                    let text = written(&legal, &trace, TraceForm::Table);
                    check(&Said {
                        legal: &legal,
                        estimate: &estimate,
                        trace: &trace,
                        text,
                    });
                }
            }
        }
    }
}

impl Said<'_> {
    /// A fault with the plan and its text.
    fn shown(&self, why: &str) -> String {
        let Self {
            legal, trace, text, ..
        } = self;
        let plan = link::encode(legal.plan);
        format!("{why}\n{plan}, rank {}\n{text}", trace.rank)
    }

    fn fails(&self, why: &str) -> ! {
        panic!("{}", self.shown(why))
    }

    fn spans(&self) -> impl Iterator<Item = &TraceSpan> {
        self.trace.lanes.iter().flatten()
    }

    /// Seconds on links of some routes, and those in which the GPU waits for them.
    fn of_routes(&self, is_wanted: impl Fn(Route) -> bool + Copy) -> [Seconds; 2] {
        let link = self.spans().filter_map(|span| match span.activity {
            Activity::Exchange(route, _) if is_wanted(route) => Some(span.length()),
            _ => None,
        });
        let waits = self.trace.seconds(
            TraceLane::Compute,
            |activity| matches!(activity, Activity::Wait(route) if is_wanted(route)),
        );
        [link.sum(), waits]
    }

    /// True if full recompute covers layers of the stage.
    fn repeats_layers(&self) -> bool {
        self.legal.plan.levers.recompute == Recompute::Full
            && self.legal.recomputed_layers(self.trace.stage).total() > 0
    }

    fn recomputed(&self) -> Seconds {
        self.trace.seconds(TraceLane::Compute, |activity| {
            activity == Activity::Recompute
        })
    }

    /// True if data-parallel ranks have the form of exchange in the scene.
    fn has(&self, form: Collective) -> bool {
        let mut spans = self.trace.lanes[TraceLane::Data as usize].iter();
        spans.any(|span| matches!(span.activity, Activity::Exchange(_, its) if its == form))
    }

    /// True if gradients leave before the last backward is over.
    fn sends_gradients_early(&self) -> bool {
        let mut moments = self.trace.moments.iter();
        let Some(backward) = moments.find(|moment| moment.what == Happening::LastBackward) else {
            return false;
        };
        let mut spans = self.trace.lanes[TraceLane::Data as usize].iter();
        spans.any(|span| {
            let form = span.activity;
            matches!(
                form,
                Activity::Exchange(_, Collective::ReduceScatter | Collective::AllReduce)
            ) && span.from < backward.to
        })
    }

    /// True if shards travel for longer than the work beside them in a layer's forward or backward.
    /// `None` if neither is longer by more than rounding.
    fn outlasts_work(&self, wait: Happening) -> Option<bool> {
        let (legal, stage) = (self.legal, self.trace.stage);
        let kind = common_kind(legal, stage);
        let is_recomputed = kind.of(legal.recomputed_layers(stage)) > 0;
        let LayerBlocks {
            forward,
            recompute,
            backward,
        } = layer_blocks(legal, kind, is_recomputed);
        let routes = [Route::Data, Route::ExpertData, Route::Host];
        let link = |block: &BlockCosts| -> f64 {
            let each = routes.map(|route| block.exchange.of(route).link.0);
            each.iter().sum()
        };
        // Exchange of experts that DualPipe hides takes no time.
        let hidden = if legal.overlaps_passes() && !legal.plan.overlaps(Overlap::Expert) {
            1.0 - legal.fitted.tensor_leak
        } else {
            0.0
        };
        let work = |block: &BlockCosts| {
            let each = routes.map(|route| block.exchange.of(route).exposed.0);
            let exposed: f64 = each.iter().sum();
            block.total() - exposed - hidden * block.exchange.of(Route::Expert).exposed.0
        };
        let weights = link(&forward);
        let both = link(&backward);
        let pairs = if wait == Happening::WaitForWeights {
            vec![(weights, work(&forward))]
        } else if legal.splits_backward() {
            // Gradients travel beside weight gradients, weights beside the rest. A forward that full
            // recompute repeats hides nothing.
            let compute = ModelCompute::of(legal, &Roofline::of(legal));
            let compute = match kind {
                LayerKind::Dense => compute.dense,
                LayerKind::Routed => compute.routed,
            };
            let repeated = if is_recomputed { 0.0 } else { work(&recompute) };
            let others = work(&backward) + repeated - compute.weight.0;
            vec![(weights, others), (both - weights, compute.weight.0)]
        } else {
            vec![(both, work(&backward) + work(&recompute))]
        };
        let cover = legal.fitted.overlap_cover;
        let compared = pairs.into_iter().map(|(link, work)| {
            let beyond = link - work * cover;
            (beyond.abs() > 1e-6 * link).then_some(beyond > 0.0)
        });
        compared.reduce(|one, other| match (one, other) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        })?
    }

    fn kind(&self) -> ContextKind {
        self.legal.plan.layout.context_kind
    }

    fn sharding(&self) -> StateSharding {
        StateSharding::of(self.legal)
    }

    fn splits_sequence(&self) -> bool {
        self.legal.plan.layout.context > 1
    }

    fn splits_products(&self) -> bool {
        self.legal.plan.layout.tensor > 1
    }

    fn shards_optimizer(&self) -> bool {
        let zero = self.legal.plan.layout.zero;
        zero.shards_optimizer() && self.legal.shard_group() > 1
    }
}

fn common_kind(legal: &Legal, stage: u64) -> LayerKind {
    let layers = legal.layers(stage);
    if layers.routed > layers.dense {
        LayerKind::Routed
    } else {
        LayerKind::Dense
    }
}

/// A phrase, and the condition under which it may be said.
type Claim = (&'static str, fn(&Said) -> bool);

const NEVER: fn(&Said) -> bool = |_| false;

/// Phrases about the layout.
const LAYOUT: [Claim; 12] = [
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
    ("all heads", |said| !said.splits_products()),
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
    ("its shard", |said| said.shards_optimizer()),
    ("Every GPU updates all", |said| !said.shards_optimizer()),
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
    let claims = || LAYOUT.iter().chain(&SHARDING).chain(&COSTS);
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

#[test]
fn a_wait_for_shards_has_the_reason_of_its_pass() {
    let mut found = [0; 2];
    for_each(|said| {
        if said.trace.scene != TraceScene::Zero {
            return;
        }
        let mut longest: Option<(Seconds, bool)> = None;
        for (index, moment) in said.trace.moments.iter().enumerate() {
            let Some(awaited) = moment.awaits else {
                continue;
            };
            let [_, sentence] = text::moments::moment(said.legal, said.trace, index, Units::Gb);
            let is_short = sentence.contains("too short");
            let overlaps = said.legal.plan.overlaps(Overlap::Data);
            let expected = if overlaps {
                said.outlasts_work(moment.what)
            } else {
                Some(false)
            };
            if expected.is_some_and(|expected| expected != is_short) {
                said.fails(&format!("moment {index}: {expected:?}"));
            }
            found[usize::from(is_short)] += 1;
            let exposed = awaited.traffic.exposed;
            if longest.is_none_or(|(most, _)| exposed >= most) {
                longest = Some((exposed, is_short));
            }
        }
        let result = said.text.lines().last().unwrap_or_default();
        let expected = longest.is_some_and(|(_, is_short)| is_short);
        if result.contains("too short") != expected {
            said.fails("the reason of the longest wait");
        }
    });
    assert!(found.iter().all(|found| *found > 20), "{found:?}");
}

/// Names of the axes in the order of `Exchange::exposed_by_axis`, and of the host.
const AXES: [(&str, &[Route]); 6] = [
    ("tensor parallelism", &[Route::Tensor, Route::ExpertTensor]),
    ("context parallelism", &[Route::Context]),
    ("expert parallelism", &[Route::Expert]),
    ("pipeline parallelism", &[Route::Pipeline]),
    (
        "data parallelism",
        &[
            Route::Data,
            Route::AcrossShards,
            Route::ExpertData,
            Route::AcrossExpertShards,
        ],
    ),
    ("the host", &[Route::Host]),
];

#[test]
fn waits_are_named_by_their_cause() {
    for_each(|said| {
        let result = said.text.lines().next().unwrap_or_default();
        let Some((_, waits)) = result.split_once("the GPU waits") else {
            let is_free = said.trace.exposed().0 < 1e-9 * said.trace.end.0;
            let others = [TraceScene::Pipeline, TraceScene::Attention];
            if !is_free && !others.contains(&said.trace.scene) {
                said.fails("no cause of waiting");
            }
            return;
        };
        for (name, routes) in AXES {
            let [_, waited] = said.of_routes(|route| routes.contains(&route));
            let is_long = waited.0 > 1e-9 * said.trace.end.0;
            if is_long != waits.contains(name) {
                said.fails(&format!("{name}: {waited:?}"));
            }
        }
    });
}

#[test]
fn a_pipeline_names_the_stages_that_wait_and_store_most() {
    let mut found = 0;
    for_each(|said| {
        if said.trace.scene != TraceScene::Pipeline {
            return;
        }
        let Some(timeline) = Timeline::of(said.legal, said.estimate) else {
            return;
        };
        let end = said.text.lines().last().unwrap_or_default();
        let rows = timeline.rows();
        let shares = rows.iter().map(|row| row.step.bubble_fraction());
        let most = shares.fold(0.0, f64::max);
        let waits = format!("most, {} of ", percent(most));
        let is_every = rows
            .iter()
            .all(|row| percent(row.step.bubble_fraction()) == percent(most));
        if is_every {
            if !end.contains(&format!("Every stage waits {}", percent(most))) {
                said.fails("all stages wait as long");
            }
        } else {
            let mut longest = rows
                .iter()
                .enumerate()
                .filter(|(_, row)| percent(row.step.bubble_fraction()) == percent(most));
            let (first, _) = longest.next().expect("one waits most");
            let name = format!("tage {first} ");
            let names = format!("tages {first} ");
            let (_, after) = end.split_once(". ").unwrap_or_default();
            if !end.contains(&waits) || !(after.contains(&name) || after.contains(&names)) {
                said.fails(&format!("stage {first} waits most: {waits}"));
            }
        }
        let held = rows.iter().map(|row| row.held).max().unwrap_or_default();
        if !end.contains(&Units::Gb.amount(held)) {
            said.fails("the most that a stage stores");
        }
        found += 1;
    });
    assert!(found > 10, "{found}");
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

/// Seconds or bytes of a shown amount.
fn amount(number: &str, unit: &str) -> Option<f64> {
    let scale = match unit {
        "µs" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "min" => 60.0,
        "h" => 3_600.0,
        "MB" => 1e6,
        "GB" => 1e9,
        _ => return None,
    };
    let number: f64 = number.replace(',', "").parse().ok()?;
    Some(number * scale)
}

/// Pairs of bytes and seconds in a sentence: "2.11 GB in 42.0 ms", "517 MB a GPU in 3.64 ms", "sent
/// by each GPU in".
fn pairs(sentence: &str) -> Vec<[f64; 2]> {
    let words: Vec<&str> = sentence
        .split([' ', '\u{a0}'])
        .map(|word| word.trim_end_matches([',', '.', ':', ';']))
        .collect();
    let mut pairs = Vec::new();
    for (place, word) in words.iter().enumerate() {
        if *word != "in" {
            continue;
        }
        let seconds = words.get(place + 1).zip(words.get(place + 2));
        let seconds = seconds.and_then(|(number, unit)| amount(number, unit));
        let before = words[place.saturating_sub(6)..place].windows(2).rev();
        let mut bytes = before.filter_map(|pair| {
            let is_size = ["MB", "GB"].contains(&pair[1]);
            is_size.then(|| amount(pair[0], pair[1])).flatten()
        });
        if let (Some(seconds), Some(bytes)) = (seconds, bytes.next()) {
            pairs.push([bytes, seconds]);
        }
    }
    pairs
}

#[test]
fn no_bytes_are_faster_than_their_link() {
    let mut found = 0;
    for_each(|said| {
        let gpu = &said.legal.plan.cluster.gpu;
        let links = (gpu.nvlink_gb_s + gpu.nic_gb_s).max(gpu.pcie_gb_s) * 1e9;
        let memory = gpu.hbm_gb_s * 1e9;
        let bound = if said.trace.scene == TraceScene::Attention {
            memory
        } else {
            links
        };
        let check = |[bytes, seconds]: [f64; 2], of: &str| {
            // Three digits are shown, of microseconds at least two decimals.
            let room = 1.02 * bound * (seconds + 1e-8) + 2e4;
            if bytes > room {
                said.fails(&format!("{bytes:e} bytes in {seconds} s: {of}"));
            }
        };
        for sentence in said.text.lines() {
            for pair in pairs(sentence) {
                found += 1;
                check(pair, sentence);
            }
        }
        for row in text::trace::rows(said.legal, said.trace, Units::Gb) {
            let [_, _, _, takes, sends, ..] = &row;
            let of = |cell: &str| {
                let (number, unit) = cell.split_once('\u{a0}')?;
                amount(number, unit)
            };
            if let Some(bytes) = of(sends) {
                found += 1;
                check([bytes, of(takes).unwrap_or(0.0)], &row.join(" "));
            }
        }
    });
    assert!(found > 500, "{found}");
}

#[test]
fn a_moment_of_two_scenes_has_one_figure() {
    let mut found = 0;
    let mut before: Option<(String, Vec<String>)> = None;
    for_each(|said| {
        if !matches!(said.trace.scene, TraceScene::Data | TraceScene::Optimizer) {
            return;
        }
        let plan = format!("{} {}", link::encode(said.legal.plan), said.trace.rank);
        let rows = text::trace::rows(said.legal, said.trace, Units::Gb);
        let moments = said.trace.moments.iter().enumerate();
        let shared = moments.filter(|(_, moment)| {
            matches!(
                moment.what,
                Happening::GradientsLeft | Happening::WeightsLeft | Happening::Update
            )
        });
        let figures: Vec<String> = shared
            .map(|(index, _)| {
                let [_, name, _, takes, sends, to, exposed] = rows[index].clone();
                let [_, sentence] = text::moments::moment(said.legal, said.trace, index, Units::Gb);
                [name, takes, sends, to, exposed, sentence].join(" | ")
            })
            .collect();
        // The scenes of a rank follow each other, the one of data parallelism first.
        let data = before.replace((plan.clone(), figures.clone()));
        if let Some((its, data)) = data
            && said.trace.scene == TraceScene::Optimizer
            && its == plan
        {
            found += figures.len();
            if data != figures {
                said.fails(&format!("{data:#?}\n{figures:#?}"));
            }
        }
    });
    assert!(found > 50, "{found}");
}

/// Moments of the scenes of data parallelism and of the optimizer.
const ENDS: [TraceScene; 2] = [TraceScene::Data, TraceScene::Optimizer];

#[test]
fn stages_that_receive_are_those_of_the_passes() {
    let mut found = [0; 3];
    let mut found_after_backward = 0;
    for_each(|said| {
        let (legal, trace) = (said.legal, said.trace);
        let is_first = trace.rank == 0;
        let is_last = trace.rank as u64 + 1 == legal.pipeline();
        let rows = text::trace::rows(legal, trace, Units::Gb);
        for (moment, row) in trace.moments.iter().zip(rows) {
            let [.., to, _] = &row;
            let place = match to.as_str() {
                "the next stage" => 0,
                "the stage before" => 1,
                "the stages before and after" => 2,
                other if other.contains("stage") => said.fails(other),
                _ => continue,
            };
            found[place] += 1;
            let [next, before] = [place != 1, place != 0];
            // A rank with one virtual stage has neighbours on one side only at an end.
            let has_both = Pipeline::of(legal).chunks_a_rank() > 1;
            let has_next = has_both || !is_last;
            let has_before = has_both || !is_first;
            // A forward sends to the next stage, a backward to the one before. A send may run on.
            let is_end = ENDS.contains(&trace.scene);
            let (may_next, may_before) = match moment.what {
                Happening::Fill => (true, false),
                Happening::Steady | Happening::Repeats | Happening::Drain => (true, true),
                Happening::NextForward => (true, true),
                _ => (false, true),
            };
            if (next && !(has_next && may_next)) || (before && !(has_before && may_before)) {
                said.fails(&row.join(" | "));
            }
            let is_after = !matches!(
                moment.what,
                Happening::LastBackward | Happening::NextForward
            );
            found_after_backward += u64::from(is_end && is_after);
        }
    });
    assert!(found.iter().all(|found| *found > 5), "{found:?}");
    assert!(found_after_backward > 0);
}
