//! Goals: conditions on a plan and its estimate, as lessons and links write them.
//!
//! A goal is a condition on the result, so that every path to it counts: `fits, mfu >= 40%, gpus <=
//! 64`. Reading is total: any text gives a goal or its first [`Fault`], with the position.
//!
//! ```text
//! goal       = all { "or" all }
//! all        = one { ("and" | ",") one }
//! one        = "not" one | "legal" | verdict | "(" goal ")"
//!            | field ("=" | "!=") word | sum comparison sum
//! verdict    = "fits" | "tight" | "may-not-fit" | "oom"
//! comparison = "<" | "<=" | ">" | ">=" | "=" | "==" | "!="
//! sum        = product { ("+" | "-") product }
//! product    = factor { ("*" | "/") factor }
//! factor     = "-" factor | number | field | "(" sum ")"
//! number     = digits [ "." digits ] [ "%" | "K" | "M" | "B" | "T" ]
//! ```
//!
//! Tests: `tests/all/goal.rs`, `crates/cli/tests/all/properties/goals.rs`.

mod code;
mod condition;
mod distance;
mod fault;
mod field;
mod figure;
mod number;
mod parse;
mod quantity;
mod stack;
mod write;

pub use condition::{DEEPEST, Goal, LONGEST};
pub use fault::{Fault, Wrong};
pub use field::Field;
pub use figure::{
    FIGURES, Figure, OVERHEADS, Read, Unit, VERDICTS, machine_overhead, overhead_word,
    verdict_named, verdict_word,
};
pub use number::Number;
pub use quantity::{Live, Quantity};
pub use write::Style;
