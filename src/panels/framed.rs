//! The common frame of the later figures, and the table behind a figure.

use leptos::prelude::*;

use super::texts::words;
use crate::components::data_table;
use crate::dom::figure::Table;
use crate::store::{Event, Page, use_store};

/// Makes the table behind a figure, and follows what it shows.
pub(crate) type MakeTable = Box<dyn Fn() -> Table + Send>;

/// Makes the main statement of a figure, and follows what it says.
pub(crate) type MakeSentence = Box<dyn Fn() -> String + Send>;

/// File formats of a figure: the value of a button, and its name.
static FILES: [(&str, &str); 3] = [("svg", "SVG"), ("png", "PNG"), ("csv", "CSV")];

/// A later figure: its caption, what is drawn, and the table behind it.
#[component]
pub(crate) fn Figure(
    /// The figure's id, and its word in a query's `view`.
    id: &'static str,
    /// The id of its caption.
    caption: &'static str,
    /// The figure's name.
    name: &'static str,
    /// The figure's main statement, a sentence; it is followed.
    sentence: MakeSentence,
    /// The table behind the figure, if it has one.
    #[prop(optional)]
    table: Option<MakeTable>,
    children: Children,
) -> impl IntoView {
    let is_stale = use_store().slice(Page::is_stale);
    view! {
        <figure id=id class:stale=is_stale aria-labelledby=caption tabindex="-1">
            <figcaption id=caption>
                <b>{name}</b>
                " "
                {sentence}
            </figcaption>
            <div class="drawn">{children()}</div>
            {table.map(|table| view! { <TableBehind figure=id name=name table=table/> })}
        </figure>
    }
}

/// The table behind a figure, folded away and made only while it is open, and the buttons that save
/// the figure as a file. `start.js` handles these buttons and reports failures.
#[component]
pub(crate) fn TableBehind(
    /// The id of the figure.
    figure: &'static str,
    /// The name of the table.
    name: &'static str,
    table: MakeTable,
    /// A sentence below the table.
    #[prop(optional)]
    legend: Option<&'static str>,
) -> impl IntoView {
    let store = use_store();
    let frame = words().frame;
    let [keep, unkept, again] = frame.keeping();
    let is_open = store.slice(move |page| page.is_table_open(figure));
    let buttons = FILES.map(|(kind, file)| {
        view! {
            <button type="button" data-keep=kind aria-label=[keep, " ", file].concat()>
                {file}
            </button>
        }
    });
    let inside = move || {
        is_open.get().then(|| {
            let legend = legend.map(|legend| view! { <small>{legend}</small> });
            view! {
                {data_table(name, table())}
                {legend}
            }
        })
    };
    let fold = move |now: bool| {
        if now != is_open.get_untracked() {
            store.send(Event::Fold(figure.to_owned(), now));
        }
    };
    view! {
        <details class="numbers" open=is_open on:toggle:target=move |ev| fold(ev.target().open())>
            <summary>{frame.table}</summary>
            <p class="keep">
                {keep} {buttons.collect_view()}
                <span class="unloaded" role="alert" hidden>
                    {unkept}
                    " "
                    <button type="button" data-keep="">
                        {again}
                    </button>
                </span>
            </p>
            {inside}
        </details>
    }
}
