//! Seconds of computing in one layer and in the model's two ends, on one rank.
//!
//! Tests: `tests/all/kernel_times.rs`, `tests/all/papers/attention.rs`,
//! `tests/all/papers/waterfall.rs`.

mod kernels;
mod operations;
mod parts;
mod products;
mod scan;

pub use kernels::{KernelTime, Operations};
pub(crate) use parts::ForwardParts;
pub(crate) use products::imbalance;

use super::amount::{Amount, Part};
use super::legal::Legal;
use super::operation::{Kernel, Operation, Work};
use super::params::LayerKind;
use super::plan::{Module, Recompute};
use super::roofline::Roofline;
use super::units::Seconds;
use operations::{core, elementwise, embedding, head};
use products::{LayerProducts, backward_products};

/// Time of one piece of the model for one micro-batch.
#[derive(Debug, Default, PartialEq)]
pub struct Compute<A: Amount = f64> {
    /// Forward.
    pub forward: Seconds<A>,
    /// Backward, for inputs and weights.
    pub backward: Seconds<A>,
    /// Backward for inputs alone, if it runs apart from that for weights.
    pub inputs: Seconds<A>,
    /// Seconds of backward for weights alone, which some schedules run later.
    pub weight: Seconds<A>,
    /// Seconds that selective recomputation adds to backward.
    pub recompute: Seconds<A>,
    /// Seconds that recomputing the whole forward would add.
    pub full_recompute: Seconds<A>,
    /// Seconds of forward and of backward in which the attention core runs, waits for launches
    /// included. Context-parallel exchange can hide under them.
    pub core: [Seconds<A>; 2],
}

impl<A: Amount> Clone for Compute<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Amount> Copy for Compute<A> {}

/// Time of a transformer layer of each kind, and of the parts that only the first and last stage
/// run.
#[derive(Debug, PartialEq)]
pub struct ModelCompute<A: Amount = f64> {
    /// A layer without routed experts.
    pub dense: Compute<A>,
    /// A layer with routed experts.
    pub routed: Compute<A>,
    /// Looking up the embedding.
    pub embedding: Compute<A>,
    /// Output head and loss.
    pub head: Compute<A>,
    /// The attention core's forward.
    pub attention_forward: Seconds<A>,
}

impl<A: Amount> Clone for ModelCompute<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Amount> Copy for ModelCompute<A> {}

impl<A: Amount> ModelCompute<A> {
    /// The time of each piece of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal, roofline: &Roofline<A>) -> Self {
        let legal = &legal.timed();
        let core = core(legal, roofline);
        let dense = layer(legal, roofline, core, LayerKind::Dense);
        let routed = if legal.plan.model.moe.experts > 0 {
            layer(legal, roofline, core, LayerKind::Routed)
        } else {
            dense
        };
        Self {
            dense,
            routed,
            embedding: compute(&[embedding(legal, roofline)]),
            head: compute(&head(legal, roofline)),
            attention_forward: core.forward.seconds,
        }
    }
}

/// The time of a piece of the model whose operations run one after the other. Only products have
/// weight gradients, which take half of their backward unless the weights are frozen.
fn compute<A: Amount>(operations: &[Operation<A>]) -> Compute<A> {
    let mut compute = Compute::default();
    for operation in operations {
        compute.forward += operation.forward.seconds;
        compute.backward += operation.backward.seconds;
        if operation.kernel.is_product() {
            // What backward takes beyond the gradient of the input.
            compute.weight += operation.backward.seconds.beyond(operation.forward.seconds);
        }
    }
    compute.inputs = compute.backward.beyond(compute.weight);
    compute
}

