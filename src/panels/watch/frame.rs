//! A frame: all that a drawing of the player follows from, and its regions.

use cost::cut::Cut;
use cost::legal::Legal;
use cost::memory::StageMemory;
use cost::plan::Plan;
use cost::timeline::Timeline;
use cost::trace::{Happening, Trace};
use cost::units::{Bytes, Seconds};
use formats::number::Units;

use super::axis::shown;
use super::clock::{Clock, Place};
use super::state::WatchFigure;
use crate::components::Rect;
use crate::store::Page;

/// Width from which the memory stands beside the scene.
const WIDE: f64 = 600.0;
/// Width of the memory and the time beside a scene, in a drawing of 900 pixels and in one of 600.
const PANEL: [f64; 2] = [250.0, 196.0];
/// Heights from which the memory, and the time too, stand below a narrow scene.
const TALL: [f64; 2] = [320.0, 440.0];
/// Heights of the memory below a scene, and of the memory and the time.
const PANEL_BELOW: [f64; 2] = [50.0, 120.0];
/// Height of a lane with its gap: the least, at which names are apart, and the most.
const LANE: [f64; 2] = [15.0, 26.0];
/// Share of the height that lanes take in a low drawing.
const LANES: f64 = 0.4;
/// Height of the axis below the lanes.
const AXIS: f64 = 18.0;
/// Width of the names left of the scene and the lanes.
const NAMES: [f64; 2] = [112.0, 98.0];
/// Most pipeline ranks that are drawn.
const MOST_RANKS: usize = 8;
/// Distance between two regions.
const GAP: f64 = 10.0;

/// Regions of a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Regions {
    /// The scene, with its names.
    pub(super) scene: Rect,
    /// The lanes, without their names.
    pub(super) lanes: Rect,
    /// Height of a lane with its gap.
    pub(super) lane: f64,
    /// Memory and time of the GPU, if there is room.
    pub(super) panel: Option<Rect>,
    /// Width of the names.
    pub(super) names: f64,
    /// True if the memory stands beside the scene.
    pub(super) is_wide: bool,
    /// True if there is room for the time by cause.
    pub(super) has_time: bool,
}

impl Regions {
    /// The regions of a drawing of this size, with this number of lanes.
    pub(super) fn of([width, height]: [f64; 2], lanes: usize) -> Self {
        let is_wide = width >= WIDE;
        let names = NAMES[usize::from(!is_wide)];
        let panel = PANEL[usize::from(width < 900.0)];
        let left = if is_wide {
            width - panel - 2.0 * GAP
        } else {
            width
        };
        let [has_memory, has_time] = TALL.map(|tall| !is_wide && height >= tall);
        let under_height = PANEL_BELOW[usize::from(has_time)];
        let panel_below = if has_memory { under_height + GAP } else { 0.0 };
        let room = LANES * (height - panel_below) - AXIS;
        let lane = (room / lanes.max(1) as f64).clamp(LANE[0], LANE[1]);
        let below = lane * lanes as f64 + AXIS;
        let scene_height = (height - below - panel_below - GAP).max(80.0);
        let beside = is_wide.then_some(Rect {
            left: left + 2.0 * GAP,
            top: 0.0,
            width: panel,
            height,
        });
        let under = has_memory.then_some(Rect {
            left: 0.0,
            top: scene_height + 2.0 * GAP + below,
            width,
            height: under_height,
        });
        Self {
            scene: Rect {
                left: 0.0,
                top: 0.0,
                width: left,
                height: scene_height,
            },
            lanes: Rect {
                left: names,
                top: scene_height + GAP,
                width: left - names,
                height: lane * lanes as f64,
            },
            lane,
            panel: beside.or(under),
            names,
            is_wide,
            has_time: is_wide || has_time,
        }
    }
}

/// All that a frame is made of.
#[derive(Clone, Copy)]
pub(super) struct WatchFrame<'a> {
    pub(super) plan: &'a Plan,
    /// Ranks that hold the same dense weights.
    pub(super) replicas: u64,
    /// Routed experts on one rank.
    pub(super) local_experts: u64,
    pub(super) trace: &'a Trace,
    pub(super) timeline: Option<&'a Timeline>,
    pub(super) cut: &'a Cut,
    /// The GPU whose trace it is.
    pub(super) gpu: u64,
    /// Memory of its stage at the peak.
    pub(super) memory: &'a StageMemory,
    /// Memory of every stage at its peak.
    pub(super) stages: &'a [StageMemory],
    pub(super) capacity: Bytes,
    pub(super) units: Units,
    pub(super) place: Place,
    /// The time of the place.
    pub(super) now: Seconds,
    pub(super) regions: Regions,
}

