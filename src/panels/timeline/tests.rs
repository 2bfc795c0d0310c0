use std::time::Duration;

use cost::plan::Plan;

use super::*;
use crate::panels::testing::{Stand, outline, page_of};
use crate::store::{Effect, Event, Message};
use act::TimelineAction;
use cost::plan::Schedule;
use formats::link;
use ids::BLOCKS;
use text::number;

/// p = 4, m = 8.
const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=16";
/// p = 64, m = 512: more blocks than are laid out at once.
const LONG: &str = "#v=1&p=class-100b/h100x4096&layers=128&tp=8&pp=64&gbs=4096";
/// Width of the canvas, as if it had been painted.
const WIDTH: f64 = 800.0;

/// The page of a plan with the tab of the timeline open.
fn page(link: &str) -> Page {
    page_of("?tab=timeline", link)
}

fn stand() -> Stand<TimelineFigure> {
    let stand = Stand::new(TimelineFigure::default(), page(PLAN));
    stand.panel_mut().width = WIDTH;
    stand
}

fn press_key(stand: &mut Stand<TimelineFigure>, key: &str) {
    let act = TimelineAction::of(key).expect("a key of the timeline");
    stand.update(TimelineEvent::Act(act));
}

/// Moves the pointer to a place of the first canvas.
fn point(stand: &mut Stand<TimelineFigure>, place: [f64; 2]) {
    let event = stand.panel().select(0, place);
    stand.update(event.expect("another block"));
}

fn compare(stand: &mut Stand<TimelineFigure>, schedule: Option<Schedule>) {
    stand.update(TimelineEvent::Compare(schedule));
}

/// Description of the selected block.
fn said(stand: &Stand<TimelineFigure>) -> String {
    let html = stand.html().replace('\u{a0}', " ");
    let (_, after) = html.split_once("class=\"lanes-readout\">").unwrap();
    after.split_once("</p>").unwrap().0.to_owned()
}

fn rank_and_index(stand: &Stand<TimelineFigure>) -> (usize, Option<usize>) {
    (stand.panel().selection.rank, stand.panel().selection.index)
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(outline(&stand().html()));
}

#[test]
fn a_plan_with_another_price_has_the_same_drawing() {
    let mut stand = stand();
    stand.panel_mut().is_in_sight = true;
    for (edit, changes) in [
        (
            (|plan| plan.cluster.gpu.price = 9.0) as fn(&mut Plan),
            false,
        ),
        (|plan| plan.run.tokens = Some(1 << 40), false),
        (|plan| plan.batch.global = Some(32), true),
    ] {
        let mut plan = Plan::clone(&stand.page.plan);
        edit(&mut plan);
        let page = page(&link::encode(&plan));
        assert_ne!(page.plan, stand.page.plan);
        stand.page = page;
        assert_eq!(stand.changes(PanelMoment::Changed), changes);
        assert_eq!(stand.panel().plan.as_ref(), Some(&stand.page.plan));
    }
}

#[test]
fn keys_go_from_block_to_block_and_from_stage_to_stage() {
    let mut stand = stand();
    for (key, at) in [
        ("ArrowRight", (0, Some(0))),
        ("ArrowRight", (0, Some(1))),
        ("Home", (0, Some(0))),
        ("ArrowLeft", (0, Some(0))),
        ("ArrowDown", (1, Some(0))),
        ("End", (1, Some(15))),
        ("ArrowRight", (1, Some(15))),
        ("ArrowUp", (0, Some(15))),
        ("ArrowUp", (0, Some(15))),
    ] {
        press_key(&mut stand, key);
        assert_eq!(rank_and_index(&stand), at, "{key}");
    }
    assert!(said(&stand).starts_with("Stage 0, backward of micro-batch 7:"));
}

#[test]
fn a_key_without_a_meaning_is_left_to_the_browser() {
    for key in ["a", "Tab", "PageDown", "Enter"] {
        assert_eq!(TimelineAction::of(key), None, "{key}");
    }
}

#[test]
fn the_pointer_selects_the_block_under_it() {
    let mut stand = stand();
    // Rows are 40 pixels high.
    point(&mut stand, [WIDTH - 3.0, 3.0]);
    assert!(said(&stand).starts_with("Stage 0, backward of micro-batch 7:"));
    point(&mut stand, [3.0, 3.0 * 40.0 + 1.0]);
    assert!(said(&stand).starts_with("Stage 3, forward of micro-batch 0:"));
    assert_eq!(stand.panel().select(0, [4.0, 3.0 * 40.0 + 2.0]), None);
    assert_eq!(stand.panel().select(0, [-5.0, 1e6]), None, "it is the last");
    assert_eq!(stand.panel().select(1, [3.0, 3.0]), None, "no second chart");
}

