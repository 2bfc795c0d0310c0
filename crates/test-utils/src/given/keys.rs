//! Values that are drawn for each key of a link.

use std::ops::RangeInclusive;

use cost::plan::limits::{HEAD_DIM, HEADS, LATENT};
use formats::link::{Key, Values};

use crate::draw::Draw;

/// Degrees that plans have, and some that fit nothing.
const DEGREES: &[&str] = &[
    "1", "2", "3", "4", "5", "6", "7", "8", "12", "16", "32", "64", "128", "256", "512", "1000",
];
/// Counts that are small.
const FEW: &[&str] = &["0", "1", "2", "3", "4", "8"];

/// Usual values of keys of numbers. Of other such keys any value between its limits is drawn.
const USUAL: &[(&str, &[&str])] = &[
    ("layers", &["1", "2", "12", "32", "61", "80", "126"]),
    ("hidden", &["64", "768", "4096", "5120", "16384"]),
    ("ffn", &["256", "3072", "14336", "53248"]),
    ("heads", &["1", "8", "12", "32", "64", "128"]),
    ("kv", &["1", "4", "8", "32", "128"]),
    ("headdim", &["16", "64", "96", "128", "256"]),
    ("vocab", &["256", "50257", "128256", "262144"]),
    ("window", &["0", "128", "1024", "4096"]),
    ("fullevery", FEW),
    ("experts", &["0", "8", "64", "128", "256"]),
    ("topk", &["1", "2", "4", "8"]),
    ("moeffn", &["768", "2048", "14336"]),
    ("shared", FEW),
    ("sharedffn", &["0", "2048", "8192"]),
    ("dense", FEW),
    ("every", FEW),
    ("mtp", FEW),
    ("node", &["1", "2", "4", "8", "16", "72"]),
    ("nvl", &["1", "2", "4", "8", "16", "72"]),
    ("peak", &["125", "312", "989", "2250"]),
    ("hbm", &["16", "40", "80", "192"]),
    ("hbmbw", &["900", "2039", "3350", "8000"]),
    ("nvbw", &["32", "300", "450", "900"]),
    ("nicbw", &["1.25", "12.5", "25", "50", "100"]),
    ("pciebw", &["16", "32", "64"]),
    ("host", &["64", "512", "2048"]),
    ("pod", &["0", "1", "16", "64", "1024"]),
    ("over", &["1", "1.5", "2", "7"]),
    ("tp", DEGREES),
    ("pp", DEGREES),
    ("cp", DEGREES),
    ("ep", DEGREES),
    ("etp", DEGREES),
    ("vp", &["1", "2", "3", "4", "8"]),
    ("hsdp", &["0", "1", "2", "4", "8", "16"]),
    ("seq", &["1", "1024", "4096", "8192", "131072"]),
    ("mbs", &["1", "2", "3", "4", "8"]),
    ("gbs", &["1", "8", "64", "100", "1024", "4096"]),
    ("ckptn", FEW),
    ("offn", FEW),
    ("tiles", &["1", "2", "8", "4096"]),
    ("fagen", &["1", "2", "3"]),
    ("imbal", &["1", "1.1", "2", "8"]),
    ("tok", &["1", "1000000000", "15000000000000"]),
    ("price", &["0.5", "2", "12"]),
    ("watts", &["250", "700", "1200"]),
    ("mtbf", &["0.001", "1000", "50000"]),
    ("ckptbw", &["0.001", "2", "100"]),
    ("restart", &["0.001", "10", "600"]),
    ("mstep", &["0.001", "1", "18", "1000"]),
    ("mmem", &["0.5", "40", "79", "200"]),
];

/// A value that this key of a link takes.
pub fn value(draw: &mut Draw, key: Key) -> String {
    let values = key.values();
    if key.has_none() && draw.once_in(4) {
        return "none".to_owned();
    }
    match values {
        Values::Switch | Values::Word(_) => draw.pick(values.words()).to_owned(),
        Values::Set(words) => set(draw, words),
        Values::Whole(limits) => whole(draw, usual(key), limits),
        Values::Number(_) => number(draw, key),
        Values::List { .. } if key.name() == "mla" => latent(draw),
        Values::List { .. } if key.name() == "mixer" => mixer(draw),
        Values::List { .. } => split(draw),
    }
}

