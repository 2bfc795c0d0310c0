//! How figures are counted: a line that says it, and behind it the choices.

use cost::convention::Counting;
use cost::plan::Dtype;
use leptos::ev::Event;
use leptos::wasm_bindgen::JsCast;
use text::Strings;
use web_sys::HtmlSelectElement;

use super::planner::{Look, Planner};
use crate::browser::events::target;
use crate::browser::{address, preferences};
use crate::markup::{Element, element};

/// The line under the figures, and the choices folded behind it.
pub(super) fn fold(strings: &'static Strings, look: &Look, dtype: Dtype) -> Element {
    let words = &strings.counting;
    let counting = Counting::of(look.counting);
    let choices = Counting::CHOICES.iter().enumerate();
    let choices = choices.map(|(index, (key, _))| {
        let options = words.options[index].iter().enumerate();
        let options = options.map(|(place, option)| {
            element("option")
                .property("selected", place == look.counting[index])
                .child(*option)
        });
        let list = element("select")
            .attribute("name", *key)
            .attribute("autocomplete", "off")
            .children(options.collect());
        element("label").child(words.labels[index]).child(list)
    });
    let panel = element("div")
        .class("panel")
        .children(choices.collect())
        .child(element("small").child(words.verdict));
    element("details")
        .class("counting")
        .child(element("summary").child((words.sentence)(counting, dtype)))
        .child(panel)
}

/// A definition is chosen: it is kept as units and theme are.
pub(super) fn on_change(planner: Planner, event: &Event) {
    let list = target(event).and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
    let Some(list) = list else {
        return;
    };
    let name = list.name();
    for (index, (key, words)) in Counting::CHOICES.iter().enumerate() {
        let place = list.selected_index() as usize;
        if let (true, Some(word)) = (name == *key, words.get(place)) {
            planner.set_look(|look| look.counting[index] = place);
            preferences::keep(key, word);
        }
    }
}

/// The teacher's choice first, then the reader's own.
pub(super) fn first() -> [usize; 3] {
    Counting::CHOICES.map(|(key, words)| {
        let chosen = address::query(key).or_else(|| preferences::read(key));
        let place = words
            .iter()
            .position(|word| chosen.as_deref() == Some(word));
        place.unwrap_or(if key == "mem" { GIVEN } else { 0 })
    })
}

/// The place of the kind of memory that the verdict compares.
const GIVEN: usize = 2;
