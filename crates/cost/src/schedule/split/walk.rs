//! The order of actions on the ranks of a pipeline that splits backward.

use super::dual::{Act, Steps};
use super::order::{Order, Turn};
use super::placement::Source;
use super::placement::{BACKWARD, PASSES};
use crate::plan::{PassOrder, ScheduleFacts, StagePlacement};
use crate::schedule::action::{Action, ProgramEntry, Recorded};
use crate::schedule::pipeline::Pipeline;

/// Bits of a word.
const WORD: usize = u64::BITS as usize;

/// Position of one rank in its program.
#[derive(Clone, Copy, Debug, Default)]
struct Walker {
    place: Place,
    order: Order,
    /// The next turn of each pass by its order.
    due: [Turn; PASSES],
    sources: [Option<Source>; PASSES],
}

/// The position of a rank in its program.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// Blocks run, by pass.
    done: [u32; PASSES],
    /// Backwards whose weight gradients wait, by chunk.
    waiting: [u32; 2],
    /// Blocks whose activations are held, in part or whole.
    held: u32,
    /// The passes, one bit each, that the rank ran in its latest round.
    ran: u8,
    steps: Steps,
}

impl Place {
    /// The chunk with most waiting weight gradients, if any wait.
    fn weight(&self) -> Option<usize> {
        let chunk = usize::from(self.waiting[1] >= self.waiting[0]);
        (self.waiting[chunk] > 0).then_some(chunk)
    }

    /// True if this place is the other one, this many micro-batches later.
    fn is_later_by(&self, before: &Self, micro_batches: u32, placement: StagePlacement) -> bool {
        let later = |now: u32, before: u32| now - before == micro_batches;
        self.ran == before.ran
            && self.waiting == before.waiting
            && (0..placement.chunks()).all(|chunk| {
                later(self.done[chunk], before.done[chunk])
                    && later(self.done[BACKWARD + chunk], before.done[BACKWARD + chunk])
            })
    }
}

/// A walk through all programs in rounds in which each rank runs at most one action. The order is
/// decided as if every action took one round. So it depends on no duration, and a step's length
/// depends continuously on each duration.
pub(in crate::schedule) struct SplitWalk {
    order: PassOrder,
    placement: StagePlacement,
    /// Micro-batches that pass each chunk.
    total: [u32; 2],
    ranks: Vec<Walker>,
    /// The ranks that ran in the latest round, 64 to a word.
    awake: Vec<u64>,
}

impl SplitWalk {
    pub(in crate::schedule) fn new(pipeline: &Pipeline) -> Self {
        let Pipeline {
            ranks,
            micro_batches,
            schedule,
            ..
        } = *pipeline;
        // A step has at most 2³⁰ sequences.
        let micro_batches = u32::try_from(micro_batches).unwrap_or(u32::MAX);
        let ScheduleFacts {
            order, placement, ..
        } = schedule.facts();
        let total = match placement {
            StagePlacement::Straight | StagePlacement::Interleaved => [micro_batches, 0],
            StagePlacement::Fold => [micro_batches; 2],
            StagePlacement::Mirror => [micro_batches.div_ceil(2), micro_batches / 2],
        };
        let walker = |rank: usize| {
            let (half, outer) = match placement {
                StagePlacement::Mirror => (ranks.div_ceil(2), rank.min(ranks - 1 - rank)),
                _ => (ranks, rank),
            };
            let order = Order::of(order, ranks, rank);
            Walker {
                order,
                due: order.due(&[0; PASSES], &total),
                sources: placement.sources(ranks, rank),
                place: Place {
                    steps: Steps::start(half, outer, total[0] as usize),
                    ..Place::default()
                },
            }
        };
        Self {
            order,
            placement,
            total,
            ranks: (0..ranks).map(walker).collect(),
            awake: vec![u64::MAX; ranks.div_ceil(WORD)],
        }
    }

    /// A step's actions, its full middle as a period that repeats.
    pub(in crate::schedule) fn record(mut self) -> Recorded {
        let mut step = Recorded::default();
        let mut mark: Vec<Place> = self.places().collect();
        let mut marked = 0;
        while self.round(&mut step.actions) {
            let first = &self.ranks[0].place;
            let since = first.done[0] - mark[0].done[0];
            if since == 0 || first.ran & 1 == 0 {
                continue;
            }
            if self.repeats(&mark, since) {
                step.period = marked..step.actions.len();
                step.micro_batches = since as usize;
                step.times = self.skip(since);
                break;
            }
            marked = step.actions.len();
            mark.clear();
            mark.extend(self.places());
        }
        while self.round(&mut step.actions) {}
        step
    }