/// Usual values of a key; none if the table has none.
fn usual(key: Key) -> &'static [&'static str] {
    let row = USUAL.iter().find(|(name, _)| *name == key.name());
    row.map_or(&[], |(_, usual)| usual)
}

fn whole(draw: &mut Draw, usual: &[&str], limits: &RangeInclusive<u64>) -> String {
    match draw.below(10) {
        0..=6 if !usual.is_empty() => draw.pick(usual).to_owned(),
        9 => draw.pick(&[*limits.start(), *limits.end()]).to_string(),
        _ => draw.of_any_size(limits.clone()).to_string(),
    }
}

/// A decimal number of any size that the key takes, else a usual one.
fn number(draw: &mut Draw, key: Key) -> String {
    let usual = usual(key);
    if draw.below(10) < 6 && !usual.is_empty() {
        return draw.pick(usual).to_owned();
    }
    let millionths = draw.of_any_size(0..=1_000_000_000_000_000);
    let text = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
    match usual {
        _ if key.takes(&text) => text,
        [] => "1".to_owned(),
        usual => draw.pick(usual).to_owned(),
    }
}

fn set(draw: &mut Draw, words: &[&str]) -> String {
    let words = words.iter().copied();
    let chosen: Vec<&str> = words.filter(|_| draw.once_in(2)).collect();
    if chosen.is_empty() {
        "none".to_owned()
    } else {
        chosen.join(",")
    }
}

fn split(draw: &mut Draw) -> String {
    let stages = draw.pick(&[1, 2, 3, 4, 8, 16]);
    let layers = (0..stages).map(|_| draw.of_any_size(0..=100).to_string());
    layers.collect::<Vec<_>>().join(",")
}

fn mixer(draw: &mut Draw) -> String {
    if draw.once_in(2) {
        return draw
            .pick(&["1,8,128,128,64,4", "1,1,128,128,64,4", "2,16,32,128,128,4"])
            .to_owned();
    }
    let kind = draw.pick(&["1", "2"]).to_owned();
    let number = |draw: &mut Draw| whole(draw, &["1", "8", "32", "64", "128"], &HEADS);
    let six = [
        kind,
        number(draw),
        number(draw),
        number(draw),
        number(draw),
        number(draw),
    ];
    six.join(",")
}

fn latent(draw: &mut Draw) -> String {
    if draw.once_in(2) {
        return draw
            .pick(&["1536,512,128,64,128", "0,512,128,64,128"])
            .to_owned();
    }
    // Widths of heads may not be as large as ranks.
    let width = |draw: &mut Draw| whole(draw, &["0", "32", "64", "128"], &(0..=*HEAD_DIM.end()));
    let rank = |draw: &mut Draw| whole(draw, &["0", "32", "512", "1536"], &LATENT);
    let five = [
        rank(draw),
        rank(draw),
        width(draw),
        width(draw),
        width(draw),
    ];
    five.join(",")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{USUAL, value};
    use crate::draw::{Draw, generator};
    use formats::link::Key;

    /// Values that are drawn for a key.
    fn drawn(key: Key) -> HashSet<String> {
        let mut random = generator(7, 0);
        let mut draw = Draw::of(&mut random);
        (0..400).map(|_| value(&mut draw, key)).collect()
    }

    #[test]
    fn every_key_has_values_that_it_takes() {
        for key in Key::all() {
            let values = drawn(key);
            assert!(values.len() >= 2, "{key:?}: {values:?}");
            for value in values {
                assert!(key.takes(&value), "{key:?} does not take {value}");
            }
        }
        for (name, usual) in USUAL {
            let key = Key::named(name).unwrap_or_else(|| panic!("no link has the key {name}"));
            assert!(usual.iter().all(|value| key.takes(value)), "{key:?}");
        }
    }

    /// Every word of a key comes up, and both ends of its range.
    #[test]
    fn every_word_comes_up() {
        use formats::goal::Field;
        use formats::link::KeyKind;
        for key in Key::all().filter(|key| key.kind() == KeyKind::Word) {
            let values = drawn(key);
            for word in Field::Key(key).words() {
                assert!(values.contains(word), "{key:?}: {word}");
            }
        }
        let layers = drawn(Key::named("layers").expect("a key"));
        assert!(layers.contains("1") && layers.contains("1000"));
    }
}
