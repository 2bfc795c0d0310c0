//! Shares of the drawn inputs that the properties apply to. Each line is printed with `cargo test
//! -p shardwise-cli properties::shares -- --nocapture`.

use cost::estimate;
use cost::plan::{Word, limits};
use formats::catalog::default_plan;
use formats::goal::Goal;
use formats::import::{self, Format, import};
use formats::link::{self, Key};
use lesson::{markdown, read};

use test_utils::draw::{Draw, drawn, generator};
use test_utils::drawn::{Drawn, absurd_plan, likely_plan};
use test_utils::given::{file, goal, lesson as lessons, link as links};
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
        &drawn(links::pairs),
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
        &drawn(goal::goal),
        2_000,
        0.2,
        |text| Goal::parse(&text).is_ok(),
    );
    share(
        "drawn texts that are Markdown",
        &drawn(lessons::words),
        2_000,
        0.2,
        |text| markdown::read(&text).is_ok(),
    );
    share(
        "drawn documents that are lessons",
        &drawn(lessons::lesson),
        2_000,
        0.2,
        |text| read(&text, import::json).is_ok(),
    );
}

#[test]
fn most_drawn_links_are_legal_plans_with_any_of_all_keys() {
    let drawn_links = drawn(links::link);
    share(
        "drawn links that are legal",
        &drawn_links,
        1_000,
        0.6,
        |text| estimate(&link::decode(&text).0).is_ok(),
    );
    let mut random = generator(1, 0);
    let mut draw = Draw::of(&mut random);
    let all: String = (0..2_000).map(|_| links::link(&mut draw)).collect();
    for key in Key::all() {
        let count = all.matches(&["&", key.name(), "="].concat()).count();
        assert!(count >= 10, "{}: {count} of 2000 links", key.name());
    }
}

/// Files of trainers are one of several, whichever the format is.
#[test]
fn some_drawn_files_of_each_format_can_be_read() {
    for &format in Format::ALL {
        let name = format!("drawn files of {format:?}");
        let files = drawn(move |draw: &mut Draw| file::file(draw, format));
        share(&name, &files, 400, 0.05, |text| {
            import(&text, Some(format), &default_plan()).is_ok()
        });
    }
}
