//! From a text to a lesson, or to all that is wrong with it.
//!
//! Lessons are not read by serde, which stops at the first fault. A teacher gets all faults at
//! once, each with the path to it and the nearest field.

use super::fault::{LessonRefusal, Why};
use super::fields::{Faults, Fields, TEXT, TITLE, member, read_text};
use super::markdown::Text;
use super::read_prediction::prediction;
use super::read_questions::questions;
use super::{FORMAT, Lesson, Passage, Scene, Step};
use cost::plan::Word;
use cost::trace::TraceScene;
use formats::excerpt::excerpt;
use formats::import::{self, ParsedValue};

/// Most bytes of a file: ours have some tens of thousands.
pub const LARGEST: usize = 256_000;
/// Most steps of a lesson.
const STEPS: usize = 60;
/// Most hints of a step.
const HINTS: usize = 3;
/// Most passages of the text after a step.
const PASSAGES: usize = 12;
/// Most sources of a step.
const SOURCES: usize = 8;
/// Range of a par: the fewest controls that lead to a goal.
const PARS: [f64; 2] = [1.0, 20.0];
/// Range of a moment, as in a query.
const MOMENTS: [f64; 2] = [1.0, 400.0];

const OF_LESSON: &[&str] = &[
    "shardwise",
    "id",
    "title",
    "language",
    "text",
    "start",
    "view",
    "hide",
    "lock",
    "steps",
    "end",
];
const OF_STEP: &[&str] = &[
    "id",
    "title",
    "text",
    "start",
    "view",
    "hide",
    "lock",
    "scene",
    "at",
    "highlight",
    "why",
    "predict",
    "goal",
    "par",
    "path",
    "hints",
    "question",
    "solution",
    "done",
    "sources",
];
const OF_PASSAGE: &[&str] = &["when", "changed", "kept", "text"];
const OF_HIGHLIGHT: &[&str] = &["views", "controls"];

/// Reads a lesson from a text of JSON, by the given parser.
///
/// # Errors
/// Why it gives none: all faults that were found in it.
pub fn read(
    text: &str,
    json: impl Fn(&str) -> Result<ParsedValue, import::ImportRefusal>,
) -> Result<Lesson, LessonRefusal> {
    if text.len() > LARGEST {
        return Err(LessonRefusal::TooLarge);
    }
    let value = json(text.trim_start_matches('\u{feff}')).map_err(LessonRefusal::File)?;
    match value.field("shardwise") {
        Some(ParsedValue::Whole(FORMAT)) => {}
        Some(ParsedValue::Whole(later)) => {
            let given = later.to_string();
            return Err(LessonRefusal::Format { given });
        }
        _ => return Err(LessonRefusal::NoLesson),
    }
    let mut faults = Faults::default();
    let lesson = lesson(&value, &mut faults);
    if faults.list.is_empty() {
        Ok(lesson)
    } else {
        Err(LessonRefusal::Faults(faults.list))
    }
}

fn lesson(value: &ParsedValue, faults: &mut Faults) -> Lesson {
    let fields = Fields::at(value, String::new(), OF_LESSON, faults);
    let id = fields.name(faults);
    let title = fields.required("title", TITLE, faults).to_owned();
    let language = fields.words("language", TITLE, faults).to_owned();
    let text = fields.text("text", faults);
    let start = fields.plan("start", faults);
    let scene = scene(&fields, faults);
    let members = fields.list("steps", STEPS, faults);
    if fields.get("steps").is_none() {
        faults.add("steps", Why::Missing);
    } else if matches!(fields.get("steps"), Some(ParsedValue::List(steps)) if steps.is_empty()) {
        faults.add("steps", Why::Empty);
    }
    let has_start = start.is_some();
    let mut steps: Vec<Step> = Vec::new();
    for (place, value) in members.iter().enumerate() {
        let path = path_of_step(place, value);
        let step = step(value, path.clone(), has_start, faults);
        if steps.iter().any(|known| known.id == step.id) {
            faults.add(&[&path, ".id"].concat(), Why::Twice);
        }
        steps.push(step);
    }
    Lesson {
        id,
        title,
        language,
        text,
        start,
        scene,
        steps,
        end: fields.text("end", faults),
    }
}

/// Path of a step in its document, with its name if it has one: people look for that.
fn path_of_step(place: usize, value: &ParsedValue) -> String {
    let path = member("steps", place);
    match value.field("id").and_then(ParsedValue::text) {
        Some(id) => [&path, " (", &excerpt(id), ")"].concat(),
        None => path,
    }
}

