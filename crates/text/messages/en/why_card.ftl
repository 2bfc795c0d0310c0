### The card of a figure's arithmetic.

## The card of a figure.

# The head of the card, where each stage has the figure.
# $figure (text) $stage (count)
of-stage = { $figure } of stage { $stage }

# $stage (count)
of-stage-total = memory of stage { $stage }

# $share (percent)
share-of-stage = { $share } of the stage

# $share (percent)
share-of-step = { $share } of the step

# The exact value of a number that is shown rounded.
# $bytes (written)
exact-bytes = = { $bytes } bytes

# The value before the present drag.
# $value (written)
was = was { $value }

# The value of the pinned plan.
# $value (written)
pinned = pinned { $value }

# A value over that of another plan.
# $ratio (written)
times = × { $ratio }

# Beside a number that the plan before the present drag did not have.
new-here = new

# The value of a figure that is zero.
nothing = 0

open-all = Open all

copy-link = Copy link

copy-text = Copy as text

copied = Copied.

not-copied = The browser did not copy.

close = Close

# $count (count)
count-fitted = { $count } fitted

# $count (count)
count-measured = { $count } measured

# $count (count)
count-assumed = { $count } assumed

# For screen readers, behind a number and its sources.
# $operation (text) $parts (count)
operation-of-parts = { $operation } of { $parts }

# Heading of a textbook's value of the figure.
paper-heading = On paper

# Our value, below the textbook's and the steps to it.
here = here

# A difference of two shares.
# $points (written)
points = { $points } points

# Heading of the text beside the lines.
beside-heading = About this number

this-number = This number

rests-on = This figure rests on

rests-on-nothing = Every number below is counted, or a setting of the plan.

# $range (text)
range-of-step = The range of the step is { $range }. Its parts have none, as only whole steps are published.

# $range (text)
range-of-memory = The range of the stage is { $range }. Its parts have none, as only peaks are published.

# A sentence under the head of a figure that is zero.
is-zero-here = This figure is 0 in this plan.

# The address names a number by the words down to it.
# $path (text)
no-such-number = This figure has no number { $path } in this plan.

# The reader has chosen another definition of the MFU than that of the formulas.
# $name (text) $value (written)
other-definition = The head has { $name } by your definition: { $value }.

# A constant of the cost model.
# $constant (text)
constant-of = constant { $constant }

## Words in front of the numbers of an operation.

prefix-max = the largest of

prefix-min = the smallest of

prefix-either = the slower of the two, or a little more, of

prefix-log2 = log₂ of

prefix-root = the square root of

prefix-path = along the longest chain

prefix-ceil = rounded up

prefix-floor = rounded down

prefix-rounded = rounded
