//! Shardwise: a planner for large-model pre-training.
//!
//! A [`cost::plan::Plan`] says how a model is cut across a cluster; [`cost::estimate`] says what
//! each GPU must hold, how long a step takes, and why. Data flows one way:
//!
//! ```text
//! link or controls → Plan → estimate → Estimate → report or page
//! ```
//!
//! - [`cost`] is the model itself and imports nothing of the rest;
//! - [`catalog`] holds facts with their sources: models and cards;
//! - [`search`] changes a plan and estimates it again: repairs, cures, the best of all layouts;
//! - [`searcher`] is that search as the page's workers do it (`src/worker.rs`, feature `worker`);
//! - [`link`] turns plans into URL fragments and back;
//! - [`goal`] reads conditions on a plan and its estimate, as lessons write them;
//! - [`lesson`] reads lessons, ours and any teacher's, and judges what readers do in them;
//! - [`exchange`] writes plans as the files of training frameworks, and reads them;
//! - [`text`] is every sentence a person reads, in one table a language;
//! - [`report`] writes an estimate for a terminal or as JSON;
//! - `browser` and `markup` (feature `page`) are what both are drawn with;
//! - `fleet` (feature `command`) finds the best layouts of many plans, a row of a file each;
//! - `runs` (feature `command`) reads published runs and compares them with their estimates.
//!
//! The page (`src/main.rs`, feature `page`) and the command (`src/cli/`, feature `command`)
//! stand on the same library.

#[cfg(feature = "page")]
pub mod browser;
pub mod catalog;
pub mod cost;
pub mod exchange;
#[cfg(feature = "command")]
pub mod fleet;
pub mod goal;
pub mod lesson;
pub mod link;
#[cfg(feature = "page")]
pub mod markup;
pub mod report;
#[cfg(feature = "command")]
pub mod runs;
pub mod search;
pub mod searcher;
pub mod text;
