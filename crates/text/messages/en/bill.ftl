### The bill: what the model needs before any layout.

# Name of the view.
heading = Memory and compute bill.

# The size of the model state, and the number of GPUs that it fills.
# $params (short) $state (gigabytes) $gpus (count) $memory (gigabytes)
sentence-of-state =
    { $gpus ->
        [one] { $params } parameters × 16 bytes = { $state }: at least { $gpus } GPU of { $memory },
            without activations.
       *[other] { $params } parameters × 16 bytes = { $state }: at least { $gpus } GPUs of
            { $memory }, without activations.
    }

## Parts of the model state.

part-weights = weights, 16 bit

part-gradients = gradients, 16 bit

part-master = master weights, 32 bit

part-momentum = momentum, 32 bit

part-variance = variance, 32 bit

## Lines below the parts: name, working and result.

state = state

# $bytes (count) $params (short)
state-working = { $bytes } × { $params }

gpus = GPUs that hold it

# $state (gigabytes) $memory (gigabytes)
gpus-working = { $state } ÷ { $memory }, rounded up

fullest = state on the fullest GPU of this plan

fullest-working = after parallelism and sharding

activations = activations of one sequence

# $sequence (count) $hidden (count) $layers (count)
activations-flash =
    (34·{ $sequence }·{ $hidden }) × { $layers } layers; with dropout and an MLP of 4·h (Korthikanti
    2022)

# $sequence (count) $hidden (count) $heads (count) $layers (count)
activations-scores =
    (34·{ $sequence }·{ $hidden } + 5·{ $heads }·{ $sequence }²) × { $layers } layers; with dropout
    and an MLP of 4·h (Korthikanti 2022)

training = training, 6·N·D

# $params (short) $tokens (short) $attention (percent)
training-working = 6 × { $params } × { $tokens } tokens, plus { $attention } for attention

# $flops (exponent)
training-result = { $flops } FLOPs

time = time

# $days (days) $gpus (count) $mfu (percent)
time-working = { $days } on { $gpus } GPUs at their peak; at an MFU of { $mfu }

## Headings of the table.

heading-quantity = quantity

heading-calculation = calculation

heading-result = result
