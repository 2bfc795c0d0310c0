//! Lessons: what is read, what is refused, and how a step is judged.

use super::check::{CheckedStep, GoalReach, StepFault, check};
use super::*;
use cost::estimate;
use formats::import::json;
use search::goal_path::Effort;

/// A lesson with these steps.
fn file(steps: &str) -> String {
    [
        r##"{"shardwise": 1, "id": "one", "title": "One", "start": "#v=1&p=llama3-8b/h100x8&zero=0", "lock": ["p"], "steps": ["##,
        steps,
        "]}",
    ]
    .concat()
}

const STEP: &str = r##"{"id": "fit", "title": "Make it fit", "text": "Which lever?", "goal": "fits", "par": 1, "lock": ["tp"]}"##;

fn lesson(text: &str) -> Lesson {
    read(text, json).unwrap_or_else(|why| panic!("{why:?}"))
}

/// The faults of a step's fields.
fn faults(fields: &str) -> Vec<(String, Why)> {
    let text = file(&[r#"{"id": "a", "title": "A", "text": "T""#, fields, "}"].concat());
    match read(&text, json) {
        Err(LessonRefusal::Faults(faults)) => faults.into_iter().map(|f| (f.path, f.why)).collect(),
        other => panic!("{fields}: {other:?}"),
    }
}

#[test]
fn a_lesson_is_what_its_file_says() {
    let lesson = lesson(&file(STEP));
    assert_eq!((lesson.id.as_str(), lesson.steps.len()), ("one", 1));
    let step = &lesson.steps[0];
    assert_eq!((step.par, step.asks()), (Some(1), true));
    let scene = lesson.scene_of(step);
    assert_eq!(scene.lock, ["p", "tp"]);
    assert!(scene.is_free("zero") && !scene.is_free("gpu") && !scene.is_free("tp"));
    let start = lesson.start_of(step).unwrap();
    assert!(!step.is_reached(start, estimate(start).as_ref()));
}

#[test]
fn all_faults_are_told_with_their_places() {
    let found = faults(
        r##", "goal": "fits, mfa > 3", "gaol": 1, "view": ["memory", "nowhere"], "par": 0"##,
    );
    let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "steps[1] (a).gaol",
            "steps[1] (a).goal",
            "steps[1] (a).par",
            "steps[1] (a).view[2]",
        ]
    );
    assert!(matches!(found[1].1, Why::Goal { .. }));
    assert_eq!(found[2].1, Why::NoNumber([1.0, 20.0]));
}

