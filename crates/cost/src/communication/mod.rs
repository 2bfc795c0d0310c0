//! Bytes and exposed seconds of communication: among tensor, context, expert and data ranks,
//! between pipeline stages, of ZeRO-3's layers, and with the host.
//!
//! Tests: `tests/all/papers/communication.rs`.

mod shards;

use super::amount::{Amount, Count, Part, Sheet, Symbol};
use super::layer_time::imbalance;
use super::legal::Legal;
use super::network::Group;
use super::plan::{ContextKind, Dispatcher, Overlap, Plan, Recipe};
use super::traffic::{Exchange, Route, Traffic};
use super::units::{Bytes, BytesPerSecond, Seconds};
pub(super) use shards::{DataTraffic, Gather, messages};

/// Exchanges of forward and of backward.
pub(super) type Ways<A = f64> = [Exchange<A>; 2];

/// Tensor-parallel exchange of one micro-batch.
pub(super) struct TensorTime<A: Amount = f64> {
    /// Exchange in a layer without routed experts.
    pub(super) dense: Ways<A>,
    /// Exchange in a layer with routed experts.
    pub(super) routed: Ways<A>,
    /// Exchange of the embedding or the head, in each direction.
    pub(super) end: Exchange<A>,
}

/// Passes around the rings that split a layer's products: an all-gather or a reduce-scatter each.
pub(super) struct TensorPasses<A: Amount = f64> {
    /// The tensor that a pass gathers or scatters: the tokens of all ranks, 2·s·b·h/c bytes.
    pub(super) whole: Bytes<A::Count>,
    /// A pass among the tensor-parallel ranks.
    pub(super) layer: Exchange<A>,
    /// A pass of the token copies among the ranks inside an expert.
    pub(super) expert: Exchange<A>,
}

impl<A: Amount> TensorPasses<A> {
    /// The passes of a legal plan: 2·s·b·h/c bytes for the layer, the bytes of the token copies for
    /// experts.
    pub(super) fn of(legal: &Legal) -> Self {
        let legal = &legal.timed();
        let plan = legal.plan;
        let [element, hidden] = [
            legal.letter::<A::Count>(Symbol::Element),
            legal.letter(Symbol::Hidden),
        ];
        let stream = |tokens| {
            let bytes = Bytes::product([element, tokens, hidden]);
            Bytes(bytes.0.part(Part::Tensor))
        };
        let message = stream(legal.letter(Symbol::Tokens));
        let copies = stream(legal.letter(Symbol::Copies));
        let pass = |route: Route, group: Group, bytes: Bytes<A::Count>, can_hide: bool| {
            let exposed = if can_hide && plan.overlaps(Overlap::Tensor) {
                legal.fitted.tensor_leak()
            } else {
                A::number(1.0)
            };
            let pass = group.short_pass(bytes).paced(A::number(1.0), exposed);
            Exchange::named(route, pass, Part::Pass)
        };
        let can_hide = hides_tensor_traffic(plan);
        Self {
            whole: message,
            layer: pass(Route::Tensor, Group::tensor(legal), message, can_hide),
            expert: pass(
                Route::ExpertTensor,
                Group::expert_tensor(legal),
                copies,
                true,
            ),
        }
    }
}

impl<A: Amount> TensorTime<A> {
    /// Two all-reduces of 2·s·b·h/c bytes for each layer and direction (Shoeybi 2019, section 3).
    /// Sequence parallelism replaces each by an all-gather and a reduce-scatter, and backward has
    /// one all-gather more (Korthikanti 2022, section 4.2.2). In a routed layer these are the
    /// collectives of the attention and the shared experts. The ranks inside an expert gather and
    /// scatter the copies.
    pub(super) fn of(legal: &Legal) -> Self {
        let plan = legal.plan;
        let passes = TensorPasses::of(legal);
        let pass = passes.layer;
        let two = A::number(2.0);
        let back = A::number(if plan.sequence_parallel() { 2.5 } else { 2.0 });
        let mut half = [pass * two, pass * back];
        for way in &mut half {
            way.name(Part::HalfLayer);
        }
        let shared = if plan.model.moe.shared_width() > 0 {
            half
        } else {
            [Exchange::default(); 2]
        };
        let inside = passes.expert * two;
        Self {
            dense: half.map(|way| way * two),
            routed: [half[0] + shared[0] + inside, half[1] + shared[1] + inside],
            end: pass,
        }
    }
}

