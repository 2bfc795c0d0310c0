//! Lessons: any text and any document is a lesson, or is refused with a list of all its faults. A
//! lesson that was read can be worked through.

use cost::certainty::MEMORY;
use cost::plan::Word;
use cost::units::Bytes;
use formats::goal::{FIGURES, Field, Goal, LONGEST};
use formats::import;
use formats::link::presentation::{View, controls};
use formats::number::Units;
use fuzz::given::lesson::PIECES;
use lesson::check::check;
use lesson::markdown::{self, Content, LinkTarget};
use lesson::{Judged, Lacking, Lesson, LessonFault, LessonRefusal, Term, Why, judge, read};
use proptest::prelude::*;
use proptest::sample::select;
use search::goal_path::Effort;
use serde_json::{Map, Value, json};
use test_utils::drawn::{Drawn, legal_plan, of};
use text::{EN_LESSON, EN_LESSON_FIGURE};

use super::config;
use super::goals::right_goal;

/// Texts of the small Markdown, right ones and others.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => proptest::collection::vec(select(&PIECES[..]), 0..16).prop_map(|pieces| pieces.concat()),
        1 => "\\PC{0,40}",
        2 => Just("Drag [TP](control:tp) and watch {{mfu}}.".to_owned()),
    ]
}

fn any_link() -> impl Strategy<Value = String> {
    let links = vec![
        "#v=1&p=llama3-8b/h100x8&zero=0",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
        "#v=1&p=llama3-70b/h100x64&tp=6",
        "#v=1&p=nothing/h100x8",
        "#v=9&p=llama3-8b/h100x8",
        "javascript:alert(1)//p=",
        "",
    ];
    prop_oneof![
        4 => select(links).prop_map(str::to_owned),
        1 => "#v=1&p=llama3-8b/h100x[0-9]{1,12}&tp=[0-9]{1,12}",
    ]
}

fn any_goal() -> impl Strategy<Value = String> {
    let figures: Vec<&str> = FIGURES.iter().map(|figure| figure.name).collect();
    let bound = (
        select(figures),
        select(vec!["<", ">=", "=", "!="]),
        0..200_u32,
    );
    prop_oneof![
        3 => select(vec!["fits", "tp = 8", "legal", "not oom", "recipe.tensor", "zero"]).prop_map(str::to_owned),
        2 => bound.prop_map(|(figure, sign, number)| format!("fits, {figure} {sign} {number}")),
        1 => "\\PC{0,24}",
        1 => (1..400_usize).prop_map(|count| vec!["fits"; count].join(" and ")),
        1 => (1..400_usize).prop_map(|count| "(".repeat(count)),
    ]
}

fn any_name() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[a-z0-9-]{1,8}", 1 => "[a-z]{30,60}", 1 => "\\PC{0,8}"]
}

