//! What the page says to the figures that are loaded after it, and they to it.
//!
//! Both are programs of their own on one page, and share no memory: the page tells which plan it
//! shows and how, the figures ask it to go elsewhere. A plan travels as its link.

use crate::text::number::Units;

/// The event by which the page tells its state, as a [`Sight`] and a link.
pub const STATE: &str = "shardwise-state";
/// The event by which the figures ask to be told, once they listen.
pub const ASK: &str = "shardwise-ask";
/// The event by which the figures go to another plan at a stroke: a link, to which the browser's
/// Back returns.
pub const JUMP: &str = "shardwise-jump";
/// The event by which they move the plan as a slider does: a link.
pub const MOVE: &str = "shardwise-move";

/// How the page looks at its plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// In which unit memory is shown.
    pub units: Units,
    /// How figures are counted: positions in [`Counting::CHOICES`].
    ///
    /// [`Counting::CHOICES`]: crate::cost::convention::Counting::CHOICES
    pub counting: [usize; 3],
    /// Whether a finger holds a slider.
    pub is_dragging: bool,
}

impl Sight {
    /// The message of a state: a digit for each choice, then the link.
    ///
    /// ```
    /// use shardwise::wire::Sight;
    /// let message = Sight { is_dragging: true, ..Sight::default() }.message("#v=1&p=llama3-8b/h100x8");
    /// assert_eq!(message, "00001#v=1&p=llama3-8b/h100x8");
    /// ```
    #[must_use]
    pub fn message(&self, link: &str) -> String {
        let [first, second, third] = self.counting;
        let choices = [
            usize::from(self.units == Units::Gb),
            first,
            second,
            third,
            usize::from(self.is_dragging),
        ];
        let mut message: String = choices.map(digit).iter().collect();
        message.push_str(link);
        message
    }

    /// Reads a message; what is no digit counts as nought.
    ///
    /// ```
    /// use shardwise::{text::number::Units, wire::Sight};
    /// let (sight, link) = Sight::read("10020#v=1&p=gpt3-175b/a100-80x1024");
    /// assert_eq!((sight.units, sight.counting), (Units::Gb, [0, 0, 2]));
    /// assert_eq!(link, "#v=1&p=gpt3-175b/a100-80x1024");
    /// ```
    #[must_use]
    pub fn read(message: &str) -> (Self, &str) {
        let (choices, link) = message.split_at_checked(5).unwrap_or(("", message));
        let mut digits = choices
            .bytes()
            .map(|byte| usize::from(byte.wrapping_sub(b'0')))
            .map(|digit| if digit < 10 { digit } else { 0 });
        let mut next = || digits.next().unwrap_or_default();
        let units = if next() == 1 { Units::Gb } else { Units::Gib };
        let sight = Self {
            units,
            counting: [next(), next(), next()],
            is_dragging: next() == 1,
        };
        (sight, link)
    }
}

/// A choice as one character; there are never ten.
fn digit(choice: usize) -> char {
    char::from(b'0' + choice.min(9) as u8)
}
