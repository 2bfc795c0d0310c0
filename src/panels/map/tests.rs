use super::update::{at_place, step, typed};
use super::*;
use crate::panels::testing::{Stand, outline, page};
use crate::store::Event;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

fn stand() -> Stand<Map> {
    Stand::new(Map::default(), page(PLAN))
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(outline(&stand().html()));
}

#[test]
fn a_gpu_that_is_gone_to_is_chosen() {
    let mut stand = stand();
    assert!(stand.html().contains("data-gpu=\"9\""));
    stand.send(Event::ChooseGpu(9));
    assert_eq!(stand.page.gpu(), 9);
    assert!(stand.html().contains("aria-valuenow=\"9\""));
}

#[test]
fn keys_walk_by_gpu_node_and_stage_and_stop_at_the_ends() {
    let plan = page(PLAN).plan;
    let mut from = 0;
    for (key, gpu) in [
        ("ArrowRight", 1),
        ("ArrowDown", 9),
        ("PageDown", 25),
        ("ArrowLeft", 24),
        ("End", 63),
        ("ArrowRight", 63),
        ("PageDown", 63),
        ("Home", 0),
    ] {
        // A key that stands for a GPU does not scroll the page, even at an end.
        assert_eq!(step(from, &plan, key), Some(gpu), "{key}");
        from = gpu;
    }
    assert_eq!(step(0, &plan, "Tab"), None);
}

#[test]
fn a_number_beyond_the_cluster_is_its_last_gpu() {
    let plan = page(PLAN).plan;
    assert_eq!(typed(&plan, "900"), Some(63));
    assert_eq!(typed(&plan, "21"), Some(21));
    for text in ["", "-1", "1.5"] {
        assert_eq!(typed(&plan, text), None, "{text}");
    }
    // A smaller cluster than the one in which the GPU was chosen has another last one.
    let mut stand = stand();
    stand.send(Event::ChooseGpu(900));
    assert!(stand.html().contains("aria-valuenow=\"63\""));
}

#[test]
fn a_place_in_the_whole_cluster_is_the_first_gpu_of_its_square() {
    let plan = page("#v=1&p=llama3-405b/h100x16384&layers=128&tp=8&pp=16&gbs=2048").plan;
    let [column, row] = [1.5 / 32.0; 2];
    assert_eq!(at_place(&plan, [column, row]), Some(33 * 64));
    assert_eq!(at_place(&plan, [-0.1, 0.0]), Some(0));
    assert_eq!(at_place(&plan, [2.0, 0.0]), Some(31 * 64));
    for place in [[0.0, 0.5], [f64::INFINITY; 2]] {
        assert_eq!(at_place(&plan, place), None, "{place:?}");
    }
}

#[test]
fn the_group_of_the_chosen_gpu_stands_out() {
    let own = |stand: &Stand<Map>| {
        let html = stand.html();
        let cells = html
            .split("<i ")
            .filter(|cell| cell.contains("class=\"own"));
        let gpu = |cell: &str| {
            let number = cell.split("data-gpu=\"").nth(1)?.split('"').next()?;
            number.parse().ok()
        };
        cells.filter_map(gpu).collect::<Vec<u64>>()
    };
    let mut stand = stand();
    assert_eq!(own(&stand), (0..8).collect::<Vec<_>>());
    stand.send(Event::ChooseGpu(17));
    assert_eq!(own(&stand), (16..24).collect::<Vec<_>>());
    // By pipeline: one of each stage.
    stand.update(MapEvent::ColourBy(4));
    assert_eq!(own(&stand), [1, 17, 33, 49]);
    // A group with more than two digits.
    let link = "#v=1&p=llama3-8b/h100x2048&tp=2&gbs=2048";
    let mut large = Stand::new(Map::default(), page(link));
    large.send(Event::ChooseGpu(2 * 123));
    let html = large.html();
    let mut cells = html.split("<i ");
    let cell = cells.find(|cell| cell.contains("data-gpu=\"246\""));
    assert!(cell.is_some_and(|cell| cell.contains(">23<")), "{cell:?}");
}

#[test]
fn an_axis_without_groups_does_not_colour() {
    let is_pressed = |stand: &Stand<Map>, name: &str| {
        let html = stand.html();
        html.contains(&["aria-pressed=\"true\">", name, "</button>"].concat())
    };
    let mut stand = stand();
    stand.update(MapEvent::ColourBy(4));
    assert_eq!(stand.panel().axis, 4);
    assert!(is_pressed(&stand, "Pipeline"), "{}", stand.html());
    let mut alone = Stand::new(stand.state.take(), page("#v=1&p=llama3-8b/h100x8&tp=8"));
    assert!(is_pressed(&alone, "Tensor"), "{}", alone.html());
    alone.update(MapEvent::ColourBy(0));
    assert_eq!(alone.panel().axis, 0);
}

#[test]
fn the_limits_from_which_axes_are_communication_bound_stand_below() {
    let html = stand().html();
    assert!(
        html.contains(text::balance::communication_bound()),
        "{html}"
    );
    for axis in ["data parallel: below ", "tensor parallel: above "] {
        assert!(html.contains(axis), "{axis}: {html}");
    }
}
