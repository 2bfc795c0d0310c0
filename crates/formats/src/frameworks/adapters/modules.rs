//! Names of the matrices of a layer in the code of models, and the matrices that they stand for.

use cost::plan::{Target, Word, WordSet};

/// Names of a module, separated by blanks, and its matrices. The first name of a single matrix is
/// that of Llama's code.
///
/// Sources: huggingface/transformers 5.24, `src/transformers/models/*/modeling_*.py`; huggingface/peft
/// 5d602fdb, `src/peft/utils/constants.py`; pytorch/torchtune bd2a0fc7, `torchtune/modules/peft`;
/// Megatron-LM, `megatron/core/transformer`; the code of Baichuan (`W_pack`), InternLM 2 (`wqkv`, `wo`)
/// and OLMo (`att_proj`, `ff_proj`) on Hugging Face's hub.
const MODULES: [(&str, &[Target]); 13] = [
    ("q_proj query wq", &[Target::Query]),
    ("k_proj key wk", &[Target::Key]),
    ("v_proj value wv", &[Target::Value]),
    (
        "o_proj out_proj dense wo output_proj linear_proj attn_out",
        &[Target::Output],
    ),
    ("gate_proj w1", &[Target::Gate]),
    ("up_proj w3 fc1 fc_in c_fc", &[Target::Up]),
    (
        "down_proj w2 fc2 fc_out dense_4h_to_h linear_fc2",
        &[Target::Down],
    ),
    (
        "query_key_value c_attn Wqkv wqkv qkv_proj W_pack att_proj linear_qkv",
        &[Target::Query, Target::Key, Target::Value],
    ),
    (
        "gate_up_proj linear_fc1 ff_proj",
        &[Target::Gate, Target::Up],
    ),
    // GPT-NeoX, BLOOM and Falcon have no gate; that of GLM is in the same matrix.
    ("dense_h_to_4h", &[Target::Gate, Target::Up]),
    // GPT-2 has the name in the attention and in the MLP.
    ("c_proj", &[Target::Output, Target::Down]),
    // Parts of a layer around its matrices.
    (ATTENTION, &[]),
    (MLP, &[]),
];

/// Names of a layer's attention.
const ATTENTION: &str = "self_attn attention attn self_attention";

/// Names of a layer's MLP.
const MLP: &str = "mlp feed_forward ffn";

/// Names of parts of a model around its layers.
const AROUND: &str = "base_model model language_model text_model language text transformer decoder layers layer h blocks";

/// The MLP of Qwen's first release, whose attention has `c_attn`: its gate is the second matrix.
const OF_FIRST_QWEN: [(&str, &[Target]); 2] = [("w1", &[Target::Up]), ("w2", &[Target::Gate])];

/// Words for all matrices of a layer: PEFT's, LLaMA-Factory's, and wildcards of NeMo AutoModel.
const ALL: [&str; 4] = ["all-linear", "all", "*", "*_proj"];

/// Most words of names that are read: those of 80 layers, each in full, are 3,000.
const MOST_WORDS: usize = 8_000;

/// The name of a matrix in Llama's code.
pub(super) fn llama_name(target: Target) -> &'static str {
    let mut rows = MODULES.iter();
    let row = rows.find(|(_, targets)| *targets == [target]);
    let names = row.map_or("", |(names, _)| names);
    names.split(' ').next().unwrap_or_default()
}

fn has(names: &str, word: &str) -> bool {
    names.split_ascii_whitespace().any(|name| name == word)
}

/// Matrices that names of modules stand for.
pub(super) struct NamedModules {
    /// The matrices.
    pub(super) targets: WordSet<Target>,
    /// Names, or patterns of names, that are not known in full.
    pub(super) unknown: Vec<String>,
    /// A name that stands for several matrices at once.
    pub(super) joined: Option<String>,
    /// True if a name holds for some layers only.
    pub(super) is_of_some_layers: bool,
    /// Layers that names have, by matrix.
    layers: [u64; Target::ALL.len()],
    words: usize,
    is_first_qwen: bool,
}

