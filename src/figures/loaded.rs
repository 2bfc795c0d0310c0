//! Parts of the figures that are fetched when they are first wanted.

/// A part, as far as it is there.
#[derive(Default)]
pub(super) enum Loaded<P: 'static> {
    /// Nobody has asked for it.
    #[default]
    No,
    /// It is on its way.
    Soon,
    /// It has not come.
    Failed,
    /// It is there.
    Yes(&'static P),
}

// Not derived: that would ask the same of the part itself.
impl<P> Clone for Loaded<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Loaded<P> {}