    /// Runs a step action by action.
    pub(in crate::schedule) fn run_each(mut self, run: &mut dyn FnMut(Action)) {
        let mut actions = Vec::new();
        while self.round(&mut actions) {
            actions.drain(..).for_each(&mut *run);
        }
    }

    fn places(&self) -> impl Iterator<Item = Place> {
        self.ranks.iter().map(|walker| walker.place)
    }

    /// True if every rank is at the place of the mark, this many micro-batches later. Then all
    /// actions since the mark repeat.
    fn repeats(&self, mark: &[Place], micro_batches: u32) -> bool {
        let stepwise = self.follows_steps();
        self.places().zip(mark).all(|(now, before)| {
            now.is_later_by(before, micro_batches, self.placement)
                && (!stepwise || now.steps.at_same_place(&before.steps))
        })
    }

    /// Advances all ranks by as many periods as fit before one reaches its last blocks; returns
    /// their number.
    fn skip(&mut self, micro_batches: u32) -> usize {
        let stepwise = self.follows_steps();
        let mut left = u32::MAX;
        for place in self.places() {
            for chunk in 0..self.placement.chunks() {
                left = left.min(self.total[chunk] - place.done[chunk]);
            }
            if stepwise {
                left = left.min(place.steps.steady() as u32);
            }
        }
        let times = left.saturating_sub(1) / micro_batches;
        let skipped = times * micro_batches;
        for walker in &mut self.ranks {
            let place = &mut walker.place;
            for chunk in 0..self.placement.chunks() {
                place.done[chunk] += skipped;
                place.done[BACKWARD + chunk] += skipped;
            }
            if stepwise {
                place.steps.skip(skipped as usize);
            }
            walker.due = walker.order.due(&place.done, &self.total);
        }
        times as usize
    }

    /// True if the order is one of steps.
    const fn follows_steps(&self) -> bool {
        matches!(self.order, PassOrder::Paired)
    }

    /// Adds the actions of all ranks in this round; returns false once no action is left.
    ///
    /// A rank that waits continues only after a neighbour has run; all other waiting ranks are
    /// passed over.
    fn round(&mut self, actions: &mut Vec<Action>) -> bool {
        let mut before = 0;
        let mut ran = false;
        for word in 0..self.awake.len() {
            let here = self.awake[word];
            let after = self.awake.get(word + 1).copied().unwrap_or_default();
            let mut visited =
                here | here << 1 | here >> 1 | before >> (WORD - 1) | after << (WORD - 1);
            before = here;
            let mut awake = 0;
            while visited != 0 {
                let bit = visited.trailing_zeros();
                visited &= visited - 1;
                let rank = word * WORD + bit as usize;
                if rank < self.ranks.len() && self.visit(rank, actions) {
                    awake |= 1 << bit;
                }
            }
            self.awake[word] = awake;
            ran |= awake != 0;
        }
        ran
    }

    /// Adds a rank's action in this round; returns false if the rank waits or has finished.
    fn visit(&mut self, rank: usize, actions: &mut Vec<Action>) -> bool {
        let act = if self.follows_steps() {
            self.next_step(rank)
        } else {
            self.next_in_order(rank)
        };
        self.ranks[rank].place.ran = 0;
        let Some(act) = act else {
            return false;
        };
        let work = self.act(rank, act);
        actions.push(Action::new(rank, work));
        true
    }

    /// The next block of a rank by its order; `None` if it waits or has finished.
    fn next_in_order(&self, rank: usize) -> Option<Act> {
        let Walker {
            place, due, order, ..
        } = &self.ranks[rank];
        let weight = place.weight().map(|_| Act::Weight);
        let Some(pass) = Turn::first(due) else {
            return weight;
        };
        let full = pass < BACKWARD && place.held >= order.limit;
        if (full && weight.is_some()) || !self.is_ready(rank, pass) {
            let ahead = place.held < order.limit
                && place.done[0] - place.done[1] < order.ahead
                && place.done[0] < self.total[0]
                && self.is_ready(rank, 0);
            return weight.or(ahead.then_some(Act::Whole(0)));
        }
        Some(if pass < BACKWARD {
            Act::Whole(pass)
        } else {
            Act::Split(pass)
        })
    }

