//! Properties of all files and all plans, over randomly drawn ones.

use std::ops::Range;
use std::sync::LazyLock;

use cost::estimate;
use cost::legal::Legal;
use cost::plan::{Plan, Word};
use formats::catalog::default_plan;
use formats::export::{Target, export};
use formats::goal::Field;
use formats::import::{
    Format, ImportBase, ImportRefusal, Imported, ParsedValue, ReadBudget, arguments, document,
    import,
};
use formats::link::{self, Key, KeyKind};
use proptest::prelude::*;
use proptest::sample::select;

use super::{LINKS, plan};
use test_utils::draw::{Draw, drawn, generator};
use test_utils::drawn::worded_plan;
use test_utils::given::file::file;
use test_utils::{config, seed_number, share};

// ---- Files in ------------------------------------------------------------------------------------

/// Checks that a link can express the plan that was read, and that the lists of what was not
/// understood are short.
fn check(read: &Result<Imported, ImportRefusal>) -> Result<(), TestCaseError> {
    let read = match read {
        Ok(read) => read,
        Err(why) => {
            let sentence = text::imports::refused(why);
            prop_assert!(sentence.len() < 400, "{sentence}");
            return Ok(());
        }
    };
    let _ = estimate(&read.plan);
    let text = link::encode(&read.plan);
    let (again, warnings) = link::decode(&text);
    prop_assert!(warnings.is_empty(), "{text}: {warnings:?}");
    prop_assert_eq!(link::encode(&again), text);
    prop_assert!(read.unknown.len() <= 100 && read.unfit.len() <= 100);
    let names = read
        .unknown
        .iter()
        .chain(read.unfit.iter().flat_map(|(name, value)| [name, value]));
    for name in names {
        prop_assert!(name.chars().count() <= 61, "{name}");
        prop_assert!(!name.chars().any(char::is_control), "{name}");
    }
    // The link says all of the model, or the lists say what it does not.
    if read.unsaid.is_empty() {
        prop_assert_eq!(again.model.norm, read.plan.model.norm);
    }
    for unsaid in &read.unsaid {
        prop_assert!(text::imports::unsaid(*unsaid).ends_with('.'));
    }
    for missing in &read.missing {
        prop_assert!(!text::imports::missing(*missing, &read.plan).is_empty());
    }
    Ok(())
}

fn formats() -> impl Strategy<Value = Option<Format>> {
    let known = Format::ALL.iter().copied().map(Some);
    select(known.chain([None]).collect::<Vec<_>>())
}

/// A file of any format, most with some changes.
fn any_file(draw: &mut Draw) -> String {
    let format = draw.pick(Format::ALL);
    file(draw, format)
}

/// Names that mean something, in one format or another.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(names);

fn names() -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut random = generator(seed_number(1_974), 0);
    let mut draw = Draw::of(&mut random);
    for _ in 0..60 {
        let format = draw.pick(&[
            Format::HuggingFace,
            Format::Megatron,
            Format::TorchTitan,
            Format::DeepSpeed,
        ]);
        let text = file(&mut draw, format);
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        for word in words.filter(|word| {
            word.len() > 2 && word.starts_with(|letter: char| letter.is_ascii_lowercase())
        }) {
            if !names.iter().any(|name| name == word) {
                names.push(word.to_owned());
            }
        }
    }
    names
}

/// Fields that are enough for a file of their format to be read.
fn telling_fields() -> [Vec<(String, ParsedValue)>; 5] {
    let field = |name: &str, value: ParsedValue| (name.to_owned(), value);
    let text = |text: &str| ParsedValue::Text(text.to_owned());
    [
        vec![],
        vec![
            field("model_type", text("llama")),
            field("hidden_size", ParsedValue::Whole(4_096)),
            field("num_hidden_layers", ParsedValue::Whole(32)),
            field("num_attention_heads", ParsedValue::Whole(32)),
        ],
        vec![field(
            "train_micro_batch_size_per_gpu",
            ParsedValue::Whole(1),
        )],
        vec![
            field("base_model", text("meta-llama/Llama-3.1-8B")),
            field("micro_batch_size", ParsedValue::Whole(1)),
            field("sequence_len", ParsedValue::Whole(4_096)),
        ],
        vec![
            field("per_device_train_batch_size", ParsedValue::Whole(1)),
            field("gradient_accumulation_steps", ParsedValue::Whole(4)),
            field("learning_rate", ParsedValue::of_number(1e-5)),
        ],
    ]
}

/// Any document whose names mean something. Nine in ten are fields, of which four in five have the
/// fields of a file.
fn documents() -> impl Strategy<Value = ParsedValue> {
    let telling = select(telling_fields().to_vec());
    let fields = (telling, fields(tree(), 0..5))
        .prop_map(|(telling, more)| ParsedValue::Fields(telling.into_iter().chain(more).collect()));
    prop_oneof![1 => tree(), 9 => fields]
}

