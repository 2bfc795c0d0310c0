//! The numbers behind the first figures, which have left room for them.

use crate::browser::by_id;
use crate::browser::visibility::Watch;
use crate::markup::Drawn;
use crate::markup::element;
use crate::markup::figure::{Table, behind, table};
use cost::certainty::{MEMORY, STEP};
use cost::memory::StageMemory;
use cost::units::Seconds;
use formats::number::{duration, percent};
use text::{Strings, TimeKinds};

use super::desk::{Desk, at};
use crate::page::views::memory::names;

/// A first figure.
struct First {
    id: &'static str,
    /// The element that it has left for what is behind it.
    room: &'static str,
    name: fn(&Strings) -> &'static str,
    numbers: fn(&Desk) -> Table,
}

static FIRST: [First; 2] = [
    First {
        id: "memory",
        room: "memory-behind",
        name: |strings| strings.verdict.memory_caption,
        numbers: memory,
    },
    First {
        id: "tolls",
        room: "tolls-behind",
        name: |strings| strings.verdict.tolls_caption,
        numbers: tolls,
    },
];

/// What stands behind one of them.
#[derive(Default)]
pub(super) struct Behind {
    drawn: Option<Drawn>,
    is_in_sight: bool,
}

/// Puts them up, and watches which are in sight.
pub(super) fn put_up(desk: &mut Desk) {
    show(desk, true);
    let watch = Watch::new(|room, is_in_sight| {
        let id = room.id();
        at(|desk| {
            for (first, behind) in FIRST.iter().zip(&mut desk.behind) {
                if first.room == id {
                    behind.is_in_sight = is_in_sight;
                }
            }
            show(desk, false);
        });
    });
    for first in &FIRST {
        if let Some(room) = by_id(first.room) {
            watch.add(&room);
        }
    }
}

/// Shows those in sight, or all.
pub(super) fn show(desk: &mut Desk, all: bool) {
    let strings = desk.strings();
    for (index, first) in FIRST.iter().enumerate() {
        if !all && !desk.behind[index].is_in_sight {
            continue;
        }
        let frame = &strings.frame;
        let inside = if desk.is_open(first.id) {
            let legend = element("small").child(frame.certainties);
            vec![table((first.name)(strings), (first.numbers)(desk)), legend]
        } else {
            Vec::new()
        };
        let markup = behind(frame.table, desk.words.frame.keeping(), inside).into();
        match &mut desk.behind[index].drawn {
            Some(drawn) => drawn.update(markup),
            place => {
                let drawn = Drawn::new(markup);
                if let Some(room) = by_id(first.room) {
                    let _ = room.append_child(&drawn.node);
                }
                *place = Some(drawn);
            }
        }
    }
}

/// The bytes of each stage.
fn memory(desk: &Desk) -> Table {
    let strings = desk.strings();
    let kinds = &strings.memory;
    let units = desk.sight.units;
    let first = [kinds.stage, ", ", units.symbol()].concat();
    let row = |(index, stage): (usize, &StageMemory)| {
        let cells = MEMORY.iter().map(|term| units.figure((term.of)(stage)));
        let ends = std::iter::once(units.figure(stage.total()));
        std::iter::once(index.to_string())
            .chain(cells)
            .chain(ends)
            .collect()
    };
    let stages = &desk.estimate.memory.stages;
    let certainties = MEMORY.iter().map(|term| term.certainty.word().to_owned());
    Table {
        headings: std::iter::once(first)
            .chain(names(kinds).map(str::to_owned))
            .chain([kinds.total.to_owned()])
            .collect(),
        rows: stages.iter().enumerate().map(row).collect(),
        foot: std::iter::once(strings.frame.certainty.to_owned())
            .chain(certainties)
            .collect(),
    }
}

/// Names of the parts of a step, as in [`STEP`].
static PARTS: [fn(&TimeKinds) -> &'static str; 9] = [
    |k| k.compute,
    |k| k.recompute,
    |k| k.tensor,
    |k| k.context,
    |k| k.expert,
    |k| k.pipeline,
    |k| k.data,
    |k| k.bubble,
    |k| k.optimizer,
];

/// A step's seconds.
fn tolls(desk: &Desk) -> Table {
    let strings = desk.strings();
    let kinds = &strings.time;
    let time = &desk.estimate.time;
    let total = time.total();
    let row = |name: &str, seconds: Seconds, certainty: &str| {
        vec![
            name.to_owned(),
            duration(seconds),
            percent(seconds.0 / total.0),
            certainty.to_owned(),
        ]
    };
    let parts = PARTS.iter().zip(&STEP);
    let rows = parts.map(|(name, term)| row(name(kinds), (term.of)(time), term.certainty.word()));
    Table {
        headings: [
            kinds.step,
            kinds.seconds,
            kinds.share,
            strings.frame.certainty,
        ]
        .map(str::to_owned)
        .to_vec(),
        rows: rows.chain([row(kinds.step, total, "")]).collect(),
        foot: Vec::new(),
    }
}
