//! The template of a lesson.

use cost::plan::Word;
use formats::goal;
use formats::json::Json;
use formats::link::presentation::Presentation;
use lesson::FORMAT;
use text::share;

/// A lesson of one step with the dialog's choices: the plan, views, locks and goal.
pub(super) fn template(asked: &Presentation, fragment: &str) -> String {
    let list = |words: Vec<&'static str>| Json::List(words.into_iter().map(Json::Word).collect());
    let mut first = vec![
        ("id", Json::Word("one")),
        ("title", Json::Word(share::own_step())),
        ("text", Json::Word(share::own_text())),
    ];
    if goal::Goal::parse(&asked.goal).is_ok() {
        first.push(("goal", Json::Text(asked.goal.clone())));
    }
    let mut lesson = vec![
        ("shardwise", Json::Whole(FORMAT)),
        ("id", Json::Word("my-lesson")),
        ("title", Json::Word(share::own_title())),
        ("start", Json::Text(fragment.to_owned())),
    ];
    let view = asked.view.iter().map(|view| view.word()).collect();
    for (name, words) in [
        ("view", view),
        ("hide", asked.hide.clone()),
        ("lock", asked.lock.clone()),
    ] {
        if !words.is_empty() {
            lesson.push((name, list(words)));
        }
    }
    lesson.push(("steps", Json::List(vec![Json::Fields(first)])));
    Json::Fields(lesson).text() + "\n"
}
