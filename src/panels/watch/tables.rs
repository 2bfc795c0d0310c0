//! The moments of a scene as a table.

use cost::units::Seconds;

use super::frame::WatchFrame;
use super::texts::trace_words;
use crate::components::Table;

/// A row for each moment: its number, name, start, length, what a GPU sends and to whom, and the
/// exposed time.
pub(super) fn moments(frame: &WatchFrame) -> Table {
    let (trace, words) = (frame.trace, trace_words());
    let rows = trace.moments.iter().enumerate().map(|(index, moment)| {
        let [name, _] = (words.moment)(frame.legal, trace, index, frame.units);
        let exposed = trace.exposed_of(index);
        let [bytes, partners] = trace.main_route(index).map_or_else(
            || [String::new(), String::new()],
            |route| {
                let bytes = trace.sent_in(index, |_, _| true).bytes;
                [frame.units.amount(bytes), (words.route)(route).to_owned()]
            },
        );
        vec![
            (index + 1).to_string(),
            name.trim_end_matches('.').to_owned(),
            (words.time)(moment.from),
            (words.time)(moment.to.beyond(moment.from)),
            bytes,
            partners,
            if exposed > Seconds::ZERO {
                (words.time)(exposed)
            } else {
                String::new()
            },
        ]
    });
    Table {
        headings: words.headings.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        foot: vec![
            words.all.to_owned(),
            (words.conclusion)(trace.scene).to_owned(),
            String::new(),
            (words.time)(trace.end),
            String::new(),
            String::new(),
            (words.time)(trace.exposed()),
        ],
    }
}
