//! Our own lessons: every one is read. Every goal is out of reach at its start and within reach of
//! the controls that a reader has. Every answer is right, and every mistake is recognised.

use std::collections::BTreeSet;

use cost::band::Band;
use cost::estimate;
use cost::legal::Legal;
use cost::plan::{Plan, ZeroStage};
use cost::scaling;
use formats::catalog;
use formats::goal::{Live, Quantity};
use formats::import::json;
use formats::link;
use lesson::check::{CheckedStep, StepFault, check};
use lesson::markdown::{Content, Text};
use lesson::{ChangedControls, Judged, Lesson, Step, changes, judge, read};
use search::goal_path::{Effort, GoalSearch, PathFound, moves, paths, soon};
use search::sweep::axis;
use search::work::PATIENCE;

const FILES: [&str; 5] = [
    include_str!("../../../../lessons/tour.json"),
    include_str!("../../../../lessons/recipe.json"),
    include_str!("../../../../lessons/challenges.json"),
    include_str!("../../../../lessons/exercises.json"),
    include_str!("../../../../lessons/finetune.json"),
];

/// For each step with a start and a goal, by its address, a plan that reaches it.
const SOLUTIONS: &[(&str, &str)] = &[
    ("tour/state", "#v=1&p=llama3-8b/h100x8&zero=2"),
    (
        "tour/scratchpad",
        "#v=1&p=llama3-8b/h100x8&zero=3&seq=32768&ckpt=full",
    ),
    ("tour/cable", "#v=1&p=llama3-70b/h100x64&tp=8&pp=4"),
    (
        "tour/bubble",
        "#v=1&p=class-100b/a100-80x64&tp=8&pp=8&gbs=64",
    ),
    ("tour/lastinch", "#v=1&p=gpt2-1.5b/a100-80x8"),
    ("challenges/state-7b", "#v=1&p=llama2-7b/a100-80x2&zero=3"),
    (
        "challenges/state-70b",
        "#v=1&p=llama2-70b/a100-80x16&zero=3",
    ),
    (
        "challenges/state-405b",
        "#v=1&p=llama3-405b/h100x96&zero=3&gbs=768",
    ),
    (
        "challenges/zero-ladder",
        "#v=1&p=custom/h100x64&layers=36&ffn=16384&kv=32&vocab=61440&gated=0&tied=1&zero=3&seq=2048&recipe=zeropaper",
    ),
    (
        "challenges/seven-on-eight",
        "#v=1&p=llama2-7b/a100-80x8&zero=1",
    ),
    ("challenges/flash-on", "#v=1&p=llama3-8b/h100x8&tp=2"),
    (
        "challenges/flash-off",
        "#v=1&p=llama3-8b/h100x8&tp=2&ckpt=sel&flash=0",
    ),
    (
        "challenges/context-32k",
        "#v=1&p=llama3-8b/h100x8&cp=4&zero=3&seq=32768",
    ),
    (
        "challenges/context-128k",
        "#v=1&p=llama3-8b/h100x8&cp=8&zero=3&seq=131072&ckpt=full",
    ),
    (
        "challenges/bubble",
        "#v=1&p=gpt3-175b/h100x64&tp=8&pp=8&gbs=96",
    ),
    (
        "challenges/bubble-interleave",
        "#v=1&p=gpt3-175b/h100x128&tp=8&pp=8&vp=6&gbs=16",
    ),
    (
        "challenges/past-the-node",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=2",
    ),
    (
        "challenges/seventy-fits",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=2",
    ),
    (
        "challenges/seventy-faster",
        "#v=1&p=llama3-70b/h100x64&tp=4&pp=8",
    ),
    (
        "challenges/class-fits",
        "#v=1&p=class-100b/a100-80x64&tp=8&pp=2",
    ),
    (
        "challenges/class-score",
        "#v=1&p=class-100b/a100-80x64&tp=4&pp=8&gbs=512",
    ),
    ("challenges/moe-nodes", "#v=1&p=qwen3-30b-a3b/h100x64&ep=8"),
    (
        "challenges/chinchilla",
        "#v=1&p=llama3-70b/h100x512&tp=8&pp=2&tok=2000000000000",
    ),
    (
        "challenges/inference-aware",
        "#v=1&p=llama3-8b/h100x512&zero=3&tok=15000000000000",
    ),
    (
        "challenges/ten-million",
        "#v=1&p=llama3-70b/h100x512&tp=4&pp=4&gbs=1024&tok=10450000000000",
    ),
    (
        "challenges/cadence",
        "#v=1&p=llama3-405b/h100x16384&tp=8&pp=16&cp=2&vp=8&ends=1&gbs=2048&ckptbw=1000&restart=10",
    ),
    (
        "challenges/colleague-script",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
    ),
    ("challenges/colleague-belt", "#v=1&p=llama2-7b/a100-80x8"),
    (
        "challenges/colleague-pipeline",
        "#v=1&p=llama2-13b/h100x64&zero=3&gbs=64",
    ),
    (
        "challenges/colleague-zero",
        "#v=1&p=class-100b/a100-80x64&tp=8&pp=8&zero=3",
    ),
    (
        "challenges/colleague-batch",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=2&gbs=1024",
    ),
    (
        "challenges/llama-405b-found",
        "#v=1&p=llama3-405b/h100x16384&tp=8&pp=16&ends=1&gbs=2048",
    ),
    (
        "challenges/llama-405b-beaten",
        "#v=1&p=llama3-405b/h100x16384&tp=8&pp=16&cp=2&vp=8&ends=1&gbs=2048",
    ),
    (
        "finetune/full",
        "#v=1&p=llama3-8b/rtx4090x16&zero=3&seq=2048&gbs=16&recipe=hf&ckpt=full",
    ),
    (
        "finetune/lora",
        "#v=1&p=llama3-8b/rtx4090x1&seq=2048&gbs=16&ft=lora&recipe=hf&ckpt=full",
    ),
    (
        "finetune/why-only",
        "#v=1&p=llama3-8b/rtx4090x1&seq=2048&gbs=16&ft=lora&recipe=hf&ckpt=full",
    ),
    (
        "finetune/qlora",
        "#v=1&p=llama3-8b/rtx4090x1&seq=2048&gbs=16&ft=qlora&recipe=hf&ckpt=full",
    ),
    (
        "finetune/long",
        "#v=1&p=llama3-8b/rtx4090x1&seq=8192&gbs=16&ft=qlora&recipe=hf&ckpt=full&ce=chunked",
    ),
];

