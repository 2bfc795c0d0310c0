//! Seconds of computing in one layer and in the model's two ends, on one rank.

mod kernels;

pub use kernels::{KernelTime, Operations};

use super::attention::AttentionCall;
use super::legal::Legal;
use super::operation::{Kernel, Operation, Work};
use super::params::LayerKind;
use super::plan::{Dtype, Model, Module, Recompute};
use super::roofline::{MatrixProduct, Roofline};
use super::units::{Bytes, Flops, Seconds};

/// Time of one piece of the model for one micro-batch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Compute {
    /// Forward.
    pub forward: Seconds,
    /// Backward, for inputs and weights.
    pub backward: Seconds,
    /// Backward for inputs alone, where it runs apart from that for weights.
    pub inputs: Seconds,
    /// Backward for weights alone, which some schedules put off.
    pub weight: Seconds,
    /// What selective recomputation adds to backward.
    pub recompute: Seconds,
    /// What it would add to run the whole of forward again.
    pub full_recompute: Seconds,
    /// The parts of forward and of backward beside which nothing but the attention core runs,
    /// waiting for its launches included: under them context-parallel exchange can hide.
    pub core: [Seconds; 2],
}

/// Time of a transformer layer of each kind, and of what only the first and last stage run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelCompute {
    /// A layer without routed experts.
    pub dense: Compute,
    /// A layer with them.
    pub routed: Compute,
    /// Looking up the embedding.
    pub embedding: Compute,
    /// Output head and loss.
    pub head: Compute,
    /// The attention core's forward.
    pub attention_forward: Seconds,
}

impl ModelCompute {
    /// Times the pieces of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal, roofline: &Roofline) -> Self {
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

/// Operations of a piece of the model one after the other; products and nothing else make
/// weight gradients, in half their backward.
fn compute(operations: &[Operation]) -> Compute {
    let mut compute = Compute::default();
    for operation in operations {
        compute.forward += operation.forward.seconds;
        compute.backward += operation.backward.seconds;
        if operation.kernel.is_product() {
            compute.weight += operation.forward.seconds;
        }
    }
    compute.inputs = compute.backward.beyond(compute.weight);
    compute
}

/// Times one layer of a kind.
fn layer(legal: &Legal, roofline: &Roofline, core: Operation, kind: LayerKind) -> Compute {
    let kernels = LayerKernels::of(legal, roofline, core, kind);
    let busy = kernels.busy;
    let forward = busy.forward.smooth_max(kernels.launch);
    let backward = busy.backward.smooth_max(kernels.launch * 2.0);
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
        recompute: selective(legal, roofline, &kernels, forward),
        full_recompute: forward * legal.fitted.full_recompute,
    }
}

/// The kernels of a layer.
struct LayerKernels {
    products: LayerProducts,
    core: Operation,
    elementwise: Operation,
    /// All of these one after the other.
    busy: Compute,
    /// The host's time to launch a forward's kernels.
    launch: Seconds,
}

impl LayerKernels {
    fn of(legal: &Legal, roofline: &Roofline, core: Operation, kind: LayerKind) -> Self {
        let products = LayerProducts::of(legal, kind);
        let elementwise = elementwise(legal, roofline, &products, kind);
        let mut busy = Compute::default();
        for products in products.list() {
            let seconds = products.seconds(roofline);
            busy.forward += seconds;
            busy.backward += seconds * 2.0;
        }
        busy.weight = busy.forward;
        for operation in [core, elementwise] {
            busy.forward += operation.forward.seconds;
            busy.backward += operation.backward.seconds;
        }
        Self {
            products,
            core,
            elementwise,
            busy,
            launch: launch(legal, kind),
        }
    }

    /// Backward for inputs and for weights where other blocks run between the two. As many launches
    /// as in forward are for inputs and as many for weights, and neither part hides those of the
    /// other: so a part takes no longer where the other is quicker, and together they take no less
    /// than a whole backward.
    fn parts(&self) -> [Seconds; 2] {
        let inputs = self.busy.backward.beyond(self.busy.weight);
        [inputs, self.busy.weight].map(|busy| busy.smooth_max(self.launch))
    }

    /// Backward as a plan's schedule runs it, whole or in two parts.
    fn backward(&self, legal: &Legal) -> Seconds {
        if legal.plan.schedule().splits_backward() {
            let [inputs, weight] = self.parts();
            inputs + weight
        } else {
            self.busy.backward.smooth_max(self.launch * 2.0)
        }
    }
}

