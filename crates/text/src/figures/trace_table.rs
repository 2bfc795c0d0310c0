//! The table of a trace's moments.
//!
//! Tests: `src/panels/watch/tests.rs`.

use cost::legal::Legal;
use cost::trace::{Trace, TraceMoment};
use cost::units::Seconds;
use formats::number::Units;

use super::TraceText;

impl TraceText {
    /// A row for each moment: its number, name, start, length, what a GPU sends while it lasts and
    /// to whom, and the exposed time. Cells are in the order of [`TraceText::headings`].
    #[must_use]
    pub fn rows(&self, legal: &Legal, trace: &Trace, units: Units) -> Vec<[String; 7]> {
        let moments = trace.moments.iter().enumerate();
        moments
            .map(|(index, moment)| self.row(legal, trace, index, moment, units))
            .collect()
    }

    fn row(
        &self,
        legal: &Legal,
        trace: &Trace,
        index: usize,
        moment: &TraceMoment,
        units: Units,
    ) -> [String; 7] {
        let [name, _] = (self.moment)(legal, trace, index, units);
        let [bytes, partners] = self.sent(trace, index, units);
        let exposed = trace.exposed_of(index);
        [
            (index + 1).to_string(),
            name.trim_end_matches('.').to_owned(),
            (self.time)(moment.from),
            (self.time)(moment.to.beyond(moment.from)),
            bytes,
            partners,
            if exposed > Seconds::ZERO {
                (self.time)(exposed)
            } else {
                String::new()
            },
        ]
    }

    /// Bytes that a GPU sends most of in a moment, while it lasts, and their receivers; both empty
    /// if it sends none.
    fn sent(&self, trace: &Trace, index: usize, units: Units) -> [String; 2] {
        trace.sent_within(index).map_or_else(
            || [String::new(), String::new()],
            |(route, bytes)| [units.amount(bytes), (self.route)(route).to_owned()],
        )
    }

    /// The foot of the table: the scene's conclusion, its length and its exposed time.
    #[must_use]
    pub fn foot(&self, legal: &Legal, trace: &Trace, units: Units) -> [String; 7] {
        [
            self.all.to_owned(),
            (self.conclusion)(legal, trace, units),
            String::new(),
            (self.time)(trace.end),
            String::new(),
            String::new(),
            (self.time)(trace.exposed()),
        ]
    }
}
