//! YAML as files of frameworks have it, and hostile YAML.

use formats::catalog;
use formats::import::{DEEPEST, Format, ImportRefusal, LARGEST, ParsedValue, import, yaml};
use proptest::prelude::*;

fn at(text: &str, path: &str) -> Option<ParsedValue> {
    yaml(text).expect("YAML").at(path).cloned()
}

/// The reading of PyYAML, where dates and times are texts.
#[test]
fn scalars_are_those_of_pyyaml() {
    let table = include_str!("../../../../tests/data/yaml_scalars.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let mut read = 0;
    for row in rows {
        let mut columns = row.split('\t');
        let mut column = || columns.next().expect("a column");
        let (scalar, kind, value) = (column(), column(), column());
        let found = yaml(&format!("a: {scalar}\n"));
        let float = || value.parse::<f64>().expect("a float");
        let text = |text: &str| ParsedValue::Text(text.to_owned());
        let expected = match kind {
            "refused" => {
                assert!(
                    matches!(found, Err(ImportRefusal::Syntax { .. })),
                    "{scalar}"
                );
                continue;
            }
            "null" => ParsedValue::Null,
            "bool" => ParsedValue::Switch(value == "true"),
            "int" => match value.parse() {
                Ok(whole) => ParsedValue::Whole(whole),
                Err(_) => ParsedValue::Number(value.to_owned()),
            },
            "float" if float().is_finite() => ParsedValue::of_number(float()),
            "float" => ParsedValue::Number(scalar.trim_start_matches("!!float ").to_owned()),
            "text" => text(value),
            "time" => text(scalar.trim_start_matches("!!timestamp ")),
            _ => panic!("{row}"),
        };
        let expected = ParsedValue::Fields(vec![("a".to_owned(), expected)]);
        assert_eq!(found, Ok(expected), "{scalar}");
        read += 1;
    }
    assert!(read > 250, "{read}");
}

/// PyYAML's scanner does not look at the indentation of lines inside brackets and quotes.
#[test]
fn brackets_and_quotes_may_close_at_any_column() {
    let list = |items: &[u64]| {
        let items = items.iter().copied().map(ParsedValue::Whole);
        Some(ParsedValue::List(items.collect()))
    };
    let text = "a: [\n1, # one\n2,\n]\nb:\n    c: {d: [3,\n4],\n  e: 'it''s ]\n\nf'}\n    g: \"x \\\" \\\\\ny\"\nh: 5\n";
    assert_eq!(at(text, "a"), list(&[1, 2]));
    assert_eq!(at(text, "b.c.d"), list(&[3, 4]));
    let words = |words: &str| Some(ParsedValue::Text(words.to_owned()));
    assert_eq!(at(text, "b.c.e"), words("it's ]\nf"));
    assert_eq!(at(text, "b.g"), words("x \" \\ y"));
    assert_eq!(at(text, "h"), Some(ParsedValue::Whole(5)));
    // The place of a fault is that in the text as it was written.
    let why = yaml("a: [\n1, 2\n]\nb: [\n*c]\n").expect_err("no anchor");
    let ImportRefusal::Syntax { at: Some(at), .. } = why else {
        panic!("{why:?}")
    };
    assert_eq!((at.line, at.column), (5, 1));
    // MaxText's rules, with the bracket at the beginning of a line.
    let maxtext = "base_emb_dim: 4096\nbase_num_decoder_layers: 16\nmax_target_length: 2048\n\
        logical_axis_rules: [\n  [\"mlp\", [\"fsdp\", \"tensor\"]],\n]\nper_device_batch_size: 2\n";
    let read = import(maxtext, None, &catalog::default_plan()).expect("a plan");
    assert_eq!((read.plan.model.layers, read.plan.sequence()), (16, 2_048));
    assert_eq!(read.plan.batch.micro, 2);
}

/// GPT-NeoX' files may have braces, with what JSON lacks: comments, commas at the end, plain words.
#[test]
fn a_commented_file_of_gpt_neox_is_recognised() {
    let text = "# Settings\n\n{\n  # parallelism\n  \"pipe_parallel_size\": 4,\n  \"model_parallel_size\": 2,\n  \
        \"num_layers\": 24,\n  \"hidden_size\": 2048,\n  \"num_attention_heads\": 16,\n  \"seq_length\": 1024,\n  \
        \"train_micro_batch_size_per_gpu\": 4,\n}\n";
    let read = import(text, None, &catalog::default_plan()).expect("a plan");
    assert_eq!(read.format, Format::GptNeoX);
    let layout = &read.plan.layout;
    assert_eq!((layout.pipeline, layout.tensor), (4, 2));
    assert_eq!((read.plan.model.layers, read.plan.batch.micro), (24, 4));
}

#[test]
fn anchors_and_merges_are_copied() {
    let text = "base: &b {x: 1, y: 2}\none: *b\ntwo:\n  <<: *b\n  y: 3\n  z: &n [1, 2]\nthree: {<<: [*b, {w: 5}]}\nfour: *n\n\
        five: {<<: [*b, {x: 7}]}\nsix: {'<<': *b}\n";
    assert_eq!(at(text, "one.x"), Some(ParsedValue::Whole(1)));
    assert_eq!(at(text, "two.y"), Some(ParsedValue::Whole(3)));
    assert_eq!(at(text, "two.x"), Some(ParsedValue::Whole(1)));
    assert_eq!(at(text, "three.w"), Some(ParsedValue::Whole(5)));
    let list = ParsedValue::List(vec![ParsedValue::Whole(1), ParsedValue::Whole(2)]);
    assert_eq!(at(text, "four"), Some(list));
    // The first of a list wins, and a quoted sign is a name.
    assert_eq!(at(text, "five.x"), Some(ParsedValue::Whole(1)));
    assert_eq!(at(text, "six.<<.x"), Some(ParsedValue::Whole(1)));
    // The last of one name counts.
    assert_eq!(at("a: 1\na: 2\n", "a"), Some(ParsedValue::Whole(2)));
}

#[test]
fn faults_have_a_place() {
    let why = yaml("a: 1\nb: [1, 2\nc: 3\n").expect_err("an open list");
    let ImportRefusal::Syntax { said, at } = why else {
        panic!("{why:?}")
    };
    assert!(!said.is_empty() && at.expect("a place").line >= 2);
}

/// Copies of copies and deep nesting end at the bounds, in little time.
#[test]
fn hostile_yaml_is_bounded() {
    let start = test_utils::ThreadClock::start();
    let mut laughs = String::from("a0: &a0 [1,1,1,1,1,1,1,1,1]\n");
    for level in 1..30 {
        let before = ["*a", &(level - 1).to_string()].concat();
        let line = [
            "a",
            &level.to_string(),
            ": &a",
            &level.to_string(),
            " [",
            &[before.as_str(); 9].join(","),
            "]\n",
        ];
        laughs.push_str(&line.concat());
    }
    let is_too_much = |text: &str| matches!(yaml(text), Err(ImportRefusal::TooMuch { .. }));
    assert!(is_too_much(&laughs));
    let deep = |open: &str| open.repeat(LARGEST / open.len() - 1);
    assert_eq!(yaml(&deep("[")), Err(ImportRefusal::TooDeep));
    assert!(yaml(&deep("{")).is_err());
    assert_eq!(yaml(&deep("- ")), Err(ImportRefusal::TooDeep));
    assert!(yaml(&deep("a: ")).is_err());
    assert!(yaml(&deep("? ")).is_err());
    assert!(yaml(&deep("&a ")).is_err());
    assert!(yaml(&deep("- 1\n")).is_ok());
    for text in [
        deep("\""),
        deep("a"),
        deep(" "),
        deep("\n"),
        deep("#"),
        deep("|\n"),
        deep("'a' "),
    ] {
        let _ = yaml(&text);
    }
    // Levels of a copy count where it stands.
    let levels = DEEPEST - 2;
    let nested = [
        "a: &a ",
        &"[".repeat(levels),
        &"]".repeat(levels),
        "\nb: ",
        &"[".repeat(levels),
        "*a",
        &"]".repeat(levels),
        "\n",
    ];
    assert_eq!(yaml(&nested.concat()), Err(ImportRefusal::TooDeep));
    let seconds = start.elapsed().as_secs();
    assert!(seconds < 20, "{seconds} s");
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: test_utils::seed(2_026),
        cases: 256,
        ..ProptestConfig::default()
    })]

    /// Any text is read or refused.
    #[test]
    fn any_text_is_read_or_refused(text in "([a-z_]{1,4}|[-:?\\[\\]{}&*!|>'\"%@`#,~ \n]|[0-9.e+]|: |\n  |- |<<: \\*a|&a |true|auto){0,60}") {
        let _ = yaml(&text);
        let _ = import(&text, None, &catalog::default_plan());
    }
}
