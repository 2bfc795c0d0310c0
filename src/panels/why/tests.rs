use cost::plan::Word as _;
use cost::why::{Figure, Root};

use super::keys::Key;
use super::state::{Copied, WhyCard, WhyEvent, line_id};
use crate::panels::testing::{Stand, outline, page, page_of};
use crate::store::{Effect, Event};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

/// The card with a figure open.
fn stand(figure: &str) -> Stand<WhyCard> {
    let mut stand = Stand::new(WhyCard::default(), page(PLAN));
    let figure: Figure = figure.parse().expect("a figure");
    stand.send(Event::OpenFigure(Some(figure)));
    stand
}

fn paths(stand: &Stand<WhyCard>) -> Vec<String> {
    let card = stand.panel();
    card.lines().iter().map(|line| line.path.clone()).collect()
}

#[test]
fn the_view_of_a_figure() {
    insta::assert_snapshot!(outline(&stand("time.tensor").html()));
}

#[test]
fn at_first_at_most_seven_lines_are_open_and_the_first_has_the_focus() {
    for root in Root::ALL {
        let stand = stand(root.word());
        let card = stand.panel();
        let lines = card.lines();
        assert!(
            lines.len() <= 7 || card.open.is_empty(),
            "{root:?}: {}",
            lines.len()
        );
        if let Some(first) = lines.first() {
            assert_eq!(card.at, first.path);
        }
    }
}

#[test]
fn a_line_opens_and_closes_and_stays_open_with_another_plan() {
    let mut stand = stand("time.step");
    let closed = stand
        .panel()
        .lines()
        .iter()
        .find_map(|line| (line.can_open() && !line.is_open).then(|| line.path.clone()));
    let closed = closed.expect("a closed line");
    let before = paths(&stand).len();
    stand.update(WhyEvent::Toggle(closed.clone()));
    assert!(paths(&stand).len() > before);
    stand.send(Event::Follow(
        "#v=1&p=llama3-70b/h100x64&tp=4&pp=4".to_owned(),
    ));
    assert!(stand.panel().open.contains(&closed));
    stand.update(WhyEvent::Toggle(closed));
    assert_eq!(paths(&stand).len(), before);
}

#[test]
fn keys_walk_the_tree() {
    let mut stand = stand("time.tensor");
    let press = |stand: &mut Stand<WhyCard>, key| {
        let at = stand.panel().at.clone();
        stand.update(WhyEvent::Press(at, key));
        stand.panel().at.clone()
    };
    let all = paths(&stand);
    assert_eq!(press(&mut stand, Key::Last), *all.last().expect("a line"));
    assert_eq!(press(&mut stand, Key::Down), *all.last().expect("a line"));
    assert_eq!(press(&mut stand, Key::First), all[0]);
    assert_eq!(press(&mut stand, Key::Up), all[0]);
    assert_eq!(press(&mut stand, Key::Down), all[1]);
    press(&mut stand, Key::First);
    // The first line is open at first: the key goes in, and out again; then it closes the line.
    assert_eq!(press(&mut stand, Key::In), all[1]);
    assert_eq!(press(&mut stand, Key::Out), all[1]);
    assert_eq!(press(&mut stand, Key::Out), all[0]);
    press(&mut stand, Key::Out);
    assert!(paths(&stand).len() < all.len());
    press(&mut stand, Key::In);
    let before = paths(&stand).len();
    press(&mut stand, Key::Siblings);
    assert!(paths(&stand).len() > before);
    for name in ["ArrowUp", "*", " ", "Escape", "Home"] {
        assert!(Key::of(name).is_some(), "{name}");
    }
    assert_eq!(Key::of("Tab"), None);
}

#[test]
fn a_drag_leaves_the_values_from_before_it() {
    let mut stand = stand("time.tensor");
    assert!(!stand.html().contains("was "));
    stand.send(Event::StartDrag);
    stand.send(Event::Follow(
        "#v=1&p=llama3-70b/h100x64&tp=4&pp=4".to_owned(),
    ));
    let html = stand.html();
    assert!(html.contains("was "), "{html}");
    stand.send(Event::EndDrag);
    assert!(!stand.html().contains("was "));
}

#[test]
fn a_figure_that_is_zero_says_so() {
    let html = stand("time.context").html();
    assert!(html.contains(text::why_card::is_zero_here()), "{html}");
}

#[test]
fn the_address_opens_a_figure_down_to_a_number() {
    let all = paths(&stand("time.tensor"));
    let deepest = all.iter().max_by_key(|path| path.matches('/').count());
    let path = deepest.expect("a line");
    let page = page_of(&["?why=time.tensor/", path].concat(), PLAN);
    let link = page.presentation.encode();
    assert_eq!(link, ["why=time.tensor/", path].concat());
    let stand = Stand::new(WhyCard::default(), page);
    assert_eq!(stand.panel().at, *path);
    assert!(paths(&stand).contains(path));
    let stand = Stand::new(WhyCard::default(), page_of("?why=time.tensor/none", PLAN));
    assert!(stand.html().contains("no number none"), "{}", stand.html());
    assert_eq!(page_of("?why=none", PLAN).link_warnings.len(), 1);
}

#[test]
fn a_lesson_opens_a_figure_down_to_a_number() {
    let time: Figure = "time.tensor".parse().expect("a figure");
    let focus = |effects: Vec<Effect>| {
        effects.into_iter().find_map(|effect| match effect {
            Effect::Focus(id) => Some(id.as_ref().to_owned()),
            _ => None,
        })
    };
    let open = |stand: &mut Stand<WhyCard>, path: &str, is_pressed| {
        focus(stand.update(WhyEvent::OpenAt(time, path.to_owned(), is_pressed)))
    };
    let all = paths(&self::stand("time.tensor"));
    let deepest = all.iter().max_by_key(|path| path.matches('/').count());
    let (path, first) = (deepest.expect("a line").as_str(), all[0].as_str());
    assert_ne!(path, first);
    let line = line_id(path);
    // The step of a lesson leaves the focus where it is; a link moves it.
    let mut stand = Stand::new(WhyCard::default(), page(PLAN));
    assert_eq!(open(&mut stand, path, false), None);
    assert_eq!(
        (stand.page.opened, stand.panel().at.as_str()),
        (Some(time), path)
    );
    assert!(paths(&stand).iter().any(|known| known == path));
    // Another number of the figure that is open.
    assert_eq!(open(&mut stand, first, true), Some(line_id(first)));
    assert_eq!(open(&mut stand, path, true), Some(line.clone()));
    let mut stand = self::stand("mfu");
    assert_eq!(open(&mut stand, path, true), Some(line));
    // A number that the figure does not have.
    open(&mut stand, "none", true);
    assert!(stand.html().contains("no number none"), "{}", stand.html());
    open(&mut stand, path, true);
    assert!(!stand.html().contains("no number"), "{}", stand.html());
}

#[test]
fn the_text_has_every_line_and_the_address() {
    let stand = stand("memory.total@0");
    let card = stand.panel();
    let text = card.text(&stand.page);
    for line in card.shown_lines(&stand.page) {
        assert!(text.contains(&line.value), "{text}");
    }
    assert!(text.ends_with(&stand.page.draft_address()));
}

#[test]
fn open_all_opens_and_then_closes() {
    let mut stand = stand("time.step");
    let first = paths(&stand);
    stand.update(WhyEvent::OpenAll);
    assert!(paths(&stand).len() > first.len());
    for _ in 0..9 {
        stand.update(WhyEvent::OpenAll);
    }
    stand.update(WhyEvent::Copied(Copied::Text, true));
    assert!(stand.html().contains(text::why_card::copied()));
}
