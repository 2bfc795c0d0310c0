//! The controls of the reader's question.
//!
//! Only the reader changes what they show, so they read the question when they are made.

use leptos::prelude::*;
use search::optimize::{AXES, LayoutAxis};
use text::search_figure as words;

use super::asked::{Choice, SearchLimit, typed_number};
use super::event::SearchEvent;
use super::state::Search;
use crate::store::{Event, Page, PanelStore};

/// The id of the details with the range of each axis.
const FREEDOM: &str = "search-freedom";

/// The controls: the objective, its limits and the memory margin, then the range of each axis.
pub(super) fn controls(panel: PanelStore<Search>) -> impl IntoView {
    let (goals, margins) = (words::goals().to_vec(), words::margins().to_vec());
    let frameworks = words::frameworks().to_vec();
    view! {
        <div class="asked">
            {select(panel, words::ask_goal(), "search-goal".to_owned(), Choice::Goal, goals)}
            {limit(panel, words::ask_days(), "search-days", SearchLimit::Days)}
            {limit(panel, words::ask_dollars(), "search-dollars", SearchLimit::Dollars)}
            {select(panel, words::ask_margin(), "search-margin".to_owned(), Choice::Margin, margins)}
            {select(panel, words::ask_framework(), "search-for".to_owned(), Choice::Frameworks, frameworks)}
        </div>
        {freedom(panel)}
    }
}

/// The range of each axis, folded away.
fn freedom(panel: PanelStore<Search>) -> impl IntoView {
    let summary = move || panel.follow(|search, _| words::free_axes(search.asked.held() as u64));
    let shown = panel
        .page()
        .slice(|page| (page.is_open(FREEDOM), page.plan.model.moe.experts > 0));
    view! {
        <details
            class="numbers"
            id=FREEDOM
            on:toggle:target=move |ev| fold(panel, FREEDOM, ev.target().open())
        >
            <summary>{summary}</summary>
            <div class="asked axes">
                {move || {
                    let (is_open, has_experts) = shown.get();
                    is_open.then(|| axes(panel, has_experts))
                }}
            </div>
        </details>
    }
}

/// Opens or closes details; sends nothing if they already are in that state.
pub(super) fn fold(panel: PanelStore<Search>, id: &str, now: bool) {
    let event = |page: &Page| (page.is_open(id) != now).then(|| Event::Fold(id.to_owned(), now));
    panel.page().send_if(event);
}

/// A list for each axis that can be held.
fn axes(panel: PanelStore<Search>, has_experts: bool) -> Vec<AnyView> {
    let axes = AXES
        .into_iter()
        .filter(|axis| is_offered(*axis, has_experts));
    let axis = |axis: LayoutAxis| {
        let id = ["search-axis-", &(axis as usize).to_string()].concat();
        let reaches = axis.reaches().iter();
        let reaches = reaches.map(|&reach| words::reach(axis, reach)).collect();
        select(
            panel,
            text::search::axis(axis),
            id,
            Choice::Reach(axis),
            reaches,
        )
    };
    axes.map(axis).collect()
}

/// True if an axis can be held for a model.
fn is_offered(axis: LayoutAxis, has_experts: bool) -> bool {
    match axis {
        LayoutAxis::Gpus | LayoutAxis::Loss | LayoutAxis::Optimizer => false,
        LayoutAxis::Expert | LayoutAxis::ExpertTensor => has_experts,
        _ => true,
    }
}

/// A list of options, of which one is chosen.
fn select(
    panel: PanelStore<Search>,
    name: &'static str,
    id: String,
    choice: Choice,
    options: Vec<&'static str>,
) -> AnyView {
    let chosen = panel.read(|search, _| search.asked.chosen(choice));
    let options = options.into_iter().enumerate();
    let options = options.map(|(index, option)| {
        view! { <option prop:selected=index == chosen>{option}</option> }
    });
    let options = options.collect_view();
    view! {
        <label>
            {name}
            <select
                id=id
                autocomplete="off"
                on:change:target=move |ev| {
                    let index = usize::try_from(ev.target().selected_index());
                    index
                        .into_iter()
                        .for_each(|index| panel.send(SearchEvent::Choose(choice, index)));
                }
            >
                {options}
            </select>
        </label>
    }
    .into_any()
}

/// The box of a limit, hidden where the objective has none.
fn limit(
    panel: PanelStore<Search>,
    name: &'static str,
    id: &'static str,
    limit: SearchLimit,
) -> impl IntoView {
    let value = panel.read(|search, _| shown(search.asked.limit(limit)));
    let is_hidden = move || panel.follow(|search, _| !search.asked.has_limit(limit));
    view! {
        <label hidden=is_hidden>
            {name}
            <input
                id=id
                inputmode="numeric"
                autocomplete="off"
                size="9"
                prop:value=value
                on:input:target=move |ev| {
                    let field = ev.target();
                    let number = typed_number(&field.value());
                    panel.send(SearchEvent::Type(limit, number));
                    // The box keeps only the digits of what is typed.
                    field.set_value(&shown(number));
                }
            />
        </label>
    }
}

/// A limit as its box shows it.
fn shown(limit: Option<u64>) -> String {
    limit.map_or(String::new(), |limit| limit.to_string())
}
