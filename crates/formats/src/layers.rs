//! Megatron-LM's notation of the layers of each stage, and of the routed ones.
//!
//! Source: NVIDIA/Megatron-LM, `--pipeline-model-parallel-layout` and `--moe-layer-freq` of
//! `megatron/training/arguments.py` (2025).

/// Largest number of virtual stages, and of layers of a pattern: far more than any model has.
pub const MOST_STAGES: usize = 4_096;

/// Layers of each stage, with the given numbers on the first and last stage and the rest divided
/// evenly. `None` if they do not divide evenly.
pub fn between(
    layers: u64,
    stages: u64,
    first: Option<u64>,
    last: Option<u64>,
) -> Option<Vec<u64>> {
    let given = u64::from(first.is_some()) + u64::from(last.is_some());
    let stages_left = stages.checked_sub(given).filter(|&left| left > 0)?;
    let taken = first.unwrap_or(0).checked_add(last.unwrap_or(0))?;
    let layers_left = layers.checked_sub(taken)?;
    if stages > MOST_STAGES as u64 || !layers_left.is_multiple_of(stages_left) {
        return None;
    }
    let middle = std::iter::repeat_n(layers_left / stages_left, stages_left as usize);
    Some(first.into_iter().chain(middle).chain(last).collect())
}

/// Reads a pipeline layout of Megatron-LM, such as `Et*3|(tt|)*6mL`. `E` is the embedding, `t` a
/// layer, `m` one that predicts further tokens and `L` the loss. `|` begins the next stage, `x*n`
/// and `(…)*n` are repetitions. Returns the layers of each stage, or `None` for anything else.
pub fn layout(text: &str) -> Option<Vec<u64>> {
    let plain = unrolled(text)?;
    Some(
        plain
            .split('|')
            .map(|stage| stage.bytes().filter(|&part| part == b't').count() as u64)
            .collect(),
    )
}

/// A layout with repetitions expanded.
fn unrolled(text: &str) -> Option<String> {
    let longest = 8 * MOST_STAGES;
    let mut plain = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let part;
        if first == '(' {
            let close = rest.find(')')?;
            part = &rest[1..close];
            rest = &rest[close + 1..];
        } else {
            part = &rest[..first.len_utf8()];
            rest = &rest[first.len_utf8()..];
        }
        if !part.bytes().all(|letter| b"Etm|L".contains(&letter)) {
            return None;
        }
        let mut times = 1;
        if let Some(after) = rest.strip_prefix('*') {
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            times = after[..digits].parse().ok()?;
            rest = &after[digits..];
        }
        if part.len().checked_mul(times)? + plain.len() > longest {
            return None;
        }
        plain.push_str(&part.repeat(times));
    }
    Some(plain)
}

/// First dense layers, and n if every n-th of all is routed, from `moe_layer_freq`. That is a
/// number n, or a list such as `([0]*4+[1]*9)` or `([0]+[1])*24`. `None` if it is neither.
pub fn routed(words: &str, layers: u64) -> Option<(u64, u64)> {
    if let Ok(every) = words.trim().parse() {
        return Some((0, every));
    }
    rule(&pattern(words).filter(|found| found.len() as u64 == layers)?)
}

/// First dense layers, and n if every n-th of all is routed, by whether each layer is routed. `None`
/// if the layers follow no such rule.
pub fn rule(pattern: &[bool]) -> Option<(u64, u64)> {
    let dense = pattern.iter().take_while(|&&routed| !routed).count();
    let others = pattern.get(dense..)?;
    if others.iter().all(|&routed| routed) {
        return Some((dense as u64, 1));
    }
    let next = others.iter().skip(1).position(|&routed| routed);
    // A single routed layer shows no period; the period then counts from the first layer.
    let every = next.map_or(dense + 1, |next| next + 1);
    let (dense, every) = (dense as u64, every as u64);
    let regular = (dense + 1).is_multiple_of(every);
    let fits = |(at, &routed): (usize, &bool)| {
        routed == (at as u64 >= dense && (at as u64 + 1).is_multiple_of(every))
    };
    let is_same = regular && pattern.iter().enumerate().all(fits);
    is_same.then(|| (dense + 1 - every, every))
}

/// Reads a sum of lists of 0 and 1. Each list and the whole sum may be repeated.
fn pattern(words: &str) -> Option<Vec<bool>> {
    let plain: String = words.chars().filter(|letter| *letter != ' ').collect();
    let (sum, times) = match plain.rsplit_once(")*") {
        Some((sum, times)) => (sum.strip_prefix('(')?, times.parse::<usize>().ok()?),
        None => (plain.as_str(), 1),
    };
    let sum = sum.trim_start_matches('(').trim_end_matches(')');
    let mut all = Vec::new();
    for part in sum.split('+') {
        let (list, times) = match part.split_once('*') {
            Some((list, times)) => (list, times.parse::<usize>().ok()?),
            None => (part, 1),
        };
        let list = list.strip_prefix('[')?.strip_suffix(']')?;
        let list: Vec<bool> = list
            .split(',')
            .map(|one| match one {
                "0" => Some(false),
                "1" => Some(true),
                _ => None,
            })
            .collect::<Option<_>>()?;
        if list.len().checked_mul(times)? + all.len() > MOST_STAGES {
            return None;
        }
        all.extend(list.repeat(times));
    }
    (all.len().checked_mul(times)? <= MOST_STAGES).then(|| all.repeat(times))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_layouts_and_patterns_are_read() {
        assert_eq!(layout("Et*3|(tt|)*6mL"), Some(vec![3, 2, 2, 2, 2, 2, 2, 0]));
        for hostile in [
            "(",
            "t*",
            "t*99999999999999999999",
            "(t|)*99999999",
            "é|t",
            "t)",
        ] {
            assert_eq!(layout(hostile), None, "{hostile}");
        }
        assert_eq!(routed("([0]*4+[1]*9)", 13), Some((4, 1)));
        assert_eq!(routed("[0,1,1]", 3), Some((1, 1)));
        assert_eq!(routed("2", 12), Some((0, 2)));
        assert_eq!(routed("([0]*1+[1])*24", 48), Some((0, 2)));
        assert_eq!(routed("([0]*5+[1]+[0]*2+[1])", 9), Some((3, 3)));
        for hostile in [
            "([0]*4+[1]*9)",
            "[1]*99999999999",
            "([1]*9)*999999999",
            ")*2",
            "[]",
            "+",
        ] {
            assert_eq!(routed(hostile, 12), None, "{hostile}");
        }
    }
}