#[test]
fn zoom_keeps_the_block_that_is_looked_at_where_it_is() {
    let mut stand = stand();
    press_key(&mut stand, "End");
    let place = |panel: &TimelineFigure, left: f64| {
        let cell = panel.charts[0].as_ref().unwrap().timeline.cell(0, 15);
        panel.axis.place(cell.unwrap().start) * WIDTH * panel.scale() - left
    };
    let before = place(&stand.panel(), 0.0);
    press_key(&mut stand, "+");
    let left = stand.panel_mut().scroll_to.take().unwrap();
    assert_eq!(stand.panel().zoom, 1);
    assert!((place(&stand.panel(), left) - before).abs() < 1e-6);
    assert!(stand.html().contains("--zoom:2"));
    for _ in 0..20 {
        press_key(&mut stand, "+");
    }
    assert_eq!(stand.panel().zoom, 8);
    for _ in 0..20 {
        press_key(&mut stand, "-");
    }
    assert_eq!(
        (stand.panel().zoom, stand.panel().scroll_to),
        (0, Some(0.0))
    );
}

#[test]
fn another_schedule_is_drawn_below_and_keys_pass_to_it() {
    let mut stand = stand();
    compare(&mut stand, Some(Schedule::ZbH2));
    let html = stand.html().replace('\u{a0}', " ");
    assert_eq!(html.matches("<canvas").count(), 2);
    assert!(html.contains("1F1B has a bubble of") && html.contains("ZB-H2 has a bubble of"));
    press_key(&mut stand, "ArrowRight");
    for _ in 0..4 {
        press_key(&mut stand, "ArrowDown");
    }
    assert_eq!(
        (stand.panel().selection.chart, stand.panel().selection.rank),
        (1, 0)
    );
    // Without the second chart the selection moves to the first.
    compare(&mut stand, None);
    assert_eq!(stand.html().matches("<canvas").count(), 1);
    assert_eq!(stand.panel().selection.chart, 0);
}

#[test]
fn the_step_follows_the_plan_at_once_in_sight_and_at_rest_out_of_it() {
    let mut stand = stand();
    let rows = |stand: &Stand<TimelineFigure>| {
        let panel = stand.panel();
        let chart = panel.charts[0].as_ref().unwrap();
        chart.timeline.rows().len()
    };
    press_key(&mut stand, "End");
    for _ in 0..3 {
        press_key(&mut stand, "ArrowDown");
    }
    let two = page("#v=1&p=llama3-70b/h100x64&tp=8&pp=2&gbs=16").draft;
    stand.send(Event::Edit(Box::new(Plan::clone(&two))));
    assert_eq!(rows(&stand), 4, "nobody sees it");
    assert!(stand.changes(PanelMoment::Rested));
    assert_eq!(rows(&stand), 2);
    assert_eq!(stand.panel().selection.rank, 1, "the look stays on a stage");
    stand.follow(PanelMoment::Shown);
    stand.send(Event::Edit(Box::new(Plan::clone(&page(PLAN).draft))));
    assert_eq!(rows(&stand), 4);
}

#[test]
fn a_long_step_is_laid_out_in_a_task_of_its_own() {
    let mut stand = Stand::mounted(TimelineFigure::default(), page(LONG));
    let mut effects = stand.follow(PanelMoment::Mounted);
    effects.extend(stand.follow(PanelMoment::Rested));
    let [Effect::After(Duration::ZERO, Message::Panel(_))] = effects[..] else {
        panic!("it is to be laid out once, and a little later");
    };
    assert!(!stand.html().contains("<canvas"));
    stand.update(TimelineEvent::LayOut);
    assert!(stand.html().contains("<canvas"));
}

#[test]
fn more_blocks_than_can_be_drawn_are_said() {
    let many = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=1048576";
    let mut stand = Stand::new(TimelineFigure::default(), page(many));
    stand.update(TimelineEvent::LayOut);
    assert!(stand.html().contains("more blocks than can be drawn"));
    for act in [
        TimelineAction::Play,
        TimelineAction::Zoom(1),
        TimelineAction::Climb(true),
    ] {
        stand.update(TimelineEvent::Act(act));
    }
}

#[test]
fn the_cursor_runs_when_asked_and_stops_at_the_end() {
    let mut stand = stand();
    let play = TimelineEvent::Act(TimelineAction::Play);
    let effects = stand.update(play);
    assert!(matches!(effects[..], [Effect::Run(_)]));
    assert!(!stand.panel().is_playing, "the browser says whether it may");
    let effects = stand.update(TimelineEvent::Run);
    assert!(matches!(effects[..], [Effect::Run(_)]));
    stand.update(TimelineEvent::Frame(1_000.0));
    stand.panel_mut().is_painted = true;
    stand.update(TimelineEvent::Frame(1_800.0));
    assert!(
        (stand.panel().now - 0.1).abs() < 1e-4,
        "{}",
        stand.panel().now
    );
    assert!(stand.panel().is_painted, "only the cursor has moved");
    assert!(stand.html().contains("--at:0.1000"));
    assert!(stand.html().contains("❚❚"));
    assert!(stand.update(play).is_empty());
    assert!(!stand.panel().is_playing && stand.panel().selection.index.is_some());
    assert!(stand.update(TimelineEvent::Frame(1_900.0)).is_empty());
    stand.update(TimelineEvent::Run);
    stand.update(TimelineEvent::Frame(2_000.0));
    assert!(stand.update(TimelineEvent::Frame(20_000.0)).is_empty());
    assert_eq!((stand.panel().now, stand.panel().is_playing), (1.0, false));
}