/// True if a framework can hide the exchange of tensor-parallel ranks of a plan. Megatron Core and
/// torchtitan split an all-gather or a reduce-scatter into pieces beside those of the product, and
/// leave an all-reduce whole (Megatron-LM, `arguments.py`: "only when sequence parallelism is
/// enabled"; Megatron-Bridge, `comm_overlap.py`; PyTorch,
/// `torch/_inductor/fx_passes/micro_pipeline_tp.py`).
fn hides_tensor_traffic(plan: &Plan) -> bool {
    let needs_pieces = matches!(
        plan.stack.recipe,
        Recipe::Megatron | Recipe::Nemo | Recipe::TorchTitan
    );
    plan.sequence_parallel() || !needs_pieces
}

/// Expert exchange of one routed layer, in each direction: dispatch and combine of
/// 2·(s·b/(t·c))·h·K bytes (Lepikhin 2020, section 3.2). DeepEP and HybridEP send a token only once
/// to each domain that has an expert of it, and use the links inside a domain and across domains at
/// one time (DeepSeek-V3 2024, section 3.2.2).
pub(super) fn experts<A: Amount>(legal: &Legal) -> Ways<A> {
    let legal = &legal.timed();
    let (plan, fitted) = (legal.plan, legal.fitted);
    let group = Group::expert(legal);
    if group.size <= 1 {
        return [Exchange::default(); 2];
    }
    let sent = Bytes::product([
        legal.letter::<A::Count>(Symbol::Element),
        legal.letter(Symbol::OuterTokens),
        legal.letter(Symbol::Hidden),
        legal.letter(Symbol::PerToken),
    ]);
    let sent = sent.scaled(imbalance(legal));
    let mut swap = match plan.dispatcher() {
        Dispatcher::AllToAll => group.all_to_all(sent),
        Dispatcher::DeepEp | Dispatcher::HybridEp => group.dispatch(sent, plan.model.moe.per_token),
    };
    let exposed = if plan.overlaps(Overlap::Expert) {
        fitted.tensor_leak()
    } else {
        A::number(1.0)
    };
    swap.name(Part::Swap);
    let swap = swap * A::number(2.0);
    [Exchange::on(Route::Expert, swap.paced(A::number(1.0), exposed)); 2]
}

/// Exposed part of a transfer that runs beside `cover` seconds of compute. It is the part longer
/// than `cover`, and a share that leaks however long the cover, but never more than without
/// overlap.
fn overlapped<A: Amount>(transfer: Seconds<A>, cover: Seconds<A>, leak: A) -> Seconds<A> {
    let exposed = (transfer.beyond(cover) + transfer * leak).min(transfer);
    exposed.part(Part::StaysExposed)
}

