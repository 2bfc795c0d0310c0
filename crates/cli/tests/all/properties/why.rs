//! Properties of every figure's arithmetic: it gives the estimate's figure, each node is its
//! operation's result, and units multiply out.

use cost::amount::{Leaf, NodeId, Op};
use cost::bill::Bill;
use cost::calibration::{self, CONSTANTS};
use cost::convention::Conventions;
use cost::legal::Legal;
use cost::placement::Placement;
use cost::plan::{Plan, Word as _};
use cost::traffic::Route;
use cost::waterfall::{Cause, Waterfall};
use cost::why::{Entry, LinePart, Origin, Root, Why, lines, rows, words};
use cost::{Estimate, estimate};
use formats::link;
use proptest::prelude::*;
use std::collections::HashSet;

use test_utils::drawn::{Drawn, legal_plan, of};
use test_utils::{config, plans};
use text::why::{operation, title};

proptest! {
    #![proptest_config(config(plans(300)))]

    #[test]
    fn every_figure_is_the_result_of_its_arithmetic(Drawn(plan) in legal_plan()) {
        let estimate = of(&plan);
        let memory = &estimate.memory;
        let mut stages = vec![memory.peak_stage, 0, memory.stages.len() - 1];
        stages.dedup();
        for (number, stage) in stages.into_iter().enumerate() {
            let why = why_of(&plan, &estimate, stage);
            // Figures of the whole pipeline are the same at every stage.
            let roots = Root::ALL.iter().filter(|root| number == 0 || root.is_of_stage());
            let mut seen = HashSet::new();
            for root in roots {
                let (value, figure) = (why.value(*root), figure(&plan, &estimate, stage, *root));
                prop_assert_eq!(
                    value.to_bits(), figure.to_bits(), "{}@{}: {} {}", root.word(), stage, value, figure
                );
                let entry = why.root(*root);
                prop_assert_eq!(entry.is_none(), value == 0.0, "{}", root.word());
                if let Some(entry) = entry {
                    prop_assert_eq!(entry.value().to_bits(), value.to_bits(), "{}", root.word());
                    let fault = fault(root.word(), &entry, &mut seen);
                    prop_assert_eq!(fault, None);
                    if root.word().starts_with("memory.") {
                        prop_assert_eq!(unnamed(root.word(), &entry, 3), None);
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(config(plans(60)))]

    #[test]
    fn the_lines_of_the_page_are_the_rows_of_the_command(Drawn(plan) in legal_plan()) {
        let estimate = of(&plan);
        let why = why_of(&plan, &estimate, estimate.memory.peak_stage);
        for entry in Root::ALL.iter().filter_map(|root| why.root(*root)) {
            let rows = rows(&entry, None, 4);
            let opened = rows.iter().filter(|row| row.level < 3 && row.known.is_none());
            let open = opened.map(|row| row.path.clone()).collect();
            let lines = lines(&entry, &open);
            let of_rows = rows.iter().map(|row| (row.level + 1, &row.path, shown(&row.part)));
            let of_lines = lines.iter().map(|line| (line.level, &line.path, shown(&line.part)));
            prop_assert!(of_rows.eq(of_lines), "{:?}\n{:?}", rows, lines);
        }
    }
}

/// The number of a row, or the small parts of a sum together.
fn shown(part: &LinePart) -> (Option<NodeId>, usize, u64) {
    match part {
        LinePart::Entry(entry) => (Some(entry.id()), 1, entry.value().to_bits()),
        LinePart::Small { parts, value, .. } => (None, *parts, value.to_bits()),
    }
}

/// The arithmetic of a plan's figures, as the estimate has them, with the memory of a stage.
fn why_of(plan: &Plan, estimate: &Estimate, stage: usize) -> Why {
    let legal = Legal::check(plan).expect("legal");
    Why::of(&legal, estimate.machine.as_ref(), stage)
}

/// A figure of an estimate, that of a stage if each stage has one.
fn figure(plan: &Plan, estimate: &Estimate, stage: usize, root: Root) -> f64 {
    let (time, run) = (&estimate.time, &estimate.run);
    let legal = Legal::check(plan).expect("legal");
    let bill = Bill::of(&legal, estimate.utilisation.tokens_per_second);
    let fall = Waterfall::of(&legal, estimate, Conventions::default());
    let fall = |cause| fall.loss(cause);
    let sent = sent(&legal, estimate, stage);
    let memory = &estimate.memory.stages[stage];
    match root {
        Root::Mfu => estimate.utilisation.mfu,
        Root::Idle => time.idle_fraction(),
        Root::Step => time.total().0,
        Root::Compute => time.compute.0,
        Root::Recompute => time.recompute.0,
        Root::ForwardOnly => time.forward_only.0,
        Root::Communication => time.communication().0,
        Root::Tensor => time.tensor.0,
        Root::Context => time.context.0,
        Root::Expert => time.expert.0,
        Root::Pipeline => time.pipeline.0,
        Root::Data => time.data.0,
        Root::Bubble => time.bubble.0,
        Root::Imbalance => time.imbalance.0,
        Root::Optimizer => time.optimizer.0,
        Root::Steps => run.steps as f64,
        Root::Goodput => run.goodput,
        Root::Days => run.days,
        Root::GpuHours => run.gpu_hours,
        Root::Cost => run.cost_usd,
        Root::Energy => run.energy_mwh,
        Root::MemoryTotal => memory.total().0 as f64,
        Root::MemoryWeights => memory.state.weights.0 as f64,
        Root::MemoryGradients => memory.state.gradients.0 as f64,
        Root::MemoryOptimizer => memory.state.optimizer.0 as f64,
        Root::MemoryActivations => memory.activations.0 as f64,
        Root::MemoryLogits => memory.logits.0 as f64,
        Root::MemoryBuffers => memory.buffers.0 as f64,
        Root::MemoryOverhead => memory.overhead.0 as f64,
        Root::MemoryState => memory.state.total().0 as f64,
        Root::MemoryMust => memory.must().0 as f64,
        Root::MemoryAtRest => memory.at_rest.0 as f64,
        Root::BelowPeak => estimate.shares.below(),
        Root::RunTokens => run.tokens as f64,
        Root::BetweenFailures => run.failures.between.0,
        Root::Checkpoint => run.failures.checkpoint.0 as f64,
        Root::CheckpointWrite => run.failures.write.0,
        Root::YoungInterval => run.failures.young().0,
        Root::DalyInterval => run.checkpoint_interval.0,
        Root::Writing => run.failures.shares(run.checkpoint_interval).writing,
        Root::Again => run.failures.shares(run.checkpoint_interval).again,
        Root::Restarting => run.failures.shares(run.checkpoint_interval).restarting,
        Root::BillState => bill.state.0 as f64,
        Root::BillGpus => bill.least_gpus as f64,
        Root::BillActivations => bill.activations.0 as f64,
        Root::BillFlops => bill.flops.0,
        Root::BillAttention => bill.attention,
        Root::BillAtPeak => bill.at_peak.0,
        Root::BillAtPace => bill.at_pace.0,
        Root::LossCeiling => fall(Cause::Ceiling),
        Root::LossKernels => estimate.shares.kernels,
        Root::LossPadding => fall(Cause::Padding),
        Root::LossRecompute => fall(Cause::Recompute),
        Root::LossForwardOnly => fall(Cause::ForwardOnly),
        Root::LossTensor => fall(Cause::Tensor),
        Root::LossContext => fall(Cause::Context),
        Root::LossExpert => fall(Cause::Expert),
        Root::LossPipeline => fall(Cause::Pipeline),
        Root::LossData => fall(Cause::Data),
        Root::LossBubble => fall(Cause::Bubble),
        Root::LossImbalance => fall(Cause::Imbalance),
        Root::LossOptimizer => fall(Cause::Optimizer),
        Root::TrafficTensor => sent[0],
        Root::TrafficContext => sent[1],
        Root::TrafficExpert => sent[2],
        Root::TrafficPipeline => sent[3],
        Root::TrafficData => sent[4],
    }
}

/// Bytes that a GPU of a stage sends in a step: tensor, context, expert, pipeline, data.
fn sent(legal: &Legal, estimate: &Estimate, stage: usize) -> [f64; 5] {
    let placement = Placement::of(legal, estimate);
    let each = placement.gpus() / estimate.memory.stages.len() as u64;
    let mut bytes = [0_u64; 5];
    for leg in placement.legs(stage as u64 * each) {
        let axis = match leg.route {
            Route::Tensor | Route::ExpertTensor => 0,
            Route::Context => 1,
            Route::Expert => 2,
            Route::Pipeline => 3,
            Route::Host => continue,
            _ => 4,
        };
        bytes[axis] += leg.traffic.bytes.0;
    }
    bytes.map(|bytes| bytes as f64)
}

/// The first node at or below an entry that is not its operation's result, or whose unit is not
/// that of its operation.
fn fault(path: &str, entry: &Entry, seen: &mut HashSet<NodeId>) -> Option<String> {
    if !seen.insert(entry.id()) {
        return None;
    }
    if entry.unit().is_none() {
        let parts: Vec<String> = words(entry)
            .iter()
            .map(|(word, below)| format!("{word} {:?}", below.unit()))
            .collect();
        return Some(format!("{path}: {:?} has no unit: {parts:?}", entry.op()));
    }
    let below = words(entry);
    if let Some(op) = entry.op() {
        let values: Vec<f64> = below.iter().map(|(_, below)| below.value()).collect();
        let (result, value) = (op.of(&values), entry.value());
        let largest = values.iter().fold(value.abs(), |a, b| a.max(b.abs()));
        let scale = if matches!(op, Op::Sum | Op::Difference) {
            largest
        } else {
            value.abs()
        };
        // Blocks of a simulated pipeline are added one after another.
        let rounding = if op == Op::Path { 1e-9 } else { 1e-12 };
        if (result - value).abs() > rounding * scale {
            return Some(format!(
                "{path}: {op:?} of {values:?} is {result}, not {value}"
            ));
        }
    }
    below
        .iter()
        .find_map(|(word, below)| fault(&format!("{path}/{word}"), below, seen))
}

/// The first number at most this many levels below an entry that has no name, neither in words nor as
/// a formula of letters.
fn unnamed(path: &str, entry: &Entry, levels: usize) -> Option<String> {
    words(entry).iter().find_map(|(word, below)| {
        let path = format!("{path}/{word}");
        let has_none = below.op().is_some_and(|op| title(below) == operation(op));
        if has_none {
            let parts: Vec<String> = words(below).iter().map(|(_, below)| title(below)).collect();
            return Some(format!("{path} of {parts:?}"));
        }
        let deeper = levels > 1;
        deeper.then(|| unnamed(&path, below, levels - 1)).flatten()
    })
}

/// Plans whose figures reach all constants together.
const PLANS: [&str; 16] = [
    "p=llama3-70b/h100x64&tp=8&pp=4&overlap=tp",
    "p=llama3-8b/h100x8&recipe=torchtitan&ckpt=full&tp=4&overlap=tp",
    "p=llama3-8b/a100-80x8&recipe=llmfoundry&zero=3",
    "p=llama3-8b/b200x8&recipe=nemo&dtype=mxfp8",
    "p=llama3-8b/b200x8&recipe=torchtitan&dtype=nvfp4",
    "p=llama3-8b/b300x8&recipe=torchtitan&kern=eager",
    "p=llama3-8b/h100x8&recipe=nanotron&dtype=fp8&watts=500",
    "p=llama3-8b/mi300xx8&recipe=deepspeed&ckpt=sel&ckptmod=ops",
    "p=llama3-8b/v100x8&dtype=fp16&flash=0",
    "p=llama3-8b/v100x8&dtype=fp16&fagen=1",
    "p=llama3-8b/h20x8&fagen=3&kern=compiled",
    "p=mixtral-8x7b/h100x64&tp=4&ep=8&zero=1&seq=2048",
    "p=mixtral-8x7b/h100x64&cp=2&tp=2&ep=8&zero=3&sp=1",
    "p=deepseek-v3-671b/h100x256&pp=1&ep=64&ckpt=full&graph=partial",
    "p=deepseek-v3-671b/h100x256&pp=1&ep=64&disp=deepep",
    "p=llama3-8b/h100x64&recipe=torchtitan&zero=3&overlap=dp&seq=512",
];

#[test]
fn every_constant_is_reached_and_keeps_its_origin() {
    let mut reached = HashSet::new();
    for plan in PLANS {
        let (plan, warnings) = link::decode(plan);
        assert_eq!(warnings, []);
        let estimate = estimate(&plan).expect("legal");
        let why = why_of(&plan, &estimate, estimate.memory.peak_stage);
        let mut seen = HashSet::new();
        for root in Root::ALL {
            if let Some(entry) = why.root(*root) {
                constants(&entry, &mut seen, &mut reached);
            }
        }
    }
    let missing: Vec<&str> = CONSTANTS
        .iter()
        .map(|constant| constant.name)
        .filter(|name| !reached.contains(name))
        .collect();
    assert_eq!(missing, [""; 0]);
}

/// Collects the constants at or below a number, and compares their origins.
fn constants(entry: &Entry, seen: &mut HashSet<NodeId>, reached: &mut HashSet<&'static str>) {
    if !seen.insert(entry.id()) {
        return;
    }
    if let Some(Leaf::Constant(name)) = entry.node().leaf {
        let constant = CONSTANTS.iter().find(|constant| constant.name == name);
        let expected = match constant.expect("a constant").origin {
            calibration::Origin::Calibrated => Origin::Fitted,
            calibration::Origin::Measured => Origin::Measured,
            calibration::Origin::Assumed => Origin::Assumed,
        };
        assert_eq!(entry.origin(), Some(expected), "{name}");
        reached.insert(name);
    }
    for below in entry.below() {
        constants(&below, seen, reached);
    }
}
