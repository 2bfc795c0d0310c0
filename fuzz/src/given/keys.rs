//! Every key of a link with the values that are drawn for it.

use cost::plan::limits::{
    COUNT, EXPERT_FFN, EXPERTS, FFN, GLOBAL, GPUS, HEAD_DIM, HEADS, HIDDEN, LAYERS, MICRO,
    SEQUENCE, SOME_LAYERS, TOKENS, VOCAB,
};
use formats::goal::Field;
use formats::link::Key;

use crate::draw::Draw;

/// Kinds of values that are drawn for a key.
enum Values {
    /// 0 or 1.
    Flag,
    /// A word of its vocabulary.
    Word,
    /// Any words of its vocabulary, or none.
    Set,
    /// A whole number: usual ones, and any between the smallest and the largest.
    Whole(&'static [u64], u64, u64),
    /// A whole number as for [`Self::Whole`], or `none`.
    WholeOrNone(&'static [u64], u64, u64),
    /// A decimal number: usual ones, and any of any size that the key takes.
    Number(&'static [&'static str]),
    /// A decimal number as for [`Self::Number`], or `none`.
    NumberOrNone(&'static [&'static str]),
    /// Layers of several stages, or `none`.
    Split,
    /// Five widths of latent attention, or `none`.
    Latent,
}

use Values::{Flag, Latent, Number, NumberOrNone, Set, Split, Whole, WholeOrNone, Word};

/// Degrees that plans have, and some that fit nothing.
const DEGREES: &[u64] = &[1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 32, 64, 128, 256, 512, 1_000];
/// Switches, counts and generations that are small.
const FEW: &[u64] = &[0, 1, 2, 3, 4, 8];

/// Every key, and what is drawn for it. Limits are those of the plan, from its own table.
const TABLE: &[(&str, Values)] = &[
    (
        "layers",
        Whole(&[1, 2, 12, 32, 61, 80, 126], 1, *LAYERS.end()),
    ),
    (
        "hidden",
        Whole(&[64, 768, 4_096, 5_120, 16_384], 1, *HIDDEN.end()),
    ),
    ("ffn", Whole(&[256, 3_072, 14_336, 53_248], 1, *FFN.end())),
    ("heads", Whole(&[1, 8, 12, 32, 64, 128], 1, *HEADS.end())),
    ("kv", Whole(&[1, 4, 8, 32, 128], 1, *HEADS.end())),
    (
        "headdim",
        Whole(&[16, 64, 96, 128, 256], 1, *HEAD_DIM.end()),
    ),
    (
        "vocab",
        Whole(&[256, 50_257, 128_256, 262_144], 1, *VOCAB.end()),
    ),
    ("gated", Flag),
    ("tied", Flag),
    ("bias", Flag),
    ("dropout", Flag),
    ("pos", Word),
    ("window", Whole(&[0, 128, 1_024, 4_096], 0, *SEQUENCE.end())),
    ("experts", Whole(&[0, 8, 64, 128, 256], 0, *EXPERTS.end())),
    ("topk", Whole(&[1, 2, 4, 8], 0, *EXPERTS.end())),
    ("moeffn", Whole(&[768, 2_048, 14_336], 0, *EXPERT_FFN.end())),
    ("shared", Whole(FEW, 0, *EXPERTS.end())),
    ("sharedffn", Whole(&[0, 2_048, 8_192], 0, *EXPERT_FFN.end())),
    ("dense", Whole(FEW, 0, *SOME_LAYERS.end())),
    ("every", Whole(FEW, 0, *SOME_LAYERS.end())),
    ("mla", Latent),
    ("mtp", Whole(FEW, 0, *SOME_LAYERS.end())),
    ("node", Whole(&[1, 2, 4, 8, 16, 72], 1, *GPUS.end())),
    ("nvl", Whole(&[1, 2, 4, 8, 16, 72], 1, *GPUS.end())),
    ("peak", Number(&["125", "312", "989", "2250"])),
    ("hbm", Number(&["16", "40", "80", "192"])),
    ("hbmbw", Number(&["900", "2039", "3350", "8000"])),
    ("nvbw", Number(&["32", "300", "450", "900"])),
    ("nicbw", Number(&["1.25", "12.5", "25", "50", "100"])),
    ("pciebw", Number(&["16", "32", "64"])),
    ("tp", Whole(DEGREES, 1, *GPUS.end())),
    ("pp", Whole(DEGREES, 1, *GPUS.end())),
    ("cp", Whole(DEGREES, 1, *GPUS.end())),
    ("ep", Whole(DEGREES, 1, *GPUS.end())),
    ("etp", Whole(DEGREES, 1, *GPUS.end())),
    ("sp", Flag),
    ("vp", Whole(&[1, 2, 3, 4, 8], 1, *LAYERS.end())),
    ("sched", Word),
    ("split", Split),
    ("ends", Flag),
    ("cpkind", Word),
    ("zero", Whole(&[0, 1, 2, 3], 0, 3)),
    ("hsdp", Whole(&[0, 1, 2, 4, 8, 16], 0, *COUNT.end())),
    (
        "seq",
        Whole(&[1, 1_024, 4_096, 8_192, 131_072], 1, *SEQUENCE.end()),
    ),
    ("mbs", Whole(&[1, 2, 3, 4, 8], 1, *MICRO.end())),
    (
        "gbs",
        Whole(&[1, 8, 64, 100, 1_024, 4_096], 1, *GLOBAL.end()),
    ),
    ("dtype", Word),
    ("wstore", Word),
    ("recipe", Word),
    ("opt", Word),
    ("master", Word),
    ("grads", Word),
    ("ckpt", Word),
    ("ckptmod", Set),
    ("ckptn", WholeOrNone(FEW, 0, *COUNT.end())),
    ("flash", Flag),
    ("ce", Word),
    ("off", Set),
    ("offn", WholeOrNone(FEW, 0, *COUNT.end())),
    ("overlap", Set),
    ("kern", Word),
    ("fagen", Whole(&[1, 2, 3], 1, 3)),
    ("msg", Word),
    ("gsync", Word),
    ("disp", Word),
    ("graph", Word),
    ("imbal", Number(&["1", "1.1", "2", "8"])),
    ("det", Flag),
    ("gradfuse", Flag),
    (
        "tok",
        Whole(&[1, 1_000_000_000, 15_000_000_000_000], 1, *TOKENS.end()),
    ),
    ("price", Number(&["0.5", "2", "12"])),
    ("watts", Number(&["250", "700", "1200"])),
    ("mtbf", Number(&["0.001", "1000", "50000"])),
    ("ckptbw", Number(&["0.001", "2", "100"])),
    ("restart", Number(&["0.001", "10", "600"])),
    ("mstep", NumberOrNone(&["0.001", "1", "18", "1000"])),
    ("mmem", NumberOrNone(&["0.5", "40", "79", "200"])),
];

