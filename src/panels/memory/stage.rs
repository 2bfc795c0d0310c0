//! View of one stage: its memory by kind, with a line at the GPU's capacity.

use cost::band::Band;
use cost::certainty::MEMORY;
use cost::convention::MemoryKind;
use cost::memory::StageMemory;
use cost::units::Bytes;
use formats::number::Units;

use super::kinds::KINDS;
use crate::dom::figure::percent_of;
use crate::dom::{Element, element};

/// Share of the track from which a part is wide enough for its number.
const LABELLED: f64 = 0.065;

/// A stage, with the scale of its bar.
pub(super) struct Stage<'a> {
    pub(super) memory: &'a StageMemory,
    pub(super) capacity: Bytes,
    /// Bytes of the whole track.
    pub(super) scale: f64,
    pub(super) units: Units,
    /// Kind of memory that the number at its end counts.
    pub(super) kind: MemoryKind,
    /// The range around its total, as factors.
    pub(super) band: Band,
}

impl Stage<'_> {
    pub(super) fn view(
        &self,
        word: &'static str,
        index: usize,
        line_at: &str,
        is_open: bool,
    ) -> Element {
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
        // Four of five measurements would end within this range.
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
