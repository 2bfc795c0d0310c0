use cost::memory::Verdict;
use cost::plan::Plan;
use leptos::prelude::*;

use super::marks::reached;
use super::moved::{moved, undo};
use super::view::{DrawnMarks, reason};
use super::*;
use crate::panels::testing::{Stand, html_of, page};
use crate::store::{Effect, PlanState};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

/// The same layout with longer sequences, two in a micro-batch.
const TIGHT_PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mbs=2&seq=8704&gbs=512";

const FITS: PlanState = PlanState::Legal(Verdict::Fits);
const TIGHT: PlanState = PlanState::Legal(Verdict::Tight);
const OUT: PlanState = PlanState::Legal(Verdict::OutOfMemory);
const NEVER: PlanState = PlanState::Illegal;

/// A plan at rest, whose work is not begun.
fn rested(link: &str) -> Stand<StopMarker> {
    let mut stand = Stand::new(StopMarker::default(), page(link));
    stand.rest();
    stand
}

/// A plan whose stops are marked, by at most this many pieces of work.
fn marked_by(link: &str, most: usize) -> Stand<StopMarker> {
    let mut stand = rested(link);
    finish(&mut stand, most);
    stand
}

fn finish(stand: &mut Stand<StopMarker>, most: usize) {
    let mut pieces = 0;
    while pieces < most && stand.panel_mut().work(&stand.page) {
        pieces += 1;
    }
    stand.update(StopsEvent::Marked);
}

fn marks(stand: &Stand<StopMarker>, key: &str) -> Vec<PlanState> {
    let stops = stand.page.stops.as_ref().expect("marks");
    stops.of(key).to_vec()
}

/// A plan with another tensor-parallel degree.
fn with_tensor(stand: &mut Stand<StopMarker>, tensor: u64) -> Vec<Effect> {
    let mut plan = Plan::clone(&stand.page.draft);
    plan.layout.tensor = tensor;
    stand.send(Event::Edit(Box::new(plan)))
}

#[test]
fn each_stop_of_a_plan_is_marked() {
    let stand = marked_by(PLAN, usize::MAX);
    // 1, 2, 4, 8, 16, 32, 64: a pipeline of 4 stages leaves 16 GPUs for each stage.
    let tensor = marks(&stand, "tp");
    assert_eq!((tensor.len(), tensor[0], tensor[3]), (7, OUT, FITS));
    assert_eq!(tensor[5..], [NEVER, NEVER]);
    // 1, 2, 4, 5, 8, …: 5 stages of 8 GPUs do not divide 64.
    assert_eq!(marks(&stand, "pp")[..4], [OUT, FITS, FITS, NEVER]);
    assert_eq!(marks(&stand, "zero").len(), 4);
    assert!(marks(&stand, "ep").is_empty(), "the model has no experts");
    let stand = marked_by(TIGHT_PLAN, usize::MAX);
    assert_eq!(marks(&stand, "tp")[2..], [OUT, TIGHT, FITS, NEVER, NEVER]);
    assert_eq!(marks(&stand, "pp")[..5], [OUT, OUT, TIGHT, NEVER, FITS]);
}

#[test]
fn every_mark_is_the_state_of_its_plan() {
    for link in [
        PLAN,
        "#v=1&p=mixtral-8x7b/h100x64&tp=2&pp=4&ep=8",
        "#v=1&p=llama3-70b/h100x64&tp=6&pp=4",
    ] {
        let stand = marked_by(link, usize::MAX);
        let stops = stand.page.stops.as_ref().expect("marks");
        for control in crate::controls::marked(&stand.page.draft) {
            for (stop, mark) in stops.of(control.key).iter().enumerate() {
                let plan = control.led_to(&stand.page.draft, stop);
                let tried = page(&formats::link::encode(&plan));
                assert_eq!(*mark, tried.state(), "{} {stop} of {link}", control.key);
            }
        }
    }
}

#[test]
fn work_that_is_stopped_leaves_whole_controls() {
    let stand = marked_by(PLAN, 9);
    assert_eq!(marks(&stand, "tp").len(), 7);
    assert!(marks(&stand, "pp").is_empty());
}

