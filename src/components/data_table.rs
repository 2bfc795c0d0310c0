//! A table of data.

use leptos::prelude::*;

/// The data behind a figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table {
    /// Names of the columns.
    pub(crate) headings: Vec<String>,
    /// Cells; the first of each row is its heading.
    pub(crate) rows: Vec<Vec<String>>,
    /// Cells of the foot, one for each column; may be empty.
    pub(crate) foot: Vec<String>,
}

/// A table in a region that scrolls. The first cell of each row is its heading.
pub(crate) fn data_table(name: &'static str, table: Table) -> AnyView {
    let headings = table.headings.into_iter();
    let headings = headings.map(|heading| view! { <th scope="col">{heading}</th> });
    let foot = Some(table.foot).filter(|foot| !foot.is_empty());
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=name>
            <table>
                <thead>
                    <tr>{headings.collect_view()}</tr>
                </thead>
                <tbody>{table.rows.into_iter().map(row).collect_view()}</tbody>
                {foot.map(|foot| view! { <tfoot>{row(foot)}</tfoot> })}
            </table>
        </div>
    }
    .into_any()
}

/// A row of a table.
fn row(cells: Vec<String>) -> impl IntoView {
    let mut cells = cells.into_iter();
    let heading = cells.next();
    view! {
        <tr>
            <th scope="row">{heading}</th>
            {cells.map(|cell| view! { <td>{cell}</td> }).collect_view()}
        </tr>
    }
}
