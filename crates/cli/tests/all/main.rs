//! The tests of the command and its reports from outside, in one program.

mod compare_command;
mod estimate_command;
mod exchange;
mod exercises;
mod exit_status;
mod fits_command;
mod fleet;
mod hardware;
mod json_words;
mod languages;
mod lesson_command;
mod list;
mod plan_arguments;
mod printed;
mod properties;
mod published_layouts;
mod reports;
mod run;
mod schema;
mod search_command;
mod trace;
mod validate;
mod why_command;
