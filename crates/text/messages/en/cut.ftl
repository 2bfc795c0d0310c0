### The view in which a plan cuts a model: which GPU holds what.

# Name of the view.
heading = Which GPU holds what.

## The sentence on the cut: its factors, and what each GPU keeps of the model state.

one-gpu = One GPU holds all of it.

# $stages (count)
factor-stages =
    { $stages ->
        [one] { $stages } stage
       *[other] { $stages } stages
    }

# $columns (count)
factor-columns =
    { $columns ->
        [one] { $columns } column
       *[other] { $columns } columns
    }

# $parts (count)
factor-parts =
    { $parts ->
        [one] { $parts } sequence part
       *[other] { $parts } sequence parts
    }

# $replicas (count)
factor-replicas =
    { $replicas ->
        [one] { $replicas } replica
       *[other] { $replicas } replicas
    }

# The factors have “×” between them; there is only one replica.
# $factors (text) $gpus (count)
split = { $factors } = { $gpus } GPUs.

# $factors (text) $gpus (count)
split-whole = { $factors } = { $gpus } GPUs; each GPU keeps its whole state.

# $factors (text) $gpus (count) $sharers (count) $state (all | weights | gradients | optimizer)
split-sharded =
    { $factors } = { $gpus } GPUs; each GPU keeps 1/{ $sharers } of the { $state ->
       *[all] weights, gradients and optimizer state.
        [weights] weights and optimizer state.
        [gradients] gradients and optimizer state.
        [optimizer] optimizer state.
    }

both-stay = Gathered weights and whole gradients stay until the last micro-batch.

weights-stay = Gathered weights stay until the step ends.

gradients-stay = Gradients stay whole until the last micro-batch.

## The key and the tools.

key-weights = weights

# In place of “weights” beside frozen ones.
key-trained = trained weights

key-frozen = frozen weights

key-gradients = gradients

key-optimizer = optimizer state

key-elsewhere = kept by another GPU

key-activations = activations of a micro-batch

# Actions of a reader.
hint = Drag a dark handle to cut elsewhere. Press a GPU to see what it holds.

# Name of the choice of how replicas are drawn: behind each other, or side by side.
drawn = Replicas

drawn-stacked = Stacked

drawn-apart = Apart

# Button that plays a step.
watch = Watch it move ▸

handle-tensor = Tensor parallel

handle-pipeline = Pipeline parallel

handle-data = Data parallel

# Short names on the handles and on lines of messages.
axis-tensor = TP

axis-pipeline = PP

axis-data = DP

axis-context = CP

axis-expert = EP

## Names in the drawing.

# $stage (count)
stage-number = stage { $stage }

# In place of the number of the only stage.
the-model = the model

no-layers = no layers

# $layer (count)
one-layer = layer { $layer }

# Runs of layers, such as “1–5, 21–25”.
# $runs (names)
layer-runs = layers { $runs }

# $runs (names) $more (count)
layer-runs-more = layers { $runs } and { $more } more runs

# Neighbouring layers.
# $first (count) $last (count)
layer-run = { $first }–{ $last }

# The ends of the model that are on a stage.
ends-both = embedding and head

ends-embedding = and embedding

ends-head = and output head

# The work of a stage at a moment.
# $direction (cost::schedule::Direction) $micro-batch (count)
runs-block =
    { $direction ->
        [forward] forward { $micro-batch }
        [backward] backward { $micro-batch }
        [input-gradient] input gradient { $micro-batch }
       *[weight-gradient] weight gradient { $micro-batch }
    }

idle = idle

# $stage (count)
folded-one = stage { $stage } is not drawn

# $first (count) $last (count)
folded-several = stages { $first } to { $last } are not drawn

# A GPU, by its number.
# $gpu (count)
gpu = GPU { $gpu }

# A replica, by its number.
# $replica (count)
replica = replica { $replica }

# Replicas behind the front one: the number of the next one, and how many there are.
# $next (count) $others (count)
behind =
    { $others ->
        [one] replica { $next }: the same weights, other sequences
       *[other] { $others } more replicas: the same weights, other sequences
    }

# $heads (count)
column-whole = the whole width: { $heads } heads

# $here (count) $heads (count)
column-part = a column: { $here } of { $heads } heads

## The chosen GPU.

# Name of the list of what the chosen GPU holds.
chosen = The chosen GPU

# $column (count)
at-column = column { $column }

# $part (count)
at-part = sequence part { $part }

# The part of the width of a GPU’s layers.
# $columns (count)
part-width = 1/{ $columns } of the width

# $first (count) $last (count)
part-experts = experts { $first } to { $last }

on-host = on the host

# $sharers (count)
share-fraction = 1/{ $sharers }

# A GPU’s share of a part of the model state, and who has the rest.
# $share (text) $other (count)
share-of-two = { $share }; GPU { $other } has the other half

# $share (text) $others (count)
share-of-several = { $share }; { $others } other GPUs have the rest

# $in-flight (count)
flight =
    { $in-flight ->
        [one] { $in-flight } micro-batch in flight
       *[other] { $in-flight } micro-batches in flight
    }

# $in-flight (count) $parts (count)
flight-part =
    { $in-flight ->
        [one] { $in-flight } micro-batch in flight, 1/{ $parts } of each sequence
       *[other] { $in-flight } micro-batches in flight, 1/{ $parts } of each sequence
    }

# Before the sum of a GPU’s memory.
# $capacity (size)
total = in all, of { $capacity }

# Bytes of a GPU’s frozen weights and of its trained state: weights, gradients, optimizer state.
# $frozen (size) $trained (size)
said-state-groups = frozen weights: { $frozen }, trained state: { $trained }

# Memory of a GPU beside state, activations and overhead.
rest = logits and buffers

# Heading of a GPU’s messages.
messages = Messages in a step

# The time of messages on their link.
# $link (text) $time (duration)
overlapped = { $link }: { $time }, all overlapped with compute

# $link (text) $time (duration) $exposed (duration)
exposed-part = { $link }: { $time }, { $exposed } exposed

## Headings of the table.

heading-stage = stage

heading-layers = layers

heading-gradients = gradients

heading-optimizer = optimizer state

heading-activations = activations and logits

heading-in-flight = micro-batches in flight

heading-total = in all
