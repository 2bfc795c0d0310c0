//! The keys of links behind the aspects of a plan.
//!
//! Tests: `crates/formats/tests/all/file_run.rs`, `crates/formats/tests/all/refusals.rs`.

use super::aspect::Aspect;

/// Keys of a link that set an aspect; empty for aspects that are not settings of a layout or a
/// stack.
pub(crate) const fn keys(aspect: Aspect) -> &'static [&'static str] {
    match aspect {
        Aspect::NoSequenceParallel => &["sp"],
        Aspect::Tensor => &["tp"],
        Aspect::Context => &["cp"],
        Aspect::Pipeline => &["pp"],
        Aspect::Schedule => &["vp", "sched"],
        Aspect::OneFOneB | Aspect::LoneSchedule => &["sched"],
        Aspect::VirtualStages => &["vp"],
        Aspect::Split => &["split"],
        Aspect::Ends => &["ends"],
        Aspect::ContextKind => &["cpkind"],
        Aspect::ContiguousContext => &["cpbal"],
        Aspect::Expert => &["ep"],
        Aspect::ExpertTensor => &["etp"],
        Aspect::ExpertOverlap | Aspect::Overlap => &["overlap"],
        Aspect::Zero | Aspect::WholeState | Aspect::ZeroInPipeline => &["zero"],
        Aspect::ShardGroup => &["hsdp"],
        Aspect::Accumulation => &["mbs", "gbs"],
        Aspect::Dtype => &["dtype"],
        Aspect::NarrowGathers => &["gather8"],
        Aspect::NarrowGates => &["act8"],
        Aspect::WeightStorage => &["wstore"],
        Aspect::Adapters => &["ft", "rank", "targets", "adtype", "dquant"],
        Aspect::NoAdapters => &["ft"],
        Aspect::FrozenParts => &["trainends", "frzfirst", "frzlast"],
        Aspect::Lengths => &["slen", "pack"],
        Aspect::Objective => &["obj", "refmodel"],
        Aspect::Optimizer => &["opt"],
        Aspect::Master => &["master"],
        Aspect::Gradients => &["grads"],
        Aspect::Selective => &["ckpt", "ckptmod"],
        Aspect::Full => &["ckpt"],
        Aspect::SomeLayers => &["ckptn"],
        Aspect::NoFlash => &["flash"],
        Aspect::FlashGeneration => &["fagen"],
        Aspect::Kernels => &["kern"],
        Aspect::Messages => &["msg"],
        Aspect::GradientSync => &["gsync"],
        Aspect::OptimizerKernel => &["optkern"],
        Aspect::MlpTiles => &["tiles"],
        Aspect::OffloadModules => &["offmod"],
        Aspect::Dispatcher | Aspect::ExpertDomains => &["disp"],
        Aspect::Graphs => &["graph"],
        Aspect::Imbalance => &["imbal"],
        Aspect::CrossEntropy => &["ce"],
        Aspect::OffloadOptimizer
        | Aspect::PagedMoments
        | Aspect::OffloadParameters
        | Aspect::OffloadActivations => &["off"],
        Aspect::Deterministic => &["det"],
        Aspect::Shape
        | Aspect::DenseShape
        | Aspect::Latent
        | Aspect::Window
        | Aspect::Mixer
        | Aspect::MultiToken
        | Aspect::Alibi
        | Aspect::LearnedPositions
        | Aspect::Vocabulary
        | Aspect::KvHeads
        | Aspect::Sequence
        | Aspect::MicroBatches
        | Aspect::Gpu
        | Aspect::Habits
        | Aspect::Recipe
        | Aspect::Components
        | Aspect::Rendezvous => &[],
    }
}

/// Keys of a link whose values decide whether a framework runs an aspect: those that set it, and
/// those beside which it matters.
pub(crate) const fn deciding_keys(aspect: Aspect) -> &'static [&'static str] {
    match aspect {
        Aspect::DenseShape => &["experts"],
        Aspect::Latent => &["mla"],
        Aspect::Window => &["window"],
        Aspect::Mixer => &["mixer"],
        Aspect::MultiToken => &["mtp"],
        Aspect::Alibi => &["pos"],
        Aspect::LearnedPositions => &["pos", "seq"],
        Aspect::Vocabulary => &["vocab", "tp"],
        Aspect::KvHeads => &["kv", "tp"],
        Aspect::Sequence => &["seq", "tp", "cp"],
        Aspect::MicroBatches => &["pp", "vp", "sched", "mbs", "gbs"],
        Aspect::Schedule => &["pp", "vp", "sched"],
        Aspect::VirtualStages => &["pp", "vp"],
        Aspect::ZeroInPipeline => &["zero", "pp"],
        Aspect::ExpertDomains => &["disp", "ep", "etp"],
        Aspect::ExpertOverlap => &["overlap", "ep", "pp", "vp", "ckpt"],
        Aspect::Graphs => &["graph", "ckpt"],
        _ => keys(aspect),
    }
}
