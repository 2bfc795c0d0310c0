//! Keys of the controls that a presentation names.

use crate::link::v1;

/// Keys of the three controls that a link writes as one key, `p`.
pub const PRESETS: [&str; 3] = ["model", "gpu", "gpus"];

/// The controls of latent attention, for which its key `mla` stands.
const LATENT: [&str; 6] = ["mla", "mlaq", "mlakv", "mlanope", "mlarope", "mlav"];

/// The controls for which a key of `hide` or `lock` stands, if they are several; else empty.
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

/// Every key that `hide` and `lock` take: those of a link, and the parts of `p`.
pub fn controls() -> impl Iterator<Item = &'static str> {
    let presets = std::iter::once("p").chain(PRESETS);
    presets.chain(v1::keys())
}

/// The keys of [`controls`] for which a name stands: the key of that name; for an old key of links,
/// those that replaced it; none for any other name.
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
