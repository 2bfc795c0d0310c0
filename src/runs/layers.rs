//! How layers are dealt out: to pipeline stages, and to routed and dense ones.

use serde_json::Value;

use crate::cost::plan::limits::LAYERS;

/// Layers dealt out to virtual stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Deal {
    /// The same number to each.
    Even,
    /// Embedding and loss count as a layer each.
    EndsCount,
    /// These numbers, in the order in which a token visits the stages.
    Split(Vec<u64>),
}

/// Virtual stages that a written layout may have: far more than any pipeline has.
const MOST_STAGES: usize = 4_096;

/// Deals layers out as Megatron-LM's launch scripts do, in the order of these rules: evenly;
/// with both ends counted as a layer; with only the loss counted; else the last stage one or two
/// short and the first one short; and where more is missing, a layer less on stages from the
/// ends inwards.
///
/// 126 layers on 16 stages are 7, 8 × 14, 7 (Llama 3 405B); 61 on 16 are 3, 4 × 14, 2
/// (DeepSeek-V3 in Megatron-Bridge's layouts).
pub(super) fn deal(layers: u64, stages: u64) -> Deal {
    // What is out of all bounds is for the plan's own limits to refuse.
    let sensible = LAYERS.contains(&layers) && (2..=MOST_STAGES as u64).contains(&stages);
    if !sensible || layers.is_multiple_of(stages) {
        return Deal::Even;
    }
    if (layers + 2).is_multiple_of(stages) {
        return Deal::EndsCount;
    }
    let share = layers.div_ceil(stages);
    let missing = share * stages - layers;
    let mut split = vec![share; stages as usize];
    let last = split.len() - 1;
    if missing <= 3 && share >= 2 {
        split[last] -= missing.div_ceil(2);
        split[0] -= missing / 2;
    } else {
        for step in 0..missing as usize {
            let inwards = step / 2;
            let stage = if step % 2 == 0 {
                last - inwards
            } else {
                inwards
            };
            split[stage] -= 1;
        }
    }
    Deal::Split(split)
}

/// So many layers on the first and on the last stage, the rest evenly between; `None` where that
/// does not work out.
pub(super) fn between(
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

/// Reads a pipeline layout of Megatron-LM, such as `Et*3|(tt|)*6mL`: `E` the embedding, `t` a
/// layer, `m` one that predicts further tokens, `L` the loss, `|` the next stage, `x*n` and
/// `(…)*n` repetitions. Returns the layers of each stage, or `None` for anything else.
pub(super) fn layout(text: &str) -> Option<Vec<u64>> {
    let plain = unrolled(text)?;
    Some(
        plain
            .split('|')
            .map(|stage| stage.bytes().filter(|&part| part == b't').count() as u64)
            .collect(),
    )
}

/// A layout with its repetitions written out.
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

/// First dense layers, and that every n-th of the others is routed, from Megatron-LM's
/// `moe_layer_freq`: a number n, or a list such as `([0]*4+[1]*9)`.
///
/// # Errors
/// The words, where they say neither.
pub(super) fn routed(frequency: &Value, layers: u64) -> Result<(u64, u64), String> {
    let words = match frequency {
        Value::Number(number) => return number.as_u64().map(|n| (0, n)).ok_or(number.to_string()),
        Value::String(words) => words.clone(),
        other => other.to_string(),
    };
    if let Ok(every) = words.trim().parse() {
        return Ok((0, every));
    }
    let Some(pattern) = pattern(&words).filter(|found| found.len() as u64 == layers) else {
        return Err(words);
    };
    let dense = pattern.iter().take_while(|&&routed| !routed).count();
    let (_, others) = pattern.split_at(dense);
    if others.iter().all(|&routed| routed) {
        return Ok((dense as u64, 1));
    }
    Err(words)
}

/// Reads a sum of lists of 0 and 1, each perhaps repeated.
fn pattern(words: &str) -> Option<Vec<bool>> {
    let inner: String = words
        .chars()
        .filter(|letter| !matches!(letter, '(' | ')' | ' '))
        .collect();
    let mut all = Vec::new();
    for part in inner.split('+') {
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
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_dealt_out_as_launch_scripts_do() {
        assert_eq!(deal(80, 16), Deal::Even);
        assert_eq!(deal(126, 128), Deal::EndsCount);
        let mut deepseek = vec![4; 16];
        (deepseek[0], deepseek[15]) = (3, 2);
        assert_eq!(deal(61, 16), Deal::Split(deepseek));
        assert_eq!(deal(15, 2), Deal::Split(vec![8, 7]));
        let Deal::Split(thin) = deal(61, 32) else {
            panic!("61 layers on 32 stages are uneven");
        };
        assert_eq!((thin[0], thin[31]), (1, 0));
        let Deal::Split(many) = deal(80, 32) else {
            panic!("80 layers on 32 stages are uneven");
        };
        assert_eq!((many.iter().sum::<u64>(), many[0], many[31]), (80, 2, 2));
    }

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
        let read = |words: &str, layers| routed(&Value::from(words), layers);
        assert_eq!(read("([0]*4+[1]*9)", 13), Ok((4, 1)));
        assert_eq!(read("[0,1,1]", 3), Ok((1, 1)));
        assert_eq!(read("2", 12), Ok((0, 2)));
        assert!(read("([0]*4+[1]*9)", 12).is_err());
        assert!(read("[1]*99999999999", 12).is_err());
    }
}
