### Goals: conditions on a plan in words, and their faults.

# The goal, and the result of its check.
# $goal (text)
not-reached = Goal: { $goal }. Not reached.

# $goal (text)
reached-unfit = Goal: { $goal }. Reached, but the plan does not fit.

# $goal (text)
reached = Goal: { $goal }. Reached.

## Conditions

# $number (text) $field (text)
share-of = { $number }{"\u00A0"}% of the { $field }

# A comparison stands between two figures.
less = {" "}less than{" "}
at-most = {" "}at most{" "}
more = {" "}more than{" "}
at-least = {" "}at least{" "}
equal = {" "}equal to{" "}
other = {" "}other than{" "}

# Arithmetic stands between two figures.
plus = {" "}plus{" "}
minus = {" "}minus{" "}
times = {" "}times{" "}
divided = {" "}divided by{" "}

# Stands before a number that is negated.
negated = minus{" "}

# Stands before a condition that must not be met.
not-true = it is not true that{" "}

# Stands between conditions that must all be met.
both = , and{" "}

# Stands between conditions of which one must be met.
either = {" "}or{" "}

# $field (text) $word (text)
is = { $field } is { $word }

# $field (text) $word (text)
is-not = { $field } is not { $word }

# A verdict.
is-fits = the plan fits
is-tight = the plan is tight
is-may-not-fit = the plan may not fit
is-does-not-fit = the plan does not fit
# $verdict (text)
is-not-verdict = the verdict is not “{ $verdict }”

# Standard terms of overheads.
term-state = optimizer step
term-activations = recompute
term-communication = exposed communication
term-kernels = memory-bound kernels

# $number (text)
days = { $number }{"\u00A0"}days

# $number (text)
tokens-per-second = { $number }{"\u00A0"}tokens/s

## Names of fields

figure-legal = the plan is possible
figure-model = model
figure-gpu = GPU
figure-gpus = GPUs
figure-dp = data-parallel size
figure-params = parameters
figure-active-params = active parameters
figure-trained-params = trained parameters
figure-memory-verdict = verdict
figure-memory-capacity-gib = GPU memory
figure-memory-peak-gib = peak memory
figure-memory-low-gib = low end of peak memory
figure-memory-high-gib = high end of peak memory
figure-memory-peak-stage = fullest stage
figure-stage-weights-gib = weights
figure-stage-gradients-gib = gradients
figure-stage-optimizer-gib = optimizer state
figure-stage-activations-gib = activations
figure-stage-logits-gib = logits
figure-stage-buffers-gib = buffers
figure-stage-overhead-gib = context and slack
figure-stage-total-gib = memory of the fullest GPU
figure-stage-allocated-gib = allocated memory
figure-time-step-s = step
figure-time-low-s = low end of the step
figure-time-high-s = high end of the step
figure-time-compute-s = kernels
figure-time-recompute-s = recompute

figure-time-forward-only-s = forwards without a backward
figure-time-tp-s = tensor-parallel waits
figure-time-cp-s = context-parallel waits
figure-time-ep-s = expert-parallel waits
figure-time-pp-s = pipeline transfers
figure-time-dp-s = data-parallel waits
figure-time-bubble-s = bubble in seconds
figure-time-imbalance-s = imbalance in seconds
figure-time-optimizer-s = optimizer and step overhead
figure-time-bubble-fraction = bubble
figure-time-imbalance-fraction = imbalance
figure-time-idle-fraction = idle share
figure-mfu = MFU
figure-hfu = HFU
figure-peak-tflops = peak of the GPU
figure-tokens-per-s-per-gpu = tokens/s per GPU
figure-dominant-toll = largest loss
figure-tolls-useful = useful share
figure-tolls-ceiling = kernels below peak
figure-tolls-lastinch = memory-bound kernels
figure-tolls-padding = padding share
figure-tolls-scratchpad = recompute share

figure-tolls-forward-only = share of forwards without a backward
figure-tolls-cable = exposed communication
figure-tolls-bubble = bubble share
figure-tolls-imbalance = imbalance share
figure-tolls-state = optimizer step share
figure-run-steps = steps
figure-run-days = run
figure-run-goodput = goodput
figure-run-gpu-hours = GPU-hours
figure-run-cost-usd = cost
figure-run-energy-mwh = energy
figure-run-checkpoint-interval-s = checkpoint interval
figure-machine-pace = speed of the machine
figure-machine-overhead-gib = overhead of the machine
figure-machine-measured-step-s = measured step
figure-machine-predicted-step-s = predicted step
figure-machine-measured-peak-gib = measured peak
figure-machine-predicted-peak-gib = predicted peak
figure-bound-tokens = smallest batch that is not communication-bound
figure-bound-tokens-per-gpu = tokens per GPU from which it is not communication-bound
figure-bound-dp-ratio = data-parallel exchange over compute
figure-bound-tp-ratio = tensor-parallel exchange over compute
figure-bound-cp-ratio = context-parallel exchange over compute
figure-bound-ep-ratio = expert-parallel exchange over compute
figure-bound-pp-ratio = pipeline transfers over compute
figure-bill-state-gb = model state
figure-bill-cards = GPUs that the state fills
figure-loss = loss
figure-recipe-bill = the GPUs can hold the model state
figure-recipe-tensor = TP stays inside the node
figure-recipe-pipeline = the pipeline is kept busy
figure-recipe-shard = the remaining state is sharded
figure-recipe-batch = the batch is reasonable
figure-recipe-score = the score is good

key-tensor = tensor-parallel size
key-pipeline = pipeline stages
key-context = context-parallel size
key-expert = expert-parallel size
key-node = GPUs per node
key-measured-step = measured step
key-measured-peak = measured peak

## Faults in the text of a goal, without a full stop

no-goal = there is no goal

# $most (count)
too-long = the goal has more than { $most } bytes, or would have with every name written out

# $deepest (count) $place (count)
too-deep = the goal is nested deeper than { $deepest } levels at character { $place }

# $place (count)
no-number =
    no number can be read at character { $place }: at most 15 digits, and behind them %, K, M, B or
    T or nothing
early-end = the goal ends where a field, a number or a condition should stand

# $given (text) $place (count)
unexpected = “{ $given }” is not understood at character { $place }

# $place (count)
unclosed = a parenthesis is not closed at character { $place }

# $given (text) $place (count)
unknown-field = there is no field “{ $given }” at character { $place }

# $given (text) $place (count) $nearest (text)
unknown-field-but =
    there is no field “{ $given }” at character { $place }: did you mean “{ $nearest }”

# $field (text) $given (text) $place (count)
never = “{ $field }” is never “{ $given }” at character { $place }

# $field (text) $given (text) $place (count) $words (names)
never-but =
    “{ $field }” is never “{ $given }” at character { $place }; it can be { $words }

# $field (text) $place (count)
needs-word = “{ $field }” is to be compared with a word by = or != at character { $place }

# $place (count)
needs-number =
    a condition stands where there should be a number at character { $place }

# $place (count)
needs-condition =
    a number stands where there should be a condition at character { $place }
no-field = the goal names no figure of a plan
