//! Letters of formulas; `docs/symbols.md` lists them.

use crate::vocabularies;

vocabularies! {
    /// The meaning of a number in a formula.
    Symbol {
        /// A plain number.
        Number = "number",
        /// Bytes of an element, e.
        Element = "element",
        /// Tokens of a micro-batch on a context rank, T = s·b/c.
        Tokens = "tokens",
        /// Tokens of a tile of an MLP.
        TileTokens = "tile-tokens",
        /// Tokens of a micro-batch that a rank has outside the tensor-parallel regions, S.
        OuterTokens = "outer-tokens",
        /// Tokens of a sequence, s.
        Sequence = "sequence",
        /// Width of the residual stream, h.
        Hidden = "hidden",
        /// Width of queries, keys and values on a rank, dₐ.
        QkvWidth = "qkv-width",
        /// Width of queries and values on a rank.
        QueryValueWidth = "query-value-width",
        /// Heads on a rank.
        Heads = "heads",
        /// Width of a head's values.
        ValueDim = "value-dim",
        /// Mean width, over the layers, of the output of attention or linear mixers.
        OutputWidth = "output-width",
        /// Mean count, over the layers, of numbers in a linear mixer's states for each token.
        StateWidth = "state-width",
        /// Ranks of the latents, r_q + r_kv.
        LatentWidth = "latent-width",
        /// Matrices into the MLP, g: 2 gated, 1 not.
        Gates = "gates",
        /// Width of the MLP, f.
        Ffn = "ffn",
        /// Width of all shared experts.
        SharedFfn = "shared-ffn",
        /// Width of a routed expert.
        ExpertFfn = "expert-ffn",
        /// Tensor-parallel ranks, t.
        Tensor = "tensor",
        /// Ranks inside an expert.
        ExpertTensor = "expert-tensor",
        /// Token copies that come to a rank.
        Copies = "copies",
        /// Experts of a layer, E.
        Experts = "experts",
        /// Experts that a token visits, K.
        PerToken = "per-token",
        /// Words of the vocabulary, V.
        Vocab = "vocab",
        /// Rank of the adapters.
        Rank = "rank",
        /// Layers, l.
        Layers = "layers",
        /// Micro-batches that hold the tensors, n.
        MicroBatches = "micro-batches",
        /// Layers times micro-batches, over a rank's chunks.
        Passes = "passes",
        /// Parameters on a rank that are no expert's, N.
        Parameters = "parameters",
        /// Parameters of the experts on a rank.
        ExpertParameters = "expert-parameters",
        /// Ranks that shard one copy, z.
        Shards = "shards",
        /// Ranks that shard one copy of the experts.
        ExpertShards = "expert-shards",
        /// Parameters of a layer on a rank.
        LayerParameters = "layer-parameters",
        /// Parameters of the distinct shapes of weights on a rank.
        Shapes = "shapes",
        /// Share that the allocator keeps cached.
        Slack = "slack",
        /// Bytes allocated.
        Allocated = "allocated",
        /// Groups of ranks that communicate.
        Groups = "groups",
        /// Factors of two up to 64 that a product's sides lack.
        OddFactors = "odd-factors",
        /// Sequences of a micro-batch, b.
        MicroBatch = "micro-batch",
        /// Context-parallel ranks, c.
        Context = "context",
        /// Expert-parallel ranks, ep.
        ExpertRanks = "expert-ranks",
        /// Query heads of the model.
        AllHeads = "all-heads",
        /// Key-value heads on a rank, k.
        KvHeads = "kv-heads",
        /// Key-value heads of the model.
        AllKvHeads = "all-kv-heads",
        /// Width of a head, dₕ.
        HeadDim = "head-dim",
        /// Width of a head's query and key.
        KeyDim = "key-dim",
        /// Rank of the queries' latent.
        QueryRank = "query-rank",
        /// Rank of the latent of keys and values.
        KvRank = "kv-rank",
        /// Width of a head's query and key without rotary positions.
        Nope = "nope",
        /// Width of a head's query and key with rotary positions.
        Rope = "rope",
        /// Experts on a rank.
        LocalExperts = "local-experts",
        /// Tokens of a micro-batch whose experts a rank runs.
        SeenRanks = "seen-ranks",
        /// Ratio of the busiest expert rank's load to the mean.
        Imbalance = "imbalance",
        /// Layers that predict further tokens.
        ExtraHeads = "extra-heads",
        /// Words of the vocabulary on a rank.
        LocalVocab = "local-vocab",
        /// Share of the layers that have attention.
        AttentionShare = "attention-share",
        /// Channels into a linear mixer on a rank.
        MixerInput = "mixer-input",
        /// Channels of a linear mixer's values on a rank.
        MixerValues = "mixer-values",
        /// FLOPs of a linear mixer's scan for each token on a rank.
        MixerFlops = "mixer-flops",
        /// Bytes of a linear mixer's scan for each token on a rank.
        MixerBytes = "mixer-bytes",
        /// Tokens among which a query finds its keys.
        Document = "document",
        /// Mean channels of queries and keys with rotary positions.
        Rotated = "rotated",
        /// Widths of adapters' inputs and four times those of their outputs.
        AdapterWidths = "adapter-widths",
        /// Micro-batches of a step, m.
        StepMicroBatches = "step-micro-batches",
        /// Micro-batches through a rank.
        Through = "through",
        /// Blocks of a chain.
        ChainLength = "chain-length",
        /// Ranks of a pipeline, p.
        Pipeline = "pipeline",
        /// Ranks of a group that communicates.
        Members = "members",
        /// Members of a group in one NVLink domain.
        DomainMembers = "domain-members",
        /// Members of a group in one pod.
        PodMembers = "pod-members",
        /// Hops of a message around a group.
        Hops = "hops",
        /// Doublings of the nodes, log₂ of their number.
        Nodes = "nodes",
        /// GPUs of the cluster.
        Gpus = "gpus",
        /// Messages of an exchange.
        Messages = "messages",
        /// Members of a group without one.
        Others = "others",
        /// Hops between domains.
        FarHops = "far-hops",
        /// Hops inside a domain.
        NearHops = "near-hops",
        /// Share of the bytes that goes this way.
        FarShare = "far-share",
        /// Oversubscription of the network above the pods.
        Oversubscription = "oversubscription",
        /// Share of a chip's links on which a ring runs.
        TorusShare = "torus-share",
        /// Bandwidth across the middle of a torus's axis, relative to a link.
        TorusMiddle = "torus-middle",
        /// Micro-batches' worth of time in a step.
        Slots = "slots",
        /// Exchanges of gradients in a step beyond the first.
        Reductions = "reductions",
        /// Virtual stages of a rank, v.
        Chunks = "chunks",
        /// Layers of the model, L.
        AllLayers = "all-layers",
        /// GPUs of a node.
        NodeGpus = "node-gpus",
        /// Tokens of a step.
        StepTokens = "step-tokens",
        /// Weights that enter a product for every token.
        Multiplied = "multiplied",
        /// Layers with attention.
        AttentionLayers = "attention-layers",
        /// FLOPs of a token that frozen weights save.
        SavedFlops = "saved-flops",
        /// Tokens of a training run, D.
        RunTokens = "run-tokens",
        /// Price of a GPU and hour.
        Price = "price",
        /// Board power.
        Watts = "watts",
        /// Mean hours between failures of one GPU.
        MeanTimeBetweenFailures = "mtbf",
        /// Seconds from a failure to training again, R.
        RestartTime = "restart",
        /// Bytes a second at which checkpoints are written.
        CheckpointRate = "checkpoint-rate",
        /// Energy of a data centre over that of its GPUs.
        PowerUsage = "power-usage",
        /// Trained parameters of the model.
        TrainedParameters = "trained-parameters",
        /// Parameters of the model, N.
        ModelParameters = "model-parameters",
        /// Parameters that a token passes, N.
        ActiveParameters = "active-parameters",
        /// Memory of a GPU as sold.
        SoldMemory = "sold-memory",
        /// Share of the tokens that are padding.
        PaddingShare = "padding-share",
        /// Mean tokens of a sample, s̄.
        Sample = "sample",
        /// Sequences of a step, B.
        GlobalBatch = "global-batch",
        /// Sliding window of attention, w.
        Window = "window",
        /// Layers of which one has full attention.
        FullEvery = "full-every",
        /// Layers with a linear mixer.
        LinearLayers = "linear-layers",
        /// Copies of the model on the ranks of a pipeline.
        ModelCopies = "model-copies",
        /// Data-parallel ranks, d.
        DataRanks = "data-ranks",
        /// Places of the learned positions.
        TrainedSequence = "trained-sequence",
        /// Channels of a linear mixer's values.
        AllMixerValues = "all-mixer-values",
        /// Channels of a linear mixer's keys.
        AllMixerKeys = "all-mixer-keys",
        /// Channels of a linear mixer's decay and strength.
        MixerGates = "mixer-gates",
        /// Parameters of a linear mixer beside its projections.
        MixerVectors = "mixer-vectors",
        /// Key heads of a linear mixer on a rank.
        MixerKeyHeads = "mixer-key-heads",
        /// Key heads of a linear mixer.
        AllMixerKeyHeads = "all-mixer-key-heads",
        /// Rows and columns of the matrices that have adapters.
        AdaptedWidths = "adapted-widths",
        /// Layers of a stage but one.
        OtherLayers = "other-layers",
        /// Mean heads of the layers on a rank.
        MeanHeads = "mean-heads",
        /// Width of the widest matrix of a layer.
        WidestWidth = "widest-width",
        /// Workspaces of TransformerEngine.
        EngineWorkspaces = "engine-workspaces",
        /// Tensors of transfers that a rank keeps.
        Tensors = "boundary-tensors",
        /// Number of a stage, counted from 0.
        StageNumber = "stage-number",
    }
}
