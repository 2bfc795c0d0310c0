//! Values that components show.

/// A value of a state that a component shows and follows.
pub(crate) type Shown<T> = Box<dyn Fn() -> T + Send + Sync>;