/// For each step of the recipe a plan that does not hold its decision and one that does.
const DECISIONS: [(&str, &str, &str); 6] = [
    (
        "bill",
        "#v=1&p=llama3-405b/h100x64&zero=3",
        "#v=1&p=llama3-405b/h100x128&zero=3",
    ),
    (
        "tensor",
        "#v=1&p=llama3-70b/h100x64&tp=16&pp=4",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
    ),
    (
        "pipeline",
        "#v=1&p=class-100b/a100-80x64&tp=8&pp=8&gbs=8",
        "#v=1&p=class-100b/a100-80x64&tp=8&pp=8&gbs=64",
    ),
    (
        "shard",
        "#v=1&p=llama3-70b/h100x64&tp=8",
        "#v=1&p=llama3-70b/h100x64&tp=8&zero=2",
    ),
    (
        "batch",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=8&gbs=65536",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=8&gbs=1024",
    ),
    (
        "score",
        "#v=1&p=llama3-8b/h100x8&zero=3&ckpt=full&flash=0",
        "#v=1&p=llama3-8b/h100x8&zero=3",
    ),
];

fn lessons() -> Vec<Lesson> {
    let read = |text: &&str| read(text, json).unwrap_or_else(|why| panic!("{why:?}"));
    FILES.iter().map(read).collect()
}

fn plan(text: &str) -> Plan {
    let (plan, warnings) = link::decode(text);
    assert!(warnings.is_empty(), "{text}: {warnings:?}");
    plan
}

/// Address of a step, as in a query.
fn address(lesson: &Lesson, step: &Step) -> String {
    [&lesson.id, "/", &step.id].concat()
}

fn is_reached(step: &Step, plan: &Plan) -> bool {
    step.is_reached(plan, estimate(plan).as_ref())
}