    /// The next block of a rank by its steps; `None` if it waits or has finished.
    fn next_step(&mut self, rank: usize) -> Option<Act> {
        // At both ends of `DualPipe` the first direction is the one that enters there.
        let mirrored =
            self.placement == StagePlacement::Mirror && rank >= self.ranks.len().div_ceil(2);
        let turned = |pass: usize| pass ^ usize::from(mirrored);
        loop {
            let place = &self.ranks[rank].place;
            let weight = place.weight().map(|_| Act::Weight);
            let Some(act) = place.steps.act() else {
                return weight;
            };
            let exists = |pass: usize| place.done[pass] < self.total[pass % BACKWARD];
            let (act, waits) = match act {
                Act::Whole(pass) | Act::Split(pass) if !exists(turned(pass)) => (None, false),
                Act::Whole(pass) => {
                    let pass = turned(pass);
                    (Some(Act::Whole(pass)), !self.is_ready(rank, pass))
                }
                Act::Split(pass) => {
                    let pass = turned(pass);
                    (Some(Act::Split(pass)), !self.is_ready(rank, pass))
                }
                Act::Pair(forward) => {
                    let forward = turned(forward);
                    let backward = backward_beside(forward);
                    match (exists(forward), exists(backward)) {
                        (true, true) => (
                            Some(Act::Pair(forward)),
                            !self.is_ready(rank, forward) || !self.is_ready(rank, backward),
                        ),
                        (true, false) => (Some(Act::Whole(forward)), !self.is_ready(rank, forward)),
                        (false, true) => {
                            (Some(Act::Whole(backward)), !self.is_ready(rank, backward))
                        }
                        (false, false) => (None, false),
                    }
                }
                Act::Weight => (weight, false),
            };
            if waits {
                return None;
            }
            self.ranks[rank].place.steps.advance();
            if act.is_some() {
                return act;
            }
        }
    }

    /// True if the input of a rank's next block of a pass had arrived before this round.
    fn is_ready(&self, rank: usize, pass: usize) -> bool {
        let Some(source) = self.ranks[rank].sources[pass] else {
            return true;
        };
        let (at, of) = (source.rank as usize, usize::from(source.pass) % PASSES);
        let from = &self.ranks[at].place;
        let just_now = at < rank && from.ran >> of & 1 == 1;
        from.done[of] - u32::from(just_now) > self.ranks[rank].place.done[pass]
    }

    /// Records that a rank has run this act; returns the act's work.
    fn act(&mut self, rank: usize, act: Act) -> ProgramEntry {
        let walker = &mut self.ranks[rank];
        match act {
            Act::Weight => {
                let chunk = walker.place.weight().unwrap_or_default();
                walker.place.waiting[chunk] -= 1;
                walker.place.held -= 1;
                ProgramEntry::WeightGradient(chunk as u16)
            }
            Act::Pair(forward) => {
                walker.forward(forward, &self.total);
                walker.whole(backward_beside(forward), &self.total);
                ProgramEntry::Pair(forward as u16)
            }
            Act::Whole(pass) if pass < BACKWARD => {
                walker.forward(pass, &self.total);
                ProgramEntry::Forward(pass as u16)
            }
            Act::Whole(pass) => {
                walker.whole(pass, &self.total);
                ProgramEntry::Backward((pass - BACKWARD) as u16)
            }
            Act::Split(pass) => {
                walker.pass(pass, &self.total);
                walker.place.waiting[pass % BACKWARD] += 1;
                ProgramEntry::InputGradient((pass - BACKWARD) as u16)
            }
        }
    }
}

impl Walker {
    /// Takes the next micro-batch of a pass.
    fn pass(&mut self, pass: usize, total: &[u32; 2]) {
        self.place.done[pass] += 1;
        self.place.ran |= 1 << pass;
        let is_left = self.place.done[pass] < total[pass % BACKWARD];
        self.due[pass] = self.order.after(self.due[pass], is_left);
    }

    /// Takes the next forward of a pass.
    fn forward(&mut self, pass: usize, total: &[u32; 2]) {
        self.pass(pass, total);
        self.place.held += 1;
    }

    /// Takes the next backward of a pass, for inputs and weights together.
    fn whole(&mut self, pass: usize, total: &[u32; 2]) {
        self.pass(pass, total);
        self.place.held -= 1;
    }
}

/// The backward that overlaps with a forward (DualPipe): that of the other chunk.
const fn backward_beside(forward: usize) -> usize {
    BACKWARD + 1 - forward
}
