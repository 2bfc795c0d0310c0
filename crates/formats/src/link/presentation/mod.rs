//! The query of the page's address: the presentation of a plan by a teacher. The page rewrites only
//! its open tab (`tab.rs`).

mod controls;
mod decode;
mod encode;
#[cfg(test)]
mod tests;
mod views;

pub use controls::{PRESETS, controls, named, several};
pub(super) use decode::plain;
pub use views::{Theme, Unit, View};

use cost::convention::{MemoryKind, MfuKind, PeakKind};
use cost::trace::TraceScene;
use cost::why::Figure;

/// The presentation that a query requests; all else is up to the reader.
///
/// ```
/// use formats::link::presentation::{Presentation, Theme, View};
/// let (asked, warnings) = Presentation::decode("?embed=1&view=memory,map&lock=tp&theme=dark");
/// assert!(asked.embed && warnings.is_empty());
/// assert_eq!(asked.view, [View::Memory, View::Map]);
/// assert_eq!(asked.theme, Some(Theme::Dark));
/// assert_eq!(asked.encode(), "embed=1&view=memory,map&lock=tp&theme=dark");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presentation {
    /// True if the page is a part of another one, which owns the history.
    pub embed: bool,
    /// The only views that are shown; empty for all.
    pub view: Vec<View>,
    /// Keys of the only controls that are shown, of [`controls`]; empty for all.
    pub show: Vec<&'static str>,
    /// Keys of the hidden controls, of [`controls`].
    pub hide: Vec<&'static str>,
    /// Keys of the controls that are shown and cannot be moved, of [`controls`].
    pub lock: Vec<&'static str>,
    /// The language, as an HTML `lang`; empty if the query names none. English stands in for one that
    /// the page does not have.
    pub lang: String,
    /// Colours and sizes.
    pub theme: Option<Theme>,
    /// The unit in which memory is shown.
    pub units: Option<Unit>,
    /// FLOPs that the shown utilisation counts.
    pub mfu: Option<MfuKind>,
    /// The peak to which the shown utilisation is relative.
    pub peak: Option<PeakKind>,
    /// The bytes that a shown figure of memory counts.
    pub mem: Option<MemoryKind>,
    /// The id or the address of a lesson; empty if there is none.
    pub lesson: String,
    /// Goal of the reader, as its text, which is not read here; may be empty.
    pub goal: String,
    /// True if the tables behind all figures are open.
    pub table: bool,
    /// The view whose tab is open, of [`View::TABS`]. The page keeps this key as readers open tabs;
    /// it rewrites no other.
    pub tab: Option<View>,
    /// The scene that the player of a step shows.
    pub scene: Option<TraceScene>,
    /// The moment of the scene at which the player stands, counted from 1; 0 if there is none.
    pub at: u64,
    /// The figure whose arithmetic is open, and the words of a number in it with / between them; the
    /// words may be empty.
    pub why: Option<(Figure, String)>,
    /// The change whose outcome readers are to predict, as the text of [`NewValues`], which is not
    /// read here; may be empty.
    ///
    /// [`NewValues`]: super::NewValues
    pub predict: String,
    /// The figures of which they predict it, with commas between them, as texts of [`Figure`], which
    /// are not read here; empty for those that the page chooses.
    pub ask: String,
}
