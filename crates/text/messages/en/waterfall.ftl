### From the peak to the MFU.

# Name of the view.
heading = From peak to MFU.

# The share of the peak that is left as MFU or HFU, and the largest loss, in points.
# $start (whole) $left (tenths) $end (text) $kernels (tenths) $cause (text) $loss (tenths)
left-of-peak =
    Of { $start } points of the peak, { $left } remain as { $end }. Kernels below the peak cost
    { $kernels } points. The largest other loss: { $cause }, { $loss } points.

# Name of the first bar.
peak = peak of the data sheet

# FLOPs that are counted and never computed.
credit = counted but not computed

end-mfu = MFU

end-hfu = HFU

# Before the names of the causes that take less than a tenth of a point.
nothing = Nothing, or less than 0.1 points, lost to:

## Causes of loss: name, and an explanation with ways to lower it.

cause-ceiling = kernels below the peak

why-ceiling =
    Even large matrix products do not reach the peak of the data sheet. Only another GPU or another
    number format changes this.

cause-shapes = small matrix shapes

why-shapes =
    Matrix products too small to fill the GPU. Fewer ranks that split them, or more tokens per
    micro-batch, make them larger.

cause-attention = attention

why-attention =
    The attention core is slower than large products. Flash Attention does not write its scores to
    memory.

cause-elementwise = memory-bound kernels

why-elementwise =
    Norms, residuals, activations and casts only move bytes. Fused kernels move fewer, sequence
    parallelism divides them.

cause-head = head and loss

why-head =
    The output head runs in 16 bit, and the loss passes over every logit. Tensor parallelism divides
    the vocabulary.

cause-launch = kernel launches

why-launch =
    The GPU waits for the host. Larger micro-batches give each launch more to do, and a CUDA graph
    launches many kernels at once.

cause-busy-experts = expert imbalance

why-busy-experts = The busiest experts have more tokens than the mean, and all others wait for them.

cause-padding = padding

why-padding =
    Kernels compute what fills samples up to the longest of their micro-batch. Packed samples need
    none; a smaller micro-batch needs less.

cause-recompute = recompute

why-recompute = Forward work repeated in backward to keep fewer activations.

cause-forward-only = forwards without a backward

why-forward-only =
    Forwards of the reference model, and of the policy before its update. Log-probabilities that are
    computed before the training take no time in a step.

cause-tensor = tensor parallelism

why-tensor =
    Exposed collectives in every layer. Fewer ranks, all in one NVLink domain, or overlap reduce
    them.

cause-context = context parallelism

why-context = Exposed transfers of keys and values. Fewer ranks or an overlapped ring reduce them.

cause-expert = expert parallelism

why-expert =
    Exposed transfers of tokens to their experts and back. Fewer ranks, another dispatcher or
    overlap reduce them.

cause-pipeline = pipeline transfers

why-pipeline =
    Exposed transfers of activations to the next stage. Fewer stages, fewer chunks or overlap reduce
    them.

cause-data = data parallelism

why-data =
    Exposed transfers of gradients and weights among replicas. A larger batch needs them less often;
    ZeRO-3 needs them for every micro-batch.

cause-bubble = bubble

why-bubble =
    Stages are idle while the pipeline fills and drains. More micro-batches, fewer stages,
    interleaved stages or a schedule that splits backward reduce this.

cause-imbalance = imbalance of stages

why-imbalance =
    Stages wait for those with more work. Divide the layers by their time, with embedding and loss,
    or use more virtual stages.

cause-optimizer = optimizer

why-optimizer =
    Its pass over the state, and other fixed costs of a step. ZeRO divides it; a larger batch needs
    it less often.

## Headings of the table.

heading-cause = from the peak down

heading-points = points

heading-share = share of the step

heading-certainty = how sure
