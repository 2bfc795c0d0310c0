//! The tests of the formats from outside, in one program.

mod accuracy;
mod catalogue;
mod exports;
mod goal;
mod golden_links;
mod import_accounts;
mod import_corpus;
mod import_exports;
mod import_models;
mod import_scripts;
mod keys;
mod messages;
mod releases;
mod yaml;
