### The player of a step.

# Name of the row of scenes.
scenes = Scenes
# Name of the buttons.
player = Player
back = Step back
play = Play
pause = Pause
forward = Step forward
# Name of the choice of a speed.
speed = Speed
# Name of the place in the scene.
place = Place in the scene

# A place in the scene: its moment, and the time from the start.
# $number (count) $all (count) $name (text) $at (time)
at = moment { $number } of { $all }, { $name }, { $at }

# The factor of time in the present moment: seconds of the step in one second.
# $seconds (time)
pace = here 1{"\u00A0"}s shows { $seconds }

# Name of the drawing.
# $result (text) $sentence (text)
drawing = { $result } Now: { $sentence }

## Files.

strip = strip of moments (SVG)
animation = animation (PNG)

# Button that opens the cut.
to-cut = Back to Cut

## The memory of a GPU.

# $number (count)
gpu = GPU { $number }
# Weights that no step changes, which have a lighter colour.
lighter-frozen = lighter: frozen
# $number (count)
stage = stage { $number }
# $bytes (figure)
peak = peak { $bytes }
weights = weights
gradients = gradients
optimizer = optimizer
# Memory beside weights, gradients and optimizer that does not change.
others = others
# The lens on changes.
# $factor (whole)
lens = memory change, { $factor }×
gathered = gathered
activations = activations
working = working

## The memory of all stages.

# $unit (text)
each-stage = Each stage, { $unit }
# A line across the bar of a stage.
most-in-step = line: its most in a step

## Time.

time = time
# $now (time) $all (time)
time-of = { $now } of { $all }
# A span in which the GPU waits.
waits = waits
# How long an exchange goes on after the end of a scene.
# $after (time)
beyond = +{ $after } ▸

## Short names of kernels.

kernels-projections = Q, K, V
kernels-attention = attention
kernels-output = output
kernels-mlp-in = MLP in
kernels-mlp-out = MLP out
kernels-shared = shared
kernels-router = router
kernels-experts = experts
kernels-forward = forward
kernels-backward = backward
kernels-recompute = recompute
kernels-update = optimizer
kernels-tile = block
kernels-scores = scores

## Words in the drawings.

# $number (count)
layer = layer { $number }
layer-sharded = sharded
layer-whole = whole
layer-gathers = gathers
layer-computes = computes
layer-recomputes = recomputes
layer-backward = backward
layer-scatters = scatters

# The micro-batches that a stage holds.
# $number (count)
held-by = held by { $number }

# The middle of a pipeline's step that is not drawn; alike if the passes before and after it repeat in
# it.
# $takes (time)
middle-alike = ⋯ { $takes } alike
# $takes (time)
middle-others = ⋯ { $takes }

# Members that are not drawn.
# $count (count)
likewise = + { $count } GPUs

# Rows of a layer among tensor-parallel GPUs: input, weights, result, weights, sums.
row-input = X
row-attention-in = W qkv
row-attention = Q K V
row-mlp-in = W in
row-hidden = H
row-out = W out
row-sums = Σ

# The part that a GPU has of the attention heads, and of the MLP's hidden values.
# $own (count) $all (count)
part-of-heads = { $own } of { $all } heads
# $own (count) $all (count)
part-of-hidden = { $own } of { $all }

# A turn of a ring.
# $number (count) $all (count)
turn = turn { $number } of { $all }

# The nodes before and after those GPUs on a ring that are drawn.
# $number (count)
from-node = from node { $number }
# $number (count)
to-node = to node { $number }

# Names of pieces.
piece-queries = Q
piece-keys = K, V
piece-sums = running sum
piece-scores = scores
piece-kept = kept
piece-again = again
# $number (count)
queries-of = Q { $number }
# $number (count)
keys-of = KV { $number }

tokens = tokens
experts = experts
queries = queries
keys = keys
on-chip = on the chip
memory = memory
network = network
host = host
