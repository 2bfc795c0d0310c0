### Moments of a traced step: the name of each, and a sentence on it.

## Figures that stand behind a colon.

# A transfer: its bytes, all its seconds, and the exposed ones if those are others.
# $bytes (amount) $link (time) $exposed (time) $exposure (hidden | whole | part)
transfer =
    { $exposure ->
        [hidden] { $bytes } in { $link }, all hidden
        [whole] { $bytes } in { $link }
       *[part] { $bytes } in { $link }, of which { $exposed } are exposed
    }

# A transfer for which the GPU waits.
# $bytes (amount) $link (time) $exposed (time) $exposure (hidden | whole | part)
# $reason (cost::trace::ExposureReason)
awaited-transfer =
    { $exposure ->
        [hidden] { $bytes } in { $link }, all hidden
        [whole] { $bytes } in { $link }, all of it exposed
       *[part] { $bytes } in { $link }, of which { $exposed } are exposed
    }, because { $reason ->
        [not-overlapped] the framework does not overlap it
        [compute-too-short] the compute beside it is too short
       *[shares-gpu] the exchange slows compute
    }

# A transfer around a ring, with what its seconds consist of.
# $transfer (text) $crossing (time) $bandwidth (bandwidth) $latency (time)
ring-transfer = { $transfer } ({ $crossing } at { $bandwidth }, { $latency } of latency)

# The time of kernels.
# $works (time)
works-beside = { $works }, with an exchange beside it

## One layer that is split by tensor or context parallelism.

# $tokens (count) $takes (time)
norm = Norm.
    .sentence = Each GPU normalises its { $tokens } tokens: { $takes }.

# $gpus (count) $transfer (text)
tensor-gather = All-gather.
    .sentence = Each GPU sends its tokens around the ring of { $gpus }: { $transfer }.

# $products (whole | split) $works (text)
projections = Queries, keys and values.
    .sentence =
        { $products ->
            [whole] Each GPU multiplies its tokens with the weights: { $works }.
           *[split]
                Each GPU multiplies the group’s tokens with its columns of the weights:
                { $works }.
        }

# $transfer (text)
all-to-all = All-to-all.
    .before =
        Each GPU trades tokens for heads: it has all tokens of its heads then. { $transfer }.
    .after = Heads are traded for tokens again. { $transfer }.

# $transfer (text)
keys-and-values = Keys and values.
    .sentence =
        Every GPU receives the keys and values of all parts of the sequence: it sends
        { $transfer }.

# $part (whole-sequence | own-heads | all-heads) $works (time)
attention = Attention.
    .sentence =
        { $part ->
            [whole-sequence] Its queries meet the keys of the whole sequence: { $works }.
            [own-heads] Each GPU computes its heads alone: { $works }.
           *[all-heads] Each GPU computes all heads: { $works }.
        }

# $number (count) $works (time) $transfer (text)
ring-step = Ring step { $number }.
    .last = The last keys and values are used, and go no further: { $works }.
    .sentence =
        While queries meet these keys, { $works }, keys and values go on to the next GPU:
        { $transfer }.

# $products (whole | split) $works (text)
output = Output.
    .sentence =
        { $products ->
            [whole] The heads’ results are multiplied with the output weights: { $works }.
           *[split]
                The GPU’s rows of the weights give full width, but only a part of the sum:
                { $works }.
        }

# $transfer (text)
reduce-scatter = Reduce-scatter.
    .sentence =
        Partial sums are added around the ring: { $transfer }; each GPU keeps its tokens’ sums.

# $transfer (text)
all-reduce = All-reduce.
    .sentence =
        Partial sums are added and spread to all GPUs, twice the bytes of one pass: { $transfer }.

# $takes (time)
between = Add and normalise.
    .sentence = The output is added to the residual stream and normalised: { $takes }.

# $own (count) $hidden (count) $works (text)
mlp-in = Into the MLP.
    .whole = Each token gets { $hidden } hidden values: { $works }.
    .split = Each GPU has { $own } of { $hidden } hidden values: { $works }.

# $products (whole | split) $works (text)
mlp-out = Out of the MLP.
    .sentence =
        { $products ->
            [whole] The hidden values become full width again: { $works }.
           *[split] Partial sums again: { $works }.
        }

# $takes (time)
add = Add.
    .sentence =
        The result is added to the residual stream, the input of the next layer: { $takes }.

## A layer with routed experts.

# $per-token (count) $experts (count) $takes (time)
router = Router.
    .sentence =
        Every token chooses { $per-token } of { $experts } experts. The copies are sorted by
        expert: { $takes }.

# $transfer (text)
dispatch = Dispatch.
    .sentence = Each GPU sends copies to the GPUs of their experts: { $transfer }.

# $transfer (text)
combine = Combine.
    .sentence = Each GPU sends results back to their tokens’ GPUs: { $transfer }.

# An all-to-all of copies, with its mean bandwidth and the links that it takes.
# $transfer (text) $bandwidth (bandwidth) $far (count) $others (count)
copies =
    .inside = { $transfer }, { $bandwidth }; all inside the NVLink domain
    .beyond =
        { $transfer }, { $bandwidth }; { $far } of { $others } other GPUs are beyond the NVLink
        domain

