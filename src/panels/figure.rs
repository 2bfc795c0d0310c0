//! The common frame of the later figures, and the table behind a figure.

use cost::memory::Verdict;
use leptos::prelude::*;

use crate::components::{Table, data_table};
use crate::store::{Event, Page, Shown, use_store};

/// File formats of most figures: the value of a button, and its name.
pub(crate) static FILES: &[(&str, &str)] = &[("svg", "SVG"), ("png", "PNG"), ("csv", "CSV")];

/// Characters of a caption that have room in two lines of a phone.
const TWO_LINES: usize = 84;

/// A later figure: its caption, what is drawn, and the table behind it.
#[component]
pub(crate) fn Figure(
    /// The figure's id, and its word in a query's `view`.
    id: &'static str,
    /// The id of its caption.
    caption: &'static str,
    /// The figure's name.
    name: &'static str,
    /// A headline in place of the name, if the figure leads to a sentence; it is followed. The name
    /// stands where it is empty.
    #[prop(optional)]
    headline: Option<Shown<String>>,
    /// The figure's main statement, a sentence; it is followed.
    sentence: Shown<String>,
    /// The table behind the figure, if it has one.
    #[prop(optional)]
    table: Option<Shown<Table>>,
    /// File formats of the figure: the value of a button, and its name.
    #[prop(default = FILES.to_vec())]
    files: Vec<(&'static str, &'static str)>,
    /// True if its figures need a plan that fits: times, and what follows from them.
    #[prop(optional)]
    is_of_time: bool,
    children: Children,
) -> impl IntoView {
    let is_stale = use_store().slice(Page::is_stale);
    let note = use_store().slice(|page| {
        if page.estimate.memory.verdict == Verdict::OutOfMemory {
            [text::views::if_it_fit(), " "].concat()
        } else {
            String::new()
        }
    });
    // On a phone a caption has two lines until a reader wants more.
    let is_whole = RwSignal::new(false);
    let heading = Memo::new(move |_| {
        let headline = headline.as_ref().map(|headline| headline());
        headline
            .filter(|headline| !headline.is_empty())
            .unwrap_or_else(|| name.to_owned())
    });
    let sentence = Memo::new(move |_| sentence());
    let length = |text: Memo<String>| text.with(|text| text.chars().count());
    let is_short = move || length(heading) + length(sentence) < TWO_LINES;
    view! {
        <figure id=id class:stale=is_stale aria-labelledby=caption tabindex="-1">
            <figcaption id=caption class:whole=is_whole>
                <h2>{move || heading.get()}</h2>
                " "
                {is_of_time.then_some(note)}
                {move || sentence.get()}
                <button
                    type="button"
                    class="whole-caption"
                    hidden=is_short
                    aria-expanded=move || is_whole.get().to_string()
                    on:click=move |_| is_whole.update(|is_whole| *is_whole = !*is_whole)
                >
                    {move || if is_whole.get() { text::views::less() } else { text::views::more() }}
                </button>
            </figcaption>
            <div class="drawn">{children()}</div>
            {table.map(|table| view! { <TableBehind figure=id name=name table=table files=files/> })}
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
    table: Shown<Table>,
    /// File formats of the figure.
    #[prop(default = FILES.to_vec())]
    files: Vec<(&'static str, &'static str)>,
    /// A sentence below the table.
    #[prop(optional)]
    legend: Option<&'static str>,
) -> impl IntoView {
    let store = use_store();
    let [keep, unkept, again] = text::views::keeping();
    let is_open = store.slice(move |page| page.is_table_open(figure));
    let buttons = files.into_iter().map(|(kind, file)| {
        view! {
            <button type="button" data-keep=kind aria-label=text::frame::keep_as(file)>
                {file}
            </button>
        }
    });
    let inside = Box::new(move || {
        let legend = legend.map(|legend| view! { <small>{legend}</small> });
        view! {
            {data_table(name, table())}
            {legend}
        }
        .into_any()
    });
    let keep = view! {
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
    };
    view! {
        <Details
            fold=figure
            summary=text::frame::table()
            is_open=is_open
            above=keep.into_any()
            inside=inside
        />
    }
}

/// Details behind a figure that the reader opens, and that are made only while they are open.
#[component]
pub(crate) fn Details(
    /// The id of the element, if it is not the table behind a figure.
    #[prop(optional)]
    id: Option<&'static str>,
    /// The id by which the page knows whether the details are open: their own, or the figure's.
    fold: &'static str,
    summary: &'static str,
    is_open: ReadSignal<bool>,
    /// The part above the details.
    #[prop(optional)]
    above: Option<AnyView>,
    /// The content, made while the details are open.
    inside: Shown<AnyView>,
) -> impl IntoView {
    let store = use_store();
    let press = move |now: bool| {
        if now != is_open.get_untracked() {
            store.send(Event::Fold(fold.to_owned(), now));
        }
    };
    view! {
        <details
            class="numbers"
            id=id
            open=is_open
            on:toggle:target=move |ev| press(ev.target().open())
        >
            <summary>{summary}</summary>
            {above}
            {move || is_open.get().then(&inside)}
        </details>
    }
}