/// The steps that name a plan to start from and have a goal.
fn challenges(lesson: &Lesson) -> impl Iterator<Item = (&Step, &Plan)> {
    let steps = lesson.steps.iter().filter(|step| step.goal.is_some());
    steps.filter_map(|step| Some((step, lesson.start_of(step)?)))
}

#[test]
fn lessons_have_the_names_of_their_files() {
    let lessons = lessons();
    let ids: Vec<&str> = lessons.iter().map(|lesson| lesson.id.as_str()).collect();
    assert_eq!(
        ids,
        ["tour", "recipe", "challenges", "exercises", "finetune"]
    );
    assert_eq!(lessons[0].steps.len(), 5);
    assert_eq!(lessons[1].steps.len(), 6);
    assert_eq!(lessons[4].steps.len(), 6);
    for lesson in &lessons {
        assert!(!lesson.text.is_empty() && !lesson.end.is_empty());
        assert!(lesson.steps.iter().all(Step::asks), "{}", lesson.id);
    }
}

#[test]
fn starts_are_canonical_links() {
    for (lesson, file) in lessons().iter().zip(FILES) {
        for step in &lesson.steps {
            if let Some(start) = &step.start {
                let link = link::encode(start);
                let start = ["\"start\": \"", &link, "\""].concat();
                assert!(file.contains(&start), "{}: {link}", step.id);
                assert!(estimate(&plan(&link)).is_ok(), "{link}");
            }
        }
    }
}

#[test]
fn goals_are_out_of_reach_at_their_start_and_within_reach_of_what_is_free() {
    let mut left: BTreeSet<&str> = SOLUTIONS.iter().map(|(step, _)| *step).collect();
    for lesson in lessons() {
        for (step, start) in challenges(&lesson) {
            let id = address(&lesson, step);
            assert!(!is_reached(step, start), "{id} is reached at its start");
            let known = SOLUTIONS.iter().find(|(of, _)| *of == id);
            let Some((_, solution)) = known else {
                panic!("{id} has no solution");
            };
            let solution = plan(solution);
            assert!(is_reached(step, &solution), "{id} is not reached");
            let scene = lesson.scene_of(step);
            for (key, value) in moves(start, &solution) {
                assert!(scene.is_free(key), "{id}: {key}={value} is not free");
            }
            assert_eq!(Some(changes(start, &solution)), step.par, "{id}");
            left.remove(id.as_str());
        }
    }
    assert!(left.is_empty(), "solutions of no step: {left:?}");
}

/// Hints are computed by this search.
#[test]
fn a_moments_search_finds_ways_no_longer_than_par() {
    for lesson in lessons() {
        for (step, start) in challenges(&lesson) {
            let (scene, goal) = (lesson.scene_of(step), step.goal.as_ref().unwrap());
            let is_free = |key: &str| scene.is_free(key);
            let found = match soon(start, goal, &is_free) {
                PathFound::Path(found) => found.moves.len() as u64,
                PathFound::Nearest(_) => u64::MAX,
            };
            assert!(
                step.par.is_some_and(|par| found <= par),
                "{}: {found}",
                step.id
            );
        }
    }
}

#[test]
fn the_recipe_judges_plans_as_the_guide_does() {
    let lesson = &lessons()[1];
    for (step, (id, without, with)) in lesson.steps.iter().zip(DECISIONS) {
        assert_eq!(step.id, id);
        assert!(!is_reached(step, &plan(without)), "{id}: {without}");
        assert!(is_reached(step, &plan(with)), "{id}: {with}");
    }
}

