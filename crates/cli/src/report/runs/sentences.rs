//! Sentences of `shardwise validate`. They are for developers of the model, in English only, and so
//! are not in the page's tables of sentences.

use std::path::Path;

use cost::legal::Reason;
use cost::plan::Plan;
use formats::excerpt;
use runs::notes::{Assumed, Warning};
use runs::{LARGEST_FILE, Skipped, UnreadableRuns};

/// The reason why a file gives no rows, without a full stop.
#[must_use]
pub fn unreadable(path: &Path, why: &UnreadableRuns) -> String {
    let path = path.display();
    match why {
        UnreadableRuns::Io(error) => format!("cannot read {path}: {error}"),
        UnreadableRuns::TooLarge => {
            let limit = LARGEST_FILE >> 20;
            format!("{path} has more than {limit} MiB, the most that a file of runs may have")
        }
        UnreadableRuns::Json(error) => format!("{path} is not JSON: {error}"),
        UnreadableRuns::NotAList => format!("{path} is not a list of runs"),
    }
}

/// The reason why a row has no prediction.
pub(super) fn skipped(why: &Skipped) -> String {
    match why {
        Skipped::Unreadable(error) => plain(&format!("a field has the wrong type: {error}")),
        Skipped::Missing(field) => format!("{field} is not stated"),
        Skipped::NoPlan(words) => plain(&format!("no plan describes this training: {words}")),
        Skipped::Illegal(why, plan) => {
            format!("no legal plan is near: {}", reasons(why, plan))
        }
    }
}

/// A sentence about a field that the plan does not follow.
pub(super) fn warning(warning: &Warning) -> String {
    match warning {
        Warning::UnknownWord {
            field,
            word,
            instead,
        } => format!("{field}: \"{word}\" is not known; {instead} stands in"),
        Warning::NoPlace { field, value } => {
            format!("{field}: a plan has no place for \"{value}\"")
        }
        Warning::DataParallel { stated, follows } => {
            format!("parallel.dp: {stated} is stated, {follows} follows from the other degrees")
        }
        Warning::Repaired {
            reasons: why,
            stated,
        } => format!("the nearest legal plan stands in: {}", reasons(why, stated)),
    }
}

/// Value that was assumed where a row has none.
pub(super) fn assumed(assumed: &Assumed) -> String {
    format!("{}: {}", assumed.field, assumed.value)
}

fn reasons(reasons: &[Reason], plan: &Plan) -> String {
    let sentences: Vec<String> = reasons
        .iter()
        .map(|reason| text::reasons::reason(reason, plan))
        .collect();
    plain(&sentences.join(" "))
}

/// The text without characters on which a terminal would act, cut to a few lines.
fn plain(text: &str) -> String {
    let text = excerpt::plain(text).replace('\u{a0}', " ");
    text.chars().take(400).collect()
}
