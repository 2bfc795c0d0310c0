//! Records moments, spans and held bytes, one after the other.

use super::types::{
    Activity, Awaited, Collective, ExposureReason, Happening, HeldBytes, HeldPart, StageLoad,
    Trace, TraceLane, TraceMoment, TraceScene, TraceSpan,
};
use crate::Estimate;
use crate::legal::{Layers, Legal};
use crate::memory;
use crate::operation::Work;
use crate::params::LayerKind;
use crate::plan::Overlap;
use crate::schedule::Pipeline;
use crate::traffic::{Exchange, Route, Traffic};
use crate::units::{Bytes, Seconds};

/// A trace while it is recorded, in seconds before the slowdown of the step.
pub(super) struct Recorder {
    scene: TraceScene,
    pub(super) rank: usize,
    /// The virtual stage whose layers are shown: the rank's first.
    pub(super) stage: u64,
    /// Start of the trace, from the start of the step.
    pub(super) begins: Seconds,
    /// The end of the compute lane so far.
    now: f64,
    /// The end of the last span of each lane.
    free: [f64; TraceLane::ALL.len()],
    moments: Vec<TraceMoment>,
    /// True while all that begins belongs to the last moment.
    is_joined: bool,
    lanes: [Vec<TraceSpan>; TraceLane::ALL.len()],
    /// Bytes that the rank holds at its peak.
    peak: Bytes,
    rest: Bytes,
    level: [Bytes; HeldPart::ALL.len()],
    held: Vec<(Seconds, HeldBytes)>,
    work: Option<Work>,
    stages: Vec<StageLoad>,
}

/// Relative error of sums in another order.
const ROUNDING: f64 = 1e-9;

impl Recorder {
    /// A trace that begins with the bytes that the rank holds at its peak, less its activations.
    pub(super) fn of(
        legal: &Legal,
        estimate: &Estimate,
        scene: TraceScene,
        rank: usize,
    ) -> Option<Self> {
        let memory = estimate.memory.stages.get(rank)?;
        let pipeline = Pipeline::of(legal);
        let mut recorder = Self {
            scene,
            rank,
            stage: pipeline.stage(rank, 0) as u64,
            begins: Seconds::ZERO,
            now: 0.0,
            free: [0.0; TraceLane::ALL.len()],
            moments: Vec::new(),
            is_joined: false,
            lanes: Default::default(),
            peak: memory.total(),
            rest: memory.total(),
            level: [Bytes::ZERO; HeldPart::ALL.len()],
            held: Vec::new(),
            work: None,
            stages: Vec::new(),
        };
        recorder.change(HeldPart::Activations, memory.activations + memory.logits);
        Some(recorder)
    }

