//! The figures, one view a file, and the table that each has behind it.

pub(crate) mod diagnosis;
pub(crate) mod memory;
pub(crate) mod tolls;

use leptos::ev::Event;

use shardwise::browser::events::target;
use shardwise::markup::figure::{Table, behind, table};
use shardwise::markup::{Element, element};

use super::planner::Planner;

/// A table folded away under its figure, made only while it is open.
fn folded_table(
    planner: Planner,
    figure: &'static str,
    name: &'static str,
    numbers: fn(Planner) -> Table,
) -> Element {
    let is_open = planner.look().open_tables.iter().any(|open| open == figure);
    let frame = &planner.strings.frame;
    let shown = is_open.then(|| {
        let legend = element("small").child(frame.certainties);
        [table(name, numbers(planner)), legend]
    });
    behind(
        frame.table,
        frame.keep,
        shown.into_iter().flatten().collect(),
    )
}

/// Notes whether a figure's table is open now, if it is one that was opened or closed.
pub(crate) fn fold(planner: Planner, event: &Event) {
    let Some(details) = target(event) else {
        return;
    };
    // What stands deeper in a figure is not its table.
    let figure = details.parent_element();
    let Some(figure) = figure.filter(|figure| figure.tag_name() == "FIGURE") else {
        return;
    };
    let figure = figure.id();
    let is_open = details.has_attribute("open");
    planner.set_look(|look| {
        look.open_tables.retain(|open| *open != figure);
        if is_open {
            look.open_tables.push(figure);
        }
    });
}
