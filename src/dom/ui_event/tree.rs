//! UI events in element trees, for tests.

use std::cell::Cell;
use std::rc::Rc;

use super::kind::{Keys, UiEventKind};
use crate::browser::file::ChosenFile;
use crate::dom::element::{Element, SettingKind, Value};
use crate::dom::selector::{Node, Selector};

/// An event in an element tree.
#[derive(Clone)]
pub struct UiEvent {
    /// Kind of the event.
    pub kind: UiEventKind,
    target: Option<UiTarget>,
    keys: Option<Keys>,
    place: Option<[f64; 2]>,
    turned: f64,
    has_files: bool,
    is_prevented: Rc<Cell<bool>>,
}

/// An element in which an event happened: the path to it from the root, and the reader's input.
#[derive(Clone)]
pub struct UiTarget {
    path: Vec<Node>,
    value: Option<String>,
    is_checked: Option<bool>,
    chosen: Option<usize>,
    width: f64,
    scrolled: f64,
}

impl UiEvent {
    /// An event without a target.
    #[must_use]
    pub fn anywhere(kind: UiEventKind) -> Self {
        Self {
            kind,
            target: None,
            keys: None,
            place: None,
            turned: 0.0,
            has_files: false,
            is_prevented: Rc::default(),
        }
    }

    /// An event in the first element of a tree that a selector matches.
    ///
    /// # Panics
    /// If the selector matches no element: the test would check nothing.
    #[must_use]
    pub fn at(kind: UiEventKind, root: &Element, selector: &str) -> Self {
        let Some(path) = Selector::read(selector).find(root) else {
            panic!("no element {selector} in\n{}", crate::dom::html::of(root));
        };
        let target = UiTarget {
            path,
            value: None,
            is_checked: None,
            chosen: None,
            width: 0.0,
            scrolled: 0.0,
        };
        Self {
            target: Some(target),
            ..Self::anywhere(kind)
        }
    }

    /// The event with text that the reader has typed.
    #[must_use]
    pub fn typing(mut self, value: &str) -> Self {
        if let Some(target) = &mut self.target {
            target.value = Some(value.to_owned());
        }
        self
    }

    /// The event with a box ticked or not.
    #[must_use]
    pub fn ticking(mut self, is_checked: bool) -> Self {
        if let Some(target) = &mut self.target {
            target.is_checked = Some(is_checked);
        }
        self
    }

    /// The event with the index of the option chosen from a list.
    #[must_use]
    pub fn choosing(mut self, place: usize) -> Self {
        if let Some(target) = &mut self.target {
            target.chosen = Some(place);
        }
        self
    }

    /// The event with a key.
    #[must_use]
    pub fn pressing(mut self, keys: Keys) -> Self {
        self.keys = Some(keys);
        self
    }

    /// The event with the pointer at a position of a target of this width.
    #[must_use]
    pub fn pointing(mut self, place: [f64; 2], width: f64) -> Self {
        self.place = Some(place);
        if let Some(target) = &mut self.target {
            target.width = width;
        }
        self
    }

    /// The event with files that are dragged or dropped.
    #[must_use]
    pub fn carrying_files(mut self) -> Self {
        self.has_files = true;
        self
    }

    /// The element in which the event happened.
    #[must_use]
    pub fn target(&self) -> Option<UiTarget> {
        self.target.clone()
    }

    /// Records that the browser's default action is prevented.
    pub fn prevent_default(&self) {
        self.is_prevented.set(true);
    }

    /// True if the browser's default action was prevented.
    #[must_use]
    pub fn is_prevented(&self) -> bool {
        self.is_prevented.get()
    }

    /// The key that was pressed; none for other events.
    #[must_use]
    pub fn keys(&self) -> Option<Keys> {
        self.keys.clone()
    }

    /// True if Control is held.
    #[must_use]
    pub fn has_control(&self) -> bool {
        self.keys.as_ref().is_some_and(|keys| keys.control)
    }

    /// True if a key is held with which a browser opens links in another tab or window.
    #[must_use]
    pub fn goes_elsewhere(&self) -> bool {
        let keys = self.keys.as_ref();
        keys.is_some_and(|keys| keys.control || keys.meta || keys.shift)
    }

    /// Position of the pointer in the target, from the left and from the top, in pixels.
    #[must_use]
    pub fn place(&self) -> Option<[f64; 2]> {
        self.place
    }

    /// Distance that a wheel was turned down.
    #[must_use]
    pub fn turned(&self) -> f64 {
        self.turned
    }

    /// True if files are dragged over the page.
    #[must_use]
    pub fn has_files(&self) -> bool {
        self.has_files
    }

    /// The first file that was dropped.
    #[must_use]
    pub fn file(&self) -> Option<ChosenFile> {
        self.has_files.then_some(ChosenFile::UNREAD)
    }
}

impl UiTarget {
    fn node(&self) -> &Node {
        let [.., node] = &self.path[..] else {
            unreachable!()
        };
        node
    }

