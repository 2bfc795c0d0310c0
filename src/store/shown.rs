//! What components show of a state.

/// What a component shows of a state, and follows.
pub(crate) type Shown<T> = Box<dyn Fn() -> T + Send + Sync>;
