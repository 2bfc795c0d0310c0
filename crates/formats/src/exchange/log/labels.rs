//! The labels of a line, found in one pass: a log may have millions of lines, and most of them lack
//! most labels.

/// Labels that are looked for together, at most 64.
pub(super) struct Labels {
    labels: Vec<&'static str>,
    /// The labels that begin with each byte, a bit for each.
    starts: [u64; 256],
}

/// A set of labels, a bit for each.
#[derive(Clone, Copy)]
pub(super) struct LabelSet(u64);

impl LabelSet {
    /// True if the sets have a label in common.
    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl Labels {
    /// A list without labels.
    pub(super) const fn new() -> Self {
        Self {
            labels: Vec::new(),
            starts: [0; 256],
        }
    }

    /// Adds labels; returns their set.
    pub(super) fn add(&mut self, labels: &[&'static str]) -> LabelSet {
        let mut set = 0;
        for label in labels {
            let known = self.labels.iter().position(|known| known == label);
            let place = known.unwrap_or_else(|| {
                self.labels.push(label);
                self.labels.len() - 1
            });
            let bit = 1_u64.unbounded_shl(place as u32);
            set |= bit;
            if let Some(byte) = label.bytes().next() {
                self.starts[usize::from(byte)] |= bit;
            }
        }
        LabelSet(set)
    }

    /// The labels in a line that are not the end of a longer word.
    pub(super) fn found(&self, line: &str) -> LabelSet {
        let mut set = 0;
        let mut is_inside = false;
        for (place, byte) in line.bytes().enumerate() {
            let mut starts = if is_inside {
                0
            } else {
                self.starts[usize::from(byte)]
            };
            while starts != 0 {
                let rest = line.as_bytes().get(place..).unwrap_or_default();
                let label = self.labels.get(starts.trailing_zeros() as usize);
                if label.is_some_and(|label| rest.starts_with(label.as_bytes())) {
                    set |= starts & starts.wrapping_neg();
                }
                starts &= starts - 1;
            }
            is_inside = byte.is_ascii_alphanumeric() || byte == b'_';
        }
        LabelSet(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_found_at_the_beginning_of_words() {
        let mut labels = Labels::new();
        let step = labels.add(&["step:"]);
        let both = labels.add(&["tps:", "| max"]);
        assert!(labels.add(&["step:"]).meets(step), "a label is there once");
        for (line, has_step, has_both) in [
            ("step: 1", true, false),
            ("é step: 1 | max", true, true),
            ("mistep: 1 http_tps: 2", false, false),
            ("'tps: 2", false, true),
            ("", false, false),
        ] {
            let found = labels.found(line);
            assert_eq!(
                (found.meets(step), found.meets(both)),
                (has_step, has_both),
                "{line}"
            );
        }
    }
}
