//! Kinds of UI events, and keys.

/// Kinds of UI events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UiEventKind {
    /// An element is clicked, by a pointer or a key.
    Click,
    /// A field or slider changes while in use.
    Input,
    /// A field, list or box is left with another value.
    Change,
    /// Details are opened or closed.
    Toggle,
    /// A key is pressed.
    KeyDown,
    /// A pointer is pressed.
    PointerDown,
    /// A pointer is released.
    PointerUp,
    /// A pointer is lost.
    PointerCancel,
    /// A pointer moves.
    PointerMove,
    /// An element receives the focus.
    FocusIn,
    /// A region is scrolled.
    Scroll,
    /// The size of the window changes.
    Resize,
    /// A wheel turns.
    Wheel,
    /// Something is dragged over the page.
    DragOver,
    /// Dragged content is dropped.
    Drop,
    /// The page is about to be printed.
    BeforePrint,
    /// The page has been printed.
    AfterPrint,
    /// The page's colours have changed.
    Colours,
}

impl UiEventKind {
    /// All kinds.
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

    /// True if a panel may prevent the browser's default action. For other kinds the browser need
    /// not wait.
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
            // `src/browser/start.js` sends it.
            Self::Colours => "shardwise-colours",
        }
    }
}

/// A key, and the modifier keys that are held with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// The key, as the browser names it: `ArrowLeft`, `a`.
    pub key: String,
    /// True if Control is held.
    pub control: bool,
    /// True if Shift is held.
    pub shift: bool,
    /// True if Alt is held.
    pub alt: bool,
    /// True if Command or the Windows key is held.
    pub meta: bool,
}

impl Keys {
    /// The key, if no modifier but Shift is held with it.
    #[must_use]
    pub fn plain(&self) -> Option<&str> {
        let is_plain = !(self.control || self.alt || self.meta);
        is_plain.then_some(self.key.as_str())
    }
}
