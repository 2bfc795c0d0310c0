//! Divisions of layers: those of published pipelines are offered, and a list is read as it is
//! written.

use cost::plan::Schedule;
use search::optimize::{Candidate, Constraints, Division, LayerRuns, Space, Unread};

use super::plan;

/// Published pipelines: model, stages, virtual stages and the layers of each virtual stage.
///
/// - Megatron-Bridge, `recipes/deepseek/deepseek_v3.py`: DeepSeek-V3 and Kimi K2, and the layout
///   `Et*3|(tt|)*29m|L` of its benchmarks.
/// - Megatron-LM's arguments for Kimi K2 with `--decoder-last-pipeline-num-layers 5`.
/// - GLM-4.5 on the 8 stages of Megatron-Bridge, `recipes/glm/glm45.py`.
fn published() -> [(&'static str, u64, u64, Vec<u64>); 8] {
    let list = |first: &[u64], (layers, stages): (u64, usize), last: &[u64]| {
        [first, &vec![layers; stages], last].concat()
    };
    [
        ("deepseek-v3-671b", 16, 1, list(&[], (4, 15), &[1])),
        ("deepseek-v3-671b", 16, 1, list(&[3], (4, 14), &[2])),
        ("deepseek-v3-671b", 8, 1, list(&[], (8, 7), &[5])),
        ("deepseek-v3-671b", 16, 2, list(&[3], (2, 29), &[0, 0])),
        ("deepseek-v3-671b", 8, 4, list(&[], (2, 30), &[1, 0])),
        ("kimi-k2-1t", 8, 1, list(&[], (8, 7), &[5])),
        ("kimi-k2-1t", 4, 4, list(&[], (4, 15), &[1])),
        ("glm4.5-355b-a32b", 8, 1, list(&[], (12, 7), &[8])),
    ]
}

#[test]
fn published_pipelines_are_offered_and_written_as_they_are() {
    for (model, pipeline, chunks, layers) in published() {
        let mut plan = formats::catalog::plan(model, "h100", 1_024).expect("a plan");
        plan.layout.pipeline = pipeline;
        plan.layout.virtual_stages = chunks;
        let runs = LayerRuns::of(&layers).expect("few runs");
        let offered = Division::offered(&plan);
        assert!(
            offered.contains(&Division::List(runs)),
            "{model}: {layers:?}"
        );
        plan.layout.split = layers;
        let candidate = Candidate::of(&plan).expect("a layout");
        assert_eq!(candidate.division, Division::List(runs), "{model}");
        let mut written = plan.clone();
        written.layout.split.clear();
        candidate.write(&mut written);
        assert_eq!(written, plan, "{model}");
    }
}

/// Layers that divide by some number of virtual stages are not divided unevenly.
#[test]
fn uneven_virtual_stages_are_only_offered_where_none_are_even() {
    let mut plan = plan("#v=1&p=llama3-70b/h100x64&pp=8");
    for (chunks, offered) in [(2, 1), (3, 0), (4, 0), (5, 1), (10, 1)] {
        plan.layout.virtual_stages = chunks;
        assert_eq!(Division::offered(&plan).len(), offered, "{chunks}");
    }
}

fn layouts(link: &str, restrictions: &[&str]) -> Vec<Candidate> {
    let plan = plan(link);
    let mut constraints = Constraints::of(&plan);
    for restriction in restrictions {
        constraints.restrict(restriction).expect("a restriction");
    }
    let mut layouts = Vec::new();
    Space::of(&plan, &constraints).layouts(|layout| layouts.push(layout));
    layouts
}

#[test]
fn a_fixed_list_is_the_only_division() {
    let link = "#v=1&p=llama3-8b/h100x8&gbs=16";
    let listed = layouts(link, &["split=6,9,10,7"]);
    assert!(!listed.is_empty());
    let runs = LayerRuns::of(&[6, 9, 10, 7]).expect("few runs");
    for layout in &listed {
        assert_eq!(layout.division, Division::List(runs));
        // Interleaved, or in V order, two ranks have two stages each.
        assert!(matches!(layout.pipeline, 2 | 4), "{layout:?}");
    }
    assert!(
        listed
            .iter()
            .any(|layout| layout.schedule == Schedule::Interleaved)
    );
    // A list that says the same as a word is that word.
    let even = layouts(link, &["split=8,8,8,8", "sched=1f1b,int"]);
    assert!(!even.is_empty());
    assert!(even.iter().all(|layout| layout.division == Division::Even));
    assert!(layouts(link, &["split=8,8,8,9"]).is_empty());
}

#[test]
fn the_lists_of_a_plan_are_in_its_space_and_what_is_no_list_is_refused() {
    let link = "#v=1&p=llama3-8b/h100x8&pp=4&split=6,9,10,7&gbs=16";
    let own = Candidate::of(&plan(link)).expect("a layout");
    assert!(layouts(link, &["tp=1", "cp=1"]).contains(&own));
    let mut constraints = Constraints::of(&plan(link));
    for wrong in ["split=4,x", "split=", "split=70000,1", "split=evenly"] {
        let read = constraints.restrict(wrong);
        assert!(
            matches!(read, Err(Unread::Value { key: "split", .. })),
            "{wrong}"
        );
    }
}
