### The verdict and the key figures.

# The grey figures of an illegal plan show a possible plan near it.
grey-near = grey: a possible plan near it
# The grey figures of an illegal plan show the last possible plan.
grey-last = grey: the last possible plan
# Between the need and the capacity.
of = of
mfu = MFU
# Share of the time in which stages are idle.
idle = stages idle
# $idle (percent) $bubble (percent) $imbalance (percent)
idle-sum =
    stages idle { $idle } = pipeline bubble { $bubble } + imbalance of stages { $imbalance }, of the
    pipeline’s time
step = step
# $count (short)
tokens = { $count } tokens
# Before a range that four of five measurements lie in.
# $range (text)
likely = likely { $range }
# Marks a figure that is rescaled to the reader’s machine.
fitted = fitted
# A value of the past.
# $value (text)
was = was { $value }
# Heading of what the framework does not run of a plan.
refusals = Its framework does not run this plan as it is.
# Beside the verdict on a plan.
# $framework (text)
refuses = { $framework } refuses it
# $framework (text)
does-not-run = { $framework } does not run it
# $framework (text)
runs-nearly = { $framework } runs it only nearly
# Note on the key figures of a plan that does not fit.
if-it-fit = if it fit

## Rating of an MFU

excellent = excellent
good = good
fair = fair
low = low

## Captions

memory-caption = Memory of each stage.
time-caption = Where the time goes.
# Label of the figure of cost.
# $days (days)
cost = cost, { $days }
# The name of the total at the end of a bar, for screen readers.
# $stage (whole) $size (text)
stage-total = stage { $stage }: { $size }
# Label of the line of GPU memory in the memory figure.
# $capacity (text)
card-line = GPU memory { $capacity }
