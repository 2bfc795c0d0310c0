//! The comb: the simulated step itself, a row a stage.

mod canvas;
mod curve;
mod keys;
mod sheet;
mod tools;

pub(super) use keys::{
    as_before, choose, key, light_up, point, press, recolour, resize, scroll, wheel,
};

use std::time::Duration;

use crate::browser::timing::after;
use crate::markup::figure::{Table, table};
use crate::markup::{Element, element};
use cost::legal::Legal;
use cost::plan::{Plan, Word};
use cost::schedule::Pipeline;
use cost::timeline::Timeline;
use cost::units::{Bytes, Seconds};
use cost::{Estimate, estimate};
use formats::number::{duration, grouped, percent};
use search::schedules;

use super::desk::{Desk, at};
use super::view::{Drawing, View};
use canvas::Brush;

/// The id of the figure, and its word in a query's `view`.
const ID: &str = "timeline";
/// The id of the region in which it is drawn, which scrolls.
const REGION: &str = "timeline-region";
/// The id of the details with the chosen stage's blocks.
const BLOCKS: &str = "timeline-blocks";
/// Blocks of a step that is laid out at once; a longer one follows in a task of its own.
const AT_ONCE: u64 = 12_000;
/// Rows of the table of blocks.
const MOST_REPEATS: usize = 200;

/// The view.
pub(super) static VIEW: View = View {
    id: ID,
    caption: "timeline-caption",
    name: |desk| desk.words.timeline.heading,
    draw,
    paint: canvas::paint,
    table: Some(stages),
};

/// The step as it runs, and how it is looked at.
#[derive(Default)]
pub(super) struct Comb {
    /// The plan that is laid out.
    plan: Option<Plan>,
    /// Its step, and that of the same plan under another schedule.
    charts: [Option<Chart>; 2],
    /// The plan under the other schedules that it can run.
    others: Vec<Plan>,
    /// Which of the schedules is compared, if any.
    against: Option<usize>,
    /// Whether a longer step is about to be laid out.
    is_due: bool,
    look: Look,
    /// Doublings of the length of a second.
    zoom: u32,
    /// How far the region is scrolled, in pixels.
    left: f64,
    /// How far it is to be scrolled once it is drawn.
    aim: Option<f64>,
    /// The moment at which the cursor stands, as a share of what is drawn.
    now: f64,
    is_playing: bool,
    /// The page's theme while it is printed in another one.
    theme: Option<String>,
    brush: Brush,
}

/// One schedule's step.
struct Chart {
    timeline: Timeline,
    schedule: usize,
    /// Share of the pipeline's time that is bubble.
    bubble: f64,
    /// What the card leaves each stage for activations.
    rooms: Vec<Bytes>,
}

/// The block that is looked at.
#[derive(Clone, Copy, Default, PartialEq)]
struct Look {
    chart: usize,
    rank: usize,
    /// None before the reader has chosen one.
    index: Option<usize>,
}

impl Comb {
    /// Seconds that are drawn: all of the longer step.
    fn end(&self) -> f64 {
        let ends = self.charts.iter().flatten();
        ends.map(|chart| chart.timeline.end.0).fold(0.0, f64::max)
    }

    /// By how much longer the drawing is than its region.
    fn scale(&self) -> f64 {
        f64::from(1_u32 << self.zoom)
    }

    /// The chart that is looked at.
    fn chart(&self) -> Option<&Chart> {
        self.charts[self.look.chart].as_ref()
    }

    /// Lays the step out.
    fn lay_out(&mut self, plan: &Plan, estimated: &Estimate) {
        self.others = schedules(plan);
        let mut others = self.others.iter();
        let other = others.find(|other| Some(other.schedule().index()) == self.against);
        let [first, second] = &mut self.charts;
        renew(first, plan, estimated);
        match other.map(|other| (other, estimate(other))) {
            Some((other, Ok(estimate))) => renew(second, other, &estimate),
            _ => *second = None,
        }
        self.plan = Some(plan.clone());
        self.is_due = false;
        self.look_again();
    }

    /// The look stays on a block that is there.
    fn look_again(&mut self) {
        let Look { chart, rank, index } = self.look;
        let chart = if self.charts[chart].is_some() {
            chart
        } else {
            0
        };
        let Some(Chart { timeline, .. }) = &self.charts[chart] else {
            return;
        };
        let rank = rank.min(timeline.rows.len().saturating_sub(1));
        let last = timeline.rows[rank].blocks.len().saturating_sub(1);
        let index = index.map(|index| index.min(last));
        self.look = Look { chart, rank, index };
    }
}

