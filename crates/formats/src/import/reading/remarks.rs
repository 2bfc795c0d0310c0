//! Remarks on a file beside its plan.

use std::collections::BTreeSet;

use super::ImportReader;
use crate::excerpt::excerpt;
use crate::import::imported::{ImportNote, Unsaid};
use crate::import::lists::beginning;
use crate::import::value::ParsedValue;

/// Largest number of stored names of each kind: enough to correct a file, too few to flood a page.
const MOST_NAMES: usize = 100;

/// Parts of layers that no plan has and that change its figures little, by the switches of programs.
///
/// Sources: huggingface/transformers 5.24, `configuration_*.py`; Megatron-LM, `arguments.py`; MaxText,
/// `configs/base.yml`; GPT-NeoX, `neox_args.py`.
const UNHELD: [(Unsaid, &str); 2] = [
    (
        Unsaid::QueryKeyNorms,
        "qk_layernorm use_qk_norm qk_norm --qk-layernorm model.qk_layernorm",
    ),
    (
        Unsaid::ParallelBlocks,
        "parallel_attn use_parallel_residual gpt_j_residual",
    ),
];

impl ImportReader {
    /// True if no further unknown name is stored.
    pub(crate) const fn is_full(&self) -> bool {
        self.unknown.len() >= MOST_NAMES
    }

    /// Records an unknown name.
    pub(crate) fn unknown(&mut self, name: &str) {
        if self.is_full() {
            return;
        }
        let name = excerpt(name);
        if !self.unknown.contains(&name) {
            self.unknown.push(name);
        }
    }

    /// Records a value that the plan cannot have.
    pub(crate) fn unfit(&mut self, option: &str, value: &str) {
        if self.unfit.len() < MOST_NAMES {
            self.unfit.push((excerpt(option), excerpt(value)));
        }
    }

    /// Records a remark.
    pub(crate) fn remark(&mut self, note: ImportNote) {
        if self.notes.len() < MOST_NAMES && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Records a feature that no plan can have.
    pub(crate) fn unsaid(&mut self, what: Unsaid) {
        if !self.unsaid.contains(&what) {
            self.unsaid.push(what);
        }
    }

    /// Records the parts of layers that a document switches on and no plan has, after its model is
    /// read.
    pub(crate) fn unheld(&mut self, value: &ParsedValue) {
        for (what, names) in UNHELD {
            // Those of latent attention are in the plan.
            if what == Unsaid::QueryKeyNorms && self.plan.model.mla.is_some() {
                continue;
            }
            let mut names = names.split_ascii_whitespace();
            if names.any(|name| value.at(name).is_some_and(is_switched_on)) {
                self.unsaid(what);
            }
        }
    }

    /// Records the fields of a document that are on none of the lists and begin with none of the
    /// prefixes.
    pub(crate) fn unlisted(&mut self, value: &ParsedValue, lists: &[&str], prefixes: &[&str]) {
        let names = || lists.iter().flat_map(|list| list.split_ascii_whitespace());
        let known: BTreeSet<&str> = names().collect();
        let prefixes: Vec<&str> = names()
            .filter_map(beginning)
            .chain(prefixes.iter().copied())
            .collect();
        value.each_path(&mut |path| {
            let is_inside = |prefix: &&str| path.starts_with(*prefix);
            if !self.is_full() && !known.contains(path) && !prefixes.iter().any(is_inside) {
                self.unknown(path);
            }
        });
    }
}

/// True of the value of a switch that is on: an option of a command line may be without a value.
fn is_switched_on(value: &ParsedValue) -> bool {
    match value {
        ParsedValue::Switch(is_on) => *is_on,
        ParsedValue::Text(text) => text != "false",
        ParsedValue::List(_) => true,
        _ => false,
    }
}
