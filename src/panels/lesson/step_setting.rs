//! The setting of the page that the open step asks for.

use super::applied_setting::StepSetting;
use super::state::LessonPanel;
use crate::browser::presentation::hiding;
use crate::store::Page;
use cost::plan::Word;
use formats::link::presentation::View;
use lesson::Step;
use text::lesson_figure as words;

/// CSS that hides the changes that the planner finds by itself, cures and the change that helps
/// most, and has a line in their place, before its text.
const GOAL_RULE: &str =
    "#cures,.advice,.limit-line,.warned{display:none!important}#changes::before{content:\"";
/// The end of that rule.
const GOAL_RULE_END: &str = "\"}";
/// The line beside a marked figure.
const LINE: &str =
    "{content:\"\";position:absolute;inset:0 auto 0 -.8rem;width:3px;background:var(--ink)}";

/// Setting of the page for the open step.
pub(super) fn setting(panel: &LessonPanel, page: &Page) -> StepSetting {
    let mut setting = StepSetting {
        views: page.alone.clone(),
        css: String::new(),
        room: match (panel.is_open, panel.is_folded) {
            (false, _) => None,
            (true, false) => Some("open"),
            (true, true) => Some("folded"),
        },
    };
    if let Some(run) = &panel.run {
        let step = run.step();
        let scene = run.lesson.scene_of(step);
        // The reader is to find the solution.
        setting.css = [hiding(&scene.hide), marked(step)].concat();
        if step.goal.is_some() {
            for part in [GOAL_RULE, words::no_advice(), GOAL_RULE_END] {
                setting.css.push_str(part);
            }
        }
    }
    setting
}

/// The element of a view.
pub(super) fn element_of(view: View) -> String {
    match view {
        View::Verdict => "header".to_owned(),
        // The control of the recipe of bytes already has the word as its id.
        View::Recipe => "#ordered-recipe".to_owned(),
        view => ["#", view.word()].concat(),
    }
}

/// Marks of a step's figures: a line at their side.
fn marked(step: &Step) -> String {
    let mut css = String::new();
    let figures = step
        .marked_views
        .iter()
        .filter(|view| **view != View::Verdict);
    let figures: Vec<String> = figures.map(|view| element_of(*view)).collect();
    if !figures.is_empty() {
        let line = |figure: &String| [figure, "::before"].concat();
        let lines: Vec<String> = figures.iter().map(line).collect();
        for part in [
            &*figures.join(","),
            "{position:relative}",
            &lines.join(","),
            LINE,
        ] {
            css.push_str(part);
        }
    }
    css
}
