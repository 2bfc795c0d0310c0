### A search for the best layout.

# An objective, with its limit.
fastest = highest throughput
smallest = least memory
fewest-gpus = fewest GPUs that can train it
cheapest = cheapest run

# $days (plain)
fewest-gpus-within = fewest GPUs that are done within { $days } days

# $days (plain)
cheapest-within = cheapest run within { $days } days

# $dollars (dollars)
soonest-for = shortest run for at most { $dollars }

# Numbers of layouts by outcome.
# $considered (count) $without-room (count) $limit (limited | unlimited) $too-slow (count)
# $not-run (count) $refused (count) $estimated (count)
counts =
    { $considered } layouts: { $without-room } cannot fit{ $limit ->
        [limited] {" "}or miss the limit
       *[unlimited] {""}
    }, { $too-slow } cannot be best{ $not-run ->
        [0] {""}
        [one] , { $not-run } do not run there
       *[other] , { $not-run } do not run there
    }, { $refused } are too large, { $estimated } estimated in full.

## Columns of the table

column-layout = layout

# Further layouts that are like the one of the row.
column-alike = alike
column-gpus = GPUs
column-step = step
column-mfu = MFU
column-memory = memory
column-bubble = bubble
column-imbalance = imbalance
column-exposed = exposed
column-recompute = recompute
column-rest = rest
column-run = run
column-cost = cost

# A row of the table stands for several layouts.
# $within (percent)
one-row-a-family =
    A row stands for all layouts that are alike: none is better by more than { $within } in step or
    memory. The plainest of the equally good ones is shown, with the number of the others.

## A layout in few words: the degrees and settings that it has in use

# $degree (count)
layout-tensor = TP { $degree }

# $degree (count)
layout-context = CP { $degree }

# $degree (count)
layout-pipeline = PP { $degree }

# $stages (count)
layout-virtual = v { $stages }

# $degree (count)
layout-expert = EP { $degree }

# $degree (count)
layout-expert-tensor = ETP { $degree }
layout-no-sequence-parallel = no SP

# $stage (text)
layout-zero = ZeRO-{ $stage }

# ZeRO inside each node.
# $stage (text)
layout-zero-node = ZeRO-{ $stage } a node

# The micro-batch.
# $sequences (count)
layout-micro = b { $sequences }

# $level (core | modules | full)
layout-recompute = recompute { $level ->
        [core] core
        [modules] modules
       *[full] full
    }

# The modules that backward runs again.
# $modules (text)
layout-recompute-modules = recompute { $modules }

# $layers (count)
layout-recompute-layers = recompute { $layers } layers

# The layers of each stage.
# $layers (text)
layout-layers = layers { $layers }

# $parts (text)
layout-offload = offload { $parts }

# $gpus (count)
gpus = { $gpus } GPUs

## Searches that find nothing

nothing-legal = No legal layout is among those allowed.
nothing-fits = No layout fits on these GPUs.

# $days (plain)
nothing-within = No layout fits on these GPUs and is done within { $days } days.

# $dollars (dollars)
nothing-for = No layout fits on these GPUs and is done for at most { $dollars }.

# $settings (names)
fixed = Fixed: { $settings }.

# $keys (names)
restricted = Restricted: { $keys }.

# $savings (names)
not-tried = Not tried: { $savings }.

# $tokens (count)
tokens-a-sequence = { $tokens } tokens a sequence

# $sequences (count)
sequences-a-step = { $sequences } sequences a step

# $kind (text)
cross-entropy = { $kind } cross-entropy
no-offload = no offload

# $parts (text)
on-host = { $parts } on the host
more-gpus = more GPUs
shorter-sequences = shorter sequences

# Layouts that differ from the plan by savings that the reader did not ask for.
only-with-savings =
    No layout fits as the plan is. These differ from it by what frees memory, named at their end.

## The lead of the best layout

no-other = No other layout fits.
others-take-more-gpus = All others take more GPUs.

# $second (percent) $within (percent)
second-behind =
    The second is { $second } behind the best, more than the model’s error of ±{ $within } between
    layouts.

# $second (percent) $start (open | closed) $number (count) $within (percent)
tie-next-takes-more-gpus =
    The best is { $second } ahead of the second. { $start ->
        [open] At least the first { $number }
       *[closed] The first { $number }
    } are a tie within the model’s error of ±{ $within } between layouts; the next takes more GPUs.

# $second (percent) $start (open | closed) $number (count) $within (percent) $next (count)
# $behind (percent)
tie-next-behind =
    The best is { $second } ahead of the second. { $start ->
        [open] At least the first { $number }
       *[closed] The first { $number }
    } are a tie within the model’s error of ±{ $within } between layouts; number { $next } is
    { $behind } behind.

# $second (percent) $start (open | closed) $number (count) $within (percent) $behind (percent)
tie-last-behind =
    The best is { $second } ahead of the second. { $start ->
        [open] At least the first { $number }
       *[closed] The first { $number }
    } are a tie within the model’s error of ±{ $within } between layouts; the last is { $behind }
    behind.

