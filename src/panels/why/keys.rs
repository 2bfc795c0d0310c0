//! Keys of the tree of lines, as in the WAI-ARIA practices (tree view).

use cost::why::Line;

/// An action of a key on a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Key {
    /// To the line above.
    Up,
    /// To the line below.
    Down,
    /// Opens the line, or goes to the first line below it.
    In,
    /// Closes the line, or goes to the line that it is a part of.
    Out,
    /// To the first line.
    First,
    /// To the last line.
    Last,
    /// Opens the line and its siblings.
    Siblings,
    /// Opens or closes the line.
    Toggle,
    /// Closes the card.
    Close,
}

/// The line that gets the focus, and the lines that are opened or closed.
pub(super) struct Step {
    /// Place of the line among all.
    pub(super) place: usize,
    /// Paths of the lines.
    pub(super) toggled: Vec<String>,
}

impl Key {
    /// The action of a key by its name; none if it has none.
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "ArrowUp" => Self::Up,
            "ArrowDown" => Self::Down,
            "ArrowRight" => Self::In,
            "ArrowLeft" => Self::Out,
            "Home" => Self::First,
            "End" => Self::Last,
            "*" => Self::Siblings,
            "Enter" | " " => Self::Toggle,
            "Escape" => Self::Close,
            _ => return None,
        })
    }

    /// The effect of the key on the line at a place.
    pub(super) fn on(self, lines: &[Line], place: usize) -> Step {
        let last = lines.len() - 1;
        let line = &lines[place];
        let goes = |place| Step {
            place,
            toggled: Vec::new(),
        };
        let toggles = |toggled| Step { place, toggled };
        match self {
            Self::Up => goes(place.saturating_sub(1)),
            Self::Down => goes((place + 1).min(last)),
            Self::First => goes(0),
            Self::Last => goes(last),
            Self::In if line.is_open => goes((place + 1).min(last)),
            Self::In | Self::Toggle if line.can_open() => toggles(vec![line.path.clone()]),
            Self::Out if line.is_open => toggles(vec![line.path.clone()]),
            Self::Out => {
                let mut above = lines[..place].iter();
                let parent = above.rposition(|other| other.level < line.level);
                goes(parent.unwrap_or(place))
            }
            Self::Siblings => toggles(siblings(lines, place)),
            Self::In | Self::Toggle | Self::Close => goes(place),
        }
    }
}

/// Paths of the closed lines below the same number as a line.
fn siblings(lines: &[Line], place: usize) -> Vec<String> {
    let level = lines[place].level;
    let begins = lines[..place].iter().rposition(|line| line.level < level);
    let from = begins.map_or(0, |parent| parent + 1);
    let group = lines[from..].iter().take_while(|line| line.level >= level);
    let closed = group.filter(|line| line.level == level && line.can_open() && !line.is_open);
    closed.map(|line| line.path.clone()).collect()
}
