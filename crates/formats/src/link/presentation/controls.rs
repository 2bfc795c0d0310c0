//! Keys of the controls that a presentation names.

use crate::link::v1;

/// Keys that a link writes as one, `p`, and that are three controls.
pub const PRESETS: [&str; 3] = ["model", "gpu", "gpus"];

/// The controls of latent attention, which its key `mla` stands for.
const LATENT: [&str; 6] = ["mla", "mlaq", "mlakv", "mlanope", "mlarope", "mlav"];

/// The controls that a key of `hide` or `lock` stands for, if they are several; else none.
///
/// ```
/// use formats::link::presentation::several;
/// assert_eq!(several("p"), ["model", "gpu", "gpus"]);
/// assert!(several("tp").is_empty());
/// ```
#[must_use]
pub fn several(key: &str) -> &'static [&'static str] {
    match key {
        "p" => &PRESETS,
        "mla" => &LATENT,
        _ => &[],
    }
}

/// Every key that `hide` and `lock` take: those of a link, and what its `p` is made of.
pub fn controls() -> impl Iterator<Item = &'static str> {
    let presets = std::iter::once("p").chain(PRESETS);
    presets.chain(v1::keys())
}

/// The keys of [`controls`] that a name stands for. This is the key itself; for a key that links
/// had once, those that replaced it; none for any other name.
///
/// ```
/// use formats::link::presentation::named;
/// assert_eq!(named("tp"), ["tp"]);
/// assert_eq!(named("moesw"), ["disp", "graph"]);
/// assert!(named("colour").is_empty());
/// ```
#[must_use]
pub fn named(name: &str) -> Vec<&'static str> {
    let replacing = v1::replacing(name);
    controls()
        .filter(|key| *key == name || replacing.contains(key))
        .collect()
}
