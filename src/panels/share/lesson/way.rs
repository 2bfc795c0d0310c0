//! Ways in which a teacher takes the planner along.

/// A way to take the planner along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Way {
    /// An address.
    #[default]
    Link,
    /// An `iframe`.
    Frame,
    /// A `shardwise-planner`.
    Element,
}

/// All of them.
pub(super) static WAYS: [Way; 3] = [Way::Link, Way::Frame, Way::Element];

impl Way {
    /// Its word in the form.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Frame => "frame",
            Self::Element => "element",
        }
    }

    /// The way of a word; a link where there is none.
    pub(super) fn of(word: &str) -> Self {
        let way = WAYS.iter().find(|way| way.word() == word);
        way.copied().unwrap_or_default()
    }
}
