//! Figures as they are written: `mfu`, `memory.total@3`.

use std::fmt;
use std::str::FromStr;

use super::root::Root;
use crate::plan::Word as _;

/// The word of the fullest stage in a figure's notation.
const FULLEST: &str = "fullest";

/// A figure of an estimate, with the stage that has it.
///
/// It is written `figure`, or `figure@stage` where each stage has one. Stages are counted from 0.
/// `@fullest` stands for the stage that needs most memory, and so does a figure without a place.
///
/// ```
/// use cost::why::{Figure, NotAFigure, Place, Root};
/// let third: Figure = "memory.total@3".parse().unwrap();
/// assert_eq!((third.root, third.place), (Root::MemoryTotal, Place::Stage(3)));
/// assert_eq!(third.to_string(), "memory.total@3");
/// let fullest: Figure = "memory.total@fullest".parse().unwrap();
/// assert_eq!(fullest, "memory.total".parse().unwrap());
/// assert_eq!(fullest.to_string(), "memory.total");
/// // The whole pipeline has one MFU.
/// assert_eq!("mfu@3".parse::<Figure>(), Err(NotAFigure::HasNoStages(Root::Mfu)));
/// assert_eq!("memory.total@x".parse::<Figure>(), Err(NotAFigure::UnknownPlace));
/// assert_eq!("memory.all".parse::<Figure>(), Err(NotAFigure::UnknownFigure));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Figure {
    /// The figure.
    pub root: Root,
    /// The stage; [`Place::Fullest`] of figures that do not belong to one.
    pub place: Place,
}

/// The stage that has a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The stage that needs most memory.
    Fullest,
    /// A stage, counted from 0.
    Stage(usize),
}

/// The reason why a text is no [`Figure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAFigure {
    /// No figure has this word.
    UnknownFigure,
    /// The place behind `@` is neither a number nor `fullest`.
    UnknownPlace,
    /// The text names a stage of a figure that does not belong to one.
    HasNoStages(Root),
}

impl Figure {
    /// The stage of a plan with this many stages whose fullest one is `fullest`; `None` if the plan
    /// does not have it.
    ///
    /// ```
    /// use cost::why::Figure;
    /// let stage = |text: &str| text.parse::<Figure>().unwrap().stage(4, 1);
    /// assert_eq!([stage("memory.total"), stage("memory.total@3")], [Some(1), Some(3)]);
    /// assert_eq!(stage("memory.total@4"), None);
    /// ```
    #[must_use]
    pub fn stage(self, stages: usize, fullest: usize) -> Option<usize> {
        match self.place {
            Place::Fullest => Some(fullest),
            Place::Stage(stage) => (stage < stages).then_some(stage),
        }
    }
}

impl From<Root> for Figure {
    /// The figure, of the fullest stage if each has one.
    fn from(root: Root) -> Self {
        Self {
            root,
            place: Place::Fullest,
        }
    }
}

impl FromStr for Figure {
    type Err = NotAFigure;

    fn from_str(text: &str) -> Result<Self, NotAFigure> {
        let (word, place) = match text.split_once('@') {
            Some((word, place)) => (word, Some(place)),
            None => (text, None),
        };
        let root = Root::parse(word).ok_or(NotAFigure::UnknownFigure)?;
        let place = match place {
            Some(_) if !root.is_of_stage() => return Err(NotAFigure::HasNoStages(root)),
            None | Some(FULLEST) => Place::Fullest,
            Some(stage) => Place::Stage(stage.parse().map_err(|_| NotAFigure::UnknownPlace)?),
        };
        Ok(Self { root, place })
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(self.root.word())?;
        match self.place {
            Place::Fullest => Ok(()),
            Place::Stage(stage) => write!(to, "@{stage}"),
        }
    }
}
