//! Names of the parts of a figure.

use crate::vocabularies;

vocabularies! {
    /// A part of a figure that has a name.
    Part {
        /// Slowdown by the GPU's power limit.
        Pace = "pace",
        /// Time of a step.
        Step = "step",
        /// Model FLOPs utilisation.
        Mfu = "mfu",
        /// Forward and backward kernels.
        Compute = "compute",
        /// Forward work repeated in backward.
        Recompute = "recompute",
        /// Forwards without a backward.
        ForwardOnly = "forward-only",
        /// All exposed communication.
        Communication = "communication",
        /// Exposed tensor-parallel exchange.
        TensorExposed = "tensor-exposed",
        /// Exposed context-parallel exchange.
        ContextExposed = "context-exposed",
        /// Exposed exchange of experts.
        ExpertExposed = "expert-exposed",
        /// Exposed transfers between stages.
        PipelineExposed = "pipeline-exposed",
        /// Exposed exchange of gradients and weights.
        DataExposed = "data-exposed",
        /// Waiting while the pipeline fills and drains.
        Bubble = "bubble",
        /// Waiting for stages that have more to do.
        StageImbalance = "stage-imbalance",
        /// Optimizer, and the fixed cost of a step.
        Optimizer = "optimizer",
        /// Waiting for any reason.
        Waiting = "waiting",
        /// Work of a step without waiting.
        Working = "working",
        /// The mean over the ranks.
        MeanOfRanks = "mean-of-ranks",
        /// The sum over the ranks.
        AllRanks = "all-ranks",
        /// One micro-batch.
        OneMicroBatch = "one-micro-batch",
        /// All layers of a stage.
        StageLayers = "stage-layers",
        /// Kernels of a layer's forward.
        ForwardKernels = "forward-kernels",
        /// Kernels of a layer's backward.
        BackwardKernels = "backward-kernels",
        /// Launches of a layer's backward.
        BackwardLaunch = "backward-launch",
        /// One product.
        OneProduct = "one-product",
        /// Share of the rate that the product's sides leave.
        SideShare = "side-share",
        /// Sum of the inverse sides.
        InverseSides = "inverse-sides",
        /// The inverse of a side.
        InverseSide = "inverse-side",
        /// Growth of that size with the GPU's peak.
        PeakGrowth = "peak-growth",
        /// The peak at the clocks that the power limit leaves, over that of an A100.
        RelativePeak = "relative-peak",
        /// Width of the MLP on a rank.
        MlpWidth = "mlp-width",
        /// Bytes that a transfer pays for: its own, and those of its latency.
        PaidBytes = "paid-bytes",
        /// Pieces that a member sends, of one for each member.
        SentPieces = "sent-pieces",
        /// Share of the tensor that a member sends.
        SentShare = "sent-share",
        /// Bytes that a message loses.
        LostBytes = "lost-bytes",
        /// Exchange in half of a layer.
        HalfLayer = "half-layer",
        /// Tokens a second and GPU.
        TokenRate = "token-rate",
        /// Model FLOPs of a token.
        TokenFlops = "token-flops",
        /// FLOPs of a token's weights.
        WeightFlops = "weight-flops",
        /// FLOPs of a token's attention.
        AttentionFlops = "attention-flops",
        /// Bytes of a checkpoint.
        Checkpoint = "checkpoint",
        /// Time in which a checkpoint is written.
        Write = "write",
        /// Mean time between failures of the cluster.
        BetweenFailures = "between-failures",
        /// Time between checkpoints.
        Interval = "interval",
        /// Share of time that writing checkpoints leaves.
        Writing = "writing",
        /// Share of time that a failure undoes.
        Lost = "lost",
        /// Work that a failure undoes.
        Undone = "undone",
        /// Share of the step in kernels, without padding.
        KernelShare = "kernel-share",
        /// Share of the step in kernels.
        AllKernelShare = "all-kernel-share",
        /// Share of the step in which the FLOPs that count run at the peak.
        UsefulShare = "useful-share",
        /// Share of the step that even the best products take beyond the peak's time.
        CeilingLoss = "ceiling-loss",
        /// Share of the step that slower kernels take beyond the best products' time.
        SlowKernels = "slow-kernels",
        /// Share of the step in kernels beyond the FLOPs that count, at the peak.
        BelowPeak = "below-peak",
        /// Optimizer steps of a run.
        Steps = "steps",
        /// Share of a run's time in which training advances.
        Goodput = "goodput",
        /// Time of a run.
        RunTime = "run-time",
        /// GPU-hours of a run.
        GpuHours = "gpu-hours",
        /// Forward of a virtual stage.
        Forward = "forward",
        /// Backward of a virtual stage.
        Backward = "backward",
        /// Forward of a layer.
        LayerForward = "layer-forward",
        /// Backward of a layer.
        LayerBackward = "layer-backward",
        /// Forward of a layer that its backward repeats.
        LayerAgain = "layer-again",
        /// All micro-batches of a rank.
        OfRank = "of-rank",
        /// The time at which a rank's last block ends: its longest chain of blocks.
        StageEnd = "stage-end",
        /// The time in which a rank runs blocks.
        StageBusy = "stage-busy",
        /// A forward of a stage with its exchange.
        WholeForward = "whole-forward",
        /// A backward of a stage with its exchange.
        WholeBackward = "whole-backward",
        /// The longest step of a rank.
        LongestStep = "longest-step",
        /// The longest work of a rank.
        LongestWork = "longest-work",
        /// The step without the exchange and update of weights at its end.
        PipelineTime = "pipeline-time",
        /// FLOPs of a product.
        Flops = "flops",
        /// Bytes of a product.
        Moved = "moved",
        /// Loss of a product with a short side.
        Thin = "thin",
        /// Loss of a product with a side that is no multiple of a large power of two.
        Odd = "odd",
        /// FLOP/s that a kernel reaches.
        Rate = "rate",
        /// Bytes a second that kernels reach in memory.
        MemoryRate = "memory-rate",
        /// The time in which a kernel computes.
        Computing = "computing",
        /// The time in which its bytes cross the memory bus.
        Moving = "moving",
        /// Size of a product's sides at which it reaches half its rate.
        HalfSize = "half-size",
        /// Share of the peak that the attention kernel reaches.
        AttentionShare = "attention-share",
        /// Products into the latents.
        Latents = "latents",
        /// Products into queries, keys and values.
        Projections = "projections",
        /// The product behind the attention.
        Output = "output",
        /// Products into the MLP.
        MlpIn = "mlp-in",
        /// Products out of the MLP.
        MlpOut = "mlp-out",
        /// The product that routes tokens.
        Router = "router",
        /// Products into the routed experts.
        ExpertsIn = "experts-in",
        /// Products out of the routed experts.
        ExpertsOut = "experts-out",
        /// The output head.
        Head = "head",
        /// The attention core.
        Core = "core",
        /// Memory-bound kernels of a layer.
        Elementwise = "elementwise",
        /// Looking up the embedding.
        Embedding = "embedding",
        /// The loss.
        Loss = "loss",
        /// Time of the attention core on the slowest context rank over the mean.
        ContextImbalance = "context-imbalance",
        /// Bytes of norms and additions to the residual stream.
        Stream = "stream",
        /// Bytes of the rotation of queries and keys.
        Rotation = "rotation",
        /// Bytes of the MLP's activation function.
        Activation = "activation",
        /// Bytes of the routed experts' activation function.
        RoutedActivation = "routed-activation",
        /// Bytes of permuting tokens.
        Permuted = "permuted",
        /// Bytes of casts to narrow types.
        Cast = "cast",
        /// Bytes of the adapters' products.
        AdapterProducts = "adapter-products",
        /// Bytes of restoring 4-bit weights.
        Restored = "restored",
        /// Bandwidth of one network interface that transfers reach.
        Nic = "nic",
        /// Bandwidth of the network interfaces of a group's members in a domain.
        Nics = "nics",
        /// Bandwidth inside a domain that rings reach.
        Links = "links",
        /// Bandwidth inside a domain that an all-to-all reaches.
        AllToAllLinks = "all-to-all-links",
        /// Bandwidth of a group's share of a pod's links.
        Uplink = "uplink",
        /// The bandwidth of the slower link.
        Bandwidth = "bandwidth",
        /// Latency of the mean hop.
        MeanHop = "mean-hop",
        /// Bytes that a rank sends.
        Sent = "sent",
        /// Time in which bytes cross a link.
        Crossing = "crossing",
        /// Latency of a message.
        Latency = "latency",
        /// Time inside the domain.
        InDomain = "in-domain",
        /// Time across domains.
        AcrossDomains = "across-domains",
        /// Time on the links between pods.
        BeyondPods = "beyond-pods",
        /// Bytes of the tensor that a group exchanges.
        Tensor = "tensor",
        /// One pass around a ring.
        Pass = "pass",
        /// One all-to-all.
        Swap = "swap",
        /// One transfer between stages.
        Transfer = "transfer",
        /// Bandwidth of the host's link that transfers reach.
        HostLink = "host-link",
        /// An all-gather of a layer's weights.
        Gather = "gather",
        /// A reduce-scatter of a layer's gradients.
        Scatter = "scatter",
        /// An all-reduce of gradients.
        AllReduce = "all-reduce",
        /// Products of Muon's update.
        Orthogonal = "orthogonal",
        /// Bytes of a parameter that the optimizer reads and writes.
        TouchedBytes = "touched-bytes",
        /// Bandwidth of a node's memory.
        HostMemory = "host-memory",
        /// Time in which paged moments cross the link.
        Paging = "paging",
        /// The optimizer's pass over its state.
        Update = "update",
        /// Slowdown by framework and cluster.
        Slowdown = "slowdown",
        /// Number of messages.
        Messages = "messages",
        /// Interval by Young.
        FirstOrder = "first-order",
        /// Factor by terms of higher order.
        HigherOrder = "higher-order",
        /// Root of half the write over the time between failures.
        DalyRatio = "daly-ratio",
        /// Interval between checkpoints, with the write.
        Cycle = "cycle",
        /// Time that a failure costs.
        FailureCost = "failure-cost",
        /// Half an interval between checkpoints.
        HalfInterval = "half-interval",
        /// Share of time that failures leave.
        Surviving = "surviving",
        /// Share of time in which training does not advance.
        NotUseful = "not-useful",
        /// Share of time in which checkpoints are written.
        WritingShare = "writing-share",
        /// Write of a checkpoint over the interval.
        WriteRatio = "write-ratio",
        /// Interval with the write, over the interval.
        CycleRatio = "cycle-ratio",
        /// Mean time between failures of one GPU.
        GpuBetweenFailures = "gpu-between-failures",
        /// Time of a run without failures.
        Training = "training",
        /// Hours of a run.
        RunHours = "run-hours",
        /// Energy of a run in watt-hours.
        WattHours = "watt-hours",
        /// Model FLOPs a second and GPU.
        ModelRate = "model-rate",
        /// FLOPs of a token’s weights and attention.
        AllModelFlops = "all-model-flops",
        /// Widths of a head’s key and value.
        HeadWidths = "head-widths",
        /// Keys of a query without the causal mask.
        UnmaskedKeys = "unmasked-keys",
        /// Mean keys of a query under the mask.
        MeanKeys = "mean-keys",
        /// Time of the best products beyond the peak’s, over the peak’s.
        BeyondPeak = "beyond-peak",
        /// Share of the step beyond the peak’s, at the best products’ rate.
        BestLoss = "best-loss",
        /// Optimizer, slowed by framework and nodes.
        SlowedOptimizer = "slowed-optimizer",
        /// Slowdown by the number of nodes.
        NodeSlowdown = "node-slowdown",
        /// Loss of all doublings of the nodes.
        NodeLoss = "node-loss",
        /// Doublings of the nodes.
        NodeDoublings = "node-doublings",
        /// Step without the exchange of gradients and weights.
        WithoutData = "without-data",
        /// Longest step beyond the longest work.
        EndBeyondWork = "end-beyond-work",
        /// Longest work beyond the mean.
        WorkBeyondMean = "work-beyond-mean",
        /// All micro-batches of a virtual stage.
        ThroughStage = "through-stage",
        /// Share of the exchange that stays exposed.
        ExposedShare = "exposed-share",
        /// Time on the links.
        LinkTime = "link-time",
        /// Part that no compute hides.
        StaysExposed = "stays-exposed",
        /// Inverse of the share of the peak that the best products reach.
        InverseCeiling = "inverse-ceiling",
        /// Forwards of layers that backward repeats.
        LayersAgain = "layers-again",
        /// Exchanges of gradients beyond the first.
        Further = "further",
        /// Square of that root.
        RatioSquared = "ratio-squared",
        /// Backward of the kernels.
        KernelBackward = "kernel-backward",
        /// The host's time to launch kernels.
        Launch = "launch",
        /// Weights of the projections into queries, keys and values.
        QkvWeights = "qkv-weights",
        /// Weights of the projections into latents.
        LatentWeights = "latent-weights",
        /// Weights of the output projection.
        OutputWeights = "output-weights",
        /// Weights into the MLP, or into the shared experts.
        MlpInWeights = "mlp-in-weights",
        /// Weights out of the MLP, or out of the shared experts.
        MlpOutWeights = "mlp-out-weights",
        /// Weights of all routed experts of a layer.
        ExpertWeights = "expert-weights",
        /// Weights of the router.
        RouterWeights = "router-weights",
        /// Biases and vectors that are cut with their matrices.
        CutBiases = "cut-biases",
        /// Norms, and biases that every rank holds whole.
        NormWeights = "norm-weights",
        /// Weights of a linear mixer's projection into values and gates.
        MixerWeights = "mixer-weights",
        /// Weights of a linear mixer's projection into keys and queries.
        MixerKeyWeights = "mixer-key-weights",
        /// A rank's part of the weights into queries, keys and values.
        LocalQkvWeights = "local-qkv-weights",
        /// A rank's part of a linear mixer's weights into keys and queries.
        LocalKeyWeights = "local-key-weights",
        /// A rank's part of the matrices that tensor parallelism cuts.
        CutWeights = "cut-weights",
        /// Weights of the experts on a rank, a layer.
        LocalExpertWeights = "local-expert-weights",
        /// Parameters of one expert.
        OneExpert = "one-expert",
        /// Parameters of adapters.
        AdapterWeights = "adapter-weights",
        /// Parameters of a layer with a linear mixer.
        MixerLayer = "mixer-layer",
        /// Parameters of a layer, those of routed experts apart.
        DenseLayer = "dense-layer",
        /// Parameters of a layer with routed experts, the experts apart.
        RoutedLayer = "routed-layer",
        /// Parameters of a layer's routed experts on a rank.
        LayerExperts = "layer-experts",
        /// Parameters of a rank's part of the embedding.
        EmbeddingWeights = "embedding-weights",
        /// Parameters of a rank's part of the output head.
        HeadWeights = "head-weights",
        /// Parameters of learned positions.
        PositionWeights = "position-weights",
        /// Parameters of the final norm.
        FinalNorm = "final-norm",
        /// Parameters with which layers predict further tokens, beyond those of plain layers.
        PredictionWeights = "prediction-weights",
        /// Trained parameters on a rank that are no expert's.
        TrainedHere = "trained-here",
        /// Frozen parameters on a rank that are no expert's.
        FrozenHere = "frozen-here",
        /// Trained parameters of the experts on a rank.
        TrainedExpertsHere = "trained-experts-here",
        /// Frozen parameters of the experts on a rank.
        FrozenExpertsHere = "frozen-experts-here",
        /// Parameters that the optimizer of a rank updates.
        UpdatedParameters = "updated-parameters",
        /// State of all ranks that share it.
        WholeState = "whole-state",
        /// Bytes of a gradient.
        GradientBytes = "gradient-bytes",
        /// Bytes of master weights and moments of a parameter.
        OptimizerBytes = "optimizer-bytes",
        /// The part outside the experts.
        OutsideExperts = "outside-experts",
        /// The part of the experts.
        OfExperts = "of-experts",
        /// The part of trained copies of the ends.
        OfTrainedCopies = "of-trained-copies",
        /// Weights of the reference model.
        ReferenceWeights = "reference-weights",
        /// Bytes of ends that are wider than the weights of layers.
        WideEnds = "wide-ends",
        /// Scales of narrow weights.
        Scales = "scales",
        /// Scales of narrow weights, and ends that stay in 16 bits.
        ScalesAndWideWeights = "scales-and-wide-weights",
        /// Scales of 8-bit moments, and the embedding's moments in fp32.
        ScalesAndWideMoments = "scales-and-wide-moments",
        /// Copies of gradients that are freed before the next forward.
        FreedCopies = "freed-copies",
        /// The residual stream.
        StreamTensor = "stream-tensor",
        /// The residual stream of all tensor-parallel ranks' tokens.
        GatheredStream = "gathered-stream",
        /// An fp32 copy of a norm's input, and its normalised values.
        NormCopies = "norm-copies",
        /// Statistics of a norm.
        NormStatistics = "norm-statistics",
        /// A dropout mask.
        MaskTensor = "mask-tensor",
        /// Queries, keys and values.
        QkvTensor = "qkv-tensor",
        /// Queries and values.
        QueryValueTensor = "query-value-tensor",
        /// The attention's output.
        AttentionTensor = "attention-tensor",
        /// States of a linear mixer's chunks, and their gradients.
        StateTensor = "state-tensor",
        /// Inputs and outputs of the norms over the latents.
        LatentTensors = "latent-tensors",
        /// One log-sum-exp a head and token.
        LogSums = "log-sums",
        /// Attention scores as they are kept.
        Scores = "scores",
        /// Attention scores and their gradients.
        ScoreScratch = "score-scratch",
        /// Input of the MLP's activation function.
        MlpInner = "mlp-inner",
        /// Output of the MLP's activation function.
        MlpActivated = "mlp-activated",
        /// Input of the shared experts' activation function.
        SharedInner = "shared-inner",
        /// Output of the shared experts' activation function.
        SharedActivated = "shared-activated",
        /// Input of the routed experts' activation function.
        ExpertInner = "expert-inner",
        /// Output of the routed experts' activation function.
        ExpertActivated = "expert-activated",
        /// Token copies that come to a rank.
        Arrived = "arrived",
        /// The router's scores.
        RouterScores = "router-scores",
        /// The order of the permuted tokens.
        Permutation = "permutation",
        /// Weights of the token copies.
        RoutingWeights = "routing-weights",
        /// The residual stream in 8 bits.
        ByteStream = "byte-stream",
        /// Gradients of queries, keys and values in 8 bits.
        ByteQkv = "byte-qkv",
        /// The attention's output in 8 bits.
        ByteAttention = "byte-attention",
        /// Input of the MLP's activation function in 8 bits.
        ByteMlpInner = "byte-mlp-inner",
        /// Input of the shared experts' activation function in 8 bits.
        ByteSharedInner = "byte-shared-inner",
        /// Input of the routed experts' activation function in 8 bits.
        ByteExpertInner = "byte-expert-inner",
        /// Output of the MLP's activation function in 8 bits.
        ByteMlpActivated = "byte-mlp-activated",
        /// Output of the shared experts' activation function in 8 bits.
        ByteSharedActivated = "byte-shared-activated",
        /// Output of the routed experts' activation function in 8 bits.
        ByteExpertActivated = "byte-expert-activated",
        /// Token copies that come to a rank, in 8 bits.
        ByteArrived = "byte-arrived",
        /// Output of the first matrix of an adapter.
        AdapterTensor = "adapter-tensor",
        /// Logits of the whole vocabulary, at one byte each.
        WholeLogit = "whole-logit",
        /// Logits, at one byte each.
        Logit = "logit",
        /// Logits of one chunk, at one byte each.
        ChunkLogit = "chunk-logit",
        /// Token copies that come to the busiest rank.
        BusiestCopies = "busiest-copies",
        /// Tensors that a norm keeps.
        OfNorm = "of-norm",
        /// Tensors that the projections into latents keep.
        OfLatents = "of-latents",
        /// Tensors that the projections into queries, keys and values keep.
        OfQkv = "of-qkv",
        /// Tensors that the attention core keeps.
        OfCore = "of-core",
        /// Tensors that the output projection keeps.
        OfOutput = "of-output",
        /// Tensors that dropout keeps.
        OfDropout = "of-dropout",
        /// Tensors that the MLP's first product keeps.
        OfMlpIn = "of-mlp-in",
        /// Tensors that the activation function keeps.
        OfActivation = "of-activation",
        /// Tensors that the MLP's last product keeps.
        OfMlpOut = "of-mlp-out",
        /// Tensors that the router keeps.
        OfRouter = "of-router",
        /// Tensors that the shared experts' first product keeps.
        OfSharedIn = "of-shared-in",
        /// Tensors that the shared experts' last product keeps.
        OfSharedOut = "of-shared-out",
        /// Tensors that the routed experts' first product keeps.
        OfExpertIn = "of-expert-in",
        /// Tensors that the routed experts' activation function keeps.
        OfExpertActivation = "of-expert-activation",
        /// Tensors that the routed experts' last product keeps.
        OfExpertOut = "of-expert-out",
        /// Tensors that the return of the token copies keeps.
        OfCombine = "of-combine",
        /// Tensors that live only while an operation's backward runs.
        InOperation = "in-operation",
        /// Tensors that recomputation restores for an operation.
        RestoredTensors = "restored-tensors",
        /// Tensors of a block of operations that recomputation restores at once.
        RestoredBlock = "restored-block",
        /// Bytes that a layer keeps of a micro-batch.
        KeptByLayer = "kept-by-layer",
        /// Bytes of a layer in its backward, where it holds most.
        LayerBackwardPeak = "layer-backward-peak",
        /// Bytes that a layer holds until its delayed weight gradients have run.
        DeferredByLayer = "deferred-by-layer",
        /// Bytes of a layer that move to the host.
        MovedByLayer = "moved-by-layer",
        /// Bytes of recomputed layers that are freed late.
        FreedLate = "freed-late",
        /// Bytes that an offloaded layer leaves on the GPU.
        KeptOnGpu = "kept-on-gpu",
        /// Bytes that the final norm and the output head keep.
        KeptByHead = "kept-by-head",
        /// Bytes that the layers of a virtual stage keep of a micro-batch.
        KeptByLayers = "kept-by-layers",
        /// Bytes that frozen layers keep of a micro-batch.
        KeptByFrozenLayers = "kept-by-frozen-layers",
        /// Bytes that all but the layer in backward keep.
        KeptByOthers = "kept-by-others",
        /// Bytes of micro-batches between forward and backward.
        HeldByMicroBatches = "held-by-micro-batches",
        /// Bytes of micro-batches that wait for their weight gradients.
        HeldForWeights = "held-for-weights",
        /// Bytes of the micro-batch in backward.
        HeldInBackward = "held-in-backward",
        /// Temporary tensors of the optimizer's step.
        StepCopies = "step-copies",
        /// Parameters that DeepSpeed updates together.
        SubGroup = "sub-group",
        /// 16-bit copies of weights by autocast.
        AutocastCopies = "autocast-copies",
        /// Dummy gradients of layers.
        LayerDummies = "layer-dummies",
        /// Dummy gradients of the attention.
        AttentionDummies = "attention-dummies",
        /// Dummy gradients of an MLP.
        MlpDummies = "mlp-dummies",
        /// Dummy gradients of a layer with experts.
        ExpertDummies = "expert-dummies",
        /// Dummy gradient of the output head.
        HeadDummy = "head-dummy",
        /// Workspaces of the matrix libraries.
        Workspaces = "workspaces",
        /// Workspaces of cuBLAS.
        CublasWorkspace = "cublas-workspace",
        /// A workspace of TransformerEngine.
        EngineWorkspace = "engine-workspace",
        /// Workspaces of TransformerEngine.
        EngineWorkspaces = "engine-workspaces",
        /// Gathered weights of layers.
        GatheredLayers = "gathered-layers",
        /// Gathered weights of layers in 8 bits.
        GatheredNarrow = "gathered-narrow",
        /// Gathered weights of embedding and head.
        GatheredEnds = "gathered-ends",
        /// Whole gradients until they are scattered.
        WholeGradients = "whole-gradients",
        /// A tensor between two stages.
        Boundary = "boundary",
        /// The largest matrix restored from 4 bits.
        Dequantised = "dequantised",
        /// The largest gradient that exists at a time.
        OneGradient = "one-gradient",
        /// The last tensors from neighbouring stages.
        Transfers = "transfers",
        /// Cache that the allocator would keep.
        WantedCache = "wanted-cache",
        /// The share of allocated bytes that the allocator keeps cached.
        SlackCache = "slack-cache",
        /// Freed logits that no later tensor can use.
        FreedLogits = "freed-logits",
        /// The moment at which the rank holds less.
        OtherMoment = "other-moment",
        /// Bytes beside the state in a backward.
        InBackwardMoment = "in-backward-moment",
        /// Bytes beside the state in the optimizer's step.
        InStepMoment = "in-step-moment",
        /// Memory that what must be there leaves.
        CacheRoom = "cache-room",
        /// Bytes that the allocator keeps cached.
        Cache = "cache",
        /// Driver context and communicators.
        Beside = "beside",
        /// Context of the driver and loaded kernels.
        DriverContext = "driver-context",
        /// Buffers of one communicator.
        Communicator = "communicator",
        /// Buffers of the communicators.
        Communicators = "communicators",
        /// Bytes that the process allocates.
        AllocatedBytes = "allocated-bytes",
        /// Bytes that the process must have.
        MustHave = "must-have",
        /// Weights.
        StateWeights = "state-weights",
        /// Gradients.
        StateGradients = "state-gradients",
        /// Master weights and moments.
        StateOptimizer = "state-optimizer",
        /// Activations.
        ActivationBytes = "activation-bytes",
        /// Logits.
        LogitBytes = "logit-bytes",
        /// Buffers.
        BufferBytes = "buffer-bytes",
        /// Memory beside what is allocated.
        OverheadBytes = "overhead-bytes",
        /// State between two steps.
        StateAtRest = "state-at-rest",
        /// Parameters of the layers of a rank, those of routed experts apart.
        OfDenseLayers = "of-dense-layers",
        /// Parameters of the layers with routed experts of a rank, the experts apart.
        OfRoutedLayers = "of-routed-layers",
        /// Parameters of the layers with a linear mixer of a rank.
        OfMixerLayers = "of-mixer-layers",
        /// Parameters of as many layers with attention as have a linear mixer.
        OfReplacedLayers = "of-replaced-layers",
        /// All memory of a GPU in use.
        TotalBytes = "total-bytes",
        /// A number before it is rounded.
        BeforeRounding = "before-rounding",
        /// Weights that are trained.
        TrainedWeights = "trained-weights",
        /// Weights that are frozen.
        FrozenWeights = "frozen-weights",
        /// Bytes by which the ends are wider, before sharding.
        WholeWideEnds = "whole-wide-ends",
        /// Weights outside experts, the ends stored as layers are.
        AllAsLayers = "all-as-layers",
        /// Weights outside experts, the ends in 16 bits.
        WithWideEnds = "with-wide-ends",
        /// Parameters of layers that are gathered.
        GatheredParameters = "gathered-parameters",
        /// Parameters of embedding and head that are gathered.
        EndParameters = "end-parameters",
        /// Parameters whose gradients are whole.
        GradientParameters = "gradient-parameters",
        /// Parameters of matrices on all tensor-parallel ranks.
        Matrices = "matrices",
        /// Parameters of a rank's part of matrices.
        MatricesHere = "matrices-here",
        /// Bytes that a virtual stage keeps of a micro-batch.
        KeptByMicroBatch = "kept-by-micro-batch",
        /// Bytes that all before the final norm keeps of a micro-batch.
        KeptBelowHead = "kept-below-head",
        /// Micro-batches in flight, that in backward included.
        HeldWithBackward = "held-with-backward",
        /// Parameters of the layers, as if all had attention, and of those with a linear mixer.
        WithMixerLayers = "with-mixer-layers",
        /// Parameters of the layers of a rank, some of which have a linear mixer.
        OfMixedLayers = "of-mixed-layers",
        /// Trained parameters on a rank but the copies of ends.
        TrainedRest = "trained-rest",
        /// Parameters of a layer on a rank.
        LayerParameters = "layer-parameters",
        /// Parameters of two layers.
        TwoLayers = "two-layers",
        /// Parameters of some equal layers.
        OfTheseLayers = "of-these-layers",
        /// Weights in 8 bits.
        ByteWeights = "byte-weights",
        /// A matrix before it is cut.
        WholeMatrix = "whole-matrix",
        /// Ranks that share a gradient.
        GradientCuts = "gradient-cuts",
        /// Dummy gradients of queries, keys, values and output.
        QkvDummies = "qkv-dummies",
        /// Dummy gradients of the products into latents.
        LatentDummies = "latent-dummies",
        /// Dummy gradients of a linear mixer.
        MixerDummies = "mixer-dummies",
        /// Dummy gradients of shared experts.
        SharedDummies = "shared-dummies",
        /// Dummy gradients of an expert.
        OneExpertDummy = "one-expert-dummy",
        /// Parameters of a rank's part of an expert.
        OneLocalExpert = "one-local-expert",
        /// Parameters with 8-bit moments.
        NarrowMoments = "narrow-moments",
        /// Bytes of the scales of each moment, for every parameter of 256.
        WholeScales = "whole-scales",
        /// Wide moments of the embedding.
        WideMoments = "wide-moments",
        /// All parameters on a rank.
        AllHere = "all-here",
        /// All trained parameters on a rank.
        AllTrainedHere = "all-trained-here",
        /// Ranks that share the optimizer's work.
        Sharers = "sharers",
        /// Parameters that may stay gathered.
        LiveParameters = "live-parameters",
        /// Parameters of the largest layer on a rank.
        LargestLayer = "largest-layer",
        /// Bytes of a layer that recomputation drops.
        DroppedByLayer = "dropped-by-layer",
        /// Bytes of the other layers that recomputation drops.
        DroppedByOthers = "dropped-by-others",
        /// Inputs of layers that are recomputed.
        KeptInputs = "kept-inputs",
        /// Bytes that layers without routed experts keep.
        KeptByDense = "kept-by-dense",
        /// Bytes that layers with routed experts keep.
        KeptByRouted = "kept-by-routed",
        /// Bytes that offloaded layers without routed experts leave on the GPU.
        KeptByMovedDense = "kept-by-moved-dense",
        /// Bytes that offloaded layers with routed experts leave on the GPU.
        KeptByMovedRouted = "kept-by-moved-routed",
        /// Parameters of trained copies of the ends.
        EndCopies = "end-copies",
    }
}