impl WatchFigure {
    /// The regions of the drawing; `None` if nothing is played.
    pub(super) fn regions(&self) -> Option<Regions> {
        let lanes = shown(self.trace()?).count();
        Some(Regions::of(self.size, lanes))
    }

    /// Reads a frame; `None` if nothing is played.
    pub(super) fn with_frame<T>(
        &self,
        page: &Page,
        read: impl FnOnce(&WatchFrame) -> T,
    ) -> Option<T> {
        let played = self.played.as_ref()?;
        let trace = played.trace.as_deref()?;
        let memory = page.estimate.memory.stages.get(trace.rank)?;
        let cut = page.cut();
        let frame = WatchFrame {
            plan: &played.plan,
            replicas: played.replicas,
            local_experts: played.local_experts,
            trace,
            timeline: played.timeline.as_deref(),
            cut,
            gpu: page.gpu(),
            memory,
            stages: &page.estimate.memory.stages,
            capacity: page.estimate.memory.capacity,
            units: page.units(),
            place: self.place,
            now: Clock::of(trace).time(self.place),
            regions: self.regions()?,
        };
        Some(read(&frame))
    }

    /// Reads a frame with its checked plan, for words: once a moment, not in each frame. `None` if
    /// nothing is played.
    pub(super) fn with_words<T>(
        &self,
        page: &Page,
        read: impl FnOnce(&WatchFrame, &Legal) -> T,
    ) -> Option<T> {
        let read = |frame: &WatchFrame| Some(read(frame, &Legal::check(frame.plan).ok()?));
        self.with_frame(page, read).flatten()
    }
}

impl WatchFrame<'_> {
    /// Finished share of a moment: 0 before it, 1 after it.
    pub(super) fn done(&self, moment: usize) -> f64 {
        match moment.cmp(&self.place.moment) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => self.place.share,
            std::cmp::Ordering::Greater => 0.0,
        }
    }

    /// Finished share of the time from `from` to `to`.
    pub(super) fn over(&self, from: Seconds, to: Seconds) -> f64 {
        let length = to.beyond(from).0;
        if length > 0.0 {
            (self.now.beyond(from).0 / length).min(1.0)
        } else {
            f64::from(u8::from(self.now.0 >= from.0))
        }
    }

    /// The position of the first moment from one on in which one of these happens.
    pub(super) fn find(&self, from: usize, wanted: &[Happening]) -> Option<usize> {
        let moments = self.trace.moments.iter().enumerate().skip(from);
        let mut found = moments.filter(|(_, moment)| wanted.contains(&moment.what));
        found.next().map(|(index, _)| index)
    }

    /// Finished share of the moment that [`Self::find`] finds; 0 if it finds none.
    pub(super) fn done_of(&self, from: usize, wanted: &[Happening]) -> f64 {
        self.find(from, wanted)
            .map_or(0.0, |moment| self.done(moment))
    }

    /// True if one of these happens now.
    pub(super) fn is_now(&self, wanted: &[Happening]) -> bool {
        let moment = self.trace.moments.get(self.place.moment);
        moment.is_some_and(|moment| wanted.contains(&moment.what))
    }

    /// The pipeline ranks that are drawn: all of a few; of many the first ones and the last one, with
    /// the chosen one among them.
    pub(super) fn ranks(&self) -> impl Iterator<Item = usize> + use<> {
        let all = self.timeline.map_or(0, |timeline| timeline.rows().len());
        let shown = all.min(MOST_RANKS);
        let skipped = self.trace.rank.saturating_sub(shown / 2);
        let skipped = skipped.min(all - shown);
        (0..shown).map(move |row| match row {
            0 => 0,
            _ if row + 1 == shown => all - 1,
            _ => row + skipped,
        })
    }

    /// The time at which the stages of the pipeline are shown, from the start of the step: the present
    /// one, or the start of a middle that is not drawn, in which all stages stand.
    pub(super) fn step_time(&self) -> f64 {
        let mut moments = self.trace.moments.iter();
        let middle = moments.find(|moment| moment.what == Happening::Repeats);
        let now = match middle {
            Some(middle) if self.now.0 > middle.from.0 && self.now.0 < middle.to.0 => middle.from,
            _ => self.now,
        };
        (now + self.trace.begins).0
    }
}