#[test]
fn answers_are_right_and_mistakes_are_known() {
    let mut questions = 0;
    for lesson in lessons() {
        let own = catalog::default_plan();
        for step in &lesson.steps {
            let plan = lesson.start_of(step).unwrap_or(&own);
            let estimate = estimate(plan).ok();
            for (place, question) in step.questions.iter().enumerate() {
                let value = |quantity: &formats::goal::Quantity| {
                    let value = quantity.value(plan, estimate.as_ref());
                    value.unwrap_or_else(|| panic!("{}: question {place}", step.id))
                };
                let judged = |answer| judge(question, answer, plan, estimate.as_ref());
                let right = value(&question.answer);
                assert_eq!(judged(right), Judged::Right, "{}: {place}", step.id);
                // Rounded as people round.
                assert_eq!(judged(right * 1.004), Judged::Right, "{}: {place}", step.id);
                for (mistake, made) in question.mistakes.iter().enumerate() {
                    let expected = Judged::Mistaken(mistake);
                    let given = judged(value(&made.answer));
                    assert_eq!(given, expected, "{}: {place}", step.id);
                }
                assert!(!question.mistakes.is_empty(), "{}: {place}", step.id);
                questions += 1;
            }
        }
    }
    assert!(questions >= 20, "{questions}");
}

#[test]
fn live_values_have_a_value() {
    for lesson in lessons() {
        let own = catalog::default_plan();
        for step in &lesson.steps {
            let start = lesson.start_of(step).unwrap_or(&own);
            let id = address(&lesson, step);
            let is_solved = |(of, _): &&(&str, &str)| *of == id;
            let solution = SOLUTIONS.iter().find(is_solved);
            let solved = solution.map_or_else(|| start.clone(), |(_, link)| plan(link));
            let passages = step.done.iter().map(|passage| (&passage.text, &solved));
            let texts = [(&step.text, start), (&step.solution, start)];
            for (text, plan) in texts.into_iter().chain(passages) {
                let shown = live(text, plan);
                assert!(shown.iter().all(Option::is_some), "{}: {shown:?}", step.id);
            }
        }
    }
}

/// The live numbers of a text.
fn live(text: &Text, plan: &Plan) -> Vec<Option<f64>> {
    let estimate = estimate(plan).ok();
    let numbers = text.spans().filter_map(|span| match &span.content {
        Content::Live(Live::Number(quantity)) => Some(quantity.value(plan, estimate.as_ref())),
        _ => None,
    });
    numbers.collect()
}

/// A file of many steps without a way takes as much work as a few of them: the last ones are not
/// searched, and that is said.
#[test]
fn many_steps_without_a_way_take_no_more_work_than_a_few() {
    const STEPS: usize = 30;
    let steps: Vec<String> = (0..STEPS)
        .map(|place| {
            format!(
                r##"{{"id": "step-{place}", "title": "One", "text": "T", "goal": "step_s < 0",
                    "start": "#v=1&p=llama3-70b/h100x64&tp=8&pp=4"}}"##
            )
        })
        .collect();
    let file = format!(
        r#"{{"shardwise": 1, "id": "long", "title": "Long", "steps": [{}]}}"#,
        steps.join(",")
    );
    let lesson = read(&file, json).expect("a lesson");
    let effort = Effort {
        width: 4,
        depth: 4,
        units: 100,
    };
    let checked = check(&lesson, effort);
    assert_eq!(checked.len(), STEPS);
    let is_searched = |step: &&CheckedStep| matches!(step.wrong[..], [StepFault::Stopped(_)]);
    let searched = checked.iter().take_while(is_searched).count();
    // A search goes beyond its units by one plan, so that the last of five may have none left.
    assert!((4..=5).contains(&searched), "{searched}");
    for step in &checked[searched..] {
        assert_eq!(step.wrong, [StepFault::NotTried]);
        let said = text::lesson_check::wrong(&step.wrong[0]);
        assert!(said.contains("all the work"), "{said}");
    }
    // A single step has all of its work.
    let alone = check(&lesson, Effort { units: 1, ..effort });
    assert!(matches!(alone[0].wrong[..], [StepFault::Stopped(_)]));
}

