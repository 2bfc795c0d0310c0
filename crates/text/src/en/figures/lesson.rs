//! The panel of lessons, in English.

use crate::figures::{
    HintText, LessonFigureText, LessonFrame, MenuText, QuestionText, SummaryText,
};
use crate::goal;
use formats::link::presentation::View;
use formats::number::{Units, as_typed, grouped, percent};
use lesson::Lacking;

pub(super) const LESSON: LessonFrame = LessonFrame { button: "Lessons" };

/// English, of the panel of lessons.
pub static EN_LESSON_FIGURE: LessonFigureText = LessonFigureText {
    name: "Lesson",
    close: "Close the lessons",
    fold: ["Fold the lesson away", "Unfold the lesson"],
    all: "All lessons",
    menu: MenuText {
        sentence: "Short lessons on the planner itself: each step starts from a plan and says what to reach. Any solution counts.",
        pending: "Fetching…",
        steps: |all, done| {
            let noun = if all == 1 { " step" } else { " steps" };
            let mut text = [&grouped(all as u64), noun].concat();
            if done > 0 {
                text.push_str(", ");
                text.push_str(&grouped(done as u64));
                text.push_str(" done");
            }
            text
        },
        others: "Another lesson",
        other: ["Its address", "Open", "Or its file"],
        absent: [
            |address| {
                let parts = [
                    "The lesson at “",
                    address,
                    "” did not load. It may be elsewhere, or its server does not let other sites read it (CORS).",
                ];
                parts.concat()
            },
            |address| ["The file at “", address, "” is too large for a lesson."].concat(),
        ],
        nowhere: |given| {
            let parts = [
                "“",
                given,
                "” is neither one of our lessons nor an address: addresses begin with https:// or end in .json.",
            ];
            parts.concat()
        },
        refused: "This lesson cannot be opened:",
        own: "Back to the plan from before the lesson",
        keep: "Save progress in this browser",
        forget: "Delete saved progress",
        not_kept: "This browser did not save your progress: it stores nothing for this page, or has no room left.",
        glossary: "Glossary",
    },
    unkept: "The browser cannot keep this file: after a reload, open it again.",
    about: "About this lesson",
    step: |place, all| {
        let (place, all) = (grouped(place as u64 + 1), grouped(all as u64));
        ["Step ", &place, " of ", &all].concat()
    },
    done: "done",
    turn: ["Back", "Next"],
    finish: "Finish",
    restart: "Start again",
    marked: ["Drag", "Watch"],
    view: |view| match view {
        View::Verdict => "the verdict",
        View::Overheads => "where the time goes",
        View::Diagnosis => "the limits",
        View::Memory => "memory of each stage",
        View::Terms => "memory terms",
        View::Cut => "the cut",
        View::Watch => "a step as it moves",
        View::Timeline => "the timeline",
        View::Waterfall => "the waterfall",
        View::Map => "the cluster",
        View::KernelTimes => "the roofline",
        View::Sweep => "sweeps",
        View::Search => "the best layout",
        View::Run => "the run",
        View::Bill => "the bill",
        View::Recipe => "the recipe",
        View::Compare => "plans A and B",
        View::Accuracy => "published runs",
    },
    goal: "Goal",
    reached: [", reached", ", not reached"],
    now: |values| {
        let values: Vec<String> = values
            .iter()
            .map(|(name, value)| [name, " ", value].concat())
            .collect();
        ["now: ", &values.join(", ")].concat()
    },
    now_mark: "\u{a0}now",
    announcements: ["Goal reached.", "Step done."],
    unfit: " The plan is out of memory.",
    changes: |changes, par| {
        let noun = if changes == 1 {
            " control changed"
        } else {
            " controls changed"
        };
        let mut text = [&grouped(changes), noun].concat();
        if let Some(par) = par {
            text.push_str(", possible with ");
            text.push_str(&grouped(par));
        }
        text
    },
    hints: HintText {
        ask: ["Hint", "One more hint"],
        lacks,
        controls: |names| match names {
            [name] => ["One control is enough: ", name, "."].concat(),
            names => ["One solution changes ", &listed(names), "."].concat(),
        },
        settings: |settings| ["Set ", &set(settings), "."].concat(),
        looking: "Looking for a solution…",
        none: [
            "No solution was found from here, and no change gets closer. Start again, or undo the last change.",
            "The search stopped after a second: no solution so far, and no change gets closer. Start again, or undo the last change.",
        ],
        nearer: |settings, is_stopped| {
            let found = if is_stopped {
                "The search stopped after a second without a solution. This gets closer: "
            } else {
                "No short solution was found from here. This gets closer: "
            };
            [found, &set(settings), "; or start again."].concat()
        },
        line: "Changes that help are for you to find. Stuck? Press Hint in the lesson.",
        set: "Set it",
    },
    question: QuestionText {
        answer: "Your answer",
        check: "Check",
        right: "Right.",
        wrong: ["Too small.", "Too large."],
        no_number: "Enter a number, such as 208, 0.35, 7/15, 13 × 16 or 8.4e22.",
        other_unit: |unit| match unit {
            "" => "Enter the number without a unit.".to_owned(),
            unit => ["Enter the number in this unit: ", unit, "."].concat(),
        },
        ambiguous: "This can be more than one number, and is not judged yet. Which one is it?",
        number: |number, unit| match unit {
            "" => as_typed(number),
            unit => [&as_typed(number), "\u{a0}", unit].concat(),
        },
        read_as: |number| ["Read as ", number, "."].concat(),
        unknown: "This plan has no such number. Choose a plan that can exist.",
    },
    solution: "Worked solution",
    sources: "Sources",
    summary: SummaryText {
        open: "Summary",
        take: ["Copy", "Print"],
        copied: ["Copied", "Select and copy it"],
        first: |title, done, all| {
            let (done, all) = (grouped(done as u64), grouped(all as u64));
            [title, ": ", &done, " of ", &all, " steps done"].concat()
        },
        line: |title, is_done, changes| {
            let sign = if is_done { "✓ " } else { "○ " };
            let mut line = [sign, title].concat();
            if let Some(changes) = changes {
                let noun = if changes == 1 {
                    " control)"
                } else {
                    " controls)"
                };
                line.push_str(" (");
                line.push_str(&grouped(changes));
                line.push_str(noun);
            }
            line
        },
    },
};

fn lacks(lacking: &Lacking, units: Units) -> String {
    let parts = lacking.parts.iter();
    let parts: Vec<String> = parts.map(|part| part.written(&goal::STYLE)).collect();
    let mut text = ["Still to reach: ", &parts.join("; "), "."].concat();
    let largest = lacking.memory;
    let largest =
        largest.and_then(|(kind, bytes)| Some((*crate::kinds::memory_terms().get(kind)?, bytes)));
    if let Some((name, bytes)) = largest {
        let size = units.size(bytes);
        text.push_str(&[" Largest part of memory now: ", name, ", ", &size, "."].concat());
    }
    if let Some((overhead, share)) = lacking.time {
        let (name, share) = (crate::overheads::term(overhead), percent(share));
        text.push_str(
            &[
                " Largest cost of time now: ",
                name,
                ", ",
                &share,
                " of the step.",
            ]
            .concat(),
        );
    }
    text
}

/// Names, the last one behind an “and”.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [names @ .., last] => [&names.join(", "), " and ", last].concat(),
    }
}

fn set(settings: &[(String, String)]) -> String {
    let settings: Vec<String> = settings
        .iter()
        .map(|(name, value)| [name, " to ", value].concat())
        .collect();
    listed(&settings)
}