/// A value that this key of a link takes; `None` where nothing is drawn for it.
pub fn value(draw: &mut Draw, key: Key) -> Option<String> {
    let (_, values) = TABLE.iter().find(|(name, _)| *name == key.name())?;
    let words = || Field::Key(key).words().collect::<Vec<_>>();
    Some(match values {
        Flag => draw.pick(&["0", "1"]).to_owned(),
        Word => draw.pick(&words()).to_owned(),
        Set => set(draw, &words()),
        Whole(usual, first, last) => whole(draw, usual, *first, *last).to_string(),
        WholeOrNone(..) | NumberOrNone(_) if draw.once_in(4) => "none".to_owned(),
        WholeOrNone(usual, first, last) => whole(draw, usual, *first, *last).to_string(),
        Number(usual) | NumberOrNone(usual) => number(draw, usual, key),
        Split => split(draw),
        Latent => latent(draw),
    })
}

fn whole(draw: &mut Draw, usual: &[u64], first: u64, last: u64) -> u64 {
    match draw.below(10) {
        0..=6 => draw.pick(usual),
        7 | 8 => draw.of_any_size(first..=last),
        _ => draw.pick(&[first, last]),
    }
}

/// A decimal number of any size that the key takes, else a usual one.
fn number(draw: &mut Draw, usual: &[&str], key: Key) -> String {
    if draw.below(10) < 6 {
        return draw.pick(usual).to_owned();
    }
    let millionths = draw.of_any_size(0..=1_000_000_000_000_000);
    let text = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
    if key.takes(&text) {
        text
    } else {
        draw.pick(usual).to_owned()
    }
}

fn set(draw: &mut Draw, words: &[&str]) -> String {
    let members: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| *word != "none")
        .collect();
    let chosen: Vec<&str> = members.into_iter().filter(|_| draw.once_in(2)).collect();
    if chosen.is_empty() {
        "none".to_owned()
    } else {
        chosen.join(",")
    }
}

fn split(draw: &mut Draw) -> String {
    if draw.once_in(4) {
        return "none".to_owned();
    }
    let stages = draw.pick(&[1, 2, 3, 4, 8, 16]);
    let layers = (0..stages).map(|_| draw.of_any_size(0..=100).to_string());
    layers.collect::<Vec<_>>().join(",")
}

fn latent(draw: &mut Draw) -> String {
    match draw.below(5) {
        0 => "none".to_owned(),
        1 | 2 => draw
            .pick(&["1536,512,128,64,128", "0,512,128,64,128"])
            .to_owned(),
        _ => {
            // Widths of heads may not be as large as ranks.
            let width = |draw: &mut Draw| whole(draw, &[0, 32, 64, 128], 0, *HEAD_DIM.end());
            let rank = |draw: &mut Draw| whole(draw, &[0, 32, 512, 1_536], 0, 65_536);
            let five = [
                rank(draw),
                rank(draw),
                width(draw),
                width(draw),
                width(draw),
            ];
            five.map(|number| number.to_string()).join(",")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{TABLE, value};
    use crate::draw::Draw;
    use formats::link::Key;

    /// Values that are drawn for a key.
    fn drawn(key: Key) -> HashSet<String> {
        let mut random = fastrand::Rng::with_seed(7);
        let one = |_| {
            let bytes: [u8; 256] = std::array::from_fn(|_| random.u8(..));
            value(&mut Draw::of(&bytes), key).expect("a generator")
        };
        (0..400).map(one).collect()
    }

    /// A new key fails here until something is drawn for it.
    #[test]
    fn every_key_has_values_that_it_takes() {
        for key in Key::all() {
            let known = TABLE.iter().filter(|(name, _)| *name == key.name()).count();
            assert_eq!(
                known, 1,
                "nothing is drawn for the key {key:?}; add it to TABLE"
            );
            let values = drawn(key);
            assert!(values.len() >= 2, "{key:?}: {values:?}");
            for value in values {
                assert!(key.takes(&value), "{key:?} does not take {value}");
            }
        }
        for (name, _) in TABLE {
            assert!(Key::named(name).is_some(), "no link has the key {name}");
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
