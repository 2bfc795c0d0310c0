//! All controls by name, for the parts of the page that choose among them.

use text::Strings;

use super::groups::GROUPS;
use super::spec::Row;

/// Controls under one heading.
pub(crate) struct ControlList {
    /// The heading.
    pub(crate) heading: &'static str,
    /// Each control's key and name.
    pub(crate) controls: Vec<(&'static str, &'static str)>,
}

/// All controls, in the order of the page. Those under a heading of their own are listed beside
/// the rest of their group.
pub(crate) fn listed(strings: &'static Strings) -> Vec<ControlList> {
    let groups = GROUPS.iter().map(|group| {
        let mut controls = Vec::new();
        list(strings, group.rows, &mut controls);
        ControlList {
            heading: (group.heading)(&strings.groups),
            controls,
        }
    });
    groups.collect()
}

fn list(strings: &'static Strings, rows: &[Row], controls: &mut Vec<(&'static str, &'static str)>) {
    for row in rows {
        let (key, label) = match row {
            Row::Slider(slider) => (slider.key, slider.label),
            Row::Options(choice) | Row::List(choice) | Row::Toggles(choice) => {
                (choice.key, choice.label)
            }
            Row::Text(text) => (text.key, text.label),
            Row::Sentence(_) | Row::Late(_) | Row::Machine => continue,
            Row::Fold(_, rows) | Row::When(_, rows) => {
                list(strings, rows, controls);
                continue;
            }
        };
        controls.push((key, label(&strings.controls).name));
    }
}
