//! Words of the player: its headline, and the names of rows and pieces.

use cost::trace::Happening;

use super::axis::TraceAxis;
use super::drawing::marks;
use super::event::WatchEvent;
use super::marks::Type;
use super::state::WatchFigure;
use super::tests::stand_of;
use crate::panels::testing::Stand;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
const SIZE: [f64; 2] = [1_000.0, 470.0];

/// The scene of a plan in the middle of the first moment of a kind.
fn amid(scene: &str, link: &str, what: Happening) -> Stand<WatchFigure> {
    at(scene, link, what, 0.5)
}

/// The scene of a plan at a share of the first moment of a kind.
fn at(scene: &str, link: &str, what: Happening, share: f64) -> Stand<WatchFigure> {
    let mut stand = stand_of(&["&scene=", scene].concat(), link);
    stand.update(WatchEvent::Resized(SIZE));
    let panel = stand.panel();
    let trace = panel.trace().expect("a scene");
    let moment = trace.moments.iter().find(|moment| moment.what == what);
    let moment = moment.expect("a moment");
    let time = moment.from + moment.to.beyond(moment.from) * share;
    let share = TraceAxis::of(trace).share(time);
    drop(panel);
    stand.update(WatchEvent::Seek(share));
    stand
}

/// The texts of a drawing.
fn texts(stand: &Stand<WatchFigure>) -> Vec<String> {
    let panel = stand.panel();
    let texts = panel.with_frame(&stand.page, |frame| {
        let marks = marks(frame);
        marks.texts().map(|(words, _)| words.to_owned()).collect()
    });
    texts.expect("a scene")
}

fn has(stand: &Stand<WatchFigure>, wanted: &[&str]) {
    let texts = texts(stand);
    for wanted in wanted {
        let count = texts.iter().filter(|words| words == wanted).count();
        assert!(count > 0, "{wanted} is not in {texts:?}");
    }
}

/// The headline of a scene as it is opened.
fn headline(scene: &str, link: &str) -> String {
    let html = stand_of(&["&scene=", scene].concat(), link).html();
    let heading = html.split("<h2>").nth(1).expect("a headline");
    heading.split("</h2>").next().unwrap_or_default().to_owned()
}

#[test]
fn a_scene_opens_with_the_sentence_to_which_it_leads() {
    assert!(headline("tp", PLAN).contains("it has nothing to multiply."));
    let pipeline = |more: &str| headline("pipeline", &[PLAN, more].concat());
    let reason = "because its first gradient comes back last.";
    assert!(pipeline("").contains(reason), "{}", pipeline(""));
    // Under GPipe all stages hold all micro-batches.
    let all = pipeline("&sched=gpipe&gbs=32");
    assert!(!all.contains(reason) && all.contains("store"), "{all}");
    let whole = headline("checkpoint", &[PLAN, "&ckpt=none"].concat());
    assert!(whole.contains("No recompute"), "{whole}");
    // A plan without the scene leads to nothing.
    assert!(headline("experts", PLAN).contains("Watch it move."));
}

#[test]
fn rows_of_a_layer_say_which_part_and_which_turn() {
    let gather = amid("tp", PLAN, Happening::TensorGather);
    has(&gather, &["turn 4 of 7", "8 of 64 heads"]);
    let reduce = amid("tp", PLAN, Happening::TensorReduce);
    has(&reduce, &["turn 4 of 7"]);
    let mlp = amid("tp", PLAN, Happening::MlpIn);
    has(&mlp, &["3,584 of 28,672"]);
    assert!(!texts(&mlp).iter().any(|words| words.starts_with("turn")));
}

#[test]
fn shards_say_from_which_node_they_come() {
    let link = "#v=1&p=llama3-70b/h100x64&zero=3&ckpt=full&recipe=torchtitan";
    // The transfer is shorter than the compute beside it.
    let begun = at("zero", link, Happening::Forward, 0.1);
    has(&begun, &["from node 7", "to node 1"]);
    let over = at("zero", link, Happening::Forward, 0.9);
    assert!(!texts(&over).iter().any(|words| words.contains("node")));
    // Weights that have come are whole until the layer runs.
    has(&begun, &["gathers"]);
    has(&over, &["whole"]);
    // One node has no others.
    let alone = amid("zero", "#v=1&p=llama3-8b/h100x8&zero=3", Happening::Forward);
    assert!(!texts(&alone).iter().any(|words| words.contains("node")));
}

#[test]
fn pieces_have_names() {
    let long = "#v=1&p=llama3-8b/h100x64&cp=8&seq=131072&gbs=64&cpkind=";
    let ring = amid("context", &[long, "ring"].concat(), Happening::Attention);
    has(&ring, &["Q 0", "Q 7", "KV 0", "KV 7"]);
    let traded = amid("context", &[long, "a2a"].concat(), Happening::Attention);
    has(&traded, &["Q", "K, V"]);
    assert!(!texts(&traded).iter().any(|words| words.starts_with("KV")));
    let tiles = amid("attention", PLAN, Happening::Tile);
    has(&tiles, &["Q", "K, V", "running sum"]);
    let written = amid("attention", &[PLAN, "&flash=0"].concat(), Happening::Scores);
    has(&written, &["Q", "K, V", "scores"]);
    let full = amid(
        "checkpoint",
        &[PLAN, "&ckpt=full"].concat(),
        Happening::Recompute,
    );
    has(&full, &["again"]);
}

#[test]
fn names_of_pieces_keep_their_ink_on_lines() {
    let ring = amid(
        "context",
        "#v=1&p=llama3-8b/h100x64&cp=8&cpkind=ring&seq=131072&gbs=64",
        Happening::Attention,
    );
    let panel = ring.panel();
    let styles = panel.with_frame(&ring.page, |frame| {
        let marks = marks(frame);
        let names = marks
            .styled()
            .filter(|(_, words, _)| words.starts_with("KV"));
        names.map(|(style, ..)| style).collect::<Vec<_>>()
    });
    let styles = styles.expect("a scene");
    assert!(styles.len() == 8 && styles.iter().all(|style| *style == Type::OnLines));
}
