//! Sentences of `shardwise validate`.

use std::path::Path;

use cost::legal::Reason;
use cost::plan::Plan;
use formats::excerpt;
use runs::notes::{Assumed, StandIn, Uncompared, Warning};
use runs::{LARGEST_FILE, Skipped, UnreadableRuns};
use text::validate;

/// The reason why a file gives no rows, without a full stop.
#[must_use]
pub fn unreadable(path: &Path, why: &UnreadableRuns) -> String {
    let path = path.display().to_string();
    match why {
        UnreadableRuns::Io(error) => validate::unreadable(&path, &error.to_string()),
        UnreadableRuns::TooLarge => validate::too_large(&path, LARGEST_FILE >> 20),
        UnreadableRuns::Json(error) => validate::not_json(&path, &error.to_string()),
        UnreadableRuns::NotAList => validate::not_a_list(&path),
    }
}

/// The reason why a row has no prediction.
pub(super) fn skipped(why: &Skipped) -> String {
    match why {
        Skipped::Unreadable(error) => plain(&validate::wrong_type(error)),
        Skipped::Missing(field) => validate::missing(field),
        Skipped::NoPlan(words) => plain(&validate::no_plan(words)),
        Skipped::Illegal(why, plan) => validate::no_legal_plan(&reasons(why, plan)),
    }
}

/// A sentence about a field that the plan does not follow.
pub(super) fn warning(warning: &Warning) -> String {
    match warning {
        Warning::UnknownWord {
            field,
            word,
            instead,
        } => validate::unknown_word(field, word, &stand_in(instead)),
        Warning::NoPlace { field, value } => validate::no_place(field, value),
        Warning::NotCompared { field, why } => validate::not_compared(field, uncompared(*why)),
        Warning::DataParallel { stated, follows } => {
            validate::data_parallel("parallel.dp", *stated, *follows)
        }
        Warning::Repaired {
            reasons: why,
            stated,
        } => validate::repaired(&reasons(why, stated)),
    }
}

fn uncompared(why: Uncompared) -> &'static str {
    match why {
        Uncompared::ShortSamples => validate::short_samples(),
        Uncompared::MicroBatch => validate::one_micro_batch(),
        Uncompared::AssumedBatch => validate::batch_is_assumed(),
    }
}

/// Value that was assumed where a row has none.
pub(super) fn assumed(assumed: &Assumed) -> String {
    validate::assumed(assumed.field, &stand_in(&assumed.value))
}

fn stand_in(value: &StandIn) -> String {
    match value {
        StandIn::Word(word) => word.clone(),
        StandIn::Recipes => validate::recipes_value().to_owned(),
        StandIn::Nothing => validate::nothing().to_owned(),
        StandIn::LayersAStage(layers) => validate::layers_a_stage(*layers),
        StandIn::EndsCount => validate::ends_count().to_owned(),
        StandIn::LayersAtEnds([first, last]) => validate::layers_at_ends(*first, *last),
        StandIn::ReducedOnce => validate::reduced_once().to_owned(),
    }
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
