//! The parts of a trace.

use crate::operation::Work;
use crate::traffic::{Route, Traffic};
use crate::units::{Bytes, Seconds};

crate::vocabularies! {
    /// The part of a step that a trace shows.
    TraceScene {
        /// One layer's forward among the ranks that split its products.
        Tensor = "tp",
        /// Layers of a stage with the weights and gradients that ranks shard: ZeRO, FSDP.
        Zero = "zero",
        /// A whole step of a pipeline stage.
        Pipeline = "pipeline",
        /// The end of a step: gradients and weights among data-parallel ranks.
        Data = "dp",
        /// One forward of a layer with routed experts.
        Experts = "experts",
        /// Activations of a stage's layers: kept, dropped, recomputed.
        Checkpoint = "checkpoint",
        /// One layer's forward among the ranks that split each sequence.
        Context = "context",
        /// The optimizer's step.
        Optimizer = "optimizer",
        /// The attention core of one layer, between memory and cores.
        Attention = "attention",
    }
}

/// A lane of a trace. Spans of a lane never overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceLane {
    /// The GPU's kernels, and its waiting.
    Compute,
    /// Exchange inside layers and between stages.
    Exchange,
    /// Exchange of weights and gradients.
    Data,
    /// The link to the host, and the host's work.
    Host,
    /// The memory bus.
    Memory,
}

impl TraceLane {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 5] = [
        Self::Compute,
        Self::Exchange,
        Self::Data,
        Self::Host,
        Self::Memory,
    ];
}

/// The form of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collective {
    /// Every rank receives the parts of all.
    AllGather,
    /// Every rank receives the sum of one part.
    ReduceScatter,
    /// Every rank receives the sum of all parts.
    AllReduce,
    /// Every rank sends another part to each.
    AllToAll,
    /// Every rank sends its part on around a ring.
    RingPass,
    /// A rank sends to the host.
    ToHost,
    /// The host sends to a rank.
    FromHost,
    /// A pipeline stage sends activations to the next one.
    ToNextStage,
    /// A pipeline stage sends gradients to the one before it.
    ToStageBefore,
    /// Several collectives, one after the other.
    Several,
    /// Between memory and cores.
    Load,
}

impl Collective {
    /// The form of two exchanges together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self == other { self } else { Self::Several }
    }

    /// True if a rank only receives in an exchange of this form on a route, from the host.
    const fn is_received(self, route: Route) -> bool {
        matches!(
            (route, self),
            (Route::Host, Self::FromHost | Self::AllGather)
        )
    }
}

/// The content of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Kernels of forward and backward.
    Compute,
    /// Forward work repeated.
    Recompute,
    /// Forwards without a backward.
    ForwardOnly,
    /// Waiting for an exchange: its exposed part.
    Wait(Route),
    /// Waiting for other stages.
    Idle,
    /// The optimizer, and the fixed cost of a step.
    Update,
    /// An exchange on a link.
    Exchange(Route, Collective),
    /// Bytes between memory and cores.
    Memory,
}

/// A span of a lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceSpan {
    /// Start, from the start of the trace.
    pub from: Seconds,
    /// End, from the start of the trace.
    pub to: Seconds,
    /// The content of the span.
    pub activity: Activity,
    /// Position in [`Trace::moments`] of the moment in which it begins.
    pub moment: usize,
    /// Bytes and seconds of an exchange; zero for kernels.
    pub traffic: Traffic,
}

impl TraceSpan {
    /// The length of the span.
    #[must_use]
    pub fn length(&self) -> Seconds {
        self.to.beyond(self.from)
    }
}

