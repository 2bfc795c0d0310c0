//! Kinds of snippets that a teacher can copy.

/// A kind of snippet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SnippetKind {
    /// An address.
    #[default]
    Link,
    /// An `iframe`.
    Frame,
    /// A `shardwise-planner`.
    Element,
}

/// All kinds.
pub(super) static SNIPPET_KINDS: [SnippetKind; 3] =
    [SnippetKind::Link, SnippetKind::Frame, SnippetKind::Element];

impl SnippetKind {
    /// The kind's word in the form.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Frame => "frame",
            Self::Element => "element",
        }
    }
}
