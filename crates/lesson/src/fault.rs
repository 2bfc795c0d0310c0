//! Faults of a lesson's file.

use formats::goal;
use formats::import;
use formats::link::LinkWarning;

/// Why a text gives no lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonRefusal {
    /// The text cannot be read at all.
    File(import::ImportRefusal),
    /// The text has more than [`LARGEST`](super::LARGEST) bytes.
    TooLarge,
    /// The text is a document that does not say it is a lesson.
    NoLesson,
    /// The lesson has a later format.
    Format {
        /// The format that it names, shortened.
        given: String,
    },
    /// The lesson has these faults, in the order of the file, at most some tens.
    Faults(Vec<LessonFault>),
}

/// Something wrong with a lesson, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonFault {
    /// Path of the fault, such as `steps[2].goal`. If the step has a name, the name follows in
    /// brackets.
    pub path: String,
    /// The fault at this path.
    pub why: Why,
}

/// The fault.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// The field is required.
    Missing,
    /// A text should stand here.
    NoText,
    /// A list should stand here.
    NoList,
    /// Fields with names should stand here.
    NoFields,
    /// A number should stand here, within these bounds.
    NoNumber([f64; 2]),
    /// No field has this name.
    Unknown {
        /// The nearest field.
        nearest: Option<&'static str>,
    },
    /// The text has more letters than allowed.
    TooLong {
        /// Most bytes that it may have.
        most: usize,
    },
    /// The list has more members than allowed.
    TooMany {
        /// Most that it may have.
        most: usize,
    },
    /// The list is empty but needs a member.
    Empty,
    /// The name may have only small letters, digits and hyphens.
    NoName,
    /// Another step has this name.
    Twice,
    /// The text is none of the words allowed here.
    NoWord {
        /// The text, shortened.
        given: String,
    },
    /// The text is not a link of a plan that can be read without warnings.
    Link(LinkWarning),
    /// The link names no plan.
    NoLink,
    /// The text is not a goal.
    Goal {
        /// The fault.
        fault: goal::Fault,
        /// The goal.
        text: String,
    },
    /// A sign of the text is opened and not closed, or not opened.
    Unclosed {
        /// The sign.
        sign: &'static str,
    },
    /// A link of the text leads nowhere that it may lead.
    NoTarget {
        /// Target of the link, shortened.
        given: String,
    },
    /// A value that the text is to show cannot be worked out.
    Live {
        /// The fault.
        fault: goal::Fault,
        /// The value as the text writes it.
        text: String,
    },
    /// The step gives the number of controls that lead to its goal, but has no goal, or no plan to
    /// start from.
    ParOfNothing,
    /// The passage says what a reader has changed, but no plan to start from is named.
    ChangeOfNothing,
    /// The text names no figure.
    NoFigure {
        /// The text, shortened.
        given: String,
    },
    /// The text is no change of a plan.
    Change {
        /// The first pair that is no key with a value of it, shortened.
        given: String,
    },
    /// The step has a prediction, but no plan to start from.
    PredictionOfNothing,
    /// The field belongs to predictions that are made in another way.
    OtherWay {
        /// The word of that way.
        by: &'static str,
    },
    /// The range ends where it begins, or before.
    NoRange,
}