/// This many fields, whose names mean something, with these values.
fn fields(
    values: impl Strategy<Value = ParsedValue>,
    count: Range<usize>,
) -> impl Strategy<Value = Vec<(String, ParsedValue)>> {
    proptest::collection::vec((select(NAMES.clone()), values), count)
}

/// Any document whose names mean something.
fn tree() -> impl Strategy<Value = ParsedValue> {
    let leaf = prop_oneof![
        Just(ParsedValue::Null),
        any::<bool>().prop_map(ParsedValue::Switch),
        select(vec![0, 1, 2, 3, 7, 8, 64, 4_096, u64::MAX]).prop_map(ParsedValue::Whole),
        any::<f64>().prop_map(ParsedValue::of_number),
        select(vec![
            "llama",
            "gpt2",
            "bf16",
            "full",
            "selective",
            "1F1B",
            "silu",
            "AdamW",
            "70B",
            ""
        ])
        .prop_map(|text| ParsedValue::Text(text.to_owned())),
        "\\PC{0,70}".prop_map(ParsedValue::Text),
    ];
    leaf.prop_recursive(4, 64, 12, |inner| {
        prop_oneof![
            1 => proptest::collection::vec(inner.clone(), 0..4).prop_map(ParsedValue::List),
            4 => fields(inner, 0..12).prop_map(ParsedValue::Fields),
        ]
    })
}

fn base() -> ImportBase {
    ImportBase::filling(&default_plan())
}

proptest! {
    #![proptest_config(config(1_024))]
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}", format in formats()) {
        check(&import(&text, format, &default_plan()))?;
        check(&arguments(&text, &base(), &ReadBudget::new()))?;
    }

    #[test]
    fn any_document_is_read_or_refused(value in documents(), format in formats()) {
        check(&document(&value, format, &base()))?;
    }

    #[test]
    fn changed_files_are_read_or_refused(text in drawn(any_file), format in formats()) {
        check(&import(&text, format, &default_plan()))?;
    }
}

// ---- Files out -----------------------------------------------------------------------------------

/// A plan of the catalogue with any words at any keys that take words, and likely degrees.
pub(crate) fn any_plan() -> impl Strategy<Value = Plan> {
    worded_plan(|key| matches!(key.kind(), KeyKind::Word | KeyKind::Set) || key.name() == "zero")
}

/// Every target can be written of a plan, with a sentence for each thing that it lacks.
fn check_exports(plan: &Plan) -> Result<(), TestCaseError> {
    let Ok(legal) = Legal::check(plan) else {
        return Ok(());
    };
    for &target in Target::ALL {
        let export = export(&legal, target, &text::exchange::EXPORT);
        let link = link::encode(plan);
        prop_assert!(export.text.ends_with('\n'), "{target:?} of {link}");
        prop_assert!(!export.text.contains("NaN"), "{target:?} of {link}");
        for note in &export.notes {
            let sentence = text::exchange::note(note, plan);
            prop_assert!(
                sentence.ends_with('.') && !sentence.contains(": ."),
                "{sentence}"
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(512))]
    #[test]
    fn any_legal_plan_is_exported(plan in any_plan()) {
        prop_assume!(Legal::check(&plan).is_ok());
        check_exports(&plan)?;
    }
}

/// Every word of every vocabulary, one by one, so that none depends on what is drawn.
#[test]
fn every_word_is_exported() {
    let mut legal = 0;
    for link in LINKS {
        for key in Key::all() {
            let words = ["0", "1", "2", "3"]
                .into_iter()
                .chain(Field::Key(key).words());
            for word in words {
                let mut plan = plan(link);
                if !link::set_value(&mut plan, key.name(), word) {
                    continue;
                }
                legal += usize::from(Legal::check(&plan).is_ok());
                if let Err(why) = check_exports(&plan) {
                    panic!("{link} with {key:?} = {word}: {why}");
                }
            }
        }
    }
    assert!(legal > 1_000, "{legal}");
}

/// The properties apply to at least these shares of the drawn inputs.
#[test]
fn much_of_what_is_drawn_is_read() {
    share(
        "drawn documents that are imported",
        &documents(),
        2_000,
        0.3,
        |value| document(&value, None, &base()).is_ok(),
    );
    share(
        "drawn documents with a format",
        &documents(),
        2_000,
        0.3,
        |value| document(&value, None, &base()) != Err(ImportRefusal::Unknown),
    );
    share(
        "drawn texts that are files",
        &drawn(any_file),
        1_000,
        0.1,
        |text| import(&text, None, &default_plan()).is_ok(),
    );
    share(
        "drawn plans that are legal",
        &any_plan(),
        1_000,
        0.25,
        |plan| Legal::check(&plan).is_ok(),
    );
}