#[test]
fn a_plan_that_moves_on_is_marked_when_it_rests() {
    let mut stand = rested(PLAN);
    assert!(stand.panel_mut().work(&stand.page));
    let effects = with_tensor(&mut stand, 4);
    let is_stopped = |effect: &Effect| matches!(effect, Effect::StopWork("stops"));
    assert!(effects.iter().any(is_stopped));
    assert!(
        !stand.panel_mut().work(&stand.page),
        "nothing is left to do"
    );
    let effects = stand.rest();
    let is_begun = |effect: &Effect| matches!(effect, Effect::Work("stops", ..));
    assert!(effects.iter().any(is_begun));
    finish(&mut stand, usize::MAX);
    assert_eq!(stand.panel().marked.as_ref(), Some(&stand.page.draft));
    assert!(!stand.rest().iter().any(is_begun), "they are there");
}

/// The marks over a slider as HTML.
fn html(page: &Page, key: &'static str) -> String {
    html_of(page, || view! { <SliderMarks key=key/> })
}

#[test]
fn marks_of_the_control_that_moves_stay_and_others_are_pale() {
    let mut stand = marked_by(PLAN, usize::MAX);
    with_tensor(&mut stand, 4);
    assert!(stand.page.has_old_marks());
    assert!(html(&stand.page, "tp").contains("data-true"));
    assert!(!html(&stand.page, "pp").contains("data-true"));
    stand.rest();
    finish(&mut stand, usize::MAX);
    assert!(!stand.page.has_old_marks());
    assert!(!html(&stand.page, "tp").contains("data-true"));
}

#[test]
fn an_impossible_stop_says_why() {
    let mut stand = marked_by(PLAN, usize::MAX);
    let html = html(&stand.page, "pp");
    // 1, 2, 4, 5, …: pipelines of 5 stages.
    let why = reason(&stand.page, "pp", 3);
    let words = "Pipeline 5: cannot exist. tp·pp·cp = 8·5·1 = 40";
    assert!(why.starts_with(words), "{why}");
    assert_eq!(reason(&stand.page, "pp", 2), "");
    // The stop in force has its thumb.
    let marks = marks(&stand, "pp");
    assert_eq!(html.matches("<i").count(), marks.len() - 1);
    assert_eq!(html.matches("<i class=\"fits\"").count(), 2);
    // The band has a gap where no plan can exist.
    let possible = marks.iter().filter(|mark| **mark != NEVER).count();
    assert_eq!(html.matches("<b class").count(), possible);
    assert!(!html.contains("<b class=\"illegal\""));
    // A pale mark keeps its reason.
    with_tensor(&mut stand, 4);
    assert_eq!(reason(&stand.page, "pp", 3), why);
}

#[test]
fn options_say_their_state() {
    let stand = marked_by(PLAN, usize::MAX);
    let html = html_of(&stand.page, || view! { <OptionMark key="zero" index=1/> });
    assert!(html.contains("class=\"fits\"") && html.contains(", fits"));
    let unmarked = html_of(&page(PLAN), || view! { <OptionMark key="zero" index=1/> });
    assert!(!unmarked.contains("fits"), "{unmarked}");
    let list = html_of(&stand.page, || view! { <ListMark key="sched" index=0/> });
    assert!(list.starts_with(", does not fit"), "GPipe");
}

/// Megatron-LM has no zero-bubble schedule; its ZeRO-3 is untested in a pipeline, here because of
/// the ZeRO stage, not because of the schedule.
#[test]
fn stops_that_the_framework_lacks_are_grey_with_the_reason() {
    let stand = marked_by(PLAN, usize::MAX);
    let schedule = |index| {
        html_of(
            &stand.page,
            || view! { <ListMark key="sched" index=index/> },
        )
    };
    assert!(schedule(0).ends_with(", not in Megatron-LM 0.19"), "GPipe");
    assert!(!schedule(1).contains("not in"), "1F1B");
    let zero = |index| {
        html_of(
            &stand.page,
            || view! { <OptionMark key="zero" index=index/> },
        )
    };
    assert!(!zero(1).contains("data-lacked") && zero(3).contains("data-lacked"));
    assert!(zero(3).contains("<small class=\"tip\">not in Megatron-LM 0.19</small>"));
    // With ZeRO-3 every schedule lacks it, so that none is grey for it.
    let stand = marked_by("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&zero=3", usize::MAX);
    let list = html_of(&stand.page, || view! { <ListMark key="sched" index=1/> });
    assert!(!list.contains("not in"), "{list}");
    let foot = |link| html_of(&page(link), || view! { <Foot/> });
    assert!(foot(PLAN).contains("not in Megatron-LM 0.19"));
    // A textbook has no limits.
    assert!(!foot("#v=1&p=llama3-8b/h100x8&recipe=zeropaper").contains("not in"));
}