/// Starts of split schedules whose steady state came late. Working them through stops after its
/// units of work, and reports that.
#[test]
fn a_start_that_took_hours_is_worked_through() {
    const UNITS: u64 = 2_000;
    for start in [
        "#v=1&p=llama3-8b/h100x256&layers=512&pp=256&sched=zbv&gbs=256",
        "#v=1&p=llama3-8b/h100x1000&layers=1000&pp=1000&sched=zbh1&gbs=1073741824",
    ] {
        assert!(estimate(&plan(start)).is_ok(), "{start}");
        let file = [
            r#"{"shardwise": 1, "id": "long", "title": "Long", "steps": [{"id": "one", "title": "One", "#,
            r#""text": "Free the memory.", "goal": "step_s < 0", "lock": ["pp"], "start": ""#,
            start,
            r#""}]}"#,
        ]
        .concat();
        let lesson = read(&file, json).expect("a lesson");
        let effort = Effort {
            width: 4,
            depth: 4,
            units: UNITS,
        };
        let checked = check(&lesson, effort);
        let [step] = &checked[..] else {
            panic!("{checked:?}");
        };
        // A plan is a unit of work at least, and none of these is tried beyond the last unit.
        let [StepFault::Stopped(tried)] = step.wrong[..] else {
            panic!("{start}: {step:?}");
        };
        assert!((1..=UNITS).contains(&tried), "{start}: {tried}");
    }
}

/// The largest published MFU of a GPU, as a goal may ask for at most: the row of
/// `tests/data/runs.json` that has it. Its `source` says where it is printed.
const PUBLISHED: [(&str, &str, f64); 2] = [
    // IBM's fms-fsdp: Llama-2 7B on 128 A100.
    ("a100-80", "fmsfsdp_7b_a100-80", 0.68),
    // NVIDIA's DGX Cloud recipes: Nemotron 15B on 16 H100, in bf16.
    ("h100", "dgxc_nemotron15b_bf16_16", 0.5854),
];

#[test]
fn goals_ask_for_no_mfu_beyond_what_is_published() {
    let runs = include_str!("../../../../tests/data/runs.json");
    for (gpu, id, mfu) in PUBLISHED {
        let row = runs
            .lines()
            .find(|line| line.contains(&format!("\"id\": \"{id}\"")));
        let row = row.unwrap_or_else(|| panic!("{id}"));
        for part in [format!("\"gpu\": \"{gpu}\""), format!("\"mfu\": {mfu}")] {
            assert!(row.contains(&part), "{id}: {part}");
        }
    }
    let mut asked = 0;
    for lesson in lessons() {
        for (step, start) in challenges(&lesson) {
            for part in step.goal.as_ref().unwrap().parts() {
                let text = part.text();
                let Some(least) = text.strip_prefix("mfu>=") else {
                    continue;
                };
                let gpu = start.cluster.gpu.preset;
                let published = PUBLISHED.iter().find(|(known, ..)| *known == gpu);
                let (_, _, most) = published.unwrap_or_else(|| panic!("{gpu}"));
                assert!(
                    least.parse::<f64>().unwrap() <= *most,
                    "{}: {text}",
                    step.id
                );
                asked += 1;
            }
        }
    }
    assert!(asked >= 15, "{asked}");
}

/// Goals that ask for more than a start that fits, or almost, has: another layout of the same model
/// on the same GPUs shares most of the model's error, so that the range between layouts counts.
const AMONG_LAYOUTS: [&str; 3] = ["seventy-faster", "colleague-batch", "moe-nodes"];

/// The textbook way reaches a goal by more than the model may err. "The plan fits" holds at the high
/// end of the range of memory by itself. An MFU holds at the high end of the range of the step, or
/// of the range between layouts, and all other figures of time and money of that range.
#[test]
fn goals_are_reached_with_a_margin() {
    for lesson in lessons() {
        for (step, _) in challenges(&lesson) {
            let id = address(&lesson, step);
            let known = SOLUTIONS.iter().find(|(of, _)| *of == id).unwrap();
            let solution = plan(known.1);
            let legal = Legal::check(&solution).unwrap();
            let estimate = estimate(&solution).unwrap();
            let value = |text: &str| {
                let quantity = Quantity::parse(text).unwrap();
                quantity.value(&solution, Some(&estimate)).unwrap()
            };
            let among = Band::between_layouts(&legal).high;
            for part in step.goal.as_ref().unwrap().parts() {
                let text = part.text();
                let (figure, margin) = match text.split_once("=") {
                    Some(("mfu>", least)) => (value("mfu") / value(least), {
                        let is_among = AMONG_LAYOUTS.contains(&&*step.id);
                        if is_among && solution.model.moe.experts == 0 {
                            among
                        } else {
                            value("time.high_s / time.step_s")
                        }
                    }),
                    Some((figure, most)) if figure.ends_with('<') => {
                        let figure = figure.trim_end_matches('<');
                        let is_of_time = ["time.", "run."]
                            .iter()
                            .any(|name| figure.starts_with(name));
                        let reach = value(most) / value(figure);
                        (reach, if is_of_time { among } else { 1.0 })
                    }
                    Some(("run.goodput>", least)) => {
                        // The share that is lost.
                        ((1.0 - value(least)) / (1.0 - value("run.goodput")), among)
                    }
                    _ => continue,
                };
                assert!(figure >= margin, "{id}: {text}: {figure} of {margin}");
            }
        }
    }
}