#[test]
fn the_drawing_moves_on_before_the_cursor_leaves_it() {
    let mut stand = stand();
    stand.panel_mut().zoom = 1;
    stand.update(TimelineEvent::Run);
    stand.update(TimelineEvent::Frame(0.0));
    stand.update(TimelineEvent::Frame(6_000.0));
    assert_eq!(stand.panel().scroll_to, None);
    stand.update(TimelineEvent::Frame(7_400.0));
    assert!(stand.panel().scroll_to.is_some() && !stand.panel().is_painted);
}

#[test]
fn a_stages_blocks_stand_in_a_table_what_repeats_in_one_row() {
    let mut stand = stand();
    assert!(!stand.html().contains("<tbody>"));
    stand.send(Event::Fold(BLOCKS.to_owned(), true));
    let html = stand.html();
    assert!(html.contains("forward 0–"), "{html}");
    assert!(html.matches("<tr>").count() < 12, "{html}");
}

#[test]
fn without_a_pipeline_nothing_waits() {
    let plan = "#v=1&p=llama3-8b/h100x8&gbs=64";
    let html = Stand::new(TimelineFigure::default(), page(plan)).html();
    assert!(html.contains("One stage has no pipeline bubble"));
    assert_eq!(html.matches("<option").count(), 1);
}

/// The share of the bubble and its seconds are those of the time that the sentence names.
#[test]
fn the_bubble_is_a_share_of_the_time_that_is_named() {
    let [short, long] = ["#v=1&p=class-100b/a100-80x64&tp=8&pp=8&gbs=8", MANY].map(page);
    let sentence = |page: &Page| view::sentence(page).replace('\u{a0}', " ");
    let time = &short.estimate.time;
    let [pipeline, step, bubble] = [time.pipeline(), time.total(), time.bubble]
        .map(|time| number::duration(time).replace('\u{a0}', " "));
    let said = sentence(&short);
    assert_ne!(pipeline, step);
    assert!(
        said.contains(&format!(
            "of the pipeline’s time, {pipeline} of a step of {step}:"
        )),
        "{said}"
    );
    let share = number::percent(time.bubble.0 / time.pipeline().0).replace('\u{a0}', " ");
    assert!(
        said.contains(&format!("the pipeline bubble is {share}, {bubble}")),
        "{said}"
    );
    // Here both are 80.5 s.
    let said = sentence(&long);
    assert!(said.contains("% of a step of 80.5 s:"), "{said}");
}

/// p = 4, m = 256.
const MANY: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

/// The stand of a plan, as if it had been painted.
fn stand_of(link: &str) -> Stand<TimelineFigure> {
    let stand = Stand::new(TimelineFigure::default(), page(link));
    stand.panel_mut().width = WIDTH;
    stand
}

#[test]
fn a_long_step_opens_on_its_fill_and_drain_and_a_break_counts_the_rest() {
    let mut stand = stand_of(MANY);
    let axis = stand.panel().axis;
    let left_out = axis
        .cut
        .expect("256 micro-batches are too many")
        .micro_batches;
    let said = |stand: &Stand<TimelineFigure>| stand.html().contains("micro-batches not drawn");
    assert!(said(&stand));
    {
        let panel = stand.panel();
        let timeline = &panel.charts[0].as_ref().unwrap().timeline;
        let is_drawn = |number| {
            let cells = timeline.rows().iter().flat_map(|row| &row.blocks);
            let mut cells = cells.filter(|cell| cell.block.micro_batch == number);
            cells.any(|cell| !axis.leaves_out(cell.start, cell.end))
        };
        let drawn = (0..256).filter(|&number| is_drawn(number)).count();
        assert_eq!(drawn + left_out, 256);
        assert!((8..24).contains(&drawn), "{drawn}");
        assert!(is_drawn(0) && is_drawn(255) && !is_drawn(128));
        // The fill and the drain, and the blocks of a steady micro-batch, are wide enough to read.
        let row = &timeline.rows()[0];
        for cell in [&row.blocks[0], row.blocks.last().unwrap()] {
            let width = axis.place(cell.end) - axis.place(cell.start);
            assert!(width * WIDTH > 10.0, "{width}");
        }
    }
    press_key(&mut stand, "0");
    assert!(!said(&stand) && stand.panel().axis.cut.is_none());
    assert!(stand.html().contains("Whole step"));
    press_key(&mut stand, "0");
    assert_eq!(stand.panel().axis, axis);
    // A short step has no break and no button.
    let html = stand_of(PLAN).html();
    assert!(!html.contains("micro-batches not drawn"), "{html}");
    let hidden = "data-act=\"0\" aria-pressed=\"false\" hidden";
    assert!(html.contains(hidden), "{html}");
}