/// The time of one layer of a kind.
fn layer<A: Amount>(
    legal: &Legal,
    roofline: &Roofline<A>,
    core: Operation<A>,
    kind: LayerKind,
) -> Compute<A> {
    let kernels = LayerKernels::of(legal, roofline, core, kind);
    let busy = kernels.busy;
    let forward = busy.forward.smooth_max(kernels.launch);
    let launch = (kernels.launch * A::number(2.0)).part(Part::BackwardLaunch);
    let backward = busy.backward.smooth_max(launch);
    let [inputs, weight] = kernels.parts();
    Compute {
        forward,
        backward,
        inputs,
        weight,
        core: [
            forward.beyond(busy.forward.beyond(core.forward.seconds)),
            backward.beyond(busy.backward.beyond(core.backward.seconds)),
        ],
        recompute: selective(legal, roofline, &kernels, forward)
            + tiles_again(legal, roofline, &kernels, kind),
        full_recompute: forward * legal.fitted.full_recompute(),
    }
}

/// The kernels of a layer.
struct LayerKernels<A: Amount = f64> {
    products: LayerProducts<A>,
    core: Operation<A>,
    elementwise: Operation<A>,
    /// Time of all kernels, one after the other.
    busy: Compute<A>,
    /// The host's time to launch a forward's kernels.
    launch: Seconds<A>,
}

impl<A: Amount> LayerKernels<A> {
    fn of(legal: &Legal, roofline: &Roofline<A>, core: Operation<A>, kind: LayerKind) -> Self {
        let products = LayerProducts::of(legal, kind);
        let elementwise = elementwise(legal, roofline, &products, kind);
        let backward = backward_products(!legal.tuning.is_frozen());
        let mut busy = Compute::default();
        for products in products.list() {
            let seconds = products.seconds(roofline);
            busy.forward += seconds;
            busy.backward += seconds * backward;
        }
        busy.weight = busy.forward * (backward - A::number(1.0));
        for operation in [core, elementwise] {
            busy.forward += operation.forward.seconds;
            busy.backward += operation.backward.seconds;
        }
        busy.forward = busy.forward.part(Part::ForwardKernels);
        busy.backward = busy.backward.part(Part::BackwardKernels);
        Self {
            products,
            core,
            elementwise,
            busy,
            launch: launch(legal, kind),
        }
    }

    /// Seconds of backward for inputs and of backward for weights if other blocks run between the
    /// two. Each has as many launches as forward, and neither hides the launches of the other. So a
    /// part takes no longer if the other is quicker, and both together take no less than a whole
    /// backward.
    fn parts(&self) -> [Seconds<A>; 2] {
        let inputs = self.busy.backward.beyond(self.busy.weight);
        [inputs, self.busy.weight].map(|busy| busy.smooth_max(self.launch))
    }

    /// Seconds of backward under a plan's schedule, whole or in two parts.
    fn backward(&self, legal: &Legal) -> Seconds<A> {
        if legal.splits_backward() {
            let [inputs, weight] = self.parts();
            inputs + weight
        } else {
            self.busy.backward.smooth_max(self.launch * A::number(2.0))
        }
    }
}

/// The operations of one layer of a kind; the sum of their seconds is that of the layer.
#[must_use]
pub fn layer_operations(legal: &Legal, roofline: &Roofline, kind: LayerKind) -> Vec<Operation> {
    let legal = &legal.timed();
    let kernels = LayerKernels::of(legal, roofline, core(legal, roofline), kind);
    let products = kernels.products.list();
    let backward = backward_products(!legal.tuning.is_frozen());
    let mut operations: Vec<Operation> = products
        .map(|products| products.operation(roofline, backward))
        .collect();
    operations.push(kernels.core);
    operations.push(kernels.elementwise);
    let waiting = |takes: Seconds, busy: Seconds| Work {
        seconds: takes.beyond(busy),
        ..Work::default()
    };
    let busy = kernels.busy;
    operations.push(Operation {
        kernel: Kernel::Launch,
        forward: waiting(busy.forward.smooth_max(kernels.launch), busy.forward),
        backward: waiting(kernels.backward(legal), busy.backward),
    });
    operations
}

/// The operations of the model's two ends: on the first stage and on the last.
#[must_use]
pub fn end_operations(legal: &Legal, roofline: &Roofline) -> [Vec<Operation>; 2] {
    let legal = &legal.timed();
    [
        vec![embedding(legal, roofline)],
        head(legal, roofline).to_vec(),
    ]
}

