//! Checking lessons, in English.

use crate::LessonCheckText;
use cost::plan::Word;
use formats::number::grouped;
use lesson::check::{GoalReach, Moves, StepFault};

/// English, of `shardwise lesson check`.
pub static EN_LESSON_CHECK: LessonCheckText = LessonCheckText {
    read: |title, steps| {
        let noun = if steps == 1 { " step" } else { " steps" };
        ["“", title, "”, ", &grouped(steps as u64), noun].concat()
    },
    reach,
    no_goal: "no goal",
    wrong,
};

fn reach(reach: &GoalReach) -> String {
    match reach {
        GoalReach::By(moves) if moves.is_empty() => "reached at the start".to_owned(),
        GoalReach::By(moves) => ["reached by ", &settings(moves)].concat(),
        GoalReach::Own => "judged on the reader’s own plan".to_owned(),
    }
}

/// Controls with their values, as in a link.
fn settings(moves: &Moves) -> String {
    let settings = moves.iter().map(|(key, value)| [key, "=", value].concat());
    settings.collect::<Vec<_>>().join(" ")
}

fn wrong(wrong: &StepFault) -> String {
    let nth = |place: usize| grouped(place as u64 + 1);
    match wrong {
        StepFault::ReachedAtStart => "the goal is reached at the start".to_owned(),
        StepFault::NoWay => {
            "the search found no way to the goal by the controls that a reader has".to_owned()
        }
        StepFault::Stopped(tried) => [
            "the search stopped after ",
            &grouped(*tried),
            " plans: no way to the goal found",
        ]
        .concat(),
        StepFault::NotTried => {
            "no way to the goal was looked for: the steps before took all the work that a file may take"
                .to_owned()
        }
        StepFault::Par { said, found } => {
            let (said, found) = (grouped(*said), grouped(*found));
            [
                "par is ",
                &said,
                ", the shortest way found sets ",
                &found,
                " controls",
            ]
            .concat()
        }
        StepFault::NoHint => {
            "hints find no way to the goal by the controls of the step’s path".to_owned()
        }
        StepFault::NoScene(scene) => [
            "the plan at the start has no scene “",
            scene.word(),
            "”: the player would be empty",
        ]
        .concat(),
        StepFault::NoStartValue => {
            "a value in the text, a question or the solution has none at the start".to_owned()
        }
        StepFault::NoValue { passage, by } => [
            "a value in passage ",
            &nth(*passage),
            " of “done” has none with ",
            &settings(by),
        ]
        .concat(),
        StepFault::NothingSaid { by } => [
            "no passage of “done” is true with ",
            &settings(by),
        ]
        .concat(),
        StepFault::Unchanged { passage, key, by } => [
            "passage ",
            &nth(*passage),
            " of “done” links to “",
            key,
            "”, which stays as it was with ",
            &settings(by),
            ": give it a condition",
        ]
        .concat(),
        StepFault::NoAnswer(question) => [
            "the answer to question ",
            &nth(*question),
            " is no number at the start",
        ]
        .concat(),
        StepFault::Mistake { question, mistake } => {
            let parts = [
                "mistake ",
                &nth(*mistake),
                " of question ",
                &nth(*question),
                " cannot be distinguished from the answer or from another mistake",
            ];
            parts.concat()
        }
    }
}