#[test]
fn the_axis_has_the_same_moment_at_each_position_and_seconds_at_its_ticks() {
    for link in [PLAN, MANY] {
        let stand = stand_of(link);
        let panel = stand.panel();
        let end = panel.charts[0].as_ref().unwrap().timeline.end().0;
        assert!((panel.axis.place(end) - 1.0).abs() < 1e-9);
        let mut before = -1.0;
        for step in 0..=1000 {
            let time = end * f64::from(step) / 1e3;
            let place = panel.axis.place(time);
            assert!(place > before, "{link}: {time}");
            before = place;
            assert!(
                (panel.axis.time(place) - time).abs() < 1e-6 * end,
                "{link}: {time}"
            );
        }
        let (ticks, _) = panel.axis.ticks(1.0);
        assert!((4..=12).contains(&ticks.len()), "{link}: {ticks:?}");
        let places: Vec<f64> = ticks.iter().map(|&time| panel.axis.place(time)).collect();
        let apart = places.windows(2).map(|pair| pair[1] - pair[0]);
        assert!(
            apart.fold(1.0, f64::min) * WIDTH > 36.0,
            "{link}: {places:?}"
        );
        let html = stand.html();
        assert!(html.contains("\u{a0}s</span>"), "{html}");
    }
}

#[test]
fn keys_pass_over_the_break() {
    let mut stand = stand_of(MANY);
    press_key(&mut stand, "Home");
    let mut before = stand.panel().selection.index.unwrap();
    let mut jumps = 0;
    for _ in 0..60 {
        press_key(&mut stand, "ArrowRight");
        let index = stand.panel().selection.index.unwrap();
        jumps += usize::from(index > before + 1);
        before = index;
    }
    assert_eq!(jumps, 1);
    assert!(said(&stand).contains("micro-batch 255"), "{}", said(&stand));
}

/// Micro-batches of the stages at the moment that figures show.
fn running(stand: &Stand<TimelineFigure>) -> Option<Vec<Option<usize>>> {
    let moment = stand.page.moment.as_deref()?;
    let ranks = moment.ranks.iter();
    let runs = |rank: &cost::moment::RankMoment| rank.block.map(|block| block.micro_batch);
    Some(ranks.map(runs).collect())
}

#[test]
fn all_figures_show_the_moment_of_the_cursor() {
    let mut stand = stand();
    assert_eq!(running(&stand), None);
    press_key(&mut stand, "ArrowRight");
    assert_eq!(running(&stand), Some(vec![Some(0), None, None, None]));
    assert!(
        said(&stand).contains("idle stages: 3 of 4."),
        "{}",
        said(&stand)
    );
    // A view setting leaves it.
    stand.send(Event::SwitchUnits);
    assert!(running(&stand).is_some());
    stand.update(TimelineEvent::Leave);
    assert_eq!(running(&stand), None);
    assert!(said(&stand).starts_with("Stage 0, forward of micro-batch 0"));
    // The pointer has the moment of the block under it.
    point(&mut stand, [3.0, 3.0 * 40.0 + 1.0]);
    assert_eq!(running(&stand).map(|ranks| ranks[3]), Some(Some(0)));
    let mut plan = Plan::clone(&stand.page.draft);
    plan.layout.pipeline = 2;
    stand.send(Event::Edit(Box::new(plan)));
    assert_eq!(running(&stand), None);
}

#[test]
fn the_moment_follows_the_cursor_while_it_plays_and_ends_with_the_step() {
    let mut stand = stand();
    stand.update(TimelineEvent::Run);
    stand.update(TimelineEvent::Frame(0.0));
    let mut before = running(&stand);
    let mut changes = 0;
    for frame in 1..=60 {
        stand.update(TimelineEvent::Frame(f64::from(frame) * 120.0));
        // It leaves the pointer alone.
        stand.update(TimelineEvent::Leave);
        assert!(stand.panel().is_playing);
        let now = running(&stand);
        changes += usize::from(now != before);
        before = now;
    }
    assert!(changes > 20, "{changes}");
    assert!(!stand.html().contains("idle stages"), "it is said at rest");
    stand.update(TimelineEvent::Frame(20_000.0));
    assert_eq!(running(&stand), None);
}