#[test]
fn each_kind_of_fault_is_found() {
    let is = |fields: &str, expected: Why| {
        let found = faults(fields);
        assert!(
            found.iter().any(|(_, why)| *why == expected),
            "{fields}: {found:?}"
        );
    };
    is(r#", "hints": "one""#, Why::NoList);
    is(
        r#", "hints": ["1", "2", "3", "4"]"#,
        Why::TooMany { most: 3 },
    );
    is(r#", "done": 7"#, Why::NoText);
    is(r#", "done": "a **b""#, Why::Unclosed { sign: "**" });
    is(r#", "par": 2"#, Why::ParOfNothing);
    is(r#", "start": "llama""#, Why::NoLink);
    is(r#", "question": {"text": "How many?"}"#, Why::Missing);
    is(r#", "highlight": ["tp"]"#, Why::NoFields);
    is(
        r#", "highlight": {"control": ["tp"]}"#,
        Why::Unknown {
            nearest: Some("controls"),
        },
    );
    is(
        r#", "question": {"text": "x", "answer": 1, "tolerance": 2}"#,
        Why::NoNumber([0.0, 0.5]),
    );
    is(
        r#", "scene": "bubble""#,
        Why::NoWord {
            given: "bubble".to_owned(),
        },
    );
    is(r#", "at": 2"#, Why::Missing);
    is(
        r#", "why": "time.tensors""#,
        Why::NoFigure {
            given: "time.tensors".to_owned(),
        },
    );
    is(r#", "scene": "tp", "at": 401"#, Why::NoNumber([1.0, 400.0]));
    let long = [r#", "done": ""#, &"x".repeat(4_001), "\""].concat();
    is(&long, Why::TooLong { most: 4_000 });
    let doubtful = faults(r##", "start": "#v=1&p=llama3-8b/h100x8&tp=three""##);
    assert!(matches!(doubtful[0].1, Why::Link(_)));
    let script = faults(r#", "done": "[x](javascript:alert(1))""#);
    assert!(matches!(script[0].1, Why::NoTarget { .. }));
}

#[test]
fn faults_of_predictions_have_their_places() {
    let is = |prediction: &str, place: &str, expected: Why| {
        let found = faults(&[", \"predict\": ", prediction].concat());
        let path = ["steps[1] (a).predict", place].concat();
        assert_eq!(found, [(path, expected)], "{prediction}");
    };
    let given = |text: &str| text.to_owned();
    is("{}", ".change", Why::Missing);
    let colour = given("colour=red");
    is(
        r#"{"change": "tp=4&colour=red"}"#,
        ".change",
        Why::Change { given: colour },
    );
    // One figure with these fields.
    let ask = |fields: &str| {
        let fields = [r#"{"change": "tp=4", "ask": [{"#, fields, "}]}"];
        fields.concat()
    };
    is(&ask(""), ".ask[1].figure", Why::Missing);
    let path = given("mfu/times");
    is(
        &ask(r#""figure": "mfu/times""#),
        ".ask[1].figure",
        Why::NoFigure { given: path },
    );
    let guess = given("guess");
    is(
        &ask(r#""figure": "mfu", "by": "guess""#),
        ".ask[1].by",
        Why::NoWord { given: guess },
    );
    is(
        &ask(r#""figure": "mfu", "from": 0"#),
        ".ask[1].to",
        Why::Missing,
    );
    is(
        &ask(r#""figure": "mfu", "from": 1, "to": 1"#),
        ".ask[1].to",
        Why::NoRange,
    );
    is(
        &ask(r#""figure": "mfu", "from": -1, "to": 1"#),
        ".ask[1].from",
        Why::NoNumber([0.0, 1e18]),
    );
    is(
        &ask(r#""figure": "mfu", "by": "choose", "from": 0"#),
        ".ask[1].from",
        Why::OtherWay { by: "drag" },
    );
    is(
        &ask(r#""figure": "mfu", "choices": ["truth"]"#),
        ".ask[1].choices",
        Why::OtherWay { by: "choose" },
    );
    let choose = |choices: &str| {
        let fields = [
            r#""figure": "mfu", "by": "choose", "choices": ["#,
            choices,
            "]",
        ];
        ask(&fields.concat())
    };
    let end = given("end");
    is(
        &choose(r#""truth", "end""#),
        ".ask[1].choices[2]",
        Why::NoWord { given: end },
    );
    is(
        &choose("0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7"),
        ".ask[1].choices",
        Why::TooMany { most: 6 },
    );
    is(
        &ask(r#""figure": "mfu", "tolerance": 0.6"#),
        ".ask[1].tolerance",
        Why::NoNumber([0.0, 0.5]),
    );
    is(
        &ask(r#""figure": "mfu", "mistakes": [{"answer": 1}]"#),
        ".ask[1].mistakes[1].text",
        Why::Missing,
    );
    let five = [r#"{"figure": "mfu"}"#; 5].join(",");
    is(
        &[r#"{"change": "tp=4", "ask": ["#, &five, "]}"].concat(),
        ".ask",
        Why::TooMany { most: 4 },
    );
    // A change needs a plan that it changes.
    let own = r#"{"shardwise": 1, "id": "one", "title": "One", "steps": [
        {"id": "a", "title": "A", "text": "T", "predict": {"change": "tp=4"}}]}"#;
    let Err(LessonRefusal::Faults(found)) = read(own, json) else {
        panic!("{own}");
    };
    assert_eq!(found[0].why, Why::PredictionOfNothing);
}

#[test]
fn what_is_no_lesson_is_refused() {
    let refused = |text: &str| read(text, json).unwrap_err();
    assert_eq!(refused(&"x".repeat(LARGEST + 1)), LessonRefusal::TooLarge);
    assert!(matches!(refused("{"), LessonRefusal::File(_)));
    for text in ["[]", "1", "null", "{}", r#"{"shardwise": "1"}"#] {
        assert_eq!(refused(text), LessonRefusal::NoLesson, "{text}");
    }
    assert_eq!(
        refused(r#"{"shardwise": 2}"#),
        LessonRefusal::Format { given: "2".into() }
    );
    assert!(matches!(
        refused(r#"{"shardwise": 1}"#),
        LessonRefusal::Faults(_)
    ));
    assert!(matches!(
        refused(&file(&[STEP, STEP].join(","))),
        LessonRefusal::Faults(_)
    ));
    // Endless goals, nesting, steps.
    let endless = ["fits", &" and fits".repeat(10_000)].concat();
    let endless = file(&STEP.replace("\"fits\"", &["\"", &endless, "\""].concat()));
    assert!(matches!(refused(&endless), LessonRefusal::Faults(_)));
    let deep = ["[".repeat(5_000), "]".repeat(5_000)].concat();
    assert!(matches!(refused(&deep), LessonRefusal::File(_)));
    let many = vec![STEP; 61].join(",");
    assert!(
        matches!(refused(&file(&many)), LessonRefusal::Faults(faults) if faults[0].why == Why::TooMany { most: 60 })
    );
}

#[test]
fn a_step_names_a_scene_and_its_moment() {
    let step = r#"{"id": "a", "title": "A", "text": "T", "scene": "zero", "at": 2}"#;
    let lesson = lesson(&file(step));
    assert_eq!(lesson.steps[0].watched, Some((TraceScene::Zero, 2)));
}

#[test]
fn a_step_opens_a_figure_and_asks_for_predictions() {
    let step = r#"{"id": "a", "title": "A", "text": "T", "why": "time.tensor/of-rank/one-micro-batch",
        "predict": {"change": "tp=4,gpus=16", "ask": [
            {"figure": "memory.total@0", "from": 0, "to": 100,
                "mistakes": [{"answer": "2 * memory.peak_gib", "text": "No."}]},
            {"figure": "idle", "by": "choose", "choices": [0.02, "start", "truth"], "tolerance": 0.1},
            {"figure": "mfu", "by": "choose"}, {"figure": "cost", "by": "drag"}]}}"#;
    let lesson = lesson(&file(step));
    let step = &lesson.steps[0];
    let (figure, path) = step.why.clone().unwrap();
    assert_eq!(
        (figure.to_string(), path.as_str()),
        ("time.tensor".to_owned(), "of-rank/one-micro-batch")
    );
    assert!(step.asks());
    let prediction = step.predict.as_ref().unwrap();
    assert_eq!(prediction.change.to_string(), "tp:4,gpus:16");
    let chosen = vec![
        PredictedChoice::Value(0.02),
        PredictedChoice::Start,
        PredictedChoice::Truth,
    ];
    let by: Vec<_> = prediction
        .questions
        .iter()
        .map(|asked| asked.by.clone())
        .collect();
    let expected = [
        PredictedBy::Drag(Some([0.0, 100.0])),
        PredictedBy::Choose(chosen),
        PredictedBy::Choose(Vec::new()),
        PredictedBy::Drag(None),
    ];
    assert_eq!(by, expected);
    let tolerances = prediction.questions.iter().map(|asked| asked.tolerance);
    assert_eq!(tolerances.collect::<Vec<_>>(), [0.05, 0.1, 0.05, 0.05]);
    assert_eq!(prediction.questions[0].mistakes.len(), 1);
    // Without figures the page chooses them.
    let bare = r#"{"id": "a", "title": "A", "text": "T", "predict": {"change": "tp=4"}}"#;
    let lesson = self::lesson(&file(bare));
    assert_eq!(lesson.steps[0].predict.as_ref().unwrap().questions, []);
}

/// Result of checking a lesson of one step with these fields.
fn checked(fields: &str) -> CheckedStep {
    let step = [r#"{"id": "a", "title": "A", "text": "T""#, fields, "}"].concat();
    check(&lesson(&file(&step)), Effort::MOMENT).remove(0)
}

#[test]
fn a_check_works_steps_through() {
    let reached = checked(r#", "goal": "fits", "par": 1"#);
    assert_eq!(reached.wrong, []);
    assert!(matches!(reached.goal, Some(GoalReach::By(moves)) if moves.len() == 1));
    assert_eq!(
        checked(r#", "goal": "zero = 0""#).wrong,
        [StepFault::ReachedAtStart]
    );
    assert_eq!(
        checked(r#", "goal": "gpus = 16""#).wrong,
        [StepFault::NoWay]
    );
    let par = checked(r#", "goal": "zero = 3, mbs = 2, ckpt = full", "par": 1"#);
    assert_eq!(par.wrong, [StepFault::Par { said: 1, found: 3 }]);
    let question = r#", "question": {"text": "x", "answer": "16 * 8", "mistakes": [{"answer": 129, "text": "m"}]}"#;
    let mistake = StepFault::Mistake {
        question: 0,
        mistake: 0,
    };
    assert_eq!(checked(question).wrong, [mistake]);
    assert_eq!(
        checked(r#", "question": {"text": "x", "answer": "1 / 0"}"#).wrong,
        [StepFault::NoAnswer(0)]
    );
}

/// A step whose text after it is a list of these passages.
fn with_done(passages: &str) -> String {
    [
        r#", "goal": "fits", "path": ["zero"], "done": ["#,
        passages,
        "]",
    ]
    .concat()
}

/// The passages that are shown once the plan of a link fits.
fn shown(passages: &str, link: &str) -> Vec<usize> {
    let step = [
        r#"{"id": "a", "title": "A", "text": "T""#,
        &with_done(passages),
        "}",
    ];
    let lesson = lesson(&file(&step.concat()));
    let plan = formats::link::decode(link).0;
    let (step, estimate) = (&lesson.steps[0], estimate(&plan));
    step.true_passages(lesson.start_of(step), &plan, estimate.as_ref().ok())
}

#[test]
fn passages_are_shown_by_condition() {
    let passages = r#""Always.", {"when": "zero = 3", "text": "Gathered."},
        {"changed": ["tp", "pp"], "text": "Cut."}, {"kept": ["tp", "pp"], "text": "Whole."}"#;
    let is = |link: &str, expected: &[usize]| {
        let link = ["#v=1&p=llama3-8b/h100x8", link].concat();
        assert_eq!(shown(passages, &link), expected, "{link}");
    };
    is("&zero=0", &[0, 3]);
    is("&zero=3", &[0, 1, 3]);
    is("&zero=0&pp=8", &[0, 2]);
    is("&zero=3&tp=2", &[0, 1, 2]);
    // A plan that cannot exist.
    is("&tp=3", &[0, 2]);
}

#[test]
fn faults_of_passages_have_their_places() {
    let found = faults(
        r#", "done": ["A", 7, {"when": "zero >", "text": "B"}, {"changed": ["zer"], "text": ""}, {"whn": "fits", "text": "C"}]"#,
    );
    let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
    let places = ["[2]", "[3].when", "[4].text", "[4].changed[1]", "[5].whn"];
    let expected = places.map(|place| ["steps[1] (a).done", place].concat());
    assert_eq!(paths, expected);
    let thirteen = vec!["\"A\""; 13].join(",");
    let many = faults(&[r#", "done": ["#, &thirteen, "]"].concat());
    assert_eq!(many[0].1, Why::TooMany { most: 12 });
    // What has changed is known only against a start.
    let own = r#"{"shardwise": 1, "id": "one", "title": "One", "steps": [
        {"id": "a", "title": "A", "text": "T", "done": [{"kept": ["zero"], "text": "A"}]}]}"#;
    let Err(LessonRefusal::Faults(found)) = read(own, json) else {
        panic!("{own}");
    };
    assert_eq!(found[0].why, Why::ChangeOfNothing);
}

#[test]
fn a_check_reads_the_text_after_every_solution() {
    let wrong = |passages: &str| checked(&with_done(passages)).wrong;
    let of = |faults: &[StepFault], is: fn(&StepFault) -> bool| {
        assert!(faults.len() == 1 && is(&faults[0]), "{faults:?}");
    };
    // True of the shortest way alone.
    of(
        &wrong(r#""[ZeRO](control:zero) did it.""#),
        |fault| matches!(fault, StepFault::Unchanged { passage: 0, key: "zero", by } if by.iter().all(|(key, _)| *key != "zero")),
    );
    of(
        &wrong(r#"{"when": "zero > 0", "text": "Sharded."}"#),
        |fault| matches!(fault, StepFault::NothingSaid { by } if by[0].0 != "zero"),
    );
    of(&wrong(r#""{{1 / (pp - 1)}} is left.""#), |fault| {
        matches!(fault, StepFault::NoValue { passage: 0, .. })
    });
    let right = r#""It fits.", {"when": "zero > 0", "text": "[ZeRO](control:zero) did it."},
        {"when": "pp > 1", "text": "{{1 / (pp - 1)}} is left."}, {"kept": ["zero"], "text": "Try [ZeRO](control:zero)."}"#;
    assert_eq!(wrong(right), []);
}

#[test]
fn a_check_finds_scenes_hints_and_values_that_are_not_there() {
    let scene = checked(r#", "scene": "zero""#);
    assert_eq!(scene.wrong, [StepFault::NoScene(TraceScene::Zero)]);
    assert_eq!(checked(r#", "scene": "dp""#).wrong, []);
    let hint = checked(r#", "goal": "fits", "path": ["sp"]"#);
    assert_eq!(hint.wrong, [StepFault::NoHint]);
    let own = checked(r#", "goal": "fits", "path": ["sp"], "hints": ["Think."]"#);
    assert_eq!(own.wrong, []);
    let value = checked(r#", "solution": "{{1 / zero}}""#);
    assert_eq!(value.wrong, [StepFault::NoStartValue]);
}

#[test]
fn a_check_finds_figures_that_are_not_there() {
    let no_figure = |figure: &str| StepFault::NoFigure(figure.to_owned());
    let is = |fields: &str, expected: &[StepFault]| {
        assert_eq!(checked(fields).wrong, expected, "{fields}");
    };
    is(r#", "why": "memory.activations@0/held-in-backward""#, &[]);
    // A figure that is zero has a card, and nothing below it.
    is(r#", "why": "time.tensor""#, &[]);
    is(
        r#", "why": "time.tensor/bwd""#,
        &[no_figure("time.tensor/bwd")],
    );
    is(
        r#", "why": "memory.total@1""#,
        &[no_figure("memory.total@1")],
    );
    let nowhere = "memory.total/nowhere";
    let link = ["[x](why:", nowhere, ")"].concat();
    for field in ["solution", "done"] {
        let fields = [", \"", field, "\": \"", &link, "\""].concat();
        is(&fields, &[no_figure(nowhere)]);
    }
    is(
        &[r#", "hints": [""#, &link, "\"]"].concat(),
        &[no_figure(nowhere)],
    );
    let question = [
        r#", "question": {"text": "x", "answer": 1, "mistakes": [{"answer": 2, "text": ""#,
        &link,
        "\"}]}",
    ];
    is(&question.concat(), &[no_figure(nowhere)]);
    // After a goal the reader has another plan.
    let wrong = checked(&with_done(r#""[Stage 1](why:memory.total@1) holds less.""#)).wrong;
    assert!(
        matches!(&wrong[..], [StepFault::NoFigureOf { passage: 0, figure, .. }] if figure == "memory.total@1"),
        "{wrong:?}"
    );
    let of_stage = r#""It fits.", {"when": "pp > 1", "text": "[Stage 1](why:memory.total@1)"}"#;
    assert_eq!(checked(&with_done(of_stage)).wrong, []);
}

/// Faults of a step that asks for one prediction, after a change to tensor parallelism.
fn of_prediction(change: &str, fields: &str) -> Vec<StepFault> {
    let parts = [
        r#", "predict": {"change": ""#,
        change,
        r#"", "ask": [{"#,
        fields,
        "}]}",
    ];
    checked(&parts.concat()).wrong
}

#[test]
fn a_check_finds_predictions_that_cannot_be_made() {
    // Each GPU holds the whole state at the start, and a quarter after the change.
    let of_total = |fields: &str| {
        let fields = [r#""figure": "memory.total""#, fields].concat();
        of_prediction("tp=4", &fields)
    };
    let lesson = lesson(&file(
        r#"{"id": "a", "title": "A", "text": "T", "predict":
        {"change": "tp=4", "ask": [{"figure": "memory.total"}]}}"#,
    ));
    let start = lesson.start.clone().unwrap();
    let change = &lesson.steps[0].predict.as_ref().unwrap().change;
    let value = |plan: &Plan| {
        let figure = "memory.total".parse().unwrap();
        figure_value(figure, plan, &estimate(plan).unwrap()).unwrap()
    };
    let [now, truth] = [value(&start), value(&change.applied(&start))];
    assert!(now > 1.5 * truth, "{now} {truth}");
    assert_eq!(of_total(""), []);
    // A plan that cannot exist: 8 GPUs are no multiple of 3.
    assert_eq!(
        of_prediction("tp=3", r#""figure": "mfu""#),
        [StepFault::ImpossibleChange]
    );
    // The lesson locks the preset, of which the number of GPUs is a part.
    assert_eq!(
        of_prediction("gpus=16&tp=4", r#""figure": "mfu""#),
        [StepFault::LockedChange("gpus")]
    );
    let stage = r#""figure": "memory.total@1""#;
    assert_eq!(of_prediction("tp=4", stage), [StepFault::NoStage(0)]);
    // Only the changed plan has the stage.
    assert_eq!(of_prediction("pp=2", stage), [StepFault::NoStage(0)]);
    let range = |from: f64, to: f64| of_total(&format!(r#", "from": {from}, "to": {to}"#));
    assert_eq!(range(0.0, 2.0 * now), []);
    assert_eq!(range(truth * 1.1, now), [StepFault::OutOfRange(0)]);
    let choices =
        |choices: &str| of_total(&[r#", "by": "choose", "choices": ["#, choices, "]"].concat());
    assert_eq!(choices(r#""start", "truth", 1"#), []);
    assert_eq!(choices(""), []);
    for wrong in [
        r#""start", 1"#.to_owned(),
        r#""truth", "start", "truth""#.to_owned(),
        // A number that counts as the truth.
        format!(r#""start", "truth", {}"#, truth * 1.04),
        format!(r#""start", {truth}"#),
    ] {
        assert_eq!(choices(&wrong), [StepFault::NotOneTruth(0)], "{wrong}");
    }
    let mistakes = |answers: &[&str]| {
        let each = |answer: &&str| format!(r#"{{"answer": "{answer}", "text": "m"}}"#);
        let list: Vec<String> = answers.iter().map(each).collect();
        of_total(&[r#", "mistakes": ["#, &list.join(","), "]"].concat())
    };
    let mistake = |mistake| StepFault::PredictedMistake {
        question: 0,
        mistake,
    };
    // Answers are numbers of the plan at the start.
    assert_eq!(mistakes(&["memory.peak_gib", "memory.peak_gib / 8"]), []);
    assert_eq!(mistakes(&["1 / (tp - 1)"]), [mistake(0)]);
    assert_eq!(mistakes(&[&format!("{:.3}", truth * 0.96)]), [mistake(0)]);
    assert_eq!(mistakes(&["100", "104", "10"]), [mistake(1)]);
}

#[test]
fn mistakes_are_named() {
    let lesson = lesson(&file(
        r#"{"id": "a", "title": "A", "text": "T", "question": {"text": "x", "unit": "GB", "answer": "16 * 13",
        "mistakes": [{"answer": "16 * 13 / 1.073741824", "text": "GiB"}, {"answer": "16 * 13 * 8", "text": "bits"}]}}"#,
    ));
    let question = &lesson.steps[0].questions[0];
    let plan = formats::catalog::default_plan();
    let judged = |answer| judge(question, answer, &plan, None);
    assert_eq!(
        [208.0, 194.0, 1_664.0].map(judged),
        [Judged::Right, Judged::Mistaken(0), Judged::Mistaken(1)]
    );
    assert_eq!(
        [207.0, 300.0, 1.0].map(judged),
        [Judged::Right, Judged::TooLarge, Judged::TooSmall]
    );
}