/// The operations of one layer of a kind; their seconds are those of the layer.
#[must_use]
pub fn layer_operations(legal: &Legal, roofline: &Roofline, kind: LayerKind) -> Vec<Operation> {
    let kernels = LayerKernels::of(legal, roofline, core(legal, roofline), kind);
    let products = kernels.products.list();
    let mut operations: Vec<Operation> = products
        .map(|products| products.operation(roofline))
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

/// The operations of the model's two ends: those of the first stage, those of the last.
#[must_use]
pub fn end_operations(legal: &Legal, roofline: &Roofline) -> [Vec<Operation>; 2] {
    [
        vec![embedding(legal, roofline)],
        head(legal, roofline).to_vec(),
    ]
}

/// The host's time to launch the kernels of one layer's forward, below which the card waits.
/// Routed layers launch many more, and wait for the host to learn who sends how much; graphs
/// and fused permutation save that as tuned software does with the exchange.
fn launch(legal: &Legal, kind: LayerKind) -> Seconds {
    let fitted = legal.fitted;
    let routed = match kind {
        LayerKind::Dense => 0.0,
        LayerKind::Routed => {
            fitted.routed_launch * fitted.launches_left(legal.plan.stack.moe_software)
        }
    };
    Seconds(fitted.layer_launch + routed)
}

/// Products that a rank runs in one layer.
#[derive(Clone, Copy)]
struct Products {
    kernel: Kernel,
    each: MatrixProduct,
    /// How many of them.
    times: f64,
}

impl Products {
    fn seconds(&self, roofline: &Roofline) -> Seconds {
        roofline.product(self.each) * self.times
    }

    /// Backward is two products of the same size.
    fn operation(&self, roofline: &Roofline) -> Operation {
        let work = Work {
            flops: self.each.flops() * self.times,
            bytes: self.each.bytes().scaled(self.times),
            seconds: self.seconds(roofline),
        };
        Operation::new(self.kernel, work, 2.0)
    }
}

/// The matrix products of a layer, as one rank runs them on T = s·b/c tokens.
struct LayerProducts {
    /// Into q, k and v, and out of the attention; with latent attention also into the latents.
    attention: [Products; 5],
    /// Into and out of the dense MLP or the shared experts.
    mlp: [Products; 2],
    /// The router, and into and out of the routed experts.
    experts: [Products; 3],
}

impl LayerProducts {
    fn of(legal: &Legal, kind: LayerKind) -> Self {
        let (model, layout) = (&legal.plan.model, &legal.plan.layout);
        let (tokens, h) = (legal.tokens(), model.hidden);
        let inner = match kind {
            LayerKind::Dense => model.ffn,
            LayerKind::Routed => model.moe.shared_width(),
        } / layout.tensor;
        let experts = match kind {
            LayerKind::Dense => [product(Kernel::Router, 0, 0, 0); 3],
            LayerKind::Routed => expert_products(legal),
        };
        Self {
            attention: attention_products(legal),
            mlp: [
                product(Kernel::MlpIn, tokens, model.gates() * inner, h),
                product(Kernel::MlpOut, tokens, h, inner),
            ],
            experts,
        }
    }

    fn list(&self) -> impl Iterator<Item = &Products> {
        let all = self.attention.iter().chain(&self.mlp).chain(&self.experts);
        all.filter(|products| products.each.n * products.each.k > 0)
    }
}

/// One product of (m × k) with (k × n); none where a dimension is nought.
const fn product(kernel: Kernel, m: u64, n: u64, k: u64) -> Products {
    Products {
        kernel,
        each: MatrixProduct { m, n, k },
        times: 1.0,
    }
}

fn attention_products(legal: &Legal) -> [Products; 5] {
    let (model, tensor) = (&legal.plan.model, legal.plan.layout.tensor);
    let (tokens, h) = (legal.tokens(), model.hidden);
    let heads = model.heads / tensor;
    let out = product(Kernel::Output, tokens, h, heads * model.value_dim());
    let none = product(Kernel::Output, 0, 0, 0);
    let Some(mla) = model.mla else {
        let qkv = (heads + 2 * legal.kv_heads_per_rank()) * model.head_dim;
        let qkv = product(Kernel::Projections, tokens, qkv, h);
        return [qkv, out, none, none, none];
    };
    let query = heads * model.key_dim();
    // Every rank makes the latents of its own tokens only.
    let outer = legal.outer_tokens();
    let query_rank = if mla.query_rank > 0 {
        mla.query_rank
    } else {
        h
    };
    let keys_and_values = heads * (mla.nope + mla.value);
    [
        product(Kernel::Latents, outer, mla.query_rank, h),
        product(Kernel::Projections, tokens, query, query_rank),
        product(Kernel::Latents, outer, mla.kv_rank + mla.rope, h),
        product(Kernel::Projections, tokens, keys_and_values, mla.kv_rank),
        out,
    ]
}

/// The router over a rank's own tokens, and one product an expert for each of its matrices, all
/// experts of a rank in one grouped kernel. The busiest rank sets the pace.
fn expert_products(legal: &Legal) -> [Products; 3] {
    let (plan, model) = (legal.plan, &legal.plan.model);
    let moe = &model.moe;
    let local = legal.local_experts();
    let m = (legal.routed_copies() / local).max(1);
    let width = moe.ffn / plan.layout.expert_tensor;
    let times = local as f64 * plan.imbalance();
    let grouped = |kernel: Kernel, n: u64, k: u64| Products {
        kernel,
        each: MatrixProduct { m, n, k },
        times,
    };
    [
        product(
            Kernel::Router,
            legal.outer_tokens(),
            moe.experts,
            model.hidden,
        ),
        grouped(Kernel::ExpertsIn, model.gates() * width, model.hidden),
        grouped(Kernel::ExpertsOut, model.hidden, width),
    ]
}

/// The attention core: two products, softmax and what it writes.
///
/// With Flash Attention only the causal half is computed, and backward is 2.5 times the FLOPs
/// (Dao 2022, appendix B). Without, the whole square is, and every score crosses the memory bus.
fn core(legal: &Legal, roofline: &Roofline) -> Operation {
    let (plan, model, fitted) = (legal.plan, &legal.plan.model, legal.fitted);
    let heads = model.heads / plan.layout.tensor;
    let rows = legal.tokens() as f64 * heads as f64;
    let call = AttentionCall::of(legal);
    // What the kernel reads again beyond what memory delivers in its time comes from the cache.
    let work = |flops: Flops, bytes: f64, seconds: Seconds| Work {
        flops,
        bytes: Bytes(bytes.min(seconds.0 * roofline.memory.0) as u64),
        seconds,
    };
    if plan.levers.flash {
        let widths = (model.key_dim() + model.value_dim()) as f64;
        let keys = model.mean_keys(legal.sequence);
        let flops = Flops(2.0 * rows * keys * widths);
        let generation = plan.flash_generation();
        let computed = roofline.flash_forward(flops, legal.sequence, generation);
        // No kernel takes less time than its tensors take over the memory bus once. Its rate was
        // measured with that traffic, so that the two do not add up.
        let once = roofline.streaming(call.least_bytes(legal));
        let forward = computed.max(once);
        let backward = (computed * (2.5 / fitted.attention_backward)).max(once * 2.0);
        let bytes = call.flash_bytes(keys / legal.sequence as f64, generation);
        return Operation {
            kernel: Kernel::Core,
            forward: work(flops, bytes[0], forward),
            backward: work(flops * 2.5, bytes[1], backward),
        };
    }
    let s = legal.sequence;
    let scores = MatrixProduct {
        m: s,
        n: s,
        k: model.key_dim(),
    };
    let values = MatrixProduct {
        m: s,
        n: model.value_dim(),
        k: s,
    };
    let squares = rows / s as f64;
    let flops = (scores.flops() + values.flops()) * squares;
    let products = (roofline.product_16(scores) + roofline.product_16(values)) * squares;
    let per_score = if model.dropout {
        2.0 * fitted.score_bytes
    } else {
        fitted.score_bytes
    };
    let seconds = products + roofline.streaming(per_score * rows * s as f64);
    let bytes = call.standard_bytes(per_score);
    Operation::new(Kernel::Core, work(flops, bytes[0], seconds), 2.0)
}

/// Norms, residuals, dropout, rotary, activation functions, permuted tokens and casts: bytes
/// over the memory bus.
///
/// Per layer and forward, before fusion: 20 bytes an element of the residual stream (24 with
/// dropout), 4 of queries and keys for the rotation, reading and writing the activation.
fn elementwise(
    legal: &Legal,
    roofline: &Roofline,
    products: &LayerProducts,
    kind: LayerKind,
) -> Operation {
    let (plan, model, fitted) = (legal.plan, &legal.plan.model, legal.fitted);
    let tensor = plan.layout.tensor as f64;
    let (tokens, outer) = (legal.tokens() as f64, legal.outer_tokens() as f64);
    let per_element = if model.dropout { 24.0 } else { 20.0 };
    let inner = match kind {
        LayerKind::Dense => model.ffn,
        LayerKind::Routed => model.moe.shared_width(),
    };
    let plain = outer * model.hidden as f64 * per_element
        + 4.0 * tokens * rotated(model) / tensor
        + 2.0 * tokens * (inner * (model.gates() + 1)) as f64 / tensor;
    let routed = match kind {
        LayerKind::Dense => 0.0,
        LayerKind::Routed => {
            let width = model.moe.ffn as f64 / plan.layout.expert_tensor as f64;
            legal.routed_copies() as f64 * (8.0 * model.hidden as f64 + 4.0 * width)
        }
    };
    let narrow = matches!(
        plan.levers.dtype,
        Dtype::Fp8 | Dtype::Fp8Block | Dtype::MxFp8 | Dtype::NvFp4
    );
    let cast: f64 = if narrow {
        let inputs = products
            .list()
            .map(|each| each.times * each.each.m as f64 * each.each.k as f64);
        inputs.sum::<f64>() * fitted.cast_bytes
    } else {
        0.0
    };
    let kernels = plain + routed * fitted.routed_traffic;
    let bytes = kernels * fitted.kernel_traffic(plan.kernels()) + cast;
    let work = Work::streaming(bytes, roofline.streaming(bytes));
    Operation::new(Kernel::Elementwise, work, 2.0)
}

/// Channels of queries and keys that are rotated by their place.
fn rotated(model: &Model) -> f64 {
    let channels = match model.mla {
        Some(mla) => model.heads * mla.rope + mla.rope,
        None => model.query_width() + model.kv_heads * model.head_dim,
    };
    channels as f64
}

/// What selective recompute adds to one layer's backward.
fn selective(
    legal: &Legal,
    roofline: &Roofline,
    kernels: &LayerKernels,
    forward: Seconds,
) -> Seconds {
    let products = &kernels.products;
    let elementwise = kernels.elementwise.forward.seconds;
    let levers = &legal.plan.levers;
    if levers.recompute != Recompute::Selective {
        return Seconds::ZERO;
    }
    let modules = levers.modules;
    let is_routed = products.experts[1].each.n > 0;
    if modules.contains(Module::Ops) {
        return forward * legal.fitted.ops_recompute;
    }
    let mut time = Seconds::ZERO;
    // Flash Attention recomputes the scores in its own backward anyway, and keeps its output.
    if modules.contains(Module::Core) && !levers.flash {
        time += kernels.core.forward.seconds;
    }
    if modules.contains(Module::Norm) {
        // Two norms of about ten memory-bound operations a layer.
        time += elementwise * 0.2;
    }
    if modules.contains(Module::Mlp) && !is_routed {
        time += products.mlp[0].seconds(roofline) + elementwise * 0.3;
    }
    if modules.contains(Module::Moe) && is_routed {
        let experts = products.experts.iter().chain(&products.mlp);
        let inner: Seconds = experts
            .filter(|each| each.each.n * each.each.k > 0)
            .map(|each| each.seconds(roofline))
            .sum();
        time += inner + elementwise * 0.5;
    }
    if modules.contains(Module::MoeActivation) && is_routed {
        time += elementwise * 0.15;
    }
    if modules.contains(Module::MlaUp) && legal.plan.model.mla.is_some() {
        let up = [1, 3].map(|place| products.attention[place].seconds(roofline));
        time += up.into_iter().sum();
    }
    time * legal.fitted.full_recompute
}

fn embedding(legal: &Legal, roofline: &Roofline) -> Operation {
    let bytes = 4.0 * legal.outer_tokens() as f64 * legal.plan.model.hidden as f64;
    let work = Work::streaming(bytes, roofline.streaming(bytes));
    Operation::new(Kernel::Embedding, work, 2.0)
}

/// Output head in 16 bit, and the passes of the loss over the logits; once more, with the
/// projection that merges two streams, for each layer that predicts a further token.
fn head(legal: &Legal, roofline: &Roofline) -> [Operation; 2] {
    let (model, tensor) = (&legal.plan.model, legal.plan.layout.tensor);
    let (tokens, h) = (legal.tokens(), model.hidden);
    let words = model.vocab.div_ceil(tensor);
    let logits = MatrixProduct {
        m: tokens,
        n: words,
        k: h,
    };
    let merge = MatrixProduct {
        m: legal.outer_tokens(),
        n: h,
        k: 2 * h,
    };
    let extra = model.multi_token_layers as f64;
    let products = Work {
        flops: logits.flops() * (1.0 + extra) + merge.flops() * extra,
        bytes: logits.bytes().scaled(1.0 + extra) + merge.bytes().scaled(extra),
        seconds: roofline.product_16(logits) * (1.0 + extra) + roofline.product(merge) * extra,
    };
    let passes = legal.fitted.logit_bytes * (1.0 + extra);
    let bytes = passes * tokens as f64 * words as f64 / 3.0;
    let loss = Work::streaming(bytes, roofline.streaming(bytes));
    [
        Operation::new(Kernel::Head, products, 2.0),
        Operation::new(Kernel::Loss, loss, 2.0),
    ]
}