/// The event of a moment of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// The norm before the attention, over a rank's own tokens.
    Norm,
    /// An all-gather of the tokens before a layer's products.
    TensorGather,
    /// Products into queries, keys and values.
    Projections,
    /// An exchange of context-parallel ranks before the attention.
    ContextBefore,
    /// The attention core.
    Attention,
    /// An exchange of context-parallel ranks after the attention.
    ContextAfter,
    /// The output projection of the attention.
    Output,
    /// A reduce-scatter or all-reduce of partial sums after a layer's products.
    TensorReduce,
    /// The addition to the residual stream, and the norm before the MLP.
    Between,
    /// Products into the MLP.
    MlpIn,
    /// Products out of the MLP.
    MlpOut,
    /// Products into the shared experts.
    SharedIn,
    /// Products out of the shared experts.
    SharedOut,
    /// All of a layer before its router, in one piece: norms, products, attention and their exchanges.
    Mixing,
    /// The router, and the permutation of the copies.
    Router,
    /// Copies travel to the experts' ranks.
    Dispatch,
    /// An all-gather of copies among the ranks inside an expert.
    ExpertGather,
    /// Products of the routed experts.
    Experts,
    /// A reduce-scatter of the experts' partial sums.
    ExpertReduce,
    /// Results travel back.
    Combine,
    /// The sum of the copies that came back.
    Merge,
    /// The addition to the residual stream.
    Add,
    /// Waiting for the weights of the next layer.
    WaitForWeights,
    /// One layer's forward.
    Forward,
    /// All layers between the first and the last ones, which are not drawn.
    LeftOut,
    /// One layer's forward, repeated.
    Recompute,
    /// One layer's backward.
    Backward,
    /// Waiting for the weights of the next layer and the scattering of gradients.
    WaitForShards,
    /// Earlier work of the step, beside which gradients travel already.
    Earlier,
    /// The last micro-batch's backward: gradients become final.
    LastBackward,
    /// Gradients that travel after the last backward.
    GradientsLeft,
    /// Gradients go to the host.
    ToHost,
    /// The optimizer.
    Update,
    /// New weights come from the host.
    FromHost,
    /// New weights travel before the first forward.
    WeightsLeft,
    /// The first forward of the next step.
    NextForward,
    /// A stage waits for its first micro-batch, or works until its first backward.
    Fill,
    /// Forwards and backwards take turns.
    Steady,
    /// Blocks in the middle of a step, in one piece.
    Repeats,
    /// The last backwards, without new forwards.
    Drain,
    /// A block of queries meets a block of keys and values.
    Tile,
    /// The scores go to memory and come back.
    Scores,
    /// The output goes to memory.
    Write,
}

/// A moment of a trace: its spans belong to one thing that happens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceMoment {
    /// The event.
    pub what: Happening,
    /// The layer, tile or block, counted from 0 among those of the trace.
    pub number: u64,
    /// Start, from the start of the trace.
    pub from: Seconds,
    /// End, from the start of the trace.
    pub to: Seconds,
    /// The whole exchange of shards, gradients or new weights for which the GPU waits in the
    /// moment. The moment is its exposed part.
    pub awaits: Option<Awaited>,
}

/// An exchange for which a GPU waits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Awaited {
    /// All bytes and seconds of the exchange, hidden or not.
    pub traffic: Traffic,
    /// The reason why a part of the exchange is exposed.
    pub reason: ExposureReason,
}

/// The reason why a part of an exchange beside compute is exposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExposureReason {
    /// The framework runs it before or after compute.
    NotOverlapped,
    /// The compute beside it is shorter.
    ComputeTooShort,
    /// The exchange slows the compute beside it, which is long enough
    /// ([`data_leak`](crate::calibration::Calibration::data_leak)).
    SharesGpu,
}

/// A pipeline stage in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageLoad {
    /// Share of the pipeline's time in which it is idle.
    pub idle: f64,
    /// Peak bytes of its activations and logits.
    pub held: Bytes,
    /// Most micro-batches, or chunks of them, whose activations it holds at once.
    pub in_flight: usize,
    /// Start of its first backward, from the start of the step.
    pub first_backward: Seconds,
}

/// Parts of a GPU's memory that change within a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldPart {
    /// Gathered weights beside the rank's shard.
    Weights,
    /// Gradients that wait to be scattered.
    Gradients,
    /// Activations.
    Activations,
    /// Tensors that live only while an operation runs.
    Working,
}

impl HeldPart {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 4] = [
        Self::Weights,
        Self::Gradients,
        Self::Activations,
        Self::Working,
    ];
}

/// Bytes that a GPU holds from a time on, beside [`Trace::rest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldBytes(pub [Bytes; HeldPart::ALL.len()]);

impl HeldBytes {
    /// Bytes of all parts.
    #[must_use]
    pub fn total(&self) -> Bytes {
        self.0.into_iter().sum()
    }

    /// Bytes of one part.
    #[must_use]
    pub const fn of(&self, part: HeldPart) -> Bytes {
        self.0[part as usize]
    }
}