fn step(value: &ParsedValue, path: String, has_start: bool, faults: &mut Faults) -> Step {
    let fields = Fields::at(value, path, OF_STEP, faults);
    let start = fields.plan("start", faults);
    let goal = fields.goal("goal", faults);
    let par = fields.number("par", PARS, faults).map(|par| par as u64);
    let has_start = has_start || start.is_some();
    if par.is_some() && (fields.get("goal").is_none() || !has_start) {
        faults.add(&fields.to("par"), Why::ParOfNothing);
    }
    let no_marks = ParsedValue::Fields(Vec::new());
    let marks = fields.get("highlight").unwrap_or(&no_marks);
    let marks = Fields::at(marks, fields.to("highlight"), OF_HIGHLIGHT, faults);
    fields.required("text", TEXT, faults);
    Step {
        id: fields.name(faults),
        title: fields.required("title", TITLE, faults).to_owned(),
        text: fields.text("text", faults),
        start,
        scene: scene(&fields, faults),
        watched: watched(&fields, faults),
        marked_views: marks.views("views", faults),
        marked_controls: marks.controls("controls", faults),
        path: fields.controls("path", faults),
        why: fields.figure_and_path("why", faults),
        predict: prediction(&fields, has_start, faults),
        goal,
        par,
        hints: texts(&fields, "hints", HINTS, faults),
        questions: questions(&fields, faults),
        solution: fields.text("solution", faults),
        done: passages(&fields, has_start, faults),
        sources: texts(&fields, "sources", SOURCES, faults),
    }
}

fn scene(fields: &Fields, faults: &mut Faults) -> Scene {
    Scene {
        view: fields.views("view", faults),
        hide: fields.controls("hide", faults),
        lock: fields.controls("lock", faults),
    }
}

/// The scene of the player, and its moment.
fn watched(fields: &Fields, faults: &mut Faults) -> Option<(TraceScene, u64)> {
    let moment = fields.number("at", MOMENTS, faults);
    if moment.is_none() && fields.get("scene").is_none() {
        return None;
    }
    let given = fields.required("scene", TITLE, faults);
    let scene = TraceScene::parse(given);
    if scene.is_none() && !given.is_empty() {
        let given = excerpt(given);
        faults.add(&fields.to("scene"), Why::NoWord { given });
    }
    Some((scene?, moment.unwrap_or_default() as u64))
}

/// A list of texts.
fn texts(fields: &Fields, name: &str, most: usize, faults: &mut Faults) -> Vec<Text> {
    let members = fields.list(name, most, faults).iter().enumerate();
    let texts = members.map(|(place, value)| {
        let path = member(&fields.to(name), place);
        text(value, &path, faults)
    });
    texts.collect()
}

/// A member of a list of texts.
fn text(value: &ParsedValue, path: &str, faults: &mut Faults) -> Text {
    match value {
        ParsedValue::Text(text) if text.chars().count() <= TEXT => read_text(text, path, faults),
        ParsedValue::Text(_) => {
            faults.add(path, Why::TooLong { most: TEXT });
            Text::default()
        }
        _ => {
            faults.add(path, Why::NoText);
            Text::default()
        }
    }
}

/// The text after a step: one text, or a list of passages, each with its conditions.
fn passages(fields: &Fields, has_start: bool, faults: &mut Faults) -> Vec<Passage> {
    let Some(ParsedValue::List(_)) = fields.get("done") else {
        let text = fields.text("done", faults);
        let said = (!text.is_empty()).then(|| Passage::of(text));
        return said.into_iter().collect();
    };
    let members = fields.list("done", PASSAGES, faults).iter().enumerate();
    let passages = members.map(|(place, value)| {
        let path = member(&fields.to("done"), place);
        match value {
            ParsedValue::Fields(_) => passage(value, path, has_start, faults),
            _ => Passage::of(text(value, &path, faults)),
        }
    });
    passages.collect()
}

fn passage(value: &ParsedValue, path: String, has_start: bool, faults: &mut Faults) -> Passage {
    let fields = Fields::at(value, path, OF_PASSAGE, faults);
    for name in ["changed", "kept"] {
        if fields.get(name).is_some() && !has_start {
            faults.add(&fields.to(name), Why::ChangeOfNothing);
        }
    }
    fields.required("text", TEXT, faults);
    Passage {
        when: fields.goal("when", faults),
        changed: fields.controls("changed", faults),
        kept: fields.controls("kept", faults),
        text: fields.text("text", faults),
    }
}