/// A document of any shape, some deep.
pub(crate) fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any_text().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 48, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::vec((any_name(), inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// A field that is usually there, and sometimes has another type.
fn field(right: impl Strategy<Value = Value>) -> impl Strategy<Value = Option<Value>> {
    prop_oneof![12 => right.prop_map(Some), 4 => Just(None), 1 => any_value().prop_map(Some)]
}

fn texts(strategy: impl Strategy<Value = String>) -> impl Strategy<Value = Value> {
    strategy.prop_map(Value::from)
}

/// A list of known words, and of one that is none.
fn words(known: Vec<&'static str>) -> impl Strategy<Value = Value> {
    let word = prop_oneof![12 => select(known), 1 => Just("nowhere")];
    proptest::collection::vec(word, 0..4).prop_map(Value::from)
}

/// Fields by their names, those left out that are not there.
fn fields(names: &'static [&'static str], values: Vec<Option<Value>>) -> Value {
    let named = names.iter().zip(values);
    let given = named.filter_map(|(name, value)| Some(((*name).to_owned(), value?)));
    Value::Object(given.collect::<Map<_, _>>())
}

fn any_question() -> impl Strategy<Value = Value> {
    let answer = || {
        let texts = vec![
            "16 * 8",
            "bill.state_gb",
            "1 / 0",
            "fits",
            "mfu",
            "4 *",
            "-1",
        ];
        prop_oneof![3 => select(texts).prop_map(Value::from), 1 => any::<u32>().prop_map(Value::from), 1 => any::<f64>().prop_map(Value::from)]
    };
    let mistake = (field(answer()), field(texts(any_text())))
        .prop_map(|(answer, text)| fields(&["answer", "text"], vec![answer, text]));
    let mistakes = proptest::collection::vec(mistake, 0..3).prop_map(Value::from);
    let parts = (
        field(texts(any_text())),
        field(answer()),
        field((0..80_u32).prop_map(|share| json!(f64::from(share) / 100.0))),
        field(mistakes),
    );
    parts.prop_map(|(text, answer, tolerance, mistakes)| {
        let names = &["text", "answer", "tolerance", "mistakes"];
        fields(names, vec![text, answer, tolerance, mistakes])
    })
}

/// The text after a step: one, or passages with conditions.
fn any_done() -> impl Strategy<Value = Value> {
    let keys = || controls().collect::<Vec<_>>();
    let conditions = (
        field(texts(any_goal())),
        field(words(keys())),
        field(words(keys())),
        field(texts(any_text())),
    );
    let passage = conditions.prop_map(|(when, changed, kept, text)| {
        fields(
            &["when", "changed", "kept", "text"],
            vec![when, changed, kept, text],
        )
    });
    let member = prop_oneof![1 => texts(any_text()), 2 => passage];
    let passages = proptest::collection::vec(member, 0..14).prop_map(Value::from);
    prop_oneof![1 => texts(any_text()), 2 => passages]
}

fn any_step() -> impl Strategy<Value = Value> {
    let keys = || controls().collect::<Vec<_>>();
    let marks = (words(View::WORDS.to_vec()), words(keys()))
        .prop_map(|(views, controls)| json!({ "views": views, "controls": controls }));
    let hints = proptest::collection::vec(any_text(), 0..5).prop_map(Value::from);
    let asked = (
        field(texts(any_goal())),
        field((0..24_u32).prop_map(Value::from)),
        field(hints),
        field(proptest::collection::vec(any_question(), 0..3).prop_map(Value::from)),
    );
    let shown = (
        field(texts(any_link())),
        field(words(View::WORDS.to_vec())),
        field(words(keys())),
        field(words(keys())),
        field(marks),
    );
    let said = (
        field(texts(any_name())),
        field(texts(any_text())),
        field(texts(any_text())),
        field(any_done()),
        field(words(keys())),
    );
    (asked, shown, said).prop_map(|(asked, shown, said)| {
        let names = &[
            "goal",
            "par",
            "hints",
            "question",
            "start",
            "view",
            "hide",
            "lock",
            "highlight",
            "id",
            "title",
            "text",
            "done",
            "path",
        ];
        let values = vec![
            asked.0, asked.1, asked.2, asked.3, shown.0, shown.1, shown.2, shown.3, shown.4,
            said.0, said.1, said.2, said.3, said.4,
        ];
        fields(names, values)
    })
}

/// Something like a lesson: of any fields, right, or right but for one field of a step.
pub(crate) fn any_lesson() -> impl Strategy<Value = Value> {
    let names = vec![
        "id", "title", "text", "goal", "start", "lock", "par", "question",
    ];
    let other = prop_oneof![any_value(), any_step()];
    let broken = (right_lesson(), select(names), other).prop_map(|(mut lesson, name, value)| {
        lesson["steps"][0][name] = value;
        lesson
    });
    prop_oneof![2 => any_fields(), 1 => right_lesson(), 1 => broken]
}

/// A lesson's fields, each right, missing or something else.
fn any_fields() -> impl Strategy<Value = Value> {
    let steps = proptest::collection::vec(any_step(), 0..4).prop_map(Value::from);
    let parts = (
        field(texts(any_name())),
        field(texts(any_text())),
        field(texts(any_link())),
        field(steps),
        field(texts(any_text())),
    );
    parts.prop_map(|(id, title, start, steps, end)| {
        let names = &["shardwise", "id", "title", "start", "steps", "end"];
        fields(names, vec![Some(json!(1)), id, title, start, steps, end])
    })
}

/// A lesson that can be read, of steps that ask for something.
fn right_lesson() -> impl Strategy<Value = Value> {
    let goals = vec![
        "fits",
        "fits, mfu >= 45%",
        "zero = 3 or oom",
        "gpus <= bill.cards",
        "recipe.tensor",
        "loss < 0",
    ];
    let links = vec![
        "#v=1&p=llama3-8b/h100x8&zero=0",
        "#v=1&p=llama3-70b/h100x64&tp=8",
        "#v=1&p=llama3-70b/h100x64&tp=6",
    ];
    let keys = controls().collect::<Vec<_>>();
    let done = vec![
        json!("Done, by [TP](control:tp): {{mfu}}."),
        json!([{ "when": "zero = 3", "text": "Sharded." }, { "kept": ["p"], "text": "{{1 / zero}}" }]),
        json!([{ "changed": ["tp", "pp"], "text": "Cut." }]),
    ];
    let step = (
        select(goals),
        select(links),
        proptest::collection::vec(select(keys), 0..12),
        select(vec!["16 * params / 1B", "mfu", "1 / 0", "208"]),
        select(vec!["4 * params / 1B", "208", "208.1"]),
        select(done),
    );
    let step = step.prop_map(|(goal, start, lock, answer, mistake, done)| {
        json!({
            "title": "T", "text": "\"><img src=x onerror=alert(1)>", "goal": goal, "start": start, "lock": lock, "par": 1,
            "done": done,
            "question": {
                "text": "How many?", "answer": answer, "mistakes": [{ "answer": mistake, "text": "No." }],
            },
        })
    });
    proptest::collection::vec(step, 1..3).prop_map(|mut steps| {
        for (place, step) in steps.iter_mut().enumerate() {
            step["id"] = json!(format!("step-{place}"));
        }
        json!({ "shardwise": 1, "id": "drawn", "title": "Drawn", "steps": steps })
    })
}

/// Checks that a lesson that is read from a text stays within bounds, and that every refusal has
/// sentences.
fn examine(text: &str) -> Result<Option<Lesson>, TestCaseError> {
    let why = match read(text, import::json) {
        Ok(lesson) => {
            prop_assert!((1..=60).contains(&lesson.steps.len()));
            for step in &lesson.steps {
                prop_assert!(step.id.len() <= 40 && step.hints.len() <= 3);
                let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
                prop_assert!(step.id.bytes().all(is_of_name), "{}", step.id);
                examine_targets(&step.text)?;
            }
            return Ok(Some(lesson));
        }
        Err(why) => why,
    };
    if let LessonRefusal::Faults(faults) = &why {
        prop_assert!((1..=40).contains(&faults.len()));
    }
    let sentences = (EN_LESSON.refused)(&why);
    prop_assert!(!sentences.is_empty());
    for sentence in sentences {
        // A refusal repeats only a short part of a stranger's text.
        prop_assert!(
            sentence.len() < 8_000 && sentence.ends_with(['.', '?', ')']),
            "{sentence}"
        );
    }
    Ok(None)
}

/// A fault of a text is of something that the text has, and is said in a sentence.
fn examine_fault(why: &Why, text: &str) -> Result<(), TestCaseError> {
    match why {
        Why::Unclosed { sign } => prop_assert!(text.contains(sign), "{sign} in {text}"),
        Why::NoTarget { given } => prop_assert!(text.contains("]("), "{given} in {text}"),
        Why::Live { text: asked, .. } => {
            // A value may go over the end of a line.
            let flat = |text: &str| text.split_whitespace().collect::<String>();
            let has = flat(text).contains(&flat(asked));
            prop_assert!(text.contains("{{") && has, "{asked} in {text}");
        }
        other => prop_assert!(false, "{other:?} of {text}"),
    }
    let fault = LessonFault {
        path: "text".to_owned(),
        why: why.clone(),
    };
    let sentences = (EN_LESSON.refused)(&LessonRefusal::Faults(vec![fault]));
    let is_said = sentences.iter().any(|sentence| sentence.contains("text"));
    prop_assert!(is_said, "{sentences:?}");
    Ok(())
}

/// Links lead to other pages by their whole address, or to what the planner has.
fn examine_targets(text: &markdown::Text) -> Result<(), TestCaseError> {
    for span in text.spans() {
        match &span.target {
            Some(LinkTarget::Web(address)) => {
                let is_whole = address.starts_with("https://") || address.starts_with("http://");
                prop_assert!(is_whole, "{address}");
            }
            Some(LinkTarget::Control(key)) => prop_assert!(controls().any(|known| known == *key)),
            Some(LinkTarget::View(_) | LinkTarget::Term(_)) | None => {}
        }
        if let Content::Words(words) = &span.content {
            prop_assert!(!words.is_empty() || span.target.is_some());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(1_024))]
    #[test]
    fn any_text_is_a_lesson_or_is_refused(text in "\\PC{0,200}") {
        examine(&text)?;
        examine(&["{\"shardwise\": 1, \"id\": ", &text].concat())?;
    }

    #[test]
    fn any_markdown_is_a_text_or_has_a_fault(text in any_text()) {
        match markdown::read(&text) {
            Ok(text) => examine_targets(&text)?,
            Err(fault) => examine_fault(&fault, &text)?,
        }
    }

    #[test]
    fn any_document_is_a_lesson_or_is_refused(mut value in any_value()) {
        examine(&value.to_string())?;
        if let Some(fields) = value.as_object_mut() {
            fields.insert("shardwise".to_owned(), json!(1));
            examine(&value.to_string())?;
        }
    }

    #[test]
    fn anything_like_a_lesson_is_one_or_is_refused(value in any_lesson()) {
        examine(&value.to_string())?;
    }
}

proptest! {
    #![proptest_config(config(512))]
    /// The first hint names what is missing, and the largest cost that it is about, if there is one.
    #[test]
    fn the_first_hint_names_no_cost_of_nothing(text in right_goal(), Drawn(plan) in legal_plan()) {
        prop_assume!(text.len() <= LONGEST);
        let goal = Goal::parse(&text).map_err(|fault| TestCaseError::fail(format!("{fault:?}")))?;
        let estimate = of(&plan);
        let lacking = Lacking::of(&goal, &plan, Some(&estimate));
        let is_reached = goal.is_reached::<()>(&plan, Ok(&estimate));
        prop_assert_eq!(lacking.parts.is_empty(), is_reached);
        let said = (EN_LESSON_FIGURE.hints.lacks)(&lacking, Units::Gib);
        let of_kind = |begins: &[&str]| {
            let fields = lacking.parts.iter().flat_map(Goal::fields);
            fields.map(Field::name).any(|name| begins.iter().any(|begin| name.starts_with(begin)))
        };
        if let Some((kind, bytes)) = lacking.memory {
            prop_assert!(of_kind(&["memory.", "stage.", "recipe.shard"]), "{text}: {said}");
            prop_assert_eq!((MEMORY[kind].of)(estimate.memory.fullest()), bytes);
            prop_assert!(bytes > Bytes(0), "{said}");
        }
        if let Some((overhead, share)) = lacking.time {
            let of_time = ["mfu", "hfu", "tokens_per_s", "time.", "tolls.", "run.", "recipe.score"];
            prop_assert!(of_kind(&of_time), "{text}: {said}");
            let shares = estimate.shares.overheads();
            prop_assert!(shares.contains(&(overhead, share)) && share >= 0.005);
            prop_assert!(shares.iter().all(|(_, other)| *other <= share), "{said}");
        }
        if !is_reached {
            prop_assert!(!said.contains(": .") && said.ends_with('.'), "{said}");
        }
    }
}

proptest! {
    #![proptest_config(config(24))]
    #[test]
    fn what_can_be_read_can_be_worked_through(value in right_lesson(), answers in any::<[f64; 4]>()) {
        let Some(lesson) = examine(&value.to_string())? else {
            let why = read(&value.to_string(), import::json);
            return Err(TestCaseError::fail(format!("{why:?}")));
        };
        // As little effort as there can be: what is looked at is that it ends.
        let checked = check(&lesson, Effort { width: 2, depth: 2, units: 1_000 });
        prop_assert_eq!(checked.len(), lesson.steps.len());
        for step in &lesson.steps {
            let plan = lesson.start_of(step).expect("a start");
            let estimate = cost::estimate(plan).ok();
            for answer in answers {
                let judged = judge(&step.questions[0], answer, plan, estimate.as_ref());
                prop_assert!(!matches!(judged, Judged::Mistaken(place) if place > 0));
            }
        }
    }
}

#[test]
fn every_term_can_be_led_to() {
    for term in Term::WORDS {
        let text = ["[x](term:", term, ")"].concat();
        assert!(markdown::read(&text).is_ok(), "{term}");
    }
}