/// A part of a step of one GPU, moment by moment, in the estimate's seconds.
///
/// ```
/// use cost::{estimate, legal::Legal, trace::{Trace, TraceScene}, units::Seconds};
/// let (plan, _) = formats::link::decode("p=llama3-70b/h100x64&tp=8&pp=4");
/// let (legal, estimate) = (Legal::check(&plan).unwrap(), estimate(&plan).unwrap());
/// let trace = Trace::of(&legal, &estimate, TraceScene::Tensor, 0).unwrap();
/// // Two all-gathers and two reduce-scatters a layer (Korthikanti 2022, section 4.2.2), each of
/// // 2 bytes · 8,192 tokens · 8,192 wide, of which a rank sends 7/8
/// let sent = trace.lanes[1].iter().map(|span| span.traffic.bytes.0);
/// assert_eq!(sent.collect::<Vec<_>>(), [2 * 8_192 * 8_192 * 7 / 8; 4]);
/// // Dense layers have no experts
/// assert!(Trace::of(&legal, &estimate, TraceScene::Experts, 0).is_none());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The part of the step.
    pub scene: TraceScene,
    /// The pipeline rank of the GPU.
    pub rank: usize,
    /// The virtual stage whose layers are shown.
    pub stage: u64,
    /// Factor by which cluster, framework and the reader's machine slow every second: all seconds
    /// here include it.
    pub slowdown: f64,
    /// Start of the trace of a pipeline, from the start of the step: the start of the first block
    /// if the optimizer's post-validation counts the wait before it in the step before (Qi 2023,
    /// section 4).
    pub begins: Seconds,
    /// Seconds from the first moment to the last; spans of exchanges may end later.
    pub end: Seconds,
    /// The moments, one after the other.
    pub moments: Vec<TraceMoment>,
    /// Spans of each of [`TraceLane::ALL`].
    pub lanes: [Vec<TraceSpan>; TraceLane::ALL.len()],
    /// Bytes that the GPU holds throughout.
    pub rest: Bytes,
    /// Bytes that the GPU holds beside `rest`, from each time on.
    pub held: Vec<(Seconds, HeldBytes)>,
    /// FLOPs and bytes of the kernels, if the scene shows single kernels.
    pub work: Option<Work>,
    /// All stages, in the scene of the pipeline.
    pub stages: Vec<StageLoad>,
}

impl Trace {
    /// Bytes that the GPU holds at a time, beside [`Self::rest`].
    #[must_use]
    pub fn held_at(&self, time: Seconds) -> HeldBytes {
        let begun = self.held.partition_point(|(at, _)| at.0 <= time.0);
        let last = begun.checked_sub(1).and_then(|index| self.held.get(index));
        last.map_or(
            HeldBytes([Bytes::ZERO; HeldPart::ALL.len()]),
            |(_, held)| *held,
        )
    }

    /// The moment at a time: the last one past the end.
    #[must_use]
    pub fn moment_at(&self, time: Seconds) -> usize {
        let begun = self
            .moments
            .partition_point(|moment| moment.from.0 <= time.0);
        begun.saturating_sub(1)
    }

    /// Seconds of a lane in activities that meet a condition.
    #[must_use]
    pub fn seconds(&self, lane: TraceLane, is_wanted: impl Fn(Activity) -> bool) -> Seconds {
        let spans = self.lanes[lane as usize].iter();
        spans
            .filter(|span| is_wanted(span.activity))
            .map(TraceSpan::length)
            .sum()
    }

    /// Seconds of the compute lane in a moment, in activities that meet a condition.
    #[must_use]
    pub fn seconds_of(&self, moment: usize, is_wanted: impl Fn(Activity) -> bool) -> Seconds {
        let spans = self.lanes[TraceLane::Compute as usize].iter();
        spans
            .filter(|span| span.moment == moment && is_wanted(span.activity))
            .map(TraceSpan::length)
            .sum()
    }

    /// Exposed seconds of a moment.
    #[must_use]
    pub fn exposed_of(&self, moment: usize) -> Seconds {
        self.seconds_of(moment, |activity| matches!(activity, Activity::Wait(_)))
    }

