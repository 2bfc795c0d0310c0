//! The markup of a control, whichever it is. Events are the gateway's.

use leptos::prelude::*;
use shardwise::text::{Label, Strings};

use super::spec::{Choice, Row, Shown, Slider};

/// The rows of a group, showing this of the plan.
pub(super) fn rows(strings: &'static Strings, rows: &[Row], shown: &[Shown]) -> Vec<AnyView> {
    rows.iter()
        .zip(shown)
        .map(|(row, shown)| self::row(strings, row, shown))
        .collect()
}

fn row(strings: &'static Strings, row: &Row, shown: &Shown) -> AnyView {
    match (row, shown) {
        (
            Row::Slider(spec),
            &Shown::Slider {
                last,
                position,
                value,
            },
        ) => slider(strings, spec, last, position, value).into_any(),
        (Row::Options(spec), &Shown::Option(chosen)) => options(strings, spec, chosen).into_any(),
        (Row::List(spec), &Shown::Option(chosen)) => list(strings, spec, chosen).into_any(),
        (Row::Sentence(_), Shown::Sentence(sentence)) => {
            view! { <p class="follows">{sentence.clone()}</p> }.into_any()
        }
        (Row::Fold(heading, rows), Shown::Fold(shown)) => view! {
            <details>
                <summary>{heading(&strings.groups)}</summary>
                {self::rows(strings, rows, shown)}
            </details>
        }
        .into_any(),
        _ => unreachable!(),
    }
}

fn slider(
    strings: &'static Strings,
    spec: &'static Slider,
    last: usize,
    position: usize,
    value: f64,
) -> impl IntoView {
    let label = (spec.label)(&strings.controls);
    let frame = &strings.frame;
    let help = [spec.key, "-help"].concat();
    let name = full_name(label);
    view! {
        <div class="row" data-control=spec.key title=label.help>
            <label for=spec.key>{label.name}<small>{label.aside}</small></label>
            <div class="reach">
                <button type="button" class="step" data-step="down" tabindex="-1"
                    aria-label=[frame.less, ": ", &name].concat()>"−"</button>
                <input type="range" id=spec.key autocomplete="off" min="0" step="1"
                    prop:max=last as f64 prop:value=position as f64
                    aria-valuetext=(spec.spoken)(value) aria-describedby=help.clone()/>
                <button type="button" class="step" data-step="up" tabindex="-1"
                    aria-label=[frame.more, ": ", &name].concat()>"+"</button>
            </div>
            <input type="number" class="number" autocomplete="off" step="any"
                aria-label=name
                prop:min=*spec.limits.start() prop:max=*spec.limits.end()
                prop:value=rounded(value)/>
            <span class="unseen" id=help>{label.help}</span>
        </div>
    }
}

fn options(strings: &'static Strings, spec: &'static Choice, chosen: usize) -> impl IntoView {
    let label = (spec.label)(&strings.controls);
    let options = (spec.options)(strings)
        .into_iter()
        .enumerate()
        .map(|(index, word)| {
            view! {
                <label>
                    <input type="radio" name=spec.key autocomplete="off" value=index.to_string()
                        prop:checked=index == chosen/>
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

fn list(strings: &'static Strings, spec: &'static Choice, chosen: usize) -> impl IntoView {
    let label = (spec.label)(&strings.controls);
    let options = (spec.options)(strings)
        .into_iter()
        .enumerate()
        .map(|(index, word)| {
            view! { <option value=index.to_string() prop:selected=index == chosen>{word}</option> }
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

/// A number as a box shows it: at most three decimals.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}
