//! Checking lessons, in English.

use crate::LessonCheckText;
use formats::number::grouped;
use lesson::check::{GoalReach, StepFault};

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
        GoalReach::By(moves) => {
            let settings: Vec<String> = moves
                .iter()
                .map(|(key, value)| [key, "=", value].concat())
                .collect();
            ["reached by ", &settings.join(" ")].concat()
        }
        GoalReach::Own => "judged on the reader’s own plan".to_owned(),
    }
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
