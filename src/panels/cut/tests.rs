use cost::traffic::Route;

use super::drawing::CutDrawing;
use super::handles::Handle;
use super::navigate::step;
use super::outlines::Shape;
use super::state::CutEvent;
use super::*;
use crate::panels::testing::{Stand, outline, page};
use crate::store::Event;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&zero=1";

fn stand(link: &str) -> Stand<CutFigure> {
    Stand::new(CutFigure::default(), page(link))
}

/// Number of rectangles of a shape in the drawing of a plan.
fn count(link: &str, shape: Shape) -> usize {
    let page = page(link);
    let figure = CutFigure::default();
    let drawing = CutDrawing::new(&figure.scene(&page));
    drawing.all.of(shape).matches('M').count()
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(outline(&stand(PLAN).html()));
}

#[test]
fn a_cell_has_what_its_gpu_keeps() {
    // 4 stages of 8 columns; ZeRO-1 hatches the optimizer state alone.
    assert_eq!(count(PLAN, Shape::Cell), 32);
    assert_eq!(count(PLAN, Shape::Weights), 32);
    assert_eq!(count(PLAN, Shape::Elsewhere), 32);
    // 8 columns on each stage with 4, 3, 2 and 1 micro-batches in flight
    assert_eq!(count(PLAN, Shape::Activations), 8 * (4 + 3 + 2 + 1));
    // ZeRO-3 hatches all three, and replicas on one stage stand side by side.
    let sharded = "#v=1&p=llama3-8b/h100x8&zero=3";
    assert_eq!(count(sharded, Shape::Cell), 8);
    assert_eq!(count(sharded, Shape::Elsewhere), 3 * 8);
    // Optimizer state on the host is hatched, too.
    let offloaded = "#v=1&p=llama3-8b/h100x8&off=opt";
    assert_eq!(count(offloaded, Shape::Optimizer), 0);
}

const ADAPTERS: &str = "#v=1&p=llama3-8b/rtx4090x8&recipe=hf&ft=qlora&zero=3&gbs=16&seq=2048";

#[test]
fn the_view_of_a_plan_with_adapters() {
    insta::assert_snapshot!(outline(&stand(ADAPTERS).html()));
}

/// Frozen weights have a strip above the trained state, and all strips stay within their cell.
#[test]
fn frozen_weights_have_a_strip_apart_from_trained_state() {
    for shape in [Shape::Frozen, Shape::Weights, Shape::Gradients] {
        assert_eq!(count(ADAPTERS, shape), 8);
    }
    // FSDP keeps gradients whole until the last micro-batch; the other three are sharded.
    assert_eq!(count(ADAPTERS, Shape::Elsewhere), 3 * 8);
    assert_eq!(count(PLAN, Shape::Frozen), 0);
    for link in [ADAPTERS, "#v=1&p=llama3-8b/h100x1&ft=lora"] {
        let page = page(link);
        let cut = page.cut();
        for height in [8.0, 12.0, 30.0, 300.0] {
            let strips = super::drawing::strips(cut, &cut.stages[0], height, 2.0);
            let heights: Vec<f64> = strips.map(|(_, height, _)| height).collect();
            let [frozen, trained @ ..] = &heights[..] else {
                panic!("no strips");
            };
            let all: f64 = heights.iter().sum();
            assert!(all + 3.0 * 2.0 <= height + 1e-9, "{link}: {heights:?}");
            assert!(trained.iter().all(|height| *height <= *frozen), "{link}");
            assert!(trained.iter().all(|height| *height >= 0.0), "{link}");
        }
    }
}

/// Numbers of attributes are checked wherever a test makes HTML (`panels::testing`); here they
/// exceed 1,000.
#[test]
fn a_wide_drawing_has_coordinates_that_browsers_read() {
    for link in [PLAN, "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=16&gbs=1536"] {
        let mut stand = stand(link);
        stand.update(CutEvent::Resized([2_100.0, 1_200.0]));
        let html = stand.html();
        assert!(html.contains("viewBox=\"0 0 2100 "), "{html}");
    }
}

