//! Formats of plans, to write and to read.
//!
//! - [`catalog`]: facts with their sources, models and GPUs by name;
//! - [`link`]: plans as fragments of an address and back;
//! - [`famous`]: training runs of reports, with the figures that these publish;
//! - [`goal`]: conditions on a plan and its estimate, as lessons write them;
//! - [`export`], [`import`]: plans as the files of training frameworks and back. Both are tables
//!   over a few small syntaxes; they list aspects that a framework cannot express and settings that
//!   a file leaves open; [`file_run`]: the plan that an exported file runs;
//! - [`estimate`]: the JSON of a plan with its figures, which scripts rely on; [`json`] writes it;
//! - [`message`]: messages between an embedded planner and the page around it; [`accuracy`]:
//!   published runs as the page loads them;
//! - [`excerpt`]: untrusted texts in messages;
//! - [`nearest`]: names near a misspelt one;
//! - [`number`]: numbers as files have them and as people type them.
//!
//! Nothing here opens a file or depends on a terminal. The caller passes texts for people as
//! [`PlanText`] and [`ExportText`](export::ExportText).

pub mod accuracy;
pub mod catalog;
pub mod estimate;
pub mod excerpt;
mod exchange;
pub mod export;
pub mod famous;
pub mod file_run;
mod frameworks;
pub mod goal;
pub mod import;
pub mod json;
pub mod layers;
pub mod link;
pub mod message;
pub mod nearest;
pub mod number;
mod plan_text;
mod schedule_names;

pub use plan_text::{PlanText, RefusalText};
