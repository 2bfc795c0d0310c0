//! Shares of the drawn inputs that the properties apply to. Each line is printed with `cargo test
//! -p shardwise-cli properties::shares -- --nocapture`.

use cost::estimate;
use cost::plan::limits;
use formats::goal::Goal;
use formats::import;
use formats::link;
use lesson::{markdown, read};

use super::{goals, lessons, links};
use test_utils::drawn::{Drawn, absurd_plan, likely_plan};
use test_utils::share;

#[test]
fn likely_plans_are_legal() {
    share(
        "likely plans that are legal",
        &likely_plan(),
        1_000,
        0.5,
        |Drawn(plan)| estimate(&plan).is_ok(),
    );
}

#[test]
fn some_absurd_plans_are_within_limits_and_some_legal() {
    let drawn = absurd_plan();
    share("absurd plans within limits", &drawn, 2_000, 0.25, |plan| {
        limits::violated(&plan).is_none()
    });
    share("absurd plans that are legal", &drawn, 2_000, 0.05, |plan| {
        estimate(&plan).is_ok()
    });
}

#[test]
fn some_texts_are_links_of_legal_plans_other_than_the_usual_one() {
    let usual = link::encode(&link::decode("").0);
    share(
        "drawn links that are legal plans",
        &links::any_link(),
        2_000,
        0.2,
        |text| {
            let (plan, _) = link::decode(&text);
            link::encode(&plan) != usual && estimate(&plan).is_ok()
        },
    );
}

#[test]
fn some_texts_are_goals_and_some_documents_lessons() {
    share(
        "drawn texts that are goals",
        &goals::any_goal(),
        2_000,
        0.2,
        |text| Goal::parse(&text).is_ok(),
    );
    share(
        "drawn texts that are Markdown",
        &lessons::any_text(),
        2_000,
        0.2,
        |text| markdown::read(&text).is_ok(),
    );
    share(
        "drawn documents that are lessons",
        &lessons::any_lesson(),
        2_000,
        0.2,
        |value| read(&value.to_string(), import::json).is_ok(),
    );
}
