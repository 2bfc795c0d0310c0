//! Words of the page's frame.

messages!("frame");

/// The sentence about locked controls, by their keys, that an address would have moved.
#[must_use]
pub fn locks_kept_of(keys: &[&'static str]) -> String {
    let name = |key: &&'static str| crate::controls::label(key).map_or(*key, |label| label.name);
    let names: Vec<&str> = keys.iter().map(name).collect();
    locks_kept(&names)
}
