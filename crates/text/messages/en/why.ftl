### The arithmetic of a figure: its values, its operations, its sources.

## Values with their units; $prefix is that of the unit, such as M, or nothing.

# $value (written) $prefix (written)
bytes = { $value }{"\u00A0"}{ $prefix }B

# $value (written) $prefix (written)
bytes-per-second = { $value }{"\u00A0"}{ $prefix }B/s

# $value (written) $prefix (written)
flops = { $value }{"\u00A0"}{ $prefix }FLOP

# $value (written) $prefix (written)
flops-per-second = { $value }{"\u00A0"}{ $prefix }FLOP/s

# $value (written) $prefix (written)
seconds = { $value }{"\u00A0"}{ $prefix }s

# $value (written)
hours = { $value }{"\u00A0"}h

# $value (written)
days = { $value }{"\u00A0"}d

# $value (written)
dollars = ${ $value }

# $value (written)
dollars-per-hour = ${ $value } an hour

# $value (written)
watts = { $value }{"\u00A0"}W

# $value (written)
megawatt-hours = { $value }{"\u00A0"}MWh

# A number whose unit has no short name.
# $value (written) $unit (written)
other-unit = { $value }{"\u00A0"}{ $unit }

# A power of ten.
# $value (written) $power (written)
power-of-ten = { $value }{"\u00A0"}×{"\u00A0"}10^{ $power }

## Operations, in front of their numbers.

op-sum = sum

op-product = product

op-rounded = product, rounded

op-quotient = quotient

op-floor = quotient, rounded down

op-ceil = quotient, rounded up

op-difference = difference

op-max = largest

op-min = smallest

op-power = power

op-log2 = logarithm to base 2

op-root = square root

op-path = longest chain

op-either = smooth maximum

## Sources of the numbers that no operation gives.

origin-plan = plan

origin-sheet = data sheet

origin-counted = counted

origin-fitted = fitted

origin-measured = measured

origin-assumed = assumed

origin-simulated = simulated

origin-machine = your machine

## Figures.

root-mfu = model FLOPs utilisation

root-idle = share of the pipeline’s time in which stages wait

root-step = time of a step

root-compute = forward and backward kernels

root-recompute = recompute

root-forward-only = forwards without a backward

root-communication = exposed communication

root-tensor = exposed tensor-parallel exchange

root-context = exposed context-parallel exchange

root-expert = exposed exchange of experts

root-pipeline = exposed transfers between stages

root-data = exposed exchange of gradients and weights

root-bubble = bubble

root-imbalance = imbalance of stages

root-optimizer = optimizer, and the fixed cost of a step

root-steps = optimizer steps of the run

root-goodput = share of the run’s time in which training advances

root-days = days of the run

root-gpu-hours = GPU-hours of the run

root-cost = cost of the run

root-energy = energy of the run

root-memory-total = memory of the stage

root-memory-weights = weights

root-memory-gradients = gradients

root-memory-optimizer = master weights and moments

root-memory-activations = activations

root-memory-logits = logits

root-memory-buffers = buffers

root-memory-overhead = memory beside what is allocated

root-memory-state = model state

root-memory-must = memory that a process must have

root-memory-at-rest = memory between two steps

root-run-tokens = tokens of the run

root-between-failures = mean time between failures of the cluster

root-checkpoint = bytes of a checkpoint

root-write = time in which a checkpoint is written

root-young = time between checkpoints by Young

root-daly = time between checkpoints by Daly

root-writing = share of the run’s time in which checkpoints are written

root-again = share of the run’s time in which lost work is done again

root-restarting = share of the run’s time in which it restarts

root-bill-state = model state, 16 bytes for each parameter

root-bill-least-gpus = least number of GPUs that can hold the state

root-bill-activations = activations of one sequence

root-bill-flops = FLOPs of the run, 6 for each parameter and token

root-bill-attention = FLOPs of attention as a share of the others

root-bill-at-peak = time of these FLOPs at the peak

root-bill-at-pace = time of the run at the plan’s speed, without failures

root-below = share of the step in kernels below their peak

root-loss-ceiling = share of the peak that even the best products do not reach

root-loss-kernels = share of the peak that slower kernels lose

root-loss-padding = share of the peak that padding takes

root-loss-recompute = share of the peak that recompute takes

root-loss-forward-only = share of the peak that forwards without a backward take

root-loss-tensor = share of the peak that tensor-parallel exchange takes

root-loss-context = share of the peak that context-parallel exchange takes

root-loss-expert = share of the peak that exchange of experts takes

root-loss-pipeline = share of the peak that transfers between stages take

root-loss-data = share of the peak that exchange of gradients and weights takes

root-loss-bubble = share of the peak that the bubble takes

root-loss-imbalance = share of the peak that imbalance of stages takes

root-loss-optimizer = share of the peak that the optimizer and the fixed cost of a step takes

root-traffic-tensor = bytes sent in a step, tensor-parallel exchange

root-traffic-context = bytes sent in a step, context-parallel exchange

root-traffic-expert = bytes sent in a step, exchange of experts

root-traffic-pipeline = bytes sent in a step, transfers between stages

root-traffic-data = bytes sent in a step, exchange of gradients and weights

## The command.

# Parts of a sum, each below a thousandth of it.
# $parts (count)
small-parts =
    { $parts ->
        [one] a part below 0.1{"\u00A0"}%
       *[other] { $parts } parts below 0.1{"\u00A0"}%
    }

# A value beside that of another plan.
# $now (written) $before (written)
beside = { $now }, not { $before }

# A number that the other plan does not have.
# $now (written)
only-here = { $now }, only here

# A number whose parts stand at another place of the rows.
# $path (text)
known-at = as { $path }

# Equal parts of a sum.
# $times (written) $part (text)
multiple = { $times } × { $part }

# In place of the name of a plain number.
plain-number = number

# A figure that is zero has no arithmetic.
# $name (text)
is-zero = { $name } is 0 in this plan

# $words (names)
unknown-figure = No figure has this name. Figures are: { $words }

unknown-place = A figure of memory or traffic has a stage behind @: a number from 0, or fullest

# $name (text)
has-no-stages = { $name } is a figure of the whole pipeline, not of a stage

one-stage = The plan has one stage, with the number 0

# $last (count)
last-stage = Stages of the plan have the numbers 0 to { $last }

# $path (text) $words (names)
no-such-path = Nothing is at { $path }. Below the last number that was found are: { $words }
