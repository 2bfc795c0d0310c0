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

# $part (whole-sequence | window | documents | own-heads) $works (time)
attention = Attention.
    .sentence =
        { $part ->
            [whole-sequence] Its queries meet the keys of the whole sequence: { $works }.
            [window]
                Its queries meet the keys of the whole sequence, in layers with a window those of
                the window: { $works }.
            [documents] Its queries meet the keys of their sample: { $works }.
           *[own-heads] Each GPU computes its heads alone: { $works }.
        }

# $number (count) $works (time) $transfer (text)
ring-step = Ring step { $number }.
    .last = The last keys and values are used, and go no further: { $works }.
    .behind = Queries meet these keys while earlier ones are on their way: { $works }.
    .sentence =
        While queries meet these keys, { $works }, keys and values go on to the next GPU:
        { $transfer }.

# Several turns of a long ring.
# $first (count) $last (count) $works (time) $transfer (text)
ring-steps = Ring steps { $first } to { $last }.
    .sentence =
        Each of these steps has other keys, { $works } in all; they go on to the next GPU after
        each: { $transfer }.

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

# All of the layer before its router.
# $takes (time) $waited (time)
mixing = Norm and attention.
    .sentence = They come before the experts: { $takes }.
    .waits =
        They come before the experts: { $takes }, of which the GPU waits { $waited } for
        exchanges.

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

# The time of the experts, with the copies that travel meanwhile.
# $works (time) $transfer (text)
beside-copies = { $works } beside the copies, { $transfer }

# $slices (whole | part) $experts (count) $works (text) $times (digits)
experts = Experts.
    .sentence =
        { $slices ->
            [part]
                { $experts ->
                    [one] Each GPU runs its part of one expert: { $works }.
                   *[other] Each GPU runs its part of { $experts } experts: { $works }.
                }
           *[whole]
                { $experts ->
                    [one] Each GPU runs one expert: { $works }.
                   *[other] Each GPU runs its { $experts } experts: { $works }.
                }
        }
    .most-loaded = All wait for the most loaded GPU, with { $times } times the mean.

# $takes (time)
shared-experts = Shared experts.
    .sentence = All tokens pass the shared experts, too: { $takes }.

# The results of a token's experts.
# $results (count) $takes (time)
merge = Sum.
    .sentence =
        { $results ->
            [one] The result of a token is weighted: { $takes }.
           *[other] The { $results } results of a token are weighted and added: { $takes }.
        }

## Several layers under state sharding or checkpointing.

# The layer whose weights come next: another one of the stage, or that of another pass.
# $number (count) $works (time) $held (amount) $next (layer | pass) $bytes (amount) $link (time)
forward = Layer { $number }, forward.
    .keeps = It takes { $works }. Activations are now { $held }.
    .sentence =
        The GPU has the layer’s weights: nothing is gathered. { $works } of compute.
    .gathers =
        Beside { $works } of compute, the weights of the next { $next ->
            [layer] layer
           *[pass] pass
        } are gathered: { $bytes } sent by each GPU in { $link }.

# $number (count) $works (time)
recompute = Layer { $number }, forward again.
    .sentence = What was not kept is computed again: { $works }.
    .exchanges =
        What was not kept is computed again: { $works }; its exchanges are repeated, too.

# Gradients of the layer above, and weights of the layer below, if the stage has them.
# Of a run with adapters only their gradients exist.
# $number (count) $works (time) $neighbours (both | not-both) $trained (all | adapters)
# $bytes (amount) $link (time)
backward = Layer { $number }, backward.
    .sentence = Gradients are computed and activations freed: { $works }.
    .scatters =
        { $neighbours ->
            [both]
                Beside { $works }, gradients of { $trained ->
                    [adapters] adapters of the layer above
                   *[all] the layer above
                } are scattered, { $bytes } in { $link }, and weights of the layer below are
                gathered.
           *[not-both]
                Beside { $works }, { $trained ->
                    [adapters] gradients of adapters
                   *[all] gradients
                } are scattered, { $bytes } in { $link }, and the weights that run next are
                gathered.
        }

# $next (layer | pass) $figures (text)
wait-for-weights = Wait for weights.
    .sentence =
        { $next ->
            [layer] The next layer’s weights are gathered: { $figures }.
           *[pass] The next pass’s weights are gathered: { $figures }.
        }

# $figures (text)
wait-for-shards = Wait for shards.
    .sentence = Weights and gradients travel: { $figures }.

# $layers (count) $again (count)
left-out =
    { $layers ->
        [one] { $layers } more layer.
       *[other] { $layers } more layers.
    }
    .sentence =
        { $layers ->
            [one] It runs likewise, forward and backward, and is not drawn.
           *[other] They run likewise, forward and backward, and are not drawn.
        }
    .others =
        { $layers ->
            [one] It is not drawn; { $again } of { $layers } runs its forward again.
           *[other] They are not drawn; { $again } of { $layers } run their forward again.
        }

