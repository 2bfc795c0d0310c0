//! Memory of each pipeline stage, stacked by kind, against the GPU's line.

use std::convert::Infallible;

use cost::band::Band;
use cost::certainty::MEMORY;
use cost::convention::MemoryKind;
use cost::memory::{Memory, StageMemory};
use cost::units::Bytes;
use formats::number::Units;
use text::{MemoryKinds, Strings};

use crate::dom::figure::{caption, percent_of};
use crate::dom::{Element, element};
use crate::panels::{FIGURES, MEMORY_BEHIND, MEMORY_DEPTH};
use crate::store::{Effects, Mount, Page, Panel};

/// A kind of memory: its class and its name. How to read it off a stage stands in [`MEMORY`].
struct Kind {
    class: &'static str,
    name: fn(&MemoryKinds) -> &'static str,
}

/// The kinds from left to right, as in [`MEMORY`]: what is always there first.
static KINDS: [Kind; 7] = [
    Kind {
        class: "weights",
        name: |k| k.weights,
    },
    Kind {
        class: "gradients",
        name: |k| k.gradients,
    },
    Kind {
        class: "optimizer",
        name: |k| k.optimizer,
    },
    Kind {
        class: "activations",
        name: |k| k.activations,
    },
    Kind {
        class: "logits",
        name: |k| k.logits,
    },
    Kind {
        class: "buffers",
        name: |k| k.buffers,
    },
    Kind {
        class: "overhead",
        name: |k| k.overhead,
    },
];

/// Bars at most. A thousand take the browser longer than a finger waits; where there are more
/// stages a bar stands for several.
const MOST_BARS: usize = 128;

/// The stages that have a bar, from top to bottom.
pub(crate) fn barred(memory: &Memory) -> Vec<usize> {
    memory.fullest_of_groups(MOST_BARS)
}

/// The kinds' names, in their order.
pub(crate) fn names(words: &MemoryKinds) -> [&'static str; 7] {
    KINDS.each_ref().map(|kind| (kind.name)(words))
}

/// Share of the track from which a part is wide enough for its figure.
const LABELLED: f64 = 0.065;
/// Stages from which rows lose their gaps and labels.
const DENSE: usize = 24;

/// The figure; all that it shows is the page's.
pub(crate) struct MemoryFigure;

impl Panel for MemoryFigure {
    type Event = Infallible;
    const NAME: &'static str = "memory";

    fn mount(&self) -> Mount {
        Mount::In(FIGURES)
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn view(&self, page: &Page) -> Element {
        figure(page)
    }
}

fn figure(page: &Page) -> Element {
    let strings = page.strings;
    let units = page.units();
    let counting = page.settings.counting();
    let estimate = &page.estimate;
    let sentence = (strings.memory_sentence)(&page.draft, estimate, units);
    let keys = KINDS.iter().map(|kind| {
        element("li")
            .child(element("i").class(kind.class))
            .child((kind.name)(&strings.memory))
    });
    let keys = element("ul")
        .class("keys")
        .attribute("aria-hidden", "true")
        .children(keys.collect());
    let name = strings.verdict.memory_caption;
    element("figure")
        .id("memory")
        .class("memory")
        .attribute("aria-labelledby", "memory-caption")
        .child(caption("memory-caption", name, sentence))
        .child(bars(page, counting.memory))
        .child(grouped(strings, &estimate.memory))
        .child(keys)
        .child(element("div").id(MEMORY_DEPTH))
        .child(element("div").id(MEMORY_BEHIND).class("behind"))
}

/// Stages that a bar represents, where not every stage has one.
fn grouped(strings: &'static Strings, memory: &Memory) -> Element {
    let (stages, bars) = (memory.stages.len(), barred(memory).len());
    let words = element("p").attribute("hidden", bars == stages);
    words.child((strings.memory_groups)(stages, bars))
}

/// The bars of the stages, and the GPU's line across them.
fn bars(page: &Page, kind: MemoryKind) -> Element {
    let (strings, memory, units) = (page.strings, &page.estimate.memory, page.units());
    let scale = scale(memory);
    let is_dense = memory.stages.len() >= DENSE;
    let line_at = percent_of(memory.capacity.0 as f64 / scale);
    let line_name = (strings.verdict.card_line)(&units.size(memory.capacity));
    let barred = barred(memory);
    let rows = barred.iter().map(|&index| {
        let stage = Stage {
            memory: &memory.stages[index],
            capacity: memory.capacity,
            scale,
            units,
            kind,
            band: memory.band,
        };
        let is_open = page.stage_in_depth() == Some(index);
        stage.view(strings.memory.stage, index, &line_at, is_open)
    });
    let card_line = element("span")
        .style("--at", line_at.clone())
        .child(line_name);
    element("div")
        .class(if is_dense { "stages dense" } else { "stages" })
        .attribute("aria-hidden", "true")
        .child(element("div").class("card-line").child(card_line))
        .children(rows.collect())
}

/// The track's length: a little beyond the GPU, doubled until the peak fits. It steps, so that
/// nothing re-ranges under a finger that moves the plan a little.
fn scale(memory: &Memory) -> f64 {
    let peak = memory.peak().0 as f64;
    let mut scale = memory.capacity.0 as f64 * 1.12;
    while scale < peak {
        scale *= 2.0;
    }
    scale
}

/// One stage against the GPU.
struct Stage<'a> {
    memory: &'a StageMemory,
    capacity: Bytes,
    /// Bytes of the whole track.
    scale: f64,
    units: Units,
    /// Kind of memory that the figure at its end counts.
    kind: MemoryKind,
    /// The range around its total, as factors.
    band: Band,
}

impl Stage<'_> {
    fn view(&self, word: &'static str, index: usize, line_at: &str, is_open: bool) -> Element {
        let segments = KINDS.iter().zip(&MEMORY).map(|(kind, term)| {
            let bytes = (term.of)(self.memory);
            let label = if self.share(bytes) < LABELLED {
                String::new()
            } else {
                self.units.figure(bytes)
            };
            element("i")
                .class(kind.class)
                .style("width", percent_of(self.share(bytes)))
                .child(label)
        });
        let total = self.memory.total();
        let beyond = total.saturating_sub(self.capacity);
        let is_over = beyond > Bytes::ZERO;
        let word = element("span").class("word").child(word).child(" ");
        let name = element("span")
            .class("name")
            .child(word)
            .child(index.to_string());
        let excess = element("u")
            .class("excess")
            .style("left", line_at.to_owned())
            .style("width", percent_of(self.share(beyond)));
        let limit = element("s")
            .class("limit")
            .style("left", line_at.to_owned());
        // Where four of five measurements would end.
        let [low, high] = self.band.around(total.0 as f64);
        let range = element("u")
            .class("range")
            .style("left", percent_of(low / self.scale))
            .style("width", percent_of((high - low) / self.scale));
        let track = element("div")
            .class("track")
            .children(segments.collect())
            .child(excess)
            .child(range)
            .child(limit);
        let shown = self.memory.of_kind(self.kind);
        let total = element("b").child(self.units.figure(shown));
        element("div")
            .class(if is_over { "stage over" } else { "stage" })
            .attribute("data-stage", index.to_string())
            .attribute("data-open", is_open)
            .child(name)
            .child(track)
            .child(element("span").class("total").child(total))
    }

    fn share(&self, bytes: Bytes) -> f64 {
        bytes.0 as f64 / self.scale
    }
}
