//! Events in an element tree, for tests.

use std::cell::Cell;
use std::rc::Rc;

use super::kind::{Keys, Kind};
use crate::browser::file::File;
use crate::dom::element::{Element, SettingKind, Value};
use crate::dom::selector::{Node, Selector};

/// Something that has happened.
#[derive(Clone)]
pub struct Heard {
    /// Kind of event.
    pub kind: Kind,
    target: Option<Target>,
    keys: Option<Keys>,
    place: Option<[f64; 2]>,
    turned: f64,
    has_files: bool,
    is_prevented: Rc<Cell<bool>>,
}

/// An element in which something has happened: the path to it, from the root, and what the reader
/// has made of it.
#[derive(Clone)]
pub struct Target {
    path: Vec<Node>,
    value: Option<String>,
    is_checked: Option<bool>,
    chosen: Option<usize>,
    width: f64,
    scrolled: f64,
}

impl Heard {
    /// Something that happens nowhere in particular.
    #[must_use]
    pub fn anywhere(kind: Kind) -> Self {
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

    /// Something that happens in the first element of a tree that a selector fits.
    ///
    /// # Panics
    /// If the selector fits no element: the test would be about nothing.
    #[must_use]
    pub fn at(kind: Kind, root: &Element, selector: &str) -> Self {
        let Some(path) = Selector::read(selector).find(root) else {
            panic!("no element {selector} in\n{}", crate::dom::html::of(root));
        };
        let target = Target {
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

    /// The same with what the reader has typed.
    #[must_use]
    pub fn typing(mut self, value: &str) -> Self {
        if let Some(target) = &mut self.target {
            target.value = Some(value.to_owned());
        }
        self
    }

    /// The same with a box ticked or not.
    #[must_use]
    pub fn ticking(mut self, is_checked: bool) -> Self {
        if let Some(target) = &mut self.target {
            target.is_checked = Some(is_checked);
        }
        self
    }

    /// The same with the place of what the reader has chosen of a list.
    #[must_use]
    pub fn choosing(mut self, place: usize) -> Self {
        if let Some(target) = &mut self.target {
            target.chosen = Some(place);
        }
        self
    }

    /// The same with a key.
    #[must_use]
    pub fn pressing(mut self, keys: Keys) -> Self {
        self.keys = Some(keys);
        self
    }

    /// The same with the pointer at a place of the target, which is so wide.
    #[must_use]
    pub fn pointing(mut self, place: [f64; 2], width: f64) -> Self {
        self.place = Some(place);
        if let Some(target) = &mut self.target {
            target.width = width;
        }
        self
    }

    /// The same with files that are dragged or dropped.
    #[must_use]
    pub fn carrying_files(mut self) -> Self {
        self.has_files = true;
        self
    }

    /// The element in which it happened.
    #[must_use]
    pub fn target(&self) -> Option<Target> {
        self.target.clone()
    }

    /// Keeps the browser from doing what it does by itself.
    pub fn prevent_default(&self) {
        self.is_prevented.set(true);
    }

    /// Whether the browser was kept from it.
    #[must_use]
    pub fn is_prevented(&self) -> bool {
        self.is_prevented.get()
    }

    /// The key that went down; none for other events.
    #[must_use]
    pub fn keys(&self) -> Option<Keys> {
        self.keys.clone()
    }

    /// Whether Control is held.
    #[must_use]
    pub fn has_control(&self) -> bool {
        self.keys.as_ref().is_some_and(|keys| keys.control)
    }

    /// Whether a key is held with which a browser opens links elsewhere.
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

    /// Whether files are dragged.
    #[must_use]
    pub fn has_files(&self) -> bool {
        self.has_files
    }

    /// The first file that was dropped.
    #[must_use]
    pub fn file(&self) -> Option<File> {
        self.has_files.then_some(File::UNREAD)
    }
}

impl Target {
    fn node(&self) -> &Node {
        let [.., node] = &self.path[..] else {
            unreachable!()
        };
        node
    }

    /// The nearest element around it, itself included, that a selector fits.
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

    /// Whether a selector fits it.
    #[must_use]
    pub fn matches(&self, selector: &str) -> bool {
        Selector::read(selector).fits(&self.path)
    }

    /// An attribute.
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

    /// The number that a field or slider holds; not a number where it holds none.
    #[must_use]
    pub fn number(&self) -> f64 {
        self.value().parse().unwrap_or(f64::NAN)
    }

    /// Whether a box is ticked.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        let set = || self.node().attribute("checked").is_some();
        self.is_checked.unwrap_or_else(set)
    }

    /// The place of what is chosen in a list; none for anything else.
    #[must_use]
    pub fn chosen(&self) -> Option<usize> {
        self.chosen.filter(|_| self.node().tag == "select")
    }

    /// Its width without its border, in pixels.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Distance that it is scrolled to the right, in pixels.
    #[must_use]
    pub fn scrolled(&self) -> f64 {
        self.scrolled
    }
}

impl Node {
    /// Settings of an element, properties as attributes.
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