best-is-plainest = The best is also the plainest of them.

# The plainest of the layouts that tie, which has fewer axes in use.
# $place (count) $layout (text) $behind (percent) $axes (count) $axes-of-best (count) $peak (size)
# $peak-of-best (size)
plainest-by-axes =
    The plainest of them is number { $place }, { $layout }: { $behind } behind the best, { $axes }
    axes in use instead of { $axes-of-best }, { $peak } instead of { $peak-of-best }.

# The plainest of the layouts that tie, which has as many axes in use as the best.
# $place (count) $layout (text) $behind (percent) $peak (size) $peak-of-best (size)
plainest-by-settings =
    The plainest of them is number { $place }, { $layout }: { $behind } behind the best, settings
    nearer to the frameworks’ defaults, { $peak } instead of { $peak-of-best }.

## The path to the best layout, and each axis

path-heading = From your layout to the best, one change at a time

# The reader's layout.
own = yours
no-path = Your layout is as good.

axis-gpus = GPUs
axis-tensor = tensor parallel
axis-context = context parallel
axis-pipeline = pipeline stages
axis-order = schedule
axis-expert = expert parallel
axis-expert-tensor = TP inside experts
axis-sharding = ZeRO
axis-micro = micro-batch
axis-recompute = recompute
axis-offload = offload
axis-dtype = type
axis-loss = cross-entropy
axis-optimizer = optimizer

# Legal layouts that a search never tries.
left-out =
    Not tried: uneven splits except one more layer on middle stages or fewer on the last; --fix
    split=… tries any. Not tried either: recompute of only some layers, unless the plan has it, and
    shard groups other than a node.
without = Gain from each axis: the best layout without it

# $axis (text)
needed = { $axis }: nothing fits without it

## Frameworks

# $release (text)
runs-in-release = Layouts that run in { $release }; --for any searches all.
runs-in-any = Layouts of any framework.

# $release (text) $parts (text)
does-not-run = { $release } does not run: { $parts }.

# The recipe is that of the framework, and not that of the reader’s plan.
# $recipe (text) $framework (text) $given (text)
recipe-of-framework =
    Estimated with recipe={ $recipe }, which is { $framework }’s; the plan has recipe={ $given }.

# The framework has another recipe than the layouts are estimated with.
# $recipe (text) $framework (text)
recipe-of-other =
    Time and memory are those of recipe={ $recipe }, which is not { $framework }’s.

# $step (duration) $layout (text) $release (text) $parts (text)
best-elsewhere =
    Without the limits of { $release } the best takes { $step }: { $layout }. { $release } does not
    run: { $parts }.

# $step (duration) $shorter (percent) $layout (text) $release (text) $parts (text)
best-elsewhere-shorter =
    Without the limits of { $release } the best takes { $step } ({ $shorter } shorter): { $layout }.
    { $release } does not run: { $parts }.

## Faults in the options of a search, without a full stop

# $given (text) $goals (names)
no-goal = there is no goal “{ $given }”; there are { $goals }

# $given (text) $frameworks (names) $any (text)
no-framework = there is no framework “{ $given }”; there are { $frameworks }, and { $any }

# $framework (text) $given (text) $versions (names)
no-version =
    no limits are known of { $framework } “{ $given }”; there are versions { $versions }

# $given (text)
no-margin = “{ $given }” is not a margin: that is a number of per cent, from 0 on

# $given (text) $clause (text)
no-number = “{ $given }” is not a number of { $clause } above 0
no-dollars = the goal soonest needs a limit of dollars, which is not given

# $given (text) $axes (names)
no-axis =
    there is no axis “{ $given }” to restrict; there are { $axes }, and every other key of a link
    with one value

# $given (text) $key (text) $offered (text)
no-restriction = “{ $given }” does not restrict { $key }; it takes { $offered }

# A fault above with the names nearest to the given one.
# $fault (text) $near (names)
nearest-are = { $fault }; the nearest: { $near }

# Values that an axis takes, in the sentence above. “any” and the ranges are written so.
# $words (names)
takes-any = any, or some of { $words }

# $least (plain) $most (plain)
takes-number = { $least } to { $most }

takes-range = 8, ..8, 2.. or 2..8

# $words (names)
takes-layers = any, some of { $words }, or the layers of each stage, such as 9,11,11,9

## A search that ends at a limit

# $seconds (count)
ended-after-seconds =
    Ended after { $seconds } seconds with what was found until then: others may be better.

# $estimates (count)
ended-after-estimates =
    Ended after { $estimates } layouts estimated in full: others may be better.

## Progress

# Layouts that are decided, of an estimated number of all.
# $settled (count) $expected (count) $seconds (count)
progress = { $settled } of about { $expected } layouts, { $seconds } s

# Template of the progress bar; parts in braces are filled in by the bar.
bar =
    {"{wide_bar} {human_pos}"} of {"{human_len}"} layouts, {"{elapsed}  {msg}"}

# The shortest step so far.
# $step (duration)
best-so-far = best { $step }