/// A hint sets only controls that the step is about, in the direction of the textbook way, and
/// reaches the goal.
#[test]
fn hints_lead_where_the_step_leads() {
    for lesson in lessons() {
        for (step, start) in challenges(&lesson) {
            let id = address(&lesson, step);
            let known = SOLUTIONS.iter().find(|(of, _)| *of == id).unwrap();
            let textbook = plan(known.1);
            let (scene, goal) = (lesson.scene_of(step), step.goal.as_ref().unwrap());
            let is_free = |key: &str| scene.is_free(key);
            let mut search =
                GoalSearch::hint(start, goal, Box::new(is_free)).among(|key| step.leads_by(key));
            search.advance(PATIENCE);
            let PathFound::Path(path) = search.outcome().found else {
                panic!("{id}: no path");
            };
            assert!(is_reached(step, &path.plan), "{id}");
            assert!(!path.moves.is_empty(), "{id}");
            // No hint leads tensor parallelism out of the node.
            let node = path.plan.cluster.gpu.domain;
            assert!(path.plan.layout.tensor <= node, "{id}: {:?}", path.moves);
            for (key, value) in &path.moves {
                assert!(scene.is_free(key), "{id}: {key} is locked");
                assert!(step.leads_by(key), "{id}: {key}={value}");
                // A control that the textbook way sets, too.
                let Some(axis) = axis(key) else { continue };
                let [from, hint, way] = [start, &path.plan, &textbook].map(|plan| axis.now(plan));
                if way != from {
                    assert_eq!(hint > from, way > from, "{id}: {key} from {from} to {hint}");
                }
            }
        }
    }
}

/// What `shardwise lesson check` finds: nothing.
#[test]
fn our_lessons_can_be_worked_through() {
    for lesson in lessons() {
        for step in check(&lesson, Effort::PROOF) {
            let said = step.wrong.iter().map(text::lesson_check::wrong);
            let said: Vec<String> = said.collect();
            assert_eq!(said, [""; 0], "{}/{}", lesson.id, step.id);
        }
    }
}

/// The solutions of a step by one control or two, and the textbook way.
fn solutions(lesson: &Lesson, step: &Step, start: &Plan) -> Vec<Plan> {
    let (scene, goal) = (lesson.scene_of(step), step.goal.as_ref().unwrap());
    let effort = Effort {
        width: 8,
        depth: 2,
        units: 2 * PATIENCE,
    };
    let (found, _) = paths(start, goal, &|key| scene.is_free(key), effort);
    let id = address(lesson, step);
    let known = SOLUTIONS.iter().find(|(of, _)| *of == id).unwrap();
    let plans = found.into_iter().map(|path| path.plan);
    plans.chain([plan(known.1)]).collect()
}

/// A condition that no solution meets is a mistake in the condition.
#[test]
fn every_passage_is_true_of_a_solution() {
    // By three controls: cp=2, tp=2 and ckpt=sel; zero=3, tp=1 and ckpt=full.
    const RARE: [(&str, usize); 2] = [("tour/scratchpad", 2), ("challenges/seventy-fits", 3)];
    let mut rare = Vec::new();
    for lesson in lessons() {
        for (step, start) in challenges(&lesson) {
            let mut never: BTreeSet<usize> = (0..step.done.len()).collect();
            for plan in solutions(&lesson, step, start) {
                let estimate = estimate(&plan).ok();
                for place in step.true_passages(Some(start), &plan, estimate.as_ref()) {
                    never.remove(&place);
                }
            }
            let id = address(&lesson, step);
            rare.extend(never.into_iter().map(|place| (id.clone(), place)));
        }
    }
    let rare: Vec<(&str, usize)> = rare.iter().map(|(id, place)| (&**id, *place)).collect();
    assert_eq!(rare, RARE);
}

