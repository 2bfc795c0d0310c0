//! View of the memory figure.

use cost::convention::MemoryKind;
use cost::memory::Memory;
use text::Strings;

use super::bars::barred;
use super::kinds::KINDS;
use super::stage::Stage;
use crate::dom::figure::{caption, percent_of};
use crate::dom::{Element, element};
use crate::panels::{MEMORY_DEPTH, MEMORY_TABLE};
use crate::store::Page;

/// Number of stages from which rows lose their gaps and labels.
const DENSE: usize = 24;

/// The whole figure.
pub(super) fn figure(page: &Page) -> Element {
    let strings = page.strings;
    let units = page.units();
    let conventions = page.settings.conventions();
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
        .child(bars(page, conventions.memory))
        .child(grouped(strings, &estimate.memory))
        .child(keys)
        .child(element("div").id(MEMORY_DEPTH))
        .child(element("div").id(MEMORY_TABLE).class("behind"))
}

/// The note on the stages that each bar represents, if not every stage has a bar.
fn grouped(strings: &'static Strings, memory: &Memory) -> Element {
    let (stages, bars) = (memory.stages.len(), barred(memory).len());
    let words = element("p").attribute("hidden", bars == stages);
    words.child((strings.memory_groups)(stages, bars))
}

/// The bars of the stages, and the line of the GPU's capacity across them.
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

/// The track's length: a little beyond the GPU's capacity, doubled until the peak fits. It changes
/// in steps, so that the scale stays during small changes of the plan.
fn scale(memory: &Memory) -> f64 {
    let peak = memory.peak().0 as f64;
    let mut scale = memory.capacity.0 as f64 * 1.12;
    while scale < peak {
        scale *= 2.0;
    }
    scale
}
