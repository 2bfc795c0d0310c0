//! Sentences of moments, rows of the table and endings, each compared with the spans of the trace,
//! the blocks of the timeline and the numbers of the plan.

use cost::schedule::Direction;
use cost::timeline::{Cell, Timeline};
use cost::trace::{Activity, Collective, Happening, Trace, TraceLane, TraceMoment, TraceScene};
use cost::traffic::Route;
use cost::units::Seconds;
use formats::number::Units;
use text::number::short_time;

use super::{Said, for_each_of};
use crate::properties::trace::{common_kind, shown};

/// Drawn legal plans.
const PLANS: u32 = 2_000;

/// A moment with its name and sentence.
struct Moment<'a, 'b> {
    said: &'b Said<'a>,
    index: usize,
    moment: &'b TraceMoment,
    name: String,
    sentence: String,
    /// The blocks of the rank, in the scene of the pipeline.
    cells: &'b [Cell],
}

impl Moment<'_, '_> {
    fn trace(&self) -> &Trace {
        self.said.trace
    }

    /// True if an exchange of a form on a route is in the trace.
    fn has(&self, is_wanted: impl Fn(Route, Collective) -> bool) -> bool {
        self.said.spans().any(
            |span| matches!(span.activity, Activity::Exchange(route, form) if is_wanted(route, form)),
        )
    }

    /// True if a later moment is one of these.
    fn is_followed_by(&self, is_wanted: impl Fn(&TraceMoment) -> bool) -> bool {
        self.trace().moments[self.index + 1..].iter().any(is_wanted)
    }

    /// True if an earlier moment is one of these.
    fn follows(&self, is_wanted: impl Fn(&TraceMoment) -> bool) -> bool {
        self.trace().moments[..self.index].iter().any(is_wanted)
    }

    /// Numbers in the sentence, without separators of thousands.
    fn numbers(&self) -> Vec<u64> {
        let words = self.sentence.split([' ', '\u{a0}']);
        let words = words.map(|word| word.trim_matches([',', '.', ':', ';']).replace(',', ""));
        words.filter_map(|word| word.parse().ok()).collect()
    }

    /// Blocks of the moment by their direction: any forward, any other.
    fn directions(&self) -> [bool; 2] {
        self.directions_in([self.moment.from, self.moment.to])
    }

    /// Blocks of the steady state by their direction; a part of it may not be drawn.
    fn steady(&self) -> [bool; 2] {
        let moments = self.trace().moments.iter();
        let mut steady = moments.filter(|moment| moment.what == Happening::Steady);
        let last = steady.next_back().map_or(self.moment.to, |last| last.to);
        let mut moments = self.trace().moments.iter();
        let first = moments.find(|moment| moment.what == Happening::Steady);
        self.directions_in([first.map_or(self.moment.from, |first| first.from), last])
    }

    /// Blocks whose middle is between two times.
    fn directions_in(&self, times: [Seconds; 2]) -> [bool; 2] {
        let [from, to] = times.map(|time| time.0 + self.trace().begins.0);
        let mut any = [false; 2];
        for cell in self.cells {
            let middle = f64::midpoint(cell.start, cell.end);
            if from < middle && middle < to {
                any[usize::from(!is_forward(cell))] = true;
            }
        }
        any
    }

    /// The first backward of the rank, and its waits until then.
    fn first_backward(&self) -> Option<[f64; 2]> {
        let begins = self.trace().begins.0;
        let first = self.cells.iter().position(|cell| !is_forward(cell))?;
        let (mut end, mut waits) = (begins, 0.0);
        for cell in &self.cells[..=first] {
            waits += (cell.start - end).max(0.0);
            end = cell.end;
        }
        Some([self.cells[first].start - begins, waits])
    }

    fn is_close(&self, one: f64, other: f64) -> bool {
        (one - other).abs() <= 1e-9 * self.trace().end.0
    }
}

const fn is_forward(cell: &Cell) -> bool {
    matches!(cell.block.direction, Direction::Forward)
}