/// Words by which a text speaks of what a reader did with a control.
const NAMES: [(&str, &[&str]); 9] = [
    ("recomput", &["ckpt", "ckptmod"]),
    ("checkpointing", &["ckpt"]),
    ("context parallel", &["cp"]),
    ("virtual stage", &["vp"]),
    ("flash attention", &["flash"]),
    ("zero-", &["zero"]),
    ("sharding", &["zero"]),
    ("pipeline", &["pp"]),
    ("expert parallel", &["ep"]),
];

/// Sentences with such words that are true of every plan, or name what is still to be tried.
const GENERAL: [(&str, &str); 2] = [
    ("challenges/colleague-pipeline", "pipeline"),
    ("challenges/colleague-pipeline", "zero-"),
];

/// A passage that is true of a solution speaks of no control that this solution left, unless its
/// condition names the control.
#[test]
fn passages_speak_of_what_was_changed() {
    let mut found = BTreeSet::new();
    for lesson in lessons() {
        for (step, start) in challenges(&lesson) {
            for plan in solutions(&lesson, step, start) {
                let changed = ChangedControls::between(Some(start), &plan);
                let estimate = estimate(&plan).ok();
                for place in step.true_passages(Some(start), &plan, estimate.as_ref()) {
                    let passage = &step.done[place];
                    let words = words(&passage.text).to_lowercase();
                    let named = NAMES.iter().filter(|(name, _)| words.contains(name));
                    let left = named.filter(|(_, keys)| {
                        let is_known = |key: &&str| changed.contains(key) || passage.is_about(key);
                        !keys.iter().any(is_known)
                    });
                    let id = address(&lesson, step);
                    found.extend(left.map(|(name, _)| (id.clone(), *name)));
                }
            }
        }
    }
    let found: Vec<(&str, &str)> = found.iter().map(|(id, name)| (&**id, *name)).collect();
    assert_eq!(found, GENERAL);
}

/// The tour and the ladder describe ZeRO as the plan runs it: weights are gathered before use at
/// stage 3 alone, and stay whole below it.
#[test]
fn weights_are_gathered_where_it_is_said() {
    let lessons = lessons();
    let mut said = [0; 2];
    for (lesson, id) in [(&lessons[0], "state"), (&lessons[2], "zero-ladder")] {
        let step = &lesson.steps[lesson.place_of(id).unwrap()];
        let start = lesson.start_of(step).unwrap();
        for plan in solutions(lesson, step, start) {
            let legal = Legal::check(&plan).unwrap();
            let estimate = estimate(&plan).unwrap();
            let places = step.true_passages(Some(start), &plan, Some(&estimate));
            let text: String = places
                .iter()
                .map(|place| words(&step.done[*place].text))
                .collect();
            let is_sharded = plan.layout.zero != ZeroStage::Zero && legal.data > 1;
            let is_gathered = is_sharded && plan.layout.zero == ZeroStage::Three;
            let link = link::encode(&plan);
            assert_eq!(
                text.contains("gathered before use"),
                is_gathered,
                "{link}: {text}"
            );
            let stays = text.contains("stay whole");
            assert_eq!(stays, is_sharded && !is_gathered && id == "state", "{link}");
            said[0] += usize::from(is_gathered);
            said[1] += usize::from(stays);
        }
    }
    assert!(said.iter().all(|count| *count > 0), "{said:?}");
}

/// The words of a text, without its values.
fn words(text: &Text) -> String {
    let words = text.spans().map(|span| match &span.content {
        Content::Words(words) | Content::Code(words) => words.as_str(),
        Content::Live(_) => "",
    });
    words.collect()
}

