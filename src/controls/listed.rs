//! All controls by name, for the parts of the page that choose among them.

use super::groups::GROUPS;
use super::label::label;
use super::spec::Row;

/// Controls under one heading.
pub(crate) struct ControlList {
    /// The heading.
    pub(crate) heading: &'static str,
    /// Each control's key and name.
    pub(crate) controls: Vec<(&'static str, &'static str)>,
}

/// All controls, in the order of the page. Those under a separate heading are listed beside
/// the rest of their group.
pub(crate) fn listed() -> Vec<ControlList> {
    let groups = GROUPS.iter().map(|group| {
        let mut controls = Vec::new();
        list(group.rows, &mut controls);
        ControlList {
            heading: (group.heading)(),
            controls,
        }
    });
    groups.collect()
}

fn list(rows: &[Row], controls: &mut Vec<(&'static str, &'static str)>) {
    for row in rows {
        match row {
            Row::Fold(_, rows) | Row::When(_, rows) => list(rows, controls),
            row => {
                let named = row.key().map(|key| (key, label(key).name));
                controls.extend(named);
            }
        }
    }
}
