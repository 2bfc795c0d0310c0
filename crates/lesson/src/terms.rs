//! The words of a glossary, which texts explain where a reader meets them.

use cost::vocabularies;

vocabularies! {
    /// A word that a lesson explains.
    Term {
        /// Copies of the model, each on other samples.
        DataParallelism = "data-parallelism",
        /// Layers in stages.
        PipelineParallelism = "pipeline-parallelism",
        /// Matrices in slices.
        TensorParallelism = "tensor-parallelism",
        /// Norms and dropout along the sequence, inside a tensor-parallel group.
        SequenceParallelism = "sequence-parallelism",
        /// Sequences in pieces.
        ContextParallelism = "context-parallelism",
        /// Experts spread over GPUs.
        ExpertParallelism = "expert-parallelism",
        /// Each rank keeps a part.
        Sharding = "sharding",
        /// Sequences that pass a pipeline at once.
        MicroBatch = "micro-batch",
        /// Activations computed again.
        ActivationCheckpointing = "activation-checkpointing",
        /// Stages that wait.
        Bubble = "bubble",
        /// A sum that all get.
        AllReduce = "all-reduce",
        /// Parts that all get.
        AllGather = "all-gather",
        /// A sum whose parts go to the ranks, one each.
        ReduceScatter = "reduce-scatter",
        /// Everyone sends to everyone.
        AllToAll = "all-to-all",
        /// Model FLOPs utilisation.
        Mfu = "mfu",
        /// A GPU's own memory.
        Hbm = "hbm",
        /// The roofs over a kernel.
        Roofline = "roofline",
        /// Several number types in one run.
        MixedPrecision = "mixed-precision",
        /// The share of time that is used.
        Utilisation = "utilisation",
    }
}
