//! `MaxText`'s YAML: settings of a file or a command that differ from `base.yml`.
//!
//! Source of every option, of its default and of what it cannot run: AI-Hypercomputer/maxtext at
//! commit e591f30c (August 2026), `src/maxtext/configs/base.yml` and `types.py`; names of models:
//! `configs/models/`.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/cli/tests/all/exchange/mod.rs`.

mod layout;
mod model;
mod run;

use super::setting::{Section, projections, read_table};
use crate::export::syntax;
use crate::export::writer::TargetWriter;
use crate::import::fields::Fields;
use cost::plan::Recipe;

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "maxtext.yml",
    text: |job, comments| syntax::yaml_file(&WRITTEN, job.facts, comments),
    launch: |_| String::from("python3 -m maxtext.trainers.pre_train.train maxtext.yml"),
};

/// Fields that distinguish MaxText's files from other documents.
pub(crate) const SIGNS: &[&str] = &[
    "base_emb_dim",
    "base_num_decoder_layers",
    "per_device_batch_size",
    "ici_fsdp_parallelism",
    "ici_tensor_parallelism",
    "max_target_length",
];

/// Reads a file.
pub(crate) fn read_file(mut file: Fields) {
    file.reading.recipe(Recipe::MaxText);
    file.reading.start_layout();
    read_table(&READ, &mut file);
}

projections!(TABLE, READ_ORDER);

pub(crate) const TABLE: &[Section] = &[NAMES, SHAPE, BATCH, DATA, DEGREES, LEVERS];

/// The batch follows from the layout, the data-parallel ranks from the other degrees.
const READ_ORDER: &[Section] = &[NAMES, SHAPE, DEGREES, DATA, BATCH, LEVERS];

const NAMES: Section = Section::of(model::NAME_ROWS);
const SHAPE: Section = Section::of(model::SHAPE_ROWS)
    .begin(model::begin_shape)
    .end(model::end_shape);
const BATCH: Section = Section::of(run::BATCH_ROWS);
const DATA: Section = Section::of(layout::DATA_ROWS);
const DEGREES: Section = Section::of(layout::DEGREE_ROWS).end(layout::end_degrees);
const LEVERS: Section = Section::of(run::LEVER_ROWS);