impl NamedModules {
    /// The matrices of names, or of regular expressions, in a model of this number of layers.
    pub(super) fn of(items: &[String], layers: u64) -> Self {
        let mut named = Self {
            targets: WordSet::EMPTY,
            unknown: Vec::new(),
            joined: None,
            is_of_some_layers: false,
            layers: [0; Target::ALL.len()],
            words: 0,
            is_first_qwen: items.iter().any(|item| item == "c_attn"),
        };
        for item in items {
            if named.words >= MOST_WORDS {
                named.unknown.push(item.clone());
                break;
            }
            if ALL.contains(&item.as_str()) {
                named.add(Target::ALL);
            } else {
                named.read(item);
            }
        }
        let mut counts = named.layers.iter().filter(|count| **count > 0);
        named.is_of_some_layers = counts.any(|count| *count != layers);
        named
    }

    /// Reads a name with the parts around it, or a regular expression, by its words.
    fn read(&mut self, item: &str) {
        let words = words(item);
        // A name without words counts, too.
        self.words += words.len().max(1);
        let [mut is_attention, mut is_mlp] = [false; 2];
        let mut is_known = words.len() < MOST_WORDS;
        let mut found: Vec<Target> = Vec::new();
        let mut layers = 0;
        for word in &words {
            if has(ATTENTION, word) {
                is_attention = true;
            } else if has(MLP, word) {
                is_mlp = true;
            } else if word.bytes().all(|letter| letter.is_ascii_digit()) {
                layers += 1;
            } else if let Some(targets) = self.targets_of(word) {
                if targets.len() > 1 {
                    self.joined.get_or_insert_with(|| (*word).to_owned());
                }
                found.extend(targets);
            } else {
                is_known &= has(AROUND, word);
            }
        }
        // A name inside one of both parts.
        found.retain(|target| {
            let is_of_mlp = matches!(target, Target::Gate | Target::Up | Target::Down);
            is_attention == is_mlp || is_of_mlp == is_mlp
        });
        if !is_known || found.is_empty() {
            self.unknown.push(item.to_owned());
        }
        if layers > 0 {
            self.count(&found, layers);
        }
        self.add(&found);
    }

    fn targets_of(&self, word: &str) -> Option<&'static [Target]> {
        let own = OF_FIRST_QWEN.iter().find(|(name, _)| *name == word);
        let own = own.filter(|_| self.is_first_qwen);
        let mut rows = MODULES.iter();
        let row = rows.find(|(names, targets)| !targets.is_empty() && has(names, word));
        own.map_or_else(
            || row.map(|(_, targets)| *targets),
            |(_, targets)| Some(targets),
        )
    }

    fn count(&mut self, found: &[Target], layers: u64) {
        for (place, target) in Target::ALL.iter().enumerate() {
            if found.contains(target)
                && let Some(count) = self.layers.get_mut(place)
            {
                *count += layers;
            }
        }
    }

    fn add(&mut self, targets: &[Target]) {
        let bits = self.targets.bits() | WordSet::of(targets).bits();
        self.targets = WordSet::from_bits(bits);
    }
}