    /// Chooses the rank's first virtual stage with wanted layers of which something is trained, else the
    /// first with wanted frozen layers; `None` if there is no such stage.
    pub(super) fn choose_stage<'a>(
        &mut self,
        legal: &Legal<'a>,
        is_wanted: impl Fn(Layers) -> bool,
    ) -> Option<ShownLayers<'a>> {
        let pipeline = Pipeline::of(legal);
        let stage = |chunk| pipeline.stage(self.rank, chunk) as u64;
        let stages: Vec<u64> = (0..pipeline.chunks_a_rank()).map(stage).collect();
        let mut trained = stages.iter();
        let trained = trained.find(|stage| is_wanted(legal.by_backward(**stage).trained));
        if let Some(&stage) = trained {
            self.stage = stage;
            return Some(ShownLayers {
                legal: *legal,
                layers: legal.by_backward(stage).trained,
                recomputed: legal.recomputed_by_backward(stage).trained,
            });
        }
        let mut frozen = stages.into_iter();
        self.stage = frozen.find(|stage| is_wanted(legal.by_backward(*stage).passed))?;
        Some(ShownLayers {
            legal: legal.of_frozen_layers()?,
            layers: legal.by_backward(self.stage).passed,
            recomputed: legal.recomputed_by_backward(self.stage).passed,
        })
    }

    /// Begins with the activations of the rank's other micro-batches while this one's forward runs.
    pub(super) fn before_forward(&mut self, legal: &Legal) {
        let shares = memory::shares(legal);
        let own = shares.get(self.stage as usize).copied().unwrap_or_default();
        let peak = self.level(HeldPart::Activations);
        self.hold(
            HeldPart::Activations,
            peak.saturating_sub(Bytes(own.backward)),
        );
    }

    /// The scene.
    pub(super) const fn scene(&self) -> TraceScene {
        self.scene
    }

    /// Bytes held of a part now.
    pub(super) const fn level(&self, part: HeldPart) -> Bytes {
        self.level[part as usize]
    }

    /// Moves bytes of a part that changes in the trace out of the constant rest.
    pub(super) fn change(&mut self, part: HeldPart, bytes: Bytes) {
        self.rest = self.rest.saturating_sub(bytes);
        self.level[part as usize] = bytes;
        self.note_level();
    }

    /// Sets the bytes of a part that the rank holds from now on, at most up to the rank's peak:
    /// some transients of forward are not part of the peak's bound.
    pub(super) fn hold(&mut self, part: HeldPart, bytes: Bytes) {
        self.level[part as usize] = Bytes::ZERO;
        let others: Bytes = self.level.into_iter().sum();
        let room = self.peak.saturating_sub(self.rest + others);
        self.level[part as usize] = if bytes < room { bytes } else { room };
        self.note_level();
    }

    /// Sets the bytes of a part that the rank holds from a time on, later than all times before.
    pub(super) fn hold_from(&mut self, at: Seconds, part: HeldPart, bytes: Bytes) {
        let now = std::mem::replace(&mut self.now, at.0);
        self.hold(part, bytes);
        self.now = now;
    }

    fn note_level(&mut self) {
        let (now, level) = (Seconds(self.now), HeldBytes(self.level));
        match self.held.last_mut() {
            Some((at, held)) if at.0 >= now.0 => *held = level,
            Some((_, held)) if *held == level => {}
            _ => self.held.push((now, level)),
        }
    }

    /// Adds the loads of all stages of the pipeline.
    pub(super) fn compares(&mut self, stages: Vec<StageLoad>) {
        self.stages = stages;
    }

    /// Position of the next moment.
    pub(super) const fn next_moment(&self) -> usize {
        self.moments.len()
    }

    /// The time that the compute lane has reached.
    pub(super) const fn now(&self) -> Seconds {
        Seconds(self.now)
    }

    /// Sets the work of the kernels of the scene.
    pub(super) const fn is_about(&mut self, work: Work) {
        self.work = Some(work);
    }

    /// Begins a moment to which all belongs until [`Self::part`].
    pub(super) fn join(&mut self, what: Happening) {
        self.begin(what, 0);
        self.is_joined = true;
    }

    /// Ends a moment that several have joined, if there is one.
    pub(super) const fn part(&mut self) {
        self.is_joined = false;
    }

    /// Begins a moment, and ends the one before, unless it joins that one.
    pub(super) fn begin(&mut self, what: Happening, number: u64) {
        if self.is_joined {
            return;
        }
        let now = Seconds(self.now);
        if let Some(last) = self.moments.last_mut() {
            last.to = now;
        }
        self.moments.push(TraceMoment {
            what,
            number,
            from: now,
            to: now,
            awaits: None,
        });
    }

    /// Records some seconds of the compute lane, busy or idle.
    pub(super) fn run(&mut self, activity: Activity, seconds: Seconds) {
        let from = Seconds(self.now);
        self.now += seconds.0.max(0.0);
        self.free[TraceLane::Compute as usize] = self.now;
        self.push(
            TraceLane::Compute,
            activity,
            [from, Seconds(self.now)],
            Traffic::default(),
        );
    }

    /// Records an exchange that starts at a time, or later when its lane is free.
    pub(super) fn send(
        &mut self,
        (route, collective): (Route, Collective),
        traffic: Traffic,
        from: Seconds,
    ) {
        let lane = lane_of(route);
        let start = from.0.max(self.free[lane as usize]);
        let end = start + traffic.link.0.max(0.0);
        self.free[lane as usize] = end;
        let activity = Activity::Exchange(route, collective);
        self.push(lane, activity, [Seconds(start), Seconds(end)], traffic);
    }

    /// Ends the exchanges of a lane when the last one has arrived, and no earlier than now. The
    /// simulation lets several transfers travel at once, which a lane shows one after the other: the
    /// last ones begin as much earlier as that takes. Exchanges that together take longer than there
    /// is time, as they travel on several links, end when all of them have been shown.
    pub(super) fn arrive_by(&mut self, lane: TraceLane, arrival: Seconds) {
        let spans = &mut self.lanes[lane as usize];
        let all: f64 = spans.iter().map(|span| span.length().0).sum();
        let end = arrival.0.max(self.now).max(all);
        let mut free = end;
        for span in spans.iter_mut().rev() {
            if span.to.0 <= free {
                break;
            }
            let length = span.length().0;
            span.to = Seconds(free);
            free = (free - length).max(0.0);
            span.from = Seconds(free);
        }
        self.free[lane as usize] = self.free[lane as usize].min(end);
    }

    /// Records a wait of the compute lane for the exposed part of an exchange.
    pub(super) fn wait(&mut self, route: Route, exposed: Seconds) {
        self.run(Activity::Wait(route), exposed);
    }

    /// Records kernels with an exchange beside them, whose exposed part follows.
    pub(super) fn run_beside(
        &mut self,
        activity: Activity,
        seconds: Seconds,
        exchange: (Route, Collective),
        traffic: Traffic,
    ) {
        let start = self.now();
        self.run(activity, seconds);
        self.send(exchange, traffic, start);
        self.wait(exchange.0, traffic.exposed);
    }

    /// Records an exchange, and the wait of the compute lane for its exposed part.
    pub(super) fn exchange(&mut self, exchange: (Route, Collective), traffic: Traffic) {
        let start = self.now();
        self.send(exchange, traffic, start);
        self.wait(exchange.0, traffic.exposed);
    }

    /// Records kernels of a block, and then its exchanges on some routes, each in one piece: between
    /// stages in the form `between`. Partly hidden exchanges begin with the kernels.
    pub(super) fn block(
        &mut self,
        activity: Activity,
        seconds: Seconds,
        exchange: &Exchange,
        routes: &[Route],
        between: Collective,
    ) {
        let start = self.now();
        self.run(activity, seconds);
        for &route in routes {
            let form = match route {
                Route::Pipeline => between,
                _ => Collective::Several,
            };
            let traffic = exchange.of(route);
            if traffic.link == Seconds::ZERO {
                continue;
            }
            let is_hidden = traffic.exposed < traffic.link;
            let from = if is_hidden { start } else { self.now() };
            self.send((route, form), traffic, from);
            self.wait(route, traffic.exposed);
        }
    }

    /// Records the traffic of an exchange on some routes, from a time on.
    pub(super) fn send_all(
        &mut self,
        routes: &[Route],
        collective: Collective,
        exchange: &Exchange,
        from: Seconds,
    ) {
        for &route in routes {
            self.send((route, collective), exchange.of(route), from);
        }
    }

    /// Records a moment of waiting for the exposed traffic of shards, gradients or new weights on
    /// some routes, if any is exposed.
    pub(super) fn await_all(
        &mut self,
        legal: &Legal,
        (what, number): (Happening, u64),
        routes: &[Route],
        exchange: &Exchange,
    ) {
        let each = routes.iter().map(|&route| exchange.of(route));
        let traffic = each.fold(Traffic::default(), |sum, traffic| sum + traffic);
        if traffic.exposed <= Seconds::ZERO {
            return;
        }
        self.begin(what, number);
        if let Some(moment) = self.moments.last_mut() {
            moment.awaits = Some(Awaited {
                traffic,
                reason: reason(legal, traffic),
            });
        }
        for &route in routes {
            self.wait(route, exchange.of(route).exposed);
        }
    }

    /// Begins the trace with a moment that starts at a time. All before is dropped, also the
    /// earlier part of an exchange that runs at that time.
    pub(super) fn begin_with(&mut self, moment: usize, start: Seconds) {
        let moved = |time: Seconds| time.beyond(start);
        self.moments.drain(..moment.min(self.moments.len()));
        for each in &mut self.moments {
            (each.from, each.to) = (moved(each.from), moved(each.to));
        }
        for spans in &mut self.lanes {
            spans.retain(|span| span.to.0 > start.0);
            for span in spans {
                let left = span.to.beyond(Seconds(span.from.0.max(start.0)));
                span.traffic = span.traffic * (left.0 / span.length().0.max(f64::MIN_POSITIVE));
                (span.from, span.to) = (moved(span.from), moved(span.to));
                span.moment = span.moment.saturating_sub(moment);
            }
        }
        let before = self.held.partition_point(|(at, _)| at.0 <= start.0);
        self.held.drain(..before.saturating_sub(1));
        for (at, _) in &mut self.held {
            *at = moved(*at);
        }
        self.now = moved(Seconds(self.now)).0;
        self.free = self.free.map(|free| moved(Seconds(free)).0);
    }

    /// Records bytes that cross the memory bus while the compute lane runs.
    pub(super) fn move_bytes(&mut self, bytes: Bytes, [from, to]: [Seconds; 2]) {
        let traffic = Traffic {
            bytes,
            link: to.beyond(from),
            exposed: Seconds::ZERO,
        };
        self.free[TraceLane::Memory as usize] = to.0;
        self.push(TraceLane::Memory, Activity::Memory, [from, to], traffic);
    }

    fn push(
        &mut self,
        lane: TraceLane,
        activity: Activity,
        [from, to]: [Seconds; 2],
        traffic: Traffic,
    ) {
        if to.0 <= from.0 && traffic.bytes == Bytes::ZERO {
            return;
        }
        self.lanes[lane as usize].push(TraceSpan {
            from,
            to,
            activity,
            moment: self.moments.len().saturating_sub(1),
            traffic,
        });
    }

    /// The trace, with every second multiplied by the slowdown of the step.
    pub(super) fn finish(mut self, factor: f64) -> Trace {
        let end = Seconds(self.now * factor);
        if let Some(last) = self.moments.last_mut() {
            last.to = Seconds(self.now);
        }
        // Exchanges may begin before or after the moment that recorded them.
        for span in self.lanes.iter_mut().skip(1).flatten() {
            let begun = self
                .moments
                .partition_point(|moment| moment.from.0 <= span.from.0);
            span.moment = begun.saturating_sub(1);
        }
        for moment in &mut self.moments {
            moment.from = moment.from * factor;
            moment.to = moment.to * factor;
            if let Some(awaited) = &mut moment.awaits {
                awaited.traffic = awaited.traffic.paced(factor, 1.0);
            }
        }
        for span in self.lanes.iter_mut().flatten() {
            span.from = span.from * factor;
            span.to = span.to * factor;
            span.traffic = span.traffic.paced(factor, 1.0);
        }
        for (at, _) in &mut self.held {
            *at = *at * factor;
        }
        Trace {
            scene: self.scene,
            rank: self.rank,
            stage: self.stage,
            slowdown: factor,
            begins: self.begins,
            end,
            moments: self.moments,
            lanes: self.lanes,
            rest: self.rest,
            held: self.held,
            work: self.work,
            stages: self.stages,
        }
    }
}