/// Exchange of keys and values in one layer: in forward, in backward, and in a forward that full
/// recompute repeats. The time of the latter is reduced by the same factor as that of the layer's
/// kernels.
///
/// In a ring each rank passes K and V of its tokens to c−1 others, twice as many bytes in backward.
/// This overlaps with the attention of the current block (Liu 2023). All-to-all swaps q, k, v and
/// the output (Jacobs 2023). An all-gather collects K and V first (Llama 3 2024, section 3.3.2).
/// These two run before and after the kernel, so no compute hides them. Linear mixers swap their
/// input and output (Megatron-LM, `megatron/core/ssm/mamba_context_parallel.py`); the result is the
/// mean over the layers.
pub(super) fn context<A: Amount>(legal: &Legal, attention: [Seconds<A>; 2]) -> [Exchange<A>; 3] {
    let legal = &legal.timed();
    let plan = legal.plan;
    let group = Group::context(legal);
    if group.size <= 1 {
        return [Exchange::default(); 3];
    }
    let model = &plan.model;
    let letter = |symbol| legal.letter::<A::Count>(symbol);
    let (one, two) = (A::number(1.0), A::number(2.0));
    let heads = letter(Symbol::Heads);
    let (query, kv_width) = match model.mla {
        // Keys and values of every head, as they come out of the latent.
        Some(_) => (
            heads * letter(Symbol::KeyDim),
            heads * (letter(Symbol::KeyDim) + letter(Symbol::ValueDim)),
        ),
        None => (
            heads * letter(Symbol::HeadDim),
            A::Count::number(2) * letter(Symbol::KvHeads) * letter(Symbol::HeadDim),
        ),
    };
    let (element, tokens) = (letter(Symbol::Element), letter(Symbol::Tokens));
    let own = Bytes::product([element, tokens, kv_width]);
    let pass = |bytes| {
        let mut pass = group.pass(bytes, one);
        pass.name(Part::Pass);
        pass
    };
    let ways = match plan.layout.context_kind {
        ContextKind::Ring => {
            let turn = pass(own * letter(Symbol::Context));
            let hidden = |transfer: Traffic<A>, cover: Seconds<A>| {
                if plan.overlaps(Overlap::Context) {
                    let leak = legal.fitted.data_leak();
                    transfer.exposing(overlapped(transfer.link, cover, leak))
                } else {
                    transfer
                }
            };
            [
                hidden(turn, attention[0]),
                hidden(turn * two, attention[1]),
                hidden(turn, attention[0] * legal.fitted.full_recompute()),
            ]
        }
        ContextKind::AllGather => {
            let gather = pass(own * letter(Symbol::Context));
            [gather, gather * two, gather]
        }
        ContextKind::AllToAll => {
            let out = heads * letter(Symbol::ValueDim);
            let all = Bytes::product([element, tokens, query + kv_width + out]);
            let mut swap = group.all_to_all(all);
            swap.name(Part::Swap);
            [swap; 3]
        }
    };
    let Some(mixer) = model.mixer else {
        return ways.map(|way| Exchange::on(Route::Context, way));
    };
    let tensor = plan.layout.tensor;
    let keys = legal.mixer_key_heads_per_rank() * mixer.key_dim;
    let width = (3 * mixer.values() + mixer.gates()) / tensor + 2 * keys;
    let width = A::Count::letter(Symbol::MixerInput, width);
    let swap = group.all_to_all(Bytes::product([element, tokens, width]));
    let attention = model.attention_share();
    let share = |value| A::factor(Symbol::AttentionShare, value);
    ways.map(|way| {
        let mean = way * share(attention) + swap * share(1.0 - attention);
        Exchange::on(Route::Context, mean)
    })
}

/// One transfer of a micro-batch between neighbouring stages: 2·s·b·h/c bytes, 1/t of it under
/// sequence parallelism. It keeps the sender busy, or with overlap it travels beside the compute.
/// Returns the exchange, and the seconds that it travels beside compute.
pub(super) fn between_stages<A: Amount>(legal: &Legal) -> (Exchange<A>, Seconds<A>) {
    let legal = &legal.timed();
    let plan = legal.plan;
    if legal.pipeline() == 1 {
        return (Exchange::default(), Seconds::ZERO);
    }
    let bytes = Bytes::product([
        legal.letter::<A::Count>(Symbol::Element),
        legal.letter(Symbol::OuterTokens),
        legal.letter(Symbol::Hidden),
    ]);
    let link = Group::pipeline(legal).neighbour::<A>();
    let mut sent = link.transfer(bytes);
    sent.name(Part::Transfer);
    let (sent, transfer) = if plan.overlaps(Overlap::Pipeline) {
        (sent.exposing(Seconds::ZERO), sent.link)
    } else {
        (sent, Seconds::ZERO)
    };
    (Exchange::on(Route::Pipeline, sent), transfer)
}

/// A transfer on the link between a GPU and its host, hidden under `cover` of compute.
pub(super) fn host_transfer<A: Amount>(
    legal: &Legal,
    bytes: Bytes<A::Count>,
    cover: Seconds<A>,
) -> Exchange<A> {
    let link = BytesPerSecond::of_sheet(Sheet::Host, legal.plan.cluster.gpu.pcie_gb_s);
    let seconds = bytes / (link * legal.fitted.nic_efficiency()).part(Part::HostLink);
    let exposed = seconds.beyond(cover);
    let moved = Traffic::bare(bytes, seconds.part(Part::Crossing)).exposing(exposed);
    Exchange::on(Route::Host, moved)
}
