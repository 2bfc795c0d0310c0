//! Faults of a lesson's file.

use formats::goal;
use formats::import;
use formats::link::LinkWarning;

/// Why a text gives no lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonRefusal {
    /// It cannot be read at all.
    File(import::ImportRefusal),
    /// It has more than [`LARGEST`](super::LARGEST) bytes.
    TooLarge,
    /// It is a document, but none that says it is a lesson.
    NoLesson,
    /// It is of a later format.
    Format {
        /// The format that it names, shortened.
        given: String,
    },
    /// It is a lesson with these faults, in the order of the file, at most some tens.
    Faults(Vec<LessonFault>),
}

/// Something wrong with a lesson, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonFault {
    /// The way to it: `steps[2].goal`. Of a step that has a name, that follows in brackets.
    pub path: String,
    /// The fault.
    pub why: Why,
}

/// The fault.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// It has to be there.
    Missing,
    /// A text should stand here.
    NoText,
    /// A list should stand here.
    NoList,
    /// Fields with names should stand here.
    NoFields,
    /// A number should stand here, within these bounds.
    NoNumber([f64; 2]),
    /// There is no such field.
    Unknown {
        /// The field that was probably meant.
        nearest: Option<&'static str>,
    },
    /// It has more letters than it may.
    TooLong {
        /// Most bytes that it may have.
        most: usize,
    },
    /// It has more members than it may.
    TooMany {
        /// Most that it may have.
        most: usize,
    },
    /// There is none, and there has to be one.
    Empty,
    /// It is to be made of small letters, digits and hyphens.
    NoName,
    /// Another step has this name.
    Twice,
    /// It is none of the words that can stand here.
    NoWord {
        /// The text, shortened.
        given: String,
    },
    /// It is no link of a plan that can be read without a doubt.
    Link(LinkWarning),
    /// It names no plan.
    NoLink,
    /// It is no goal.
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
        /// Its target, shortened.
        given: String,
    },
    /// A value that the text is to show cannot be worked out.
    Live {
        /// The fault.
        fault: goal::Fault,
        /// The value as it is asked for.
        text: String,
    },
    /// It says how few controls lead to the goal, where there is no goal, or no plan to start from.
    ParOfNothing,
}