/// The host's time to launch the kernels of one layer's forward; the GPU waits if its kernels take
/// less. Routed layers launch many more, and wait until the host knows the sizes of the exchange.
/// CUDA graphs launch a part of the kernels, or all.
fn launch<A: Amount>(legal: &Legal, kind: LayerKind) -> Seconds<A> {
    let (plan, fitted) = (legal.plan, legal.fitted);
    let latent: A = match plan.model.mla {
        Some(_) => fitted.latent_launch(),
        None => A::number(1.0),
    };
    let routed = match kind {
        LayerKind::Dense => A::ZERO,
        LayerKind::Routed => fitted.routed_launch::<A>() * latent,
    };
    let all = fitted.layer_launch::<A>() + routed;
    Seconds(all * fitted.launches_left(plan.graphs())).part(Part::Launch)
}

/// Seconds in which backward recomputes a tiled MLP, tile by tile, whatever else is recomputed.
fn tiles_again<A: Amount>(
    legal: &Legal,
    roofline: &Roofline<A>,
    kernels: &LayerKernels<A>,
    kind: LayerKind,
) -> Seconds<A> {
    if legal.plan.levers.mlp_tiles <= 1 || kind == LayerKind::Routed {
        return Seconds::ZERO;
    }
    let products = kernels.products.mlp.iter();
    let products: Seconds<A> = products.map(|each| each.seconds(roofline)).sum();
    let activation = kernels.elementwise.forward.seconds * A::number(MLP_ELEMENTWISE);
    (products + activation) * legal.fitted.full_recompute()
}

/// Share of a dense layer's elementwise time that its MLP's activation takes: three of some ten
/// passes over the residual stream's width.
const MLP_ELEMENTWISE: f64 = 0.3;

/// Seconds that selective recompute adds to one layer's backward.
fn selective<A: Amount>(
    legal: &Legal,
    roofline: &Roofline<A>,
    kernels: &LayerKernels<A>,
    forward: Seconds<A>,
) -> Seconds<A> {
    let products = &kernels.products;
    let elementwise = kernels.elementwise.forward.seconds;
    let levers = &legal.plan.levers;
    if levers.recompute != Recompute::Selective {
        return Seconds::ZERO;
    }
    let modules = levers.modules;
    let is_routed = !products.experts[1].has_no_weights();
    let experts = || -> Seconds<A> {
        let experts = products.experts.iter().chain(&products.mlp);
        experts
            .filter(|each| !each.has_no_weights())
            .map(|each| each.seconds(roofline))
            .sum()
    };
    if modules.contains(Module::Ops) {
        // Grouped products are not kept, and run again in full.
        let again = if is_routed { experts() } else { Seconds::ZERO };
        let fitted = legal.fitted;
        return forward.beyond(again) * fitted.ops_recompute() + again * fitted.full_recompute();
    }
    let mut time = Seconds::ZERO;
    // With Flash Attention this saves nothing, but frameworks run its forward again (Megatron-LM,
    // `attention.py`, `_checkpointed_attention_forward`).
    if modules.contains(Module::Core) {
        time += kernels.core.forward.seconds;
    }
    if modules.contains(Module::Norm) {
        // Two norms of about ten memory-bound operations a layer.
        time += elementwise * A::number(0.2);
    }
    if modules.contains(Module::Mlp) && !is_routed && levers.mlp_tiles <= 1 {
        time += products.mlp[0].seconds(roofline) + elementwise * A::number(MLP_ELEMENTWISE);
    }
    if modules.contains(Module::Moe) && is_routed {
        time += experts() + elementwise * A::number(0.5);
    }
    if modules.contains(Module::MoeActivation) && is_routed {
        time += elementwise * A::number(0.15);
    }
    if modules.contains(Module::MlaUp) && legal.plan.model.mla.is_some() {
        let up = [1, 3].map(|place| products.attention[place].seconds(roofline));
        time += up.into_iter().sum();
    }
    time * legal.fitted.full_recompute()
}
