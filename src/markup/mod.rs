//! Markup as a value: what a view shows, built from data and compared with what stands.
//!
//! Leptos compiles each `view!` into code of its own, which suits the frame of the page. What is
//! drawn again on every movement is [`Markup`] instead: one small piece of code shows all of it.

mod drawn;
pub mod figure;
mod render;

pub use drawn::{Drawn, touch};

use std::borrow::Cow;

/// Words that stand in the program or were put together.
pub type Words = Cow<'static, str>;

/// A piece of the page.
pub enum Markup {
    /// Plain words; nothing in them is HTML.
    Text(Words),
    /// An element.
    Element(Element),
}

/// An element. It is built up by calls that each take it and give it back: behind a pointer it
/// goes from one to the next in a register, which makes all views together smaller by kilobytes.
pub struct Element(Box<Parts>);

/// Its tag, what is set on it, what it holds.
struct Parts {
    tag: &'static str,
    /// Whether it is part of a drawing.
    is_svg: bool,
    settings: Vec<Setting>,
    children: Vec<Markup>,
}

/// Something set on an element.
struct Setting {
    kind: Kind,
    name: &'static str,
    value: Value,
}

/// Where a setting goes.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Attribute,
    /// What the browser holds beside the attributes: the place of a slider, a tick.
    Property,
    /// A property of the element's style.
    Style,
}

/// What a setting says.
#[derive(PartialEq)]
pub enum Value {
    /// Words.
    Words(Words),
    /// A number.
    Number(f64),
    /// Yes or no; an attribute is there or not.
    Is(bool),
}

/// A view that is drawn again whenever a signal changes that it has read.
pub type Live = Box<dyn Fn() -> Vec<Markup> + Send>;

/// Elements that follow signals.
pub fn live(draw: impl Fn() -> Vec<Element> + Send + 'static) -> Live {
    Box::new(move || draw().into_iter().map(Markup::Element).collect())
}

/// A sentence that follows signals.
pub fn words(say: impl Fn() -> String + Send + 'static) -> Live {
    Box::new(move || vec![say().into()])
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
        settings: Vec::new(),
        children: Vec::new(),
    }))
}

impl Element {
    /// Sets an attribute.
    #[inline(never)]
    pub fn attribute(self, name: &'static str, value: impl Into<Value>) -> Self {
        self.set(Kind::Attribute, name, value.into())
    }

    /// Sets a property, after those set before it: a slider's bounds come before its place.
    #[inline(never)]
    pub fn property(self, name: &'static str, value: impl Into<Value>) -> Self {
        self.set(Kind::Property, name, value.into())
    }

    /// Sets a property of the style. All of an element's go to the browser in one piece: it takes
    /// as long to be told one as to be told ten.
    #[inline(never)]
    pub fn style(mut self, name: &'static str, value: String) -> Self {
        let mut settings = self.0.settings.iter_mut();
        let style = settings.find(|setting| setting.kind == Kind::Style);
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
        self.set(Kind::Style, "style", [name, ":", &value].concat().into())
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
    pub fn child(mut self, child: impl Into<Markup>) -> Self {
        self.0.children.push(child.into());
        self
    }

    /// Adds children at the end.
    #[inline(never)]
    pub fn children(mut self, children: Vec<Self>) -> Self {
        self.0
            .children
            .extend(children.into_iter().map(Markup::Element));
        self
    }

    fn set(mut self, kind: Kind, name: &'static str, value: Value) -> Self {
        self.0.settings.push(Setting { kind, name, value });
        self
    }
}

impl From<Element> for Markup {
    fn from(element: Element) -> Self {
        Self::Element(element)
    }
}

impl From<&'static str> for Markup {
    fn from(words: &'static str) -> Self {
        Self::Text(Words::Borrowed(words))
    }
}

impl From<String> for Markup {
    fn from(words: String) -> Self {
        Self::Text(Words::Owned(words))
    }
}

impl From<Words> for Markup {
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