/// The numbers of the steps on Chinchilla's law, by its formula as printed (Hoffmann 2022, equation
/// 10): tokens for each parameter at the least loss of a budget, and what two models need for one
/// loss.
#[test]
fn what_is_said_of_chinchilla_is_so() {
    const BUDGET: f64 = 5.76e23;
    let lossy = |params: f64, tokens: f64| scaling::loss(params as u64, tokens as u64);
    let sizes = (0..2_000).map(|place| 1e9 * 10_f64.powf(f64::from(place) * 0.001));
    let least = sizes.min_by(|one, other| {
        let loss = |params: &f64| lossy(*params, BUDGET / 6.0 / params);
        loss(one).total_cmp(&loss(other))
    });
    let least = least.unwrap();
    let ratio = BUDGET / 6.0 / least / least;
    assert!((ratio - 93.0).abs() < 1.0, "{ratio}");
    // The tokens for a loss of 1.96.
    let tokens = |params: f64| {
        let steps = (0..30_000).map(|place| 1e11 * (1.0 + f64::from(place) * 0.01));
        let mut enough = steps
            .into_iter()
            .filter(|tokens| lossy(params, *tokens) <= 1.96);
        enough.next().unwrap()
    };
    let lesson = &lessons()[2];
    let params = |id: &str| {
        let step = &lesson.steps[lesson.place_of(id).unwrap()];
        let estimate = estimate(step.start.as_ref().unwrap()).unwrap();
        estimate.params.total as f64
    };
    let (large, small) = (params("chinchilla"), params("inference-aware"));
    let [of_large, of_small] = [large, small].map(tokens);
    let flops = [6.0 * large * of_large, 6.0 * small * of_small];
    let served = (flops[1] - flops[0]) / (2.0 * (large - small));
    let near = |value: f64, said: f64| assert!((value / said - 1.0).abs() < 0.015, "{value}");
    near(of_small, 9.4e12);
    near(of_large, 0.86e12);
    near(flops[1], 4.5e23);
    near(flops[0], 3.7e23);
    near(served, 0.7e12);
    let said = lesson.steps[lesson.place_of("inference-aware").unwrap()].done[1]
        .text
        .clone();
    let said = words(&said);
    for number in [
        "9.4 trillion",
        "0.86 trillion",
        "4.5·10²³",
        "3.7·10²³",
        "0.7 trillion",
    ] {
        assert!(said.contains(number), "{number}: {said}");
    }
    // In dollars the small one is the cheaper one, each in the layout of its step.
    let cost = |id: &str, tokens: f64| {
        let step = &lesson.steps[lesson.place_of(id).unwrap()];
        let mut plan = step.start.clone().unwrap();
        plan.run.tokens = Some(tokens as u64);
        estimate(&plan).unwrap().run.cost_usd
    };
    assert!(cost("inference-aware", of_small) < cost("chinchilla", of_large));
}

/// Goals are sentences: no key of links, no sign of arithmetic, and no number of many digits.
#[test]
fn goals_are_sentences() {
    for lesson in lessons() {
        for step in &lesson.steps {
            let Some(goal) = &step.goal else { continue };
            let sentence = goal.written(&text::goal::STYLE);
            let id = address(&lesson, step);
            for field in goal.fields() {
                let name = field.name();
                // "GPUs per node" is no key.
                let is_key = name != "node"
                    && (name.contains(['.', '_']) || formats::link::Key::named(name).is_some());
                let words = sentence.split(|letter: char| !letter.is_alphanumeric());
                let is_name_said = sentence.contains(name) && name.contains(['.', '_'])
                    || words.into_iter().any(|word| word == name);
                assert!(!(is_key && is_name_said), "{id}: {name}: {sentence}");
            }
            assert!(
                !sentence.contains(['≤', '≥', '=', '×', '*', '/', '+', '<', '>', '(']),
                "{sentence}"
            );
            assert!(!sentence.contains("oom"), "{sentence}");
            for number in sentence.split(|letter: char| !letter.is_ascii_digit() && letter != '.') {
                let digits = number.trim_matches('0').trim_start_matches("0.");
                let digits = digits.bytes().filter(u8::is_ascii_digit).count();
                assert!(digits <= 3, "{id}: {number}: {sentence}");
            }
        }
    }
}