#[test]
fn a_plan_of_many_gpus_has_few_cells() {
    let large = "#v=1&p=llama3-405b/h100x16384&layers=128&tp=8&pp=16&gbs=2048";
    assert!(count(large, Shape::Cell) <= 64);
    let html = stand(large).html();
    assert!(html.contains("are not drawn"), "{html}");
}

#[test]
fn a_message_opens_the_scene_that_shows_it() {
    let html = stand(PLAN).html();
    for name in ["Tensor ▸", "Pipeline ▸"] {
        assert!(html.contains(name), "{name}: {html}");
    }
}

#[test]
fn a_chosen_gpu_is_that_of_all_views() {
    let mut stand = stand(PLAN);
    stand.send(Event::ChooseGpu(19));
    let html = stand.html();
    assert!(
        html.contains("<small>stage 1, column 3, replica 0"),
        "{html}"
    );
    assert!(html.contains("GPU 27 has the other half"), "{html}");
    assert_eq!(stand.page.chosen_stage(), Some(1));
    // A bar of the memory figure chooses the GPU at the same place of its stage.
    stand.send(Event::OpenFigure("memory.total@3".parse().ok()));
    assert_eq!(stand.page.gpu(), 51);
    assert!(stand.html().contains("aria-valuenow=\"51\""));
}

#[test]
fn keys_walk_through_columns_stages_and_replicas() {
    let page = page(PLAN);
    let cut = page.cut();
    let mut gpu = 0;
    for (key, to) in [
        ("ArrowRight", 1),
        ("ArrowDown", 17),
        ("PageDown", 25),
        ("PageDown", 25),
        ("End", 31),
        ("ArrowUp", 15),
        ("PageUp", 7),
        ("ArrowRight", 7),
        ("Home", 0),
        ("ArrowLeft", 0),
    ] {
        assert_eq!(step(cut, cut.seat(gpu), key), Some(to), "{key}");
        gpu = to;
    }
    assert_eq!(step(cut, cut.seat(0), "Tab"), None);
}

#[test]
fn replicas_stand_apart_as_the_reader_wants() {
    let mut stand = stand(PLAN);
    let is_apart = |stand: &Stand<CutFigure>| stand.panel().is_apart(&stand.page);
    assert!(!is_apart(&stand));
    stand.update(CutEvent::SetApart(true));
    assert!(is_apart(&stand));
    assert!(stand.html().contains("replica 1"));
}

#[test]
fn handles_cut_elsewhere() {
    let page = page(PLAN);
    let degree = |event: Option<Event>| match event {
        Some(Event::Edit(plan)) => {
            let layout = &plan.layout;
            Some((layout.tensor, layout.pipeline, plan.cluster.gpus))
        }
        _ => None,
    };
    let stepped = |handle: Handle, key| degree(handle.stepped(&page, key));
    assert_eq!(stepped(Handle::Tensor, "ArrowLeft"), Some((4, 4, 64)));
    assert_eq!(
        stepped(Handle::Pipeline, "ArrowUp").map(|(_, pp, _)| pp > 4),
        Some(true)
    );
    // Twice the replicas are twice the GPUs.
    assert_eq!(stepped(Handle::Data, "ArrowRight"), Some((8, 4, 128)));
    assert_eq!(stepped(Handle::Data, "Tab"), None);
    // The first of 8 columns begins at 100; at 200 it would be the first of 4.
    let to = Handle::Tensor.dragged(8, [100.0, 0.0], [200.0, 0.0]);
    assert_eq!(degree(Handle::Tensor.nearest(&page, to)), Some((4, 4, 64)));
    let to = Handle::Pipeline.dragged(4, [0.0, 100.0], [9.0, 50.0]);
    assert_eq!(
        degree(Handle::Pipeline.nearest(&page, to)),
        Some((8, 8, 64))
    );
    // At the present place nothing changes.
    let to = Handle::Tensor.dragged(8, [100.0, 0.0], [100.0, 0.0]);
    assert_eq!(degree(Handle::Tensor.nearest(&page, to)), None);
}