/// The first words of a regular expression, or of a name with dots, without those that it excludes, and
/// without classes of letters and numbers of repetitions.
fn words(pattern: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = pattern;
    while let Some(letter) = rest.chars().next().filter(|_| found.len() < MOST_WORDS) {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let length = match letter {
            '\\' => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            '[' => behind(rest, ']'),
            '{' => behind(rest, '}'),
            '(' if rest.starts_with("(?!") || rest.starts_with("(?<!") => group(rest),
            _ if is_part(letter) => {
                let length = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
                found.extend(rest.get(..length));
                length
            }
            other => other.len_utf8(),
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    found
}

/// The place behind the first of these letters.
fn behind(text: &str, letter: char) -> usize {
    text.find(letter).map_or(text.len(), |place| place + 1)
}

/// The place behind the group with which a pattern begins.
fn group(pattern: &str) -> usize {
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (place, letter) in pattern.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '(' => depth += 1,
            ')' if depth == 1 => return place + 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    pattern.len()
}

#[cfg(test)]
mod tests {
    use super::{MODULES, NamedModules, Target, Word, has, llama_name};

    fn read(items: &[&str]) -> NamedModules {
        let items: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
        NamedModules::of(&items, 2)
    }

    #[track_caller]
    fn check(items: &[&str], targets: &[Target], unknown: &[&str]) {
        let named = read(items);
        let is_there = |target: &Target| named.targets.contains(*target);
        let found: Vec<Target> = Target::ALL.iter().copied().filter(is_there).collect();
        assert_eq!(found, targets, "{items:?}");
        assert_eq!(named.unknown, unknown, "{items:?}");
    }

    #[test]
    fn names_stand_once() {
        let names: Vec<&str> = MODULES.iter().flat_map(|row| row.0.split(' ')).collect();
        for name in &names {
            assert_eq!(
                names.iter().filter(|other| *other == name).count(),
                1,
                "{name}"
            );
            assert!(!has(super::AROUND, name), "{name}");
        }
        assert_eq!(llama_name(Target::Output), "o_proj");
        for target in Target::ALL {
            check(&[llama_name(*target)], &[*target], &[]);
        }
    }

    #[test]
    fn names_of_families_are_known() {
        use Target::{Down, Gate, Key, Output, Query, Up, Value};
        check(
            &["query_key_value", "dense"],
            &[Query, Key, Value, Output],
            &[],
        );
        check(
            &["c_attn", "c_proj", "c_fc"],
            &[Query, Key, Value, Output, Up, Down],
            &[],
        );
        check(&["attn.c_proj"], &[Output], &[]);
        check(&["mlp.c_proj"], &[Down], &[]);
        check(&["w1", "w2"], &[Gate, Down], &[]);
        check(&["c_attn", "w1", "w2"], &[Query, Key, Value, Gate, Up], &[]);
        check(
            &["q_proj", "lm_head", "embed_tokens"],
            &[Query],
            &["lm_head", "embed_tokens"],
        );
        check(
            &["visual.blocks.0.attn.q_proj"],
            &[Query],
            &["visual.blocks.0.attn.q_proj"],
        );
        check(&["all-linear"], Target::ALL, &[]);
        assert_eq!(
            read(&["q_proj", "qkv_proj"]).joined.as_deref(),
            Some("qkv_proj")
        );
    }

    #[test]
    fn expressions_are_read_by_their_words() {
        use Target::{Down, Gate, Key, Query, Up, Value};
        check(&[r".*\.(q_proj|v_proj)"], &[Query, Value], &[]);
        check(
            &[r"^(?!.*(visual|k_proj)).*(?:q_proj|up_proj).*"],
            &[Query, Up],
            &[],
        );
        check(
            &[r"^(model\.language_model(?=\.).*\.(gate_proj|k_proj))$"],
            &[Key, Gate],
            &[],
        );
        let unsloth = r"(?:.*?(?:language|text).*?(?:mlp|feed_forward|ffn).*?(?:k_proj|down_proj).*?)|(?:\bmodel\.layers\.[\d]{1,}\.(?:mlp)\.(?:(?:k_proj|down_proj)))";
        check(&[unsloth], &[Down], &[]);
        check(&[".*"], &[], &[".*"]);
        check(&["(q_proj"], &[Query], &[]);
        check(&[r"(?!(\)", "[a", r"é\"], &[], &[r"(?!(\)", "[a", r"é\"]);
    }

    #[test]
    fn names_of_some_layers_are_marked() {
        let whole = [
            "model.layers.0.self_attn.q_proj",
            "model.layers.1.self_attn.q_proj",
        ];
        assert!(!read(&whole).is_of_some_layers);
        assert!(read(&whole[..1]).is_of_some_layers);
        assert!(!read(&[r"model\.layers\.(0|1)\.self_attn\.q_proj"]).is_of_some_layers);
        assert!(!read(&["q_proj"]).is_of_some_layers);
    }

    #[test]
    fn long_lists_end() {
        let item = "model.layers.0.self_attn.q_proj";
        let named = read(&vec![item; 10_000]);
        assert!(named.words < super::MOST_WORDS + 10);
        assert_eq!(named.unknown, [item]);
        let one = [r"(q_proj|v_proj)".repeat(10_000)];
        assert_eq!(NamedModules::of(&one, 2).unknown, one);
        assert!(read(&[""; 20_000]).unknown.len() <= super::MOST_WORDS + 1);
    }
}
