//! Views of all kinds of controls.

use text::Label;

use super::spec::{Shown, ShownChoice, Slider, TextControl};
use crate::dom::{Element, Words, element};
use crate::store::Page;

/// The rows of a group.
pub(super) fn rows(page: &Page, shown: &[Shown]) -> Vec<Element> {
    shown.iter().map(|shown| row(page, shown)).collect()
}

fn row(page: &Page, shown: &Shown) -> Element {
    match shown {
        &Shown::Slider {
            spec,
            last,
            position,
            value,
        } => slider(page, spec, last, position, value),
        Shown::Options(choice) => options(page, choice, "radio", |index| index == choice.chosen),
        Shown::Toggles(choice) => options(page, choice, "checkbox", |index| {
            choice.chosen >> index & 1 == 1
        }),
        Shown::List(choice) => list(page, choice),
        Shown::Text {
            spec,
            text,
            is_wrong,
        } => self::text(page, spec, text, *is_wrong),
        Shown::Sentence(sentence) => element("p").class("follows").child(sentence.clone()),
        Shown::Place(id) => element("div").id(id),
        Shown::When(shown) => element("div")
            .attribute("hidden", shown.is_empty())
            .children(rows(page, shown)),
        Shown::Fold(heading, shown) => element("details")
            .child(element("summary").child(*heading))
            .children(rows(page, shown)),
    }
}

fn slider(page: &Page, spec: &'static Slider, last: usize, position: usize, value: f64) -> Element {
    let strings = page.strings;
    let label = (spec.label)(&strings.controls);
    let frame = &strings.frame;
    let help = [spec.key, "-help"].concat();
    let name = full_name(label);
    let step = |direction: &'static str, verb: &str, sign: &'static str| {
        element("button")
            .attribute("type", "button")
            .class("step")
            .attribute("data-step", direction)
            .attribute("tabindex", "-1")
            .attribute("aria-label", [verb, ": ", &name].concat())
            .child(sign)
    };
    let range = element("input")
        .attribute("type", "range")
        .id(spec.key)
        .attribute("autocomplete", "off")
        .attribute("min", "0")
        .attribute("step", "1")
        .property("max", last as f64)
        .property("value", position as f64)
        .attribute("aria-valuetext", (spec.spoken)(value))
        .attribute("aria-describedby", help.clone());
    let number = element("input")
        .attribute("type", "number")
        .class("number")
        .attribute("autocomplete", "off")
        .attribute("step", "any")
        .attribute("aria-label", name.clone())
        .property("min", *spec.limits.start())
        .property("max", *spec.limits.end())
        .property("value", rounded(value));
    control(page, "div", "row", spec.key, label)
        .child(heading("label", label, "").attribute("for", spec.key))
        .child(
            element("div")
                .class("reach")
                .child(step("down", frame.less, "−"))
                .child(range)
                .child(step("up", frame.more, "+")),
        )
        .child(number)
        .child(
            element("span")
                .class("unseen")
                .attribute("id", help)
                .child(label.help),
        )
}

fn options(
    page: &Page,
    &ShownChoice { spec, ref note, .. }: &ShownChoice,
    kind: &'static str,
    is_chosen: impl Fn(usize) -> bool,
) -> Element {
    let strings = page.strings;
    let label = (spec.label)(&strings.controls);
    let words = (spec.options)(strings).into_iter().enumerate();
    let options = words.map(|(index, word)| {
        let input = element("input")
            .attribute("type", kind)
            .attribute("name", spec.key)
            .attribute("autocomplete", "off")
            .attribute("value", index.to_string())
            .property("checked", is_chosen(index));
        element("label")
            .child(input)
            .child(element("span").child(word))
    });
    control(page, "fieldset", "row choice", spec.key, label)
        .id(spec.key)
        .child(heading("legend", label, note))
        .child(element("div").class("options").children(options.collect()))
}

fn list(page: &Page, choice: &ShownChoice) -> Element {
    let (spec, note, chosen) = (choice.spec, &choice.note, choice.chosen);
    let strings = page.strings;
    let label = (spec.label)(&strings.controls);
    let words = (spec.options)(strings).into_iter().enumerate();
    let options = words.map(|(index, word)| {
        element("option")
            .attribute("value", index.to_string())
            .property("selected", index == chosen)
            .child(word)
    });
    let select = element("select")
        .id(spec.key)
        .attribute("autocomplete", "off")
        .children(options.collect());
    control(page, "div", "row list", spec.key, label)
        .child(heading("label", label, note).attribute("for", spec.key))
        .child(select)
}

fn text(page: &Page, spec: &'static TextControl, text: &str, is_wrong: bool) -> Element {
    let strings = page.strings;
    let label = (spec.label)(&strings.controls);
    let [help, wrong] = ["-help", "-wrong"].map(|part| [spec.key, part].concat());
    let field = element("input")
        .attribute("type", "text")
        .id(spec.key)
        .attribute("autocomplete", "off")
        .attribute("spellcheck", "false")
        .attribute("placeholder", label.aside)
        .attribute("aria-describedby", help.clone())
        .attribute("aria-errormessage", wrong.clone())
        .attribute("aria-invalid", if is_wrong { "true" } else { "false" })
        .property("value", text.to_owned());
    control(page, "div", "row list", spec.key, label)
        .child(
            element("label")
                .child(label.name)
                .attribute("for", spec.key),
        )
        .child(field)
        .child(
            element("p")
                .class("wrong")
                .attribute("id", wrong)
                .attribute("role", "alert")
                .child((spec.wrong)(&strings.frame)),
        )
        .child(
            element("span")
                .class("unseen")
                .attribute("id", help)
                .child(label.help),
        )
}

/// A button in a row of its own among the controls.
pub(super) fn control_button(id: &'static str, words: &'static str) -> Element {
    element("button")
        .attribute("type", "button")
        .id(id)
        .child(words)
}

/// The frame of a control, by which events find it. The browser disables a locked control where it
/// is a `fieldset`.
fn control(
    page: &Page,
    tag: &'static str,
    classes: &'static str,
    key: &'static str,
    label: &Label,
) -> Element {
    let is_locked = page.is_locked(key);
    let (tag, title) = if is_locked {
        ("fieldset", page.strings.frame.locked)
    } else {
        (tag, label.help)
    };
    element(tag)
        .class(classes)
        .attribute("data-control", key)
        .attribute("disabled", is_locked)
        .attribute(
            "data-called",
            page.marked_controls.iter().any(|marked| marked == key),
        )
        .attribute("title", title)
}

/// A control's name, beside it a note, its unit, or the word that lessons give it.
fn heading(tag: &'static str, label: &Label, note: &str) -> Element {
    let aside: Words = if note.is_empty() {
        label.aside.into()
    } else {
        note.to_owned().into()
    };
    element(tag)
        .child(label.name)
        .child(element("small").child(aside))
}

/// A control's name for a screen reader: "Price, $/GPU-hour".
fn full_name(label: &Label) -> String {
    if label.aside.is_empty() {
        label.name.to_owned()
    } else {
        [label.name, ", ", label.aside].concat()
    }
}

/// A number as a box shows it: at most three decimals, one from a thousand on.
pub(super) fn rounded(value: f64) -> f64 {
    let scale = if value < 1_000.0 { 1_000.0 } else { 10.0 };
    (value * scale).round() / scale
}