    /// The nearest element around this one, itself included, that a selector matches.
    #[must_use]
    pub fn closest(&self, selector: &str) -> Option<Self> {
        let selector = Selector::read(selector);
        let lengths = (1..=self.path.len()).rev();
        let found = lengths
            .map(|length| &self.path[..length])
            .find(|path| selector.fits(path))?;
        Some(Self {
            path: found.to_vec(),
            ..self.clone()
        })
    }

    /// True if a selector matches the element.
    #[must_use]
    pub fn matches(&self, selector: &str) -> bool {
        Selector::read(selector).fits(&self.path)
    }

    /// The value of an attribute.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<String> {
        self.node().attribute(name).map(str::to_owned)
    }

    /// Value of a field, list or button: the text typed, or the value that the view has set.
    #[must_use]
    pub fn value(&self) -> String {
        let set = || {
            self.node()
                .attribute("value")
                .unwrap_or_default()
                .to_owned()
        };
        self.value.clone().unwrap_or_else(set)
    }

    /// The number in a field or slider; NaN if it holds none.
    #[must_use]
    pub fn number(&self) -> f64 {
        self.value().parse().unwrap_or(f64::NAN)
    }

    /// True if a box is ticked.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        let set = || self.node().attribute("checked").is_some();
        self.is_checked.unwrap_or_else(set)
    }

    /// The index of the chosen option of a list; none for anything else.
    #[must_use]
    pub fn chosen(&self) -> Option<usize> {
        self.chosen.filter(|_| self.node().tag == "select")
    }

    /// Width of the element without its border, in pixels.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Distance that the element is scrolled to the right, in pixels.
    #[must_use]
    pub fn scrolled(&self) -> f64 {
        self.scrolled
    }
}

impl Node {
    /// The node of an element, with its settings; properties count as attributes.
    pub(in crate::dom) fn of(element: &Element) -> Self {
        let settings = element.0.settings.iter();
        let written = settings.filter_map(|setting| {
            let value = match &setting.value {
                Value::Words(words) => words.to_string(),
                Value::Number(number) => number.to_string(),
                Value::Is(true) => String::new(),
                Value::Is(false) => return None,
            };
            let is_style = setting.kind == SettingKind::Style;
            (!is_style).then_some((setting.name, value))
        });
        Self {
            tag: element.0.tag,
            attributes: written.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::element::element;

    fn tree() -> Element {
        let field = element("input")
            .attribute("type", "checkbox")
            .attribute("value", "7")
            .property("checked", true);
        let label = element("label").class("choice").child(field);
        let list = element("select").id("target").attribute("value", "2");
        element("section")
            .id("controls")
            .child(element("p").child(label))
            .child(list)
    }

    fn at(selector: &str) -> UiTarget {
        UiEvent::at(UiEventKind::Click, &tree(), selector)
            .target()
            .expect("there is one")
    }

    #[test]
    fn the_nearest_around_a_target_is_found_itself_included() {
        let field = at("input");
        assert_eq!(field.closest("input").expect("itself").node().tag, "input");
        assert_eq!(
            field.closest(".choice").expect("around").node().tag,
            "label"
        );
        assert_eq!(
            field.closest("section").expect("root").node().tag,
            "section"
        );
        assert!(
            field.closest("select").is_none(),
            "a neighbour is not around"
        );
        assert!(field.matches("#controls input") && !field.matches("label"));
    }

    #[test]
    fn an_event_is_within_what_is_around_its_target() {
        let event = UiEvent::at(UiEventKind::Click, &tree(), "input");
        assert!(event.within("#controls label").is_some());
        assert!(event.within("#controls select").is_none());
        assert!(UiEvent::anywhere(UiEventKind::Click).target().is_none());
    }

    #[test]
    fn the_view_has_set_what_the_reader_has_not() {
        assert_eq!(at("input").value(), "7");
        assert!(at("input").is_checked() && !at("select").is_checked());
        let typed = UiEvent::at(UiEventKind::Input, &tree(), "input")
            .typing("12")
            .ticking(false);
        let field = typed.target().expect("there is one");
        assert_eq!((field.number(), field.is_checked()), (12.0, false));
        assert!(at("label").number().is_nan());
    }

    #[test]
    fn only_a_list_has_a_chosen_place() {
        let choose = |selector| UiEvent::at(UiEventKind::Change, &tree(), selector).choosing(1);
        assert_eq!(choose("select").target().expect("list").chosen(), Some(1));
        assert_eq!(choose("input").target().expect("box").chosen(), None);
    }

    #[test]
    fn what_is_prevented_stays_so_for_all_who_hear_of_it() {
        let event = UiEvent::anywhere(UiEventKind::DragOver).carrying_files();
        let other = event.clone();
        other.prevent_default();
        assert!(event.is_prevented() && event.has_files() && event.file().is_some());
    }

    #[test]
    #[should_panic(expected = "no element table")]
    fn an_event_at_nothing_is_a_fault_of_the_test() {
        let _ = UiEvent::at(UiEventKind::Click, &tree(), "table");
    }
}
