//! The markup of a control, whichever it is. Events are the gateway's.

use leptos::prelude::*;
use shardwise::text::Label;
use shardwise::text::number::fixed;

use super::spec::{Choice, Row, Slider};
use crate::page::derived;
use crate::page::planner::Planner;

/// The rows of a group.
pub(super) fn rows(planner: Planner, rows: &'static [Row]) -> Vec<AnyView> {
    rows.iter().map(|row| self::row(planner, row)).collect()
}

fn row(planner: Planner, row: &'static Row) -> AnyView {
    let strings = planner.strings;
    match row {
        Row::Slider(spec) => slider(planner, spec).into_any(),
        Row::Options(spec) => options(planner, spec).into_any(),
        Row::List(spec) => list(planner, spec).into_any(),
        Row::Sentence(sentence) => {
            let sentence = derived(move || planner.plan(|plan| sentence(strings, plan)));
            view! { <p class="follows">{sentence}</p> }.into_any()
        }
        Row::Fold(heading, rows) => view! {
            <details>
                <summary>{heading(&strings.groups)}</summary>
                {self::rows(planner, rows)}
            </details>
        }
        .into_any(),
    }
}

fn slider(planner: Planner, spec: &'static Slider) -> impl IntoView {
    let label = (spec.label)(&planner.strings.controls);
    let frame = &planner.strings.frame;
    let last = derived(move || {
        planner.plan(|plan| (spec.values)(plan).len().saturating_sub(1).to_string())
    });
    let position = derived(move || planner.plan(|plan| spec.position(plan).to_string()));
    let spoken = derived(move || (spec.spoken)(planner.plan(spec.get)));
    let number = derived(move || plain(planner.plan(spec.get)));
    let help = [spec.key, "-help"].concat();
    let name = full_name(label);
    view! {
        <div class="row" data-control=spec.key title=label.help>
            <label for=spec.key>{label.name}<small>{label.aside}</small></label>
            <div class="reach">
                <button type="button" class="step" data-step="down" tabindex="-1"
                    aria-label=[frame.less, ": ", &name].concat()>"−"</button>
                <input type="range" id=spec.key autocomplete="off" min="0" step="1"
                    prop:max=last prop:value=position
                    aria-valuetext=spoken aria-describedby=help.clone()/>
                <button type="button" class="step" data-step="up" tabindex="-1"
                    aria-label=[frame.more, ": ", &name].concat()>"+"</button>
            </div>
            <input type="number" class="number" autocomplete="off" step="any"
                aria-label=name
                min=plain(*spec.limits.start()) max=plain(*spec.limits.end())
                prop:value=number/>
            <span class="unseen" id=help>{label.help}</span>
        </div>
    }
}

fn options(planner: Planner, spec: &'static Choice) -> impl IntoView {
    let label = (spec.label)(&planner.strings.controls);
    let options = (spec.options)(planner.strings)
        .into_iter()
        .enumerate()
        .map(|(index, word)| {
            let chosen = derived(move || planner.plan(spec.get) == index);
            view! {
                <label>
                    <input type="radio" name=spec.key autocomplete="off" value=index.to_string()
                        prop:checked=chosen/>
                    <span>{word}</span>
                </label>
            }
        });
    view! {
        <fieldset class="row choice" id=spec.key data-control=spec.key title=label.help>
            <legend>{label.name}<small>{label.aside}</small></legend>
            <div class="options">{options.collect_view()}</div>
        </fieldset>
    }
}

fn list(planner: Planner, spec: &'static Choice) -> impl IntoView {
    let label = (spec.label)(&planner.strings.controls);
    let options = (spec.options)(planner.strings)
        .into_iter()
        .enumerate()
        .map(|(index, word)| {
            let chosen = derived(move || planner.plan(spec.get) == index);
            view! { <option value=index.to_string() prop:selected=chosen>{word}</option> }
        });
    view! {
        <div class="row list" data-control=spec.key title=label.help>
            <label for=spec.key>{label.name}<small>{label.aside}</small></label>
            <select id=spec.key autocomplete="off">{options.collect_view()}</select>
        </div>
    }
}

/// A control's name for a screen reader: "Price, $/GPU-hour".
fn full_name(label: Label) -> String {
    if label.aside.is_empty() {
        label.name.to_owned()
    } else {
        [label.name, ", ", label.aside].concat()
    }
}

/// A number as a box holds it: no grouping, and decimals only where there are some.
fn plain(value: f64) -> String {
    if value.fract() == 0.0 {
        return (value as u64).to_string();
    }
    let decimals = if value < 1_000.0 { 3 } else { 0 };
    let text: String = fixed(value, decimals)
        .chars()
        .filter(|&letter| letter != ',')
        .collect();
    if decimals == 0 {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
