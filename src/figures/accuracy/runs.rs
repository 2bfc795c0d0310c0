//! Published runs as they come from the file, each beside what this page's model says of it.

use std::time::Duration;

use crate::browser::fetch;
use crate::browser::slices::{self, Work};
use cost::convention::MemoryKind;
use cost::estimate;
use cost::plan::{Plan, Word};
use cost::published::{Published, Spread, Summary};
use cost::units::Seconds;
use formats::link;
use js_sys::Reflect;
use web_sys::wasm_bindgen::JsValue;

use super::super::desk::{Desk, at as at_desk};
use super::super::loaded::{self, Place};

/// The file, beside the page.
const FILE: &str = "accuracy.json";
/// How long reading and estimating them may take: some hundred estimates take a second on a slow
/// machine.
const DEADLINE: Duration = Duration::from_secs(10);

/// A published run.
pub(crate) struct Run {
    /// The index of its source.
    pub(super) source: usize,
    /// What ran, and how.
    pub(crate) plan: Plan,
    /// What was measured.
    pub(super) published: Published,
}

/// All of them.
#[derive(Default)]
pub(crate) struct Runs {
    pub(super) summary: Summary,
    /// Names of the sources.
    pub(super) sources: Vec<String>,
    pub(super) all: Vec<Run>,
    /// Rows of the file that were not read, for they took too long.
    pub(super) unread: usize,
}

/// Where it is noted how far they have come.
static PLACE: Place<Runs> = Place {
    with: |act| at_desk(|desk| act(&mut desk.accuracy.loaded)),
    show: || {
        at_desk(|desk| {
            if let Some(sentence) = desk.accuracy.loaded.said(desk.words.accuracy.unloaded) {
                desk.say(sentence);
            }
            desk.change();
        });
    },
};

/// Loads the runs, unless they are here or under way.
pub(super) fn load(desk: &mut Desk) {
    loaded::fetch_by(&mut desk.accuracy.loaded, ask, PLACE);
}

fn ask(number: u32, is_again: bool) {
    fetch::json(FILE, is_again, move |file| {
        let file = file.unwrap_or_default();
        let (groups, summary) = (get(&file, "groups"), get(&file, "summary"));
        let sources = (0..length(&groups)).filter_map(|index| at(&groups, index).as_string());
        let runs = Runs {
            summary: Summary {
                step: spread(&get(&summary, "step")),
                unseen: spread(&get(&summary, "unseen")),
                memory: spread(&get(&summary, "memory")),
            },
            sources: sources.collect(),
            all: Vec::new(),
            unread: 0,
        };
        let judging = Judging {
            rows: get(&file, "rows"),
            next: 0,
            runs,
            number,
        };
        at_desk(|desk| desk.accuracy.judging = Some(slices::begin(judging, DEADLINE)));
    });
}

/// Reading and estimating the rows one by one; then the page has them.
struct Judging {
    rows: JsValue,
    next: u32,
    runs: Runs,
    /// The attempt that brought them.
    number: u32,
}

impl Work for Judging {
    fn step(&mut self) -> bool {
        if self.next >= length(&self.rows) {
            return false;
        }
        self.runs.all.extend(Run::of(&at(&self.rows, self.next)));
        self.next += 1;
        true
    }

    fn end(self: Box<Self>, _: bool) {
        let mut runs = self.runs;
        runs.unread = (length(&self.rows) - self.next) as usize;
        // They stay as long as the page does.
        let runs: Option<&'static Runs> =
            (!runs.all.is_empty()).then(|| &*Box::leak(Box::new(runs)));
        at_desk(|desk| loaded::arrive(&mut desk.accuracy.loaded, self.number, runs));
        (PLACE.show)();
    }
}

impl Run {
    /// Reads a row: its source, the link, seconds, GiB, what those count.
    fn of(row: &JsValue) -> Option<Self> {
        let text = |index| at(row, index).as_string();
        let number = |index| at(row, index).as_f64();
        let figure = |index| number(index).filter(|&figure| figure > 0.0);
        let (plan, _) = link::decode(&text(1)?);
        let estimate = estimate(&plan).ok()?;
        let kind = text(4).and_then(|word| MemoryKind::parse(&word));
        Some(Self {
            source: number(0)? as usize,
            plan,
            published: Published::of(figure(2).map(Seconds), figure(3), kind, &estimate),
        })
    }
}

/// Plans, median, 90th percentile.
fn spread(of: &JsValue) -> Spread {
    let number = |index| at(of, index).as_f64().unwrap_or_default();
    Spread {
        plans: number(0),
        median: number(1),
        p90: number(2),
    }
}

/// A field of what came, which may be anything.
fn get(of: &JsValue, key: &str) -> JsValue {
    Reflect::get(of, &JsValue::from_str(key)).unwrap_or_default()
}

fn at(of: &JsValue, index: u32) -> JsValue {
    Reflect::get_u32(of, index).unwrap_or_default()
}

/// How many entries it has; none where it is no list.
fn length(of: &JsValue) -> u32 {
    get(of, "length").as_f64().unwrap_or_default() as u32
}