## A pipeline stage.

# $idle (time) $held (amount)
fill = Fill.
    .sentence =
        Until its first backward, the stage stores the activations of its forwards, { $held }.
    .waits =
        Until its first backward, the stage waits { $idle } and stores the activations of its
        forwards, { $held }.
    .part = The stage stores the activations of its forwards, { $held }.

# $order (in-turn | beside) $takes (time) $idle (time)
steady = Steady state.
    .sentence =
        { $order ->
            [beside] Forwards run beside backwards and between them, for { $takes }.
           *[in-turn] Forwards and backwards take turns for { $takes }.
        }
    .waits =
        { $order ->
            [beside] Forwards run beside backwards and between them, for { $takes }; it waits { $idle }.
           *[in-turn] Forwards and backwards take turns for { $takes }; it waits { $idle }.
        }

# $passes (count) $takes (time)
repeats = { $passes } passes not drawn.
    .sentence = They repeat the same pattern for { $takes }.
    .others = They take { $takes }.

# $takes (time) $idle (time)
drain = Drain.
    .sentence = The last backwards, with no forward between them: { $takes }.
    .waits =
        The last backwards, with no forward between them: { $takes }, of which it waits { $idle }.

## The end of a step.

# $takes (time)
other-chunks = Other chunks.
    .sentence = Gradients of finished chunks travel beside: { $takes }.

# $takes (time)
earlier = Earlier compute.
    .sentence = Gradients hide beside it, too: { $takes }.

# $travels (time) $trained (all | adapters) $takes (time)
last-backward = Last backward.
    .sentence =
        { $trained ->
            [adapters] Gradients of adapters
           *[all] Gradients
        } are final from the last layer up: { $takes }.
    .leaves =
        { $trained ->
            [adapters] Gradients of adapters
           *[all] Gradients
        } are final from the last layer up and leave at once: they travel for { $travels } of
        { $takes }.

# What is gathered at the end of a step: new weights, new adapters, or either with the sharded
# frozen weights.
# $spread (weights | adapters | frozen-too | all) $takes (time)
data-exchange = Data-parallel exchange.
    .gradients = What is exposed of gradients: { $takes }.
    .both =
        What is exposed of { $spread ->
            [frozen-too] gradients, new adapters and frozen weights
            [all] gradients, new weights and frozen ones
            [adapters] gradients and new adapters
           *[weights] gradients and new weights
        }: { $takes }.

# $trained (all | adapters) $figures (text)
gradients-left = Gradients on their way.
    .sentence =
        { $trained ->
            [adapters] Gradients of adapters are reduced: { $figures }.
           *[all] Gradients are reduced: { $figures }.
        }

# $transfer (text)
to-host = To the host.
    .shard = Gradients of the GPU’s shard cross the host’s link: { $transfer }.
    .sentence = Gradients cross the host’s link: { $transfer }.

# $trained (all | adapters) $transfer (text)
from-host = Back from the host.
    .sentence =
        { $trained ->
            [adapters] New adapters cross the host’s link: { $transfer }.
           *[all] New weights cross the host’s link: { $transfer }.
        }

# The weights that a GPU updates.
# $group (count) $experts (count)
updated =
    .whole = Every GPU updates all of its weights
    .trained = Every GPU updates all of its trained weights
    .adapters = Every GPU updates all of its adapters
    .shard = Each GPU updates its shard, 1 of { $group }
    .shard-of-adapters = Each GPU updates its shard of the adapters, 1 of { $group }
    .parts =
        Each GPU updates { $group ->
            [one] all of its trained dense weights
           *[other] 1 of { $group } of the trained dense weights
        } and { $experts ->
            [one] all of its trained experts
           *[other] 1 of { $experts } of its trained experts
        }

# $updated (text) $takes (time)
update = Optimizer.
    .sentence = { $updated }: { $takes }, the fixed cost of a step included.

# $spread (weights | adapters | frozen-too | all) $figures (text)
weights-left =
    { $spread ->
        [frozen-too] Adapters and frozen weights.
        [all] New weights and frozen ones.
        [adapters] New adapters.
       *[weights] New weights.
    }
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

# $queries (count) $keys (count) $takes (time)
all-scores = Queries meet keys.
    .sentence =
        All scores of a head, { $queries } queries × { $keys } keys, are computed: { $takes }.

# $bytes (amount) $takes (time)
scores = Scores to memory and back.
    .sentence = Softmax reads and writes them: { $bytes } in { $takes }.

# $takes (time)
write = Output.
    .sentence = The sums over the values are written: { $takes }.
