//! View of the published runs.

use formats::accuracy::UNSEEN;
use formats::link::presentation::View;
use leptos::prelude::*;
use text::accuracy;

use super::sheet::ShownRuns;
use super::state::{Accuracy, AccuracyEvent, ID};
use super::{plot, table};
use crate::components::toggle;
use crate::panels::figure::Figure;
use crate::store::{Event, PanelStore};

/// The whole figure.
pub(super) fn figure(panel: PanelStore<Accuracy>) -> AnyView {
    let sentence = move || {
        panel.follow(|state, _| match &state.runs {
            Some(runs) => accuracy::sentence(&runs.summary, state.choice.figure),
            None => accuracy::what().to_owned(),
        })
    };
    view! {
        <Figure
            id=ID
            caption="accuracy-caption"
            name=accuracy::heading()
            sentence=Box::new(sentence)
        >
            {confidences()}
            {details(panel)}
            <p class="works">{accuracy::works()}</p>
        </Figure>
    }
    .into_any()
}

/// Where the model is strong, fair, and unproven.
fn confidences() -> impl IntoView {
    let rows = accuracy::confidences(&UNSEEN)
        .into_iter()
        .map(|(word, what)| {
            view! {
                <dt>{word}</dt>
                <dd>{what}</dd>
            }
        });
    view! {
        <div class="confidences">
            <p>{accuracy::by_family()}</p>
            <dl>{rows.collect_view()}</dl>
        </div>
    }
}

/// The runs, folded away, or why they are not there.
fn details(panel: PanelStore<Accuracy>) -> impl IntoView {
    let store = panel.page();
    let is_open = store
        .slice(|page| page.presentation.view.contains(&View::Accuracy) || page.is_table_open(ID));
    let fold = move |now: bool| {
        if now != store.read(|page| page.is_table_open(ID)) {
            store.send(Event::Fold(ID.to_owned(), now));
        }
    };
    let shown = panel.slice(Accuracy::shown);
    let inside = move || match shown.get() {
        Some(shown) => opened(panel, &shown),
        None => waiting(panel, panel.follow(|state, _| state.said())),
    };
    view! {
        <details class="numbers" open=is_open on:toggle:target=move |ev| fold(ev.target().open())>
            <summary>{accuracy::open()}</summary>
            {inside}
        </details>
    }
}

/// That the runs are on their way, or the sentence about runs that are late or failed to load, with
/// the button that requests them again.
fn waiting(panel: PanelStore<Accuracy>, trouble: Option<&'static str>) -> AnyView {
    let Some(trouble) = trouble else {
        return view! { <p>{accuracy::loading()}</p> }.into_any();
    };
    view! {
        <p>
            <span class="unloaded">
                {trouble}
                " "
                <button
                    type="button"
                    data-again=ID
                    on:click=move |_| panel.send(AccuracyEvent::Load)
                >
                    {text::frame::again()}
                </button>
            </span>
        </p>
    }
    .into_any()
}

/// Choices, plot and table.
fn opened(panel: PanelStore<Accuracy>, shown: &ShownRuns) -> AnyView {
    let unread = shown.runs.unread;
    let [figures_name, sources_name] = accuracy::choices();
    let readout_of = shown.clone();
    view! {
        <p hidden=unread == 0>{accuracy::unread(unread as u64)}</p>
        <div class="compared">
            {group(figures_name, figures(panel, shown))}
            {group(sources_name, sources(panel, shown))}
            {plot::plot(panel, shown)}
            <p class="readout">
                {move || panel.follow(|state, _| readout(&readout_of, state.choice.at))}
            </p>
            {table::table(panel, shown)}
        </div>
    }
    .into_any()
}

/// The run that is looked at, in words, or how to look at one.
fn readout(shown: &ShownRuns, at: Option<usize>) -> impl IntoView + use<> {
    let [label, detail, sentence] = match at.and_then(|at| shown.runs.all.get(at)) {
        Some(run) => [
            accuracy::label(&run.plan),
            accuracy::detail(&run.plan),
            shown.runs.sentence(run, shown.units),
        ],
        None => [String::new(), String::new(), accuracy::hint().to_owned()],
    };
    view! {
        <b>{label}</b>
        <small>{detail}</small>
        {sentence}
    }
}

/// Buttons of the figures that are compared.
fn figures(panel: PanelStore<Accuracy>, shown: &ShownRuns) -> Vec<AnyView> {
    let figures = accuracy::figures().into_iter().enumerate();
    let figures = figures.map(|(index, name)| {
        let is_pressed = shown.choice.figure == index;
        let compare = move || panel.send(AccuracyEvent::Compare(index));
        toggle("which", is_pressed, name, compare)
    });
    figures.collect()
}

/// Buttons of all sources, and of each.
fn sources(panel: PanelStore<Accuracy>, shown: &ShownRuns) -> Vec<AnyView> {
    let show = move |source| move || panel.send(AccuracyEvent::Show(source));
    let all = toggle(
        "all",
        shown.choice.source.is_none(),
        accuracy::all(),
        show(None),
    );
    let sources = shown.runs.sources.iter().enumerate();
    let sources = sources.map(|(index, name)| {
        let is_pressed = shown.choice.source == Some(index);
        let name = (plot::mark(index), name.clone());
        toggle("only", is_pressed, name, show(Some(index)))
    });
    std::iter::once(all).chain(sources).collect()
}

/// A group of buttons.
fn group(name: &'static str, buttons: Vec<AnyView>) -> impl IntoView {
    view! {
        <div class="sources" role="group" aria-label=name>
            {buttons}
        </div>
    }
}
