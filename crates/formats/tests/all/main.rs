//! The tests of the formats from outside, in one program.

mod accuracy;
mod catalogue;
mod corpus;
mod exports;
mod famous;
mod file_run;
mod goal;
mod golden_links;
mod import_accounts;
mod import_commands;
mod import_corpus;
mod import_exports;
mod import_logs;
mod import_losses;
mod import_models;
mod import_programs;
mod import_scripts;
mod import_several;
mod import_worker;
mod json;
mod keys;
mod messages;
mod names;
mod releases;
mod typed;
mod yaml;
