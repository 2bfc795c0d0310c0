### The timeline of a step.

heading = Pipeline timeline.

# In place of the drawing when the step has too many blocks.
too-long = A step of this plan has more blocks than can be drawn.

# Name of the drawing, with its keys.
region =
    Timeline of the step. Left and right go from block to block, up and down from stage to stage,
    plus and minus zoom, 0 draws the whole step, space plays.

## The main sentence.

# $micro-batches (count) $step (duration)
one-stage =
    { $micro-batches ->
        [one]
            One stage has no pipeline bubble: { $micro-batches } micro-batch in a step of { $step }.
       *[other]
            One stage has no pipeline bubble: { $micro-batches } micro-batches, one after another,
            in a step of { $step }.
    }

# $stages (count) $idle (percent) $length (text) $bubble (percent) $bubble-time (duration)
# $cause (text) $imbalance (percent) $imbalance-time (duration)
stages =
    The mean of all { $stages } stages is idle { $idle } of { $length }: the pipeline bubble is
    { $bubble }, { $bubble-time } ({ $cause }); imbalance of stages is { $imbalance },
    { $imbalance-time }.

# The time of which stages are idle.
# $pipeline (duration) $step (duration)
length =
    .step = a step of { $step }
    .pipeline = the pipeline’s time, { $pipeline } of a step of { $step }

# The cause of the bubble.
# $micro-batches (count) $waits (count) $turns (count) $share (percent)
cause =
    .fill = { $micro-batches } micro-batches fill and drain the pipeline
    .turns =
        fill and drain take { $waits } of { $turns } micro-batch slots, { $share } with equal stages

## Colours and kinds of blocks.

forward = forward
backward = backward
input-gradient = input gradient
weight-gradient = weight gradient
recompute = recompute
communication = communication
optimizer = optimizer
idle = idle

## Buttons and choices.

zoom-out = Zoom out
zoom-in = Zoom in
block-before = Block before
next-block = Next block
play = Play
pause = Pause
# Draws the middle of a long step too.
whole = Whole step
# Name of the choice of another schedule.
against = Compare with
# No other schedule.
nothing = nothing

## The drawing.

# Micro-batches that are not drawn.
# $count (count)
left-out =
    { $count ->
        [one] { $count } micro-batch not drawn
       *[other] { $count } micro-batches not drawn
    }

# Before a stage’s number.
stage = stage{" "}

# $schedule (text) $bubble (percent) $held (size)
result = { $schedule } has a bubble of { $bubble } and peak activations of { $held }

# Most that a stage has in flight, and the bytes for which the GPU has room.
# $stage (count) $in-flight (count) $held (size) $room (size)
holds =
    .micro-batches =
        { $in-flight ->
            [one]
                stage { $stage } holds up to { $in-flight } micro-batch, { $held }; GPU memory for
                activations: { $room }
           *[other]
                stage { $stage } holds up to { $in-flight } micro-batches, { $held }; GPU memory
                for activations: { $room }
        }
    .chunks =
        stage { $stage } holds up to { $in-flight } chunks of micro-batches, { $held }; GPU memory
        for activations: { $room }

## A moment.

# The memory of a stage at the cursor, and the number of idle stages.
# $time (duration) $stage (count) $in-flight (count) $held (size) $idle-stages (count)
# $stages (count)
at-cursor =
    At { $time } stage { $stage } has { $in-flight } in flight, { $held }; idle stages:
    { $idle-stages } of { $stages }.

# The moment at which figures show a step.
# $time (duration)
at = at { $time } of the step

# Micro-batches in flight at a moment.
# $count (count)
in-flight = { $count } in flight

## A block.

# Before one is chosen.
hint = Point at a block, or go there by the arrow keys.

# $stage (count) $pass (text) $start (duration) $takes (duration) $parts (names)
block =
    .sentence = Stage { $stage }, { $pass }: starts at { $start }, takes { $takes }.
    .with-parts =
        Stage { $stage }, { $pass }: starts at { $start }, takes { $takes }: { $parts }.

# $direction (text) $micro-batch (count) $chunk (count)
pass = { $direction } of micro-batch { $micro-batch }
    .of-chunk = { $direction } of micro-batch { $micro-batch }, chunk { $chunk }

# A part of the time that a block takes.
# $part (compute | recompute | forward-only | tensor | context | expert | sends | gathers) $time (duration)
part =
    { $part ->
        [compute] compute { $time }
        [recompute] recompute { $time }
        [forward-only] forwards without a backward { $time }
        [tensor] tensor-parallel exchange { $time }
        [context] context-parallel exchange { $time }
        [expert] expert exchange { $time }
        [sends] sending to the next stage { $time }
       *[gathers] gathering { $time }
    }

waits-for-nothing = Waits for nothing.
# $idle (duration) $pass (text) $stage (count)
waited = Waited { $idle } for { $pass } on stage { $stage }.
# $pass (text)
follows = Follows { $pass } at once.

## The table of stages.

column-stage = stage
column-busy = busy
column-idle = idle
column-idle-share = idle share
column-in-flight = peak in flight
column-activations = peak activations

## The table of blocks.

blocks = Blocks of the chosen stage
column-blocks = blocks
column-start = start
column-end = end
column-takes = each takes

# $shown (count) $all (count)
cut = The first { $shown } of { $all } rows. The drawing above shows the rest.

# Blocks of one kind in a repetition: of one micro-batch, or of several.
# $direction (text) $first (count) $last (count) $chunk (count)
repeated =
    .one = { $direction } { $first }
    .range = { $direction } { $first }–{ $last }
    .one-of-chunk = { $direction } { $first } of chunk { $chunk }
    .range-of-chunk = { $direction } { $first }–{ $last } of chunk { $chunk }
