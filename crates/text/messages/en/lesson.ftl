### Lessons: faults of texts that are not lessons, and the glossary.

# $most (count)
too-large = the file has more than { $most } bytes, the most that a lesson may have
no-lesson = the file is no lesson: it does not say “"shardwise": 1”

# $given (text) $known (count)
other-format = the lesson is of format { $given }; this planner reads format { $known }

# A fault with its place in the file.
# $place (text) $fault (text)
fault-at = { $place }: { $fault }.

## Faults of a place in the file, without a full stop

missing = has to be there
no-text = should be a text
no-list = should be a list
no-fields = should be an object

# $least (plain) $most (plain)
no-number = should be a number from { $least } to { $most }
unknown-field = there is no such field

# $nearest (text)
unknown-field-but = there is no such field: did you mean “{ $nearest }”?

# $most (count)
too-long = has more than { $most } letters

# $most (count)
too-many = has more than { $most } members
empty = is empty
no-name = may have small letters, digits and hyphens only
twice = another step has this name

# $given (text)
no-word = “{ $given }” is none of the words for this place

# $warning (text)
link-in-doubt = the link is in doubt: { $warning }
no-link = should be the link of a plan, with its “p=”

# $sign (text)
unclosed = “{ $sign }” is opened and not closed

# $given (text)
no-target =
    no link leads to “{ $given }”: only https, control:, view:, term: and why: with a figure do

# $value (text) $fault (text)
no-live-value = the value “{ $value }” cannot be worked out: { $fault }
par-of-nothing = needs a goal, and a plan to start from
change-of-nothing = needs a plan to start from

# $given (text)
no-figure = “{ $given }” is no figure whose arithmetic can be shown

# $given (text)
no-change = “{ $given }” is no key with a value, such as tp=4

# $way (text)
other-way = belongs to “"by": "{ $way }"”
no-range = has to be above “from”

## The glossary

term-data-parallelism = data parallelism
    .meaning =
        Every group of GPUs holds a replica of the model and processes different samples; the
        gradients are summed.
term-pipeline-parallelism = pipeline parallelism
    .meaning =
        The layers are divided into stages, one per GPU; micro-batches pass from stage to stage.
term-tensor-parallelism = tensor parallelism
    .meaning =
        Matrices are split across GPUs: the first of a pair by columns, whose results need no sum,
        the second by rows, whose results are summed, twice a layer in the forward pass and twice in
        the backward pass.
term-sequence-parallelism = sequence parallelism
    .meaning =
        Inside a tensor-parallel group, norms and dropout are split along the sequence; all-gathers
        and reduce-scatters take the place of the all-reduces.
term-context-parallelism = context parallelism
    .meaning =
        Each GPU holds a piece of every sequence in all layers; attention exchanges keys and values
        between the pieces.
term-expert-parallelism = expert parallelism
    .meaning = The experts of a mixture are spread over GPUs, and each token is sent to its experts.
term-sharding = sharding
    .meaning =
        Each GPU keeps only a shard of weights, gradients or optimizer state, and gathers the rest
        when needed.
term-micro-batch = micro-batch
    .meaning =
        The sequences that go through the model at once; a step sums the gradients of several.
term-activation-checkpointing = activation checkpointing
    .meaning =
        Activations are discarded and computed again in the backward pass: less memory, more
        compute.
term-bubble = bubble
    .meaning =
        The time in which pipeline stages are idle while the pipeline fills and drains. Under 1F1B
        early stages wait in the middle of a step, for their first gradients.
term-all-reduce = all-reduce
    .meaning = Every rank has a tensor; afterwards every rank has the sum of all.
term-all-gather = all-gather
    .meaning = Every rank has a part of a tensor; afterwards every rank has the whole tensor.
term-reduce-scatter = reduce-scatter
    .meaning = Every rank has a tensor; afterwards every rank has a part of the sum.
term-all-to-all = all-to-all
    .meaning = Every rank sends a different piece to every other rank, as tokens to their experts.
term-mfu = MFU
    .meaning =
        Model FLOPs utilisation: the FLOPs that the model needs, as a share of what the GPUs could
        do in that time.
term-hbm = HBM
    .meaning =
        High-bandwidth memory: the memory of a GPU, which holds all that it works on. A GPU sold
        with 80 GB has almost 80 GiB of 2³⁰ bytes, which are 85.5 GB of 10⁹ bytes.
term-roofline = roofline
    .meaning =
        The upper limit of a kernel’s speed: memory bandwidth at low arithmetic intensity, peak
        compute above it.
term-mixed-precision = mixed precision
    .meaning = Products in 16 or 8 bits, sums and the optimizer’s copies in 32.
term-utilisation = utilisation
    .meaning = The share of the paid compute that does useful work.