/// Lays out a plan's step in the room of another's.
fn renew(chart: &mut Option<Chart>, plan: &Plan, estimate: &Estimate) {
    let old = chart.take().map(|chart| chart.timeline);
    let Ok(legal) = Legal::check(plan) else {
        return;
    };
    if let Some(timeline) = Timeline::renewed(old, &legal, estimate) {
        let memory = &estimate.memory;
        *chart = Some(Chart {
            timeline,
            schedule: plan.schedule().index(),
            bubble: estimate.time.bubble_fraction(),
            rooms: memory
                .stages
                .iter()
                .map(|stage| memory.room(stage))
                .collect(),
        });
    }
}

fn draw(desk: &mut Desk) -> Drawing {
    let words = &desk.words.timeline;
    let Ok(legal) = Legal::check(&desk.plan) else {
        return Drawing {
            sentence: String::new(),
            body: Vec::new(),
        };
    };
    let pipeline = Pipeline::of(&legal);
    let sentence = (words.sentence)(&pipeline, &desk.estimate);
    if desk.timeline.plan.as_ref() != Some(&desk.plan) {
        if pipeline.blocks() <= AT_ONCE {
            desk.timeline.lay_out(&desk.plan, &desk.estimate);
        } else if !desk.timeline.is_due {
            desk.timeline.is_due = true;
            after(Duration::ZERO, || at(lay_out_now));
        }
    }
    let comb = &desk.timeline;
    let units = desk.sight.units;
    let body = if comb.charts[0].is_none() {
        let missing = if comb.is_due { "" } else { words.too_long };
        vec![element("p").child(missing)]
    } else {
        vec![
            tools::keys(words, comb),
            tools::tools(words, comb),
            sheet::region(words, comb, units),
            sheet::readout(words, comb),
            blocks(desk),
        ]
    };
    Drawing { sentence, body }
}

/// Lays out the present plan's step, and shows it.
fn lay_out_now(desk: &mut Desk) {
    let (plan, estimate) = (&desk.plan, &desk.estimate);
    desk.timeline.lay_out(plan, estimate);
    desk.again(ID);
}

/// The table behind it.
fn stages(desk: &mut Desk) -> Table {
    let words = &desk.words.timeline;
    let mut rows = Vec::new();
    if let Some(Chart { timeline, .. }) = &desk.timeline.charts[0] {
        for (rank, row) in timeline.rows.iter().enumerate() {
            let step = &row.step;
            let rest = step.bubble + row.tail[0] + row.tail[1];
            rows.push(vec![
                grouped(rank as u64),
                duration(step.total().beyond(rest)),
                duration(step.bubble),
                percent(step.bubble_fraction()),
                grouped(row.in_flight as u64),
                desk.sight.units.size(row.held),
            ]);
        }
    }
    Table {
        headings: words.headings.map(str::to_owned).to_vec(),
        rows,
        foot: Vec::new(),
    }
}

/// The blocks of the chosen stage, what repeats said once.
fn blocks(desk: &Desk) -> Element {
    let words = &desk.words.timeline;
    let (mut rows, mut cut) = (Vec::new(), String::new());
    let comb = &desk.timeline;
    let is_open = desk.is_open(BLOCKS);
    if let Some(Chart { timeline, .. }) = comb.chart().filter(|_| is_open) {
        let blocks = &timeline.rows[comb.look.rank].blocks;
        let repeats = timeline.repeats(comb.look.rank);
        for &repeat in repeats.iter().take(MOST_REPEATS) {
            let last = repeat.first + repeat.period * repeat.times - 1;
            let pattern = &blocks[repeat.first..][..repeat.period];
            let lengths: Vec<String> = pattern
                .iter()
                .map(|cell| duration(Seconds(cell.end - cell.start)))
                .collect();
            let moment = |time| duration(Seconds(time));
            rows.push(vec![
                (words.repeat)(timeline, comb.look.rank, repeat),
                moment(blocks[repeat.first].start),
                moment(blocks[last].end),
                lengths.join(", "),
            ]);
        }
        if repeats.len() > MOST_REPEATS {
            cut = (words.cut)(MOST_REPEATS, repeats.len());
        }
    }
    let open = is_open.then(|| {
        let headings = words.columns.map(str::to_owned).to_vec();
        table(
            words.blocks,
            Table {
                headings,
                rows,
                foot: Vec::new(),
            },
        )
    });
    element("details")
        .class("numbers")
        .id(BLOCKS)
        .child(element("summary").child(words.blocks))
        .child(element("p").attribute("hidden", cut.is_empty()).child(cut))
        .children(open.into_iter().collect())
}
