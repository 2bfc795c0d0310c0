//! The tests of lessons from outside, in one program.

mod lessons;
mod lessons_described;
