//! Texts of events and effects.

use std::borrow::Cow;

/// Text, static or composed.
pub(crate) type Words = Cow<'static, str>;