# $transfer (text)
expert-gather = All-gather of copies.
    .sentence = The GPUs of an expert share their copies: { $transfer }.

# $transfer (text)
expert-reduce = Reduce-scatter of copies.
    .sentence = The partial sums of an expert are added: { $transfer }.

# $experts (count) $works (time) $transfer (text) $times (digits)
experts = Experts.
    .sentence =
        { $experts ->
            [one] Each GPU runs one expert: { $works }.
           *[other] Each GPU runs its { $experts } experts: { $works }.
        }
    .beside =
        { $experts ->
            [one] Each GPU runs one expert: { $works } beside the copies, { $transfer }.
           *[other]
                Each GPU runs its { $experts } experts: { $works } beside the copies,
                { $transfer }.
        }
    .most-loaded = All wait for the most loaded GPU, with { $times } times the mean.

# $takes (time)
shared-experts = Shared experts.
    .sentence = All tokens pass the shared experts, too: { $takes }.

# $takes (time)
merge = Sum.
    .sentence = The results of a token are weighted and added: { $takes }.

## Several layers under state sharding or checkpointing.

# $number (count) $works (time) $held (amount) $bytes (amount) $link (time)
forward = Layer { $number }, forward.
    .keeps = It takes { $works }. Activations are now { $held }.
    .sentence =
        The GPU has the layer’s weights: nothing is gathered. { $works } of compute.
    .gathers =
        Beside { $works } of compute, the weights of the next layer are gathered: { $bytes } sent
        by each GPU in { $link }.

# $number (count) $works (time)
recompute = Layer { $number }, forward again.
    .sentence = What was not kept is computed again: { $works }.
    .exchanges =
        What was not kept is computed again: { $works }; its exchanges are repeated, too.

# $number (count) $works (time) $bytes (amount) $link (time)
backward = Layer { $number }, backward.
    .sentence = Gradients are computed and activations freed: { $works }.
    .scatters =
        Beside { $works }, gradients of the layer above are scattered, { $bytes } in { $link },
        and weights of the layer below are gathered.

# $figures (text)
wait-for-weights = Wait for weights.
    .sentence = The next layer’s weights are gathered: { $figures }.

# $figures (text)
wait-for-shards = Wait for shards.
    .sentence = Weights and gradients travel: { $figures }.

# $layers (count)
left-out = { $layers } more layers.
    .sentence = They run likewise, forward and backward, and are not drawn.

## A pipeline stage.

# $idle (time) $held (amount)
fill = Fill.
    .sentence =
        Until its first backward, the stage stores the activations of its forwards, { $held }.
    .waits =
        Until its first backward, the stage waits { $idle } and stores the activations of its
        forwards, { $held }.

# $takes (time) $idle (time)
steady = Steady state.
    .sentence = Forwards and backwards take turns for { $takes }; it waits { $idle }.

# $passes (count) $takes (time)
repeats = { $passes } passes not drawn.
    .sentence = They repeat the same pattern for { $takes }.

# $takes (time) $idle (time)
drain = Drain.
    .sentence =
        The last backwards, with no forward between them: { $takes }, of which it waits { $idle }.

## The end of a step.

# $takes (time)
other-chunks = Other chunks.
    .sentence = Gradients of finished chunks travel beside: { $takes }.

# $takes (time)
earlier = Earlier compute.
    .sentence = Gradients hide beside it, too: { $takes }.

# $travels (time) $takes (time)
last-backward = Last backward.
    .sentence = Gradients are final from the last layer up: { $takes }.
    .leaves =
        Gradients are final from the last layer up and leave at once: they travel for { $travels }
        of { $takes }.

# $takes (time)
data-exchange = Data-parallel exchange.
    .sentence = What is exposed of gradients and new weights: { $takes }.

# $figures (text)
gradients-left = Gradients on their way.
    .sentence = Gradients are reduced: { $figures }.

# $transfer (text)
to-host = To the host.
    .shard = Gradients of the GPU’s shard cross the host’s link: { $transfer }.
    .sentence = Gradients cross the host’s link: { $transfer }.

# $transfer (text)
from-host = Back from the host.
    .sentence = New weights cross the host’s link: { $transfer }.

# $takes (time)
update = Optimizer.
    .shard = Each GPU updates its shard only: { $takes }, the fixed cost of a step included.
    .sentence =
        Every GPU updates all of its weights: { $takes }, the fixed cost of a step included.

# $figures (text)
weights-left = New weights.
    .sentence = They are all-gathered: { $figures }.

# $travels (time) $takes (time)
next-forward = Next forward.
    .sentence = The next step begins: { $takes }.
    .waits =
        The next step begins, while the rest of its weights arrives, for { $travels } of
        { $takes }.

## Attention between memory and chip.

# $number (count) $bytes (amount) $takes (time)
tile = Block { $number } of 8.
    .sentence =
        A block of keys and values is loaded, { $bytes }, and meets the queries on the chip. A
        running maximum and sum replace the scores: { $takes }.

# $takes (time)
all-scores = Queries meet keys.
    .sentence = Every score of s × s is computed: { $takes }.

# $bytes (amount) $takes (time)
scores = Scores to memory and back.
    .sentence = Softmax reads and writes them: { $bytes } in { $takes }.

# $takes (time)
write = Output.
    .sentence = The sums over the values are written: { $takes }.
