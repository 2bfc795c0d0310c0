//! torchtitan: TOML of version 0.2, a Python function for 0.3, and the JSON that 0.3 dumps.
//!
//! Source of every option and of its default: pytorch/torchtitan 0.2.2,
//! `torchtitan/config/job_config.py`; 0.3.0, `torchtitan/trainer.py`, `config/configs.py`,
//! `protocols/model_spec.py`, `components/optimizer/optimizer.py`,
//! `distributed/activation_checkpoint.py`; of what it cannot run: wheels 0.2.2 and 0.3.0, and the
//! schedules of PyTorch 2.15, `torch/distributed/pipelining/schedules.py`.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/cli/tests/all/exchange/mod.rs`.

pub(crate) mod early;
mod layout;
mod model;
pub(crate) mod python;
mod run;
pub(crate) mod write;

use super::setting::{Section, projections, read_table};
use crate::export::document::{set_in, tree};
use crate::export::slurm::torchrun;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::import::fields::Fields;
use cost::plan::Recipe;

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "torchtitan.toml",
    text,
    launch: |facts| {
        let module = " -m torchtitan.train --job.config_file torchtitan.toml";
        [&torchrun(facts), module].concat()
    },
};

fn text(job: &ExportInput, comments: &[String]) -> String {
    let document = syntax::toml(&tree(set_in(&WRITTEN, job.facts, "0.2")));
    [&syntax::comments(comments), "\n", &document].concat()
}

/// Tables that distinguish torchtitan's files from other documents.
pub(crate) const SIGNS: &[&str] = &["parallelism", "training", "activation_checkpoint"];

/// Reads a file.
pub(crate) fn read_file(mut file: Fields) {
    file.reading.recipe(Recipe::TorchTitan);
    file.reading.start_layout();
    let stack = &mut file.reading.plan.stack;
    (stack.gradient_sync, stack.graphs) = (None, None);
    read_table(&READ, &mut file);
}

projections!(TABLE, READ_ORDER);

pub(crate) const TABLE: &[Section] = &[MODEL, DUMP, PRODUCTS, BATCH, TYPES, DATA, DEGREES, STACK];

/// The batch follows from the layout, the data-parallel ranks from the other degrees.
const READ_ORDER: &[Section] = &[MODEL, DUMP, DEGREES, DATA, BATCH, PRODUCTS, TYPES, STACK];

const MODEL: Section = Section::of(model::ROWS);
const DUMP: Section = Section::of(model::DUMP_ROWS).begin(model::begin_dump);
const PRODUCTS: Section = Section::of(run::PRODUCT_ROWS);
const BATCH: Section = Section::of(run::BATCH_ROWS);
const TYPES: Section = Section::of(run::TYPE_ROWS);
const DATA: Section = Section::of(layout::DATA_ROWS);
const DEGREES: Section = Section::of(layout::DEGREE_ROWS);
const STACK: Section = Section::of(run::STACK_ROWS);
