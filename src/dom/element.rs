//! An element as a value.

use std::borrow::Cow;

/// Words that stand in the program or were put together.
pub type Words = Cow<'static, str>;

/// A child of an element.
pub enum Child {
    /// Plain words; nothing in them is HTML.
    Text(Words),
    /// An element.
    Element(Element),
}

/// An element. It is built up by calls that each take it and give it back: behind a pointer it
/// goes from one to the next in a register, which makes all views together 4 kB smaller.
pub struct Element(pub(super) Box<Parts>);

/// Its tag, what is set on it, what it holds.
pub(super) struct Parts {
    pub(super) tag: &'static str,
    /// Whether it is part of a drawing.
    pub(super) is_svg: bool,
    /// By what it is known among its siblings, wherever it stands; by its place where it has none.
    pub(super) key: Option<Words>,
    pub(super) settings: Vec<Setting>,
    pub(super) children: Vec<Child>,
}

/// Something set on an element.
pub(super) struct Setting {
    pub(super) kind: SettingKind,
    pub(super) name: &'static str,
    pub(super) value: Value,
}

/// Kinds of settings of an element.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum SettingKind {
    Attribute,
    /// A property of the browser's element beside its attributes: the position of a slider, a tick.
    Property,
    /// All properties of the element's style.
    Style,
}

/// The value of a setting.
#[derive(PartialEq)]
pub enum Value {
    /// Words.
    Words(Words),
    /// A number.
    Number(f64),
    /// Yes or no; an attribute is there or not.
    Is(bool),
}

/// An element without anything in it.
#[inline(never)]
#[must_use]
pub fn element(tag: &'static str) -> Element {
    made(tag, false)
}

/// The same in a drawing.
#[inline(never)]
#[must_use]
pub fn svg(tag: &'static str) -> Element {
    made(tag, true)
}

fn made(tag: &'static str, is_svg: bool) -> Element {
    Element(Box::new(Parts {
        tag,
        is_svg,
        key: None,
        settings: Vec::new(),
        children: Vec::new(),
    }))
}

impl Element {
    /// Names it among its siblings: one that moves in a list keeps its focus and its state.
    #[inline(never)]
    pub fn key(mut self, key: impl Into<Words>) -> Self {
        self.0.key = Some(key.into());
        self
    }

    /// Sets an attribute.
    #[inline(never)]
    pub fn attribute(self, name: &'static str, value: impl Into<Value>) -> Self {
        self.set(SettingKind::Attribute, name, value.into())
    }

    /// Sets a property, after those set before it: a slider's bounds come before its place.
    #[inline(never)]
    pub fn property(self, name: &'static str, value: impl Into<Value>) -> Self {
        self.set(SettingKind::Property, name, value.into())
    }

    /// Sets a property of the style. All of an element's go to the browser in one piece: it takes
    /// as long to be told one as to be told ten.
    #[inline(never)]
    pub fn style(mut self, name: &'static str, value: String) -> Self {
        let mut settings = self.0.settings.iter_mut();
        let style = settings.find(|setting| setting.kind == SettingKind::Style);
        if let Some(Setting {
            value: Value::Words(Words::Owned(words)),
            ..
        }) = style
        {
            for part in [";", name, ":", &value] {
                words.push_str(part);
            }
            return self;
        }
        self.set(
            SettingKind::Style,
            "style",
            [name, ":", &value].concat().into(),
        )
    }

    /// Sets the classes.
    #[inline(never)]
    pub fn class(self, classes: impl Into<Value>) -> Self {
        self.attribute("class", classes)
    }

    /// Sets the id.
    #[inline(never)]
    pub fn id(self, id: &'static str) -> Self {
        self.attribute("id", id)
    }

    /// Adds a child at the end.
    #[inline(never)]
    pub fn child(mut self, child: impl Into<Child>) -> Self {
        self.0.children.push(child.into());
        self
    }

    /// Adds children at the end.
    #[inline(never)]
    pub fn children(mut self, children: Vec<Self>) -> Self {
        self.0
            .children
            .extend(children.into_iter().map(Child::Element));
        self
    }

    fn set(mut self, kind: SettingKind, name: &'static str, value: Value) -> Self {
        self.0.settings.push(Setting { kind, name, value });
        self
    }
}

impl From<Element> for Child {
    fn from(element: Element) -> Self {
        Self::Element(element)
    }
}

impl From<&'static str> for Child {
    fn from(words: &'static str) -> Self {
        Self::Text(Words::Borrowed(words))
    }
}

impl From<String> for Child {
    fn from(words: String) -> Self {
        Self::Text(Words::Owned(words))
    }
}

impl From<Words> for Child {
    fn from(words: Words) -> Self {
        Self::Text(words)
    }
}

impl From<&'static str> for Value {
    fn from(words: &'static str) -> Self {
        Self::Words(Words::Borrowed(words))
    }
}

impl From<String> for Value {
    fn from(words: String) -> Self {
        Self::Words(Words::Owned(words))
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Value {
    fn from(is: bool) -> Self {
        Self::Is(is)
    }
}