#[test]
fn the_handle_of_replicas_walks_the_stops_of_the_gpus() {
    // 32 GPUs are a replica: 64 are two, and 96 three.
    let gpus = |link, key| match Handle::Data.stepped(&page(link), key) {
        Some(Event::Edit(plan)) => plan.cluster.gpus,
        _ => 0,
    };
    let divisible = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=96";
    assert_eq!(gpus(divisible, "ArrowRight"), 96);
    assert_eq!(gpus(divisible, "ArrowLeft"), 32);
    // 512 sequences do not divide by three replicas.
    assert_eq!(gpus(PLAN, "ArrowRight"), 128);
}

#[test]
fn a_chosen_gpu_has_its_twin_before_its_neighbours() {
    let drawn_of = |page: &Page, is_apart, pointed| {
        let figure = CutFigure {
            is_apart: Some(is_apart),
            pointed,
            ..CutFigure::default()
        };
        let drawing = CutDrawing::new(&figure.scene(page));
        let count = |shape| drawing.twin.of(shape).matches('M').count();
        [Shape::Twin, Shape::Optimizer].map(count)
    };
    let drawn = |link: &str, is_apart| {
        let mut stand = Stand::new(CutFigure::default(), page(link));
        stand.send(Event::ChooseGpu(0));
        drawn_of(&stand.page, is_apart, None)
    };
    // At rest it would cover them.
    assert_eq!(drawn_of(&page(PLAN), false, None), [0, 0]);
    assert_eq!(drawn_of(&page(PLAN), false, Some(Route::Data)), [1, 1]);
    assert_eq!(drawn(PLAN, false), [1, 1]);
    // Apart, it is one of the cells.
    assert_eq!(drawn(PLAN, true), [1, 1]);
    assert_eq!(drawn("#v=1&p=llama3-70b/h100x32&tp=8&pp=4", false), [0, 0]);
}

#[test]
fn pointing_at_a_route_draws_its_exchanges_for_all_gpus() {
    let lines = |pointed| {
        let page = page(PLAN);
        let figure = CutFigure {
            pointed,
            ..CutFigure::default()
        };
        let drawing = CutDrawing::new(&figure.scene(&page));
        let count = |shape| drawing.above.of(shape).matches('M').count();
        [Shape::Message, Shape::Replicas].map(count)
    };
    // GPU 0: a line along its row with one to each of 8 members, an arrow of two strokes down.
    assert_eq!(lines(None), [9 + 2, 1]);
    assert_eq!(lines(Some(Route::Tensor)), [4 * 9, 0]);
    // 3 gaps of rows, 8 columns
    assert_eq!(lines(Some(Route::Pipeline)), [3 * 8 * 2, 0]);
    assert_eq!(lines(Some(Route::Data)), [0, 32]);
    // A route without exchanges leaves those of the GPU.
    assert_eq!(lines(Some(Route::Expert)), lines(None));
}

#[test]
fn a_change_that_cuts_nothing_leaves_the_scene() {
    let figure = CutFigure::default();
    let scene = |link: &str| figure.scene(&page(link));
    assert!(scene(PLAN) == scene(&[PLAN, "&price=9"].concat()));
    assert!(scene(PLAN) != scene(&PLAN.replace("zero=1", "zero=3")));
}

#[test]
fn a_locked_control_has_no_handle() {
    let page = crate::panels::testing::page_of("?lock=tp", PLAN);
    let html = Stand::new(CutFigure::default(), page).html();
    let handle = |key: &str| {
        let start = html.find(&["data-handle=\"", key, "\""].concat()).unwrap();
        html[start..].split('>').next().unwrap().to_owned()
    };
    assert!(handle("tp").contains("hidden"), "{}", handle("tp"));
    assert!(!handle("pp").contains("hidden"), "{}", handle("pp"));
}
