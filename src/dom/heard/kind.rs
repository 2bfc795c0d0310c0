//! Kinds of events, and keys.

/// Kinds of events that panels hear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An element is pressed, by a pointer or a key.
    Click,
    /// A field or slider moves.
    Input,
    /// A field, list or box is left with another value.
    Change,
    /// Details are opened or closed.
    Toggle,
    /// A key goes down.
    KeyDown,
    /// A pointer goes down.
    PointerDown,
    /// A pointer goes up again.
    PointerUp,
    /// A pointer is lost.
    PointerCancel,
    /// A pointer moves.
    PointerMove,
    /// The focus comes to an element.
    FocusIn,
    /// A region is scrolled.
    Scroll,
    /// The window has another size.
    Resize,
    /// A wheel turns.
    Wheel,
    /// Something is dragged over the page.
    DragOver,
    /// It is dropped.
    Drop,
    /// The page is about to be printed.
    BeforePrint,
    /// It has been.
    AfterPrint,
    /// The page's colours have changed.
    Colours,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::Click,
        Self::Input,
        Self::Change,
        Self::Toggle,
        Self::KeyDown,
        Self::PointerDown,
        Self::PointerUp,
        Self::PointerCancel,
        Self::PointerMove,
        Self::FocusIn,
        Self::Scroll,
        Self::Resize,
        Self::Wheel,
        Self::DragOver,
        Self::Drop,
        Self::BeforePrint,
        Self::AfterPrint,
        Self::Colours,
    ];

    /// Whether a panel may keep the browser from what it does by itself then. For the others the
    /// browser need not wait.
    #[must_use]
    pub const fn may_be_prevented(self) -> bool {
        !matches!(
            self,
            Self::Scroll | Self::Wheel | Self::PointerMove | Self::Resize
        )
    }

    /// Name of the browser's event.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Click => "click",
            Self::Input => "input",
            Self::Change => "change",
            Self::Toggle => "toggle",
            Self::KeyDown => "keydown",
            Self::PointerDown => "pointerdown",
            Self::PointerUp => "pointerup",
            Self::PointerCancel => "pointercancel",
            Self::PointerMove => "pointermove",
            Self::FocusIn => "focusin",
            Self::Scroll => "scroll",
            Self::Resize => "resize",
            Self::Wheel => "wheel",
            Self::DragOver => "dragover",
            Self::Drop => "drop",
            Self::BeforePrint => "beforeprint",
            Self::AfterPrint => "afterprint",
            // Sent by `src/browser/start.js`.
            Self::Colours => "shardwise-colours",
        }
    }
}

/// A key, and those that are held with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// The key, as the browser names it: `ArrowLeft`, `a`.
    pub key: String,
    /// Whether Control is held.
    pub control: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Alt is held.
    pub alt: bool,
    /// Whether Command or the Windows key is held.
    pub meta: bool,
}

impl Keys {
    /// The key, where nothing but Shift is held with it.
    #[must_use]
    pub fn plain(&self) -> Option<&str> {
        let is_plain = !(self.control || self.alt || self.meta);
        is_plain.then_some(self.key.as_str())
    }
}