#[test]
fn keys_skip_impossible_stops() {
    let marks = [NEVER, OUT, NEVER, FITS, NEVER];
    for (here, to, stop) in [
        (1, 2, 3),
        (3, 2, 1),
        (1, 4, 3), // as far as possible
        (3, 4, 3),
        (1, 0, 1),
        (3, 0, 1),
        (3, 5, 5), // beyond the last
        (2, 2, 2), // chosen by a pointer
        (2, 4, 3),
        (4, 3, 3),
    ] {
        assert_eq!(reached(&marks, here, to), stop, "from {here} to {to}");
    }
    assert_eq!(reached(&[NEVER; 3], 0, 1), 1, "another control is to blame");
    assert_eq!(reached(&[], 0, 1), 1, "not known yet");
}

#[test]
fn only_true_marks_are_skipped() {
    let mut stand = marked_by(PLAN, usize::MAX);
    let reached = |stand: &Stand<StopMarker>, key, here, to| {
        let stops = stand.page.stops.as_ref().expect("marks");
        stops.reached(&stand.page.draft, key, here, to)
    };
    assert_eq!(reached(&stand, "pp", 2, 3), 4, "5 stages are impossible");
    with_tensor(&mut stand, 4);
    assert_eq!(reached(&stand, "tp", 2, 6), 4, "as before");
    assert_eq!(reached(&stand, "pp", 2, 3), 3, "not known yet");
}

#[test]
fn a_slider_says_the_state_of_its_value() {
    let stand = marked_by(PLAN, usize::MAX);
    let stops = stand.page.stops.as_ref().expect("marks");
    assert_eq!(stops.said(stand.page.state(), "tp"), ", fits");
    assert_eq!(stops.said(stand.page.state(), "price"), "");
}

/// Points at what leads to a plan, or at nothing; returns the number of frames that are awaited.
fn point(stand: &mut Stand<StopMarker>, plan: Option<&Plan>) -> usize {
    let effects = stand.update(StopsEvent::Point(plan.cloned().map(Box::new)));
    let awaited = effects
        .iter()
        .filter(|effect| matches!(effect, Effect::Run(_)));
    awaited.count()
}

fn frame(stand: &mut Stand<StopMarker>) {
    stand.update(StopsEvent::Frame);
}

/// Plans with these tensor-parallel degrees.
fn plans<const N: usize>(stand: &Stand<StopMarker>, degrees: [u64; N]) -> [Plan; N] {
    degrees.map(|degree| {
        let mut plan = Plan::clone(&stand.page.draft);
        plan.layout.tensor = degree;
        plan
    })
}

#[test]
fn a_sweep_of_the_pointer_costs_one_estimate_a_frame() {
    let mut stand = rested(PLAN);
    let [two, four, five] = plans(&stand, [2, 4, 5]);
    assert_eq!(point(&mut stand, Some(&two)), 1);
    assert_eq!(point(&mut stand, Some(&four)), 0, "the frame is awaited");
    assert!(stand.page.preview.is_none());
    frame(&mut stand);
    let shown = stand.page.preview.clone().expect("an estimate");
    assert_eq!(*shown, cost::estimate(&four).unwrap());
    assert_eq!(point(&mut stand, None), 1);
    frame(&mut stand);
    assert!(stand.page.preview.is_none());
    // An impossible plan, and the plan in force, have nothing to show.
    for plan in [five, Plan::clone(&stand.page.draft)] {
        point(&mut stand, Some(&plan));
        frame(&mut stand);
        assert!(stand.page.preview.is_none());
    }
}

#[test]
fn a_plan_that_is_chosen_is_no_longer_pointed_at() {
    let mut stand = rested(PLAN);
    let [four] = plans(&stand, [4]);
    point(&mut stand, Some(&four));
    frame(&mut stand);
    stand.send(Event::Jump(Box::new(four)));
    assert!(stand.page.preview.is_none());
}

#[test]
fn a_drag_shows_the_plan_from_before() {
    for start in [|| Event::StartDrag, || Event::StartKeys] {
        let mut stand = rested(PLAN);
        let before = stand.page.estimate.clone();
        stand.send(start());
        assert!(stand.page.ghost().is_none(), "nothing has moved");
        with_tensor(&mut stand, 4);
        let [two] = plans(&stand, [2]);
        point(&mut stand, Some(&two));
        frame(&mut stand);
        assert_eq!(stand.page.ghost(), Some(&*before));
        stand.send(Event::EndDrag);
        assert!(stand.page.ghost().is_none());
    }
}

