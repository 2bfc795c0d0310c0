### Two plans beside each other; undo and redo; plans that are kept.

# Name of the view.
heading = Plans A and B.

# While no plan is pinned.
invitation = Pin this plan as B, then change it: every figure shows its difference from B.

# The pinned plan is illegal.
impossible = Plan B cannot exist, so there is nothing to compare with.

# The present plan beside the pinned one.
# $speed (same | faster | slower) $by (percent) $points (gain) $memory (same | more | less)
# $bytes (size) $cost (same | less | more) $dollars (dollars)
sentence-of-plans =
    A { $speed ->
        [same] is as fast as B
        [faster] is { $by } faster than B
       *[slower] is { $by } slower than B
    } (MFU { $points } points), { $memory ->
        [same] needs as much memory
        [more] needs { $bytes } more
       *[less] needs { $bytes } less
    } and { $cost ->
        [same] costs the same
        [less] costs { $dollars } less
       *[more] costs { $dollars } more
    }.

# A sentence like that where the present plan does not fit.
# $speed (same | faster | slower) $by (percent) $points (gain) $memory (same | more | less)
# $bytes (size) $cost (same | less | more) $dollars (dollars)
sentence-if-it-fit =
    A { $speed ->
        [same] is as fast as B
        [faster] is { $by } faster than B
       *[slower] is { $by } slower than B
    } (MFU { $points } points), { $memory ->
        [same] needs as much memory
        [more] needs { $bytes } more
       *[less] needs { $bytes } less
    } and { $cost ->
        [same] costs the same
        [less] costs { $dollars } less
       *[more] costs { $dollars } more
    }, if it fit.

## Figures that are compared.

reading-memory = Memory of the fullest GPU

reading-state = its model state

reading-activations = its activations

reading-mfu = MFU

reading-hfu = HFU

reading-tokens = Tokens/s per GPU

reading-step = Step

reading-bubble-share = Bubble share

reading-idle-share = Idle share, mean of the stages

reading-compute = compute

reading-recompute = recompute

reading-forward-only = forwards without a backward

reading-tensor = tensor parallel

reading-context = context parallel

reading-expert = expert parallel

reading-pipeline = pipeline

reading-data = data parallel

reading-bubble = bubble

reading-imbalance = imbalance

reading-optimizer = optimizer

reading-run = Run

reading-goodput = Goodput

reading-cost = Cost

reading-energy = Energy

# Before the settings in which the plans differ, each with its value in A and in B.
differ = From A to B

alike = Both plans are the same.

# Under the pointer at a difference: the figure of the pinned plan.
# $figure (text)
pinned-has = B has { $figure }

# Below the bars of the differences.
bars = Bars of one unit have one scale. Where a bar is hatched, A is worse.

# A figure of a plan that a reader points at.
# $figure (text)
preview = →{"\u00A0"}{ $figure }

## Headings of the table.

heading-figure = figure

heading-now = A, now

heading-pinned = B, pinned

heading-difference = difference

## Actions.

act-pin = Pin this plan as B

act-swap = Swap A and B

act-return = Go back to B

act-unpin = Unpin B

## The head of the page.

bar-undo = Undo

bar-redo = Redo

bar-pin = A/B: pin this plan and compare

## Plans that are kept.

# Heading over them.
kept = Saved in this browser

# Label of the field for a name.
name = Name

keep = Save this plan

# Heading over runs with a report, which can be gone to and pinned, too.
published = Published runs

kept-go = Go to

kept-pin = Pin

kept-delete = Delete

refused-storage =
    Not saved: this browser stores nothing for this page. Copy the link instead.

refused-room =
    Not saved: this browser has no room left for this page. Delete a plan, or copy the link instead.

# $most (ungrouped)
full =
    Not saved: the list is full, with { $most } plans. Delete one first, or copy the link instead.

# A name that is taken, with a number that makes it unique.
# $name (text) $number (ungrouped)
numbered = { $name } ({ $number })