/// A phrase of a sentence, and a check of its claim.
type Claim = (&'static str, fn(&Moment) -> bool);

/// Phrases about one layer.
const LAYER: [Claim; 9] = [
    ("its columns", |it| {
        it.has(|route, _| route == Route::Tensor)
    }),
    ("its tokens with the weights", |it| {
        !it.has(|route, _| route == Route::Tensor)
    }),
    ("Each GPU has", |it| {
        let [own, all] = it.numbers()[..2] else {
            return false;
        };
        own * it.said.legal.plan.layout.tensor == all
    }),
    ("its part of", |it| {
        it.has(|route, _| route == Route::ExpertTensor)
    }),
    ("Each GPU runs its", |it| {
        let is_part = it.sentence.contains("its part of");
        let experts = it.numbers().first().copied().unwrap_or(1);
        let (plan, splits) = (
            it.said.legal.plan,
            it.has(|route, _| route == Route::ExpertTensor),
        );
        is_part == splits
            && (it.sentence.contains("of one expert")
                || experts * plan.layout.expert == plan.model.moe.experts)
    }),
    ("Each GPU runs one expert", |it| {
        let plan = it.said.legal.plan;
        plan.layout.expert == plan.model.moe.experts
            && !it.has(|route, _| route == Route::ExpertTensor)
    }),
    ("and added", |it| it.said.legal.plan.model.moe.per_token > 1),
    ("the keys of the whole sequence:", |it| {
        let (legal, model) = (it.said.legal, &it.said.legal.plan.model);
        let timed = legal.timed();
        it.has(|route, _| route == Route::Context)
            && (model.window == 0 || model.window >= timed.document())
            && timed.document() == timed.sequence
    }),
    ("scores of a head", |it| {
        let [queries, keys] = it.numbers()[..2] else {
            return false;
        };
        let legal = it.said.legal.timed();
        keys == legal.sequence && queries * legal.plan.layout.context == keys
    }),
];

/// Phrases about layers of a stage.
const LAYERS: [Claim; 6] = [
    ("of the next layer are", |it| it.is_followed_by(is_next)),
    ("next layer’s", |it| it.is_followed_by(is_next)),
    ("next pass", |it| !it.is_followed_by(is_next)),
    ("layer above", |it| {
        let number = it.moment.number;
        it.follows(|other| other.what == Happening::LeftOut)
            || it.follows(|other| other.what == Happening::Backward && other.number > number)
    }),
    ("layer below", |it| {
        let number = it.moment.number;
        it.is_followed_by(|other| other.what == Happening::Backward && other.number < number)
            && it.has(|_, form| form == Collective::AllGather)
    }),
    ("likewise", |it| {
        let stage = it.trace().stage;
        let (_, all, again) = shown(it.said.legal, stage, false);
        let kind = common_kind(all);
        let [all, again] = [all, again].map(|layers| kind.of(layers));
        again == 0 || again == all
    }),
];

fn is_next(moment: &TraceMoment) -> bool {
    matches!(moment.what, Happening::Forward | Happening::LeftOut)
}

/// Phrases about a step of a stage, and its end.
const STEP: [Claim; 8] = [
    ("Until its first backward", |it| {
        let Some([start, waits]) = it.first_backward() else {
            return false;
        };
        let is_long = !it.is_close(waits, 0.0);
        let says = it.sentence.contains("stage waits");
        it.is_close(it.moment.to.0, start)
            && is_long == says
            && (!says || it.sentence.contains(&short_time(Seconds(waits))))
    }),
    ("take turns", |it| it.steady() == [true, true]),
    ("beside backwards", |it| it.steady() == [true, true]),
    ("with no forward between them", |it| !it.directions()[0]),
    ("repeat the same pattern", |it| {
        let begins = it.trace().begins.0;
        let [from, to] = [it.moment.from, it.moment.to].map(|time| time.0 + begins);
        let is_like = |cell: Option<&Cell>, forward: bool| {
            cell.is_some_and(|cell| is_forward(cell) == forward)
        };
        let rounding = 1e-9 * it.trace().end.0;
        // A stage without layers has passes that take no time, on the edge between two moments.
        let mut long = it
            .cells
            .iter()
            .filter(|cell| cell.end > cell.start + rounding);
        let after = long.clone().find(|cell| cell.start >= to - rounding);
        let before = long.rfind(|cell| cell.end <= from + rounding);
        match it.directions() {
            [true, true] => {
                let first = it.cells.iter().position(|cell| !is_forward(cell));
                let last = it.cells.iter().rposition(is_forward);
                let first = first.map(|first| it.cells[first].start);
                let last = last.map(|last| it.cells[last].end);
                first.is_some_and(|first| first < from + rounding)
                    && last.is_some_and(|last| last > to - rounding)
            }
            [forward, _] => is_like(before, forward) && is_like(after, forward),
        }
    }),
    ("of gradients and new weights", |it| {
        let data = it.said.scene(TraceScene::Data);
        data.is_some_and(|data| {
            data.sent(|_, form| form == Collective::AllGather).link > Seconds::ZERO
        })
    }),
    ("updates all of its weights", |it| {
        it.trace().scene == TraceScene::Pipeline
            || !it.has(|route, form| route != Route::Host && form == Collective::AllGather)
    }),
    ("all of its trained experts", |it| {
        it.trace().scene == TraceScene::Pipeline
            || !it.has(|route, form| route == Route::ExpertData && form == Collective::AllGather)
    }),
];

#[test]
fn every_sentence_of_a_moment_holds() {
    let claims = || LAYER.iter().chain(&LAYERS).chain(&STEP);
    let mut found = vec![0; claims().count()];
    let mut broken = vec![None; claims().count()];
    let mut sentences = 0;
    for_each_of(PLANS, |said| {
        let timeline = (said.trace.scene == TraceScene::Pipeline)
            .then(|| Timeline::of(said.legal, said.estimate))
            .flatten();
        let row = timeline
            .as_ref()
            .and_then(|timeline| timeline.rows().get(said.trace.rank));
        for (index, moment) in said.trace.moments.iter().enumerate() {
            let [name, sentence] = text::moments::moment(said.legal, said.trace, index, Units::Gb);
            sentences += 1;
            let it = Moment {
                said,
                index,
                moment,
                name,
                sentence,
                cells: row.map_or(&[], |row| &row.blocks),
            };
            for (place, (phrase, holds)) in claims().enumerate() {
                if it.sentence.contains(phrase) {
                    found[place] += 1;
                    if broken[place].is_none() && !holds(&it) {
                        let why = format!("“{phrase}”: {} {}", it.name, it.sentence);
                        broken[place] = Some(said.shown(&why));
                    }
                }
            }
        }
    });
    let checked: usize = found.iter().sum();
    eprintln!("{sentences} sentences, {checked} claims of them checked: {found:?}");
    let broken: Vec<String> = broken.into_iter().flatten().collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    for (found, (phrase, _)) in found.iter().zip(claims()) {
        assert!(*found > 0, "“{phrase}” is never said");
    }
}

#[test]
fn steps_of_a_ring_are_all_there() {
    let mut found = [0; 2];
    for_each_of(PLANS / 4, |said| {
        let mut next = 1;
        for (index, moment) in said.trace.moments.iter().enumerate() {
            let [name, sentence] = text::moments::moment(said.legal, said.trace, index, Units::Gb);
            if moment.what != Happening::Attention || !name.starts_with("Ring step") {
                continue;
            }
            let words = name.trim_end_matches('.').split(' ');
            let numbers: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
            let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
            if first != next {
                said.fails(&name);
            }
            next = last + 1;
            found[usize::from(last > first)] += 1;
            let is_last = last == said.legal.plan.layout.context;
            if is_last != sentence.contains("go no further") {
                said.fails(&sentence);
            }
        }
        if next > 1 && next != said.legal.plan.layout.context + 1 {
            said.fails("steps of the ring");
        }
    });
    eprintln!("{found:?} steps of rings");
    assert!(found.iter().all(|found| *found > 0), "{found:?}");
}

#[test]
fn exposed_seconds_are_of_the_transfer_beside_them() {
    let mut found = [0; 2];
    for_each_of(PLANS / 4, |said| {
        let rows = text::trace::rows(said.legal, said.trace, Units::Gb);
        for (index, row) in rows.iter().enumerate() {
            let moment = &said.trace.moments[index];
            let [.., to, exposed] = row;
            let is_during = |from: Seconds, end: Seconds| from < moment.to && end > moment.from;
            let sends = |wanted: Route| {
                said.spans().any(|span| {
                    let receives = [Collective::FromHost, Collective::AllGather];
                    matches!(span.activity, Activity::Exchange(route, form) if route == wanted
                        && !(route == Route::Host && receives.contains(&form)))
                        && is_during(span.from, span.to)
                        && span.traffic.bytes.0 > 1_000
                })
            };
            if to == "the host" {
                found[0] += 1;
                if !sends(Route::Host) {
                    said.fails(&format!("the host sends: {row:?}"));
                }
            }
            let waited: Vec<Route> = said.trace.lanes[TraceLane::Compute as usize]
                .iter()
                .filter(|span| span.moment == index && span.length() > Seconds::ZERO)
                .filter_map(|span| match span.activity {
                    Activity::Wait(route) if sends(route) => Some(route),
                    _ => None,
                })
                .collect();
            if exposed.is_empty() || to.is_empty() || waited.is_empty() {
                continue;
            }
            found[1] += 1;
            let forms = [
                Collective::ToNextStage,
                Collective::ToStageBefore,
                Collective::Several,
            ];
            let is_waited = waited.iter().any(|route| {
                forms
                    .iter()
                    .any(|form| text::trace::receivers(*route, *form) == to)
            });
            if !is_waited {
                said.fails(&format!("{row:?}, waits for {waited:?}"));
            }
        }
    });
    eprintln!("{found:?} rows");
    assert!(found.iter().all(|found| *found > 20), "{found:?}");
}

/// A check of a phrase against the trace.
type Check = fn(&Said) -> bool;

/// Phrases of leads and endings, each with its check.
const ENDINGS: [(&str, Check); 6] = [
    ("none travel between GPUs", |said| {
        !said.has(Collective::AllGather)
    }),
    ("then new weights are all-gathered", |said| {
        said.has(Collective::AllGather)
    }),
    ("stay until its backward.", |said| said.keeps_on_the_gpu()),
    ("these layers is kept.", |said| said.keeps_on_the_gpu()),
    ("on the GPU or on the host", |said| !said.keeps_on_the_gpu()),
    ("nothing waits for shards", |said| {
        said.of_routes(|route| matches!(route, Route::Data | Route::ExpertData))[1] == Seconds::ZERO
    }),
];

#[test]
fn every_ending_holds() {
    let mut found = [0; ENDINGS.len()];
    for_each_of(PLANS / 2, |said| {
        for (found, (phrase, holds)) in found.iter_mut().zip(ENDINGS) {
            if said.text.contains(phrase) {
                *found += 1;
                if !holds(said) {
                    said.fails(&format!("“{phrase}” does not hold"));
                }
            }
        }
    });
    eprintln!("{found:?} endings");
    assert!(found.iter().all(|found| *found > 0), "{found:?}");
}