#[test]
fn a_control_says_what_else_it_has_moved_and_takes_it_back() {
    let mut stand = rested(PLAN);
    let said = |stand: &Stand<StopMarker>, key| moved(&stand.page, key);
    assert_eq!(said(&stand, "tp"), "", "nothing has moved");
    for is_at_rest in [false, true] {
        with_tensor(&mut stand, 4);
        if is_at_rest {
            stand.rest();
        }
        let sentence = "Data parallel 2 → 4; micro-batches a pipeline 256 → 128";
        assert_eq!(said(&stand, "tp"), sentence);
        assert_eq!(said(&stand, "pp"), "", "another control moved");
        let back = undo(&stand.page, "tp").expect("a way back");
        stand.send(back);
        assert_eq!(stand.page.draft.layout.tensor, 8);
    }
    let mut plan = Plan::clone(&stand.page.draft);
    plan.batch.sequence = Some(4_096);
    stand.rest();
    stand.send(Event::Edit(Box::new(plan)));
    let sentence = "Micro-batches a pipeline 256 → 512; global batch 512 → 1,024";
    assert_eq!(said(&stand, "seq"), sentence);
    with_tensor(&mut stand, 6);
    assert_eq!(said(&stand, "tp"), "", "an impossible plan has reasons");
}

#[test]
fn a_field_says_which_numbers_it_takes() {
    let refused = text::stops::refused(&(1.0..=100_000.0));
    assert_eq!(refused, "Enter a number from 1 to 100,000.");
}

/// Marks of stops of these states, of which the framework lacks none.
fn drawn(states: Vec<PlanState>, here: usize) -> DrawnMarks {
    DrawnMarks {
        states,
        lacked: Vec::new(),
        here,
    }
}

/// The pieces of a band: their states, first and last stops.
fn pieces(marks: &DrawnMarks) -> Vec<(PlanState, usize, usize)> {
    let pieces = marks.band().into_iter();
    pieces.map(|it| (it.state, it.from, it.to)).collect()
}

#[test]
fn a_band_has_a_gap_where_no_plan_can_exist() {
    let marks = drawn(vec![NEVER, FITS, FITS, NEVER, TIGHT, OUT], 1);
    let expected = [(FITS, 1, 1), (FITS, 2, 2), (TIGHT, 4, 4), (OUT, 5, 5)];
    assert_eq!(pieces(&marks), expected, "one for each possible stop");
    // The thumb stands at the second.
    let shapes = marks.shapes().map(|mark| (mark.state, mark.from));
    let expected = [(NEVER, 0), (FITS, 2), (NEVER, 3), (TIGHT, 4), (OUT, 5)];
    assert_eq!(shapes.collect::<Vec<_>>(), expected);
}

#[test]
fn many_stops_have_a_band_alone_and_very_many_share_its_pieces() {
    let many = drawn(vec![FITS; 30], 3);
    assert_eq!((many.shapes().count(), many.band().len()), (0, 30));
    let mut states = vec![FITS; 30];
    states.extend([NEVER, OUT, OUT]);
    states.extend([TIGHT; 20]);
    let expected = [(FITS, 0, 29), (OUT, 31, 32), (TIGHT, 33, 52)];
    assert_eq!(pieces(&drawn(states, 3)), expected);
}

/// The sliders with most stops have a band, and no crosses.
#[test]
fn crowded_sliders_have_no_shapes() {
    let stand = marked_by(PLAN, usize::MAX);
    for key in ["gpus", "seq", "gbs"] {
        let html = html(&stand.page, key);
        assert!(
            !html.contains("<i") && html.contains("<b class=\"fits\""),
            "{key}"
        );
    }
}

#[test]
fn the_key_names_each_mark_with_its_piece_of_the_band() {
    let foot = html_of(&page(PLAN), || view! { <Foot/> });
    for state in ["fits", "tight", "may-not-fit", "oom"] {
        let [mark, piece] = ["<i class=\"", "<b class=\""].map(|start| [start, state].concat());
        assert!(
            foot.contains(&mark) && foot.contains(&piece),
            "{state}: {foot}"
        );
    }
    assert!(foot.contains("<i class=\"illegal\"") && !foot.contains("<b class=\"illegal\""));
}