/// The reason why a part of an exchange among data-parallel ranks is exposed. Beside compute that
/// is long enough, a fixed share is exposed ([`crate::calibration::Calibration::data_leak`]).
fn reason(legal: &Legal, traffic: Traffic) -> ExposureReason {
    let leaks = traffic.link.0 * legal.fitted.data_leak;
    if !legal.plan.overlaps(Overlap::Data) {
        ExposureReason::NotOverlapped
    } else if traffic.exposed.0 > leaks * (1.0 + ROUNDING) {
        ExposureReason::ComputeTooShort
    } else {
        ExposureReason::SharesGpu
    }
}

/// The lane of a route's exchange.
const fn lane_of(route: Route) -> TraceLane {
    match route {
        Route::Host => TraceLane::Host,
        Route::Data | Route::ExpertData | Route::AcrossShards | Route::AcrossExpertShards => {
            TraceLane::Data
        }
        _ => TraceLane::Exchange,
    }
}

/// Layers of a virtual stage that a scene shows.
pub(super) struct ShownLayers<'a> {
    /// The plan, with nothing trained in its layers if frozen ones are shown.
    pub(super) legal: Legal<'a>,
    /// Layers of the stage by kind.
    layers: Layers,
    /// Those that full recompute repeats.
    recomputed: Layers,
}

impl ShownLayers<'_> {
    /// The more frequent kind of layer, and the number of its layers; dense if both are equal.
    pub(super) const fn common_kind(&self) -> (LayerKind, u64) {
        if self.layers.routed > self.layers.dense {
            (LayerKind::Routed, self.layers.routed)
        } else {
            (LayerKind::Dense, self.layers.dense)
        }
    }

    /// Layers of a kind that full recompute repeats.
    pub(super) const fn recomputed(&self, kind: LayerKind) -> u64 {
        kind.of(self.recomputed)
    }
}
