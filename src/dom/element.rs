//! Element trees as values.

use std::borrow::Cow;

/// Text, static or composed.
pub type Words = Cow<'static, str>;

/// A child of an element.
pub enum Child {
    /// Plain text; nothing in it is HTML.
    Text(Words),
    /// An element.
    Element(Element),
}

/// An element. Each builder call takes it and returns it. It is boxed, so that it passes in a
/// register, which makes all views together 4 kB smaller.
pub struct Element(pub(super) Box<ElementData>);

/// The tag, settings and children of an element.
pub(super) struct ElementData {
    pub(super) tag: &'static str,
    /// True if it is part of a drawing.
    pub(super) is_svg: bool,
    /// The name among siblings, wherever the element moves; elements without one are known by
    /// index.
    pub(super) key: Option<Words>,
    pub(super) settings: Vec<ElementSetting>,
    pub(super) children: Vec<Child>,
}

/// A setting of an element.
pub(super) struct ElementSetting {
    pub(super) kind: SettingKind,
    pub(super) name: &'static str,
    pub(super) value: Value,
}

/// Kinds of settings of an element.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum SettingKind {
    Attribute,
    /// A property of the browser's element that is not an attribute: the position of a slider, a
    /// tick.
    Property,
    /// All properties of the element's style.
    Style,
}

/// The value of a setting.
#[derive(PartialEq)]
pub enum Value {
    /// A text.
    Words(Words),
    /// A number.
    Number(f64),
    /// A boolean: an attribute is present or absent.
    Is(bool),
}

/// An empty element.
#[inline(never)]
#[must_use]
pub fn element(tag: &'static str) -> Element {
    made(tag, false)
}

/// An empty element of a drawing (SVG).
#[inline(never)]
#[must_use]
pub fn svg(tag: &'static str) -> Element {
    made(tag, true)
}

fn made(tag: &'static str, is_svg: bool) -> Element {
    Element(Box::new(ElementData {
        tag,
        is_svg,
        key: None,
        settings: Vec::new(),
        children: Vec::new(),
    }))
}

impl Element {
    /// Sets the key among siblings: an element that moves in a list keeps its focus and its state.
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

    /// Sets a property, after those set before it: a slider's bounds are set before its position.
    #[inline(never)]
    pub fn property(self, name: &'static str, value: impl Into<Value>) -> Self {
        self.set(SettingKind::Property, name, value.into())
    }

    /// Sets a property of the style. All properties of an element go to the browser in one call,
    /// which takes as long as one property alone.
    #[inline(never)]
    pub fn style(mut self, name: &'static str, value: String) -> Self {
        let mut settings = self.0.settings.iter_mut();
        let style = settings.find(|setting| setting.kind == SettingKind::Style);
        if let Some(ElementSetting {
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

    /// Sets the classes of the element.
    #[inline(never)]
    pub fn class(self, classes: impl Into<Value>) -> Self {
        self.attribute("class", classes)
    }

    /// Sets the id of the element.
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
        self.0.settings.push(ElementSetting { kind, name, value });
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
