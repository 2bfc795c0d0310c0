//! View of the card.

use leptos::attr::custom::custom_attribute;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use text::why_card as why;

use super::card::{Formula, Head, Number, ShownLine};
use super::keys::Key;
use super::paper::paper;
use super::state::{CLOSE, Copied, ID, WhyCard, WhyEvent};
use crate::components::{CloseButton, percent_of};
use crate::store::{Page, PanelStore};

/// The id of the heading.
const HEADING: &str = "why-heading";

/// The card; empty while no figure is open.
pub(super) fn card(panel: PanelStore<WhyCard>) -> AnyView {
    let is_open = panel.slice(|card, _| card.figure.is_some());
    (move || is_open.get().then(|| open_card(panel))).into_any()
}

fn open_card(panel: PanelStore<WhyCard>) -> AnyView {
    let close = move || {
        panel.send(WhyEvent::Press(String::new(), Key::Close));
    };
    let on_key = move |ev: KeyboardEvent| {
        if ev.key() == "Escape" {
            ev.stop_propagation();
            close();
        }
    };
    let top = panel.slice(WhyCard::head);
    view! {
        <section id=ID class="covering" aria-labelledby=HEADING on:keydown=on_key>
            <div class="top">
                {move || top.get().map(head)}
                <CloseButton id=CLOSE name=why::close() press=close/>
            </div>
            <div class="body">
                <div class="sheet">
                    {move || panel.follow(|card, page| card.formula(page).map(|shown| formula(shown, 0)))}
                    <div role="tree" aria-labelledby=HEADING>
                        {move || {
                            panel.follow(|card, page| {
                                let lines = card.shown_lines(page).into_iter();
                                lines.map(|line| shown_line(panel, line)).collect_view()
                            })
                        }}
                    </div>
                </div>
                <div class="beside" role="complementary" aria-label=why::beside_heading()>
                    {buttons(panel)} {move || panel.follow(beside)}
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// The figure's name, value and share.
fn head(head: Head) -> impl IntoView {
    let mark = (!head.mark.is_empty()).then(|| view! { <i class=head.mark></i> });
    view! {
        {mark}
        <h2 id=HEADING>{head.title}</h2>
        <b>{head.value}</b>
        <small class="was">{head.was}</small>
        <small>{head.beside}</small>
    }
}

/// The buttons of the card.
fn buttons(panel: PanelStore<WhyCard>) -> AnyView {
    let copy = move |what: Copied, name: fn() -> &'static str| {
        let name = panel.shown(move |card, _| match card.copied {
            Some((copied, worked)) if copied == what => why::copied_words(worked),
            _ => name(),
        });
        view! {
            <button type="button" on:click=move |_| panel.send(WhyEvent::Copy(what))>
                {name}
            </button>
        }
        .into_any()
    };
    view! {
        <p class="tools">
            <button type="button" on:click=move |_| panel.send(WhyEvent::OpenAll)>
                {why::open_all()}
            </button>
            {copy(Copied::Link, why::copy_link)}
            {copy(Copied::Text, why::copy_text)}
        </p>
    }
    .into_any()
}

/// The formula of a number at a level: words over letters over values. Screen readers have the lines.
fn formula(formula: Formula, level: usize) -> AnyView {
    let prefix = (!formula.prefix.is_empty()).then(|| view! { <em>{formula.prefix}</em> });
    let columns = formula.columns.into_iter().map(|column| {
        let sign = (!column.sign.is_empty()).then(|| view! { <s>{column.sign}</s> });
        view! {
            {sign}
            <span>
                <em class:letter=column.is_letter>{column.name}</em>
                <b>{column.value}</b>
            </span>
        }
    });
    view! {
        <p class="formula" aria-hidden="true" style=("--level", level.to_string())>
            <s>"="</s>
            {prefix}
            {columns.collect_view()}
        </p>
    }
    .into_any()
}

/// A line, and its formula if it is open.
fn shown_line(panel: PanelStore<WhyCard>, line: ShownLine) -> AnyView {
    let caret = match line.is_open {
        Some(true) => "▾",
        Some(false) => "▸",
        None => "",
    };
    let bar = line.bar.map(|share| {
        view! {
            <span class="length">
                <i class=line.mark style:width=percent_of(share)></i>
            </span>
        }
    });
    let (pressed, keyed) = (line.path.clone(), line.path);
    let press = move |_| panel.send(WhyEvent::Toggle(pressed.clone()));
    let on_key = move |ev: KeyboardEvent| {
        if let Some(key) = Key::of(&ev.key()) {
            ev.prevent_default();
            ev.stop_propagation();
            panel.send(WhyEvent::Press(keyed.clone(), key));
        }
    };
    let [place, count] = line.place;
    view! {
        <div
            id=line.id
            class="line"
            role="treeitem"
            {..custom_attribute("aria-level", line.level.to_string())}
            aria-posinset=place.to_string()
            aria-setsize=count.to_string()
            aria-expanded=line.is_open.map(|is_open| is_open.to_string())
            tabindex=if line.is_reached { "0" } else { "-1" }
            style=("--level", line.level.to_string())
            on:click=press
            on:keydown=on_key
        >
            <span class="caret" aria-hidden="true">
                {caret}
            </span>
            <span class="name">
                <em class="letter">{line.letter}</em>
                " "
                {line.name}
            </span>
            {bar}
            <span class="value">
                <b>{line.value}</b>
                <small class="was">{line.was}</small>
            </span>
            <span class="source" class:uncertain=line.is_uncertain>
                {line.source}
            </span>
            <span class="unseen">{line.operation}</span>
        </div>
        {line.formula.map(|shown| formula(shown, line.level))}
    }
    .into_any()
}

/// Beside the lines: the number that has the focus, and what the figure rests on.
fn beside(card: &WhyCard, page: &Page) -> AnyView {
    let root = card.root();
    let rests = root.map(|root| why::sources(card.rests(&root)));
    let rests = rests.map(|sources| {
        let is_counted = sources.is_empty();
        let sources = sources
            .into_iter()
            .map(|source| view! { <li>{source}</li> });
        view! {
            <h3>{why::rests_on()}</h3>
            <ul class="rests">{sources.collect_view()}</ul>
            {is_counted.then(|| view! { <p>{why::rests_on_nothing()}</p> })}
        }
    });
    let missing = card.missing.as_ref();
    view! {
        {missing.map(|path| view! { <p role="alert">{why::no_such_number(path)}</p> })}
        {root.is_none().then(|| view! { <p>{why::is_zero_here()}</p> })}
        {card.definition(page).map(|sentence| view! { <p>{sentence}</p> })}
        {paper(card, page)}
        {card.number(page).map(number)}
        {rests}
        <p class="around">{card.range(page)}</p>
    }
    .into_any()
}

/// The number that has the focus: its path, its exact value, its source.
fn number(number: Number) -> impl IntoView {
    view! {
        <h3>{why::this_number()}</h3>
        <p class="path">{number.path}</p>
        <p>
            <b>{number.value}</b>
            " "
            {number.exact}
        </p>
        <p>{number.source}</p>
    }
}
