### The report that `shardwise validate` prints: published runs beside their predictions.

## A file without rows

# $file (text) $fault (text)
unreadable = cannot read { $file }: { $fault }

# $file (text) $limit (ungrouped)
too-large = { $file } has more than { $limit } MiB, the most that a file of runs may have

# $file (text) $fault (text)
not-json = { $file } is not JSON: { $fault }

# $file (text)
not-a-list = { $file } is not a list of runs

## A row without a prediction

# $reason (text)
skipped = skipped: { $reason }

# $fault (text)
wrong-type = a field has the wrong type: { $fault }

# $field (text)
missing = { $field } is not stated

# $words (text)
no-plan = no plan describes this training: { $words }

# $reasons (text)
no-legal-plan = no legal plan is near: { $reasons }

## What a plan does not follow

# $field (text) $word (text) $instead (text)
unknown-word = { $field }: "{ $word }" is not known; { $instead } stands in

# $field (text) $value (text)
no-place = { $field }: a plan has no place for "{ $value }"

# $field (text) $why (text)
not-compared = { $field } is not compared: { $why }
short-samples = the samples are shorter than the sequence
one-micro-batch = it is the time of one micro-batch
batch-is-assumed = the row does not state the micro-batches of a step

# $field (text) $stated (ungrouped) $follows (ungrouped)
data-parallel =
    { $field }: { $stated } is stated, { $follows } follows from the other degrees

# $reasons (text)
repaired = the nearest legal plan stands in: { $reasons }

## Values that stand in for those of a row, beside words of links

# $field (text) $value (text)
assumed = { $field }: { $value }
recipes-value = the recipe's
nothing = nothing

# $layers (ungrouped)
layers-a-stage = { $layers } layers a stage
ends-count = embedding and loss count as a layer each

# $first (ungrouped) $last (ungrouped)
layers-at-ends = { $first } layers first, { $last } last
reduced-once = gradients reduced after the last micro-batch

## The table of runs

run = run
step-seconds = step, s
predicted = predicted
error = error
kind = kind
verdict-and-outcome = verdict, outcome

# $verdict (text) $outcome (ran | oom)
result = { $verdict }, { $outcome ->
        [ran] ran
       *[oom] oom
    }

## The table of groups

# $rows (ungrouped) $skipped (ungrouped) $share (percent)
counted = { $rows } rows, { $skipped } skipped ({ $share })

errors = Errors are of predicted against measured; rows of one plan count as one.
all = all
by-source-group = by source group
by-recipe = by recipe
by-gpu = by gpu
by-kind = by kind
by-recompute = by recompute
by-kind-and-recompute = by kind and recompute
by-memory-kind = by memory kind

# Groups of runs: of models without and with experts; with stated recompute and without.
dense = dense
moe = moe
known = known
unknown = unknown

# Headings above the columns of numbers, which are at most seven letters wide.
step = step
memory = memory
state = state
verdicts = verdicts of what ran
out-of-memory = went out of memory
plans = n
median = median
ninetieth = p90
bias = bias
oom = oom
tight = tight
# May not fit.
doubt = may not
fits = fits
