//! The entry of the catalogue with a shape, or the features of the shape that no link can express.

use super::imported::Unsaid;
use crate::catalog::{CUSTOM, CUSTOM_MODEL, MODELS};
use cost::plan::Model;

/// A shape under its name in the catalogue, or as a custom model, with the features that no key of
/// a link can express.
///
/// The longest sequence does not count, as the releases of a model differ in it. A link has no key
/// for the kind of norm. A shape with another norm than the custom model borrows the name of the
/// nearest entry. If no entry is near, it takes the custom model's norm.
pub(crate) fn recognised(model: &Model) -> (Model, Vec<Unsaid>) {
    let like = |entry: &Model| Model {
        preset: entry.preset,
        trained_sequence: entry.trained_sequence,
        ..*model
    };
    let shapes = || MODELS.iter().map(|entry| entry.model);
    // The figures of the custom model identify no model.
    let mut named = shapes().filter(|entry| entry.preset != CUSTOM);
    if let Some(entry) = named.find(|entry| like(entry) == *entry) {
        return (entry, Vec::new());
    }
    if model.norm == CUSTOM_MODEL.norm {
        let preset = CUSTOM;
        return (Model { preset, ..*model }, Vec::new());
    }
    let alike = shapes().filter(|entry| entry.norm == model.norm);
    let nearest = alike.min_by_key(|entry| {
        let figures = |of: &Model| [of.layers, of.hidden, of.heads, of.vocab];
        let pairs = figures(entry).into_iter().zip(figures(model));
        let distance: u64 = pairs.map(|(one, other)| one.abs_diff(other)).sum();
        distance
    });
    match nearest {
        Some(entry) => {
            let preset = entry.preset;
            (Model { preset, ..*model }, vec![Unsaid::Borrowed(preset)])
        }
        None => {
            let custom = Model {
                preset: CUSTOM,
                norm: CUSTOM_MODEL.norm,
                ..*model
            };
            (custom, vec![Unsaid::Norm])
        }
    }
}
