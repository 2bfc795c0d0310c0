### The best layout as the page shows it.

heading = The best layout.
invitation = Of all legal layouts of this model on this cluster.
looking = Looking at all legal layouts…
nothing = No layout fits on these GPUs.
no-workers =
    This browser starts no workers, and the search needs them. The same search runs as a command:
    shardwise search, with this page’s link.
failed = The search has stopped: its program did not load, or it failed.
silent = The search has not answered for ten seconds.
stop = Stop
again = Look again

## The question

ask-goal = Find
ask-days = within days
ask-dollars = for dollars
ask-margin = memory margin
ask-framework = runs in

goal-fastest = the highest throughput
goal-smallest = the least memory
goal-fewest = the fewest GPUs
goal-cheapest = the cheapest run
goal-soonest = the shortest run

framework-of-plan = the plan’s framework
framework-any = any framework

margin-of-model = error of the model
margin-none = none
margin-five = 5 %
margin-ten = 10 %
margin-twenty = 20 %

# Number of axes that are restricted.
# $axes (count)
free-axes =
    { $axes ->
        [0] Free axes: all
        [1] Free axes: all but one
        [one] Free axes: all but { $axes }
       *[other] Free axes: all but { $axes }
    }

# Choices that a search has on an axis.
reach-free = free
reach-up-to-own = up to mine
reach-own = as mine
reach-common = 1F1B, interleaved
reach-1f1b = 1F1B
reach-off = without

## The answer

# $settled (count) $expected (count)
progress = { $settled } of about { $expected } layouts

# $considered (count) $seconds (tenths) $too-slow (count) $without-room (count) $not-run (count)
# $refused (count) $estimated (count)
done =
    { $considered } layouts in { $seconds } s: { $too-slow } excluded by a bound on time,
    { $without-room } by a bound on memory; { $not-run } not run by the framework, { $refused } out
    of memory, { $estimated } estimated.

# $considered (count)
own-is-best = Yours is the best of { $considered } legal layouts.
own-is-best-so-far = Yours is the best so far.

# The best layout while layouts are still listed.
# $layout (text) $step (duration) $fit (fits | unfit) $beside (text)
best-so-far =
    { $layout } is the best so far: a step takes { $step }, yours{ $fit ->
        [fits] {" "}
       *[unfit] , if it fit,{" "}
    }{ $beside }.

# $layout (text) $considered (count) $step (duration) $fit (fits | unfit) $beside (text)
best =
    { $layout } is the best of { $considered } legal layouts: a step takes { $step }, yours{ $fit ->
        [fits] {" "}
       *[unfit] , if it fit,{" "}
    }{ $beside }.

# The step of the reader's plan beside that of the best.
# $share (percent)
beside-less = { $share } less
beside-equal = as much

# $share (percent)
beside-more = { $share } more

# $times (tenths)
beside-times = { $times } times as much

## The list of the best layouts

list = The best layouts
column-parts = where a step goes
column-optimizer = optimizer
column-below-peak = below peak
column-memory-bound = memory-bound
column-days = days

## The plot

# Title of the axis of memory.
# $unit (text)
title-memory = memory of the fullest GPU, { $unit }
title-throughput = tokens/s per GPU
own = yours
hint =
    The line shows the fastest layout within each memory limit. Press a layout to adopt it; the
    browser’s Back returns.

## Why another layout is better

path-heading = From your layout to the best
no-path = Your layout is as good as the best.

# Message when a search cannot choose the reader's layout.
apart =
    Your plan has a split, a shard group or partly recomputed layers that the search does not try.
    It cannot be compared step by step.
without = Gain from each axis
needed = nothing fits without it
