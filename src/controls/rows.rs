//! Rows of the controls: each kind of control with its frame.

use std::sync::Arc;

use cost::plan::Plan;
use leptos::prelude::*;
use text::controls::Label;

use super::choice::ChoiceControl;
use super::groups;
use super::label::label;
use super::slider::Slider as SliderSpec;
use super::spec::Row;
use super::stops::MARKED;
use super::text_control::TextControl;
use crate::components::{Fold, Late, SegmentKind, Segments, Select, Slider, number_text};
use crate::store::{LatePlace, Page, use_store};

/// Rows of controls, from top to bottom. In place of a control that a lesson's step has lifted to
/// the top stands a line that says so.
pub(super) fn rows(rows: &'static [Row]) -> Vec<AnyView> {
    let store = use_store();
    let row = |row: &'static Row| {
        let lifted = store.read(|page| {
            let key = row.key().filter(|key| page.step.controls.contains(key))?;
            Some(text::frame::at_the_top(label(key).name))
        });
        lifted.map_or_else(|| self::row(row), |words| line(signal(words).0))
    };
    rows.iter().map(row).collect()
}

/// The rows of the controls that a lesson's step lifts to the top, each with its help.
pub(super) fn lifted(keys: &[&'static str]) -> Vec<AnyView> {
    let mut views = Vec::new();
    for key in keys {
        if let Some(row) = groups::row(key) {
            let help = label(key).help;
            views.extend([self::row(row), line(signal(help.to_owned()).0)]);
        }
    }
    views
}

/// A line of text among controls.
fn line(words: ReadSignal<String>) -> AnyView {
    view! { <p class="follows">{words}</p> }.into_any()
}

fn row(row: &'static Row) -> AnyView {
    match row {
        Row::Slider(spec) => view! { <SliderRow spec=spec/> }.into_any(),
        Row::Options(spec) => view! { <SegmentsRow spec=spec kind=SegmentKind::One/> }.into_any(),
        Row::Toggles(spec) => view! { <SegmentsRow spec=spec kind=SegmentKind::Any/> }.into_any(),
        Row::List(spec) => view! { <SelectRow spec=spec/> }.into_any(),
        Row::Text(spec) => view! { <Late place=LatePlace::Text(spec.key)/> }.into_any(),
        &Row::Sentence(sentence) => line(use_store().slice(move |page| sentence(&page.draft))),
        Row::Late(place) => view! { <Late place=place.clone()/> }.into_any(),
        &Row::Fold(heading, rows) => {
            let (heading, is_open) =
                use_store().read(|page| (heading(), page.shows_some_controls()));
            view! {
                <Fold heading=heading is_open=is_open>
                    {self::rows(rows)}
                </Fold>
            }
            .into_any()
        }
        &Row::When(concerns, rows) => {
            let is_hidden = use_store().slice(move |page| !concerns(&page.draft));
            view! {
                <div hidden=is_hidden>
                    {move || (!is_hidden.get()).then(|| self::rows(rows))}
                </div>
            }
            .into_any()
        }
    }
}

/// The frame of a control of any kind: its texts and marks.
#[derive(Clone, Copy)]
struct Frame {
    key: &'static str,
    label: &'static Label,
    /// Text beside the name: a note, the unit, or the name that lessons give the control.
    aside: ReadSignal<String>,
    is_locked: ReadSignal<bool>,
    is_marked: ReadSignal<bool>,
    /// The help that appears under the pointer.
    title: ReadSignal<String>,
}

impl Frame {
    /// The frame of a control, with a text beside its name.
    fn new(key: &'static str, label: &'static Label, aside: ReadSignal<String>) -> Self {
        let store = use_store();
        Self {
            key,
            label,
            aside,
            is_locked: store.slice(move |page| page.is_locked(key)),
            is_marked: store.slice(move |page| page.marked_controls.iter().any(|k| k == key)),
            title: store.slice(move |page| {
                let locked = text::frame::locked();
                let title = if page.is_locked(key) {
                    locked
                } else {
                    label.help
                };
                title.to_owned()
            }),
        }
    }

    /// The frame of a control whose label has the text beside the name.
    fn of_label(key: &'static str, label: &'static Label) -> Self {
        Self::new(key, label, signal(label.aside.to_owned()).0)
    }

    /// The frame of a choice, whose note takes the place of the label's text.
    fn of_choice(spec: &'static ChoiceControl) -> Self {
        let store = use_store();
        let label = label(spec.key);
        let aside = store.slice(|page| {
            let note = spec.note(&page.draft);
            if note.is_empty() {
                label.aside.to_owned()
            } else {
                note
            }
        });
        Self::new(spec.key, label, aside)
    }

    /// The control's name for a screen reader: "Price, $/GPU-hour".
    fn full_name(self) -> String {
        if self.label.aside.is_empty() {
            self.label.name.to_owned()
        } else {
            [self.label.name, ", ", self.label.aside].concat()
        }
    }
}

/// A control in its row, with the label that refers to its field.
#[component]
fn LabelledRow(frame: Frame, class: &'static str, children: Children) -> impl IntoView {
    view! {
        <div
            class=class
            data-control=frame.key
            data-locked=frame.is_locked
            data-called=frame.is_marked
            title=frame.title
        >
            <label for=frame.key>
                {frame.label.name}
                <small>{frame.aside}</small>
            </label>
            {children()}
        </div>
    }
}

/// True if the stops of the control of a key are marked.
fn is_marked(key: &str) -> bool {
    MARKED.contains(&key)
}

#[component]
fn SliderRow(spec: &'static SliderSpec) -> impl IntoView {
    let store = use_store();
    let frame = Frame::of_label(spec.key, label(spec.key));
    let state = store.slice(move |page| spec.state(&page.draft));
    let help = [spec.key, "-help"].concat();
    view! {
        <LabelledRow frame=frame class="row">
            <Slider
                id=spec.key
                name=frame.full_name()
                help=help.clone()
                steps=[text::frame::less(), text::frame::more()]
                state=state
                limits=spec.limits()
                number=store.slice(|page| number_text(spec.get(&page.draft)))
                spoken=store.slice(|page| described(spec, page))
                disabled=frame.is_locked
                on_input=move |input| {
                    store.send_if(|page| spec.slid(page, input));
                }
            />
            <span class="unseen" id=help>
                {frame.label.help}
            </span>
            {is_marked(spec.key).then(|| view! { <Late place=LatePlace::Stops(spec.key)/> }.into_any())}
        </LabelledRow>
    }
}

/// The value in force for a screen reader, with the plan's state if the stops are marked: "8, fits".
fn described(spec: &SliderSpec, page: &Page) -> String {
    let value = spec.spoken(spec.get(&page.draft));
    match &page.stops {
        Some(stops) => [value, stops.said(page.state(), spec.key)].concat(),
        None => value,
    }
}

#[component]
fn SegmentsRow(spec: &'static ChoiceControl, kind: SegmentKind) -> impl IntoView {
    let store = use_store();
    let frame = Frame::of_choice(spec);
    let options = spec.options();
    let choose = move |index, is_on| {
        store.send_if(|page| match kind {
            SegmentKind::One => spec.chosen(&page.draft, index),
            SegmentKind::Any => spec.toggled(&page.draft, index, is_on),
        });
    };
    view! {
        <fieldset
            class="row choice"
            id=spec.key
            data-control=spec.key
            data-locked=frame.is_locked
            data-called=frame.is_marked
            title=frame.title
            disabled=frame.is_locked
        >
            <legend>
                {frame.label.name}
                <small>{frame.aside}</small>
            </legend>
            <Segments
                name=spec.key
                options=options
                kind=kind
                chosen=store.slice(move |page| spec.get(&page.draft))
                marked=is_marked(spec.key).then_some(spec.key)
                on_choose=choose
            />
        </fieldset>
    }
}

#[component]
fn SelectRow(spec: &'static ChoiceControl) -> impl IntoView {
    let store = use_store();
    let frame = Frame::of_choice(spec);
    let options = spec.options();
    view! {
        <LabelledRow frame=frame class="row list">
            <Select
                id=spec.key
                options=options
                chosen=store.slice(move |page| spec.get(&page.draft))
                disabled=frame.is_locked
                marked=is_marked(spec.key).then_some(spec.key)
                on_choose=move |index| {
                    store.send_if(|page| spec.chosen(&page.draft, index));
                }
            />
        </LabelledRow>
    }
}

/// A text that could not be read, and the plan for which it was typed.
type Refused = Option<(String, Arc<Plan>)>;

/// The field of text of a key.
pub(crate) fn text_row(key: &str) -> Option<AnyView> {
    match groups::row(key)? {
        Row::Text(spec) => Some(view! { <TextRow spec=spec/> }.into_any()),
        _ => None,
    }
}

#[component]
fn TextRow(spec: &'static TextControl) -> impl IntoView {
    let store = use_store();
    let label = label(spec.key);
    let frame = Frame::of_label(spec.key, label);
    let refused = RwSignal::new(Refused::None);
    // The typed text stays, with a sentence about it, until the plan changes.
    let draft = store.slice(|page| Arc::clone(&page.draft));
    let text = store.slice(|page| spec.value(&page.draft));
    let typed = move || {
        let refused = refused.get();
        refused.and_then(|(typed, plan)| (plan == draft.get()).then_some(typed))
    };
    let is_wrong = move || typed().is_some();
    let shown = move || typed().unwrap_or_else(|| text.get());
    let write = move |typed: String| {
        let is_read = store.send_if(|page| spec.written(&page.draft, &typed));
        let refuse = || (typed, store.read(|page| Arc::clone(&page.draft)));
        refused.set((!is_read).then(refuse));
    };
    let [help, wrong] = ["-help", "-wrong"].map(|part| [spec.key, part].concat());
    view! {
        <LabelledRow frame=frame class="row list">
            <input
                type="text"
                id=spec.key
                autocomplete="off"
                spellcheck="false"
                placeholder=label.aside
                aria-describedby=help.clone()
                aria-errormessage=wrong.clone()
                aria-invalid=move || is_wrong().to_string()
                disabled=frame.is_locked
                prop:value=shown
                on:change:target=move |ev| write(ev.target().value())
            />
            <p class="wrong" id=wrong role="alert">
                {(spec.wrong)()}
            </p>
            <span class="unseen" id=help>
                {label.help}
            </span>
        </LabelledRow>
    }
}