    /// The exchanges that begin in a moment, whole, by a condition on route and form.
    #[must_use]
    pub fn begun_in(
        &self,
        moment: usize,
        is_wanted: impl Fn(Route, Collective) -> bool,
    ) -> Traffic {
        let exchanges = self.exchanges().filter(|(span, ..)| span.moment == moment);
        sum(exchanges, is_wanted)
    }

    /// All exchanges of the trace, by a condition on route and form.
    #[must_use]
    pub fn sent(&self, is_wanted: impl Fn(Route, Collective) -> bool) -> Traffic {
        sum(self.exchanges(), is_wanted)
    }

    /// The route on which the GPU sends most during a moment, the form of its exchanges there, and
    /// their bytes; `None` if it sends nothing. If the GPU waits for exchanges that it sends, it is
    /// one of these, so that bytes and exposed seconds are of one transfer. The form is [`Collective::Several`] if there is more
    /// than one. Exchanges that begin before the moment or end after it count in
    /// proportion to their seconds in it. Of routes that send as much but for rounding it is the
    /// first in the order of [`Route::ALL`], in every scene.
    #[must_use]
    pub fn sent_within(&self, moment: usize) -> Option<(Route, Collective, Bytes)> {
        let awaited = self.awaited_routes(moment);
        let moment = self.moments.get(moment)?;
        let mut sent = [0.0; Route::ALL.len()];
        let mut forms = [None; Route::ALL.len()];
        for (span, route, form) in self.exchanges() {
            let from = span.from.0.max(moment.from.0);
            let seconds = (span.to.0.min(moment.to.0) - from).max(0.0);
            if seconds > 0.0 && !form.is_received(route) {
                sent[route as usize] += span.traffic.bytes.0 as f64 * (seconds / span.length().0);
                let its = &mut forms[route as usize];
                *its = Some(its.map_or(form, |before: Collective| before.and(form)));
            }
        }
        let is_any_awaited = (sent.iter().zip(awaited)).any(|(sent, waits)| waits && *sent > 0.0);
        if is_any_awaited {
            for (sent, waits) in sent.iter_mut().zip(awaited) {
                *sent *= f64::from(u8::from(waits));
            }
        }
        let most = sent.into_iter().fold(0.0, f64::max);
        // A part of an exchange has whole bytes.
        let rounding = 2.0 + 1e-6 * most;
        let route = Route::ALL.into_iter().find(|route| {
            let bytes = sent[*route as usize];
            bytes > 0.0 && bytes >= most - rounding
        })?;
        let bytes = Bytes(sent[route as usize].round() as u64);
        (bytes > Bytes::ZERO).then_some((route, forms[route as usize]?, bytes))
    }

    /// For each of [`Route::ALL`], true if the GPU waits for it in a moment.
    fn awaited_routes(&self, moment: usize) -> [bool; Route::ALL.len()] {
        let mut awaited = [false; Route::ALL.len()];
        let spans = self.lanes[TraceLane::Compute as usize].iter();
        for span in spans.filter(|span| span.moment == moment) {
            if let Activity::Wait(route) = span.activity {
                awaited[route as usize] |= span.length() > Seconds::ZERO;
            }
        }
        awaited
    }

    /// The spans of exchanges.
    fn exchanges(&self) -> impl Iterator<Item = (&TraceSpan, Route, Collective)> {
        let spans = self.lanes.iter().flatten();
        spans.filter_map(|span| match span.activity {
            Activity::Exchange(route, collective) => Some((span, route, collective)),
            _ => None,
        })
    }

    /// Seconds in which the GPU waits for exchanges, by a condition on their route.
    #[must_use]
    pub fn waits(&self, is_wanted: impl Fn(Route) -> bool) -> Seconds {
        self.seconds(
            TraceLane::Compute,
            |activity| matches!(activity, Activity::Wait(route) if is_wanted(route)),
        )
    }

    /// Exposed seconds: those in which the GPU waits for an exchange.
    #[must_use]
    pub fn exposed(&self) -> Seconds {
        self.waits(|_| true)
    }
}

/// The sum of exchanges, by a condition on route and form.
fn sum<'a>(
    exchanges: impl Iterator<Item = (&'a TraceSpan, Route, Collective)>,
    is_wanted: impl Fn(Route, Collective) -> bool,
) -> Traffic {
    exchanges
        .filter(|(_, route, collective)| is_wanted(*route, *collective))
        .fold(Traffic::default(), |sum, (span, ..)| sum + span.traffic)
}
