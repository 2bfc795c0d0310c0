### Changes of a plan, and what a cure does.

# $name (text) $before (text) $after (text)
moved = { $name } { $before } → { $after }

# A change whose values say what changes.
# $before (text) $after (text)
replaced = { $before } → { $after }

## Names of what changes

model = model
tensor = TP
pipeline = PP
context = CP
# Exchange of keys and values between context-parallel ranks.
context-kind = exchange of CP
virtual-stages = virtual stages
schedule = schedule
zero = ZeRO
gpus = GPUs
sequence = sequence
micro-batch = micro-batch
global-batch = global batch
cross-entropy = cross-entropy
precision = precision
trained = training
targets = adapters beside
optimizer = optimizer
optimizer-kernel = Optimizer kernel
mlp-tiles = MLP tiles
frozen-first = frozen first layers
frozen-last = frozen last layers
experts = EP × expert TP
degrees = TP × PP × CP
experts-per-token = experts a token
latent-rank = MLA KV rank
key-width = MLA width without positions
shard-group = shard group

## Values

all-ranks = all ranks
nothing-on-host = nothing on the host
# $parts (text)
to-host = offload { $parts } to the host
even-split = an even split
# $stages (text)
uneven-split = an uneven split: { $stages }
# The first run of stages with the same number of layers.
# $stages (count) $layers (count)
stages-of-layers = { $stages ->
        [one] { $stages } stage of { $layers } layers
       *[other] { $stages } stages of { $layers } layers
    }
# A further run of stages.
# $stages (count) $layers (count)
more-stages = { $stages } of { $layers }
ends-count = count embedding and loss as layers
ends-do-not-count = do not count embedding and loss as layers
no-recompute = no recompute
# $modules (names)
selective-recompute = recompute of { $modules }
full-recompute = full recompute
flash-on = Flash Attention on
flash-off = Flash Attention off

## Effects of a change

# $memory (size-change) $mfu (gain) $verdict (text)
cure-effect = { $memory }, MFU { $mfu } points, { $verdict }
# $faster (change) $memory (size-change) $verdict (text)
advice-effect = { $faster } tokens/s, { $memory }, { $verdict }
# The effect of a change after which the framework still does not run the plan.
# $effect (text) $refused (text)
refused-effect = { $effect }, { $refused }
