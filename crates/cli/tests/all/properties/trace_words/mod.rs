//! Sentences about traces: each is said only where it holds. All text of every scene of chosen and
//! drawn plans is compared with the trace and the numbers of the plan.

mod claims;
mod figures;
mod sentences;
mod stages;
mod waits;

use crate::properties::trace::shown;
use cli::report::trace::{TraceForm, written};
use cost::Estimate;
use cost::legal::Legal;
use cost::plan::{ContextKind, Offload, Plan, Recompute, Word as _};
use cost::sharding::StateSharding;
use cost::trace::{Activity, Collective, Happening, Trace, TraceLane, TraceScene, TraceSpan};
use cost::traffic::Route;
use cost::units::Seconds;
use formats::link;
use test_utils::draw::{Draw, generator};
use test_utils::drawn::of;
use test_utils::given::wide::wide;
use test_utils::{plans, seed_number};

/// Drawn legal plans, unless a variable says another number.
const PLANS: u32 = 640;
/// Plans for phrases that drawn ones seldom have.
const CHOSEN: [&str; 33] = [
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
    // All forwards first; the first backward is among the passes that are not drawn.
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=512&sched=gpipe",
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=4&sched=gpipe",
    // More than 16 parts of a sequence.
    "#v=1&p=llama3-8b/h100x64&cp=32&cpkind=ring&seq=131072&gbs=8",
    // Ranks that split an expert; experts that are not sharded as dense weights are.
    "#v=1&p=mixtral-8x7b/h100x64&tp=2&ep=8&etp=2&zero=1",
    "#v=1&p=mixtral-8x7b/h100x8&ep=8&zero=1&gbs=8",
    // Some layers run their forward again; activations move to the host.
    "#v=1&p=llama3-8b/h100x64&ckpt=full&ckptn=3",
    "#v=1&p=llama3-8b/h100x64&off=acts",
    // A backward in two parts, of which each sends its own bytes.
    "#v=1&p=qwen3-30b-a3b/b300x64&tp=2&pp=4&sched=zbh2&zero=3&mbs=4&gbs=288&recipe=nanotron&overlap=pp,dp,ep",
    // A stage of one layer that gathers its weights.
    "#v=1&p=llama3-8b/h100x8&layers=1&zero=3",
    // Frozen layers whose sharded weights are gathered once a step, beside new ones.
    "#v=1&p=llama3-8b/h100x16&recipe=torchtitan&pp=2&zero=3&frzfirst=4",
    // Adapters: on one GPU, with their state whole, sharded, and with frozen weights sharded.
    "#v=1&p=llama3-8b/rtx4090x1&recipe=hf&ft=qlora&gbs=16",
    "#v=1&p=llama3-8b/h100x8&recipe=torchtitan&ft=lora&zero=0",
    "#v=1&p=llama3-8b/h100x8&recipe=megatron&ft=lora&zero=1",
    "#v=1&p=llama3-8b/h100x8&recipe=torchtitan&ft=lora&zero=2",
    "#v=1&p=llama3-8b/h100x8&recipe=hf&ft=qlora&zero=3",
    "#v=1&p=llama3-8b/h100x8&recipe=deepspeed&ft=lora&zero=2&off=opt",
];

/// A scene of a plan with its text.
struct Said<'a> {
    legal: &'a Legal<'a>,
    estimate: &'a Estimate,
    trace: &'a Trace,
    text: String,
}

/// Runs a check on every scene of all plans.
fn for_each(check: impl FnMut(&Said)) {
    for_each_of(PLANS, check);
}

/// Runs a check on every scene of the chosen plans and of this many drawn ones, unless a variable says
/// another number.
fn for_each_of(count: u32, mut check: impl FnMut(&Said)) {
    let mut random = generator(seed_number(5_353), 0);
    let mut draw = Draw::of(&mut random);
    let drawn = std::iter::repeat_with(|| wide(&mut draw));
    let drawn = drawn.filter(|plan| Legal::check(plan).is_ok());
    let drawn = drawn.take(plans(count) as usize);
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

    /// Another scene of the rank.
    fn scene(&self, scene: TraceScene) -> Option<Trace> {
        Trace::of(self.legal, self.estimate, scene, self.trace.rank)
    }

    /// True if the plan trains adapters beside frozen weights, and nothing else.
    fn has_adapters(&self) -> bool {
        let plan = self.legal.plan;
        plan.tuning.is_frozen() && plan.trained_ends().is_empty()
    }

    /// True if no activations move to the host.
    fn keeps_on_the_gpu(&self) -> bool {
        !self
            .legal
            .plan
            .levers
            .offload
            .contains(Offload::Activations)
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
            && shown(self.legal, self.trace.stage, false).2.total() > 0
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

    /// True if ranks share the optimizer state of dense weights.
    fn shards_dense(&self) -> bool {
        let zero = self.legal.plan.layout.zero;
        zero.shards_optimizer() && self.legal.shard_group() > 1
    }
}
