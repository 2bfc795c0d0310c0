### Limits of a plan, and what helps against them.

pending = Looking for the change that helps most…
helps = What helps most
helps-so-far = Best change found in three seconds
nothing-helps = No change of one or two settings gains more than 1 %.
nothing-helps-so-far =
    The search stopped after three seconds: no change so far gains more than 1 %.
# $plans (count)
stopped = The search for a change that helps stopped after { $plans } plans.

## Limits

# $free (size)
memory-free = Memory is not the limit: { $free } are free on the fullest GPU.
# $verdict (text) $held (figure) $capacity (size) $mostly (text)
memory-near =
    Memory is the limit: { $verdict }, { $held } of { $capacity }, mostly { $mostly }.
# $over (size) $mostly (text)
memory-over =
    Memory is the limit: the fullest GPU needs { $over } more than it has, mostly for { $mostly }.

## Warnings

# $warnings (count)
warnings = Warnings: { $warnings }

unproven-hardware = Not validated on this hardware.
# $tensor (count) $domain (count)
tensor-across-domains =
    Tensor parallelism over { $tensor } GPUs exceeds the { $domain } with a fast link: each layer
    waits for the network.
# The order of passes may save memory at the price of a bubble, and each micro-batch may reduce gradients.
# $share (percent) $order (saving | reducing | other)
large-bubble =
    The pipeline bubble is { $share } of the pipeline’s time. { $order ->
        [saving] Fewer stages or a schedule that stores more activations
        [reducing] Fewer stages, virtual stages or a zero-bubble schedule
       *[other] More micro-batches, fewer stages, virtual stages or a zero-bubble schedule
    } reduce this.
# $tokens (short) $critical (short)
batch-beyond-critical =
    { $tokens } tokens a step are far beyond the critical batch of about { $critical }: more tokens
    improve the loss very little (Kaplan 2020).
# $micro-batches (count) $pipeline (count)
broken-group =
    { $micro-batches } micro-batches do not divide by { $pipeline } stages: interleaved stages leave
    slots empty in the last group.
# $most-stage (count) $most (duration) $least-stage (count) $least (duration) $share (percent)
# $helps (division | fewer)
uneven-stages =
    Stage { $most-stage } works { $most } of a step and stage { $least-stage } { $least }: the
    others wait for it, { $share } of the pipeline’s time. More micro-batches do not help here,
    { $helps ->
        [division] another division of the layers does.
       *[fewer] fewer stages do.
    }
# $tokens (short) $share (percent)
thin-micro-batches =
    ZeRO-3 gathers all weights for each micro-batch of { $tokens } tokens: { $share } of the step is
    exposed data-parallel communication.
sharded-gradients-in-pipeline =
    ZeRO-2 in a pipeline reduces gradients again for every micro-batch; frameworks advise ZeRO-1
    there.
# $expert (count) $share (percent)
experts-across-domains =
    Experts over { $expert } GPUs send their tokens across the network: { $share } of the step.
